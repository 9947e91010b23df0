"""One worker: a process that does tasks one after another, with its own zygotes.

It is trusted and stands between the evaluator and the sandbox: outputs are decoded and judged here, so a hostile one
can harm only this process. The kernel ends it at the limits of `judging_limits.py`, and the pool replaces it.
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
from tallybench.sandbox.host import SlowStart, Starved, Zygote, ZygoteDied, ZygoteKilled
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.jobs import OUT_OF_MEMORY, Answer, run_solution
from tallybench.sandbox.judging_limits import leave_no_core
from tallybench.sandbox.messages import Done, Lost, Raised, Reply, WorkerSetting
from tallybench.sandbox.started import accept_connection, ending_when_left, say_ready
from tallybench.values.wire import encode

CALIBRATION = "def calibrate(n):\n    total = 0\n    for i in range(n):\n        total += i * i % 7\n    return total\n"
CALIBRATION_ARGUMENT = 200_000
FRESH_MEMORY = "def calibrate(n):\n    return len(bytearray(n))\n"
FRESH_BYTES = 32 << 20
SLOWEST_CALIBRATION = 20e6  # a machine that seems to count fewer per second was disturbed during calibration

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Task(Protocol[T_co]):
    """Something that a worker does; it is sent to the worker's process, and its outcome is sent back."""

    def run(self, worker: "Worker") -> T_co: ...


def calibrate(counter: str, native: Zygote, emulated: Zygote | None) -> tuple[float, NativeSpeed]:
    """Return how much this machine counts per second, on a plain loop, and how fast it is natively."""
    cache = BytecodeCache()

    def run(zygote: Zygote, program: str, argument: int, meter: str | None = None) -> Answer:
        bytecode = cache.compile(native, program)
        assert isinstance(bytecode, bytes)
        return run_solution(zygote, bytecode, "calibrate", encode((argument,)), 60, meter)

    def quickest(program: str, argument: int) -> float:
        return min(run(native, program, argument).cpu_seconds for _ in range(3))

    zygote, meter = (native, counter) if emulated is None else (emulated, None)
    answer = run(zygote, CALIBRATION, CALIBRATION_ARGUMENT, meter)
    rate = (answer.count or 0) / max(answer.cpu_seconds, 0.01)
    if emulated is None:
        return rate, TYPICAL_SPEED
    native_rate = (answer.count or 0) / max(quickest(CALIBRATION, CALIBRATION_ARGUMENT), 1e-3)
    page = (quickest(FRESH_MEMORY, FRESH_BYTES) - quickest(FRESH_MEMORY, 0)) / (FRESH_BYTES // PAGE)
    return rate, NativeSpeed(max(native_rate, SLOWEST_RATE), min(max(page, QUICKEST_PAGE), SLOWEST_PAGE))


class Worker:
    """Holds the zygotes; each is started when first needed, and again after it has died."""

    def __init__(self, setting: WorkerSetting) -> None:
        self.setting = setting
        self._counter = COUNTERS[setting.counter]
        self._zygotes: dict[str, Zygote] = {}
        self._rates: tuple[float, NativeSpeed] | None = None
        self._bytecode = BytecodeCache()

    @property
    def native(self) -> Zygote:
        return self._started("native", self._base)

    @property
    def emulated(self) -> Zygote | None:
        if not self._counter.emulated:
            return None
        return self._started("emulated", replace(self._base, valgrind=find_valgrind()))

    @property
    def gauged(self) -> Zygote:
        """The zygote in which solutions' memory is measured."""
        return self._started("gauged", replace(self._base, gauged=True))

    def _started(self, kind: str, setting: Setting) -> Zygote:
        if kind not in self._zygotes:
            self._zygotes[kind] = Zygote(setting)
        return self._zygotes[kind]

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
        while self._zygotes:
            self._zygotes.popitem()[1].close()


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
