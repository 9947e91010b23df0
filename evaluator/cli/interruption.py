"""What is said after Ctrl-C: what was kept, and how to go on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

NOTHING_HALF_DONE = "nothing is left half-done"
SAME_COMMAND = "what was measured is kept: the same command goes on with it"


class Interrupted(Exception):
    """A command was interrupted. The message says what was kept, and how to go on."""


@contextmanager
def after_interrupt(say: str | Callable[[], str]) -> Iterator[None]:
    """Says what is true after Ctrl-C within this block.

    Args:
        say: the message; or what makes it, where it depends on how far the command came.

    Raises:
        Interrupted: there was a Ctrl-C.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(say if isinstance(say, str) else say()) from None
