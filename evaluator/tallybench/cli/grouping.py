"""List and run commands."""

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from tallybench.cli.interruption import NOTHING_HALF_DONE, after_interrupt


class CommandGroup(TyperGroup):
    """Show the commands group by group, each with its whole summary."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        longest = max(map(len, self.commands))
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            group = getattr(command, "rich_help_panel", None) or "Commands"
            groups.setdefault(group, []).append((name, command.get_short_help_str(limit=1000)))
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl(rows, col_spacing=2 + longest - max(len(name) for name, _ in rows))

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Typer alone would say nothing after Ctrl-C, and return 1 when a pipe is closed."""
        with after_interrupt(NOTHING_HALF_DONE):
            try:
                return super().invoke(ctx)
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                raise typer.Exit from None
