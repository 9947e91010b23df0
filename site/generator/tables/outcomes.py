"""The columns for a model's outcomes on every problem and for a problem's solutions; how outcomes look."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from generator.model import ProblemOutcome
from generator.render import instructions, memory_cell, points, ratio, readable, words
from generator.tables.column import Column, Links, number_column
from generator.written import Writer, WrittenSolution

_LOOKS = {"efficient": "good", "passed": "good", "slow": "slow", "over budget": "over"}


def badge(label: str) -> Markup:
    """Return an outcome in a word, with a mark."""
    return Markup('<span class="tb-outcome tb-outcome--{}">{}</span>').format(_LOOKS.get(label, "bad"), words(label))


# For rows that have an `outcome`.
_OUTCOME: Column[Any] = Column(
    name="outcome",
    head="Outcome",
    sort="text",
    facet=lambda row: words(row.outcome.label),
    show=lambda row, _: badge(row.outcome.label),
)
_RATIO: Column[Any] = Column(
    name="ratio",
    head="To best known",
    title="its count over the best known solution's",
    sort="number",
    first="ascending",
    value=lambda row: row.outcome.ratio,
    show=lambda row, _: ratio(row.outcome.ratio, row.outcome.censored),
)


def _count(title: str) -> Column[Any]:
    return Column(
        name="count",
        head="Count",
        title=title,
        sort="number",
        first="ascending",
        value=lambda row: row.outcome.total,
        show=lambda row, _: instructions(row.outcome.total, row.outcome.censored),
    )


PEAK_MEMORY: Column[ProblemOutcome] = number_column(
    "memory",
    "Peak memory",
    lambda row: row.outcome.peak,
    memory_cell,
    title="what its own work adds at its highest point, on the stressful input where that is most; of the same sample",
    first="ascending",
)

PROBLEMS: tuple[Column[ProblemOutcome], ...] = (
    Column(name="problem", head="Problem", sort="text", heads_rows=True, show=lambda row, to: to.problem(row.problem)),
    Column(
        name="id",
        head="Id",
        sort="number",
        first="ascending",
        in_words=True,
        value=lambda row: row.problem.number,
        show=lambda row, _: row.problem.task_id,
    ),
    _OUTCOME,
    number_column(
        "score",
        "Score",
        lambda row: row.outcome.score,
        points,
        title="0 where it is not correct, 100 for as few instructions as the best known solution",
    ),
    _count("instructions over all stressful inputs, of its cheapest correct sample"),
    _RATIO,
    PEAK_MEMORY,
)


def problem_columns(rows: Sequence[ProblemOutcome]) -> list[Column[ProblemOutcome]]:
    """Return the columns for some of a model's results, with peak memory if it was measured for one."""
    measured = any(row.outcome.peak is not None for row in rows)
    return [column for column in PROBLEMS if measured or column is not PEAK_MEMORY]


NAMED = 4  # models in a cell; the others unfold


def _name(writer: Writer, links: Links) -> Markup:
    """Return a model, how many of its samples they are if it has several, and whether its claim is unverified."""
    entry = writer.entry
    several = f" ×{len(writer.samples)}" if entry.samples_a_problem > 1 else ""
    kind = " (own set)" if entry.baseline else " (claim)" if entry.is_claim else ""
    return Markup("{}{}{}").format(links.model(entry), several, kind)


def _names(writers: Sequence[Writer], links: Links) -> Markup:
    return Markup(", ").join(_name(writer, links) for writer in writers)


def written_by(solution: WrittenSolution, links: Links) -> Markup:
    """Return the models that wrote it."""
    writers = solution.writers
    if len(writers) <= NAMED + 1:
        return _names(writers, links)
    return Markup("{}<details><summary>and {} more</summary>{}</details>").format(
        _names(writers[:NAMED], links), len(writers) - NAMED, _names(writers[NAMED:], links)
    )


def order_cell(solution: WrittenSolution) -> Markup | str:
    """Its order of growth; one that is worse than the best known solution's stands out."""
    if solution.order is None:
        return ""
    style = " tb-order--worse" if solution.worse else ""
    told = Markup('<span class="tb-order{}" title="exponent {}">{}</span>')
    return told.format(style, solution.order.interval, solution.order.order)


def reason_of(solution: WrittenSolution) -> str:
    """Return why it failed, if that says more than how it ended."""
    reason = "" if solution.outcome.censored else solution.outcome.reason
    return "" if words(reason) == words(solution.label) else readable(reason, 120)


WRITTEN: tuple[Column[WrittenSolution], ...] = (
    Column(name="models", head="Written by", heads_rows=True, show=written_by),
    Column(
        name="solution",
        head="Solution",
        title="by cost: number 1 is the cheapest correct one; leads to its code and counts",
        sort="number",
        first="ascending",
        value=lambda solution: solution.number,
        show=lambda solution, _: Markup('<a href="#{}">No. {}</a>').format(solution.anchor, solution.number),
    ),
    number_column(
        "number",
        "Models",
        lambda solution: len(solution.models),
        str,
        title="how many models wrote it, without the benchmark's own sets",
    ),
    _OUTCOME,
    _count("instructions over all stressful inputs"),
    _RATIO,
    number_column(
        "memory",
        "Peak memory",
        lambda solution: solution.in_memory.peak,
        memory_cell,
        title="what its own work adds at its highest point, on the stressful input where that is most",
        first="ascending",
    ),
    Column(
        name="order",
        head="Grows with",
        title="the order of growth of its instructions with the size of the input, as counts on rising sizes tell it",
        sort="number",
        first="ascending",
        in_words=True,
        value=lambda solution: None if solution.order is None else solution.order.exponent,
        show=lambda solution, _: order_cell(solution),
    ),
    Column(
        name="reason",
        head="Reason",
        optional="shown",
        style="tb-reason",
        show=lambda solution, _: reason_of(solution),
    ),
)
