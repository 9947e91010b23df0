"""Models against one another: paired differences over the same problems, and the ranks that follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluator.results.counts import problem_counts
from evaluator.results.metrics import DIGITS, Tie, at_k_values, resamples
from evaluator.results.result import Result


@dataclass(frozen=True)
class Difference:
    """A model's figure less another's, over the same problems, with its 95 % interval (paired bootstrap)."""

    value: float
    low: float
    high: float

    @property
    def significant(self) -> bool:
        """Whether 0 is outside of the interval."""
        return not self.low <= 0 <= self.high


def comparable(results: Sequence[Result]) -> bool:
    """Whether counts of these results may be compared: one benchmark, one fingerprint, all of it, counted."""
    facts = {(one.benchmark.hash, one.environment.fingerprint, one.budget, one.tie_tolerance) for one in results}
    return len(facts) <= 1 and all(one.environment.counter != "none" for one in results)


def efficient_at_1(result: Result, ratio: float | None = None) -> list[float]:
    """efficient@1 of each problem that counts for efficiency, in the order of the task ids.

    Args:
        result: a counted run.
        ratio: r of efficient@1(r); None compares with the ground truth.
    """
    tie = Tie(result.tie_tolerance.relative, result.tie_tolerance.absolute)
    return at_k_values(problem_counts(result.problems, result.samples, result.budget), 1, tie, ratio)


def paired_differences(values: Sequence[Sequence[float]]) -> dict[tuple[int, int], Difference]:
    """The differences of all pairs of models, by their positions; the same draws for every pair.

    Args:
        values: a model's values, one a problem, in the same order for all models.
    """
    scores = np.array(values, dtype=np.float64).T  # problems by models
    if not scores.size:
        return {}
    problems, models = scores.shape
    drawn = np.concatenate([_times_drawn(rows, problems) @ scores for rows in resamples(problems)]) / problems
    means = scores.mean(axis=0)
    found = {}
    for one in range(models):
        for other in range(models):
            if one != other:
                low, high = np.percentile(drawn[:, one] - drawn[:, other], [2.5, 97.5])
                figures = (means[one] - means[other], low, high)
                found[one, other] = Difference(*(round(float(figure), DIGITS) for figure in figures))
    return found


def ranks(differences: dict[tuple[int, int], Difference], models: int) -> list[int]:
    """1 + the number of models that are significantly better; those that nothing tells apart share a rank."""
    return [
        1 + sum(differences[other, one].low > 0 for other in range(models) if other != one) for one in range(models)
    ]


def _times_drawn(rows: NDArray[np.int64], size: int) -> NDArray[Any]:
    """How often each of `size` problems is in each resample; draws by problems."""
    draws = len(rows)
    flat = rows + size * np.arange(draws)[:, np.newaxis]
    return np.bincount(flat.ravel(), minlength=draws * size).reshape(draws, size)
