"""A benchmark read back from its dataset: the same, whole, and never run where nobody vouches for it."""

import os
import shutil
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from tallybench.benchmarks import load_benchmark, open_benchmark
from tallybench.benchmarks.published import load_published
from tallybench.dataset.build import build_dataset
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.values.literals import write_literal
from tests.conftest import ROOT, CommandLine
from tests.dataset.made_dataset import FILE, Change, changed, with_problem
from tests.made_results import kept_result
from tests.once import Once

TASK = "HumanEval/2"
OFFLINE = os.environ | {"HF_HUB_OFFLINE": "1"}


@pytest.fixture(scope="session")
def built(once: Once) -> Path:
    """The dataset of HumanEval, with the results of one model; not to be changed."""

    def make(folder: Path) -> None:
        results = folder / "checkout/results/tallybench-references"
        results.mkdir(parents=True)
        shutil.copy(kept_result("tallybench-references"), results)
        (folder / "checkout/templates").symlink_to(ROOT / "templates")
        build_dataset(folder / "checkout", folder / "tallybench/tallybench")

    return once("small_dataset", make) / "tallybench/tallybench"


def marking(marker: Path, program: str) -> str:
    """A program that leaves a mark when it is run."""
    return f"open({str(marker)!r}, 'w').close()\n{program}"


def test_it_is_the_same_benchmark(built: Path, benchmark: Benchmark) -> None:
    read = open_benchmark(str(built))
    assert (read.name, read.version, read.hash, read.whole) == ("humaneval", benchmark.version, benchmark.hash, True)
    assert [one.hash for one in read] == [one.hash for one in benchmark]
    for ours, theirs in zip(benchmark, read, strict=True):
        for field in fields(Problem):
            one, other = getattr(ours, field.name), getattr(theirs, field.name)
            if field.name == "invalid":  # not a number is not equal to itself
                one, other = ([(reason, write_literal(case)) for reason, case in cases] for cases in (one, other))
            assert one == other, (ours.task_id, field.name)


def test_a_result_has_the_same_bytes(built: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    common = ("evaluate", "embedded:canonical", "--ids", "97,103")
    sources = {"source.json": (), "dataset.json": ("--benchmark", built)}
    for output, benchmark in sources.items():
        cache = {"TALLYBENCH_CACHE": str(tmp_path / f"cache of {output}")}  # the inputs are built from each
        done = tallybench(*common, "-o", output, *benchmark, env=os.environ | cache)
        assert done.returncode == 0, done.stderr
    source, dataset = ((tmp_path / name).read_bytes() for name in sources)
    assert source == dataset and b'"count": ' in source


def test_problems_of_a_dataset_are_listed_shown_and_checked(built: Path, tallybench: CommandLine) -> None:
    for arguments in ((), ("2",), ("2", "--check")):
        assert (
            tallybench("problems", *arguments, "--benchmark", built).stdout == tallybench("problems", *arguments).stdout
        )


@pytest.mark.parametrize("field", ["tests", "prompt", "accepts"])
def test_tests_that_are_not_ours_are_not_run(
    field: str, built: Path, tallybench: CommandLine, tmp_path: Path, benchmark: Benchmark
) -> None:
    marker = tmp_path / "it ran"
    program = getattr(benchmark.by_id[TASK], field) or "def accepts(output, expected, *arguments):\n    return True\n"
    dataset = with_problem(built, tmp_path / "dataset", TASK, **{field: marking(marker, program)})
    evaluate = ("evaluate", "embedded:canonical", "--ids", "0,2", "--no-count", "--benchmark", dataset)
    done = tallybench(*evaluate)
    assert done.returncode == 2
    assert f"{TASK}: {field} differs from humaneval" in done.stderr and "trust_tests" in done.stderr
    assert not marker.exists() and not (tmp_path / "result.json").exists()
    assert tallybench("problems", "2", "--benchmark", dataset).returncode == 0
    assert not marker.exists()
    done = tallybench(*evaluate, "--trust-tests")
    assert done.returncode == 0, done.stderr
    assert marker.exists() or field == "accepts"  # which is for counting


@pytest.mark.parametrize("field", ["contract", "references"])
def test_programs_that_are_not_ours_are_not_audited(
    field: str, built: Path, tallybench: CommandLine, tmp_path: Path, benchmark: Benchmark
) -> None:
    marker, problem = tmp_path / "it ran", benchmark.by_id[TASK]
    first = problem.references[0]
    value: Any = marking(marker, problem.contract or "")
    if field == "references":
        value = (Solution(first.name, marking(marker, first.code)), *problem.references[1:])
    dataset = with_problem(built, tmp_path / "dataset", TASK, **{field: value})
    for command in (("dev", "audit", "--ids", "2"), ("problems", "2", "--check")):
        done = tallybench(*command, "--benchmark", dataset)
        assert done.returncode == 2 and f"{TASK}: {field} differs from humaneval" in done.stderr
        assert "trust_tests" not in done.stderr
    assert not marker.exists()


def test_a_benchmark_that_does_not_come_with_us_is_not_run(built: Path, tmp_path: Path, benchmark: Benchmark) -> None:
    other = replace(benchmark, name="another")
    dataset = str(
        changed(built, tmp_path / "dataset", "problems", lambda rows: None, benchmark="another", hash=other.hash)
    )
    assert open_benchmark(dataset, ()).name == "another"
    with pytest.raises(InputError, match="another does not come with this version of TallyBench"):
        open_benchmark(dataset)


def _edit(number: int, **cells: Any) -> Change:
    return lambda rows: rows[number].update(cells)


CHANGED: dict[str, tuple[str, Change, str]] = {
    "another prompt": (
        "problems",
        _edit(3, prompt="def f(): pass"),
        "HumanEval/3: its hash does not match its columns",
    ),
    "a problem less": ("problems", lambda rows: rows.pop(), "163: has a stressful input, but is not a problem"),
    "a problem twice": ("problems", lambda rows: rows.append(rows[0]), "a task id appears twice"),
    "an input less": ("stressful", lambda rows: rows.pop(0), "HumanEval/0: has 6 stressful inputs, but its row says 7"),
    "an input twice": ("stressful", lambda rows: rows.append(rows[0]), "two of its stressful inputs have the same"),
    "another seed": ("stressful", _edit(0, seed="1", program="x = 1"), "HumanEval/0: its hash does not"),
    "a path as a name": ("stressful", _edit(0, name="../../x"), "row 0: name: String should match pattern"),
    "a path as a task": ("problems", _edit(0, task_id="../x"), "row 0: task_id: String should match"),
    "no function": ("problems", _edit(0, entry_point="a b"), "row 0: entry_point: String should match"),
    "a name of ours": (
        "problems",
        _edit(0, references=[{"name": "canonical", "code": "1"}]),
        "row 0: references.0.name: String should match",
    ),
    "no prompt": ("problems", _edit(0, prompt=None), "row 0: prompt: Input should be a valid string"),
    "no such kind": ("stressful", _edit(0, kind="no such"), "row 0: kind: Value error"),
    "tests that grow together": (
        "problems",
        _edit(1, cases=[{"name": "x", "arguments": "({'$repeat': ('x', 20000000, '')},)", "expected": "1"}] * 2),
        "row 1: cases.1.arguments: Value error, grows by more than 33,554,432 items, with what was read before",
    ),
    "code as a value": (
        "problems",
        _edit(0, invalid=[{"reason": "x", "arguments": "print(1)"}]),
        "row 0: invalid.0.arguments: Value error, is not a Python literal",
    ),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_dataset_that_is_not_whole_is_refused(what: str, built: Path, tmp_path: Path) -> None:
    config, change, said = CHANGED[what]
    with pytest.raises(InputError) as caught:
        load_published(str(changed(built, tmp_path / "dataset", config, change)))
    assert said in str(caught.value)


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _no_column(path: Path) -> None:
    parquet.write_table(parquet.read_table(path).drop_columns(["tests"]), path)


def _no_metadata(path: Path) -> None:
    parquet.write_table(parquet.read_table(path).replace_schema_metadata({}), path)


def _many_rows(path: Path) -> None:
    table = parquet.read_table(path, columns=["hash"])
    parquet.write_table(table.take([0] * 100_001), path)


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut short": (lambda path: path.write_bytes(path.read_bytes()[:50_000]), "cannot be read as Parquet"),
    "not Parquet": (lambda path: path.write_text("id,prompt\n"), "cannot be read as Parquet"),
    "damaged within": (
        lambda path: path.write_bytes((data := path.read_bytes())[:99] + b"\0" * 9_000 + data[9_099:]),
        "cannot be read as Parquet",
    ),
    "empty": (lambda path: path.write_bytes(b""), "cannot be read as Parquet"),
    "a folder": (_a_folder, "cannot be read as Parquet"),
    "no file": (lambda path: path.unlink(), "problems: has no Parquet file"),
    "a column less": (_no_column, "the column tests is missing"),
    "no metadata": (_no_metadata, "its metadata has no key tallybench"),
    "too many rows": (_many_rows, "has 100,001 rows"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_broken_is_named(what: str, built: Path, tmp_path: Path) -> None:
    damage, said = BROKEN[what]
    dataset = tmp_path / "dataset"
    shutil.copytree(built, dataset)
    damage(dataset / "problems" / FILE)
    with pytest.raises(InputError) as caught:
        load_published(str(dataset))
    message = str(caught.value)
    assert message.startswith(str(dataset / "problems")) and said in message and "\n" not in message


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("./nowhere", "there is no such folder, and it is not ORG/NAME on the Hub"),
        ("org/name@../..", "it cannot be fetched from the Hub"),
        (
            "tallybench/nowhere",
            "benchmark tallybench/nowhere: there is no such folder, and it cannot be fetched from the Hub",
        ),
        ("nowhere", "there is no such benchmark; choose one of humaneval"),
    ],
)
def test_a_dataset_that_is_not_there_is_named(
    source: str, said: str, tallybench_process: CommandLine, tmp_path: Path
) -> None:
    done = tallybench_process("problems", "--benchmark", source, env=OFFLINE | {"HF_HOME": str(tmp_path)})
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1


def test_a_name_is_looked_up_among_ours_alone(built: Path, tmp_path: Path) -> None:
    """A result's file names its benchmark; no name may make us read what lies elsewhere."""
    (tmp_path / "benchmark.toml").write_text('name = "x"')
    for name in (str(tmp_path), str(built), "../problems/humaneval", "org/name", "", "."):
        with pytest.raises(InputError, match="there is no such benchmark"):
            load_benchmark(name)
