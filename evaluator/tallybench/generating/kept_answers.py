"""Keep a model's answers by question, in a file beside what is made from them: repeating a run sends no request.

JSON Lines, in the order of the keys once a run has ended; a line that was cut off is dropped.
"""

import errno
import fcntl
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import orjson

from tallybench.errors import InputError, MachineError
from tallybench.files import write_atomically
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Message

_FORM = 1  # version of the format of keys and lines


@dataclass(frozen=True)
class KeptAnswer:
    """An answer, and the tokens of question and answer; None if the server does not say."""

    text: str
    tokens_in: int | None
    tokens_out: int | None


def key_of(settings: Settings, messages: Sequence[Message], again: int) -> str:
    """Return the key of a question; `again` is how often it was asked earlier in the same conversation."""
    asked = [_FORM, settings.facts(), [[message.role, message.text] for message in messages], again]
    return sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


class KeptAnswers:
    """The answers in a file, which one run at a time can use, as a context manager.

    When a run has ended without an error, the lines are put in the order of the keys.

    Raises:
        InputError: it cannot be read, holds something else, or is in use by another run.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._answers: dict[str, KeptAnswer] = {}
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._fd)
            raise InputError(f"{path}: another run has it; wait for it, or give another --output") from None
        lines = path.read_bytes().splitlines(keepends=True)
        for number, line in enumerate(lines, 1):
            if line.endswith(b"\n"):
                self._take(line, number)
            else:
                os.ftruncate(self._fd, sum(map(len, lines[:-1])))

    def _take(self, line: bytes, number: int) -> None:
        try:
            record = orjson.loads(line)
            answer = KeptAnswer(**record["answer"])
            if type(answer.text) is not str or not all(
                type(tokens) in (int, type(None)) for tokens in (answer.tokens_in, answer.tokens_out)
            ):
                raise TypeError
            self._answers[str(record["key"])] = answer
        except (orjson.JSONDecodeError, KeyError, TypeError):
            os.close(self._fd)
            raise InputError(
                f"{self._path}:{number}: is no line of answers; delete it, or give another --output"
            ) from None

    def get(self, key: str) -> KeptAnswer | None:
        """Return the answer to a question; None if it was not asked."""
        return self._answers.get(key)

    def keep(self, key: str, answer: KeptAnswer) -> None:
        """Keep an answer. If the file can no longer be written, that is a MachineError, and what was kept stays."""
        self._answers[key] = answer
        line = _line(key, answer)
        try:
            if os.write(self._fd, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise MachineError(
                f"{self._path}: cannot be written ({error.strerror}); make room, then run the same command again"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            write_atomically(self._path, (_line(key, answer) for key, answer in sorted(self._answers.items())))
        os.close(self._fd)


def _line(key: str, answer: KeptAnswer) -> bytes:
    record: dict[str, Any] = {"key": key, "answer": asdict(answer)}
    return orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS)
