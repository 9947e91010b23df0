"""A Judge0 server: what it is, what it is given to run, and what it says of it.

Its HTTP API, as it is documented for 1.13: `/about`, `/languages`, `/config_info`, and `/submissions/batch`, all texts
in Base64. `expected_output` is never sent: what a program prints is judged here.
"""

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import orjson

from evaluator.errors import InputError
from evaluator.execution.judge0.address import Address
from evaluator.execution.judge0.answer import IN_QUEUE, PROCESSING, Limits, Ran, Undecided
from evaluator.execution.judge0.connection import PATIENCE, Connection, OtherwiseThanJudge0, TooLarge
from evaluator.values.text import clean_text

MOST_IN_A_BATCH = 20  # Judge0's own limit, unless its configuration says less
CPU_SECONDS, WALL_SECONDS = 6.0, 28.0  # where the server allows it; our own sandbox gives a second more
KILOBYTES = 1 << 20
FILE_KILOBYTES = 4 << 10
_FIELDS = "token,status,stdout,stderr,compile_output,message,exit_code,exit_signal,time,memory"
_PYTHON = re.compile(r"Python \((3(?:\.\d+)*)\)", re.ASCII)
_TEXTS_OF_A_BODY = 1 << 20  # bytes, about what the servers before Judge0 take; one submission may have more


@dataclass(frozen=True)
class Server:
    """What a run depends on.

    Attributes:
        host: where it is.
        version: of Judge0.
        language_id: of the language that programs are run in.
        language: its name there.
        limits: under which they run.
        batch: the most submissions that one request may have.
        queue: the most that may wait there.
    """

    host: str
    version: str
    language_id: int
    language: str
    limits: Limits
    batch: int
    queue: int


@dataclass(frozen=True)
class Submission:
    """A program to be run once.

    Attributes:
        key: by which whoever sends it knows it.
        source: the program.
        stdin: what it finds on standard input.
    """

    key: tuple[str, ...]
    source: bytes
    stdin: bytes


class Judge0:
    """A connection to a server.

    Args:
        address: where it is.
        language: the id of a language there; None takes the newest Python 3.
        patience: seconds in which it may be busy or away.
        notice: is told why the server is waited for.

    Raises:
        InputError: nobody answers there, or it has no such language.
        MachineError: it is no Judge0, or says nothing that is understood.
    """

    def __init__(
        self,
        address: Address,
        language: int | None = None,
        patience: float = PATIENCE,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.patience = patience
        self._connection = Connection(address, patience, notice)
        try:
            self.server = self._ask(language)
        except BaseException:
            self._connection.__exit__(None, None, None)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.__exit__(kind, error, trace)

    def _ask(self, language: int | None) -> Server:
        about = self._connection.first("/about")
        version = about.get("version") if isinstance(about, dict) else None
        if not isinstance(version, str) or not (version := clean_text(version, 100)):
            raise self._odd("/about", "it names no version; is it Judge0?")
        language_id, name = self._language(self._connection.ask("/languages"), language)
        config = self._connection.ask("/config_info")
        if not isinstance(config, dict):
            raise self._odd("/config_info", "it is no object")
        batch = min(int(self._number(config, "max_submission_batch_size", MOST_IN_A_BATCH)), MOST_IN_A_BATCH)
        queue = int(self._number(config, "max_queue_size", 100))
        limits = Limits(
            cpu_seconds=min(CPU_SECONDS, self._number(config, "max_cpu_time_limit", CPU_SECONDS)),
            wall_seconds=min(WALL_SECONDS, self._number(config, "max_wall_time_limit", WALL_SECONDS)),
            kilobytes=int(min(KILOBYTES, self._number(config, "max_memory_limit", KILOBYTES))),
            file_kilobytes=int(min(FILE_KILOBYTES, self._number(config, "max_max_file_size", FILE_KILOBYTES))),
        )
        return Server(self._connection.host, version, language_id, name, limits, max(min(batch, queue), 1), queue)

    def _language(self, listed: Any, wanted: int | None) -> tuple[int, str]:
        try:
            languages = {int(entry["id"]): clean_text(str(entry["name"]), 100) or "unnamed" for entry in listed}
        except (TypeError, KeyError, ValueError):
            raise self._odd("/languages", "it is no list of languages with id and name") from None
        if wanted is not None:
            if wanted not in languages:
                raise InputError(f"--language {wanted}: {self._connection.host} has none such; {_told(languages)}")
            return wanted, languages[wanted]
        versions = {
            tuple(map(int, match[1].split("."))): number
            for number, name in languages.items()
            if (match := _PYTHON.fullmatch(name)) is not None
        }
        if not versions:
            raise InputError(
                f"{self._connection.host}: has no language named Python (3...); {_told(languages)}; give --language"
            )
        newest = versions[max(versions)]
        return newest, languages[newest]

    def _number(self, config: Mapping[str, Any], name: str, default: float) -> float:
        found = config.get(name, default)
        if isinstance(found, bool) or not isinstance(found, int | float) or not found > 0:
            raise self._odd("/config_info", f"{name} is {clean_text(repr(found), 40)}")
        return found

    def _odd(self, path: str, what: str) -> OtherwiseThanJudge0:
        return OtherwiseThanJudge0(f"{self._connection.host}: what it answers to {path} is not understood: {what}")

    def send(self, submissions: Sequence[Submission]) -> list[str | Undecided]:
        """Gives programs to the server, in batches that it takes.

        Returns:
            The token of each; or why the server does not take it.

        Raises:
            TallyBenchError: the server does not take any.
        """
        found: list[str | Undecided] = []
        for part in _parts(submissions, self.server.batch):
            found += self._send(part)
        return found

    def _send(self, submissions: Sequence[Submission]) -> list[str | Undecided]:
        body = orjson.dumps({"submissions": [self._attributes(submission) for submission in submissions]})
        try:
            answer = self._connection.post("/submissions/batch", {"base64_encoded": "true"}, body)
        except TooLarge as error:
            if len(submissions) == 1:
                return [Undecided(str(error))]
            return [token for submission in submissions for token in self._send([submission])]
        if not isinstance(answer, list) or len(answer) != len(submissions):
            said = clean_text(orjson.dumps(answer).decode())
            raise self._odd("POST /submissions/batch", f"it has not {len(submissions)} parts: {said}")
        return [self._token(entry) for entry in answer]

    def _token(self, entry: Any) -> str | Undecided:
        token = entry.get("token") if isinstance(entry, dict) else None
        if isinstance(token, str) and re.fullmatch(r"[\w-]{1,100}", token, re.ASCII):
            return token
        said = clean_text(orjson.dumps(entry).decode())
        if isinstance(entry, dict) and "language_id" in entry:
            raise InputError(f"{self.server.host}: does not run {self.server.language} any more: {said}")
        return Undecided(f"Judge0 does not take it: {said}")

    def _attributes(self, submission: Submission) -> dict[str, Any]:
        limits = self.server.limits
        return {
            "source_code": base64.b64encode(submission.source).decode(),
            "language_id": self.server.language_id,
            "stdin": base64.b64encode(submission.stdin).decode(),
            "number_of_runs": 1,
            "cpu_time_limit": limits.cpu_seconds,
            "wall_time_limit": limits.wall_seconds,
            "memory_limit": limits.kilobytes,
            "max_file_size": limits.file_kilobytes,
            "redirect_stderr_to_stdout": False,
            "enable_network": False,
        }

    def fetch(self, tokens: Sequence[str]) -> dict[str, Ran | Undecided]:
        """What the server says of some submissions, a batch at the most.

        Returns:
            By token, those that are at their end.
        """
        parameters = {"tokens": ",".join(tokens), "base64_encoded": "true", "fields": _FIELDS}
        answer = self._connection.ask("/submissions/batch", parameters)
        entries = answer.get("submissions") if isinstance(answer, dict) else None
        if not isinstance(entries, list) or len(entries) != len(tokens):
            raise self._odd("GET /submissions/batch", f"it has not {len(tokens)} submissions")
        found: dict[str, Ran | Undecided] = {}
        for token, entry in zip(tokens, entries, strict=True):
            if entry is None:
                found[token] = Undecided("Judge0 does not know it any more")
                continue
            try:
                status = int(entry["status"]["id"])
                if status not in (IN_QUEUE, PROCESSING):
                    found[token] = _ended(status, entry)
            except (TypeError, KeyError, ValueError, binascii.Error) as error:
                raise self._odd("GET /submissions/batch", f"{type(error).__name__} in a submission") from None
        return found


def _ended(status: int, entry: Mapping[str, Any]) -> Ran | Undecided:
    said = " ".join(_text(entry.get(name)).decode("utf-8", "replace") for name in ("compile_output", "message")).strip()
    ran = Ran(
        status,
        _text(entry.get("stdout")),
        _text(entry.get("stderr")),
        said,
        _whole(entry.get("exit_code")),
        _whole(entry.get("exit_signal")),
        _figure(entry.get("time")),
        _figure(entry.get("memory")),
    )
    if ran.is_verdict:
        return ran
    named = clean_text(str(entry["status"].get("description", "")), 60)
    return Undecided(clean_text(f"Judge0 says {status}, {named}: {said}"))


def _text(encoded: Any) -> bytes:
    """Bytes in Base64, which Judge0 breaks into lines."""
    return b"" if encoded is None else base64.b64decode(encoded)


def _whole(number: Any) -> int | None:
    return None if number is None else int(number)


def _figure(number: Any) -> float | None:
    """A number, or the text of one: both are in use."""
    if number is None:
        return None
    figure = float(number)
    if not 0 <= figure < 1e15:
        raise ValueError
    return figure


def _parts(submissions: Sequence[Submission], most: int) -> list[Sequence[Submission]]:
    """Submissions in batches of at most so many, and of at most so many bytes where there are several."""
    parts: list[list[Submission]] = []
    held = 0
    for submission in submissions:
        size = len(submission.source) + len(submission.stdin)
        if not parts or len(parts[-1]) == most or held + size > _TEXTS_OF_A_BODY:
            parts.append([])
            held = 0
        parts[-1].append(submission)
        held += size
    return list(parts)


def _told(languages: Mapping[int, str]) -> str:
    found = [f"{number} {name}" for number, name in languages.items() if "python" in name.lower()]
    return f"of Python it has {', '.join(found[:10])}" if found else "it has no Python"
