"""A finding: a question that visitors ask, its answer, and the data behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from tallybench.statistics.frames import Frames, make_frames
from tallybench.statistics.orders import ProblemOrders
from tallybench.statistics.published.boards import Board
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.sample_statistics import speed_of_models

LEAST_MODELS = 6  # with fewer, there is nothing to find


class Shape(StrEnum):
    """How a finding's data are drawn."""

    BARS = "bars"  # one bar per row, with its interval if it has one
    POINTS = "points"  # one point per row


@dataclass(frozen=True)
class Chart:
    """How a finding is drawn: the data columns on the axes, and the axes' titles."""

    shape: Shape
    x: str  # the horizontal axis; the length of a bar
    y: str  # the vertical axis; the name of a bar
    x_title: str  # what x is, with its unit
    y_title: str = ""
    low: str | None = None  # for bars, the lower end of x's interval
    high: str | None = None
    log: bool = False  # whether x is on a logarithmic axis
    name: str = "name"  # a point's name


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A question and its answer."""

    key: str  # its name in addresses and files
    question: str  # in a visitor's words
    answer: str  # what the data say, with the figures
    caution: str = ""  # what it does not say; empty if there is nothing to add
    data: pd.DataFrame  # if there are many bars, only the first are drawn; `model` is a model's folder
    chart: Chart


@dataclass(frozen=True)
class Sources:
    """What findings are made from: the ranked models of a board."""

    entries: Sequence[Entry]
    frames: Frames
    canonical: pd.DataFrame  # the samples of the canonical solutions
    models: pd.DataFrame  # the frame of results with `speed` and `year`, the highest score first
    ranks: dict[str, int]  # by folder
    orders: Mapping[str, ProblemOrders]  # how programs grow, by task id, for the problems that were measured


def read_sources(board: Board, orders: Mapping[str, ProblemOrders]) -> Sources | None:
    """Return what findings are made from; None for a board with too few ranked models."""
    entries = [row.entry for row in board.rows]
    if len(entries) < LEAST_MODELS:
        return None
    frames = make_frames(entries)
    canonical = make_frames([row.entry for row in board.baselines if "canonical" in row.entry.slug]).samples
    models = frames.results.merge(speed_of_models(frames.samples), on="model", how="left")
    models["year"] = pd.array([_year(released) for released in models["released"]], dtype="Float64")
    models = models.sort_values("score@1", ascending=False).reset_index(drop=True)
    return Sources(entries, frames, canonical, models, {row.entry.slug: row.rank or 0 for row in board.rows}, orders)


def _year(released: object) -> float | None:
    """Return a date as a number of years, such as 2024.5 for the middle of 2024."""
    if not isinstance(released, str):
        return None
    day = pd.Timestamp(released)
    return day.year + (day.day_of_year - 1) / 365.25


def single_models(models: pd.DataFrame) -> pd.DataFrame:
    """Return the models that are not pipelines, one row per maker and revision: the one with the shortest name.

    Other rows of the same revision are the same model with other prompts or another reasoning effort.
    """
    models = models[~models["pipeline"]]
    by_name = models.iloc[models["name"].str.len().argsort(kind="stable")]
    further = by_name["revision"].notna() & by_name.duplicated(["organization", "revision"])
    return models[~models["model"].isin(by_name.loc[further, "model"])]


def listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
