"""The second witness of a count: the CPU time that the same job takes natively, as the kernel accounts it.

A count is taken in the address space of the solution. Should one ever be forged there, the work itself still takes its
time: so whatever is to be counted runs natively first, with no emulator to deceive. Its output has to be right, and its
time to be explained by the count. It runs first, for the time of day is a message that cannot be closed: what a native
run leaves for the emulated one makes that one too cheap to explain the time; the other way round it would not show.

A run that costs next to nothing in time, and sleeps, can still leave a message: it ends at a time of day that says what
it found out, and the counted run looks at the clock. So after one that idled, the counted run waits for a random time,
many times as long as the idling.
"""

import random
from dataclasses import dataclass

from tallybench.sandbox.jobs import Answer

# What is believed, chosen so that no honest solution takes as long: so many times as slow as a plain loop (those of
# `benchmarks/witness.py` are up to 7 times as slow, who does nothing but copy 100 MB again and again up to 40), besides
SPREAD = 48.0
# to start a child: below this CPU time a run says nothing;
COARSE_SECONDS = 0.02
# to fault memory in, which few instructions ask for and the kernel takes long for, on some machines much longer than
# on others: so many times as long as a page took when the machine was calibrated, for each page that the count could
# have filled (449 instructions were seen), and no more of them than a gibibyte has. It is the kernel's time alone that
# may be so long.
PAGE = 4096
PAGE_SPREAD = 4.0
INSTRUCTIONS_A_PAGE = 400
MOST_PAGES = (1 << 30) // PAGE
# to build, encode and write each byte of the output, which the kernel provides pages for: 9 nanoseconds were seen.
SECONDS_A_BYTE = 2e-8
# A first try gives the witness a quarter of the longest that any count within the budget would explain, for most of
# what takes longer is over the budget. Where it is not, or the times do not fit on a machine that was disturbed, both
# run once more.
TRIES = (0.25, 1.0)
WITNESS_EXTRA = 0.05  # seconds that the kernel's timer may be late
SLOWEST_RATE = 2e8  # a machine that seems to go more slowly was disturbed while it was calibrated
QUICKEST_PAGE, SLOWEST_PAGE = 1e-7, 2e-5  # the same of a page, in seconds, either way


# What a run may take besides its CPU time, on a busy machine, too: to start and to report its end, and for each byte of
# the input and the output.
IDLE_SECONDS = 0.25
IDLE_SECONDS_A_BYTE = 2e-8
PAUSE_FACTOR, LONGEST_PAUSE, LEAST_PAUSE = 20.0, 20.0, 0.005


def pause(seconds: float, cpu_seconds: float, size: int) -> float:
    """Return how long to wait after a run that may have slept to a time of its choice: drawn anew each time.

    CPU time beyond what the witness cannot see has to be explained by the count.

    Args:
        seconds: that it took.
        cpu_seconds: that it worked.
        size: of its input and its output, in bytes.
    """
    if cpu_seconds > 2 * COARSE_SECONDS + size * SECONDS_A_BYTE:
        return 0.0
    idle = seconds - 2 * cpu_seconds - IDLE_SECONDS - size * IDLE_SECONDS_A_BYTE
    return random.SystemRandom().uniform(0, min(max(LEAST_PAUSE, PAUSE_FACTOR * idle), LONGEST_PAUSE))


@dataclass(frozen=True)
class NativeSpeed:
    """How fast a machine is with nothing to count.

    Attributes:
        rate: instructions a second, on a plain loop.
        page: seconds to fault a page of memory in and to clear it.
    """

    rate: float
    page: float


TYPICAL_SPEED = NativeSpeed(4e9, 5e-7)  # where nothing was calibrated


def longest_at_work(count: int, output_size: int, speed: NativeSpeed) -> float:
    """Return the CPU seconds outside the kernel that a count explains.

    Args:
        count: instructions, of all that the child did.
        output_size: of the expected output, encoded, in bytes.
        speed: of this machine.
    """
    return COARSE_SECONDS + output_size * SECONDS_A_BYTE + count * SPREAD / speed.rate


def longest(count: int, output_size: int, speed: NativeSpeed) -> float:
    """Return the CPU seconds that a count explains, the kernel's among them; see `longest_at_work`."""
    pages = min(count / INSTRUCTIONS_A_PAGE, MOST_PAGES)
    return longest_at_work(count, output_size, speed) + pages * speed.page * PAGE_SPREAD


@dataclass(frozen=True)
class Witness:
    """A native run of what is to be counted.

    Attributes:
        answer: what came of it.
        wrong: what is wrong with its output; None if the output is right or missing.
        output_size: of the expected output, encoded, in bytes.
        speed: of this machine.
    """

    answer: Answer
    wrong: str | None
    output_size: int
    speed: NativeSpeed

    @property
    def is_wrong(self) -> bool:
        """Whether it ended without the right output, which another try would not mend."""
        return self.wrong is not None or (self.answer.failure is not None and not self.answer.out_of_time)

    def contradiction(self, count: int) -> str | None:
        """Return why a count of all that the emulated child did is not believed; None where it is."""
        took = self.answer.cpu_seconds
        at_work = took - self.answer.system_seconds
        bound = count, self.output_size, self.speed
        if at_work > longest_at_work(*bound) or took > longest(*bound):
            return f"natively it takes longer than {count:,} instructions do"
        if self.answer.failure is not None:
            return f"run natively, it fails: {self.answer.failure.reason}"
        return None if self.wrong is None else "run natively, it gives another output"
