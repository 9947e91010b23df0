"""The hash by which a file of a model's answers is known again."""

import hashlib
from pathlib import Path

from evaluator.errors import InputError
from evaluator.samples.embedded import PREFIX
from evaluator.samples.reading import is_pipe


def answers_digest(source: str) -> str | None:
    """SHA-256 of the samples that were given, so that whoever gets them can tell that they are the same.

    Of a file it is that of its bytes. Of a folder it is that of the lines that `sha256sum` prints of its files, ordered
    by their paths in it.

    Args:
        source: as `evaluate` is given it.

    Returns:
        The hash; None for a set that comes along, and for standard input or a pipe, which can be read once only.

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
        return None  # whoever reads the samples says so
    except (OSError, ValueError) as error:
        raise InputError(f"{source}: cannot be read ({error}); check its permissions") from None
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
