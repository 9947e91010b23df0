"""Samples of every form are told from one another by what they are, and what a run lacks or cannot use is said."""

import json
from pathlib import Path

import pytest

from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import Sample
from tallybench.samples.sources import open_samples, warn_of_gaps
from tests.benchmarks.test_evalplus import PLUS
from tests.cli.test_cli import error_of
from tests.conftest import CommandLine

CODE = "def concatenate(strings):\n    return ''.join(strings)\n"


def opened(source: str | Path, benchmark: Benchmark) -> tuple[list[Sample], list[str]]:
    notes: list[str] = []
    return list(open_samples(str(source), benchmark, notes.append)), notes


def test_a_set_a_line_a_folder_and_predictions_are_opened(benchmark: Benchmark, tmp_path: Path) -> None:
    samples, notes = opened("embedded:canonical", benchmark)
    assert [sample.task_id for sample in samples] == list(benchmark.by_id) and notes == []
    line = tmp_path / "samples.jsonl"
    line.write_text(json.dumps({"task_id": "HumanEval/28", "solution": CODE}))
    assert opened(line, benchmark) == ([Sample("HumanEval/28", 0, "solution", CODE)], [])
    (tmp_path / "folder/HumanEval_28").mkdir(parents=True)
    (tmp_path / "folder/HumanEval_28/0.py").write_text(CODE)
    assert opened(tmp_path / "folder", benchmark) == ([Sample("HumanEval/28", 0, "solution", CODE)], [])
    predictions = tmp_path / "GPT-4o.json"
    predictions.write_text(json.dumps({benchmark.by_id["HumanEval/28"].prompt: [[CODE], True]}))
    assert opened(predictions, benchmark) == (
        [Sample("HumanEval/28", 0, "raw", CODE)],
        ["predictions: 1 outputs for 1 problems of humaneval"],
    )


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (164, []),
        (163, ["warning: 1 of 164 tasks has no sample and counts as failed: HumanEval/163"]),
        (
            30,
            [
                "warning: 134 of 164 tasks have no sample and count as failed: "
                "HumanEval/30, HumanEval/31, HumanEval/32 and 131 more"
            ],
        ),
    ],
)
def test_tasks_without_a_sample_are_named_after_the_last_sample(
    benchmark: Benchmark, count: int, said: list[str]
) -> None:
    warnings: list[str] = []
    given = [Sample(problem.task_id, 0, "solution", CODE) for problem in benchmark.problems[:count]]
    passed = warn_of_gaps(iter(given), benchmark, {}, warnings.append)
    assert next(passed) == given[0] and warnings == []
    assert list(passed) == given[1:] and warnings == said


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
def evaluated_on(tmp_path: Path) -> tuple[str | Path, ...]:
    """How to evaluate on MBPP+ with a problem that can be used, and one that cannot."""
    bad = PLUS | {"canonical_solution": "def halve(pair):\n  return 1 / 0\n"}
    rows = [bad, PLUS | {"task_id": "Mbpp/2"}]
    (tmp_path / "MbppPlus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return ("--model", "x", "--benchmark", "mbpp+", "--data", tmp_path, "--no-count")


def test_samples_of_a_task_that_the_benchmark_leaves_out_are_skipped_and_named(
    tallybench: CommandLine, tmp_path: Path, evaluated_on: tuple[str, ...]
) -> None:
    """As in EvalPlus' own files, which have a line or a folder for each of the source's tasks."""
    rows = [{"task_id": f"Mbpp/{number}", "solution": PLUS["canonical_solution"]} for number in (1, 2)]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = tallybench("evaluate", "samples.jsonl", *evaluated_on)
    assert done.returncode == 0, done.stderr
    warning, *steps = done.stderr.splitlines()
    left_out = (
        "warning: samples of 1 task are skipped, because mbpp+ does not use these tasks: Mbpp/1 "
        "(its canonical solution fails: "
    )
    assert warning.startswith(left_out) and steps[0].startswith("vetting: ")
    result = json.loads((tmp_path / "result.json").read_bytes())
    assert [row["task_id"] for row in result["samples"]] == ["Mbpp/2"]
    for number in (1, 2):
        folder = tmp_path / f"folder/Mbpp_{number}"
        folder.mkdir(parents=True)
        (folder / "0.py").write_text(str(PLUS["canonical_solution"]))
    planned = tallybench("evaluate", "folder", *evaluated_on, "--plan")
    assert planned.returncode == 0 and planned.stderr.startswith(left_out), planned.stderr
    (tmp_path / "samples.jsonl").write_text(json.dumps({"task_id": "Mbpp/3", "solution": "x = 1"}))
    line = error_of(tallybench("evaluate", "samples.jsonl", *evaluated_on, "--force"))
    assert line.startswith("tallybench: samples.jsonl, line 1: unknown task Mbpp/3")


def test_a_run_in_which_most_samples_do_not_parse_says_so_once_and_shows_one(
    tallybench: CommandLine, tmp_path: Path
) -> None:
    right = "def truncate_number(number):\n    return number % 1.0\n"
    prose = ["The function takes the number,\nand truncates it.", right + "Here it is:", "\0"]
    for texts, is_said in (([*prose, right, right], True), ([*prose, right, right, right], False)):
        lines = (json.dumps({"task_id": "HumanEval/2", "solution": text}) for text in texts)
        (tmp_path / "samples.jsonl").write_text("\n".join(lines))
        done = tallybench("evaluate", "samples.jsonl", "--model", "x", "--ids", "2", "--no-count", "--force")
        assert done.returncode == 0
        said = [line for line in done.stderr.splitlines() if "have no code" in line]
        assert len(said) == is_said
        for line in said:
            assert line.startswith("warning: 3 of 5 samples have no code that parses; is their format right? ")
            assert "One is HumanEval/2, sample 0 (SyntaxError: " in line
            assert line.endswith(": The function takes the number, and truncates it.")
