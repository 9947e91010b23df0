"""A finding: a question that visitors ask, its answer, and the data behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from tallybench.statistics.frames import Frames
from tallybench.statistics.growing import ProblemOrders
from tallybench.statistics.published.entries import Entry

LEAST_MODELS = 6  # with fewer, there is nothing to find


class Shape(StrEnum):
    """How a finding's data are drawn."""

    BARS = "bars"  # one bar per row, with its interval if it has one
    POINTS = "points"  # one point per row


@dataclass(frozen=True, kw_only=True)
class Chart:
    """How a finding is drawn.

    Attributes:
        shape: bars or points.
        x: the column for the horizontal axis; the length of a bar.
        y: the column for the vertical axis; the name of a bar.
        x_title: what x is, with its unit.
        y_title: the same for y.
        low: for bars, the column with the lower end of x's interval.
        high: the column with its upper end.
        log: whether x is drawn on a logarithmic axis.
        name: the column with a point's name.
    """

    shape: Shape
    x: str
    y: str
    x_title: str
    y_title: str = ""
    low: str | None = None
    high: str | None = None
    log: bool = False
    name: str = "name"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A question and its answer.

    Attributes:
        key: its name in addresses and files.
        question: in a visitor's words.
        answer: what the data say, with the figures.
        caution: what it does not say; empty if nothing has to be added.
        data: what is drawn (only the first ones of many bars); `model` is a model's folder, `task_id` a problem.
        chart: how it is drawn.
    """

    key: str
    question: str
    answer: str
    caution: str = ""
    data: pd.DataFrame
    chart: Chart


@dataclass(frozen=True)
class Sources:
    """What findings are made from: the ranked models of a board.

    Attributes:
        entries: their results.
        frames: the same as data frames.
        canonical: the samples of the canonical solutions.
        models: the frame of results with `speed` and `year`, the highest score first.
        ranks: the models' ranks, by folder.
        orders: how programs grow, by task id, for the problems that were measured.
    """

    entries: Sequence[Entry]
    frames: Frames
    canonical: pd.DataFrame
    models: pd.DataFrame
    ranks: dict[str, int]
    orders: Mapping[str, ProblemOrders]


def single_models(sources: Sources) -> pd.DataFrame:
    """Return the models that are not pipelines, one row per maker and revision: the one with the shortest name.

    Other rows of the same revision are the same model with other prompts or another reasoning effort.
    """
    models = sources.models[~sources.models["pipeline"]]
    by_name = models.iloc[models["name"].str.len().argsort(kind="stable")]
    further = by_name["revision"].notna() & by_name.duplicated(["organization", "revision"])
    return models[~models["model"].isin(by_name.loc[further, "model"])]


def listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
