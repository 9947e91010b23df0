"""Editing: compares a sample with the slow program that it was to make faster.

That program is the ground truth of an editing task. A sample that is at least 10 % faster counts as optimized, as in
PIE (Shypula et al., ICLR 2024); ECCO (Waghjale et al., EMNLP 2024, appendix A) reports the share that is faster at all.
"""

from collections.abc import Iterator

from tallybench.model.budget import BUDGET
from tallybench.model.counts import ProblemCounts, SampleCounts
from tallybench.model.parts import ProblemResult, SampleResult, TieTolerance
from tallybench.model.sample_figures import has_wrong_output
from tallybench.model.verdicts import StressVerdict

LEAST_SPEEDUP = 1.1


def is_optimized(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is correct and at least LEAST_SPEEDUP times as fast as the given program."""
    return _ends_where_given(problem, sample) and LEAST_SPEEDUP * (sample.total or 0) <= (problem.ground_truth or 0)


def is_faster(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance) -> bool:
    """Return whether a sample is correct and spends less than the given program, by more than a tie."""
    given = problem.ground_truth or 0
    return _ends_where_given(problem, sample) and (sample.total or 0) + tie.slack(given, len(sample.stress)) < given


def is_spurious(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is faster because it does something else.

    It is wrong, by the tests or under stress, and at least LEAST_SPEEDUP times as fast as the given program.
    """
    if (sample.correct and not has_wrong_output(sample)) or not sample.spent or None in sample.spent:
        return False
    return LEAST_SPEEDUP * sum(spent or 0 for spent in sample.spent) <= (problem.ground_truth or 0)


def spent_misfits(sample: SampleResult, problem: ProblemResult) -> Iterator[tuple[str, str]]:
    """Yield the impossible entries in a sample's `spent`: the field, and what is wrong with it.

    At an editing task, a sample that fails the tests may have a count on every input, and one that passes, on those
    where its output is wrong. At a writing task, no sample may have any.
    """
    wrong = {name for name, found in sample.stress.items() if found.verdict is StressVerdict.WRONG_OUTPUT}
    allowed = set(problem.inputs) if sample.verdict.ran_wrong else wrong
    for name, count in sorted(sample.spent.items()):
        if problem.task != "edit" or name not in allowed:
            yield f"spent.{name}", "stands only at a task to edit, on an input of it, of a sample that is wrong there"
        elif count > BUDGET * problem.inputs[name].best_known:
            yield f"spent.{name}", "is over the budget, which is not recorded"


def _ends_where_given(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is correct, and within the budget on every input on which the given program is.

    On an input where both are over the budget, both count as the budget, so it makes neither of them faster.
    """
    if not sample.correct or sample.total is None:
        return False
    return all(
        given.ground_truth is None or count is not None
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    )
