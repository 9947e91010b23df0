"""What is drawn on pages, and how it is told in words."""

from markupsafe import Markup

from evaluator.results.published.boards import Board, Row
from evaluator.results.result import Figure
from generator.charts.distribution import Spent, distribution
from generator.charts.plots import (
    Estimate,
    ModelPoint,
    scatter,
    sparkline,
)
from generator.model import model_path
from generator.problem import ProblemView
from generator.render import instructions

CORRECT, SCORE = "pass@1 (efficiency problems)", "score@1"


def home_scatter(board: Board, up: str) -> Markup:
    """Correct against efficient, over the same problems; nothing where nobody is re-measured.

    Where no model is ranked, the re-measured ones without a rank and the benchmark's own sets stand for them.
    """
    points = []
    for row in board.rows or [row for row in (*board.apart, *board.baselines) if row.entry.is_remeasured]:
        correct, score = _estimate(row.entry.figure(CORRECT), 100), _estimate(row.entry.figure(SCORE), 1)
        if correct is not None and score is not None:
            href = up + model_path(row.entry)
            points.append(ModelPoint(name=row.entry.name, correct=correct, score=score, href=href))
    if not points:
        return Markup()
    what = f"{len(points)} {'models' if board.rows else 'sets of samples'}"
    label = f"Correct against efficient for {what}, with 95 % intervals; the table below has the figures"
    return Markup(scatter(points, label=label))


def _estimate(figure: Figure | None, scale: int) -> Estimate | None:
    """A figure's value and interval, of 100; None where it has no value."""
    if figure is None or figure.value is None:
        return None
    low, high = (None if bound is None else scale * bound for bound in (figure.low, figure.high))
    return Estimate(value=scale * figure.value, low=low, high=high)


def curve(row: Row) -> Markup:
    """within@1(r) of a model over r; nothing where there are no figures."""
    values = row.curve
    if all(value is None for value in values):
        return Markup()
    told = ", ".join("none" if value is None else f"{100 * value:.1f} %" for value in values)
    return Markup(sparkline(values, label=f"within@1(r) for r = 1, 1.5, 2 and 5: {told}"))


def counts_of(problem: ProblemView) -> Markup:
    """How many models spend how much on a problem; nothing where no model has a count."""
    spent = [
        Spent(name=outcome.row.entry.name, total=outcome.total, censored=outcome.censored)
        for outcome in problem.outcomes
        if outcome.total
    ]
    references = problem.references
    if not spent or references is None or not references.best_total:
        return Markup()
    censored, bound = references.truth_total is None, references.truth_bound
    told = [f"{len(spent)} models with a count", f"best known {instructions(references.best_total)}"]
    told.append(f"ground truth {'at least ' if censored else ''}{instructions(bound)}")
    return Markup(
        distribution(
            spent,
            best_known=references.best_total,
            ground_truth=bound,
            truth_censored=censored,
            label=f"Instructions on {problem.title}: {', '.join(told)}; the table below has the figures",
        )
    )
