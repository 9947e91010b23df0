"""The leaderboards, one for each version of a benchmark."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tallybench.model.metrics import RATIOS
from tallybench.model.result import Figure
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import PAIRED as PAIRED
from tallybench.statistics.ranking import RANKED_BY as RANKED_BY
from tallybench.statistics.ranking import PairedDifferences, comparable_facts, paired_differences

CURVE = tuple(f"within@1({ratio:g})" for ratio in RATIOS)


@dataclass(frozen=True)
class OrderStanding:
    """How the cheapest correct programs of a model grow."""

    worse: Mapping[str, str]  # the SHA-256 of those that grow faster than the best known solution, by task id
    compared: int  # the number of problems on which both orders are known; at least 1

    @property
    def share(self) -> float:
        """The share of compared problems with a worse order."""
        return len(self.worse) / self.compared


@dataclass(frozen=True)
class ExtraStanding:
    """How a result does on generated inputs."""

    figures: Mapping[str, Figure]  # pass@k over the tests of the source and the generated inputs, by name
    wrong: tuple[str, ...]  # the problems on which a sample passes the source's tests but fails here, in their order


@dataclass(frozen=True)
class Row:
    """A line of a leaderboard.

    `rank` is 1 + the number of models that are significantly better, `rank_high` the number of ranked models minus
    those that are significantly worse; both are None if it is not ranked.
    """

    entry: Entry
    rank: int | None
    rank_high: int | None
    orders: OrderStanding | None = None  # None if growth was not measured
    extra: ExtraStanding | None = None  # None if its programs were not run on generated tests

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

    @property
    def drop(self) -> float | None:
        """pass@1 minus efficient@1 over the problems that count for efficiency; None if one of them is missing."""
        correct = value_of(self.entry.figure("pass@1 (efficiency problems)"))
        efficient = value_of(self.entry.figure("efficient@1"))
        return None if correct is None or efficient is None else correct - efficient


@dataclass(frozen=True)
class Board:
    """The models of one version of a benchmark."""

    benchmark: str
    version: str
    rows: tuple[Row, ...] = ()  # the ranked ones, the highest score first: all of them re-measured
    apart: tuple[Row, ...] = ()  # re-measured models without a rank
    claims: tuple[Row, ...] = ()  # models whose figures only the submitter has measured; never ranked
    baselines: tuple[Row, ...] = ()  # the benchmark's own sets of samples, by score; not models, and never ranked
    differences: Mapping[str, PairedDifferences] = field(default_factory=dict)  # by figure; positions in `rows`
    superseded: tuple[Entry, ...] = ()  # older results of models that have a newer one, or one that was re-measured

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
    boards = [_board(*key, runs) for key, runs in sorted(_by_board(entries).items())]
    boards.sort(key=lambda board: (_numbers(board.version), board.newest), reverse=True)
    return sorted(boards, key=lambda board: board.benchmark)


def superseded_runs(entries: Iterable[Entry]) -> set[str]:
    """Return the paths of results that are replaced on the board by another run of the same model."""
    boards = _by_board(entries).values()
    newest = {run.path for runs in boards for run in _newest(runs).values()}
    return {run.path for runs in boards for run in runs} - newest


def value_of(figure: Figure | None) -> float | None:
    """Return a figure's value; None if it has no value."""
    return None if figure is None else figure.value


def _by_board(entries: Iterable[Entry]) -> Mapping[tuple[str, str], list[Entry]]:
    found = defaultdict(list)
    for entry in entries:
        found[entry.benchmark, entry.version].append(entry)
    return found


def _newest(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return each model's newest re-measured run, else its newest."""
    return {entry.slug: entry for entry in sorted(entries, key=lambda run: (run.is_remeasured, run.date, run.path))}


def _numbers(version: str) -> list[int]:
    return [int(digits) if digits.isdigit() else -1 for digits in version.split(".")]


def _board(benchmark: str, version: str, entries: Sequence[Entry]) -> Board:
    newest = _newest(entries)
    # One version has one hash; a result with different content under the same version cannot be ranked with the others.
    groups: dict[tuple[object, ...], list[Entry]] = defaultdict(list)
    for entry in newest.values():
        if entry.unranked is None:
            groups[comparable_facts(entry.result)].append(entry)
    most: list[Entry] = max(groups.values(), key=len, default=[])
    ranked = sorted(most, key=_by_score)
    differences = {name: paired_differences([entry.values(name) for entry in ranked]) for name in PAIRED}
    places = differences[RANKED_BY].ranks()
    in_rows = {entry.path for entry in ranked}
    others = [Row(entry, None, None) for entry in newest.values() if entry.path not in in_rows]
    models = sorted((row for row in others if not row.entry.baseline), key=lambda row: row.entry.slug)
    return Board(
        benchmark,
        version,
        rows=tuple(Row(entry, *place) for entry, place in zip(ranked, places, strict=True)),
        apart=tuple(row for row in models if not row.entry.is_claim),
        claims=tuple(row for row in models if row.entry.is_claim),
        baselines=tuple(sorted((row for row in others if row.entry.baseline), key=lambda row: _by_score(row.entry))),
        differences=differences,
        superseded=tuple(entry for entry in entries if newest[entry.slug] is not entry),
    )


def _by_score(entry: Entry) -> tuple[float, str, str]:
    """Return a key to sort by score, highest first, then by name, then by folder, as two models can share a name."""
    return -(value_of(entry.figure(RANKED_BY)) or 0), entry.name, entry.slug
