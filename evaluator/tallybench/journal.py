"""The journal of a run: each finished job is appended to it, so that a killed run can be resumed.

It is in the cache, under a name that is a hash of everything that the outcomes depend on, and is looked for nowhere
else: a file that somebody puts beside samples or results is never taken for measurements made here.

JSON Lines. The first line identifies the run; each other line is a job's key and its outcome. A line that was cut off
when the run was killed is dropped.
"""

import errno
import fcntl
import os
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

import orjson

from tallybench.errors import InputError, MachineError
from tallybench.files import cache_folder

_VERSION = 3  # of a journal's format
Key = tuple[str, ...]


class Journal:
    """The journal of one run. The caller removes it once the result is written.

    Args:
        purpose: what the run is for; runs for different purposes have different journals.
        resume: continue an existing journal; if false, an existing one is an error.
    """

    def __init__(self, purpose: str, *, resume: bool) -> None:
        # What an earlier run recorded, as JSON by a hash of the key: a fifth of the memory that dicts would take.
        self._noted: dict[bytes, bytes] = {}
        self._holds_any = False
        self.path: Path | None = None
        self._purpose = purpose
        self._resume = resume
        self._fd = -1

    def open(self, identity: str) -> None:
        """Open the journal of a run.

        Args:
            identity: a hash of everything that the outcomes depend on.

        Raises:
            InputError: there is a journal that is not to be resumed, or it is damaged, or another run has it open.
            MachineError: the cache cannot be written.
        """
        identity = sha256(f"{_VERSION}\n{self._purpose}\n{identity}".encode()).hexdigest()
        path = cache_folder() / "journals" / f"{identity[:32]}.jsonl"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            self.path = path
            self._lock()
            lines = path.read_bytes().splitlines(keepends=True)
            whole = [line for line in lines if line.endswith(b"\n")]
            if not whole:
                os.ftruncate(self._fd, 0)
        except OSError as error:
            raise self._unwritable(error, path) from None
        if len(whole) > 1 and not self._resume:  # the first line alone leaves nothing to resume
            raise self._refuse(
                "is the journal of an unfinished run; add --resume to continue it, or delete it to start again"
            )
        if not whole:
            self._append({"journal": _VERSION, "identity": identity})
            return
        self._read(whole, identity)
        if len(whole) < len(lines):
            os.ftruncate(self._fd, sum(map(len, whole)))

    def _lock(self) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._refuse("the same run is under way in another process; wait for it") from None

    def _read(self, lines: list[bytes], identity: str) -> None:
        try:
            records = map(orjson.loads, lines)
            if next(records)["identity"] != identity:
                raise self.damaged()
            for record in records:
                key, outcome = record["job"], record["outcome"]
                if not (isinstance(outcome, dict) and isinstance(key, list) and all(type(part) is str for part in key)):
                    raise self.damaged()
                self._noted[_digest(tuple(key))] = orjson.dumps(outcome)
        except (orjson.JSONDecodeError, KeyError, TypeError):
            raise self.damaged() from None

    def get(self, key: Key) -> dict[str, Any] | None:
        """Return the outcome of a job from an earlier run; None if it recorded no outcome."""
        noted = self._noted.get(_digest(key))
        outcome: dict[str, Any] | None = None if noted is None else orjson.loads(noted)
        return outcome

    def record(self, key: Key, outcome: dict[str, Any]) -> None:
        """Append a finished job.

        Raises:
            MachineError: the disk is full, or the file can no longer be written. What was recorded is kept.
        """
        self._holds_any = True
        self._append({"job": key, "outcome": outcome})

    def _append(self, record: dict[str, Any]) -> None:
        line = orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE)
        try:
            if os.write(self._fd, line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise self._unwritable(error, self.path) from None

    def _unwritable(self, error: OSError, path: Path | None) -> MachineError:
        kept = "what was done is kept: make room, then --resume" if self._holds_any or self._noted else "make room"
        return MachineError(
            f"{path}: cannot be written ({error.strerror}); {kept}; or set TALLYBENCH_CACHE to another folder"
        )

    def damaged(self) -> InputError:
        """Return the error for a journal that does not hold what was written to it."""
        return self._refuse("is damaged; delete it to start again")

    def _refuse(self, why: str) -> InputError:
        self.close()
        return InputError(f"{self.path}: {why}")

    def close(self) -> None:
        """Close the journal, and keep it for a later run."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def remove(self) -> None:
        """Remove the journal, because the result has been written."""
        self.close()
        if self.path is not None:
            self.path.unlink(missing_ok=True)


def _digest(key: Key) -> bytes:
    return blake2b(orjson.dumps(key), digest_size=16).digest()
