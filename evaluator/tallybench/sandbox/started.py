"""What a process that `messages.start_connected` started does first: it connects, settles, and says READY.

It needs only the standard library, because the measuring environment's Python has no packages.
"""

import resource
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from tallybench.errors import MachineError

READY = b"READY"
STACK_BYTES = 8 << 20  # Linux's default; how deeply a parser may recurse, and where a zygote's memory begins


def accept_connection() -> Connection:
    """Return the started process's end of the connection. Ctrl-C is ignored: the starter decides when to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    return Connection(int(sys.argv[1]))


def say_ready(connection: Connection) -> None:
    """Say that this started process is ready to judge; if it cannot, say why not, and raise that MachineError."""
    try:
        _settle_process()
    except MachineError as error:
        connection.send_bytes(str(error).encode())
        raise
    connection.send_bytes(READY)


def _settle_process() -> None:
    """Check that failing assertions raise in this process, and set the size of its stack, and so of its zygotes'."""
    if not _assertions_fail():
        raise MachineError("a failing assertion does not fail here, so nothing can be judged")
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    if hard != resource.RLIM_INFINITY and hard < STACK_BYTES:
        raise MachineError(f"the stack is limited to {hard >> 10} KiB and needs {STACK_BYTES >> 10}; see `ulimit -Hs`")
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, hard))


def _assertions_fail() -> bool:
    """Return whether assertions fail in a test, compiled as all are, and in an imported module, such as this one."""
    failed = False
    try:
        exec(compile("assert False", "<assertion>", "exec", dont_inherit=True, optimize=0))
    except AssertionError:
        failed = True
    try:
        assert not failed
    except AssertionError:
        return True
    return False


@contextmanager
def ending_when_left(connection: Connection) -> Iterator[None]:
    """End this process as soon as the other end of a connection is closed, whatever it is doing in this context.

    Its results would be lost anyway. Its main thread leaves with SystemExit, so that it cleans up.
    """

    def leave(*_: object) -> None:
        raise SystemExit(1)

    def wait() -> None:
        left = select.poll()
        left.register(connection.fileno(), 0)  # POLLHUP is always reported
        left.poll()
        signal.pthread_kill(main, signal.SIGUSR1)

    main = threading.get_ident()
    signal.signal(signal.SIGUSR1, leave)
    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)
