"""Run workers side by side: hand out tasks, replace workers that die or hang, and yield outcomes."""

import os
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait
from typing import Any, Self, TypeVar

from tallybench.counting.worker import Task
from tallybench.errors import MachineError
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.judging_limits import ENDS_BY, OVER_LIMITS
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
_AHEAD = 3  # brief tasks that a worker is given at once, so that it need not wait for the next one
_STARTS = 2  # in a row that fail before READY, until the machine is considered at fault

Key = TypeVar("Key")
T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""Called with a step's name, how many of its tasks are done, and how many there are."""


def usable_processors() -> int:
    """Return how many processors this process may use: the default number of workers."""
    return len(os.sched_getaffinity(0))


def _is_brief(task: Task[Any]) -> bool:
    """Return whether a task declares that it is small and usually done within milliseconds."""
    return getattr(task, "is_brief", False)


@dataclass
class _Given:
    """A task given to a worker, with its key and the number of workers it has been given to."""

    key: Any
    task: Task[Any]
    tries: int = 1


@dataclass
class _Running:
    started: Connected  # the process
    place: int  # its number among the workers
    since: float  # when it was started, or began the task
    starts: int = 1  # processes started for it in a row until one is ready
    # its current task, which waits until it is ready, and the following ones; empty if it is idle
    given: deque[_Given] = field(default_factory=deque)

    @property
    def takes_more(self) -> bool:
        """Whether it can be given a brief task: it is idle, or will be soon."""
        return len(self.given) < _AHEAD and all(_is_brief(one.task) for one in self.given)

    def give(self, one: _Given) -> None:
        self.given.append(one)
        if self.started.ready:
            if len(self.given) == 1:
                self.since = time.monotonic()
            self.started.send(one.task)

    def begin(self) -> None:
        """Send the tasks it was given before it was ready."""
        self.since = time.monotonic()
        for one in self.given:
            self.started.send(one.task)

    def ended_by(self) -> int | None:
        """Return the signal that ended a worker that has hung up; None if it was not ended by a signal."""
        try:
            status = self.started.process.wait(_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        return -status if status < 0 else None


class Pool:
    """A fixed number of workers, each on a processor of its own if there are enough.

    After `task_seconds` of wall-clock time on a task, a worker counts as hanging.
    """

    def __init__(self, size: int, setting: WorkerSetting, task_seconds: float = TASK_SECONDS) -> None:
        self._setting = setting
        self.task_seconds = task_seconds
        self._size = size
        self._workers: list[_Running] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.started.end()
        self._workers = []

    def drop_unfinished(self) -> None:
        """End the workers still busy with tasks of an interrupted `run`."""
        for worker in self._workers:
            if worker.given:
                worker.started.end()
        self._workers = [worker for worker in self._workers if not worker.given]

    def run(self, tasks: Iterable[tuple[Key, Task[T]]]) -> Iterator[tuple[Key, T | Lost]]:
        """Do the tasks and yield each one's key with its outcome, or with Lost, in the order in which they finish.

        Tasks are taken from the iterable as workers become free, so it may be long and lazy.

        Raises:
            TallyBenchError: a task raised it.
        """
        waiting = iter(tasks)
        following: tuple[Key, Task[T]] | None = None
        more = True
        while True:
            while more and (worker := self._free()) is not None:
                following = following or next(waiting, None)
                if following is None:
                    more = False
                elif worker.given and not _is_brief(following[1]):
                    break
                else:
                    worker.give(_Given(*following))
                    following = None
            busy = [worker for worker in self._workers if worker.given]
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
        if not worker.started.ready:
            self._confirm(worker)
            return
        done = worker.given[0]
        try:
            reply: Reply[Any] = worker.started.connection.recv()
        except (EOFError, OSError):
            if worker.ended_by() == ENDS_BY:  # the limits of judging_limits.py: a second try would end the same way
                yield self._lose(worker, OVER_LIMITS, Verdict.WRONG_OUTPUT)
            elif done.tries == 1:
                done.tries = 2
                self._replace(worker)
            else:
                yield self._lose(worker, "it ended the process that judged it twice")
            return
        worker.given.popleft()
        worker.since = time.monotonic()
        match reply:
            case Raised(error):
                raise error
            case Done(outcome):
                yield done.key, outcome
            case Lost():
                yield done.key, reply

    def _confirm(self, worker: _Running) -> None:
        """Start the tasks of a worker that is ready; if the worker ended before, start another."""
        try:
            worker.started.confirm()
        except MachineError:
            if worker.starts == _STARTS:
                raise
            self._replace(worker).starts = worker.starts + 1
        else:
            worker.begin()

    def _lose(self, worker: _Running, reason: str, verdict: Verdict = Verdict.TAMPERING) -> tuple[Any, Lost]:
        lost = worker.given.popleft()
        self._replace(worker)
        return lost.key, Lost(reason, verdict)

    def _free(self) -> _Running | None:
        """Return a worker that can be given a task, an idle one if possible; None if all are busy."""
        if len(self._workers) < self._size and all(worker.given for worker in self._workers):
            worker = self._start(min(set(range(self._size)) - {worker.place for worker in self._workers}))
            self._workers.append(worker)
            return worker
        free = [worker for worker in self._workers if worker.takes_more]
        return min(free, key=lambda worker: len(worker.given), default=None)

    def _replace(self, worker: _Running) -> _Running:
        """Start another worker in its place, and hand it the same tasks."""
        worker.started.end()
        started = self._start(worker.place)
        started.given = worker.given
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
    recall: Callable[[Key], T | None] = lambda _: None,
    note: Callable[[Key, T], object] = lambda *_: None,
    lost: Callable[[Lost], T],
    step: str,
    progress: Progress,
) -> dict[Key, T]:
    """Do the tasks that no earlier run has done, and return the outcome of each task.

    Args:
        pool, tasks: the workers, and all tasks.
        recall: returns a task's outcome from an earlier run, or None. By default, all tasks are done.
        note: saves each outcome as soon as it is known. By default, none is saved.
        lost: makes an outcome for a task that was lost.
        step, progress: `progress` is called at the start and after each task, with `step` as the tasks' name.

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
