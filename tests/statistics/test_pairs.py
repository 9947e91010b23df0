"""Every pair of ranked models: what the table says is what the board and the samples say."""

from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from evaluator.results.published.boards import Board, make_boards
from evaluator.statistics.frames import make_frames
from evaluator.statistics.pairs import COLUMNS, compare_pairs
from evaluator.statistics.speed import correct_solutions
from tests.made_results import kept_entries

ROOT = Path(__file__).parents[2]
MODELS = ("gpt-5.4", "gpt-5.4-readability", "gpt-4o-mini", "phi-4")


@cache
def board() -> Board:
    entries = [entry for entry in kept_entries() if entry.slug in MODELS]
    return next(board for board in make_boards(entries) if board.benchmark == "humaneval")


@pytest.fixture(scope="module")
def pairs() -> pd.DataFrame:
    return compare_pairs(board(), make_frames([row.entry for row in board().rows]).samples)


def test_each_pair_is_there_in_both_directions(pairs: pd.DataFrame) -> None:
    assert list(pairs.columns) == list(COLUMNS)
    assert len(pairs) == len(board().rows) * (len(board().rows) - 1) > 0
    rows = {(row["first"], row["second"]): row for _, row in pairs.iterrows()}
    for (first, second), row in rows.items():
        turned = rows[second, first]
        assert row["difference"] == pytest.approx(-turned["difference"])
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["faster"] == turned["slower"] and row["both"] == turned["both"]
        assert row["faster"] + row["slower"] <= 1


def test_the_faster_one_is_the_one_that_spends_fewer_instructions(pairs: pd.DataFrame) -> None:
    correct = correct_solutions(make_frames([row.entry for row in board().rows]).samples)
    cheapest = correct.groupby(["model", "task_id"])["instructions"].min().unstack().astype(float)
    rows = {(row["first"], row["second"]): row for _, row in pairs.iterrows()}
    for (first, second), row in rows.items():
        both = cheapest.loc[[first, second]].dropna(axis=1)
        ours, theirs = both.loc[first], both.loc[second]
        assert row["both"] == both.shape[1]
        assert 0 < (1.1 * ours < theirs).mean() <= row["faster"] <= (ours < theirs).mean()


def test_tests_are_there_where_both_have_more_than_five_correct_samples(pairs: pd.DataFrame) -> None:
    tested = {frozenset((row["first"], row["second"])) for _, row in pairs[pairs["tested"] > 0].iterrows()}
    assert tested == {frozenset(("gpt-5.4", "gpt-5.4-readability"))}
    untested = pairs[pairs["tested"] == 0]
    assert untested[["t_faster", "t_slower", "mann_whitney", "mean_d"]].isna().all(axis=None)
