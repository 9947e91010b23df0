"""Write files whole or not at all, and find the cache and the files that come with TallyBench."""

import errno
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path

from tallybench.errors import InputError, MachineError

# The errors of a file system that is full, gone or not ours to write.
_STORAGE = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO),
    *(errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENAMETOOLONG, errno.ESTALE),
}

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parents[1]  # if the package is part of a checkout


def is_installed() -> bool:
    """Return whether TallyBench is an installed package, whose files must not be written, rather than a checkout."""
    return (_PACKAGE / "web").is_dir()


def data_folder() -> Path:
    """Return the folder of the benchmarks' data: `hf_dataset/` of a checkout, `data/` of an installed package."""
    installed = _PACKAGE / "data"
    return installed if installed.is_dir() else _CHECKOUT / "hf_dataset"


def site_folder() -> Path:
    """Return the folder of `mkdocs.yml`, `site/` and `templates/`: a checkout, or `web/` of an installed package."""
    return _PACKAGE / "web" if is_installed() else _CHECKOUT


def cache_folder() -> Path:
    """Return where the cache is: $TALLYBENCH_CACHE, else `tallybench` in the user's cache folder."""
    given = os.environ.get("TALLYBENCH_CACHE")
    return Path(given) if given else user_cache_path("tallybench")


def kept_folder(name: str) -> Path:
    """Return a folder of the cache; if $TALLYBENCH_CACHE lacks it, that of the user's own cache if it exists."""
    given, own = cache_folder() / name, user_cache_path("tallybench") / name
    return own if own.is_dir() and not given.is_dir() else given


@contextmanager
def using_cache(place: Path) -> Iterator[None]:
    """Report in one line if the cache turns out to be full or not writable within this block.

    Args:
        place: the part of the cache that is used.

    Raises:
        MachineError: the cache cannot be used. What was measured before is kept.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _STORAGE:
            raise
        raise MachineError(
            f"{place}: the cache cannot be used ({error.strerror}); make room, or set TALLYBENCH_CACHE to another "
            "folder; what was measured before is kept"
        ) from None


def write_atomically(path: Path, content: Iterable[bytes]) -> None:
    """Write a file, given in pieces, so that it exists whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    beside = _part(path)
    try:
        _write(beside, path, content)
    except OSError as error:
        _remove(beside)
        raise _unwritable(path, error) from None


def write_in_cache(path: Path, content: Iterable[bytes]) -> None:
    """Write a file of the cache, and the folders above it, like `write_atomically`.

    Raises:
        MachineError: it cannot be written.
    """
    beside = _part(path)
    with using_cache(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(beside, path, content)
        except OSError:
            _remove(beside)
            raise


def check_writable(path: Path) -> None:
    """Check, before any work is done, that a file can be written.

    Raises:
        InputError: it cannot.
    """
    beside = _part(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        beside.touch()
    except OSError as error:
        raise _unwritable(path, error) from None
    _remove(beside)


def _write(beside: Path, path: Path, content: Iterable[bytes]) -> None:
    with open(beside, "wb") as file:
        file.writelines(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:  # such as a missing folder, or one that is not ours: the error about the file itself is enough
        pass


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be written ({error.strerror})")


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
