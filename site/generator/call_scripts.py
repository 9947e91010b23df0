"""The correctness tests of a class as a page shows them: calls, and what each is to come to."""

from collections.abc import Iterator

from evaluator.problems.call_scripts import show_call
from evaluator.problems.problem import Case
from evaluator.values.shorten import shorten


def show_calls(entry_point: str, case: Case) -> Iterator[str]:
    """Each call of a test as one would write it."""
    (calls,) = case.arguments
    return (show_call(entry_point, call) for call in calls)


def show_outcomes(case: Case) -> Iterator[str]:
    """What each call of a test returns, or raises."""
    values, raised = case.expected
    return (f"raises {raised[index]}" if index in raised else shorten(value) for index, value in enumerate(values))
