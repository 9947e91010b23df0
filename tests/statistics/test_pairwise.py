"""Tests between models with several samples: values worked out by hand or taken from tables of the t distribution."""

import pandas as pd
import pytest

from evaluator.statistics.pairwise import compare_samples, summarize_pairs


def frame(counts: dict[str, dict[str, list[int]]]) -> pd.DataFrame:
    """Samples by problem and model, all correct."""
    rows = [
        {"task_id": task_id, "model": model, "correct": True, "instructions": count}
        for task_id, models in counts.items()
        for model, own in models.items()
        for count in own
    ]
    return pd.DataFrame(rows).convert_dtypes()


def test_students_t_and_cohens_d_are_those_of_the_textbook() -> None:
    found = compare_samples(frame({"p": {"a": [1, 2, 3, 4, 5, 6], "b": [3, 4, 5, 6, 7, 8]}}))
    row = found.iloc[0]
    # t = -2 / (1.8708 * sqrt(1/3)) = -1.8516 with 10 degrees of freedom
    assert row["cohens_d"] == pytest.approx(-2 / 3.5**0.5)
    assert row["t_p"] == pytest.approx(0.0938, abs=5e-5)
    assert pd.isna(row["faster"])


def test_p_values_are_corrected_for_the_number_of_tests() -> None:
    counts = {"a": [1, 2, 3, 4, 5, 6], "b": [3, 4, 5, 6, 7, 8]}
    assert list(compare_samples(frame({"p": counts, "q": counts}))["t_p"]) == pytest.approx([2 * 0.0938] * 2, abs=1e-4)


def test_counts_that_do_not_vary_differ_for_sure_or_not_at_all() -> None:
    found = compare_samples(frame({"p": {"a": [7] * 6, "b": [7] * 6}, "q": {"a": [7] * 6, "b": [8] * 6}}))
    assert list(found["t_p"]) == [1.0, 0.0]
    assert found["cohens_d"].isna().all()
    assert [None if pd.isna(faster) else faster for faster in found["faster"]] == [None, "a"]


def test_five_correct_samples_are_too_few() -> None:
    assert compare_samples(frame({"p": {"a": [1] * 5, "b": [2] * 9}})).empty


def test_samples_that_are_wrong_or_without_a_count_do_not_enter() -> None:
    samples = frame({"p": {"a": [1] * 6, "b": [2] * 8}})
    samples.loc[samples["model"] == "b", "correct"] = [True] * 5 + [False] * 3
    assert compare_samples(samples).empty


def test_a_summary_tells_both_directions() -> None:
    tests = compare_samples(
        frame(
            {
                "p": {"a": [10, 11, 12, 10, 11, 12], "b": [90, 91, 92, 90, 91, 92]},
                "q": {"a": [5] * 6, "b": [5] * 6},
            }
        )
    )
    found = summarize_pairs(tests)
    told = [tuple(row) for row in found[["first", "second", "problems", "faster", "slower"]].to_numpy()]
    assert told == [("a", "b", 2, 0.5, 0.0), ("b", "a", 2, 0.0, 0.5)]
    assert list(found["mean_d"]) == pytest.approx([-80 / 0.8**0.5, 80 / 0.8**0.5])
