"""The trusted end of a zygote: gives it jobs, and reports how they ended."""

import os
import resource
import select
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import replace
from typing import Any, NoReturn

from tallybench.errors import MachineError
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.child_exit import LOG_LIMIT, ChildExit, WallClock, judge_exit, watchable
from tallybench.sandbox.inside.protocol import JOB, READY, REPORT, UNSEALED
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.judging_limits import LOOP, assume, estimate, is_measured, slowness
from tallybench.sandbox.limits import ADDRESS_SPACE
from tallybench.sandbox.packages import Provision
from tallybench.sandbox.process import does_not_start, own_memfd, start_process
from tallybench.values.wire import encode

START_SECONDS = 120
STARTS = 2
GRACE_SECONDS = 30
_END_SECONDS = 0.5  # from its last message to its end
# A child's wall clock stops while it waits for a processor, but only up to this multiple of its limit, or these
# seconds.
STARVED_FACTOR, STARVED_SECONDS = 10, 600.0


class ZygoteDied(Exception):
    """The zygote is gone or out of step: its job has to be retried on another one."""


class _NoAnswer(ZygoteDied):
    """The zygote did not answer in time: it hangs, or the machine is slow."""


class ZygoteKilled(ZygoteDied):
    """The zygote was killed. Nothing in the sandbox can do that: it was the kernel, which ran out of memory."""


class SlowStart(MachineError):
    """A zygote was started twice and did not answer in time: the sandbox hangs, or the machine is busy."""


class Starved(MachineError):
    """A job's child waited so long for a processor that no verdict is possible."""


def check_address_space() -> None:
    """Raise MachineError if this process may not have the memory that a job's child is given."""
    for kind, what, option in (
        (resource.RLIMIT_AS, "the address space", "v"),
        (resource.RLIMIT_DATA, "the memory for data", "d"),
    ):
        limit = resource.getrlimit(kind)[1]
        if limit != resource.RLIM_INFINITY and limit < ADDRESS_SPACE:
            raise MachineError(
                f"{what} is limited to {limit >> 10:,} kB here (`ulimit -{option}`), and the sandbox needs "
                f"{ADDRESS_SPACE >> 10:,} kB; lift it with `ulimit -{option} unlimited`, or in a new shell if this one "
                "refuses"
            )


class Zygote:
    """A running zygote. Not safe to share between threads.

    Raises:
        SlowStart: it did not answer in time, twice.
        MachineError: it does not start here.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.alive = True
        self._beside: dict[str, Zygote] = {}
        self._watchable = False
        check_address_space()
        self._start()

    def _start(self) -> None:
        """Start it; if it does not answer in time, start it again."""
        began = time.monotonic()
        for _ in range(STARTS):
            try:
                return self._start_once()
            except _NoAnswer:
                continue
        self.alive = False
        raise SlowStart(
            f"the sandbox was started {STARTS} times and gave no answer within {time.monotonic() - began:.0f} seconds: "
            "this machine is slow or busy; run again with fewer --workers. If this keeps happening, `tallybench "
            "doctor` says what is wrong"
        )

    def _start_once(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        self.process = start_process(self.setting, deadline)
        self.alive = True
        self._used = self._watchable = False
        try:
            self._waiting(deadline)
            self._watchable = watchable(self.process.pid, int(self.setting.isolated))
            self._try()
        except _NoAnswer:
            raise
        except ZygoteDied as error:
            raise does_not_start(str(error)) from None
        except BaseException:
            self.close()
            raise

    def _waiting(self, deadline: float, log: bytearray | None = None) -> int:
        """Wait until the zygote is ready for a job; return the pid of the ready process."""
        message = self._receive(deadline, log)
        if message[:5] != b"ready" or len(message) != 5 + READY.size:
            self._fail("it answered out of step")
        return int(READY.unpack(message[5:])[0])

    def _try(self) -> None:
        """Run a first job, which shows that children seal themselves.

        Under valgrind the first job is also the only one whose count differs from later ones, by a few hundred
        instructions.
        """
        ended = self._run_own({"kind": "encode", "value": encode(None)}, 90.0)
        if ended.exit_code == UNSEALED:
            raise MachineError("this kernel does not let a process filter its own system calls (seccomp)")
        if ended.exit_code != 0:
            raise MachineError(f"the sandbox starts, but a first job fails in it ({ended})")
        if self.setting.valgrind is None and not self.setting.gauged and not is_measured():
            assume(self.measure_slowness())

    def run(
        self, job: dict[str, Any], channel: int, talk: Callable[[], bool | None] | None = None, *, timed: bool = False
    ) -> ChildExit:
        """Run one job to its end.

        Args:
            job: what `zygote.py` reads, with its limits (see `jobs.py`).
            channel: the descriptor the child answers on. It is the caller's to close.
            talk: called while the child runs, to talk to it; it must return when the channel hangs up. If it returns
                true, the child is ended, whatever it is doing.
            timed: natively, exclude loading the job from the child's time.

        Raises:
            ZygoteDied: the zygote is gone. This object is then closed.
            Starved: other processes kept the child from running. This object can still be used.
        """
        if self._used:
            self.process.end()
            self._start()
        # The limits of a count already depend on the speed at which this machine counts.
        factor = slowness() if self.setting.valgrind is None else 1.0
        limits = job["limits"]
        cpu_seconds, wall_seconds = limits["cpu_seconds"], limits["wall_seconds"] * factor
        if factor != 1.0:
            cpu_seconds *= factor
            job = job | {"limits": limits | {"cpu_seconds": cpu_seconds}}
        longest = wall_seconds
        if self._watchable:
            longest = min(wall_seconds * STARVED_FACTOR, max(wall_seconds * 2, STARVED_SECONDS))
        twins = self.setting.valgrind is not None or self.setting.gauged or timed
        watch = WallClock(self.process.pid, self.setting.isolated + 1 + twins, wall_seconds)
        self._read_log()
        self.process.forget_peak()
        with ExitStack() as owner:
            request = own_memfd(owner, "job", encode(job))
            try:
                socket.send_fds(self.process.control, [JOB.pack(longest, timed)], [request, channel])
            except OSError:
                self._fail("it is gone")
        deadline = time.monotonic() + longest + GRACE_SECONDS
        log = bytearray()
        with watch if self._watchable else nullcontext():
            if talk is not None and talk() and self._watchable:
                with suppress(OSError):
                    watch.end_child()
            report = self._receive(deadline, log)
        if len(report) != REPORT.size:
            self._fail("it answered out of step")
        following = self._waiting(deadline, log)
        # A child that started threads has taken process ids, and the next child could tell how many: a message from job
        # to job. So the next one gets a new zygote. Without a sandbox, everything on the machine takes ids.
        counts_ids = self.setting.isolated and self.setting.valgrind is not None
        self._used = counts_ids and following != REPORT.unpack(report)[1] + 1
        self._read_log(log)
        printed = None if self.setting.valgrind is None else bytes(log)
        ended = judge_exit(report, printed, cpu_seconds, watch.over, slowness())
        if self._watchable and ended.slept and not watch.over:
            raise Starved(
                f"for {longest:.0f} seconds other processes kept a solution from running: this machine is too busy for "
                "a verdict; run again when it is idle, or with fewer --workers"
            )
        return replace(ended, peak=self.process.peak())

    def measure_slowness(self) -> float:
        """Return how much slower this machine is now than an ordinary one, as a factor; see `judging_limits.py`."""
        job = {"kind": "build", "program": LOOP, "format": "generator", "function": "loop", "seed": 0, "contract": ""}
        return estimate(lambda: self._run_own(job, 190.0).cpu_seconds)

    def _run_own(self, job: dict[str, Any], wall_seconds: float) -> ChildExit:
        """Run a job of our own, whose result does not matter."""
        limits = {"cpu_seconds": 60, "wall_seconds": wall_seconds, "memory": ADDRESS_SPACE, "output_limit": 1 << 10}
        with ExitStack() as owner:
            return self.run(job | {"limits": limits}, own_memfd(owner, "result"))

    def for_programs(self) -> "Zygote":
        """Return the zygote that runs programs: a native one runs them itself; under valgrind, a second zygote does."""
        if self.setting.valgrind is None or self.setting.programs:
            return self
        return self._another("programs", replace(self.setting, programs=True))

    def converting(self) -> "Zygote":
        """Return the zygote for functions whose output is not plain data: a native one runs these itself."""
        return self._another("converting", replace(self.setting, converting=True)) if self.setting.valgrind else self

    def equipped(self, provision: Provision) -> "Zygote":
        """Return the native zygote for tests that need more than the standard library."""
        if provision == self.setting.provision:
            return self
        own = self.setting.interpreter
        interpreter = probe_interpreter(own.outside(own.executable), provision.modules, provision.folder)
        for name in provision.modules:
            if name not in interpreter.modules:
                raise MachineError(
                    f"{provision.folder}: {interpreter.executable} cannot import {name} from there; "
                    "set the packages up again"
                )
        return self._another("equipped", replace(self.setting, interpreter=interpreter, provision=provision))

    def _another(self, kind: str, setting: Setting) -> "Zygote":
        """Return a zygote that is started when first needed, and ends with this one."""
        beside = self._beside.get(kind)
        if beside is None or not beside.alive or beside.setting != setting:
            if beside is not None:
                beside.close()
            beside = self._beside[kind] = Zygote(setting)
        return beside

    def _receive(self, deadline: float, log: bytearray | None = None) -> bytes:
        control, log_end = self.process.control, self.process.log
        poller = select.poll()
        poller.register(control, select.POLLIN)
        poller.register(log_end, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0:
            ready = dict(poller.poll(left * 1000))
            if ready.get(log_end, 0) & select.POLLIN:
                self._read_log(log)
            if control.fileno() in ready:
                try:
                    message = control.recv(256)
                except ConnectionError:
                    message = b""
                if not message:
                    self._fail("it ended")
                return message
            if log_end in ready and not ready[log_end] & select.POLLIN:
                poller.unregister(log_end)
        self._fail("it does not answer", _NoAnswer)

    def _read_log(self, into: bytearray | None = None) -> None:
        try:
            while chunk := os.read(self.process.log, 65536):
                if into is not None and len(into) < LOG_LIMIT:
                    into += chunk
        except BlockingIOError:
            pass

    def _fail(self, why: str, kind: type[ZygoteDied] = ZygoteDied) -> NoReturn:
        said = self.process.last_error()
        if kind is ZygoteDied and self._was_killed():
            kind = ZygoteKilled
        self.close()
        raise kind(f"{why}: {said}" if said else why)

    def _was_killed(self) -> bool:
        """Return whether the zygote's process was ended by SIGKILL, or bubblewrap says that it was."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        deadline = time.monotonic() + _END_SECONDS
        while (ended := os.waitid(os.P_PID, self.process.pid, options)) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return ended.si_status == (128 + signal.SIGKILL if ended.si_code == os.CLD_EXITED else signal.SIGKILL)

    def close(self) -> None:
        """End the zygote and whatever runs in its sandbox."""
        self.alive = False
        for beside in self._beside.values():
            beside.close()
        self.process.end()
