"""Make calls side by side in copies of this process, one per processor: they share all that it has read."""

import gc
import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from tallybench.errors import MachineError

Made = TypeVar("Made")

_AT_ONCE = 4  # calls that a copy takes at a time
_LOOK_SECONDS = 1.0
_calls: Sequence[Callable[[], Any]] = ()  # in a copy: all of them


def side_by_side(calls: Iterable[Callable[[], Made]], most: int | None = None) -> list[Made]:
    """Return what each call returns, in order.

    Compute what all of them need beforehand: copies do not share what they compute.

    Raises:
        MachineError: a copy was ended from outside.
    """
    given = tuple(calls)
    copies = min(len(given) // _AT_ONCE, _affordable(), *((most,) if most is not None else ()))
    if copies < 2:
        return [call() for call in given]
    gc.freeze()  # else the copies' collectors would write on, and so copy, all memory
    try:
        # A copy has its arguments from this process's memory; only what calls return is sent.
        with ProcessPoolExecutor(copies, get_context("fork"), _begin, (os.getpid(), given)) as pool:
            return list(pool.map(_make, range(len(given)), chunksize=_AT_ONCE))
    except BrokenProcessPool as error:
        raise MachineError(
            f"a process that makes pages was ended ({error}), as a system does that is short of memory; free some, or "
            "build on one processor (taskset -c 0)"
        ) from None
    finally:
        gc.unfreeze()


def _affordable() -> int:
    """Return how many copies there are processors for, and memory if each writes to all of this process's."""
    try:
        told = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text().splitlines())
        available = int(told["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):  # not Linux: making a copy might not even be safe
        return 1
    by_memory = available // resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # both in KiB
    return min(len(os.sched_getaffinity(0)), by_memory)


def _begin(original: int, calls: Sequence[Callable[[], Any]]) -> None:
    """Leave Ctrl-C to the original, and end when it ends. A copy does this first."""
    global _calls
    _calls = calls
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(original,), daemon=True).start()


def _end_with(original: int) -> None:
    while os.getppid() == original:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)


def _make(number: int) -> Any:
    return _calls[number]()
