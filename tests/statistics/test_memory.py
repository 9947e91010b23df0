"""Figures of peak memory: by hand, from peaks and what they are compared with."""

import math

import pytest

from tallybench.model.budget import MEMORY_FLOOR, least_memory
from tallybench.model.counts import ProblemCounts, SampleCounts, count_under_floor, memory_reduction, memory_score
from tallybench.model.metrics import compute_metrics
from tallybench.model.parts import MemoryResult, TieTolerance
from tallybench.model.redaction import UNMEASURED, bare_sample
from tallybench.model.result import SampleResult, StressResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tests.made_results import given_input

TIE = TieTolerance(relative=0.01, absolute=0)
MIB = 1 << 20


def problem(*peaks: int | None, least: int = MIB, truth: int | None = 4 * MIB) -> ProblemCounts:
    """A problem with two equal inputs and one correct sample a peak; None is a sample that is not correct."""
    given = given_input(50, 100, MemoryResult(least=least, ground_truth=truth))
    counted = (StressVerdict.COUNTED,) * 2
    samples = [
        SampleCounts(False) if peak is None else SampleCounts(True, counted, (60, 60), 120, None, (peak, peak))
        for peak in peaks
    ]
    return ProblemCounts(True, samples, (given, given))


def measured(*inputs: MemoryResult) -> ProblemCounts:
    return ProblemCounts(True, [], tuple(given_input(50, 100, given) for given in inputs))


def value(name: str, *problems: ProblemCounts) -> float | None:
    return compute_metrics(problems, [1], TIE)[name].value


@pytest.mark.parametrize(
    ("peaks", "score"),
    [
        ((MIB, MIB), 100),
        ((2 * MIB, MIB), 75),
        ((MIB // 2, MIB), 100),  # less than the least known is no more than it
        ((None, MIB), 50),  # not counted there
        ((None, None), 0),
    ],
)
def test_the_score_is_the_mean_over_inputs_of_how_near_the_least_known_is(
    peaks: tuple[int | None, ...], score: float
) -> None:
    given = measured(*[MemoryResult(least=MIB, ground_truth=None)] * 2)
    assert memory_score(given, SampleCounts(True, peaks=peaks)) == pytest.approx(score)


def test_below_the_floor_all_are_equal() -> None:
    given = measured(MemoryResult(least=1_300, ground_truth=2_000))
    assert memory_score(given, SampleCounts(True, peaks=(MEMORY_FLOOR,))) == 100
    assert memory_score(given, SampleCounts(True, peaks=(2 * MEMORY_FLOOR,))) == 50
    assert memory_reduction(given, SampleCounts(True, peaks=(5_000,))) == 1


def test_problems_whose_reduction_is_1_by_construction_are_counted() -> None:
    low = problem(900, 2_000, least=800, truth=MEMORY_FLOOR)
    one_above = problem(900, 2 * MEMORY_FLOOR, least=800, truth=MEMORY_FLOOR)
    wrong = problem(None, least=800, truth=900)
    assert count_under_floor([low, one_above, wrong, problem(900)]) == (1, 3)


@pytest.mark.parametrize(
    ("peaks", "reduction"), [((MIB, MIB, 4 * MIB), 1), ((MIB, MIB, None), 4), ((None, MIB, None), None)]
)
def test_reduction_is_the_geometric_mean_over_the_inputs_that_both_have(
    peaks: tuple[int | None, ...], reduction: float | None
) -> None:
    given = measured(*(MemoryResult(least=MIB, ground_truth=truth) for truth in (4 * MIB, None, MIB)))
    assert memory_reduction(given, SampleCounts(True, peaks=peaks)) == pytest.approx(reduction)


def test_the_figures_of_a_run() -> None:
    problems = [problem(MIB, 4 * MIB), problem(None), problem(2 * MIB)]
    assert value("memory_score@1", *problems) == pytest.approx((62.5 + 0 + 50) / 3)
    # The mean over a problem's correct samples, then the geometric mean over problems.
    assert value("memory_reduction", *problems) == pytest.approx(math.sqrt(2.5 * 2), abs=1e-6)


def test_the_score_of_two_samples_is_that_of_the_better_one() -> None:
    assert compute_metrics([problem(MIB, 4 * MIB)], [2], TIE)["memory_score@2"].value == 100


def test_where_memory_was_not_measured_there_are_no_figures_of_it() -> None:
    given = given_input(50, 100)
    bare = ProblemCounts(True, [SampleCounts(True, (StressVerdict.COUNTED,), (60,), 60, None, (None,))], (given,))
    assert not [name for name in compute_metrics([bare], [1], TIE) if "memory" in name]


def test_what_code_said_where_its_memory_was_measured_is_not_published() -> None:
    told = {
        "a": StressResult(verdict=StressVerdict.COUNTED, count=5, memory_reason="ValueError: the text of others"),
        "b": StressResult(verdict=StressVerdict.COUNTED, count=5, memory_reason="Theirs: the text of others"),
        "c": StressResult(verdict=StressVerdict.COUNTED, count=5, memory=70_000),
    }
    sample = SampleResult(task_id="A/0", index=0, code_sha256=None, verdict=Verdict.PASSED, stress=told)
    bare = bare_sample(sample)
    assert [told.memory_reason for told in bare.stress.values()] == ["ValueError", UNMEASURED, None]
    assert bare.stress["c"].memory == 70_000
    assert bare_sample(bare) == bare


def test_the_least_is_of_one_solution_that_was_measured_on_every_input() -> None:
    assert least_memory({"one": [5, 5], "two": [1, None], "three": [9, 0 + 1]}) == "one"
    assert least_memory({"first": [2, 2], "second": [2, 2]}) == "first"
    assert least_memory({"one": [None]}) is None
    assert least_memory({"one": []}) is None
