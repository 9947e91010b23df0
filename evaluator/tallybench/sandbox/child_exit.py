"""How a job's child ended, and whether what valgrind printed of it can be believed."""

import os
import signal
from dataclasses import dataclass

from tallybench.sandbox.counters import valgrind
from tallybench.sandbox.inside.protocol import REPORT, WALL_KILLED

LOG_LIMIT = 1 << 20  # bytes read of what valgrind prints while a job runs
# A child that took longer than its count explains ran code that was not counted. Under valgrind the slowest mixes of
# code (all of it new, so that all is translated) stay above 25 million instructions per second, once started.
_SLOWEST_EMULATION = 25e6
_START_CPU_SECONDS = 3.0


@dataclass(frozen=True)
class ChildExit:
    """How a job's child ended.

    Attributes:
        exit_code: None if a signal ended it.
        signal: the signal that ended it, under valgrind as valgrind reports it; None if no signal did.
        cpu_seconds: user and system time.
        system_seconds: the system time alone.
        out_of_time: its CPU limit or its wall-clock limit ended it.
        slept: it was the wall clock.
        instructions: what it spent after the fork from its twin; None if nothing was counted.
        tampered: why its count cannot be believed; None if it can.
        peak: the most bytes that it held; None if that is not measured.
    """

    exit_code: int | None
    signal: int | None
    cpu_seconds: float
    system_seconds: float
    out_of_time: bool
    slept: bool
    instructions: int | None
    tampered: str | None
    peak: int | None = None


def judge_exit(
    report: bytes, log: bytes | None, cpu_limit: float, wall_over: bool = False, slowness: float = 1.0
) -> ChildExit:
    """Read what a zygote reports about a child.

    Args:
        report: a message of the size of REPORT.
        log: what valgrind printed meanwhile; None if nothing was emulated.
        cpu_limit: the child's, in seconds.
        wall_over: whether it was ended from outside because its wall-clock time was over.
        slowness: how many times as long as an ordinary machine this one takes.
    """
    twin, child, status, user, system = REPORT.unpack(report)
    slept = bool(status & WALL_KILLED)
    status &= WALL_KILLED - 1
    exit_code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
    signal_number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    slept = slept or (wall_over and signal_number == signal.SIGKILL)
    instructions, tampered = None, None
    if log is not None:
        totals = valgrind.parse_log(log)
        signal_number = totals.signals.get(child, signal_number)
        told_of = set(totals.instructions) | set(totals.signals)
        if totals.forged or not told_of <= {twin, child} or len(log) >= LOG_LIMIT:
            tampered = "a forged total of instructions"
        elif {twin, child} <= set(totals.instructions):
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
