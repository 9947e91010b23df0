"""The columns of the solutions that models wrote for a problem."""

from collections.abc import Sequence

from markupsafe import Markup

from generator.render import instructions, memory_cell, ratio, readable, words
from generator.tables.column import Column, Links, number_column
from generator.tables.outcomes import badge
from generator.written import Writer, WrittenSolution

NAMED = 4  # models in a cell; the others unfold


def _name(writer: Writer, links: Links) -> Markup:
    """Return a model, how many of its samples they are where it has several, and that nobody has measured its claim."""
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
    """Return why it failed, where that says more than how it ended."""
    reason = "" if solution.outcome.censored else solution.outcome.reason
    return "" if words(reason) == words(solution.label) else readable(reason, 120)


COLUMNS: tuple[Column[WrittenSolution], ...] = (
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
    Column(
        name="outcome",
        head="Outcome",
        sort="text",
        facet=lambda solution: words(solution.label),
        show=lambda solution, _: badge(solution.label),
    ),
    Column(
        name="count",
        head="Count",
        title="instructions over all stressful inputs",
        sort="number",
        first="ascending",
        value=lambda solution: solution.outcome.total,
        show=lambda solution, _: instructions(solution.outcome.total, solution.outcome.censored),
    ),
    Column(
        name="ratio",
        head="To best known",
        title="its count over the best known solution's",
        sort="number",
        first="ascending",
        value=lambda solution: solution.outcome.ratio,
        show=lambda solution, _: ratio(solution.outcome.ratio, solution.outcome.censored),
    ),
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
