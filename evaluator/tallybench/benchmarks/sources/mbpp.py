"""Sanitized MBPP, from its public `data.jsonl`; its tests are assertions, which are read as data."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pydantic import Field

from tallybench.benchmarks.sources.asserts import Asserted, Unreadable, read_asserts
from tallybench.benchmarks.sources.data_files import DataFile, Excluded, Found, Record, read_problems, with_problems
from tallybench.model.benchmark import Benchmark
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


class _Line(Record):
    task_id: int = Field(description="a number")
    prompt: str = Field(description="the statement")
    code: str = Field(description="the canonical solution")
    test_list: list[str] = Field(description="a list of assertions, each a string")


def load_mbpp(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load MBPP's sanitized problems from the folder with `data.jsonl`, or from the file."""
    file = read_problems(data, "data.jsonl")
    return with_problems(benchmark, data, [file], _rows(file))


def _rows(file: DataFile) -> Iterator[tuple[str, partial[Found]]]:
    for _, line in file.records(_Line, "a problem: an object"):
        task_id = f"Mbpp/{line.task_id}"
        yield task_id, partial(_problem, task_id, line)


def _problem(task_id: str, line: _Line) -> Found:
    try:
        asserts = [asserted for source in line.test_list for asserted in read_asserts(source)]
    except Unreadable as error:
        raise Excluded(f"its tests cannot be read as data: {error}") from None
    if not asserts:
        raise Excluded("it has no tests")
    functions = {asserted.function for asserted in asserts}
    if len(functions) != 1 or len({(asserted.rule, asserted.tolerance) for asserted in asserts}) != 1:
        raise Excluded("its tests call several functions, or compare in several ways")
    canonical = Solution("canonical", line.code.replace("\r\n", "\n"))
    problem = Problem(
        task_id=task_id,
        entry_point=functions.pop(),
        level="function",
        prompt=f'"""\n{line.prompt.strip()}\n{line.test_list[0].strip()}\n"""\n',
        tests="",
        cases=tuple(Case(asserted.arguments, asserted.expected) for asserted in asserts),
        canonical=canonical,
        accepts=_accepts(asserts[0]),
    )
    return Found(problem, (canonical,))


def _accepts(asserted: Asserted) -> str | None:
    if asserted.rule == "close":
        return CLOSE.format(tolerance=asserted.tolerance)
    return {"set": AS_SETS, "truth": AS_TRUTH}.get(asserted.rule)
