"""`tallybench site`: build the site."""

from pathlib import Path

import typer

from tallybench.cli.checkout import find_checkout
from tallybench.cli.interruption import after_interrupt
from tallybench.cli.options import SampleFolder
from tallybench.cli.packages import need_packages
from tallybench.errors import InputError
from tallybench.files import site_folder


def site(
    *, output: Path | None = None, benchmark: Path | None = None, serve: bool = False, samples: SampleFolder = None
) -> None:
    """Build the site: leaderboard, problems, models.

    Needs the extra `site` and, without --benchmark, a checkout of TallyBench. With --samples, pages show the code of
    samples that are public elsewhere, if its licence allows that and its files are in DIR.

    Args:
        output (DIR): The folder. Default: public.
        benchmark (DIR): Only your own benchmark, with the results in DIR/results; --output is then DIR/public if not
            given.
        serve: Show it on this machine; rebuild it after each change.
    """
    import os
    import shlex
    import subprocess
    import tempfile

    import orjson

    from tallybench.sandbox.isolation import module_command
    from tallybench.submissions.public_code import public_code

    if benchmark is not None:
        if samples is not None:
            raise InputError("--samples: is for TallyBench's own site; leave it out with --benchmark")
        output = output or benchmark / "public"
        _check_own(benchmark, output)
    root = find_checkout("site") if benchmark is None else site_folder()
    need_packages("site", "site", "mkdocs", "material", "mkdocstrings")
    command = module_command("mkdocs", "serve" if serve else "build", "--strict")
    if output is not None and not serve:
        command += ["--site-dir", str(output.resolve())]
    folder = output or root / "public"
    half_built = "the site is served no more" if serve else f"{folder} may be half built: run the same command again"
    with after_interrupt(half_built), tempfile.TemporaryDirectory() as own:
        environment = dict(os.environ)
        if benchmark is not None:
            # No site address, so that pages name none, and none links to TallyBench's own site.
            environment |= {"TALLYBENCH_BENCHMARK": str(benchmark.resolve()), "TALLYBENCH_SITE_URL": ""}
        if samples is not None:
            code = Path(own, "code.json")
            shown = public_code(root, samples.resolve(), lambda line: typer.echo(line, err=True))
            code.write_bytes(orjson.dumps(shown))
            environment["TALLYBENCH_CODE"] = str(code)
        done = subprocess.run(command, cwd=root, env=environment)
    if benchmark is not None and not serve and done.returncode == 0:
        typer.echo(f"site: {folder}; python3 -m http.server -d {shlex.quote(str(folder))} shows it on this machine")
    raise typer.Exit(done.returncode)


def _check_own(benchmark: Path, output: Path) -> None:
    """Check a user's benchmark, and the folder of its site, before anything is built.

    Raises:
        InputError: the benchmark is missing or invalid; or the folder holds something else, which would be lost.
    """
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.statistics.published.entries import read_own_entries

    own = user_benchmark_at(str(benchmark))
    if own is None:
        raise InputError(f"--benchmark {benchmark}: has no benchmark.toml; tallybench new makes such a folder")
    read_own_entries(own.folder, own.benchmark.name)
    built = output / "data/result.schema.json"
    if output.exists() and (not output.is_dir() or any(output.iterdir())) and not built.is_file():
        raise InputError(f"--output {output}: holds something that is no site built before; give another folder")
