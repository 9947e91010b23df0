"""The data that a result's figures are computed from, all of which is in its file."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tallybench.model.parts import Exclusion, MemoryResult, ProblemResult, SampleResult, SuitesResult
from tallybench.model.verdicts import StressVerdict, Verdict


def cost_order(total: float, censored: bool) -> tuple[bool, float]:
    """Return a sort key for totals, cheapest first: any exact total comes before any lower bound.

    Everything that sorts totals or takes the lowest one uses this key.

    Args:
        total: instructions, or a multiple of something fixed.
        censored: whether the total is a lower bound, because an input is over the budget.
    """
    return censored, total


@dataclass(frozen=True)
class InputCounts:
    """How many instructions the solutions that samples are compared with spend on a stressful input.

    Attributes:
        best_known: the best known solution's count.
        ground_truth: the ground truth's count; None if it is over the budget.
        budget: the most that a sample may spend.
        memory: the peak memory of these solutions; None if it was not measured.
    """

    best_known: int
    ground_truth: int | None
    budget: int
    memory: MemoryResult | None = None


@dataclass(frozen=True)
class SampleCounts:
    """The verdict and counts of a sample, from which figures are computed.

    Attributes:
        correct: whether it passed the correctness tests.
        stress: the verdict on each stressful input; empty if the problem has none or the sample is not correct.
        counts: its count on each of these inputs; None if the verdict is not `counted`.
        total: the sum of its counts, with the budget in place of counts over it; None without stress verdicts or if
            it failed on an input.
        suites: the verdicts on a class by method; None if there are none.
        peaks: its peak memory on each stressful input, in bytes; None if it was not measured.
        spent: for a wrong sample at an editing task, its count on each stressful input, None where there is no count;
            empty for other samples.
    """

    correct: bool
    stress: tuple[StressVerdict, ...] = ()
    counts: tuple[int | None, ...] = ()
    total: int | None = None
    suites: SuitesResult | None = None
    peaks: tuple[int | None, ...] = ()
    spent: tuple[int | None, ...] = ()

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
    """A problem and a model's samples for it, from which figures are computed.

    Attributes:
        efficiency: whether it counts for efficiency, not for pass@k only.
        samples: the model's samples; a problem without any counts as a failure.
        inputs: its stressful inputs, in the order of the samples' verdicts; empty if nothing was counted because no
            sample passed.
        editing: whether its ground truth is the slow program that samples are to make faster.
    """

    efficiency: bool
    samples: Sequence[SampleCounts]
    inputs: tuple[InputCounts, ...] = ()
    editing: bool = False

    @cached_property
    def best_known(self) -> int | None:
        """The best known solution's total."""
        return sum(given.best_known for given in self.inputs) or None

    @cached_property
    def ground_truth(self) -> int | None:
        """The ground truth's total, with the budget for each input on which it is over the budget."""
        return sum(given.ground_truth or given.budget for given in self.inputs) or None

    @property
    def truth_censored(self) -> bool:
        """Whether the ground truth's total is a lower bound."""
        return any(given.ground_truth is None for given in self.inputs)


def problem_counts(
    problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult], budget: int
) -> list[ProblemCounts]:
    """Return the problems of a result with their samples, ordered by task id.

    The order matters because the bootstrap draws by position.
    """
    by_task = defaultdict(list)
    for sample in samples:
        by_task[sample.task_id].append(sample)
    found = []
    for task_id, problem in sorted(problems.items()):
        inputs = {
            name: InputCounts(given.best_known, given.ground_truth, budget * given.best_known, given.memory)
            for name, given in problem.inputs.items()
        }
        found.append(
            ProblemCounts(
                efficiency=problem.without_efficiency is None,
                samples=[_sample_counts(sample, inputs) for sample in by_task[task_id]],
                inputs=tuple(inputs.values()),
                editing=problem.task == "edit",
            )
        )
    return found


def _sample_counts(sample: SampleResult, inputs: Mapping[str, InputCounts]) -> SampleCounts:
    outcomes = {name: sample.stress[name] for name in inputs if name in sample.stress}
    stress = tuple(outcome.verdict for outcome in outcomes.values())
    total: int | None = None
    if stress and all(verdict.bounded for verdict in stress):
        total = sum(outcome.count or inputs[name].budget for name, outcome in outcomes.items())
    counts = tuple(outcome.count for outcome in outcomes.values())
    peaks = tuple(outcome.memory for outcome in outcomes.values())
    spent: tuple[int | None, ...] = ()
    if sample.spent:
        spent = tuple(
            sample.spent.get(name, sample.stress[name].count if name in sample.stress else None) for name in inputs
        )
    return SampleCounts(sample.verdict is Verdict.PASSED, stress, counts, total, sample.suites, peaks, spent)


def find_exclusions(problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult]) -> list[Exclusion]:
    """Return every problem that a figure leaves out, with the reason."""
    found = []
    timed = set()
    correct = set()
    for sample in samples:
        if sample.verdict is Verdict.PASSED:
            correct.add(sample.task_id)
            if sample.stress and all(outcome.verdict.bounded for outcome in sample.stress.values()):
                timed.add(sample.task_id)
    for task_id, problem in problems.items():
        if problem.without_efficiency is not None:
            found.append(Exclusion(task_id=task_id, excluded_from="efficiency", reason=problem.without_efficiency))
        elif task_id not in timed:
            reason = "every correct sample failed under stress" if task_id in correct else "no correct sample"
            found.append(Exclusion(task_id=task_id, excluded_from="speedup", reason=reason))
    return found
