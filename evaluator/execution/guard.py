"""A limit for trusted code that computes with what untrusted code returned."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

MEMORY = 4 << 30


class TooMuch(BaseException):
    """The limit was reached. A BaseException, so that no `except Exception` on the way holds it."""


@contextmanager
def guarded(cpu_seconds: float) -> Iterator[None]:
    """Limits the CPU time and the address space of this process. For the main thread only.

    A single call into C is not interrupted; whoever waits for this process has a wall clock for that.

    Raises:
        TooMuch: the CPU time is over.
        MemoryError: as usual.
    """

    def over(_signal: int, _frame: FrameType | None) -> None:
        raise TooMuch

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    previous = signal.signal(signal.SIGPROF, over)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
