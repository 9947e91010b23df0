"""The message after Ctrl-C: what was kept, and how to continue."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

NOTHING_HALF_DONE = "nothing is left half-done"
SAME_COMMAND = "what was measured is kept: the same command goes on with it"


class Interrupted(Exception):
    """A command was interrupted. The message says what was kept, and how to continue."""


@contextmanager
def after_interrupt(say: str | Callable[[], str]) -> Iterator[None]:
    """Turn Ctrl-C within this block into a message.

    Args:
        say: the message, or a function that returns it.

    Raises:
        Interrupted: there was a Ctrl-C.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(say if isinstance(say, str) else say()) from None
