"""Figures of editing, by hand: what is optimized, faster, spurious."""

import pytest

from tallybench.model.counts import ProblemCounts, SampleCounts, is_faster, is_optimized, is_spurious
from tallybench.model.metrics import compute_metrics
from tallybench.model.parts import TieTolerance
from tallybench.model.verdicts import StressVerdict
from tests.made_results import given_input

TIE = TieTolerance(relative=0.03, absolute=10)
COUNTED, OVER, WRONG = StressVerdict.COUNTED, StressVerdict.OVER_BUDGET, StressVerdict.WRONG_OUTPUT
# The given program spends 1,000 on one input, and is over the budget of 2,000 on the other.
INPUTS = (given_input(100, 1_000), given_input(100, None))


def sample(*counts: int | None, correct: bool = True) -> SampleCounts:
    """A sample with these counts; None is over the budget."""
    total = sum(2_000 if count is None else count for count in counts)
    return SampleCounts(correct, tuple(OVER if count is None else COUNTED for count in counts), counts, total)


def problem(*samples: SampleCounts) -> ProblemCounts:
    return ProblemCounts(True, samples, INPUTS, editing=True)


@pytest.mark.parametrize(
    ("counts", "optimized", "faster"),
    [
        ((1_000, None), False, False),  # unchanged
        ((727, 2_000), True, True),  # 2,727 is 3,000 / 1.1
        ((728, 2_000), False, True),
        ((1_000, 1_911), False, False),  # faster by 89, which is a tie: 3 % of 3,000
        ((1_000, 1_909), False, True),
        ((100, None), True, True),  # neither ends on the second input, which speaks for none
        ((None, 100), False, False),  # over the budget where the given one is not
    ],
)
def test_what_is_faster_is_so_where_the_given_program_ends(
    counts: tuple[int | None, int | None], optimized: bool, faster: bool
) -> None:
    edited = sample(*counts)
    assert is_optimized(problem(edited), edited) is optimized
    assert is_faster(problem(edited), edited, TIE) is faster


def test_what_is_wrong_is_never_optimized() -> None:
    wrong = sample(100, 100, correct=False)
    assert not is_optimized(problem(wrong), wrong) and not is_faster(problem(wrong), wrong, TIE)
    failed = SampleCounts(True, (COUNTED, WRONG), (100, None), None)
    assert not is_optimized(problem(failed), failed) and not is_faster(problem(failed), failed, TIE)


@pytest.mark.parametrize(
    ("wrong", "spurious"),
    [
        (SampleCounts(False, spent=(10, 10)), True),
        (SampleCounts(False, spent=(1_000, 1_728)), False),  # 2,728 is less than 10 % faster
        (SampleCounts(False, spent=(10, None)), False),  # it did not end there
        (SampleCounts(False), False),  # it had no code, or was not let run
        (SampleCounts(True, (COUNTED, WRONG), (100, None), None, spent=(100, 20)), True),
        (sample(100, 100), False),  # correct
    ],
)
def test_what_is_wrong_and_faster_is_spurious(wrong: SampleCounts, spurious: bool) -> None:
    assert is_spurious(problem(wrong), wrong) is spurious


def test_figures_of_editing_are_there_for_editing_tasks_alone() -> None:
    samples = (sample(100, 100), SampleCounts(False, spent=(10, 10)), sample(1_000, None), SampleCounts(False))
    figures = compute_metrics([problem(*samples)], (1, 2), TIE)
    assert figures["optimized@1"].value == figures["faster@1"].value == figures["spurious"].value == 0.25
    assert figures["optimized@2"].value == 0.5
    assert figures["speedup"].value == pytest.approx((15 + 1) / 2)
    written = compute_metrics([ProblemCounts(True, samples, INPUTS)], (1,), TIE)
    assert not {"optimized@1", "faster@1", "spurious"} & written.keys()
