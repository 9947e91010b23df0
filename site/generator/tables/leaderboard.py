"""The leaderboard's columns: the pages and the downloads are made from this list.

A new column is an entry of COLUMNS.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.render import percent, readable
from generator.tables import about_model
from generator.tables.board_column import (
    MODELS,
    BoardColumn,
    Part,
    chosen_column,
    extra_column,
    fact_column,
    figure_column,
    figure_data,
    memory_column,
    number_column,
    spending_column,
)
from tallybench.statistics.published.boards import CURVE, Board, Row

TOP = ("rank", "model", "score", "pass", "efficient", "size", "open", "released")  # the home page's columns


def order_cell(row: Row) -> str:
    """On how many problems its order of growth is worse, as a share."""
    if row.orders is None or row.orders.share is None:
        return "–"
    return f"{percent(row.orders.share)} ({len(row.orders.worse)} of {row.orders.compared})"


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
    number_column(
        "drop",
        "Drop",
        lambda row: row.drop,
        percent,
        title="how many points efficient@1 is below pass@1, over the same problems",
        first="ascending",
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
    chosen_column(
        "organization",
        "Organisation",
        about_model.organization,
        sort="text",
        optional="hidden",
        data=lambda row: {"organization": row.entry.result.model.organization},
    ),
    chosen_column(
        "kind",
        "Kind",
        about_model.kind,
        title="a pipeline asks a model more than once; a baseline is a set of the benchmark's own",
        optional="hidden",
        parts=MODELS,
        data=lambda row: {"kind": about_model.kind(row)},
    ),
    number_column(
        "size",
        "Size, B",
        about_model.size,
        lambda size: "–" if size is None else f"{size:g}",
        title="parameters, in billions",
        facet=about_model.size_band,
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
    number_column(
        "samples",
        "n",
        lambda row: row.entry.samples_a_problem,
        str,
        title="samples a problem",
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
    claimed = (replace(one, head=f"{one.head}, claimed", style=f"{one.style} tb-claim".strip()) for one in columns)
    return [changed if column.measured else column for column, changed in zip(columns, claimed, strict=True)]


def columns_on(board: Board) -> list[BoardColumn]:
    """Return the columns of a leaderboard and its downloads: the usual ones, and rare ones that a row has."""

    def is_there(column: BoardColumn) -> bool:
        value = column.value
        return value is None or not column.seldom or any(value(row) is not None for row in board.all_rows)

    return [column for column in COLUMNS if is_there(column)]


def has_memory(board: Board) -> bool:
    """Return whether peak memory was measured for a row."""
    return any(column.name == "memory" for column in columns_on(board))


def top_columns() -> list[BoardColumn]:
    """Return the columns of the home page's board."""
    return [column for column in COLUMNS if column.name in TOP]


def data_of(row: Row, columns: Sequence[BoardColumn] = COLUMNS) -> dict[str, Any]:
    """Return a row as in the downloads."""
    return {key: value for column in columns for key, value in column.data(row).items()}
