"""The places of samples among the human solutions to their problems, and how stable these places are."""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tallybench.errors import InputError
from tallybench.model.budget import TIE
from tallybench.model.counts import SampleCounts
from tallybench.model.estimators import DIGITS, mean_figure
from tallybench.model.result import Figure, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.studies.humans import HumanSolutions, MeasuredHumans, total_memory

UNCOUNTED = "no human solution of its problem was counted"


@dataclass(frozen=True)
class SamplePercentile:
    """The place of one sample.

    The memory shares are among the human solutions whose memory was measured on every input; they are None if the
    sample's memory is unknown on some input.
    """

    task_id: str
    index: int
    slower: float | None  # the share of human solutions that are slower; None if the sample has no total
    tied: float | None  # the share that ties with it
    why: str | None  # why it has no place; None if it has one
    needs_more: float | None = None  # the share that needs more memory
    needs_as_much: float | None = None  # the share that ties with it in memory
    memory_ratio: float | None = None  # its memory over their median


@dataclass(frozen=True)
class ResultPercentiles:
    """The places of a result's samples.

    `drawing_error` is the standard error of `correct` that comes from drawing some of the human solutions, as a share;
    None if none were drawn. The intervals are over problems and do not include it.
    """

    model: str
    samples: tuple[SamplePercentile, ...]  # in the result's order
    correct: Figure  # mean percentile over problems, of correct samples only
    all: Figure  # with 0 for an incorrect sample; problems without a counted human solution are in neither
    memory: Figure | None = None  # mean share that needs more memory, for correct samples whose memory is known
    memory_tied: Figure | None = None  # the same for the share that ties
    drawing_error: float | None = None


@dataclass(frozen=True)
class Agreement:
    """The agreement between two interpreter builds on the places of a problem's human solutions."""

    task_id: str
    solutions: int  # how many were counted with both
    kendall: float | None  # tau-b over their totals, where totals within the tie tolerance tie; None if all tie
    change: float  # mean absolute change of a solution's percentile, in points
    best_kept: bool  # whether the best solution with one build is also the best with the other, or ties with it


def result_percentiles(result: Result, humans: MeasuredHumans) -> ResultPercentiles:
    """Place the samples of a result among the human solutions.

    Raises:
        InputError: the counts cannot be compared: they are from a different benchmark or environment.
    """
    if result.benchmark.name != humans.benchmark:
        raise InputError(f"{result.model.name}: its result is for {result.benchmark.name}, not for {humans.benchmark}")
    if result.environment.fingerprint != humans.fingerprint.hash:
        raise InputError(
            f"{result.model.name}: was measured in a different environment than the human solutions, so the counts "
            "cannot be compared: evaluate it again here, or choose its interpreter with --python"
        )
    by_id = humans.by_id
    counts = result.counts()
    counted = {task_id: iter(problem.samples) for task_id, problem in zip(sorted(result.problems), counts, strict=True)}
    samples = []
    for sample in result.samples:
        if (solutions := by_id.get(sample.task_id)) is not None:
            if result.problems[sample.task_id].hash != solutions.facts.hash:
                raise InputError(f"{result.model.name}: {sample.task_id} has changed since; evaluate it again")
            samples.append(_place(sample, next(counted[sample.task_id]), solutions))
    comparable = [sample for sample in samples if by_id[sample.task_id].totals and sample.why != UNCOUNTED]
    right = [sample for sample in comparable if sample.slower is not None]
    slower = _by_task((sample.task_id, sample.slower) for sample in right)
    memory = memory_tied = error = None
    if result.has_memory:
        known = [sample for sample in right if sample.needs_more is not None]
        memory = _mean(_by_task((sample.task_id, sample.needs_more) for sample in known))
        memory_tied = _mean(_by_task((sample.task_id, sample.needs_as_much) for sample in known))
    if humans.drawing is not None:
        drawn = [(share, len(by_id[task].totals), by_id[task].population or 0) for task, share in slower.items()]
        error = round(drawing_error(drawn), DIGITS)
    correct, every = _mean(slower), _mean(_by_task((sample.task_id, sample.slower) for sample in comparable))
    return ResultPercentiles(result.model.name, tuple(samples), correct, every, memory, memory_tied, error)


def drawing_error(shares: Sequence[tuple[float, int, int]]) -> float:
    """Return the standard error of a mean of shares, each from a sample drawn without replacement.

    Args:
        shares: for each problem, the share, the number of solutions, and how many they were drawn from.

    Returns:
        The error, as a share; 0 if nothing was left out. A share of a single solution has the error of a coin flip.
    """
    variance = 0.0
    for share, size, population in shares:
        if size < population:
            spread = share * (1 - share) / (size - 1) if size > 1 else 0.25
            variance += spread * (1 - size / population)
    return math.sqrt(variance) / len(shares) if shares else 0.0


def _place(sample: SampleResult, counts: SampleCounts, solutions: HumanSolutions) -> SamplePercentile:
    why = None
    if not solutions.totals:
        why = solutions.fault or UNCOUNTED
    elif sample.verdict is not Verdict.PASSED:
        why = f"is not correct: {sample.verdict}"
    elif sample.stress.keys() != solutions.facts.inputs.keys():
        why = UNCOUNTED
    elif counts.total is None:
        failed = ((name, one.verdict) for name, one in sample.stress.items() if not one.verdict.bounded)
        why = next(f"stressful input {name}: {verdict}" for name, verdict in failed)
    shares = None if counts.total is None else solutions.percentile(counts.total)
    if why is not None or shares is None:
        return SamplePercentile(sample.task_id, sample.index, None, None, why)
    taken = total_memory(counts)
    among = None if taken is None else solutions.memory_percentile(taken)
    if taken is None or among is None:
        return SamplePercentile(sample.task_id, sample.index, *shares, None)
    ratio = round(taken / statistics.median(solutions.memory.values()), DIGITS)
    return SamplePercentile(sample.task_id, sample.index, *shares, None, *among, ratio)


def _by_task(shares: Iterable[tuple[str, float | None]]) -> dict[str, float]:
    """Return the mean share of each problem; a sample without one counts as 0."""
    by_task: dict[str, list[float]] = defaultdict(list)
    for task_id, share in shares:
        by_task[task_id].append(share or 0.0)
    return {task_id: statistics.fmean(given) for task_id, given in by_task.items()}


def _mean(shares: Mapping[str, float]) -> Figure:
    if not shares:
        return Figure(value=None, problems=0, reason="no sample has a place")
    return mean_figure([share for _, share in sorted(shares.items())])


def compare_builds(ours: MeasuredHumans, theirs: MeasuredHumans) -> list[Agreement]:
    """Compare two environments by the places of the human solutions, over problems with at least three of them."""
    found = []
    for own in ours.problems:
        if (other := theirs.by_id.get(own.task_id)) is None:
            continue
        names = [name for name in own.totals if name in other.totals]
        if len(names) < 3:
            continue
        first, second = ([of.totals[name] for name in names] for of in (own, other))
        inputs, others = len(own.facts.inputs), len(other.facts.inputs)
        places = zip(_percentiles(first, inputs), _percentiles(second, others), strict=True)
        change = statistics.fmean(100 * abs(place - elsewhere) for place, elsewhere in places)
        signs = _signs(first, inputs), _signs(second, others)
        products = sum(sign * of_other for sign, of_other in zip(*signs, strict=True))
        untied = [sum(map(abs, of)) for of in signs]
        kendall = round(products / math.sqrt(untied[0] * untied[1]), DIGITS) if all(untied) else None
        least = min(second)
        kept = second[first.index(min(first))] <= least + TIE.slack(least, others)
        found.append(Agreement(own.task_id, len(names), kendall, round(change, DIGITS), kept))
    return found


def _percentiles(totals: Sequence[int], inputs: int) -> list[float]:
    """Return, for each solution, the share of the others that are slower."""
    return [sum(other > own + TIE.slack(own, inputs) for other in totals) / (len(totals) - 1) for own in totals]


def _signs(totals: Sequence[int], inputs: int) -> list[int]:
    """Return, for each pair, which of the two is slower: 1 or -1, or 0 if they tie."""
    pairs = combinations(totals, 2)
    return [
        0 if abs(one - other) <= TIE.slack(min(one, other), inputs) else 1 if one > other else -1
        for one, other in pairs
    ]
