"""From verdicts and counts to figures.

pass@k is that of Chen et al. (2021), "Evaluating Large Language Models Trained on Code", section 2.1. efficient@k is
that of COFFE (Peng et al., FSE 2025), section 3.3: the same estimator over samples that are correct and spend less than
the ground truth. Intervals are percentile bootstrap intervals over problems.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evaluator.results.result import Figure
from evaluator.results.verdicts import StressVerdict

REPLICATES = 10_000
SEED = 20_250_624
RATIOS = (1.0, 1.5, 2.0, 5.0)
DIGITS = 6  # of a figure: below any meaning, above the noise of summing in another order
_CHUNK = 1_000

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Tie:
    """Up to which difference two sums of counts tie: the larger of the two.

    Attributes:
        relative: to the sum that is compared with.
        absolute: in instructions, for each stressful input.
    """

    relative: float
    absolute: int

    def slack(self, total: int, inputs: int) -> float:
        """What a sum over `inputs` inputs may be above `total` and still tie with it."""
        return max(self.relative * total, self.absolute * inputs)


@dataclass(frozen=True)
class SampleCounts:
    """What the metrics need to know of a sample.

    Attributes:
        correct: it passed the correctness tests.
        stress: the verdict on each stressful input; empty where the problem has none or the sample is not correct.
        total: the sum of its counts, those over the budget entering with the budget; None where an input failed.
    """

    correct: bool
    stress: tuple[StressVerdict, ...] = ()
    total: int | None = None

    @property
    def counted(self) -> bool:
        """Whether there is a count on every stressful input."""
        return bool(self.stress) and all(verdict is StressVerdict.COUNTED for verdict in self.stress)

    @property
    def censored(self) -> bool:
        """Whether its total is a lower bound."""
        return StressVerdict.OVER_BUDGET in self.stress


@dataclass(frozen=True)
class ProblemCounts:
    """What the metrics need to know of a problem.

    Attributes:
        efficiency: it counts for efficiency, not for pass@k only.
        samples: the model's samples; none counts as a failure.
        ground_truth: the ground truth's total; None where nothing was counted, for no sample passed.
        best_known: the best known solution's total; None likewise.
        truth_censored: the ground truth's total is a lower bound.
    """

    efficiency: bool
    samples: Sequence[SampleCounts]
    ground_truth: int | None = None
    best_known: int | None = None
    truth_censored: bool = False


@dataclass
class _Series:
    """One value a problem, or the reason why there is none."""

    values: list[float] = field(default_factory=list)
    reason: str | None = None


def pass_at_k(n: int, c: int, k: int) -> float:
    """The unbiased estimate 1 - C(n-c, k) / C(n, k) that at least one of k samples is correct.

    Args:
        n: number of samples, at least k.
        c: number of correct ones among them.
        k: number of samples that may be tried.
    """
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def compute_metrics(
    problems: Sequence[ProblemCounts], ks: Sequence[int], tie: Tie, *, counted: bool = True
) -> dict[str, Figure]:
    """All figures of a run, by name.

    Args:
        problems: the problems of the run.
        ks: the k of pass@k and efficient@k.
        tie: up to which difference a sample ties with what it is compared with.
        counted: False leaves out all that needs counts.
    """
    efficiency = [problem for problem in problems if problem.efficiency]
    figures = {}
    for k in ks:
        figures[f"pass@{k}"] = _mean(_at_k(problems, k, lambda _, sample: sample.correct))
    if not counted:
        return figures
    for k in ks:
        figures[f"pass@{k} (efficiency problems)"] = _mean(_at_k(efficiency, k, lambda _, sample: sample.correct))
        figures[f"efficient@{k}"] = _mean(_at_k(efficiency, k, _beats_truth(tie)))
        figures[f"efficient_strict@{k}"] = _mean(_at_k(efficiency, k, _beats_truth(None)))
        for ratio in RATIOS:
            near = _near_best(ratio, tie)
            figures[f"efficient@{k}({ratio:g})"] = _mean(_at_k(efficiency, k, near))
    figures["speedup"] = _speedup(efficiency)
    figures["speedup_of_sums"] = _speedup_of_sums(efficiency)
    return figures


def at_k_values(problems: Sequence[ProblemCounts], k: int, tie: Tie, ratio: float | None = None) -> list[float]:
    """efficient@k of each problem that counts for efficiency, in order: what two models are compared by.

    Args:
        problems: the problems of a run.
        k: the k of efficient@k.
        tie: up to which difference a sample ties with what it is compared with.
        ratio: r of efficient@k(r); None compares with the ground truth.
    """
    judge = _beats_truth(tie) if ratio is None else _near_best(ratio, tie)
    return _at_k([problem for problem in problems if problem.efficiency], k, judge).values


def _beats_truth(tie: Tie | None) -> Callable[[ProblemCounts, SampleCounts], bool]:
    def judge(problem: ProblemCounts, sample: SampleCounts) -> bool:
        if not (sample.correct and sample.counted) or problem.ground_truth is None or sample.total is None:
            return False
        if tie is None:
            return sample.total < problem.ground_truth
        return sample.total <= problem.ground_truth + tie.slack(problem.ground_truth, len(sample.stress))

    return judge


def _near_best(ratio: float, tie: Tie) -> Callable[[ProblemCounts, SampleCounts], bool]:
    def judge(problem: ProblemCounts, sample: SampleCounts) -> bool:
        if not (sample.correct and sample.counted) or problem.best_known is None or sample.total is None:
            return False
        return sample.total <= ratio * problem.best_known + tie.slack(problem.best_known, len(sample.stress))

    return judge


def _at_k(
    problems: Sequence[ProblemCounts], k: int, counts_as: Callable[[ProblemCounts, SampleCounts], bool]
) -> _Series:
    series = _Series()
    for problem in problems:
        n = len(problem.samples)
        if n == 0:
            series.values.append(0.0)
        elif n < k:
            return _Series(reason=f"a problem has {n} samples, fewer than {k}")
        else:
            hits = sum(counts_as(problem, sample) for sample in problem.samples)
            series.values.append(pass_at_k(n, hits, k))
    return series


def _speedups(problems: Sequence[ProblemCounts]) -> Iterable[tuple[ProblemCounts, list[SampleCounts]]]:
    for problem in problems:
        timed = [sample for sample in problem.samples if sample.correct and sample.total is not None]
        if timed and problem.ground_truth is not None:
            yield problem, timed


def _censored(problems: Sequence[ProblemCounts]) -> int:
    return sum(sample.censored or problem.truth_censored for problem, timed in _speedups(problems) for sample in timed)


def _speedup(problems: Sequence[ProblemCounts]) -> Figure:
    logs = []
    for problem, timed in _speedups(problems):
        assert problem.ground_truth is not None
        ratios = [problem.ground_truth / sample.total for sample in timed if sample.total]
        logs.append(math.log(math.fsum(ratios) / len(ratios)))
    if not logs:
        return Figure(value=None, problems=0, reason="no correct sample was counted")
    figure = _mean(_Series(logs), math.exp)
    return figure.model_copy(update={"censored": _censored(problems)})


def _speedup_of_sums(problems: Sequence[ProblemCounts]) -> Figure:
    truths, samples = [], []
    for problem, timed in _speedups(problems):
        truths.append(float(problem.ground_truth or 0))
        samples.append(math.fsum(sample.total or 0 for sample in timed) / len(timed))
    if not truths:
        return Figure(value=None, problems=0, reason="no correct sample was counted")
    above, below = np.array(truths), np.array(samples)
    drawn = [above[rows].sum(axis=1) / below[rows].sum(axis=1) for rows in resamples(len(truths))]
    figure = _figure(math.fsum(truths) / math.fsum(samples), np.concatenate(drawn), len(truths))
    return figure.model_copy(update={"censored": _censored(problems)})


def _mean(series: _Series, transform: Callable[[float], float] = float) -> Figure:
    if series.reason is not None:
        return Figure(value=None, problems=0, reason=series.reason)
    if not series.values:
        return Figure(value=None, problems=0, reason="no problem counts for it")
    values = np.array(series.values)
    drawn = np.concatenate([values[rows].mean(axis=1) for rows in resamples(len(values))])
    return _figure(math.fsum(series.values) / len(series.values), drawn, len(values), transform)


def resamples(size: int) -> Iterable[NDArray[np.int64]]:
    """Row indices of bootstrap samples over problems, in chunks, the same ones for every figure of one size."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    for _ in range(REPLICATES // _CHUNK):
        yield generator.integers(0, size, size=(_CHUNK, size))


def _figure(value: float, drawn: Vector, problems: int, transform: Callable[[float], float] = float) -> Figure:
    low, high = np.percentile(drawn, [2.5, 97.5])
    return Figure(
        value=round(transform(value), DIGITS),
        low=round(transform(float(low)), DIGITS),
        high=round(transform(float(high)), DIGITS),
        problems=problems,
    )
