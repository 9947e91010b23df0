"""`tallybench environment`: get the measuring environment, build it, show it."""

from pathlib import Path
from typing import Annotated

import typer

from tallybench.cli.options import AsJson

Archives = Annotated[
    list[str] | None,
    typer.Option(
        "--archive",
        metavar="URL",
        help="The address of a Debian archive, such as http://HOST/debian; can be repeated. Default: those that apt "
        "uses.",
    ),
]


def install(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="The file that carries it.")] = None,
    archive: Archives = None,
) -> None:
    """Get the measuring environment, if it is not here yet.

    That takes no root, and 10 MB. It is taken from FILE if one is given, otherwise from the first that has it of the
    cache, the package tallybench-environment, the Hub and Debian's packages.
    """
    from tallybench.environment.store import install_environment

    found, source = install_environment(file, archive or [], lambda what: typer.echo(f"environment: {what}"))
    typer.echo(f"environment: {found.id[:16]}, from {source}, is in {found.folder}")


def build(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    archive: Archives = None,
) -> None:
    """Build the measuring environment as a file, from Debian packages.

    The same bytes come out on each machine. Exit code 1 if they are not those that this version of TallyBench asks for.
    """
    from tempfile import TemporaryDirectory

    from tallybench.environment.artifact import identify, sha256_of
    from tallybench.environment.build import build_environment
    from tallybench.environment.lock import read_lock
    from tallybench.files import check_writable

    check_writable(output)
    lock = read_lock()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary, "environment")
        build_environment(folder, lock.packages, archive or [], output.resolve())
        built = identify(folder)
    digest = sha256_of(output)
    typer.echo(f"{output}: environment {built}, {output.stat().st_size:,} bytes, SHA-256 {digest}")
    if digest != lock.archive_sha256:
        typer.echo(f"it should be {lock.archive_sha256}: TallyBench will not install it", err=True)
        raise typer.Exit(1)


def show(json: AsJson = False) -> None:
    """Show the measuring environment: its id, packages and place."""
    from dataclasses import asdict

    from tallybench.environment.lock import read_lock
    from tallybench.environment.store import environment_folder, installed_environment
    from tallybench.errors import MachineError

    lock = read_lock()
    try:
        state = str(installed_environment().folder)
    except MachineError as error:
        state = str(error)
    if json:
        import orjson

        facts = asdict(lock) | {"folder": str(environment_folder()) if environment_folder().is_dir() else None}
        typer.echo(orjson.dumps(facts, option=orjson.OPT_INDENT_2).decode())
        return
    typer.echo(f"id       {lock.id}\nfile     {lock.archive_name}, SHA-256 {lock.archive_sha256}\nwhere    {state}")
    for package in lock.packages:
        typer.echo(f"package  {package.name} {package.version}")
