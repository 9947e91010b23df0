"""What Judge0 says of a program that it ran, and what follows from how the program ended."""

import signal
from dataclasses import dataclass
from typing import Any, Self

from evaluator.execution.jobs import Failure
from evaluator.results.verdicts import Verdict
from evaluator.values.text import clean_text

# Of Judge0's statuses (GET /statuses). 4, a wrong answer, is said only where an expected output was sent.
IN_QUEUE, PROCESSING, ACCEPTED, TIME_LIMIT, COMPILATION_ERROR = 1, 2, 3, 5, 6
FILE_LIMIT, NONZERO_EXIT, OTHER_SIGNAL = 8, 11, 12
_SIGNALS = {7: "SIGSEGV", 9: "SIGFPE", 10: "SIGABRT"}
_RUNTIME_ERRORS = (FILE_LIMIT, NONZERO_EXIT, OTHER_SIGNAL, *_SIGNALS)
_WALL_CLOCK = "wall clock"  # isolate, Judge0's sandbox, says so where that clock ended a program
_LAST_BYTES = 2_000  # of a standard error, where the exception stands


@dataclass(frozen=True)
class Limits:
    """What a program may take on the server.

    Attributes:
        cpu_seconds: of CPU time.
        wall_seconds: of the wall clock behind it.
        kilobytes: of memory.
        file_kilobytes: of what it prints, and of every file that it writes.
    """

    cpu_seconds: float
    wall_seconds: float
    kilobytes: int
    file_kilobytes: int


@dataclass(frozen=True)
class Ran:
    """A program that the server ran to its end.

    Attributes:
        status: one of Judge0's.
        stdout: what it printed, untrusted.
        stderr: likewise; the end of it.
        said: what Judge0 adds in words: of the compiler, or of its sandbox.
        exit_code: None where it has none.
        exit_signal: what ended it; None where it was no signal.
        seconds: of CPU time; None where Judge0 does not say.
        kilobytes: of memory; likewise.
    """

    status: int
    stdout: bytes
    stderr: bytes
    said: str
    exit_code: int | None
    exit_signal: int | None
    seconds: float | None
    kilobytes: float | None

    @property
    def is_verdict(self) -> bool:
        """Whether its end says something of the program, and not of the server."""
        return self.status in (ACCEPTED, TIME_LIMIT, COMPILATION_ERROR, *_RUNTIME_ERRORS)

    def failure(self, limits: Limits) -> Failure | None:
        """Why it did not end well; None where it did.

        Args:
            limits: that it ran under.
        """
        if self.status == ACCEPTED:
            return None
        if self.status == TIME_LIMIT:
            slept = _WALL_CLOCK in self.said
            return Failure(Verdict.TIMEOUT, "wall-clock limit: it slept" if slept else "CPU time limit")
        if self.status == COMPILATION_ERROR:
            return Failure(Verdict.EXCEPTION, clean_text(f"it does not compile: {self.said}"))
        if self.status == FILE_LIMIT:
            return Failure(Verdict.WRONG_OUTPUT, f"it printed or wrote more than {limits.file_kilobytes:,} KB")
        if self.exit_signal == signal.SIGKILL:
            # Judge0's sandbox limits memory by a control group, where the kernel kills what is over the limit.
            return Failure(Verdict.MEMORY, f"it was killed, as is what takes more than {limits.kilobytes:,} KB")
        if self.exit_signal is not None or self.status in _SIGNALS:
            name = _SIGNALS.get(self.status) or _signal_name(self.exit_signal or 0)
            return Failure(Verdict.EXCEPTION, f"the process was ended by {name}")
        told = last_line(self.stderr)
        verdict = Verdict.MEMORY if told.startswith("MemoryError") else Verdict.EXCEPTION
        return Failure(verdict, told or f"it ended with exit status {self.exit_code}")


@dataclass(frozen=True)
class Judged:
    """One run of a program, judged.

    Attributes:
        verdict: PASSED or why not.
        reason: in words; None where it passed.
        call, expected, got: of the call that failed, shortened, as in `CheckOutcome`.
        seconds: of CPU time, as Judge0 says; None where it does not.
        kilobytes: of memory, likewise.
    """

    verdict: Verdict
    reason: str | None = None
    call: str | None = None
    expected: str | None = None
    got: str | None = None
    seconds: float | None = None
    kilobytes: float | None = None

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> Self:
        """What was noted as the dict of its attributes.

        Raises:
            TypeError, ValueError, KeyError: it is none.
        """
        noted = cls(**record | {"verdict": Verdict(record["verdict"])})
        if not all(type(text) in (str, type(None)) for text in (noted.reason, noted.call, noted.expected, noted.got)):
            raise TypeError("a text is no text")
        if not all(type(figure) in (float, int, type(None)) for figure in (noted.seconds, noted.kilobytes)):
            raise TypeError("a figure is no number")
        return noted


@dataclass(frozen=True)
class Undecided:
    """A run of which nobody can say whether the program is right: the server's fault, or the protocol's.

    Attributes:
        reason: in words.
    """

    reason: str


def last_line(stderr: bytes) -> str:
    """The last line of a standard error, where Python names the exception."""
    lines = stderr[-_LAST_BYTES:].decode("utf-8", "replace").strip().splitlines()
    return clean_text(lines[-1]) if lines else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "a signal"
