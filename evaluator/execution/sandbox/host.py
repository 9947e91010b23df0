"""The trusted end of a zygote: starts it, hands it jobs, and judges how they ended."""

import fcntl
import os
import select
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any, NoReturn

from evaluator.errors import MachineError
from evaluator.execution.counters import valgrind
from evaluator.execution.counters.perf import cirron_folder
from evaluator.execution.inside.protocol import CONTROL_FD, LOG_FD, REPORT, UNSEALED, WALL_KILLED
from evaluator.execution.sandbox import bubblewrap as sandbox
from evaluator.execution.sandbox.seal import build_seal
from evaluator.execution.sandbox.seccomp import build_filter
from evaluator.values.wire import encode

START_SECONDS = 120
GRACE_SECONDS = 30
_FIRST_DATA_FD = 5
# A zygote's own files, inside and here. Whatever a zygote has loaded moves each count by some instructions, by where in
# memory things happen to lie. So what counts functions loads nothing that is for programs.
_FUNCTION_FILES = {name: name for name in ("child.py", "launch.py", "protocol.py", "zygote.py")}
_PROGRAM_FILES = _FUNCTION_FILES | {"child.py": "program_child.py", "function_child.py": "child.py"}
_NATIVE_FILES = _PROGRAM_FILES | {"child.py": "batch_child.py", "program_child.py": "program_child.py"}
_LOG_LIMIT = 1 << 20
# A child that took longer than its count explains ran code that was not counted. The slowest mixes under valgrind
# (code met for the first time, all of it translated) stay above 25 million instructions a second, after a start.
_SLOWEST_RATE = 25e6
_START_CPU_SECONDS = 3.0


class ZygoteDied(Exception):
    """The zygote is gone or out of step: the job it had is to be tried on another one."""


@dataclass(frozen=True)
class Ended:
    """How a job's child ended.

    Attributes:
        exit_code: None where a signal ended it.
        signal: the signal that ended it, as valgrind tells it where that emulated it; else None.
        cpu_seconds: user and system time.
        out_of_time: its CPU limit or its wall-clock limit ended it.
        slept: it was the wall clock.
        instructions: what it spent after the fork from its twin; None where nothing was counted.
        tampered: why its count cannot be believed; None when it can.
    """

    exit_code: int | None
    signal: int | None
    cpu_seconds: float
    out_of_time: bool
    slept: bool
    instructions: int | None
    tampered: str | None


class Zygote:
    """A running zygote. Not safe to share between threads.

    Args:
        setting: where solutions run.
    """

    def __init__(self, setting: sandbox.Setting) -> None:
        self.setting = setting
        self._scratch: str | None = None
        self._pid = 0
        self._for_programs: Zygote | None = None
        self._start()

    def _start(self) -> None:
        sandbox.check_platform()
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = here
        self._log, log_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        os.set_blocking(log_end, True)
        self._errors = os.memfd_create("errors")
        files = zygote_files(self.setting)
        if self.setting.isolated:
            sources = {name: _memfd(name, content) for name, content in files.items()}
            numbers = {name: _FIRST_DATA_FD + index for index, name in enumerate(sources)}
            command = sandbox.bubblewrap_command(self.setting, numbers)
            given = {numbers[name]: fd for name, fd in sources.items()}
            environment = {}
        else:
            self._scratch = tempfile.mkdtemp(prefix="tallybench-")
            home, scratch = f"{self._scratch}/home", f"{self._scratch}/tmp"
            os.mkdir(home)
            os.mkdir(scratch)
            for name, content in files.items():
                with open(f"{home}/{name}", "wb") as file:
                    file.write(content)
            if self.setting.hardware_counter:
                os.symlink(cirron_folder(), f"{home}/cirron")
            command = sandbox.zygote_command(self.setting, home)
            given = {}
            environment = sandbox.environment(self.setting, scratch)
        nowhere = os.open(os.devnull, os.O_RDWR)
        given |= {0: nowhere, 1: nowhere, 2: self._errors, CONTROL_FD: there.fileno(), LOG_FD: log_end}
        self._pid = _spawn(command, environment, given)
        there.close()
        for fd in {nowhere, log_end, *given.values()} - {self._errors, -1}:
            _close(fd)
        try:
            if self._receive(time.monotonic() + START_SECONDS) != b"ready":
                self._fail("it answered out of step")
            self._try()
        except ZygoteDied as error:
            raise MachineError(
                f"the sandbox does not start: {error}; `tallybench doctor` says how to mend it"
            ) from None

    def _try(self) -> None:
        """Does a first job for nothing: it shows that children seal themselves. (Under valgrind it is also the one job
        that differs, by some hundred instructions, from all later ones.)
        """
        job = {"kind": "encode", "value": encode(None)}
        limits = {"cpu_seconds": 60, "wall_seconds": 90.0, "memory": 4 << 30, "output_limit": 1 << 10}
        result = os.memfd_create("result")
        ended = self.run(job | {"limits": limits}, result)
        os.close(result)
        if ended.exit_code != 0:
            self.close()
            if ended.exit_code == UNSEALED:
                raise MachineError("this kernel does not let a process filter its own system calls (seccomp)")
            raise MachineError(f"the sandbox starts, but a first job fails in it ({ended})")

    def run(self, job: dict[str, Any], channel: int, talk: Callable[[], None] | None = None) -> Ended:
        """Runs one job to its end.

        Args:
            job: what `zygote.py` reads, with its limits (see `jobs.py`).
            channel: the descriptor the child answers on. It is the caller's to close.
            talk: called while the child runs, to talk to it; it must return when the channel hangs up.

        Raises:
            ZygoteDied: the zygote is gone. This object is closed then.
        """
        request = _memfd("job", encode(job))
        self._read_log()
        try:
            socket.send_fds(self._control, [b"job"], [request, channel])
        except OSError:
            self._fail("it is gone")
        finally:
            os.close(request)
        if talk is not None:
            talk()
        deadline = time.monotonic() + job["limits"]["wall_seconds"] + GRACE_SECONDS
        log = bytearray()
        report = self._receive(deadline, log)
        if len(report) != REPORT.size or self._receive(deadline, log) != b"ready":
            self._fail("it answered out of step")
        self._read_log(log)
        return self._judge(job, REPORT.unpack(report), bytes(log))

    def for_programs(self) -> "Zygote":
        """The zygote that runs programs: this one; or beside one that counts functions, another, which is started when
        it is first asked for, and ends with this one.
        """
        if self.setting.valgrind is None or self.setting.programs:
            return self
        if self._for_programs is None or not self._for_programs._pid:
            self._for_programs = Zygote(replace(self.setting, programs=True))
        return self._for_programs

    def _judge(self, job: dict[str, Any], report: tuple[int, int, int, float, float], log: bytes) -> Ended:
        twin, child, status, user, system = report
        slept = bool(status & WALL_KILLED)
        status &= WALL_KILLED - 1
        exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        signal_number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        instructions, tampered = None, None
        if self.setting.valgrind is not None:
            totals = valgrind.parse_log(log)
            signal_number = totals.signals.get(child, signal_number)
            known = set(totals.instructions) | set(totals.signals)
            if totals.forged or not known <= {twin, child} or len(log) >= _LOG_LIMIT:
                tampered = "a forged total of instructions"
            elif {twin, child} <= set(totals.instructions):
                instructions = totals.instructions[child] - totals.instructions[twin]
                if user > _START_CPU_SECONDS + max(instructions, 0) / _SLOWEST_RATE:
                    tampered = "its CPU time does not fit the instructions counted"
            elif exit_code is not None:
                tampered = "no total of instructions"
        if tampered is not None:
            instructions = None
        # Only the CPU limit and a kernel out of memory send SIGKILL here, and only the timer before that limit SIGPROF.
        # They go by clock ticks, the times are measured, and on a busy machine the two differ much.
        killed = signal_number in (signal.SIGKILL, signal.SIGPROF)
        out_of_cpu = killed and user + system >= job["limits"]["cpu_seconds"] / 2
        return Ended(exit_code, signal_number, user + system, slept or out_of_cpu, slept, instructions, tampered)

    def _receive(self, deadline: float, log: bytearray | None = None) -> bytes:
        poller = select.poll()
        poller.register(self._control, select.POLLIN)
        poller.register(self._log, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            ready = dict(poller.poll(left * 1000))
            if ready.get(self._log, 0) & select.POLLIN:
                self._read_log(log)
            if self._control.fileno() in ready:
                try:
                    message = self._control.recv(256)
                except ConnectionError:
                    message = b""
                if not message:
                    self._fail("it ended")
                return message
            if self._log in ready and not ready[self._log] & select.POLLIN:
                poller.unregister(self._log)
        self._fail("it does not answer")

    def _read_log(self, into: bytearray | None = None) -> None:
        try:
            while chunk := os.read(self._log, 65536):
                if into is not None and len(into) < _LOG_LIMIT:
                    into += chunk
        except BlockingIOError:
            pass

    def _fail(self, why: str) -> NoReturn:
        size = os.fstat(self._errors).st_size
        said = os.pread(self._errors, size, 0).decode(errors="replace").strip().splitlines()
        self.close()
        raise ZygoteDied(f"{why}: {said[-1]}" if said else why)

    def close(self) -> None:
        """Ends the zygote and whatever runs in its sandbox."""
        if self._for_programs is not None:
            self._for_programs.close()
        if self._pid:
            os.killpg(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0
            self._control.close()
            os.close(self._log)
            os.close(self._errors)
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = None


def zygote_files(setting: sandbox.Setting) -> dict[str, bytes]:
    """The files of the zygote's home, by name."""
    source = resources.files("evaluator.execution.inside")
    bpf = build_filter(emulated=setting.valgrind is not None, hardware_counter=setting.hardware_counter)
    names = _NATIVE_FILES if setting.valgrind is None else _PROGRAM_FILES if setting.programs else _FUNCTION_FILES
    files = {inside: source.joinpath(name).read_bytes() for inside, name in names.items()}
    return files | {"seal.so": build_seal(bpf)}


def _spawn(command: list[str], environment: dict[str, str], descriptors: dict[int, int]) -> int:
    """Starts a program, in a process group of its own, that holds exactly these descriptors (inside: here)."""
    above = max(descriptors) + 1
    moved = {inside: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, above) for inside, fd in descriptors.items()}
    actions: list[tuple[int, ...]] = [(os.POSIX_SPAWN_DUP2, fd, inside) for inside, fd in moved.items()]
    # Whatever else this process was started with, a shell's redirection or a make's job server, stays outside.
    for name in os.listdir("/proc/self/fd"):
        fd = int(name)
        try:
            inheritable = os.get_inheritable(fd)
        except OSError:
            continue
        if inheritable and fd not in descriptors:
            actions.append((os.POSIX_SPAWN_CLOSE, fd))
    try:
        return os.posix_spawn(command[0], command, environment, file_actions=actions, setpgroup=0)
    finally:
        for fd in moved.values():
            os.close(fd)


def _memfd(name: str, content: bytes) -> int:
    fd = os.memfd_create(name)
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _close(fd: int) -> None:
    try:
        os.close(fd)
    except OSError:
        pass
