"""How much of what a model wrote was there before: the canonical solutions, or what others write."""

from typing import NamedTuple

import pandas as pd

from tallybench.statistics.frames import sample_frame
from tallybench.statistics.published.boards import Board
from tallybench.statistics.sample_statistics import recitation


class Recited(NamedTuple):
    """A model's shares, each with the median over the ranked models.

    Attributes:
        compared: its samples whose function is long enough to tell.
        letter: of all samples, those that are the canonical program to the letter.
        letter_shared: of all samples, those that are to the letter what a model of another organization wrote too.
        canonical: of the compared ones, those whose syntax tree is the canonical solution's.
        shared: of the compared ones, those whose tree a model of another organization has written too.
    """

    compared: int
    letter: tuple[float, float]
    letter_shared: tuple[float, float]
    canonical: tuple[float, float]
    shared: tuple[float, float]


def recited_by(board: Board) -> dict[str, Recited]:
    """By folder of a ranked model; nothing where canonical solutions or a second model are missing."""
    canonical = [row.entry for row in board.baselines if "canonical" in row.entry.slug]
    entries = [row.entry for row in board.rows]
    if not canonical or len(entries) < 2:
        return {}
    organizations = pd.Series({entry.slug: entry.result.model.organization or entry.slug for entry in entries})
    found = recitation(sample_frame(entries), sample_frame(canonical), organizations)
    found = found[found["compared"].notna()].fillna(0).set_index("model")
    middle = found.median()
    return {
        str(model): Recited(
            int(row["compared"]),
            (float(row["letter"]), float(middle["letter"])),
            (float(row["letter_shared"]), float(middle["letter_shared"])),
            (float(row["canonical"]), float(middle["canonical"])),
            (float(row["shared"]), float(middle["shared"])),
        )
        for model, row in found.iterrows()
    }
