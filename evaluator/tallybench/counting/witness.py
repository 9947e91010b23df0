"""The second witness of a count: the CPU time that the same job takes natively, as the kernel accounts it.

A count is taken in the solution's address space. If one is ever forged there, the work itself still takes time, so a
solution runs natively first, with no emulator to deceive. Its output has to be right, and the count has to explain its
time. It runs first because the time of day is a channel that cannot be closed: if the native run leaves something for
the emulated one, the count becomes too low to explain the time; the other way round it would not show.

A run that takes hardly any CPU time, and sleeps, can still leave a message: it ends at a time of day that encodes what
it found out, and the counted run reads the clock. So if the native run idled, the counted one waits for a random time,
up to many times as long as the idling.
"""

import random
from dataclasses import dataclass

from tallybench.sandbox.jobs import Answer

# The longest time that is believed is the sum of the following, chosen so that no honest solution takes that long.
# The work itself: each instruction may be this many times as slow as in a plain loop (the programs of
# `benchmarks/witness.py` are up to 7 times as slow; one that only copies 100 MB again and again, up to 40).
SPREAD = 48.0
# The start of a child: a shorter CPU time says nothing.
COARSE_SECONDS = 0.02
# Page faults, which take few instructions but much of the kernel's time, on some machines far more than on others:
# each may take this many times as long as when the machine was calibrated. Their number is taken as that of the pages
# that the count could have filled (449 instructions per page were seen), and at most those of a gibibyte. Only the
# kernel's time may be that long.
PAGE = 4096
PAGE_SPREAD = 4.0
INSTRUCTIONS_A_PAGE = 400
MOST_PAGES = (1 << 30) // PAGE
# Each byte of the output, which is built, encoded and written to pages from the kernel: 9 nanoseconds were seen.
SECONDS_A_BYTE = 2e-8
# The first try gives the witness a quarter of the longest time that a count within the budget would explain, because
# most solutions that take longer are over the budget. If one is not, or if the times do not fit because the machine was
# disturbed, both run again.
TRIES = (0.25, 1.0)
WITNESS_EXTRA = 0.05  # seconds by which the kernel's timer may be late
SLOWEST_RATE = 2e8  # a machine that seems slower was disturbed during calibration
QUICKEST_PAGE, SLOWEST_PAGE = 1e-7, 2e-5  # likewise for seconds per page, in both directions


# How long a run may take in addition to its CPU time, even on a busy machine: to start and to report its end, and for
# each byte of the input and the output.
IDLE_SECONDS = 0.25
IDLE_SECONDS_A_BYTE = 2e-8
PAUSE_FACTOR, LONGEST_PAUSE, LEAST_PAUSE = 20.0, 20.0, 0.005


def pause(seconds: float, cpu_seconds: float, size: int) -> float:
    """Return how long to wait after a run that may have slept until a time of its choice: a random time, in seconds.

    There is no need to wait after a longer CPU time: the count has to explain it. The size is that of the run's input
    and output, in bytes.
    """
    if cpu_seconds > 2 * COARSE_SECONDS + size * SECONDS_A_BYTE:
        return 0.0
    idle = seconds - 2 * cpu_seconds - IDLE_SECONDS - size * IDLE_SECONDS_A_BYTE
    return random.SystemRandom().uniform(0, min(max(LEAST_PAUSE, PAUSE_FACTOR * idle), LONGEST_PAUSE))


@dataclass(frozen=True)
class NativeSpeed:
    """How fast a machine runs natively."""

    rate: float  # instructions per second, on a plain loop
    page: float  # seconds to fault in a page of memory and clear it


TYPICAL_SPEED = NativeSpeed(4e9, 5e-7)  # if nothing was calibrated


def longest_at_work(count: int, output_size: int, speed: NativeSpeed) -> float:
    """Return the CPU seconds outside the kernel explained by a count of everything the child did."""
    return COARSE_SECONDS + output_size * SECONDS_A_BYTE + count * SPREAD / speed.rate


def longest(count: int, output_size: int, speed: NativeSpeed) -> float:
    """Return the CPU seconds explained by a count, including the kernel's; see `longest_at_work`."""
    pages = min(count / INSTRUCTIONS_A_PAGE, MOST_PAGES)
    return longest_at_work(count, output_size, speed) + pages * speed.page * PAGE_SPREAD


@dataclass(frozen=True)
class Witness:
    """A native run of what is to be counted."""

    answer: Answer  # its outcome
    wrong: str | None  # what is wrong with its output; None if the output is right or missing
    output_size: int  # of the expected output, encoded, in bytes
    speed: NativeSpeed  # of this machine

    @property
    def is_wrong(self) -> bool:
        """Whether it ended without the right output, which another try would not change."""
        return self.wrong is not None or (self.answer.failure is not None and not self.answer.out_of_time)

    def contradiction(self, count: int) -> str | None:
        """Return why a count of everything the emulated child did is not credible; None if it is."""
        took = self.answer.cpu_seconds
        at_work = took - self.answer.system_seconds
        bound = count, self.output_size, self.speed
        if at_work > longest_at_work(*bound) or took > longest(*bound):
            return f"natively it takes longer than {count:,} instructions do"
        if self.answer.failure is not None:
            return f"run natively, it fails: {self.answer.failure.reason}"
        return None if self.wrong is None else "run natively, it gives another output"
