"""The table of pass@1 beside others' figures: what is read is what was written, and faults are named."""

from pathlib import Path

import pytest

from tallybench.errors import InputError
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.data_files import (
    PASS_TABLE,
    PassDifference,
    PassRow,
    PassTable,
    read_pass_table,
    write_pass_table,
)

ROOT = Path(__file__).parents[2]


def some_table(passed: int = 82) -> PassTable:
    row = PassRow(
        file="model.jsonl",
        sha256="0" * 64,
        model="Model",
        setting="one sample",
        repository="owner/name",
        path="answers.jsonl",
        commit="0123456789",
        licence="MIT",
        published="50.0 (README)",
        with_prompt=50.0,
        passed=passed,
        plain=None,
        differing=(PassDifference(task_id="HumanEval/1", here=Verdict.PASSED, plain=Verdict.EXCEPTION, sanitized=()),),
    )
    return PassTable(problems=164, rows=(row,))


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    assert read_pass_table(tmp_path) is None
    write_pass_table(tmp_path, some_table())
    assert read_pass_table(tmp_path) == some_table()


@pytest.mark.parametrize(("passed", "away"), [(82, 0), (85, 3), (80, -2)])
def test_the_distance_is_in_problems(passed: int, away: int) -> None:
    table = some_table(passed)
    assert table.away(table.rows[0]) == away


def test_a_broken_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / PASS_TABLE).write_bytes(b'{"problems": 0}')
    with pytest.raises(InputError, match=r"published_pass\.py") as caught:
        read_pass_table(tmp_path)
    assert "problems" in str(caught.value) and "\n" not in str(caught.value)


def test_what_is_far_from_others_figures_is_explained_by_problem() -> None:
    table = read_pass_table(ROOT)
    assert table is not None and table.rows
    for row in table.rows:
        away = table.away(row)
        if away is not None and abs(away) > 1:
            assert row.plain is not None, row.file
            assert row.passed - row.plain == sum(
                1 if found.here is Verdict.PASSED else -1 for found in row.differing
            ), row.file
