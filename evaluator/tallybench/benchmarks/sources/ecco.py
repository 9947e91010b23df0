"""ECCO (Waghjale et al., EMNLP 2024), in its public layout: two tables, and a folder of tests for each problem.

edit/test*.jsonl      pairs, one per line: `input` (slow), `target` (fast), `problem_id`; may be Parquet or `edit_test*`
generate/test*.jsonl  problems, one per line: `problem_id`, `problem_description`
test_cases/PROBLEM/   `input.N.txt` and `output.N.txt`

All solutions are programs. ECCO measures time and memory on its tests and has no other inputs, so the tests are also
the stressful inputs here. Most are small, but only what the program does is counted, not the interpreter's start.
"""

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.data_files import SourceFile, data_version, stream_json_lines
from tallybench.benchmarks.sources.source_data import SourceData, Unusable, sort_out
from tallybench.errors import InputError
from tallybench.model.problem import GIVEN, Case, Kind, Problem, Solution, StressfulInput, Task
from tallybench.sandbox.parquet import NotParquet, read_parquet

EDIT, GENERATE = "edit", "generate"
TESTS = "test_cases"
_TABLES = ("{config}/{split}*", "{config}_{split}*", "data/{config}/{split}*", "data/{config}_{split}*")
_COLUMNS = ("problem_id", "input", "target", "problem_description")
_REFERENCES = 5  # fast programs for each problem to be solved from a text; counting more would bring little

_Found = tuple[Problem, tuple[Solution, ...]]
_Rows = list[tuple[str, Callable[[], _Found]]]


def load_ecco_edit(data: Path) -> SourceData:
    """Load the programs to be made faster: the slow ones in the test split's pairs, each once.

    Args:
        data: the folder with the tables and `test_cases`.

    Raises:
        InputError: a file is missing or not in the layout.
    """
    table = split_table(data, EDIT)
    targets: dict[str, tuple[str, str, list[str]]] = {}
    for where, record in table_rows(table):
        problem_id, slow = text_of(table, record, "problem_id", where), text_of(table, record, "input", where)
        fast = text_of(table, record, "target", where)
        found = targets.setdefault(edit_task(problem_id, slow), (problem_id, slow, []))[2]
        if fast not in found:
            found.append(fast)
    rows: _Rows = [
        (task_id, partial(_edit, data, task_id, problem_id, slow, fast))
        for task_id, (problem_id, slow, fast) in targets.items()
    ]
    return _source(data, [table], rows)


def load_ecco_generate(data: Path) -> SourceData:
    """Load the problems of the test split that are to be solved from a text, like `load_ecco_edit`.

    A problem's human solutions are the programs in its pairs, fast ones first. ECCO names no ground truth, so the first
    fast program is used.
    """
    table, pairs = split_table(data, GENERATE), split_table(data, EDIT)
    fast: dict[str, list[str]] = {}
    slow: dict[str, list[str]] = {}
    for where, record in table_rows(pairs):
        problem_id = text_of(pairs, record, "problem_id", where)
        fast.setdefault(problem_id, []).append(text_of(pairs, record, "target", where))
        slow.setdefault(problem_id, []).append(text_of(pairs, record, "input", where))
    rows: _Rows = []
    for where, record in table_rows(table):
        problem_id = text_of(table, record, "problem_id", where)
        prompt = text_of(table, record, "problem_description", where)
        programs = list(dict.fromkeys((*fast.get(problem_id, ()), *slow.get(problem_id, ()))))
        best = list(dict.fromkeys(fast.get(problem_id, ())))[:_REFERENCES]
        task_id = generate_task(problem_id)
        rows.append((task_id, partial(_generate, data, task_id, problem_id, prompt, best, programs)))
    return _source(data, [table, pairs], rows)


def edit_task(problem_id: str, program: str) -> str:
    """Return the task id for a slow program."""
    return f"EccoEdit/{problem_id}-{hashlib.sha256(program.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def generate_task(problem_id: str) -> str:
    """Return the task id for a problem."""
    return f"Ecco/{problem_id}"


def _edit(data: Path, task_id: str, problem_id: str, slow: str, fast: list[str]) -> _Found:
    references = tuple(Solution(f"target_{number}", code) for number, code in enumerate(fast, 1))
    problem = _problem(data, task_id, problem_id, "", Solution(GIVEN, slow), references, Task.EDIT)
    return problem, ()


def _generate(data: Path, task_id: str, problem_id: str, prompt: str, best: list[str], programs: list[str]) -> _Found:
    if not best:
        raise Unusable(f"no program of it is among the pairs of {EDIT}")
    references = tuple(Solution(f"target_{number}", code) for number, code in enumerate(best, 1))
    problem = _problem(data, task_id, problem_id, prompt, Solution("canonical", best[0]), references, Task.WRITE)
    return problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(programs, 1))


def _problem(
    data: Path,
    task_id: str,
    problem_id: str,
    prompt: str,
    canonical: Solution,
    references: tuple[Solution, ...],
    task: Task,
) -> Problem:
    tests = tests_of(data, problem_id)
    return Problem(
        task_id=task_id,
        entry_point="",
        level="file",
        task=task,
        prompt=prompt,
        tests="",
        cases=tuple(Case((given,), wanted, f"test {number}") for number, given, wanted in tests),
        canonical=canonical,
        references=references,
        stressful=tuple(
            StressfulInput(f"test_{number}", Kind.GIVEN, "", "expression", "", expressions=(repr(given),))
            for number, given, _ in tests
        ),
    )


def tests_of(data: Path, problem_id: str) -> list[tuple[int, str, str]]:
    """Return the number, standard input and output of each test, in order of the numbers.

    Raises:
        Unusable: the problem has no tests.
    """
    folder = data / TESTS / problem_id
    found = []
    for path in folder.glob("input.*.txt"):
        number = path.name.split(".")[1]
        output = folder / f"output.{number}.txt"
        if number.isdecimal() and output.exists():
            found.append((int(number), _read(path), _read(output)))
    if not found:
        raise Unusable(f"{TESTS}/{problem_id} has no input.N.txt with its output.N.txt")
    return sorted(found)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error}); get the public files again") from None


def _source(data: Path, tables: list[SourceFile], rows: _Rows) -> SourceData:
    if not (data / TESTS).is_dir():
        raise InputError(f"data {data}: has no folder `{TESTS}`; unpack test_cases.zip of CodeEff/ECCO there")
    found, exclusions = sort_out(rows)
    content = repr([(case.arguments, case.expected) for problem, _ in found for case in problem.cases])
    tests = hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()
    files = {table.path.relative_to(data).as_posix(): table.sha256 for table in tables}
    return SourceData(
        data_version([*tables, SourceFile(data / TESTS, None, tests)]),
        tuple(problem for problem, _ in found),
        tuple(exclusions),
        human_solutions={problem.task_id: solutions for problem, solutions in found if solutions},
        files=files | {TESTS: tests},
    )


def split_table(data: Path, config: str, split: str = "test") -> SourceFile:
    """Return the table of a split.

    Raises:
        InputError: it is missing, or not in the layout.
    """
    if not data.is_dir():
        raise InputError(f"data {data}: is no folder; give that of ECCO's tables and of `{TESTS}`")
    patterns = [pattern.format(config=config, split=split) for pattern in _TABLES]
    for path in sorted(path for pattern in patterns for path in data.glob(pattern)):
        if path.suffix == ".jsonl":
            return stream_json_lines(path, f"a row of ECCO's `{config}` a line")
        if path.suffix == ".parquet":
            return _parquet(path)
    raise InputError(f"data {data}: has no {config}/{split}*.jsonl or .parquet; get the dataset CodeEff/ECCO")


def _parquet(path: Path) -> SourceFile:
    try:
        rows = read_parquet(path, _COLUMNS).rows
        return SourceFile(path, rows, hashlib.sha256(path.read_bytes()).hexdigest())
    except NotParquet as error:
        raise InputError(f"{error}; get the public file again") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None


def table_rows(table: SourceFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each row with its position, such as `line 3`."""
    for number, value in enumerate(table.value, 1):
        where = f"line {number}"
        yield where, table.expect(value, dict, where, "a row: an object")


def text_of(table: SourceFile, record: dict[str, Any], key: str, where: str) -> str:
    """Return a text field of a row."""
    text = table.item(record, key, str, where, "a text")
    if key == "problem_id" and not (text.isascii() and text.replace("-", "").replace("_", "").isalnum()):
        raise InputError(f"{table.path}: at {where} `problem_id` is {text!r:.60}, expected one such as p02743")
    return text
