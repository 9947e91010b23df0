"""Every pair of ranked models: what the table says is what the board and the samples say."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from tallybench.statistics.cost import cost_ratios, model_costs
from tallybench.statistics.frames import make_frames
from tallybench.statistics.pairs import PAIR_COLUMNS, compare_pairs
from tallybench.statistics.published.boards import Board, make_boards
from tests.statistics.some_models import some_entries

MODELS = ("gpt-5.4", "gpt-5.4-readability", "gpt-4o-mini", "phi-4")


@cache
def board() -> Board:
    entries = [entry for entry in some_entries() if entry.slug in MODELS]
    (board,) = make_boards(entries)
    return board


@pytest.fixture(scope="module")
def pairs() -> pd.DataFrame:
    models = [model_costs(row.entry) for row in board().rows]
    places = range(len(models))
    return compare_pairs(board(), cost_ratios(models, [(one, other) for one in places for other in places]))


def test_each_pair_is_there_in_both_directions(pairs: pd.DataFrame) -> None:
    assert list(pairs.columns) == list(PAIR_COLUMNS)
    assert len(pairs) == len(board().rows) * (len(board().rows) - 1) > 0
    rows = {(row["first"], row["second"]): row for _, row in pairs.iterrows()}
    for (first, second), row in rows.items():
        turned = rows[second, first]
        assert row["difference"] == pytest.approx(-turned["difference"])
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["cheaper"] == turned["dearer"] and row["both"] == turned["both"]
        assert row["cheaper"] + row["dearer"] + row["ties"] == row["both"]
        assert row["cost_ratio"] == pytest.approx(1 / turned["cost_ratio"], abs=1e-5)
        assert row["cost_low"] <= row["cost_ratio"] <= row["cost_high"]
        assert 0 <= row["a12"] <= 1 and row["a12"] + turned["a12"] == pytest.approx(1)


def test_the_cost_is_that_of_the_exact_correct_samples(pairs: pd.DataFrame) -> None:
    samples = make_frames([row.entry for row in board().rows]).samples
    exact = samples[
        samples["correct"] & samples["score"].notna() & samples["instructions"].notna() & ~samples["censored"]
    ]
    exact = exact.assign(log=np.log(exact["instructions"].astype(float)))
    logs = exact.groupby(["task_id", "model"])["log"].mean().unstack()
    for _, row in pairs.iterrows():
        both = logs[[row["first"], row["second"]]].dropna()
        assert row["both"] == len(both)
        ratios = both[row["first"]] - both[row["second"]]
        assert row["cost_ratio"] == pytest.approx(np.exp(ratios.mean()), abs=1e-5)
        assert row["cheaper"] <= (ratios < -0.029).sum() and row["dearer"] <= (ratios > 0.029).sum()


def test_asking_for_readability_is_no_significant_change(pairs: pd.DataFrame) -> None:
    (asked,) = pairs[(pairs["first"] == "gpt-5.4-readability") & (pairs["second"] == "gpt-5.4")].to_dict("records")
    assert asked["cost_low"] < 1 < asked["cost_high"] and asked["sign_p"] > 0.5
    assert asked["first_left_out"] > 0 and asked["second_left_out"] > 0


def test_no_figure_of_pairs_is_beyond_its_bounds(pairs: pd.DataFrame) -> None:
    """Each count is between the best known and 20 times it, so no ratio of two is further from 1 than that."""
    assert pairs["cost_ratio"].between(1 / 20, 20).all() and pairs["a12"].between(0, 1).all()
    assert pairs["sign_p"].between(0, 1).all() and pairs["both"].between(0, 164).all()
