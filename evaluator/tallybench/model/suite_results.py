"""A sample's verdicts by method, for classes whose tests are a suite for each method: part of a result's file."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from tallybench.model.fields import Count, Name, Part


class SuiteVerdict(StrEnum):
    """How the tests of a test class end: ClassEval's four outcomes."""

    PASSED = "passed"  # all of them pass
    PARTIAL = "partial"  # some of them pass
    FAILED = "failed"  # none passes, and not all end with an exception
    ERROR = "error"  # all end with an exception, or none was run


def suite_verdict(tests: int, failed: int, errors: int) -> SuiteVerdict:
    """Return the verdict of a test class.

    Args:
        tests: how many tests it has.
        failed: how many of them failed an assertion.
        errors: how many of them ended with an exception.
    """
    if tests == errors:
        return SuiteVerdict.ERROR
    if failed + errors == 0:
        return SuiteVerdict.PASSED
    return SuiteVerdict.PARTIAL if failed + errors < tests else SuiteVerdict.FAILED


class MethodResult(Part):
    verdict: SuiteVerdict = Field(description="of the test class of this method")
    calls: Count = Field(description="how many other methods of its class the canonical method uses")


class Recall(Part):
    """How much of what the canonical methods use the sample's methods use too."""

    found: Count
    of: Count


class SuitesResult(Part):
    """A sample's verdicts by method."""

    methods: dict[Name, MethodResult]
    whole: SuiteVerdict | None = Field(description="of the test class of the class as a whole, where there is one")
    exceptions: dict[Name, Annotated[int, Field(gt=0)]] = Field(
        default_factory=dict, description="tests that an exception ended, by its type; `AssertionError`: they failed"
    )
    fields: Recall
    calls: Recall

    @property
    def verdicts(self) -> tuple[SuiteVerdict, ...]:
        """The verdicts of all test classes."""
        own = tuple(method.verdict for method in self.methods.values())
        return own if self.whole is None else (*own, self.whole)

    @property
    def partial(self) -> bool:
        """Whether every test class passes at least in part."""
        return {SuiteVerdict.FAILED, SuiteVerdict.ERROR}.isdisjoint(self.verdicts)


def told_exceptions(tallies: Mapping[str, Mapping[str, int]], known: frozenset[str]) -> dict[str, int]:
    """Return how often each exception ended a test; exceptions that may not be named are counted as `other`.

    Args:
        tallies: by test class, counts by name; names of exceptions begin with a capital letter or an underscore.
        known: the exceptions that may be named.
    """
    found: dict[str, int] = {}
    for tally in tallies.values():
        named = {name: count for name, count in tally.items() if name[:1].isupper() or name[:1] == "_"}
        for name, count in named.items():
            told = name if name in known else "other"
            found[told] = found.get(told, 0) + count
        rest = tally.get("failed", 0) + tally.get("error", 0) - sum(named.values())
        if rest > 0:
            found["other"] = found.get("other", 0) + rest
    return dict(sorted(found.items()))
