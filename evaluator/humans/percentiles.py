"""Where samples lie among the human solutions of their problems, and how stable such a place is."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluator.errors import InputError
from evaluator.humans.solutions import Crowd, Humans
from evaluator.results.counts import TIE
from evaluator.results.estimators import DIGITS, resamples
from evaluator.results.result import Figure, Result, SampleResult
from evaluator.results.verdicts import StressVerdict, Verdict


@dataclass(frozen=True)
class Place:
    """Where one sample lies.

    Attributes:
        task_id: the problem.
        index: the sample's number.
        slower: the share of human solutions that are slower; None where the sample has no total.
        tied: the share that ties with it.
        why: why there is no place; None where there is.
    """

    task_id: str
    index: int
    slower: float | None
    tied: float | None
    why: str | None


@dataclass(frozen=True)
class Standing:
    """Where the samples of a result lie.

    Attributes:
        model: whose they are.
        places: in the result's order.
        correct: mean percentile over problems, of correct samples only.
        all: the same with 0 for a sample that is not correct.
    """

    model: str
    places: tuple[Place, ...]
    correct: Figure
    all: Figure


@dataclass(frozen=True)
class Agreement:
    """How far the places of a problem's human solutions depend on the interpreter's build.

    Attributes:
        task_id: the problem.
        solutions: how many were counted with both.
        kendall: Kendall's tau-b over their totals, those within the tie tolerance tied; None where all tie.
        change: mean absolute change of a solution's percentile, in points.
        best_kept: whether the best one is the same, or ties with it.
    """

    task_id: str
    solutions: int
    kendall: float | None
    change: float
    best_kept: bool


def place_samples(result: Result, humans: Humans) -> Standing:
    """Where the samples of a result lie among the human solutions.

    Args:
        result: of the same benchmark and environment.
        humans: counted.

    Raises:
        InputError: the counts cannot be compared.
    """
    if result.benchmark.name != humans.benchmark:
        raise InputError(f"{result.model.name}: its result is of {result.benchmark.name}, not of {humans.benchmark}")
    if result.environment.fingerprint != humans.fingerprint.hash:
        raise InputError(
            f"{result.model.name}: was measured in another environment than the human solutions; counts of two are "
            "never put together: evaluate it again here, or choose its interpreter with --python"
        )
    places = []
    for sample in result.samples:
        if (crowd := humans.by_id.get(sample.task_id)) is not None:
            if result.problems[sample.task_id].hash != crowd.hash:
                raise InputError(f"{result.model.name}: {sample.task_id} was changed since; evaluate it again")
            places.append(_place(sample, crowd))
    right = [place for place in places if place.slower is not None]
    wrong = [place for place in places if place.slower is None and place.why != NOBODY]
    return Standing(result.model.name, tuple(places), _mean(right), _mean([*right, *wrong]))


NOBODY = "no human solution of its problem was counted"


def _place(sample: SampleResult, crowd: Crowd) -> Place:
    def without(why: str) -> Place:
        return Place(sample.task_id, sample.index, None, None, why)

    if sample.verdict is not Verdict.PASSED:
        return without(f"is not correct: {sample.verdict}")
    if not crowd.totals or set(sample.stress) != set(crowd.budgets):
        return without(crowd.fault or NOBODY)
    for name, stress in sample.stress.items():
        if stress.verdict not in (StressVerdict.COUNTED, StressVerdict.OVER_BUDGET):
            return without(f"stressful input {name}: {stress.verdict}")
    found = crowd.percentile(crowd.total({name: stress.count for name, stress in sample.stress.items()}))
    assert found is not None
    return Place(sample.task_id, sample.index, found[0], found[1], None)


def _mean(places: Sequence[Place]) -> Figure:
    """The mean over problems of the mean over a problem's samples, with its bootstrap interval."""
    by_task: dict[str, list[float]] = {}
    for place in places:
        by_task.setdefault(place.task_id, []).append(place.slower or 0.0)
    if not by_task:
        return Figure(value=None, problems=0, reason="no sample has a place")
    values = np.array([statistics.fmean(by_task[task_id]) for task_id in sorted(by_task)])
    drawn = np.concatenate([values[rows].mean(axis=1) for rows in resamples(len(values))])
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Figure(
        value=round(float(values.mean()), DIGITS),
        low=round(float(low), DIGITS),
        high=round(float(high), DIGITS),
        problems=len(values),
    )


def compare_builds(ours: Humans, theirs: Humans) -> list[Agreement]:
    """How far two environments agree on the places of the human solutions; a problem needs three of them."""
    found = []
    for crowd in ours.crowds:
        other = theirs.by_id.get(crowd.task_id)
        if other is None:
            continue
        totals = crowd.totals, other.totals
        names = [name for name in totals[0] if name in totals[1]]
        if len(names) < 3:
            continue
        inputs = len(crowd.budgets), len(other.budgets)
        changes = []
        for name in names:
            places = [_percentile(name, names, of, count) for of, count in zip(totals, inputs, strict=True)]
            changes.append(100 * abs(places[0] - places[1]))
        best = min(names, key=lambda name: totals[0][name])
        least = min(totals[1][name] for name in names)
        found.append(
            Agreement(
                crowd.task_id,
                len(names),
                _kendall([[of[name] for name in names] for of in totals], inputs),
                round(statistics.fmean(changes), DIGITS),
                totals[1][best] <= least + TIE.slack(least, inputs[1]),
            )
        )
    return found


def _percentile(name: str, names: Sequence[str], totals: dict[str, int], inputs: int) -> float:
    own = totals[name]
    slack = TIE.slack(own, inputs)
    return sum(totals[other] > own + slack for other in names if other != name) / (len(names) - 1)


def _kendall(totals: Sequence[Sequence[int]], inputs: tuple[int, int]) -> float | None:
    """Kendall's tau-b."""
    signs = [_signs(of, count) for of, count in zip(totals, inputs, strict=True)]
    products = sum(one * other for one, other in zip(*signs, strict=True))
    untied = [sum(map(abs, of)) for of in signs]
    return round(products / math.sqrt(untied[0] * untied[1]), DIGITS) if all(untied) else None


def _signs(totals: Sequence[int], inputs: int) -> list[int]:
    """Of each pair: which of the two is slower, 0 where they tie."""
    found = []
    for index, one in enumerate(totals):
        for other in totals[:index]:
            slack = TIE.slack(min(one, other), inputs)
            found.append(0 if abs(one - other) <= slack else 1 if one > other else -1)
    return found
