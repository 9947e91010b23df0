"""`tallybench samples`: out of a result again, or from where they are public."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.grouping import CommandGroup
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import SampleFolder
from evaluator.errors import InputError

samples = typer.Typer(name="samples", cls=CommandGroup, no_args_is_help=True)


@samples.callback()
def about() -> None:
    """Gets samples: out of a result, or from where they are public."""


@samples.command()
def show(
    result: Annotated[Path, typer.Argument(metavar="RESULT", help="A result's file.")], folder: SampleFolder = None
) -> None:
    """Prints the samples of a result, to evaluate them again.

    They are JSON Lines, a line a sample, as `tallybench evaluate` reads them.
    """
    import orjson

    from evaluator.results.reading import load_result
    from evaluator.submissions.verify import published_samples

    loaded = load_result(result)
    try:
        published = published_samples(loaded, folder=folder)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))


@samples.command()
def fetch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files are put.")],
    results: Annotated[
        list[Path] | None,
        typer.Option(
            "--result",
            metavar="FILE",
            help="Only what this result was made of, or a file as evaluate --about takes it; may be repeated.",
        ),
    ] = None,
    mirror: Annotated[
        str | None,
        typer.Option("--mirror", metavar="URL", help="Get them from this server, which has them as DIR is laid out."),
    ] = None,
) -> None:
    """Gets the samples that are public elsewhere, of all results in results/.

    Each file by its address at a commit; what has another hash than the result says is not kept. Files that are there
    already are not got again.
    """
    from evaluator.cli.evaluating.about import read_about
    from evaluator.samples import fetch as fetching
    from evaluator.submissions.checks import result_files

    got = there = 0
    failed = []
    paths = [path for path in results or result_files([Path("results")]) if not path.name.endswith(".verified.json")]
    with after_interrupt(SAME_COMMAND):
        for path in paths:
            if (source := read_about(path)[1]) is None:
                continue
            try:
                for place, new in fetching.fetch(source, folder, mirror):
                    got, there = got + new, there + (not new)
                    if new:
                        typer.echo(f"{place}")
            except InputError as error:  # the others may be there
                failed.append(f"{path}: {error}")
    typer.echo(f"{got} files fetched, {there} were there")
    if failed:
        raise InputError("\n".join(failed))
