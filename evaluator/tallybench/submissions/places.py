"""Where a result goes in `results/`, and what its file is called."""

import hashlib
import re
from datetime import date as date_type
from pathlib import Path, PurePosixPath

from tallybench.errors import InputError
from tallybench.model.result import Model, Result
from tallybench.statistics.published.entries import FILE, FOLDER, read_entries

BEGAN = "2026-11-21"  # the day of the project's first commit: no result is older


def content_digest(content: bytes) -> str:
    """Return what a file's name ends with: the first 8 digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:8]


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
        raise InputError(f"model.name: {model.name!r} makes no short name; give one with --as")
    return slug


def place_of(result: Result, content: bytes, date: str, slug: str | None, root: Path) -> PurePosixPath:
    """Return where a result goes, relative to the project's root.

    Args:
        result: what the file holds.
        content: its bytes.
        date: YYYY-MM-DD.
        slug: the model's short name; None: it is made from the name.
        root: the project's root.

    Raises:
        InputError: the short name or the date is malformed, another model has the folder, the model has another
            folder, or this very file is there already.
    """
    slug = slug or slug_of(result.model)
    name = f"{result.benchmark.name}-{date}-{content_digest(content)}"
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
                "or another --model if it is another one"
            )
        if entry.path.endswith(f"-{content_digest(content)}.json") and (root / entry.path).read_bytes() == content:
            raise InputError(f"{entry.path}: is this very file; there is nothing to submit")
    place = PurePosixPath("results", slug, f"{name}.json")
    if (root / place).exists():
        raise InputError(f"{place}: is there already, with other content; give another --date")
    return place
