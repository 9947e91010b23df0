"""Trace in the sandbox which lines of a solution its stressful inputs reach, and which arcs between lines it takes.

`tallybench.authoring.audit.thoroughness` runs our own references in the evaluator's process; code from a dataset is not
trusted that far. It is wrapped in a solution that traces it and returns the numbers of the lines that ran.
"""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tallybench.counting.vetting import BUILD_SECONDS
from tallybench.counting.worker import Worker
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.sandbox.jobs import build_input, run_program, run_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.programs import as_bytes
from tallybench.sandbox.scripts import ENTRY as DRIVER
from tallybench.values.wire import WireError, decode

TRACED_CPU_SECONDS = 240.0  # tracing makes a solution some ten to thirty times slower
ENTRY = "covered"
_MARK = "covered lines:"
_TRACER = """\
import sys, threading
_source = {source!r}
_lines = set()
_code = compile(_source, "<solution>", "exec")
def _trace(frame, event, argument):
    if frame.f_code.co_filename != "<solution>":
        return None
    if event == "line":
        _lines.add(frame.f_lineno)
    return _trace
"""
_FUNCTION = """\
def covered(*arguments):
    namespace = {{"__name__": "solution"}}
    exec(_code, namespace)
    sys.settrace(_trace)
    try:
        namespace[{entry_point!r}](*arguments)
    finally:
        sys.settrace(None)
    return sorted(_lines)
"""
_ARCS = """\
_arcs = set()
def _trace(frame, event, argument):
    if frame.f_code.co_filename != "<solution>":
        return None
    first = last = -frame.f_code.co_firstlineno
    def follow(frame, event, argument):
        nonlocal last
        if event == "line":
            _arcs.add((last, frame.f_lineno))
            last = frame.f_lineno
        elif event == "return":
            _arcs.add((last, first))
        return follow
    return follow
def covered(*arguments):
    namespace = {{"__name__": "solution"}}
    exec(_code, namespace)
    _arcs.clear()
    sys.settrace(_trace)
    try:
        namespace[{entry_point!r}](*arguments)
    except Exception:
        pass
    finally:
        sys.settrace(None)
    return sorted(_arcs)
"""
_PROGRAM = """\
import __main__
threading.settrace(_trace)
sys.settrace(_trace)
try:
    exec(_code, __main__.__dict__)
except SystemExit:
    pass
finally:
    sys.settrace(None)
for _thread in threading.enumerate():
    if _thread is not threading.current_thread() and not _thread.daemon:
        _thread.join()
sys.__stdout__.flush()
print("\\n" + {mark!r}, *sorted(_lines), file=sys.__stdout__)
"""


@dataclass(frozen=True)
class Covered:
    """The statements of a problem's best solution that its stressful inputs reach."""

    inputs: int  # how many inputs ran
    lines: int  # how many statements there are: in functions at function level, in the whole program at file level
    reached: int  # how many of them are reached by some input
    fault: str | None = None  # why the figures are unknown; None if they are known


@dataclass(frozen=True)
class CoverTask:
    """Trace a problem's best solution on its usable stressful inputs."""

    problem: Problem

    def run(self, worker: Worker) -> Covered:
        problem = self.problem
        statements = statements_of(problem.ground_truth.code, whole=problem.level == "file")
        wrapped = worker.compile(wrapper(problem))
        if isinstance(wrapped, StressResult):
            return Covered(0, len(statements), 0, f"it cannot be traced: {wrapped.reason}")
        lines: set[int] = set()
        for stressful_input in problem.stressful:
            built = build_input(worker.native, stressful_input.recipe(problem.contract), BUILD_SECONDS)
            if built.output is None:
                return Covered(0, len(statements), 0, f"{stressful_input.name} cannot be built")
            found = _lines(worker, problem, wrapped, built.output)
            if isinstance(found, str):
                return Covered(0, len(statements), 0, f"{stressful_input.name}: {found}")
            lines |= found
        return Covered(len(problem.stressful), len(statements), reached(statements, lines))


def wrapper(problem: Problem) -> str:
    """Return a solution that runs the problem's best one and returns the lines that ran."""
    start = _TRACER.format(source=LEVELS[problem.level].program(problem, problem.ground_truth.code))
    if problem.level == "file":
        return start + _PROGRAM.format(mark=_MARK)
    return start + _FUNCTION.format(entry_point=DRIVER if problem.level == "class" else problem.entry_point)


def _lines(worker: Worker, problem: Problem, bytecode: bytes, arguments: bytes) -> set[int] | str:
    """Return the lines that ran, or why they are not known."""
    if problem.level == "file":
        (stdin,) = decode(arguments)
        answer = run_program(worker.native, bytecode, as_bytes(stdin), TRACED_CPU_SECONDS)
    else:
        answer = run_solution(worker.native, bytecode, ENTRY, arguments, TRACED_CPU_SECONDS)
    if answer.output is None:
        return answer.failure.reason if answer.failure else "no answer"
    try:
        if problem.level != "file":
            return {int(line) for line in decode(answer.output)}
        _, mark, told = answer.output.decode("utf-8", "replace").rpartition(_MARK)
        return {int(line) for line in told.split()} if mark else "it did not report its lines"
    except (WireError, TypeError, ValueError):
        return "its answer is malformed"


def arcs_program(code: str, entry_point: str) -> str:
    """Return a solution whose ENTRY calls this one and returns the arcs that it takes between lines.

    A function call begins and ends at its first line's number, negated.
    """
    return _TRACER.format(source=code) + _ARCS.format(entry_point=entry_point)


def arcs_of(output: bytes) -> list[tuple[int, int]]:
    """Return the arcs in ENTRY's (encoded, untrusted) answer; an empty list if it is malformed."""
    try:
        return [(int(start), int(end)) for start, end in decode(output)]
    except (WireError, TypeError, ValueError):
        return []


Span = tuple[int, int]


def statements_of(code: str, whole: bool) -> list[Span]:
    """Return the first and last line of each statement that runs, in functions or in the whole program."""
    tree = ast.parse(code)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    scopes: Sequence[ast.AST] = [tree] if whole else functions
    spans = {
        (node.lineno, node.end_lineno or node.lineno)
        for scope in scopes
        for node in ast.walk(scope)
        if isinstance(node, ast.stmt) and node is not scope and not _silent(node)
    }
    return sorted(spans)


def reached(statements: list[Span], lines: Iterable[int]) -> int:
    """Count the statements that ran: for each line, the innermost statement around it."""
    around = [[span for span in statements if span[0] <= line <= span[1]] for line in lines]
    return len({max(spans, key=lambda span: (span[0], -span[1])) for spans in around if spans})


def _silent(node: ast.stmt) -> bool:
    """Return whether Python runs nothing for a statement, such as a docstring or a declaration."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
