"""The records of `results/`: which are missing, and how those come in that were measured elsewhere."""

from collections.abc import Iterator
from pathlib import Path

from evaluator.files import write_atomically
from evaluator.results.environment import ranked_facts
from evaluator.results.published.entries import FILE, FOLDER, Entry, State, read_entries
from evaluator.results.published.record import VERIFIED, record_path
from evaluator.submissions.checks import record_faults

MAX_BYTES = 100 << 20  # of a record, which may hold a whole result


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


def take_records(root: Path, folder: Path) -> Iterator[tuple[Path, str | None]]:
    """Takes the records that another job has written, those alone, and only for results that are here.

    Args:
        root: the project's root.
        folder: laid out as `results/`; nothing in it is trusted.

    Yields:
        A record's place in `results/`, and why it was not taken; None where it was.
    """
    for path in sorted(folder.glob(f"*/*{VERIFIED}")):
        slug, stem = path.parent.name, path.name.removesuffix(VERIFIED)
        if FOLDER.fullmatch(slug) is None or FILE.fullmatch(stem) is None:
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
