"""The sample sets that come with TallyBench, and the demonstration that evaluates them."""

import json
from pathlib import Path

import pytest

from evaluator import Options, evaluate
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import Result
from evaluator.results.verdicts import Verdict
from evaluator.samples.embedded import SAMPLE_SETS, sample_set
from tests.conftest import CommandLine

ADVERSARIAL = {
    Verdict.PASSED: {0, 13, 14, 15, 16, 30},
    Verdict.WRONG_OUTPUT: {1, 9, 10, 21},
    Verdict.EXCEPTION: {2, 4, 12, 20, 24, 26, 29},
    Verdict.TIMEOUT: {3, 7, 27},
    Verdict.MEMORY: {5, 6, 11},
    Verdict.FORBIDDEN: {8, 17, 18, 23},
    Verdict.TAMPERING: {19, 22},
    Verdict.NO_CODE: {25},
}


def run(name: str, benchmark: Benchmark) -> Result:
    embedded = sample_set(name)
    return evaluate(embedded.read(benchmark), embedded.model, Options(counter="none"))


def test_every_adversarial_sample_gets_the_verdict_that_it_asks_for(benchmark: Benchmark) -> None:
    result = run("adversarial", benchmark)
    found: dict[Verdict, set[int]] = {}
    for sample in result.samples:
        found.setdefault(sample.verdict, set()).add(int(sample.task_id.partition("/")[2]))
    assert found == ADVERSARIAL


@pytest.mark.parametrize("name", ["canonical", "references"])
def test_canonical_solutions_and_references_are_all_correct(name: str, benchmark: Benchmark) -> None:
    result = run(name, benchmark)
    assert result.metrics["pass@1"].value == 1
    assert result.metrics["pass@1"].problems == len(result.samples) == 164


def test_a_small_real_model_solves_six_problems(benchmark: Benchmark) -> None:
    result = run("gemma-3-270m", benchmark)
    assert sum(sample.verdict is Verdict.PASSED for sample in result.samples) == 6
    assert len(result.samples) == 164


def test_an_unknown_set_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=", ".join(SAMPLE_SETS)):
        sample_set("embedded:none")


def test_programs_to_edit_are_refused_where_there_is_nothing_to_edit(benchmark: Benchmark) -> None:
    with pytest.raises(InputError, match="no programs to be edited; these have: humaneval-edit, classes-edit"):
        list(sample_set("edit-unchanged").read(benchmark))


def test_demo_shows_its_runs_and_where_their_results_are(tallybench: CommandLine, tmp_path: Path) -> None:
    done = tallybench("demo", "--ids", "2")
    assert done.returncode == 0, done.stderr
    for embedded in SAMPLE_SETS.values():
        if not embedded.shown:
            assert f"{embedded.name}.json" not in done.stdout
            continue
        assert embedded.model.name in " ".join(done.stdout.split())
        path = tmp_path / "demo-results" / f"{embedded.name}.json"
        assert f"demo-results/{embedded.name}.json" in done.stdout
        assert json.loads(path.read_bytes())["model"]["name"] == embedded.model.name
    again = {path.name: path.read_bytes() for path in (tmp_path / "demo-results").iterdir()}
    assert tallybench("demo", "--ids", "2").returncode == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "demo-results").iterdir()} == again
