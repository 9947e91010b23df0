"""ECCO's tables again: its splits, and a model's predictions by both rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.ecco_data import FAST_SORT, FAST_SUM, PAIRS, SLOW_SORT, WRONG_SUM, write_ecco, write_lines
from tests.conftest import CommandLine


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = write_ecco(tmp_path / "ecco")
    write_lines(folder / "edit" / "train.jsonl", [PAIRS[0] | {"problem_id": "p00009"}])
    return folder


def test_tables_are_made_again_beside_the_papers(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {**PAIRS[0], "generated_codes": [WRONG_SUM]},
        {**PAIRS[2], "generated_codes": [FAST_SUM]},
        {**PAIRS[3], "generated_codes": [SLOW_SORT, FAST_SORT]},
    ]
    path = write_lines(tmp_path / "edit_model.jsonl", rows)
    done = tallybench(*("dev", "study", "ecco", "--data", data, "--predictions", path, "--model", "GPT-4o, few-shot"))
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "reproduced/ecco.json").read_text())
    splits, editing = report["sections"]["1"], report["sections"]["2/GPT-4o, few-shot"]
    told = {row["figure"]: (row["paper"]["value"], row["ours"]) for row in splits["rows"]}
    assert told["test: pairs"] == (794, 4) and told["test: problems"] == (48, 2)
    assert told["test: tests a problem"] == (20.0, 2.5)
    assert told["train: problems"] == (1262, 1) and told["train: tests a problem"] == (17.21, None)
    assert "the table of val is not among the data" in splits["notes"]
    figures = {row["figure"]: row for row in editing["rows"]}
    assert figures["pass@1"]["paper"]["value"] == 65.8 and figures["speedup"]["paper"]["value"] == 1.62
    assert figures["pass@1"]["ours"] == pytest.approx(100 * 2 / 3)
    assert figures["speedup"]["ours"] > 1 and figures["speedup"]["theirs"] != figures["speedup"]["ours"]
    assert "1 of them credited to a sample that is not correct" in editing["notes"][0]
    assert any(note.startswith("Table 7") for note in report["sections"]["not made"]["notes"])
    assert (tmp_path / "reproduced/GPT-4o--few-shot-ecco-edit.json").exists()


def test_what_are_no_predictions_is_refused(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "some.jsonl", [{"task_id": "EccoEdit/1", "solution": "x"}])
    done = tallybench("dev", "study", "ecco", "--data", data, "--predictions", path)
    assert done.returncode == 2 and "holds no predictions of ECCO" in done.stderr and "Traceback" not in done.stderr
    done = tallybench("dev", "study", "ecco", "--data", data, "--tables", "4")
    assert done.returncode == 2 and "--tables 4: there is 1, 2" in done.stderr
