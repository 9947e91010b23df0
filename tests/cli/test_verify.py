"""`tallybench dev verify`: where the record of a verification goes."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tallybench import Options, Sample, Session
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.verdicts import Verdict
from tallybench.submissions.verify import published_samples
from tests.conftest import CommandLine

SAMPLE = {"task_id": "HumanEval/28", "solution": "def concatenate(strings):\n    return ''.join(strings)\n"}
RECORD = "humaneval-2026-01-01-01234567.verified.json"


@pytest.fixture
def result(tallybench: CommandLine, tmp_path: Path) -> Path:
    (tmp_path / "samples.jsonl").write_text(json.dumps(SAMPLE))
    done = tallybench("evaluate", "samples.jsonl", "--model", "Tiny", "--ids", "28", "--no-count")
    assert done.returncode == 0, done.stderr
    return tmp_path / "result.json"


@pytest.fixture
def published(result: Path, tmp_path: Path) -> Path:
    """The result as it lies in `results/`."""
    path = tmp_path / "results/tiny/humaneval-2026-01-01-01234567.json"
    path.parent.mkdir(parents=True)
    shutil.move(result, path)
    return path


def records(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*.verified.json")]


def test_a_record_goes_beside_a_result_at_home(tallybench: CommandLine, result: Path, tmp_path: Path) -> None:
    done = tallybench("dev", "verify", result)
    assert done.returncode == 0, done.stderr
    assert f"record: {result.with_name('result.verified.json')}\n" in done.stdout
    assert records(tmp_path) == ["result.verified.json"]


def test_a_record_of_a_published_result_goes_to_this_folder(
    tallybench: CommandLine, published: Path, tmp_path: Path
) -> None:
    """A pull request may have no record in `results/`."""
    done = tallybench("dev", "verify", published)
    assert done.returncode == 0, done.stderr
    assert f"record: {RECORD}\n" in done.stdout
    assert records(tmp_path) == [RECORD]


def test_a_record_stays_out_of_results_where_that_is_this_folder(
    tallybench: CommandLine, published: Path, tmp_path: Path
) -> None:
    done = tallybench("dev", "verify", published.name, cwd=published.parent)
    assert done.returncode == 0, done.stderr
    assert f"record: {tmp_path / RECORD}\n" in done.stdout
    assert records(tmp_path) == [RECORD]


def test_a_record_goes_where_it_is_told_to(tallybench: CommandLine, published: Path, tmp_path: Path) -> None:
    done = tallybench("dev", "verify", published, "-o", "record.json")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "record.json").exists() and records(tmp_path) == []


def test_a_journal_that_comes_with_a_result_is_not_read(
    tallybench: CommandLine, result: Path, tmp_path: Path, session: Session
) -> None:
    """A real one, of a run that says that a wrong sample passed, under every name that was ever looked for."""
    solution = "def concatenate(strings):\n    return '-'.join(strings)\n"
    options = Options(ids=("HumanEval/28",), counter="none")
    honest = evaluate([Sample("HumanEval/28", 0, "solution", solution)], "Tiny", options, session=session)
    samples = (honest.samples[0].model_copy(update={"verdict": Verdict.PASSED, "failure": None}),)
    honest.with_figures(samples=samples, exclusions=()).save(result)
    # The journal of a verification, as it stands when it is killed before it ends.
    digest = hashlib.sha256(result.read_bytes()).hexdigest()
    journal = Journal(f"verify {digest}", resume=True)
    evaluate(published_samples(honest), honest.model, options, journal=journal, session=session)
    assert journal.path is not None
    head, line = journal.path.read_bytes().splitlines()
    forged = head + b"\n" + line.replace(b'"wrong_output"', b'"passed"') + b"\n"
    for name in (
        "result.json.verify.journal",
        "result.json.journal",
        journal.path.name,
        f"journals/{journal.path.name}",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(forged)
    journal.remove()
    done = tallybench("dev", "verify", "result.json", "-o", "record.json")
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert "does not agree" in done.stdout and "wrong_output" in done.stdout


def test_a_part_leaves_no_record(tallybench: CommandLine, result: Path, tmp_path: Path) -> None:
    rows = [SAMPLE, SAMPLE | {"solution": "def concatenate(strings):\n    return '-'.join(strings)\n"}]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = tallybench("evaluate", "samples.jsonl", "--model", "Two", "--ids", "28", "--no-count", "--force")
    assert done.returncode == 0, done.stderr
    done = tallybench("dev", "verify", result, "--sample", "1")
    assert done.returncode == 0, done.stderr
    assert "(a part, drawn with the seed 0)" in done.stdout
    assert "record:" not in done.stdout and records(tmp_path) == []


def test_several_results_are_verified_by_one_command(tallybench: CommandLine, result: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_bytes(result.read_bytes().replace(b"Tiny", b"Other"))
    done = tallybench("dev", "verify", result, second)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nagrees\n") == 2
    assert sorted(records(tmp_path)) == ["result.verified.json", "second.verified.json"]
    assert f"{result}:\ncompared: " in done.stdout and f"{second}:\ncompared: " in done.stdout


def test_one_record_file_for_several_results_is_refused(tallybench: CommandLine, result: Path, tmp_path: Path) -> None:
    done = tallybench("dev", "verify", result, result, "-o", "record.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--output record.json: is one record's file, and there are 2 results" in done.stderr
    assert records(tmp_path) == []
