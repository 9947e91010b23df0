"""Columns of the leaderboard: a headline figure, peak memory, what was spent, a fact for the downloads alone."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from markupsafe import Markup

from generator.render import bar_cell, figure_cell
from generator.tables.column import Column, Links, Value
from tallybench.model.metrics import Unit, metric_of
from tallybench.model.result import Figure
from tallybench.statistics.published.boards import Row, value_of
from tallybench.statistics.spending import spent_by

Part = Literal["ranked", "apart", "claims", "baselines"]
PARTS: frozenset[Part] = frozenset(("ranked", "apart", "claims", "baselines"))
MODELS: frozenset[Part] = PARTS - {"baselines"}
NOT_MEASURED = Markup('<span class="tb-interval">not measured</span>')


@dataclass(frozen=True, kw_only=True)
class BoardColumn(Column[Row]):
    """A column of the leaderboard."""

    data: Callable[[Row], Mapping[str, Any]]  # a row's data in the downloads, by key
    parts: frozenset[Part] = PARTS  # the parts of a board whose tables show it; none: it is for the downloads alone
    measured: bool = False  # it shows what was measured, or what is claimed to have been
    seldom: bool = False  # it is shown only if a row of the board has a value


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
    """Return a column of a figure of peak memory; rows without that measurement say so."""
    column = figure_column(name, figure, head=head, optional="hidden", seldom=True)

    def show(row: Row, links: Links) -> Markup | str:
        return NOT_MEASURED if column.value and column.value(row) is None else column.show(row, links)

    return replace(column, title=f"{column.title}; on the public inputs", show=show)


def number_column(
    name: str, head: str, value: Callable[[Row], Value], text: Callable[[Any], str], **more: Any
) -> BoardColumn:
    """Return a column that shows a number and is sorted by it."""
    return BoardColumn(name=name, head=head, sort="number", value=value, show=lambda row, _: text(value(row)), **more)


def chosen_column(name: str, head: str, fact: Callable[[Row], str], **more: Any) -> BoardColumn:
    """Return a column of a fact in words that rows are chosen by."""
    return BoardColumn(name=name, head=head, facet=fact, show=lambda row, _: fact(row), **more)


def fact_column(key: str, fact: Callable[[Row], Any]) -> BoardColumn:
    """Return a fact that the downloads have and the pages do not show."""
    return BoardColumn(
        name=key, head=key, show=lambda row, _: str(fact(row)), parts=frozenset(), data=lambda row: {key: fact(row)}
    )


def spending_column(name: str, unit: Literal["tokens", "dollars"], head: str, title: str) -> BoardColumn:
    """Return what a correct solution took, if the server reported it; the downloads have efficient ones, too."""

    def taken(row: Row, kind: str) -> float | None:
        spent = spent_by(row.entry.result) if row.entry.result.spending else None
        return None if spent is None else getattr(spent, f"{unit}_per_{kind}")

    def show(value: float | None) -> str:
        return "–" if value is None else f"{value:,.0f}" if unit == "tokens" else f"{value:.4g}"

    return number_column(
        name,
        f"{head} a correct one",
        lambda row: taken(row, "correct"),
        show,
        title=title,
        first="ascending",
        optional="hidden",
        parts=MODELS,
        data=lambda row: {f"{unit}_per_{kind}": taken(row, kind) for kind in ("correct", "efficient")},
    )
