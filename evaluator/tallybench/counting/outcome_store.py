"""Outcomes that are saved one by one, so that a long measurement can be resumed: a file of JSON Lines.

Each line is a key and its outcome. A line that was cut off is dropped; for each key, the last line counts.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import orjson

from tallybench.files import cache_folder, using_cache
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem

T = TypeVar("T")


class OutcomeStore:
    """The outcomes of measurements of one problem in one environment.

    Args:
        path: the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes: dict[tuple[str, ...], Any] | None = None  # read when first needed

    def _read(self) -> dict[tuple[str, ...], Any]:
        if self._outcomes is not None:
            return self._outcomes
        outcomes = self._outcomes = {}
        try:
            lines = self._path.read_bytes().splitlines(keepends=True)
        except OSError:
            lines = []
        for line in lines:
            try:
                record = orjson.loads(line)
                outcomes[tuple(record["key"])] = record["outcome"]
            except (orjson.JSONDecodeError, KeyError, TypeError):
                continue
        return outcomes

    def get(self, outcome_of: Callable[[Any], T], *key: str) -> T | None:
        """Return a key's outcome, made from what was saved; None if nothing was, or if it is not an outcome."""
        if (noted := self._read().get(key)) is None:
            return None
        try:
            return outcome_of(noted)
        except (TypeError, ValueError, KeyError):
            return None

    def note(self, outcome: Any, *key: str) -> None:
        """Save an outcome.

        Raises:
            MachineError: the cache cannot be written.
        """
        if self._outcomes is not None:
            self._outcomes[key] = outcome
        line = orjson.dumps({"key": key, "outcome": outcome}, option=orjson.OPT_APPEND_NEWLINE)
        with using_cache(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                line = line if _ends_whole(self._path) else b"\n" + line
                if os.write(handle, line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            finally:
                os.close(handle)


def outcome_store(what: str, problem: Problem, fingerprint: Fingerprint) -> OutcomeStore:
    """Return the outcomes of a problem, kept in the cache by what was measured, its content and the environment."""
    name = f"{problem.task_id.replace('/', '-')}-{problem.hash[:16]}.jsonl"
    return OutcomeStore(cache_folder() / what / fingerprint.hash[:16] / name)


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
