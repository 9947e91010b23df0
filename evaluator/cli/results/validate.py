"""`tallybench validate`: what stands against result files."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.options import AsJson


def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Result files, or folders of them.")],
    json: AsJson = False,
) -> None:
    """Checks result files, and lists all that is wrong with them.

    Checked are the schema, names and hashes, hidden characters, whether all problems are there, and whether the
    figures follow from the verdicts and counts. Exit code 1 where a file would not be accepted.
    """
    import orjson

    from evaluator.submissions.checks import file_faults, result_files

    found = {path: file_faults(path) for path in result_files(paths)}
    if json:
        rows = [
            {"file": str(path), "where": fault.where, "what": fault.what, "stale": fault.stale}
            for path, faults in found.items()
            for fault in faults
        ]
        typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
    else:
        for path, faults in found.items():
            for fault in faults:
                typer.echo(fault.of(path))
            if not faults:
                typer.echo(f"{path}: valid")
    if any(found.values()):
        raise typer.Exit(1)
