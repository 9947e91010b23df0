"""A contract in the making: its parameters and assertions, and what becomes of a proposed assertion."""

import ast
from dataclasses import dataclass
from typing import Any

from tallybench.authoring.stress_generation.allowed import NotAllowed
from tallybench.authoring.stress_generation.answers import UNREADABLE, read_assertion
from tallybench.authoring.test_generation.calls import call_all
from tallybench.authoring.test_generation.seeds import seed_inputs
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.guard import TooMuch, guarded
from tallybench.sandbox.jobs import Failure
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import encode

PARSE_SECONDS = 10.0  # of CPU time, for one answer
CPU_SECONDS = 1.0  # for the calls of a contract that share a process
NAME = "contract"
_GIVEN = {"file": "stdin", "class": "calls"}
_DERIVED = {"file": ("lines = stdin.splitlines()", "words = stdin.split()")}
"""What a contract on a text starts with, so that an assertion can be one expression."""


@dataclass(frozen=True)
class Contract:
    """Assertions on the inputs of a problem.

    Attributes:
        parameters: as in the source of a function.
        names: the names that an assertion may use: the parameters, and what is derived from them.
        derived: the statements that derive the latter.
        assertions: each as a statement.
    """

    parameters: str
    names: tuple[str, ...]
    derived: tuple[str, ...] = ()
    assertions: tuple[str, ...] = ()

    @property
    def program(self) -> str:
        """A program that defines `contract`."""
        body = [*self.derived, *self.assertions] if self.assertions else ["pass"]
        start = "import math\n\n\n" if self.needs_math else ""
        return f"{start}def {NAME}({self.parameters}):\n" + "".join(f"    {line}\n" for line in body)

    @property
    def needs_math(self) -> bool:
        """Whether an assertion uses the module `math`."""
        return "math" not in self.names and any("math." in assertion for assertion in self.assertions)

    def with_assertions(self, *assertions: str) -> "Contract":
        """Return the same contract with only these assertions."""
        return Contract(self.parameters, self.names, self.derived, assertions)


def call_name(problem: Problem) -> str:
    """Return the name of the function that inputs are written as calls of."""
    return problem.entry_point if problem.level == "function" else "run"


def plain_invalid(problem: Problem) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return the invalid inputs of a problem that are plain data, as the sandbox needs, each with its reason."""
    return tuple(given for given in problem.invalid if _is_plain(given))


def _is_plain(value: Any) -> bool:
    try:
        encode(value)
    except ValueError:
        return False
    return True


def empty_contract(problem: Problem) -> Contract:
    """Return a contract without assertions, with the parameters of the problem's ground truth.

    Raises:
        InputError: the ground truth has no signature that can be read.
    """
    if (given := _GIVEN.get(problem.level)) is not None:
        derived = _DERIVED.get(problem.level, ())
        return Contract(given, (given, *(line.split(" = ")[0] for line in derived)), derived)
    arguments = _arguments_of(problem)
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(given.arg) for given in (*arguments.posonlyargs, *arguments.args)],
        vararg=ast.arg(arguments.vararg.arg) if arguments.vararg else None,
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[
            default if isinstance(default, ast.Constant) else ast.Constant(None) for default in arguments.defaults
        ],
    )
    names = tuple(given.arg for given in (*arguments.args, *([arguments.vararg] if arguments.vararg else [])))
    return Contract(ast.unparse(arguments), names)


def _arguments_of(problem: Problem) -> ast.arguments:
    """Return the parameters of the function that has the entry point's name in the ground truth."""
    name = problem.entry_point
    functions: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(problem.ground_truth.code).body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in functions:
            functions |= {
                target.id: functions[node.value.id] for target in node.targets if isinstance(target, ast.Name)
            }
    if name not in functions or functions[name].args.kwonlyargs:
        raise InputError(f"{problem.task_id}: the parameters of {name} are unknown; a contract needs them")
    return functions[name].args


@dataclass(frozen=True)
class Tests:
    """The inputs of a problem's correctness tests, and its contract without assertions.

    Attributes:
        inputs: the distinct inputs.
        contract: the contract to which assertions are added.
    """

    inputs: tuple[tuple[Any, ...], ...]
    contract: Contract


@dataclass(frozen=True)
class TestsTask:
    """Find the inputs of a problem's correctness tests."""

    problem: Problem

    def run(self, worker: Worker) -> Tests:
        inputs = {encode(given): given for given in seed_inputs(worker.native, self.problem)}
        if not inputs:
            raise InputError(f"{self.problem.task_id}: its correctness tests have no inputs that can be read")
        with guarded(PARSE_SECONDS):
            return Tests(tuple(inputs.values()), empty_contract(self.problem))


@dataclass(frozen=True)
class Proposed:
    """What became of an answer that should propose an assertion.

    Attributes:
        assertion: the statement; None if the answer has none.
        fault: why it is not kept, in words; None if it is, or if the model says that none is left.
        rejected: how many of the problem's invalid inputs the contract rejects with it.
    """

    assertion: str | None
    fault: str | None = None
    rejected: int = 0


@dataclass(frozen=True)
class AssertionTask:
    """Try a proposed assertion on the inputs of the correctness tests, and on inputs known to be invalid.

    Attributes:
        problem: the problem.
        contract: the contract with the assertions so far.
        inputs: the inputs of the correctness tests, all of which must keep the contract.
        text: the model's answer.
    """

    problem: Problem
    contract: Contract
    inputs: tuple[tuple[Any, ...], ...]
    text: str

    def run(self, worker: Worker) -> Proposed:
        contract = self.contract
        try:
            with guarded(PARSE_SECONDS):
                assertion = read_assertion(self.text, contract.names, contract.assertions)
        except NotAllowed as error:
            return Proposed(None, str(error))
        except (*UNREADABLE, TooMuch) as error:
            return Proposed(None, f"it cannot be read ({type(error).__name__})")
        if assertion is None:
            return Proposed(None)
        program = contract.with_assertions(*contract.assertions, assertion).program
        for arguments, outcome in zip(self.inputs, self._called(worker, program, self.inputs), strict=True):
            if isinstance(outcome, Failure):
                call = shorten_call(call_name(self.problem), arguments, {})
                return Proposed(assertion, f"the correctness test {call} does not keep it: {outcome.reason}")
        invalid = tuple(arguments for _, arguments in plain_invalid(self.problem))
        outcomes = self._called(worker, program, invalid)
        failures = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
        if unfit := [failure for failure in failures if failure.verdict is not Verdict.EXCEPTION]:
            return Proposed(assertion, f"it does not end within the limits on some inputs: {unfit[0].reason}")
        rejected = sum(failure.reason.startswith("AssertionError") for failure in failures)
        return Proposed(assertion, None, rejected)

    @staticmethod
    def _called(worker: Worker, program: str, inputs: tuple[tuple[Any, ...], ...]) -> list[bytes | Failure | None]:
        return call_all(worker.native, program, NAME, inputs, CPU_SECONDS, patience=1)
