"""A study's tests between models with several samples: values worked out by hand or taken from tables of t."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from tallybench.model.parts import TieTolerance
from tallybench.statistics.pairs import (
    SUMMARY,
    TEST_COLUMNS,
    Observations,
    compare_samples,
    observations,
    summarize_pairs,
)
from tallybench.statistics.published.entries import Entry
from tests.made_results import made_results

EXACT, REAL = TieTolerance(relative=0, absolute=0), TieTolerance(relative=0.03, absolute=10_000)
Given = Mapping[str, Mapping[str, Sequence[int]]]


@pytest.fixture(scope="module", autouse=True)
def little_garbage() -> Iterator[None]:
    """Nothing that is there already is looked through: statsmodels collects garbage with each correction."""
    gc.freeze()
    yield
    gc.unfreeze()


def results_of(counts: Given, tie: TieTolerance = EXACT) -> pd.DataFrame:
    """Distinct samples by problem and model."""
    models: dict[str, dict[str, Observations]] = {}
    for task_id, on in counts.items():
        for model, own in on.items():
            models.setdefault(model, {})[task_id] = Observations(np.array(own, dtype=np.float64), tie, 1)
    return compare_samples(models)


def test_students_t_and_cohens_d_are_those_of_the_textbook() -> None:
    found = results_of({"p": {"a": [1, 2, 3, 4, 5, 6], "b": [3, 4, 5, 6, 7, 8]}})
    assert list(found.columns) == list(TEST_COLUMNS)
    row = found.iloc[0]
    # t = -2 / (1.8708 * sqrt(1/3)) = -1.8516 with 10 degrees of freedom
    assert row["cohens_d"] == pytest.approx(-2 / 3.5**0.5)
    assert row["t_p"] == pytest.approx(0.0938, abs=5e-5)
    assert (row["first_median"], row["second_median"]) == (3.5, 5.5)
    assert pd.isna(row["faster"])


def test_p_values_are_corrected_for_the_number_of_tests() -> None:
    counts = {"a": [1, 2, 3, 4, 5, 6], "b": [3, 4, 5, 6, 7, 8]}
    assert list(results_of({"p": counts, "q": counts})["t_p"]) == pytest.approx([2 * 0.0938] * 2, abs=1e-4)


def test_counts_that_do_not_vary_differ_for_sure_or_not_at_all_and_have_no_d() -> None:
    found = results_of({"p": {"a": [7] * 6, "b": [7] * 6}, "q": {"a": [7] * 6, "b": [8] * 6}})
    assert list(found["t_p"]) == [1.0, 0.0]
    assert found["cohens_d"].isna().all()
    assert [None if pd.isna(faster) else faster for faster in found["faster"]] == [None, "a"]


def test_a_difference_within_the_tolerance_is_a_tie_however_sure_the_test_is() -> None:
    near = [100_000_000 + number for number in range(6)]
    found = results_of({"p": {"a": near, "b": [count + 2_000_000 for count in near]}}, REAL)
    assert found["t_p"].item() < 1e-6
    assert found["tie"].item() and found["faster"].isna().all()
    assert (summarize_pairs(found)[["faster", "slower", "mann_whitney"]] == 0).all(axis=None)


def test_counts_that_vary_by_less_than_a_tie_have_no_d() -> None:
    """Else a few instructions of noise make a difference of a factor of two an effect of many thousands."""
    near = [100_000_000 + number for number in range(6)]
    found = results_of({"p": {"a": near, "b": [2 * count for count in near]}}, REAL)
    assert found["cohens_d"].isna().all() and found["faster"].item() == "a"


def test_the_same_program_with_the_same_count_is_one_observation() -> None:
    """Seven samples of each problem: as seven programs of one count, as one program, and as one with seven counts."""
    path, made = next((path, result) for path, result in made_results().items() if path.startswith("seven-samples/"))
    entry = Entry("seven", path, "2026-01-01", made)
    different = observations(entry)
    assert different and {len(found.counts) for found in different.values()} == {7}
    alike = {sample.task_id: sample.code_sha256 for sample in made.samples if sample.index == 0}
    same = [sample.model_copy(update={"code_sha256": alike[sample.task_id]}) for sample in made.samples]
    assert observations(replace(entry, submitted=made.model_copy(update={"samples": tuple(same)}))) == {}
    moved = [
        sample.model_copy(
            update={
                "stress": {
                    name: stress.model_copy(update={"count": stress.count and stress.count - sample.index})
                    for name, stress in sample.stress.items()
                }
            }
        )
        for sample in same
    ]
    varied = observations(replace(entry, submitted=made.model_copy(update={"samples": tuple(moved)})))
    assert {len(found.counts) for found in varied.values()} == {7} and not any(one.varies for one in varied.values())


def test_a_summary_has_both_directions() -> None:
    tests = results_of(
        {
            "p": {"a": [10, 11, 12, 10, 11, 12], "b": [90, 91, 92, 90, 91, 92]},
            "q": {"a": [5] * 6, "b": [5] * 6},
        }
    )
    found = summarize_pairs(tests)
    assert list(found.columns) == list(SUMMARY)
    said = [tuple(row) for row in found[["first", "second", "problems", "faster", "slower"]].to_numpy()]
    assert said == [("a", "b", 2, 0.5, 0.0), ("b", "a", 2, 0.0, 0.5)]
    assert list(found["median_d"]) == pytest.approx([-80 / 0.8**0.5, 80 / 0.8**0.5])
