"""All human solutions of a problem: checked and counted, the samples' places among them, and pairs of two of them."""

import itertools
import json
import math
import os
import statistics
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.contest_pairs import Split, split_of, split_tests
from tallybench.counting.session import Session
from tallybench.counting.store import OutcomeStore
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import GIVEN, Case, Solution, Task, code_hash
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.studies.human_places import compare_builds, drawing_error, result_percentiles
from tallybench.studies.human_report import memory_lines, percentile_lines
from tallybench.studies.humans import Drawing, MeasuredHumans, measure_humans
from tests.benchmarks.coffe_data import MIDDLE_SORT, QUICK_SORT, SLOW_SORT, WRONG_SORT, write_data
from tests.conftest import CommandLine

SOLUTIONS = [Solution(f"human_{number}", f"print({number})\n") for number in range(1, 41)]
BETWEEN = "numbers = list(map(int, input().split()))\nfor _ in range(1000):\n    numbers.sort()\nprint(*numbers)\n"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("datasets"))


@pytest.fixture(scope="module")
def humans(data: Path, session: Session) -> MeasuredHumans:
    return measure_humans(Options("coffe-code-contests", data), session)


def test_human_solutions_are_checked_counted_and_placed(humans: MeasuredHumans) -> None:
    (problem,) = humans.problems
    assert [sample.verdict for sample in problem.samples] == [*[Verdict.PASSED] * 3, Verdict.WRONG_OUTPUT]
    wrong = problem.samples[3]
    assert wrong.failure is not None and wrong.failure.reason.startswith("test 2 of 2")
    assert wrong.stress == {} and problem.names[3] not in problem.totals
    slow, quick, middle = (problem.totals[f"human_{number}"] for number in (1, 2, 3))
    assert quick < middle < slow
    assert problem.best == "human_2"
    totals = problem.totals
    assert problem.percentile(totals["human_2"] // 2) == (1.0, 0.0)
    assert problem.percentile(totals["human_2"]) == pytest.approx((2 / 3, 1 / 3))
    assert problem.percentile(totals["human_2"], without="human_2") == (1.0, 0.0)
    assert problem.percentile(100 * totals["human_1"]) == (0.0, 0.0)


def test_nothing_is_measured_twice(data: Path, humans: MeasuredHumans, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something was measured")

    monkeypatch.setattr("tallybench.counting.pool._Running.give", refuse)
    assert measure_humans(Options("coffe-code-contests", data)) == humans


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
    why = "its references cannot be counted: no reference ends"
    facts = problem.facts.model_copy(update={"without_efficiency": why})
    uncounted = replace(humans, problems=(replace(problem, facts=facts, names=(), samples=()),))
    among_nobody = result_percentiles(result, uncounted)
    assert {sample.why for sample in among_nobody.samples} == {"no reference ends"}
    assert (among_nobody.correct.value, among_nobody.all.value) == (None, None)
    other = result.model_copy(update={"environment": result.environment.model_copy(update={"fingerprint": "0" * 64})})
    with pytest.raises(InputError, match="a different environment"):
        result_percentiles(other, humans)


@pytest.fixture(scope="module")
def with_memory(data: Path, session: Session) -> MeasuredHumans:
    return measure_humans(Options("coffe-code-contests", data, memory=True), session)


def test_memory_is_measured_of_what_was_counted(humans: MeasuredHumans, with_memory: MeasuredHumans) -> None:
    (problem,), (without,) = with_memory.problems, humans.problems
    assert problem.totals == without.totals
    assert without.memory == {}
    assert problem.memory.keys() <= problem.totals.keys()
    for sample in problem.samples:
        for stress in sample.stress.values():
            assert (stress.memory is not None) == (stress.count is not None)
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
    (line,) = (line for line in percentile_lines(placed) if "more memory" in line)
    assert f"{fat.memory_ratio:.1f} times at most ({problem.task_id})" in line
    (line,) = memory_lines(with_memory)
    assert line.startswith(f"memory: {len(problem.memory)} solutions have a peak on every input")


def test_the_same_counts_agree_and_reversed_ones_do_not(humans: MeasuredHumans) -> None:
    (same,) = compare_builds(humans, humans)
    assert (same.solutions, same.kendall, same.change, same.best_kept) == (3, 1.0, 0.0, True)
    (problem,) = humans.problems
    slow, quick, *others = problem.samples
    slow, quick = (one.model_copy(update={"stress": other.stress}) for one, other in ((slow, quick), (quick, slow)))
    exchanged = replace(problem, samples=(slow, quick, *others))
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
    assert OutcomeStore(tmp_path / "kept.jsonl").get(CheckOutcome.model_validate, "check", "a") is None


def test_a_benchmark_with_one_solution_a_problem_has_nobody_to_lie_among(data: Path) -> None:
    with pytest.raises(InputError, match="one solution per problem"):
        measure_humans(Options("coffe-function", data))


def test_the_command_reports_what_fails_and_writes_the_same_bytes(
    data: Path, humans: MeasuredHumans, tallybench: CommandLine, tmp_path: Path
) -> None:
    done = tallybench("dev", "study", "humans", "--data", data, "-o", "humans.json", code=0)
    assert "3 of 4 human solutions pass all tests" in done.stdout
    first = (tmp_path / "humans.json").read_bytes()
    (problem,) = json.loads(first)["problems"].values()
    assert problem["best"] == "human_2"
    assert [solution["percentile"] for solution in problem["solutions"]] == [0.0, 1.0, 0.5, None]
    anew = os.environ | {"TALLYBENCH_CACHE": str(tmp_path / "empty")}
    done = tallybench("dev", "study", "humans", "--data", data, "-o", "humans.json", env=anew, code=0)
    assert (tmp_path / "humans.json").read_bytes() == first
    checked = tallybench("dev", "study", "humans", "--data", data, "--check")
    assert checked.returncode == 0 and "1 do not, in 1 problems: 1 wrong_output" in checked.stdout
    both = tallybench("dev", "study", "humans", "--data", data, "--check", "--python", "a", "--python", "b")
    assert both.returncode == 2 and "--check" in both.stderr


def names(solutions: tuple[Solution, ...]) -> list[str]:
    return [solution.name for solution in solutions]


def test_a_draw_keeps_the_sources_order_and_a_larger_one_holds_the_smaller() -> None:
    drawn = Drawing(10, 0).draw("CodeContests/1", SOLUTIONS)
    assert len(drawn) == 10
    assert names(drawn) == sorted(names(drawn), key=lambda name: int(name.removeprefix("human_")))
    assert set(Drawing(10, 0).draw("CodeContests/1", SOLUTIONS[::-1])) == set(drawn)
    few, many = (set(Drawing(size, 0).draw("CodeContests/1", SOLUTIONS)) for size in (10, 20))
    assert few < many
    assert set(Drawing(10, 1).draw("CodeContests/1", SOLUTIONS)) != few
    assert set(Drawing(10, 0).draw("CodeContests/2", SOLUTIONS)) != few
    assert Drawing(100, 0).draw("CodeContests/1", SOLUTIONS) == tuple(SOLUTIONS)


def test_the_error_of_one_problem_is_that_of_all_its_samples() -> None:
    """Against every sample of 4 of 8 solutions, 3 of which are slower: the mean estimate of the variance is exact."""
    population = [1, 1, 1, 0, 0, 0, 0, 0]
    shares = [statistics.fmean(drawn) for drawn in itertools.combinations(population, 4)]
    estimates = [drawing_error([(share, 4, 8)]) ** 2 for share in shares]
    assert statistics.fmean(estimates) == pytest.approx(statistics.pvariance(shares))
    assert drawing_error([(0.5, 8, 8)]) == 0
    assert drawing_error([]) == 0
    one = drawing_error([(0.5, 30, 80)])
    assert drawing_error([(0.5, 30, 80)] * 4) == pytest.approx(one / math.sqrt(4))
    assert drawing_error([(1.0, 1, 80)]) > 0, "one solution tells little, though it has no spread"


def test_only_the_drawn_are_measured(
    data: Path, humans: MeasuredHumans, tallybench: CommandLine, tmp_path: Path
) -> None:
    (every,) = humans.problems
    tallybench("dev", "study", "humans", "--data", data, "--sample", "2", "--seed", "3", "-o", "humans.json", code=0)
    told = json.loads((tmp_path / "humans.json").read_bytes())
    assert told["drawing"] == {"seed": 3, "size": 2}
    (problem,) = told["problems"].values()
    assert problem["drawn_from"] == len(every.samples) == 4
    by_name = dict(zip(every.names, every.samples, strict=True))
    assert len(problem["solutions"]) == 2
    for solution in problem["solutions"]:
        stress = by_name[solution["name"]].stress
        assert solution["counts"] == {name: one.count for name, one in stress.items()}
    tallybench("dev", "study", "humans", "--sample", "2", "--first", "2", code=2, says="leave one out")


# Of the test split, by problem: pairs, and private tests of each.
TESTED = {
    ("1da71844", 199): 19,
    ("236a05df", 198): 22,
    ("2575c1b9", 198): 8,
    ("6336af37", 198): 14,
    ("644e1ef0", 198): 8,
    ("8da9b134", 201): 27,
    ("9be68478", 198): 11,
    ("b316d578", 200): 20,
    ("c8f906b0", 200): 23,
    ("cf627376", 207): 17,
    ("e6b0f850", 200): 25,
    ("fafdb171", 198): 9,
}

EDIT = "coffe-code-contests-edit"


@pytest.fixture
def own_data(tmp_path: Path) -> Path:
    return write_data(tmp_path / "datasets")


@pytest.fixture
def made(own_data: Path, tallybench: CommandLine, tmp_path: Path) -> bytes:
    command = ("dev", "study", "humans", "--data", own_data, "--pairs", tmp_path / "pairs.json")
    done = tallybench(*command, code=0)
    first = (tmp_path / "pairs.json").read_bytes()
    assert "pairs, " in done.stdout and " from 1 problems" in done.stdout
    assert tallybench(*command).returncode == 0
    assert (tmp_path / "pairs.json").read_bytes() == first
    return first


def test_a_pair_is_of_correct_programs_of_which_one_needs_half_as_much_again(made: bytes) -> None:
    (problem,) = json.loads(made)["problems"].values()
    names = {
        code_hash(code): name for name, code in (("slow", SLOW_SORT), ("quick", QUICK_SORT), ("middle", MIDDLE_SORT))
    }
    pairs = [(names[pair["slow"]["sha256"]], names[pair["fast"]["sha256"]]) for pair in problem["pairs"]]
    assert {slow for slow, _ in pairs} == {"slow", "middle"} and ("middle", "quick") in pairs
    for pair in problem["pairs"]:
        assert pair["slow"]["instructions"] >= 1.5 * pair["fast"]["instructions"]


def test_nothing_that_people_wrote_is_in_the_file(made: bytes) -> None:
    for text in ("print", "input", "Sort the numbers", "10 9"):
        assert text.encode() not in made
    assert code_hash(WRONG_SORT).encode() not in made


def test_the_slow_side_is_a_program_to_be_made_faster(own_data: Path, made: bytes, session: Session) -> None:
    content = json.loads(made)
    ((task_id, problem),) = content["problems"].items()
    problem |= {"split": "test", "private": [1], "public": [0]}
    (own_data / "pairs.json").write_text(json.dumps(content))
    benchmark = load_benchmark(EDIT, own_data)
    slow = code_hash(SLOW_SORT)
    given = benchmark.by_id[f"{task_id.replace('/', 'Edit/')}-{slow[:8]}"]
    assert given.task is Task.EDIT and given.canonical.name == GIVEN and given.canonical.code == SLOW_SORT
    assert [case.arguments for case in given.cases] == [("10 9\n",)]
    samples = [Sample(given.task_id, 0, "solution", QUICK_SORT), Sample(given.task_id, 1, "solution", WRONG_SORT)]
    options = Options(benchmark=EDIT, data=own_data, ids=(given.task_id,))
    result = evaluate(samples, "a model", options, session=session)
    assert [sample.verdict.value for sample in result.samples] == ["passed", "wrong_output"]
    speedup = result.metrics["speedup"].value
    assert speedup is not None and speedup > 1.5


def test_the_pairs_that_come_along_are_of_coffes_public_data(shared_data: Path) -> None:
    benchmark = load_benchmark(EDIT, shared_data / "coffe/datasets")
    assert len(benchmark) == 203 and not benchmark.texts.shown
    assert {problem.task for problem in benchmark} == {Task.EDIT}
    names = [problem.task_id.removeprefix("CodeContestsEdit/").partition("-")[0] for problem in benchmark]
    assert Counter(zip(names, (len(problem.cases) for problem in benchmark), strict=True)) == TESTED


def test_programs_of_the_other_splits_are_not_asked_about(own_data: Path, made: bytes) -> None:
    content = json.loads(made)
    for problem in content["problems"].values():
        problem["split"] = "train"
    (own_data / "pairs.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match="holds no problems"):
        load_benchmark(EDIT, own_data)


def test_a_broken_file_of_pairs_is_refused_with_the_place(own_data: Path, made: bytes) -> None:
    content = json.loads(made)
    next(iter(content["problems"].values()))["split"] = "exam"
    (own_data / "pairs.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"pairs\.json: problems\.CodeContests/\w+\.split: .*humans --pairs"):
        load_benchmark(EDIT, own_data)


def test_no_test_is_both_public_and_private() -> None:
    cases = [Case((text,), "") for text in ("long", "a", "a", "bb", "ccc", "dd", *(["z" * 9] * 8))]
    public, private = split_tests(cases)
    assert public == (1, 3, 5)
    assert not set(public) & set(private)
    assert not {cases[number].arguments for number in public} & {cases[number].arguments for number in private}
    assert split_tests(cases[:3]) == ((), (0, 1, 2))


def test_six_of_ten_problems_are_for_training_and_three_for_the_test() -> None:
    splits = [split_of(f"CodeContests/{number}") for number in range(1000)]
    assert splits.count(Split.TRAINING) == pytest.approx(600, abs=45)
    assert splits.count(Split.TEST) == pytest.approx(300, abs=45)
