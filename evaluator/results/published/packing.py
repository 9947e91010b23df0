"""Packs results, and gives their files back.

The order makes it safe to be ended at any time: a pack is written and read back, then the index is put in place, then
the files go whose bytes the pack gives back. Whatever a pack that was ended left is cleared up by the next one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from evaluator.errors import InputError
from evaluator.files import write_atomically
from evaluator.results.packed.index import FOLDER, INDEX, Packed, read_index, write_index
from evaluator.results.packed.pieces import Document, NotPackable, Row, bytes_of, join, split
from evaluator.results.packed.store import PackStore, open_pack
from evaluator.results.packed.tables import PackReader, PackWriter
from evaluator.results.published.entries import FILE, Entry, read_entry
from evaluator.results.published.lazy_entry import facts_of
from evaluator.results.published.record import VERIFIED, Measurements, Record, record_path
from evaluator.results.reading import as_result, parse_model

KEEP = 1_000  # result files that stay as they are
MOST = 200  # results in a pack: some 20 MB, far below what hosts of repositories take for a file

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Packing:
    """What a pack did.

    Attributes:
        packed: the paths of the results that were packed.
        refused: those that were not, and why.
        single: how many result files are left.
    """

    packed: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    single: int


def pack_results(root: Path, keep: int = KEEP, progress: Progress | None = None) -> Packing:
    """Packs whole months, the oldest first, until at most `keep` result files are left.

    Args:
        root: the project's root.
        keep: how many may be left.
        progress: called as it goes on.

    Raises:
        InputError: a file is no result, or what is packed already is broken.
    """
    clear_up(root)
    chosen = _chosen(root, keep)
    total = sum(map(len, chosen.values()))
    packed: list[str] = []
    refused: list[tuple[str, str]] = []
    for (benchmark, month), paths in chosen.items():
        for start in range(0, len(paths), MOST):
            _pack(root, f"{benchmark}-{month}", paths[start : start + MOST], packed, refused, progress, total)
    return Packing(tuple(packed), tuple(refused), len(single_files(root)))


def unpack_results(root: Path, progress: Progress | None = None) -> list[str]:
    """Gives back the files of all packed results, and removes the packs; returns the results' paths.

    Raises:
        InputError: a pack is broken, or another file lies where one is to be.
    """
    store = PackStore(root)
    store.open_all()
    paths = list(store.index.results)
    for number, path in enumerate(paths, 1):
        target = root / path
        content, record = store.files(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and target.read_bytes() != content:
            raise InputError(
                f"{path}: is there with other content than it is packed with; remove the wrong one of them"
            )
        write_atomically(target, [content])
        # A record that lies there is newer than the packed one.
        if record is not None and not record_path(target).exists():
            write_atomically(record_path(target), [record])
        if progress is not None:
            progress("unpack", number, len(paths))
    if paths:
        (root / INDEX).unlink()
    clear_up(root)
    return paths


def clear_up(root: Path) -> None:
    """Ends what a pack left that was ended: packs that no index names, and files that are packed.

    Raises:
        InputError: what is packed is broken.
    """
    store = PackStore(root)
    for path in store.index.results:
        if (root / path).is_file() or record_path(root / path).is_file():
            _remove_files(root, path, *store.files(path))
    if not (root / FOLDER).is_dir():
        return
    for file in (root / FOLDER).iterdir():
        if file.name not in store.index.packs and (file.suffix == ".parquet" or file.name.endswith(".part")):
            file.unlink()
    if not any((root / FOLDER).iterdir()):
        (root / FOLDER).rmdir()


def misfits(root: Path, progress: Progress | None = None) -> Iterator[tuple[str, str]]:
    """What the index says otherwise than its packs: the result's path, and what is wrong.

    Every file is made again, its bytes are compared, and all figures are computed anew.

    Raises:
        InputError: a pack is broken.
    """
    store = PackStore(root)
    for number, (path, line) in enumerate(store.index.results.items(), 1):
        store.files(path)
        found = facts_of(_entry(store, path)).model_dump(mode="json")
        for name in sorted(found.keys() | line.facts.keys()):
            if found.get(name) != line.facts.get(name):
                yield path, f"{name}: is not what its samples say; tallybench results pack --anew computes it"
        if progress is not None:
            progress("check", number, len(store.index.results))


def compute_anew(root: Path, progress: Progress | None = None) -> int:
    """Computes the index's figures anew from the packs; returns of how many results.

    Raises:
        InputError: a pack is broken.
    """
    store = PackStore(root)
    lines = []
    for number, (path, line) in enumerate(store.index.results.items(), 1):
        facts = facts_of(_entry(store, path)).model_dump(mode="json")
        lines.append(line.model_copy(update={"facts": facts}))
        if progress is not None:
            progress("figures", number, len(store.index.results))
    if lines:
        write_index(root, store.index.packs, lines)
    return len(lines)


def single_files(root: Path) -> list[Path]:
    """The result files that lie in `results/`, without records."""
    return sorted(path for path in (root / "results").glob("*/*.json") if not path.name.endswith(VERIFIED))


def _chosen(root: Path, keep: int) -> dict[tuple[str, str], list[Path]]:
    """The files to pack, by benchmark and month, the oldest month first."""
    files = single_files(root)
    months: dict[str, dict[str, list[Path]]] = defaultdict(lambda: defaultdict(list))
    for path in files:
        if (name := FILE.fullmatch(path.stem)) is not None:
            months[name["date"][: len("YYYY-MM")]][name["benchmark"]].append(path)
    left, chosen = len(files), {}
    for month, benchmarks in sorted(months.items()):
        if left <= keep:
            break
        for benchmark, paths in sorted(benchmarks.items()):
            chosen[benchmark, month] = paths
            left -= len(paths)
    return chosen


def _entry(store: PackStore, path: str) -> Entry:
    """A packed result with its record, whose figures are computed."""
    result, record = store.documents(path)
    read = as_result(result, path)
    measured = None if record is None else Record(read, parse_model(Measurements, record, path))
    return Entry(Path(path).parent.name, path, "", read, measured)


def _pack(
    root: Path,
    name: str,
    paths: Sequence[Path],
    packed: list[str],
    refused: list[tuple[str, str]],
    progress: Progress | None,
    total: int,
) -> None:
    """Packs some results of a benchmark and month into one pack."""
    writer = PackWriter()
    lines: list[Packed] = []
    contents: dict[str, tuple[bytes, bytes | None]] = {}
    for path in paths:
        where = path.relative_to(root).as_posix()
        entry = read_entry(path)
        content = path.read_bytes()
        # The record of another file is none of this result's: it stays where it is.
        record = None if entry.record is None else record_path(path).read_bytes()
        try:
            rows = _rows(content, record)
        except NotPackable as error:
            refused.append((where, str(error)))
            continue
        contents[where] = content, record
        lines.append(
            Packed(
                path=where,
                sha256=sha256(content).hexdigest(),
                record_sha256=None if record is None else sha256(record).hexdigest(),
                pack="to-be.parquet",
                group=writer.add(where, rows),
                facts=facts_of(entry).model_dump(mode="json"),
            )
        )
        if progress is not None:
            progress("pack", len(packed) + len(refused) + len(lines), total)
    if not lines:
        return
    written = writer.finish()
    digest = sha256(written).hexdigest()
    file = f"{name}-{digest[:8]}.parquet"
    _check(PackReader(written, file), lines, contents)
    (root / FOLDER).mkdir(exist_ok=True)
    write_atomically(root / FOLDER / file, [written])
    held = read_index(root)
    new = [line.model_copy(update={"pack": file}) for line in lines]
    write_index(root, {**held.packs, file: digest}, [*held.results.values(), *new])
    open_pack(root, file, digest)  # what is on the disk, before anything goes
    for where, (content, record) in contents.items():
        _remove_files(root, where, content, record)
    packed += contents


def _rows(content: bytes, record: bytes | None) -> list[Row]:
    """A result's file and its record's as rows.

    Raises:
        NotPackable: they would not come back to the byte.
    """
    documents = {Document.RESULT: content} | ({} if record is None else {Document.RECORD: record})
    rows = [row for document, text in documents.items() for row in split(text, document)]
    for document, text in documents.items():
        if bytes_of(join(rows, document), document) != text:
            raise NotPackable(f"its {document} is of a form that does not come back to the byte")
    return rows


def _check(pack: PackReader, lines: Sequence[Packed], contents: dict[str, tuple[bytes, bytes | None]]) -> None:
    """Reads a pack back.

    Raises:
        InputError: a file does not come back to the byte.
    """
    for line in lines:
        content, record = contents[line.path]
        rows = pack.rows(line.group, line.path)
        again = bytes_of(join(rows, Document.RESULT), Document.RESULT)
        record_again = None if record is None else bytes_of(join(rows, Document.RECORD), Document.RECORD)
        if (again, record_again) != (content, record):
            raise InputError(
                f"{line.path}: does not come back to the byte; nothing of it was removed; please report this"
            )


def _remove_files(root: Path, where: str, content: bytes, record: bytes | None) -> None:
    """Removes the files of a packed result whose bytes are those that are packed, and a folder that is empty then."""
    path = root / where
    for file, packed in ((path, content), (record_path(path), record)):
        if packed is not None and file.is_file() and file.read_bytes() == packed:
            file.unlink()
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        path.parent.rmdir()
