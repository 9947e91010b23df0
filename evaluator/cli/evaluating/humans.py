"""`tallybench humans`: all human solutions of a benchmark, and where a model's samples lie among them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import Data, Ids, Workers, parse_ids
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.humans.percentiles import Agreement, ResultPercentiles
    from evaluator.humans.solutions import MeasuredHumans


def humans(
    results: Annotated[
        list[Path] | None, typer.Argument(metavar="RESULT", help="Results to place among the human solutions.")
    ] = None,
    benchmark: Annotated[
        str, typer.Option("--benchmark", metavar="NAME", help="The benchmark's name.")
    ] = "coffe-code-contests",
    data: Data = None,
    ids: Ids = None,
    check: Annotated[bool, typer.Option("--check", help="Only check which are correct; count nothing.")] = False,
    memory: Annotated[bool, typer.Option("--memory", help="Measure the peak memory of what is counted, too.")] = False,
    first: Annotated[
        int | None,
        typer.Option("--first", min=1, metavar="N", help="Only so many solutions of each problem, for a quick look."),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, metavar="N", help="Only so many of each problem, drawn by --seed."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="By which --sample draws.")] = 0,
    python: Annotated[
        list[str] | None,
        typer.Option(
            "--python",
            metavar="PATH",
            help="The measuring interpreter. Given twice, the solutions' ranks under both are compared.",
        ),
    ] = None,
    workers: Workers = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write everything as JSON.")
    ] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(
            "--pairs", metavar="FILE", help="Write pairs of a slow and a fast program, with splits and tests, as JSON."
        ),
    ] = None,
) -> None:
    """Says where samples lie among all human solutions.

    What was checked and counted is kept: the same command goes on where it was.
    """
    from evaluator.benchmarks import check_ids, load_benchmark, select
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.humans.drawing import Drawing
    from evaluator.humans.measure import measure_humans, need_solutions
    from evaluator.humans.pairs import make_pairs, pair_lines, pairs_json
    from evaluator.humans.percentiles import compare_builds, result_percentiles
    from evaluator.humans.report import as_json
    from evaluator.results.reading import load_result

    builds = python or []
    if len(builds) > 2:
        raise InputError("--python: at most two can be compared")
    if check and (results or len(builds) > 1):
        raise InputError("--check: counts nothing, so that it takes no results and one --python")
    if check and memory:
        raise InputError("--memory: is measured of what is counted, and --check counts nothing; leave one out")
    if pairs is not None and (check or len(builds) > 1):
        raise InputError("--pairs: are made of counts of one interpreter; leave --check and a second --python out")
    if sample is not None and first is not None:
        raise InputError("--sample: draws by a seed, and --first takes the first ones; leave one out")
    check_early(python=builds, outputs=[output, pairs])
    given = [load_result(path) for path in results or ()]
    drawing = None if sample is None else Drawing(sample, seed)
    session = open_session(workers)
    check_ids(benchmark, parse_ids(ids), data)
    whole = load_benchmark(benchmark, data)
    need_solutions(whole)
    chosen = select(whole, parse_ids(ids))
    with after_interrupt(SAME_COMMAND), Display() as display:
        measured = [
            measure_humans(
                chosen,
                interpreter,
                session,
                display,
                count=not check,
                memory=memory,
                first=first,
                drawing=drawing,
            )
            for interpreter in (builds or (None,))
        ]
    placed = [result_percentiles(result, measured[0]) for result in given]
    agreements = compare_builds(*measured) if len(measured) == 2 else None
    if output is not None:
        write_atomically(output, [as_json(measured, placed, agreements)])
    _print(measured[0], placed, agreements)
    if pairs is not None:
        made = make_pairs(measured[0], whole)
        write_atomically(pairs, [pairs_json(made)])
        for line in pair_lines(made):
            typer.echo(line)


def _print(measured: "MeasuredHumans", placed: "list[ResultPercentiles]", agreements: "list[Agreement] | None") -> None:
    from evaluator.humans.report import (
        HEADER,
        agreement_lines,
        fault_lines,
        memory_lines,
        percentile_lines,
        problem_rows,
    )

    print_rows(HEADER, problem_rows(measured))
    told = (*fault_lines(measured), *memory_lines(measured), *percentile_lines(placed), *agreement_lines(agreements))
    for line in told:
        typer.echo(line)
