"""The sandbox from outside: the command line of bubblewrap, and the files that solutions can look at.

The files are copies of the environment's, in memory that belongs to one sandbox. On a disk of the host, looking up a
name that does not exist and reading a file for the first time leave traces in the kernel's caches, which the next job
can find by timing. A tmpfs keeps no such traces: it has no entry for a name that does not exist, and everything in it
is in memory. So the root of a sandbox is a tmpfs of its own, which this process fills while bubblewrap waits, before
anything runs there; then bubblewrap makes it read-only.
"""

import json
import os
import select
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Set
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

from tallybench.environment.artifact import BUBBLEWRAP, LIBRARIES, host_command
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.sandbox.counters import NATIVE_TUNABLES, OPTIONS, TUNABLES, Valgrind, cirron_folder
from tallybench.sandbox.interpreter import Interpreter
from tallybench.sandbox.kernel_name import with_constant_name
from tallybench.sandbox.packages import NOTHING, Provision

HOME = "/tallybench"  # where the zygote's own files are, inside
_PACKAGES = f"{HOME}/packages"  # where those of a provision are, inside
_TMP_BYTES, _SCRATCH_BYTES = 1 << 20, 32 << 20
_NOBODY = "65534"

# Inside: where bubblewrap reports the process it puts into the sandbox, and what it waits for; closed once that runs.
INFO_FD, PAUSE_FD = 5, 6
_PIPE_MOST = 1 << 20  # bytes, more than a pipe holds

# Extension modules that give a solution native code, raw memory, other interpreters or other processes; and OpenSSL,
# which is large and often updated, and whose hashes the interpreter implements itself, too.
_OPENSSL = ("_hashlib", "_ssl")
_NATIVE = ("_ctypes", "_test", "_xx", "xx", "mmap", "_posixshmem", "_multiprocessing", "_crypt", "nis")
_INSTALLED_PACKAGES = ("site-packages", "dist-packages")
_IDLE_PACKAGES = ("test", "ensurepip", "idlelib", "lib2to3", "tkinter", "turtledemo", "distutils", "venv", "pydoc_data")
_WITHHELD_PACKAGES = (*_INSTALLED_PACKAGES, *_IDLE_PACKAGES, "ctypes", "sqlite3", "curses", "dbm", "lib-dynload")
_LIBC = f"{LIBRARIES}/libc.so.6"
# What an interpreter can be linked from, which may be larger than everything else together, and what runs only with -O.
_UNUSED = (".a", ".o", ".opt-1.pyc", ".opt-2.pyc")


@dataclass(frozen=True)
class Setting:
    """Where solutions run.

    Attributes:
        interpreter: the Python that runs them.
        valgrind: emulate under it; None runs natively.
        hash_seed: PYTHONHASHSEED.
        isolated: inside bubblewrap. Running without it is an explicit choice that every result records.
        programs: under valgrind, run programs on standard input instead of functions. (Natively, one zygote runs both.)
        converting: under valgrind, run functions whose output is not plain data. (Natively, all are.)
        hardware_counter: give solutions Cirron, and with it `ctypes`: native code. Never ranked.
        provision: natively, what else is there for tests that need more than the standard library.
        gauged: natively, measure the memory that solutions take.
    """

    interpreter: Interpreter
    valgrind: Valgrind | None = None
    hash_seed: int = 0
    isolated: bool = True
    programs: bool = False
    converting: bool = False
    hardware_counter: bool = False
    provision: Provision = NOTHING
    gauged: bool = False


def check_platform() -> None:
    """Raise MachineError where the sandbox cannot work at all."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise MachineError(
            f"solutions can only be run on Linux on x86-64; this is {sys.platform} on {os.uname().machine}"
        )


@cache
def find_bubblewrap() -> tuple[str, ...]:
    """Return how bubblewrap is called: the environment's own, or the machine's if only that one can run here.

    (A machine can allow new namespaces for a program at a certain path alone, as Ubuntu does.)

    Raises:
        MachineError: the environment is not installed, or damaged.
    """
    root = installed_environment().root
    own = tuple(host_command(root, f"{root}/{BUBBLEWRAP}")[0])
    installed = shutil.which("bwrap")
    if installed is not None and not can_isolate(own) and can_isolate((installed,)):
        return (installed,)
    return own


def can_isolate(bubblewrap: tuple[str, ...]) -> bool:
    """Return whether bubblewrap can give a trusted program namespaces of its own."""
    namespaces = ["--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/"]
    command = [*bubblewrap, *namespaces, bubblewrap[0], "--version"]
    return subprocess.run(command, capture_output=True).returncode == 0


def environment(setting: Setting, scratch: str = "/tmp") -> dict[str, str]:
    """Return the whole environment of a zygote.

    Args:
        setting: where solutions run.
        scratch: the folder for temporary files; solutions cannot write to it.
    """
    variables = {
        "GLIBC_TUNABLES": TUNABLES if setting.valgrind is not None else NATIVE_TUNABLES,
        "HOME": scratch,
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin",
        "PYTHONHASHSEED": str(setting.hash_seed),
        "TMPDIR": scratch,
    }
    if setting.valgrind is not None:
        variables["VALGRIND_LAUNCHER"] = variables["VALGRIND_LIB"] = setting.valgrind.folder(setting.isolated)
    if setting.gauged:
        variables["PYTHONMALLOC"] = "malloc"  # see gauge.py
    if setting.provision.folder:
        variables["PYTHONPATH"] = _PACKAGES if setting.isolated else setting.provision.folder
        variables["OPENBLAS_NUM_THREADS"] = "1"  # a forked child has no other threads
        variables["OPENBLAS_CORETYPE"] = "Haswell"  # else the last digits of a sum depend on the processor's model
    return variables


def zygote_command(setting: Setting, home: str = HOME) -> list[str]:
    """Return the program to run inside: the interpreter, or valgrind with the interpreter below it.

    Args:
        setting: where solutions run.
        home: the folder with zygote.py, launch.py and seal.so, as seen from inside.
    """
    interpreter = setting.interpreter
    python = [interpreter.executable, "-s", "-B"]
    if interpreter.root and not setting.isolated:
        python = [*host_command(interpreter.root, interpreter.outside(interpreter.executable))[0], "-s", "-B"]
    mode = "native" if setting.valgrind is None else "emulated"
    modules = [*interpreter.modules, *(["cirron"] if setting.hardware_counter else [])]
    zygote = [*python, f"{home}/zygote.py", mode, f"{home}/seal.so", *modules]
    if setting.valgrind is None:
        return zygote
    return [*python, f"{home}/launch.py", setting.valgrind.tool(setting.isolated), *OPTIONS, *zygote]


def bubblewrap_command(setting: Setting) -> list[str]:
    """Return the whole command line. While bubblewrap waits for the end of PAUSE_FD, files are put into the sandbox.

    Raises:
        MachineError: the environment is not installed, or damaged.
    """
    scratch = setting.provision.scratch
    command = [*find_bubblewrap(), "--die-with-parent", "--as-pid-1", "--new-session", "--cap-drop", "ALL"]
    command += ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--uid", _NOBODY, "--gid", _NOBODY, "--hostname", "sandbox"]
    command += ["--chdir", "/tmp" if scratch else "/", "--clearenv"]
    for name, value in environment(setting).items():
        command += ["--setenv", name, value]
    command += ["--info-fd", str(INFO_FD), "--file", str(PAUSE_FD), "/tmp/pause"]
    if setting.provision.folder:
        command += ["--ro-bind", setting.provision.folder, _PACKAGES]
    for device in ("null", "urandom"):  # /dev/zero would fill memory for nothing
        command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    if setting.valgrind is not None:
        # valgrind reads its own memory map, once, when it starts; anything else under /proc would be a way around it.
        command += ["--ro-bind", "/proc/self/maps", "/proc/self/maps"]
    # valgrind writes two files when it starts; nothing else is writable, and children may not even try. Nor may they
    # list the folder: when that is first done is recorded there, which could be a message to the next job.
    permissions, size = ("0700", _SCRATCH_BYTES) if scratch else ("0300", _TMP_BYTES)
    command += ["--perms", permissions, "--size", str(size), "--tmpfs", "/tmp"]
    if setting.valgrind is None and not scratch:
        command += ["--remount-ro", "/tmp"]
    return [*command, "--remount-ro", "/", *zygote_command(setting)]


class Pause:
    """A point at which bubblewrap waits: after it has made the root of a sandbox, before it makes the root read-only.

    bubblewrap copies the contents of a pipe into a file, and the pipe is full at the start. So once there is room in
    it, bubblewrap has reached this point; it goes on when the pipe is closed.

    Args:
        here: closes this process's descriptors.
        there: closes the descriptors that bubblewrap is given.
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
        """Copy everything into the sandbox, and let bubblewrap go on.

        If bubblewrap has ended or does not reach the pause, this does nothing: there will be no zygote.

        Args:
            setting: where solutions run.
            files: the zygote's own files, by name.
            deadline: when to give up, by the monotonic clock.

        Raises:
            OSError: a file cannot be read, or cannot be written into the sandbox.
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
    """Puts files below a folder, which is the root of a sandbox."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._made = {""}
        self._copies: dict[tuple[int, int], str] = {}
        self._libc = ""

    def copy(self, setting: Setting, files: Mapping[str, bytes]) -> None:
        root = setting.interpreter.root
        self._libc = f"{root}/{_LIBC}" if root else ""  # not of another interpreter's C library
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

    Args:
        setting: where solutions run.
        backwards: the contents of a folder come in the reverse order of their names.
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
