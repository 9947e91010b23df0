"""`tallybench site`: builds the site."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import find_checkout
from evaluator.cli.interruption import after_interrupt
from evaluator.errors import InputError


def site(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="The folder. Default: public.")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show it on this machine, anew after each change.")] = False,
) -> None:
    """Builds the site: leaderboard, problems, models.

    Needs a checkout of TallyBench, and its extra `site`.
    """
    import importlib.util
    import subprocess
    import sys

    root = find_checkout("site")
    if importlib.util.find_spec("material") is None:
        raise InputError("site: MkDocs Material is missing; pip install 'tallybench[site]'")
    command = [sys.executable, "-m", "mkdocs", "serve" if serve else "build", "--strict"]
    if output is not None and not serve:
        command += ["--site-dir", str(output.resolve())]
    folder = output or root / "public"
    half_built = "the site is served no more" if serve else f"{folder} may be half built: run the same command again"
    with after_interrupt(half_built):
        done = subprocess.run(command, cwd=root)
    raise typer.Exit(done.returncode)
