"""Limits for trusted code that computes with what untrusted code returned, and how slow this machine is.

There are two limits. At the first, an exception ends the computation; but Python raises none within a single call into
C, such as one that builds a set of colliding numbers, or a power with many digits. So a little later the kernel ends
the whole process, which the pool treats the same way (see `pool.py`). Both limit CPU time, and whichever is reached,
the same is recorded: `OVER_LIMITS`, without the details that only the first could give.

Both are timers, which start at 0. A limit on the whole process's time (RLIMIT_CPU) would have to include what it has
spent so far, which cannot be known precisely: the kernel compares the limit with its clock ticks, which after a few
minutes differ by seconds from the time that it reports (63.6 instead of 61.8 was seen).

CPU limits are given in seconds of an ordinary machine, and each is multiplied by this machine's slowness when it is
set. The slowness is measured once per process, by the first native zygote. It is 1 on every machine that is about as
fast or faster, so that the same limits hold on all of these.
"""

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

MEMORY = 4 << 30  # bytes of address space beyond those that the process has
OVER_LIMITS = "the output could not be judged within the limits of time and memory"
ENDS_BY = signal.SIGPROF  # with which the kernel ends a process that is over its limit
_KERNEL_EXTRA = 2.0  # seconds of CPU time between the exception and the kernel's signal

# A loop, and the CPU time that it takes natively, including its process and its compilation, on the machine that the
# published verdicts come from.
LOOP = "def loop(_):\n    total = 0\n    for i in range(300_000):\n        total += i * i % 7\n    return (total,)\n"
ORDINARY_SECONDS = 0.016
_TOLERATED = 1.25  # the factor by which an ordinary machine's times vary
_TRIES = 8

_factor: float | None = None


def slowness() -> float:
    """Return how much slower this machine is than an ordinary one, as a factor: at least 1, and 1 until measured."""
    return _factor or 1.0


def is_measured() -> bool:
    """Return whether the slowness is known in this process: measured or assumed."""
    return _factor is not None


def estimate(loop_seconds: Callable[[], float]) -> float:
    """Return the slowness from the quickest of several tries of a function that runs LOOP and returns its CPU time.

    It stops at the first that is as quick as an ordinary machine.
    """
    quickest = float("inf")
    for _ in range(_TRIES):
        quickest = min(quickest, loop_seconds() / ORDINARY_SECONDS)
        if quickest <= _TOLERATED:
            return 1.0
    return quickest


def assume(factor: float | None) -> None:
    """Assume in this process that the machine is this slow; None means that it is not known."""
    global _factor
    _factor = factor


@contextmanager
def assumed(factor: float) -> Iterator[None]:
    """Assume for a while that this machine is this slow."""
    before = _factor
    assume(factor)
    try:
        yield
    finally:
        assume(before)


class TooMuch(BaseException):
    """The limit was reached. A BaseException, so that no `except Exception` on the way catches it."""


@contextmanager
def guarded(cpu_seconds: float) -> Iterator[None]:
    """Limit this process's CPU time, and how much its address space may grow. For the main thread only.

    If a call into C goes on for long after the limit, the kernel ends this process with ENDS_BY. A slow machine gets
    more time.

    Raises:
        TooMuch: the CPU time is used up.
        MemoryError: as usual.
    """

    def over(_signal: int, _frame: FrameType | None) -> None:
        raise TooMuch

    cpu_seconds *= slowness()
    previous = signal.signal(signal.SIGVTALRM, over)
    try:
        with ended_after(cpu_seconds + _KERNEL_EXTRA):
            signal.setitimer(signal.ITIMER_VIRTUAL, cpu_seconds)
            try:
                yield
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, previous)


@contextmanager
def ended_after(cpu_seconds: float) -> Iterator[None]:
    """Have the kernel end this process with ENDS_BY after this much CPU time; limit how much its memory may grow."""
    memory = resource.getrlimit(resource.RLIMIT_AS)
    hard = memory[1]
    most = _address_space() + MEMORY
    previous = signal.signal(ENDS_BY, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(ENDS_BY, previous)
        resource.setrlimit(resource.RLIMIT_AS, memory)


def _address_space() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def leave_no_core() -> None:
    """Let this process write no core file when its input crashes it."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
