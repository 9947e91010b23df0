"""All problems and models of a benchmark in one table: one score per cell."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.benchmark import BenchmarkView
from generator.limits import HEATMAP_MODELS
from generator.outcome import Outcome
from generator.problem import ProblemView
from tallybench.statistics.published.boards import Row

# The lowest score of each look of a cell, with its words in the legend.
BANDS = ((90, "tb-h5", "90 and more"), (60, "tb-h4", "60 to 90"), (30, "tb-h3", "30 to 60"), (10, "tb-h2", "10 to 30"))
LOWEST, WRONG = ("tb-h1", "below 10"), ("tb-hx", "not correct")
CROSS = "\N{MULTIPLICATION X}"


@dataclass(frozen=True)
class Cell:
    """A model on a problem."""

    text: str  # its score; a cross if it is not correct; empty if it has no result
    look: str  # its class
    anchor: str  # of its solution on the problem's page


@dataclass(frozen=True)
class Line:
    """A problem with one cell per model."""

    problem: ProblemView
    cells: tuple[Cell, ...]

    @cached_property
    def parts(self) -> list[tuple[str, str, int]]:
        """How many models are in each band: its look, its words, their number."""
        looks = [cell.look for cell in self.cells]
        return [(look, words, looks.count(look)) for look, words in legend() if look in looks]


def legend() -> list[tuple[str, str]]:
    """Look and their words, the best first."""
    return [*((look, words) for _, look, words in BANDS), LOWEST, WRONG]


def models_of(benchmark: BenchmarkView) -> Sequence[Row]:
    """Return the columns: the ranked models by score; all models if none is ranked. Very many are cut."""
    return all_models_of(benchmark)[:HEATMAP_MODELS]


def all_models_of(benchmark: BenchmarkView) -> Sequence[Row]:
    """Return the models that the data have a column for."""
    return benchmark.board.rows or benchmark.board.models


def lines(benchmark: BenchmarkView) -> list[Line]:
    """Return a line for each problem that counts for efficiency, the one with the lowest mean score first."""
    problems = [problem for problem in benchmark.problems if problem.mean_score is not None]
    problems.sort(key=lambda problem: problem.mean_score or 0)
    slugs = [row.entry.slug for row in models_of(benchmark)]
    found = []
    for problem in problems:
        outcomes = {outcome.row.entry.slug: outcome for outcome in problem.outcomes}
        found.append(Line(problem, tuple(_cell(problem, outcomes.get(slug)) for slug in slugs)))
    return found


def _cell(problem: ProblemView, outcome: Outcome | None) -> Cell:
    if outcome is None or outcome.best is None or outcome.score is None:
        return Cell("", "", "")
    anchor = problem.solution_of(outcome.best).anchor
    if not outcome.correct:
        return Cell(CROSS, WRONG[0], anchor)
    look = next((look for least, look, _ in BANDS if outcome.score >= least), LOWEST[0])
    return Cell(f"{outcome.score:.0f}", look, anchor)


def heatmap_csv(benchmark: BenchmarkView) -> str:
    """Return the scores, a line per problem, a column per model (its folder); empty if a model has no result."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    slugs = [row.entry.slug for row in all_models_of(benchmark)]
    writer.writerow(["task_id", *slugs])
    for line in lines(benchmark):
        scores = {outcome.row.entry.slug: outcome.score for outcome in line.problem.outcomes}
        given = (scores.get(slug) for slug in slugs)
        writer.writerow([line.problem.task_id, *("" if score is None else f"{score:.4f}" for score in given)])
    return out.getvalue()
