"""Models against one another: paired differences over the same problems, and the ranks that follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tallybench.model.estimators import DIGITS, resamples
from tallybench.model.metrics import values_at_1
from tallybench.model.result import Model, Result

_SURELY = 1e-4  # far above the rounding error of single precision in a score of up to 100
RANKED_BY = "score@1"
PAIRED = (RANKED_BY, "efficient@1")  # the figures by which models are compared pair by pair
# What must be known about a model before it can have a rank: the field, and the option of `evaluate` that fills it.
NEEDED = {
    "revision": "--set revision=TEXT",
    "prompt": "--set prompt=@FILE",
    "generation": "--set generation.NAME=VALUE",
    "answers_sha256": "SAMPLES as a file",
    "submitter": "--set submitter=NAME",
}


def missing_facts(model: Model) -> list[str]:
    """Return the facts about a model that a rank needs and that are missing."""
    return [name for name in NEEDED if not getattr(model, name)]


def comparable_facts(result: Result) -> tuple[object, ...]:
    """Return what two results must share for their counts to be comparable."""
    return (result.benchmark.hash, result.environment.fingerprint, result.budget, result.tie_tolerance)


def comparable(results: Sequence[Result]) -> bool:
    """Return whether these results' counts may be compared: one benchmark, fingerprint, budget and tie, all counted."""
    return all(result.counted for result in results) and len(set(map(comparable_facts, results))) <= 1


def why_incomparable(result: Result) -> str | None:
    """Return why a result cannot be ranked among others that were measured the same way; None if it can."""
    return _why_not_measured(result) or ("partial run" if result.benchmark.partial else None)


def _why_not_measured(result: Result) -> str | None:
    environment = result.environment
    if result.model.baseline:
        return "baseline: a set of the benchmark's own"
    if not result.counted:
        return "not counted"
    if environment.self_measured:
        return f"self-measured ({environment.counter})"
    return "run without the sandbox" if environment.sandbox == "none" else None


def why_unranked(result: Result) -> str | None:
    """Return why a result cannot be ranked, even if it is measured again; None if it can."""
    if (why := _why_not_measured(result)) is not None:
        return why
    if not result.environment.ranked:
        return "other fingerprint"
    if result.benchmark.partial:
        return "partial run"
    if not result.has_public_code:
        return "code withheld: only the submitter can measure it"
    if missing := missing_facts(result.model):
        return "missing: " + ", ".join(f"model.{name}" for name in missing)
    return None


def values_of(result: Result, name: str) -> list[float]:
    """Return a figure's value at k = 1 on each problem, in the order of the task ids; it is a mean over problems."""
    return values_at_1(result.counts(), name, result.tie_tolerance)


@dataclass(frozen=True)
class Difference:
    """A model's figure minus another's, over the same problems, with its 95 % interval (paired bootstrap)."""

    value: float
    low: float
    high: float

    @property
    def significant(self) -> bool:
        """Whether 0 is outside the interval."""
        return not self.low <= 0 <= self.high


class PairedDifferences(Mapping[tuple[int, int], Difference]):
    """The differences of all pairs of models, by their positions; all pairs share the same draws.

    Intervals are computed on demand: two thousand models have two million pairs. `drawn` has each
    model's figure on each resample (models by draws), `means` each model's figure.
    """

    def __init__(self, drawn: NDArray[np.float64], means: NDArray[np.float64]) -> None:
        self._drawn, self._means = drawn, means
        self._found: dict[tuple[int, int], Difference] = {}

    def __getitem__(self, pair: tuple[int, int]) -> Difference:
        first, second = pair
        if first == second or not all(0 <= place < len(self._means) for place in pair):
            raise KeyError(pair)
        if first > second:
            found = self[second, first]
            return Difference(0 - found.value, 0 - found.high, 0 - found.low)  # never -0.0
        if pair not in self._found:
            low, high = np.percentile(self._drawn[first] - self._drawn[second], [2.5, 97.5])
            value = self._means[first] - self._means[second]
            self._found[pair] = Difference(*(round(float(figure), DIGITS) for figure in (value, low, high)))
        return self._found[pair]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        places = range(len(self._means))
        return ((first, second) for first in places for second in places if first != second)

    def __len__(self) -> int:
        return len(self._means) * (len(self._means) - 1)

    def among(self, models: int | None) -> "PairedDifferences":
        """Return the differences among the first `models` models; None: among all."""
        return PairedDifferences(self._drawn[:models], self._means[:models])

    def ranks(self) -> list[tuple[int, int]]:
        """Return the lowest and the highest rank of each model that the differences allow.

        The lowest is 1 + the number of models that are significantly better, the highest is the number of models minus
        those that are significantly worse. For most pairs it is enough to count the draws on either side of 0. If that
        leaves a doubt, the interval is computed.
        """
        drawn = self._drawn.astype(np.float32)
        models, draws = drawn.shape
        better, worse = [0] * models, [0] * models
        lower = int(0.025 * (draws - 1))  # of the sorted draws, the interval's lower end is between this and the next
        for first in range(models - 1):
            ahead = drawn[first] - drawn[first + 1 :]
            above, below = (np.count_nonzero(side, axis=1) for side in (ahead > _SURELY, ahead < -_SURELY))
            for second, sides in enumerate(zip(above.tolist(), below.tolist(), strict=True), first + 1):
                for one, other, on_side, beyond in ((first, second, *sides), (second, first, *sides[::-1])):
                    ahead_for_sure = on_side >= draws - lower
                    if ahead_for_sure or (beyond < lower + 2 and self[one, other].low > 0):
                        better[other] += 1
                        worse[one] += 1
        return [(1 + above, models - below) for above, below in zip(better, worse, strict=True)]


def paired_differences(values: Sequence[Sequence[float]]) -> PairedDifferences:
    """Return the differences of all pairs of models; each one has a value per problem, in the same order."""
    scores = np.array(values, dtype=np.float64).T  # problems by models
    if not scores.size:
        return PairedDifferences(np.empty((0, 0)), np.empty(0))
    problems = len(scores)
    drawn = np.concatenate([times_drawn(rows, problems) @ scores for rows in resamples(problems)]) / problems
    return PairedDifferences(np.ascontiguousarray(drawn.T), scores.mean(axis=0))


def times_drawn(rows: NDArray[np.int64], size: int) -> NDArray[Any]:
    """Return how often each of `size` problems is in each resample; draws by problems."""
    draws = len(rows)
    flat = rows + size * np.arange(draws)[:, np.newaxis]
    return np.bincount(flat.ravel(), minlength=draws * size).reshape(draws, size)
