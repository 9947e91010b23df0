"""Tasks as they travel to a node: what many of them share goes once, and files go by their hash.

Both ends are ours and of one version, so that Ray may pickle what travels; nothing untrusted is among it but as data.
"""

import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from evaluator.execution.correctness import Tests
from evaluator.execution.worker import Task
from evaluator.execution.yardstick import Yardstick
from evaluator.files import cache_folder, using_cache, write_in_cache
from evaluator.problems.problem import Problem

_SHARED = (Problem, Tests, Yardstick)  # by all tasks of a problem
_MOST_SHARED = 64  # objects that are held at either end
_MOST_BYTES = 256 << 20  # of files that the driver holds in the cluster's store

Put = Callable[[Any], Any]
Get = Callable[[Any], Any]


@dataclass(frozen=True)
class Parcel:
    """A task on its way.

    Attributes:
        kind: the task's class.
        values: of its fields that are small.
        shared: references to the others in the cluster's store.
        files: of its folder, by name: SHA-256 and reference.
        drafts: whether it writes its folder, so that the files come back with the outcome.
    """

    kind: type
    values: dict[str, Any]
    shared: dict[str, Any]
    files: dict[str, tuple[str, Any]] = field(default_factory=dict)
    drafts: bool = False


class Sender:
    """Packs tasks.

    Args:
        put: puts an object into the cluster's store, and returns the reference to it.
    """

    def __init__(self, put: Put) -> None:
        self._put = put
        self._objects: OrderedDict[int, tuple[Any, Any]] = OrderedDict()
        self._files: OrderedDict[str, tuple[int, Any]] = OrderedDict()

    def pack(self, task: Task[Any]) -> Parcel:
        """A task as a parcel.

        Raises:
            MachineError: a file of its folder cannot be read.
        """
        given = {entry.name: getattr(task, entry.name) for entry in fields(task)}  # type: ignore[arg-type]
        folder: Path | None = given.pop("folder", None)
        shared = {name: self._share(value) for name, value in given.items() if isinstance(value, _SHARED)}
        values = {name: value for name, value in given.items() if name not in shared}
        if folder is None:
            return Parcel(type(task), values, shared)
        yardstick: Yardstick | None = given.get("yardstick")
        if yardstick is None:  # it takes one
            return Parcel(type(task), values, shared, drafts=True)
        files = {}
        for name in [given["input_name"]] if "input_name" in given else yardstick.inputs:
            built = yardstick.inputs[name]
            files[f"{name}.in"] = built.sha256, self._file(built.sha256, folder / f"{name}.in")
            files[f"{name}.out"] = built.expected_sha256, self._file(built.expected_sha256, folder / f"{name}.out")
        return Parcel(type(task), values, shared, files)

    def _share(self, value: Any) -> Any:
        # Held together with the object, so that no other gets its id.
        if id(value) not in self._objects:
            self._objects[id(value)] = value, self._put(value)
            if len(self._objects) > _MOST_SHARED:
                self._objects.popitem(last=False)
        self._objects.move_to_end(id(value))
        return self._objects[id(value)][1]

    def _file(self, digest: str, path: Path) -> Any:
        if digest not in self._files:
            with using_cache(path):
                content = path.read_bytes()
            self._files[digest] = len(content), self._put(content)
            while len(self._files) > 2 and sum(size for size, _ in self._files.values()) > _MOST_BYTES:
                self._files.popitem(last=False)
        self._files.move_to_end(digest)
        return self._files[digest][1]


@dataclass(frozen=True)
class Reply:
    """What became of a parcel.

    Attributes:
        number: of the parcel among those it came with.
        outcome: of the task.
        files: what it wrote, by name.
    """

    number: int
    outcome: Any
    files: dict[str, bytes]

    def unpack(self, task: Task[Any]) -> Any:
        """The outcome, once the files are where the task was to write them.

        Raises:
            MachineError: they cannot be written here.
        """
        if self.files:
            folder: Path = task.folder  # type: ignore[attr-defined]
            with using_cache(folder):
                for name, content in self.files.items():
                    (folder / name).write_bytes(content)
        return self.outcome


class Receiver:
    """Unpacks tasks on a node.

    Args:
        get: gets the object of a reference out of the cluster's store.
    """

    def __init__(self, get: Get) -> None:
        self._get = get
        self._objects: OrderedDict[Any, Any] = OrderedDict()
        self._seen: set[Path] = set()

    def unpack(self, parcel: Parcel) -> tuple[Task[Any], Path | None]:
        """The task; and the folder that it writes, where it writes one. `collect` empties and removes that.

        Raises:
            MachineError: the node's cache cannot be written.
        """
        values = parcel.values | {name: self._shared(reference) for name, reference in parcel.shared.items()}
        if parcel.drafts:
            root = _place() / "drafts"
            with using_cache(root):
                root.mkdir(parents=True, exist_ok=True)
                draft = Path(tempfile.mkdtemp(dir=root))
            return parcel.kind(folder=draft, **values), draft
        if parcel.files:
            values["folder"] = self._folder(parcel.files)
        return parcel.kind(**values), None

    def _shared(self, reference: Any) -> Any:
        if reference not in self._objects:
            self._objects[reference] = self._get(reference)
            if len(self._objects) > _MOST_SHARED:
                self._objects.popitem(last=False)
        self._objects.move_to_end(reference)
        return self._objects[reference]

    def _folder(self, files: dict[str, tuple[str, Any]]) -> Path:
        """The folder with these files; what is not there, or is another file, comes out of the store."""
        names = "\n".join(f"{name} {digest}" for name, (digest, _) in sorted(files.items()))
        folder = _place() / "inputs" / sha256(names.encode()).hexdigest()[:32]
        if folder not in self._seen:
            for name, (digest, reference) in files.items():
                if not _is(folder / name, digest):
                    write_in_cache(folder / name, [self._get(reference)])
            self._seen.add(folder)
        return folder


def collect(draft: Path | None) -> dict[str, bytes]:
    """The files that a task wrote; their folder is removed.

    Raises:
        MachineError: they cannot be read.
    """
    if draft is None:
        return {}
    try:
        with using_cache(draft):
            return {path.name: path.read_bytes() for path in sorted(draft.iterdir())}
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _place() -> Path:
    return cache_folder() / "cluster"


def _is(path: Path, digest: str) -> bool:
    try:
        return sha256(path.read_bytes()).hexdigest() == digest
    except OSError:
        return False
