"""ECCO (Waghjale et al., EMNLP 2024), in its public layout: two tables, and a folder of tests for each problem.

edit/test*.jsonl      pairs, one per line: `input` (slow), `target` (fast), `problem_id`; may be Parquet or `edit_test*`
generate/test*.jsonl  problems, one per line: `problem_id`, `problem_description`
test_cases/PROBLEM/   `input.N.txt` and `output.N.txt`

All solutions are programs. ECCO measures time and memory on its tests and has no other inputs, so the tests are also
the stressful inputs here. Most are small, but only what the program does is counted, not the interpreter's start.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from tallybench.benchmarks.sources.data_files import (
    DataFile,
    Excluded,
    Found,
    Record,
    data_version,
    stream_json_lines,
    with_problems,
)
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import GIVEN, Case, Problem, Solution, Task
from tallybench.sandbox.parquet import NotParquet, read_parquet

EDIT, GENERATE = "edit", "generate"
TESTS = "test_cases"
_TABLES = ("{config}/{split}*", "{config}_{split}*", "data/{config}/{split}*", "data/{config}_{split}*")
_REFERENCES = 5  # fast programs for each problem to be solved from a text; counting more would bring little


class _Row(Record):
    problem_id: str = Field(description="a text")


class PairRow(_Row):
    """A slow and a fast program for a problem."""

    input: str = Field(description="a text")
    target: str = Field(description="a text")


class _TextRow(_Row):
    problem_description: str = Field(description="a text")


def load_ecco_edit(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the programs to be made faster: the slow ones in the test split's pairs, each once.

    Args:
        benchmark: what is known about it without its data.
        data: the folder with the tables and `test_cases`.
    """
    table = split_table(data, EDIT)
    targets: dict[tuple[str, str], list[str]] = {}
    for pair in table_rows(table, PairRow):
        targets.setdefault((pair.problem_id, pair.input), []).append(pair.target)
    rows = [
        (edit_task(problem_id, slow), partial(_edit, data, problem_id, slow, list(dict.fromkeys(fast))))
        for (problem_id, slow), fast in targets.items()
    ]
    return _with_tests(benchmark, data, [table], rows)


def load_ecco_generate(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the problems of the test split that are to be solved from a text, like `load_ecco_edit`.

    A problem's human solutions are the programs in its pairs, fast ones first. ECCO names no ground truth, so the first
    fast program is used.
    """
    table, pairs = split_table(data, GENERATE), split_table(data, EDIT)
    fast: dict[str, list[str]] = {}
    slow: dict[str, list[str]] = {}
    for pair in table_rows(pairs, PairRow):
        fast.setdefault(pair.problem_id, []).append(pair.target)
        slow.setdefault(pair.problem_id, []).append(pair.input)
    rows = []
    for row in table_rows(table, _TextRow):
        best = list(dict.fromkeys(fast.get(row.problem_id, ())))
        programs = list(dict.fromkeys((*best, *slow.get(row.problem_id, ()))))
        rows.append((generate_task(row.problem_id), partial(_generate, data, row, best[:_REFERENCES], programs)))
    return _with_tests(benchmark, data, [table, pairs], rows)


def edit_task(problem_id: str, program: str) -> str:
    """Return the task id for a slow program."""
    return f"EccoEdit/{problem_id}-{hashlib.sha256(program.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def generate_task(problem_id: str) -> str:
    """Return the task id for a problem."""
    return f"Ecco/{problem_id}"


def _edit(data: Path, problem_id: str, slow: str, fast: list[str]) -> Found:
    tests = tests_of(data, problem_id)
    return Found(_problem(edit_task(problem_id, slow), Task.EDIT, "", Solution(GIVEN, slow), fast, tests))


def _generate(data: Path, row: _TextRow, best: list[str], programs: list[str]) -> Found:
    if not best:
        raise Excluded(f"no program of it is among the pairs of {EDIT}")
    tests, canonical = tests_of(data, row.problem_id), Solution("canonical", best[0])
    problem = _problem(generate_task(row.problem_id), Task.WRITE, row.problem_description, canonical, best, tests)
    return Found(problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(programs, 1)))


_Test = tuple[int, str, str]  # number, standard input, standard output


def _problem(
    task_id: str, task: Task, prompt: str, canonical: Solution, fast: list[str], tests: list[_Test]
) -> Problem:
    return Problem(
        task_id=task_id,
        entry_point="",
        level="file",
        task=task,
        prompt=prompt,
        tests="",
        cases=tuple(Case((given,), wanted, f"test {number}") for number, given, wanted in tests),
        canonical=canonical,
        references=tuple(Solution(f"target_{number}", code) for number, code in enumerate(fast, 1)),
        stressful=tuple(
            StressfulInput(f"test_{number}", Kind.GIVEN, "", "expression", "", expressions=(repr(given),))
            for number, given, _ in tests
        ),
    )


def tests_of(data: Path, problem_id: str) -> list[_Test]:
    """Return the number, standard input and output of each test, in order of the numbers."""
    folder = data / TESTS / problem_id
    found = []
    for path in folder.glob("input.*.txt"):
        number = path.name.split(".")[1]
        output = folder / f"output.{number}.txt"
        if number.isdecimal() and output.exists():
            found.append((int(number), _read(path), _read(output)))
    if not found:
        raise Excluded(f"{TESTS}/{problem_id} has no input.N.txt with its output.N.txt")
    return sorted(found)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error}); get the public files again") from None


def _with_tests(
    benchmark: Benchmark, data: Path, tables: list[DataFile], rows: list[tuple[str, partial[Found]]]
) -> Benchmark:
    """Return the benchmark with its problems; the tests that they have belong to its version, like a file."""
    if not (data / TESTS).is_dir():
        raise InputError(f"data {data}: has no folder `{TESTS}`; unpack test_cases.zip of CodeEff/ECCO there")
    found = with_problems(benchmark, data, tables, rows)
    content = repr([(case.arguments, case.expected) for problem in found for case in problem.cases])
    files = {**found.files, TESTS: hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()}
    return replace(found, version=data_version(files.values()), files=files)


def split_table(data: Path, config: str, split: str = "test") -> DataFile:
    """Return the table of a split."""
    if not data.is_dir():
        raise InputError(f"data {data}: is no folder; give that of ECCO's tables and of `{TESTS}`")
    patterns = [pattern.format(config=config, split=split) for pattern in _TABLES]
    for path in sorted(path for pattern in patterns for path in data.glob(pattern)):
        if path.suffix == ".jsonl":
            return stream_json_lines(path, f"a row of ECCO's `{config}` a line")
        if path.suffix == ".parquet":
            return _parquet(path)
    raise InputError(f"data {data}: has no {config}/{split}*.jsonl or .parquet; get the dataset CodeEff/ECCO")


def _parquet(path: Path) -> DataFile:
    try:
        rows = read_parquet(path, ("problem_id", "input", "target", "problem_description")).rows
        return DataFile(path, rows, hashlib.sha256(path.read_bytes()).hexdigest())
    except NotParquet as error:
        raise InputError(f"{error}; get the public file again") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None


R = TypeVar("R", bound=_Row)


def table_rows(table: DataFile, kind: type[R]) -> Iterator[R]:
    """Yield each row of a table."""
    for where, row in table.records(kind, "a row: an object"):
        name = row.problem_id  # it also names a folder
        if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()):
            raise InputError(f"{table.path}: at {where} `problem_id` is {name!r:.60}, expected one such as p02743")
        yield row
