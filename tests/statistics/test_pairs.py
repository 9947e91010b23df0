"""Every pair of ranked models: by what the board and the samples say, and by a study's tests, worked out by hand."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from tallybench.model.parts import TieTolerance
from tallybench.statistics.cost import cost_ratios, model_costs
from tallybench.statistics.frames import make_frames
from tallybench.statistics.pairs import (
    PAIR_COLUMNS,
    SUMMARY,
    TEST_COLUMNS,
    Observations,
    compare_pairs,
    compare_samples,
    observations,
    summarize_pairs,
)
from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry
from tests.few_results import few_entries
from tests.made_results import made_results

MODELS = ("gpt-5.4", "gpt-5.4-readability", "gpt-4o-mini", "phi-4")
EXACT, REAL = TieTolerance(relative=0, absolute=0), TieTolerance(relative=0.03, absolute=10_000)
NEAR = [100_000_000 + number for number in range(6)]
Given = Mapping[str, Mapping[str, Sequence[int]]]


@pytest.fixture(scope="module", autouse=True)
def little_garbage() -> Iterator[None]:
    """Nothing that is there already is looked through: statsmodels collects garbage with each correction."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def board() -> Board:
    (board,) = make_boards(few_entries(MODELS, "humaneval"))
    return board


@pytest.fixture(scope="module")
def pairs(board: Board) -> pd.DataFrame:
    places = range(len(board.rows))
    costs = cost_ratios([model_costs(row.entry) for row in board.rows], [(a, b) for a in places for b in places])
    return compare_pairs(board, costs)


def test_each_pair_is_there_in_both_directions_and_within_its_bounds(board: Board, pairs: pd.DataFrame) -> None:
    assert list(pairs.columns) == list(PAIR_COLUMNS)
    assert len(pairs) == len(board.rows) * (len(board.rows) - 1) > 0
    rows = {(row["first"], row["second"]): row for _, row in pairs.iterrows()}
    for (first, second), row in rows.items():
        turned = rows[second, first]
        assert row["difference"] == pytest.approx(-turned["difference"])
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["cheaper"] == turned["dearer"] and row["both"] == turned["both"] <= 164
        assert row["cheaper"] + row["dearer"] + row["ties"] == row["both"]
        assert row["cost_ratio"] == pytest.approx(1 / turned["cost_ratio"], abs=1e-5)
        assert row["cost_low"] <= row["cost_ratio"] <= row["cost_high"]
        # Each count is between the best known and 20 times it, so no ratio of two is further from 1 than that.
        assert 1 / 20 <= row["cost_ratio"] <= 20 and 0 <= row["sign_p"] <= 1
        assert 0 <= row["a12"] <= 1 and row["a12"] + turned["a12"] == pytest.approx(1)
    asked = rows["gpt-5.4-readability", "gpt-5.4"]
    assert asked["cost_low"] < 1 < asked["cost_high"] and asked["sign_p"] > 0.5, "no significant change"
    assert asked["first_left_out"] > 0 and asked["second_left_out"] > 0


def test_the_cost_is_that_of_the_exact_correct_samples(board: Board, pairs: pd.DataFrame) -> None:
    samples = make_frames([row.entry for row in board.rows]).samples
    counted = samples["correct"] & samples["score"].notna() & samples["instructions"].notna()
    exact = samples[counted & ~samples["censored"]]
    exact = exact.assign(log=np.log(exact["instructions"].astype(float)))
    logs = exact.groupby(["task_id", "model"])["log"].mean().unstack()
    for _, row in pairs.iterrows():
        both = logs[[row["first"], row["second"]]].dropna()
        assert row["both"] == len(both)
        ratios = both[row["first"]] - both[row["second"]]
        assert row["cost_ratio"] == pytest.approx(np.exp(ratios.mean()), abs=1e-5)
        assert row["cheaper"] <= (ratios < -0.029).sum() and row["dearer"] <= (ratios > 0.029).sum()


def results_of(counts: Given, tie: TieTolerance = EXACT) -> pd.DataFrame:
    """The tests of distinct samples, by problem and model."""
    models: dict[str, dict[str, Observations]] = {}
    for task_id, on in counts.items():
        for model, own in on.items():
            models.setdefault(model, {})[task_id] = Observations(np.array(own, dtype=np.float64), tie, 1)
    return compare_samples(models)


def test_students_t_and_cohens_d_are_those_of_the_textbook_and_p_is_corrected() -> None:
    counts = {"a": [1, 2, 3, 4, 5, 6], "b": [3, 4, 5, 6, 7, 8]}
    found = results_of({"p": counts})
    assert list(found.columns) == list(TEST_COLUMNS)
    row = found.iloc[0]
    # t = -2 / (1.8708 * sqrt(1/3)) = -1.8516 with 10 degrees of freedom
    assert row["cohens_d"] == pytest.approx(-2 / 3.5**0.5) and row["t_p"] == pytest.approx(0.0938, abs=5e-5)
    assert (row["first_median"], row["second_median"]) == (3.5, 5.5) and pd.isna(row["faster"])
    assert list(results_of({"p": counts, "q": counts})["t_p"]) == pytest.approx([2 * 0.0938] * 2, abs=1e-4)


def test_counts_that_do_not_vary_differ_for_sure_or_not_at_all_and_have_no_d() -> None:
    found = results_of({"p": {"a": [7] * 6, "b": [7] * 6}, "q": {"a": [7] * 6, "b": [8] * 6}})
    assert list(found["t_p"]) == [1.0, 0.0] and found["cohens_d"].isna().all()
    assert [None if pd.isna(faster) else faster for faster in found["faster"]] == [None, "a"]


def test_a_difference_within_the_tolerance_is_a_tie_however_sure_the_test_is() -> None:
    found = results_of({"p": {"a": NEAR, "b": [count + 2_000_000 for count in NEAR]}}, REAL)
    assert found["t_p"].item() < 1e-6 and found["tie"].item() and found["faster"].isna().all()
    assert (summarize_pairs(found)[["faster", "slower", "mann_whitney"]] == 0).all(axis=None)
    # Else a few instructions of noise make a difference of a factor of two an effect of many thousands.
    found = results_of({"p": {"a": NEAR, "b": [2 * count for count in NEAR]}}, REAL)
    assert found["cohens_d"].isna().all() and found["faster"].item() == "a"


def test_the_same_program_with_the_same_count_is_one_observation() -> None:
    """Seven samples of each problem: as seven programs of one count, as one program, and as one with seven counts."""
    path, made = next((path, result) for path, result in made_results().items() if path.startswith("seven-samples/"))
    alike = {sample.task_id: sample.code_sha256 for sample in made.samples if sample.index == 0}
    same = [sample.model_copy(update={"code_sha256": alike[sample.task_id]}) for sample in made.samples]
    moved = []
    for sample in same:
        counts = {name: one.count and one.count - sample.index for name, one in sample.stress.items()}
        stress = {name: one.model_copy(update={"count": counts[name]}) for name, one in sample.stress.items()}
        moved.append(sample.model_copy(update={"stress": stress}))
    entry = Entry("seven", path, "2026-01-01", made)
    different, once, varied = (
        observations(replace(entry, submitted=made.model_copy(update={"samples": tuple(samples)})))
        for samples in (made.samples, same, moved)
    )
    assert once == {} and {len(found.counts) for found in (*different.values(), *varied.values())} == {7}
    assert not any(found.varies for found in varied.values())


def test_a_summary_has_both_directions() -> None:
    apart = {"a": [10, 11, 12, 10, 11, 12], "b": [90, 91, 92, 90, 91, 92]}
    found = summarize_pairs(results_of({"p": apart, "q": {"a": [5] * 6, "b": [5] * 6}}))
    assert list(found.columns) == list(SUMMARY)
    said = [tuple(row) for row in found[["first", "second", "problems", "faster", "slower"]].to_numpy()]
    assert said == [("a", "b", 2, 0.5, 0.0), ("b", "a", 2, 0.0, 0.5)]
    assert list(found["median_d"]) == pytest.approx([-80 / 0.8**0.5, 80 / 0.8**0.5])
