"""How a process of ours is started that answers on a connection, and what the pool and a worker say on theirs.

Both ends are ours, so these messages are pickled; nothing untrusted is.
"""

import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from evaluator.errors import TallyBenchError
from evaluator.results.verdicts import Verdict

T = TypeVar("T")


@dataclass(frozen=True)
class WorkerSetting:
    """What a worker is started with.

    Attributes:
        python: the path of the measuring interpreter.
        counter: the name of one of `counters.COUNTERS`.
        hash_seed: PYTHONHASHSEED of solutions.
        isolated: inside bubblewrap.
        rate: overrides the calibrated rate.
        processor: the one to stay on. A worker and its sandbox take turns, and to wake each other on one processor
            is quicker than across two; None leaves it to the kernel.
    """

    python: str
    counter: str = "valgrind"
    hash_seed: int = 0
    isolated: bool = True
    rate: float | None = None
    processor: int | None = None


@dataclass(frozen=True)
class Done(Generic[T]):
    """A task that was done, with what it returned."""

    outcome: T


@dataclass(frozen=True)
class Lost:
    """A task that has no outcome of its own: it ended the process or the sandbox that did it.

    Attributes:
        reason: in words.
        verdict: that follows from it for the solution that was judged.
    """

    reason: str
    verdict: Verdict = Verdict.TAMPERING


@dataclass(frozen=True)
class Raised:
    """A task that ended with an error that is the caller's to handle."""

    error: TallyBenchError


Reply = Done[T] | Lost | Raised


def start_connected(module: str, options: Sequence[str] = ()) -> tuple[subprocess.Popen[bytes], Connection]:
    """Starts a process and connects to it. A terminal's Ctrl-C goes to it, too: it inherits that blocked.

    Args:
        module: what it runs; it is given the descriptor of its end of the connection.
        options: of the interpreter.

    Raises:
        OSError: no process can be started.
    """
    here, there = socket.socketpair()
    command = [sys.executable, *options, "-m", module, str(there.fileno())]
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with here, there:
            process = subprocess.Popen(
                command, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL, env=dict(os.environ)
            )
            return process, Connection(here.detach())
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def ignore_interrupts() -> None:
    """In a process that was started so: whoever started it decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def ending_when_left(connection: Connection) -> Iterator[None]:
    """Ends this process as soon as nobody holds the other end of a connection, whatever it is doing in this context.

    What it would still find out, nobody would hear of. Its main thread leaves with SystemExit, so that it cleans up.

    Args:
        connection: to whoever started it.
    """

    def leave(*_: object) -> None:
        raise SystemExit(1)

    def wait() -> None:
        left = select.poll()
        left.register(connection.fileno(), 0)  # that the other end is closed is told without being asked for
        left.poll()
        signal.pthread_kill(main, signal.SIGUSR1)

    main = threading.get_ident()
    signal.signal(signal.SIGUSR1, leave)
    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
