"""Whether a class passes its unittest suites: each test in a fresh child, judged here.

As in the suites' source, a test class has 5 seconds; if it takes longer, none of its tests count as passed.
Here this is CPU time, so that a busy machine does not change a verdict.
"""

from collections import Counter
from dataclasses import dataclass

from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.judging_limits import OVER_LIMITS, TooMuch, guarded, slowness
from tallybench.sandbox.limits import JUDGING_CPU_SECONDS, SUITE_CPU_SECONDS
from tallybench.sandbox.outputs import far_larger
from tallybench.sandbox.packages import provision_of
from tallybench.sandbox.suites.driver import UNCLEAN
from tallybench.sandbox.suites.judge import ERROR, FAILED, Fault, Reference, Report, SuiteTest, judge_test
from tallybench.sandbox.suites.observe import Observed, References, observe_test, take_references
from tallybench.sandbox.suites.rewrite import NotObservable, rewrite_suites
from tallybench.values.shorten import shorten
from tallybench.values.text import clean_text
from tallybench.values.wire import encode

_TRIES = 3  # of a test that depends on the clock: the second may change while it runs
TESTS = "tests"
ASSERTION = "AssertionError"  # what unittest raises for an assertion that does not hold
_MOST_NAMES = 17  # exceptions that are distinguished in one test class


def check_suites(native: Zygote, tests: Tests, solution: str) -> CheckOutcome:
    """Run all tests of all suites on one class.

    Returns:
        The outcome, PASSED if all tests pass; with, for each test class, how many tests there are, how many failed, how
        many ended with an error, and how often each exception ended one.

    Raises:
        MachineError: the packages that the tests need are not set up.
    """
    assert tests.suites is not None
    try:
        rewritten = rewrite_suites(tests.source, tests.suites)
    except NotObservable as reason:
        return CheckOutcome.failed(Verdict.EXCEPTION, f"its tests cannot be observed: {reason}")
    zygote = native.equipped(provision_of(tests.suites.packages))
    checker = _Checker(native, zygote, tests.suites, solution, take_references(zygote, tests))
    tallies = {
        suite: checker.tally([test for test in rewritten if test.suite == suite]) for suite, _ in tests.suites.methods
    }
    return (checker.first or PASSED).model_copy(update={"suites": tallies})


@dataclass
class _Checker:
    """Runs the tests of one class, and remembers the first that does not pass."""

    native: Zygote
    zygote: Zygote  # with what the tests need
    suites: Suites
    solution: str
    references: References
    unloadable: Observed | None = None  # the outcome of all tests if the class cannot be loaded
    first: CheckOutcome | None = None

    def tally(self, tests: list[SuiteTest]) -> dict[str, int]:
        """Return how the tests of one test class end, as counts."""
        ended: Counter[str] = Counter()
        exceptions: Counter[str] = Counter()  # separate, because the solution may give one the name of a count
        left = SUITE_CPU_SECONDS
        for test in tests:
            observed, fault = self._test(test, left)
            left -= observed.cpu_seconds / slowness()
            if fault is None:
                continue
            self._remember(test, observed, fault)
            ended[fault.kind] += 1
            name = ASSERTION if fault.kind == FAILED else fault.exception
            if name is not None and (name in exceptions or len(exceptions) < _MOST_NAMES):
                exceptions[name] += 1
            if observed.failure is not None and observed.failure.verdict is Verdict.TIMEOUT:
                return {TESTS: len(tests), FAILED: 0, ERROR: len(tests), "TimeoutError": len(tests)}
        return {**exceptions, TESTS: len(tests), FAILED: ended[FAILED], ERROR: ended[ERROR]}

    def _test(self, test: SuiteTest, seconds: float) -> tuple[Observed, Fault | None]:
        reference = self.references.get((test.suite, test.name))
        fault: Fault | None = Fault(ERROR, UNCLEAN)
        fresh = False
        for _ in range(_TRIES):
            observed = self.unloadable or observe_test(self.zygote, test, self.solution, self.suites, max(seconds, 0.1))
            if observed.unclean and not fresh and self.unloadable is None:
                self.zygote.close()  # its folder goes with it
                self.zygote = self.native.equipped(self.zygote.setting.provision)
                fresh = True
                continue
            fresh = False  # a new folder cannot be unclean, so this report is false: the class cannot be loaded
            if not observed.loaded and (observed.failure is None or observed.failure.verdict is not Verdict.TIMEOUT):
                self.unloadable = observed
            fault = _judge(test, observed, reference)
            if fault is None or reference is None or reference.repeats:
                break
        return observed, fault

    def _remember(self, test: SuiteTest, observed: Observed, fault: Fault) -> None:
        if self.first is not None:
            return
        if observed.failure is not None:
            verdict = observed.failure.verdict
        else:
            verdict = Verdict.WRONG_OUTPUT if fault.kind == FAILED else Verdict.EXCEPTION
        self.first = CheckOutcome.failed(
            verdict,
            clean_text(fault.reason),
            f"{test.suite}.{test.name}",
            shorten(fault.expected) if fault.kind == FAILED and fault.expected is not None else None,
            shorten(fault.got) if fault.kind == FAILED else None,
        )


def _judge(test: SuiteTest, observed: Observed, reference: Reference | None) -> Fault | None:
    """Return what is wrong with a test's report, which may be built to take long to judge."""
    if observed.failure is not None:
        reason = observed.failure.reason
        name = reason.partition(":")[0] if observed.failure.verdict is Verdict.EXCEPTION else None
        return Fault(ERROR, reason, exception=name if name and name.isidentifier() else None)
    assert observed.output is not None
    if reference is None:
        return Fault(ERROR, "the canonical class reports nothing of this test")
    if (larger := far_larger(observed.output, encode(list(reference.seen)))) is not None:
        return Fault(FAILED, larger)
    try:
        with guarded(JUDGING_CPU_SECONDS):
            return judge_test(test, Report.read(observed.output), reference)
    except ValueError as error:
        return Fault(ERROR, f"its report is malformed: {error}")
    except (TooMuch, MemoryError, RecursionError):
        return Fault(FAILED, OVER_LIMITS)
