"""`tallybench environment`: get the measuring environment, build it, show it."""

from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from tallybench.cli.terminal import print_json, warn
from tallybench.files import check_writable, sha256_of


def install(file: Path | None = None, *, archive: list[str] | None = None) -> None:
    """Get the measuring environment, if it is not here yet.

    This needs no root, and takes 11 MB. It comes from FILE if one is given, otherwise from the first of these that has
    it: the cache, the package tallybench-environment, the Hub, Debian's packages.

    Args:
        file (FILE): The file that contains it.
        archive (URL): The address of a Debian archive, such as http://HOST/debian; may be repeated. Default: those
            that apt uses.
    """
    from tallybench.environment.store import install_environment

    found, source = install_environment(file, archive or (), lambda what: typer.echo(f"environment: {what}"))
    typer.echo(f"environment: {found.id[:16]}, from {source}, is in {found.folder}")


def build(output: Path, *, archive: list[str] | None = None) -> None:
    """Build the measuring environment as a file, from Debian packages.

    Every machine produces the same bytes. Exit code 1 if they are not those that this version of TallyBench requires.

    Args:
        output (FILE): The file to write.
        archive (URL): The address of a Debian archive, such as http://HOST/debian; may be repeated. Default: those
            that apt uses.
    """
    from tallybench.environment.artifact import identify, read_lock
    from tallybench.environment.build import build_environment

    check_writable(output)
    lock = read_lock()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary, "environment")
        build_environment(folder, lock.packages, archive or (), output.resolve())
        digest, found = sha256_of(output), identify(folder)
    typer.echo(f"{output}: {output.stat().st_size:,} bytes, SHA-256 {digest}, id {found}")
    if (found, digest) != (lock.id, lock.archive_sha256):
        warn(f"it should have SHA-256 {lock.archive_sha256} and id {lock.id}: TallyBench will not install it")
        raise typer.Exit(1)


def show(*, json: bool = False) -> None:
    """Show the measuring environment: its id, packages and place."""
    from dataclasses import asdict

    from tallybench.environment.artifact import read_lock
    from tallybench.environment.store import environment_folder, installed_environment
    from tallybench.errors import MachineError

    lock = read_lock()
    if json:
        folder = environment_folder()
        print_json(asdict(lock) | {"folder": str(folder) if folder.is_dir() else None})
        return
    try:
        place = str(installed_environment().folder)
    except MachineError as error:
        place = str(error)
    typer.echo(f"id       {lock.id}\nfile     {lock.archive_name}, SHA-256 {lock.archive_sha256}\nplace    {place}")
    for package in lock.packages:
        typer.echo(f"package  {package.name} {package.version}")
