"""Computes, for each figure of a run, one value per problem, or the figure itself if it is not a mean.

All functions take the problems of a run, k, and how much two sums of counts that tie may differ. They raise NoValue if
nothing can be computed. `metrics.py` has the table of the figures.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from tallybench.model.counts import ProblemCounts, SampleCounts
from tallybench.model.editing import is_faster, is_optimized, is_spurious
from tallybench.model.estimators import expected_best, figure_of, mean_figure, pass_at_k, resamples
from tallybench.model.memory import memory_score, reduction
from tallybench.model.parts import Figure, TieTolerance
from tallybench.model.sample_figures import is_efficient, is_within, sample_score


class NoValue(Exception):
    """Why a figure has no value."""


def _with_efficiency(problems: Sequence[ProblemCounts]) -> list[ProblemCounts]:
    return [problem for problem in problems if problem.efficiency]


def _at_k(problems: Sequence[ProblemCounts], k: int, value: Callable[[ProblemCounts], float]) -> list[float]:
    """Return one value per problem; 0 for a problem without samples."""
    for problem in problems:
        if 0 < len(problem.samples) < k:
            raise NoValue(f"a problem has {len(problem.samples)} samples, fewer than {k}")
    return [value(problem) if problem.samples else 0.0 for problem in problems]


def _share(
    problems: Sequence[ProblemCounts], k: int, counts_as: Callable[[ProblemCounts, SampleCounts], bool]
) -> list[float]:
    """Return pass@k of each problem, counting samples as correct by `counts_as`."""

    def value(problem: ProblemCounts) -> float:
        hits = sum(counts_as(problem, sample) for sample in problem.samples)
        return pass_at_k(len(problem.samples), hits, k)

    return _at_k(problems, k, value)


def passed(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return pass@k of each problem."""
    return _share(problems, k, lambda _, sample: sample.correct)


def passed_with_efficiency(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return pass@k of the problems that count for efficiency."""
    return passed(_with_efficiency(problems), k, tie)


def score(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return score@k of each problem."""

    def value(problem: ProblemCounts) -> float:
        return expected_best([sample_score(problem, sample) for sample in problem.samples], k)

    return _at_k(_with_efficiency(problems), k, value)


def efficient(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return efficient@k of each problem."""
    return _share(_with_efficiency(problems), k, lambda problem, sample: is_efficient(problem, sample, tie))


def efficient_strict(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return efficient_strict@k of each problem."""
    return _share(_with_efficiency(problems), k, lambda problem, sample: is_efficient(problem, sample, None))


def within(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance, *, ratio: float) -> list[float]:
    """Return within@k(ratio) of each problem."""
    return _share(_with_efficiency(problems), k, lambda problem, sample: is_within(problem, sample, tie, ratio))


def optimized(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return optimized@k of each problem."""
    return _share(_with_efficiency(problems), k, is_optimized)


def faster(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return faster@k of each problem."""
    return _share(_with_efficiency(problems), k, lambda problem, sample: is_faster(problem, sample, tie))


def spurious(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return each problem's share of spurious samples, whatever k is."""
    return _share(_with_efficiency(problems), 1, is_spurious)


def memory_scores(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
    """Return memory_score@k of each problem."""

    def value(problem: ProblemCounts) -> float:
        inputs = [given.memory for given in problem.inputs]
        scores = [
            memory_score(inputs, sample.peaks) if sample.correct and sample.peaks else 0.0 for sample in problem.samples
        ]
        return expected_best(scores, k)

    return _at_k(_with_efficiency(problems), k, value)


def memory_reductions(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure memory_reduction."""
    logs = []
    for problem in _with_efficiency(problems):
        inputs = [given.memory for given in problem.inputs]
        found = [reduction(inputs, sample.peaks) for sample in problem.samples if sample.correct and sample.peaks]
        if ratios := [ratio for ratio in found if ratio is not None]:
            logs.append(math.log(math.fsum(ratios) / len(ratios)))
    if not logs:
        raise NoValue("the memory of no correct sample was measured")
    return mean_figure(logs, math.exp)


def _timed(problems: Sequence[ProblemCounts]) -> list[tuple[int, list[int], int]]:
    """Return, for each counted problem, the totals of ground truth and correct samples, and how many are bounds."""
    found = []
    for problem in _with_efficiency(problems):
        timed = [sample for sample in problem.samples if sample.correct and sample.total]
        if timed and problem.ground_truth is not None:
            censored = sum(sample.censored or problem.truth_censored for sample in timed)
            found.append((problem.ground_truth, [sample.total or 0 for sample in timed], censored))
    if not found:
        raise NoValue("no correct sample was counted")
    return found


def speedup(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure speedup."""
    found = _timed(problems)
    logs = [math.log(math.fsum(truth / total for total in totals) / len(totals)) for truth, totals, _ in found]
    return mean_figure(logs, math.exp).model_copy(update={"censored": sum(censored for *_, censored in found)})


def speedup_of_sums(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure speedup_of_sums."""
    found = _timed(problems)
    above = np.array([float(truth) for truth, _, _ in found])
    below = np.array([math.fsum(totals) / len(totals) for _, totals, _ in found])
    drawn = [above[rows].sum(axis=1) / below[rows].sum(axis=1) for rows in resamples(len(found))]
    figure = figure_of(math.fsum(above) / math.fsum(below), np.concatenate(drawn), len(found))
    return figure.model_copy(update={"censored": sum(censored for *_, censored in found)})
