"""A finding: a question that visitors ask, its answer, and the data behind it."""

from dataclasses import dataclass
from enum import StrEnum

import pandas as pd


class Shape(StrEnum):
    """How a finding's data are drawn."""

    BARS = "bars"  # a row a bar, with an interval where there is one
    POINTS = "points"  # a row a point


@dataclass(frozen=True, kw_only=True)
class Chart:
    """How a finding is drawn.

    Attributes:
        shape: bars or points.
        x: the column across: of bars their length.
        y: the column upwards; of bars what they are called.
        x_title: what it is, with its unit.
        y_title: likewise.
        low: the column of the lower end of x's interval, of bars.
        high: of its upper end.
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
        caution: what it does not say; empty where nothing has to be added.
        data: what is drawn; `model` is a model's folder, `task_id` a problem.
        chart: how.
    """

    key: str
    question: str
    answer: str
    caution: str = ""
    data: pd.DataFrame
    chart: Chart
