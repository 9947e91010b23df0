"""A contract in the making: its parameters and assertions, and what becomes of a proposed assertion."""

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from tallybench.authoring.asking import READ_SECONDS, NotAllowed, code_in, parse_answer, reading
from tallybench.authoring.calls import Arguments, Limits, Output, call_all, inputs_of_tests
from tallybench.authoring.stress_generation.allowed import check_assertion
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.guard import guarded
from tallybench.sandbox.jobs import Failure
from tallybench.values.shorten import shorten_call
from tallybench.values.text import clean_text
from tallybench.values.wire import encode

_CALLED = Limits(1.0, patience=1)
_NOTHING = re.compile(r"\W*(none|no (more|further) assertions?)\b", re.IGNORECASE)
_GIVEN = {"file": "stdin", "class": "calls"}
# What a contract on a text starts with, so that an assertion can be one expression.
_DERIVED = {"file": ("lines = stdin.splitlines()", "words = stdin.split()")}


@dataclass(frozen=True)
class Contract:
    """Assertions on the inputs of a problem."""

    parameters: str  # as in the source of a function
    names: tuple[str, ...]  # the names that an assertion may use: the parameters, and what is derived from them
    derived: tuple[str, ...] = ()  # the statements that derive the latter
    assertions: tuple[str, ...] = ()  # each as a statement

    @property
    def program(self) -> str:
        """A program that defines `contract`."""
        body = [*self.derived, *self.assertions] if self.assertions else ["pass"]
        needs_math = "math" not in self.names and any("math." in assertion for assertion in self.assertions)
        start = "import math\n\n\n" if needs_math else ""
        return f"{start}def contract({self.parameters}):\n" + "".join(f"    {line}\n" for line in body)

    def extended(self, assertion: str) -> "Contract":
        """Return the contract with one more assertion."""
        return replace(self, assertions=(*self.assertions, assertion))


def call_name(problem: Problem) -> str:
    """Return the name of the function that inputs are written as calls of."""
    return problem.entry_point if problem.level == "function" else "run"


def empty_contract(problem: Problem) -> Contract:
    """Return a contract without assertions, with the parameters of the problem's ground truth.

    Raises:
        InputError: the ground truth has no signature that can be read.
    """
    if (given := _GIVEN.get(problem.level)) is not None:
        derived = _DERIVED.get(problem.level, ())
        return Contract(given, (given, *(line.split(" = ")[0] for line in derived)), derived)
    entry_point = problem.entry_point
    functions: dict[str, ast.arguments] = {}
    for node in ast.parse(problem.ground_truth.code).body:
        match node:
            case ast.FunctionDef(name=name, args=arguments):
                functions[name] = arguments
            case ast.Assign(targets=targets, value=ast.Name(id=name)) if name in functions:
                functions |= {target.id: functions[name] for target in targets if isinstance(target, ast.Name)}
    found = functions.get(entry_point)
    if found is None or found.kwonlyargs:
        raise InputError(f"{problem.task_id}: the parameters of {entry_point} are unknown; a contract needs them")
    # Without annotations, and without defaults that would be computed.
    parameters = [ast.arg(given.arg) for given in (*found.posonlyargs, *found.args)]
    others = ast.arg(found.vararg.arg) if found.vararg else None
    defaults: list[ast.expr] = [one if isinstance(one, ast.Constant) else ast.Constant(None) for one in found.defaults]
    plain = ast.arguments([], parameters, others, [], [], None, defaults)
    return Contract(ast.unparse(plain), tuple(given.arg for given in (*parameters, *([others] if others else []))))


def read_assertion(text: str, names: Collection[str], there: Collection[str]) -> str | None:
    """Return the first assertion of an answer that is not `there` yet; None if the model says that none is left.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has none that can be used.
    """
    code = code_in(text)
    if _NOTHING.match(code) or _NOTHING.fullmatch(text.strip()):
        return None
    found = _assertions(parse_answer(code))
    if not found:
        raise NotAllowed("it holds no assert statement")
    tests = {ast.unparse(node.test) for line in there for node in _assertions(ast.parse(line))}
    for node in found:
        source = ast.unparse(node.test)
        if source in tests:
            continue
        said = node.msg.value if isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str) else ""
        node.msg = ast.Constant(clean_text(said) or f"must hold: {clean_text(source)}")
        check_assertion(node, names)
        written = ast.get_source_segment(code, node.test) or ""
        return f"assert {written if len(written.splitlines()) == 1 else source}, {node.msg.value!r}"
    raise NotAllowed("the contract has this assertion already")


def _assertions(tree: ast.Module) -> list[ast.Assert]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]


@dataclass(frozen=True)
class Tests:
    """The distinct inputs of a problem's correctness tests, and its contract without assertions."""

    inputs: tuple[Arguments, ...]
    contract: Contract


@dataclass(frozen=True)
class TestsTask:
    """Find the inputs of a problem's correctness tests."""

    problem: Problem

    def run(self, worker: Worker) -> Tests:
        inputs = inputs_of_tests(worker.native, self.problem)
        if not inputs:
            raise InputError(f"{self.problem.task_id}: its correctness tests have no inputs that can be read")
        with guarded(READ_SECONDS):
            return Tests(tuple(inputs), empty_contract(self.problem))


@dataclass(frozen=True)
class Proposed:
    """What became of an answer that should propose an assertion."""

    assertion: str | None  # the statement; None if the answer has none
    fault: str | None = None  # why it is not kept, in words; None if it is, or if the model says that none is left
    rejected: int = 0  # how many of the problem's invalid inputs the contract rejects with it


@dataclass(frozen=True)
class AssertionTask:
    """Try the assertion in an answer on the inputs of the correctness tests, and on inputs known to be invalid."""

    problem: Problem
    contract: Contract
    inputs: tuple[Arguments, ...]
    text: str

    def run(self, worker: Worker) -> Proposed:
        contract = self.contract
        try:
            with reading():
                assertion = read_assertion(self.text, contract.names, contract.assertions)
        except NotAllowed as error:
            return Proposed(None, str(error))
        if assertion is None:
            return Proposed(None)
        program = contract.extended(assertion).program

        def called(inputs: tuple[Arguments, ...]) -> list[Output]:
            return call_all(worker.native, program, "contract", inputs, _CALLED)

        for arguments, outcome in zip(self.inputs, called(self.inputs), strict=True):
            if isinstance(outcome, Failure):
                call = shorten_call(call_name(self.problem), arguments, {})
                return Proposed(assertion, f"the correctness test {call} does not keep it: {outcome.reason}")
        failures = [outcome for outcome in called(plain_invalid(self.problem)) if isinstance(outcome, Failure)]
        if unfit := [failure for failure in failures if failure.verdict is not Verdict.EXCEPTION]:
            return Proposed(assertion, f"it does not end within the limits on some inputs: {unfit[0].reason}")
        rejected = sum(failure.reason.startswith("AssertionError") for failure in failures)
        return Proposed(assertion, None, rejected)


def plain_invalid(problem: Problem) -> tuple[Arguments, ...]:
    """Return the invalid inputs of a problem that are plain data, as the sandbox needs."""
    found = []
    for _, arguments in problem.invalid:
        try:
            encode(arguments)
        except ValueError:
            continue
        found.append(arguments)
    return tuple(found)
