"""How a job's child is watched, how it ended, and whether what valgrind printed about it is credible.

The wall clock stops while the child waits for a processor. It ends only a child that sleeps: one that computes reaches
its CPU limit on a busy machine too, only later. The kernel records how long a task was ready to run but did not run
(`/proc/PID/schedstat`), which is read from outside the sandbox. If it cannot be read, the zygote's own wall clock ends
the child.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Self

from tallybench.sandbox.counters import parse_log
from tallybench.sandbox.inside.protocol import REPORT, WALL_KILLED

LOG_LIMIT = 1 << 20  # bytes read of what valgrind prints while a job runs
# A child that took longer than its count explains ran code that was not counted. Under valgrind the slowest mixes of
# code (all of it new, so that all is translated) stay above 25 million instructions per second, once started.
_SLOWEST_EMULATION = 25e6
_START_CPU_SECONDS = 3.0


@dataclass(frozen=True)
class ChildExit:
    """How a job's child ended."""

    exit_code: int | None  # None if a signal ended it
    signal: int | None  # that ended it, under valgrind as valgrind reports it; None if none did
    cpu_seconds: float  # user and system time together
    system_seconds: float
    out_of_time: bool  # its CPU limit or its wall-clock limit ended it
    slept: bool  # it was the wall-clock limit
    instructions: int | None  # what it spent after the fork from its twin; None if nothing was counted
    tampered: str | None  # why its count is not credible; None if it is
    peak: int | None = None  # the most bytes that it held; None if that is not measured


def judge_exit(
    report: bytes, log: bytes | None, cpu_limit: float, wall_over: bool = False, slowness: float = 1.0
) -> ChildExit:
    """Read what a zygote reports about a child with this CPU limit, in seconds.

    `log` is what valgrind printed meanwhile, None if nothing was emulated; `wall_over` says that the child was ended
    from outside because its wall-clock time was up.
    """
    twin, child, status, user, system = REPORT.unpack(report)
    slept = bool(status & WALL_KILLED)
    status &= WALL_KILLED - 1
    exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
    signal_number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    slept = slept or (wall_over and signal_number == signal.SIGKILL)
    instructions, tampered = None, None
    if log is not None:
        totals = parse_log(log)
        signal_number = totals.signals.get(child, signal_number)
        named = totals.instructions.keys() | totals.signals.keys()
        if totals.forged or not named <= {twin, child} or len(log) >= LOG_LIMIT:
            tampered = "a forged total of instructions"
        elif {twin, child} <= totals.instructions.keys():
            instructions = totals.instructions[child] - totals.instructions[twin]
            if user > slowness * (_START_CPU_SECONDS + max(instructions, 0) / _SLOWEST_EMULATION):
                tampered = "its CPU time does not fit the instructions counted"
        elif exit_code is not None:
            tampered = "no total of instructions"
    if tampered is not None:
        instructions = None
    # Only the timer set before the CPU limit sends SIGPROF here; a child that sends it to itself has given up as well.
    # SIGKILL comes from the limit, or from a kernel that is out of memory. The limits go by clock ticks, while the
    # times are measured, and on a busy machine the two differ greatly.
    out_of_cpu = signal_number == signal.SIGPROF or (signal_number == signal.SIGKILL and user + system >= cpu_limit / 2)
    return ChildExit(
        exit_code, signal_number, user + system, system, slept or out_of_cpu, slept, instructions, tampered
    )


_AGAIN_SECONDS = 1.0  # at most until the next look
_TICKS = os.sysconf("SC_CLK_TCK")
_START_TIME = 19  # the index among the fields of /proc/PID/stat after the program's name


class WallClock:
    """A context that ends a child once it has slept until its wall-clock time is up.

    One thread watches all children: most end long before, and starting a thread takes as long as they do.

    Args:
        pid: the process that was started, from which the child descends.
        generations: how many generations below it the child is.
        seconds: what the child may take, not counting the time it waits for a processor.

    Attributes:
        over: whether the child was ended for this reason.
    """

    _turn = threading.Lock()
    _running: ClassVar[set["WallClock"]] = set()
    _thread: ClassVar[threading.Thread | None] = None

    def __init__(self, pid: int, generations: int, seconds: float) -> None:
        self.over = False
        self._pid, self._generations, self._seconds = pid, generations, seconds
        self._due = float("inf")

    def __enter__(self) -> Self:
        self._due = time.monotonic() + self._seconds
        with WallClock._turn:
            WallClock._running.add(self)
            if WallClock._thread is None or not WallClock._thread.is_alive():  # a forked process has none
                WallClock._thread = threading.Thread(target=_watch, daemon=True)
                WallClock._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with WallClock._turn:
            WallClock._running.discard(self)

    @classmethod
    def look(cls) -> float:
        """End the children whose time is over; return the seconds until the next look."""
        with cls._turn:
            for clock in cls._running:
                if clock._due <= time.monotonic():
                    clock._look()
            return min([clock._due - time.monotonic() for clock in cls._running] + [_AGAIN_SECONDS])

    def _look(self) -> None:
        try:
            left = self.end_child(lambda child: self._seconds - (age(child) - waited(child)))
        except OSError:  # it ended meanwhile
            left = _AGAIN_SECONDS
        self.over = left is None
        self._due = time.monotonic() + (float("inf") if left is None else left)

    def end_child(self, left: Callable[[int], float] = lambda _: 0.0) -> float | None:
        """End the child if it has no seconds `left`, by default always; raise OSError if it has already ended.

        Returns:
            The seconds until the next look; None if it was ended.
        """
        child = descendant(self._pid, self._generations)
        if child is None:
            return _AGAIN_SECONDS
        handle = os.pidfd_open(child)
        try:
            if descendant(self._pid, self._generations) != child:  # then the handle may be another process's
                return _AGAIN_SECONDS
            if (seconds := left(child)) > 0:
                return seconds
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            return None
        finally:
            os.close(handle)


def _watch() -> None:
    while True:
        time.sleep(max(WallClock.look(), 0.0))


def descendant(pid: int, generations: int) -> int | None:
    """Return the process this many generations below another, each an only child; None if it does not exist.

    If that cannot be determined, this raises OSError.
    """
    for _ in range(generations):
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = file.read().split()
        if len(children) != 1:
            return None
        pid = int(children[0])
    return pid


def age(pid: int) -> float:
    """Return the seconds since a process was forked; raise OSError if it is gone."""
    with open(f"/proc/{pid}/stat") as file:
        started = int(file.read().rsplit(") ", 1)[1].split()[_START_TIME])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started / _TICKS


def waited(pid: int) -> float:
    """Return how many seconds a process has waited for a processor: the time of the thread that waited longest.

    The other threads may have waited for that one. So on an idle machine no process can wait for longer than it
    computes, and one that has started many threads reaches its CPU limit. If the process is gone, this raises OSError.
    """
    longest = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            longest = max(longest, int(file.read().split()[1]))
    return longest / 1e9


def watchable(pid: int, generations: int) -> bool:
    """Return whether the processes below this one can be watched here."""
    try:
        found = descendant(pid, generations)
        return found is not None and age(found) >= 0 and waited(found) > 0
    except (OSError, ValueError, IndexError, AttributeError):
        return False
