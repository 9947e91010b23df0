"""What is exported is what the Hub's own types read, and only what may stand beside others' results."""

from pathlib import Path

import pytest
import yaml
from huggingface_hub import parse_eval_result_entries

from tallybench.dataset.tasks import DATASETS, TASKS
from tallybench.statistics.reading import load_result
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result

CANONICAL = "tallybench-canonical"  # a baseline


def test_the_hub_reads_what_is_exported(tallybench: CommandLine, tmp_path: Path) -> None:
    kept = kept_result("gemma-3-270m")
    export = ("dev", "export", "hf", kept, "--dataset", "org/name", "--source", "https://example.org/results")
    done = tallybench(*export)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / ".eval_results/tallybench-humaneval.yaml").read_text()
    assert text == done.stdout == tallybench(*export, "-o", "elsewhere").stdout
    entries = parse_eval_result_entries(yaml.safe_load(text))
    result = load_result(kept)
    assert {entry.task_id for entry in entries} == set(TASKS)
    for entry in entries:
        value = result.metrics[TASKS[entry.task_id]].value
        assert value is not None
        assert entry.value == round(value if entry.task_id == "score_at_1" else 100 * value, 2)
        assert (entry.dataset_id, entry.source_url) == ("org/name", "https://example.org/results")
        assert entry.notes is not None and result.benchmark.version in entry.notes


def test_what_may_not_stand_beside_others_is_refused(tallybench: CommandLine, tmp_path: Path) -> None:
    result = load_result(kept_result("gemma-3-270m"))
    elsewhere = result.environment.model_copy(update={"ranked": False})
    part = result.benchmark.model_copy(update={"partial": True})
    for name, changed, says in (
        ("elsewhere.json", result.model_copy(update={"environment": elsewhere}), "environment: is not the ranked one"),
        ("part.json", result.model_copy(update={"benchmark": part}), "benchmark.partial: is true"),
        ("empty.json", result.model_copy(update={"metrics": {}}), "metrics: none of"),
    ):
        changed.save(tmp_path / name)
        done = tallybench("dev", "export", "hf", name)
        assert done.returncode == 2 and f"{name}: {says}" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / ".eval_results").exists()


def test_figures_that_do_not_follow_are_not_exported(tallybench: CommandLine, tmp_path: Path) -> None:
    """Neither invented ones, nor those of problems that were changed since."""
    result = load_result(kept_result("gemma-3-270m"))
    score = result.metrics["score@1"].model_copy(update={"value": 99.0, "low": 98.0, "high": 99.5})
    stale = result.problems | {"HumanEval/0": result.problems["HumanEval/0"].model_copy(update={"hash": "0" * 64})}
    for name, changed, says in (
        ("invented.json", result.model_copy(update={"metrics": result.metrics | {"score@1": score}}), "score@1.value"),
        ("stale.json", result.model_copy(update={"problems": stale}), "HumanEval/0.hash: is stale"),
    ):
        changed.save(tmp_path / name)
        done = tallybench("dev", "export", "hf", name)
        assert done.returncode == 2 and says in done.stderr and "cannot be exported; fix the" in done.stderr
    done = tallybench("dev", "export", "hf", next(kept_result("gpt-4o").parent.glob("coffe-function-*.json")))
    assert done.returncode == 2 and "benchmark.name: is coffe-function" in done.stderr
    assert not (tmp_path / ".eval_results").exists()


@pytest.mark.parametrize(("slug", "benchmark"), [("gemma-3-270m", "humaneval"), (CANONICAL, "tally-classes")])
def test_a_result_goes_to_the_dataset_of_its_benchmark(slug: str, benchmark: str, tallybench: CommandLine) -> None:
    files = (ROOT / "results" / slug).glob(f"{benchmark}-*.json")
    done = tallybench("dev", "export", "hf", max(path for path in files if not path.name.endswith(".verified.json")))
    assert done.returncode == 0, done.stderr
    entries = parse_eval_result_entries(yaml.safe_load(done.stdout))
    assert {entry.dataset_id for entry in entries} == {DATASETS[benchmark].hub_id}
