"""A zygote's process: how it is started, which descriptors connect it to this process, and how it ends.

Each descriptor has one owner, which closes it once: the process that was started (`ZygoteProcess`), or the start itself
for those that are only passed on. So nothing is left open, at whatever step a start fails.
"""

import fcntl
import mmap
import os
import shutil
import signal
import socket
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import resources

from tallybench.errors import MachineError
from tallybench.sandbox.bubblewrap import Setting, bubblewrap_command, check_platform, environment, zygote_command
from tallybench.sandbox.contents import Pause
from tallybench.sandbox.counters import cirron_folder
from tallybench.sandbox.gauge import FIGURES, GAUGE_FD, KEPT_OUTSIDE, build_gauge
from tallybench.sandbox.inside.protocol import CONTROL_FD, LOG_FD
from tallybench.sandbox.seal import CRAFTING, build_seal
from tallybench.sandbox.seccomp import build_filter

# A zygote's own files, inside and here. Whatever a zygote has loaded changes where things lie in memory, and so each
# count by a few instructions. So a zygote that counts functions loads nothing for programs or for converting outputs.
_FUNCTION_FILES = {name: name for name in ("child.py", "launch.py", "protocol.py", "zygote.py")}
_PROGRAM_FILES = _FUNCTION_FILES | {"child.py": "program_child.py", "function_child.py": "child.py"}
_CONVERTING_FILES = _FUNCTION_FILES | {"child.py": "plain_child.py", "function_child.py": "child.py"}
_NATIVE_FILES = _PROGRAM_FILES | {
    "child.py": "batch_child.py",
    "plain_child.py": "plain_child.py",
    "program_child.py": "program_child.py",
}
_GAUGED_FILES = _NATIVE_FILES | {
    "child.py": "memory_child.py",
    "zygote.py": "memory_zygote.py",
    "native_zygote.py": "zygote.py",
}


@dataclass
class ZygoteProcess:
    """A zygote's process, and this side of its connections."""

    pid: int  # also that of its process group
    control: socket.socket  # jobs go in, reports come out
    log: int  # what valgrind prints; reading it does not block
    errors: int  # what it wrote to standard error
    gauge: mmap.mmap | None  # where it reports memory; None if that is not measured
    _owned: ExitStack

    def peak(self) -> int | None:
        """Return the most bytes that the last child held; None if that is not measured."""
        return None if self.gauge is None else int(FIGURES.unpack_from(self.gauge)[1])

    def forget_peak(self) -> None:
        """Reset the peak before the next child is forked, so that a child that never measures has none."""
        if self.gauge is not None:
            FIGURES.pack_into(self.gauge, 0, 0, 0)

    def last_error(self) -> str:
        """Return the last line that it wrote to standard error; empty if it wrote nothing."""
        written = os.pread(self.errors, os.fstat(self.errors).st_size, 0)
        return (written.decode(errors="replace").strip().splitlines() or [""])[-1]

    def end(self) -> None:
        """End it and whatever runs in its sandbox, and close what belongs to it. A second call does nothing."""
        self._owned.close()


def start_process(setting: Setting, deadline: float) -> ZygoteProcess:
    """Start a zygote before a deadline, by the monotonic clock; raise MachineError if it cannot be started here."""
    check_platform()
    with ExitStack() as owned:
        pause = None
        with ExitStack() as handed_on:
            control, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            owned.enter_context(control)
            handed_on.enter_context(there)
            log, log_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            owned.callback(os.close, log)
            handed_on.callback(os.close, log_end)
            os.set_blocking(log_end, True)
            errors = own_memfd(owned, "errors")
            nowhere = os.open(os.devnull, os.O_RDWR)
            handed_on.callback(os.close, nowhere)
            inside = {0: nowhere, 1: nowhere, 2: errors, CONTROL_FD: there.fileno()}
            if setting.valgrind is not None:
                inside[LOG_FD] = log_end
            gauge = None
            if setting.gauged:
                inside[GAUGE_FD] = own_memfd(handed_on, "gauge", bytes(mmap.PAGESIZE))
                gauge = owned.enter_context(mmap.mmap(inside[GAUGE_FD], mmap.PAGESIZE))
            files = zygote_files(setting)
            if setting.isolated:
                pause = Pause(owned, handed_on)
                inside |= pause.descriptors
                command, variables = bubblewrap_command(setting), {}
            else:
                home, scratch = _folders(owned, setting, files)
                command, variables = zygote_command(setting, home), environment(setting, scratch)
            try:
                pid = _spawn(command, variables, inside)
            except OSError as error:
                raise does_not_start(f"{command[0]}: {error.strerror}") from None
            owned.callback(_end_group, pid)
        if pause is not None:
            try:
                pause.fill(setting, files, deadline)
            except OSError as error:
                raise does_not_start(f"{error.filename}: {error.strerror}") from None
        return ZygoteProcess(pid, control, log, errors, gauge, owned.pop_all())


def does_not_start(why: str) -> MachineError:
    """Return the error for a zygote that does not start."""
    return MachineError(f"the sandbox does not start: {why}; `tallybench doctor` says how to fix it")


def zygote_files(setting: Setting) -> dict[str, bytes]:
    """Return the files of the zygote's home, by name."""
    emulated = setting.valgrind is not None
    if not emulated:
        names = _GAUGED_FILES if setting.gauged else _NATIVE_FILES
    elif setting.converting:
        names = _CONVERTING_FILES
    else:
        names = _PROGRAM_FILES if setting.programs else _FUNCTION_FILES
    source = resources.files("tallybench.sandbox.inside")
    files = {inside: source.joinpath(name).read_bytes() for inside, name in names.items()}
    scratch = setting.provision.scratch
    bpf = build_filter(emulated=emulated, hardware_counter=setting.hardware_counter, scratch=scratch)
    if setting.gauged:
        return files | {"seal.so": build_seal(bpf, (*CRAFTING, *KEPT_OUTSIDE)), "gauge.so": build_gauge()}
    return files | {"seal.so": build_seal(bpf)}


def own_memfd(owner: ExitStack, name: str, content: bytes = b"") -> int:
    """Return a file in memory, positioned at its start, that `owner` closes."""
    fd = os.memfd_create(name)
    owner.callback(os.close, fd)
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _folders(owner: ExitStack, setting: Setting, files: dict[str, bytes]) -> tuple[str, str]:
    """Return the home folder and the temporary folder of a zygote without bubblewrap."""
    folder = tempfile.mkdtemp(prefix="tallybench-")
    owner.callback(shutil.rmtree, folder, ignore_errors=True)
    home, scratch = f"{folder}/home", f"{folder}/tmp"
    os.mkdir(home)
    os.mkdir(scratch)
    for name, content in files.items():
        with open(f"{home}/{name}", "wb") as file:
            file.write(content)
    if setting.hardware_counter:
        os.symlink(cirron_folder(), f"{home}/cirron")
    return home, scratch


def _spawn(command: list[str], variables: dict[str, str], descriptors: dict[int, int]) -> int:
    """Start a program in its own process group, with exactly these descriptors: a dict from its numbers to ours."""
    above = max(descriptors) + 1
    with ExitStack() as owner:
        actions: list[tuple[int, ...]] = []
        for inside, fd in descriptors.items():
            moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, above)
            owner.callback(os.close, moved)
            actions.append((os.POSIX_SPAWN_DUP2, moved, inside))
        # Other descriptors that this process was started with (a shell's redirection, make's job server) stay outside.
        for name in os.listdir("/proc/self/fd"):
            fd = int(name)
            try:
                inheritable = os.get_inheritable(fd)
            except OSError:  # the descriptor of the listing itself, which is closed by now
                continue
            if inheritable and fd not in descriptors:
                actions.append((os.POSIX_SPAWN_CLOSE, fd))
        return os.posix_spawn(command[0], command, variables, file_actions=actions, setpgroup=0)


def _end_group(pid: int) -> None:
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
