"""The folder `results/`: where a result goes, which records are missing, and which a job may add."""

import re
from collections.abc import Iterator
from datetime import date as date_type
from hashlib import sha256
from pathlib import Path, PurePosixPath

from tallybench.errors import InputError
from tallybench.files import write_atomically
from tallybench.model.environment import is_ranked
from tallybench.model.result import Model, Result
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.entries import FILE, FOLDER, Entry, State, needs_fresh_inputs, read_entries
from tallybench.statistics.published.record import VERIFIED, Record, read_measurements, record_misfits, record_path
from tallybench.statistics.reading import ResultFaults, parse_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.faults import Fault, text_faults
from tallybench.submissions.verify import problems_with_families, unusual_in_file

BEGAN = "2026-11-21"  # the day of the project's first commit: no result is older
MAX_BYTES = 100 << 20  # of a record, which may hold a whole result


def content_digest(content: bytes) -> str:
    """Return what a file's name ends with: the first 8 digits of its SHA-256."""
    return sha256(content).hexdigest()[:8]


def is_date(text: str) -> bool:
    """Return whether a text is a day, YYYY-MM-DD."""
    try:
        return date_type.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def slug_of(model: Model) -> str:
    """Return a model's short name, made from its name: `Gemma 3 270M` is gemma-3-270m.

    Raises:
        InputError: nothing of the name can be used.
    """
    slug = re.sub(r"[^a-z0-9._]+", "-", model.name.lower()).strip("-._")[:64]
    if FOLDER.fullmatch(slug) is None:
        raise InputError(f"model.name: {model.name!r} gives no short name; set one with --as")
    return slug


def place_of(result: Result, content: bytes, date: str, slug: str | None, root: Path) -> PurePosixPath:
    """Return where a result goes, relative to the project's root.

    Raises:
        InputError: the short name or the date is malformed, the folder is another model's, the model has a different
            folder, or this very file already exists.
    """
    slug = slug or slug_of(result.model)
    digest = content_digest(content)
    name = f"{result.benchmark.name}-{date}-{digest}"
    if FOLDER.fullmatch(slug) is None:
        raise InputError(f"--as {slug}: must be lower-case letters, digits, dots and hyphens, at most 64")
    if FILE.fullmatch(name) is None or not is_date(date):
        raise InputError(f"--date {date}: must be a day, YYYY-MM-DD")
    if date < BEGAN:
        raise InputError(f"--date {date}: is before the project's first day, {BEGAN}")
    for entry in read_entries(root):
        if entry.slug == slug and entry.name != result.model.name:
            raise InputError(
                f"results/{slug}: is the folder of {entry.name}; give the same --model as there, "
                "or another short name with --as"
            )
        if entry.slug != slug and entry.name.casefold() == result.model.name.casefold():
            raise InputError(
                f"results/{slug}: {entry.name} has the folder results/{entry.slug}; give --as {entry.slug}, "
                "or another --model if it is a different one"
            )
        if entry.path.endswith(f"-{digest}.json") and (root / entry.path).read_bytes() == content:
            raise InputError(f"{entry.path}: is this very file; there is nothing to submit")
    place = PurePosixPath("results", slug, f"{name}.json")
    if (root / place).exists():
        raise InputError(f"{place}: already exists, with different content; give another --date")
    return place


def result_of(record: Path) -> Path:
    """Return the result's file that a record belongs to."""
    return record.with_name(record.name.removesuffix(VERIFIED) + ".json")


def record_faults(path: Path, result: Path) -> list[Fault]:
    """Return why a file is not the record of a result's verification.

    What was measured must fit the result, and be possible in its environment: counts of references, for example, must
    be those that are known there.
    """
    try:
        measured = read_measurements(path)
        try:
            content = result.read_bytes()
        except OSError:
            return [Fault("", f"is the record of {result.name}, which does not exist; remove it")]
        if sha256(content).hexdigest() != measured.result_sha256:
            return [
                Fault("result_sha256", f"is not that of {result.name}; tallybench dev verify writes the record again")
            ]
        record = Record(parse_result(content, result), measured)
    except ResultFaults as error:
        return [Fault(where, what) for where, what in error.faults]
    except InputError as error:
        return [Fault("", str(error))]
    if misfits := [Fault(where, what) for where, what in record_misfits(record)]:
        return misfits
    if measured.unusual is not None and (found := unusual_in_file(record.submitted)) not in (None, measured.unusual):
        return [Fault("unusual", f"is not what the code shows, {found or 'nothing'}; measure it again")]
    return [*_fresh_faults(record, result), *result_faults(record.remeasured), *text_faults(record.remeasured)]


def _fresh_faults(record: Record, result: Path) -> Iterator[Fault]:
    """Check that fresh inputs are those that the result's own file determines, for every problem that needs some."""
    measured = record.measured
    name = FILE.fullmatch(result.stem)
    late = name is not None and needs_fresh_inputs(name["date"])
    if measured.fresh is None and record.submitted.source is not None and not late:
        return  # measured only on the public inputs so far
    fresh = {} if measured.fresh is None else measured.fresh.problems
    known = problems_with_families(measured.benchmark.name) if measured.environment.counter != "none" else {}
    correct = {sample.task_id for sample in measured.samples if sample.verdict is Verdict.PASSED}
    if fresh.keys() != known.keys() & correct:
        yield Fault("fresh.problems", "are not those with families that have a correct sample; measure it again")
        return
    for task_id, problem in fresh.items():
        asked = known[task_id].at_seed(measured.result_sha256)
        if problem.hash != asked.hash or problem.inputs.keys() != {given.name for given in asked.stressful}:
            yield Fault(f"fresh.problems.{task_id}", "has inputs other than those that result_sha256 gives")


def without_record(root: Path) -> list[Entry]:
    """Return the results that can be measured again, but have no complete record from today's ranked environment."""

    def has_record(entry: Entry) -> bool:
        if entry.record is None:
            return False
        environment = entry.record.environment
        if environment.counter == "none":  # without counts, the environment does not matter
            return True
        complete = entry.record.measured.fresh is not None or not problems_with_families(entry.benchmark)
        return is_ranked(environment.facts) and complete

    return [entry for entry in read_entries(root) if entry.state is not State.CODE_WITHHELD and not has_record(entry)]


def remove_orphans(root: Path) -> list[Path]:
    """Remove the records of results that were withdrawn, and return them."""
    orphans = [path for path in sorted((root / "results").glob(f"*/*{VERIFIED}")) if not result_of(path).exists()]
    for path in orphans:
        path.unlink()
    return orphans


def take_records(root: Path, folder: Path, only: str | None = None) -> Iterator[tuple[Path, str | None]]:
    """Copy only the records that another job has written for results that are here.

    Nothing in the job's folder is trusted; it is laid out like `results/`. If `only` names a result by its path, its
    record alone is taken.

    Yields:
        A record's place in `results/`, and why it was not taken; None if it was.
    """
    for path in sorted(folder.glob(f"*/*{VERIFIED}")):
        result = root / "results" / path.parent.name / result_of(path).name
        named = FOLDER.fullmatch(path.parent.name) is not None and FILE.fullmatch(result.stem) is not None
        if not named or only not in (None, f"results/{path.parent.name}/{result.name}"):
            continue
        target = record_path(result)
        if path.is_symlink() or path.parent.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            yield target, "is not a plain file, or is too large"
        elif faults := record_faults(path, result):
            yield target, str(faults[0])
        else:
            target.parent.mkdir(exist_ok=True)
            write_atomically(target, [path.read_bytes()])
            yield target, None
