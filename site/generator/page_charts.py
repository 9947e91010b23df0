"""Draw the charts of pages, and put into words what each shows."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import pandas as pd
from markupsafe import Markup

from generator.charts.found import Bar, Point, bars, points
from generator.charts.front import Across, ScoredModel, front_plot
from generator.charts.plots import Curve, RatioRow, Step, curves, ratio_plot
from generator.charts.spent import Both, Spent, distribution, memory_plot
from generator.limits import CHART_MODELS
from generator.model import ModelOnBenchmark, model_path
from generator.problem import ProblemView
from generator.relations import Refined
from generator.render import instructions, memory, readable, words
from generator.tables import about_model
from generator.written import WrittenSolution
from tallybench.model.metrics import RATIOS
from tallybench.statistics.finding import Finding, Shape
from tallybench.statistics.published.boards import CURVE, RANKED_BY, Board, Row
from tallybench.statistics.report import inert

LEAST_POINTS = 3  # with fewer models there is nothing to see
LEAST_BOTH = 5  # likewise, for solutions with a count and with peak memory


def score_by_size(board: Board, up: str) -> Markup:
    """Return the ranked models' scores against their sizes; nothing if few state theirs."""
    found = [(row, size, f"{size:g} billion parameters") for row in board.rows if (size := about_model.size(row))]
    return _scores(found, Across.SIZE, up)


def score_by_date(board: Board, up: str, problems: str = "") -> Markup:
    """Return the ranked models' scores against their release dates; nothing if few are known.

    `problems`: when the board's problems came out, YYYY-MM-DD or YYYY-MM; empty if that is not known.
    """
    told = [(row, about_model.released(row)) for row in board.rows]
    found = [(row, _year(released), f"released {released}") for row, released in told if released]
    line = (_year(problems), f"{board.benchmark}: {problems}") if problems else None
    return _scores(found, Across.DATE, up, line)


def _scores(
    found: Sequence[tuple[Row, float, str]], across: Across, up: str, line: tuple[float, str] | None = None
) -> Markup:
    models = []
    for row, x, told in found:
        figure = row.entry.figure(RANKED_BY)
        if figure is None or figure.value is None:
            continue
        models.append(
            ScoredModel(
                name=row.entry.name,
                x=x,
                told=told,
                score=figure.value,
                low=figure.low,
                high=figure.high,
                pipeline=about_model.kind(row) == "pipeline",
                href=up + model_path(row.entry),
            )
        )
    if len(models) < LEAST_POINTS:
        return Markup()
    models = sorted(models, key=lambda model: -model.score)[:CHART_MODELS] if len(models) > CHART_MODELS else models
    label = f"Score against {across} of {len(models)} models; the data are linked below"
    return Markup(front_plot(models, across, label=label, line=line))


def _year(released: str) -> float:
    """Return a date as a year, such as 2024.5; the middle of the month if the day is not known."""
    day = date.fromisoformat(released if len(released) == len("YYYY-MM-DD") else f"{released}-15")
    return day.year + (day.timetuple().tm_yday - 1) / 365.25


def counts_of(problem: ProblemView) -> Markup:
    """Return how many models spend how much on a problem; nothing if no model has a count."""
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


def memory_of(problem: ProblemView) -> Markup:
    """Return the correct solutions' instructions against peak memory; nothing if few have both."""
    solutions = [
        Both(
            name=_whose(solution),
            total=solution.outcome.total,
            peak=peak,
            told=_peak_in_words(peak),
            efficient=solution.label != "slow",
            href=f"#{solution.anchor}",
        )
        for solution in problem.on_page
        if solution.outcome.counts.counted and solution.outcome.total and (peak := solution.in_memory.peak) is not None
    ]
    if len(solutions) < LEAST_BOTH:
        return Markup()
    references = problem.references
    own = [
        Both(name=words(name).removeprefix("reference "), total=both[0], peak=both[1], told=_peak_in_words(both[1]))
        for name in (references.in_memory if references else ())
        if references and (both := references.both_of(name)) is not None
    ]
    peaks = [solution.peak for solution in solutions]
    told = f"{len(solutions)} correct solutions, {memory(min(peaks))} to {memory(max(peaks))}"
    named = ", ".join(f"{one.name} {instructions(one.total)} and {memory(one.peak)}" for one in own)
    return Markup(
        memory_plot(
            solutions,
            own,
            label=f"Instructions against peak memory on {problem.title}: {told}; the table below has the figures"
            + (f"; of the benchmark's own: {named}" if named else ""),
        )
    )


def _whose(solution: WrittenSolution) -> str:
    """Return a solution's number and one of those who wrote it."""
    more = f" and {len(solution.writers) - 1} more" if len(solution.writers) > 1 else ""
    return f"No. {solution.number}, {readable(solution.writers[0].entry.name, 40)}{more}"


def _peak_in_words(peak: int) -> str:
    return f"{memory(peak)} ({peak:,} bytes)"


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
    """Return what the best of k samples reaches, over k; nothing if there is one sample per problem."""
    ks = ", ".join(f"{k:g}" for k, _ in model.over_k[0][1]) if model.over_k else ""
    said = f"{_name(model.row)}, the best of k samples, for k = {ks}: "
    return _curves_of(model.over_k, "k: the best of k samples", said)


def curve_over_rounds(refined: Refined) -> Markup:
    """Return correctness and efficiency over the attempts of a refinement (ECCO, EMNLP 2024, figure 6)."""
    found = [(name, list(enumerate(values, 1))) for name, values in refined.figures]
    title = "attempt: 1 is the first answer, each later one a round of refinement"
    return _curves_of(found, title, f"{refined.kind}-refine, by attempt: ", "; the table below has these values")


def _curves_of(
    figures: Sequence[tuple[str, Sequence[tuple[int, float]]]], x_title: str, before: str, after: str = ""
) -> Markup:
    """Return a curve for each figure by name; in the label its values are between two texts."""
    found = [Curve(name=name, steps=tuple(Step(x=x, y=value) for x, value in values)) for name, values in figures]
    if not found:
        return Markup()
    told = "; ".join(f"{curve.name} {', '.join(f'{step.y:.1f}' for step in curve.steps)}" for curve in found)
    label = f"{before}{told}{after}"
    return Markup(curves(found, x_title=x_title, y_title="% of problems; score of 100", label=label))


def _name(row: Row) -> str:
    return readable(row.entry.name, 60)


MOST_BARS = 15


def draw_finding(finding: Finding, up: str, problems: Mapping[str, str]) -> Markup:
    """Return a finding's chart."""
    chart, rows = finding.chart, finding.data.to_dict("records")
    label = f"{finding.question} {chart.x_title}; the data are linked below"
    if chart.shape is Shape.BARS:
        drawn = [
            Bar(
                name=str(row[chart.y]),
                value=float(row[chart.x]),
                low=_number(row, chart.low),
                high=_number(row, chart.high),
                href=_href(row, up, problems),
            )
            for row in rows[:MOST_BARS]
        ]
        return Markup(bars(drawn, x_title=chart.x_title, label=label))
    dots = [
        Point(name=str(row[chart.name]), x=float(row[chart.x]), y=float(row[chart.y]), href=_href(row, up, problems))
        for row in rows[:CHART_MODELS]
    ]
    return Markup(points(dots, x_title=chart.x_title, y_title=chart.y_title, label=label, log=chart.log))


def drawn_part(finding: Finding) -> str:
    """Return which bars or points are drawn, if not all are."""
    most = MOST_BARS if finding.chart.shape is Shape.BARS else CHART_MODELS
    if len(finding.data) <= most:
        return ""
    return f"The first {most} of {len(finding.data):,}; the data have all."


def finding_csv(finding: Finding) -> bytes:
    """Return the data of a finding as CSV. Texts that a spreadsheet would take for a formula get a quote in front."""
    safe = finding.data.map(inert)
    return str(safe.to_csv(index=False, lineterminator="\n", float_format="%.6g")).encode()


def _number(row: Mapping[Any, Any], column: str | None) -> float | None:
    return None if column is None or pd.isna(row[column]) else float(row[column])


def _href(row: Mapping[Any, Any], up: str, problems: Mapping[str, str]) -> str | None:
    if "task_id" in row:
        path = problems.get(row["task_id"])
        return None if path is None else up + path
    return f"{up}models/{row['model']}/" if "model" in row else None
