"""Calls made side by side in copies of this process, one for each processor: they share all that it has read."""

import gc
import resource
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from evaluator.errors import MachineError
from evaluator.execution.pool import usable_processors

Made = TypeVar("Made")

_AT_ONCE = 4  # calls that a process takes at a time
_calls: list[Callable[[], Any]] = []  # those under way: a copy has them from its original


def side_by_side(calls: Iterable[Callable[[], Made]]) -> list[Made]:
    """What each call returns, in their order.

    What all of them need is best computed before: what a copy computes, the others do not know.

    Raises:
        MachineError: a copy was ended from outside.
    """
    made: list[Made]
    _calls[:] = calls
    workers = min(usable_processors(), len(_calls) // _AT_ONCE, _affordable())
    try:
        if workers < 2:
            return [call() for call in _calls]
        gc.freeze()  # else the copies' collectors would write on, and so copy, all memory
        with ProcessPoolExecutor(workers, get_context("fork")) as pool:
            made = list(pool.map(_make, range(len(_calls)), chunksize=_AT_ONCE))
        return made
    except BrokenProcessPool:
        raise MachineError(
            "a process that makes pages was ended, as a system does that is short of memory; free some, or build on "
            "fewer processors (taskset -c 0)"
        ) from None
    finally:
        gc.unfreeze()
        _calls.clear()


def _affordable() -> int:
    """For how many copies there is memory, should each come to write on all that this process has."""
    try:
        told = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
        available = int(told["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):  # no Linux: a copy might not even be safe to make
        return 1
    return available // resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # both in KiB


def _make(number: int) -> Any:
    return _calls[number]()
