"""Findings over the published results: what they say is what the data behind them say."""

from functools import cache
from pathlib import Path

import pytest
from scipy.stats import spearmanr

from evaluator.results.published.boards import Board, make_boards
from evaluator.results.published.entries import read_entries
from evaluator.statistics.finding import Finding
from evaluator.statistics.findings import find

ROOT = Path(__file__).parents[2]


@cache
def board() -> Board:
    return next(board for board in make_boards(read_entries(ROOT)) if board.benchmark == "humaneval")


@pytest.fixture(scope="module")
def findings() -> dict[str, Finding]:
    return {finding.key: finding for finding in find(board())}


def test_there_are_at_most_ten_each_with_an_answer_and_data(findings: dict[str, Finding]) -> None:
    assert 5 <= len(findings) <= 10
    for finding in findings.values():
        chart = finding.chart
        assert finding.question.endswith("?") and finding.answer.endswith(".")
        assert "nan" not in finding.answer.lower() and "<NA>" not in finding.answer
        wanted = {chart.x, chart.y, chart.low or chart.x, chart.high or chart.x}
        assert wanted <= set(finding.data.columns) and len(finding.data)
        assert finding.data[[chart.x, chart.y]].notna().all(axis=None)


def test_the_fastest_is_the_first_of_the_board(findings: dict[str, Finding]) -> None:
    first = board().rows[0].entry
    score = first.figure("score@1")
    assert score is not None and score.value is not None
    assert findings["fastest"].answer.startswith(f"{first.name} leads with a score of {score.value:.1f} of 100")


@pytest.mark.parametrize(("key", "across"), [("size", "parameters"), ("time", "year"), ("better-coders", "correct")])
def test_a_relation_is_that_of_the_points_that_are_drawn(findings: dict[str, Finding], key: str, across: str) -> None:
    data = findings[key].data
    rho = spearmanr(data[across].astype(float), data[findings[key].chart.y].astype(float)).statistic
    assert f"rank correlation {rho:+.2f}" in findings[key].answer
    assert f"n = {len(data)}" in findings[key].answer


def test_the_matrix_of_pairs_holds_both_directions(findings: dict[str, Finding]) -> None:
    data = findings["repeated"].data
    faster = {(row["first"], row["second"]): row["faster"] for _, row in data.iterrows()}
    slower = {(row["second"], row["first"]): row["slower"] for _, row in data.iterrows()}
    assert faster == slower and len(data) > 1


def test_a_board_of_few_models_tells_nothing() -> None:
    assert find(Board("humaneval", "2.0.0", rows=board().rows[:5])) == []
