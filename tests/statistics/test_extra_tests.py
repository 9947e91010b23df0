"""What the file of generated tests' outcomes says of a result, and what is said of a file that is none."""

from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.statistics.published.data_files import (
    EXTRA_TESTS,
    BenchmarkExtra,
    ProblemExtra,
    extra_standing,
    read_extra,
    results_with_code,
    write_extra,
)
from tallybench.statistics.published.entries import Entry
from tests.made_results import SAMPLED, made_results

PATH = "results/seven-samples/humaneval-2026-02-02-00000006.json"
WRONG = 2  # of the seven programs of a problem


@pytest.fixture(scope="module")
def entry() -> Entry:
    return Entry("seven-samples", PATH, "2026-02-02", made_results()[PATH.removeprefix("results/")])


@pytest.fixture(scope="module")
def extra(entry: Entry) -> BenchmarkExtra:
    contents = {problem.task_id: problem.hash for problem in load_benchmark()}
    [first, *_] = SAMPLED
    programs = [sample.code_sha256 for sample in entry.submitted.samples if sample.task_id == first]
    wrong = tuple(sorted(program for program in programs[:WRONG] if program))
    problems = {
        task_id: ProblemExtra(content=content, inputs=10, wrong=wrong if task_id == first else ())
        for task_id, content in contents.items()
    }
    return BenchmarkExtra(tests_sha256="a" * 64, results=(PATH,), problems=problems)


def test_a_program_that_is_wrong_on_a_generated_input_counts_as_wrong(entry: Entry, extra: BenchmarkExtra) -> None:
    standing = extra_standing(entry, extra)
    assert standing is not None and standing.wrong == SAMPLED[:1]
    base, strict = entry.figure("pass@1"), standing.figures["pass@1"]
    assert base is not None and base.value is not None and strict.value is not None
    assert strict.problems == base.problems == len(extra.problems)
    assert strict.value == pytest.approx(base.value - WRONG / 7 / len(extra.problems), abs=1e-6)


def test_a_result_whose_programs_were_not_run_has_no_figure(entry: Entry, extra: BenchmarkExtra) -> None:
    assert extra_standing(entry, None) is None
    assert extra_standing(replace(entry, path=PATH.replace("6.json", "7.json")), extra) is None


def test_the_tests_of_another_version_of_a_problem_are_none(extra: BenchmarkExtra) -> None:
    contents = {task_id: problem.content for task_id, problem in extra.problems.items()}
    assert extra.is_of(contents)
    assert not extra.is_of({**contents, SAMPLED[3]: "b" * 64})
    assert not extra.is_of({})


def test_what_is_written_is_read_and_other_benchmarks_stay(tmp_path: Path, extra: BenchmarkExtra) -> None:
    assert read_extra(tmp_path) == {}
    (tmp_path / "results").mkdir()
    write_extra(tmp_path, "other", extra)
    write_extra(tmp_path, "humaneval", extra)
    assert read_extra(tmp_path) == {"humaneval": extra, "other": extra}


def test_a_broken_file_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / EXTRA_TESTS).write_text('{"benchmarks": {"humaneval": {"tests_sha256": "x"}}}')
    with pytest.raises(
        InputError, match=r"results/extra_tests\.json: benchmarks\.humaneval.*tallybench dev tests results"
    ):
        read_extra(tmp_path)


def test_results_of_other_versions_and_withheld_code_are_not_run(entry: Entry) -> None:
    version = entry.version
    withheld = replace(entry, submitted=entry.submitted.model_copy(update={"code_withheld": True}))
    assert results_with_code([entry, withheld], "humaneval", version) == [entry]
    assert results_with_code([entry], "humaneval", "0.9.0") == []
