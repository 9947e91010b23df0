"""The yardsticks of many problems: kept ones are loaded, the others are taken side by side, and kept.

They are kept in the cache, by fingerprint and content hash. Deleting the folder costs only time.
"""

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks.catalogue import Catalogue
from tallybench.benchmarks.measured import Measured
from tallybench.counting.pool import Pool, Progress
from tallybench.counting.store import kept_name
from tallybench.counting.tasks import YardstickTask
from tallybench.counting.vetting import CANNOT_BE_JUDGED, check_counted
from tallybench.counting.yardstick import NOT_PUBLISHED, Published, Yardstick
from tallybench.errors import InputError
from tallybench.files import cache_folder, sha256_of, using_cache
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem, code_hash
from tallybench.sandbox.messages import Lost

_RECORD = "yardstick.json"
_YARDSTICK = TypeAdapter(Yardstick)


class YardstickStore:
    """The yardsticks of one fingerprint, in a folder for this fingerprint only."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def folder(self, problem: Problem) -> Path:
        """Return where a problem's yardstick and its inputs are kept."""
        return self._root / kept_name(problem)

    def load(self, problem: Problem) -> Yardstick | None:
        """Return a kept yardstick; None if it is missing, damaged, or made for different inputs or names."""
        folder = self.folder(problem)
        try:
            record = orjson.loads((folder / _RECORD).read_bytes())
            found = _YARDSTICK.validate_python(record | {"code_hashes": record["codes"]})
            whole = all(
                sha256_of(folder / f"{name}.{kind}") == digest
                for name, built in found.inputs.items()
                for kind, digest in (("in", built.sha256), ("out", built.expected_sha256))
            )
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
            return None
        whole = whole and all(counts.keys() == found.inputs.keys() for counts in found.counts.values())
        whole = whole and found.best in found.counts
        # A problem's hash does not cover what its solutions are called, nor which of the source's inputs are left out.
        solutions = (*problem.references, problem.ground_truth)
        whole = whole and found.code_hashes == {one.name: code_hash(one.code) for one in solutions}
        return found if whole and found.inputs.keys() == {given.name for given in problem.stressful} else None

    def draft(self, problem: Problem) -> Path:
        """Return a new folder to take a yardstick in; pass it to `keep`, or remove it.

        If the cache cannot be written, this and `keep` raise MachineError.
        """
        with using_cache(self._root):
            self._root.mkdir(parents=True, exist_ok=True)
            return Path(tempfile.mkdtemp(prefix=f".{kept_name(problem)}-", dir=self._root))

    def keep(self, problem: Problem, draft: Path, yardstick: Yardstick) -> Path:
        """Move a finished draft to its place, whole or not at all, and return the place.

        If another run has put the same yardstick there meanwhile, that one stays, because that run may be reading it.
        """
        record = asdict(yardstick)
        record["codes"] = record.pop("code_hashes")
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
    """Return an environment's yardsticks in the cache; with `fresh`, those for the families' inputs at that seed."""
    root = cache_folder() / "yardsticks" if fresh is None else _fresh_folder(fresh)
    return YardstickStore(root / fingerprint.hash[:16])


def forget_fresh(seed: str) -> None:
    """Remove the yardsticks of fresh inputs, which are useful for one verification only."""
    shutil.rmtree(_fresh_folder(seed), ignore_errors=True)


def _fresh_folder(seed: str) -> Path:
    return cache_folder() / "fresh" / hashlib.sha256(seed.encode()).hexdigest()[:32]


def take_yardsticks(
    pool: Pool,
    problems: Sequence[Problem],
    store: YardstickStore,
    progress: Progress,
    *,
    audited: bool,
    published: Measured | None = None,
    catalogue: Catalogue | None = None,
) -> tuple[dict[str, Yardstick], dict[str, str]]:
    """Load or take the yardstick of every problem with stressful inputs.

    One that differs from the published counts is taken again. This was seen once in some ten thousand: the first
    process that counted on a new machine overestimated by 20 instructions what a child does beyond the solution's own
    work, for all inputs of one problem, so all its counts of that problem were 20 too low.

    Args:
        pool, problems, store, progress: the workers, what to take, where to keep it, and what to call meanwhile.
        audited: whether the problems are audited. If so, a fault is an error; otherwise only that problem is dropped.
        published: counts of these problems in the same environment, as far as known; they are not taken again.
        catalogue: the benchmark's; None if none is published.

    Returns:
        The yardsticks by task id, and the reasons why others are missing, also by task id.

    Raises:
        InputError: an audited problem is at fault.
        MachineError: this machine could not count something that the catalogue has.
    """
    found = {problem.task_id: stored for problem in problems if (stored := store.load(problem)) is not None}
    faults: dict[str, str] = {}
    progress("references", len(found), len(problems))

    def take(missing: Sequence[Problem], published: Measured | None = None) -> None:
        for problem, outcome in _take(pool, missing, store, audited, published):
            if isinstance(outcome, str):
                check_counted(catalogue, problem, outcome)
                faults[problem.task_id] = outcome
            else:
                found[problem.task_id] = outcome
            progress("references", len(found) + len(faults), len(problems))

    take([problem for problem in problems if problem.task_id not in found], published)
    if published is not None:
        others = [problem for problem in problems if _differs(problem, found.get(problem.task_id), published)]
        for problem in others:
            del found[problem.task_id]
        take(others)
    return found, faults


def _differs(problem: Problem, yardstick: Yardstick | None, published: Measured) -> bool:
    """Return whether a yardstick's counts differ from those published for exactly this problem.

    A missing published count means that it was over the budget, and says nothing about this one.
    """
    if yardstick is None:
        return False
    return any(
        known.get(built.sha256) not in (None, yardstick.counts[solution][name])
        for solution, known in _published_counts(problem, published).items()
        if solution in yardstick.counts
        for name, built in yardstick.inputs.items()
    )


def _take(
    pool: Pool, missing: Sequence[Problem], store: YardstickStore, audited: bool, published: Measured | None
) -> Iterator[tuple[Problem, Yardstick | str]]:
    """Take and store the yardsticks of some problems; yield each, or why it is missing."""
    folders = {problem.task_id: store.draft(problem) for problem in missing}
    try:
        tasks = (
            (problem, YardstickTask(problem, folders[problem.task_id], audited, _published_counts(problem, published)))
            for problem in missing
        )
        for problem, outcome in pool.run(tasks):
            if isinstance(outcome, Lost):
                if audited:
                    raise InputError(f"the benchmark is at fault: {problem.task_id}: {outcome.reason}")
                outcome = f"{CANNOT_BE_JUDGED}: {outcome.reason}"
            if not isinstance(outcome, str):
                store.keep(problem, folders[problem.task_id], outcome)
            yield problem, outcome
    finally:
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)


def _published_counts(problem: Problem, published: Measured | None) -> Published:
    """Return the published counts of exactly this problem's solutions."""
    known = None if published is None else published.problems.get(problem.task_id)
    if known is None or known.hash != problem.hash:
        return NOT_PUBLISHED
    names = {solution.name: code_hash(solution.code) for solution in (*problem.references, problem.ground_truth)}
    if any(name not in known.solutions or known.solutions[name].sha256 != digest for name, digest in names.items()):
        return NOT_PUBLISHED
    return {name: {given.sha256: given.counts[name] for given in known.inputs.values()} for name in names}
