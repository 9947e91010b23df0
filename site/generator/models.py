"""What the site shows of a model: where it wins and loses, and how it fails."""

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evaluator.results.published.boards import Board, Row
from evaluator.results.published.entries import Entry
from evaluator.results.ranking import Difference
from generator.attempts import Attempt
from generator.render import shown
from generator.standing import Standing


@dataclass(frozen=True)
class OnProblem:
    """A model's result on a problem."""

    view: Standing
    attempt: Attempt


@dataclass(frozen=True)
class ModelView:
    """A model on a benchmark, as its page shows it.

    Attributes:
        row: its line of the current leaderboard.
        problems: its results on the problems as they are now, in the benchmark's order.
        others: its other results: of older versions, and those that a newer one stands for.
        against: the ranked models and how it differs from them in efficient@1; empty where it is not ranked.
    """

    row: Row
    problems: tuple[OnProblem, ...]
    others: tuple[Entry, ...]
    against: tuple[tuple[Row, Difference], ...]

    @property
    def path(self) -> str:
        """Of its page, from the site's root."""
        return model_path(self.row.entry)

    @cached_property
    def measured(self) -> list[OnProblem]:
        """The problems on which it has a ratio to the best known solution, the lowest first."""
        found = [one for one in self.problems if one.view.problem.without_efficiency is None and one.attempt.ratio]
        return sorted(found, key=lambda one: (one.attempt.censored, one.attempt.ratio or 0))

    @property
    def best(self) -> list[OnProblem]:
        """Where it is furthest below the ground truth."""
        return self._by_truth()[:5]

    @property
    def worst(self) -> list[OnProblem]:
        """Where it is furthest above the best known solution."""
        return self.measured[::-1][:5]

    def _by_truth(self) -> list[OnProblem]:
        faster = [one for one in self.measured if one.attempt.efficient and one.attempt.counts.ground_truth]
        return sorted(faster, key=lambda one: (one.attempt.total or 0) / (one.attempt.counts.ground_truth or 1))

    @property
    def link(self) -> str | None:
        """The model's address, if it is a web address."""
        url = self.row.entry.result.model.url
        return url if url and url.startswith(("https://", "http://")) else None

    @property
    def again(self) -> str:
        """The commands that measure it again."""
        name = Path(self.row.entry.path).name
        model = shlex.quote(shown(self.row.entry.name, 100))
        return (
            f"tallybench samples {name} > samples.jsonl\n"
            f"tallybench evaluate samples.jsonl --model {model} -o again.json\n"
            f"tallybench report {name} again.json"
        )

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """How many problems ended how, the most frequent first."""
        counted = Counter(one.attempt.outcome for one in self.problems)
        return sorted(counted.items(), key=lambda one: (-one[1], one[0]))


def model_path(entry: Entry) -> str:
    """Of a model's page, from the site's root."""
    return f"models/{entry.slug}/"


def view_models(board: Board, problems: Sequence[Standing], entries: Sequence[Entry]) -> list[ModelView]:
    """The views of all models of a board.

    Args:
        board: the current leaderboard.
        problems: all problems.
        entries: all results of the board's benchmark.
    """
    on: dict[str, list[OnProblem]] = {row.entry.slug: [] for row in board.all_rows}
    for view in problems:
        for attempt in view.attempts:
            on[attempt.row.entry.slug].append(OnProblem(view, attempt))
    found = board.differences.get("efficient@1", {})
    views = []
    for place, row in enumerate(board.all_rows):
        slug = row.entry.slug
        others = tuple(one for one in entries if one.slug == slug and one is not row.entry)
        against = [(other, found[place, there]) for there, other in enumerate(board.rows) if (place, there) in found]
        views.append(ModelView(row, tuple(on[slug]), others, tuple(against)))
    return views
