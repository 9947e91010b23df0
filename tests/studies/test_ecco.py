"""ECCO's tables again: its splits, and a model's predictions of both tasks by both rules, round by round."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.ecco_data import FAST_SORT, FAST_SUM, PAIRS, SLOW_SORT, WRONG_SUM, write_lines, write_whole
from tests.conftest import CommandLine

SLOWEST_SORT = SLOW_SORT.replace("range(len(numbers)):", "range(9 * len(numbers)):", 1)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_whole(tmp_path / "ecco")


def test_editing_is_measured_round_by_round(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {**PAIRS[0], "generated_codes_0": [WRONG_SUM], "generated_codes_1": [WRONG_SUM]},
        {**PAIRS[2], "generated_codes_0": [WRONG_SUM], "generated_codes_1": [FAST_SUM]},
        {**PAIRS[3], "generated_codes_0": [SLOW_SORT], "generated_codes_1": [SLOW_SORT, FAST_SORT]},
    ]
    path = write_lines(tmp_path / "edit_model.jsonl", rows)
    model = "GPT-4o, exec-refine"
    tallybench(*("dev", "study", "ecco", "--data", data, "--predictions", path, "--model", model), code=0)
    report = json.loads((tmp_path / "reproduced/ecco.json").read_text())
    splits, editing = report["sections"]["1"], report["sections"][f"editing/{model}"]
    told = {row["figure"]: (row["paper"]["value"], row["ours"]) for row in splits["rows"]}
    assert told["test: pairs"] == (794, 4) and told["test: problems"] == (48, 2)
    assert told["test: private tests a problem"] == (20.0, 2.5)
    assert told["test: public tests a problem"] == (3.29, 1.0)
    assert told["train: problems"] == (1262, 1) and told["train: private tests a problem"] == (17.21, None)
    assert told["train: public tests a problem"] == (3.14, 2.0) and told["val: pairs"] == (2359, 1)
    assert "users' programs for 2 problems" in splits["notes"][0]
    figures = {row["figure"]: row for row in editing["rows"]}
    assert figures["pass@1"]["paper"]["value"] == 60.8 and figures["less memory"]["paper"]["value"] == 51.1
    assert figures["pass@1"]["ours"] == pytest.approx(100 * 2 / 3)
    assert figures["speedup"]["ours"] > 1 and figures["speedup"]["theirs"] != figures["speedup"]["ours"]
    # All of these programs need a few kilobytes: a reduction would be 1 by construction.
    assert figures["memory reduction"]["ours"] is figures["memory reduction"]["theirs"] is None
    assert "1 of them credited to an incorrect sample" in editing["notes"][0]
    assert "none to show; 3 of 3 programs stay under 64 KiB" in editing["notes"][1]
    (rounds,) = editing["listings"]
    assert [row["pass@1, ours"] for row in rounds["rows"]] == ["33.33", "66.67"]
    assert any(note.startswith("Table 7") for note in report["sections"]["not made"]["notes"])
    for number in (0, 1):
        assert (tmp_path / f"reproduced/GPT-4o--exec-refine--round-{number}-ecco-edit.json").exists()


def test_generation_has_places_among_the_pairs_programs(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    codes = [("p00001", "kept = [0] * 100_000\n" + FAST_SUM), ("p00002", SLOWEST_SORT)]
    rows = [{"problem_id": name, "problem_description": "", "generated_codes": [code]} for name, code in codes]
    path = write_lines(tmp_path / "nl2code_model.jsonl", rows)
    tallybench(*("dev", "study", "ecco", "--data", data, "--predictions", path, "--model", "GPT-4o"), code=0)
    generation = json.loads((tmp_path / "reproduced/ecco.json").read_text())["sections"]["generation/GPT-4o"]
    figures = {row["figure"]: row for row in generation["rows"]}
    assert [figures[name]["paper"]["value"] for name in ("pass@1", "runtime %", "memory %")] == [52.1, 46.01, 59.21]
    assert figures["pass@1"]["ours"] == 100
    # The last one of its problem, by time or memory, is credited as if it were the first.
    assert figures["runtime %"]["theirs"] > figures["runtime %"]["ours"]
    assert "1 of them slower than all, which the rule counts as 100 %" in generation["notes"][0]
    assert (figures["memory %"]["theirs"], figures["memory %"]["ours"]) == (100, 0)
    assert "over 1 problems where some need over the floor" in generation["notes"][1]


def test_what_are_no_predictions_is_refused(data: Path, tallybench: CommandLine, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "some.jsonl", [{"task_id": "EccoEdit/1", "solution": "x"}])
    done = tallybench("dev", "study", "ecco", "--data", data, "--predictions", path)
    assert done.returncode == 2 and "holds no ECCO predictions" in done.stderr and "Traceback" not in done.stderr
