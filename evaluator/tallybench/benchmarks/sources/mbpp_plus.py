"""EvalPlus' MBPP+, from its public `MbppPlus.jsonl`, which has inputs without outputs.

The expected outputs are what the canonical solution returns; it is run once in the sandbox, and they are cached. JSON
has no tuples, sets or complex numbers; the problem's own assertions show where its inputs have them.
"""

import ast
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from tallybench.benchmarks.sources.asserts import Shape, Unreadable, read_calls
from tallybench.benchmarks.sources.data_files import SourceFile, data_version, parse_quietly, read_problems
from tallybench.benchmarks.sources.mbpp import AS_SETS
from tallybench.benchmarks.sources.source_data import SourceData, Unusable, sort_out
from tallybench.errors import InputError
from tallybench.files import cache_folder, write_atomically
from tallybench.model.problem import Case, Problem, Solution
from tallybench.sandbox.bubblewrap import Setting, find_bubblewrap
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import Channel, ChannelClosed, failed, read_answer, serve_solution
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


def load_mbpp_plus(data: Path) -> SourceData:
    """Load MBPP+.

    Args:
        data: the folder with `MbppPlus.jsonl`, or the file.

    Raises:
        InputError: the file is missing or not in the format.
        MachineError: the expected outputs are not in the cache, and this machine cannot run the sandbox.
    """
    file = read_problems(data, "MbppPlus.jsonl")
    rows = list(_rows(file))
    readable, unreadable = sort_out(rows)
    expected = _expected_outputs(readable)
    problems, failing = sort_out((row.problem.task_id, partial(_problem, row, expected)) for row in readable)
    order = {task_id: number for number, (task_id, _) in enumerate(rows)}
    return SourceData(
        data_version([file]),
        tuple(problems),
        tuple(sorted([*unreadable, *failing], key=lambda exclusion: order[exclusion[0]])),
        human_solutions={problem.task_id: (problem.canonical,) for problem in problems},
        files={file.path.name: file.sha256},
    )


def list_mbpp_plus(data: Path) -> SourceData:
    """Load MBPP+ without its tests, whose outputs take a minute to compute, to look up task ids.

    Raises:
        InputError: the file is missing or not in the format.
    """
    file = read_problems(data, "MbppPlus.jsonl")
    readable, unreadable = sort_out(_rows(file))
    return SourceData(data_version([file]), tuple(row.problem for row in readable), tuple(unreadable))


@dataclass(frozen=True)
class _Inputs:
    """A problem of MBPP+ whose expected outputs are still to be computed."""

    problem: Problem
    arguments: list[tuple[Any, ...]]
    tolerance: float


def _rows(file: SourceFile) -> Iterator[tuple[str, Callable[[], _Inputs]]]:
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, "a problem: an object")
        task_id = file.item(record, "task_id", str, where, "such as Mbpp/2")
        yield task_id, partial(_inputs, file, record, task_id, where)


def _inputs(file: SourceFile, record: dict[str, Any], task_id: str, where: str) -> _Inputs:
    texts = {
        key: file.item(record, key, str, where, "a string")
        for key in ("prompt", "entry_point", "canonical_solution", "contract", "assertion")
    }
    entry_point = texts["entry_point"]
    listed = []
    for key in ("base_input", "plus_input"):
        value = record.get(key) or []  # one problem has {} for none
        for given in file.expect(value, list, f"{where} {key}", "a list of inputs"):
            listed.append(tuple(file.expect(given, list, f"{where} {key}", "a list of arguments")))
    if not listed:
        raise Unusable("it has no inputs")
    atol = record.get("atol")
    if isinstance(atol, bool) or not isinstance(atol, int | float):
        raise InputError(f"{file.path}: at {where} `atol` is no number; get the public file again")
    try:
        examples = read_calls(texts["assertion"], entry_point)
    except Unreadable as error:
        raise Unusable(f"its assertions, which show the types of its inputs, cannot be read: {error}") from None
    shapes = [Shape.of(column) for column in zip(*examples, strict=False)] if examples else []
    arguments = [
        tuple(shape.restore_argument(value) for shape, value in zip(shapes, given, strict=False)) + given[len(shapes) :]
        for given in listed
    ]
    code = texts["prompt"] + texts["canonical_solution"]
    problem = Problem(
        task_id=task_id,
        entry_point=entry_point,
        level="function",
        prompt=texts["prompt"],
        tests="",
        canonical=Solution("canonical", code),
        contract=_contract(code, entry_point, texts["contract"]),
        test_seconds=LONGER_SECONDS.get(task_id, USUAL_SECONDS),
        accepts=_RULES.get(entry_point),
    )
    return _Inputs(problem, arguments, max(float(atol), LEAST_TOLERANCE))


def _contract(code: str, entry_point: str, body: str) -> str | None:
    """Return a contract program made of the start of the canonical function's body; None if that is not Python."""
    try:
        tree = parse_quietly(code)
    except ValueError:
        raise Unusable("its canonical solution is not Python") from None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry_point:
            imports = [ast.unparse(line) for line in tree.body if isinstance(line, ast.Import | ast.ImportFrom)]
            program = (
                "\n".join([*imports, f"def contract({ast.unparse(node.args)}):", body.rstrip() or "  pass"]) + "\n"
            )
            try:
                parse_quietly(program)
            except ValueError:
                return None
            return program
    raise Unusable(f"its canonical solution does not define {entry_point}")


_Expected = dict[str, tuple[str | None, list[Any]]]


def _problem(row: _Inputs, expected: _Expected) -> Problem:
    fault, outputs = expected[row.problem.task_id]
    if fault is not None:
        raise Unusable(fault)
    cases = tuple(Case(given, output) for given, output in zip(row.arguments, outputs, strict=True))
    return replace(row.problem, cases=cases, tolerance=row.tolerance if _has_float(outputs) else None)


def _expected_outputs(rows: Sequence[_Inputs]) -> _Expected:
    """Return what each canonical solution returns for each input, or why it cannot be used.

    The outputs are taken from the cache if they are there.
    """
    content = encode([(row.problem.task_id, row.problem.canonical.code, row.arguments) for row in rows])
    # Since version 2, outputs that are not plain data are converted.
    path = cache_folder() / "expected" / f"mbpp-plus-2-{hashlib.sha256(content).hexdigest()[:16]}"
    try:
        cached: _Expected = decode(path.read_bytes())
        if cached.keys() == {row.problem.task_id for row in rows}:
            return cached
    except (OSError, WireError, AttributeError):
        pass
    found = _run_canonical(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [encode(found)])
    return found


def _run_canonical(rows: Sequence[_Inputs]) -> _Expected:
    """Run the canonical solutions, the longest first, one at a time on each processor."""
    find_bubblewrap()
    setting = Setting(probe_interpreter(default_interpreter()))
    waiting = iter(sorted(rows, key=lambda row: -(row.problem.test_seconds or 0)))
    taking = Lock()
    found: _Expected = {}

    def take() -> _Inputs | None:
        with taking:
            return next(waiting, None)

    def run_some() -> None:
        zygote = Zygote(setting)
        try:
            for row in iter(take, None):
                found[row.problem.task_id] = _run_one(zygote, row)
        finally:
            zygote.close()

    count = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(count) as threads:
        for ended in [threads.submit(run_some) for _ in range(count)]:
            ended.result()
    return {row.problem.task_id: found[row.problem.task_id] for row in rows}


def _run_one(zygote: Zygote, row: _Inputs) -> tuple[str | None, list[Any]]:
    outputs: list[Any] = []
    faults: list[str] = []

    def talk(channel: Channel) -> None:
        try:
            if (hello := channel.receive()) != b"S":
                _, failure = read_answer(hello)
                faults.append(failure.reason if failure else "it does not start")
                return
            for given in row.arguments:
                answer, failure = read_answer(channel.call(given, {}))
                if failure is not None or answer is None:
                    faults.append(f"for input {len(outputs) + 1}: {failure.reason if failure else ''}")
                    return
                outputs.append(decode(answer))
        except (ChannelClosed, WireError) as error:
            faults.append(str(error) or "it ended")

    code, entry_point = row.problem.canonical.code, row.problem.entry_point
    ended = serve_solution(zygote, code, entry_point, EXPECTED_CPU_SECONDS, talk)
    if not faults:
        return None, outputs
    why = failed(ended)
    reason = why.reason if faults[0] == "it ended" and why else faults[0]
    return f"its canonical solution fails: {reason}", []


def _has_float(value: Any) -> bool:
    if not isinstance(value, list | tuple):
        return isinstance(value, float)
    kinds = set(map(type, value))  # some have a million members
    return float in kinds or (not kinds.isdisjoint((list, tuple)) and any(map(_has_float, value)))
