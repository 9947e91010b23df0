"""Models against one another: paired differences over the same problems, and the ranks that follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluator.results.budget import Tie
from evaluator.results.counts import problem_counts
from evaluator.results.estimators import DIGITS, resamples
from evaluator.results.metrics import values_at_1
from evaluator.results.result import Model, Result

RANKED_BY = "score@1"
PAIRED = (RANKED_BY, "efficient@1")  # the figures of which models are compared pair by pair


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
    facts = {
        (result.benchmark.hash, result.environment.fingerprint, result.budget, result.tie_tolerance)
        for result in results
    }
    return len(facts) <= 1 and all(result.environment.counter != "none" for result in results)


# What has to be known of a model before it can have a rank: the field, and the option of `evaluate` that fills it.
NEEDED = {
    "revision": "--revision",
    "prompt": "--prompt",
    "generation": "--generation",
    "answers_sha256": "SAMPLES as a file",
    "submitter": "--submitter",
}


def not_told(model: Model) -> list[str]:
    """What is not told of a model, of that without which it can have no rank."""
    return [name for name in NEEDED if not getattr(model, name)]


def why_incomparable(result: Result) -> str | None:
    """Why a result has no place among others that were measured alike; None where it has one."""
    return _why_not_measured(result) or ("partial run" if result.benchmark.partial else None)


def _why_not_measured(result: Result) -> str | None:
    environment = result.environment
    if result.model.baseline:
        return "baseline: a set of the benchmark's own"
    if environment.counter == "none":
        return "not counted"
    if environment.self_measured:
        return f"self-measured ({environment.counter})"
    if environment.sandbox == "none":
        return "run without the sandbox"
    return None


def why_unranked(result: Result) -> str | None:
    """Why a result can have no rank, whoever measured it; None where it can."""
    if (why := _why_not_measured(result)) is not None:
        return why
    if not result.environment.ranked:
        return "other fingerprint"
    if result.benchmark.partial:
        return "partial run"
    if not result.has_public_code:
        return "code withheld: nobody else can measure it"
    if missing := not_told(result.model):
        return "not told: " + ", ".join(f"model.{name}" for name in missing)
    return None


def values_of(result: Result, name: str) -> list[float]:
    """One value a problem of a figure at k = 1, in the order of the task ids.

    Args:
        result: a counted run.
        name: of the figure: a mean over problems, such as `score@1`.
    """
    tie = Tie(result.tie_tolerance.relative, result.tie_tolerance.absolute)
    return values_at_1(problem_counts(result.problems, result.samples, result.budget), name, tie)


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
    for first in range(models):
        for second in range(first + 1, models):
            low, high = np.percentile(drawn[:, first] - drawn[:, second], [2.5, 97.5])
            value, low, high = (round(float(figure), DIGITS) for figure in (means[first] - means[second], low, high))
            found[first, second] = Difference(value, low, high)
            found[second, first] = Difference(0 - value, 0 - high, 0 - low)  # never -0.0
    return found


def ranks(differences: dict[tuple[int, int], Difference], models: int) -> list[int]:
    """1 + the number of models that are significantly better: several models can share a rank."""
    return [
        1 + sum(differences[other, place].low > 0 for other in range(models) if other != place)
        for place in range(models)
    ]


def _times_drawn(rows: NDArray[np.int64], size: int) -> NDArray[Any]:
    """How often each of `size` problems is in each resample; draws by problems."""
    draws = len(rows)
    flat = rows + size * np.arange(draws)[:, np.newaxis]
    return np.bincount(flat.ravel(), minlength=draws * size).reshape(draws, size)
