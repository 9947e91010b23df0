"""MBPP and EvalPlus' MBPP+, from their public files.

`data.jsonl` (MBPP, sanitized) has tests as assertions, which are read as data. `MbppPlus.jsonl` has inputs without
outputs: what is expected is what the canonical solution returns, found out once in the sandbox and kept in the cache.
JSON has no tuples, sets and complex numbers; the problem's own assertions show where its inputs have them.
"""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.benchmarks.sources.asserts import Asserted, Shape, Unreadable, read_asserts, read_calls
from evaluator.benchmarks.sources.data_files import Loaded, SourceFile, data_version, parse_quietly, read_json_lines
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Case, Problem, Solution

MBPP, MBPP_PLUS = "data.jsonl", "MbppPlus.jsonl"
EXPECTED_CPU_SECONDS = 120  # for all calls of one canonical solution
LEAST_TOLERANCE = 1e-6  # what EvalPlus allows floats where a problem states no tolerance

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
# EvalPlus' rules for problems whose statements leave the output open, by entry point.
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


class _Unusable(Exception):
    """A problem that cannot be used, with the reason."""


def load_mbpp(name: str, data: Path) -> Loaded:
    """Loads MBPP or MBPP+.

    Args:
        name: `mbpp` or `mbpp+`.
        data: the folder of the file, or the file.

    Raises:
        InputError: the file is missing or not in the format.
        MachineError: MBPP+'s expected outputs are not in the cache, and this machine cannot run the sandbox.
    """
    path = data if data.is_file() else data / (MBPP if name == "mbpp" else MBPP_PLUS)
    file = read_json_lines(path, "a problem a line: the public file")
    if not file.value:
        raise InputError(f"{path}: holds no problems; get the public file again")
    problems: list[Problem] = []
    exclusions: list[tuple[str, str]] = []
    rows = _base(file) if name == "mbpp" else _plus(file)
    for row in rows:
        if isinstance(row, Problem):
            problems.append(row)
        else:
            exclusions.append(row)
    if not problems:
        raise InputError(f"{path}: none of its {len(exclusions)} problems can be used: {exclusions[0][1]}")
    benchmark = Benchmark(name, data_version([file]), tuple(problems), foreign=True, exclusions=tuple(exclusions))
    truths: dict[str, tuple[Solution, ...]] = {problem.task_id: (problem.canonical,) for problem in problems}
    return Loaded(benchmark, truths, {path.name: file.sha256})


def _base(file: SourceFile) -> Iterator[Problem | tuple[str, str]]:
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, "a problem: an object")
        task_id = f"Mbpp/{file.item(record, 'task_id', int, where, 'a number')}"
        text = file.item(record, "prompt", str, where, "the statement")
        code = file.item(record, "code", str, where, "the canonical solution")
        tests = file.item(record, "test_list", list, where, "a list of assertions")
        sources = [file.expect(test, str, f"{where} test_list", "assertions as strings") for test in tests]
        try:
            yield _from_asserts(task_id, text, code, sources)
        except _Unusable as reason:
            yield task_id, str(reason)


def _from_asserts(task_id: str, text: str, code: str, sources: list[str]) -> Problem:
    try:
        asserts = [one for source in sources for one in read_asserts(source)]
    except Unreadable as error:
        raise _Unusable(f"its tests cannot be read as data: {error}") from None
    functions = {one.function for one in asserts}
    rules = {(one.rule, one.tolerance) for one in asserts}
    if not asserts:
        raise _Unusable("it has no tests")
    if len(functions) != 1 or len(rules) != 1:
        raise _Unusable("its tests call several functions, or compare in several ways")
    return Problem(
        task_id=task_id,
        entry_point=functions.pop(),
        level="function",
        prompt=f'"""\n{text.strip()}\n{sources[0].strip()}\n"""\n',
        tests="",
        cases=tuple(Case(one.arguments, one.expected) for one in asserts),
        canonical=Solution("canonical", code.replace("\r\n", "\n")),
        accepts=_rule(asserts[0]),
    )


def _rule(one: Asserted) -> str | None:
    if one.rule == "close":
        return CLOSE.format(tolerance=one.tolerance)
    return {"set": AS_SETS, "truth": AS_TRUTH}.get(one.rule)


@dataclass(frozen=True)
class _Inputs:
    """A problem of MBPP+ whose expected outputs are to be found."""

    problem: Problem
    arguments: list[tuple[Any, ...]]
    tolerance: float


def _plus(file: SourceFile) -> Iterator[Problem | tuple[str, str]]:
    rows: list[_Inputs | tuple[str, str]] = []
    for number, value in enumerate(file.value, 1):
        where = f"line {number}"
        record = file.expect(value, dict, where, "a problem: an object")
        task_id = file.item(record, "task_id", str, where, "such as Mbpp/2")
        try:
            rows.append(_inputs(file, record, task_id, where))
        except _Unusable as reason:
            rows.append((task_id, str(reason)))
    expected = _expected_outputs(file, [row for row in rows if isinstance(row, _Inputs)])
    for row in rows:
        if isinstance(row, tuple):
            yield row
            continue
        fault, outputs = expected[row.problem.task_id]
        if fault is not None:
            yield row.problem.task_id, fault
            continue
        cases = tuple(Case(given, output) for given, output in zip(row.arguments, outputs, strict=True))
        yield replace(row.problem, cases=cases, tolerance=row.tolerance if _has_float(outputs) else None)


def _inputs(file: SourceFile, record: dict[str, Any], task_id: str, where: str) -> _Inputs:
    texts = {
        key: file.item(record, key, str, where, "a string")
        for key in ("prompt", "entry_point", "canonical_solution", "contract", "assertion")
    }
    entry_point = texts["entry_point"]
    listed = []
    for key in ("base_input", "plus_input"):
        value = record.get(key) or []  # one problem has {} for none
        for one in file.expect(value, list, f"{where} {key}", "a list of inputs"):
            listed.append(tuple(file.expect(one, list, f"{where} {key}", "a list of arguments")))
    if not listed:
        raise _Unusable("it has no inputs")
    atol = record.get("atol")
    if isinstance(atol, bool) or not isinstance(atol, int | float):
        raise InputError(f"{file.path}: at {where} `atol` is no number; get the public file again")
    try:
        examples = read_calls(texts["assertion"], entry_point)
    except Unreadable as error:
        raise _Unusable(f"its assertions, which show the types of its inputs, cannot be read: {error}") from None
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
        accepts=_RULES.get(entry_point),
    )
    return _Inputs(problem, arguments, max(float(atol), LEAST_TOLERANCE))


def _contract(code: str, entry_point: str, body: str) -> str | None:
    """A contract is the start of the canonical function's body; a function of its own is made of it."""
    try:
        tree = parse_quietly(code)
    except ValueError:
        raise _Unusable("its canonical solution is not Python") from None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry_point:
            imports = [ast.unparse(one) for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
            program = (
                "\n".join([*imports, f"def contract({ast.unparse(node.args)}):", body.rstrip() or "  pass"]) + "\n"
            )
            try:
                parse_quietly(program)
            except ValueError:
                return None
            return program
    raise _Unusable(f"its canonical solution does not define {entry_point}")


_Expected = dict[str, tuple[str | None, list[Any]]]


def _expected_outputs(file: SourceFile, rows: list[_Inputs]) -> _Expected:
    """What each canonical solution returns for each input, or why it cannot be used; from the cache where it is."""
    # Imported here, for these import the package that this module is part of.
    from evaluator.files import cache_folder, write_atomically
    from evaluator.values.wire import WireError, decode, encode

    content = encode([(row.problem.task_id, row.problem.canonical.code, row.arguments) for row in rows])
    path = cache_folder() / "expected" / f"mbpp-plus-{hashlib.sha256(content).hexdigest()[:16]}"
    try:
        kept: _Expected = decode(path.read_bytes())
        if kept.keys() == {row.problem.task_id for row in rows}:
            return kept
    except (OSError, WireError, AttributeError):
        pass
    found = _run_canonical(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [encode(found)])
    return found


def _run_canonical(rows: list[_Inputs]) -> _Expected:
    from evaluator.execution.conversation import Channel, ChannelClosed, serve_solution
    from evaluator.execution.jobs import failed, read_answer
    from evaluator.execution.sandbox.bubblewrap import Setting, find_bubblewrap
    from evaluator.execution.sandbox.host import Zygote
    from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
    from evaluator.values.wire import WireError, decode

    find_bubblewrap()
    zygote = Zygote(Setting(probe_interpreter(default_interpreter())))
    found: _Expected = {}
    try:
        for row in rows:
            outputs: list[Any] = []
            faults: list[str] = []

            def talk(channel: Channel, row: _Inputs = row, outputs: list[Any] = outputs, faults: Any = faults) -> None:
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
            if faults:
                why = failed(ended)
                told = why.reason if faults[0] == "it ended" and why else faults[0]
                found[row.problem.task_id] = (f"its canonical solution fails: {told}", [])
            else:
                found[row.problem.task_id] = (None, outputs)
    finally:
        zygote.close()
    return found


def _has_float(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_float(item) for item in value)
    return isinstance(value, float)
