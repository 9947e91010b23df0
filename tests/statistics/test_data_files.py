"""Files that commands compute from results: read as they were written, and a broken one refused with what to do."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.data_files import (
    EXTRA_TESTS,
    PASS_TABLE,
    BenchmarkExtra,
    PassDifference,
    PassRow,
    PassTable,
    ProblemExtra,
    extra_standing,
    read_extra,
    read_pass_table,
    write_pass_table,
)
from tallybench.statistics.published.entries import Entry
from tests.conftest import ROOT
from tests.made_results import SAMPLED, made_results

PATH = "results/seven-samples/humaneval-2026-02-02-00000006.json"
WRONG = 2  # of the seven programs of a problem


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "results").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def entry() -> Entry:
    return Entry("seven-samples", PATH, "2026-02-02", made_results()[PATH.removeprefix("results/")])


@pytest.fixture(scope="module")
def extra(entry: Entry) -> BenchmarkExtra:
    [first, *_] = SAMPLED
    programs = [sample.code_sha256 for sample in entry.submitted.samples if sample.task_id == first]
    wrong = tuple(sorted(program for program in programs[:WRONG] if program))
    problems = {
        problem.task_id: ProblemExtra(content=problem.hash, inputs=10, wrong=wrong if problem.task_id == first else ())
        for problem in load_benchmark()
    }
    return BenchmarkExtra(tests_sha256="a" * 64, results=(PATH,), problems=problems)


def test_a_program_that_is_wrong_on_a_generated_input_counts_as_wrong(entry: Entry, extra: BenchmarkExtra) -> None:
    standing = extra_standing(entry, extra)
    assert standing is not None and standing.wrong == SAMPLED[:1]
    base, strict = entry.figure("pass@1"), standing.figures["pass@1"]
    assert base is not None and base.value is not None and strict.value is not None
    assert strict.problems == base.problems == len(extra.problems)
    assert strict.value == pytest.approx(base.value - WRONG / 7 / len(extra.problems), abs=1e-6)
    assert extra_standing(entry, None) is None
    assert extra_standing(replace(entry, path=PATH.replace("6.json", "7.json")), extra) is None, "it was not run"


def test_the_tests_of_another_version_of_a_problem_are_none(extra: BenchmarkExtra) -> None:
    contents = {task_id: problem.content for task_id, problem in extra.problems.items()}
    assert extra.is_of(contents)
    assert not extra.is_of({**contents, SAMPLED[3]: "b" * 64}) and not extra.is_of({})


def some_table(passed: int = 82) -> PassTable:
    facts = {name: name for name in ("file", "model", "setting", "repository", "path", "commit", "licence")}
    found = PassDifference(task_id="HumanEval/1", here=Verdict.PASSED, plain=Verdict.EXCEPTION, sanitized=())
    row = PassRow(
        **facts, sha256="0" * 64, published="50.0", with_prompt=50.0, passed=passed, plain=None, differing=(found,)
    )
    return PassTable(problems=164, rows=(row,))


def test_what_is_written_is_read_and_other_benchmarks_stay(root: Path, extra: BenchmarkExtra) -> None:
    assert read_extra(root) == {} and read_pass_table(root) is None
    found = {"humaneval": extra, "other": extra}
    content = {"benchmarks": {name: one.model_dump(mode="json") for name, one in found.items()}}
    (root / EXTRA_TESTS).write_text(json.dumps(content))
    write_pass_table(root, some_table())
    assert read_extra(root) == found and read_pass_table(root) == some_table()


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        (
            EXTRA_TESTS,
            '{"benchmarks": {"humaneval": {"tests_sha256": "x"}}}',
            r"results/extra_tests\.json: benchmarks\.humaneval[^\n]*git checkout results/extra_tests\.json$",
        ),
        (PASS_TABLE, '{"problems": 0}', r"^results/published-pass\.json: problems[^\n]*published_pass\.py$"),
    ],
)
def test_a_broken_file_is_refused_in_one_line_with_what_to_do(root: Path, file: str, content: str, says: str) -> None:
    (root / file).write_text(content)
    with pytest.raises(InputError, match=says):
        (read_extra if file == EXTRA_TESTS else read_pass_table)(root)


@pytest.mark.parametrize(("passed", "away"), [(82, 0), (85, 3), (80, -2)])
def test_the_distance_is_in_problems(passed: int, away: int) -> None:
    table = some_table(passed)
    assert table.away(table.rows[0]) == away


def test_what_is_far_from_others_figures_is_explained_by_problem() -> None:
    table = read_pass_table(ROOT)
    assert table is not None and table.rows
    for row in table.rows:
        if abs(table.away(row) or 0) > 1:
            signs = [1 if found.here is Verdict.PASSED else -1 for found in row.differing]
            assert row.plain is not None and row.passed - row.plain == sum(signs), row.file
