"""Pull requests in real repositories, and who sends them."""

import os
import subprocess
from pathlib import Path

from evaluator.execution.session import Session
from evaluator.problems.problem import code_hash
from evaluator.results.result import Result, dump_result
from evaluator.submissions.places import content_digest
from evaluator.submissions.review.owners import OWNER, Account
from evaluator.submissions.review.pull_request import review_pull_request
from evaluator.submissions.review.report import Review

TODAY = "2026-12-05"
STRANGER, OTHER = Account("stranger", 1001), Account("other", 1002)
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


def place(folder: Path, result: Result, slug: str, date: str = "2026-12-05", owner: Account | None = STRANGER) -> Path:
    """Puts a result where it belongs; a new folder gets an owner."""
    content = content_of(result)
    path = folder / "results" / slug / f"humaneval-{date}-{content_digest(content)}.json"
    if not path.parent.is_dir() and owner is not None:
        path.parent.mkdir(parents=True)
        (path.parent / OWNER).write_text(owner.line)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def send(fork: Path, upstream: Path) -> str:
    """Commits all of the fork, and brings it upstream as a pull request does: nothing is checked out there."""
    git(fork, "add", "--all", "--force")
    git(fork, "commit", "--quiet", "--allow-empty", "-m", "A result")
    git(upstream, "fetch", "--quiet", str(fork), "+HEAD:refs/pull/1/head")
    return "refs/pull/1/head"


def reviewed(
    fork: Path, upstream: Path, measure: bool = False, by: Account | None = STRANGER, session: Session | None = None
) -> Review:
    return review_pull_request(upstream, "main", send(fork, upstream), by, measure, TODAY, session=session)


def faults_of(review: Review) -> list[str]:
    return [*review.faults, *(fault for one in review.files for fault in one.faults)]


def answered_otherwise(result: Result) -> Result:
    """The same verdicts, with programs that nobody else has."""
    samples = []
    for number, sample in enumerate(result.samples):
        code = "def answer(x):\n" + "".join(f"    x = x * {line} + {number}\n" for line in range(9)) + "    return x\n"
        given = sample.code_sha256 is not None
        update = {"code": code, "code_sha256": code_hash(code)} if given else {}
        samples.append(sample.model_copy(update=update))
    return result.model_copy(update={"samples": tuple(samples)})
