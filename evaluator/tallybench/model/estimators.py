"""Estimates from samples: values by problem, and figures with intervals by a percentile bootstrap over problems."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tallybench.model.counts import ProblemCounts, SampleCounts, memory_reduction
from tallybench.model.parts import Figure, SuitesResult, TieTolerance

REPLICATES = 10_000
SEED = 20_250_624
DIGITS = 6  # decimals of a figure: more than are meaningful, but too few to show the noise of the order of summing
_CHUNK = 1_000
_KEPT = 200  # the draws are kept in memory up to this many problems

Vector = NDArray[np.float64]
Values = Callable[[Sequence[ProblemCounts], int, TieTolerance], list[float]]
"""Computes one value per problem from the problems of a run, k, and the tie tolerance."""


class NoValue(Exception):
    """Why a figure has no value."""


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the unbiased estimate 1 - C(n-c, k) / C(n, k) that one of k samples is correct, if c of n are."""
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def expected_best(values: Sequence[float], k: int) -> float:
    """Return the unbiased estimate of the highest of k samples' values, given those of at least k samples.

    It is the mean of the highest value over all draws of k samples from the given ones.
    """
    # With the values in rising order, the i-th (from 1) is the highest in C(i-1, k-1) of the C(n, k) draws.
    rising = sorted(values)
    shares = (math.comb(place, k - 1) / math.comb(len(rising), k) for place in range(len(rising)))
    return math.fsum(share * value for share, value in zip(shares, rising, strict=True))


def resamples(size: int) -> Iterable[NDArray[np.int64]]:
    """Return the row indices of bootstrap samples over problems, in chunks; the same for every figure of one size."""
    return _kept_draws(size) if size <= _KEPT else _draws(size)


def _draws(size: int) -> Iterator[NDArray[np.int64]]:
    generator = np.random.Generator(np.random.PCG64(SEED))
    for _ in range(REPLICATES // _CHUNK):
        yield generator.integers(0, size, size=(_CHUNK, size))


@lru_cache(maxsize=2)
def _kept_draws(size: int) -> tuple[NDArray[np.int64], ...]:
    """Draw once: drawing takes a quarter of the time of computing many results' figures; 164 problems take 13 MB."""
    draws = tuple(_draws(size))
    for rows in draws:
        rows.flags.writeable = False
    return draws


def mean_figure(values: Sequence[float], transform: Callable[[float], float] = float) -> Figure:
    """Return the mean of values, one per problem, as a figure with its interval, both transformed."""
    column = np.array(values, dtype=np.float64)
    drawn = np.concatenate([column[rows].mean(axis=1) for rows in resamples(len(values))])
    return _figure(math.fsum(values) / len(values), drawn, len(values), transform)


def _ratio_figure(value: float, above: Vector, below: Vector) -> Figure:
    drawn = [above[rows].sum(axis=1) / below[rows].sum(axis=1) for rows in resamples(len(above))]
    return _figure(value, np.concatenate(drawn), len(above))


def _figure(value: float, drawn: Vector, problems: int, transform: Callable[[float], float] = float) -> Figure:
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Figure(
        value=round(transform(value), DIGITS),
        low=round(transform(float(low)), DIGITS),
        high=round(transform(float(high)), DIGITS),
        problems=problems,
    )


def share_of(
    counts_as: Callable[[ProblemCounts, SampleCounts, TieTolerance], bool], *, every_problem: bool = False
) -> Values:
    """Make pass@k of each problem, counting samples as correct by `counts_as`."""

    def values(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
        def value(problem: ProblemCounts) -> float:
            return pass_at_k(
                len(problem.samples), sum(counts_as(problem, sample, tie) for sample in problem.samples), k
            )

        return _at_k(problems if every_problem else _with_efficiency(problems), k, value)

    return values


def best_of(score: Callable[[ProblemCounts, SampleCounts], float]) -> Values:
    """Make the expected best score of k samples of each problem."""

    def values(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> list[float]:
        def value(problem: ProblemCounts) -> float:
            return expected_best([score(problem, sample) for sample in problem.samples], k)

        return _at_k(_with_efficiency(problems), k, value)

    return values


def _with_efficiency(problems: Sequence[ProblemCounts]) -> list[ProblemCounts]:
    return [problem for problem in problems if problem.efficiency]


def _at_k(problems: Sequence[ProblemCounts], k: int, value: Callable[[ProblemCounts], float]) -> list[float]:
    """Return one value per problem; 0 for a problem without samples."""
    for problem in problems:
        if 0 < len(problem.samples) < k:
            raise NoValue(f"a problem has {len(problem.samples)} samples, fewer than {k}")
    return [value(problem) if problem.samples else 0.0 for problem in problems]


def memory_reductions(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure memory_reduction, or raise NoValue."""
    logs = []
    for problem in _with_efficiency(problems):
        found = [memory_reduction(problem, sample) for sample in problem.samples]
        if ratios := [ratio for ratio in found if ratio is not None]:
            logs.append(math.log(math.fsum(ratios) / len(ratios)))
    if not logs:
        raise NoValue("the memory of no correct sample was measured")
    return mean_figure(logs, math.exp)


def _timed(problems: Sequence[ProblemCounts]) -> tuple[list[tuple[int, list[int]]], int]:
    """Return the totals of the ground truth and correct samples for each counted problem, and how many are bounds."""
    found, censored = [], 0
    for problem in _with_efficiency(problems):
        timed = [sample for sample in problem.samples if sample.correct and sample.total]
        if timed and problem.ground_truth is not None:
            censored += sum(sample.censored or problem.truth_censored for sample in timed)
            found.append((problem.ground_truth, [sample.total or 0 for sample in timed]))
    if not found:
        raise NoValue("no correct sample was counted")
    return found, censored


def speedup(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure speedup, or raise NoValue."""
    found, censored = _timed(problems)
    logs = [math.log(math.fsum(truth / total for total in totals) / len(totals)) for truth, totals in found]
    return mean_figure(logs, math.exp).model_copy(update={"censored": censored})


def speedup_of_sums(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
    """Return the figure speedup_of_sums, or raise NoValue."""
    found, censored = _timed(problems)
    above = np.array([float(truth) for truth, _ in found])
    below = np.array([math.fsum(totals) / len(totals) for _, totals in found])
    figure = _ratio_figure(math.fsum(above) / math.fsum(below), above, below)
    return figure.model_copy(update={"censored": censored})


def pooled(problems: Sequence[ProblemCounts], k: int, hits: Callable[[SuitesResult], Sequence[bool]]) -> Figure:
    """Return pass@k over all items of `hits`: the methods of all classes, or their test classes.

    If a problem has too few samples, this raises NoValue.
    """
    sums, sizes = [], []
    for problem in problems:
        found = [hits(sample.suites) for sample in problem.samples if sample.suites is not None]
        if 0 < len(found) < k:
            raise NoValue(f"a class has fewer than {k} samples")
        if found:
            columns = list(zip(*found, strict=True))
            sums.append(sum(pass_at_k(len(found), sum(column), k) for column in columns))
            sizes.append(len(columns))
    if not sum(sizes):
        raise NoValue(f"a class has fewer than {k} samples")
    above, below = np.array(sums, dtype=np.float64), np.array(sizes, dtype=np.float64)
    return _ratio_figure(sum(sums) / sum(sizes), above, below)
