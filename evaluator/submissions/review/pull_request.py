"""Reviews a pull request: what it changes in `results/`, whether that may be taken, and what it would do there.

Nothing of the pull request is checked out: files are read out of git as bytes, and their code runs in the sandbox only.
"""

import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath

from evaluator.results.metrics import HEADLINES
from evaluator.results.published.entries import FILE, read_entries
from evaluator.results.published.record import Record
from evaluator.results.result import Figure
from evaluator.submissions.checks import MAX_BYTES, checked_content, suspicions
from evaluator.submissions.faults import Fault, clean_place
from evaluator.submissions.review.allowed_changes import why_forbidden
from evaluator.submissions.review.git_changes import changed_files, git, revision_of
from evaluator.submissions.review.report import MAX_FILES, MAX_TOLD, Review, Reviewed
from evaluator.submissions.verify import verify_result

Progress = Callable[[str, int, int], None]


def review_pull_request(
    repository: Path,
    base: str,
    head: str,
    measure: bool = True,
    today: str | None = None,
    python: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """Reviews what `head` changes since it left `base`.

    Args:
        repository: a checkout of the base branch, in which both revisions are.
        base: the revision that the pull request goes into.
        head: the pull request's last revision.
        measure: run the added results again, where nothing stands against them.
        today: YYYY-MM-DD; no file may be of a later day. None is the day in UTC.
        python: the measuring interpreter; None is the ranked one where it is present.
        workers: processes side by side.
        progress: called as the run goes on.

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
        return Review(head=digest, faults=tuple(map(_short, faults[:MAX_TOLD])))
    # Without those of the pull request itself, which are in the checkout of whoever reviews it at home.
    touched = {change.path for change in changes}
    owners = {entry.slug: entry.name for entry in read_entries(repository, without=touched)}
    today = today or datetime.now(UTC).date().isoformat()
    verify = partial(verify_result, python=python, workers=workers, progress=progress) if measure else None
    files = []
    for change in changes:
        if change.status == "D":
            files.append(Reviewed(path=change.path, action="removed"))
        elif (size := int(git(repository, "cat-file", "-s", change.blob))) > MAX_BYTES:
            what = f"has {size / 2**20:.1f} MB, more than {MAX_BYTES >> 20}; give fewer samples a problem"
            files.append(Reviewed(path=_short(change.path), action="added", faults=(what,)))
        else:
            content = git(repository, "cat-file", "blob", change.blob)
            files.append(_review_file(PurePosixPath(change.path), content, owners, today, verify))
    return Review(head=digest, files=tuple(files))


def _review_file(
    path: PurePosixPath, content: bytes, owners: dict[str, str], today: str, verify: Callable[[Path], Record] | None
) -> Reviewed:
    result, faults = checked_content(content, PurePosixPath(*path.parts[1:]))
    name = FILE.fullmatch(path.stem)
    if name is not None and name["date"] > today:
        faults.append(Fault("", f"its date is later than today, {today}"))
    if result is None:
        return Reviewed(path=_short(str(path)), action="added", faults=_told(map(str, faults)))
    faults += _folder_faults(path.parent.name, result.model.name, owners)
    found = Reviewed(
        path=_short(str(path)),
        action="added",
        model=_short(result.model.name),
        withheld=result.code_withheld,
        faults=_told(map(str, faults)),
        suspicions=_told(suspicions(result)) if not faults else (),
    )
    if faults:
        return found
    if result.code_withheld or verify is None:
        return found.model_copy(update={"metrics": _headlines(result.metrics)})
    with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
        file = Path(folder, path.name)
        file.write_bytes(content)
        record = verify(file)
    return found.model_copy(update=_outcome(record))


def _headlines(metrics: Mapping[str, Figure]) -> dict[str, Figure]:
    return {name: figure for name, figure in metrics.items() if name in HEADLINES}


def _folder_faults(slug: str, model: str, owners: dict[str, str]) -> Iterator[Fault]:
    """A folder is of one model, and a model has one folder, whether it came before or with the same pull request."""
    if owners.setdefault(slug, model) != model:
        yield Fault("model.name", f"results/{slug} is the folder of another model, {owners[slug]}")
    for other, name in owners.items():
        if other != slug and _folded(name) == _folded(model):
            yield Fault("model.name", f"{name} has the folder results/{other}; submit it with --as {other}")


def _folded(name: str) -> str:
    """A name as readers see it: without what only a machine tells apart."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _outcome(record: Record) -> dict[str, object]:
    return {
        "measured": "yes",
        "agrees": record.agrees,
        "ranked": record.environment.ranked,
        "differences": _told(map(str, record.differences)),
        "metrics": _headlines(record.metrics),
    }


def _told(lines: Iterable[str]) -> tuple[str, ...]:
    told = [_short(line) for line in lines]
    if len(told) > MAX_TOLD:
        told[MAX_TOLD - 1 :] = [f"and {len(told) - MAX_TOLD + 1} more"]
    return tuple(told)


def _short(text: str) -> str:
    text = clean_place(text)
    return text if len(text) <= 400 else text[:397] + "..."
