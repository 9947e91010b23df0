"""`tallybench dev samples` and `tallybench dev demo`: public and embedded samples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.evaluating.run import run_to_file
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import Ids, Machine, SampleFolder, parse_ids
from tallybench.cli.progress import warn
from tallybench.cli.tables import print_headline
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.samples.embedded import SampleSet


def show(result: Path, *, folder: SampleFolder = None) -> None:
    """Print the samples of a result, to evaluate them again.

    They are JSON Lines, one line per sample, as `tallybench evaluate` reads them.

    Args:
        result (RESULT): A result's file.
    """
    import orjson

    from tallybench.statistics.reading import load_result
    from tallybench.submissions.verify import published_samples

    loaded = load_result(result)
    try:
        published = published_samples(loaded, folder=folder)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))


def fetch(
    folder: Path,
    *,
    results: Annotated[list[Path] | None, typer.Option("--result")] = None,
    mirror: str | None = None,
) -> None:
    """Download the public samples of all results in results/.

    Each file comes from its address at a commit, and is kept only if its hash is the one in the result. Files that are
    there already are not downloaded again.

    Args:
        folder (DIR): The folder for the files.
        results: Only the samples of this result, or of a file for evaluate --about; may be repeated.
        mirror (URL): Get them from this server, where they are arranged as in DIR.
    """
    from tallybench.cli.evaluating.about import read_about
    from tallybench.samples import fetch as fetching
    from tallybench.submissions.checks import result_files

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
            except InputError as error:  # the other files may still be available
                failed.append(f"{path}: {error}")
    typer.echo(f"{got} files fetched, {there} were there")
    if failed:
        raise InputError("\n".join(failed))


def demo(*, machine: Machine, output: Path = Path("demo-results"), ids: Ids = None) -> None:
    """Evaluate the embedded sets of samples.

    Those of editing tasks are left out.

    Args:
        output (DIR): The folder of the results.
    """
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.evaluation.options import Options
    from tallybench.journal import Journal
    from tallybench.samples.embedded import SAMPLE_SETS

    session = machine.session()
    machine.check()
    wanted = parse_ids(ids)
    select(load_benchmark(), wanted)  # an unknown id is refused before anything is written
    sample_sets = [chosen for chosen in SAMPLE_SETS.values() if chosen.shown and _has(chosen, wanted)]
    output.mkdir(parents=True, exist_ok=True)
    results, files, journals = [], [], []
    for number, sample_set in enumerate(sample_sets, 1):
        warn(f"[{number}/{len(sample_sets)}] {sample_set.model.name}: {sample_set.describes}")
        path = output / f"{sample_set.name}.json"
        journal = Journal("demo", resume=True)
        options = Options(sample_set.benchmark, ids=wanted or sample_set.part, python=machine.python)
        samples = sample_set.read(load_benchmark(sample_set.benchmark))
        results.append(
            run_to_file(samples, sample_set.model, options, path, journal, "the same command", session=session)
        )
        files.append(path)
        journals.append(journal)
    # Not before: the same command continues wherever it stopped, at any of the sets.
    for journal in journals:
        journal.remove()
    print_headline(results)
    typer.echo("\nresult files:")
    for path in files:
        typer.echo(f"  {path}")
    typer.echo("look closer: tallybench report --format json FILE, tallybench problems 0")


def _has(sample_set: "SampleSet", ids: tuple[str, ...] | None) -> bool:
    """Return whether a set's benchmark has the problems with these ids, which are HumanEval's."""
    from tallybench.benchmarks import load_benchmark, select

    try:
        select(load_benchmark(sample_set.benchmark), ids or sample_set.part)
    except InputError:
        return False
    return True
