"""What is in `results/`: a folder per model, a file per run and its record; and what follows for the leaderboards."""

import os
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tallybench.errors import InputError
from tallybench.model.counts import ProblemCounts
from tallybench.model.result import Figure, Result, SampleResult
from tallybench.statistics.published.approvals import read_approvals
from tallybench.statistics.published.record import VERIFIED, Record, read_measurements, record_of, record_path
from tallybench.statistics.ranking import values_of, why_incomparable, why_unranked
from tallybench.statistics.reading import load_result

# <benchmark>-<date>-<first 8 digits of the file's SHA-256>.json, below a folder named after the model
FOLDER = re.compile(r"(?!index$)[a-z0-9][a-z0-9._-]{0,63}")
FILE = re.compile(r"(?P<benchmark>[a-z0-9][a-z0-9_-]*?)-(?P<date>\d{4}-\d{2}-\d{2})-[0-9a-f]{8}", re.ASCII)
# It names a page, so nothing else is allowed. The version of third-party data is the start of their hash.
VERSION = re.compile(r"\d+\.\d+\.\d+|data-[0-9a-f]{12}", re.ASCII)

# Samples published by then cannot have been written for the public inputs, which are hardly older: a result added by
# then is ranked on them until it has fresh ones. A later one is not.
PUBLIC_INPUTS_UNTIL = "2026-11-24"


def needs_fresh_inputs(date: str) -> bool:
    """Return whether a result that was added on this day needs figures on fresh inputs to have a rank."""
    return date > PUBLIC_INPUTS_UNTIL


class State(StrEnum):
    """Who vouches for a result."""

    REMEASURED = "re-measured"
    SELF_REPORTED = "self-reported"
    CODE_WITHHELD = "code withheld"
    OWN = "measured here"


@dataclass(frozen=True)
class Entry:
    """A result's file."""

    slug: str  # the model's folder; the name of its page
    path: str  # relative to the project's root, with slashes
    date: str  # when it was added, from its name; empty if a file outside `results/` has none in its name
    submitted: Result  # what it holds
    record: Record | None = None  # the record of its verification, if there is one
    own: bool = False  # whether its benchmark is the user's own; the user measured it and vouches for it
    unconfirmed: bool = False  # whether no maintainer has confirmed yet whose model it is
    unapproved: bool = False  # whether a maintainer has yet to approve its code: unusual, or not searched

    @property
    def record_path(self) -> str:
        """Where its record is, relative to the project's root, with slashes."""
        return self.path.removesuffix(".json") + VERIFIED

    @property
    def is_remeasured(self) -> bool:
        """Whether all of it was measured again from its code, in the ranked environment, and agreed."""
        return self.record is not None and self.record.verifies

    @property
    def is_claim(self) -> bool:
        """Whether its figures, or whose model it is, rest on the submitter's word alone."""
        return self.unconfirmed or not (self.is_remeasured or self.own)

    @cached_property
    def result(self) -> Result:
        """What is shown problem by problem, on the public inputs: as measured again if it is re-measured."""
        return self.record.remeasured if self.record is not None and self.is_remeasured else self.submitted

    @property
    def scored(self) -> Result:
        """The result whose figures are shown and ranked: on fresh inputs if it is re-measured."""
        return self.record.on_fresh_inputs if self.record is not None and self.is_remeasured else self.submitted

    @property
    def came_out_otherwise(self) -> bool:
        """Whether it was measured again and did not agree."""
        return self.record is not None and not self.record.agrees

    @property
    def has_fresh(self) -> bool:
        """Whether it was measured on fresh inputs."""
        return self.record is not None and self.record.measured.fresh is not None

    @property
    def metrics(self) -> dict[str, Figure]:
        """The figures that are shown and ranked."""
        return self.scored.metrics

    @property
    def name(self) -> str:
        return self.result.model.name

    @property
    def baseline(self) -> bool:
        """Whether it is a set of samples that comes with the benchmark."""
        return self.result.model.baseline

    @property
    def benchmark(self) -> str:
        """The benchmark's name."""
        return self.result.benchmark.name

    @property
    def version(self) -> str:
        """The benchmark's version."""
        return self.result.benchmark.version

    @property
    def state(self) -> State:
        if self.own:
            return State.OWN
        if not self.result.has_public_code:
            return State.CODE_WITHHELD
        return State.REMEASURED if self.is_remeasured else State.SELF_REPORTED

    @property
    def unranked(self) -> str | None:
        """Why it has no rank; None if it has one."""
        if self.own:
            return why_incomparable(self.result)
        if self.baseline:
            return why_unranked(self.result)
        if self.is_remeasured:
            return why_unranked(self.result) or self._waits_for
        if self.came_out_otherwise:
            return "came out otherwise when it was measured again"
        submitted = self.result
        # A result from another environment, or measured by its own process, is ranked once it is measured here.
        if not submitted.has_public_code or submitted.benchmark.partial or not submitted.counted:
            return why_unranked(submitted)
        return "not re-measured yet"

    @property
    def _waits_for(self) -> str | None:
        """What must be measured, or decided by a maintainer, before it is ranked; None if nothing.

        Benchmarks whose data are elsewhere have no other inputs; samples that are not public elsewhere are never
        measured only on the public inputs.
        """
        public_alone = self.result.source is not None and not self.has_fresh
        if public_alone and needs_fresh_inputs(self.date) and not self.version.startswith("data-"):
            return "not measured on fresh inputs yet"
        if self.unconfirmed:
            return "a maintainer has not confirmed the organization yet"
        return "a maintainer has not approved its code yet" if self.unapproved else None

    def figure(self, name: str) -> Figure | None:
        """Return a headline figure; None if the run has none of this name."""
        return self.metrics.get(name)

    def values(self, name: str) -> list[float]:
        """Return a shown figure's value at k = 1 on each problem, in the order of the task ids."""
        return values_of(self.scored, name)

    @cached_property
    def samples(self) -> dict[str, list[SampleResult]]:
        """The samples of each task."""
        found: dict[str, list[SampleResult]] = {}
        for sample in self.result.samples:
            found.setdefault(sample.task_id, []).append(sample)
        return found

    @cached_property
    def counts(self) -> dict[str, ProblemCounts]:
        """What the metrics are computed from, by task; the samples are in the order of `samples`."""
        result = self.result
        found = result.counts()
        return dict(zip(sorted(result.problems), found, strict=True))

    @property
    def samples_a_problem(self) -> int:
        """The largest number of samples of a problem."""
        return max(map(len, self.samples.values()), default=0)


def read_entries(root: Path, without: Collection[str] = (), benchmark: str | None = None) -> list[Entry]:
    """Read all results, sorted by model and date.

    Args:
        root: the project's root, in which `results/` is.
        without: the paths of files to leave out.
        benchmark: read only the results on it, by their files' names; None: all.

    Raises:
        InputError: a file is not a result, or its folder, its name or its benchmark's version is malformed.
    """
    approvals = read_approvals(root)
    # A name that is not UTF-8 is escaped as in `repository.changed_files`, so that it can be printed.
    files = {
        os.fsencode(path.relative_to(root)).decode("utf-8", "backslashreplace"): path
        for path in (root / "results").glob("*/*.json")
        if not path.name.endswith(VERIFIED)
    }
    entries = []
    for where in sorted(files.keys() - set(without), key=lambda name: Path(name).parts):
        path = Path(where)
        name = FILE.fullmatch(path.stem)
        if name is None or FOLDER.fullmatch(path.parent.name) is None:
            raise InputError(f"{where}: must be named results/MODEL/BENCHMARK-YYYY-MM-DD-HASH.json (lower case)")
        if benchmark not in (None, name["benchmark"]):
            continue
        result = load_result(files[where])
        if result.benchmark.name != name["benchmark"]:
            raise InputError(f"{where}: is a result on {result.benchmark.name}; its name must start with that")
        if VERSION.fullmatch(result.benchmark.version) is None:
            raise InputError(
                f"{where}: benchmark.version: is {result.benchmark.version!r:.40}, must be three numbers as in 1.0.0; "
                "submit the file as tallybench evaluate wrote it"
            )
        slug, date, record = path.parent.name, name["date"], _record(files[where], result)
        unconfirmed = approvals.lacks_organization(result.model.organization, date)
        # A result without a record has no rank anyway.
        unapproved = False
        if record is not None:
            unapproved = approvals.lacks_code(record.measured.result_sha256, record.measured.unusual)
        entries.append(Entry(slug, where, date, result, record, unconfirmed=unconfirmed, unapproved=unapproved))
    return entries


def read_own_entries(folder: Path, benchmark: str) -> list[Entry]:
    """Read all results of a user's benchmark, `results/MODEL.json` in its folder, by name.

    Raises:
        InputError: a file is not a result of this benchmark, or its name cannot name a page.
    """
    entries = []
    for path in sorted((folder / "results").glob("*.json")):
        if FOLDER.fullmatch(path.stem) is None:
            raise InputError(f"{path}: its name is used for a page; rename it to lower-case letters, digits, . _ and -")
        result = load_result(path)
        if result.benchmark.name != benchmark:
            raise InputError(f"{path}: is a result on {result.benchmark.name}, not on {benchmark}; move it elsewhere")
        entries.append(Entry(path.stem, path.relative_to(folder).as_posix(), "", result, own=True))
    return entries


def read_entry(path: Path) -> Entry:
    """Read a result's file from anywhere; if it is not named as in `results/`, its name is used as the model's.

    Raises:
        InputError: it is not a result.
    """
    name = FILE.fullmatch(path.stem)
    slug, date = (path.absolute().parent.name, name["date"]) if name else (path.stem, "")
    result = load_result(path)
    return Entry(slug, path.as_posix(), date, result, _record(path, result))


def _record(path: Path, result: Result) -> Record | None:
    """Read a result's record; None if it does not exist, or belongs to a different file."""
    if not (beside := record_path(path)).exists():
        return None
    measured = read_measurements(beside)
    if measured.result_sha256 != sha256(path.read_bytes()).hexdigest():
        return None
    return record_of(measured, result, beside)
