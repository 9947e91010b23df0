"""How the models stand on a problem, whether its text is ours to show or not."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from evaluator.benchmarks.measured import MeasuredProblem
from evaluator.results.counts import BUDGET
from evaluator.results.published.boards import Row
from generator.attempts import Attempt


class Subject(Protocol):
    """What is known of every problem."""

    @property
    def task_id(self) -> str: ...
    @property
    def entry_point(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def without_efficiency(self) -> str | None: ...


@dataclass(frozen=True)
class Standing:
    """A problem and every model's result on it.

    Attributes:
        problem: the benchmark's.
        measured: its measurements; None where there are none.
        attempts: of all models whose results are of this very problem, in the leaderboard's order.
        stale: the models whose results are of an earlier form of it.
    """

    problem: Subject
    measured: MeasuredProblem | None
    attempts: tuple[Attempt, ...]
    stale: tuple[Row, ...]

    @property
    def slug(self) -> str:
        return self.problem.task_id.lower().replace("/", "-")

    @property
    def path(self) -> str:
        """Of its page, from the site's root."""
        return f"problems/{self.slug}/"

    @property
    def title(self) -> str:
        """What it is called in links and tables."""
        return self.problem.entry_point

    @property
    def input_names(self) -> list[str]:
        """The names of its stressful inputs."""
        raise NotImplementedError

    @property
    def solved(self) -> float | None:
        """The mean over the models of the share of correct samples; None without models."""
        shares = [one.correct / len(one.samples) if one.samples else 0.0 for one in self.attempts]
        return statistics.fmean(shares) if shares else None

    @property
    def efficient(self) -> float | None:
        """The share of models whose best sample is efficient; None where the problem does not count for it."""
        if self.problem.without_efficiency is not None or not self.attempts:
            return None
        return statistics.fmean(float(one.efficient or False) for one in self.attempts)

    @property
    def discrimination(self) -> float | None:
        """How far the problem tells the models apart: the standard deviation of their scores; None under two models."""
        if self.problem.without_efficiency is not None or len(self.attempts) < 2:
            return None
        return statistics.pstdev(one.score for one in self.attempts)

    def total_of(self, solution: str) -> int | None:
        """A solution's instructions over all stressful inputs; None where one of them has no count."""
        if self.measured is None:
            return None
        counts = [one.counts.get(solution) for one in self.measured.inputs.values()]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    @property
    def best_total(self) -> int | None:
        return self.total_of(self.measured.best_known) if self.measured else None

    @property
    def truth_total(self) -> int | None:
        """The ground truth's; None where it is over the budget on an input."""
        return self.total_of(self.measured.ground_truth) if self.measured else None

    @property
    def truth_bound(self) -> int | None:
        """The ground truth's with the budget on the inputs where it is over it."""
        if self.measured is None:
            return None
        truth, best = self.measured.ground_truth, self.measured.best_known
        inputs = self.measured.inputs.values()
        return sum(one.counts.get(truth) or BUDGET * (one.counts[best] or 0) for one in inputs)

    @property
    def truth_ratio(self) -> float | None:
        """The ground truth's total over the best known solution's; a lower bound where `truth_total` is None."""
        return self.truth_bound / self.best_total if self.truth_bound and self.best_total else None

    def best_on(self, name: str) -> int | None:
        """The best known solution's count on an input."""
        if self.measured is None or name not in self.measured.inputs:
            return None
        return self.measured.inputs[name].counts[self.measured.best_known]


def sort_out(problem: Subject, rows: Sequence[Row]) -> tuple[tuple[Attempt, ...], tuple[Row, ...]]:
    """Every model's attempt at a problem as it is now, and the models whose results are of an earlier form of it."""
    attempts, stale = [], []
    for row in rows:
        facts = row.entry.result.problems.get(problem.task_id)
        if facts is None:
            continue
        if facts.hash != problem.hash:
            stale.append(row)
            continue
        counts = row.entry.counts[problem.task_id]
        attempts.append(Attempt(row, counts, row.entry.samples.get(problem.task_id, [])))
    return tuple(attempts), tuple(stale)
