"""Creates the folder of a new benchmark: `benchmark.toml`, a complete example problem, and two samples for it."""

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from tallybench.benchmarks.user_benchmark import NAME, name_fault
from tallybench.errors import InputError
from tallybench.files import data_folder

# The example's own names, which are replaced.
_NAME, _TITLE, _PREFIX, _FOLDER = "my-benchmark", "My benchmark", "Mine", "DIR"


def examples_folder() -> Path:
    """Return the folder of examples, with one subfolder per level, each of them a benchmark that can be opened."""
    return data_folder() / "examples"


def lay_folder(folder: Path, level: str, name: str | None = None) -> str:
    """Create the folder of a benchmark, completely or not at all, and return the benchmark's name.

    The folder must be empty or not exist yet. Without a name, one is made from the folder's.
    """
    name = _named(folder) if name is None else name
    if (fault := name_fault(name)) is not None:
        raise InputError(f"--name {name}: {fault}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: already exists and is not empty; give a different folder")
    parent = folder.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=parent) as place:
            draft = Path(place, folder.name)
            _fill(draft, level, name, folder)
            if folder.exists():  # a shell may be in it, which would be left in the replaced folder
                for path in draft.iterdir():
                    os.rename(path, folder / path.name)
            else:
                os.rename(draft, folder)
    except OSError as error:
        raise InputError(f"{folder}: cannot be created ({error.strerror or error}); give a different folder") from None
    return name


def _named(folder: Path) -> str:
    """Return a benchmark name derived from a folder's name."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.lower()).strip("-")[:60]
    if name_fault(name) is not None:
        raise InputError(f"{folder}: no benchmark name can be made from its name; give --name, {NAME}")
    return name


def _fill(draft: Path, level: str, name: str, folder: Path) -> None:
    words = re.split(r"[-_]+", name)
    prefix = "".join(word.capitalize() for word in words)[:40] or "Own"
    example = examples_folder() / level
    for path in (examples_folder() / "README.md", *sorted(example.rglob("*"))):
        if not path.is_file() or path.suffix == ".pyc":
            continue
        target = draft / (path.relative_to(example) if path.is_relative_to(example) else path.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        for old, new in ((_NAME, name), (_TITLE, " ".join(words).capitalize()), (_PREFIX, prefix)):
            text = text.replace(old, new)
        if path.suffix == ".md":
            text = re.sub(rf"\b{_FOLDER}\b(/\S*)?", lambda match: shlex.quote(f"{folder}{match[1] or ''}"), text)
        target.write_text(text, encoding="utf-8")
    (draft / "results").mkdir()
