"""Ask a model the questions that have no kept answer yet, and read the code in its answers.

Answers are kept by question, in a file beside what is made from them: repeating a run sends no requests. The file has
JSON Lines, ordered by key once a run has ended; a line that was cut off is dropped.
"""

import ast
import asyncio
import errno
import fcntl
import gc
import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Self

import orjson

from tallybench.errors import InputError, MachineError
from tallybench.files import write_atomically
from tallybench.generating.prompt import Prompt, read_prompt
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Message
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.sandbox.judging_limits import TooMuch, guarded

if TYPE_CHECKING:
    from tallybench.generating.answers import AskedModel

READ_SECONDS = 10.0  # CPU time to read one answer
LONGEST = 20_000  # characters of an answer's code: expressions and functions, not raw data
_FORM = 1  # version of the format of kept answers' keys and lines
_GIVE_UP = 20  # send no more requests after this many failed ones without a single answer


def authoring_prompt(name: str) -> Prompt:
    """Return one of the prompts in `prompts/`."""
    return read_prompt(Path(str(resources.files(__package__))) / "prompts" / f"{name}.toml")


@dataclass(frozen=True)
class KeptAnswer:
    """An answer, with the numbers of input and output tokens; None if the server does not say."""

    text: str
    tokens_in: int | None
    tokens_out: int | None


def key_of(settings: Settings, messages: Sequence[Message], again: int) -> str:
    """Return the key of a question; `again` is how often it was asked earlier in the same conversation."""
    asked = [_FORM, settings.facts(), [[message.role, message.text] for message in messages], again]
    return sha256(orjson.dumps(asked, option=orjson.OPT_SORT_KEYS)).hexdigest()


class KeptAnswers:
    """The answers in a file that only one run at a time can use, as a context manager.

    If a run ends without an error, the lines are sorted by key.

    Raises:
        InputError: the file cannot be read, holds something else, or is in use by another run.
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
            raise InputError(f"{path}: in use by another run; wait for it, or give a different --output") from None
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
                f"{self._path}:{number}: is not a line of answers; delete it, or give a different --output"
            ) from None

    def get(self, key: str) -> KeptAnswer | None:
        """Return the answer to a question; None if it was never asked."""
        return self._answers.get(key)

    def keep(self, key: str, answer: KeptAnswer) -> None:
        """Keep an answer. If the file can no longer be written, raise MachineError; earlier answers stay."""
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
    return orjson.dumps({"key": key, "answer": asdict(answer)}, option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS)


class Asker:
    """Asks a model, in one event loop. The model's packages are imported only when an answer is missing."""

    def __init__(self, settings: Settings, answers: KeptAnswers) -> None:
        self._settings, self._answers = settings, answers
        self._connections = asyncio.Semaphore(settings.connections)
        self._model: AskedModel | None = None
        self._failures: list[str] = []
        self._answered = 0

    @property
    def hopeless(self) -> bool:
        """Whether many requests failed and none was answered."""
        return len(self._failures) >= _GIVE_UP and not self._answered

    async def ask(self, messages: Sequence[Message], again: int = 0, prompt: Prompt | None = None) -> KeptAnswer | str:
        """Return the answer to a question, or why the request failed.

        `again` is how often the same question was asked earlier in the same conversation. Without `prompt`, the
        messages were made from the settings' prompt.

        Raises:
            InputError: the model cannot be asked.
        """
        settings = self._settings if prompt is None else replace(self._settings, prompt=prompt)
        key = key_of(settings, messages, again)
        if (kept := self._answers.get(key)) is not None:
            self._answered += 1
            return kept
        from tallybench.generating.answers import AskedModel, NoAnswer  # takes seconds: it imports Inspect AI

        async with self._connections:
            if self.hopeless:
                return self._failures[-1]
            if self._model is None:
                self._model = AskedModel(self._settings)
                gc.freeze()  # so that the packages' own objects are not scanned for garbage over and over
            try:
                given = await self._model.ask(list(messages), again)
            except NoAnswer as failure:
                self._failures.append(str(failure))
                return str(failure)
        self._answered += 1
        answer = KeptAnswer(given.text, given.tokens_in, given.tokens_out)
        self._answers.keep(key, answer)
        return answer

    async def close(self) -> None:
        """Close the connections."""
        if self._model is not None:
            await self._model.close()

    def check(self) -> None:
        """Raise InputError if all requests failed."""
        if self._failures and not self._answered:
            raise InputError(
                f"--model {self._settings.model}: the first {len(self._failures)} requests all failed: "
                f"{self._failures[-1]}; fix this, then try again"
            )


class NotAllowed(ValueError):
    """An answer holds something that is not allowed; the message goes to the model."""


class Unreadable(NotAllowed):
    """An answer cannot be parsed."""


@contextmanager
def reading() -> Iterator[None]:
    """Limit what reading an answer may spend, and turn what a parser raises on a hostile text into Unreadable."""
    try:
        with guarded(READ_SECONDS):
            yield
    except NotAllowed:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError, TooMuch) as error:
        raise Unreadable(f"it cannot be read ({type(error).__name__})") from None


def parse_answer(code: str) -> ast.Module:
    """Return the syntax tree of a model's code; its warnings are suppressed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def without_thought(text: str) -> str:
    """Return an answer without the reasoning at its start."""
    return text.rpartition("</think>")[2]


def code_in(text: str, longest: int = LONGEST) -> str:
    """Return the code in an answer: its last fenced block, or all of it.

    Raises:
        NotAllowed: it is too long.
    """
    text = without_thought(text).replace("\r\n", "\n")
    code = (fenced_blocks(text) or [text])[-1]
    if len(code) > longest:
        raise NotAllowed(f"it has {len(code):,} characters, at most {longest:,} are allowed; write an expression")
    return code
