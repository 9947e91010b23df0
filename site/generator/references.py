"""What known solutions spend on a problem's stressful inputs: instructions, and peak memory if it was measured."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tallybench.benchmarks.measured import MeasuredProblem
from tallybench.model.budget import BUDGET
from tallybench.model.result import ProblemResult

_ROLES = ("reference", "ground_truth", "canonical", "slow")


@dataclass(frozen=True, kw_only=True)
class ReferenceCounts:
    """What known solutions spend on a problem's stressful inputs."""

    by_input: Mapping[str, Mapping[str, int | None]]  # instructions, by input and solution; None: over the budget
    best_known: str  # the solution with the lowest total
    ground_truth: str  # the solution that the source considers correct
    # Peak memory in bytes, by input and solution; None: not measured. Empty if none was measured.
    memory: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)

    @property
    def solutions(self) -> list[str]:
        """The best known one first."""
        return list(next(iter(self.by_input.values()), {}))

    def total_of(self, solution: str) -> int | None:
        """Return a solution's instructions over all stressful inputs; None if it has no count on one of them."""
        counts = [counts.get(solution) for counts in self.by_input.values()]
        found = [count for count in counts if count is not None]
        return sum(found) if found and len(found) == len(counts) else None

    @property
    def in_memory(self) -> list[str]:
        """The solutions whose peak memory is shown, if it was measured."""
        return list(next(iter(self.memory.values()), {}))

    def peak_of(self, solution: str) -> int | None:
        """Return a solution's highest peak memory over the stressful inputs; None unless it was measured on each."""
        peaks = [peaks.get(solution) for peaks in self.memory.values()]
        found = [peak for peak in peaks if peak is not None]
        return max(found) if found and len(found) == len(self.by_input) else None

    def both_of(self, solution: str) -> tuple[int, int] | None:
        """Return a solution's instructions and its peak memory; None if either is not known."""
        total, peak = self.total_of(solution), self.peak_of(solution)
        return None if total is None or peak is None else (total, peak)

    @property
    def best_total(self) -> int | None:
        return self.total_of(self.best_known)

    @property
    def truth_total(self) -> int | None:
        """The ground truth's total; None if it is over the budget on an input."""
        return self.total_of(self.ground_truth)

    @property
    def truth_bound(self) -> int:
        """The ground truth's total, with the budget in place of counts over it."""
        truth, best = self.ground_truth, self.best_known
        return sum(counts.get(truth) or BUDGET * (counts[best] or 0) for counts in self.by_input.values())

    @property
    def truth_ratio(self) -> float | None:
        """The ground truth's total over the best known solution's; a lower bound if `truth_total` is None."""
        return self.truth_bound / self.best_total if self.best_total else None

    def best_on(self, name: str) -> int | None:
        """Return the best known solution's count on an input."""
        return self.by_input.get(name, {}).get(self.best_known)


def reference_counts(measured: MeasuredProblem | None, results: Iterable[ProblemResult]) -> ReferenceCounts | None:
    """Return the measured counts; else those that samples were compared with, of the first result that has them."""
    if measured is not None:
        best, roles = measured.best_known, measured.solutions
        names = sorted(roles, key=lambda name: (name != best, _ROLES.index(roles[name].role), name))
        by_input = {
            name: {solution: measured_input.counts[solution] for solution in names}
            for name, measured_input in measured.inputs.items()
        }
        memory = {
            name: {solution: measured_input.memory[solution] for solution in names}
            for name, measured_input in measured.inputs.items()
            if measured_input.memory is not None
        }
        return ReferenceCounts(by_input=by_input, best_known=best, ground_truth=measured.ground_truth, memory=memory)
    results = [result for result in results if result.inputs]
    if not results:
        return None
    compared = {
        name: {"best known": given.best_known, "ground truth": given.ground_truth}
        for name, given in sorted(results[0].inputs.items())
    }
    in_memory = next((result.inputs for result in results if result.least_memory), {})
    memory = {
        name: {"least known": given.memory.least, "ground truth": given.memory.ground_truth}
        for name, given in sorted(in_memory.items())
        if given.memory is not None
    }
    return ReferenceCounts(by_input=compared, best_known="best known", ground_truth="ground truth", memory=memory)
