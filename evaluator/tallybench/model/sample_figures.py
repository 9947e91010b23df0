"""What one sample is worth beside the best known solution and the ground truth: what figures of a run are made of."""

import math

from tallybench.model.budget import Tie
from tallybench.model.counts import ProblemCounts, SampleCounts
from tallybench.model.verdicts import StressVerdict

_WRONG = frozenset({StressVerdict.WRONG_OUTPUT, StressVerdict.TAMPERING})


def sample_score(problem: ProblemCounts, sample: SampleCounts) -> float:
    """Return how near a sample comes to the best known solution, 0 to 100.

    0 where it is not correct; else the mean over the stressful inputs of min(1, best known count / its count), an input
    over the budget or failed giving 0.
    """
    if not (sample.correct and sample.stress):
        return 0.0
    shares = [
        min(1.0, given.best_known / count) if count else 0.0
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def is_efficient(problem: ProblemCounts, sample: SampleCounts, tie: Tie | None) -> bool:
    """Return whether a sample is correct and spends no more than the ground truth on the inputs where both count.

    Where the ground truth is over the budget nothing is asked, but that the output is not wrong.

    Args:
        problem: the sample's.
        sample: one of its samples.
        tie: up to which difference it ties; None asks for less, to the instruction.
    """
    if not (sample.correct and sample.stress) or has_wrong_output(sample):
        return False
    asked = [
        (given.ground_truth, count)
        for given, count in zip(problem.inputs, sample.counts, strict=True)
        if given.ground_truth is not None
    ]
    truth, spent = sum(truth for truth, _ in asked), sum(count or 0 for _, count in asked)
    if any(count is None for _, count in asked):
        return False
    return spent < truth if tie is None else spent <= truth + tie.slack(truth, len(asked))


def has_wrong_output(sample: SampleCounts) -> bool:
    """Return whether an output of a sample under stress is wrong, or none that is believed."""
    return not _WRONG.isdisjoint(sample.stress)


def is_within(problem: ProblemCounts, sample: SampleCounts, tie: Tie, ratio: float) -> bool:
    """Return whether a sample is correct and spends at most so many times what the best known solution does."""
    if not (sample.correct and sample.counted) or problem.best_known is None or sample.total is None:
        return False
    return sample.total <= ratio * problem.best_known + tie.slack(problem.best_known, len(sample.stress))
