"""Instructions against peak memory: a mark a correct solution, and the benchmark's own solutions by name."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import INK, MUTED, Json, Target, draw, layer, marks, note
from generator.charts.placement import Box, log_span, log_ticks, place_labels
from generator.charts.wording import clean, si, width
from tallybench.model.budget import MEMORY_FLOOR

WIDTH, HIGH = 460, 260
LEFT, RIGHT = 72, 16
LABEL_CELLS, TITLE_CELLS = 24, 80
MOST_LINKED = 200  # as in `plots`: of more, links are bytes that nobody can aim at
_BYTES = "datum.value < 1048576 ? datum.value / 1024 + ' KiB' : datum.value / 1048576 + ' MiB'"


@dataclass(frozen=True, kw_only=True)
class Both:
    """A solution on the chart.

    Attributes:
        name: anything.
        total: instructions over all stressful inputs.
        peak: peak memory in bytes.
        told: the peak in words.
        efficient: it spends no more than the ground truth, or ties with the best known; of the benchmark's own: True.
        href: where it is on the page; empty for one of the benchmark's own.
    """

    name: str
    total: int
    peak: int
    told: str
    efficient: bool = True
    href: str = ""


def memory_plot(solutions: Sequence[Both], own: Sequence[Both], *, label: str) -> str:
    """Peak memory up, instructions across, both on log axes. What is below the floor of memory is drawn on it.

    Args:
        solutions: those that models wrote; up to MOST_LINKED link to theirs.
        own: the benchmark's, which are named.
        label: what the chart shows.
    """
    wide, everything = WIDTH - LEFT - RIGHT, [*solutions, *own]
    x0, x1 = log_span([one.total for one in everything])
    y0, y1 = log_span([MEMORY_FLOOR, *(_drawn(one) for one in everything)])

    def place(one: Both) -> tuple[float, float]:
        across = math.log(max(one.total, 1) / x0) / math.log(x1 / x0)
        return across * wide, (1 - math.log(_drawn(one) / y0) / math.log(y1 / y0)) * HIGH

    x_axis = {"values": log_ticks(x0, x1), "format": "~s"}
    x_scale, y_scale = ({"type": "log", "domain": list(ends), "nice": False} for ends in ((x0, x1), (y0, y1)))
    x = {"type": "quantitative", "title": "instructions over all stressful inputs", "scale": x_scale, "axis": x_axis}
    y_axis = {"values": _ticks(y0, y1), "labelExpr": _BYTES}
    y = {"type": "quantitative", "title": None, "scale": y_scale, "axis": y_axis}
    numbered = list(enumerate(everything))
    linked = len(solutions) <= MOST_LINKED
    groups = (
        ("good", "circle", "efficient", [(n, one) for n, one in numbered[: len(solutions)] if one.efficient]),
        ("slow", "diamond", "slow", [(n, one) for n, one in numbered[: len(solutions)] if not one.efficient]),
        ("accent", "square", "the benchmark's own", numbered[len(solutions) :]),
    )
    layers = [layer({"type": "rule", "color": MUTED, "strokeDash": [3, 3]}, [{"y": MEMORY_FLOOR}], y=y)]
    for colour, shape, _, drawn in groups:
        rows: list[Json] = [
            {"id": f"#{n}" if linked or n >= len(solutions) else "", "x": max(one.total, 1), "y": _drawn(one)}
            for n, one in drawn
        ]
        layers.append(marks(colour, shape, 54, rows, x=x, y=y))
    texts = {n: clean(one.name, LABEL_CELLS) for n, one in numbered[len(solutions) :]}
    spots = [place(one) for one in everything]
    solid: list[Box] = [(px - 5, py - 5, px + 5, py + 5) for px, py in spots]
    wanted = [(*spots[n], width(text)) for n, text in texts.items()]
    labels: list[Json] = [
        {"n": f"#{n}", "px": spot.x, "py": spot.y, "to": spot.align}
        for n, spot in zip(texts, place_labels(wanted, solid, (), wide, HIGH), strict=True)
        if spot is not None
    ]
    text = {"type": "text", "color": INK, "x": {"expr": "datum.px"}, "y": {"expr": "datum.py"}}
    layers += [
        layer(text | {"align": {"expr": "datum.to"}}, labels, text="n"),
        note("peak memory, the highest over the stressful inputs", 4 - LEFT, -18),
        *_legend([group[:3] for group in groups if group[3]], HIGH + 62),
    ]
    targets = [_target(one, linked) for one in everything]
    return draw(layers, targets, texts, label=label, size=(wide, HIGH), margin=(LEFT, 34, RIGHT, 74))


def _drawn(one: Both) -> int:
    return max(one.peak, MEMORY_FLOOR)


def _ticks(low: float, high: float) -> list[int]:
    """Powers of two between the floor and the end, at most six of them."""
    powers = range(math.ceil(math.log2(MEMORY_FLOOR)), math.floor(math.log2(high)) + 1)
    return [2**power for power in powers][:: math.ceil(len(powers) / 6) or 1]


def _target(one: Both, linked: bool) -> Target:
    title = f"{clean(one.name, TITLE_CELLS)}: {si(one.total)} instructions, {clean(one.told, TITLE_CELLS)}"
    return Target(title, one.href if linked and one.href else None)


def _legend(entries: Sequence[tuple[str, str, str]], y: float) -> list[Json]:
    layers, x = [], 6.0 - LEFT / 2
    for colour, shape, text in entries:
        symbol = layer(marks(colour, shape, 70, [])["mark"] | {"x": x, "y": y}, [{}])
        layers += [symbol, note(text, x + 11, y)]
        x += width(text) + 32
    return layers
