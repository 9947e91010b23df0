"""What is drawn, and how it is told in words."""

from markupsafe import Markup

from evaluator.results.published.boards import Board, Row
from generator.charts import Estimate, ModelPoint, Pace, RatioRow, TotalPoint, ratio_plot, scatter, sparkline, strip
from generator.models import ModelView, model_path
from generator.render import instructions, shown
from generator.standing import Standing

CENTRAL = ("pass@1 (efficiency problems)", "efficient@1")


def home_scatter(board: Board, up: str) -> Markup:
    """Correct against efficient, over the same problems; nothing where no model is ranked."""
    points = []
    for row in board.rows:
        correct, efficient = (row.entry.figure(name) for name in CENTRAL)
        if correct is None or efficient is None or correct.value is None or efficient.value is None:
            continue
        estimates = [Estimate(value=one.value or 0, low=one.low, high=one.high) for one in (correct, efficient)]
        href = up + model_path(row.entry)
        points.append(ModelPoint(name=row.entry.name, correct=estimates[0], efficient=estimates[1], href=href))
    if not points:
        return Markup()
    label = f"Correct against efficient for {len(points)} models, with 95 % intervals; the table below has the figures"
    return Markup(scatter(points, label=label))


def curve(row: Row) -> Markup:
    """efficient@1(r) of a model over r; nothing where there are no figures."""
    values = row.curve
    if all(value is None for value in values):
        return Markup()
    told = ", ".join("none" if value is None else f"{100 * value:.1f} %" for value in values)
    return Markup(sparkline(values, label=f"efficient@1(r) for r = 1, 1.5, 2 and 5: {told}"))


def problem_strip(view: Standing, up: str) -> Markup:
    """All models' totals on a problem; nothing where no model has one."""
    points = []
    for attempt in view.attempts:
        if attempt.total is None:
            continue
        pace = Pace.OVER_BUDGET if attempt.censored else Pace.EFFICIENT if attempt.efficient else Pace.SLOW
        entry = attempt.row.entry
        points.append(TotalPoint(name=entry.name, total=attempt.total, pace=pace, href=up + model_path(entry)))
    if not points or not view.best_total or not view.truth_bound:
        return Markup()
    told = [f"{len(points)} models with a count", f"best known {instructions(view.best_total)}"]
    told.append(f"ground truth {'at least ' if view.truth_total is None else ''}{instructions(view.truth_bound)}")
    return Markup(
        strip(
            points,
            best_known=view.best_total,
            ground_truth=view.truth_bound,
            truth_censored=view.truth_total is None,
            label=f"Instructions on {view.title}: {', '.join(told)}; the table below has the figures",
        )
    )


def model_ratios(model: ModelView, up: str) -> Markup:
    """A model's count over the best known solution's, by problem; nothing where there is none."""
    rows = [
        RatioRow(
            name=f"{one.view.problem.task_id} {one.view.problem.entry_point}".strip(),
            ratio=one.attempt.ratio,
            href=up + one.view.path,
            censored=one.attempt.censored,
        )
        for one in model.measured
        if one.attempt.ratio
    ]
    if not rows:
        return Markup()
    name = shown(model.row.entry.name, 60)
    label = f"{name}: instructions over those of the best known solution on {len(rows)} problems, sorted"
    return Markup(ratio_plot(rows, label=f"{label}; the table below has the figures"))
