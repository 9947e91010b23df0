"""Tasks that are made when they are handed out: a run may have a million, and each is larger than its program."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from evaluator.execution.worker import Task

Key = TypeVar("Key")
T = TypeVar("T")


class LazyTasks(Mapping[Key, Task[T]]):
    """Tasks by key.

    Args:
        programs: has a key for each.
        make: makes the task of a key.
    """

    def __init__(self, programs: Mapping[Key, str], make: Callable[[Key], Task[T]]) -> None:
        self._programs = programs
        self._make = make

    def __getitem__(self, key: Key) -> Task[T]:
        return self._make(key)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._programs)

    def __len__(self) -> int:
        return len(self._programs)
