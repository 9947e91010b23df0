"""Review a pull request: what it changes in `results/`, whether that may be taken, and what it would do there.

Nothing of the pull request is checked out: files are read from git as bytes, and their code runs only in the sandbox.
The sender makes no difference: GitHub asks a maintainer to approve every change in `results/` (`.github/CODEOWNERS`).
`held` lists what the maintainer has to look at.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from datetime import date as date_type
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Literal

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.copies import find_copies, uncompared
from tallybench.benchmarks.trees import LONGEST
from tallybench.errors import InputError, TallyBenchError
from tallybench.model.parts import OPEN_LICENCES
from tallybench.model.result import Result
from tallybench.samples.public import fetch_samples
from tallybench.statistics.published.approvals import FILE as APPROVED
from tallybench.statistics.published.entries import FILE, Entry
from tallybench.statistics.published.record import VERIFIED, Record
from tallybench.statistics.report import figure_text
from tallybench.submissions.checks import MAX_BYTES, TOO_LARGE, check_content, own_copies
from tallybench.submissions.faults import Fault, placeholder_faults
from tallybench.submissions.folder import is_date
from tallybench.submissions.programs import is_embedded, published_samples
from tallybench.submissions.repository import PLAIN_FILE, BaseBranch, Change, Repository
from tallybench.submissions.unusual_code import unusual_in
from tallybench.submissions.verify import Work, verify_result

MAX_FILES = 20  # that one pull request may change


@dataclass
class Reviewed:
    """What was found about one file."""

    path: str  # the file's path
    action: Literal["added", "removed"]  # what the pull request does with it
    result: Result | None = None  # what is added; None if it is removed or cannot be read
    record: Record | None = None  # what measuring it again gave; None if it was not measured
    faults: list[str] = field(default_factory=list)  # what has to be corrected
    held: list[str] = field(default_factory=list)  # why a maintainer has to decide
    findings: list[str] = field(default_factory=list)  # what its code shows: copies, and what is unusual


@dataclass(frozen=True)
class Review:
    """What was found about a pull request: its own faults, and each of its files."""

    head: str
    faults: tuple[str, ...] = ()
    files: tuple[Reviewed, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether something in it has to be corrected first."""
        differs = any(one.record is not None and not one.record.agrees for one in self.files)
        return differs or bool(self.faults) or any(one.faults for one in self.files)

    @property
    def held(self) -> bool:
        """Whether a maintainer has to decide."""
        return any(one.held for one in self.files)


def review_pull_request(
    folder: Path,
    base: str,
    head: str,
    work: Work,
    measure: bool = True,
    today: str | None = None,
    fetch: bool = False,
) -> Review:
    """Review what `head` changes since it left `base`, two revisions of the repository in a folder.

    Added results are measured again, unless they have faults or `measure` is False. With `fetch`, samples that are
    public elsewhere are fetched first. No file may have a later date than `today`.
    """
    repository = Repository(folder)
    changes = list(repository.changes(base, digest := repository.revision(head)))
    faults = [why for change in changes if (why := _why_forbidden(change)) is not None]
    if not changes:
        faults.append("it changes nothing")
    if len(changes) > MAX_FILES:
        faults.append(f"it changes {len(changes)} files, more than {MAX_FILES}: send them in parts")
    if faults:
        return Review(digest, tuple(faults))
    day = date_type.fromisoformat(today) if today else datetime.now(UTC).date()
    with repository.base_branch(repository.revision(base)) as main:
        reviewer = _Reviewer(main, repository, day, work if measure else None, work.samples, fetch)
        return Review(digest, files=tuple(map(reviewer.review, changes)))


def _why_forbidden(change: Change) -> str | None:
    """Return why a pull request with results may not make this change; None if it may."""
    path = PurePosixPath(change.path)
    if path.parts[0] != "results" or len(path.parts) != 3:
        return f"{change.path}: is not results/MODEL/FILE.json; a pull request with a result changes nothing else"
    if change.path.endswith(VERIFIED):
        return f"{change.path}: is a record of a verification; only the main branch writes these"
    if path.suffix != ".json":
        return f"{change.path}: is not a result file"
    if change.status not in ("A", "D"):
        return f"{change.path}: is changed; a result stays as it was sent: add a new file beside it, or remove it"
    if change.status != "D" and change.mode != PLAIN_FILE:
        return f"{change.path}: must be a plain file that is not executable (its mode is {change.mode})"
    return None


@dataclass(frozen=True)
class _Reviewer:
    main: BaseBranch
    repository: Repository
    today: date_type
    work: Work | None  # what measures added results; None: nothing does
    samples: Path | None
    fetch: bool  # whether samples that are public elsewhere are fetched first

    @cached_property
    def models(self) -> dict[str, str]:
        """The model of each folder, from published results and the files reviewed so far."""
        return {entry.slug: entry.name for entry in self.main.entries}

    def review(self, change: Change) -> Reviewed:
        if change.status == "D":
            row = next((entry for entry in self.main.rows.values() if entry.path == change.path), None)
            gone = "a published result without a row is removed" if row is None else f"the row is removed: {_row(row)}"
            return Reviewed(change.path, "removed", held=[gone])
        found = Reviewed(change.path, "added")
        if (content := self.repository.content(change, MAX_BYTES)) is None:
            found.faults.append(str(TOO_LARGE))
            return found
        path = PurePosixPath(change.path)
        found.result, faults = check_content(content, PurePosixPath(*path.parts[1:]))
        found.faults += map(str, (*faults, *self._date_faults(path)))
        if (result := found.result) is None:
            return found
        found.held += self._holds(path, result)
        # The sender cannot know what a source does not say.
        (found.faults if result.source is None else found.held).extend(map(str, placeholder_faults(result.model)))
        found.faults += map(str, self._folder_faults(path.parent.name, result.model.name))
        others = [
            (f"{entry.name} ({entry.path})", entry.result)
            for entry in self.main.entries
            if entry.benchmark == result.benchmark.name and entry.slug != path.parent.name and not entry.baseline
        ]
        copies = find_copies(result, None, others)
        found.faults += [f"samples: {one}; a model's samples are its own" for one in copies if one.whole]
        if found.faults:
            return found
        found.findings += [str(one) for one in (*own_copies(result), *copies) if one.said]
        if long := uncompared(result):
            found.findings.append(
                f"{long} samples have more than {LONGEST:,} characters, and were not compared with others"
            )
        if result.has_public_code and (self.work is not None or result.source is None):
            try:
                self._read_code(found, result, content)
            except InputError as error:
                found.held.append(f"it was not measured again: {error}")
        return found

    def _read_code(self, found: Reviewed, result: Result, content: bytes) -> None:
        path = PurePosixPath(found.path)
        if result.source is not None and self.samples is not None and self.fetch:
            try:
                for _ in fetch_samples(result.source, self.samples):
                    pass
            except TallyBenchError as error:  # a host that does not answer must not end the review
                raise InputError(str(error)) from None
        samples = published_samples(result, folder=self.samples)
        problems = load_benchmark(result.benchmark.name).by_id if is_embedded(result.benchmark.name) else {}
        unusual = [f"{task}, sample {index}: {what}" for task, index, what in unusual_in(result, samples, problems)]
        found.findings += unusual
        digest = sha256(content).hexdigest()
        if unusual and digest not in self.main.approvals.code:
            found.held.append(
                f"its code does something unusual in {len(unusual)} places, which are listed below: read it; the "
                f"result is ranked once {APPROVED} has the line: code {digest} {path}"
            )
        if self.work is None:
            return
        with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
            file = Path(folder, path.name)
            file.write_bytes(content)
            try:
                found.record = verify_result(file, self.work)
            except InputError as error:
                raise InputError(str(error).replace(str(file), path.name)) from None

    def _holds(self, path: PurePosixPath, result: Result) -> Iterator[str]:
        """Yield why a maintainer has to decide about an added result: what is new, what goes, and what is claimed."""
        slug, approvals = path.parent.name, self.main.approvals
        if slug not in {entry.slug for entry in self.main.entries}:
            yield f"results/{slug} is new: check that no published model has this name in a different spelling"
        # Whatever the result's date, it replaces the row of its model once it is measured again.
        row = self.main.rows.get((result.benchmark.name, result.benchmark.version, slug))
        if row is not None:
            yield f"the row is replaced: {_row(row)}"
        organization, source = result.model.organization, result.source
        if (name := FILE.fullmatch(path.stem)) and approvals.lacks_organization(organization, name["date"]):
            yield (
                f"it is the first result of {organization}, by its sender's word: it is listed as a claim until "
                f"{APPROVED} has the line: organization {organization}"
            )
        if source is not None and source.licence in OPEN_LICENCES and not approvals.shows(source):
            yield (
                f"the licence {source.licence} is its sender's word: look at {source.repository} at {source.commit}; "
                f"its code is shown once {APPROVED} has the line: "
                f"licence {source.repository} {source.commit} {source.licence}"
            )

    def _date_faults(self, path: PurePosixPath) -> Iterator[Fault]:
        """Check that a file has the date on which it is sent, which decides which inputs count for a rank."""
        name = FILE.fullmatch(path.stem)
        if name is None or not is_date(name["date"]):
            return
        if name["date"] > str(self.today):
            yield Fault("", f"its date is later than today, {self.today}")
        elif name["date"] < str(self.today - timedelta(days=1)):  # a job may run past midnight
            yield Fault("", f"its date is earlier than the day on which it is sent, {self.today}; submit it again")

    def _folder_faults(self, slug: str, model: str) -> Iterator[Fault]:
        """Check that a folder has only one model, and a model only one folder, also within this pull request."""
        if self.models.setdefault(slug, model) != model:
            yield Fault("model.name", f"results/{slug} is the folder of another model, {self.models[slug]}")
        for other, name in self.models.items():
            if other != slug and name.casefold() == model.casefold():
                what = f"is {name}, which has the folder results/{other}; submit it with --as {other}"
                yield Fault("model.name", f"{what}, or give a different model a different name")


def _row(entry: Entry) -> str:
    score = figure_text("score@1", entry.figure("score@1"))
    return f"{entry.name} on {entry.benchmark} {entry.version}, score@1 {score}, {entry.path}"
