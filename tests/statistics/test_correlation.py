"""Rank correlations with intervals."""

import pandas as pd
import pytest

from tallybench.statistics.sample_statistics import correlate


def test_what_rises_together_has_a_correlation_of_1() -> None:
    found = correlate(pd.DataFrame({"x": range(10), "y": [number**3 for number in range(10)]}), "x", "y")
    assert found is not None
    assert found.rho == pytest.approx(1)
    assert found.significant and found.low == pytest.approx(1)
    assert found.rows == 10


def test_what_has_no_relation_is_not_significant() -> None:
    found = correlate(pd.DataFrame({"x": [1, 2, 3, 4, 5, 6, 7, 8], "y": [4, 8, 1, 6, 5, 2, 7, 3]}), "x", "y")
    assert found is not None
    # 1 - 6 * (9 + 36 + 4 + 4 + 0 + 16 + 0 + 25) / (8 * 63)
    assert found.rho == pytest.approx(1 - 6 * 94 / 504)
    assert not found.significant


def test_rows_that_lack_one_of_both_do_not_enter() -> None:
    frame = pd.DataFrame({"x": [*range(6), None], "y": [*range(6), 100]}).convert_dtypes()
    found = correlate(frame, "x", "y")
    assert found is not None and found.rows == 6


@pytest.mark.parametrize("ys", [[1, 2, 3, 4, 5], [7] * 9], ids=["too few rows", "a constant"])
def test_there_is_none_of_what_can_tell_nothing(ys: list[int]) -> None:
    assert correlate(pd.DataFrame({"x": range(len(ys)), "y": ys}), "x", "y") is None


def test_the_same_rows_give_the_same_interval() -> None:
    frame = pd.DataFrame({"x": [1, 2, 3, 4, 5, 6, 7, 8], "y": [2, 1, 4, 3, 6, 5, 8, 7]})
    assert correlate(frame, "x", "y") == correlate(frame, "x", "y")
