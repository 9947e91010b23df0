"""What a command shows: warnings and progress on standard error, tables on standard output, a message after Ctrl-C."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from tallybench.model.result import Result

NOTHING_HALF_DONE = "nothing is left half-done"
SAME_COMMAND = "what was measured is kept: the same command continues with it"
WIDE = 200  # characters, in a file or a pipe
_NARROW = 80  # the same for headline figures
_LINE_SECONDS = 10.0


class Interrupted(Exception):
    """A command was interrupted. The message says what was kept, and how to continue."""


@contextmanager
def after_interrupt(say: str | Callable[[], str]) -> Iterator[None]:
    """Turn Ctrl-C within this block into `Interrupted` with this message."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(say if isinstance(say, str) else say()) from None


def warn(line: str) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr, flush=True)


class Display:
    """Show the progress of steps: a bar on a terminal, plain lines elsewhere.

    Call it with a step's name, how much is done, and how much there is.
    """

    def __init__(self) -> None:
        self._bar = None
        self._tasks: dict[str, int] = {}
        self._last = 0.0
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description:18}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True))

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, step: str, done: int, total: int) -> None:
        if self._bar is not None:
            if step not in self._tasks:
                self._tasks[step] = self._bar.add_task(step, total=total)
            self._bar.update(self._tasks[step], completed=done, total=total)  # type: ignore[arg-type]
            return
        now = time.monotonic()
        if done == total or now - self._last >= _LINE_SECONDS:
            self._last = now
            warn(f"{step}: {done} of {total}")


def print_json(value: Any, *, sort: bool = False) -> None:
    """Print a value as indented JSON; what JSON cannot hold is shown by its `repr`."""
    import orjson

    option = orjson.OPT_INDENT_2 | (orjson.OPT_SORT_KEYS if sort else 0)
    print(orjson.dumps(value, default=repr, option=option).decode(), flush=True)


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


def _width(columns: Sequence[int]) -> int:
    return sum(columns) + len(columns) - 1


def print_headline(results: "Sequence[Result]") -> None:
    """Print the headline figures of results, each above its interval, and what a reader has to know about them."""
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    from tallybench.model.metrics import HEADLINES
    from tallybench.statistics.report import UNITS, caveats, comparison, figure_lines, unit_of
    from tallybench.values.text import clean_text

    console = Console(width=None if Console().is_terminal else _NARROW)
    table = Table(Column("model\n", overflow="fold"), box=None, pad_edge=False)
    for name in HEADLINES:
        table.add_column(f"{name}\n{UNITS[unit_of(name)]}", overflow="fold", min_width=11, max_width=15)
    several = len({result.benchmark.name for result in results}) > 1
    for result in results:
        samples = "1 sample" if len(result.samples) == 1 else f"{len(result.samples):,} samples"
        model = [clean_text(result.model.name), *([f"  {result.benchmark.name}"] if several else []), f"  {samples}"]
        figures = (figure_lines(name, result.metrics.get(name)) for name in HEADLINES)
        table.add_row(*(Text("\n".join(lines)) for lines in (model, *figures)))
    console.print(table)
    notes = caveats(results)
    if len(results) == 2 and (compared := comparison(*results)) is not None:
        notes.append(compared)
    if notes:
        console.print()
    for note in notes:
        console.print(note, markup=False, highlight=False)
