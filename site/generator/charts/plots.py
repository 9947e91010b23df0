"""The charts of a model's page: its ratios to the best known solutions, and curves of figures over a few values."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import (
    INK,
    MOST_LINKED,
    MUTED,
    TITLE_CELLS,
    WIDTH,
    Json,
    Target,
    draw,
    layer,
    legend,
    marks,
    note,
    quantity,
)
from generator.charts.placement import log_ticks
from generator.charts.wording import clean, width, with_interval
from tallybench.model.budget import BUDGET
from tallybench.model.counts import cost_order

TIMES = "\N{MULTIPLICATION SIGN}"
# Of a problem's mark: its colour, its shape, and what they say.
PACES = [
    ("good", "circle", f"at most 2{TIMES}"),
    ("slow", "diamond", f"above 2{TIMES}"),
    ("over", "triangle-up", "over budget"),
]


@dataclass(frozen=True, kw_only=True)
class RatioRow:
    """A problem on a model's page. ratio: the sample's count / best known's, above 0; a lower bound if censored."""

    name: str
    ratio: float
    href: str
    censored: bool = False


def ratio_plot(rows: Sequence[RatioRow], *, label: str) -> str:
    """Return a mark per problem, sorted by the sample's count / best known's; up to MOST_LINKED link to theirs."""
    wide, high = WIDTH - 50, 240
    ordered = sorted(rows, key=lambda row: (cost_order(row.ratio, row.censored), row.name, row.href))
    ratios = [row.ratio for row in rows]
    low, top = min([0.9, *ratios]) / 1.05, max([BUDGET, *ratios]) * 1.15
    bare = {"labels": False, "grid": False, "titlePadding": 2}
    times = {"values": log_ticks(low, top), "labelExpr": f"datum.value + '{TIMES}'"}
    x = quantity(f"{len(rows)} problems, sorted", -1, max(len(rows), 1), bare)
    y = quantity(None, low, top, times, log=True)
    layers = [
        layer({"type": "rule", "color": MUTED, "x": 0, "x2": wide}, [{"y": 1}, {"y": 2}], y=y),
        note("instructions, as a multiple of the best known solution's", -38, -18),
    ]
    paces = [PACES[2] if row.censored else PACES[1] if row.ratio > 2 else PACES[0] for row in ordered]
    linked = len(rows) <= MOST_LINKED
    size = 64 if len(rows) <= 60 else 36 if len(rows) <= 200 else 20
    for pace in PACES:
        own: list[Json] = [
            {"id": f"#{n}" if linked else "", "x": n, "y": row.ratio}
            for n, row in enumerate(ordered)
            if paces[n] is pace
        ]
        layers.append(marks(pace[0], pace[1], size, own, x=x, y=y))
    counted = [(colour, shape, f"{text}: {paces.count((colour, shape, text))}") for colour, shape, text in PACES]
    layers += legend(counted, 6.0, high + 42)
    targets = []
    for row in ordered if linked else ():
        bound = "at least " if row.censored else ""
        title = f"{clean(row.name, TITLE_CELLS)}: {bound}{row.ratio:.3g}{TIMES} the best known"
        targets.append(Target(title, row.href))
    return draw(layers, targets, label=label, size=(wide, high), margin=(40, 34, 10, 54))


CURVE_HIGH, NAME_CELLS = 220, 20
LINE = 15  # units between two names at the right
CURVES = (("accent", "circle"), ("slow", "diamond"), ("muted", "square"))


@dataclass(frozen=True, kw_only=True)
class Step:
    """A point of a curve. x: above 0; y: 0 to 100; low, high: the ends of its 95 % interval, if it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Curve:
    """A named curve, its steps by rising x; at least one."""

    name: str
    steps: tuple[Step, ...]


def curves(given: Sequence[Curve], *, x_title: str, y_title: str, label: str) -> str:
    """Up to three curves on a log axis, from 0 to 100, each named at its right end."""
    names = [clean(curve.name, NAME_CELLS) for curve in given]
    beside = max(map(width, names)) + 14
    wide = WIDTH - 46 - beside
    xs = sorted({step.x for curve in given for step in curve.steps})
    low, high = xs[0] / 1.08, xs[-1] * 1.08
    x = quantity(x_title, low, high, {"values": xs, "format": "~g"}, log=True)
    y = quantity(None, 0, 100, {"tickCount": 5})
    layers: list[Json] = [note(y_title, -34, -18)]
    targets: list[Target] = []
    ends = _apart([CURVE_HIGH * (1 - curve.steps[-1].y / 100) for curve in given])
    for n, curve in enumerate(given):
        colour, shape = CURVES[n]
        rows: list[Json] = []
        for step in curve.steps:
            rows.append({"id": f"#{len(targets)}", "x": step.x, "y": step.y, "low": step.low, "high": step.high})
            targets.append(
                Target(f"{clean(curve.name, TITLE_CELLS)}, {step.x:g}: {with_interval(step.y, step.low, step.high)}")
            )
        line = {"type": "line", "color": f"var(--tb-{colour})", "strokeWidth": 1.6} | (
            {"strokeDash": [5, 3]} if n else {}
        )
        whisker = {"type": "rule", "color": MUTED, "strokeOpacity": 0.7}
        name = {"type": "text", "color": INK, "align": "left", "y": ends[n]}
        before = math.log(high / curve.steps[-1].x) / math.log(high / low)  # the share of the axis right of its end
        layers += [
            layer(whisker, [row for row in rows if row["low"] is not None], x=x, y=y | {"field": "low"}, y2="high"),
            layer(line, rows, x=x, y=y),
            marks(colour, shape, 60, rows, x=x, y=y),
            layer(name | {"x": wide - before * wide + 10}, [{"n": f"#{n}"}], text="n"),
        ]
    return draw(
        layers, targets, dict(enumerate(names)), label=label, size=(wide, CURVE_HIGH), margin=(38, 34, 8 + beside, 50)
    )


def _apart(places: Sequence[float]) -> list[float]:
    """Return the places, each moved down until it does not touch the name above it."""
    found = list(places)
    last = -math.inf
    for n in sorted(range(len(places)), key=lambda n: (places[n], n)):
        found[n] = last = max(places[n], last + LINE)
    return found
