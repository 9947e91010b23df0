"""Curves of one figure over a few values, such as the share of problems within r times the best known count over r."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import INK, MUTED, Json, Target, draw, layer, marks, note, quantity
from generator.charts.wording import clean, width

WIDTH, HIGH = 460, 220
NAME_CELLS, TITLE_CELLS = 20, 80
LINE = 15  # units between two names at the right
_COLOURS = ("accent", "slow", "muted")
_SHAPES = ("circle", "diamond", "square")


@dataclass(frozen=True, kw_only=True)
class Step:
    """A point of a curve. x: above 0; y: 0 to 100; low, high: the ends of its 95 % interval, where it has one."""

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
    ends = _apart([HIGH * (1 - curve.steps[-1].y / 100) for curve in given])
    for n, curve in enumerate(given):
        colour = f"var(--tb-{_COLOURS[n]})"
        rows: list[Json] = []
        for step in curve.steps:
            rows.append({"id": f"#{len(targets)}", "x": step.x, "y": step.y, "low": step.low, "high": step.high})
            targets.append(Target(f"{clean(curve.name, TITLE_CELLS)}, {step.x:g}: {_told(step)}"))
        line = {"type": "line", "color": colour, "strokeWidth": 1.6} | ({"strokeDash": [5, 3]} if n else {})
        whisker = {"type": "rule", "color": MUTED, "strokeOpacity": 0.7}
        name = {"type": "text", "color": INK, "align": "left", "y": ends[n]}
        before = math.log(high / curve.steps[-1].x) / math.log(high / low)  # the share of the axis right of its end
        layers += [
            layer(whisker, [row for row in rows if row["low"] is not None], x=x, y=y | {"field": "low"}, y2="high"),
            layer(line, rows, x=x, y=y),
            marks(_COLOURS[n], _SHAPES[n], 60, rows, x=x, y=y),
            layer(name | {"x": wide - before * wide + 10}, [{"n": f"#{n}"}], text="n"),
        ]
    return draw(
        layers, targets, dict(enumerate(names)), label=label, size=(wide, HIGH), margin=(38, 34, 8 + beside, 50)
    )


def _apart(places: Sequence[float]) -> list[float]:
    """Return the places, each moved down as far as it would touch the name above it."""
    found = list(places)
    last = -math.inf
    for n in sorted(range(len(places)), key=lambda n: (places[n], n)):
        found[n] = last = max(places[n], last + LINE)
    return found


def _told(step: Step) -> str:
    interval = "" if step.low is None or step.high is None else f" ({step.low:.1f} to {step.high:.1f})"
    return f"{step.y:.1f}{interval}"
