"""Rank correlations, how fast correct code is and whose it is, on samples whose answers can be worked out by hand."""

from collections.abc import Sequence

import pandas as pd
import pytest

from tallybench.model.budget import BUDGET
from tallybench.statistics.sample_statistics import (
    cheapest,
    correct_solutions,
    correlate,
    problems_by_spread,
    recitation,
    speed_of_models,
)
from tallybench.statistics.sampling import settings_by_problem, success_and_speed, within_problems

Rows = list[tuple[str, str, bool, float | None]]


@pytest.mark.parametrize(
    ("xs", "ys", "rho", "significant"),
    [
        (range(10), [number**3 for number in range(10)], 1, True),
        # 1 - 6 * (9 + 36 + 4 + 4 + 0 + 16 + 0 + 25) / (8 * 63)
        (range(1, 9), [4, 8, 1, 6, 5, 2, 7, 3], 1 - 6 * 94 / 504, False),
        ([*range(6), None], [*range(6), 100], 1, True),  # a row that lacks one of both does not enter
    ],
)
def test_a_rank_correlation_is_that_of_the_rows_that_have_both(
    xs: Sequence[int | None], ys: Sequence[int], rho: float, significant: bool
) -> None:
    frame = pd.DataFrame({"x": xs, "y": ys}).convert_dtypes()
    found = correlate(frame, "x", "y")
    assert found is not None and found.rho == pytest.approx(rho) and found.significant is significant
    assert found.low <= found.rho + 1e-9 and found.rows == frame.dropna().shape[0]
    assert correlate(frame, "x", "y") == found, "the same rows give the same interval"


@pytest.mark.parametrize("ys", [[1, 2, 3, 4, 5], [7] * 9], ids=["too few rows", "a constant"])
def test_there_is_no_correlation_of_what_can_tell_nothing(ys: list[int]) -> None:
    assert correlate(pd.DataFrame({"x": range(len(ys)), "y": ys}), "x", "y") is None


def frame(rows: Rows, *censored: int) -> pd.DataFrame:
    """Model, problem, whether it is correct, its ratio to the best known solution; which rows are over the budget."""
    made = pd.DataFrame(rows, columns=pd.Index(["model", "task_id", "correct", "ratio"])).convert_dtypes()
    made = made.assign(score=1.0, censored=[number in censored for number in range(len(rows))])
    made["sample"] = made.groupby(["model", "task_id"]).cumcount()
    return made


def test_speed_is_beside_the_models_that_solve_the_same_problem() -> None:
    samples = frame([("a", "p", True, 1), ("b", "p", True, 4), ("a", "q", True, 16), ("b", "q", False, None)])
    found = speed_of_models(samples).set_index("model")
    # on p the mean is 2 times the best known; on q a is alone
    assert found["speed"].to_dict() == pytest.approx({"a": 2**0.5, "b": 0.5})
    assert found["problems"].to_dict() == {"a": 2, "b": 1}
    # a enters with 20, b with 5: their mean is 10
    found = speed_of_models(frame([("a", "p", True, 1.25), ("b", "p", True, 5)], 0)).set_index("model")
    assert found["speed"].to_dict() == pytest.approx({"a": 0.5, "b": 2}), "a lower bound makes no model look fast"
    assert found["censored"].to_dict() == {"a": 1, "b": 0}


def test_problems_on_which_correct_code_differs_come_first() -> None:
    alike: Rows = [(model, "alike", True, 2) for model in "abc"]
    apart: Rows = [("a", "apart", True, 1), ("b", "apart", True, 16), ("c", "apart", False, None)]
    found = problems_by_spread(frame(alike + apart))
    assert list(found["task_id"]) == ["apart", "alike"]
    assert list(found["spread"]) == pytest.approx([4, 1])  # 1 and 16 are each 4 times from their middle
    assert list(found["largest_ratio"]) == [16, 2] and list(found["solved"]) == pytest.approx([2 / 3, 1])


def test_the_spread_is_of_each_models_cheapest_sample_and_a_bound_enters_with_the_budget() -> None:
    samples = frame([("a", "p", True, 1), ("a", "p", True, 20), ("b", "p", True, 4), ("a", "q", True, 1)])
    samples.loc[samples["task_id"] == "q", "score"] = None  # counts for pass@k only
    found = problems_by_spread(samples)
    assert list(found["task_id"]) == ["p"] and list(found["spread"]) == pytest.approx([2])
    found = problems_by_spread(frame([("a", "p", True, 1.5), ("b", "p", True, BUDGET)], 0))
    assert list(found["spread"]) == pytest.approx([1]) and list(found["median_ratio"]) == [BUDGET]


def test_a_count_stands_for_a_model_before_a_lower_bound_of_fewer_instructions() -> None:
    samples = frame([("a", "p", True, 1.5), ("a", "p", True, 4), ("b", "p", True, 16)], 0)
    (found,) = problems_by_spread(samples).to_dict("records")
    assert found["spread"] == pytest.approx(2)  # 4 and 16 are twice and half of 8
    assert (found["median_ratio"], found["largest_ratio"], found["censored"]) == (10, 16, 0)
    (row,) = cheapest(correct_solutions(samples[samples["model"] == "a"])).to_dict("records")
    assert row["ratio"] == 4


def test_success_goes_with_speed_and_evenness_where_a_model_solves_so_what_it_solves_often() -> None:
    fast: Rows = []
    even: Rows = []
    for number in range(8):
        task = f"p{number}"
        wrong: Rows = [("a", task, False, None)] * (8 - number)
        fast += [("a", task, True, 2.0**-number)] * (number + 1) + wrong + [("once", task, True, 1)]
        even += [("a", task, True, 1), ("a", task, True, 2.0**number)] * (number + 1) + wrong
    (row,) = success_and_speed(frame(fast)).to_dict("records")
    assert (row["model"], row["problems"]) == ("a", 8) and row["rho"] == pytest.approx(-1)
    assert pd.isna(row["spread_rho"]), "no problem's counts vary"
    (row,) = success_and_speed(frame(even)).to_dict("records")
    assert [row[name] for name in ("spread_rho", "spread_low", "spread_high")] == pytest.approx([1, 1, 1])


def test_within_a_problem_settings_that_solve_it_more_often_may_solve_it_faster() -> None:
    """On p all three settings agree, on q none does; r has too few settings."""
    rows: Rows = []
    for task, ratios in {"p": (4, 2, 1), "q": (1, 2, 4), "r": (1, 2)}.items():
        for setting, (right, ratio) in enumerate(zip((1, 2, 3), ratios, strict=False)):
            rows += [(f"t{setting}", task, True, ratio)] * right + [(f"t{setting}", task, False, None)] * (4 - right)
    settings = settings_by_problem(frame(rows))
    found = within_problems(settings, "success", "cost")
    assert found is not None and (found.value, found.low, found.high, found.problems) == (0, -1, 1, 2)
    only = within_problems(settings[settings["task_id"] != "q"], "success", "cost")
    assert only is not None and only.value == pytest.approx(-1)
    assert within_problems(settings, "success", "spread") is None, "no setting's programs vary"
    hot = settings.assign(temperature=settings["model"].str[1:].astype(float))
    found = within_problems(hot, "temperature", "success")
    assert found is not None and found.value == pytest.approx(1)


@pytest.mark.parametrize(
    ("rows", "column", "shares"),
    [
        (["apCc", "aqod", "bpxy", "bqDd"], "letter", {"a": 0.5, "b": 0.5}),
        (["apCc", "aqod", "bpxy", "bqDd"], "canonical", {"a": 1.0, "b": 0.5}),
        (["bp1t", "cp2t", "aq3u", "bq4u"], "shared", {"a": 1.0, "b": 0.5, "c": 0.0}),  # b and c have one maker
        (["bp1t", "cp1t", "aq3-", "bq3-", "cq1v"], "letter_shared", {"a": 1.0, "b": 0.5, "c": 0.0}),
        (["apC-", "aqxz", "bp--", "bqyz"], "compared", {"a": 1, "b": 1}),  # short functions, and answers without code
        (["apC-", "aqxz", "bp--", "bqyz"], "letter", {"a": 0.5, "b": 0.0}),
    ],
)
def test_whose_code_a_model_writes_by_letters_and_by_tree(
    rows: list[str], column: str, shares: dict[str, float]
) -> None:
    """A row is a model, a problem, a program and its tree, a letter each; `-` is none."""
    columns = ["model", "task_id", "code_sha256", "tree_sha256"]
    cells = [[None if letter == "-" else letter for letter in row] for row in rows]
    canonical = pd.DataFrame({"task_id": ["p", "q"], "code_sha256": ["C", "D"], "tree_sha256": ["c", "d"]})
    samples = pd.DataFrame(cells, columns=pd.Index(columns)).convert_dtypes()
    found = recitation(samples, canonical, pd.Series({"a": "One", "b": "Two", "c": "Two"})).set_index("model")
    assert found[column].dropna().to_dict() == pytest.approx(shares)
