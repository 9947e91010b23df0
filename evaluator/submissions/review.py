"""Reviews a pull request: what it changes in `results/`, whether that may be taken, and what it would do there.

Nothing of the pull request is checked out: files are read out of git as bytes, and their code runs in the sandbox only.
"""

import re
import subprocess
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from evaluator.errors import InputError
from evaluator.results.metrics import HEADLINES
from evaluator.results.published.entries import FILE, read_entries
from evaluator.results.published.record import VERIFIED, Record
from evaluator.results.reading import ResultFaults, parse_json, parse_model, parse_result
from evaluator.results.result import Figure, Name, Sha256, ShortText
from evaluator.submissions.checks import MAX_BYTES, clean_place, content_faults, suspicions
from evaluator.submissions.consistency import Fault
from evaluator.submissions.verify import verify_result

Progress = Callable[[str, int, int], None]

MAX_FILES = 20  # that one pull request may change
MAX_TOLD = 100  # faults, suspicions or differences of one file in a review
MAX_REVIEW = 4 << 20  # bytes of a review's file
PLAIN_FILE = "100644"

Told = Annotated[tuple[ShortText, ...], Field(max_length=MAX_TOLD)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Reviewed(_Model):
    """What was found of one file. All of it may have been written by whoever made the pull request."""

    path: ShortText
    action: Literal["added", "removed"]
    model: Name | None = None
    withheld: bool = False
    faults: Told = ()
    suspicions: Told = ()
    measured: Literal["yes", "no", "part"] = "no"
    agrees: bool | None = None
    ranked: bool | None = None
    differences: Told = ()
    metrics: Annotated[dict[Name, Figure], Field(max_length=60)] = Field(default_factory=dict)


class Review(_Model):
    """A review's file: the only thing that goes from the job that ran the code to the job that comments."""

    schema_version: Literal[1] = 1
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{40,64}$")]
    tool: Sha256 | None = None
    faults: Told = ()
    files: Annotated[tuple[Reviewed, ...], Field(max_length=MAX_FILES)] = ()

    @property
    def accepted(self) -> bool:
        """Whether nothing stands against taking it."""
        return not self.faults and all(not one.faults and one.agrees is not False for one in self.files)


@dataclass(frozen=True)
class Change:
    """A file that a pull request changes.

    Attributes:
        path: from the repository's root.
        status: git's letter: A added, M modified, D deleted, T of another type.
        mode: git's mode of the new file.
        blob: git's name of the new content.
    """

    path: str
    status: str
    mode: str
    blob: str


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
    changes = list(changed_files(repository, base, digest := _revision(repository, head)))
    faults = [one for change in changes if (one := _forbidden(change)) is not None]
    if not changes:
        faults.append("it changes nothing")
    if len(changes) > MAX_FILES:
        faults.append(f"it changes {len(changes)} files, more than {MAX_FILES}: send them in parts")
    if faults:
        return Review(head=digest, faults=tuple(map(_short, faults[:MAX_TOLD])))
    # Without those of the pull request itself, which are in the checkout of whoever reviews it at home.
    touched = {change.path for change in changes}
    owners = {entry.slug: entry.name for entry in read_entries(repository) if entry.path not in touched}
    today = today or datetime.now(UTC).date().isoformat()
    files = []
    for change in changes:
        if change.status == "D":
            files.append(Reviewed(path=change.path, action="removed"))
        else:
            files.append(_review_file(repository, change, owners, today, measure, python, workers, progress))
    return Review(head=digest, files=tuple(files))


def changed_files(repository: Path, base: str, head: str) -> Iterator[Change]:
    """What differs in `head` from where it left `base`.

    Raises:
        InputError: git knows no such revision.
    """
    # Three dots: what came to the base branch in the meantime is not of the pull request.
    arguments = (
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=none",
    )
    raw = _git(repository, "diff", *arguments, "--end-of-options", f"{base}...{head}", "--")
    parts = raw.split(b"\0")
    for facts, path in zip(parts[0::2], parts[1::2], strict=False):
        _, mode, _, blob, status = facts.decode("ascii").split(" ")
        yield Change(path.decode("utf-8", "backslashreplace"), status[0], mode, blob)


def read_review(path: Path) -> Review:
    """Reads a review's file, which is not to be trusted.

    Raises:
        InputError: it is too large, or not a review.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_REVIEW + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    if len(content) > MAX_REVIEW:
        raise InputError(f"{path}: is larger than {MAX_REVIEW >> 20} MB; it is no review")
    return parse_model(Review, parse_json(content, path), path)


def dump_review(review: Review) -> bytes:
    """The bytes of a review's file."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(review.model_dump(mode="json"), option=options)


def _forbidden(change: Change) -> str | None:
    """Why a pull request with results may not make this change."""
    path = PurePosixPath(change.path)
    if path.parts[0] != "results" or len(path.parts) != 3:
        return f"{change.path}: is not results/MODEL/FILE.json; a pull request with a result changes nothing else"
    if change.path.endswith(VERIFIED):
        return f"{change.path}: is a record of a verification; only the main branch writes these"
    if path.suffix != ".json":
        return f"{change.path}: is no result file"
    if change.status not in ("A", "D"):
        return f"{change.path}: is changed; a result stays as it was sent: add a new file beside it, or remove it"
    if change.status == "A" and change.mode != PLAIN_FILE:
        return f"{change.path}: must be a plain file that is not executable (its mode is {change.mode})"
    return None


def _review_file(
    repository: Path,
    change: Change,
    owners: dict[str, str],
    today: str,
    measure: bool,
    python: str | None,
    workers: int | None,
    progress: Progress | None,
) -> Reviewed:
    size = int(_git(repository, "cat-file", "-s", change.blob))
    path = PurePosixPath(change.path)
    if size > MAX_BYTES:
        what = f"has {size / 2**20:.1f} MB, more than {MAX_BYTES >> 20}; give fewer samples a problem"
        return Reviewed(path=_short(change.path), action="added", faults=(what,))
    content = _git(repository, "cat-file", "blob", change.blob)
    faults = content_faults(content, PurePosixPath(*path.parts[1:]))
    name = FILE.fullmatch(path.stem)
    if name is not None and not _is_day(name["date"]):
        faults.append(Fault("", f"its date, {name['date']}, is no day"))
    elif name is not None and name["date"] > today:
        faults.append(Fault("", f"its date is later than today, {today}"))
    try:
        result = parse_result(content, change.path)
    except ResultFaults:
        return Reviewed(path=_short(change.path), action="added", faults=_told(map(str, faults)))
    faults += _folder_faults(path.parent.name, result.model.name, owners)
    found = Reviewed(
        path=_short(change.path),
        action="added",
        model=_short(result.model.name),
        withheld=result.code_withheld,
        faults=_told(map(str, faults)),
        suspicions=_told(suspicions(result)) if not faults else (),
    )
    if faults:
        return found
    shown = {name: figure for name, figure in result.metrics.items() if name in HEADLINES}
    if result.code_withheld or not measure:
        return found.model_copy(update={"metrics": shown})
    with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
        file = Path(folder, path.name)
        file.write_bytes(content)
        record = verify_result(file, python=python, workers=workers, progress=progress)
    return found.model_copy(update=_outcome(record))


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


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _outcome(record: Record) -> dict[str, object]:
    return {
        "measured": "yes",
        "agrees": record.agrees,
        "ranked": record.environment.ranked,
        "differences": _told(map(str, record.differences)),
        "metrics": {name: figure for name, figure in record.metrics.items() if name in HEADLINES},
    }


def _told(lines: "Iterator[str] | list[str] | map[str]") -> tuple[str, ...]:
    told = [_short(line) for line in lines]
    if len(told) > MAX_TOLD:
        told[MAX_TOLD - 1 :] = [f"and {len(told) - MAX_TOLD + 1} more"]
    return tuple(told)


def _short(text: str) -> str:
    text = clean_place(text)
    return text if len(text) <= 400 else text[:397] + "..."


def _revision(repository: Path, name: str) -> str:
    _git(repository, "rev-parse", "--git-dir")
    try:
        found = _git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except InputError:
        raise InputError(f"{name}: git knows no such revision in {repository}; fetch it first") from None
    return found.decode().strip()


def _git(repository: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(repository), *arguments]
    try:
        return subprocess.run(command, check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise InputError("git is not installed; apt-get install -y git") from None
    except subprocess.CalledProcessError as error:
        said = re.sub(r"\s+", " ", error.stderr.decode("utf-8", "replace")).strip()
        raise InputError(f"{repository}: git {arguments[0]} failed: {said[:300]}") from None
