"""The trusted end of a conversation with a solution that serves calls."""

import socket
import struct
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from typing import Any

from tallybench.model.verdicts import Verdict
from tallybench.sandbox.child_exit import ChildExit
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import LENGTH
from tallybench.sandbox.jobs import Failure, limits, read_answer
from tallybench.sandbox.limits import CHECK_MEMORY, MESSAGE_LIMIT
from tallybench.values.wire import encode

AHEAD_BYTES = 64 << 10  # of calls that are sent before they are answered: a socket's buffer has room for more
_MALFORMED_ANSWER = Failure(Verdict.TAMPERING, "its answer is malformed")


class ChannelClosed(BaseException):
    """The conversation is over. A BaseException: no `except Exception` of a test can catch it.

    `failure` says why; None if the child is gone, and how it ended says why.
    """

    def __init__(self, failure: Failure | None = None) -> None:
        super().__init__()
        self.failure = failure


class Diverged(BaseException):
    """A call differs from the one that was foreseen and sent, so the child's next answer does not belong to it."""


class Channel:
    """The trusted end of a conversation with a solution that serves calls; `called` is how many were made.

    Each method raises ChannelClosed if the child is gone, or its answer is malformed.
    """

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._foreseen: Sequence[bytes] = ()
        self.called = self._sent = 0

    @property
    def is_ahead(self) -> bool:
        """Whether calls have been sent that have not been made."""
        return self._sent > self.called

    def foresee(self, requests: Sequence[bytes]) -> None:
        """Say which (encoded) calls will be made first, so that the child need not wait for each of them."""
        self._foreseen = requests

    def refusal(self) -> Failure | None:
        """Return why the solution cannot be called; None if it can. Call this first, and once."""
        if (hello := self._receive()) == b"S":
            return None
        return read_answer(hello)[1] or _MALFORMED_ANSWER

    def call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[bytes | None, Failure | None]:
        """Call the entry point; return its output, encoded and untrusted, or the failure that it reports.

        If a different call was foreseen and sent, this raises Diverged.
        """
        request = encode((arguments, named))
        if not self.is_ahead:
            self._send(request)
        elif self._foreseen[self.called] != request:
            raise Diverged
        self.called += 1
        return read_answer(self._receive())

    def _send(self, request: bytes) -> None:
        """Send a call and, if it was foreseen, as many of the following ones as there is room for."""
        following = self._foreseen[self.called :]
        count = 1
        if following and following[0] == request:
            sizes = accumulate(LENGTH.size + len(one) for one in following)
            count = max(sum(1 for _ in takewhile(lambda size: size <= AHEAD_BYTES, sizes)), 1)
            request = b"".join(LENGTH.pack(len(one)) + one for one in following[:count])
        else:
            request = LENGTH.pack(len(request)) + request
        try:
            self._socket.sendall(request)
        except OSError:
            raise ChannelClosed from None
        self._sent = self.called + count

    def _receive(self) -> bytes:
        try:
            (size,) = LENGTH.unpack(self._socket.recv(LENGTH.size, socket.MSG_WAITALL))
            if size > MESSAGE_LIMIT + 64:
                raise ChannelClosed(_MALFORMED_ANSWER)
            answer = self._socket.recv(size, socket.MSG_WAITALL)
        except (OSError, struct.error):
            raise ChannelClosed from None
        if len(answer) != size or not answer:
            raise ChannelClosed(_MALFORMED_ANSWER)
        return answer


def serve_solution(
    zygote: Zygote,
    source: str,
    entry_point: str,
    cpu_seconds: float,
    talk: Callable[[Channel], bool | None],
    memory: int = CHECK_MEMORY,
) -> ChildExit:
    """Run a (native) solution that answers calls within CPU and memory limits, and `talk` to it; return how it ended.

    When `talk` returns, the connection is closed; if it returns true, how the child ends does not matter, and a child
    still working on foreseen calls is ended.
    """
    here, there = socket.socketpair()
    job = {"kind": "serve", "source": source, "entry_point": entry_point}

    def converse() -> bool:
        there.close()
        channel = Channel(here)
        try:
            return bool(talk(channel)) and channel.is_ahead
        finally:
            here.close()

    try:
        return zygote.run(job | limits(cpu_seconds, memory, MESSAGE_LIMIT), there.fileno(), converse)
    finally:
        here.close()
        there.close()
