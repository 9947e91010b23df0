"""Where a result goes in `results/`, and what its file is called."""

import hashlib
import re
import unicodedata
from datetime import date as date_type
from datetime import timedelta
from pathlib import Path, PurePosixPath

from evaluator.errors import InputError
from evaluator.results.published.entries import FILE, FOLDER, read_entries
from evaluator.results.result import Model, Result
from evaluator.submissions.names import look_alike

BEGAN = "2026-11-21"  # the day of the project's first commit: no result is older


def content_digest(content: bytes) -> str:
    """What a file's name ends with: the first 8 digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:8]


def is_date(text: str) -> bool:
    """Whether a text is a day, YYYY-MM-DD."""
    try:
        return date_type.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def day_before(day: str) -> str:
    """The day before one, YYYY-MM-DD."""
    return (date_type.fromisoformat(day) - timedelta(days=1)).isoformat()


def slug_of(model: Model) -> str:
    """A model's short name, made of its name: `Gemma 3 270M` is gemma-3-270m.

    Raises:
        InputError: nothing of the name can be used.
    """
    plain = unicodedata.normalize("NFKD", model.name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9._]+", "-", plain).strip("-._")[:64]
    if FOLDER.fullmatch(slug) is None:
        raise InputError(f"model.name: {model.name!r} makes no short name; give one with --as")
    return slug


def place_of(result: Result, content: bytes, date: str, slug: str | None, root: Path) -> PurePosixPath:
    """Where a result goes, relative to the project's root.

    Args:
        result: what the file holds.
        content: its bytes.
        date: YYYY-MM-DD.
        slug: the model's short name; None makes it of the name.
        root: the project's root.

    Raises:
        InputError: the short name or the date is not in the form, another model has the folder, or this very file is
            there already.
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
        if entry.slug != slug and look_alike(entry.name, result.model.name):
            raise InputError(
                f"results/{slug}: readers cannot tell this model from {entry.name}, whose folder is "
                f"results/{entry.slug}; give --as {entry.slug}, or another --model if it is another one"
            )
        if entry.path.endswith(f"-{content_digest(content)}.json") and (root / entry.path).read_bytes() == content:
            raise InputError(f"{entry.path}: is this very file; there is nothing to submit")
    place = PurePosixPath("results", slug, f"{name}.json")
    if (root / place).exists():
        raise InputError(f"{place}: is there already, with other content; give another --date")
    return place
