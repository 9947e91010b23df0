"""What became of a model on a problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from evaluator.results.budget import Tie
from evaluator.results.counts import ProblemCounts, SampleCounts
from evaluator.results.metrics import is_efficient, values_at_1
from evaluator.results.published.boards import Row
from evaluator.results.result import SampleResult
from evaluator.results.verdicts import StressVerdict, Verdict

MOST_SAMPLES = 5  # whose code is on a page


@dataclass(frozen=True)
class Outcome:
    """A model on a problem.

    Attributes:
        row: the model's line of the leaderboard.
        counts: what the metrics know of its samples.
        samples: what is in its file.
    """

    row: Row
    counts: ProblemCounts
    samples: Sequence[SampleResult]

    @property
    def correct(self) -> int:
        """How many samples pass the correctness tests."""
        return sum(sample.correct for sample in self.counts.samples)

    @property
    def share_correct(self) -> float:
        return self.correct / len(self.samples) if self.samples else 0.0

    @cached_property
    def _best_index(self) -> int | None:
        """Where the sample is that stands for the model: the cheapest correct one, else the first; None without any."""
        samples = self.counts.samples
        totals = [(sample.total, index) for index, sample in enumerate(samples) if sample.correct and sample.total]
        if totals:
            return min(totals)[1]
        correct = (index for index, sample in enumerate(samples) if sample.correct)
        return next(correct, 0 if self.samples else None)

    @property
    def sample(self) -> SampleResult | None:
        """The sample that stands for the model."""
        return None if self._best_index is None else self.samples[self._best_index]

    @property
    def _sample_counts(self) -> SampleCounts | None:
        return None if self._best_index is None else self.counts.samples[self._best_index]

    @property
    def total(self) -> int | None:
        """Instructions over all stressful inputs; a lower bound where `censored`; None where one has no count."""
        return self._sample_counts.total if self._sample_counts else None

    @property
    def censored(self) -> bool:
        return self._sample_counts is not None and self._sample_counts.censored

    @property
    def ratio(self) -> float | None:
        """The total over the best known solution's."""
        return self.total / self.counts.best_known if self.total and self.counts.best_known else None

    @property
    def efficient(self) -> bool | None:
        """Whether it spends no more than the ground truth; None where the problem does not count for efficiency."""
        if not self.counts.efficiency:
            return None
        return self._sample_counts is not None and is_efficient(self.counts, self._sample_counts, self._tie)

    @property
    def is_fast(self) -> bool:
        """Whether it is efficient, or ties with the best known solution.

        The best known one may spend more than the ground truth on the inputs on which that has a count.
        """
        sample, best = self._sample_counts, self.counts.best_known
        if self.efficient or sample is None or not sample.counted or not best or not self.total:
            return bool(self.efficient)
        return self.total <= best + self._tie.slack(best, len(sample.stress))

    @cached_property
    def score(self) -> float | None:
        """Its score@1 on the problem, 0 to 100; None where the problem does not count for efficiency."""
        return next(iter(values_at_1([self.counts], "score@1", self._tie)), None)

    @property
    def _tie(self) -> Tie:
        tolerance = self.row.entry.result.tie_tolerance
        return Tie(tolerance.relative, tolerance.absolute)

    @property
    def label(self) -> str:
        """In a word: the verdict where it is not correct; else what became of it under stress."""
        sample = self.sample
        if sample is None:
            return "no sample"
        if sample.verdict is not Verdict.PASSED:
            return str(sample.verdict)
        if not self.counts.efficiency or not sample.stress:
            return "passed"
        verdicts = [result.verdict for result in sample.stress.values() if result.verdict is not StressVerdict.COUNTED]
        failures = [verdict for verdict in verdicts if verdict is not StressVerdict.OVER_BUDGET]
        if failures:
            return f"{failures[0]} under stress"
        if verdicts:
            return "over budget"
        return "efficient" if self.is_fast else "slow"

    @property
    def reason(self) -> str:
        """Why it failed, in its own words."""
        sample = self.sample
        if sample is None:
            return ""
        if sample.failure is not None:
            return sample.failure.reason
        return next((result.reason for result in sample.stress.values() if result.reason), "")

    @property
    def samples_with_code(self) -> list[SampleResult]:
        """The samples whose code is on a page, the one that stands for the model first."""
        best = self.sample
        others = [sample for sample in self.samples if sample is not best]
        return [sample for sample in ([best] if best else []) + others if sample.code][:MOST_SAMPLES]
