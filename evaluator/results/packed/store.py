"""Reads packed results: their bytes, and what they hold."""

from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from evaluator.errors import InputError
from evaluator.results.packed.index import FOLDER, HOW_MENDED, INDEX, Index, Packed, read_index
from evaluator.results.packed.pieces import Document, Row, bytes_of, join
from evaluator.results.packed.tables import PackReader

RECORD_SUFFIX = ".verified.json"


class PackStore:
    """The packed results of a checkout.

    Args:
        root: the project's root.

    Raises:
        InputError: the index is broken.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._packs: dict[str, PackReader] = {}

    @cached_property
    def index(self) -> Index:
        return read_index(self.root)

    def documents(self, path: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """What a packed result's file holds, and its record's; None where it had none.

        Raises:
            InputError: its pack is broken.
        """
        rows = self._rows(path)
        has_record = self.index.results[path].record_sha256 is not None
        return join(rows, Document.RESULT), join(rows, Document.RECORD) if has_record else None

    def files(self, path: str) -> tuple[bytes, bytes | None]:
        """The bytes of a packed result's file and of its record's, as they were; None where it had none.

        Raises:
            InputError: its pack is broken.
        """
        line = self.index.results[path]
        result, record = self.documents(path)
        content = _checked(line, bytes_of(result, Document.RESULT), line.sha256)
        if record is None or line.record_sha256 is None:
            return content, None
        return content, _checked(line, bytes_of(record, Document.RECORD), line.record_sha256)

    def open_all(self) -> None:
        """Looks at all packs, before anything is done with one.

        Raises:
            InputError: one is broken.
        """
        for name in self.index.packs:
            self._pack(name)

    def _rows(self, path: str) -> list[Row]:
        line = self.index.results[path]
        return self._pack(line.pack).rows(line.group, path)

    def _pack(self, name: str) -> PackReader:
        if name not in self._packs:
            self._packs[name] = open_pack(self.root, name, self.index.packs[name])
        return self._packs[name]


def open_pack(root: Path, name: str, digest: str) -> PackReader:
    """Opens a pack, all of whose bytes are what the index says.

    Raises:
        InputError: they are not, or it cannot be read.
    """
    path = f"{FOLDER}/{name}"
    found = sha256()
    try:
        with open(root / path, "rb") as file:
            while piece := file.read(1 << 20):
                found.update(piece)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {HOW_MENDED}") from None
    if found.hexdigest() != digest:
        raise InputError(f"{path}: is broken: its SHA-256 is not what {INDEX} says; {HOW_MENDED}")
    return PackReader(root / path, path)


def read_content(path: Path) -> bytes:
    """The bytes of a file of `results/`, whether it lies there or is packed; of a file elsewhere its bytes.

    Raises:
        OSError: there is no such file, or it cannot be read.
        InputError: it is packed, and its pack is broken.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        if (content := _packed_content(path)) is None:
            raise
        return content


def _packed_content(path: Path) -> bytes | None:
    results = path.absolute().parent.parent
    if results.name != "results" or not (index := results.parent / INDEX).is_file():
        return None
    is_record = path.name.endswith(RECORD_SUFFIX)
    name = f"{path.name.removesuffix(RECORD_SUFFIX)}.json" if is_record else path.name
    store = _store_at(results.parent, index.stat().st_mtime_ns)
    place = f"results/{path.absolute().parent.name}/{name}"
    if place not in store.index.results:
        return None
    return store.files(place)[is_record]


@lru_cache(maxsize=1)
def _store_at(root: Path, _changed: int) -> PackStore:
    """A checkout's packed results; the same ones until the index changes, so that each pack is looked at once."""
    return PackStore(root)


def _checked(line: Packed, content: bytes, digest: str) -> bytes:
    if sha256(content).hexdigest() != digest:
        raise InputError(f"{FOLDER}/{line.pack}: does not give back {line.path} to the byte; {HOW_MENDED}")
    return content
