"""The leaderboard's columns: what the pages show and what the downloads have is made of this list.

A new column is an entry of COLUMNS.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from markupsafe import Markup

from evaluator.results.metrics import Unit, metric_of
from evaluator.results.published.boards import CURVE, Row, value_of
from evaluator.results.published.entries import Entry
from generator.page_charts import curve
from generator.render import figure_cell, percent, readable
from generator.tables.column import Column, Links

Part = Literal["ranked", "apart", "claims", "baselines"]
PARTS: frozenset[Part] = frozenset(("ranked", "apart", "claims", "baselines"))
MODELS: frozenset[Part] = PARTS - {"baselines"}


@dataclass(frozen=True, kw_only=True)
class BoardColumn(Column[Row]):
    """A column of the leaderboard.

    Attributes:
        data: what the downloads have of a row, by key.
        parts: the parts of a board whose tables show it; none: it is for the downloads alone.
        measured: it shows what was measured, or what is claimed to have been.
    """

    data: Callable[[Row], Mapping[str, Any]]
    parts: frozenset[Part] = PARTS
    measured: bool = False


def figure_column(name: str, figure: str, **changes: Any) -> BoardColumn:
    """A column of a headline figure with its interval.

    Args:
        name: the column's.
        figure: its name in results.
        changes: what is not as the table of metrics has it.
    """
    metric = metric_of(figure)
    assert metric is not None, figure
    column = BoardColumn(
        name=name,
        head=f"{figure}, %" if metric.unit is Unit.SHARE else figure,
        title=metric.describes,
        sort="number",
        value=lambda row: value_of(row.entry.figure(figure)),
        show=lambda row, _: figure_cell(row.entry.figure(figure), metric.unit),
        data=lambda row: figure_data(row, figure),
        measured=True,
    )
    return replace(column, **changes)


def figure_data(row: Row, figure: str) -> dict[str, Any]:
    """A figure's value, interval and denominator."""
    found = row.entry.figure(figure)
    parts = {"": "value", " low": "low", " high": "high", " problems": "problems"}
    return {figure + suffix: getattr(found, part) if found else None for suffix, part in parts.items()}


def fact_column(key: str, fact: Callable[[Row], Any]) -> BoardColumn:
    """A fact that the downloads have and the pages do not show."""
    return BoardColumn(
        name=key, head=key, show=lambda row, _: str(fact(row)), parts=frozenset(), data=lambda row: {key: fact(row)}
    )


def _model(row: Row, links: Links) -> Markup:
    name, organization = links.model(row.entry), row.entry.result.model.organization
    if not organization:
        return name
    return name + Markup('<span class="tb-organization">{}</span>').format(readable(organization, 40))


def _weights(row: Row) -> str:
    is_open = row.entry.result.model.open_weights
    return "–" if is_open is None else "open" if is_open else "closed"


def state_badge(entry: Entry) -> Markup:
    """Whether we have measured a result again."""
    state = entry.state
    return Markup('<span class="tb-badge tb-badge--{}">{}</span>').format(state.replace(" ", "-"), state)


def _size(row: Row) -> float | None:
    return row.entry.result.model.parameters


COLUMNS: tuple[BoardColumn, ...] = (
    fact_column("benchmark", lambda row: f"{row.entry.benchmark} {row.entry.version}"),
    BoardColumn(
        name="rank",
        head="Rank",
        title="1 + the number of models that are better by more than chance explains",
        sort="number",
        first="ascending",
        value=lambda row: row.rank,
        show=lambda row, _: str(row.rank),
        parts=frozenset(("ranked",)),
        data=lambda row: {"rank": row.rank},
    ),
    BoardColumn(
        name="model",
        head="Model",
        sort="text",
        value=lambda row: readable(row.entry.name, 60),
        show=_model,
        heads_rows=True,
        data=lambda row: {"model": row.entry.name, "organization": row.entry.result.model.organization},
    ),
    figure_column("score", "score@1", style="tb-headline"),
    figure_column("pass", "pass@1"),
    figure_column("efficient", "efficient@1"),
    BoardColumn(
        name="curve",
        head="within@1(r)",
        title="share of problems solved with at most r times the best known solution's instructions, "
        "for r = 1, 1.5, 2 and 5",
        show=lambda row, _: curve(row),
        optional="shown",
        style="tb-curve",
        measured=True,
        data=lambda row: {key: value for figure in CURVE for key, value in figure_data(row, figure).items()},
    ),
    BoardColumn(
        name="drop",
        head="Drop",
        title="pass@1 less efficient@1 over the same problems, in points",
        sort="number",
        first="ascending",
        value=lambda row: row.drop,
        show=lambda row, _: percent(row.drop),
        optional="shown",
        measured=True,
        data=lambda row: {"drop": None if row.drop is None else round(row.drop, 6)},
    ),
    figure_column("speedup", "speedup", head="Speedup", optional="shown"),
    BoardColumn(
        name="size",
        head="Size, B",
        title="parameters, in billions",
        sort="number",
        value=_size,
        show=lambda row, _: "–" if _size(row) is None else f"{_size(row):g}",
        optional="shown",
        parts=MODELS,
        data=lambda row: {"parameters": _size(row)},
    ),
    BoardColumn(
        name="open",
        head="Weights",
        facet=_weights,
        show=lambda row, _: _weights(row),
        optional="shown",
        parts=MODELS,
        data=lambda row: {"open_weights": row.entry.result.model.open_weights},
    ),
    BoardColumn(
        name="samples",
        head="n",
        title="samples a problem",
        sort="number",
        value=lambda row: row.entry.samples_a_problem,
        show=lambda row, _: str(row.entry.samples_a_problem),
        optional="hidden",
        data=lambda row: {"samples_a_problem": row.entry.samples_a_problem},
    ),
    BoardColumn(
        name="date",
        head="Date",
        sort="text",
        show=lambda row, _: row.entry.date,
        optional="shown",
        data=lambda row: {"date": row.entry.date},
    ),
    BoardColumn(
        name="state",
        head="State",
        sort="text",
        facet=lambda row: row.entry.state,
        show=lambda row, _: state_badge(row.entry),
        data=lambda row: {"state": str(row.entry.state)},
    ),
    BoardColumn(
        name="why",
        head="Why no rank",
        sort="text",
        facet=lambda row: row.why_apart or "",
        show=lambda row, _: row.why_apart or "",
        parts=frozenset(("apart", "claims")),
        data=lambda row: {"unranked": row.why_apart},
    ),
    fact_column("claim", lambda row: row.entry.is_claim),
    fact_column("baseline", lambda row: row.entry.baseline),
    fact_column("fingerprint", lambda row: row.entry.result.environment.fingerprint),
    fact_column("file", lambda row: row.entry.path),
)


def columns_of(part: Part) -> list[BoardColumn]:
    """The columns of a part of the leaderboard; the heads of claimed figures say so."""
    columns = [column for column in COLUMNS if part in column.parts]
    if part != "claims":
        return columns
    return [
        replace(column, head=f"{column.head}, claimed", style=f"{column.style} tb-claim".strip())
        if column.measured
        else column
        for column in columns
    ]


def data_of(row: Row) -> dict[str, Any]:
    """A row as the downloads have it."""
    return {key: value for column in COLUMNS for key, value in column.data(row).items()}
