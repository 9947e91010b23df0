"""tally-classes as a dataset: told apart from HumanEval's, loaded, pushed, and evaluated as its source is."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from huggingface_hub import DatasetCard

from tallybench.benchmarks import BENCHMARKS, load_benchmark, open_benchmark
from tallybench.dataset.build import read_sources
from tallybench.dataset.tasks import DATASETS
from tallybench.errors import InputError
from tests.conftest import ROOT, CommandLine
from tests.dataset.hub_server import WRITER, Hub
from tests.dataset.pushes import REPO, done, environment, refused
from tests.few_results import FEWEST, few_entries

NAME = "tally-classes"


def test_every_benchmark_that_comes_with_tallybench_has_a_dataset_of_its_own() -> None:
    assert set(DATASETS) == {row.name for row in BENCHMARKS.values() if row.embedded}
    for part in ("hub_id", "title", "description"):
        assert len({getattr(dataset, part) for dataset in DATASETS.values()}) == len(DATASETS), part


def test_a_benchmark_without_a_dataset_is_refused_by_its_name() -> None:
    with pytest.raises(InputError, match=r"--benchmark mbpp: has no dataset; must be one of humaneval, tally-"):
        read_sources(ROOT, "mbpp")


def test_cards_speak_of_their_own_benchmark(built: Path, built_classes: Path) -> None:
    for folder, name in ((built, "humaneval"), (built_classes, NAME)):
        ours, others = DATASETS[name], [other.hub_id for key, other in DATASETS.items() if key != name]
        card = DatasetCard.load(folder / "README.md")
        told = yaml.safe_load((folder / "eval.yaml").read_text())
        assert set(told) == {"name", "description", "evaluation_framework", "tasks"}
        assert (told["name"], told["description"]) == (ours.title, ours.description)
        assert told["evaluation_framework"] == "tallybench"
        assert all(task == {"id": task["id"], "config": "problems", "split": "test"} for task in told["tasks"])
        assert card.data.to_dict()["pretty_name"] == ours.title
        assert f"# {ours.title}\n\n{ours.description}" in card.text
        assert f'load_dataset("{ours.hub_id}", "problems"' in card.text
        assert f"--benchmark {ours.hub_id}\n" in card.text and not any(other in card.text for other in others)


LOAD = """
from datasets import load_dataset
for config in ("problems", "stressful", "solutions", "results"):
    rows = load_dataset(%r, config, split="test")
    assert rows.to_list() == list(load_dataset(%r, config, split="test", streaming=True))
    print(config, len(rows))
    if config == "problems":
        assert set(rows["level"]) == {"class"} and all(rows["cases"]) and all(rows["written"])
"""


def loaded_rows(source: str, env: dict[str, str]) -> dict[str, int]:
    """How many rows each config has, as `load_dataset` gives them."""
    command = [sys.executable, "-c", LOAD % (source, source)]
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return {config: int(rows) for config, rows in (line.split() for line in ran.stdout.splitlines())}


def expected_rows() -> dict[str, int]:
    classes = load_benchmark(NAME)
    return {
        "problems": len(classes),
        "stressful": sum(len(problem.stressful) for problem in classes),
        "solutions": sum(1 + len(problem.references) + len(problem.slow) for problem in classes),
        "results": sum(len(one.result.samples) for one in few_entries(FEWEST) if one.benchmark == NAME),
    }


def test_it_is_the_same_benchmark_and_a_result_has_the_same_bytes(
    built_classes: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    """Counts of a benchmark that is read from a dataset are compared in `tests/benchmarks/test_published.py`."""
    read, ours = open_benchmark(str(built_classes)), load_benchmark(NAME)
    assert (read.name, read.version, read.hash) == (NAME, ours.version, ours.hash)
    common = ("evaluate", "embedded:canonical", "--ids", "20", "--no-count")
    for output, source in (("source.json", NAME), ("dataset.json", built_classes)):
        ran = tallybench(*common, "-o", output, "--benchmark", source)
        assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "source.json").read_bytes() == (tmp_path / "dataset.json").read_bytes()


def test_it_is_built_and_pushed_by_its_name_and_never_onto_another(
    built: Path, sources: Path, tallybench: CommandLine, tallybench_process: CommandLine, hub: Hub, tmp_path: Path
) -> None:
    env = environment(hub, tmp_path / "home", WRITER)
    push = ("dev", "dataset", "push", *REPO, "--benchmark", NAME)
    ran = tallybench(*push, "--tag", env=env, cwd=sources)  # without a folder, it is built first
    version = load_benchmark(NAME).version
    done(ran, f"{NAME} {version} (", "pushed: ", f"tag v{version}: ")
    assert loaded_rows(REPO[1], env) == expected_rows()
    ids = ("problems", "3", "--json", "--benchmark")
    from_hub, source = tallybench_process(*ids, REPO[1], cwd=ROOT, env=env), tallybench(*ids, NAME, cwd=ROOT)
    assert from_hub.returncode == 0, from_hub.stderr
    assert from_hub.stdout == source.stdout
    refused(tallybench("dev", "dataset", "push", built, *REPO, env=env), f"holds the benchmark {NAME}, not humaneval")
    refused(tallybench(*push, built, env=env), f"--benchmark {NAME}: {built} holds humaneval")
