"""Findings over the published results: what they say is what the data behind them say."""

from dataclasses import replace
from functools import cache

import pandas as pd
import pytest
from generator.charts.drawing import WIDTH
from generator.charts.wording import width
from scipy.stats import spearmanr

from tallybench.model.verdicts import Verdict
from tallybench.statistics.finding import LEAST_MODELS, Finding, Sources, read_sources, single_models
from tallybench.statistics.findings import answer
from tallybench.statistics.orders import ProblemOrders, fit_growth, order_standing
from tallybench.statistics.prompts import prompts_verdict
from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.sampling import temperatures
from tests.few_results import few_entries

MODELS = (  # enough of each kind, and quick to read
    *("gpt-5.4", "gpt-5.4-performance", "gpt-5.4-performance-structured", "gpt-5.4-readability"),
    *("gpt-4o-mini", "phi-4", "gemma-2-9b", "mistral-7b-v0.2"),
    *("qwen2.5-7b", "qwen2.5-32b", "llama-3.1-8b", "llama-3.3-70b"),
)


@cache
def board() -> Board:
    (found,) = make_boards(few_entries(MODELS, "humaneval"))
    return found


@pytest.fixture(scope="module")
def sources() -> Sources:
    found = read_sources(board(), {})
    assert found is not None
    return found


@pytest.fixture(scope="module")
def findings(sources: Sources) -> dict[str, Finding]:
    return {finding.key: finding for finding in answer(sources)}


def test_there_are_at_most_ten_each_with_an_answer_and_data(findings: dict[str, Finding]) -> None:
    assert 5 <= len(findings) <= 10
    for finding in findings.values():
        chart = finding.chart
        assert finding.question.endswith("?") and finding.answer.endswith(".")
        assert "nan" not in finding.answer.lower() and "<NA>" not in finding.answer
        wanted = {chart.x, chart.y, chart.low or chart.x, chart.high or chart.x}
        assert wanted <= set(finding.data.columns) and len(finding.data)
        assert finding.data[[chart.x, chart.y]].notna().all(axis=None)
        assert width(chart.x_title) < WIDTH
        if chart.low and chart.high:
            assert (finding.data[chart.low] <= finding.data[chart.x]).all()
            assert (finding.data[chart.x] <= finding.data[chart.high]).all()


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


def test_relations_have_one_setting_of_each_model(sources: Sources) -> None:
    """Three efforts of one model once stood in a figure that leaves further settings out."""
    models = sources.models.assign(pipeline=False, organization="A maker", revision=None)
    models = models.astype({"organization": "string", "revision": "string"})
    assert len(single_models(models)) == len(models), "of no known revision"
    models.loc[:2, "revision"] = "a-model-2026"
    models.loc[:2, "name"] = ["A model (high)", "A model (low)", "A model (medium)"]
    left = single_models(models)["name"]
    assert set(models["name"]) - set(left) == {"A model (high)", "A model (medium)"}
    models.loc[0, "organization"] = "Another maker"
    assert len(single_models(models)) == len(models) - 1


def test_growth_tells_of_each_model_on_how_many_problems_its_order_is_worse() -> None:
    """Every correct program of a problem is linear but those of one model, which are quadratic."""
    rows = [row for row in board().rows if len(row.entry.result.samples) == 164][:LEAST_MODELS]
    worse = rows[2].entry
    linear, quadratic = (fit_growth([(n, 100 * n**power) for n in (100, 200, 400)]) for power in (1, 2))
    orders = {}
    for task_id in list(worse.samples)[:40]:
        correct = {
            sample.code_sha256 or "": row.entry is worse
            for row in rows[::-1]
            for sample in row.entry.samples[task_id]
            if sample.verdict is Verdict.PASSED
        }
        programs = {program: quadratic if slow else linear for program, slow in correct.items()}
        orders[task_id] = ProblemOrders(best=linear, programs=programs, distinct=(linear, quadratic))
    sources = read_sources(replace(board(), rows=tuple(rows)), orders)
    assert sources is not None
    [found] = [one for one in answer(sources) if one.key == "growth"]
    shares = dict(zip(found.data["model"], found.data["percent"], strict=True))
    assert max(shares, key=lambda model: shares[model]) == worse.slug and min(shares.values()) < 20
    standing = order_standing(worse, orders)
    assert standing is not None and shares[worse.slug] == pytest.approx(100 * len(standing.worse) / standing.compared)


def test_asking_for_speed_is_answered_by_score_and_cost(findings: dict[str, Finding]) -> None:
    """GPT-5.4 has the same score, and its correct code spends about a tenth less."""
    finding = findings["prompts"]
    data = finding.data.set_index("model")
    fast = data.loc["gpt-5.4-performance"]
    assert -18 < fast["low"] < fast["difference"] < fast["high"] < -4 and round(fast["difference"]) == -11
    assert fast["score@1 low"] < 0 < fast["score@1 high"] and fast["significant"]
    readable = data.loc["gpt-5.4-readability"]
    assert readable["low"] < 0 < readable["high"] and not readable["significant"]
    assert finding.answer.startswith("Yes, in cost: with 2 ways of asking for speed, 2 with cheaper correct code.")
    assert "No significant change in score@1, pass@1 and efficient@1." in finding.answer
    over = f"(4 to 18 %, {fast['problems']} problems: cheaper on 32, dearer on 8"
    assert f"11 % fewer instructions {over}" in finding.answer
    assert "GPT-5.4 (asked for readability): score +0.0 points (-1.7 to +1.6); no significant change" in finding.answer


@pytest.mark.parametrize(
    ("cost", "score", "says"),
    [
        (0, 0, "No significant change with any of 2 ways of asking for speed; there may still be one."),
        (-1, 0, "Yes, in cost: with 2 ways of asking for speed, 2 with cheaper correct code. No significant "),
        (0, 1, "Yes: with 2 ways of asking for speed, 2 with a higher score. No significant change in the cost"),
        (1, -1, "Not clearly: with 2 ways of asking for speed, 2 with dearer correct code, 2 with a lower score."),
    ],
)
def test_the_verdict_on_asking_says_what_is_significant(cost: int, score: int, says: str) -> None:
    signs = {"cost": cost, "score@1": score, "pass@1": 0, "efficient@1": 0}
    rows = [
        {"model": model, "asked": asked, "figure": figure, "difference": 5.0 * sign, "significant": sign != 0}
        for model, asked in (("a", "performance"), ("b", "fast"), ("c", "readability"))
        for figure, sign in signs.items()
    ]
    assert prompts_verdict(pd.DataFrame(rows)).startswith(says)
    assert "was asked for speed" in prompts_verdict(pd.DataFrame(rows[-4:]))


def test_success_tells_both_relations_with_their_intervals(findings: dict[str, Finding]) -> None:
    finding = findings["success"]
    for _, row in finding.data.iterrows():
        for name, ends in (("rho", "rho"), ("spread_rho", "spread")):
            assert row[f"{ends}_low"] <= row[name] <= row[f"{ends}_high"]
            told = f"{row[name]:+.2f} ({row[f'{ends}_low']:+.2f} to {row[f'{ends}_high']:+.2f}; {row['name']})"
            assert told in finding.answer


def test_findings_say_how_many_programs_enter_as_bounds(findings: dict[str, Finding]) -> None:
    data = findings["better-coders"].data
    assert f"{data['censored'].sum():,} programs are over the budget" in findings["better-coders"].caution
    worst = findings["problems"].data.iloc[0]
    bound = f"as a bound: {worst['censored']} of the {worst['models']} on {worst['name']}"
    assert bound in findings["problems"].caution
    several = [family for family in temperatures([row.entry for row in board().rows]) if len(family) > 1]
    assert ("is unknown" in findings["success"].caution) == (not several), "what temperature does"


def test_a_board_of_few_models_tells_nothing() -> None:
    assert read_sources(Board("humaneval", "2.0.0", rows=board().rows[:5]), {}) is None
