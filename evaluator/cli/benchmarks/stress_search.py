"""`tallybench stress search`: stressful inputs without a model."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import check_root
from evaluator.cli.early import check_early
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import BenchmarkName, Ids, Python, Root, SampleFolder, Workers, parse_ids
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError


def search(
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="All that was found, with every count, as JSON."),
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="Tell apart the correct programs of the published results.")
    ] = False,
    root: Root = Path("."),
    samples: SampleFolder = None,
    tries: Annotated[int, typer.Option("--tries", min=1, metavar="N", help="Inputs that are tried a problem.")] = 60,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same inputs.")] = 0,
    most: Annotated[
        float,
        typer.Option(
            "--most",
            min=0.002,
            max=200,
            metavar="M",
            help="Millions of instructions that the best known solution may spend on what is found: less is cheaper to "
            "evaluate.",
        ),
    ] = 200,
    least: Annotated[
        float,
        typer.Option(
            "--least",
            min=0.001,
            max=1,
            metavar="L",
            help="Millions that it spends on the smallest growing input to start from, and half of them at least on "
            "what is found; the benchmark itself takes inputs of a million and more.",
        ),
    ] = 1,
    kept: Annotated[
        int, typer.Option("--keep", min=1, metavar="K", help="Inputs of a problem that are kept, each of another idea.")
    ] = 5,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Searches for stressful inputs that tell programs apart; no model is asked.

    Starts from the growing input and from the stressful inputs that are there, and changes them step by step: sizes,
    seeds, and what is done to an argument. Kept is what raises RSD(+) of the programs' instructions, within the
    contract and the bounds of our own inputs. Prints the functions that do better than all that are there; review them
    before they go into a problem's file. A run that was interrupted goes on.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.benchmarks.measured import load_measured, measured_file
    from evaluator.benchmarks.published import RUN_BY_AUDIT
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.stress_search.report import HEADER, as_function, as_json, better_than_written, rows
    from evaluator.stress_search.run import distinct_programs, search_inputs, without_search
    from evaluator.submissions.public_code import ranked_programs

    if 2 * least > most:
        raise InputError(f"--least {least:g}: is more than half of --most {most:g}; give less")
    check_early(python=python, outputs=[output])
    if published:
        check_root(root)
    chosen = select(open_benchmark(benchmark, RUN_BY_AUDIT), parse_ids(ids))
    reasons = {problem.task_id: reason for problem in chosen if (reason := without_search(problem)) is not None}
    if len(reasons) == len(chosen.problems):
        raise InputError(f"--benchmark {benchmark}: nothing can be searched: {next(iter(reasons.values()))}")
    measured = load_measured(chosen.name) if measured_file(chosen.name).exists() else None
    pools = distinct_programs(ranked_programs(root, chosen.name, samples)) if published else {}
    with after_interrupt(SAME_COMMAND), Display() as display:
        found = search_inputs(
            chosen,
            measured,
            pools,
            tries,
            seed,
            most=round(most * 1_000_000),
            least=round(least * 1_000_000),
            kept=kept,
            python=python,
            session=open_session(workers),
            progress=display,
        )
    if output is not None:
        from orjson import OPT_APPEND_NEWLINE, OPT_INDENT_2, dumps

        write_atomically(output, [dumps(as_json(found), option=OPT_INDENT_2 | OPT_APPEND_NEWLINE)])
    print_rows(HEADER, rows(found))
    for searched in found:
        for number, candidate in enumerate(better_than_written(searched), 1):
            typer.echo(f"\n# {searched.task_id}")
            typer.echo(as_function(chosen.by_id[searched.task_id], candidate, f"found_{number}"), nl=False)
    for task_id, reason in reasons.items():
        typer.echo(f"{task_id}: not searched: {reason}", err=True)
    for task_id in [problem.task_id for problem in chosen]:
        if task_id not in reasons and task_id not in {searched.task_id for searched in found}:
            typer.echo(f"{task_id}: it ended the sandbox; nothing was found", err=True)
    if output is not None:
        typer.echo(f"written: {output}", err=True)
