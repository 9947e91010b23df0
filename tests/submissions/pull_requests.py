"""Pull requests in real repositories, and the results that they bring."""

import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import orjson

from tallybench.counting.session import Session
from tallybench.model.parts import Source
from tallybench.model.problem import code_hash
from tallybench.model.redaction import without_answers
from tallybench.model.result import Result, SampleResult, dump_result
from tallybench.samples.public import place_of
from tallybench.statistics.published.record import dump_record, record_path
from tallybench.submissions.folder import content_digest
from tallybench.submissions.review import Review, review_pull_request
from tallybench.submissions.verify import Work, compare

TODAY = "2026-12-05"
NAME = "humaneval-2026-01-31-0123abcd.json"
IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A stranger"), ("EMAIL", "stranger@example.org"))
}


def git(folder: Path, *arguments: str) -> str:
    settings = os.environ | IDENTITY | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout.strip()


def content_of(result: Result) -> bytes:
    return b"".join(dump_result(result))


def write_content(folder: Path, content: bytes, slug: str = "stranger-1b", date: str = TODAY) -> Path:
    """Write a file where it belongs, whatever is in it."""
    path = folder / "results" / slug / f"humaneval-{date}-{content_digest(content)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def place(folder: Path, result: Result, slug: str = "stranger-1b", date: str = TODAY) -> Path:
    """Put a result where it belongs."""
    return write_content(folder, content_of(result), slug, date)


def publish(folder: Path, result: Result, again: Result | None = None, name: str = NAME) -> Path:
    """Put a result into `results/model/`; with what was measured again, its record beside it."""
    path = folder / "results/model" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content_of(result))
    if again is not None:
        record = compare(result, again, hashlib.sha256(path.read_bytes()).hexdigest())
        record_path(path).write_bytes(dump_record(record))
    return path


def commit(folder: Path) -> None:
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "A result")


def send(fork: Path, upstream: Path) -> str:
    """Commit all of the fork, and bring it upstream as a pull request does: nothing is checked out there."""
    commit(fork)
    git(upstream, "fetch", "--quiet", str(fork), "+HEAD:refs/pull/1/head")
    return "refs/pull/1/head"


def reviewed(fork: Path, upstream: Path, measure: bool = False, session: Session | None = None) -> Review:
    return review_pull_request(upstream, "main", send(fork, upstream), Work(session=session), measure, TODAY)


def faults_of(review: Review) -> list[str]:
    return [*review.faults, *(fault for one in review.files for fault in one.faults)]


def held_of(review: Review) -> list[str]:
    return [why for one in review.files for why in one.held]


def named(result: Result, name: str, **facts: object) -> Result:
    """A result under another name, or with other facts of the model."""
    return result.model_copy(update={"model": result.model.model_copy(update={"name": name, **facts})})


def with_samples(result: Result, change: Callable[[SampleResult], SampleResult]) -> Result:
    """A result whose figures follow from samples that were changed."""
    changed = result.model_copy(update={"samples": tuple(map(change, result.samples))})
    return changed.model_copy(update={"metrics": changed.figures()})


def with_counts(result: Result, change: Callable[[int], int]) -> Result:
    """A result whose counts were changed, and whose figures follow."""

    def changed(sample: SampleResult) -> SampleResult:
        stress = {
            name: one if one.count is None else one.model_copy(update={"count": change(one.count)})
            for name, one in sample.stress.items()
        }
        return sample.model_copy(update={"stress": stress})

    return with_samples(result, changed)


def stale_on(result: Result, *tasks: str) -> Result:
    """A result that was measured on older versions of these problems."""
    old = {task_id: result.problems[task_id].model_copy(update={"hash": "0" * 64}) for task_id in tasks}
    return result.model_copy(update={"problems": result.problems | old})


def published_elsewhere(result: Result, folder: Path) -> Result:
    """A result without code; the file in which its programs are is in the folder of fetched samples."""
    samples = ((one.task_id, {"raw": ""} if one.code is None else {"solution": one.code}) for one in result.samples)
    content = b"".join(orjson.dumps({"task_id": task_id} | code) + b"\n" for task_id, code in samples)
    source = Source(
        repository="https://github.com/someone/answers",
        commit="0123456789" * 4,
        files={"data/samples.jsonl": hashlib.sha256(content).hexdigest()},
    )
    file = place_of(source, "data/samples.jsonl", folder)
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    model = result.model.model_copy(update={"answers_sha256": source.answers_sha256})
    return without_answers(result.model_copy(update={"source": source, "model": model}))


def without_code(result: Result) -> Result:
    """A result whose code is withheld."""
    bare = tuple(one.model_copy(update={"code": None}) for one in result.samples)
    return result.model_copy(update={"samples": bare, "code_withheld": True})


def answered_otherwise(result: Result) -> Result:
    """The same verdicts, with programs that no other result has."""
    samples = []
    for number, sample in enumerate(result.samples):
        code = "def answer(x):\n" + "".join(f"    x = x * {line} + {number}\n" for line in range(9)) + "    return x\n"
        given = sample.code_sha256 is not None
        update = {"code": code, "code_sha256": code_hash(code)} if given else {}
        samples.append(sample.model_copy(update=update))
    return result.model_copy(update={"samples": tuple(samples)})
