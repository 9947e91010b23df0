"""Whose code a model writes."""

import pandas as pd
import pytest

from tallybench.statistics.sample_statistics import recitation

CANONICAL = pd.DataFrame({"task_id": ["p", "q"], "code_sha256": ["C", "D"], "tree_sha256": ["c", "d"]})
ORGANIZATIONS = pd.Series({"a": "One", "b": "Two", "c": "Two"})


def frame(rows: list[tuple[str, str, str | None, str | None]]) -> pd.DataFrame:
    columns = ["model", "task_id", "code_sha256", "tree_sha256"]
    return pd.DataFrame(rows, columns=pd.Index(columns)).convert_dtypes()


def test_the_canonical_solution_is_known_by_its_letters_and_by_its_tree() -> None:
    samples = frame([("a", "p", "C", "c"), ("a", "q", "other", "d"), ("b", "p", "x", "y"), ("b", "q", "D", "d")])
    found = recitation(samples, CANONICAL, ORGANIZATIONS).set_index("model")
    assert found["letter"].to_dict() == {"a": 0.5, "b": 0.5}
    assert found["canonical"].to_dict() == {"a": 1.0, "b": 0.5}


def test_code_is_shared_with_models_of_other_makers_alone() -> None:
    samples = frame([("b", "p", "1", "t"), ("c", "p", "2", "t"), ("a", "q", "3", "u"), ("b", "q", "4", "u")])
    found = recitation(samples, CANONICAL, ORGANIZATIONS).set_index("model")
    assert found["shared"].to_dict() == {"a": 1.0, "b": 0.5, "c": 0.0}


def test_programs_are_compared_to_the_letter_with_those_of_other_makers_alone() -> None:
    samples = frame([("b", "p", "1", "t"), ("c", "p", "1", "t"), ("a", "q", "3", None), ("b", "q", "3", None)])
    samples = pd.concat([samples, frame([("c", "q", "1", "v")])], ignore_index=True)
    found = recitation(samples, CANONICAL, ORGANIZATIONS).set_index("model")
    assert found["letter_shared"].dropna().to_dict() == {"a": 1.0, "b": 0.5, "c": 0.0}


def test_short_functions_and_answers_without_code_are_not_compared() -> None:
    samples = frame([("a", "p", "C", None), ("a", "q", "x", "z"), ("b", "p", None, None), ("b", "q", "y", "z")])
    found = recitation(samples, CANONICAL, ORGANIZATIONS).set_index("model")
    assert found["compared"].to_dict() == {"a": 1, "b": 1}
    assert found.loc["a", "letter"] == pytest.approx(0.5)
