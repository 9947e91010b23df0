"""The leaderboards, one a version of a benchmark."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evaluator.results.published.entries import Entry
from evaluator.results.ranking import Difference, comparable, efficient_at_1, paired_differences, ranks
from evaluator.results.result import Figure

CURVE = ("efficient@1(1)", "efficient@1(1.5)", "efficient@1(2)", "efficient@1(5)")
OURS = "humaneval"
PAIRED = {"efficient@1": None, "efficient@1(2)": 2.0}


@dataclass(frozen=True)
class Row:
    """A line of a leaderboard.

    Attributes:
        entry: the result.
        rank: 1 + the number of models that are significantly better; None where it is not ranked.
        drop: pass@1 less efficient@1 over the problems that count for efficiency; None where one of them is missing.
    """

    entry: Entry
    rank: int | None
    drop: float | None

    @property
    def why_apart(self) -> str | None:
        """Why it has no rank."""
        return None if self.rank is not None else self.entry.unranked or "other problems under the same version"

    @property
    def curve(self) -> list[float | None]:
        """efficient@1(r) for rising r."""
        return [value_of(self.entry.figure(name)) for name in CURVE]


@dataclass(frozen=True)
class Board:
    """The models of one version of a benchmark.

    Attributes:
        benchmark: its name.
        version: the benchmark's.
        rows: the ranked ones, by rank and figure.
        apart: the others.
        differences: of the ranked ones by figure and by the positions of both in `rows`.
        superseded: older results of models that have a newer one.
    """

    benchmark: str
    version: str
    rows: tuple[Row, ...]
    apart: tuple[Row, ...]
    differences: dict[str, dict[tuple[int, int], Difference]] = field(default_factory=dict)
    superseded: tuple[Entry, ...] = ()

    @property
    def newest(self) -> str:
        """The date of the newest of its results."""
        return max((row.entry.date for row in self.all_rows), default="")

    @property
    def all_rows(self) -> tuple[Row, ...]:
        return self.rows + self.apart


def make_boards(entries: Iterable[Entry]) -> list[Board]:
    """The boards of all benchmarks and versions that have results: ours first, of each the newest version first.

    Data of others have a hash for a version; of theirs the version whose newest result is newer is first.
    """
    kinds = defaultdict(list)
    for entry in entries:
        kinds[entry.benchmark, entry.version].append(entry)
    boards = [_board(*kind, kinds[kind]) for kind in sorted(kinds)]
    boards.sort(key=lambda board: (_numbers(board.version), board.newest), reverse=True)
    return sorted(boards, key=lambda board: (board.benchmark != OURS, board.benchmark))


def value_of(figure: Figure | None) -> float | None:
    """A figure's value, None where there is none."""
    return None if figure is None else figure.value


def _numbers(version: str) -> list[int]:
    return [int(part) if part.isdigit() else -1 for part in version.split(".")]


def _board(benchmark: str, version: str, entries: Sequence[Entry]) -> Board:
    shown: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda one: (one.verified, one.date, one.path)):
        shown[entry.slug] = entry  # the newest verified one, else the newest
    superseded = tuple(entry for entry in entries if shown[entry.slug] is not entry)
    ranked = [entry for entry in shown.values() if entry.unranked is None]
    # One version has one hash; a result that was made of something else in between has no place among the others.
    kinds = defaultdict(list)
    for entry in ranked:
        result = entry.result
        kinds[result.benchmark.hash, result.environment.fingerprint, result.budget, result.tie_tolerance].append(entry)
    ranked = max(kinds.values(), key=len, default=[])
    assert comparable([entry.result for entry in ranked])
    ranked.sort(key=lambda entry: (-(value_of(entry.figure("efficient@1")) or 0), entry.slug))
    differences = {
        name: paired_differences([efficient_at_1(entry.result, ratio) for entry in ranked])
        for name, ratio in PAIRED.items()
    }
    places = ranks(differences["efficient@1"], len(ranked))
    rows = [Row(entry, place, _drop(entry)) for entry, place in zip(ranked, places, strict=True)]
    chosen = {entry.path for entry in ranked}
    apart = [Row(entry, None, _drop(entry)) for entry in shown.values() if entry.path not in chosen]
    apart.sort(key=lambda row: row.entry.slug)
    return Board(benchmark, version, tuple(rows), tuple(apart), differences, superseded)


def _drop(entry: Entry) -> float | None:
    correct = value_of(entry.figure("pass@1 (efficiency problems)"))
    efficient = value_of(entry.figure("efficient@1"))
    return None if correct is None or efficient is None else correct - efficient
