"""What we found: questions that visitors ask, each answered from the results of one board, with the data behind it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import pandas as pd

from tallybench.statistics import about_code, about_models
from tallybench.statistics.finding import LEAST_MODELS, Finding, Sources
from tallybench.statistics.frames import Frames, make_frames
from tallybench.statistics.growing import ProblemOrders
from tallybench.statistics.published.boards import Board
from tallybench.statistics.speed import speed_of_models


def find(board: Board, orders: Mapping[str, ProblemOrders] = MappingProxyType({})) -> list[Finding]:
    """Return all findings of a board; none if it has too few ranked models.

    Args:
        board: a leaderboard; its baselines give the canonical solutions.
        orders: how programs grow, by task id, for the problems that were measured.
    """
    sources = read_sources(board, orders)
    return [] if sources is None else answer(sources)


def read_sources(board: Board, orders: Mapping[str, ProblemOrders] = MappingProxyType({})) -> Sources | None:
    """Return what findings are made from; None for a board with too few ranked models. Arguments: see `find`."""
    entries = [row.entry for row in board.rows]
    if len(entries) < LEAST_MODELS:
        return None
    frames = make_frames(entries)
    own = [row.entry for row in board.baselines if "canonical" in row.entry.slug]
    return Sources(
        entries,
        frames,
        make_frames(own).samples,
        _models(frames),
        {row.entry.slug: row.rank or 0 for row in board.rows},
        orders,
    )


def answer(sources: Sources) -> list[Finding]:
    """Return all findings."""
    questions: Sequence[Callable[[Sources], Iterator[Finding]]] = (
        about_models.fastest,
        about_models.distance,
        about_models.size,
        about_models.time,
        about_models.better_coders,
        about_code.prompts,
        about_code.problems,
        about_code.growth,
        about_code.same_code,
        about_code.success,
    )
    return [finding for question in questions for finding in question(sources)]


def _models(frames: Frames) -> pd.DataFrame:
    models = frames.results.merge(speed_of_models(frames.samples), on="model", how="left")
    models["year"] = [_year(released) for released in models["released"]]
    models["year"] = models["year"].astype("Float64")
    return models.sort_values("score@1", ascending=False).reset_index(drop=True)


def _year(released: object) -> float | None:
    """Return a date as a number of years, such as 2024.5 for the middle of 2024."""
    if not isinstance(released, str):
        return None
    day = pd.Timestamp(released)
    return day.year + (day.day_of_year - 1) / 365.25
