"""Results as they are published, with and without records: small ones, and some of the kept ones as they are."""

import shutil
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import pytest

from evaluator.results.published.fresh import FreshMeasurements
from evaluator.results.published.record import Measurements, Record, dump_record, read_record, record_path
from evaluator.results.reading import load_result
from evaluator.results.result import dump_result
from tests.made_results import first_problems, kept_result
from tests.once import Once
from tests.results.test_reading import as_schema_1

M = TypeVar("M", Measurements, FreshMeasurements)

REFERENCES, GEMMA, GPT = "tallybench-references", "gemma-3-270m", "gpt-4o"
CLASSEVAL, OLD = "chatglm-5-samples", "humaneval-canonical"
# By model and benchmark, the month that it was added in.
ADDED = {
    (REFERENCES, "humaneval"): "2026-11",
    (GEMMA, "humaneval"): "2026-12",
    (GPT, "coffe-code-contests"): "2026-12",
    (CLASSEVAL, "classeval"): "2026-11",
}


def put(root: Path, file: Path, month: str) -> Path:
    """A copy of a kept result, with its record, as if it had been added in another month."""
    target = root / "results" / file.parent.name / file.name.replace("2026-11", month)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, target)
    if record_path(file).exists():
        shutil.copy(record_path(file), record_path(target))
    return target


def _put_old(root: Path, content: bytes) -> None:
    """One of the first schema, without a record."""
    folder = root / "results" / "old"
    folder.mkdir()
    (folder / f"humaneval-2026-11-21-{sha256(content).hexdigest()[:8]}.json").write_bytes(content)
    (folder / "OWNER").write_text("someone:1\n")


def _cut(path: Path) -> None:
    """Leaves a result and its record with their first problems."""
    whole = load_result(path)
    result = first_problems(whole)
    record = read_record(record_path(path), whole) if record_path(path).exists() else None
    path.write_bytes(content := b"".join(dump_result(result)))
    if record is not None:
        measured = _of_the_first(record.measured, set(result.problems))
        if measured.fresh is not None:
            fresh = _of_the_first(measured.fresh, set(result.problems))
            measured = measured.model_copy(update={"fresh": fresh})
        measured = measured.model_copy(update={"result_sha256": sha256(content).hexdigest()})
        record_path(path).write_bytes(dump_record(Record(result, measured)))


def _of_the_first(measured: M, tasks: set[str]) -> M:
    problems = {task_id: problem for task_id, problem in measured.problems.items() if task_id in tasks}
    samples = tuple(sample for sample in measured.samples if sample.task_id in tasks)
    return measured.model_copy(update={"problems": problems, "samples": samples})


@pytest.fixture(scope="session")
def small_results(once: Once) -> Path:
    def make(root: Path) -> None:
        for (slug, benchmark), month in ADDED.items():
            _cut(put(root, kept_result(slug, benchmark), month))
        _put_old(root, as_schema_1(first_problems(load_result(kept_result(OLD)))))

    return once("small-results", make)


@pytest.fixture
def root(small_results: Path, tmp_path: Path) -> Path:
    """Results with and without records and counts, on several benchmarks, of two months, one of the first schema."""
    shutil.copytree(small_results / "results", tmp_path / "results")
    return tmp_path


@pytest.fixture
def kept_root(tmp_path: Path) -> Path:
    """The same of whole results."""
    for (slug, benchmark), month in ADDED.items():
        put(tmp_path, kept_result(slug, benchmark), month)
    _put_old(tmp_path, as_schema_1(load_result(kept_result(OLD))))
    return tmp_path
