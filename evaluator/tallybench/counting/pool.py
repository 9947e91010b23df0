"""Workers side by side: hands out tasks, replaces workers that die or hang, and yields outcomes."""

import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any, Self, TypeVar

from tallybench.counting.worker import Task
from tallybench.errors import MachineError
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.guard import ENDS_BY, OVER_LIMITS
from tallybench.sandbox.messages import (
    START_SECONDS,
    Connected,
    Done,
    Lost,
    Raised,
    Reply,
    WorkerSetting,
    start_connected,
)

# Longer than every other limit, for a worker that hangs in C on a hostile output.
TASK_SECONDS = 1800.0
_POLL_SECONDS = 5.0
_STARTS = 2  # in a row that do not reach READY, before the machine is considered at fault

Key = TypeVar("Key")
T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done, and how much there is."""


def usable_processors() -> int:
    """Return how many processors this process may use, which is the default number of workers."""
    return len(os.sched_getaffinity(0))


@dataclass
class _Running:
    """A worker process and what it is doing.

    Attributes:
        started: the process.
        place: its number among the workers.
        since: when it was started, or began the task.
        starts: how many processes in a row have been started for it until one is ready.
        key, task: what it does, or will do once it is ready; no task if it is idle.
        tries: how many workers have been given the task.
    """

    started: Connected
    place: int
    since: float
    starts: int = 1
    key: Any = None
    task: Task[Any] | None = None
    tries: int = 0

    def give(self, key: Any, task: Task[Any] | None, tries: int) -> None:
        self.key, self.task, self.tries = key, task, tries
        if self.started.ready:
            self.begin()

    def begin(self) -> None:
        self.since = time.monotonic()
        self.started.send(self.task)

    def ended_by(self) -> int | None:
        """Return the signal that ended a worker that has hung up; None if it was not ended by a signal."""
        try:
            status = self.started.process.wait(_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        return -status if status < 0 else None


class Pool:
    """A fixed number of workers, each on a processor of its own if there are enough.

    Args:
        size: how many.
        setting: what each is started with.
        task_seconds: the wall-clock time after which a worker counts as hanging.
    """

    def __init__(self, size: int, setting: WorkerSetting, task_seconds: float = TASK_SECONDS) -> None:
        self._setting = setting
        self.task_seconds = task_seconds
        self._size = size
        self._workers: list[_Running] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.started.end()
        self._workers = []

    def drop_unfinished(self) -> None:
        """End the workers that are still doing a task of a `run` that was broken off."""
        for worker in self._workers:
            if worker.task is not None:
                worker.started.end()
        self._workers = [worker for worker in self._workers if worker.task is None]

    def run(self, tasks: Iterable[tuple[Key, Task[T]]]) -> Iterator[tuple[Key, T | Lost]]:
        """Do the tasks and yield each one's key with its outcome, or with Lost, in the order in which they end.

        Tasks are taken from the iterable as workers become free, so it may be long and lazy.

        Raises:
            TallyBenchError: a task raised it.
        """
        waiting = iter(tasks)
        more = True
        while True:
            while more and (worker := self._idle()) is not None:
                following = next(waiting, None)
                if following is None:
                    more = False
                else:
                    worker.give(*following, 1)
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            ready = wait([worker.started.connection for worker in busy], _POLL_SECONDS)
            for worker in busy:
                if worker.started.connection in ready:
                    yield from self._collect(worker)
                elif not worker.started.ready:
                    if time.monotonic() - worker.since > START_SECONDS:
                        worker.started.confirm()
                        worker.begin()
                elif time.monotonic() - worker.since > self.task_seconds:
                    yield self._lose(worker, "it could not be judged within the time limit")

    def _collect(self, worker: _Running) -> Iterator[tuple[Any, Any]]:
        task = worker.task
        assert task is not None
        if not worker.started.ready:
            self._confirm(worker)
            return
        try:
            reply: Reply[Any] = worker.started.connection.recv()
        except (EOFError, OSError):
            if worker.ended_by() == ENDS_BY:  # the limits of guard.py: a second try would end the same way
                yield self._lose(worker, OVER_LIMITS, Verdict.WRONG_OUTPUT)
            elif worker.tries == 1:
                self._replace(worker).give(worker.key, task, 2)
            else:
                yield self._lose(worker, "it ended the process that judged it twice")
            return
        worker.task = None
        match reply:
            case Raised(error):
                raise error
            case Done(outcome):
                yield worker.key, outcome
            case Lost():
                yield worker.key, reply

    def _confirm(self, worker: _Running) -> None:
        """Start the task of a worker that is ready; if the worker ended before, start another."""
        try:
            worker.started.confirm()
        except MachineError:
            if worker.starts == _STARTS:
                raise
            again = self._replace(worker)
            again.starts = worker.starts + 1
            again.give(worker.key, worker.task, worker.tries)
        else:
            worker.begin()

    def _lose(self, worker: _Running, reason: str, verdict: Verdict = Verdict.TAMPERING) -> tuple[Any, Lost]:
        self._replace(worker)
        return worker.key, Lost(reason, verdict)

    def _idle(self) -> _Running | None:
        for worker in self._workers:
            if worker.task is None:
                return worker
        if len(self._workers) < self._size:
            worker = self._start(min(set(range(self._size)) - {worker.place for worker in self._workers}))
            self._workers.append(worker)
            return worker
        return None

    def _replace(self, worker: _Running) -> _Running:
        worker.started.end()
        started = self._start(worker.place)
        self._workers[self._workers.index(worker)] = started
        return started

    def _start(self, place: int) -> _Running:
        processors = sorted(os.sched_getaffinity(0))
        processor = self._setting.processor
        if processor is None and self._size <= len(processors):
            processor = processors[place]
        try:
            started = start_connected("from tallybench.counting.worker import main\nmain()")
        except OSError as error:
            raise MachineError(f"no worker can be started ({error.strerror}); lower --workers") from None
        started.send(replace(self._setting, processor=processor))
        return _Running(started, place, time.monotonic())


def finish_tasks(
    pool: Pool,
    tasks: Mapping[Key, Task[T]],
    *,
    recall: Callable[[Key], T | None],
    note: Callable[[Key, T], None],
    lost: Callable[[Lost], T],
    step: str,
    progress: Progress,
) -> dict[Key, T]:
    """Do the tasks that no earlier run has done, and return the outcome of each task.

    Args:
        pool, tasks: all tasks, and who does them.
        recall: returns the outcome of a task that was done before; None if it was not.
        note: saves an outcome as soon as there is one.
        lost: makes an outcome for a task that was lost.
        step, progress: what is called at the start and after each task, and the name of these tasks there.

    Raises:
        TallyBenchError: a task, or `note`, raised it.
    """
    outcomes = {key: done for key in tasks if (done := recall(key)) is not None}
    missing = [key for key in tasks if key not in outcomes]
    progress(step, len(outcomes), len(tasks))
    for key, outcome in pool.run((key, tasks[key]) for key in missing):
        outcomes[key] = lost(outcome) if isinstance(outcome, Lost) else outcome
        note(key, outcomes[key])
        progress(step, len(outcomes), len(tasks))
    return outcomes
