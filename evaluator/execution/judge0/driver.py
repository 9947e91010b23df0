"""The program that Judge0 is sent of a function: the solution, and a driver that calls it as standard input says.

Standard input has a line for each call, its arguments alone; what is expected stays here. The driver is in the
solution's process and can be trusted as little as the solution. It puts standard output aside before the solution
starts, so that what a solution prints is not taken for an answer; a solution that looks for the descriptor can write
there, and would have to write the right values.

An answer is a line: in Base64, what a solution answers in our own sandbox (see `read_answer`), its value in `marshal`,
which only our own decoder reads. Arguments are pickled, which every Python 3 reads at once, and which is ours.
"""

import base64
import binascii
import pickle
from collections.abc import Sequence
from typing import Any

from evaluator.execution.conversation import ChannelClosed, Conversation
from evaluator.execution.jobs import MESSAGE_LIMIT
from evaluator.values.wire import VERSION, decode, encode

_PICKLE = 4  # the protocol: from Python 3.4 on
_STARTED = b"S"
_BASE64 = 4 / 3

# It is run by the server's Python, of whatever version.
_DRIVER = """\
def tallybench(solution, entry_point, room):
    import binascii, io, marshal, os, pickle, sys, types

    class Nowhere(io.RawIOBase):
        def writable(self):
            return True

        def write(self, content):
            return len(content)

    lines = sys.stdin.buffer.read().splitlines()
    channel = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(io.BufferedWriter(Nowhere()), encoding="utf-8")
    loads, unbase, base, dumps, write = pickle.loads, binascii.a2b_base64, binascii.b2a_base64, marshal.dumps, os.write
    plain = (type(None), bool, int, float, complex, str, bytes)

    def reply(answer):
        nonlocal room
        line = base(answer)
        if len(line) > room:
            line = base(b"L" + dumps(len(answer), {version}))
        room -= len(line)
        done = write(channel, line)
        while done < len(line):
            done += write(channel, line[done:])

    def odd_type(value):
        queue = [value]
        for item in queue:
            kind = type(item)
            if kind in (list, tuple, set, frozenset):
                queue.extend(item)
            elif kind is dict:
                queue.extend(item.keys())
                queue.extend(item.values())
            elif kind not in plain:
                return kind.__name__
            if len(queue) > 100000:
                break
        return None

    def encode(value):
        try:
            return b"R" + dumps(value, {version})
        except ValueError as error:
            odd = odd_type(value)
            if odd is None and "nested" not in str(error):
                raise MemoryError from None
            return b"T" + dumps(odd or "data nested too deeply", {version})

    def failure(error):
        try:
            text = str(error)[:300]
        except BaseException:
            text = "(its message cannot be read)"
        return b"E" + dumps((type(error).__name__, text), {version})

    module = types.ModuleType("solution")
    sys.modules["solution"] = module
    try:
        exec(compile(solution, "solution.py", "exec", dont_inherit=True), module.__dict__)
        function = module.__dict__.get(entry_point)
    except BaseException as error:
        reply(failure(error))
        return
    if not callable(function):
        reply(b"N")
        return
    reply(b"{started}")
    for line in lines:
        arguments, named = loads(unbase(line))
        try:
            answer = encode(function(*arguments, **named))
        except BaseException as error:
            answer = failure(error)
        reply(answer)


tallybench({solution}, {entry_point}, {room})
"""


def function_program(solution: str, entry_point: str, file_kilobytes: int) -> bytes:
    """The program that answers calls of a function.

    Args:
        solution: a program that defines the function.
        entry_point: its name.
        file_kilobytes: as much as it may print.
    """
    program = _DRIVER.format(
        version=VERSION,
        started=_STARTED.decode(),
        solution=ascii(solution),
        entry_point=ascii(entry_point),
        room=(file_kilobytes << 10) - 1024,  # the driver has to say it where an answer is too large
    )
    return program.encode("ascii")


def calls_text(calls: Sequence[bytes]) -> bytes:
    """Calls, encoded, as the driver finds them on standard input.

    Each is decoded first: two arguments that are one object here are two there, as in our own sandbox.
    """
    return b"".join(base64.b64encode(pickle.dumps(decode(call), _PICKLE)) + b"\n" for call in calls)


class Unforeseen(BaseException):
    """The tests make another call than those that were sent. No `except Exception` of a test may hold it.

    Args:
        calls: those that they have made, encoded, this one the last.
    """

    def __init__(self, calls: Sequence[bytes]) -> None:
        super().__init__()
        self.calls = tuple(calls)


class Replay:
    """The conversation with a solution that has answered already.

    Args:
        calls: that it was sent, encoded.
        stdout: what came from its process, untrusted.
    """

    def __init__(self, calls: Sequence[bytes], stdout: bytes) -> None:
        self._calls = calls
        self._lines = stdout.split(b"\n")[:-1]  # a last line without an end was cut off
        self._at = 0

    def receive(self) -> bytes:
        """The first answer."""
        return self._answer(0)

    def call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
        """The answer to a call."""
        call = encode((arguments, named))
        if self._at >= len(self._calls) or call != self._calls[self._at]:
            raise Unforeseen((*self._calls[: self._at], call))
        self._at += 1
        return self._answer(self._at)

    def _answer(self, number: int) -> bytes:
        if number >= len(self._lines):
            raise ChannelClosed
        line = self._lines[number]
        if len(line) > MESSAGE_LIMIT * _BASE64:
            raise ChannelClosed(malformed=True)
        try:
            answer = base64.b64decode(line, validate=True)
        except binascii.Error:
            raise ChannelClosed(malformed=True) from None
        if not answer:
            raise ChannelClosed(malformed=True)
        return answer


class Recorder:
    """A conversation, of which the calls are kept.

    Args:
        conversation: with whoever answers.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self.calls: list[bytes] = []

    def receive(self) -> bytes:
        """The first answer."""
        return self._conversation.receive()

    def call(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> bytes:
        """The answer to a call."""
        self.calls.append(encode((arguments, named)))
        return self._conversation.call(arguments, named)
