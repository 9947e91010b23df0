"""The verdicts on a sample."""

from enum import StrEnum


class Verdict(StrEnum):
    """The outcome of the correctness tests; PASSED alone counts as correct."""

    PASSED = "passed"
    WRONG_OUTPUT = "wrong_output"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    NO_CODE = "no_code"
    FORBIDDEN = "forbidden"
    TAMPERING = "tampering"

    @property
    def ran_wrong(self) -> bool:
        """Whether the solution ran and was wrong."""
        return self in (Verdict.WRONG_OUTPUT, Verdict.EXCEPTION)

    def is_counted(self, task: str) -> bool:
        """Return whether a solution is run on the stressful inputs.

        It is if it passed; in an editing task, also if it ran and was wrong.
        """
        return self is Verdict.PASSED or (task == "edit" and self.ran_wrong)


class StressVerdict(StrEnum):
    """The outcome on one stressful input; COUNTED alone has a count."""

    COUNTED = "counted"
    OVER_BUDGET = "over_budget"
    WRONG_OUTPUT = "wrong_output"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    NO_CODE = "no_code"
    FORBIDDEN = "forbidden"
    TAMPERING = "tampering"

    @property
    def bounded(self) -> bool:
        """Whether there is a count, or the budget as a bound, because nothing failed."""
        return self in (StressVerdict.COUNTED, StressVerdict.OVER_BUDGET)


class SuiteVerdict(StrEnum):
    """How the tests of a test class end: ClassEval's four outcomes."""

    PASSED = "passed"  # all of them pass
    PARTIAL = "partial"  # some of them pass
    FAILED = "failed"  # none passes, and not all end with an exception
    ERROR = "error"  # all end with an exception, or none was run

    @classmethod
    def of(cls, tests: int, failed: int, errors: int) -> "SuiteVerdict":
        """Return the verdict of a test class with this many tests, failed assertions and exceptions."""
        if tests == errors:
            return cls.ERROR
        if failed + errors == 0:
            return cls.PASSED
        return cls.PARTIAL if failed + errors < tests else cls.FAILED
