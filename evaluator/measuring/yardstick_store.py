"""Yardsticks that are kept between runs, by fingerprint and content hash. Deleting the folder loses only time."""

import hashlib
import os
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

import orjson

from evaluator.errors import MachineError
from evaluator.execution.yardstick import BuiltInput, Yardstick
from evaluator.files import cache_folder
from evaluator.problems.problem import Problem
from evaluator.results.environment import Fingerprint

_RECORD = "yardstick.json"


class YardstickStore:
    """The yardsticks of one fingerprint.

    Args:
        root: a folder for this fingerprint alone.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def folder(self, problem: Problem) -> Path:
        """Where a problem's yardstick and its inputs are kept."""
        return self._root / f"{problem.task_id.replace('/', '-')}-{problem.hash[:16]}"

    def load(self, problem: Problem) -> Yardstick | None:
        """A kept yardstick; None where there is none, it is of other inputs, or its files are damaged."""
        folder = self.folder(problem)
        try:
            record = orjson.loads((folder / _RECORD).read_bytes())
            yardstick = Yardstick(
                {name: BuiltInput(**facts) for name, facts in record["inputs"].items()},
                record["counts"],
                record["best"],
                record["codes"],
            )
            for name, built in yardstick.inputs.items():
                if (
                    _hash(folder / f"{name}.in") != built.sha256
                    or _hash(folder / f"{name}.out") != built.expected_sha256
                ):
                    return None
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError):
            return None
        # Which of a source's inputs are left out is no part of a problem's hash.
        return (
            yardstick
            if yardstick.inputs.keys() == {stressful_input.name for stressful_input in problem.stressful}
            else None
        )

    def draft(self, problem: Problem) -> Path:
        """A new folder to take a yardstick in. `keep` or `discard` ends it.

        Raises:
            MachineError: the cache cannot be written.
        """
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(prefix=f".{problem.task_id.replace('/', '-')}-", dir=self._root))
        except OSError as error:
            raise MachineError(
                f"{self._root}: the cache cannot be written ({error.strerror}); set TALLYBENCH_CACHE to another folder"
            ) from None

    def keep(self, problem: Problem, draft: Path, yardstick: Yardstick) -> Path:
        """Puts a finished draft in its place, whole or not at all, and returns the place."""
        record = {
            "inputs": {name: asdict(built) for name, built in yardstick.inputs.items()},
            "counts": yardstick.counts,
            "best": yardstick.best,
            "codes": yardstick.code_hashes,
        }
        (draft / _RECORD).write_bytes(orjson.dumps(record, option=orjson.OPT_INDENT_2))
        place = self.folder(problem)
        shutil.rmtree(place, ignore_errors=True)
        try:
            os.rename(draft, place)
        except OSError:  # another run was faster: the same problem and fingerprint, so the same content
            shutil.rmtree(draft, ignore_errors=True)
        return place


def yardstick_store(fingerprint: Fingerprint) -> YardstickStore:
    """The yardsticks of an environment, in the cache."""
    return YardstickStore(cache_folder() / "yardsticks" / fingerprint.hash[:16])


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
