"""The commands that show results to others: site; and samples, which takes them out of a result again."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli import app
from evaluator.errors import InputError


@app.command()
def samples(
    result: Annotated[Path, typer.Argument(help="A result file.")],
) -> None:
    """Prints the samples of a result as JSON Lines, to evaluate them again."""
    import orjson

    from evaluator.results.reading import load_result
    from evaluator.submissions.verify import published_samples

    try:
        published = published_samples(load_result(result))
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))


@app.command()
def site(
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The folder. Default: public.")] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show it on this machine, anew after each change.")] = False,
) -> None:
    """Builds the site: leaderboard, problems, models. Needs a checkout of TallyBench, and its extra `site`."""
    import importlib.util
    import subprocess
    import sys

    root = checkout("site")
    if importlib.util.find_spec("material") is None:
        raise InputError("site: MkDocs Material is missing; pip install 'tallybench[site]'")
    command = [sys.executable, "-m", "mkdocs", "serve" if serve else "build", "--strict"]
    if output is not None and not serve:
        command += ["--site-dir", str(output.resolve())]
    raise typer.Exit(subprocess.run(command, cwd=root).returncode)


def checkout(command: str) -> Path:
    """The checkout of TallyBench in which a command runs.

    Raises:
        InputError: there is none.
    """
    root = next((one for one in (Path.cwd(), *Path.cwd().parents) if (one / "site/hooks.py").is_file()), None)
    if root is None:
        raise InputError(f"{command}: there is no checkout of TallyBench here; run this in one")
    return root
