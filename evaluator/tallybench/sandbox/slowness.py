"""How much more CPU time this machine needs than the one that the limits are made for.

Limits of CPU time are seconds of an ordinary machine, and each is multiplied by this factor where it is set. It is
measured once in a process, by the first native zygote, and is 1 on every machine that is about as fast, or faster: so
the same limits hold on all of these.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

# A loop, natively, with its process and its compilation, on the machine that the published verdicts come from.
LOOP = "def loop(_):\n    total = 0\n    for i in range(300_000):\n        total += i * i % 7\n    return (total,)\n"
ORDINARY_SECONDS = 0.016
_TOLERATED = 1.25  # that an ordinary machine differs by, from one time to the next
_TRIES = 8

_factor: float | None = None


def slowness() -> float:
    """Return how many times as long as an ordinary machine this one takes.

    Never below 1, and 1 before it is measured.
    """
    return _factor or 1.0


def is_measured() -> bool:
    """Return whether this process knows."""
    return _factor is not None


def estimate(loop_seconds: Callable[[], float]) -> float:
    """Return the factor by the quickest of several tries; the first that an ordinary machine would take is the last.

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
    """Take this machine to be as slow as that, in this process."""
    global _factor
    _factor = factor


@contextmanager
def assumed(factor: float) -> Iterator[None]:
    """Take this machine to be as slow as that for a while."""
    before = _factor
    assume(factor)
    try:
        yield
    finally:
        assume(before)
