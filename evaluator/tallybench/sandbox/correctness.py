"""Whether a sample is correct: the source's own tests, run here, against a solution that runs in the sandbox.

The tests are trusted code and stay in this process, with their expected outputs. Their `candidate` forwards each call
to the sandboxed child and gets plain data back, so nothing that the solution overrides, walks or patches can reach
them. What the child returns may still be built to be costly to compute with (an int of a million digits), so the
tests have a CPU and a memory limit of their own, at which the kernel ends this process if nothing else does.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Case, Problem, Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.foresight import first_calls, run_tests, tried_calls
from tallybench.sandbox.guard import OVER_LIMITS, TooMuch, guarded
from tallybench.sandbox.host import ADDRESS_SPACE, Zygote
from tallybench.sandbox.jobs import (
    CHECK_MEMORY,
    Channel,
    ChannelClosed,
    Diverged,
    Failure,
    ended_early,
    serve_solution,
)
from tallybench.sandbox.outputs import agree, far_larger
from tallybench.values.shorten import LONGEST, shorten, shorten_call
from tallybench.values.text import clean_text, described
from tallybench.values.wire import WireError, decode, encode

# The limit for all calls of one sample together, for problems without a figure of their own in the benchmark. It is
# fixed and never measured here: a verdict must not depend on how long the ground truth takes on this machine.
CPU_SECONDS = 7
TEST_CPU_SECONDS = 10.0  # for the tests themselves: with an honest solution they take a few milliseconds


@dataclass(frozen=True)
class Tests:
    """The correctness tests of a problem.

    Attributes:
        task_id: the problem; it also seeds `random` for tests that draw their inputs.
        entry_point: the function under test, or the class.
        prompt: executed first: some tests use the helpers it defines.
        source: defines `check(candidate)`; empty where there are `cases`.
        level: `function`, `file` or `class`.
        cases: tests given as data.
        tolerance: the largest error of a float in the output of a case; None compares exactly.
        accepts: a program that judges the output of a case; None if only one output is right.
        suites: how the source is read if it consists of unittest suites.
        cpu_seconds: the limit for all calls of one sample together; None means CPU_SECONDS.
    """

    task_id: str
    entry_point: str
    prompt: str
    source: str
    level: str = "function"
    cases: tuple[Case, ...] = ()
    tolerance: float | None = None
    accepts: str | None = None
    suites: Suites | None = None
    cpu_seconds: float | None = None

    @property
    def seconds(self) -> float:
        """The CPU time that all calls of one sample may take together."""
        return self.cpu_seconds or CPU_SECONDS

    @property
    def program(self) -> tuple[str, str, str, str]:
        """What `run_tests` runs: prompt, source, the name of the candidate, and the seed."""
        return self.prompt, self.source, self.entry_point, self.task_id

    def foreseen_calls(self) -> list[bytes]:
        """Return the (encoded) calls that they will make first: all of them for most tests, maybe none."""
        if self.level != "function":
            return []
        return first_calls([case.arguments for case in self.cases]) if self.cases else tried_calls(*self.program)

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Return the tests of a problem."""
        return cls(
            problem.task_id,
            problem.entry_point,
            problem.prompt,
            problem.tests,
            problem.level,
            problem.cases,
            problem.tolerance,
            problem.accepts,
            problem.suites,
            problem.test_seconds,
        )


@dataclass(frozen=True)
class Telling:
    """How failures are described.

    Attributes:
        call: returns the call with the given arguments, shortened.
        difference: returns, for a case and an output that differs from the expected one, the reason, the call, and what
            was expected and got, shortened.
    """

    call: Callable[[tuple[Any, ...], dict[str, Any]], str]
    difference: Callable[[Case, Any], tuple[str, str, str, str]]


_NOTHING = object()


class _Candidate:
    """What the tests call. It keeps the last call for the failure report."""

    def __init__(self, entry_point: str, telling: Telling | None) -> None:
        self.channel: Channel | None = None
        self._entry_point = entry_point
        self.telling = telling
        self._call: tuple[tuple[Any, ...], dict[str, Any]] | None = None
        self._got: Any = _NOTHING

    @property
    def call(self) -> str | None:
        if self._call is None:
            return None
        return self.telling.call(*self._call) if self.telling else shorten_call(self._entry_point, *self._call)

    @property
    def got(self) -> str | None:
        return None if self._got is _NOTHING else shorten(self._got)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.decode(self.answer(*arguments, **named))

    def answer(self, *arguments: Any, **named: Any) -> bytes:
        """Call the solution and return its output, encoded."""
        self._call, self._got = (arguments, named), _NOTHING
        assert self.channel is not None
        output, failure = self.channel.call(arguments, named)
        if output is None:
            raise ChannelClosed(failure)
        return output

    def decode(self, output: bytes) -> Any:
        """Return the value of an answer."""
        try:
            self._got = decode(output)
        except WireError as error:
            raise ChannelClosed(Failure(Verdict.WRONG_OUTPUT, str(error))) from None
        return self._got


def check_solution(
    zygote: Zygote, tests: Tests, solution: str, telling: Telling | None = None, cpu_seconds: float | None = None
) -> CheckOutcome:
    """Run a problem's correctness tests on one solution.

    Args:
        zygote: a native one.
        tests: the tests.
        solution: a program that defines the entry point.
        telling: how failures are described; None describes them as those of functions.
        cpu_seconds: the limit for all calls together; None takes that of the tests.
    """
    seconds, calls = cpu_seconds or tests.seconds, tests.foreseen_calls()
    checked, untaken = _check_within(zygote, tests, solution, telling, seconds, CHECK_MEMORY, calls)
    if untaken and checked.failure is not None:
        # A solution that has used up its memory cannot write its answer, either. With more it ends in another way.
        _, untaken = _check_within(zygote, tests, solution, telling, seconds, ADDRESS_SPACE, calls)
        if not untaken:
            return CheckOutcome.failed(Verdict.MEMORY, "MemoryError", checked.failure.call)
    return checked


def _check_within(
    zygote: Zygote,
    tests: Tests,
    solution: str,
    telling: Telling | None,
    cpu_seconds: float,
    memory: int,
    calls: list[bytes],
) -> tuple[CheckOutcome, bool]:
    """Run the tests within this much memory; return the outcome, and whether the solution could not write an answer."""
    candidate = _Candidate(tests.entry_point, telling)
    checked: CheckOutcome | None = None
    diverged = False

    def talk(channel: Channel) -> bool:
        nonlocal checked, diverged
        candidate.channel = channel
        channel.foresee(calls)
        try:
            if (refusal := channel.refusal()) is not None:
                raise ChannelClosed(refusal)
            with guarded(TEST_CPU_SECONDS):
                checked = _judge(candidate, tests)
        except ChannelClosed as closed:
            if (failure := closed.failure) is not None:
                checked = CheckOutcome.failed(failure.verdict, failure.reason, candidate.call)
        except Diverged:
            calls.clear()
            diverged = True
        except (TooMuch, MemoryError):
            checked = CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
        return checked is not None or diverged

    ended = serve_solution(zygote, solution, tests.entry_point, cpu_seconds, talk, memory)
    if diverged:
        return _check_within(zygote, tests, solution, telling, cpu_seconds, memory, calls)
    if checked is not None:
        return checked, False
    failure = ended_early(ended)
    return CheckOutcome.failed(failure.verdict, failure.reason, candidate.call), failure.untaken


def _judge(candidate: _Candidate, tests: Tests) -> CheckOutcome:
    """Run the tests and describe what failed. Both may take long, so call it under a guard."""
    try:
        if tests.cases:
            return _compare_cases(candidate, tests)
        run_tests(*tests.program, candidate)
    except AssertionError as error:
        reason, expected = "a test's assertion failed", _expected(error, tests)
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, reason, candidate.call, expected, candidate.got)
    except MemoryError:
        raise
    except Exception as error:
        reason = clean_text(f"the test could not use the output: {described(error)}")
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, reason, candidate.call, None, candidate.got)
    return PASSED


def _compare_cases(candidate: _Candidate, tests: Tests) -> CheckOutcome:
    for number, case in enumerate(tests.cases, 1):
        try:
            output, expected = candidate.answer(*case.arguments), encode(case.expected)
        except ChannelClosed as closed:
            if closed.failure is None or not closed.failure.is_object or not _accepts_object(tests, case):
                raise
            continue
        # Equal bytes mean equal values, even where `==` says otherwise (NaN).
        if output == expected:
            continue
        call: str | None
        got: str | None
        if (larger := far_larger(output, expected)) is not None:
            reason, call, wanted, got = larger, candidate.call, shorten(case.expected), None
        elif agree(tests, case.arguments, case.expected, value := candidate.decode(output)):
            continue
        elif candidate.telling is not None:
            reason, call, wanted, got = candidate.telling.difference(case, value)
        else:
            reason, call, wanted, got = "the output differs", candidate.call, shorten(case.expected), candidate.got
        where = f"test {number} of {len(tests.cases)}" + (f" ({case.name})" if case.name else "")
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, f"{where}: {reason}", call, wanted, got)
    return PASSED


def _accepts_object(tests: Tests, case: Case) -> bool:
    """Return whether the tests accept an output that is not plain data, for which `...` stands."""
    try:
        return tests.accepts is not None and agree(tests, case.arguments, case.expected, ...)
    except Exception:
        return False


def _expected(error: AssertionError, tests: Tests) -> str | None:
    """Return what the failed assertion compares the output with, or its condition if it is not a plain comparison."""
    frame, line = None, 0
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == "<tests>":
            frame, line = step.tb_frame, step.tb_lineno
        step = step.tb_next
    if frame is None:
        return None
    asserts = (node for node in ast.walk(ast.parse(tests.source)) if isinstance(node, ast.Assert))
    failed_assert = next((node for node in asserts if node.lineno <= line <= (node.end_lineno or line)), None)
    if failed_assert is None:
        return None
    test = failed_assert.test
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        side = test.comparators[0]
        if "candidate" not in {node.id for node in ast.walk(side) if isinstance(node, ast.Name)}:
            try:
                operand = compile(ast.Expression(side), "<expected>", "eval", dont_inherit=True, optimize=0)
                value = eval(operand, frame.f_globals, frame.f_locals)
            except Exception:
                return clean_text(ast.unparse(side), LONGEST)
            return shorten(value)
    return clean_text(ast.unparse(test), LONGEST)
