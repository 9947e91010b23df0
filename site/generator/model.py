"""A model as its page shows it: on each benchmark, where it wins and loses, and how it fails."""

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from evaluator.results.published.boards import Board, Row
from evaluator.results.published.entries import Entry
from evaluator.results.ranking import Difference
from generator.outcome import Outcome
from generator.problem import ProblemView
from generator.render import readable

MOST_NAMED = 5  # of the problems on which it is far ahead or far behind


class ProblemOutcome(NamedTuple):
    """A model's result on a problem."""

    problem: ProblemView
    outcome: Outcome


@dataclass(frozen=True, kw_only=True)
class ModelOnBenchmark:
    """A model's results on a benchmark.

    Attributes:
        row: its line of the current leaderboard.
        problems: its results on the problems as they are now, in the benchmark's order.
        others: its other results: of older versions, and those that a newer one stands for.
        against: the ranked models and how it differs from them in score@1; empty where it is not ranked.
    """

    row: Row
    problems: tuple[ProblemOutcome, ...]
    others: tuple[Entry, ...]
    against: tuple[tuple[Row, Difference], ...]

    @cached_property
    def counted(self) -> list[ProblemOutcome]:
        """The problems on which it has a ratio to the best known solution, the lowest first."""
        found = [one for one in self.problems if one.problem.for_efficiency and one.outcome.ratio]
        return sorted(found, key=lambda one: (one.outcome.censored, one.outcome.ratio or 0))

    @property
    def best(self) -> list[ProblemOutcome]:
        """Where it is furthest below the ground truth."""
        faster = [one for one in self.counted if one.outcome.efficient and one.outcome.counts.ground_truth]
        faster.sort(key=lambda one: (one.outcome.total or 0) / (one.outcome.counts.ground_truth or 1))
        return faster[:MOST_NAMED]

    @property
    def worst(self) -> list[ProblemOutcome]:
        """Where it is furthest above the best known solution."""
        return self.counted[::-1][:MOST_NAMED]

    @property
    def outcomes(self) -> list[tuple[str, int]]:
        """How many problems ended how, the most frequent first."""
        counts = Counter(outcome.label for _, outcome in self.problems)
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    @property
    def again(self) -> str:
        """The commands that measure it again."""
        name = Path(self.row.entry.path).name
        model = shlex.quote(readable(self.row.entry.name, 100))
        return (
            f"tallybench samples {name} > samples.jsonl\n"
            f"tallybench evaluate samples.jsonl --model {model} -o again.json\n"
            f"tallybench report {name} again.json"
        )


def link_of(entry: Entry) -> str | None:
    """A model's own address, if it is a web address."""
    url = entry.result.model.url
    return url if url and url.startswith(("https://", "http://")) else None


def models_on(
    board: Board, rows: Sequence[Row], problems: Sequence[ProblemView], entries: Sequence[Entry]
) -> list[ModelOnBenchmark]:
    """All models of a board.

    Args:
        board: the current leaderboard.
        rows: all its lines, those without a rank too.
        problems: all problems.
        entries: all results of the board's benchmark.
    """
    outcomes: dict[str, list[ProblemOutcome]] = {row.entry.slug: [] for row in rows}
    for problem in problems:
        for outcome in (*problem.outcomes, *problem.baselines):
            outcomes[outcome.row.entry.slug].append(ProblemOutcome(problem, outcome))
    others: dict[str, list[Entry]] = {slug: [] for slug in outcomes}
    on_board = {row.entry.path for row in rows}
    for entry in entries:
        if entry.slug in others and entry.path not in on_board:
            others[entry.slug].append(entry)
    differences = board.differences.get("score@1", {})
    places = {row.entry.slug: place for place, row in enumerate(board.rows)}
    found = []
    for row in rows:
        slug = row.entry.slug
        pairs = ((rival, (places.get(slug, -1), there)) for there, rival in enumerate(board.rows))
        against = [(rival, differences[pair]) for rival, pair in pairs if pair in differences]
        found.append(
            ModelOnBenchmark(
                row=row, problems=tuple(outcomes[slug]), others=tuple(others[slug]), against=tuple(against)
            )
        )
    return found
