"""The headline figures of runs, as a table that fits a terminal of 80 columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from evaluator.results.result import Result

WIDTH = 80  # where the output is no terminal


def headline_table(results: "Sequence[Result]") -> "Table":
    """The headline figures of runs, a row a run."""
    from rich.table import Table

    from evaluator.results.report import header, headline_cells

    table = Table(*header(), box=None, pad_edge=False)
    for result in results:
        table.add_row(*(cell.replace("[", "\\[") for cell in headline_cells(result)))
    return table


def print_headline(results: "Sequence[Result]") -> None:
    """Prints the headline figures of runs, and what their reader has to know."""
    from rich.console import Console

    from evaluator.results.report import caveats, comparison

    console = Console(width=None if Console().is_terminal else WIDTH)
    console.print(headline_table(results))
    for note in caveats(results):
        console.print(note, markup=False)
    if len(results) == 2 and (compared := comparison(*results)) is not None:
        console.print(compared, markup=False, highlight=False)
