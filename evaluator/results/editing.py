"""Editing: what a sample is worth beside the slow program that it was to make faster.

That program is the ground truth of an editing task. A sample that is at least 10 % faster counts as optimized, as in
PIE (Shypula et al., ICLR 2024); ECCO (Waghjale et al., EMNLP 2024, appendix A) has the share that is faster at all.
"""

from evaluator.results.budget import Tie
from evaluator.results.counts import ProblemCounts, SampleCounts
from evaluator.results.sample_figures import has_wrong_output

LEAST_SPEEDUP = 1.1


def is_optimized(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Whether a sample is correct and at least LEAST_SPEEDUP times as fast as the program that was given."""
    return _ends_where_given(problem, sample) and LEAST_SPEEDUP * (sample.total or 0) <= (problem.ground_truth or 0)


def is_faster(problem: ProblemCounts, sample: SampleCounts, tie: Tie) -> bool:
    """Whether a sample is correct and spends less than the program that was given, by more than a tie."""
    given = problem.ground_truth or 0
    return _ends_where_given(problem, sample) and (sample.total or 0) + tie.slack(given, len(sample.stress)) < given


def is_spurious(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Whether a sample is wrong, by the tests or under stress, and at least LEAST_SPEEDUP times as fast as the program
    that was given: faster, for it does something else."""
    if (sample.correct and not has_wrong_output(sample)) or not sample.spent or None in sample.spent:
        return False
    return LEAST_SPEEDUP * sum(spent or 0 for spent in sample.spent) <= (problem.ground_truth or 0)


def _ends_where_given(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Whether a sample is correct, and within the budget on every input on which the program that was given is.

    Where neither is, both enter with the budget, and that input makes none of them the faster one.
    """
    if not sample.correct or sample.total is None:
        return False
    return all(
        given.ground_truth is None or count is not None
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    )
