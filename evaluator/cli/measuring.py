"""The commands that measure what pages and dataset show of a benchmark: measure; catalogue, of one that is given."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import Data, Ids, Python, Workers, parse_ids

if TYPE_CHECKING:
    from evaluator.problems.benchmark import Benchmark


@app.command()
def measure(
    benchmark: Annotated[str, typer.Argument(help="The benchmark's name.")] = "humaneval",
    ids: Ids = None,
    workers: Workers = None,
    python: Python = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure nothing; exit code 1 where the file is not of today's problems.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file. Default: the one that comes with TallyBench.")
    ] = None,
) -> None:
    """Counts every solution of a benchmark's problems, for the site and the dataset. Only what changed is measured."""
    from evaluator.benchmarks import load_benchmark, select
    from evaluator.benchmarks.measured import measured_file
    from evaluator.cli.progress import Display
    from evaluator.measuring.measure import measure_benchmark
    from evaluator.results.environment import ranked_facts

    chosen = select(load_benchmark(benchmark), parse_ids(ids))
    path = output or measured_file(chosen.name)
    if check:
        _check(path, chosen, published=output is None)
        return
    with Display() as display:
        measured = measure_benchmark(chosen, path, python, workers, display)
    if measured.environment.facts != ranked_facts():
        typer.echo("note: this environment is not the ranked one; tallybench doctor tells why", err=True)
    typer.echo(f"measured: {path}")


@app.command()
def catalogue(
    benchmark: Annotated[str, typer.Argument(help="One whose data is given with --data.")],
    data: Data = None,
    result: Annotated[
        Path | None, typer.Option("--result", help="A whole run on it, which says what could not be counted.")
    ] = None,
    workers: Workers = None,
    python: Python = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file. Default: the one that comes with TallyBench.")
    ] = None,
) -> None:
    """Writes what may be public of a benchmark that does not come with TallyBench: counts, hashes, names; no text."""
    from evaluator.benchmarks.catalogue import catalogue_folder, dump_catalogue
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.measuring.cataloguing import catalogue_benchmark
    from evaluator.results.reading import load_result

    run = None if result is None else load_result(result)
    with Display() as display:
        made = catalogue_benchmark(benchmark, data, run, python, workers, display)
    path = output or catalogue_folder() / f"{benchmark}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [dump_catalogue(made)])
    left_out = sum(len(one.left_out) for one in made.problems.values())
    typer.echo(f"problems {len(made.problems)}, left out {len(made.exclusions)}; inputs left out {left_out}")
    typer.echo(f"catalogue: {path}")


def _check(path: Path, benchmark: "Benchmark", published: bool) -> None:
    from evaluator.benchmarks.measured import read_measured, stale
    from evaluator.results.environment import ranked_facts

    measured = read_measured(path)
    lines = stale(measured, benchmark)
    if published and measured.environment.facts != ranked_facts():
        lines.insert(0, "environment: is not the ranked one")
    for line in lines:
        typer.echo(line)
    if lines:
        typer.echo(f"{path}: is not current; run tallybench measure", err=True)
        raise typer.Exit(1)
    typer.echo(f"{path}: is current, {len(measured.problems)} problems")
