"""Pull requests with results whose samples are public elsewhere: they are got, measured and read."""

import hashlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from evaluator.benchmarks import load_problems
from evaluator.errors import MachineError
from evaluator.execution.session import Session
from evaluator.problems.problem import Problem, code_hash
from evaluator.results.redaction import without_answers
from evaluator.results.result import Result
from evaluator.results.source import Source
from evaluator.results.verdicts import Verdict
from evaluator.samples import fetch as fetching
from evaluator.samples.public import place_of
from evaluator.submissions.code.findings import find_in_code
from evaluator.submissions.code.literals import is_telling
from evaluator.submissions.review.pull_request import review_pull_request
from evaluator.submissions.review.report import Reviewed
from tests.made_results import few_answers
from tests.submissions.pull_requests import STRANGER, TODAY, place, send

HOOK = "class Number:\n    def __index__(self):\n        values.clear()\n        return 7\n"
PATH = "data/samples.jsonl"


@dataclass(frozen=True)
class Elsewhere:
    """A result without code, and the file in which its programs are."""

    result: Result
    source: Source
    content: bytes
    number: int  # of the sample that has something to hide

    def put(self, folder: Path, content: bytes | None = None) -> Path:
        target = place_of(self.source, PATH, folder)
        target.parent.mkdir(parents=True)
        target.write_bytes(self.content if content is None else content)
        return folder


@pytest.fixture(scope="module")
def elsewhere(good: Result) -> Elsewhere:
    """The stranger's result, of which one correct sample has an answer and a hook in it."""
    good = few_answers(good, ("HumanEval/0", "HumanEval/1", "HumanEval/42"))
    known = {problem.task_id: problem for problem in load_problems()}
    number, value = next(
        (number, value)
        for number, sample in enumerate(good.samples)
        if sample.verdict is Verdict.PASSED and (value := _public_value(known[sample.task_id])) is not None
    )
    samples = list(good.samples)
    code = f"{samples[number].code}\nKNOWN = {value!r}\n{HOOK}"
    samples[number] = samples[number].model_copy(update={"code": code, "code_sha256": code_hash(code)})
    lines = [
        {"task_id": sample.task_id, "raw": ""}
        if sample.code is None
        else {"task_id": sample.task_id, "solution": sample.code}
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
    return Elsewhere(without_answers(result), source, content, number)


def _public_value(problem: Problem) -> Any:
    """A part of a public input that nobody writes by chance."""
    for given in problem.families:
        namespace: dict[str, Any] = {}
        exec(given.program, namespace)
        waiting = [namespace[given.function](random.Random(given.seed))]
        for item in waiting:
            if isinstance(item, (list, tuple)):
                waiting += item[-50:]
            elif is_telling(item) and len(repr(item)) < 200:
                return item
    return None


def review(fork: Path, upstream: Path, session: Session, folder: Path | None, fetch: bool = False) -> Reviewed:
    head = send(fork, upstream)
    found = review_pull_request(
        upstream, "main", head, STRANGER, True, TODAY, session=session, samples=folder, fetch=fetch
    )
    (reviewed,) = found.files
    return reviewed


def test_fetched_programs_are_measured_and_read(
    fork: Path, upstream: Path, elsewhere: Elsewhere, tmp_path: Path, session: Session
) -> None:
    place(fork, elsewhere.result, "stranger-1b")
    found = review(fork, upstream, session, elsewhere.put(tmp_path / "fetched"))
    assert (found.faults, found.measured) == ((), "yes"), found
    hidden = [line for line in found.findings if line.startswith(f"samples[{elsewhere.number}].code: ")]
    assert any("written down" in line for line in hidden) and any("__index__" in line for line in hidden), hidden


def test_what_is_not_measured_again_is_said_and_ends_no_review(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place(fork, elsewhere.result, "stranger-1b")
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
        assert found.measured == "no" and found.faults == ()
        assert len(found.held) == 1 and says in found.held[0], found.held
        assert "/tallybench-" not in found.held[0]


def test_the_samples_of_a_result_are_fetched_first_where_that_is_asked_for(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place(fork, elsewhere.result, "stranger-1b")
    monkeypatch.setattr(fetching, "_download", lambda address: elsewhere.content)
    assert review(fork, upstream, session, tmp_path / "fetched", fetch=True).measured == "yes"


def test_code_that_nobody_can_get_has_no_findings(elsewhere: Elsewhere) -> None:
    assert find_in_code(elsewhere.result.model_copy(update={"source": None})) == ([], [])
