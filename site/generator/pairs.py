"""Every ranked model beside every other one, as a table, and the same as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from markupsafe import Markup

from evaluator.results.published.boards import Row
from evaluator.statistics.frame_files import as_csv, as_parquet
from generator.charts.matrix import matrix
from generator.charts.wording import MINUS
from generator.render import readable

PATH = "data/pairs"
BANDS = (20.0, 10.0, 5.0, 0.0)  # points that a row is ahead by, more than chance explains: the strongest tint first


@dataclass(frozen=True)
class PairCell:
    """A model beside another one.

    Attributes:
        text: how many points of score@1 the row's model is ahead.
        look: its class: `a` ahead, `b` behind, with the strength of the tint; empty where chance explains it.
    """

    text: str
    look: str


def pair_lines(rows: Sequence[Row], pairs: pd.DataFrame) -> list[tuple[Row, list[PairCell | None]]]:
    """A line for each ranked model with a cell for each; None beside itself."""
    found: dict[tuple[str, str], PairCell] = {}
    columns = (pairs[name] for name in ("first", "second", "difference", "low", "high"))
    for first, second, difference, low, high in zip(*columns, strict=True):
        found[first, second] = PairCell(f"{round(difference)}".replace("-", MINUS), _look(low, high, difference))
    slugs = [row.entry.slug for row in rows]
    return [(row, [found.get((row.entry.slug, slug)) for slug in slugs]) for row in rows]


def tested_matrix(rows: Sequence[Row], pairs: pd.DataFrame) -> Markup | None:
    """The models with several samples of a problem: on which share of them the row's is faster, by Student's t-test."""
    tested = pairs[pairs["tested"] > 0]
    if tested.empty:
        return None
    names = {row.entry.slug: readable(row.entry.name, 40) for row in rows}
    with_samples = set(tested["first"])
    order = [names[row.entry.slug] for row in rows if row.entry.slug in with_samples]
    values: Mapping[tuple[str, str], float] = {
        (names[first], names[second]): 100 * share
        for first, second, share in zip(tested["first"], tested["second"], tested["t_faster"], strict=True)
    }
    label = "Problems on which the model of the row is faster than that of the column, % (t-test)"
    return matrix(order, values, label=label, most=100)


def pair_files(pairs: pd.DataFrame) -> dict[str, bytes]:
    """The files to download, by path."""
    typed = pairs.astype({"first": "string", "second": "string"})
    return {f"{PATH}.csv": as_csv(typed.round(6)), f"{PATH}.parquet": as_parquet(typed)}


def _look(low: float, high: float, difference: float) -> str:
    if low <= 0 <= high:
        return ""
    strength = next(place for place, least in enumerate(BANDS) if abs(difference) >= least)
    return f"{'tb-a' if difference > 0 else 'tb-b'}{len(BANDS) - strength}"
