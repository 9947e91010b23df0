"""A packed result: what the index says of it is at hand, its samples are read when they are asked for."""

from collections import OrderedDict
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from evaluator.errors import InputError
from evaluator.results.metrics import METRICS_VERSION
from evaluator.results.packed.index import FOLDER, INDEX, Packed
from evaluator.results.packed.store import PackStore
from evaluator.results.published.entry import Entry
from evaluator.results.published.record import KnownFigures, Measurements, Record
from evaluator.results.ranking import PAIRED
from evaluator.results.reading import as_current_schema, as_result, parse_model
from evaluator.results.result import Figure, Result

_KEPT = 4  # results that were read last
_LARGE = {"samples", "problems", "exclusions"}


class RecordFacts(BaseModel):
    """What follows from a packed record."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agrees: bool
    verifies: bool
    fresh: bool


class Facts(BaseModel):
    """What the index says of a packed result. All of it follows from its samples; `pack --check` computes it anew."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    metrics_version: int
    head: dict[str, Any]
    metrics: dict[str, Figure] | None
    values: dict[str, list[float]]
    samples_a_problem: int
    record: RecordFacts | None


def facts_of(entry: Entry) -> Facts:
    """What the index is to say of a result."""
    record = None
    if entry.record is not None:
        record = RecordFacts(agrees=entry.record.agrees, verifies=entry.record.verifies, fresh=entry.has_fresh)
    return Facts(
        metrics_version=METRICS_VERSION,
        head=entry.result.model_dump(mode="json", exclude=_LARGE),
        metrics=None if entry.metrics == entry.result.metrics else entry.metrics,
        values={name: entry.values(name) for name in PAIRED if name in entry.metrics},
        samples_a_problem=entry.samples_a_problem,
        record=record,
    )


class PackedResults:
    """The packed results of a checkout, those kept in memory that were read last."""

    def __init__(self, root: Path) -> None:
        self.store = PackStore(root)
        self._kept: OrderedDict[str, tuple[Result, Record | None]] = OrderedDict()

    def read(self, line: Packed, facts: Facts) -> tuple[Result, Record | None]:
        """A result and its record.

        Raises:
            InputError: the pack is broken.
        """
        if line.path not in self._kept:
            result, record = self._read(line)
            known = KnownFigures(facts_head(line, facts).metrics, facts_metrics(line, facts))
            verified = facts.record is not None and facts.record.verifies
            kept = None if record is None else Record(result, record, known if verified else None)
            self._kept[line.path] = result, kept
        self._kept.move_to_end(line.path)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return self._kept[line.path]

    def _read(self, line: Packed) -> tuple[Result, Measurements | None]:
        name = f"{FOLDER}/{line.pack}: {line.path}"
        data, measured = self.store.documents(line.path)
        return as_result(data, name), None if measured is None else parse_model(Measurements, measured, name)


class PackedEntry(Entry):
    """A packed result.

    Args:
        line: of the index.
        date: when it was added.
        results: where its samples are read.

    Raises:
        InputError: the index's figures are of other definitions than today's, or are none.
    """

    def __init__(self, line: Packed, date: str, results: PackedResults) -> None:
        facts = parse_model(Facts, line.facts, f"{INDEX}: {line.path}: facts")
        if facts.metrics_version != METRICS_VERSION:
            raise InputError(
                f"{INDEX}: {line.path}: its figures are of version {facts.metrics_version}, today's are of "
                f"{METRICS_VERSION}; tallybench results pack --anew computes them"
            )
        given = {"slug": Path(line.path).parent.name, "path": line.path, "date": date, "own": False}
        for name, value in {**given, "_line": line, "_facts": facts, "_results": results}.items():
            object.__setattr__(self, name, value)

    _line: Packed
    _facts: Facts
    _results: PackedResults

    @property
    def submitted(self) -> Result:
        return self._results.read(self._line, self._facts)[0]

    @property
    def record(self) -> Record | None:
        return None if self._facts.record is None else self._results.read(self._line, self._facts)[1]

    @property
    def download(self) -> str:
        return f"{FOLDER}/{self._line.pack}"

    @property
    def record_download(self) -> str:
        return self.download

    @property
    def sha256(self) -> str:
        """Of its file."""
        return self._line.sha256

    @property
    def packed(self) -> bool:
        return True

    def reopened(self) -> Entry:
        return PackedEntry(self._line, self.date, self._results)

    @property
    def is_remeasured(self) -> bool:
        return self._facts.record is not None and self._facts.record.verifies

    @property
    def came_out_otherwise(self) -> bool:
        return self._facts.record is not None and not self._facts.record.agrees

    @property
    def has_fresh(self) -> bool:
        return self._facts.record is not None and self._facts.record.fresh

    @cached_property
    def head(self) -> Result:
        return facts_head(self._line, self._facts)

    @property
    def scored(self) -> Result:
        record = self.record if self.is_remeasured and self.has_fresh else None
        return self.result if record is None else record.on_fresh_inputs

    @property
    def metrics(self) -> dict[str, Figure]:
        return facts_metrics(self._line, self._facts) if self._facts.metrics is not None else self.head.metrics

    def values(self, name: str) -> list[float]:
        return self._facts.values[name] if name in self._facts.values else super().values(name)

    @property
    def samples_a_problem(self) -> int:
        return self._facts.samples_a_problem


def facts_head(line: Packed, facts: Facts) -> Result:
    """The head of a packed result, with the figures on the public inputs."""
    name = f"{INDEX}: {line.path}: facts.head"
    empty: dict[str, Any] = {"samples": [], "problems": {}, "exclusions": []}
    return parse_model(Result, as_current_schema(facts.head | empty, name), name)


def facts_metrics(line: Packed, facts: Facts) -> dict[str, Figure]:
    """The figures of a packed result that are shown and ranked."""
    return facts_head(line, facts).metrics if facts.metrics is None else facts.metrics
