"""The human solutions of a benchmark's problems, as they were found to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evaluator.humans.drawing import Drawing
from evaluator.results.budget import MEMORY_FLOOR, TIE
from evaluator.results.environment import Fingerprint
from evaluator.results.verdicts import Verdict


def total_memory(peaks: Mapping[str, int | None]) -> int | None:
    """The sum of peaks, none of them below the floor; None where there are none, or one is missing."""
    if not peaks or None in peaks.values():
        return None
    return sum(max(peak or 0, MEMORY_FLOOR) for peak in peaks.values())


@dataclass(frozen=True)
class HumanSolution:
    """A solution that the source calls correct.

    Attributes:
        name: as in the source's order: human_1, human_2 ...
        sha256: of its code.
        verdict: of the correctness tests.
        reason: why it is not correct, with the number of the test; None where it is.
        counts: by stressful input; None: more than the budget. Empty where it was not counted.
        fault: why a correct one has no total; None where it has one.
        peaks: by stressful input, peak memory in bytes; None where it was not counted within the budget. Empty where
            memory was not measured.
    """

    name: str
    sha256: str
    verdict: Verdict
    reason: str | None = None
    counts: dict[str, int | None] = field(default_factory=dict)
    fault: str | None = None
    peaks: dict[str, int | None] = field(default_factory=dict)

    @property
    def correct(self) -> bool:
        return self.verdict is Verdict.PASSED


@dataclass(frozen=True)
class HumanSolutions:
    """The human solutions of one problem.

    Attributes:
        task_id: the problem.
        hash: its content.
        tests: how many correctness tests it has.
        budgets: by stressful input, what enters for a solution that spends more.
        solutions: in the source's order; equal programs are one each.
        fault: why nothing was counted; None where it was.
        population: of how many the solutions were drawn; None where they were not.
    """

    task_id: str
    hash: str
    tests: int
    budgets: dict[str, int]
    solutions: tuple[HumanSolution, ...]
    fault: str | None = None
    population: int | None = None

    def total(self, counts: dict[str, int | None]) -> int:
        """A sum over the inputs; a lower bound where one of them is over the budget."""
        return sum(self.budgets[name] if counts[name] is None else counts[name] or 0 for name in self.budgets)

    @property
    def totals(self) -> dict[str, int]:
        """By name, of the correct solutions that were counted on every input."""
        return {
            solution.name: self.total(solution.counts)
            for solution in self.solutions
            if solution.counts and solution.fault is None
        }

    @property
    def best(self) -> str | None:
        """The name of the solution with the lowest total, the first of several; None where none was counted."""
        totals = self.totals
        return min(totals, key=lambda name: totals[name]) if totals else None

    @property
    def memory(self) -> dict[str, int]:
        """By name, the sum of its peaks, of the solutions that have one on every input."""
        counted = self.totals
        return {
            solution.name: total
            for solution in self.solutions
            if solution.name in counted and (total := total_memory(solution.peaks)) is not None
        }

    def memory_percentile(self, total: int, without: str | None = None) -> tuple[float, float] | None:
        """Where a sum of peaks lies: the share of solutions that need more memory, and of those that tie.

        Args:
            total: over the same inputs.
            without: a solution to leave out: the one whose total it is.

        Returns:
            Two shares; None where there is nobody to compare with.
        """
        return _shares_above(total, TIE.relative * total, self.memory, without)

    def percentile(self, total: int, without: str | None = None) -> tuple[float, float] | None:
        """Where a total lies: the share of solutions that are slower, and of those that tie.

        Args:
            total: over the same inputs.
            without: a solution to leave out: the one whose total it is.

        Returns:
            Two shares; None where there is nobody to compare with.
        """
        return _shares_above(total, TIE.slack(total, len(self.budgets)), self.totals, without)


def _shares_above(
    total: int, slack: float, others: Mapping[str, int], without: str | None
) -> tuple[float, float] | None:
    """The share of others whose total is above by more than the slack, and of those that tie; None without others."""
    totals = [other for name, other in others.items() if name != without]
    if not totals:
        return None
    above = sum(other > total + slack for other in totals)
    tied = sum(abs(other - total) <= slack for other in totals)
    return above / len(totals), tied / len(totals)


@dataclass(frozen=True)
class MeasuredHumans:
    """The human solutions of a benchmark in one environment.

    Attributes:
        benchmark: its name.
        version: its version.
        fingerprint: the environment.
        counted: whether they were counted, or only checked.
        problems: in the benchmark's order.
        exclusions: task id and reason of each problem that is left out.
        drawing: how the solutions were drawn; None: they are all there are, or the first.
    """

    benchmark: str
    version: str
    fingerprint: Fingerprint
    counted: bool
    problems: tuple[HumanSolutions, ...]
    exclusions: tuple[tuple[str, str], ...] = ()
    drawing: Drawing | None = None

    @property
    def by_id(self) -> dict[str, HumanSolutions]:
        return {problem.task_id: problem for problem in self.problems}
