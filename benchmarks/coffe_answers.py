"""Samples of COFFE's functions from public answers: HumanEval's and MBPP's joined, or taken by COFFE's own code.

    python -m benchmarks.coffe_answers join MODELS OUT --coffe COFFE/datasets
    python -m benchmarks.coffe_answers extract COFFE FILE OUT

`join`: MODELS has NAME.jsonl, a model's samples of HumanEval, and mbpp/NAME.jsonl, its samples of MBPP; a line has
`task_id` (for MBPP the number is enough) and one of `solution`, `completion`, `raw`. For each name that is in both,
OUT/NAME.jsonl gets the first sample of each of COFFE's 398 functions, for

    tallybench dev study coffe --tables 6 --data COFFE/datasets --predictions OUT/NAME.jsonl

`extract`: COFFE is a clone of its repository, FILE one of its files of predictions for `function`. Each answer goes
through `coffe/sanitize.py` as in its `Extractor` (coffe/evaluator.py); OUT gets the programs, for

    tallybench evaluate OUT --benchmark coffe-function --data COFFE/datasets --rules coffe --no-count
"""

import argparse
import ast
import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from tallybench.errors import InputError
from tallybench.files import write_atomically
from tallybench.samples.lines import json_lines
from tallybench.samples.reading import Field

HUMANEVAL = "openai_humaneval"  # as COFFE calls it
Functions = dict[str, dict[str, Any]]
"""The entries of COFFE's `data.json`, by task id."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, dest="command")
    joining = commands.add_parser("join")
    joining.add_argument("models", type=Path)
    joining.add_argument("out", type=Path)
    joining.add_argument("--coffe", type=Path, required=True, help="COFFE's datasets folder")
    extracting = commands.add_parser("extract")
    extracting.add_argument("coffe", type=Path, help="a clone of COFFE's repository")
    extracting.add_argument("file", type=Path)
    extracting.add_argument("out", type=Path)
    options = parser.parse_args()
    try:
        if options.command == "join":
            join(options.models, options.out, options.coffe)
        else:
            extract(options.coffe, options.file, options.out)
    except (InputError, OSError) as error:
        sys.exit(f"coffe_answers: {error}")


def functions_of(datasets: Path) -> Functions:
    listed = json.loads((datasets / "function/data.json").read_bytes())
    return {named(entry["task_id"], entry["dataset"] == HUMANEVAL): entry for entry in listed}


def named(given: str | int, humaneval: bool) -> str:
    """Return COFFE's task id for one that has the problem's number in it."""
    numbers = re.findall(r"\d+", str(given))
    if not numbers:
        raise InputError(f"task_id {given!r}: has no number")
    return f"{'HumanEval' if humaneval else 'Mbpp'}/{numbers[0]}"


def join(models: Path, out: Path, datasets: Path) -> None:
    """Write a file for each model whose samples of both sources are there."""
    functions = functions_of(datasets)
    both = [path for path in sorted(models.glob("*.jsonl")) if (models / "mbpp" / path.name).is_file()]
    if not both:
        raise InputError(f"{models}: has no NAME.jsonl with a file mbpp/NAME.jsonl beside it")
    out.mkdir(parents=True, exist_ok=True)
    for path in both:
        other = models / "mbpp" / path.name
        found = dict(first_samples(path, True)) | dict(first_samples(other, False))
        lines = [json.dumps({"task_id": task_id, **found[task_id]}) for task_id in functions if task_id in found]
        write_atomically(out / path.name, [("\n".join(lines) + "\n").encode()])
        print(f"{out / path.name}: {len(lines)} of {len(functions)}")


def first_samples(path: Path, humaneval: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the first sample of each problem, by COFFE's task id."""
    seen = set()
    for _, record in json_lines(path):
        task_id = named(record["task_id"], humaneval)
        field = next((field for field in get_args(Field) if record.get(field) is not None), None)
        if task_id not in seen and field is not None:
            seen.add(task_id)
            # WizardLM's `completion` to MBPP is a whole program: MBPP has no prompt that could be continued.
            yield task_id, {"solution" if field == "completion" and not humaneval else field: record[field]}


def extract(coffe: Path, file: Path, out: Path) -> None:
    """Write the program that COFFE takes from each answer of a file of predictions."""
    functions = functions_of(coffe / "datasets")
    answers = json.loads(file.read_bytes())
    theirs = module_at(coffe / "coffe/sanitize.py")
    lines = []
    for task_id, entry in functions.items():
        outputs, valid = answers.get(entry["final_prompt"], ([], False))
        for text in outputs if valid else ():
            code = taken(theirs, text, entry)
            lines.append(json.dumps({"task_id": task_id, "solution": code}))
    write_atomically(out, [("\n".join(lines) + "\n").encode()])
    print(f"{out}: {len(lines)} programs")


def module_at(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("coffe_sanitize", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InputError(f"{path}: is not there; give a clone of COFFE's repository")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def taken(theirs: ModuleType, text: str, entry: dict[str, Any]) -> str:
    """Return the program that COFFE takes from an answer; empty if it takes none.

    An answer to HumanEval that does not begin with `def`, or is not Python, continues the prompt.
    """
    humaneval = entry["dataset"] == HUMANEVAL
    code = theirs.sanitize(text, entry["entry_point"] if humaneval else "")
    if humaneval and not (code.startswith("def") and is_python(code)):
        code = f"{entry['prompt']}    {code}" if code else entry["prompt"]
    program, _ = theirs.CodeProcessor(code, entry_point=entry["entry_point"], force_rename=True).run()
    return "" if program == -1 else f"{program}\n{entry['entry_point']} = solution\n"


def is_python(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError):
        return False
    return True


if __name__ == "__main__":
    main()
