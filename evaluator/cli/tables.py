"""Tables on the terminal."""

from collections.abc import Iterable, Sequence

WIDE = 200  # characters, where nobody's terminal is the limit: in a file or a pipe


def print_rows(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table without frames, in the terminal's width.

    Where it is too wide, the header takes two lines, and long cells go on below. Where that does not help, lines are
    longer than the terminal: no word of the header is broken, nor anything in the first column.
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


def _width(columns: Sequence[int]) -> int:
    """Of a table, with a space between two columns."""
    return sum(columns) + len(columns) - 1
