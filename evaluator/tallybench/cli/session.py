"""The session of the running command."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybench.counting.session import Session

_running: ContextVar["tuple[ExitStack, Session | None]"] = ContextVar("running")


@contextmanager
def running(given: "Session | None") -> Iterator[None]:
    """Run a command in this block; the session that it opens ends with the block.

    Args:
        given: a session that commands use instead, and that stays open.
    """
    with ExitStack() as stack:
        before = _running.set((stack, given))
        try:
            yield
        finally:
            _running.reset(before)


def open_session(workers: int | None = None) -> "Session":
    """Return the session of the running command.

    Args:
        workers: as `--workers` gives it.
    """
    from tallybench.counting.session import Session

    stack, given = _running.get()
    if given is not None and workers is None:
        return given
    return stack.enter_context(Session(workers))
