"""The command that measures what pages and dataset show of a benchmark: measure."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import Ids, Python, Workers, parse_ids

if TYPE_CHECKING:
    from evaluator.problems import Benchmark


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
    from evaluator.cli.progress import Display
    from evaluator.fingerprint import ranked_facts
    from evaluator.measure import measure_benchmark
    from evaluator.measured import measured_file
    from evaluator.problems import load_benchmark, select

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


def _check(path: Path, benchmark: "Benchmark", published: bool) -> None:
    from evaluator.fingerprint import ranked_facts
    from evaluator.measured import read_measured, stale

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
