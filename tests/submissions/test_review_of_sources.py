"""Pull requests with results whose samples are public elsewhere: they are got, measured and read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tallybench.counting.session import Session
from tallybench.errors import MachineError
from tallybench.model.problem import code_hash
from tallybench.model.result import Result
from tallybench.model.verdicts import Verdict
from tallybench.samples import public
from tallybench.samples.public import place_of
from tallybench.submissions.review import Reviewed, review_pull_request
from tests.made_results import few_answers
from tests.submissions.pull_requests import TODAY, place, published_elsewhere, send

HOOK = "class Number:\n    def __index__(self):\n        values.clear()\n        return 7\n"
TASKS = ("HumanEval/0", "HumanEval/1", "HumanEval/42")


@dataclass(frozen=True)
class Elsewhere:
    """A result without code, the file in which its programs are, and the task of the sample that has a hook."""

    result: Result
    folder: Path
    file: Path
    task_id: str


@pytest.fixture
def elsewhere(good: Result, tmp_path: Path) -> Elsewhere:
    """The stranger's result, of which one correct sample has a hook in it."""
    samples = list(few_answers(good, TASKS).samples)
    number = next(number for number, sample in enumerate(samples) if sample.verdict is Verdict.PASSED)
    code = f"{samples[number].code}\n{HOOK}"
    samples[number] = samples[number].model_copy(update={"code": code, "code_sha256": code_hash(code)})
    hooked = few_answers(good, TASKS).model_copy(update={"samples": tuple(samples)})
    result = published_elsewhere(hooked, tmp_path / "elsewhere")
    assert result.source is not None
    file = place_of(result.source, "data/samples.jsonl", tmp_path / "elsewhere")
    return Elsewhere(result, tmp_path / "elsewhere", file, samples[number].task_id)


def review(fork: Path, upstream: Path, session: Session, folder: Path | None, fetch: bool = False) -> Reviewed:
    head = send(fork, upstream)
    found = review_pull_request(upstream, "main", head, True, TODAY, session=session, samples=folder, fetch=fetch)
    (reviewed,) = found.files
    return reviewed


@pytest.mark.parametrize("fetch", [False, True])
def test_programs_that_were_fetched_are_measured_and_read(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    fetch: bool,
) -> None:
    """By somebody before, or first of all where that is asked for."""
    place(fork, elsewhere.result)
    content = elsewhere.file.read_bytes()
    monkeypatch.setattr(public, "_download", lambda address: content)
    folder = tmp_path / "fetched" if fetch else elsewhere.folder
    found = review(fork, upstream, session, folder, fetch)
    assert found.faults == [] and found.record is not None, found
    assert found.findings == [f"{elsewhere.task_id}, sample 0: names: __index__"]
    assert any("its code does what is unusual in 1 places" in why for why in found.held), found.held


def test_what_is_not_measured_again_is_said_and_ends_no_review(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place(fork, elsewhere.result)
    elsewhere.file.write_bytes(b"{}\n")

    def unreachable(address: str) -> bytes:
        raise MachineError(f"{address}: cannot be got")

    monkeypatch.setattr(public, "_download", unreachable)
    for folder, fetch, says in (
        (None, False, "its samples are public at https://github.com/someone/answers"),
        (elsewhere.folder, False, "is another file than the result was made of"),
        (tmp_path / "empty", True, "cannot be got"),
    ):
        found = review(fork, upstream, session, folder, fetch)
        assert found.record is None and found.faults == []
        assert says in found.held[-1] and "/tallybench-" not in found.held[-1], found.held
