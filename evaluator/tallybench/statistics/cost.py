"""Whose correct code is cheaper: the ratio of what two models spend on the problems that both solve.

A score says who writes efficient code more often; the cost ratio says whose correct code is cheaper. The unit is the
problem: a model has one cost on each, the geometric mean of its correct samples within the budget. The cost of a sample
over the budget is only a lower bound, which gives no ratio: such samples are left out, and their number is reported.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tallybench.model.counts import ProblemCounts
from tallybench.model.estimators import DIGITS, resamples
from tallybench.model.parts import TieTolerance
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import times_drawn

LEAST_PROBLEMS = 6  # with fewer, a sign test has a p above 5 % even if all of them are on one side
_AT_ONCE = 200  # pairs whose resamples are in memory at a time, 80 kB each

Pair = tuple[int, int]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class ModelCosts:
    """What a model's correct samples spend, on the problems that count for efficiency."""

    totals: Mapping[str, tuple[int, ...]]  # by task id, exact totals, ascending; only problems that have some
    inputs: Mapping[str, int]  # the number of stressful inputs of those problems
    left_out: int  # the number of its correct samples without an exact total, on all problems that count for efficiency
    tie: TieTolerance


@dataclass(frozen=True)
class CostRatio:
    """The cost of one model's correct code over another's, on the problems that both solve within the budget.

    `a12` is the probability that a correct sample of the first costs less than one of the second on the same problem, a
    tie counting half (Vargha and Delaney's A); 0 to 1, the mean over the problems.
    """

    problems: int  # the number of these problems
    cheaper: int  # the number on which the first costs less by more than a tie
    dearer: int  # the number on which it costs more by more than a tie; the others are ties
    left_out: tuple[int, int]  # the numbers of correct samples of the two that have no exact total
    value: float | None = None  # the ratio, a geometric mean over the problems; None if there are none
    low: float | None = None  # of its 95 % interval (bootstrap over the problems); None for fewer than LEAST_PROBLEMS
    high: float | None = None
    median: float | None = None  # of the ratio over the problems
    a12: float | None = None
    a12_median: float | None = None  # over the problems

    @property
    def ties(self) -> int:
        """The number of problems on which the two tie."""
        return self.problems - self.cheaper - self.dearer

    @property
    def p(self) -> float:
        """The p of a two-sided, exact sign test over the problems without a tie."""
        return sign_test(self.cheaper, self.dearer)

    @property
    def significant(self) -> bool:
        """Whether 1 is outside the interval, and more of the problems that are not ties are on its side."""
        if self.low is None or self.high is None:
            return False
        return (self.high < 1 and self.cheaper > self.dearer) or (self.low > 1 and self.dearer > self.cheaper)

    @property
    def turned(self) -> "CostRatio":
        """The ratio of the second model to the first."""
        ratios = {"value": self.value, "low": self.high, "high": self.low, "median": self.median}
        effects = {"a12": self.a12, "a12_median": self.a12_median}
        return CostRatio(
            self.problems,
            self.dearer,
            self.cheaper,
            self.left_out[::-1],
            **{name: None if ratio is None else _rounded(1 / ratio) for name, ratio in ratios.items()},
            **{name: None if share is None else _rounded(1 - share) for name, share in effects.items()},
        )

    def __str__(self) -> str:
        """Put it in words: `11 % fewer instructions (4 to 18 %, 91 problems: cheaper on 32, dearer on 8, 51 ties)`."""
        if self.value is None or self.low is None or self.high is None:
            return f"{self.problems} problems that both solve within the budget, too few to compare their cost"
        over = f"{self.problems} problems: cheaper on {self.cheaper}, dearer on {self.dearer}, {self.ties} ties"
        value, low, high = (
            f"{100 * abs(ratio - 1):.0f} % {'fewer' if ratio < 1 else 'more'}"
            for ratio in (self.value, self.low, self.high)
        )
        if not self.significant:
            return f"no significant change in instructions ({value}, 95 % interval {low} to {high}; {over})"
        few, many = (f"{100 * end:.0f}" for end in sorted((abs(self.low - 1), abs(self.high - 1))))
        return f"{value} instructions ({few} to {many} %, {over})"


def sign_test(fewer: int, more: int) -> float:
    """Return the p of a two-sided exact sign test: the probability that a fair coin falls at least as unevenly."""
    tosses = fewer + more
    tail = sum(math.comb(tosses, heads) for heads in range(min(fewer, more) + 1))
    return min(1.0, 2 * tail / float(2**tosses))


def exact_totals(problem: ProblemCounts) -> tuple[int, ...]:
    """Return the exact totals of a problem's correct samples, ascending; empty if it does not count for efficiency."""
    if not problem.efficiency:
        return ()
    return tuple(sorted(one.total for one in problem.samples if one.correct and one.total and not one.censored))


def mean_cost(totals: Sequence[int]) -> int:
    """Return the geometric mean of one or more totals, rounded to an instruction."""
    return round(math.exp(math.fsum(map(math.log, totals)) / len(totals)))


def model_costs(entry: Entry) -> ModelCosts:
    """Return what the correct samples of a result spend on the public inputs."""
    found = {task_id: totals for task_id, problem in entry.counts.items() if (totals := exact_totals(problem))}
    correct = sum(
        sample.correct for problem in entry.counts.values() if problem.efficiency for sample in problem.samples
    )
    return ModelCosts(
        totals=found,
        inputs={task_id: len(entry.counts[task_id].inputs) for task_id in found},
        left_out=correct - sum(map(len, found.values())),
        tie=entry.result.tie_tolerance,
    )


def cost_ratios(models: Sequence[ModelCosts], pairs: Iterable[Pair]) -> dict[Pair, CostRatio]:
    """Return the cost ratios of pairs of models, by their positions, in both directions.

    All figures over the same number of problems share their draws, so the same results give the same intervals.

    The models' costs must come from one benchmark and one environment.
    """
    once = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    matrix = _Matrix(models)
    found = {pair: matrix.compare(*pair) for pair in once}
    by_size = defaultdict(list)
    for pair in once:
        if (size := found[pair].problems) >= LEAST_PROBLEMS:
            by_size[size].append(pair)
    for size, alike in by_size.items():
        for start in range(0, len(alike), _AT_ONCE):
            some = alike[start : start + _AT_ONCE]
            logs = np.array([matrix.logs(*pair) for pair in some]).T
            drawn = np.concatenate([times_drawn(rows, size) @ logs for rows in resamples(size)]) / size
            low, high = np.exp(np.percentile(drawn, [2.5, 97.5], axis=0))
            for pair, *ends in zip(some, low, high, strict=True):
                found[pair] = replace(found[pair], low=_rounded(ends[0]), high=_rounded(ends[1]))
    return found | {(second, first): ratio.turned for (first, second), ratio in found.items()}


class _Matrix:
    """Costs and totals as arrays over all problems; NaN if a problem has no value."""

    def __init__(self, models: Sequence[ModelCosts]) -> None:
        tasks = sorted({task_id for model in models for task_id in model.totals})
        place = {task_id: number for number, task_id in enumerate(tasks)}
        self._models = models
        self._inputs = np.zeros(len(tasks))
        self._costs = np.full((len(models), len(tasks)), np.nan)
        self._totals = []
        for number, model in enumerate(models):
            most = max(map(len, model.totals.values()), default=1)
            own = np.full((len(tasks), most), np.nan)
            for task_id, totals in model.totals.items():
                own[place[task_id], : len(totals)] = totals
                self._costs[number, place[task_id]] = mean_cost(totals)
                self._inputs[place[task_id]] = model.inputs[task_id]
            self._totals.append(own)
        self._solved = ~np.isnan(self._costs)

    def logs(self, first: int, second: int) -> Values:
        """Return the logarithm of the ratio on each problem that both solve."""
        both = self._solved[first] & self._solved[second]
        return np.asarray(np.log(self._costs[first][both] / self._costs[second][both]))

    def compare(self, first: int, second: int) -> CostRatio:
        """Compare a pair, without its interval."""
        both = self._solved[first] & self._solved[second]
        inputs = self._inputs[both]
        below, above = self._beyond_a_tie(self._costs[first][both], self._costs[second][both], first, inputs)
        left_out = (self._models[first].left_out, self._models[second].left_out)
        found = CostRatio(int(both.sum()), int(below.sum()), int(above.sum()), left_out)
        if not found.problems:
            return found
        ours, theirs = self._totals[first][both][:, :, None], self._totals[second][both][:, None, :]
        less, more = self._beyond_a_tie(ours, theirs, first, inputs[:, None, None])
        compared = (~np.isnan(ours) & ~np.isnan(theirs)).sum(axis=(1, 2))
        a12 = (1 + (less.sum(axis=(1, 2)) - more.sum(axis=(1, 2))) / compared) / 2
        logs = self.logs(first, second)
        return replace(
            found,
            value=_rounded(math.exp(math.fsum(logs) / len(logs))),
            median=_rounded(math.exp(float(np.median(logs)))),
            a12=_rounded(a12.mean()),
            a12_median=_rounded(np.median(a12)),
        )

    def _beyond_a_tie(
        self, ours: Values, theirs: Values, model: int, inputs: Values
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return where ours is below theirs, and where above, by more than a tie; see `TieTolerance.slack`."""
        tie = self._models[model].tie
        slack = np.maximum(tie.relative * np.minimum(ours, theirs), tie.absolute * inputs)
        return theirs - ours > slack, ours - theirs > slack


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
