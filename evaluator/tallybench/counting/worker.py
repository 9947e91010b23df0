"""One worker: a process that does tasks one after another, with its own zygotes.

It is trusted and stands between the evaluator and the sandbox: outputs are decoded and judged here, so a hostile one
can harm only this process. The kernel ends it at the limits of `guard.py`, and the pool replaces it.
"""

import os
from dataclasses import replace
from functools import cached_property
from typing import Protocol, TypeVar

from tallybench.counting.instructions import BytecodeCache, Meter
from tallybench.counting.witness import (
    PAGE,
    QUICKEST_PAGE,
    SLOWEST_PAGE,
    SLOWEST_RATE,
    TYPICAL_SPEED,
    NativeSpeed,
)
from tallybench.errors import MachineError, TallyBenchError
from tallybench.model.parts import StressResult
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.counters import COUNTERS, find_valgrind
from tallybench.sandbox.guard import leave_no_core
from tallybench.sandbox.host import SlowStart, Starved, Zygote, ZygoteDied, ZygoteKilled
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.jobs import OUT_OF_MEMORY, run_solution
from tallybench.sandbox.messages import (
    Done,
    Lost,
    Raised,
    Reply,
    WorkerSetting,
    accept_connection,
    ending_when_left,
    say_ready,
)
from tallybench.values.wire import encode

CALIBRATION = "def calibrate(n):\n    total = 0\n    for i in range(n):\n        total += i * i % 7\n    return total\n"
CALIBRATION_ARGUMENT = 200_000
FRESH_MEMORY = "def calibrate(n):\n    return len(bytearray(n))\n"
FRESH_BYTES = 32 << 20
SLOWEST_CALIBRATION = 20e6  # a machine that seems to count fewer per second was disturbed while it was calibrated

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """Something that a worker does; it is sent to the worker's process, and its outcome is sent back."""

    def run(self, worker: "Worker") -> T_co: ...


def calibrate(counter: str, native: Zygote, emulated: Zygote | None) -> tuple[float, NativeSpeed]:
    """Return how much this machine counts per second, on a plain loop, and how fast it is natively."""
    cache, arguments = BytecodeCache(), encode((CALIBRATION_ARGUMENT,))
    bytecode = cache.compile(native, CALIBRATION)
    assert isinstance(bytecode, bytes)
    zygote, meter = (native, counter) if emulated is None else (emulated, None)
    answer = run_solution(zygote, bytecode, "calibrate", arguments, 60, meter)
    rate = (answer.count or 0) / max(answer.cpu_seconds, 0.01)
    if emulated is None:
        return rate, TYPICAL_SPEED
    native_rate = (answer.count or 0) / max(_quickest(native, cache, CALIBRATION, CALIBRATION_ARGUMENT), 1e-3)
    filling = _quickest(native, cache, FRESH_MEMORY, FRESH_BYTES) - _quickest(native, cache, FRESH_MEMORY, 0)
    page = filling / (FRESH_BYTES // PAGE)
    return rate, NativeSpeed(max(native_rate, SLOWEST_RATE), min(max(page, QUICKEST_PAGE), SLOWEST_PAGE))


def _quickest(native: Zygote, cache: BytecodeCache, program: str, argument: int) -> float:
    """Return the CPU seconds that one of our own programs takes natively."""
    bytecode = cache.compile(native, program)
    assert isinstance(bytecode, bytes)
    return min(run_solution(native, bytecode, "calibrate", encode((argument,)), 60).cpu_seconds for _ in range(3))


class Worker:
    """Holds the zygotes; each is started when it is first needed, and again when it has died."""

    def __init__(self, setting: WorkerSetting) -> None:
        self.setting = setting
        self._counter = COUNTERS[setting.counter]
        self._native: Zygote | None = None
        self._emulated: Zygote | None = None
        self._gauged: Zygote | None = None
        self._rates: tuple[float, NativeSpeed] | None = None
        self._bytecode = BytecodeCache()

    @property
    def native(self) -> Zygote:
        if self._native is None:
            self._native = Zygote(self._base)
        return self._native

    @property
    def emulated(self) -> Zygote | None:
        if self._counter.emulated and self._emulated is None:
            base = self._base
            self._emulated = Zygote(
                Setting(base.interpreter, find_valgrind(), hash_seed=base.hash_seed, isolated=base.isolated)
            )
        return self._emulated

    @property
    def gauged(self) -> Zygote:
        """The zygote in which the memory that solutions take is measured."""
        if self._gauged is None:
            self._gauged = Zygote(replace(self._base, gauged=True))
        return self._gauged

    @property
    def meter(self) -> Meter:
        if self._rates is None:
            self._rates = calibrate(self.setting.counter, self.native, self.emulated)
        rate, speed = self._rates
        rate = self.setting.rate or max(rate, SLOWEST_CALIBRATION)
        return Meter(self.setting.counter, self.native, self.emulated, rate, speed, self._bytecode)

    def compile(self, source: str) -> bytes | StressResult:
        """Return a program's code object, marshalled; or what is recorded if it does not compile."""
        return self._bytecode.compile(self.native, source)

    @cached_property
    def _base(self) -> Setting:
        hardware = self._counter.hardware
        probed = None if hardware else self.setting.probed
        return Setting(
            probed or probe_interpreter(self.setting.python, ("ctypes",) if hardware else ()),
            hash_seed=self.setting.hash_seed,
            isolated=self.setting.isolated,
            hardware_counter=hardware,
        )

    def run(self, task: Task[T]) -> T:
        """Do a task; if its zygote dies, does not start or is kept from running, try again with new zygotes.

        Raises:
            ZygoteDied: it died twice.
            Starved: this machine is too busy.
            SlowStart: it did not start twice, or none starts here.
        """
        try:
            return task.run(self)
        except (ZygoteDied, Starved):
            self.close()
        except SlowStart:
            if not self.can_start():
                raise
        return task.run(self)

    def can_start(self) -> bool:
        """Return whether a zygote starts when nothing else of this worker is running."""
        self.close()
        try:
            return self.native.alive
        except (ZygoteDied, TallyBenchError):
            return False

    def close(self) -> None:
        """End the zygotes."""
        for zygote in (self._native, self._emulated, self._gauged):
            if zygote is not None:
                zygote.close()
        self._native = self._emulated = self._gauged = None


def main() -> None:
    """Answer each task with a Reply, until the other side hangs up. The first message is the WorkerSetting."""
    connection = accept_connection()
    leave_no_core()
    try:
        setting = connection.recv()
        if setting.processor is not None:
            os.sched_setaffinity(0, {setting.processor})
        worker = Worker(setting)
        say_ready(connection)
    except (EOFError, ConnectionError):
        return
    try:
        with ending_when_left(connection):
            while True:
                connection.send(_reply(worker, connection.recv()))
    except (EOFError, ConnectionError):
        pass
    finally:
        worker.close()


def _reply(worker: Worker, task: Task[T]) -> Reply[T]:
    try:
        return Done(worker.run(task))
    except ZygoteKilled:
        return Lost(OUT_OF_MEMORY, Verdict.MEMORY)
    except ZygoteDied as error:
        return Lost(f"it ended the sandbox twice ({error})")
    except SlowStart as error:
        # What an earlier job, or another process, does to the machine's memory must not end the whole run.
        return Lost(str(error)) if worker.can_start() else Raised(error)
    except TallyBenchError as error:
        return Raised(error)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return Raised(MachineError(f"a worker cannot go on: {where}{error.strerror or error}; see `ulimit -a`"))
