"""How a model fared on a problem, and each of its samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tallybench.model.counts import ProblemCounts, SampleCounts, cost_order, is_efficient
from tallybench.model.metrics import values_at_1
from tallybench.model.parts import TieTolerance
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.published.boards import Row


@dataclass(frozen=True)
class SampleOutcome:
    """A sample on a problem."""

    sample: SampleResult  # what is in its file
    counts: SampleCounts  # what the metrics know about it
    problem: ProblemCounts  # what they know about the problem
    tie: TieTolerance  # the largest difference that counts as a tie

    @property
    def total(self) -> int | None:
        """Instructions over all stressful inputs; a lower bound if `censored`; None if one has no count."""
        return self.counts.total

    @property
    def censored(self) -> bool:
        return self.counts.censored

    @property
    def ratio(self) -> float | None:
        """The total over the best known solution's."""
        return self.total / self.problem.best_known if self.total and self.problem.best_known else None

    @property
    def peak(self) -> int | None:
        """Its peak memory in bytes, the highest over the stressful inputs; None unless it was measured on each."""
        found = [peak for peak in self.counts.peaks if peak is not None]
        return max(found) if found and len(found) == len(self.counts.peaks) else None

    @property
    def efficient(self) -> bool | None:
        """Whether it spends no more than the ground truth; None if the problem does not count for efficiency."""
        return is_efficient(self.problem, self.counts, self.tie) if self.problem.efficiency else None

    @property
    def beats_truth(self) -> bool:
        """Whether it spends less than the ground truth, by more than a tie."""
        truth = self.problem.ground_truth
        if not self.efficient or self.censored or not truth or not self.total:
            return False
        return self.total + self.tie.slack(self.total, len(self.counts.stress)) < truth

    @property
    def ties_with_best(self) -> bool:
        """Whether it spends no more than the best known solution, on the same inputs."""
        best = self.problem.best_known
        if not self.counts.counted or not best or not self.total:
            return False
        return self.total <= best + self.tie.slack(best, len(self.counts.stress))

    @property
    def is_fast(self) -> bool:
        """Whether it is efficient, or ties with the best known solution.

        The best known one may spend more than the ground truth on the inputs where that has a count.
        """
        return bool(self.efficient) or self.ties_with_best

    @property
    def label(self) -> str:
        """In a word: the verdict where it is not correct; else what became of it under stress."""
        if self.sample.verdict is not Verdict.PASSED:
            return str(self.sample.verdict)
        if not self.problem.efficiency or not self.sample.stress:
            return "passed"
        verdicts = [
            result.verdict for result in self.sample.stress.values() if result.verdict is not StressVerdict.COUNTED
        ]
        failures = [verdict for verdict in verdicts if verdict is not StressVerdict.OVER_BUDGET]
        if failures:
            return f"{failures[0]} under stress"
        if verdicts:
            return "over budget"
        return "efficient" if self.is_fast else "slow"

    @property
    def reason(self) -> str:
        """Why it failed, in its own words."""
        if self.sample.failure is not None:
            return self.sample.failure.reason
        return next((result.reason for result in self.sample.stress.values() if result.reason), "")


@dataclass(frozen=True)
class Outcome:
    """A model on a problem."""

    row: Row  # the model's line of the leaderboard
    counts: ProblemCounts  # what the metrics know about its samples
    samples: Sequence[SampleResult]  # what is in its file

    @property
    def correct(self) -> int:
        """How many samples pass the correctness tests."""
        return sum(sample.correct for sample in self.counts.samples)

    @cached_property
    def of_samples(self) -> list[SampleOutcome]:
        """How each sample ended."""
        pairs = zip(self.samples, self.counts.samples, strict=True) if self.samples else ()
        return [SampleOutcome(sample, counts, self.counts, self._tie) for sample, counts in pairs]

    @cached_property
    def best(self) -> SampleOutcome | None:
        """The sample that represents the model: the cheapest correct one, else the first; None if it has none."""
        correct = [sample for sample in self.of_samples if sample.counts.correct]
        counted = [sample for sample in correct if sample.total]
        if counted:
            return min(counted, key=lambda sample: cost_order(sample.total or 0, sample.censored))
        return next(iter(correct or self.of_samples), None)

    @property
    def sample(self) -> SampleResult | None:
        """The file's data for the sample that represents the model."""
        return self.best.sample if self.best else None

    @property
    def total(self) -> int | None:
        """Instructions over all stressful inputs; a lower bound if `censored`; None if one has no count."""
        return self.best.total if self.best else None

    @property
    def censored(self) -> bool:
        return self.best is not None and self.best.censored

    @property
    def ratio(self) -> float | None:
        """The total over the best known solution's."""
        return self.best.ratio if self.best else None

    @property
    def peak(self) -> int | None:
        """Peak memory in bytes, the highest over the stressful inputs; None unless it was measured on each."""
        return self.best.peak if self.best else None

    @property
    def efficient(self) -> bool | None:
        """Whether it spends no more than the ground truth; None if the problem does not count for efficiency."""
        if not self.counts.efficiency:
            return None
        return self.best is not None and bool(self.best.efficient)

    @cached_property
    def score(self) -> float | None:
        """Its score@1 on the problem, 0 to 100; None if the problem does not count for efficiency."""
        return next(iter(values_at_1([self.counts], "score@1", self._tie)), None)

    @property
    def _tie(self) -> TieTolerance:
        return self.row.entry.result.tie_tolerance

    @property
    def label(self) -> str:
        """In a word: the verdict where it is not correct; else what became of it under stress."""
        return self.best.label if self.best else "no sample"

    @property
    def reason(self) -> str:
        """Why it failed, in its own words."""
        return self.best.reason if self.best else ""
