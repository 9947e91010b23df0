"""The charts of a problem's page: how many models spend how much, and instructions against peak memory."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.drawing import (
    INK,
    MOST_LINKED,
    MUTED,
    TITLE_CELLS,
    WIDTH,
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
from generator.charts.placement import Box, log_span, log_ticks, place_labels
from generator.charts.wording import clean, si, width
from tallybench.model.budget import MEMORY_FLOOR

BIN, GAP = 16, 2  # units: a bar with the space beside it, and that space
BAR_HIGH, STEP = 150, 14  # units: the highest bar, and the most that one model adds to a bar
LANE = 92  # units, at the right, for bars over the budget
NAMED, NAME_CELLS = 4, 40  # models of a bar in its title
OVER = "over budget"


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a model's solution spends, in instructions; a lower bound if censored."""

    name: str
    total: int
    censored: bool = False


def distribution(
    spent: Sequence[Spent], *, best_known: int, ground_truth: int, truth_censored: bool = False, label: str
) -> str:
    """Return a bar for each range of counts, as high as it has models; those over the budget are set apart."""
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
    step = min(STEP, BAR_HIGH / max((len(models) for _, models in bars), default=1))
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


HIGH, LEFT, RIGHT, LABEL_CELLS = 260, 72, 16, 24
_BYTES = "datum.value < 1048576 ? datum.value / 1024 + ' KiB' : datum.value / 1048576 + ' MiB'"


@dataclass(frozen=True, kw_only=True)
class Both:
    """A solution on the chart."""

    name: str  # anything
    total: int  # instructions over all stressful inputs
    peak: int  # peak memory in bytes
    told: str  # the peak in words
    # It spends no more than the ground truth, or ties with the best known; of the benchmark's own: True.
    efficient: bool = True
    href: str = ""  # where it is on the page; empty for one of the benchmark's own


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
