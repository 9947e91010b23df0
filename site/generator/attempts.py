"""What became of a model on a problem."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from evaluator.results.counts import ProblemCounts, SampleCounts
from evaluator.results.published.boards import Row
from evaluator.results.result import SampleResult
from evaluator.results.verdicts import StressVerdict, Verdict

SHOWN_SAMPLES = 5


@dataclass(frozen=True)
class Attempt:
    """A model on a problem.

    Attributes:
        row: the model's line of the leaderboard.
        counts: what the metrics know of it.
        samples: what is in its file.
    """

    row: Row
    counts: ProblemCounts
    samples: Sequence[SampleResult]

    @property
    def correct(self) -> int:
        """How many samples pass the correctness tests."""
        return sum(one.correct for one in self.counts.samples)

    @cached_property
    def place(self) -> int | None:
        """The position of the sample that is shown: the cheapest correct one, else the first; None without any."""
        totals = [(one.total, index) for index, one in enumerate(self.counts.samples) if one.correct and one.total]
        if totals:
            return min(totals)[1]
        passed = (index for index, one in enumerate(self.counts.samples) if one.correct)
        return next(passed, 0 if self.samples else None)

    @property
    def sample(self) -> SampleResult | None:
        return None if self.place is None else self.samples[self.place]

    @property
    def _sample_counts(self) -> SampleCounts | None:
        return None if self.place is None else self.counts.samples[self.place]

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
        from_here = self._sample_counts
        if from_here is None or not from_here.counted or self.counts.ground_truth is None or not self.total:
            return False
        tie = self.row.entry.result.tie_tolerance
        slack = max(tie.relative * self.counts.ground_truth, tie.absolute * len(from_here.stress))
        return self.total <= self.counts.ground_truth + slack

    @property
    def outcome(self) -> str:
        """In a word: the verdict where it is not correct; else what became of it under stress."""
        sample = self.sample
        if sample is None:
            return "no sample"
        if sample.verdict is not Verdict.PASSED:
            return str(sample.verdict)
        if not self.counts.efficiency or not sample.stress:
            return "passed"
        failed = [one.verdict for one in sample.stress.values() if one.verdict is not StressVerdict.COUNTED]
        worst = [one for one in failed if one is not StressVerdict.OVER_BUDGET]
        if worst:
            return f"{worst[0]} under stress"
        if failed:
            return "over budget"
        return "efficient" if self.efficient else "slow"

    @property
    def reason(self) -> str:
        """Why it failed, in its own words."""
        sample = self.sample
        if sample is None:
            return ""
        if sample.failure is not None:
            return sample.failure.reason
        return next((one.reason for one in sample.stress.values() if one.reason), "")

    @property
    def score(self) -> float:
        """1 for the best known solution's count, less for more, 0 where there is none: best known / total."""
        if self.ratio is None or self.censored:
            return 0.0
        return min(1.0, 1 / self.ratio)

    @property
    def shown_samples(self) -> list[SampleResult]:
        """The samples whose code is shown, the one that stands for the model first."""
        sample = self.sample
        others = [one for one in self.samples if one is not sample]
        return [one for one in ([sample] if sample else []) + others if one.code][:SHOWN_SAMPLES]
