"""`tallybench dev measure`, `catalogue` and `packages`: what TallyBench keeps about a benchmark, and sets up for it."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.checkout import refuse_in_package
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import Data, Ids, Machine, parse_ids
from tallybench.cli.progress import Display, warn

if TYPE_CHECKING:
    from tallybench.model.benchmark import Benchmark


def measure(
    benchmark: str = "humaneval",
    *,
    machine: Machine,
    ids: Ids = None,
    check: bool = False,
    output: Path | None = None,
) -> None:
    """Count a benchmark's references, for the site and the dataset.

    Only what changed since the last time is measured.

    Args:
        benchmark (BENCHMARK): The benchmark's name, or the folder of your own.
        check: Measure nothing. Exit code 1 if the file is out of date.
        output: The file. Default: the one that comes with TallyBench; measured.json in the folder of your own.
    """
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.benchmarks.measured import measured_file
    from tallybench.benchmarks.user_benchmark import is_user_benchmark, user_benchmark_at
    from tallybench.counting.benchmark_counts import measure_benchmark
    from tallybench.model.environment import ranked_facts

    if output is None and not check and not is_user_benchmark(benchmark):
        refuse_in_package("measure", measured_file(benchmark))
    machine.check()
    own = user_benchmark_at(benchmark)
    chosen = select(load_benchmark(benchmark) if own is None else own.benchmark, parse_ids(ids))
    path = output or (measured_file(chosen.name) if own is None else own.measured)
    if check:
        _check(path, chosen, published=output is None and own is None)
        return
    session = machine.session()
    with after_interrupt(SAME_COMMAND), Display() as display:
        measured = measure_benchmark(chosen, path, machine.python, session, display)
    if measured.environment.facts != ranked_facts():
        warn("note: these counts are not of the ranked environment; measure without --python")
    typer.echo(f"measured: {path}")


def _check(path: Path, benchmark: "Benchmark", published: bool) -> None:
    from tallybench.benchmarks.measured import read_measured, stale
    from tallybench.model.environment import ranked_facts

    measured = read_measured(path)
    lines = stale(measured, benchmark)
    if published and measured.environment.facts != ranked_facts():
        lines.insert(0, "environment: is not the ranked one")
    for line in lines:
        typer.echo(line)
    if lines:
        warn(f"{path}: is out of date; run tallybench dev measure")
        raise typer.Exit(1)
    typer.echo(f"{path}: is up to date, {len(measured.problems)} problems")


def catalogue(
    benchmark: str, *, machine: Machine, data: Data = None, result: Path | None = None, output: Path | None = None
) -> None:
    """List the problems of a benchmark whose texts are not ours.

    The catalogue has names, hashes, what is left out and why, but none of the texts.

    Args:
        benchmark (BENCHMARK): The benchmark's name.
        result: A complete result on it, which says what cannot be counted.
        output: The file. Default: the one that comes with TallyBench.
    """
    from tallybench.benchmarks.catalogue import catalogue_folder, dump_catalogue
    from tallybench.counting.benchmark_counts import catalogue_benchmark
    from tallybench.files import write_atomically
    from tallybench.statistics.reading import load_result

    path = output or catalogue_folder() / f"{benchmark}.json"
    if output is None:
        refuse_in_package("catalogue", path)
    machine.check(outputs=[output])
    run = None if result is None else load_result(result)
    with after_interrupt(SAME_COMMAND), Display() as display:
        written = catalogue_benchmark(benchmark, data, run, machine.python, machine.session(), display)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [dump_catalogue(written)])
    left_out = sum(len(problem.left_out) for problem in written.problems.values())
    typer.echo(f"{len(written.problems)} problems, {len(written.exclusions)} left out; {left_out} inputs left out")
    typer.echo(f"catalogue: {path}")


def packages(name: str) -> None:
    """Install the packages that a benchmark's tests need.

    Their versions are pinned. They go into a cache folder that only the sandbox of these tests mounts, read-only.

    Args:
        name (NAME): The set of packages: classeval.
    """
    from tallybench.sandbox.packages import PACKAGES, install_packages

    folder, digest = install_packages(name)
    typer.echo(f"{name}: {len(PACKAGES[name].pins)} packages in {folder}\nSHA-256 over their files: {digest}")
