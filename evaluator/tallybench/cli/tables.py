"""Tables on the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from tallybench.model.result import Result

WIDE = 200  # characters, in a file or a pipe
_NARROW = 80  # the same for headline figures


def print_rows(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table without frames, in the terminal's width.

    If it is too wide, the header takes two lines, and long cells are wrapped. If that is not enough, lines are longer
    than the terminal: no word of the header is broken, nor anything in the first column.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if Console().is_terminal else WIDE)
    cells = list(rows)
    if _width([max(map(len, column)) for column in zip(header, *cells, strict=True)]) > console.width:
        header = ["\n".join(name.rsplit(" ", 1)) for name in header]
    least = [max(map(len, name.splitlines())) for name in header]
    least[0] = max(least[0], *(len(row[0]) for row in cells))
    if _width(least) > console.width:
        console = Console(width=WIDE)
    table = Table(box=None, pad_edge=False, collapse_padding=True)
    for number, name in enumerate(header):
        table.add_column(name, overflow="fold", min_width=least[number], no_wrap=number == 0)
    for row in cells:
        table.add_row(*map(Text, row))
    console.print(table)


def headline_table(results: "Sequence[Result]") -> "Table":
    """Return a table of headline figures: one row per result, each figure above its interval."""
    from rich.table import Column, Table
    from rich.text import Text

    from tallybench.model.metrics import HEADLINES
    from tallybench.statistics.report import UNITS, figure_lines, unit_of
    from tallybench.values.text import clean_text

    table = Table(Column("model\n", overflow="fold"), box=None, pad_edge=False)
    for name in HEADLINES:
        table.add_column(f"{name}\n{UNITS[unit_of(name)]}", overflow="fold", min_width=11, max_width=15)
    several = len({result.benchmark.name for result in results}) > 1
    for result in results:
        samples = "1 sample" if len(result.samples) == 1 else f"{len(result.samples):,} samples"
        model = [clean_text(result.model.name), *([f"  {result.benchmark.name}"] if several else []), f"  {samples}"]
        figures = (figure_lines(name, result.metrics.get(name)) for name in HEADLINES)
        table.add_row(*(Text("\n".join(lines)) for lines in (model, *figures)))
    return table


def print_headline(results: "Sequence[Result]", console: "Console | None" = None) -> None:
    """Print the headline figures of results, and what a reader has to know about them.

    Args:
        results: the results.
        console: where to print; None for standard output.
    """
    from rich.console import Console

    from tallybench.statistics.report import caveats, comparison

    console = console or Console(width=None if Console().is_terminal else _NARROW)
    console.print(headline_table(results))
    notes = caveats(results)
    if len(results) == 2 and (compared := comparison(*results)) is not None:
        notes.append(compared)
    if notes:
        console.print()
    for note in notes:
        console.print(note, markup=False, highlight=False)


def _width(columns: Sequence[int]) -> int:
    """Return the width of a table, with a space between columns."""
    return sum(columns) + len(columns) - 1
