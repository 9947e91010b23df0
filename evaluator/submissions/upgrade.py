"""Results of older formats, written anew: the same verdicts and counts, figures by today's definitions."""

from collections.abc import Iterator
from pathlib import Path

from evaluator.files import write_atomically
from evaluator.results.metrics import METRICS_VERSION
from evaluator.results.published.entries import Entry, read_entries
from evaluator.results.reading import is_canonical, parse_json
from evaluator.results.result import SCHEMA_VERSION, dump_result
from evaluator.submissions.places import content_digest


def outdated(root: Path) -> list[Entry]:
    """The results whose files are not as today's version writes them."""
    return [entry for entry in read_entries(root) if not _is_current(root / entry.path)]


def write_anew(root: Path, entries: list[Entry]) -> Iterator[tuple[Entry, Path | None]]:
    """Replaces files by files of today's format, with the same date; nothing is measured.

    Args:
        root: the project's root.
        entries: of `outdated`.

    Yields:
        Each entry and its new file; None where the file stays, since the record of a verification is of its bytes.
    """
    for entry in entries:
        old = root / entry.path
        if entry.record is not None:
            yield entry, None
            continue
        content = b"".join(dump_result(entry.submitted))
        new = old.with_name(f"{entry.benchmark}-{entry.date}-{content_digest(content)}.json")
        write_atomically(new, [content])
        old.unlink()
        yield entry, new


def _is_current(path: Path) -> bool:
    content = path.read_bytes()
    data = parse_json(content, path)
    versions = (data["schema_version"], data.get("metrics_version"))
    return versions == (SCHEMA_VERSION, METRICS_VERSION) and is_canonical(content)
