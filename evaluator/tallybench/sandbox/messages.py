"""How to start one of our processes that answers on a connection, and which messages the pool and a worker exchange.

Both ends are ours, so these messages are pickled; nothing untrusted is.
"""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from tallybench.environment.artifact import Environment, host_command
from tallybench.errors import MachineError, TallyBenchError
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.interpreter import Interpreter
from tallybench.sandbox.isolation import clean_environment, isolated_command
from tallybench.sandbox.started import READY
from tallybench.values.text import clean_text

START_SECONDS = 120.0  # from the start to READY, which takes a quarter of a second

T = TypeVar("T")


@dataclass(frozen=True)
class WorkerSetting:
    """What a worker is started with."""

    python: str  # the path of the measuring interpreter
    counter: str = "valgrind"  # the name of one of `counters.COUNTERS`
    hash_seed: int = 0  # PYTHONHASHSEED of solutions
    isolated: bool = True  # inside bubblewrap
    rate: float | None = None  # overrides the calibrated rate
    # What that interpreter is, if the starter knows; asking it would double a worker's start-up time.
    probed: Interpreter | None = field(default=None, compare=False)  # it follows from `python`
    # The one to stay on; None leaves it to the kernel. A worker and its sandbox take turns, and waking each other is
    # quicker on one processor than across two.
    processor: int | None = None


@dataclass(frozen=True)
class Done(Generic[T]):
    """A task that was done, with its outcome."""

    outcome: T


@dataclass(frozen=True)
class Lost:
    """A task that has no outcome of its own: it ended the process or the sandbox that did it."""

    reason: str  # in words
    verdict: Verdict = Verdict.TAMPERING  # the verdict that follows for the solution that was judged


@dataclass(frozen=True)
class Raised:
    """A task that ended with an error that the caller has to handle."""

    error: TallyBenchError


Reply = Done[T] | Lost | Raised


@dataclass
class Connected:
    """A process that was started, and this end of the connection to it, on which the first message is READY.

    Its standard error goes to `errors`, a file in memory; `ready` says whether READY has come.
    """

    process: subprocess.Popen[bytes]
    connection: Connection
    errors: int
    ready: bool = False

    def confirm(self, seconds: float = 0) -> None:
        """Wait this long for READY; raise MachineError if anything else comes, or nothing."""
        try:
            said = self.connection.recv_bytes() if self.connection.poll(seconds) else b""
            why = said.decode() or f"it says nothing for {seconds or START_SECONDS:.0f} seconds"
        except (EOFError, OSError):
            status = self.process.wait()
            said, why = b"", f"it ends with status {status}: {self._written().strip().rpartition(chr(10))[2]}"
        if said != READY:
            raise MachineError(f"a process that judges cannot be started: {clean_text(why)}")
        self.ready = True

    def send(self, message: Any) -> None:
        """Send a message. If the process has ended, it is lost, and receiving from the process raises EOFError."""
        try:
            self.connection.send(message)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def end(self) -> None:
        """End the process, and pass on what it wrote to standard error since it was ready."""
        self.connection.close()
        self.process.kill()
        self.process.wait()
        if self.ready and sys.stderr is not None:
            sys.stderr.write(self._written())
        os.close(self.errors)

    def _written(self) -> str:
        return os.pread(self.errors, os.fstat(self.errors).st_size, 0).decode(errors="replace")


def start_connected(code: str, environment: Environment | None = None) -> Connected:
    """Start an isolated process and connect to it. A Ctrl-C also goes to it, but it starts with that signal blocked.

    Args:
        code: what it executes; it must call `accept_connection` and then `say_ready` (see `isolation.py`).
        environment: whose Python executes it, with the standard library alone; None for the Python that runs this.

    Raises:
        OSError: no process can be started.
    """
    python, variables = None, clean_environment()
    if environment is not None:
        python, variables = host_command(environment.root, environment.python)
    with ExitStack() as owned:
        here, there = map(owned.enter_context, socket.socketpair())
        errors = os.memfd_create("errors")
        owned.callback(os.close, errors)
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        owned.callback(signal.pthread_sigmask, signal.SIG_SETMASK, blocked)
        process = subprocess.Popen(
            isolated_command(code, str(there.fileno()), python=python),
            pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL,
            stderr=errors,
            env=variables,
        )
        return Connected(process, Connection(here.detach()), os.dup(errors))
