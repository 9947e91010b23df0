"""`tallybench site`: builds the site."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import find_checkout
from evaluator.cli.interruption import after_interrupt
from evaluator.cli.options import SampleFolder
from evaluator.cli.packages import need_packages


def site(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="The folder. Default: public.")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show it on this machine, anew after each change.")] = False,
    samples: SampleFolder = None,
) -> None:
    """Builds the site: leaderboard, problems, models.

    Needs a checkout of TallyBench, and its extra `site`. With --samples, pages show the code of samples that are
    public elsewhere, where its licence allows that.
    """
    import os
    import subprocess
    import sys
    import tempfile

    import orjson

    from evaluator.submissions.public_code import public_code

    root = find_checkout("site")
    need_packages("site", "site", "mkdocs", "material")
    command = [sys.executable, "-m", "mkdocs", "serve" if serve else "build", "--strict"]
    if output is not None and not serve:
        command += ["--site-dir", str(output.resolve())]
    folder = output or root / "public"
    half_built = "the site is served no more" if serve else f"{folder} may be half built: run the same command again"
    with after_interrupt(half_built), tempfile.TemporaryDirectory() as own:
        environment = dict(os.environ)
        if samples is not None:
            code = Path(own, "code.json")
            code.write_bytes(orjson.dumps(public_code(root, samples.resolve())))
            environment["TALLYBENCH_CODE"] = str(code)
        done = subprocess.run(command, cwd=root, env=environment)
    raise typer.Exit(done.returncode)
