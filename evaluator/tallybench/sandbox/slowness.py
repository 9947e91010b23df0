"""How much more CPU time this machine needs than the one that the limits are made for.

CPU limits are given in seconds of an ordinary machine, and each is multiplied by this factor where it is set. The
factor is measured once in a process, by the first native zygote. It is 1 on every machine that is about as fast or
faster, so that the same limits hold on all of these.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

# A loop, and the CPU time that it takes natively, including its process and its compilation, on the machine that the
# published verdicts come from.
LOOP = "def loop(_):\n    total = 0\n    for i in range(300_000):\n        total += i * i % 7\n    return (total,)\n"
ORDINARY_SECONDS = 0.016
_TOLERATED = 1.25  # the factor by which an ordinary machine's times differ
_TRIES = 8

_factor: float | None = None


def slowness() -> float:
    """Return how many times as long as an ordinary machine this one takes: at least 1, and 1 until it is measured."""
    return _factor or 1.0


def is_measured() -> bool:
    """Return whether it is known in this process: measured or assumed."""
    return _factor is not None


def estimate(loop_seconds: Callable[[], float]) -> float:
    """Return the factor from the quickest of several tries; stop at the first that is as quick as an ordinary machine.

    Args:
        loop_seconds: runs LOOP and returns its CPU time.
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
