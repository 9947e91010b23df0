"""APPS, from the files on its Hub page: `test.jsonl` and `train.jsonl`, one problem per line.

`solutions` and `input_output` are JSON within JSON. A problem with `fn_name` asks for a function, any other for a
program. APPS has no stressful inputs, so its problems count for pass@k only. COFFE has some for 300 of its programs: if
the folder also holds COFFE's `file`, they are used, with COFFE's best solution as ground truth and reference.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources import coffe_split as coffe
from tallybench.benchmarks.sources.coffe import ACCEPTS as SAME_IN_JSON
from tallybench.benchmarks.sources.data_files import SourceFile, data_version, stream_json_lines
from tallybench.benchmarks.sources.source_data import SourceData, Unusable, sort_out
from tallybench.errors import InputError
from tallybench.model.problem import Case, Problem, Solution

PREFIXES = {"test.jsonl": "APPS", "train.jsonl": "APPS-train"}  # both number their problems from 0
TOLERANCE = 1e-6  # for programs that print fractions; APPS' own harness allows 1e-5

# Some functions' expected outputs are wrapped in a list, others are not, and the data do not say which: accept both.
ACCEPTS = (
    SAME_IN_JSON.replace("accepts", "same")
    + '''

def accepts(output, expected, *arguments):
    """Whether an output is the expected one, or the only member of the expected list."""
    alone = isinstance(expected, list) and len(expected) == 1
    return same(output, expected) or (alone and same(output, expected[0]))
'''
)

_FRACTION = re.compile(r"-?\d+\.\d+")
_Found = tuple[Problem, tuple[Solution, ...], str]  # with the human solutions, and the address of its page


def load_apps(data: Path) -> SourceData:
    """Load APPS.

    Args:
        data: the folder with `test.jsonl`, `train.jsonl` or both, with or without COFFE's `file`; or one of the files.

    Raises:
        InputError: neither file exists, or one is not in the layout.
    """
    paths = [data] if data.is_file() else [data / name for name in PREFIXES if (data / name).exists()]
    if not paths:
        raise InputError(f"data {data}: has neither {' nor '.join(PREFIXES)}; get them from codeparrot/apps")
    split = coffe.read_split(data / "file", None) if (data / "file").is_dir() else None
    prompts = {coffe.text_of(prompt): prompt for prompt in split.best.value} if split else {}
    files = [stream_json_lines(path, "a problem a line: the public file") for path in paths]
    found, exclusions = sort_out(row for file in files for row in _rows(file, split, prompts))
    files += [split.stressful, split.best] if split else []
    return SourceData(
        data_version(files),
        tuple(problem for problem, _, _ in found),
        tuple(exclusions),
        human_solutions={problem.task_id: solutions for problem, solutions, _ in found},
        urls={problem.task_id: url for problem, _, url in found if url.startswith("https://")},
        files={file.path.relative_to(data if data.is_dir() else data.parent).as_posix(): file.sha256 for file in files},
    )


def _rows(
    file: SourceFile, split: coffe.Split | None, prompts: dict[str, str]
) -> Iterator[tuple[str, Callable[[], _Found]]]:
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, "a problem: an object")
        identifier = file.item(record, "problem_id", int, where, "a number")
        task_id = f"{PREFIXES.get(file.path.name, 'APPS')}/{identifier}"
        yield task_id, partial(_problem, file, record, task_id, where, split, prompts)


def _problem(
    file: SourceFile,
    record: dict[str, Any],
    task_id: str,
    where: str,
    split: coffe.Split | None,
    prompts: dict[str, str],
) -> _Found:
    question = file.item(record, "question", str, where, "the statement")
    starter = file.item(record, "starter_code", str, where, "the start of a function, or nothing")
    url = file.item(record, "url", str, where, "an address")
    tests = _within(file, record, "input_output", dict, where)
    codes = [code for code in _within(file, record, "solutions", list, where) if isinstance(code, str)]
    name = str(tests.get("fn_name") or "")
    if not codes:
        raise Unusable("it has no solution")
    if name and "class Solution" in starter + codes[0]:
        raise Unusable("it asks for a method of a class, and there is no such level yet")
    cases = _cases(tests, _call if name else _program_run)
    prompt = f"{question.rstrip()}\n\n{starter}".rstrip() + "\n"
    problem = Problem(
        task_id=task_id,
        entry_point=name,
        level="function" if name else "file",
        prompt=prompt,
        tests="",
        cases=cases,
        canonical=Solution("canonical", codes[0]),
        accepts=ACCEPTS if name else None,
        tolerance=TOLERANCE if not name and any(_FRACTION.search(case.expected) for case in cases) else None,
        any_name=bool(name) and name not in prompt,
    )
    if split is not None and not name and (of_coffe := prompts.get(question.strip())) is not None:
        best, _ = coffe.solutions_of(split, of_coffe)
        inputs, left_out = coffe.stressful_of(split, of_coffe, coffe.read_generator)
        truth, reference = Solution("canonical", best), Solution("best", best)
        problem = replace(problem, canonical=truth, references=(reference,), stressful=inputs, left_out=left_out)
    return problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(codes, 1)), url


def _within(file: SourceFile, record: dict[str, Any], key: str, kind: type, where: str) -> Any:
    """Return a field that is JSON within JSON; an empty value if the text is empty."""
    text = file.item(record, key, str, where, "JSON in a string, or nothing")
    try:
        value = json.loads(text) if text.strip() else kind()
    except (ValueError, RecursionError):
        raise Unusable(f"its {key} cannot be read as JSON") from None
    return file.expect(value, kind, f"{where} {key}", "other JSON in the string")


def _cases(tests: dict[str, Any], case: Callable[[Any, Any], Case]) -> tuple[Case, ...]:
    inputs, outputs = tests.get("inputs"), tests.get("outputs")
    if not (isinstance(inputs, list) and isinstance(outputs, list) and 0 < len(inputs) == len(outputs)):
        raise Unusable("it has no tests, or not an output for each input")
    return tuple(map(case, inputs, outputs))


def _call(given: Any, wanted: Any) -> Case:
    if not isinstance(given, list):
        raise Unusable("the input of a test is no list of arguments")
    return Case(tuple(given), wanted)


def _program_run(given: Any, wanted: Any) -> Case:
    """Make a case of standard input and output, each given as a text or a list of lines."""
    stdin, stdout = ("\n".join(map(str, text)) if isinstance(text, list) else str(text) for text in (given, wanted))
    return Case((stdin,), stdout)
