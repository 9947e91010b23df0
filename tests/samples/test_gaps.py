"""Tasks without a sample and samples of tasks that are left out: named, before anything runs."""

import json
from pathlib import Path

import pytest

from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import Sample
from tallybench.samples.sources import warn_of_gaps
from tests.benchmarks.test_mbpp import PLUS
from tests.cli.test_cli import error_of
from tests.conftest import CommandLine


def sample(task_id: str) -> Sample:
    return Sample(task_id, 0, "solution", "x = 1\n")


def test_all_samples_are_passed_on_before_anything_is_said(benchmark: Benchmark) -> None:
    warnings: list[str] = []
    given = [sample(problem.task_id) for problem in benchmark]
    passed = warn_of_gaps(given[:-1], benchmark, {}, warnings.append)
    assert next(passed) == given[0] and warnings == []
    assert list(passed) == given[1:-1]
    assert warnings == ["warning: 1 of 164 tasks has no sample and counts as failed: HumanEval/163"]


def test_nothing_is_said_where_every_task_has_a_sample(benchmark: Benchmark) -> None:
    warnings: list[str] = []
    given = [sample(problem.task_id) for problem in benchmark]
    assert list(warn_of_gaps(iter(given), benchmark, {}, warnings.append)) == given
    assert warnings == []


def test_the_first_tasks_without_a_sample_are_named(benchmark: Benchmark) -> None:
    warnings: list[str] = []
    given = [sample(f"HumanEval/{number}") for number in range(30)]
    assert list(warn_of_gaps(given, benchmark, {}, warnings.append)) == given
    assert warnings == [
        "warning: 134 of 164 tasks have no sample and count as failed: "
        "HumanEval/30, HumanEval/31, HumanEval/32 and 131 more"
    ]


@pytest.mark.parametrize("plan", [True, False])
def test_evaluate_and_its_plan_warn_of_the_selected_tasks_alone(
    tallybench: CommandLine, tmp_path: Path, plan: bool
) -> None:
    (tmp_path / "samples.jsonl").write_text(json.dumps({"task_id": "HumanEval/28", "completion": "    return 1\n"}))
    arguments = ("evaluate", "samples.jsonl", "--model", "x", "--ids", "27-30", "--no-count")
    done = tallybench(*arguments, *(["--plan"] if plan else []))
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0] == (
        "warning: 3 of 4 tasks have no sample and count as failed: HumanEval/27, HumanEval/29, HumanEval/30"
    )


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """MBPP+ with a problem that can be used, and one that cannot."""
    bad = PLUS | {"canonical_solution": "def halve(pair):\n  return 1 / 0\n"}
    rows = [bad, PLUS | {"task_id": "Mbpp/2"}]
    (tmp_path / "MbppPlus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_samples_of_a_task_that_the_benchmark_leaves_out_are_skipped_and_named(
    tallybench: CommandLine, data: Path
) -> None:
    """As in EvalPlus' own files, which have a line for each of the source's tasks."""
    rows = [{"task_id": f"Mbpp/{number}", "solution": PLUS["canonical_solution"]} for number in (1, 2)]
    (data / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    arguments = ("--model", "x", "--benchmark", "mbpp+", "--data", data, "--no-count")
    done = tallybench("evaluate", "samples.jsonl", *arguments)
    assert done.returncode == 0, done.stderr
    warning, *steps = done.stderr.splitlines()
    assert warning.startswith(
        "warning: samples of 1 task are skipped, for mbpp+ leaves them out: Mbpp/1 (its canonical solution fails: "
    )
    assert steps[0].startswith("vetting: ")
    result = json.loads((data / "result.json").read_bytes())
    assert [row["task_id"] for row in result["samples"]] == ["Mbpp/2"]


def test_a_folder_of_a_task_that_is_left_out_is_skipped_too(tallybench: CommandLine, data: Path) -> None:
    for number in (1, 2):
        (data / f"samples/Mbpp_{number}").mkdir(parents=True)
        (data / f"samples/Mbpp_{number}/0.py").write_text(str(PLUS["canonical_solution"]))
    arguments = ("--model", "x", "--benchmark", "mbpp+", "--data", data, "--no-count", "--plan")
    done = tallybench("evaluate", "samples", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("warning: samples of 1 task are skipped") and "Mbpp/1" in done.stderr


def test_an_unknown_task_stays_an_error(tallybench: CommandLine, data: Path) -> None:
    (data / "samples.jsonl").write_text(json.dumps({"task_id": "Mbpp/3", "solution": "x = 1"}))
    arguments = ("--model", "x", "--benchmark", "mbpp+", "--data", data, "--no-count")
    line = error_of(tallybench("evaluate", "samples.jsonl", *arguments))
    assert line.startswith("tallybench: samples.jsonl, line 1: unknown task Mbpp/3")
