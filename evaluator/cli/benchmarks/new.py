"""`tallybench new`: a folder for a benchmark of one's own."""

from pathlib import Path
from typing import Annotated

import typer


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; it must not exist, or be empty.")],
    as_class: Annotated[
        bool, typer.Option("--class", help="The example asks for a class. Default: for a function.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The benchmark's name. Default: made of the folder's."),
    ] = None,
) -> None:
    """Lays a folder for problems of your own.

    It holds benchmark.toml, a whole problem as an example, and two answers to it; README.md there has the next
    commands. Nothing of it leaves this machine.
    """
    import shlex

    from evaluator.benchmarks.own.layout import lay_folder

    named = lay_folder(folder, "class" if as_class else "function", name)
    typer.echo(f"{named}: {folder}\n")
    typer.echo("Next:")
    quoted = shlex.quote(str(folder))
    typer.echo(f"    tallybench problems --benchmark {quoted} --check")
    typer.echo(f"    tallybench audit {quoted}")
    typer.echo(f"and so on, as {folder / 'README.md'} has it.")
