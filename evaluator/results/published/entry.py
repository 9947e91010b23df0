"""A published result: what it holds, what its verification says, and what follows for the leaderboards."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from evaluator.results.counts import ProblemCounts, problem_counts
from evaluator.results.published.record import VERIFIED, Record
from evaluator.results.ranking import values_of, why_incomparable, why_unranked
from evaluator.results.result import Figure, Result, SampleResult

# Samples that were published until then cannot have been made for the public inputs, which are hardly older: a result
# that was added until then is ranked by them while it waits for fresh ones. A later one is not.
PUBLIC_INPUTS_UNTIL = "2026-11-24"


def needs_fresh_inputs(date: str) -> bool:
    """Whether a result that was added on this day has a rank only by its figures on fresh inputs."""
    return date > PUBLIC_INPUTS_UNTIL


class State(StrEnum):
    """Who vouches for a result."""

    REMEASURED = "re-measured"
    SELF_REPORTED = "self-reported"
    CODE_WITHHELD = "code withheld"
    OWN = "measured here"


@dataclass(frozen=True)
class Entry:
    """A result's file.

    Attributes:
        slug: the model's folder; the name of its page.
        path: relative to the project's root, with slashes.
        date: when it was added, from its name; empty where a file outside of `results/` does not tell.
        submitted: what it holds.
        record: of its verification, where there is one.
        own: it is of a benchmark of the user's own, who measured it and vouches for it.
        unconfirmed: its organization is its sender's word, which no maintainer has confirmed yet.
        unapproved: its code shows something unusual, or was not looked at, and no maintainer has approved it yet.
    """

    slug: str
    path: str
    date: str
    submitted: Result
    record: Record | None = None
    own: bool = False
    unconfirmed: bool = False
    unapproved: bool = False

    @property
    def record_path(self) -> str:
        """Where its record is, relative to the project's root, with slashes."""
        return self.path.removesuffix(".json") + VERIFIED

    @property
    def is_remeasured(self) -> bool:
        """It was measured again from its code, wholly, where results are ranked, and agreed."""
        return self.record is not None and self.record.verifies

    @property
    def is_claim(self) -> bool:
        """Its figures are the submitter's word, which nobody else has measured, or whose model it is."""
        return self.unconfirmed or not (self.is_remeasured or self.own)

    @cached_property
    def result(self) -> Result:
        """What is shown problem by problem, on the public inputs: as measured again where it is re-measured."""
        return self.record.remeasured if self.record is not None and self.is_remeasured else self.submitted

    @property
    def scored(self) -> Result:
        """The result whose figures are shown and ranked: on fresh inputs where it is re-measured."""
        return self.record.on_fresh_inputs if self.record is not None and self.is_remeasured else self.submitted

    @property
    def came_out_otherwise(self) -> bool:
        """It was measured again, and did not agree."""
        return self.record is not None and not self.record.agrees

    @property
    def has_fresh(self) -> bool:
        """It was measured on fresh inputs."""
        return self.record is not None and self.record.measured.fresh is not None

    @property
    def metrics(self) -> dict[str, Figure]:
        """The figures that are shown and ranked."""
        return self.scored.metrics

    @property
    def name(self) -> str:
        return self.result.model.name

    @property
    def baseline(self) -> bool:
        """It is a set of samples that the benchmark itself brings."""
        return self.result.model.baseline

    @property
    def benchmark(self) -> str:
        """The benchmark's name."""
        return self.result.benchmark.name

    @property
    def version(self) -> str:
        """The benchmark's version."""
        return self.result.benchmark.version

    @property
    def state(self) -> State:
        if self.own:
            return State.OWN
        if not self.result.has_public_code:
            return State.CODE_WITHHELD
        return State.REMEASURED if self.is_remeasured else State.SELF_REPORTED

    @property
    def unranked(self) -> str | None:
        """Why it has no rank; None where it has one."""
        if self.own:
            return why_incomparable(self.result)
        if self.baseline:
            return why_unranked(self.result)
        if self.is_remeasured:
            return why_unranked(self.result) or self._lacks_fresh_inputs or self._waits
        if self.came_out_otherwise:
            return "came out otherwise when it was measured again"
        submitted = self.result
        # What was measured in another environment, or by the measured process, is ranked once it is measured here.
        if not submitted.has_public_code or submitted.benchmark.partial or submitted.environment.counter == "none":
            return why_unranked(submitted)
        return "not re-measured yet"

    @property
    def _waits(self) -> str | None:
        """What a maintainer has to decide first."""
        if self.unconfirmed:
            return "a maintainer has not confirmed the organization yet"
        return "a maintainer has not approved its code yet" if self.unapproved else None

    @property
    def _lacks_fresh_inputs(self) -> str | None:
        """That it was measured on the public inputs alone, where that is not enough. Of benchmarks whose data are
        elsewhere there are no other ones; samples that are not public elsewhere are never measured so.
        """
        if self.has_fresh or self.result.source is None:
            return None
        if not needs_fresh_inputs(self.date) or self.version.startswith("data-"):
            return None
        return "not measured on fresh inputs yet"

    def figure(self, name: str) -> Figure | None:
        """A headline figure; None where the run has none of this name."""
        return self.metrics.get(name)

    def values(self, name: str) -> list[float]:
        """One value a problem of a figure at k = 1 that is shown, in the order of the task ids."""
        return values_of(self.scored, name)

    @cached_property
    def samples(self) -> dict[str, list[SampleResult]]:
        """The samples of each task."""
        found: dict[str, list[SampleResult]] = {}
        for sample in self.result.samples:
            found.setdefault(sample.task_id, []).append(sample)
        return found

    @cached_property
    def counts(self) -> dict[str, ProblemCounts]:
        """What the metrics know of each task; the samples in the order of `samples`."""
        result = self.result
        found = problem_counts(result.problems, result.samples, result.budget)
        return dict(zip(sorted(result.problems), found, strict=True))

    @property
    def samples_a_problem(self) -> int:
        """The largest number of samples of a problem."""
        return max(map(len, self.samples.values()), default=0)
