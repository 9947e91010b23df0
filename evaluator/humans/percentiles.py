"""Where samples lie among the human solutions of their problems, and how stable such a place is."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evaluator.errors import InputError
from evaluator.humans.drawing import drawing_error
from evaluator.humans.solutions import HumanSolutions, MeasuredHumans, total_memory
from evaluator.results.budget import TIE
from evaluator.results.estimators import DIGITS, resamples
from evaluator.results.result import Figure, Result, SampleResult
from evaluator.results.verdicts import Verdict


@dataclass(frozen=True)
class SamplePercentile:
    """Where one sample lies.

    Attributes:
        task_id: the problem.
        index: the sample's number.
        slower: the share of human solutions that are slower; None where the sample has no total.
        tied: the share that ties with it.
        why: why there is no place; None where there is.
        needs_more: the share of human solutions that need more memory, of those that were measured on every input;
            None where the sample's memory is not known on every input.
        needs_as_much: the share of those that ties with it.
        memory_ratio: what it needs, by what the median of those does.
    """

    task_id: str
    index: int
    slower: float | None
    tied: float | None
    why: str | None
    needs_more: float | None = None
    needs_as_much: float | None = None
    memory_ratio: float | None = None


@dataclass(frozen=True)
class ResultPercentiles:
    """Where the samples of a result lie.

    Attributes:
        model: whose they are.
        samples: in the result's order.
        correct: mean percentile over problems, of correct samples only.
        all: the same with 0 for a sample that is not correct. A problem of which no human solution was counted is in
            neither.
        memory: the mean share of human solutions that need more memory, of correct samples whose memory is known; None
            where the result tells of none.
        memory_tied: the same of those that tie.
        drawing_error: the standard error of `correct` that comes from drawing a sample of the human solutions, as a
            share; None where none was drawn. The intervals are over problems, and do not hold it.
    """

    model: str
    samples: tuple[SamplePercentile, ...]
    correct: Figure
    all: Figure
    memory: Figure | None = None
    memory_tied: Figure | None = None
    drawing_error: float | None = None


@dataclass(frozen=True)
class Agreement:
    """How far the places of a problem's human solutions depend on the interpreter's build.

    Attributes:
        task_id: the problem.
        solutions: how many were counted with both.
        kendall: Kendall's tau-b over their totals, those within the tie tolerance tied; None where all tie.
        change: mean absolute change of a solution's percentile, in points.
        best_kept: whether the best one of the one is the best of the other, or ties with it.
    """

    task_id: str
    solutions: int
    kendall: float | None
    change: float
    best_kept: bool


def result_percentiles(result: Result, humans: MeasuredHumans) -> ResultPercentiles:
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
    samples = []
    for sample in result.samples:
        if (solutions := humans.by_id.get(sample.task_id)) is not None:
            if result.problems[sample.task_id].hash != solutions.hash:
                raise InputError(f"{result.model.name}: {sample.task_id} was changed since; evaluate it again")
            samples.append(_sample_percentile(sample, solutions))
    among_some = [sample for sample in samples if humans.by_id[sample.task_id].totals and sample.why != NOBODY]
    right = [sample for sample in among_some if sample.slower is not None]
    more = [(sample.task_id, sample.needs_more) for sample in right if sample.needs_more is not None]
    tied = [(sample.task_id, sample.needs_as_much) for sample in right if sample.needs_as_much is not None]
    return ResultPercentiles(
        result.model.name,
        tuple(samples),
        _mean([(sample.task_id, sample.slower or 0.0) for sample in right]),
        _mean([(sample.task_id, sample.slower or 0.0) for sample in among_some]),
        _mean(more) if result.has_memory else None,
        _mean(tied) if result.has_memory else None,
        _drawing_error(right, humans) if humans.drawing else None,
    )


def _drawing_error(placed: Sequence[SamplePercentile], humans: MeasuredHumans) -> float:
    """Of the mean over problems, by each problem's mean share."""
    by_task: dict[str, list[float]] = {}
    for sample in placed:
        by_task.setdefault(sample.task_id, []).append(sample.slower or 0.0)
    shares = []
    for task_id, slower in by_task.items():
        solutions = humans.by_id[task_id]
        shares.append((statistics.fmean(slower), len(solutions.totals), solutions.population or 0))
    return round(drawing_error(shares), DIGITS)


NOBODY = "no human solution of its problem was counted"


def _sample_percentile(sample: SampleResult, solutions: HumanSolutions) -> SamplePercentile:
    def without(why: str) -> SamplePercentile:
        return SamplePercentile(sample.task_id, sample.index, None, None, why)

    if not solutions.totals:
        return without(solutions.fault or NOBODY)
    if sample.verdict is not Verdict.PASSED:
        return without(f"is not correct: {sample.verdict}")
    if set(sample.stress) != set(solutions.budgets):
        return without(NOBODY)
    for name, stress in sample.stress.items():
        if not stress.verdict.bounded:
            return without(f"stressful input {name}: {stress.verdict}")
    shares = solutions.percentile(solutions.total({name: stress.count for name, stress in sample.stress.items()}))
    assert shares is not None
    taken = total_memory({name: stress.memory for name, stress in sample.stress.items()})
    among = None if taken is None else solutions.memory_percentile(taken)
    if taken is None or among is None:
        return SamplePercentile(sample.task_id, sample.index, *shares, None)
    ratio = round(taken / statistics.median(solutions.memory.values()), DIGITS)
    return SamplePercentile(sample.task_id, sample.index, *shares, None, *among, ratio)


def _mean(shares: Sequence[tuple[str, float]]) -> Figure:
    """The mean over problems of the mean over the shares of a problem's samples, with its bootstrap interval."""
    by_task: dict[str, list[float]] = {}
    for task_id, share in shares:
        by_task.setdefault(task_id, []).append(share)
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


def compare_builds(ours: MeasuredHumans, theirs: MeasuredHumans) -> list[Agreement]:
    """How far two environments agree on the places of the human solutions; a problem needs three of them."""
    found = []
    for own in ours.problems:
        other = theirs.by_id.get(own.task_id)
        if other is None:
            continue
        totals = own.totals, other.totals
        names = [name for name in totals[0] if name in totals[1]]
        if len(names) < 3:
            continue
        inputs = len(own.budgets), len(other.budgets)
        changes = []
        for name in names:
            shares = [_percentile(name, names, of, count) for of, count in zip(totals, inputs, strict=True)]
            changes.append(100 * abs(shares[0] - shares[1]))
        best = min(names, key=lambda name: totals[0][name])
        least = min(totals[1][name] for name in names)
        found.append(
            Agreement(
                own.task_id,
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
    products = sum(sign * of_other for sign, of_other in zip(*signs, strict=True))
    untied = [sum(map(abs, of)) for of in signs]
    return round(products / math.sqrt(untied[0] * untied[1]), DIGITS) if all(untied) else None


def _signs(totals: Sequence[int], inputs: int) -> list[int]:
    """Of each pair: which of the two is slower, 0 where they tie."""
    found = []
    for index, total in enumerate(totals):
        for other in totals[:index]:
            slack = TIE.slack(min(total, other), inputs)
            found.append(0 if abs(total - other) <= slack else 1 if total > other else -1)
    return found
