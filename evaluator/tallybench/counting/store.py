"""Outcomes saved one by one in the cache, as JSON Lines, so that a long measurement can be resumed.

Each line is a key and its outcome. A line that was cut off is dropped; for each key, the last line counts.
"""

import errno
import os
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import orjson

from tallybench.files import cache_folder, using_cache
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox.gauge import GAUGE_VERSION

_MOST_PROBLEMS = 16  # with counts held in memory: a run asks for them problem by problem

T = TypeVar("T")


def kept_name(problem: Problem) -> str:
    """Return the name under which something about a problem is kept; it depends on the problem's content."""
    return f"{problem.task_id.replace('/', '-')}-{problem.hash[:16]}"


class OutcomeStore:
    """The outcomes of measurements of one problem in one environment, in a file that need not exist."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._outcomes: dict[tuple[str, ...], Any] | None = None  # read when first needed

    def _read(self) -> dict[tuple[str, ...], Any]:
        if self._outcomes is None:
            self._outcomes = {}
            try:
                lines = self._path.read_bytes().splitlines()
            except OSError:
                lines = []
            for line in lines:
                try:
                    record = orjson.loads(line)
                    self._outcomes[tuple(record["key"])] = record["outcome"]
                except (orjson.JSONDecodeError, KeyError, TypeError):
                    continue
        return self._outcomes

    def get(self, outcome_of: Callable[[Any], T], *key: str) -> T | None:
        """Return a key's outcome, made by `outcome_of` from what was saved; None if nothing valid was saved."""
        if (noted := self._read().get(key)) is None:
            return None
        try:
            return outcome_of(noted)
        except (TypeError, ValueError, KeyError):
            return None

    def note(self, outcome: Any, *key: str) -> None:
        """Save an outcome; raise MachineError if the cache cannot be written."""
        if self._outcomes is not None:
            self._outcomes[key] = outcome
        line = orjson.dumps({"key": key, "outcome": outcome}, option=orjson.OPT_APPEND_NEWLINE)
        with using_cache(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab+", buffering=0) as file:
                if file.tell() > 0:
                    file.seek(-1, os.SEEK_END)
                    line = line if file.read(1) == b"\n" else b"\n" + line
                if file.write(line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def outcome_store(what: str, problem: Problem, fingerprint: Fingerprint) -> OutcomeStore:
    """Return the outcomes of a problem, kept in the cache by what was measured, its content and the environment."""
    return OutcomeStore(cache_folder() / what / fingerprint.hash[:16] / f"{kept_name(problem)}.jsonl")


class CountStore:
    """The counts, or the peak memory, of one environment: each program is measured once, whichever model wrote it.

    The key is the problem's content, the program, the stressful input and the environment: if these are the same, so is
    the count, to the instruction, and the output. Failures other than a wrong output are measured again.
    """

    def __init__(self, fingerprint: Fingerprint, what: Literal["counts", "memory"] = "counts") -> None:
        self._fingerprint = fingerprint
        self._folder = f"memory-{GAUGE_VERSION}" if what == "memory" else what
        self._stores: OrderedDict[str, OutcomeStore] = OrderedDict()

    def get(self, problem: Problem, code_hash: str, name: str) -> StressResult | None:
        """Return what a program, given by its SHA-256, spends on a stressful input; None if it is not known."""
        return self._of(problem).get(StressResult.model_validate, code_hash, name)

    def note(self, problem: Problem, code_hash: str, name: str, outcome: StressResult) -> None:
        """Keep what was measured if it would be the same again: a count, its bound, or a wrong output.

        If the cache cannot be written, this raises MachineError.
        """
        if outcome.verdict.bounded or outcome.verdict is StressVerdict.WRONG_OUTPUT:
            self._of(problem).note(outcome.model_dump(mode="json"), code_hash, name)

    def _of(self, problem: Problem) -> OutcomeStore:
        if problem.hash not in self._stores:
            self._stores[problem.hash] = outcome_store(self._folder, problem, self._fingerprint)
            if len(self._stores) > _MOST_PROBLEMS:
                self._stores.popitem(last=False)
        self._stores.move_to_end(problem.hash)
        return self._stores[problem.hash]
