"""`tallybench catalogue`: what may be public of a benchmark whose texts are not ours."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import refuse_in_package
from evaluator.cli.early import check_early
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import Data, Python, Workers
from evaluator.cli.session import open_session


def catalogue(
    benchmark: Annotated[str, typer.Argument(metavar="BENCHMARK", help="The benchmark's name.")],
    data: Data = None,
    result: Annotated[
        Path | None,
        typer.Option("--result", metavar="FILE", help="A whole run on it, which says what could not be counted."),
    ] = None,
    workers: Workers = None,
    python: Python = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file. Default: the one that comes with TallyBench."),
    ] = None,
) -> None:
    """Lists the problems of a benchmark whose texts are not ours.

    The catalogue has names, hashes, what is left out and why; none of the texts.
    """
    from evaluator.benchmarks.catalogue import catalogue_folder, dump_catalogue
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.measuring.cataloguing import catalogue_benchmark
    from evaluator.results.reading import load_result

    path = output or catalogue_folder() / f"{benchmark}.json"
    if output is None:
        refuse_in_package("catalogue", path)
    else:
        check_early(outputs=[output])
    check_early(python=python)
    run = None if result is None else load_result(result)
    with after_interrupt(SAME_COMMAND), Display() as display:
        written = catalogue_benchmark(benchmark, data, run, python, open_session(workers), display)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [dump_catalogue(written)])
    left_out = sum(len(problem.left_out) for problem in written.problems.values())
    typer.echo(f"{len(written.problems)} problems, {len(written.exclusions)} left out; {left_out} inputs left out")
    typer.echo(f"catalogue: {path}")
