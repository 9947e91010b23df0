"""The leaderboard's columns: what the pages show and what the downloads have is made of this list.

A new column is an entry of COLUMNS.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from markupsafe import Markup

from generator.render import bar_cell, figure_cell, percent, readable
from generator.tables import about_model
from generator.tables.column import Column, Links
from tallybench.model.metrics import Unit, metric_of
from tallybench.model.result import Figure
from tallybench.statistics.published.boards import CURVE, Board, Row, value_of
from tallybench.statistics.spending import spent_by

Part = Literal["ranked", "apart", "claims", "baselines"]
PARTS: frozenset[Part] = frozenset(("ranked", "apart", "claims", "baselines"))
MODELS: frozenset[Part] = PARTS - {"baselines"}
NOT_MEASURED = Markup('<span class="tb-interval">not measured</span>')
TOP = ("rank", "model", "score", "pass", "efficient", "size", "open", "released")  # the home page's columns


@dataclass(frozen=True, kw_only=True)
class BoardColumn(Column[Row]):
    """A column of the leaderboard.

    Attributes:
        data: what the downloads have of a row, by key.
        parts: the parts of a board whose tables show it; none: it is for the downloads alone.
        measured: it shows what was measured, or what is claimed to have been.
        seldom: it is there only where a row of the board has a value.
    """

    data: Callable[[Row], Mapping[str, Any]]
    parts: frozenset[Part] = PARTS
    measured: bool = False
    seldom: bool = False


def figure_column(name: str, figure: str, **changes: Any) -> BoardColumn:
    """Return a column of a headline figure with its interval."""
    metric = metric_of(figure)
    assert metric is not None, figure
    show = figure_cell if metric.unit is Unit.RATIO else bar_cell
    column = BoardColumn(
        name=name,
        head=f"{figure}, %" if metric.unit is Unit.SHARE else figure,
        title=metric.describes,
        sort="number",
        value=lambda row: value_of(row.entry.figure(figure)),
        show=lambda row, _: show(row.entry.figure(figure), metric.unit),
        data=lambda row: figure_data(row.entry.figure(figure), figure),
        measured=True,
    )
    return replace(column, **changes)


def figure_data(found: Figure | None, name: str) -> dict[str, Any]:
    """Return a figure's value, interval and denominator, by its name."""
    parts = {"": "value", " low": "low", " high": "high", " problems": "problems"}
    return {name + suffix: getattr(found, part) if found else None for suffix, part in parts.items()}


def extra_column() -> BoardColumn:
    """Return the column of pass@1 with generated tests; the rows whose programs were not run on them say so."""

    def figure(row: Row) -> Figure | None:
        return None if row.extra is None else row.extra.figures.get("pass@1")

    def show(row: Row) -> Markup | str:
        return NOT_MEASURED if row.extra is None else bar_cell(figure(row), Unit.SHARE)

    return BoardColumn(
        name="extra",
        head="pass@1 extra, %",
        title="correct by the problem's own tests and by all generated ones",
        sort="number",
        value=lambda row: value_of(figure(row)),
        show=lambda row, _: show(row),
        optional="hidden",
        measured=True,
        seldom=True,
        data=lambda row: figure_data(figure(row), "pass@1 extra"),
    )


def memory_column(name: str, figure: str, head: str) -> BoardColumn:
    """Return a column of a figure of peak memory, where that was measured; the rows of which it was not say so."""
    column = figure_column(name, figure, head=head, optional="hidden", seldom=True)

    def show(row: Row, links: Links) -> Markup | str:
        return NOT_MEASURED if column.value and column.value(row) is None else column.show(row, links)

    return replace(column, title=f"{column.title}; on the public inputs", show=show)


def order_cell(row: Row) -> str:
    """On how many problems its order of growth is worse, as a share."""
    if row.orders is None or row.orders.share is None:
        return "–"
    return f"{percent(row.orders.share)} ({len(row.orders.worse)} of {row.orders.compared})"


def fact_column(key: str, fact: Callable[[Row], Any]) -> BoardColumn:
    """Return a fact that the downloads have and the pages do not show."""
    return BoardColumn(
        name=key, head=key, show=lambda row, _: str(fact(row)), parts=frozenset(), data=lambda row: {key: fact(row)}
    )


def spending_column(name: str, unit: Literal["tokens", "dollars"], head: str, title: str) -> BoardColumn:
    """Return what a correct solution took, where the model's server told.

    The downloads have the efficient ones, too.
    """

    def taken(row: Row, kind: str) -> float | None:
        spent = spent_by(row.entry.result) if row.entry.result.spending else None
        return None if spent is None else getattr(spent, f"{unit}_per_{kind}")

    def show(value: float | None) -> str:
        return "–" if value is None else f"{value:,.0f}" if unit == "tokens" else f"{value:.4g}"

    return BoardColumn(
        name=name,
        head=f"{head} a correct one",
        title=title,
        sort="number",
        first="ascending",
        value=lambda row: taken(row, "correct"),
        show=lambda row, _: show(taken(row, "correct")),
        optional="hidden",
        parts=MODELS,
        data=lambda row: {f"{unit}_per_{kind}": taken(row, kind) for kind in ("correct", "efficient")},
    )


COLUMNS: tuple[BoardColumn, ...] = (
    fact_column("benchmark", lambda row: f"{row.entry.benchmark} {row.entry.version}"),
    BoardColumn(
        name="rank",
        head="Rank",
        title="from 1 + the number of models that score higher by more than chance explains to the number of models "
        "less those that score lower by as much",
        sort="number",
        first="ascending",
        value=lambda row: row.rank,
        show=lambda row, _: row.ranks or "–",
        parts=frozenset(("ranked",)),
        data=lambda row: {"rank": row.rank, "rank_high": row.rank_high},
    ),
    BoardColumn(
        name="model",
        head="Model",
        sort="text",
        value=lambda row: readable(row.entry.name, 60),
        show=about_model.name_cell,
        heads_rows=True,
        data=lambda row: {"model": row.entry.name},
    ),
    figure_column("score", "score@1", style="tb-headline"),
    figure_column("pass", "pass@1"),
    extra_column(),
    figure_column("efficient", "efficient@1"),
    figure_column(
        "within2",
        "within@1(2)",
        head="within 2×, %",
        optional="hidden",
        data=lambda row: {
            key: value for figure in CURVE for key, value in figure_data(row.entry.figure(figure), figure).items()
        },
    ),
    BoardColumn(
        name="drop",
        head="Drop",
        title="how many points efficient@1 is below pass@1, over the same problems",
        sort="number",
        first="ascending",
        value=lambda row: row.drop,
        show=lambda row, _: percent(row.drop),
        optional="hidden",
        measured=True,
        data=lambda row: {"drop": None if row.drop is None else round(row.drop, 6)},
    ),
    figure_column("speedup", "speedup", head="Speedup", optional="shown"),
    figure_column("optimized", "optimized@1", optional="shown", seldom=True),
    figure_column("faster", "faster@1", optional="hidden", seldom=True),
    figure_column(
        "spurious",
        "spurious",
        head="Spurious, %",
        title="samples that are not correct, and faster than the given program; on the public inputs",
        optional="shown",
        seldom=True,
    ),
    memory_column("memory", "memory_score@1", "memory score@1"),
    memory_column("reduction", "memory_reduction", "Memory reduction"),
    spending_column("tokens", "tokens", "Tokens", "tokens, in and out, for each correct solution"),
    spending_column("dollars", "dollars", "Dollars", "what each correct solution cost, at the price that was given"),
    BoardColumn(
        name="orders",
        head="Worse order, %",
        title="problems on which its code grows faster with the input than the best known solution, of those it solves",
        sort="number",
        first="ascending",
        value=lambda row: None if row.orders is None else row.orders.share,
        show=lambda row, _: order_cell(row),
        optional="hidden",
        data=lambda row: {
            "worse order": row.orders and len(row.orders.worse),
            "worse order problems": row.orders and row.orders.compared,
        },
    ),
    BoardColumn(
        name="organization",
        head="Organisation",
        sort="text",
        facet=about_model.organization,
        show=lambda row, _: about_model.organization(row),
        optional="hidden",
        data=lambda row: {"organization": row.entry.result.model.organization},
    ),
    BoardColumn(
        name="kind",
        head="Kind",
        title="a pipeline asks a model more than once; a baseline is a set of the benchmark's own",
        facet=about_model.kind,
        show=lambda row, _: about_model.kind(row),
        optional="hidden",
        parts=MODELS,
        data=lambda row: {"kind": about_model.kind(row)},
    ),
    BoardColumn(
        name="size",
        head="Size, B",
        title="parameters, in billions",
        sort="number",
        value=about_model.size,
        facet=about_model.size_band,
        show=lambda row, _: "–" if (size := about_model.size(row)) is None else f"{size:g}",
        optional="shown",
        parts=MODELS,
        data=lambda row: {"parameters": about_model.size(row)},
    ),
    BoardColumn(
        name="open",
        head="Weights",
        title="whether anyone can download the model",
        facet=about_model.weights,
        show=lambda row, _: "–" if (told := about_model.weights(row)) == about_model.NOT_STATED else told,
        optional="shown",
        parts=MODELS,
        data=lambda row: {"open_weights": row.entry.result.model.open_weights},
    ),
    BoardColumn(
        name="released",
        head="Released",
        title="when the model came out",
        sort="text",
        value=about_model.released,
        facet=about_model.release_year,
        show=lambda row, _: about_model.released(row)[: len("YYYY-MM")] or "–",
        optional="shown",
        parts=MODELS,
        data=lambda row: {"released": row.entry.result.model.released},
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
        head="Added",
        title="when the result was added",
        sort="text",
        show=lambda row, _: row.entry.date or "–",
        optional="hidden",
        data=lambda row: {"date": row.entry.date},
    ),
    BoardColumn(
        name="state",
        head="State",
        sort="text",
        facet=about_model.state,
        show=lambda row, _: about_model.state_cell(row),
        data=lambda row: {
            "state": str(row.entry.state),
            "public_inputs_only": about_model.on_public_inputs(row.entry),
            "source": row.entry.result.source and row.entry.result.source.repository,
        },
    ),
    BoardColumn(
        name="why",
        head="Why no rank",
        sort="text",
        facet=lambda row: row.why_apart or "",
        show=lambda row, _: about_model.why_cell(row),
        parts=frozenset(("apart", "claims")),
        data=lambda row: {"unranked": row.why_apart},
    ),
    fact_column("claim", lambda row: row.entry.is_claim),
    fact_column("baseline", lambda row: row.entry.baseline),
    fact_column("fingerprint", lambda row: row.entry.result.environment.fingerprint),
    fact_column("file", lambda row: row.entry.path),
)


def columns_of(part: Part, board: Board) -> list[BoardColumn]:
    """Return the columns of a part of a leaderboard; the heads of claimed figures say so."""
    columns = [column for column in columns_on(board) if part in column.parts]
    if part != "claims":
        return columns
    return [
        replace(column, head=f"{column.head}, claimed", style=f"{column.style} tb-claim".strip())
        if column.measured
        else column
        for column in columns
    ]


def columns_on(board: Board) -> list[BoardColumn]:
    """Return the columns of a leaderboard and of its downloads: those of all, and the seldom ones that a row has."""

    def is_there(column: BoardColumn) -> bool:
        value = column.value
        return value is None or not column.seldom or any(value(row) is not None for row in board.all_rows)

    return [column for column in COLUMNS if is_there(column)]


def has_memory(board: Board) -> bool:
    """Return whether peak memory was measured of a row."""
    return any(column.name == "memory" for column in columns_on(board))


def top_columns() -> list[BoardColumn]:
    """Return the columns of the home page's board."""
    return [column for column in COLUMNS if column.name in TOP]


def data_of(row: Row, columns: Sequence[BoardColumn] = COLUMNS) -> dict[str, Any]:
    """Return a row as the downloads have it."""
    return {key: value for column in columns for key, value in column.data(row).items()}
