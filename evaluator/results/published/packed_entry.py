"""A packed result: what the index says of it is at hand, its samples are read out of a pack when they are asked for."""

from pathlib import Path

from evaluator.errors import InputError
from evaluator.results.metrics import METRICS_VERSION
from evaluator.results.packed.index import FOLDER, INDEX, Packed
from evaluator.results.packed.store import PackStore
from evaluator.results.published.approvals import read_approvals
from evaluator.results.published.lazy_entry import Facts, LastRead, LazyEntry, Opened
from evaluator.results.published.record import Measurements
from evaluator.results.reading import as_result, parse_model
from evaluator.results.result import Result


class PackedResults:
    """The packed results of a checkout, those kept in memory that were read last."""

    def __init__(self, root: Path) -> None:
        self.store = PackStore(root)
        self.last = LastRead()
        self.approvals = read_approvals(root)

    def read(self, line: Packed) -> tuple[Result, Measurements | None]:
        """A result, and what was measured of it.

        Raises:
            InputError: the pack is broken.
        """
        name = f"{FOLDER}/{line.pack}: {line.path}"
        data, measured = self.store.documents(line.path)
        return as_result(data, name), None if measured is None else parse_model(Measurements, measured, name)


class PackedEntry(LazyEntry):
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
        super().__init__(line.path, date, facts, f"{INDEX}: {line.path}: facts.head")
        unusual = None if facts.record is None else facts.record.unusual
        self._set(_line=line, _results=results, unapproved=results.approvals.lacks_code(line.sha256, unusual))
        self._set(unconfirmed=results.approvals.lacks_organization(self.head.model.organization, date))

    _line: Packed
    _results: PackedResults

    def _opened(self) -> Opened:
        return self._results.last.get(self.path, lambda: self._with_known_figures(*self._results.read(self._line)))

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
