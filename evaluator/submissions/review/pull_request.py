"""Reviews a pull request: what it changes in `results/`, whether that may be taken, and what it would do there.

Nothing of the pull request is checked out: files are read out of git as bytes, and their code runs in the sandbox only.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath

from evaluator.execution.session import Session
from evaluator.results.published.record import Record
from evaluator.submissions.review.allowed_changes import why_forbidden
from evaluator.submissions.review.base_branch import open_base_branch
from evaluator.submissions.review.git_changes import changed_files, content_of, revision_of
from evaluator.submissions.review.owners import MAINTAINERS, OWNER, Account
from evaluator.submissions.review.ownership import owner_faults, owner_holds
from evaluator.submissions.review.report import MAX_FILES, Review, told
from evaluator.submissions.review.result_file import FileReviewer
from evaluator.submissions.verify import verify_result

Progress = Callable[[str, int, int], None]

MEASURING_SECONDS = 150 * 60.0  # of one pull request, on the clock; its job ends after 180 minutes


def review_pull_request(
    repository: Path,
    base: str,
    head: str,
    by: Account | None = None,
    measure: bool = True,
    today: str | None = None,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    samples: Path | None = None,
    fetch: bool = False,
) -> Review:
    """Reviews what `head` changes since it left `base`.

    Args:
        repository: in which both revisions are.
        base: the revision that the pull request goes into.
        head: the pull request's last revision.
        by: who sends the pull request, as GitHub says it; None is somebody unknown, who may decide nothing.
        measure: run the added results again, where nothing stands against them.
        today: YYYY-MM-DD; no file may be of a later day. None is the day in UTC.
        python: the measuring interpreter; None is the ranked one where it is present.
        session: whose workers do it; None opens one for the call.
        progress: called as the run goes on.
        samples: the folder of fetched samples, for results whose samples are public elsewhere.
        fetch: get these samples first, and put them there.

    Raises:
        InputError: git knows no such revision, or this is no repository.
        MachineError: this machine lacks what measuring needs.
    """
    changes = list(changed_files(repository, base, digest := revision_of(repository, head)))
    faults = [why for change in changes if (why := why_forbidden(change)) is not None]
    if not changes:
        faults.append("it changes nothing")
    if len(changes) > MAX_FILES:
        faults.append(f"it changes {len(changes)} files, more than {MAX_FILES}: send them in parts")
    if faults:
        return Review(head=digest, faults=told(faults))
    today = today or datetime.now(UTC).date().isoformat()
    end = time.monotonic() + MEASURING_SECONDS

    def verify(path: Path) -> Record:
        left = max(0.0, end - time.monotonic())
        return verify_result(path, python=python, session=session, progress=progress, most_seconds=left, folder=samples)

    with open_base_branch(repository, revision_of(repository, base)) as main:
        faults = list(owner_faults(changes, main, by, partial(content_of, repository)))
        holds = list(owner_holds(changes, main, by))
        measured = measure and not faults
        reviewer = FileReviewer(
            repository, main, by, today, verify if measured else None, python, samples, fetch and measured
        )
        files = [reviewer.review(change) for change in changes if PurePosixPath(change.path).name != OWNER]
        if not main.maintainers and (holds or any(reviewed.held for reviewed in files)):
            holds.append(f"{MAINTAINERS} lists nobody: anyone who may merge into the main branch decides about this")
    return Review(head=digest, faults=told(faults), held=told(holds), files=tuple(files))
