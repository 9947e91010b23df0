"""What is in `results/`: one file a run, in a folder a model."""

import os
import re
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from evaluator.errors import InputError
from evaluator.results.published.approvals import Approvals, read_approvals
from evaluator.results.published.entry import Entry as Entry
from evaluator.results.published.entry import State as State
from evaluator.results.published.entry import needs_fresh_inputs as needs_fresh_inputs
from evaluator.results.published.record import VERIFIED, Record, read_measurements, record_of, record_path
from evaluator.results.reading import load_result
from evaluator.results.result import Result

# <benchmark>-<date>-<first 8 digits of the file's SHA-256>.json, below a folder named after the model
FOLDER = re.compile(r"(?!index$)[a-z0-9][a-z0-9._-]{0,63}")
FILE = re.compile(r"(?P<benchmark>[a-z0-9][a-z0-9_-]*?)-(?P<date>\d{4}-\d{2}-\d{2})-[0-9a-f]{8}", re.ASCII)
# Names a page, so that nothing else may stand there. The data of others have no version but the start of their hash.
VERSION = re.compile(r"\d+\.\d+\.\d+|data-[0-9a-f]{12}", re.ASCII)


def read_entries(root: Path, without: Collection[str] = (), benchmark: str | None = None) -> list[Entry]:
    """Read all results, by model and date.

    Args:
        root: the project's root, in which `results/` is.
        without: the paths of files that are not looked at.
        benchmark: only the results on it, as their files' names say; all where it is None.

    Raises:
        InputError: a file is not a result, or its folder, its name or its benchmark's version is not in the form.
    """
    approvals = read_approvals(root)
    files = {_name_of(path, root): path for path in (root / "results").glob("*/*.json")}
    entries = []
    for where in sorted(files.keys() - set(without), key=lambda name: Path(name).parts):
        if where.endswith(VERIFIED):
            continue
        _, named, _ = _place_of(where)
        if benchmark not in (None, named):
            continue
        result = load_result(files[where])
        _check_benchmark(result, named, where)
        entries.append(_file_entry(files[where], where, result, approvals))
    return entries


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
    name = FILE.fullmatch(path.stem)
    slug, date = (path.absolute().parent.name, name["date"]) if name else (path.stem, "")
    result = load_result(path)
    return Entry(slug, path.as_posix(), date, result, _record(path, result))


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


def _record(path: Path, result: Result) -> Record | None:
    """A result's record; None where there is none, or where it is of another file."""
    if not (beside := record_path(path)).exists():
        return None
    measured = read_measurements(beside)
    if measured.result_sha256 != sha256(path.read_bytes()).hexdigest():
        return None
    return record_of(measured, result, beside)
