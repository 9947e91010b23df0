"""The job that is a conversation: a solution answers calls of its entry point, and the trusted end makes them."""

import socket
import struct
from collections.abc import Callable
from typing import Any, Protocol

from tallybench.sandbox.child_exit import ChildExit
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import LENGTH
from tallybench.sandbox.jobs import CHECK_MEMORY, MESSAGE_LIMIT, limits
from tallybench.values.wire import encode


class ChannelClosed(BaseException):
    """The child is gone or sent something that is not an answer. No `except Exception` of a test can catch it."""

    def __init__(self, malformed: bool = False) -> None:
        super().__init__()
        self.malformed = malformed


class Conversation(Protocol):
    """The trusted end of a conversation with a solution, whose answers are untrusted bytes (see `read_answer`)."""

    def receive(self) -> bytes:
        """Return the first answer: whether there is an entry point.

        Raises:
            ChannelClosed: the child is gone, or its answer is malformed.
        """
        ...

    def call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
        """Return the answer to a call of the entry point.

        Raises:
            ChannelClosed: the child is gone, or its answer is malformed.
        """
        ...


class Channel:
    """The trusted end of a conversation with a solution that serves calls."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock

    def receive(self) -> bytes:
        """Return one answer.

        Raises:
            ChannelClosed: the child is gone, or its answer is malformed.
        """
        try:
            (size,) = LENGTH.unpack(self._socket.recv(LENGTH.size, socket.MSG_WAITALL))
            if size > MESSAGE_LIMIT + 64:
                raise ChannelClosed(malformed=True)
            answer = self._socket.recv(size, socket.MSG_WAITALL)
        except (OSError, struct.error):
            raise ChannelClosed from None
        if len(answer) != size or not answer:
            raise ChannelClosed(malformed=True)
        return answer

    def call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
        """Call the entry point and wait for the answer.

        Raises:
            ChannelClosed: the child is gone, or its answer is malformed.
        """
        request = encode((arguments, named))
        try:
            self._socket.sendall(LENGTH.pack(len(request)) + request)
        except OSError:
            raise ChannelClosed from None
        return self.receive()


def serve_solution(
    zygote: Zygote,
    source: str,
    entry_point: str,
    cpu_seconds: float,
    talk: Callable[[Channel], None],
    memory: int = CHECK_MEMORY,
) -> ChildExit:
    """Run a solution that answers calls, and `talk` to it; return how its process ended.

    Args:
        zygote: a native one.
        source: the solution.
        entry_point: the function it serves.
        cpu_seconds: CPU limit over all calls.
        talk: the other side of the conversation. When it returns, the connection is closed.
        memory: limit of its address space, in bytes.
    """
    here, there = socket.socketpair()
    job = {"kind": "serve", "source": source, "entry_point": entry_point}

    def converse() -> None:
        there.close()
        try:
            talk(Channel(here))
        finally:
            here.close()

    try:
        return zygote.run(job | limits(cpu_seconds, memory, MESSAGE_LIMIT), there.fileno(), converse)
    finally:
        here.close()
        there.close()
