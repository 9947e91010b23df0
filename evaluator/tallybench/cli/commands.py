"""The commands, in the groups of `--help`. Each imports what it needs when it runs, so that `--help` is quick."""

import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tallybench.cli import environment, stress, tests
from tallybench.cli.benchmarks import audit, catalogue, doctor, measure, packages
from tallybench.cli.evaluate import demo, evaluate, merge
from tallybench.cli.generate import generate, run
from tallybench.cli.options import for_typer
from tallybench.cli.problems import new, problems
from tallybench.cli.publishing import build, hf, push, site, submit, training
from tallybench.cli.records import growth, records, review, verify
from tallybench.cli.results import fetch, report, results, schema, show, validate
from tallybench.cli.studies import classeval, coffe, ecco, evalplus, humans, leetcode, stability
from tallybench.cli.terminal import NOTHING_HALF_DONE, after_interrupt

Groups = dict[str, tuple[Callable[..., None] | typer.Typer, ...]]


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


def _group(name: str, help: str | None, groups: Groups) -> typer.Typer:
    """Return a command with subcommands."""
    made = typer.Typer(
        name=name,
        help=help,
        cls=CommandGroup,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for panel, commands in groups.items():
        for command in commands:
            if isinstance(command, typer.Typer):
                made.add_typer(command, rich_help_panel=panel)
            else:
                made.command(rich_help_panel=panel)(for_typer(command))
    return made


def _subgroup(name: str, help: str, *commands: Callable[..., None]) -> typer.Typer:
    return _group(name, help, {"Commands": commands})


DEV: Groups = {
    "Benchmarks": (
        audit,
        measure,
        catalogue,
        packages,
        _subgroup(
            "tests",
            "Generate correctness tests, and reduce them to a few.",
            *(tests.generate, tests.reduce),
        ),
        _subgroup("stress", "Make stressful inputs, which show slow programs.", stress.generate, stress.search),
    ),
    "Samples": (
        demo,
        _subgroup("samples", "Get samples: from a result, or from where they are public.", show, fetch),
    ),
    "Published results": (validate, verify, results, records, growth, review, schema),
    "Papers": (
        _subgroup(
            "study",
            "Measure the tables and figures of papers again.",
            coffe,
            classeval,
            ecco,
            evalplus,
            leetcode,
            humans,
            stability,
        ),
    ),
    "Hugging Face": (
        _subgroup("dataset", "Build the dataset for the Hugging Face Hub, and push it.", build, push),
        _subgroup("export", "Write a result for Hugging Face, or programs for a trainer.", hf, training),
    ),
}
GROUPS: Groups = {
    "Measure a model": (run, generate, evaluate, merge),
    "Results": (report, submit, site),
    "Problems": (problems, new),
    "This machine": (
        doctor,
        _subgroup(
            "environment",
            "Get the environment in which samples run, or show it.",
            *(environment.install, environment.show, environment.build),
        ),
    ),
    "For maintainers": (_group("dev", "Maintain benchmarks, published results, site and dataset.", DEV),),
}

app = _group("tallybench", None, GROUPS)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"tallybench {version('tallybench')}")
        raise typer.Exit


@app.callback()
def tallybench(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Is code that language models write correct and efficient? Counted in CPU instructions."""
