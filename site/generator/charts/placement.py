"""Place things on a chart: ticks, marks that must not cover one another, labels beside their points."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, right, bottom

_BESIDE = ((10, 0), (-10, 0), (8, -12), (8, 12), (-8, -12), (-8, 12), (0, -16), (0, 16))
_ABOVE = ((-8, -12), (0, -16), (8, -12), (-10, 0), (10, 0), (8, 12), (-8, 12), (0, 16))
_AWAY = tuple(
    (side * dx, end * dy) for dx, dy in ((16, 28), (16, 44), (30, 60), (44, 80)) for side in (1, -1) for end in (-1, 1)
)


@dataclass(frozen=True)
class Spot:
    """A label's place, its alignment, and whether it is so far away that it needs a line to its point."""

    x: float
    y: float
    align: str
    away: bool


def log_span(values: Sequence[float]) -> tuple[float, float]:
    """Return a little more than the values' span, at least a factor of 8."""
    low, high = max(min(values), 1), max(*values, 1)
    spare = max(1.15, (high / low) ** 0.04, math.sqrt(8 * low / high))
    return low / spare, high * spare


def log_ticks(low: float, high: float) -> list[float]:
    """At most six round numbers."""
    tens = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in ((1, 2, 5), (1,)):
        ticks = [float(digit * 10**power) for power in tens for digit in digits if low <= digit * 10.0**power <= high]
        if len(ticks) <= 6:
            break
    return ticks[:: math.ceil(len(ticks) / 6) or 1]


def place_labels(
    labels: Sequence[tuple[float, float, float]],
    solid: Sequence[Box],
    thin: Sequence[Box],
    wide: float,
    high: float,
    *,
    must: int | None = None,
) -> list[Spot | None]:
    """Return a spot for each label (its point's x and y, its length); None if every spot would cover another label.

    The most important ones come first. Spots that cover something solid are the last choice; thin lines count by the
    length that is covered. `must` is how many labels are wanted in any case, above their points if possible; the others
    only if they fit beside their point and cover nothing. None: all, wherever there is room.
    """
    taken: list[Box] = []
    spots: list[Spot | None] = []
    for number, (x, y, length) in enumerate(labels):
        easy = must is not None and number >= must
        best, spot, home = math.inf, None, None
        for rank, (dx, dy) in enumerate(_BESIDE if easy else (_BESIDE if must is None else _ABOVE) + _AWAY):
            left = x + dx - (0 if dx > 0 else length if dx < 0 else length / 2)
            box = (left, y + dy - 7, left + length, y + dy + 7)
            if left < 2 or box[1] < -4 or box[2] > wide + 4 or box[3] > high or any(_overlap(box, t) for t in taken):
                continue
            away = rank >= len(_BESIDE)
            covered = 5 * sum(_overlap(box, s) for s in solid) + 0.3 * sum(_overlap(box, line) for line in thin)
            cost = 6 * rank + 60 * away + covered
            if cost < best and not (easy and covered):
                align = "left" if dx > 0 else "right" if dx < 0 else "center"
                best, spot, home = cost, Spot(x + dx, y + dy, align, away), box
        spots.append(spot)
        taken += [home] if home else []
    return spots


def _overlap(box: Box, other: Box) -> float:
    """Return the shared area of two boxes; a line counts as two units thick."""
    across = min(box[2], other[2] + 1) - max(box[0], other[0] - 1)
    return max(across, 0) * max(min(box[3], other[3] + 1) - max(box[1], other[1] - 1), 0)
