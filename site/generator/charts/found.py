"""The charts of findings: bars with intervals, and points with the names of those that stand out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import (
    ACCENT,
    INK,
    MUTED,
    TITLE_CELLS,
    WIDTH,
    Json,
    Target,
    draw,
    labels,
    layer,
    marks,
    quantity,
)
from generator.charts.placement import log_ticks, place_labels
from generator.charts.wording import MINUS, clean, width

NAME_CELLS, LABEL_CELLS = 44, 26
ROW = 34  # units: a name above its bar


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A named value with its 95 % interval, if it has one. href: relative path of what it is about, if linked."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    href: str | None = None


@dataclass(frozen=True, kw_only=True)
class Point:
    """A named pair of values. href: relative path of what it is about, if linked."""

    name: str
    x: float
    y: float
    href: str | None = None


def bars(rows: Sequence[Bar], *, x_title: str, label: str) -> str:
    """Return a bar per row, from 0, with its name above it and its value behind it."""
    wide, high = WIDTH - 70, ROW * len(rows)
    ends = [end for row in rows for end in (row.low, row.value, row.high) if end is not None] + [0.0]
    low, top = min(ends), max(ends)
    start, end = low * 1.05, top * 1.05 or 1
    x = quantity(x_title, start, end, {"tickCount": 5, "titleFontSize": 12})
    digits = 1 if max(abs(low), top) > 1 else 2  # one digit is too few for correlations
    data: list[Json] = []
    for number, row in enumerate(rows):
        middle = ROW * number + 22
        data.append(
            {
                "id": f"#{number}",
                "n": f"#{number}",
                "value": row.value,
                "x0": 0,
                "low": row.low,
                "high": row.high,
                "py": middle,
                "name_y": middle - 14,
                "told": _number(row.value, digits),
                "told_x": (max(row.value, row.high or 0, 0) - start) / (end - start) * wide + 6,
            }
        )
    bar = {"type": "bar", "height": 9, "color": ACCENT, "opacity": 1, "y": {"expr": "datum.py"}}
    name = {"type": "text", "color": INK, "align": "left", "x": 0, "y": {"expr": "datum.name_y"}}
    value = {"type": "text", "color": MUTED, "align": "left", "x": {"expr": "datum.told_x"}, "y": {"expr": "datum.py"}}
    whisker = {"type": "rule", "color": INK, "y": {"expr": "datum.py"}}
    layers = [
        layer(bar, data, x=x | {"field": "x0"}, x2="value", description="id"),
        layer(whisker, [row for row in data if row["low"] is not None], x=x | {"field": "low"}, x2="high"),
        layer(name, data, text="n"),
        layer(value, data, text="told"),
    ]
    names = {number: clean(row.name, NAME_CELLS) for number, row in enumerate(rows)}
    targets = [Target(f"{clean(row.name, TITLE_CELLS)}: {_with_interval(row, digits)}", row.href) for row in rows]
    return draw(layers, targets, names, label=label, size=(wide, high), margin=(12, 6, 58, 50))


def points(rows: Sequence[Point], *, x_title: str, y_title: str, label: str, log: bool = False) -> str:
    """Return a point per row; names are beside their points if they cover nothing, the largest y first."""
    wide, high = WIDTH - 66, 300
    x0, x1 = _span([row.x for row in rows], log)
    y0, y1 = _span([row.y for row in rows], False)

    def across(value: float) -> float:
        share = math.log(value / x0) / math.log(x1 / x0) if log else (value - x0) / (x1 - x0)
        return share * wide

    def upright(value: float) -> float:
        return (y1 - value) / (y1 - y0) * high

    data: list[Json] = [{"id": f"#{n}", "x": row.x, "y": row.y} for n, row in enumerate(rows)]
    solid = [(across(r.x) - 5, upright(r.y) - 5, across(r.x) + 5, upright(r.y) + 5) for r in rows]
    named = sorted(range(len(rows)), key=lambda n: (-rows[n].y, rows[n].x, n))
    names = {n: clean(rows[n].name, LABEL_CELLS) for n in named}
    wanted = [(across(rows[n].x), upright(rows[n].y), width(names[n])) for n in named]
    axis: Json = {"values": log_ticks(x0, x1), "format": "~g"} if log else {"tickCount": 5}
    if x_title.endswith("year"):
        axis["format"] = "d"
    x = quantity(x_title, x0, x1, axis, log=log)
    y = quantity(y_title, y0, y1, {"tickCount": 5})
    at = place_labels(wanted, solid, [], wide, high, must=0)
    layers = [marks("accent", "circle", 80, data, x=x, y=y), labels(named, at)]
    targets = [
        Target(f"{clean(r.name, TITLE_CELLS)}: {x_title} {_number(r.x)}, {y_title} {_number(r.y)}", r.href)
        for r in rows
    ]
    return draw(layers, targets, names, label=label, size=(wide, high), margin=(56, 16, 10, 50))


def _span(values: Sequence[float], log: bool) -> tuple[float, float]:
    """Return a range a little wider than the values'."""
    low, high = min(values), max(values)
    if log:
        return low / 1.4, high * 1.4
    spare = (high - low or 1) * 0.06
    return low - spare, high + spare


def _number(value: float, digits: int = 1) -> str:
    return f"{value:z.{digits}f}".replace("-", MINUS) if abs(value) < 1000 else f"{value:.0f}"


def _with_interval(row: Bar, digits: int) -> str:
    if row.low is None or row.high is None:
        return _number(row.value, digits)
    return f"{_number(row.value, digits)} ({_number(row.low, digits)} to {_number(row.high, digits)})"
