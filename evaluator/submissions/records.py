"""The records of `results/`: which are missing, and how those come in that were measured elsewhere."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from evaluator.errors import InputError
from evaluator.files import write_atomically
from evaluator.results.environment import ranked_facts
from evaluator.results.published.entries import FILE, FOLDER, Entry, State, read_entries
from evaluator.results.published.record import VERIFIED, Record, read_measurements, record_misfits, record_path
from evaluator.results.reading import ResultFaults, load_result
from evaluator.submissions.consistency import result_faults
from evaluator.submissions.faults import Fault
from evaluator.submissions.texts import text_faults

MAX_BYTES = 100 << 20  # of a record, which may hold a whole result


def record_faults(path: Path, result: Path) -> list[Fault]:
    """Why a file is not the record of a result's verification; none where it is.

    What was measured must fit the result, and be what a result of that environment can hold: counts of references, for
    one, are those that are known there.

    Args:
        path: the record's file.
        result: the result's file.
    """
    try:
        measured = read_measurements(path)
        if not result.is_file():
            return [Fault("", f"is the record of {result.name}, which is not there; remove it")]
        if sha256(result.read_bytes()).hexdigest() != measured.result_sha256:
            return [Fault("result_sha256", f"is not that of {result.name}; tallybench verify writes the record anew")]
        record = Record(load_result(result), measured)
    except ResultFaults as error:
        return [Fault(where, what) for where, what in error.faults]
    except InputError as error:
        return [Fault("", str(error))]
    if misfits := [Fault(where, what) for where, what in record_misfits(record)]:
        return misfits
    return [*result_faults(record.remeasured), *text_faults(record.remeasured)]


def without_record(root: Path) -> list[Entry]:
    """The results that were not measured again yet where results are ranked today, and that can be."""
    return [entry for entry in read_entries(root) if entry.state is not State.CODE_WITHHELD and not _has_record(entry)]


def _has_record(entry: Entry) -> bool:
    """Records of an environment that is ranked no more are made anew; what has no counts is in none."""
    if entry.record is None:
        return False
    environment = entry.record.environment
    return environment.counter == "none" or environment.facts == ranked_facts()


def remove_orphans(root: Path) -> list[Path]:
    """Removes the records of results that were withdrawn; returns them."""
    orphans = []
    for path in sorted((root / "results").glob(f"*/*{VERIFIED}")):
        if not path.with_name(path.name.removesuffix(VERIFIED) + ".json").exists():
            path.unlink()
            orphans.append(path)
    return orphans


def take_records(root: Path, folder: Path, only: str | None = None) -> Iterator[tuple[Path, str | None]]:
    """Takes the records that another job has written, those alone, and only for results that are here.

    Args:
        root: the project's root.
        folder: laid out as `results/`; nothing in it is trusted.
        only: the path of the one result whose record is taken; None: of any.

    Yields:
        A record's place in `results/`, and why it was not taken; None where it was.
    """
    for path in sorted(folder.glob(f"*/*{VERIFIED}")):
        slug, stem = path.parent.name, path.name.removesuffix(VERIFIED)
        if FOLDER.fullmatch(slug) is None or FILE.fullmatch(stem) is None:
            continue
        if only not in (None, f"results/{slug}/{stem}.json"):
            continue
        result = root / "results" / slug / f"{stem}.json"
        target = record_path(result)
        if path.is_symlink() or path.parent.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            yield target, "is no plain file, or too large"
        elif faults := record_faults(path, result):
            yield target, str(faults[0])
        else:
            write_atomically(target, [path.read_bytes()])
            yield target, None
