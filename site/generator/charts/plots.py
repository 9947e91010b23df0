"""The site's charts: inline SVG, drawn by Vega-Lite at build time, coloured by the page's CSS variables.

Each is 460 units wide with 13-unit text, which is 9 px on a phone. Where colours differ, shapes do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.charts.drawing import MUTED, Json, Target, draw, layer, legend, marks, note, quantity
from generator.charts.placement import log_ticks
from generator.charts.wording import clean
from tallybench.model.counts import cost_order

WIDTH = 460
TITLE_CELLS = 80
BUDGET_RATIO = 20.0
MOST_LINKED = 200  # marks of a chart; of more, each a few units wide, links are bytes that nobody can aim at
TIMES = "\N{MULTIPLICATION SIGN}"


class Pace(StrEnum):
    """How a solution fared beside the yardstick; decides a mark's colour and shape."""

    EFFICIENT = "efficient"
    SLOW = "slow"
    OVER_BUDGET = "over budget"


_COLOURS = {Pace.EFFICIENT: "good", Pace.SLOW: "slow", Pace.OVER_BUDGET: "over"}
_SHAPES = {Pace.EFFICIENT: "circle", Pace.SLOW: "diamond", Pace.OVER_BUDGET: "triangle-up"}


@dataclass(frozen=True, kw_only=True)
class RatioRow:
    """A problem on a model's page. ratio: the sample's count / best known's, above 0; a lower bound where censored."""

    name: str
    ratio: float
    href: str
    censored: bool = False


def ratio_plot(rows: Sequence[RatioRow], *, label: str) -> str:
    """Return a mark a problem, sorted by the sample's count / best known's (log axis).

    Up to MOST_LINKED link to theirs.
    """
    wide, high = WIDTH - 50, 240
    ordered = sorted(rows, key=lambda row: (cost_order(row.ratio, row.censored), row.name, row.href))
    ratios = [row.ratio for row in rows]
    low, top = min([0.9, *ratios]) / 1.05, max([BUDGET_RATIO, *ratios]) * 1.15
    bare = {"labels": False, "grid": False, "titlePadding": 2}
    times = {"values": log_ticks(low, top), "labelExpr": f"datum.value + '{TIMES}'"}
    x = quantity(f"{len(rows)} problems, sorted", -1, max(len(rows), 1), bare)
    y = quantity(None, low, top, times, log=True)
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
    counted = [(_COLOURS[pace], _SHAPES[pace], f"{text}: {paces.count(pace)}") for pace, text in texts.items()]
    layers += legend(counted, 6.0, high + 42)
    targets = []
    for row in ordered if linked else ():
        bound = "at least " if row.censored else ""
        title = f"{clean(row.name, TITLE_CELLS)}: {bound}{row.ratio:.3g}{TIMES} the best known"
        targets.append(Target(title, row.href))
    return draw(layers, targets, label=label, size=(wide, high), margin=(40, 34, 10, 54))
