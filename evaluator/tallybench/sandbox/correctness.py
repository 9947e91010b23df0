"""Whether a sample is correct: the source's own tests, run here, against a solution that runs in the sandbox.

The tests are trusted code and stay in this process, with their expected outputs. Their `candidate` forwards each call
to the sandboxed child and gets plain data back, so nothing that the solution overrides, walks or patches can reach
them. What the child returns may still be built to be costly to compute with (an int of a million digits), so the
tests have a CPU and a memory limit of their own, at which the kernel ends this process if nothing else does.

No test runs twice for two suites. The suites run one after the other in one process; if a test fails, its suite is
decided, and the following suites get a new process that begins with their first test.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from tallybench.model.parts import PASSED, CheckOutcome, SuiteOutcome
from tallybench.model.problem import BASE, EXTRA, Case, Problem, Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.channel import Channel, ChannelClosed, Diverged, serve_solution
from tallybench.sandbox.foresight import first_calls, run_tests, tried_calls
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Failure, ended_early
from tallybench.sandbox.judging_limits import OVER_LIMITS, TooMuch, guarded
from tallybench.sandbox.limits import ADDRESS_SPACE, CHECK_MEMORY, JUDGING_CPU_SECONDS, PATIENCE, TESTS_CPU_SECONDS
from tallybench.sandbox.outputs import agree, far_larger
from tallybench.values.shorten import LONGEST, shorten, shorten_call
from tallybench.values.text import clean_text, described
from tallybench.values.wire import WireError, decode, encode


@dataclass(frozen=True)
class Tests:
    """The correctness tests of a problem.

    Attributes:
        task_id: the problem; it also seeds `random` for tests that draw their inputs.
        entry_point: the function under test, or the class.
        prompt: executed first: some tests use the helpers it defines.
        source: defines `check(candidate)`; empty if there are only `cases`.
        level: `function`, `file` or `class`.
        cases: tests given as data; generated ones come last.
        tolerance: the largest error of a float in the output of a case; None compares exactly.
        accepts: a program that judges the output of a case; None if only one output is right.
        suites: how the source is read if it consists of unittest suites.
        cpu_seconds: the limit for all calls of one sample together; None means TESTS_CPU_SECONDS.
        start: how many cases at the start are skipped.
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
    start: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The suites, in the order in which they are run."""
        return tuple(dict.fromkeys([*([BASE] if self.source else []), *(case.suite for case in self.cases)])) or (BASE,)

    @property
    def seconds(self) -> float:
        """The CPU time that all calls of one sample may take together."""
        return self.cpu_seconds or TESTS_CPU_SECONDS

    def suite_at(self, place: int) -> str:
        """Return the suite of the case at this place, or of the source, whose place is -1."""
        return self.cases[place].suite if place >= 0 else BASE

    @property
    def program(self) -> tuple[str, str, str, str]:
        """What `run_tests` runs: prompt, source, the name of the candidate, and the seed."""
        return self.prompt, self.source, self.entry_point, self.task_id

    def foreseen_calls(self) -> Sequence[bytes]:
        """Return the (encoded) calls that the tests will make first: for most tests all of them, maybe none."""
        if self.level != "function":
            return []
        further = first_calls([case.arguments for case in self.cases[self.start :]])
        if self.cases and not self.source:
            return further
        tried = tried_calls(*self.program)
        return [*tried, *further] if further else tried

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Return the tests of a problem."""
        return cls(
            problem.task_id,
            problem.entry_point,
            problem.prompt,
            problem.tests,
            problem.level,
            (*problem.cases, *problem.extra),
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
        self.place: int | None = None  # the case that is run; -1 in the source, None before the tests
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
        telling: how failures are described; None: as failures of functions.
        cpu_seconds: the limit for all calls together; None: the tests' own limit.

    Returns:
        The outcome of the suites that decide and, if there are several, the outcome of each suite.
    """
    seconds = cpu_seconds or tests.seconds
    checked, place = _check_from(zygote, tests, solution, telling, seconds)
    left = list(tests.names)
    if len(left) == 1:
        return checked
    found: dict[str, CheckOutcome] = {}
    patience = PATIENCE
    while left:
        if checked.verdict is Verdict.PASSED or place is None:  # all that are left passed, or none could be run
            found |= dict.fromkeys(left, checked)
            break
        failed = tests.suite_at(place)
        if failed == EXTRA and checked.verdict is Verdict.TIMEOUT and place > tests.start and patience:
            start, patience = place, patience - 1
        else:
            found |= dict.fromkeys(left[: left.index(failed)], PASSED) | {failed: checked}
            left = left[left.index(failed) + 1 :]
            if not left:
                break
            start = next(at for at, case in enumerate(tests.cases) if case.suite == left[0])
        tests = replace(tests, source="", start=start)
        checked, place = _check_from(zygote, tests, solution, telling, seconds)
    wrong = (one for suite, one in found.items() if suite != EXTRA and one.verdict is not Verdict.PASSED)
    outcomes = {suite: SuiteOutcome(verdict=one.verdict, failure=one.failure) for suite, one in found.items()}
    return next(wrong, PASSED).model_copy(update={"tests": outcomes})


def _check_from(
    zygote: Zygote, tests: Tests, solution: str, telling: Telling | None, seconds: float
) -> tuple[CheckOutcome, int | None]:
    """Run the tests in one process up to the first that fails; return the outcome, and the place of that test."""
    calls = tests.foreseen_calls()
    checked, place, untaken = _check_within(zygote, tests, solution, telling, seconds, CHECK_MEMORY, calls)
    if untaken and checked.failure is not None:
        # A solution that has used up its memory cannot write its answer either. With more memory it ends differently.
        *_, untaken = _check_within(zygote, tests, solution, telling, seconds, ADDRESS_SPACE, calls)
        if not untaken:
            return CheckOutcome.failed(Verdict.MEMORY, "MemoryError", checked.failure.call), place
    return checked, place


def _check_within(
    zygote: Zygote,
    tests: Tests,
    solution: str,
    telling: Telling | None,
    cpu_seconds: float,
    memory: int,
    calls: Sequence[bytes],
) -> tuple[CheckOutcome, int | None, bool]:
    """Run the tests within this much memory.

    Returns:
        The outcome, the place of the last test, and whether the solution could not write an answer.
    """
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
            with guarded(JUDGING_CPU_SECONDS):
                checked = _judge(candidate, tests)
        except ChannelClosed as closed:
            if (failure := closed.failure) is not None:
                checked = CheckOutcome.failed(failure.verdict, failure.reason, candidate.call)
        except Diverged:
            diverged = True
        except (TooMuch, MemoryError):
            checked = CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
        return checked is not None or diverged

    ended = serve_solution(zygote, solution, tests.entry_point, cpu_seconds, talk, memory)
    if diverged:  # once more, with no call sent before it is made
        return _check_within(zygote, tests, solution, telling, cpu_seconds, memory, ())
    if checked is not None:
        return checked, candidate.place, False
    failure = ended_early(ended)
    return CheckOutcome.failed(failure.verdict, failure.reason, candidate.call), candidate.place, failure.untaken


def _judge(candidate: _Candidate, tests: Tests) -> CheckOutcome:
    """Run the tests and describe what failed. Both may take long, so call this under a guard."""
    try:
        if tests.source or not tests.cases:
            candidate.place = -1
            run_tests(*tests.program, candidate)
        return _compare_cases(candidate, tests)
    except AssertionError as error:
        reason, expected = "a test's assertion failed", _expected(error, tests)
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, reason, candidate.call, expected, candidate.got)
    except MemoryError:
        raise
    except Exception as error:
        reason = clean_text(f"the test could not use the output: {described(error)}")
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, reason, candidate.call, None, candidate.got)


def _compare_cases(candidate: _Candidate, tests: Tests) -> CheckOutcome:
    own = sum(case.suite != EXTRA for case in tests.cases)
    for place, case in enumerate(tests.cases[tests.start :], tests.start):
        candidate.place = place
        try:
            output, expected = candidate.answer(*case.arguments), encode(case.expected)
        except ChannelClosed as closed:
            if closed.failure is None or not closed.failure.is_object or not _accepts_object(tests, case):
                raise
            continue
        # Equal bytes mean equal values, even if `==` says otherwise (NaN).
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
        number, count = (place + 1 - own, len(tests.cases) - own) if case.suite == EXTRA else (place + 1, own)
        where = f"test {number} of {count}" + (f" ({case.name})" if case.name else "")
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, f"{where}: {reason}", call, wanted, got)
    return PASSED


def _accepts_object(tests: Tests, case: Case) -> bool:
    """Return whether the tests accept an output that is not plain data, represented by `...`."""
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
