"""A leaderboard on pages: as many rows as a reader loads at once, and plain links to the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.results.published.boards import Board, Row
from generator.limits import BOARD_ROWS


@dataclass(frozen=True)
class BoardPart:
    """What one page shows of a leaderboard.

    Attributes:
        number: of the page, from 1.
        count: how many pages there are.
        total: how many rows, without the baselines.
        ranked: the ranked models that are on it, by score.
        apart: those that were re-measured and have no rank.
        claims: those that nobody else has measured.
        pages: on which page the first of each other part is, by its name.
    """

    number: int
    count: int
    total: int
    ranked: Sequence[Row]
    apart: Sequence[Row]
    claims: Sequence[Row]
    pages: dict[str, int]

    @property
    def rows(self) -> list[Row]:
        return [*self.ranked, *self.apart, *self.claims]

    @property
    def first(self) -> int:
        """The place of its first row among all, from 1."""
        return (self.number - 1) * BOARD_ROWS + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    def address(self, number: int) -> str:
        """Of another page, from the leaderboard's folder."""
        return "" if number == 1 else f"page/{number}/"


def parts_of(board: Board) -> Iterator[BoardPart]:
    """The pages of a leaderboard: the ranked models, then those without a rank, then claims. At least one."""
    parts = {"ranked": board.rows, "apart": board.apart, "claims": board.claims}
    rows = [(name, row) for name, listed in parts.items() for row in listed]
    count = max(1, -(-len(rows) // BOARD_ROWS))
    names = [name for name, _ in rows]
    starts = {name: 1 + names.index(name) // BOARD_ROWS for name in dict.fromkeys(names)}
    for number in range(1, count + 1):
        on_page = rows[(number - 1) * BOARD_ROWS : number * BOARD_ROWS]
        shown = {name: [row for part, row in on_page if part == name] for name in parts}
        yield BoardPart(number, count, len(rows), shown["ranked"], shown["apart"], shown["claims"], starts)
