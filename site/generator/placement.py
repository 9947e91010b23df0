"""Where things stand on a chart: ticks, marks that must not cover one another, labels beside their points."""

import math
from collections.abc import Sequence

Box = tuple[float, float, float, float]  # left, top, right, bottom

_SPOTS = ((10, 0), (-10, 0), (7, -12), (7, 12), (-7, -12), (-7, 12), (0, -15), (0, 15))


def log_span(values: Sequence[float]) -> tuple[float, float]:
    """A little more than the values' span, at least a factor of 8."""
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


def dodge(places: Sequence[float]) -> tuple[list[float], float]:
    """Offsets (units) from the middle at which no two marks cover one another, and the space each mark has."""
    for step in (12.0, 9.0, 7.0, 5.0):
        rights: list[float] = []  # the last place taken in each row
        rows = [0] * len(places)
        for number in sorted(range(len(places)), key=lambda n: (places[n], n)):
            row = next((r for r, right in enumerate(rights) if places[number] - right >= step), len(rights))
            rights[row : row + 1] = [places[number]]
            rows[number] = row
        if len(rights) * step <= 180:
            break
    return [step * ((row + 1) // 2) * (1 if row % 2 else -1) for row in rows], step


def place_labels(
    labels: Sequence[tuple[float, float, str]], obstacles: Sequence[Box], wide: float, high: float
) -> list[tuple[float, float, str]]:
    """Where each label stands (x, y, alignment) beside its point; no alignment where no spot is free."""
    taken: list[Box] = []
    spots: list[tuple[float, float, str]] = []
    for x, y, text in labels:
        length, best = 6.7 * len(text), (math.inf, 0.0, 0.0, "", (0.0, 0.0, 0.0, 0.0))
        for rank, (dx, dy) in enumerate(_SPOTS):
            left = x + dx - (0 if dx > 0 else length if dx < 0 else length / 2)
            box = (left, y + dy - 7, left + length, y + dy + 7)
            outside = box[0] < 0 or box[1] < -4 or box[2] > wide + 14 or box[3] > high
            cost = rank + sum(_overlap(box, other) for other in obstacles) + 1e3 * outside
            cost += 1e6 * any(_overlap(box, other) for other in taken)
            if cost < best[0]:
                best = cost, x + dx, y + dy, "left" if dx > 0 else "right" if dx < 0 else "center", box
        free = best[0] < 1e6
        spots.append((best[1], best[2], best[3] if free else ""))
        taken += [best[4]] * free
    return spots


def _overlap(one: Box, other: Box) -> float:
    """The shared area of two boxes; a line counts as two units thick."""
    across = min(one[2], other[2] + 1) - max(one[0], other[0] - 1)
    return max(across, 0) * max(min(one[3], other[3] + 1) - max(one[1], other[1] - 1), 0)
