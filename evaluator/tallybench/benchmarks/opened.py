"""Problems that were read from a folder's files, kept in the cache: reading them is most of a short command's time.

They are used as long as neither the files nor the code that reads them has changed.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from tallybench.errors import MachineError
from tallybench.files import cache_folder, write_in_cache
from tallybench.model import problem as model
from tallybench.model.problem import Problem

_CODE = (Path(__file__).parent, Path(str(model.__file__)).parent)  # what reads files, and types for their contents


def kept_problems(folder: Path, read: Callable[[], Iterable[Problem]]) -> tuple[Problem, ...]:
    """Return the problems of a folder's files, from the cache if they were read before."""
    place = cache_folder() / "opened" / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    key = _content_hash(folder)
    try:
        digest, _, kept = place.read_bytes().partition(b"\n")
        if digest == _digest(key, kept):
            found: tuple[Problem, ...] = pickle.loads(kept)  # the digest shows that these bytes are our own
            return found
    except OSError:
        pass
    problems = tuple(read())
    kept = pickle.dumps(problems)
    try:
        write_in_cache(place, [_digest(key, kept), b"\n", kept])
    except MachineError:  # they are read again the next time
        pass
    return problems


def _digest(key: bytes, kept: bytes) -> bytes:
    return hashlib.sha256(key + kept).hexdigest().encode()


def _content_hash(folder: Path) -> bytes:
    """Return a hash of a folder's files, of the code that reads them, and of the Python version."""
    total = hashlib.sha256(sys.version.encode())
    paths = [path for place in _CODE for path in sorted(place.rglob("*.py"))]
    for path in (*paths, *sorted(path for path in folder.iterdir() if path.is_file())):
        content = path.read_bytes()
        total.update(f"\n{path.name} {len(content)}\n".encode())
        total.update(content)
    return total.digest()
