"""Tables on the terminal."""

from collections.abc import Iterable, Sequence

WIDE = 200  # characters, where nobody's terminal is the limit: in a file or a pipe


def print_rows(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table in the terminal's width, without frames."""
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    table = Table(*(Column(name, overflow="fold") for name in header), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    Console(width=None if Console().is_terminal else WIDE).print(table)
