"""Instructions against peak memory: a mark a correct solution, and the benchmark's own solutions by name."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import MUTED, Json, Target, draw, labels, layer, legend, marks, note, quantity
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
    """Peak memory up, instructions across, both on log axes. What is below the floor of memory is drawn on it."""
    wide, everything = WIDTH - LEFT - RIGHT, [*solutions, *own]
    x0, x1 = log_span([one.total for one in everything])
    y0, y1 = log_span([MEMORY_FLOOR, *(_drawn(one) for one in everything)])

    def place(one: Both) -> tuple[float, float]:
        across = math.log(max(one.total, 1) / x0) / math.log(x1 / x0)
        return across * wide, (1 - math.log(_drawn(one) / y0) / math.log(y1 / y0)) * HIGH

    x_axis = {"values": log_ticks(x0, x1), "format": "~s"}
    x = quantity("instructions over all stressful inputs", x0, x1, x_axis, log=True)
    y = quantity(None, y0, y1, {"values": _ticks(y1), "labelExpr": _BYTES}, log=True)
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
    layers += [
        labels(texts, place_labels(wanted, solid, (), wide, HIGH)),
        note("peak memory, the highest over the stressful inputs", 4 - LEFT, -18),
        *legend([group[:3] for group in groups if group[3]], 6.0 - LEFT / 2, HIGH + 62),
    ]
    targets = [
        Target(
            f"{clean(one.name, TITLE_CELLS)}: {si(one.total)} instructions, {clean(one.told, TITLE_CELLS)}",
            one.href if linked and one.href else None,
        )
        for one in everything
    ]
    return draw(layers, targets, texts, label=label, size=(wide, HIGH), margin=(LEFT, 34, RIGHT, 74))


def _drawn(one: Both) -> int:
    return max(one.peak, MEMORY_FLOOR)


def _ticks(high: float) -> list[int]:
    """Powers of two between the floor and the end, at most six of them."""
    powers = range(math.ceil(math.log2(MEMORY_FLOOR)), math.floor(math.log2(high)) + 1)
    return [2**power for power in powers][:: math.ceil(len(powers) / 6) or 1]
