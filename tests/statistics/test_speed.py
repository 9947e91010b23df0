"""How fast correct code is, on samples whose answers can be worked out by hand."""

import pandas as pd
import pytest

from tallybench.model.budget import BUDGET
from tallybench.statistics.sample_statistics import (
    cheapest,
    correct_solutions,
    problems_by_spread,
    speed_of_models,
    success_and_speed,
)


def frame(rows: list[tuple[str, str, bool, float | None]]) -> pd.DataFrame:
    """Model, problem, whether it is correct, its ratio to the best known solution; all count for efficiency."""
    columns = ["model", "task_id", "correct", "ratio"]
    made = pd.DataFrame(rows, columns=pd.Index(columns)).convert_dtypes()
    made = made.assign(score=1.0, censored=False)
    made["sample"] = made.groupby(["model", "task_id"]).cumcount()
    return made


def test_speed_is_beside_the_models_that_solve_the_same_problem() -> None:
    samples = frame([("a", "p", True, 1), ("b", "p", True, 4), ("a", "q", True, 16), ("b", "q", False, None)])
    found = speed_of_models(samples).set_index("model")
    # on p the mean is 2 times the best known; on q a is alone
    assert found.loc["a", "speed"] == pytest.approx(2**0.5)
    assert found.loc["b", "speed"] == pytest.approx(0.5)
    assert found["problems"].to_dict() == {"a": 2, "b": 1}


def test_problems_on_which_correct_code_differs_come_first() -> None:
    alike: list[tuple[str, str, bool, float | None]] = [(model, "alike", True, 2) for model in "abc"]
    samples = frame([*alike, ("a", "apart", True, 1), ("b", "apart", True, 16), ("c", "apart", False, None)])
    found = problems_by_spread(samples)
    assert list(found["task_id"]) == ["apart", "alike"]
    assert list(found["spread"]) == pytest.approx([4, 1])  # 1 and 16 are each 4 times from their middle
    assert list(found["largest_ratio"]) == [16, 2]
    assert list(found["solved"]) == pytest.approx([2 / 3, 1])


def test_success_goes_with_speed_where_a_model_solves_fast_what_it_solves_often() -> None:
    rows: list[tuple[str, str, bool, float | None]] = []
    for number in range(8):
        task = f"p{number}"
        rows += [("a", task, True, 2.0**-number)] * (number + 1) + [("a", task, False, None)] * (8 - number)
        rows += [("once", task, True, 1)]
    found = success_and_speed(frame(rows)).set_index("model")
    assert list(found.index) == ["a"]
    assert found.loc["a", "rho"] == pytest.approx(-1)
    assert found.loc["a", "problems"] == 8
    assert found["spread_rho"].isna().all()  # no problem's counts vary


def test_problems_that_count_for_pass_only_and_dearer_samples_do_not_enter_the_spread() -> None:
    samples = frame([("a", "p", True, 1), ("a", "p", True, 20), ("b", "p", True, 4), ("a", "q", True, 1)])
    samples.loc[samples["task_id"] == "q", "score"] = None
    found = problems_by_spread(samples)
    assert list(found["task_id"]) == ["p"]
    assert list(found["spread"]) == pytest.approx([2])


def test_a_program_over_the_budget_enters_with_the_budget_at_least() -> None:
    samples = frame([("a", "p", True, 1.5), ("b", "p", True, BUDGET)])
    samples.loc[samples["model"] == "a", "censored"] = True
    found = problems_by_spread(samples)
    assert list(found["spread"]) == pytest.approx([1])
    assert list(found["median_ratio"]) == [BUDGET]


def test_success_has_a_relation_with_how_evenly_a_model_solves_and_its_interval() -> None:
    rows: list[tuple[str, str, bool, float | None]] = []
    for number in range(8):
        task = f"p{number}"
        rows += [("a", task, True, 1), ("a", task, True, 2.0**number)] * (number + 1)
        rows += [("a", task, False, None)] * (8 - number)
    (row,) = success_and_speed(frame(rows)).to_dict("records")
    assert [row[name] for name in ("spread_rho", "spread_low", "spread_high")] == pytest.approx([1, 1, 1])


def test_a_count_stands_for_a_model_before_a_lower_bound_of_fewer_instructions() -> None:
    samples = frame([("a", "p", True, 1.5), ("a", "p", True, 4), ("b", "p", True, 16)])
    samples["censored"] = [True, False, False]
    (found,) = problems_by_spread(samples).to_dict("records")
    assert found["spread"] == pytest.approx(2)  # 4 and 16 are twice and half of 8
    assert (found["median_ratio"], found["largest_ratio"], found["censored"]) == (10, 16, 0)
    (row,) = cheapest(correct_solutions(samples[samples["model"] == "a"])).to_dict("records")
    assert row["ratio"] == 4


def test_a_lower_bound_makes_no_model_look_fast_and_is_counted() -> None:
    samples = frame([("a", "p", True, 1.25), ("b", "p", True, 5)])
    samples.loc[samples["model"] == "a", "censored"] = True
    found = speed_of_models(samples).set_index("model")
    # a enters with 20, b with 5: their mean is 10
    assert found["speed"].to_dict() == pytest.approx({"a": 0.5, "b": 2})
    assert found["censored"].to_dict() == {"a": 1, "b": 0}
