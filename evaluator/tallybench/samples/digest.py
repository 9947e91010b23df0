"""The hash that identifies a file of a model's answers."""

import hashlib
from pathlib import Path

from tallybench.errors import InputError
from tallybench.samples.embedded import PREFIX
from tallybench.samples.reading import is_pipe


def answers_digest(source: str) -> str | None:
    """Return the SHA-256 of the given samples, by which anyone can compare them.

    For a file it is that of its bytes. For a folder it is that of the lines that `sha256sum` prints for its files,
    ordered by their paths in it.

    Args:
        source: the samples, as `evaluate` takes them.

    Returns:
        The hash; None for a set that comes with TallyBench, and for standard input or a pipe, which can be read
            only once.

    Raises:
        InputError: it cannot be read.
    """
    path = Path(source)
    if source.startswith(PREFIX) or source == "-" or is_pipe(source):
        return None
    try:
        if not path.is_dir():
            return _file_digest(path)
        files = sorted((file.relative_to(path).as_posix(), file) for file in path.rglob("*") if file.is_file())
        lines = "".join(f"{_file_digest(file)}  {name}\n" for name, file in files)
    except FileNotFoundError:
        return None  # reading the samples will say so
    except (OSError, ValueError) as error:
        raise InputError(f"{source}: cannot be read ({error}); check its permissions") from None
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
