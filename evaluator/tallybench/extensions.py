"""Extensions: what other installed distributions add through entry points, loaded on first use.

A distribution lists what it adds in its `pyproject.toml`, by kind:

    [project.entry-points."tallybench.benchmarks"]
    house = "house_problems:load"

    [project.entry-points."tallybench.metrics"]
    typical_ratio = "house_problems:TYPICAL_RATIO"
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tallybench.errors import InputError


@cache
def _installed(kind: str) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=f"tallybench.{kind}")}


def extension_names(kind: str) -> list[str]:
    """Return the names of the installed extensions of a kind, in alphabetical order.

    Args:
        kind: `benchmarks` or `metrics`.
    """
    return sorted(_installed(kind))


@cache
def load_extension(kind: str, name: str) -> Any:
    """Load an installed extension, once per process.

    Args:
        kind: as for `extension_names`.
        name: one of those names.

    Returns:
        The object that its entry point names.

    Raises:
        InputError: it cannot be imported.
    """
    entry = _installed(kind)[name]
    try:
        return entry.load()
    except Exception as error:
        owner = entry.dist.name if entry.dist else "an unknown distribution"
        raise InputError(
            f"tallybench.{kind}, {name}: {entry.value} of {owner} cannot be loaded ({type(error).__name__}: {error}); "
            f"update or uninstall {owner}"
        ) from error
