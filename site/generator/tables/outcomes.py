"""The columns of what became of models on problems: every model on a problem, or a model on every problem."""

from collections.abc import Callable
from typing import TypeVar

from markupsafe import Markup

from generator.model import ProblemOutcome
from generator.outcome import Outcome
from generator.render import instructions, points, ratio, readable, words
from generator.tables.about_model import state_badge
from generator.tables.column import Column

R = TypeVar("R")
_LOOKS = {"efficient": "good", "passed": "good", "slow": "slow", "over budget": "over"}


def badge(label: str) -> Markup:
    """An outcome in a word, with a mark."""
    return Markup('<span class="tb-outcome tb-outcome--{}">{}</span>').format(_LOOKS.get(label, "bad"), words(label))


def _outcome_columns(of: Callable[[R], Outcome]) -> dict[str, Column[R]]:
    """What both kinds of table tell of an outcome."""
    columns: list[Column[R]] = [
        Column(
            name="outcome",
            head="Outcome",
            sort="text",
            facet=lambda row: words(of(row).label),
            show=lambda row, _: badge(of(row).label),
        ),
        Column(
            name="correct",
            head="Correct",
            title="correct samples of all samples",
            sort="number",
            value=lambda row: of(row).correct,
            show=lambda row, _: f"{of(row).correct} of {len(of(row).samples)}",
        ),
        Column(
            name="score",
            head="Score",
            title="0 where it is not correct, 100 for as few instructions as the best known solution",
            sort="number",
            value=lambda row: of(row).score,
            show=lambda row, _: points(of(row).score),
        ),
        Column(
            name="count",
            head="Count",
            title="instructions over all stressful inputs, of its cheapest correct sample",
            sort="number",
            first="ascending",
            value=lambda row: of(row).total,
            show=lambda row, _: ("≥ " if of(row).censored else "") + instructions(of(row).total),
        ),
        Column(
            name="ratio",
            head="To best known",
            title="its count over the best known solution's",
            sort="number",
            first="ascending",
            value=lambda row: of(row).ratio,
            show=lambda row, _: ratio(of(row).ratio, of(row).censored),
        ),
        Column(
            name="reason",
            head="Reason",
            optional="shown",
            style="tb-reason",
            show=lambda row, _: readable(of(row).reason, 160),
        ),
    ]
    return {column.name: column for column in columns}


def _itself(outcome: Outcome) -> Outcome:
    return outcome


def _outcome_of(row: ProblemOutcome) -> Outcome:
    return row.outcome


MODELS: tuple[Column[Outcome], ...] = (
    Column(
        name="model",
        head="Model",
        sort="text",
        heads_rows=True,
        value=lambda outcome: readable(outcome.row.entry.name, 60),
        show=lambda outcome, links: links.model(outcome.row.entry),
    ),
    Column(
        name="state",
        head="State",
        sort="text",
        optional="shown",
        facet=lambda outcome: outcome.row.entry.state,
        show=lambda outcome, _: state_badge(outcome.row.entry),
    ),
    *_outcome_columns(_itself).values(),
)
_ON_PROBLEM = _outcome_columns(_outcome_of)
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
    *(_ON_PROBLEM[name] for name in ("outcome", "score", "count", "ratio")),
)
