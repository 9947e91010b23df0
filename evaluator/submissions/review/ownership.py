"""What a pull request may not decide by itself: who owns a folder, and which rows go or change hands."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from evaluator.errors import InputError
from evaluator.results.published.approvals import FILE as APPROVED
from evaluator.results.published.approvals import Approvals
from evaluator.results.published.entries import FILE, Entry
from evaluator.results.report import figure_text
from evaluator.results.result import Result
from evaluator.results.source import OPEN_LICENCES
from evaluator.submissions.review.base_branch import BaseBranch
from evaluator.submissions.review.git_changes import Change
from evaluator.submissions.review.owners import HOW_TOLD, MAX_BYTES, OWNER, Account, read_owner


def owner_faults(
    changes: Sequence[Change], main: BaseBranch, by: Account | None, content_of: Callable[[Change, int], bytes | None]
) -> Iterator[str]:
    """What is wrong with the owners of the folders that a pull request makes.

    Args:
        changes: the pull request's.
        main: what is published.
        by: who sends it.
        content_of: the content of a changed file; None where it has more bytes than asked for.
    """
    brought = {PurePosixPath(change.path).parts[1]: change for change in changes if _is_owner(change)}
    results = {PurePosixPath(change.path).parts[1] for change in changes if not _is_owner(change)}
    for folder in sorted({PurePosixPath(change.path).parts[1] for change in changes if change.status != "D"}):
        if folder in main.folders:
            continue
        if folder not in results:
            yield f"results/{folder}/{OWNER}: comes without a result; a folder is nobody's before it has one"
            continue
        if folder not in brought:
            yield f"results/{folder}/{OWNER}: is missing; tallybench submit --by LOGIN:ID writes it"
            continue
        try:
            owner = read_owner(content_of(brought[folder], MAX_BYTES) or b"")
        except InputError as error:
            yield f"results/{folder}/{OWNER}: {error}"
            continue
        if by is not None and owner != by and not main.is_maintainer(by):
            yield f"results/{folder}/{OWNER}: names {owner}, but {by} sends this; a new folder is its first submitter's"


def owner_holds(changes: Sequence[Change], main: BaseBranch, by: Account | None) -> Iterator[str]:
    """Why a maintainer has to decide about a pull request as a whole."""
    if main.is_maintainer(by):
        return
    if by is None:
        yield f"who sends this is not known: review was not told --by {HOW_TOLD}"
    for change in changes:
        if _is_owner(change) and PurePosixPath(change.path).parts[1] in main.folders:
            yield f"{change.path}: a folder that is there already would get another owner, or lose it"


def file_holds(change: Change, result: Result | None, main: BaseBranch, by: Account | None) -> Iterator[str]:
    """Why a maintainer has to decide about one file.

    Args:
        change: of a result's file.
        result: what is added; None where the file is removed.
        main: what is published.
        by: who sends it.
    """
    if main.is_maintainer(by):
        return
    folder = PurePosixPath(change.path).parts[1]
    if folder in main.folders:
        owner = main.folders[folder]
        if owner is None:
            yield f"results/{folder} is the project's own folder"
        elif by is None or not by.is_same(owner):
            yield f"results/{folder} is the folder of {owner}, who does not send this"
    yield from lost_rows(change, result, main)
    if result is not None:
        yield from senders_words(change, result, main.approvals)


def senders_words(change: Change, result: Result, approvals: Approvals) -> Iterator[str]:
    """What is the sender's word until a maintainer confirms it: an organization that is new, and a licence."""
    organization, source = result.model.organization, result.source
    name = FILE.fullmatch(PurePosixPath(change.path).stem)
    if name is not None and approvals.lacks_organization(organization, name["date"]):
        yield (
            f"it is the first result of {organization}, by its sender's word: it is listed as a claim until "
            f"{APPROVED} has the line: organization {organization}"
        )
    if source is not None and source.licence in OPEN_LICENCES and not approvals.shows(source):
        yield (
            f"the licence {source.licence} is its sender's word: look at {source.repository} at {source.commit}; its "
            f"code is shown once {APPROVED} has the line: licence {source.repository} {source.commit} {source.licence}"
        )


def lost_rows(change: Change, result: Result | None, main: BaseBranch) -> Iterator[str]:
    """Which row of a leaderboard a change takes away or replaces.

    An added result replaces the row of its model, however it is dated: it will once it is measured again.
    """
    if result is None:
        row = main.row_of(change.path)
        yield f"the row goes: {_row(row)}" if row is not None else "a published result goes, which has no row by now"
        return
    key = (result.benchmark.name, result.benchmark.version, PurePosixPath(change.path).parts[1])
    if (row := main.rows.get(key)) is not None:
        yield f"the row is replaced: {_row(row)}"


def _row(entry: Entry) -> str:
    score = figure_text("score@1", entry.figure("score@1"))
    return f"{entry.name} on {entry.benchmark} {entry.version}, score@1 {score}, {entry.path}"


def _is_owner(change: Change) -> bool:
    return PurePosixPath(change.path).name == OWNER
