"""The counts of a result's problems and samples, and how a sample compares with the benchmark's solutions.

A run's figures are computed from these. Three comparisons follow papers:

- optimized: at least 10 % faster than the slow program of an editing task, as in PIE (Shypula et al., ICLR 2024).
- faster: faster than it at all, as in ECCO (Waghjale et al., EMNLP 2024, appendix A).
- memory: ECCO, section 3.3.1, divides the memory of the original program by that of the edited one, interpreter and
  input included. Here both are left out, and peaks below MEMORY_FLOOR are treated as that large.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tallybench.model.budget import BUDGET, MEMORY_FLOOR
from tallybench.model.parts import (
    Exclusion,
    InputResult,
    MemoryResult,
    ProblemResult,
    SampleResult,
    SuitesResult,
    TieTolerance,
)
from tallybench.model.problem import BASE
from tallybench.model.verdicts import StressVerdict, Verdict

LEAST_SPEEDUP = 1.1
_UNTRUSTED = frozenset({StressVerdict.WRONG_OUTPUT, StressVerdict.TAMPERING})


def cost_order(total: float, censored: bool) -> tuple[bool, float]:
    """Return a sort key for totals, cheapest first: any exact total comes before any lower bound.

    Everything that sorts totals or takes the lowest one uses this key.

    Args:
        total: instructions, or a multiple of something fixed.
        censored: whether the total is a lower bound, because an input is over the budget.
    """
    return censored, total


@dataclass(frozen=True)
class SampleCounts:
    """The verdict and counts of a sample, from which figures are computed.

    Attributes:
        correct: whether it passed the correctness tests.
        stress: the verdict on each stressful input; empty if the problem has none or the sample is not correct.
        counts: its count on each of these inputs; None if the verdict is not `counted`.
        total: the sum of its counts, with the budget in place of counts over it; None without stress verdicts or if
            it failed on an input.
        suites: for a class, the verdicts by method; None if there are none.
        peaks: its peak memory on each stressful input, in bytes; None if it was not measured.
        spent: for a wrong sample in an editing task, its count on each stressful input, None if there is no count;
            empty for other samples.
        failed: the suites of correctness tests that it fails.
    """

    correct: bool
    stress: tuple[StressVerdict, ...] = ()
    counts: tuple[int | None, ...] = ()
    total: int | None = None
    suites: SuitesResult | None = None
    peaks: tuple[int | None, ...] = ()
    spent: tuple[int | None, ...] = ()
    failed: frozenset[str] = frozenset()

    @property
    def counted(self) -> bool:
        """Whether there is a count on every stressful input."""
        return bool(self.stress) and all(verdict is StressVerdict.COUNTED for verdict in self.stress)

    @property
    def censored(self) -> bool:
        """Whether its total is a lower bound."""
        return StressVerdict.OVER_BUDGET in self.stress

    @property
    def has_wrong_output(self) -> bool:
        """Whether any output under stress is wrong, or cannot be trusted because of tampering."""
        return not _UNTRUSTED.isdisjoint(self.stress)


@dataclass(frozen=True)
class ProblemCounts:
    """A problem and a model's samples for it, from which figures are computed.

    Attributes:
        efficiency: whether it counts for efficiency, not for pass@k only.
        samples: the model's samples; a problem without any counts as a failure.
        inputs: its stressful inputs, in the order of the samples' verdicts; empty if nothing was counted because no
            sample passed.
        editing: whether its ground truth is the slow program that samples are to make faster.
        budget: the most that a sample may spend on an input, in multiples of the best known count.
        tests: its suites of correctness tests, if it has several.
    """

    efficiency: bool
    samples: Sequence[SampleCounts]
    inputs: tuple[InputResult, ...] = ()
    editing: bool = False
    budget: int = BUDGET
    tests: frozenset[str] = frozenset()

    @cached_property
    def best_known(self) -> int | None:
        """The best known solution's total."""
        return sum(given.best_known for given in self.inputs) or None

    @cached_property
    def ground_truth(self) -> int | None:
        """The ground truth's total, with the budget for each input on which it is over the budget."""
        return sum(given.ground_truth or self.budget * given.best_known for given in self.inputs) or None

    @property
    def truth_censored(self) -> bool:
        """Whether the ground truth's total is a lower bound."""
        return any(given.ground_truth is None for given in self.inputs)

    @property
    def memory(self) -> list[MemoryResult | None]:
        """The peak memory that samples are compared with, by input."""
        return [given.memory for given in self.inputs]


def problem_counts(
    problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult], budget: int
) -> list[ProblemCounts]:
    """Return the problems of a result with their samples, sorted by task id: the bootstrap draws by position."""
    by_task = defaultdict(list)
    for sample in samples:
        by_task[sample.task_id].append(sample)
    return [
        ProblemCounts(
            efficiency=problem.without_efficiency is None,
            samples=[_sample_counts(sample, problem.inputs, budget) for sample in by_task[task_id]],
            inputs=tuple(problem.inputs.values()),
            editing=problem.task == "edit",
            budget=budget,
            tests=frozenset(problem.tests),
        )
        for task_id, problem in sorted(problems.items())
    ]


def _sample_counts(sample: SampleResult, inputs: Mapping[str, InputResult], budget: int) -> SampleCounts:
    results = {name: sample.stress[name] for name in inputs if name in sample.stress}
    total: int | None = None
    if results and all(result.verdict.bounded for result in results.values()):
        total = sum(result.count or budget * inputs[name].best_known for name, result in results.items())
    verdicts = {suite: found.verdict for suite, found in sample.tests.items()} or {BASE: sample.verdict}
    spent: tuple[int | None, ...] = ()
    if sample.spent:
        counts = {name: result.count for name, result in results.items()} | sample.spent
        spent = tuple(counts.get(name) for name in inputs)
    return SampleCounts(
        correct=sample.verdict is Verdict.PASSED,
        stress=tuple(result.verdict for result in results.values()),
        counts=tuple(result.count for result in results.values()),
        total=total,
        suites=sample.suites,
        peaks=tuple(result.memory for result in results.values()),
        spent=spent,
        failed=frozenset(suite for suite, verdict in verdicts.items() if verdict is not Verdict.PASSED),
    )


def find_exclusions(problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult]) -> list[Exclusion]:
    """Return every problem that a figure leaves out, with the reason."""
    correct = [sample for sample in samples if sample.verdict is Verdict.PASSED]
    solved = {sample.task_id for sample in correct}
    timed = {
        sample.task_id
        for sample in correct
        if sample.stress and all(result.verdict.bounded for result in sample.stress.values())
    }
    found = []
    for task_id, problem in problems.items():
        if problem.without_efficiency is not None:
            found.append(Exclusion(task_id=task_id, excluded_from="efficiency", reason=problem.without_efficiency))
        elif task_id not in timed:
            reason = "every correct sample failed under stress" if task_id in solved else "no correct sample"
            found.append(Exclusion(task_id=task_id, excluded_from="speedup", reason=reason))
    return found


def sample_score(problem: ProblemCounts, sample: SampleCounts) -> float:
    """Return how close a sample comes to the best known solution, 0 to 100.

    This is 0 if it is not correct; otherwise the mean over the stressful inputs of min(1, best known count / its
    count), or 0 for an input on which it fails or is over the budget.
    """
    if not (sample.correct and sample.stress):
        return 0.0
    shares = [
        min(1.0, given.best_known / count) if count else 0.0
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def is_efficient(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance | None) -> bool:
    """Return whether a sample is correct and spends no more than the ground truth.

    Inputs on which the ground truth is over the budget do not count, except that the output must not be wrong. It may
    exceed the ground truth by the tie tolerance; without one, it must spend strictly less.
    """
    if not (sample.correct and sample.stress) or sample.has_wrong_output:
        return False
    asked = [
        (given.ground_truth, count)
        for given, count in zip(problem.inputs, sample.counts, strict=True)
        if given.ground_truth is not None
    ]
    truth, spent = sum(truth for truth, _ in asked), sum(count or 0 for _, count in asked)
    if any(count is None for _, count in asked):
        return False
    return spent < truth if tie is None else spent <= truth + tie.slack(truth, len(asked))


def is_within(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance, ratio: float) -> bool:
    """Return whether a sample is correct and spends at most `ratio` times what the best known solution does."""
    if not (sample.correct and sample.counted) or problem.best_known is None or sample.total is None:
        return False
    return sample.total <= ratio * problem.best_known + tie.slack(problem.best_known, len(sample.stress))


def is_optimized(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is correct and at least LEAST_SPEEDUP times as fast as the given program."""
    return _ends_where_given(problem, sample) and LEAST_SPEEDUP * (sample.total or 0) <= (problem.ground_truth or 0)


def is_faster(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance) -> bool:
    """Return whether a sample is correct and spends less than the given program, by more than a tie."""
    given = problem.ground_truth or 0
    return _ends_where_given(problem, sample) and (sample.total or 0) + tie.slack(given, len(sample.stress)) < given


def is_spurious(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is faster because it does something else.

    It is wrong, by the tests or under stress, and at least LEAST_SPEEDUP times as fast as the given program.
    """
    if (sample.correct and not sample.has_wrong_output) or not sample.spent or None in sample.spent:
        return False
    return LEAST_SPEEDUP * sum(spent or 0 for spent in sample.spent) <= (problem.ground_truth or 0)


def _ends_where_given(problem: ProblemCounts, sample: SampleCounts) -> bool:
    """Return whether a sample is correct, and within the budget on every input on which the given program is.

    On an input where both are over the budget, both count as the budget, so neither is faster.
    """
    if not sample.correct or sample.total is None:
        return False
    return all(
        given.ground_truth is None or count is not None
        for given, count in zip(problem.inputs, sample.counts, strict=True)
    )


def spent_misfits(sample: SampleResult, problem: ProblemResult) -> Iterator[tuple[str, str]]:
    """Yield the impossible entries in a sample's `spent`: the field, and what is wrong with it.

    In an editing task, a sample that fails the tests may have a count on every input, and one that passes, on those
    where its output is wrong. In a writing task, no sample may have any.
    """
    wrong = {name for name, found in sample.stress.items() if found.verdict is StressVerdict.WRONG_OUTPUT}
    allowed = set(problem.inputs) if sample.verdict.ran_wrong else wrong
    for name, count in sorted(sample.spent.items()):
        if problem.task != "edit" or name not in allowed:
            yield f"spent.{name}", "is only for an input of an editing task on which the sample is wrong"
        elif count > BUDGET * problem.inputs[name].best_known:
            yield f"spent.{name}", "is over the budget; such counts are not recorded"


def memory_score(problem: ProblemCounts, sample: SampleCounts) -> float:
    """Return how close a sample comes to the least known memory, 0 to 100.

    This is 0 if it is not correct; otherwise the mean over the inputs of min(1, least known / its peak); 0 without one.
    """
    if not (sample.correct and sample.peaks):
        return 0.0
    shares = [
        min(1.0, _ratio(given.least, peak)) if given is not None and peak is not None else 0.0
        for given, peak in zip(problem.memory, sample.peaks, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def memory_reduction(problem: ProblemCounts, sample: SampleCounts) -> float | None:
    """Return the ground truth's memory over a correct sample's: the geometric mean over inputs that have both."""
    ratios = [_ratio(*pair) for pair in _peak_pairs(problem, sample)]
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else None


def count_under_floor(problems: Sequence[ProblemCounts]) -> tuple[int, int]:
    """Return for how many problems the memory reduction is 1 by construction, and how many have one.

    It is 1 if the ground truth and the correct samples stay under the floor on every input.
    """
    found = []
    for problem in problems:
        pairs = [pair for sample in problem.samples for pair in _peak_pairs(problem, sample) if problem.efficiency]
        if pairs:
            found.append(all(max(pair) <= MEMORY_FLOOR for pair in pairs))
    return sum(found), len(found)


def _peak_pairs(problem: ProblemCounts, sample: SampleCounts) -> list[tuple[int, int]]:
    """Return the peaks of ground truth and correct sample on each input that has both."""
    if not (sample.correct and sample.peaks):
        return []
    return [
        (given.ground_truth, peak)
        for given, peak in zip(problem.memory, sample.peaks, strict=True)
        if given is not None and given.ground_truth is not None and peak is not None
    ]


def _ratio(less: int, more: int) -> float:
    return max(less, MEMORY_FLOOR) / max(more, MEMORY_FLOOR)
