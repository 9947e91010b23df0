"""One worker: a process that does tasks one after another, with its own zygotes.

It is trusted and stands between the evaluator and the sandbox: outputs are decoded and judged here, so a hostile one
can harm only this process. The kernel ends it at the limits of `guard.py`, and the pool replaces it.
"""

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

from tallybench.counting.calibration import calibrate, check_fairly
from tallybench.counting.instructions import BytecodeCache, Meter
from tallybench.counting.witness import NativeSpeed
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.errors import MachineError, TallyBenchError
from tallybench.files import using_cache
from tallybench.model.parts import CheckOutcome, StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.counters.valgrind import find_valgrind
from tallybench.sandbox.guard import leave_no_core
from tallybench.sandbox.host import SlowStart, Starved, Zygote, ZygoteDied, ZygoteKilled
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.jobs import OUT_OF_MEMORY
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

SLOWEST_CALIBRATION = 20e6  # a machine that seems to count fewer per second was disturbed while it was calibrated

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class CheckTask:
    """Run a problem's correctness tests on a solution."""

    tests: Tests
    source: str

    def run(self, worker: "Worker") -> CheckOutcome:
        return check_fairly(worker.native, self.tests, self.source)


@dataclass(frozen=True)
class YardstickTask:
    """Build a problem's inputs in `folder`, and count its references."""

    problem: Problem
    folder: Path

    def run(self, worker: "Worker") -> Yardstick:
        meter = worker.meter
        with using_cache(self.folder):
            return take_yardstick(meter, self.problem, self.folder)


@dataclass(frozen=True, slots=True)
class CountTask:
    """Count a solution on one stressful input."""

    problem: Problem
    source: str
    input_name: str
    yardstick: Yardstick
    folder: Path

    def run(self, worker: "Worker") -> StressResult:
        meter = worker.meter
        with using_cache(self.folder):
            arguments = meter, self.problem, self.source, self.input_name, self.yardstick, self.folder
            outcome = measure_solution(*arguments)
            # If the machine ran out of memory, other processes may have taken it: so it gets a second try.
            return measure_solution(*arguments) if outcome.reason == OUT_OF_MEMORY else outcome


class Task(Protocol[T_co]):
    """Something that a worker does; it is sent to the worker's process, and its outcome is sent back."""

    def run(self, worker: "Worker") -> T_co: ...


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
