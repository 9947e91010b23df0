"""Compares one sample with the best known solution and the ground truth; a run's figures are made of this."""

import math

from tallybench.model.counts import ProblemCounts, SampleCounts
from tallybench.model.parts import TieTolerance
from tallybench.model.verdicts import StressVerdict

_WRONG = frozenset({StressVerdict.WRONG_OUTPUT, StressVerdict.TAMPERING})


def sample_score(problem: ProblemCounts, sample: SampleCounts) -> float:
    """Return how close a sample comes to the best known solution, 0 to 100.

    This is 0 if it is not correct; otherwise the mean over the stressful inputs of min(1, best known count / its
    count), or 0 for an input on which it fails or is over the budget.
    """
    if not (sample.correct and sample.stress):
        return 0.0
    shares = [
        min(1.0, given.best_known / count) if count else 0.0
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def is_efficient(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance | None) -> bool:
    """Return whether a sample is correct and spends no more than the ground truth.

    Inputs on which the ground truth is over the budget do not count, except that the output must not be wrong.

    Args:
        problem: the sample's problem.
        sample: the sample.
        tie: how far it may exceed the ground truth and still tie; None requires strictly fewer instructions.
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
    """Return whether any output of a sample under stress is wrong, or cannot be trusted because of tampering."""
    return not _WRONG.isdisjoint(sample.stress)


def is_within(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance, ratio: float) -> bool:
    """Return whether a sample is correct and spends at most `ratio` times what the best known solution does."""
    if not (sample.correct and sample.counted) or problem.best_known is None or sample.total is None:
        return False
    return sample.total <= ratio * problem.best_known + tie.slack(problem.best_known, len(sample.stress))
