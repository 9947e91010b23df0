"""Sanitized MBPP, from its public `data.jsonl`; its tests are assertions, which are read as data.

No part of an assertion is executed. COFFE's data hold such assertions too.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field

from tallybench.benchmarks.sources.data_files import DataFile, Excluded, Found, Record, read_problems, with_problems
from tallybench.benchmarks.trees import parse_quietly
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
MAX_SOURCE = 1 << 20  # characters of one assertion


@dataclass(frozen=True)
class Asserted:
    """What an assertion says about one call."""

    function: str  # the function that is called
    arguments: tuple[Any, ...]  # the arguments of the call
    expected: Any  # the expected value
    # `equal`; `set`: equal as sets; `close`: equal within a relative `tolerance`; `truth`: equally true.
    rule: str = "equal"
    tolerance: float | None = None  # the tolerance of `close`


class Unreadable(ValueError):
    """An assertion does not compare a single call with a value."""


def read_asserts(source: str) -> list[Asserted]:
    """Read assertions, one per statement; imports between them are skipped.

    Raises:
        Unreadable: a statement is something else, or too long.
    """
    return [_read(node) for node in _parse(source).body if not isinstance(node, ast.Import | ast.ImportFrom)]


def _parse(source: str) -> ast.Module:
    if len(source) > MAX_SOURCE:
        raise Unreadable(f"is longer than {MAX_SOURCE:,} characters")
    try:
        tree: ast.Module = parse_quietly(source.strip())
    except ValueError as error:
        raise Unreadable(f"is not Python ({error})") from None
    return tree


def _read(node: ast.stmt) -> Asserted:
    if not isinstance(node, ast.Assert):
        raise Unreadable(f"`{_quoted(node)}` is no assertion")
    match node.test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            if (call := _in_set(left)) is not None:
                return Asserted(*_call(call), set(_value(right)), "set")
            return Asserted(*_call(left), _value(right))
        case ast.Call(
            func=ast.Attribute(value=ast.Name("math"), attr="isclose"),
            args=[call, wanted],
            keywords=[ast.keyword(arg="rel_tol", value=tolerance)],
        ):
            return Asserted(*_call(call), _value(wanted), "close", float(_value(tolerance)))
        case ast.UnaryOp(op=ast.Not(), operand=call):
            return Asserted(*_call(call), False, "truth")
        case call:
            return Asserted(*_call(call), True, "truth")


def _call(node: ast.expr) -> tuple[str, tuple[Any, ...]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return node.func.id, tuple(map(_value, node.args))
    raise Unreadable(f"`{_quoted(node)}` is no call of a function by its name")


def _in_set(node: ast.expr) -> ast.expr | None:
    """Return the argument of `set(...)`; None for anything else."""
    match node:
        case ast.Call(func=ast.Name("set"), args=[inside]):
            return inside
    return None


def _value(node: ast.expr) -> Any:
    if (items := _in_set(node)) is not None:
        return set(_value(items))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        factors = [_value(side) for side in (node.left, node.right)]
        if all(type(factor) is int for factor in factors):
            return factors[0] * factors[1]
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise Unreadable(f"`{_quoted(node)}` is no literal") from None


def _quoted(node: ast.AST) -> str:
    text = ast.unparse(node)
    return text if len(text) <= 60 else text[:57] + "..."


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
