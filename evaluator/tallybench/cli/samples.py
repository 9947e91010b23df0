"""`tallybench dev samples`: public samples, and those of a result."""

from pathlib import Path

import typer

from tallybench.cli.model_facts import read_about
from tallybench.cli.terminal import SAME_COMMAND, after_interrupt
from tallybench.errors import InputError


def show(result: Path, *, samples: Path | None = None) -> None:
    """Print the samples of a result, to evaluate them again.

    They are JSON Lines, one line per sample, as `tallybench evaluate` reads them.

    Args:
        result (RESULT): A result's file.
    """
    import orjson

    from tallybench.statistics.reading import load_result
    from tallybench.submissions.programs import published_samples

    loaded = load_result(result)
    try:
        published = published_samples(loaded, folder=samples)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))


def fetch(folder: Path, *, result: list[Path] | None = None, mirror: str | None = None) -> None:
    """Download the public samples of all results in results/.

    Each file comes from its address at a commit, and is kept only if its hash is the one in the result. Files that are
    there already are not downloaded again.

    Args:
        folder (DIR): The folder for the files.
        result: Only the samples of this result, or of a file for evaluate --about; may be repeated.
        mirror (URL): Get them from this server, where they are arranged as in DIR.
    """
    from tallybench.samples.public import fetch_samples
    from tallybench.submissions.checks import result_files

    got = there = 0
    failed = []
    paths = [path for path in result or result_files([Path("results")]) if not path.name.endswith(".verified.json")]
    with after_interrupt(SAME_COMMAND):
        for path in paths:
            if (source := read_about(path)[1]) is None:
                continue
            try:
                for place, new in fetch_samples(source, folder, mirror):
                    got, there = got + new, there + (not new)
                    if new:
                        typer.echo(f"{place}")
            except InputError as error:  # the other files may still be available
                failed.append(f"{path}: {error}")
    typer.echo(f"{got} files fetched, {there} were there")
    if failed:
        raise InputError("\n".join(failed))
