"""The site's charts: inline SVG, drawn by Vega-Lite at build time, coloured by the page's CSS variables.

Each is 460 units wide with 13-unit text, which is 9 px on a phone. Where colours differ, shapes do.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.charts.drawing import INK, MUTED, Json, Target, draw, layer, marks, note
from generator.charts.placement import dodge, log_span, log_ticks
from generator.charts.wording import clean, si, width

WIDTH = 460
TITLE_CELLS = 80
BUDGET_RATIO = 20.0
TIMES = "\N{MULTIPLICATION SIGN}"


class Pace(StrEnum):
    """How a solution fared beside the yardstick; decides a mark's colour and shape."""

    EFFICIENT = "efficient"
    SLOW = "slow"
    OVER_BUDGET = "over budget"


_COLOURS = {Pace.EFFICIENT: "good", Pace.SLOW: "slow", Pace.OVER_BUDGET: "over"}
_RIGHTWARD = {Pace.EFFICIENT: "circle", Pace.SLOW: "diamond", Pace.OVER_BUDGET: "triangle-right"}
_UPWARD = _RIGHTWARD | {Pace.OVER_BUDGET: "triangle-up"}


@dataclass(frozen=True, kw_only=True)
class TotalPoint:
    """A model's total on one problem, in instructions; a lower bound where over budget. href: its page, if linked."""

    name: str
    total: int
    pace: Pace
    href: str | None = None


@dataclass(frozen=True, kw_only=True)
class RatioRow:
    """A problem on a model's page. ratio: the sample's count / best known's, above 0; a lower bound where censored."""

    name: str
    ratio: float
    href: str
    censored: bool = False


def strip(
    points: Sequence[TotalPoint], *, best_known: int, ground_truth: int, truth_censored: bool = False, label: str
) -> str:
    """Each model's total instructions on one log axis, beside the best known solution's and the ground truth's."""
    wide, totals = WIDTH - 32, [max(point.total, 1) for point in points]
    low, high = log_span([*totals, best_known, ground_truth])

    def place(total: float) -> float:
        return math.log(max(total, 1) / low) / math.log(high / low) * wide

    heights, step = dodge([place(total) for total in totals])
    middle = max(max((abs(height) for height in heights), default=0) + 12, 36)
    scale = {"type": "log", "domain": [low, high], "nice": False}
    axis = {"values": log_ticks(low, high), "format": "~s"}
    x = {"type": "quantitative", "title": "instructions over all stressful inputs", "scale": scale, "axis": axis}
    layers: list[Json] = []
    truth = f"ground truth {'≥ ' if truth_censored else ''}{si(ground_truth)}"
    for text, total, top in ((f"best known {si(best_known)}", best_known, -32), (truth, ground_truth, -13)):
        at, align = place(total), "left" if place(total) + 5 + width(text) < wide + 14 else "right"
        rule = {"type": "rule", "color": INK, "y": top - 7, "y2": 2 * middle}
        layers += [layer(rule, [{"x": max(total, 1)}], x=x)]
        layers += [note(text, at + (5 if align == "left" else -5), top, INK, align)]
    for pace in Pace:
        rows: list[Json] = [
            {"id": f"#{n}", "x": totals[n], "py": middle + heights[n]} for n, p in enumerate(points) if p.pace is pace
        ]
        layers.append(marks(_COLOURS[pace], _RIGHTWARD[pace], 0.62 * step * step, rows, x=x))
    layers += _legend([(pace, pace.value) for pace in Pace], _RIGHTWARD, 2 * middle + 60)
    targets = []
    for p in points:
        bound = "at least " if p.pace is Pace.OVER_BUDGET else ""
        title = f"{clean(p.name, TITLE_CELLS)}: {bound}{si(p.total)} instructions, {p.pace}"
        targets.append(Target(title, p.href))
    return draw(layers, targets, label=label, size=(wide, 2 * middle), margin=(16, 44, 16, 72))


def ratio_plot(rows: Sequence[RatioRow], *, label: str) -> str:
    """A mark a problem, sorted by the sample's count / best known's (log axis); each links to its problem."""
    wide, high, ordered = WIDTH - 50, 240, sorted(rows, key=lambda row: (row.ratio, row.censored, row.name, row.href))
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
    size = 64 if len(rows) <= 60 else 36 if len(rows) <= 200 else 20
    for pace in Pace:
        own: list[Json] = [{"id": f"#{n}", "x": n, "y": r.ratio} for n, r in enumerate(ordered) if paces[n] is pace]
        layers.append(marks(_COLOURS[pace], _UPWARD[pace], size, own, x=x, y=y))
    texts = {Pace.EFFICIENT: f"at most 2{TIMES}", Pace.SLOW: f"above 2{TIMES}", Pace.OVER_BUDGET: "over budget"}
    counted = [(pace, f"{text}: {paces.count(pace)}") for pace, text in texts.items()]
    layers += _legend(counted, _UPWARD, high + 42)
    targets = []
    for row in ordered:
        bound = "at least " if row.censored else ""
        title = f"{clean(row.name, TITLE_CELLS)}: {bound}{row.ratio:.3g}{TIMES} the best known"
        targets.append(Target(title, row.href))
    return draw(layers, targets, label=label, size=(wide, high), margin=(40, 34, 10, 54))


def _legend(entries: Iterable[tuple[Pace, str]], shapes: Mapping[Pace, str], y: float) -> list[Json]:
    layers, x = [], 6.0
    for pace, text in entries:
        symbol = layer(marks(_COLOURS[pace], shapes[pace], 70, [])["mark"] | {"x": x, "y": y}, [{}])
        layers += [symbol, note(text, x + 11, y)]
        x += width(text) + 32
    return layers
