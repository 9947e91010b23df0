"""ECCO's own data: programs to make faster, programs from a text, predictions in its form."""

import json
from pathlib import Path
from typing import Any

import pandas
import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.ecco import edit_task
from tallybench.benchmarks.sources.ecco_files import users_of
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.problem import GIVEN, Task
from tallybench.samples.reading import Sample
from tallybench.studies.ecco_rules import ecco_credits, passed_tests, place_by_rule
from tests.benchmarks.ecco_data import (
    FAST_SORT,
    FAST_SUM,
    LAYOUTS,
    LOOP_SUM,
    PAIRS,
    PUBLIC,
    SLOW_SORT,
    SLOW_SUM,
    USERS,
    WRONG_SUM,
    write_ecco,
    write_lines,
    write_whole,
)
from tests.conftest import CommandLine


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_ecco(tmp_path / "ecco")


def test_each_slow_program_is_asked_about_once_beside_all_its_targets(data: Path) -> None:
    benchmark = load_benchmark("ecco-edit", data)
    assert [problem.task_id for problem in benchmark] == [
        edit_task("p00001", SLOW_SUM),
        edit_task("p00001", LOOP_SUM),
        edit_task("p00002", SLOW_SORT),
    ]
    first = benchmark.by_id[edit_task("p00001", SLOW_SUM)]
    assert (first.task, first.level, first.canonical.name, first.canonical.code) == (Task.EDIT, "file", GIVEN, SLOW_SUM)
    assert [reference.code for reference in first.references] == [FAST_SUM, LOOP_SUM]
    assert [case.expected for case in first.cases] == ["1\n", "20100\n", "45150\n"]
    assert [given.name for given in first.stressful] == ["test_0", "test_1", "test_2"]


def test_a_text_asks_for_a_program_and_the_pairs_are_its_human_solutions(data: Path) -> None:
    benchmark = load_benchmark("ecco-generate", data)
    assert [problem.task_id for problem in benchmark] == ["Ecco/p00001", "Ecco/p00002"]
    assert dict(benchmark.exclusions) == {"Ecco/p00003": "no program of it is among the pairs of edit"}
    codes = [solution.code for solution in benchmark.human_solutions["Ecco/p00001"]]
    assert codes == [FAST_SUM, LOOP_SUM, SLOW_SUM]
    assert not benchmark.texts.shown


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_holds_the_same_problems_and_public_tests_stay_apart(layout: str, tmp_path: Path) -> None:
    plain = load_benchmark("ecco-edit", write_ecco(tmp_path / "plain"))
    found = load_benchmark("ecco-edit", write_ecco(tmp_path / "other", layout))
    assert (found.version, found.hash) == (plain.version, plain.hash)
    shown = {} if layout == "test_cases" else PUBLIC
    assert {task_id.split("/")[1][:6] for task_id in found.public} == shown.keys() - {"p00007"}
    for task_id, cases in found.public.items():
        assert [(case.arguments[0], case.expected) for case in cases] == shown[task_id.split("/")[1][:6]]
        assert not set(cases) & set(found.by_id[task_id].cases)


@pytest.mark.parametrize(
    ("cost", "place"),
    [(25, 0.5), (20, 0.75), (30, 0.5), (1, 1.0), (40, 0.25), (41, 1.0), (15, 0.75)],
)
def test_a_place_is_the_one_of_eccos_script_which_takes_the_slowest_for_the_fastest(cost: float, place: float) -> None:
    assert place_by_rule(cost, [10, 30, 20, 40]) == place


def test_tables_as_parquet_are_the_same_problems(data: Path, tmp_path: Path) -> None:
    of_lines = load_benchmark("ecco-edit", data)
    (data / "edit" / "test.jsonl").unlink()
    pandas.DataFrame(PAIRS).to_parquet(data / "edit" / "test-00000-of-00001.parquet")
    of_parquet = load_benchmark("ecco-edit", data)
    assert [problem.hash for problem in of_parquet] == [problem.hash for problem in of_lines]


def test_what_users_programs_took_is_read_from_either_form(tmp_path: Path) -> None:
    data = write_whole(tmp_path)
    of_lines = users_of(data)
    assert of_lines["p00002"].memories == USERS[1]["memories"] and set(of_lines) == {"p00001", "p00002"}
    (data / "generate_eval" / "test.jsonl").unlink()
    assert users_of(data) == {}
    pandas.DataFrame(USERS).assign(other=1).to_parquet(data / "generate_eval" / "test-00000-of-00001.parquet")
    assert users_of(data) == of_lines
    (data / "generate_eval" / "test-00000-of-00001.parquet").unlink()
    write_lines(data / "generate_eval" / "test.jsonl", [USERS[0] | {"runtimes": []}])
    with pytest.raises(
        InputError, match=r"test\.jsonl: at line 1 runtimes is .* expected a list of at least one number"
    ):
        users_of(data)


def test_predictions_in_its_form_are_evaluated(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {**PAIRS[0], "generated_codes": [FAST_SUM, WRONG_SUM], "prompt": "p", "full_generations": ["f", "f"]},
        {**PAIRS[2], "generated_codes": LOOP_SUM},
        {**PAIRS[3], "generated_codes_0": [SLOW_SORT], "feedback_0": "f", "generated_codes_1": [FAST_SORT]},
    ]
    path = write_lines(tmp_path / "edit_model.jsonl", rows)
    options = ("--benchmark", "ecco-edit", "--data", data, "--model", "a model", "--memory")
    done = tallybench("evaluate", path, *options, "-o", "result.json")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "result.json").read_text())
    verdicts = [(sample["task_id"].partition("-")[0], sample["verdict"]) for sample in result["samples"]]
    assert verdicts == [
        ("EccoEdit/p00001", "passed"),
        ("EccoEdit/p00001", "wrong_output"),
        ("EccoEdit/p00001", "passed"),
        ("EccoEdit/p00002", "passed"),
    ]
    speedup = result["metrics"]["speedup"]["value"]
    assert speedup > 2
    assert SLOW_SUM[:20] not in (tmp_path / "result.json").read_text()


def test_programs_from_a_text_are_evaluated_and_lie_among_the_human_ones(
    data: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    rows = [{"problem_id": "p00001", "problem_description": "", "generated_codes": [LOOP_SUM]}]
    path = write_lines(tmp_path / "nl2code_model.jsonl", rows)
    options = ("--benchmark", "ecco-generate", "--data", data)
    done = tallybench("evaluate", path, *options, "--model", "a model", "-o", "result.json")
    assert done.returncode == 0, done.stderr
    placed = tallybench("dev", "study", "humans", "result.json", *options)
    assert placed.returncode == 0, placed.stderr
    assert "a model: share of human solutions that are slower" in placed.stdout


@pytest.mark.parametrize(
    ("benchmark", "broken", "message"),
    [
        ("ecco-edit", "no table", r"has no edit/test\*\.jsonl or \.parquet"),
        ("ecco-edit", "no tests", "has no folder `codenet/generated_test_cases` or `test_cases`"),
        ("ecco-edit", "row", r"test\.jsonl: at line 5 has no `target`"),
        ("ecco-edit", "path", r"at line 5 `problem_id` is '\.\./p', expected one such as p02743"),
        ("ecco-generate", "no table", r"has no edit/test\*"),
    ],
)
def test_what_is_missing_or_broken_is_named(data: Path, benchmark: str, broken: str, message: str) -> None:
    table = data / "edit" / "test.jsonl"
    if broken == "no table":
        table.unlink()
    elif broken == "no tests":
        (data / "test_cases").rename(data / "tests")
    else:
        row = {"problem_id": "p9", "input": "1"} if broken == "row" else PAIRS[0] | {"problem_id": "../p"}
        write_lines(table, [*PAIRS, row])
    with pytest.raises(InputError, match=message):
        load_benchmark(benchmark, data)


def test_a_program_without_tests_is_left_out_by_name(data: Path) -> None:
    for path in (data / "test_cases" / "p00002").iterdir():
        path.unlink()
    benchmark = load_benchmark("ecco-edit", data)
    assert dict(benchmark.exclusions) == {
        edit_task("p00002", SLOW_SORT): "test_cases/p00002 has no input.N.txt with its output.N.txt"
    }


def test_a_prediction_of_no_task_is_refused_with_its_line(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{**PAIRS[0], "generated_codes": [FAST_SUM]}]
    rows.append({"problem_id": "p7", "input": "x", "generated_codes": "y"})
    path = write_lines(tmp_path / "edit_model.jsonl", rows)
    done = tallybench("evaluate", path, "--benchmark", "ecco-edit", "--data", data, "--model", "m", "--no-count")
    assert done.returncode == 2 and "edit_model.jsonl, line 2: " in done.stderr and "Traceback" not in done.stderr


def test_its_own_rule_credits_what_is_not_correct(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {**PAIRS[0], "generated_codes": [WRONG_SUM, "print(1 / 0)\n"]},
        {**PAIRS[2], "generated_codes": ["print(0)\n"]},
        {**PAIRS[3], "generated_codes": [SLOW_SORT, FAST_SORT]},
    ]
    path = write_lines(tmp_path / "edit_model.jsonl", rows)
    options = ("--benchmark", "ecco-edit", "--data", data, "--model", "m")
    done = tallybench("evaluate", path, *options, "--rules", "ecco")
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("by ECCO's rule: ")]
    assert " over 2 of 3 programs; 1 of them credited to an incorrect sample; " in line
    own = tallybench("evaluate", path, *options, "-o", "own.json")
    assert own.returncode == 0 and "ECCO" not in own.stdout
    assert (tmp_path / "own.json").read_bytes() == (tmp_path / "result.json").read_bytes()


def test_the_best_sample_passes_most_tests_and_then_spends_least(data: Path, session: Session) -> None:
    benchmark = load_benchmark("ecco-edit", data)
    task_id = edit_task("p00001", SLOW_SUM)
    codes = (WRONG_SUM, SLOW_SUM, LOOP_SUM)
    samples = [Sample(task_id, index, "solution", code) for index, code in enumerate(codes)]
    result = evaluate(samples, "m", Options(benchmark="ecco-edit", data=data), session=session)
    passed = passed_tests(result, benchmark, session)
    assert list(passed.values()) == [{"test_0": None}]
    (credit,) = ecco_credits(result, passed)
    assert (credit.index, credit.passed, credit.tests) == (2, 3, 3)
    counts = {name: found.count or 0 for name, found in result.samples[2].stress.items()}
    inputs = result.problems[task_id].inputs
    given = {name: found.ground_truth or result.budget * found.best_known for name, found in inputs.items()}
    assert credit.speedup == pytest.approx(sum(given.values()) / sum(counts.values()))
    wrong_alone = result.model_copy(update={"samples": result.samples[:1]})
    (credit,) = ecco_credits(wrong_alone, passed)
    assert (credit.index, credit.passed) == (0, 1)
    assert credit.speedup == pytest.approx(given["test_0"] / result.samples[0].spent["test_0"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--benchmark", "humaneval"), "rules ecco: are for the benchmarks ecco-*, not for humaneval"),
        (("--benchmark", "ecco-edit", "--withhold-code"), "leave --withhold-code out"),
    ],
)
def test_its_rule_is_refused_where_it_cannot_be_applied(
    data: Path, options: tuple[str, ...], message: str, tallybench: CommandLine
) -> None:
    given = (*options, "--data", data) if "ecco-edit" in options else options
    done = tallybench("evaluate", "embedded:canonical", "--rules", "ecco", *given)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr
