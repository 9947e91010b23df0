"""The files that solutions can see, and how they get into a sandbox.

They are copies of the environment's files, in memory that belongs to one sandbox. On a disk of the host, looking up a
name that does not exist and reading a file for the first time leave traces in the kernel's caches, which the next job
can find by timing. A tmpfs keeps no such traces: it has no entry for a name that does not exist, and everything in it
is in memory. So the root of a sandbox is a tmpfs of its own, which this process fills while bubblewrap waits, before
anything runs there; then bubblewrap makes it read-only.

Solutions see the same kernel name on every machine. When a zygote imports `uuid`, the module asks for the name, and
`platform` keeps the answer. Its length decides where later objects lie in memory: with the name of a Debian kernel, 5
of 42 counts differed, by up to 0.09 %. So in the copy of the measuring environment's C library, `uname` makes no system
call and returns what is written here. Nothing else in the library changes, and nothing in it moves.
"""

import json
import os
import select
import stat
import struct
import time
from collections.abc import Iterator, Mapping, Set
from contextlib import ExitStack

from tallybench.environment.artifact import LIBRARIES
from tallybench.sandbox.bubblewrap import HOME, INFO_FD, PAUSE_FD, Setting
from tallybench.sandbox.counters import cirron_folder

_PIPE_MOST = 1 << 20  # bytes, more than a pipe holds

# Extension modules that give a solution native code, raw memory, other interpreters or other processes; and OpenSSL,
# which is large and often updated, and whose hashes the interpreter also implements itself.
_OPENSSL = ("_hashlib", "_ssl")
_NATIVE = ("_ctypes", "_test", "_xx", "xx", "mmap", "_posixshmem", "_multiprocessing", "_crypt", "nis")
_INSTALLED_PACKAGES = ("site-packages", "dist-packages")
_IDLE_PACKAGES = ("test", "ensurepip", "idlelib", "lib2to3", "tkinter", "turtledemo", "distutils", "venv", "pydoc_data")
_WITHHELD_PACKAGES = (*_INSTALLED_PACKAGES, *_IDLE_PACKAGES, "ctypes", "sqlite3", "curses", "dbm", "lib-dynload")
_LIBC = f"{LIBRARIES}/libc.so.6"
# What an interpreter can be linked from, which may be larger than everything else together, and what runs only with -O.
_UNUSED = (".a", ".o", ".opt-1.pyc", ".opt-2.pyc")

_FIELDS = (  # of struct utsname. A field of a different length may move counts, and then needs a new PROTOCOL
    "Linux",
    "sandbox",
    "6.12.0-constant",
    "#1 SMP the same each time",
    "x86_64",
    "(none)",
)
_FIELD_BYTES = 65
_ASKS = bytes.fromhex("b83f000000 0f05")  # mov eax,63 (uname); syscall
# lea rsi,[rip+10]; mov ecx,390; rep movsb; xor eax,eax; ret
_COPIES = bytes.fromhex("488d350a000000 b986010000 f3a4 31c0 c3")
_LOADED, _EXECUTABLE = 1, 1
_PAGE = 4096


class Pause:
    """A point at which bubblewrap waits: after it has made the root of a sandbox, before it makes the root read-only.

    bubblewrap copies the contents of a pipe into a file, and the pipe is full at the start. So once there is room in
    it, bubblewrap has reached this point; it goes on when the pipe is closed. `here` closes this process's descriptors,
    `there` those that bubblewrap is given.
    """

    def __init__(self, here: ExitStack, there: ExitStack) -> None:
        self._info, info_end = os.pipe2(os.O_CLOEXEC)
        here.callback(os.close, self._info)
        there.callback(os.close, info_end)
        pause_end, self._pause = os.pipe2(os.O_CLOEXEC)
        there.callback(os.close, pause_end)
        self._closing = here.enter_context(ExitStack())
        self._closing.callback(os.close, self._pause)
        os.set_blocking(self._pause, False)
        os.set_blocking(self._info, False)
        os.write(self._pause, bytes(_PIPE_MOST))
        self.descriptors = {INFO_FD: info_end, PAUSE_FD: pause_end}

    def fill(self, setting: Setting, files: Mapping[str, bytes], deadline: float) -> None:
        """Copy everything into the sandbox, with the zygote's own files by name, and let bubblewrap go on.

        If bubblewrap has ended or does not reach the pause by the deadline (of the monotonic clock), this does nothing:
        there will be no zygote. A file that cannot be copied raises OSError.
        """
        poller = select.poll()
        poller.register(self._pause, select.POLLOUT)
        if poller.poll(max(0, deadline - time.monotonic()) * 1000) != [(self._pause, select.POLLOUT)]:
            return
        pid = json.loads(os.read(self._info, 4096))["child-pid"]
        root = os.open(f"/proc/{pid}/root/newroot", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _Copier(root).copy(setting, files)
        finally:
            os.close(root)
        self._closing.close()


class _Copier:
    def __init__(self, root: int) -> None:
        self._root = root
        self._made = {""}
        self._copies: dict[tuple[int, int], str] = {}
        self._libc = ""

    def copy(self, setting: Setting, files: Mapping[str, bytes]) -> None:
        root = setting.interpreter.root
        self._libc = f"{root}/{_LIBC}" if root else ""  # other interpreters' C libraries are not changed
        for outside, inside in _visible(setting, self._lists_newest_first()):
            self._copy_one(outside, inside.lstrip("/"))
        self._make_folder(HOME.lstrip("/"))
        for name, content in files.items():
            with open(self._create(f"{HOME}/{name}".lstrip("/")), "wb") as file:
                file.write(content)

    def _lists_newest_first(self) -> bool:
        """Return whether the kernel lists a folder of a tmpfs with its newest entry first.

        A folder has to be listed in the same order on each machine: the import system puts the names into a set in
        that order, and the number of steps to find one there depends on it.
        """
        for name in ("1", "2"):
            os.mkdir(name, dir_fd=self._root)
        listed = os.listdir(self._root)
        for name in ("1", "2"):
            os.rmdir(name, dir_fd=self._root)
        return listed.index("2") < listed.index("1")

    def _copy_one(self, outside: str, inside: str) -> None:
        if inside in self._made:
            return
        found = os.lstat(outside)
        if stat.S_ISDIR(found.st_mode):
            self._make_folder(inside)
            return
        self._make_folder(os.path.dirname(inside))
        self._made.add(inside)
        if stat.S_ISLNK(found.st_mode):
            os.symlink(os.readlink(outside), inside, dir_fd=self._root)
        # The loader recognizes a library that it has already loaded by its inode number, whatever its name.
        elif (first := self._copies.setdefault((found.st_dev, found.st_ino), inside)) != inside:
            os.link(first, inside, src_dir_fd=self._root, dst_dir_fd=self._root)
        else:
            with open(outside, "rb") as source, open(self._create(inside), "wb") as copy:
                content = source.read()
                copy.write(with_constant_name(content) if outside == self._libc else content)
                copy.flush()
                os.fchmod(copy.fileno(), found.st_mode & 0o755)
                # Compiled modules record the time and the size of their source.
                os.utime(copy.fileno(), ns=(found.st_mtime_ns, found.st_mtime_ns))

    def _create(self, inside: str) -> int:
        return os.open(inside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600, dir_fd=self._root)

    def _make_folder(self, inside: str) -> None:
        if inside not in self._made:
            self._make_folder(os.path.dirname(inside))
            try:
                os.mkdir(inside, dir_fd=self._root)
            except FileExistsError:  # bubblewrap made it
                pass
            os.chmod(inside, 0o755, dir_fd=self._root)
            self._made.add(inside)


def _visible(setting: Setting, backwards: bool) -> Iterator[tuple[str, str]]:
    """Yield what solutions can see: each path on this machine and inside. Folders come without their contents.

    The contents of a folder come in the order of their names, or `backwards`.
    """
    interpreter = setting.interpreter
    given = (*setting.provision.modules, *(("ctypes", "_ctypes") if setting.hardware_counter else ()))
    withheld = {f"{interpreter.stdlib}/{name}" for name in _WITHHELD_PACKAGES if name not in given}
    for path in _tree(interpreter.root, interpreter.stdlib, backwards, withheld):
        yield interpreter.outside(path), path
    # The extension modules of the standard library, all of which the zygote loads.
    for path in interpreter.mapped:
        name = os.path.basename(path)
        if path.startswith(f"{interpreter.extensions}/") and (
            name.split(".")[0] in given or not name.startswith(_OPENSSL + _NATIVE)
        ):
            yield interpreter.outside(path), path
    loader = next(path for path in interpreter.mapped if os.path.basename(path).startswith("ld-linux"))
    yield interpreter.outside(loader), f"/lib64/{os.path.basename(loader)}"
    if setting.hardware_counter:
        folder = str(cirron_folder())
        for path in _tree("", folder, backwards):
            yield path, f"{HOME}/cirron{path.removeprefix(folder)}"
    elsewhere = (interpreter.stdlib, interpreter.extensions, setting.provision.folder)
    for path in interpreter.mapped:
        if not path.startswith(tuple(f"{folder}/" for folder in elsewhere if folder)):
            for alias in (path, *_aliases(interpreter.root, path)):
                yield interpreter.outside(path), alias
    if setting.valgrind is not None:
        yield from setting.valgrind.files


def _tree(root: str, folder: str, backwards: bool, withheld: Set[str] = frozenset()) -> Iterator[str]:
    """Yield a folder below a root and its contents, sorted by name, except those of withheld folders."""
    yield folder
    entries = [] if folder in withheld else sorted(os.scandir(root + folder), key=lambda entry: entry.name)
    for entry in reversed(entries) if backwards else entries:
        path = f"{folder}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            yield from _tree(root, path, backwards, withheld)
        elif not entry.name.endswith(_UNUSED):
            yield path


def _aliases(root: str, library: str) -> Iterator[str]:
    """Yield the links next to a library by which the loader may know it (libz.so.1 for libz.so.1.2.13)."""
    folder, name = os.path.split(library)
    if ".so" not in name:
        return
    stem = name.split(".so")[0] + ".so"
    for entry in sorted(os.scandir(root + folder), key=lambda entry: entry.name):
        linked = entry.name.startswith(stem) and entry.is_symlink()
        if linked and os.path.realpath(entry.path) == os.path.realpath(root + library):
            yield f"{folder}/{entry.name}"


def with_constant_name(library: bytes) -> bytes:
    """Return the environment's C library with a `uname` that makes no system call.

    Its code goes between the end of the executable segment and that of its last page.
    """
    name = b"".join(field.encode().ljust(_FIELD_BYTES, b"\0") for field in _FIELDS)
    at, end = library.index(_ASKS), _end_of_code(library)
    code = _COPIES + name
    assert len(code) <= -end % _PAGE and not any(library[end : end + len(code)])
    jump = b"\xe9" + struct.pack("<i", end - (at + 5))
    return library[:at] + jump + library[at + 5 : end] + code + library[end + len(code) :]


def _end_of_code(library: bytes) -> int:
    """Return the offset at which the executable segment ends, which is also its distance from the library's start."""
    (first,), (size, count) = struct.unpack_from("<Q", library, 32), struct.unpack_from("<HH", library, 54)
    for number in range(count):
        kind, flags, offset, address, _, length = struct.unpack_from("<IIQQQQ", library, first + number * size)
        if kind == _LOADED and flags & _EXECUTABLE:
            assert offset == address
            return int(offset + length)
    raise AssertionError("a library without code")
