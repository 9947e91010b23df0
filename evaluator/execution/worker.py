"""One worker: a process of its own that does tasks one after another, with its own zygotes.

It is trusted and stands between the evaluator and the sandbox: correctness tests run here, so whatever a hostile
output does to them it does to this process, which the pool ends and replaces.
"""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from evaluator.errors import TallyBenchError
from evaluator.execution.correctness import Checked, Tests
from evaluator.execution.counters.valgrind import find_valgrind
from evaluator.execution.counting import Meter, Stressed, Yardstick, calibrate, measure, take_yardstick
from evaluator.execution.levels import LEVELS
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.host import Zygote, ZygoteDied
from evaluator.execution.sandbox.interpreter import probe_interpreter
from evaluator.problems.problem import Problem

SLOWEST_RATE = 20e6  # a machine that seems slower was disturbed while it was calibrated


@dataclass(frozen=True)
class WorkerSetting:
    """What a worker is started with.

    Attributes:
        python: the path of the measuring interpreter.
        counter: `valgrind`, `perf` or `cputime`.
        hash_seed: PYTHONHASHSEED of solutions.
        isolated: inside bubblewrap.
        rate: overrides the calibrated rate.
        processor: the one to stay on. A worker and its sandbox take turns, and to wake each other on one processor
            is quicker than across two; None leaves it to the kernel.
    """

    python: str
    counter: str = "valgrind"
    hash_seed: int = 0
    isolated: bool = True
    rate: float | None = None
    processor: int | None = None


@dataclass(frozen=True)
class CheckTask:
    """Run a problem's correctness tests on a solution."""

    tests: Tests
    code: str

    def run(self, worker: "Worker") -> Checked:
        return LEVELS[self.tests.level].check(worker.native, self.tests, self.code)


@dataclass(frozen=True)
class YardstickTask:
    """Build a problem's inputs in `folder`, and count its references."""

    problem: Problem
    folder: Path

    def run(self, worker: "Worker") -> Yardstick:
        return take_yardstick(worker.meter, self.problem, self.folder)


@dataclass(frozen=True)
class CountTask:
    """Count a solution on one stressful input."""

    problem: Problem
    code: str
    input_name: str
    yardstick: Yardstick
    folder: Path

    def run(self, worker: "Worker") -> Stressed:
        return measure(worker.meter, self.problem, self.code, self.input_name, self.yardstick, self.folder)


class Task(Protocol):
    """Something that a worker does; it is sent to the worker's process, and what it returns is sent back."""

    def run(self, worker: "Worker") -> Any: ...


class Worker:
    """Holds the zygotes; each is started when it is first needed, and again when it has died."""

    def __init__(self, setting: WorkerSetting) -> None:
        self.setting = setting
        self._native: Zygote | None = None
        self._emulated: Zygote | None = None
        self._rate: float | None = setting.rate

    @property
    def native(self) -> Zygote:
        if self._native is None:
            self._native = Zygote(self._base)
        return self._native

    @property
    def emulated(self) -> Zygote | None:
        if self.setting.counter == "valgrind" and self._emulated is None:
            base = self._base
            self._emulated = Zygote(
                Setting(base.interpreter, find_valgrind(), hash_seed=base.hash_seed, isolated=base.isolated)
            )
        return self._emulated

    @property
    def meter(self) -> Meter:
        if self._rate is None:
            self._rate = max(calibrate(self.setting.counter, self.native, self.emulated), SLOWEST_RATE)
        return Meter(self.setting.counter, self.native, self.emulated, self._rate)

    @cached_property
    def _base(self) -> Setting:
        hardware = self.setting.counter == "perf"
        return Setting(
            probe_interpreter(self.setting.python, ("ctypes",) if hardware else ()),
            hash_seed=self.setting.hash_seed,
            isolated=self.setting.isolated,
            hardware_counter=hardware,
        )

    def run(self, task: Task) -> Any:
        """Does a task; where its zygote dies under it, once more on new ones.

        Raises:
            ZygoteDied: it died twice.
        """
        try:
            return task.run(self)
        except ZygoteDied:
            self.close()
            return task.run(self)

    def close(self) -> None:
        """Ends the zygotes."""
        for zygote in (self._native, self._emulated):
            if zygote is not None:
                zygote.close()
        self._native = self._emulated = None


def serve(connection: Connection) -> None:
    """Answers tasks until the other side hangs up. An answer is ("done", value) or ("failed", message, kind)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the evaluator decides when to stop
    setting = connection.recv()
    if setting.processor is not None:
        os.sched_setaffinity(0, {setting.processor})
    worker = Worker(setting)
    try:
        while True:
            connection.send(_answer(worker.run, connection.recv()))
    except (EOFError, ConnectionError):
        pass
    finally:
        worker.close()


def _answer(run: Callable[[Task], Any], task: Task) -> tuple[str, Any]:
    try:
        return "done", run(task)
    except ZygoteDied as error:
        return "lost", f"it ended the sandbox twice ({error})"
    except TallyBenchError as error:
        return "failed", error


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])))
