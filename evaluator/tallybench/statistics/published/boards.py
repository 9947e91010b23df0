"""The leaderboards, one for each version of a benchmark."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tallybench.model.metrics import RATIOS
from tallybench.model.result import Figure
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.published.extra_tests import ExtraStanding
from tallybench.statistics.published.growth import OrderStanding
from tallybench.statistics.ranking import PAIRED as PAIRED
from tallybench.statistics.ranking import RANKED_BY as RANKED_BY
from tallybench.statistics.ranking import PairedDifferences, comparable, paired_differences, ranks

CURVE = tuple(f"within@1({ratio:g})" for ratio in RATIOS)


@dataclass(frozen=True)
class Row:
    """A line of a leaderboard.

    Attributes:
        entry: the result.
        rank: the lowest rank that the differences leave open, 1 + the number of models that are significantly better;
            None if it is not ranked.
        rank_high: the highest, the number of ranked models minus those that are significantly worse; None likewise.
        drop: pass@1 minus efficient@1 over the problems that count for efficiency; None if one of them is missing.
        orders: how its programs grow with their inputs; None where that was not measured.
        extra: how it does on generated tests; None where its programs were not run on them.
    """

    entry: Entry
    rank: int | None
    rank_high: int | None
    drop: float | None
    orders: OrderStanding | None = None
    extra: ExtraStanding | None = None

    @property
    def ranks(self) -> str:
        """Its rank in words, such as `1-7`; empty if it is not ranked."""
        if self.rank is None:
            return ""
        return str(self.rank) if self.rank == self.rank_high else f"{self.rank}-{self.rank_high}"

    @property
    def why_apart(self) -> str | None:
        """Why it has no rank."""
        return None if self.rank is not None else self.entry.unranked or "other problems under the same version"


@dataclass(frozen=True)
class Board:
    """The models of one version of a benchmark.

    Attributes:
        benchmark: its name.
        version: the benchmark's.
        rows: the ranked ones, the highest score first: all of them re-measured.
        apart: re-measured models that have no rank for another reason.
        claims: models whose figures only the submitter has measured; never ranked.
        baselines: the benchmark's own sets of samples, by score; they are not models, and never ranked.
        differences: those between ranked models, by figure (PAIRED) and by the positions of both in `rows`.
        superseded: older results of models that have a newer one, or one that was re-measured.
    """

    benchmark: str
    version: str
    rows: tuple[Row, ...] = ()
    apart: tuple[Row, ...] = ()
    claims: tuple[Row, ...] = ()
    baselines: tuple[Row, ...] = ()
    differences: Mapping[str, PairedDifferences] = field(default_factory=dict)
    superseded: tuple[Entry, ...] = ()

    @property
    def newest(self) -> str:
        """The date of the newest of its results."""
        return max((row.entry.date for row in self.all_rows), default="")

    @property
    def models(self) -> tuple[Row, ...]:
        """All models, ranked or not, without the baselines."""
        return self.rows + self.apart + self.claims

    @property
    def all_rows(self) -> tuple[Row, ...]:
        return self.models + self.baselines


def make_boards(entries: Iterable[Entry]) -> list[Board]:
    """Return the boards of all benchmarks and versions that have results, by name, the newest version of each first.

    Data of other parties have a hash as their version; among those, the version with the newest result is first.
    """
    by_board = defaultdict(list)
    for entry in entries:
        by_board[entry.benchmark, entry.version].append(entry)
    boards = [_board(*key, by_board[key]) for key in sorted(by_board)]
    boards.sort(key=lambda board: (_numbers(board.version), board.newest), reverse=True)
    return sorted(boards, key=lambda board: board.benchmark)


def superseded_runs(entries: Iterable[Entry]) -> set[str]:
    """Return the paths of results that are replaced on the board by another run of the same model."""
    by_board = defaultdict(list)
    for entry in entries:
        by_board[entry.benchmark, entry.version].append(entry)
    newest = {run.path for runs in by_board.values() for run in _newest(runs).values()}
    return {run.path for runs in by_board.values() for run in runs} - newest


def _newest(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return each model's newest re-measured run, else its newest."""
    return {entry.slug: entry for entry in sorted(entries, key=lambda run: (run.is_remeasured, run.date, run.path))}


def value_of(figure: Figure | None) -> float | None:
    """Return a figure's value; None if it has no value."""
    return None if figure is None else figure.value


def _numbers(version: str) -> list[int]:
    return [int(digits) if digits.isdigit() else -1 for digits in version.split(".")]


def _board(benchmark: str, version: str, entries: Sequence[Entry]) -> Board:
    newest = _newest(entries)
    superseded = tuple(entry for entry in entries if newest[entry.slug] is not entry)
    # One version has one hash; a result of other content under the same version cannot be ranked with the others.
    comparables = defaultdict(list)
    for entry in newest.values():
        if entry.unranked is None:
            result = entry.result
            facts = (result.benchmark.hash, result.environment.fingerprint, result.budget, result.tie_tolerance)
            comparables[facts].append(entry)
    most: list[Entry] = max(comparables.values(), key=len, default=[])
    ranked = sorted(most, key=_by_score)
    assert comparable([entry.result for entry in ranked])
    differences = {name: paired_differences([entry.values(name) for entry in ranked]) for name in PAIRED}
    places = ranks(differences[RANKED_BY], len(ranked))
    rows = [Row(entry, *place, _drop(entry)) for entry, place in zip(ranked, places, strict=True)]
    in_rows = {entry.path for entry in ranked}
    others = [Row(entry, None, None, _drop(entry)) for entry in newest.values() if entry.path not in in_rows]
    baselines = sorted((row for row in others if row.entry.baseline), key=lambda row: _by_score(row.entry))
    models = sorted((row for row in others if not row.entry.baseline), key=lambda row: row.entry.slug)
    return Board(
        benchmark,
        version,
        rows=tuple(rows),
        apart=tuple(row for row in models if not row.entry.is_claim),
        claims=tuple(row for row in models if row.entry.is_claim),
        baselines=tuple(baselines),
        differences=differences,
        superseded=superseded,
    )


def _by_score(entry: Entry) -> tuple[float, str, str]:
    """Return a key to sort by score, highest first, then by name, then by folder, as two models can share a name."""
    return -(value_of(entry.figure(RANKED_BY)) or 0), entry.name, entry.slug


def _drop(entry: Entry) -> float | None:
    correct = value_of(entry.figure("pass@1 (efficiency problems)"))
    efficient = value_of(entry.figure("efficient@1"))
    return None if correct is None or efficient is None else correct - efficient
