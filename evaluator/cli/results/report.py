"""`tallybench report`: results side by side."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.headline import print_headline
from evaluator.errors import InputError


def report(
    results: Annotated[list[Path], typer.Argument(metavar="RESULT", help="Result files.")],
    format: Annotated[str, typer.Option("--format", metavar="NAME", help="table, md, csv or json.")] = "table",
) -> None:
    """Shows results side by side.

    Of two results that can be compared it says how far they are apart, and whether that is more than chance.
    """
    from evaluator.results.reading import load_result
    from evaluator.results.report import FORMATS, as_csv, as_json, as_markdown

    if format not in FORMATS:
        raise InputError(f"--format {format}: there is {', '.join(FORMATS)}")
    loaded = [load_result(path) for path in results]
    if format == "table":
        print_headline(loaded)
    else:
        typer.echo({"md": as_markdown, "csv": as_csv, "json": as_json}[format](loaded))
