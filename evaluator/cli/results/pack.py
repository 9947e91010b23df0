"""`tallybench results pack` and `unpack`: many results in few files, and back."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import check_root
from evaluator.cli.interruption import after_interrupt
from evaluator.cli.options import Root
from evaluator.cli.packages import need_packages

_KEPT = "what is packed is packed, and no file is lost: the same command goes on"


def pack(
    root: Root = Path("."),
    keep: Annotated[
        int, typer.Option("--keep", min=0, metavar="N", help="How many result files may stay as they are.")
    ] = 1_000,
    check: Annotated[
        bool, typer.Option("--check", help="Pack nothing; make every file again, and compute all figures anew.")
    ] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="Pack nothing; compute the index's figures by today's definitions.")
    ] = False,
) -> None:
    """Packs results: samples as Parquet, figures in an index.

    Whole months, the oldest first, until at most N result files are left in results/. Every file comes back to the
    byte; it is removed once that was tried. Exit code 1 where a file stays because it does not, or where --check finds
    something.
    """
    need_packages("results pack", "statistics", "pyarrow")
    from evaluator.cli.progress import Display
    from evaluator.results.published.packing import compute_anew, misfits, pack_results

    check_root(root)
    if check:
        with after_interrupt(_KEPT), Display() as display:
            found = [f"{path}: {what}" for path, what in misfits(root, display)]
        for line in found:
            typer.echo(line)
        if found:
            raise typer.Exit(1)
        typer.echo("all that is packed comes back to the byte, and its figures are right")
        return
    with after_interrupt(_KEPT), Display() as display:
        if anew:
            typer.echo(f"{compute_anew(root, display):,} results: figures computed anew")
            return
        done = pack_results(root, keep, display)
    for path, why in done.refused:
        typer.echo(f"{path}: stays as it is: {why}", err=True)
    if not done.packed:
        typer.echo(f"nothing to pack: {done.single:,} result files, and {keep:,} may stay as they are")
    else:
        typer.echo(f"packed: {len(done.packed):,} results; {done.single:,} result files are left")
    if done.refused:
        raise typer.Exit(1)


def unpack(root: Root = Path(".")) -> None:
    """Gives back the files of all packed results."""
    need_packages("results unpack", "statistics", "pyarrow")
    from evaluator.cli.progress import Display
    from evaluator.results.published.packing import unpack_results

    check_root(root)
    with after_interrupt(_KEPT), Display() as display:
        paths = unpack_results(root, display)
    typer.echo(f"unpacked: {len(paths):,} results")
