"""`tallybench demo`: the sample sets that come with TallyBench."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.evaluating.run import run_to_file
from evaluator.cli.headline import print_headline
from evaluator.cli.options import Ids, Python, Workers, parse_ids
from evaluator.cli.session import open_session
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.samples.embedded import SampleSet


def demo(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the results.")] = Path(
        "demo-results"
    ),
    ids: Ids = None,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Evaluates the sample sets that come with TallyBench.

    Those of editing tasks are left out.
    """
    from evaluator.benchmarks import load_benchmark, select
    from evaluator.journal import Journal
    from evaluator.run.options import Options
    from evaluator.samples.embedded import SAMPLE_SETS

    session = open_session(workers)
    check_early(python=python)
    select(load_benchmark(), parse_ids(ids))  # an unknown id is refused before anything is written
    sample_sets = [chosen for chosen in SAMPLE_SETS.values() if chosen.shown and _has(chosen, parse_ids(ids))]
    output.mkdir(parents=True, exist_ok=True)
    results, files, journals = [], [], []
    for number, sample_set in enumerate(sample_sets, 1):
        typer.echo(f"[{number}/{len(sample_sets)}] {sample_set.model.name}: {sample_set.describes}", err=True)
        path = output / f"{sample_set.name}.json"
        journal = Journal("demo", resume=True)
        chosen = parse_ids(ids) or sample_set.part
        options = Options(benchmark=sample_set.benchmark, ids=chosen, python=python)
        samples = sample_set.read(load_benchmark(sample_set.benchmark))
        results.append(
            run_to_file(samples, sample_set.model, options, path, journal, "the same command", session=session)
        )
        files.append(path)
        journals.append(journal)
    # Only now: the same command goes on where it was, whichever sample set it was at.
    for journal in journals:
        journal.remove()
    print_headline(results)
    typer.echo("\nresult files:")
    for path in files:
        typer.echo(f"  {path}")
    typer.echo("look closer: tallybench report --format json FILE, tallybench problems 0")


def _has(sample_set: "SampleSet", ids: tuple[str, ...] | None) -> bool:
    """Whether a set's benchmark has the problems of these numbers, which are HumanEval's."""
    from evaluator.benchmarks import load_benchmark, select

    try:
        select(load_benchmark(sample_set.benchmark), ids or sample_set.part)
    except InputError:
        return False
    return True
