"""The columns of what became of a model on every problem, and how outcomes look."""

from markupsafe import Markup

from generator.model import ProblemOutcome
from generator.render import instructions, points, ratio, words
from generator.tables.column import Column

_LOOKS = {"efficient": "good", "passed": "good", "slow": "slow", "over budget": "over"}


def badge(label: str) -> Markup:
    """An outcome in a word, with a mark."""
    return Markup('<span class="tb-outcome tb-outcome--{}">{}</span>').format(_LOOKS.get(label, "bad"), words(label))


PROBLEMS: tuple[Column[ProblemOutcome], ...] = (
    Column(
        name="problem",
        head="Problem",
        sort="text",
        heads_rows=True,
        show=lambda row, links: links.problem(row.problem),
    ),
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
    Column(
        name="score",
        head="Score",
        title="0 where it is not correct, 100 for as few instructions as the best known solution",
        sort="number",
        value=lambda row: row.outcome.score,
        show=lambda row, _: points(row.outcome.score),
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
)
