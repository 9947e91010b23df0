"""All human solutions of a problem: checked, counted, and the samples' places among them."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.benchmarks import load_benchmark
from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome
from evaluator.execution.session import Session
from evaluator.humans.measure import measure_humans, need_solutions
from evaluator.humans.percentiles import compare_builds, result_percentiles
from evaluator.humans.report import memory_lines, percentile_lines
from evaluator.humans.solutions import MeasuredHumans
from evaluator.measuring.outcome_store import OutcomeStore
from evaluator.results.verdicts import Verdict
from evaluator.run.options import Options
from evaluator.run.pipeline import evaluate
from evaluator.samples.reading import Sample
from tests.benchmarks.coffe_data import QUICK_SORT, WRONG_SORT, write_data
from tests.conftest import CommandLine

BETWEEN = "numbers = list(map(int, input().split()))\nfor _ in range(1000):\n    numbers.sort()\nprint(*numbers)\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("datasets"))


@pytest.fixture(scope="module")
def humans(data: Path, session: Session) -> MeasuredHumans:
    return measure_humans(load_benchmark("coffe-code-contests", data), session=session)


def test_a_human_solution_that_fails_a_test_is_named_with_the_test(humans: MeasuredHumans) -> None:
    (problem,) = humans.problems
    assert [solution.verdict for solution in problem.solutions] == [*[Verdict.PASSED] * 3, Verdict.WRONG_OUTPUT]
    wrong = problem.solutions[3]
    assert wrong.reason is not None and wrong.reason.startswith("test 2 of 2")
    assert wrong.counts == {} and wrong.name not in problem.totals


def test_the_best_solution_is_the_one_with_the_lowest_count(humans: MeasuredHumans) -> None:
    (problem,) = humans.problems
    slow, quick, middle = (problem.totals[f"human_{number}"] for number in (1, 2, 3))
    assert quick < middle < slow
    assert problem.best == "human_2"


def test_a_total_s_percentile_is_the_share_of_slower_solutions(humans: MeasuredHumans) -> None:
    (problem,) = humans.problems
    totals = problem.totals
    assert problem.percentile(totals["human_2"] // 2) == (1.0, 0.0)
    assert problem.percentile(totals["human_2"]) == pytest.approx((2 / 3, 1 / 3))
    assert problem.percentile(totals["human_2"], without="human_2") == (1.0, 0.0)
    assert problem.percentile(100 * totals["human_1"]) == (0.0, 0.0)


def test_what_was_measured_is_not_measured_again(
    data: Path, humans: MeasuredHumans, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something was measured")

    monkeypatch.setattr("evaluator.execution.pool._Running.give", refuse)
    assert measure_humans(load_benchmark("coffe-code-contests", data)) == humans


def test_samples_have_a_place_among_the_human_solutions(data: Path, humans: MeasuredHumans, session: Session) -> None:
    (task_id,) = (problem.task_id for problem in humans.problems)
    options = Options(benchmark="coffe-code-contests", data=data)
    codes = (QUICK_SORT + "# mine\n", BETWEEN, WRONG_SORT)
    samples = [Sample(task_id, index, "solution", code) for index, code in enumerate(codes)]
    result = evaluate(samples, "a model", options, session=session)
    percentiles = result_percentiles(result, humans)
    first, second, third = percentiles.samples
    assert first.slower == pytest.approx(2 / 3) and first.tied == pytest.approx(1 / 3)
    assert first.slower is not None and second.slower is not None and second.slower < first.slower
    assert third.slower is None and third.why == "is not correct: wrong_output"
    both = first.slower + second.slower
    assert percentiles.correct.value == pytest.approx(both / 2, abs=1e-6)
    assert percentiles.all.value == pytest.approx(both / 3, abs=1e-6)
    (problem,) = humans.problems
    uncounted = replace(humans, problems=(replace(problem, solutions=(), fault="no reference ends"),))
    among_nobody = result_percentiles(result, uncounted)
    assert {sample.why for sample in among_nobody.samples} == {"no reference ends"}
    assert (among_nobody.correct.value, among_nobody.all.value) == (None, None)
    other = result.model_copy(update={"environment": result.environment.model_copy(update={"fingerprint": "0" * 64})})
    with pytest.raises(InputError, match="another environment"):
        result_percentiles(other, humans)


@pytest.fixture(scope="module")
def with_memory(data: Path, session: Session) -> MeasuredHumans:
    return measure_humans(load_benchmark("coffe-code-contests", data), memory=True, session=session)


def test_memory_is_measured_of_what_was_counted(humans: MeasuredHumans, with_memory: MeasuredHumans) -> None:
    (problem,), (without,) = with_memory.problems, humans.problems
    assert problem.totals == without.totals
    assert without.memory == {}
    assert problem.memory.keys() <= problem.totals.keys()
    for solution in problem.solutions:
        counted = {name for name, count in solution.counts.items() if count is not None}
        assert {name for name, peak in solution.peaks.items() if peak is not None} == counted
    assert problem.memory


def test_a_sample_has_a_place_by_its_memory(data: Path, with_memory: MeasuredHumans, session: Session) -> None:
    (problem,) = with_memory.problems
    wasteful = QUICK_SORT + "kept = bytearray(100_000_000)\n"
    options = Options(benchmark="coffe-code-contests", data=data, memory=True)
    samples = [Sample(problem.task_id, number, "solution", code) for number, code in enumerate((QUICK_SORT, wasteful))]
    placed = result_percentiles(evaluate(samples, "two", options, session=session), with_memory)
    lean, fat = placed.samples
    assert lean.needs_more is not None
    assert fat.needs_more == 0.0 and fat.needs_as_much == 0.0
    assert lean.memory_ratio is not None and fat.memory_ratio is not None and lean.memory_ratio < fat.memory_ratio
    assert placed.memory is not None
    assert placed.memory.value == pytest.approx(lean.needs_more / 2)
    assert problem.memory_percentile(1) == (1.0, 0.0)
    (line,) = (line for line in percentile_lines([placed]) if "more memory" in line)
    assert f"{fat.memory_ratio:.1f} times at the most ({problem.task_id})" in line
    (line,) = memory_lines(with_memory)
    assert line.startswith(f"memory: {len(problem.memory)} solutions have a peak on every input")


def test_the_same_counts_agree_and_reversed_ones_do_not(humans: MeasuredHumans) -> None:
    (same,) = compare_builds(humans, humans)
    assert (same.solutions, same.kendall, same.change, same.best_kept) == (3, 1.0, 0.0, True)
    (problem,) = humans.problems
    slow, quick, middle = problem.solutions[:3]
    exchanged = replace(
        problem, solutions=(replace(slow, counts=quick.counts), replace(quick, counts=slow.counts), middle)
    )
    other = replace(humans, problems=(exchanged,))
    (agreement,) = compare_builds(humans, other)
    assert agreement.kendall == pytest.approx(-1.0)
    assert agreement.change == pytest.approx(200 / 3, abs=1e-4)
    assert not agreement.best_kept


def test_a_line_that_was_cut_off_is_dropped_and_the_rest_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    OutcomeStore(path).note({"verdict": "passed"}, "check", "a")
    with path.open("ab") as file:
        file.write(b'{"key": ["check", "b"], "outc')
    again = OutcomeStore(path)
    assert again.get(dict, "check", "a") == {"verdict": "passed"} and again.get(int, "check", "b") is None
    again.note(3, "check", "b")
    assert OutcomeStore(path).get(int, "check", "b") == 3


@pytest.mark.parametrize("noted", [3, [], "passed", {}, {"verdict": "good"}, {"verdict": "passed", "count": 1}])
def test_what_is_no_outcome_is_measured_anew(tmp_path: Path, noted: object) -> None:
    OutcomeStore(tmp_path / "kept.jsonl").note(noted, "check", "a")
    assert OutcomeStore(tmp_path / "kept.jsonl").get(CheckOutcome.of_record, "check", "a") is None


def test_a_benchmark_with_one_solution_a_problem_has_nobody_to_lie_among(data: Path) -> None:
    with pytest.raises(InputError, match="one solution a problem"):
        need_solutions(load_benchmark("coffe-function", data))


def test_the_command_reports_what_fails_and_writes_the_same_bytes(
    data: Path, humans: MeasuredHumans, tallybench: CommandLine, tmp_path: Path
) -> None:
    done = tallybench("humans", "--data", data, "-o", "humans.json")
    assert done.returncode == 0, done.stderr
    assert "3 of 4 human solutions pass all tests" in done.stdout
    first = (tmp_path / "humans.json").read_bytes()
    (problem,) = json.loads(first)["problems"].values()
    assert problem["best"] == "human_2"
    assert [solution["percentile"] for solution in problem["solutions"]] == [0.0, 1.0, 0.5, None]
    anew = os.environ | {"TALLYBENCH_CACHE": str(tmp_path / "empty")}
    done = tallybench("humans", "--data", data, "-o", "humans.json", env=anew)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "humans.json").read_bytes() == first
    checked = tallybench("humans", "--data", data, "--check")
    assert checked.returncode == 0 and "1 do not, in 1 problems: 1 wrong_output" in checked.stdout
    both = tallybench("humans", "--data", data, "--check", "--python", "a", "--python", "b")
    assert both.returncode == 2 and "--check" in both.stderr
