"""The site's charts: inline SVG, drawn by Vega-Lite at build time, coloured by the page's CSS variables.

Each is 460 units wide with 13-unit text, which is 9 px on a phone. Where colours differ, shapes do.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.charts.drawing import ACCENT, INK, MUTED, Json, Target, draw, layer, marks, note
from generator.charts.placement import log_ticks, place_labels
from generator.charts.wording import clean, width

WIDTH = 460
LABEL_CELLS, TITLE_CELLS = 30, 80
SCATTER_LABELS, CROWDED_LABELS = 12, 8
BUDGET_RATIO = 20.0
MOST_LINKED = 200  # marks of a chart; of more, each a few units wide, links are bytes that nobody can aim at
TIMES = "\N{MULTIPLICATION SIGN}"

_LABEL = {
    "type": "text",
    "color": INK,
    "x": {"expr": "datum.px"},
    "y": {"expr": "datum.py"},
    "align": {"expr": "datum.to"},
}
_DIAGONAL = "no correct solution is slow"


class Pace(StrEnum):
    """How a solution fared beside the yardstick; decides a mark's colour and shape."""

    EFFICIENT = "efficient"
    SLOW = "slow"
    OVER_BUDGET = "over budget"


_COLOURS = {Pace.EFFICIENT: "good", Pace.SLOW: "slow", Pace.OVER_BUDGET: "over"}
_SHAPES = {Pace.EFFICIENT: "circle", Pace.SLOW: "diamond", Pace.OVER_BUDGET: "triangle-up"}


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A figure, 0 to 100, with its 95 % interval, or None where there is none."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, kw_only=True)
class ModelPoint:
    """A model on the home page. href: relative path of its page."""

    name: str
    correct: Estimate
    score: Estimate
    href: str


@dataclass(frozen=True, kw_only=True)
class RatioRow:
    """A problem on a model's page. ratio: the sample's count / best known's, above 0; a lower bound where censored."""

    name: str
    ratio: float
    href: str
    censored: bool = False


def scatter(points: Sequence[ModelPoint], *, label: str) -> str:
    """Correct against efficient: pass@1 (%) across, score@1 up, with whiskers; each point links to its model."""
    wide, high = WIDTH - 66, 330
    (x0, x1), (y0, y1) = _span([p.correct for p in points]), _span([p.score for p in points])
    rows: list[Json] = []
    for number, point in enumerate(points):
        row: Json = {"id": f"#{number}"}
        for axis, estimate in (("x", point.correct), ("y", point.score)):
            ends = (estimate.low, estimate.high)
            low, top = (None, None) if None in ends else ends
            row |= {axis: estimate.value, f"{axis}0": low, f"{axis}1": top}
        rows.append(row)

    def place(x: float, y: float) -> tuple[float, float]:
        return (x - x0) / (x1 - x0) * wide, (y1 - y) / (y1 - y0) * high

    across, upright = ([r for r in rows if r[f"{axis}0"] is not None] for axis in "xy")
    solid = [(x - 6, y - 6, x + 6, y + 6) for x, y in (place(r["x"], r["y"]) for r in rows)]
    thin = [(*place(r["x0"], r["y"]), *place(r["x1"], r["y"])) for r in across]
    thin += [(*place(r["x"], r["y1"]), *place(r["x"], r["y0"])) for r in upright]
    best_first = sorted(range(len(points)), key=lambda n: (-points[n].score.value, -points[n].correct.value, n))
    labelled = SCATTER_LABELS if len(points) <= SCATTER_LABELS else CROWDED_LABELS
    names = {n: clean(points[n].name, LABEL_CELLS) for n in best_first[:labelled]}
    low, top = max(x0, y0), min(x1, y1)
    diagonal: list[Json] = [{"x": low, "y": low, "x1": top, "y1": top}] if low < top else []
    right, above = place(top, top)
    said = [note(_DIAGONAL, right - 22, above + 8, align="right")] if diagonal and right > width(_DIAGONAL) + 22 else []
    if said:
        solid.append((right - 22 - width(_DIAGONAL), above, right - 22, above + 16))
    wanted = [(*place(rows[n]["x"], rows[n]["y"]), width(names[n])) for n in names]
    spots = place_labels(wanted, solid, thin, wide, high)
    labels: list[Json] = []
    leaders: list[Json] = []
    for n, spot in zip(names, spots, strict=True):
        if spot:
            labels.append({"n": f"#{n}", "px": spot.x, "py": spot.y, "to": spot.align})
        if spot and spot.away:
            end = {"x1": x0 + spot.x / wide * (x1 - x0), "y1": y1 - spot.y / high * (y1 - y0)}
            leaders.append({"x": rows[n]["x"], "y": rows[n]["y"], **end})
    ticks = {"tickCount": 5}
    shares = ticks | {"labelExpr": "datum.value + ' %'"}
    x = {"type": "quantitative", "title": "correct: pass@1", "scale": {"domain": [x0, x1]}, "axis": shares}
    y = {"type": "quantitative", "title": None, "scale": {"domain": [y0, y1]}, "axis": ticks}
    whisker = {"type": "rule", "color": MUTED, "strokeOpacity": 0.6}
    layers = [
        layer({"type": "rule", "color": MUTED, "strokeDash": [3, 3]}, diagonal, x=x, y=y, x2="x1", y2="y1"),
        layer(whisker, across, x=x | {"field": "x0"}, y=y, x2="x1"),
        layer(whisker, upright, x=x, y=y | {"field": "y0"}, y2="y1"),
        layer({"type": "rule", "color": INK}, leaders, x=x, y=y, x2="x1", y2="y1"),
        marks("accent", "circle", 90, rows, x=x, y=y),
        layer(_LABEL, labels, text="n"),
        note("efficient: score@1", -38, -18),
        *said,
    ]
    targets = [
        Target(f"{clean(p.name, TITLE_CELLS)}: pass@1 {_told(p.correct, ' %')}, score@1 {_told(p.score)}", p.href)
        for p in points
    ]
    return draw(layers, targets, names, label=label, size=(wide, high), margin=(44, 30, 22, 50))


def sparkline(values: Sequence[float | None], *, label: str) -> str:
    """within@1(r) for r = 1, 1.5, 2, 5, each 0 to 1 or None; 80 by 22 px, no axes."""
    rows: list[Json] = [
        {"x": n, "y": value, "run": sum(v is None for v in values[:n])}
        for n, value in enumerate(values)
        if value is not None
    ]
    x = {"type": "quantitative", "axis": None, "scale": {"domain": [0, max(len(values) - 1, 1)]}}
    y = {"type": "quantitative", "axis": None, "scale": {"domain": [0, 1]}}
    line = layer({"type": "line", "color": ACCENT, "strokeWidth": 1.5}, rows, x=x, y=y, detail="run")
    dots = layer({"type": "point", "filled": True, "color": ACCENT, "size": 12}, rows, x=x, y=y)
    return draw([line, dots], label=label, size=(72, 16), margin=(4, 3, 4, 3), responsive=False)


def ratio_plot(rows: Sequence[RatioRow], *, label: str) -> str:
    """A mark a problem, sorted by the sample's count / best known's (log axis); up to MOST_LINKED link to theirs."""
    wide, high, ordered = WIDTH - 50, 240, sorted(rows, key=lambda row: (row.censored, row.ratio, row.name, row.href))
    ratios = [row.ratio for row in rows]
    low, top = min([0.9, *ratios]) / 1.05, max([BUDGET_RATIO, *ratios]) * 1.15
    across = {"domain": [-1, max(len(rows), 1)], "nice": False}
    up = {"type": "log", "domain": [low, top], "nice": False}
    bare = {"labels": False, "grid": False, "titlePadding": 2}
    times = {"values": log_ticks(low, top), "labelExpr": f"datum.value + '{TIMES}'"}
    x = {"type": "quantitative", "title": f"{len(rows)} problems, sorted", "scale": across, "axis": bare}
    y = {"type": "quantitative", "title": None, "scale": up, "axis": times}
    layers = [
        layer({"type": "rule", "color": MUTED, "x": 0, "x2": wide}, [{"y": 1}, {"y": 2}], y=y),
        note("instructions, as a multiple of the best known solution's", -38, -18),
    ]
    paces = [Pace.OVER_BUDGET if row.censored else Pace.SLOW if row.ratio > 2 else Pace.EFFICIENT for row in ordered]
    linked = len(rows) <= MOST_LINKED
    size = 64 if len(rows) <= 60 else 36 if len(rows) <= 200 else 20
    for pace in Pace:
        own: list[Json] = [
            {"id": f"#{n}" if linked else "", "x": n, "y": row.ratio}
            for n, row in enumerate(ordered)
            if paces[n] is pace
        ]
        layers.append(marks(_COLOURS[pace], _SHAPES[pace], size, own, x=x, y=y))
    texts = {Pace.EFFICIENT: f"at most 2{TIMES}", Pace.SLOW: f"above 2{TIMES}", Pace.OVER_BUDGET: "over budget"}
    counted = [(pace, f"{text}: {paces.count(pace)}") for pace, text in texts.items()]
    layers += _legend(counted, _SHAPES, high + 42)
    targets = []
    for row in ordered if linked else ():
        bound = "at least " if row.censored else ""
        title = f"{clean(row.name, TITLE_CELLS)}: {bound}{row.ratio:.3g}{TIMES} the best known"
        targets.append(Target(title, row.href))
    return draw(layers, targets, label=label, size=(wide, high), margin=(40, 34, 10, 54))


def _told(estimate: Estimate, unit: str = "") -> str:
    value = f"{estimate.value:.1f}{unit}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} ({estimate.low:.1f} to {estimate.high:.1f})"


def _span(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """Whole tens around the estimates and their intervals, at least 20 apart."""
    ends = [end for e in estimates for end in (e.low, e.value, e.high) if end is not None] or [0, 100]
    low = max(0, min(math.floor(min(ends) / 10) * 10, 80))
    return low, min(100, max(math.ceil(max(ends) / 10) * 10, low + 20))


def _legend(entries: Iterable[tuple[Pace, str]], shapes: Mapping[Pace, str], y: float) -> list[Json]:
    layers, x = [], 6.0
    for pace, text in entries:
        symbol = layer(marks(_COLOURS[pace], shapes[pace], 70, [])["mark"] | {"x": x, "y": y}, [{}])
        layers += [symbol, note(text, x + 11, y)]
        x += width(text) + 32
    return layers
