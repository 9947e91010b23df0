"""Published programs on generated inputs: the wrong ones are found, and nothing is run twice."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.model.result import SampleResult, dump_result
from tallybench.statistics.published.data_files import read_extra
from tallybench.statistics.reading import load_result
from tests.conftest import CommandLine
from tests.made_results import kept_result

NAME = "results/someone/humaneval-2026-02-02-00000001.json"
CLOSEST, MULTIPLY = "HumanEval/0", "HumanEval/97"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with one result: a right program, and the source's own for a problem on which that is wrong."""
    benchmark = load_benchmark()
    codes = {CLOSEST: benchmark.by_id[CLOSEST].references[0].code, MULTIPLY: benchmark.by_id[MULTIPLY].canonical.code}
    result = load_result(kept_result("tallybench-references"))
    given = {sample.task_id: sample for sample in result.samples}

    def written(task_id: str, code: str) -> SampleResult:
        digest = sha256(code.encode()).hexdigest()
        return given[task_id].model_copy(update={"code": code, "code_sha256": digest})

    samples = tuple(written(task_id, code) for task_id, code in codes.items())
    path = tmp_path / NAME
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(dump_result(result.model_copy(update={"samples": samples}))))
    return tmp_path


def test_the_command_finds_the_wrong_ones_and_goes_on_where_it_was(
    tallybench: CommandLine, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    tests = tmp_path / "tests.jsonl"
    done = tallybench("dev", "tests", "generate", "--ids", "0,97", "--count", "60", "-o", str(tests))
    assert done.returncode == 0, done.stderr

    done = tallybench("dev", "tests", "results", str(tests), "--root", str(checkout))
    assert done.returncode == 0, done.stderr
    assert "programs judged: 2 of 2" in done.stderr
    found = read_extra(checkout)["humaneval"]
    assert found.results == (NAME,) and found.tests_sha256 == sha256(tests.read_bytes()).hexdigest()
    assert {task_id: len(problem.wrong) for task_id, problem in found.problems.items()} == {CLOSEST: 0, MULTIPLY: 1}
    assert found.problems[MULTIPLY].inputs == 60

    first = (checkout / "results/extra_tests.json").read_bytes()
    done = tallybench("dev", "tests", "results", str(tests), "--root", str(checkout))
    assert done.returncode == 0 and "programs judged: 2 of 2" in done.stderr
    assert (checkout / "results/extra_tests.json").read_bytes() == first


def test_without_results_there_is_nothing_to_run(tallybench: CommandLine, tmp_path: Path) -> None:
    tests = tmp_path / "tests.jsonl"
    problem = load_benchmark().by_id[CLOSEST]
    made = {"task_id": CLOSEST, "content": problem.hash, "truths": ["canonical"], "inputs": ["([1.0], 0.5)"]}
    counts = {"tried": 1, "invalid": 0, "failed": 0, "disputed": [], "canonical_wrong": []}
    tests.write_text(json.dumps(made | counts) + "\n")
    done = tallybench("dev", "tests", "results", str(tests), "--root", str(tmp_path))
    assert done.returncode == 2 and "has no results/" in done.stderr
    (tmp_path / "results").mkdir()
    done = tallybench("dev", "tests", "results", str(tests), "--root", str(tmp_path))
    assert done.returncode == 2 and "there is no result of version" in done.stderr
