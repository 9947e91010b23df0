"""Samples of every form are told from one another by what they are."""

import json
from pathlib import Path

from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import Sample
from tallybench.samples.sources import open_samples

CODE = "def concatenate(strings):\n    return ''.join(strings)\n"


def opened(source: str | Path, benchmark: Benchmark) -> tuple[list[Sample], list[str]]:
    notes: list[str] = []
    return list(open_samples(str(source), benchmark, notes.append)), notes


def test_an_embedded_set(benchmark: Benchmark) -> None:
    samples, notes = opened("embedded:canonical", benchmark)
    assert [sample.task_id for sample in samples] == list(benchmark.by_id) and notes == []


def test_json_lines_even_of_a_single_sample(benchmark: Benchmark, tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text(json.dumps({"task_id": "HumanEval/28", "solution": CODE}))
    assert opened(path, benchmark) == ([Sample("HumanEval/28", 0, "solution", CODE)], [])


def test_a_folder_of_programs(benchmark: Benchmark, tmp_path: Path) -> None:
    (tmp_path / "HumanEval_28").mkdir()
    (tmp_path / "HumanEval_28/0.py").write_text(CODE)
    assert opened(tmp_path, benchmark) == ([Sample("HumanEval/28", 0, "solution", CODE)], [])


def test_predictions_as_coffe_writes_them(benchmark: Benchmark, tmp_path: Path) -> None:
    path = tmp_path / "GPT-4o.json"
    path.write_text(json.dumps({benchmark.by_id["HumanEval/28"].prompt: [[CODE], True]}))
    samples, notes = opened(path, benchmark)
    assert samples == [Sample("HumanEval/28", 0, "raw", CODE)]
    assert notes == ["predictions: 1 outputs for 1 problems of humaneval"]
