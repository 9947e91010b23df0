"""Tables that must not be published: each kind of violation is made by hand, and named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from tallybench.errors import InputError
from tallybench.statistics.frames import Frames, make_frames
from tallybench.statistics.published.entries import read_entry
from tallybench.statistics.table_checks import (
    board_faults,
    frame_faults,
    pair_faults,
    population_faults,
    refuse,
)
from tests.made_results import kept_result

Change = Callable[[dict[str, Any]], object]


def row(model: str, score: float, rank: int | None, rank_high: int | None) -> dict[str, Any]:
    figures = {"score@1": score, "pass@1": 0.8, "pass@5": 0.9, "pass@1 (efficiency problems)": 0.7, "speedup": 1.5}
    figures |= {"efficient@1": 0.5, "within@1(1)": 0.2, "within@1(1.5)": 0.3}
    found: dict[str, Any] = {"model": model, "file": f"{model}.json", "rank": rank, "rank_high": rank_high}
    for name, value in figures.items():
        found |= {name: value, f"{name} low": value * 0.9, f"{name} high": value * 1.1}
    return found


def rows() -> list[dict[str, Any]]:
    return [row("a", 50.0, 1, 2), row("b", 49.0, 1, 2), row("c", 20.0, 3, 3), row("claim", 80.0, None, None)]


def test_tables_that_keep_every_bound_have_no_fault() -> None:
    assert list(board_faults("board", rows())) == []


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"score@1": 101.0}, "score@1 is 101.0, and must be 0 to 100"),
        ({"pass@1": 1.2}, "pass@1 is 1.2, and must be 0 to 1"),
        ({"speedup": 0.0}, "speedup is 0.0, and must be above 0"),
        ({"speedup": float("inf")}, "speedup is inf"),
        ({"score@1": float("nan")}, "score@1 is nan"),
        ({"pass@1": 0.5}, "pass@1 is 0.5, outside of its interval"),
        ({"pass@1 low": None}, "pass@1 has the interval None"),
        ({"pass@5": 0.75, "pass@5 low": 0.7}, "pass@1 is 0.8, and pass@5 only 0.75"),
        ({"efficient@1": 0.75, "efficient@1 high": 0.8}, "efficient@1 is 0.75, and pass@1 (efficiency problems) only"),
        ({"within@1(1)": 0.35, "within@1(1) high": 0.4}, "within@1(1) is 0.35, and within@1(1.5) only 0.3"),
        ({"rank": 2}, "is in place 1 of 3, which rank 2-2 excludes"),
        ({"rank_high": 4}, "which rank 1-4 excludes"),
        ({"rank": None, "rank_high": None}, "a row without a rank is above one with a rank"),
        ({"score@1": 48.0}, "b has a higher score@1 than a above it"),
    ],
)
def test_a_leaderboard_that_breaks_a_bound_is_named(changes: dict[str, Any], what: str) -> None:
    first, *others = rows()
    faults = list(board_faults("board", [first | changes, *others]))
    assert any(what in fault for fault in faults), faults


@pytest.fixture(scope="module")
def frames() -> Frames:
    return make_frames([read_entry(kept_result("gemma-3-270m")), read_entry(kept_result("tallybench-references"))])


def test_frames_of_real_results_have_no_fault(frames: Frames) -> None:
    assert list(frame_faults(frames)) == []


@pytest.mark.parametrize(
    ("name", "where", "column", "value", "what"),
    [
        ("samples", "counts_for_efficiency & correct", "score", 120.0, "score is 120 in row"),
        ("samples", "counts_for_efficiency & correct", "score", None, "has no score"),
        ("samples", "not counts_for_efficiency", "ratio", 1.0, "does not count for efficiency"),
        ("samples", "counts_for_efficiency & correct", "correct", False, "contradicts its verdict"),
        ("samples", "counts_for_efficiency & not correct", "score", 5.0, "is not correct, and has a score"),
        ("samples", "counts_for_efficiency & correct", "instructions", 5, "from the sum over its inputs"),
        ("samples", "counts_for_efficiency & correct & not censored", "censored", True, "contradicts its counts"),
        ("samples", "correct", "path", "results/nobody.json", "results/nobody.json is not among the results"),
        ("counts", "verdict == 'counted'", "instructions", 10**15, "has a count over the budget"),
        ("counts", "verdict == 'counted'", "instructions", None, "is counted, and has no count"),
        ("counts", "verdict == 'counted'", "best_known", 0, "best_known is 0 in row"),
        ("problems", "models > 0", "solved_by", 99, "more models solve"),
        ("problems", "models > 0", "spread", 51.0, "spread is 51 in row"),
    ],
)
def test_a_frame_that_breaks_a_bound_is_named(
    frames: Frames, name: str, where: str, column: str, value: Any, what: str
) -> None:
    frame = dict(frames.items())[name].copy()
    frame.loc[frame.query(where).index[0], column] = pd.NA if value is None else value
    faults = list(frame_faults(replace(frames, **{name: frame})))
    assert any(what in fault for fault in faults), faults


def pairs(**changes: float) -> pd.DataFrame:
    found = {"first": ["a", "b"], "second": ["b", "a"], "difference": [2.0, -2.0], "low": [1.0, -3.0]}
    made = pd.DataFrame(found | {"high": [3.0, -1.0], "a12": [0.6, 0.4]})
    for column, value in changes.items():
        made.loc[0, column] = value
    return made


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"difference": 2.5}, "the difference of a and b is not the other's"),
        ({"low": 2.1}, "the difference of a and b is outside of its interval"),
        ({"a12": -356_837.0}, "a12 is -356837 in row 0, and must be 0 to 1"),
        ({"high": float("inf")}, "high is inf in row 0, and must be finite"),
    ],
)
def test_a_table_of_pairs_that_breaks_a_bound_is_named(changes: dict[str, float], what: str) -> None:
    assert list(pair_faults(pairs())) == []
    assert any(what in fault for fault in pair_faults(pairs(**changes)))


def test_a_leaderboard_with_other_models_than_the_results_is_named(frames: Frames) -> None:
    results = frames.results
    name = f"{results['benchmark'][0]} {results['version'][0]}"
    board = [{"file": path, "rank": None} for path in results["path"]]
    assert list(population_faults(name, board, results)) == []
    assert any("different rows" in fault for fault in population_faults(name, board[1:], results))
    unranked = results.assign(unranked="why")
    ranked = [board[0] | {"rank": 1}, *board[1:]]
    assert any("ranked rows" in fault for fault in population_faults(name, ranked, unranked))


def test_a_fault_ends_the_build_with_one_message_that_names_the_first_ones() -> None:
    refuse([])
    with pytest.raises(InputError, match=r"published tables: fault 0; .*fault 4; and 2 more\. Nothing is published"):
        refuse([f"fault {number}" for number in range(7)])
