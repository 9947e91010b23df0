"""A result whose figures are at hand, and whose samples are read when they are asked for: not all fit into memory."""

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from evaluator.results.metrics import METRICS_VERSION
from evaluator.results.published.entry import Entry
from evaluator.results.published.record import KnownFigures, Measurements, Record, read_measurements, record_path
from evaluator.results.ranking import PAIRED
from evaluator.results.reading import as_current_schema, load_result, parse_model
from evaluator.results.result import Figure, Result

_KEPT = 4  # results that were read last
_AT_HAND = {"slug", "path", "date", "own", "unconfirmed", "unapproved", "head"}
_LARGE = {"samples", "problems", "exclusions"}

Opened = tuple[Result, Record | None]


class RecordFacts(BaseModel):
    """What follows from a record."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    agrees: bool
    verifies: bool
    fresh: bool
    unusual: dict[str, int] | None = None


class Facts(BaseModel):
    """What is at hand of a result. All of it follows from its samples, and `pack --check` computes it anew."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    metrics_version: int
    head: dict[str, Any]
    metrics: dict[str, Figure] | None
    values: dict[str, list[float]]
    samples_a_problem: int
    record: RecordFacts | None


def facts_of(entry: Entry) -> Facts:
    """What is to be at hand of a result."""
    record = None
    if entry.record is not None:
        record = RecordFacts(
            agrees=entry.record.agrees,
            verifies=entry.record.verifies,
            fresh=entry.has_fresh,
            unusual=entry.record.measured.unusual,
        )
    return Facts(
        metrics_version=METRICS_VERSION,
        head=entry.result.model_dump(mode="json", exclude=_LARGE),
        metrics=None if entry.metrics == entry.result.metrics else entry.metrics,
        values={name: entry.values(name) for name in PAIRED if name in entry.metrics},
        samples_a_problem=entry.samples_a_problem,
        record=record,
    )


class LastRead:
    """The results that were read last; others are read again when they are asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Opened] = OrderedDict()

    def get(self, path: str, read: Callable[[], Opened]) -> Opened:
        """A result and its record, by the result's path."""
        if path not in self._kept:
            self._kept[path] = read()
        self._kept.move_to_end(path)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return self._kept[path]


class LazyEntry(Entry):
    """A result of which the head and the figures are at hand.

    Args:
        path: as an entry has it.
        date: likewise.
        facts: what is at hand.
        source: names where the facts are from, for messages.
    """

    def __init__(self, path: str, date: str, facts: Facts, source: str) -> None:
        given = {"slug": Path(path).parent.name, "path": path, "date": date, "own": False}
        self._set(**given, _facts=facts, _source=source)

    _facts: Facts
    _source: str

    def _set(self, **attributes: object) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def _opened(self) -> Opened:
        """The result and its record."""
        raise NotImplementedError

    def _with_known_figures(self, result: Result, measured: Measurements | None) -> Opened:
        """A result with its record, whose figures are not computed again where they are at hand."""
        if measured is None:
            return result, None
        verified = self._facts.record is not None and self._facts.record.verifies
        return result, Record(result, measured, KnownFigures(self.head.metrics, self.metrics) if verified else None)

    def reopened(self) -> Entry:
        again = object.__new__(type(self))
        again._set(**{name: value for name, value in vars(self).items() if name in _AT_HAND or name.startswith("_")})
        return again

    @property
    def submitted(self) -> Result:
        return self._opened()[0]

    @property
    def record(self) -> Record | None:
        return None if self._facts.record is None else self._opened()[1]

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
        empty: dict[str, Any] = {"samples": [], "problems": {}, "exclusions": []}
        return parse_model(Result, as_current_schema(self._facts.head | empty, self._source), self._source)

    @property
    def scored(self) -> Result:
        record = self.record if self.is_remeasured and self.has_fresh else None
        return self.result if record is None else record.on_fresh_inputs

    @property
    def metrics(self) -> dict[str, Figure]:
        return self.head.metrics if self._facts.metrics is None else self._facts.metrics

    def values(self, name: str) -> list[float]:
        return self._facts.values[name] if name in self._facts.values else super().values(name)

    @property
    def samples_a_problem(self) -> int:
        return self._facts.samples_a_problem


class FileEntry(LazyEntry):
    """A result's file that is read again when its samples are asked for.

    Args:
        entry: as it was read.
        file: where it is.
        last: the results that were read last.
    """

    def __init__(self, entry: Entry, file: Path, last: LastRead) -> None:
        super().__init__(entry.path, entry.date, facts_of(entry), entry.path)
        self._set(unconfirmed=entry.unconfirmed, unapproved=entry.unapproved, _file=file, _last=last)

    _file: Path
    _last: LastRead

    def _opened(self) -> Opened:
        return self._last.get(self.path, self._read)

    def _read(self) -> Opened:
        measured = None if self._facts.record is None else read_measurements(record_path(self._file))
        return self._with_known_figures(load_result(self._file), measured)
