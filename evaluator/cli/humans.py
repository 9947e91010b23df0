"""The command that looks at all human solutions of a benchmark: humans."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import Data, Ids, Workers, parse_ids
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.humans.percentiles import Agreement, Standing
    from evaluator.humans.solutions import Humans


@app.command()
def humans(
    results: Annotated[list[Path] | None, typer.Argument(help="Results to place among the human solutions.")] = None,
    benchmark: Annotated[str, typer.Option("--benchmark", help="The benchmark's name.")] = "coffe-code-contests",
    data: Data = None,
    ids: Ids = None,
    check: Annotated[bool, typer.Option("--check", help="Only check which are correct; count nothing.")] = False,
    first: Annotated[
        int | None, typer.Option("--first", min=1, help="Only so many solutions of each problem, for a quick look.")
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option("--python", help="The measuring interpreter; given twice, the ranks of two are compared."),
    ] = None,
    workers: Workers = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write everything as JSON.")] = None,
) -> None:
    """Checks and counts every human solution, and says where samples lie among them. Goes on where it was."""
    from evaluator.benchmarks import load_benchmark, select
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.humans.measure import measure_humans, need_solutions
    from evaluator.humans.percentiles import compare_builds, place_samples
    from evaluator.humans.report import as_json
    from evaluator.results.reading import load_result

    builds = python or []
    if len(builds) > 2:
        raise InputError("--python: at most two can be compared")
    given = [load_result(path) for path in results or ()]
    if check and (given or len(builds) > 1):
        raise InputError("--check: counts nothing, so that it takes no results and one --python")
    whole = load_benchmark(benchmark, data)
    need_solutions(whole)
    chosen = select(whole, parse_ids(ids))
    with Display() as display:
        measured = [
            measure_humans(chosen, one, workers, display, count=not check, first=first) for one in (builds or (None,))
        ]
    standings = [place_samples(result, measured[0]) for result in given]
    agreements = compare_builds(*measured) if len(measured) == 2 else None
    if output is not None:
        write_atomically(output, [as_json(measured, standings, agreements)])
    _print(measured[0], standings, agreements)


def _print(measured: "Humans", standings: "list[Standing]", agreements: "list[Agreement] | None") -> None:
    from rich.console import Console
    from rich.table import Table

    from evaluator.humans.report import HEADER, crowd_rows, told_agreements, told_faults, told_standings

    table = Table(*HEADER, box=None, pad_edge=False)
    for row in crowd_rows(measured):
        table.add_row(*row)
    console = Console(width=None if Console().is_terminal else 200)
    console.print(table)
    for line in (*told_faults(measured), *told_standings(standings), *told_agreements(agreements)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
