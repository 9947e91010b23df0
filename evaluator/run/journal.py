"""The journal of a run: each finished job is appended to it, so that a run that was killed goes on where it was.

JSON Lines. The first line identifies the run; each other line is a job's key and its outcome. A line that was cut off
by the kill is dropped.
"""

import errno
import fcntl
import os
from pathlib import Path
from typing import Any

import orjson

from evaluator.errors import InputError, MachineError

Key = tuple[str, ...]


class Journal:
    """An open journal.

    Args:
        path: its file.
        identity: a hash of all that the outcomes depend on.
        resume: go on with the journal that is there; without it, one that is there is an error.

    Raises:
        InputError: there is a journal and `resume` is false, or the journal is of another run, or another run has it.
    """

    def __init__(self, path: Path, identity: str, *, resume: bool) -> None:
        self.path = path
        self.outcomes: dict[Key, dict[str, Any]] = {}
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror})") from None
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self._refuse("another run is writing it; wait for that run, or give another output") from None
        lines = path.read_bytes().splitlines(keepends=True)
        if lines and not resume:
            raise self._refuse(
                "is the journal of a run that did not end; add --resume to go on with it, or delete it to start anew"
            )
        whole = [line for line in lines if line.endswith(b"\n")]
        if not whole:
            os.ftruncate(self._fd, 0)
            self._append({"journal": 1, "identity": identity})
            return
        self._read(whole, identity)
        if len(whole) < len(lines):
            os.ftruncate(self._fd, sum(map(len, whole)))

    def _read(self, lines: list[bytes], identity: str) -> None:
        try:
            head, *records = map(orjson.loads, lines)
            if head["identity"] != identity:
                raise self._refuse(
                    "belongs to a run with other samples, problems, options or another environment; "
                    "delete it to start anew"
                )
            self.outcomes = {tuple(record["job"]): record["outcome"] for record in records}
        except (orjson.JSONDecodeError, KeyError, TypeError):
            raise self._refuse("is damaged; delete it to start anew") from None

    def record(self, key: Key, outcome: dict[str, Any]) -> None:
        """Appends one finished job.

        Raises:
            MachineError: the disk is full, or the file cannot be written any more. What was recorded stays.
        """
        self.outcomes[key] = outcome
        self._append({"job": key, "outcome": outcome})

    def _append(self, record: dict[str, Any]) -> None:
        line = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
        try:
            if os.write(self._fd, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise MachineError(
                f"{self.path}: cannot be written ({error.strerror}); what was done is kept: make room, then --resume"
            ) from None

    def _refuse(self, why: str) -> InputError:
        os.close(self._fd)
        return InputError(f"{self.path}: {why}")

    def close(self) -> None:
        """Keeps the journal for a later run."""
        os.close(self._fd)
