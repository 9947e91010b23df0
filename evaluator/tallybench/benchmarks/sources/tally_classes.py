"""tally-classes: our own classes, one file each in `hf_dataset/problems/classes/`, with `benchmark.toml`."""

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from tallybench.benchmarks.authoring import attributes_of, read_additions
from tallybench.benchmarks.class_authoring import read_class_statement
from tallybench.benchmarks.sources.source_data import SourceData
from tallybench.errors import InputError
from tallybench.model.problem import Problem

LEVEL = "class"
_FILE = re.compile(r"tc_(?P<number>[0-9]{3})\.py")


def load_tally_classes(folder: Path) -> SourceData:
    """Read the classes.

    Args:
        folder: the folder with the problems' files and `benchmark.toml`.

    Raises:
        InputError: a file is not in the format.
    """
    manifest = tomllib.loads((folder / "benchmark.toml").read_text(encoding="utf-8"))
    return SourceData(
        version=manifest["version"], problems=tuple(read_class(path) for path in sorted(folder.glob("*.py")))
    )


def read_class(path: Path) -> Problem:
    """Read a class's file.

    Raises:
        InputError: it is not in the format.
    """
    if (name := _FILE.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is no problem's file, whose name is tc_NNN.py; rename it or remove it")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error}") from None
    return _class(path, int(name["number"]), content)


@lru_cache(maxsize=128)
def _class(path: Path, number: int, content: bytes) -> Problem:
    """Read a file with this content once for all benchmarks that are made from it."""
    statement = read_class_statement(path)
    additions = read_additions(path, statement.entry_point, LEVEL)
    return Problem(
        task_id=f"TallyClasses/{number}",
        level=LEVEL,
        **attributes_of(statement),
        **attributes_of(additions),
    )
