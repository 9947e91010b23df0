"""Sessions: workers that stay from one call to the next."""

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from threading import RLock
from typing import Any, Self, TypeVar

from tallybench.counting.pool import TASK_SECONDS, Pool, usable_processors
from tallybench.errors import InputError
from tallybench.sandbox.messages import WorkerSetting

T = TypeVar("T")


class Session:
    """Owns the processes that run samples, and keeps them until it is closed.

        with Session(workers=2) as session:
            for name, samples in models.items():
                evaluate(samples, model=name, session=session)

    Workers start when they are first needed, and one that dies is replaced. All calls use the same ones, whatever the
    benchmark. Calls from several threads take turns.

    Args:
        workers: processes side by side; None means the number of processors.

    Raises:
        InputError: fewer than one worker.
    """

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise InputError(f"workers {workers}: at least 1 is needed")
        self._workers = workers
        self._turn = RLock()
        self._held: dict[Hashable, tuple[Any, ExitStack]] = {}  # what was made, and the stack that ends it

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all of its processes. A session that is used again starts new ones."""
        with self._turn:
            while self._held:
                self._held.popitem()[1][1].close()

    @property
    def size(self) -> int:
        """How many workers run side by side."""
        return self._workers or usable_processors()

    @contextmanager
    def workers(self, setting: WorkerSetting, *, task_seconds: float = TASK_SECONDS) -> Iterator[Pool]:
        """Lend workers to one call; one that takes longer than `task_seconds` of wall-clock time counts as hanging."""
        with self._turn:
            pool = self.hold(setting, lambda: Pool(self.size, setting))
            before, pool.task_seconds = pool.task_seconds, task_seconds
            try:
                yield pool
            finally:
                pool.task_seconds = before
                pool.drop_unfinished()

    @contextmanager
    def single_workers(self, setting: WorkerSetting) -> Iterator[list[Pool]]:
        """Lend pools of one worker each on this machine, to a call that chooses which one does a task."""
        processors = sorted(os.sched_getaffinity(0))
        places: list[int | None] = [None]
        if self.size > 1:
            places = list(processors[: self.size]) if self.size <= len(processors) else [None] * self.size
        with self._turn, ExitStack() as stack:
            pools = []
            for number, place in enumerate(places):
                one = replace(setting, processor=place)
                key = (one, number) if self.size > 1 else one  # the key that `workers` uses
                pools.append(self.hold(key, partial(Pool, 1, one)))
                stack.callback(pools[-1].drop_unfinished)
            yield pools

    def hold(self, key: Hashable, make: Callable[[], AbstractContextManager[T]]) -> T:
        """Return what was made under this key, making it the first time; it ends with the session."""
        with self._turn:
            if key not in self._held:
                with ExitStack() as stack:
                    made: Any = stack.enter_context(make())
                    self._held[key] = made, stack.pop_all()
            found: T = self._held[key][0]
            return found


@contextmanager
def opened(session: Session | None) -> Iterator[Session]:
    """Yield the session that a call was given; without one, a session for this call only."""
    if session is not None:
        yield session
    else:
        with Session() as new:
            yield new


@contextmanager
def lend_workers(
    session: Session | None, setting: WorkerSetting, *, task_seconds: float = TASK_SECONDS
) -> Iterator[Pool]:
    """Lend a session's workers, as `Session.workers` does; without one, those of a session for this block only."""
    with opened(session) as own, own.workers(setting, task_seconds=task_seconds) as workers:
        yield workers
