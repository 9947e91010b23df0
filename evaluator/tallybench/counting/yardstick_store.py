"""Yardsticks that are kept between runs, by fingerprint and content hash. Deleting the folder costs only time."""

import errno
import hashlib
import os
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path

import orjson
from pydantic import PositiveInt, TypeAdapter, ValidationError

from tallybench.counting.yardstick import BuiltInput, Yardstick
from tallybench.files import cache_folder, using_cache
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem

_RECORD = "yardstick.json"
_INPUTS = TypeAdapter(dict[str, BuiltInput])
_COUNTS = TypeAdapter(dict[str, dict[str, PositiveInt | None]])
_CODES = TypeAdapter(dict[str, str])


class YardstickStore:
    """The yardsticks of one fingerprint.

    Args:
        root: a folder for this fingerprint only.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def folder(self, problem: Problem) -> Path:
        """Return where a problem's yardstick and its inputs are kept."""
        return self._root / f"{problem.task_id.replace('/', '-')}-{problem.hash[:16]}"

    def load(self, problem: Problem) -> Yardstick | None:
        """Return a kept yardstick; None if it is missing, damaged, or made for other inputs."""
        folder = self.folder(problem)
        try:
            record = orjson.loads((folder / _RECORD).read_bytes())
            yardstick = Yardstick(
                _INPUTS.validate_python(record["inputs"]),
                _COUNTS.validate_python(record["counts"]),
                record["best"],
                _CODES.validate_python(record["codes"]),
            )
            if any(counts.keys() != yardstick.inputs.keys() for counts in yardstick.counts.values()):
                return None
            if not {yardstick.best, *yardstick.code_hashes} <= yardstick.counts.keys():
                return None
            for name, built in yardstick.inputs.items():
                if (
                    _hash(folder / f"{name}.in") != built.sha256
                    or _hash(folder / f"{name}.out") != built.expected_sha256
                ):
                    return None
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
            return None
        # A problem's hash does not cover which of the source's inputs are left out.
        return (
            yardstick
            if yardstick.inputs.keys() == {stressful_input.name for stressful_input in problem.stressful}
            else None
        )

    def draft(self, problem: Problem) -> Path:
        """Return a new folder to take a yardstick in, to be ended by `keep` or `discard`.

        Raises:
            MachineError: the cache cannot be written.
        """
        with using_cache(self._root):
            self._root.mkdir(parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(prefix=f".{problem.task_id.replace('/', '-')}-", dir=self._root))

    def keep(self, problem: Problem, draft: Path, yardstick: Yardstick) -> Path:
        """Move a finished draft to its place, whole or not at all, and return the place.

        What another run has put there meanwhile stays if it is the same, because that run may be reading it.

        Raises:
            MachineError: the cache cannot be written.
        """
        record = {
            "inputs": {name: asdict(built) for name, built in yardstick.inputs.items()},
            "counts": yardstick.counts,
            "best": yardstick.best,
            "codes": yardstick.code_hashes,
        }
        place = self.folder(problem)
        with using_cache(place):
            (draft / _RECORD).write_bytes(orjson.dumps(record, option=orjson.OPT_INDENT_2))
            if self.load(problem) == yardstick:
                shutil.rmtree(draft, ignore_errors=True)
                return place
            shutil.rmtree(place, ignore_errors=True)
            try:
                os.rename(draft, place)
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
                # Another run was faster: the same problem and fingerprint, so the same content.
                shutil.rmtree(draft, ignore_errors=True)
        return place


def yardstick_store(fingerprint: Fingerprint, fresh: str | None = None) -> YardstickStore:
    """Return the yardsticks of an environment, in the cache.

    Args:
        fingerprint: the environment's.
        fresh: the seed of the families' inputs; None means the released one.
    """
    root = cache_folder() / "yardsticks" if fresh is None else _fresh_folder(fresh)
    return YardstickStore(root / fingerprint.hash[:16])


def forget_fresh(seed: str) -> None:
    """Remove the yardsticks of fresh inputs, which are useful for one verification only."""
    shutil.rmtree(_fresh_folder(seed), ignore_errors=True)


def _fresh_folder(seed: str) -> Path:
    return cache_folder() / "fresh" / hashlib.sha256(seed.encode()).hexdigest()[:32]


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
