"""`tallybench measure`: what the site and the dataset show of a benchmark's problems."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.checkout import refuse_in_package
from evaluator.cli.early import check_early
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import Ids, Python, Workers, parse_ids
from evaluator.cli.session import open_session

if TYPE_CHECKING:
    from evaluator.problems.benchmark import Benchmark


def measure(
    benchmark: Annotated[
        str, typer.Argument(metavar="BENCHMARK", help="The benchmark's name, or the folder of your own.")
    ] = "humaneval",
    ids: Ids = None,
    workers: Workers = None,
    python: Python = None,
    check: Annotated[
        bool, typer.Option("--check", help="Measure nothing. Exit code 1 where the file is out of date.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file. Default: the one that comes with TallyBench; measured.json in the folder of your own.",
        ),
    ] = None,
) -> None:
    """Counts a benchmark's own solutions, for the site and the dataset.

    Only what changed since the last time is measured.
    """
    from evaluator.benchmarks import load_benchmark, select
    from evaluator.benchmarks.measured import measured_file
    from evaluator.benchmarks.own.folder import is_own, own_at
    from evaluator.cli.progress import Display
    from evaluator.measuring.benchmark_counts import measure_benchmark
    from evaluator.results.environment import ranked_facts

    if output is None and not check and not is_own(benchmark):
        refuse_in_package("measure", measured_file(benchmark))
    check_early(python=python)
    own = own_at(benchmark)
    chosen = select(load_benchmark(benchmark) if own is None else own.benchmark, parse_ids(ids))
    path = output or (measured_file(chosen.name) if own is None else own.measured)
    if check:
        _check(path, chosen, published=output is None and own is None)
        return
    session = open_session(workers)
    with after_interrupt(SAME_COMMAND), Display() as display:
        measured = measure_benchmark(chosen, path, python, session, display)
    if measured.environment.facts != ranked_facts():
        typer.echo("note: this environment is not the ranked one; tallybench doctor says why", err=True)
    typer.echo(f"measured: {path}")


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
        typer.echo(f"{path}: is out of date; run tallybench measure", err=True)
        raise typer.Exit(1)
    typer.echo(f"{path}: is up to date, {len(measured.problems)} problems")
