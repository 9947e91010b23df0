"""Sanitized MBPP, from its public `data.jsonl`; its tests are assertions, which are read as data."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tallybench.benchmarks.sources.asserts import Asserted, Unreadable, read_asserts
from tallybench.benchmarks.sources.data_files import SourceFile, data_version, read_problems
from tallybench.benchmarks.sources.source_data import SourceData, Unusable, sort_out
from tallybench.model.problem import Case, Problem, Solution

AS_SETS = '''\
def accepts(output, expected, *arguments):
    """The order of the members, and how often each is there, are left open."""
    return set(output) == set(expected)
'''
AS_TRUTH = '''\
def accepts(output, expected, *arguments):
    """Any value that is as true as the expected one."""
    return bool(output) == bool(expected)
'''
CLOSE = '''\
import math


def accepts(output, expected, *arguments):
    """Equal but for the last digits."""
    return math.isclose(output, expected, rel_tol={tolerance!r})
'''


def load_mbpp(data: Path) -> SourceData:
    """Load MBPP's sanitized problems.

    Args:
        data: the folder with `data.jsonl`, or the file.

    Raises:
        InputError: the file is missing or not in the format.
    """
    file = read_problems(data, "data.jsonl")
    problems, exclusions = sort_out(_rows(file))
    return SourceData(
        data_version([file]),
        tuple(problems),
        tuple(exclusions),
        human_solutions={problem.task_id: (problem.canonical,) for problem in problems},
        files={file.path.name: file.sha256},
    )


def _rows(file: SourceFile) -> Iterator[tuple[str, Callable[[], Problem]]]:
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, "a problem: an object")
        task_id = f"Mbpp/{file.item(record, 'task_id', int, where, 'a number')}"
        text = file.item(record, "prompt", str, where, "the statement")
        code = file.item(record, "code", str, where, "the canonical solution")
        tests = file.item(record, "test_list", list, where, "a list of assertions")
        sources = [file.expect(test, str, f"{where} test_list", "assertions as strings") for test in tests]
        yield task_id, partial(_problem, task_id, text, code, sources)


def _problem(task_id: str, text: str, code: str, sources: list[str]) -> Problem:
    try:
        asserts = [asserted for source in sources for asserted in read_asserts(source)]
    except Unreadable as error:
        raise Unusable(f"its tests cannot be read as data: {error}") from None
    functions = {asserted.function for asserted in asserts}
    rules = {(asserted.rule, asserted.tolerance) for asserted in asserts}
    if not asserts:
        raise Unusable("it has no tests")
    if len(functions) != 1 or len(rules) != 1:
        raise Unusable("its tests call several functions, or compare in several ways")
    return Problem(
        task_id=task_id,
        entry_point=functions.pop(),
        level="function",
        prompt=f'"""\n{text.strip()}\n{sources[0].strip()}\n"""\n',
        tests="",
        cases=tuple(Case(asserted.arguments, asserted.expected) for asserted in asserts),
        canonical=Solution("canonical", code.replace("\r\n", "\n")),
        accepts=_rule(asserts[0]),
    )


def _rule(asserted: Asserted) -> str | None:
    if asserted.rule == "close":
        return CLOSE.format(tolerance=asserted.tolerance)
    return {"set": AS_SETS, "truth": AS_TRUTH}.get(asserted.rule)
