"""The headline figures of runs, as a table that fits a terminal of 80 columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from evaluator.results.result import Result

WIDTH = 80  # where the output is no terminal


def headline_table(results: "Sequence[Result]") -> "Table":
    """The headline figures of runs. A row is the model and, in narrow columns, each figure over its interval."""
    from rich.table import Column, Table
    from rich.text import Text

    from evaluator.results.metrics import HEADLINES
    from evaluator.results.report import UNITS, figure_lines, unit_of
    from evaluator.values.text import clean_text

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
    """Prints the headline figures of runs, and what their reader has to know.

    Args:
        results: the runs.
        console: where to; None is standard output.
    """
    from rich.console import Console

    from evaluator.results.report import caveats, comparison

    console = console or Console(width=None if Console().is_terminal else WIDTH)
    console.print(headline_table(results))
    notes = caveats(results)
    if len(results) == 2 and (compared := comparison(*results)) is not None:
        notes.append(compared)
    if notes:
        console.print()
    for note in notes:
        console.print(note, markup=False, highlight=False)
