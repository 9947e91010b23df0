"""Estimates from samples, and intervals of figures by a percentile bootstrap over problems."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tallybench.model.parts import Figure

REPLICATES = 10_000
SEED = 20_250_624
DIGITS = 6  # decimals of a figure: more than are meaningful, but too few to show the noise of summing in another order
_CHUNK = 1_000
_KEPT = 200  # the draws are kept in memory up to this many problems

Vector = NDArray[np.float64]


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the unbiased estimate 1 - C(n-c, k) / C(n, k) that at least one of k samples is correct.

    Args:
        n: number of samples, at least k.
        c: how many of them are correct.
        k: number of samples that may be tried.
    """
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def expected_best(values: Sequence[float], k: int) -> float:
    """Return the unbiased estimate of the highest of k samples' values.

    It is the mean of the highest value over all draws of k samples from the given ones.

    Args:
        values: one per sample; at least k.
        k: number of samples that may be tried.
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
    """Return the mean of values, one per problem, as a figure with its interval.

    Args:
        values: one per problem; at least one.
        transform: applied to the mean and to the ends of its interval.
    """
    column = np.array(values, dtype=np.float64)
    drawn = np.concatenate([column[rows].mean(axis=1) for rows in resamples(len(values))])
    return figure_of(math.fsum(values) / len(values), drawn, len(values), transform)


def figure_of(value: float, drawn: Vector, problems: int, transform: Callable[[float], float] = float) -> Figure:
    """Return a figure with its interval, computed from the replicates' values."""
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Figure(
        value=round(transform(value), DIGITS),
        low=round(transform(float(low)), DIGITS),
        high=round(transform(float(high)), DIGITS),
        problems=problems,
    )
