"""Draw many models' scores against size or date: the best so far joined by a line, names if there is room."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.charts.drawing import (
    MUTED,
    TITLE_CELLS,
    Json,
    Target,
    draw,
    labels,
    layer,
    legend,
    marks,
    note,
    quantity,
)
from generator.charts.placement import Box, place_labels
from generator.charts.wording import clean, width, with_interval

WIDTH, HEIGHT = 520, 330
LABEL_CELLS = 32
_TICKS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)


class Across(StrEnum):
    """What the scores are drawn against."""

    SIZE = "size: parameters, in billions"
    DATE = "release date"


class Look(StrEnum):
    """How a model's mark looks."""

    FRONT = "diamond"
    OTHER = "circle"
    PIPELINE = "triangle-up"


_COLOURS = {Look.FRONT: "accent", Look.OTHER: "muted", Look.PIPELINE: "slow"}
_SIZES = {Look.FRONT: 110, Look.OTHER: 60, Look.PIPELINE: 60}


@dataclass(frozen=True, kw_only=True)
class ScoredModel:
    """A model on the chart."""

    name: str  # anything
    x: float  # its size in billions, or its date as a year, such as 2024.5
    told: str  # its size or date in words
    score: float  # 0 to 100, with its 95 % interval, or None if it has no value
    low: float | None = None  # the interval's lower end
    high: float | None = None  # its upper end
    pipeline: bool = False  # it asks a model more than once, and is not compared with models
    href: str  # relative path of its page


def find_front(models: Sequence[ScoredModel]) -> list[int]:
    """Return the places of the models, from the left, that score higher than all that are as far left."""
    front: list[int] = []
    best = -math.inf
    for place in sorted(range(len(models)), key=lambda n: (models[n].x, -models[n].score, n)):
        if models[place].score > best and not models[place].pipeline:
            front.append(place)
            best = models[place].score
    return front


def front_plot(
    models: Sequence[ScoredModel], across: Across, *, label: str, line: tuple[float, str] | None = None
) -> str:
    """Scores up, size or date across; each mark links to its model. line: an upright one, its x and what it says."""
    wide, high = WIDTH - 66, HEIGHT
    x0, x1 = _span([*(model.x for model in models), *([line[0]] if line else [])], across)
    top = max((end for model in models for end in (model.high, model.score) if end is not None), default=0)
    y1 = max(10 * math.ceil(top / 10), 20)

    def place(x: float, y: float) -> tuple[float, float]:
        share = math.log(x / x0) / math.log(x1 / x0) if across is Across.SIZE else (x - x0) / (x1 - x0)
        return share * wide, (y1 - y) / y1 * high

    def across_at(px: float) -> float:
        share = px / wide
        return x0 * (x1 / x0) ** share if across is Across.SIZE else x0 + share * (x1 - x0)

    front = find_front(models)
    looks = [Look.PIPELINE if model.pipeline else Look.OTHER for model in models]
    for number in front:
        looks[number] = Look.FRONT
    steps, thin = _steps([models[number] for number in front], x1), []
    thin += [(*place(step["x"], step["y1"]), *place(step["x1"], step["y"])) for step in steps]
    whiskers = [
        {"x": models[n].x, "y": models[n].low, "y1": models[n].high} for n in front if models[n].low is not None
    ]
    spots = [place(model.x, model.score) for model in models]
    solid: list[Box] = [(px - 5, py - 5, px + 5, py + 5) for px, py in spots]
    if line:
        px = place(line[0], 0)[0]
        thin.append((px, 0, px, high))
        solid.append((px, high - 22, px + 6 + width(line[1]), high - 6))
    rest = sorted(set(range(len(models))) - set(front), key=lambda n: (-models[n].score, models[n].x, n))
    named = [*sorted(front, key=lambda n: -models[n].score), *rest]
    names = {n: clean(models[n].name, LABEL_CELLS) for n in named}
    wanted = [(*spots[n], width(names[n])) for n in named]
    at = place_labels(wanted, solid, thin, wide, high, must=len(front))
    leaders: list[Json] = [
        {"x": models[n].x, "y": models[n].score, "x1": across_at(spot.x), "y1": y1 - spot.y / high * y1}
        for n, spot in zip(named, at, strict=True)
        if spot is not None and spot.away
    ]
    if across is Across.SIZE:
        axis: Json = {"values": [tick for tick in _TICKS if x0 <= tick <= x1], "format": "~g"}
    else:
        axis = {"values": list(range(math.ceil(x0), math.floor(x1) + 1)), "format": "d"}
    x = quantity(across.value, x0, x1, axis, log=across is Across.SIZE)
    y = quantity(None, 0, y1, {"tickCount": 5})
    step = {"type": "rule", "color": "var(--tb-accent)"}
    dashed = {"type": "rule", "color": MUTED, "strokeDash": [4, 3]}
    layers = [
        layer(dashed, [{"x": line[0], "y": 0, "y1": y1}] if line else [], x=x, y=y, y2="y1"),
        layer(step, steps, x=x, y=y, x2="x1", y2="y1"),
        layer({"type": "rule", "color": MUTED, "strokeOpacity": 0.6}, whiskers, x=x, y=y, y2="y1"),
        layer({"type": "rule", "color": MUTED}, leaders, x=x, y=y, x2="x1", y2="y1"),
    ]
    for look in (Look.OTHER, Look.PIPELINE, Look.FRONT):
        rows: list[Json] = [
            {"id": f"#{n}", "x": model.x, "y": model.score} for n, model in enumerate(models) if looks[n] is look
        ]
        layers.append(marks(_COLOURS[look], look.value, _SIZES[look], rows, x=x, y=y))
    best = "best of its size or smaller" if across is Across.SIZE else "best when it came out"
    said = {Look.FRONT: best, Look.OTHER: "other models", Look.PIPELINE: "pipelines"}
    layers += [
        labels(named, at),
        note("score@1, 0 to 100", -38, -18),
        *([note(line[1], place(line[0], 0)[0] + 6, high - 14)] if line else []),
        *legend([(_COLOURS[look], look.value, text) for look, text in said.items() if look in looks], -30.0, high + 56),
    ]
    targets = [Target(_told(model), model.href) for model in models]
    return draw(layers, targets, names, label=label, size=(wide, high), margin=(44, 30, 22, 66))


def _span(values: Sequence[float], across: Across) -> tuple[float, float]:
    """Return a range a little wider than the values'."""
    low, high = min(values), max(values)
    if across is Across.SIZE:
        return low / 1.5, high * 1.5
    return low - 0.2, high + 0.2


def _steps(front: Sequence[ScoredModel], end: float) -> list[Json]:
    """Return the line along the front: to the right up to the next one, then up to it, and from the last to the end."""
    steps: list[Json] = []
    for number, model in enumerate(front):
        following = front[number + 1] if number + 1 < len(front) else None
        steps.append({"x": model.x, "y": model.score, "x1": following.x if following else end, "y1": model.score})
        if following:
            steps.append({"x": following.x, "y": model.score, "x1": following.x, "y1": following.score})
    return steps


def _told(model: ScoredModel) -> str:
    score = with_interval(model.score, model.low, model.high)
    return f"{clean(model.name, TITLE_CELLS)}: {model.told}, score@1 {score}"
