"""Pull requests with results whose samples are public elsewhere: they are got, measured and read."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest

from tallybench.counting.session import Session
from tallybench.errors import MachineError
from tallybench.model.parts import Source
from tallybench.model.problem import code_hash
from tallybench.model.redaction import without_answers
from tallybench.model.result import Result
from tallybench.model.verdicts import Verdict
from tallybench.samples import fetch as fetching
from tallybench.samples.public import place_of
from tallybench.submissions.review import Reviewed, review_pull_request
from tests.made_results import few_answers
from tests.submissions.pull_requests import TODAY, place, send

HOOK = "class Number:\n    def __index__(self):\n        values.clear()\n        return 7\n"
PATH = "data/samples.jsonl"


@dataclass(frozen=True)
class Elsewhere:
    """A result without code, and the file in which its programs are."""

    result: Result
    source: Source
    content: bytes
    task_id: str  # of the sample that has a hook

    def put(self, folder: Path, content: bytes | None = None) -> Path:
        target = place_of(self.source, PATH, folder)
        target.parent.mkdir(parents=True)
        target.write_bytes(self.content if content is None else content)
        return folder


@pytest.fixture(scope="module")
def elsewhere(good: Result) -> Elsewhere:
    """The stranger's result, of which one correct sample has a hook in it."""
    good = few_answers(good, ("HumanEval/0", "HumanEval/1", "HumanEval/42"))
    samples = list(good.samples)
    number = next(number for number, sample in enumerate(samples) if sample.verdict is Verdict.PASSED)
    code = f"{samples[number].code}\n{HOOK}"
    samples[number] = samples[number].model_copy(update={"code": code, "code_sha256": code_hash(code)})
    lines = [
        {"task_id": sample.task_id} | ({"raw": ""} if sample.code is None else {"solution": sample.code})
        for sample in samples
    ]
    content = b"".join(orjson.dumps(line) + b"\n" for line in lines)
    source = Source(
        repository="https://github.com/someone/answers",
        commit="0123456789" * 4,
        files={PATH: hashlib.sha256(content).hexdigest()},
    )
    model = good.model.model_copy(update={"answers_sha256": source.answers_sha256})
    result = good.model_copy(update={"samples": tuple(samples), "source": source, "model": model})
    return Elsewhere(without_answers(result), source, content, samples[number].task_id)


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
    monkeypatch.setattr(fetching, "_download", lambda address: elsewhere.content)
    folder = tmp_path / "fetched" if fetch else elsewhere.put(tmp_path / "fetched")
    found = review(fork, upstream, session, folder, fetch)
    assert found.faults == () and found.record is not None, found
    assert found.findings == (f"{elsewhere.task_id}, sample 0: names: __index__",)
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
    other = elsewhere.put(tmp_path / "other", b"{}\n")

    def unreachable(address: str) -> bytes:
        raise MachineError(f"{address}: cannot be got")

    monkeypatch.setattr(fetching, "_download", unreachable)
    for folder, fetch, says in (
        (None, False, "its samples are public at https://github.com/someone/answers"),
        (other, False, "is another file than the result was made of"),
        (tmp_path / "empty", True, "cannot be got"),
    ):
        found = review(fork, upstream, session, folder, fetch)
        assert found.record is None and found.faults == ()
        assert says in found.held[-1] and "/tallybench-" not in found.held[-1], found.held
