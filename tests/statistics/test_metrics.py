"""The figures: estimators against enumeration, ties, exclusions, censoring, intervals."""

import itertools
import math

import numpy as np
import pytest

from tallybench.model.counts import ProblemCounts, SampleCounts
from tallybench.model.estimators import expected_best, pass_at_k
from tallybench.model.metrics import compute_metrics, metric_of, values_at_1
from tallybench.model.parts import InputResult, TieTolerance
from tallybench.model.verdicts import StressVerdict
from tallybench.statistics.ranking import Difference, paired_differences
from tests.made_results import given_input

OVER = StressVerdict.OVER_BUDGET
WRONG = StressVerdict.WRONG_OUTPUT
TIE = TieTolerance(relative=0.01, absolute=0)


def problem(*totals: int | None, truth: int = 100, best: int = 50, efficiency: bool = True) -> ProblemCounts:
    """A problem with one sample a total; None is a sample that is not correct."""
    samples = [SampleCounts(False) if total is None else sample(total) for total in totals]
    return ProblemCounts(efficiency, samples, (given_input(best, truth),))


def sample(*counts: int | StressVerdict) -> SampleCounts:
    """A correct sample with a count, or another verdict, on each input; what is over the budget enters with 1,000."""
    verdicts = tuple(count if isinstance(count, StressVerdict) else StressVerdict.COUNTED for count in counts)
    numbers = tuple(None if isinstance(count, StressVerdict) else count for count in counts)
    failed = set(verdicts) - {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}
    return SampleCounts(True, verdicts, numbers, None if failed else sum(number or 1_000 for number in numbers))


def inputs(*pairs: tuple[int, int | None]) -> tuple[InputResult, ...]:
    """Stressful inputs with the best known count and the ground truth's."""
    return tuple(given_input(best, truth) for best, truth in pairs)


@pytest.mark.parametrize("n", range(1, 7))
def test_pass_at_k_is_the_share_of_draws_with_a_correct_sample(n: int) -> None:
    for correct, k in itertools.product(range(n + 1), range(1, n + 1)):
        draws = list(itertools.combinations([True] * correct + [False] * (n - correct), k))
        assert pass_at_k(n, correct, k) == pytest.approx(sum(map(any, draws)) / len(draws))


def test_a_missing_task_counts_as_failed() -> None:
    figures = compute_metrics([problem(10), ProblemCounts(True, [])], [1], TIE)
    assert figures["pass@1"].value == 0.5
    assert figures["pass@1"].problems == 2


def test_too_few_samples_for_k_leave_no_value_but_a_reason() -> None:
    figure = compute_metrics([problem(10, 10), problem(10)], [1, 2], TIE)["pass@2"]
    assert figure.value is None
    assert figure.reason == "a problem has 1 samples, fewer than 2"


@pytest.mark.parametrize(
    ("total", "efficient", "strict"), [(99, 1, 1), (100, 1, 0), (101, 1, 0), (102, 0, 0), (50, 1, 1)]
)
def test_a_tie_is_efficient_but_not_strictly(total: int, efficient: int, strict: int) -> None:
    figures = compute_metrics([problem(total)], [1], TIE)
    assert figures["efficient@1"].value == efficient
    assert figures["efficient_strict@1"].value == strict


@pytest.mark.parametrize(
    ("total", "expected"), [(50, "1111"), (75, "0111"), (100, "0011"), (250, "0001"), (260, "0000")]
)
def test_the_curve_over_ratios_is_measured_with_the_best_known(total: int, expected: str) -> None:
    figures = compute_metrics([problem(total, truth=10_000)], [1], TIE)
    assert [figures[f"within@1({ratio})"].value for ratio in ("1", "1.5", "2", "5")] == list(map(int, expected))


def test_counts_that_are_next_to_nothing_tie_by_their_absolute_difference() -> None:
    figures = compute_metrics([problem(140), problem(160)], [1], TieTolerance(relative=0.01, absolute=50))
    assert figures["efficient@1"].value == 0.5


def test_one_input_that_is_not_counted_makes_a_sample_inefficient() -> None:
    given = ProblemCounts(True, [sample(50, WRONG)], inputs((50, 100), (50, 100)))
    figures = compute_metrics([given], [1], TIE)
    assert (figures["pass@1"].value, figures["efficient@1"].value) == (1, 0)
    assert figures["speedup"].value is None


def test_problems_without_efficiency_count_for_pass_only_and_on_both_sides_of_the_drop() -> None:
    figures = compute_metrics([problem(10), problem(None), problem(10, efficiency=False)], [1], TIE)
    assert figures["pass@1"].value == pytest.approx(2 / 3, abs=1e-6)
    assert figures["pass@1 (efficiency problems)"].value == 0.5
    assert figures["efficient@1"].problems == figures["pass@1 (efficiency problems)"].problems == 2


def test_speedup_is_a_geometric_mean_over_problems_of_the_mean_over_samples() -> None:
    figures = compute_metrics([problem(50, 25), problem(200, None)], [1], TIE)
    assert figures["speedup"].value == pytest.approx(math.sqrt(3 * 0.5), abs=1e-6)
    assert figures["speedup"].problems == 2


def test_speedup_of_sums_lets_the_heavy_problem_decide() -> None:
    figures = compute_metrics([problem(50), problem(10_000, truth=10_000)], [1], TIE)
    assert figures["speedup_of_sums"].value == pytest.approx(10_100 / 10_050, abs=1e-6)


def test_a_censored_count_enters_as_the_bound_and_is_told() -> None:
    figures = compute_metrics([ProblemCounts(True, [sample(OVER)], inputs((50, 100)))], [1], TIE)
    assert figures["speedup"].value == pytest.approx(0.1)
    assert figures["speedup"].censored == 1
    assert figures["efficient@1"].value == 0


def test_an_interval_holds_its_value_and_narrows_with_the_number_of_problems() -> None:
    few, many = (compute_metrics([problem(10), problem(None)] * count, [1], TIE)["pass@1"] for count in (5, 200))
    for figure in (few, many):
        assert figure.low is not None and figure.value is not None and figure.high is not None
        assert figure.low < figure.value < figure.high
    assert many.high - many.low < few.high - few.low  # type: ignore[operator]


def test_intervals_repeat_exactly() -> None:
    problems = [problem(total) for total in range(40, 160, 3)]
    assert compute_metrics(problems, [1], TIE) == compute_metrics(problems, [1], TIE)


@pytest.mark.parametrize("n", range(1, 7))
def test_the_expected_best_is_the_mean_over_draws_of_their_highest_value(n: int) -> None:
    values = [30.0, 0.0, 100.0, 62.5, 0.0, 30.0][:n]
    for k in range(1, n + 1):
        highest = [max(draw) for draw in itertools.combinations(values, k)]
        assert expected_best(values, k) == pytest.approx(sum(highest) / len(highest))


@pytest.mark.parametrize(
    ("counts", "score"),
    [
        ((50, 200), 100.0),
        ((25, 100), 100.0),  # nobody gets more than the best known
        ((100, 200), 75.0),
        ((100, OVER), 25.0),
        ((100, WRONG), 25.0),
        ((OVER, OVER), 0.0),
    ],
)
def test_the_score_is_the_mean_over_inputs_of_how_near_the_best_known_is(
    counts: tuple[int | StressVerdict, ...], score: float
) -> None:
    given = ProblemCounts(True, [sample(*counts)], inputs((50, None), (200, 300)))
    assert compute_metrics([given], [1], TIE)["score@1"].value == score


def test_the_score_takes_what_is_not_correct_as_nothing_and_problems_without_headroom_not_at_all() -> None:
    problems = [problem(50), problem(None), problem(50, efficiency=False), ProblemCounts(True, [])]
    figure = compute_metrics(problems, [1], TIE)["score@1"]
    assert figure.value == pytest.approx(100 / 3, abs=1e-6)
    assert figure.problems == 3


def test_the_score_of_k_samples_is_that_of_the_best_of_k() -> None:
    figures = compute_metrics([problem(50, 100, None)], [1, 2, 3], TIE)
    assert [figures[f"score@{k}"].value for k in (1, 2, 3)] == [50, pytest.approx(250 / 3, abs=1e-6), 100]


def test_where_the_ground_truth_is_over_the_budget_nothing_is_asked() -> None:
    given = inputs((50, 100), (50, None))
    for second, efficient in ((40, 1), (900, 1), (OVER, 1), (StressVerdict.MEMORY, 1), (WRONG, 0)):
        figures = compute_metrics([ProblemCounts(True, [sample(100, second)], given)], [1], TIE)
        assert figures["efficient@1"].value == efficient, second
    slower = compute_metrics([ProblemCounts(True, [sample(120, 40)], given)], [1], TIE)
    assert slower["efficient@1"].value == 0  # what it saves where nothing is asked makes up for nothing


def test_the_ground_truth_ties_with_itself_wherever_it_is_over_the_budget() -> None:
    for truths in ((100, 300), (100, None), (None, None)):
        given = inputs(*((50, truth) for truth in truths))
        itself = sample(*(truth if truth is not None else OVER for truth in truths))
        figures = compute_metrics([ProblemCounts(True, [itself], given)], [1], TIE)
        assert (figures["efficient@1"].value, figures["efficient_strict@1"].value) == (1, 0)


def test_every_figure_has_its_row_in_the_table() -> None:
    figures = compute_metrics([problem(50, 60)], [1, 2], TIE)
    rows = {name: metric_of(name) for name in figures}
    assert all(row is not None and row.describes for row in rows.values())
    assert {name for name, row in rows.items() if row is not None and not row.counted} == {"pass@1", "pass@2"}
    assert metric_of("score") is None and metric_of("made-up@1") is None


GOOD, BAD, MIXED, OPPOSITE = (
    [1.0] * 30 + [0.0] * 10,
    [0.0] * 20 + [1.0] * 10 + [0.0] * 10,
    [1.0, 0.0] * 20,
    [0.0, 1.0] * 20,
)


def test_a_paired_difference_is_significant_only_where_the_models_differ() -> None:
    differences = paired_differences([GOOD, BAD, MIXED, OPPOSITE])
    assert differences[0, 1].significant and differences[0, 1].low > 0
    assert not differences[2, 3].significant
    assert differences[1, 0] == Difference(*(-getattr(differences[0, 1], name) for name in ("value", "high", "low")))


def test_a_rank_is_an_interval_that_models_share_which_nothing_tells_apart() -> None:
    assert paired_differences([BAD, GOOD, MIXED, OPPOSITE, GOOD]).ranks()[1] == (1, 2)
    assert paired_differences([MIXED, OPPOSITE, MIXED]).ranks() == [(1, 3)] * 3
    assert paired_differences([GOOD, BAD]).ranks() == [(1, 1), (2, 2)]
    assert paired_differences([GOOD]).ranks() == [(1, 1)]


def test_rank_intervals_follow_from_every_pairs_interval() -> None:
    """What the short cut by counting draws leaves out is decided as the interval would decide it."""
    draw = np.random.default_rng(7)
    models = [np.clip(draw.normal(40 + 1.5 * model, 30, 60), 0, 100).tolist() for model in range(14)]
    differences = paired_differences(models)
    everyone = range(len(models))
    better = [sum(differences[other, one].low > 0 for other in everyone if other != one) for one in everyone]
    worse = [sum(differences[other, one].high < 0 for other in everyone if other != one) for one in everyone]
    found = differences.ranks()
    assert found == [(1 + above, len(models) - below) for above, below in zip(better, worse, strict=True)]
    assert any(low != high for low, high in found) and any(low > 1 for low, _ in found)


def test_the_interval_of_a_difference_is_the_one_of_its_mean() -> None:
    """A model against one that solves nothing differs from it by its own figure."""
    problems = [problem(total) for total in range(40, 160, 3)]
    figure = compute_metrics(problems, [1], TIE)["efficient@1"]
    values = values_at_1(problems, "efficient@1", TIE)
    difference = paired_differences([values, [0.0] * len(values)])[0, 1]
    assert (difference.value, difference.low, difference.high) == (figure.value, figure.low, figure.high)
