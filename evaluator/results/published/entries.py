"""What is in `results/`: one file a run, in a folder a model, or packed in `results/packed/`. Both are read as one.

A new file is always one of its own. Where a packed result's file lies there too, as after a pack that was interrupted,
it is read once. Where a record lies as a file for a packed result, it counts, for it is newer than the packed one.
"""

import os
import re
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path

from evaluator.errors import InputError
from evaluator.results.packed.index import INDEX
from evaluator.results.published.approvals import Approvals
from evaluator.results.published.entry import Entry as Entry
from evaluator.results.published.entry import State as State
from evaluator.results.published.entry import needs_fresh_inputs as needs_fresh_inputs
from evaluator.results.published.lazy_entry import FileEntry, LastRead
from evaluator.results.published.packed_entry import PackedEntry, PackedResults
from evaluator.results.published.record import VERIFIED, Record, read_measurements, record_of, record_path
from evaluator.results.reading import load_result
from evaluator.results.result import Result

# <benchmark>-<date>-<first 8 digits of the file's SHA-256>.json, below a folder named after the model
FOLDER = re.compile(r"(?!(?:index|packed)$)[a-z0-9][a-z0-9._-]{0,63}")
FILE = re.compile(r"(?P<benchmark>[a-z0-9][a-z0-9_-]*?)-(?P<date>\d{4}-\d{2}-\d{2})-[0-9a-f]{8}", re.ASCII)
WHOLE = 300  # more files than this are not kept in memory
# Names a page, so that nothing else may stand there. The data of others have no version but the start of their hash.
VERSION = re.compile(r"\d+\.\d+\.\d+|data-[0-9a-f]{12}", re.ASCII)


def read_entries(
    root: Path, without: Collection[str] = (), benchmark: str | None = None, whole: int = WHOLE
) -> list[Entry]:
    """All results, by model and date.

    Args:
        root: the project's root, in which `results/` is.
        without: the paths of files that are not looked at.
        benchmark: only the results on it, as their files' names say; all where it is None.
        whole: how many files are kept in memory, some 5 MB each; of more, the samples are read again when they are
            asked for.

    Raises:
        InputError: a file is not a result, or its folder, its name or its benchmark's version is not in the form.
    """
    return list(_entries(root, without, benchmark, whole))


def read_own_entries(folder: Path, benchmark: str) -> list[Entry]:
    """All results of a benchmark of the user's own, `results/MODEL.json`, by name.

    Args:
        folder: the benchmark's.
        benchmark: its name.

    Raises:
        InputError: a file is not a result of this benchmark, or its name cannot name a page.
    """
    entries = []
    for path in sorted((folder / "results").glob("*.json")):
        if FOLDER.fullmatch(path.stem) is None:
            raise InputError(f"{path}: its name is a page's: rename it to lower-case letters, digits, . _ and -")
        result = load_result(path)
        if result.benchmark.name != benchmark:
            raise InputError(f"{path}: is a result on {result.benchmark.name}, not on {benchmark}; move it elsewhere")
        entries.append(Entry(path.stem, path.relative_to(folder).as_posix(), "", result, own=True))
    return entries


def read_entry(path: Path) -> Entry:
    """A result's file, wherever it lies; one that is not named as those in `results/` is known by its own name.

    Raises:
        InputError: it is not a result.
    """
    if not path.exists() and (packed := _packed_at(path)) is not None:
        return packed
    name = FILE.fullmatch(path.stem)
    slug, date = (path.absolute().parent.name, name["date"]) if name else (path.stem, "")
    result = load_result(path)
    return Entry(slug, path.as_posix(), date, result, _record(path, result))


def _entries(root: Path, without: Collection[str], benchmark: str | None, whole: int) -> Iterator[Entry]:
    packed, last, kept = PackedResults(root), LastRead(), 0
    index = packed.store.index.results
    files = {_name_of(path, root): path for path in (root / "results").glob("*/*.json")}
    for where in sorted({*files, *index} - set(without), key=lambda name: Path(name).parts):
        if where.endswith(VERIFIED):
            continue
        _, named, date = _place_of(where)
        if benchmark not in (None, named):
            continue
        path, line = files.get(where), index.get(where)
        if line is None and path is not None:
            result = load_result(path)
            _check_benchmark(result, named, where)
            entry = _file_entry(path, where, result, packed.approvals)
            kept += 1
            yield entry if kept <= whole else FileEntry(entry, path, last)
        elif line is not None:
            if path is not None and sha256(path.read_bytes()).hexdigest() != line.sha256:
                raise InputError(f"{where}: is packed, too, with other content ({INDEX}); remove the wrong one of them")
            entry = PackedEntry(line, date, packed)
            beside = record_path(root / where)
            yield _with_file_record(entry, beside, packed.approvals) if beside.is_file() else entry


def _file_entry(path: Path, where: str, result: Result, approvals: Approvals) -> Entry:
    """A result's file, with what maintainers have decided about it."""
    slug, _, date = _place_of(where)
    record = _record(path, result)
    return Entry(
        slug,
        where,
        date,
        result,
        record,
        unconfirmed=approvals.lacks_organization(result.model.organization, date),
        # A result without a record has no rank anyway.
        unapproved=record is not None and approvals.lacks_code(record.measured.result_sha256, record.measured.unusual),
    )


def _packed_at(path: Path) -> Entry | None:
    """The packed result whose file would lie there; None where there is none."""
    folder = path.absolute().parent
    if folder.parent.name != "results":
        return None
    results = PackedResults(folder.parent.parent)
    where = f"results/{folder.name}/{path.name}"
    line = results.store.index.results.get(where)
    return None if line is None else PackedEntry(line, _place_of(where)[2], results)


def _name_of(path: Path, root: Path) -> str:
    """A file's path from the root; a name that is not UTF-8 is as git's changes have it, so that it can be printed."""
    return os.fsencode(path.relative_to(root)).decode("utf-8", "backslashreplace")


def _place_of(where: str) -> tuple[str, str, str]:
    """The model's folder, the benchmark and the date of a result, from its path.

    Raises:
        InputError: it is not in the form.
    """
    path = Path(where)
    name = FILE.fullmatch(path.stem)
    if name is None or FOLDER.fullmatch(path.parent.name) is None:
        raise InputError(f"{where}: must be named results/MODEL/BENCHMARK-YYYY-MM-DD-HASH.json (lower case)")
    return path.parent.name, name["benchmark"], name["date"]


def _check_benchmark(result: Result, named: str, where: str) -> None:
    if result.benchmark.name != named:
        raise InputError(f"{where}: is a result on {result.benchmark.name}; its name must start with that")
    if VERSION.fullmatch(result.benchmark.version) is None:
        raise InputError(
            f"{where}: benchmark.version: is {result.benchmark.version!r:.40}, must be three numbers as in 1.0.0; "
            "submit the file as tallybench evaluate wrote it"
        )


def _with_file_record(entry: PackedEntry, beside: Path, approvals: Approvals) -> Entry:
    """A packed result with the record that lies as a file: that one counts, if it is of the result."""
    measured = read_measurements(beside)
    if measured.result_sha256 != entry.sha256:
        return entry
    result = entry.submitted
    record = record_of(measured, result, beside)
    return Entry(
        entry.slug,
        entry.path,
        entry.date,
        result,
        record,
        unconfirmed=entry.unconfirmed,
        unapproved=approvals.lacks_code(entry.sha256, measured.unusual),
    )


def _record(path: Path, result: Result) -> Record | None:
    """A result's record; None where there is none, or where it is of another file."""
    if not (beside := record_path(path)).exists():
        return None
    measured = read_measurements(beside)
    if measured.result_sha256 != sha256(path.read_bytes()).hexdigest():
        return None
    return record_of(measured, result, beside)
