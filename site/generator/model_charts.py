"""What is drawn on a model's page, and how it is told in words."""

from markupsafe import Markup

from generator.charts.curves import Curve, Step, curves
from generator.charts.plots import RatioRow, ratio_plot
from generator.model import ModelOnBenchmark
from generator.render import readable
from generator.rounds import Refined
from tallybench.model.metrics import RATIOS
from tallybench.statistics.published.boards import CURVE, Board, Row


def ratios(model: ModelOnBenchmark, up: str) -> Markup:
    """Return a model's count over the best known solution's, for the problems that have both."""
    rows = [
        RatioRow(
            name=f"{problem.task_id} {problem.facts.entry_point or ''}".strip(),
            ratio=outcome.ratio,
            href=up + problem.path,
            censored=outcome.censored,
        )
        for problem, outcome in model.counted
        if outcome.ratio
    ]
    if not rows:
        return Markup()
    label = f"{_name(model.row)}: instructions over those of the best known solution on {len(rows)} problems, sorted"
    return Markup(ratio_plot(rows, label=f"{label}; the table below has the figures"))


def curve_over_r(model: ModelOnBenchmark, board: Board) -> Markup:
    """Return the share of problems within r times the best known count, beside that of the first model of the board."""
    first = [row for row in board.rows[:1] if row.entry.slug != model.row.entry.slug]
    found = [Curve(name=_name(row), steps=steps) for row in (model.row, *first) if (steps := _steps(row))]
    if not _steps(model.row):
        return Markup()
    told = ", ".join(f"{step.y:.1f} % within {step.x:g} times" for step in found[0].steps)
    return Markup(
        curves(
            found,
            x_title="r: times the best known count",
            y_title="% of problems solved within r times the best known count",
            label=f"{found[0].name}: {told}; the table of figures above has these values",
        )
    )


def _steps(row: Row) -> tuple[Step, ...]:
    figures = [(ratio, row.entry.figure(name)) for ratio, name in zip(RATIOS, CURVE, strict=True)]
    return tuple(
        Step(
            x=ratio,
            y=100 * figure.value,
            low=None if figure.low is None else 100 * figure.low,
            high=None if figure.high is None else 100 * figure.high,
        )
        for ratio, figure in figures
        if figure is not None and figure.value is not None
    )


def curve_over_k(model: ModelOnBenchmark) -> Markup:
    """Return what the best of k samples reaches, over k; nothing where there is one sample a problem."""
    found = [Curve(name=name, steps=tuple(Step(x=k, y=value) for k, value in values)) for name, values in model.over_k]
    if not found:
        return Markup()
    told = "; ".join(f"{curve.name} {', '.join(f'{step.y:.1f}' for step in curve.steps)}" for curve in found)
    ks = ", ".join(f"{step.x:g}" for step in found[0].steps)
    return Markup(
        curves(
            found,
            x_title="k: the best of k samples",
            y_title="% of problems; score of 100",
            label=f"{_name(model.row)}, the best of k samples, for k = {ks}: {told}",
        )
    )


def curve_over_rounds(refined: Refined) -> Markup:
    """Correctness and efficiency over the attempts of a refinement (ECCO, EMNLP 2024, figure 6)."""
    found = [
        Curve(name=name, steps=tuple(Step(x=attempt, y=value) for attempt, value in enumerate(values, 1)))
        for name, values in refined.figures
    ]
    if not found:
        return Markup()
    told = "; ".join(f"{curve.name} {', '.join(f'{step.y:.1f}' for step in curve.steps)}" for curve in found)
    return Markup(
        curves(
            found,
            x_title="attempt: 1 is the first answer, each later one a round of refinement",
            y_title="% of problems; score of 100",
            label=f"{refined.kind}-refine, by attempt: {told}; the table below has these values",
        )
    )


def _name(row: Row) -> str:
    return readable(row.entry.name, 60)
