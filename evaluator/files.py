"""Files: written whole or not at all, and where the cache is."""

import os
from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_cache_path

from evaluator.errors import InputError


def cache_folder() -> Path:
    """Where the cache is: $TALLYBENCH_CACHE, else `tallybench` in the user's cache folder."""
    given = os.environ.get("TALLYBENCH_CACHE")
    return Path(given) if given else user_cache_path("tallybench")


def write_atomically(path: Path, content: Iterable[bytes]) -> None:
    """Writes a file, given in pieces, so that it is there whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
