"""A limit for trusted code that computes with what untrusted code returned.

There are two. At the first, an exception ends the computation; but Python raises none within a single call into C, as
for a set of numbers that collide, or a power of many digits. So a little later the kernel ends the whole process, and
whoever waits for it takes that for the same (see `pool.py`). Both count CPU time, and whichever is reached, the same is
recorded: `OVER_LIMITS`, without what only the first could tell.
"""

import math
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MEMORY = 4 << 30
OVER_LIMITS = "the output could not be judged within the limits of time and memory"
_KERNEL_EXTRA = 2  # seconds of CPU time between the exception and the kernel's signal


class TooMuch(BaseException):
    """The limit was reached. A BaseException, so that no `except Exception` on the way holds it."""


@contextmanager
def guarded(cpu_seconds: float) -> Iterator[None]:
    """Limits the CPU time and the address space of this process. For the main thread only.

    A call into C that goes on for long after the limit ends this process with SIGXCPU.

    Raises:
        TooMuch: the CPU time is over.
        MemoryError: as usual.
    """

    def over(_signal: int, _frame: FrameType | None) -> None:
        raise TooMuch

    memory, cpu = resource.getrlimit(resource.RLIMIT_AS), resource.getrlimit(resource.RLIMIT_CPU)
    previous = signal.signal(signal.SIGPROF, over)
    resource.setrlimit(resource.RLIMIT_AS, (_lower(MEMORY, memory[1]), memory[1]))
    resource.setrlimit(resource.RLIMIT_CPU, (_lower(_cpu_end(cpu_seconds), cpu[1]), cpu[1]))
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
        resource.setrlimit(resource.RLIMIT_AS, memory)
        resource.setrlimit(resource.RLIMIT_CPU, cpu)


def end_at(cpu_seconds: float, memory: int = MEMORY) -> None:
    """Has the kernel end this process when it has spent so much more CPU time, and limits its address space."""
    for kind, limit in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, _cpu_end(cpu_seconds))):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (_lower(limit, hard), hard))


def end_without_a_trace() -> None:
    """Has the kernel's signal end this process, whatever started it, and leave no file behind."""
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _cpu_end(cpu_seconds: float) -> int:
    """The kernel counts whole seconds, from the start of a process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return math.ceil(used.ru_utime + used.ru_stime + cpu_seconds) + _KERNEL_EXTRA


def _lower(limit: int, hard: int) -> int:
    return limit if hard == resource.RLIM_INFINITY else min(limit, hard)
