"""What correct code costs: hand-made models whose ratios, tests and effect sizes can be worked out by hand."""

import math
from collections.abc import Mapping, Sequence

import pytest

from tallybench.model.counts import ProblemCounts, SampleCounts, cost_order
from tallybench.model.estimators import mean_figure
from tallybench.model.parts import TieTolerance
from tallybench.model.verdicts import StressVerdict
from tallybench.statistics.cost import (
    LEAST_PROBLEMS,
    CostRatio,
    ModelCosts,
    cost_ratios,
    exact_totals,
    mean_cost,
    model_costs,
    sign_test,
)
from tallybench.statistics.frames import make_frames
from tallybench.statistics.published.entries import read_entry
from tests.made_results import given_input, kept_result

M = 1_000_000


def model(totals: Mapping[str, Sequence[int]], inputs: int = 1, left_out: int = 0) -> ModelCosts:
    """A model with these totals by problem, and as many stressful inputs on each."""
    own = {task_id: tuple(counts) for task_id, counts in totals.items()}
    return ModelCosts(own, dict.fromkeys(own, inputs), left_out, TieTolerance(relative=0.03, absolute=10_000))


def compared(ours: Mapping[str, Sequence[int]], theirs: Mapping[str, Sequence[int]], inputs: int = 1) -> CostRatio:
    return cost_ratios([model(ours, inputs), model(theirs, inputs)], [(0, 1)])[0, 1]


def each(ratios: Sequence[float]) -> CostRatio:
    """A model beside one that spends 16 million instructions on each problem."""
    tasks = [f"p{number}" for number in range(len(ratios))]
    ours = {task: [round(16 * M * ratio)] for task, ratio in zip(tasks, ratios, strict=True)}
    return compared(ours, {task: [16 * M] for task in tasks})


def test_the_ratio_is_the_geometric_mean_over_the_problems_that_both_solve() -> None:
    found = compared({"p": [1 * M], "q": [1 * M], "r": [5 * M]}, {"p": [2 * M], "q": [8 * M], "s": [5 * M]})
    assert found.value == pytest.approx(1 / 4)  # of 1/2 and 1/8
    assert (found.problems, found.cheaper, found.dearer, found.ties) == (2, 2, 0, 0)
    assert found.median == pytest.approx(1 / 4)
    assert (found.low, found.high, found.significant) == (None, None, False)


def test_a_models_cost_on_a_problem_is_the_geometric_mean_of_its_samples() -> None:
    assert mean_cost([1 * M, 4 * M]) == 2 * M and mean_cost([123_456_789]) == 123_456_789
    found = compared({"p": [1 * M, 4 * M]}, {"p": [2 * M]})
    assert (found.value, found.ties) == (1.0, 1)
    once = each([0.5] * 5 + [4])
    ours = {f"p{number}": [8 * M] * 10 for number in range(5)} | {"p5": [64 * M] * 10}
    assert compared(ours, {task: [16 * M] * 10 for task in ours}) == once


def test_a_difference_within_the_tolerance_is_a_tie() -> None:
    """3 % of the lower total, or 10,000 instructions for each of 5 inputs."""
    ours = {"share": [100 * M], "beyond": [100 * M], "absolute": [100_000], "over": [100_000]}
    theirs = {"share": [103 * M], "beyond": [103 * M + 1], "absolute": [150_000], "over": [150_001]}
    found = compared(ours, theirs, inputs=5)
    assert (found.cheaper, found.dearer, found.ties) == (2, 0, 2)
    turned = compared(theirs, ours, inputs=5)
    assert (turned.cheaper, turned.dearer, turned.ties) == (0, 2, 2)


@pytest.mark.parametrize(
    ("fewer", "more", "p"),
    [(0, 0, 1), (5, 0, 1 / 16), (6, 0, 1 / 32), (8, 2, 112 / 1024), (2, 8, 112 / 1024), (3, 3, 1), (42, 9, 3.3888e-6)],
)
def test_the_sign_test_is_that_of_a_fair_coin(fewer: int, more: int, p: float) -> None:
    assert sign_test(fewer, more) == pytest.approx(p, rel=1e-4)


def test_what_is_the_same_on_every_problem_has_an_interval_without_width() -> None:
    found = each([0.5] * LEAST_PROBLEMS)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)
    assert found.significant and found.p == 1 / 32
    assert each([0.5] * (LEAST_PROBLEMS - 1)).low is None


def test_the_interval_is_that_of_the_mean_logarithm_with_the_draws_of_all_figures() -> None:
    ratios = [0.5, 0.25, 1, 2, 0.5, 0.125, 1]
    found = each(ratios)
    figure = mean_figure([math.log(ratio) for ratio in ratios], math.exp)
    assert (found.value, found.low, found.high) == pytest.approx((figure.value, figure.low, figure.high), abs=2e-6)
    assert found.value == pytest.approx(2 ** (-6 / 7), abs=1e-6)
    assert (found.cheaper, found.dearer, found.ties) == (4, 1, 2)


def test_many_pairs_have_the_intervals_that_each_has_alone() -> None:
    ours = [model({f"p{n}": [(n + 1 + shift) * M] for n in range(8 - shift % 2)}) for shift in range(6)]
    found = cost_ratios(ours, [(one, other) for one in range(6) for other in range(6)])
    assert len(found) == 30
    for pair in ((0, 1), (2, 4), (3, 5)):
        assert found[pair] == cost_ratios([ours[place] for place in pair], [(0, 1)])[0, 1]


def test_a_pair_turned_is_the_inverse() -> None:
    one = model({f"p{n}": [M, 4 * M] for n in range(6)} | {"q": [9 * M]}, left_out=3)
    pair = cost_ratios([one, model({f"p{n}": [5 * M] for n in range(7)} | {"q": [M]})], [(1, 0)])
    ours, theirs = pair[0, 1], pair[1, 0]
    assert ours.value and theirs.value and ours.value * theirs.value == pytest.approx(1, abs=1e-5)
    assert ours.low and theirs.high and ours.low * theirs.high == pytest.approx(1, abs=1e-5)
    assert (ours.cheaper, ours.dearer, ours.ties) == (theirs.dearer, theirs.cheaper, theirs.ties) == (6, 1, 0)
    assert ours.left_out == theirs.left_out[::-1] == (3, 0)
    assert ours.a12 is not None and theirs.a12 is not None and ours.a12 + theirs.a12 == pytest.approx(1)


def test_the_effect_size_is_the_chance_that_a_sample_costs_less_a_tie_counting_half() -> None:
    assert compared({"p": [1 * M, 9 * M]}, {"p": [5 * M]}).a12 == 0.5
    assert compared({"p": [1 * M, 2 * M, 9 * M]}, {"p": [5 * M]}).a12 == pytest.approx(2 / 3, abs=1e-6)
    assert compared({"p": [5 * M, 9 * M]}, {"p": [5 * M, 5 * M]}).a12 == 0.25  # half of them tie, half are dearer
    several = compared({"p": [M], "q": [M], "r": [9 * M]}, {task: [5 * M] for task in "pqr"})
    assert several.a12 == pytest.approx(2 / 3, abs=1e-6) and several.a12_median == 1
    extreme = compared({"p": [1]}, {"p": [10**15]})
    assert extreme.a12 == 1, "bounded, however far the two are apart"


def test_it_is_said_in_words_and_no_significance_is_not_said_to_be_nothing() -> None:
    found = each([0.98] * 20)  # differs within the tolerance alone
    assert found.high is not None and found.high < 1 and found.ties == 20 and not found.significant
    assert "no significant change" in str(found)
    assert str(each([0.5] * 8)) == "50 % fewer instructions (50 to 50 %, 8 problems: cheaper on 8, dearer on 0, 0 ties)"
    assert str(each([3] * 8)) == "200 % more instructions (200 to 200 %, 8 problems: cheaper on 0, dearer on 8, 0 ties)"
    unclear = each([0.5, 2] * 4)
    assert unclear.value == 1 and str(unclear).startswith("no significant change in instructions (0 % more, 95 % ")
    assert str(each([0.5] * 2)).endswith("too few to compare their cost")


def problem(samples: Sequence[SampleCounts], *, efficiency: bool = True) -> ProblemCounts:
    return ProblemCounts(efficiency, samples, (given_input(10, 20), given_input(10, 20)))


def test_a_lower_bound_is_no_count() -> None:
    counted = SampleCounts(True, (StressVerdict.COUNTED,) * 2, (100, 150), 250)
    over = SampleCounts(True, (StressVerdict.COUNTED, StressVerdict.OVER_BUDGET), (1, None), 201)
    wrong = SampleCounts(False)
    failed = SampleCounts(True, (StressVerdict.COUNTED, StressVerdict.EXCEPTION), (1, None))
    assert exact_totals(problem([over, counted, wrong, failed])) == (250,)
    assert exact_totals(problem([over])) == ()
    assert exact_totals(problem([counted], efficiency=False)) == ()


def test_an_exact_total_comes_before_any_lower_bound() -> None:
    totals = [(90, True), (100, False), (20, True), (95, False)]
    assert sorted(totals, key=lambda one: cost_order(*one)) == [(95, False), (100, False), (20, True), (90, True)]


def test_the_costs_of_a_result_are_those_of_its_samples_in_the_frame() -> None:
    entry = read_entry(kept_result("gpt-5.4"))
    found = model_costs(entry)
    samples = make_frames([entry]).samples
    correct = samples[samples["correct"] & samples["score"].notna()]
    exact = correct[~correct["censored"] & correct["instructions"].notna()]
    assert {task: sorted(rows["instructions"]) for task, rows in exact.groupby("task_id")} == {
        task: list(totals) for task, totals in found.totals.items()
    }
    assert found.left_out == len(correct) - len(exact) > 0
