"""The trusted end of a zygote: hands it jobs, and says how they ended."""

import os
import select
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NoReturn

from evaluator.errors import MachineError
from evaluator.execution.inside.protocol import JOB, READY, REPORT, UNSEALED
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.child_exit import LOG_LIMIT, ChildExit, judge_exit
from evaluator.execution.sandbox.interpreter import probe_interpreter
from evaluator.execution.sandbox.process import does_not_start, own_memfd, start_process
from evaluator.execution.sandbox.provision import Provision
from evaluator.values.wire import encode

START_SECONDS = 120
STARTS = 2
GRACE_SECONDS = 30


class ZygoteDied(Exception):
    """The zygote is gone or out of step: the job it had is to be tried on another one."""


class _NoAnswer(ZygoteDied):
    """The zygote did not answer in time: it hangs, or the machine is slow."""


class SlowStart(MachineError):
    """A zygote was started twice and did not answer in time: the sandbox hangs here, or the machine is busy."""


class Zygote:
    """A running zygote. Not safe to share between threads.

    Args:
        setting: where solutions run.

    Raises:
        SlowStart: it did not answer in time, twice.
        MachineError: it does not start here.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.alive = True
        self._for_programs: Zygote | None = None
        self._converting: Zygote | None = None
        self._equipped: Zygote | None = None
        self._start()

    def _start(self) -> None:
        """Starts it; once more where it does not answer in time."""
        began = time.monotonic()
        for _ in range(STARTS):
            try:
                return self._start_once()
            except _NoAnswer:
                continue
        self.alive = False
        raise SlowStart(
            f"the sandbox was started {STARTS} times and gave no answer within {time.monotonic() - began:.0f} seconds: "
            "this machine is slow or busy; run again with fewer --workers. Where it always is so, `tallybench doctor` "
            "says what is wrong"
        )

    def _start_once(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        self.process = start_process(self.setting, deadline)
        self.alive = True
        self._used = False
        try:
            self._waiting(deadline)
            self._try()
        except _NoAnswer:
            raise
        except ZygoteDied as error:
            raise does_not_start(str(error)) from None
        except BaseException:
            self.close()
            raise

    def _waiting(self, deadline: float, log: bytearray | None = None) -> int:
        """Waits until the zygote waits for a job. Returns the pid of the process that does."""
        message = self._receive(deadline, log)
        if message[:5] != b"ready" or len(message) != 5 + READY.size:
            self._fail("it answered out of step")
        return int(READY.unpack(message[5:])[0])

    def _try(self) -> None:
        """Does a first job for nothing: it shows that children seal themselves. (Under valgrind it is also the one job
        that differs, by some hundred instructions, from all later ones.)
        """
        job = {"kind": "encode", "value": encode(None)}
        limits = {"cpu_seconds": 60, "wall_seconds": 90.0, "memory": 4 << 30, "output_limit": 1 << 10}
        with ExitStack() as owner:
            ended = self.run(job | {"limits": limits}, own_memfd(owner, "result"))
        if ended.exit_code == UNSEALED:
            raise MachineError("this kernel does not let a process filter its own system calls (seccomp)")
        if ended.exit_code != 0:
            raise MachineError(f"the sandbox starts, but a first job fails in it ({ended})")

    def run(
        self, job: dict[str, Any], channel: int, talk: Callable[[], None] | None = None, *, timed: bool = False
    ) -> ChildExit:
        """Runs one job to its end.

        Args:
            job: what `zygote.py` reads, with its limits (see `jobs.py`).
            channel: the descriptor the child answers on. It is the caller's to close.
            talk: called while the child runs, to talk to it; it must return when the channel hangs up.
            timed: natively, the child's time is to be without what it takes to load the job.

        Raises:
            ZygoteDied: the zygote is gone. This object is closed then.
        """
        if self._used:
            self.process.end()
            self._start()
        self._read_log()
        self.process.forget_peak()
        with ExitStack() as owner:
            request = own_memfd(owner, "job", encode(job))
            try:
                told = JOB.pack(job["limits"]["wall_seconds"], timed)
                socket.send_fds(self.process.control, [told], [request, channel])
            except OSError:
                self._fail("it is gone")
        if talk is not None:
            talk()
        limits = job["limits"]
        deadline = time.monotonic() + limits["wall_seconds"] + GRACE_SECONDS
        log = bytearray()
        report = self._receive(deadline, log)
        if len(report) != REPORT.size:
            self._fail("it answered out of step")
        following = self._waiting(deadline, log)
        # A child that started threads has taken process ids, and the next one could tell how many: a message from job
        # to job. So the next one gets a new zygote. Without a sandbox all that runs on the machine takes ids.
        counts_ids = self.setting.isolated and self.setting.valgrind is not None
        self._used = counts_ids and following != REPORT.unpack(report)[1] + 1
        self._read_log(log)
        printed = None if self.setting.valgrind is None else bytes(log)
        return replace(judge_exit(report, printed, limits["cpu_seconds"]), peak=self.process.peak())

    def for_programs(self) -> "Zygote":
        """The zygote that runs programs: this one; or beside one that counts functions, another, which is started when
        it is first asked for, and ends with this one.
        """
        if self.setting.valgrind is None or self.setting.programs:
            return self
        if self._for_programs is None or not self._for_programs.alive:
            self._for_programs = Zygote(replace(self.setting, programs=True))
        return self._for_programs

    def converting(self) -> "Zygote":
        """Return the zygote for functions whose output is not plain data, started when it is first asked for."""
        if self.setting.valgrind is None:
            return self
        if self._converting is None or not self._converting.alive:
            self._converting = Zygote(replace(self.setting, converting=True))
        return self._converting

    def equipped(self, provision: Provision) -> "Zygote":
        """The zygote for tests that need more than the standard library: one beside this native one, which is started
        when it is first asked for, and ends with this one.
        """
        if provision == self.setting.provision:
            return self
        beside = self._equipped
        if beside is None or not beside.alive or beside.setting.provision != provision:
            if beside is not None:
                beside.close()
            interpreter = probe_interpreter(self.setting.interpreter.executable, provision.modules, provision.folder)
            for name in provision.modules:
                if name not in interpreter.modules:
                    raise MachineError(
                        f"{provision.folder}: {interpreter.executable} cannot import {name} from there; "
                        "set the packages up again"
                    )
            self._equipped = beside = Zygote(replace(self.setting, interpreter=interpreter, provision=provision))
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
        self.close()
        raise kind(f"{why}: {said}" if said else why)

    def close(self) -> None:
        """Ends the zygote and whatever runs in its sandbox."""
        self.alive = False
        for beside in (self._for_programs, self._converting, self._equipped):
            if beside is not None:
                beside.close()
        self.process.end()
