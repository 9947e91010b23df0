"""How counts are distributed: models by what their solution of a problem spends, on one log axis."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import INK, MUTED, Json, Target, draw, layer, note, quantity
from generator.charts.placement import log_span, log_ticks
from generator.charts.wording import clean, si, width

WIDTH = 460
BIN, GAP = 16, 2  # units: a bar with the space beside it, and that space
HIGH, STEP = 150, 14  # units: the highest bar, and the most that one model adds to a bar
LANE = 92  # units, at the right, for what is over the budget
NAMED, NAME_CELLS = 4, 40
OVER = "over budget"


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a model's solution spends, in instructions; a lower bound where censored."""

    name: str
    total: int
    censored: bool = False


def distribution(
    spent: Sequence[Spent], *, best_known: int, ground_truth: int, truth_censored: bool = False, label: str
) -> str:
    """Return a bar for each range of counts, as high as it has models.

    Those over the budget stand apart, at the right.
    """
    within = [one for one in spent if not one.censored]
    over = [one for one in spent if one.censored]
    wide = WIDTH - 32 - (LANE if over else 0)
    low, high = log_span([*(max(one.total, 1) for one in within), best_known, ground_truth])

    def place(total: float) -> float:
        return math.log(max(total, 1) / low) / math.log(high / low) * wide

    bins: dict[int, list[Spent]] = {}
    for one in sorted(within, key=lambda one: (one.total, one.name)):
        bins.setdefault(int(place(one.total) // BIN), []).append(one)
    bars: list[tuple[float, list[Spent]]] = [(BIN * number, models) for number, models in sorted(bins.items())]
    if over:
        bars.append((wide + LANE / 2 - BIN / 2, over))
    step = min(STEP, HIGH / max((len(models) for _, models in bars), default=1))
    top = max((step * len(models) for _, models in bars), default=0) + 16
    rows: list[Json] = [
        {"id": f"#{n}", "x0": x + GAP / 2, "x1": x + BIN - GAP / 2, "y0": top - step * len(models), "y1": top}
        for n, (x, models) in enumerate(bars)
    ]
    edges = {channel: {"expr": f"datum.{channel[0]}{1 if channel[1:] else 0}"} for channel in ("x", "x2", "y", "y2")}
    kinds = (("accent", rows[: len(bins)]), ("over", rows[len(bins) :]))
    layers = [
        layer({"type": "rect", "fill": f"var(--tb-{colour})", "opacity": 1} | edges, own, description="id")
        for colour, own in kinds
    ]
    layers += [
        note(str(len(models)), x + BIN / 2, row["y0"] - 8, align="center")
        for row, (x, models) in zip(rows, bars, strict=True)
    ]
    axis = {"values": log_ticks(low, high), "format": "~s"}
    x = quantity("instructions over all stressful inputs", low, high, axis, log=True)
    truth = f"ground truth {'≥ ' if truth_censored else ''}{si(ground_truth)}"
    for text, total, above in ((f"best known {si(best_known)}", best_known, -32), (truth, ground_truth, -13)):
        at = place(total)
        align = "left" if at + 5 + width(text) < WIDTH - 18 else "right"
        rule = {"type": "rule", "color": INK, "strokeDash": [3, 3], "y": above - 7, "y2": top}
        layers.append(layer(rule, [{"x": max(total, 1)}], x=x))
        layers.append(note(text, at + (5 if align == "left" else -5), above, INK, align))
    if over:
        layers.append(note(OVER, wide + LANE / 2, top + 14, MUTED, "center"))
    targets = [Target(_told(models)) for _, models in bars]
    return draw(layers, targets, label=label, size=(wide, top), margin=(16, 44, 16 + (LANE if over else 0), 50))


def _told(models: Sequence[Spent]) -> str:
    """Return a bar in words: its counts, and who they are."""
    totals = [one.total for one in models]
    counts = si(min(totals)) if si(min(totals)) == si(max(totals)) else f"{si(min(totals))} to {si(max(totals))}"
    named = ", ".join(clean(one.name, NAME_CELLS) for one in models[:NAMED])
    more = f" and {len(models) - NAMED} more" if len(models) > NAMED else ""
    what = OVER if models[0].censored else f"{counts} instructions"
    return f"{what}: {len(models)} model{'' if len(models) == 1 else 's'}: {named}{more}"
