"""Progress and warnings on standard error: a bar on a terminal, plain lines elsewhere."""

import sys
import time
from types import TracebackType
from typing import Self

_LINE_SECONDS = 10.0


def warn(line: str) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr, flush=True)


class Display:
    """Show the progress of steps. Call it with a step's name, how much is done, and how much there is."""

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
            print(f"{step}: {done} of {total}", file=sys.stderr, flush=True)
