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
from tallybench.submissions.programs import published_samples
from tests.conftest import CommandLine

SAMPLE = {"task_id": "HumanEval/28", "solution": "def concatenate(strings):\n    return ''.join(strings)\n"}
RECORD = "humaneval-2026-01-01-01234567.verified.json"


@pytest.fixture
def result(tallybench: CommandLine, tmp_path: Path) -> Path:
    (tmp_path / "samples.jsonl").write_text(json.dumps(SAMPLE))
    done = tallybench("evaluate", "samples.jsonl", "--model", "Tiny", "--ids", "28", "--no-count")
    assert done.returncode == 0, done.stderr
    return tmp_path / "result.json"


def records(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*.verified.json")]


def test_a_record_goes_beside_a_result_at_home_and_to_the_current_folder_from_results(
    tallybench: CommandLine, result: Path, tmp_path: Path
) -> None:
    """A pull request may have no record in `results/`."""
    published = tmp_path / "results/tiny/humaneval-2026-01-01-01234567.json"
    published.parent.mkdir(parents=True)
    shutil.copy(result, published)
    for named, cwd, said in (
        (result, tmp_path, result.with_name("result.verified.json")),
        (published, tmp_path, Path(RECORD)),
        (Path(published.name), published.parent, tmp_path / RECORD),
    ):
        done = tallybench("dev", "verify", named, cwd=cwd)
        assert done.returncode == 0, done.stderr
        assert f"record: {said}\n" in done.stdout
        assert records(tmp_path) == [said.name]
        (tmp_path / said.name).unlink()
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


def test_several_results_are_verified_by_one_command(tallybench: CommandLine, result: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.json"
    second.write_bytes(result.read_bytes().replace(b"Tiny", b"Other"))
    done = tallybench("dev", "verify", result, second)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nagrees\n") == 2
    assert sorted(records(tmp_path)) == ["result.verified.json", "second.verified.json"]
    assert f"{result}:\ncompared: " in done.stdout and f"{second}:\ncompared: " in done.stdout
