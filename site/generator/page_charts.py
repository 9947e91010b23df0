"""What is drawn on pages, and how it is told in words."""

from collections.abc import Sequence
from datetime import date

from markupsafe import Markup

from generator.charts.distribution import Spent, distribution
from generator.charts.front import Across, ScoredModel, front_plot
from generator.charts.memory import Both, memory_plot
from generator.limits import CHART_MODELS
from generator.model import model_path
from generator.problem import ProblemView
from generator.render import instructions, memory, readable, words
from generator.tables import about_model
from generator.written import WrittenSolution
from tallybench.statistics.published.boards import RANKED_BY, Board, Row

LEAST_POINTS = 3  # of fewer models there is nothing to see
LEAST_BOTH = 5  # likewise, of solutions with a count and with peak memory


def score_by_size(board: Board, up: str) -> Markup:
    """Return the ranked models' scores against their sizes; nothing where few state theirs."""
    found = [(row, size, f"{size:g} billion parameters") for row in board.rows if (size := about_model.size(row))]
    return _scores(found, Across.SIZE, up)


def score_by_date(board: Board, up: str, problems: str = "") -> Markup:
    """Return the ranked models' scores against the dates at which they came out; nothing where few are known.

    Args:
        board: a leaderboard.
        up: from the page to the site's root.
        problems: when its problems came out, YYYY-MM-DD or YYYY-MM; empty where that is not known.
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
    """2024.5 for the middle of 2024; the middle of a month of which the day is not known."""
    day = date.fromisoformat(released if len(released) == len("YYYY-MM-DD") else f"{released}-15")
    return day.year + (day.timetuple().tm_yday - 1) / 365.25


def counts_of(problem: ProblemView) -> Markup:
    """Return how many models spend how much on a problem; nothing where no model has a count."""
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
    """Instructions against peak memory of the correct solutions; nothing where few have both."""
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
