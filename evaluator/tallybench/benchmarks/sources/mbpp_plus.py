"""EvalPlus' MBPP+, from its public `MbppPlus.jsonl`, which has inputs without outputs.

The expected outputs are what the canonical solution returns; it is run once in the sandbox, and they are cached. JSON
has no tuples, sets or complex numbers; the problem's own assertions show where its inputs have them.
"""

import ast
import hashlib
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from pydantic import Field

from tallybench.benchmarks.sources.data_files import (
    DataFile,
    Excluded,
    Found,
    Record,
    read_problems,
    read_rows,
    with_problems,
)
from tallybench.benchmarks.sources.mbpp import AS_SETS, Shape, Unreadable, read_calls
from tallybench.benchmarks.trees import parse_quietly
from tallybench.files import cache_folder, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Case, Problem, Solution
from tallybench.sandbox.bubblewrap import Setting, find_bubblewrap
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import Channel, ChannelClosed, failed, serve_solution
from tallybench.values.wire import WireError, decode, encode

EXPECTED_CPU_SECONDS = 120  # for all calls of one canonical solution
# CPU seconds for a sample's tests: twice what the ground truth takes on an ordinary machine, if that is more than
# USUAL_SECONDS. They are fixed, not measured at run time, so that a verdict is the same on every machine. On the other
# problems, only one of 1,300 passing programs by models takes more than half of USUAL_SECONDS: 1.2 seconds.
USUAL_SECONDS = 2.0
LONGER_SECONDS = {
    "Mbpp/599": 16.0,
    "Mbpp/392": 6.0,
    "Mbpp/123": 4.5,
    "Mbpp/271": 4.5,
    "Mbpp/603": 3.5,
    "Mbpp/592": 3.5,
    "Mbpp/389": 2.5,
}
LEAST_TOLERANCE = 1e-6  # what EvalPlus allows for floats if a problem states no tolerance

EITHER_DISTANCE = '''\
def accepts(output, expected, number, other):
    """The digits of the difference, or the differences of the digits: the statement has both readings."""
    left, right = str(number), str(other)
    width = max(len(left), len(right))
    pairs = zip(left.zfill(width), right.zfill(width))
    return output == expected or output == sum(abs(int(one) - int(two)) for one, two in pairs)
'''
EITHER_HEIGHT = '''\
import math


def accepts(output, expected, base_edge, height):
    """The second argument is the slant height, or the height: the statement has both readings."""
    slant = math.sqrt((base_edge / 2) ** 2 + height**2)
    other = round(base_edge**2 + 2 * base_edge * slant)
    return math.isclose(output, expected, abs_tol=1e-6) or math.isclose(output, other, abs_tol=1e-6)
'''
# EvalPlus' rules for problems whose statements allow several outputs, by entry point.
_RULES = dict.fromkeys(
    (
        "similar_elements",
        "find_char_long",
        "common_in_nested_lists",
        "extract_singly",
        "larg_nnum",
        "intersection_array",
        "find_dissimilar",
        "Diff",
    ),
    AS_SETS,
) | {
    "digit_distance_nums": EITHER_DISTANCE,
    "surface_Area": EITHER_HEIGHT,
}


class _Line(Record):
    task_id: str = Field(description="such as Mbpp/2")
    prompt: str = Field(description="a string")
    entry_point: str = Field(description="a string")
    canonical_solution: str = Field(description="a string")
    contract: str = Field(description="a string")
    assertion: str = Field(description="a string")
    base_input: list[list[Any]] = Field(description="a list of inputs, each a list of arguments")
    plus_input: Any  # one problem has {} for none
    atol: float = Field(description="a number")


@dataclass(frozen=True)
class _Inputs:
    """A problem whose expected outputs are still to be computed."""

    problem: Problem
    arguments: list[tuple[Any, ...]]
    tolerance: float


def load_mbpp_plus(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load MBPP+ from the folder with `MbppPlus.jsonl`, or from the file."""
    file = read_problems(data, "MbppPlus.jsonl")
    readable, unreadable = read_rows(_rows(file))
    expected = _expected_outputs(readable)
    rows = ((row.problem.task_id, partial(_with_outputs, row, *expected[row.problem.task_id])) for row in readable)
    found = with_problems(benchmark, data, [file], rows)
    return replace(found, exclusions=(*unreadable, *found.exclusions))


def list_mbpp_plus(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load MBPP+ without expected outputs, which take long to compute."""
    file = read_problems(data, "MbppPlus.jsonl")
    readable, unreadable = read_rows(_rows(file))
    rows = ((row.problem.task_id, partial(Found, row.problem, (row.problem.canonical,))) for row in readable)
    found = with_problems(benchmark, data, [file], rows)
    return replace(found, exclusions=(*unreadable, *found.exclusions))


def _rows(file: DataFile) -> Iterator[tuple[str, partial[_Inputs]]]:
    for where, line in file.records(_Line, "a problem: an object"):
        more = file.expect(
            line.plus_input or [], list[list[Any]], f"{where} plus_input", "a list of lists of arguments"
        )
        yield line.task_id, partial(_inputs, line, [tuple(given) for given in (*line.base_input, *more)])


def _inputs(line: _Line, listed: list[tuple[Any, ...]]) -> _Inputs:
    if not listed:
        raise Excluded("it has no inputs")
    try:
        examples = read_calls(line.assertion, line.entry_point)
    except Unreadable as error:
        raise Excluded(f"its assertions, which show the types of its inputs, cannot be read: {error}") from None
    shapes = [Shape.of(column) for column in zip(*examples, strict=False)]
    arguments = [
        tuple(shape.restore_argument(value) for shape, value in zip(shapes, given, strict=False)) + given[len(shapes) :]
        for given in listed
    ]
    code = line.prompt + line.canonical_solution
    problem = Problem(
        task_id=line.task_id,
        entry_point=line.entry_point,
        level="function",
        prompt=line.prompt,
        tests="",
        canonical=Solution("canonical", code),
        contract=_contract(code, line.entry_point, line.contract),
        test_seconds=LONGER_SECONDS.get(line.task_id, USUAL_SECONDS),
        accepts=_RULES.get(line.entry_point),
    )
    return _Inputs(problem, arguments, max(line.atol, LEAST_TOLERANCE))


def _contract(code: str, entry_point: str, body: str) -> str | None:
    """Return a contract program made of the start of the canonical function's body; None if that is not Python."""
    try:
        tree = parse_quietly(code)
    except ValueError:
        raise Excluded("its canonical solution is not Python") from None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry_point]
    if not functions:
        raise Excluded(f"its canonical solution does not define {entry_point}")
    imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    head = f"def contract({ast.unparse(functions[0].args)}):"
    program = "\n".join([*imports, head, body.rstrip() or "  pass"]) + "\n"
    try:
        parse_quietly(program)
    except ValueError:
        return None
    return program


_Outputs = tuple[str | None, list[Any]]  # why a canonical solution cannot be used, or what it returns for each input


def _with_outputs(row: _Inputs, fault: str | None, outputs: list[Any]) -> Found:
    if fault is not None:
        raise Excluded(fault)
    cases = tuple(Case(given, output) for given, output in zip(row.arguments, outputs, strict=True))
    problem = replace(row.problem, cases=cases, tolerance=row.tolerance if _has_float(outputs) else None)
    return Found(problem, (problem.canonical,))


def _has_float(value: Any) -> bool:
    if not isinstance(value, list | tuple):
        return isinstance(value, float)
    kinds = set(map(type, value))  # some have a million members
    return float in kinds or (not kinds.isdisjoint((list, tuple)) and any(map(_has_float, value)))


def _expected_outputs(rows: Sequence[_Inputs]) -> dict[str, _Outputs]:
    """Return what each canonical solution returns, by task id, from the cache if it is there."""
    content = encode([(row.problem.task_id, row.problem.canonical.code, row.arguments) for row in rows])
    # Since version 2, outputs that are not plain data are converted.
    path = cache_folder() / "expected" / f"mbpp-plus-2-{hashlib.sha256(content).hexdigest()[:16]}"
    try:
        cached: dict[str, _Outputs] = decode(path.read_bytes())
        if cached.keys() == {row.problem.task_id for row in rows}:
            return cached
    except (OSError, WireError, AttributeError):
        pass
    found = _run_canonical(rows)
    write_in_cache(path, [encode(found)])
    return found


def _run_canonical(rows: Sequence[_Inputs]) -> dict[str, _Outputs]:
    """Run the canonical solutions, the longest first, one at a time on each processor."""
    find_bubblewrap()
    setting = Setting(probe_interpreter(default_interpreter()))
    longest_first = sorted(rows, key=lambda row: -(row.problem.test_seconds or 0))
    idle: SimpleQueue[Zygote] = SimpleQueue()

    def run(row: _Inputs) -> _Outputs:
        zygote = idle.get()
        try:
            return _run_one(zygote, row)
        finally:
            idle.put(zygote)

    count = len(os.sched_getaffinity(0))
    with ExitStack() as owner:
        for _ in range(count):
            idle.put(owner.enter_context(closing(Zygote(setting))))
        with ThreadPoolExecutor(count) as threads:
            outputs = dict(
                zip((row.problem.task_id for row in longest_first), threads.map(run, longest_first), strict=True)
            )
    return {row.problem.task_id: outputs[row.problem.task_id] for row in rows}


def _run_one(zygote: Zygote, row: _Inputs) -> _Outputs:
    outputs: list[Any] = []
    fault = "it ended"

    def talk(channel: Channel) -> None:
        nonlocal fault
        try:
            if (refusal := channel.refusal()) is not None:
                fault = refusal.reason
                return
            for given in row.arguments:
                answer, failure = channel.call(given, {})
                if answer is None or failure is not None:
                    fault = f"for input {len(outputs) + 1}: {failure.reason if failure else ''}"
                    return
                outputs.append(decode(answer))
            fault = ""
        except (ChannelClosed, WireError) as error:
            fault = str(error) or fault

    problem = row.problem
    ended = serve_solution(zygote, problem.canonical.code, problem.entry_point, EXPECTED_CPU_SECONDS, talk)
    if not fault:
        return None, outputs
    why = failed(ended) if fault == "it ended" else None
    return f"its canonical solution fails: {why.reason if why else fault}", []
