"""The columns of what became of a model on every problem, and how outcomes look."""

from collections.abc import Sequence

from markupsafe import Markup

from generator.model import ProblemOutcome
from generator.render import instructions, memory_cell, points, ratio, words
from generator.tables.column import Column, number_column

_LOOKS = {"efficient": "good", "passed": "good", "slow": "slow", "over budget": "over"}


def badge(label: str) -> Markup:
    """Return an outcome in a word, with a mark."""
    return Markup('<span class="tb-outcome tb-outcome--{}">{}</span>').format(_LOOKS.get(label, "bad"), words(label))


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
    Column(
        name="outcome",
        head="Outcome",
        sort="text",
        facet=lambda row: words(row.outcome.label),
        show=lambda row, _: badge(row.outcome.label),
    ),
    number_column(
        "score",
        "Score",
        lambda row: row.outcome.score,
        points,
        title="0 where it is not correct, 100 for as few instructions as the best known solution",
    ),
    Column(
        name="count",
        head="Count",
        title="instructions over all stressful inputs, of its cheapest correct sample",
        sort="number",
        first="ascending",
        value=lambda row: row.outcome.total,
        show=lambda row, _: instructions(row.outcome.total, row.outcome.censored),
    ),
    Column(
        name="ratio",
        head="To best known",
        title="its count over the best known solution's",
        sort="number",
        first="ascending",
        value=lambda row: row.outcome.ratio,
        show=lambda row, _: ratio(row.outcome.ratio, row.outcome.censored),
    ),
    PEAK_MEMORY,
)


def problem_columns(rows: Sequence[ProblemOutcome]) -> list[Column[ProblemOutcome]]:
    """Return the columns of some of a model's results: peak memory where it was measured of one."""
    measured = any(row.outcome.peak is not None for row in rows)
    return [column for column in PROBLEMS if measured or column is not PEAK_MEMORY]
