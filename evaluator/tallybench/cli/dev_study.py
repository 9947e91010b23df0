"""`tallybench dev study`: the studies of papers, measured again."""

from pathlib import Path
from typing import Annotated

import typer

from tallybench.cli.early import check_early
from tallybench.cli.evaluating.plan import plan_lines
from tallybench.cli.grouping import CommandGroup
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import BenchmarkName, Data, Ids, Python, Workers, parse_ids
from tallybench.cli.packages import need_packages
from tallybench.cli.session import open_session
from tallybench.cli.tables import print_rows
from tallybench.errors import InputError

study = typer.Typer(name="study", cls=CommandGroup, no_args_is_help=True)


@study.callback()
def about() -> None:
    """Measure the tables and figures of papers again."""


def _paper(
    context: typer.Context,
    data: Annotated[
        Path,
        typer.Option(
            "--data",
            metavar="DIR",
            help="COFFE's `datasets` folder; that of `ClassEval_data.json`; or that of ECCO's tables.",
        ),
    ],
    predictions: Annotated[
        list[Path] | None,
        typer.Option(
            "--predictions", metavar="FILE", help="A model's outputs as the paper's code writes them; may be repeated."
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="NAME", help="The model's name, one for each file. Default: the file's name."),
    ] = None,
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="N,...", help="Only these tables. Default: all there are.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Table 4 over all problems, or changes of a class, not over a part.")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option("--paper", metavar="FILE", help="Published figures to add, in the format of studies/coffe.json."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the report.")] = Path(
        "reproduced"
    ),
    plan: Annotated[bool, typer.Option("--plan", help="Say what it would cost, and stop.")] = False,
    workers: Workers = None,
    python: Python = None,
) -> None:
    from tallybench.cli.progress import Display
    from tallybench.studies.classeval import CLASSEVAL_STUDY
    from tallybench.studies.coffe import COFFE_STUDY
    from tallybench.studies.ecco import ECCO_STUDY
    from tallybench.studies.study import Run, load_paper, run_study, write_report

    (study,) = (one for one in (COFFE_STUDY, CLASSEVAL_STUDY, ECCO_STUDY) if one.name == context.info_name)
    files = predictions or []
    names = model or [path.stem for path in files]
    if len(names) != len(files):
        raise InputError(f"--model: given {len(names)} times for {len(files)} files of predictions; give one for each")
    chosen = study.choose(tables)
    check_early(python=python, files=[data, *files, figures])
    if output.exists() and not output.is_dir():
        raise InputError(f"--output {output}: is not a folder; give another")
    if study is CLASSEVAL_STUDY and "4" in chosen and not plan:
        need_packages("dev study classeval: table 4", "audit", "coverage", "mutmut")
    run = Run(
        data,
        load_paper(study.name, figures),
        chosen,
        tuple(zip(files, names, strict=True)),
        everything,
        python,
        open_session(workers),
    )
    if plan:
        if study.plan is None:
            raise InputError(f"--plan: is not for {study.name}, whose tables take minutes; leave it out")
        for what, cost in study.plan(run):
            typer.echo(f"{what}: {cost}" if isinstance(cost, str) else "\n  ".join([f"{what}:", *plan_lines(cost)]))
        return
    with after_interrupt(SAME_COMMAND), Display() as display:
        run.progress = display
        report = run_study(study, run)
    write_report(study, run, report, output)
    for section in report.sections:
        for row in section.rows:
            ours = "none" if row.ours is None else f"{row.ours:,.{row.digits}f}"
            published = "not at hand" if row.paper.value is None else f"{row.paper.value:,.{row.digits}f}"
            theirs = "" if row.theirs is None else f"   by their rules {row.theirs:,.{row.digits}f}"
            typer.echo(f"{section.title[:34]:36}{row.figure[:40]:42}paper {published:>12}   ours {ours:>10}{theirs}")
    typer.echo(f"\nreport: {output / f'{study.name}.md'}, {output / f'{study.name}.json'}")


for _name, _title in (("coffe", "COFFE"), ("classeval", "ClassEval"), ("ecco", "ECCO")):
    study.command(_name, help=f"Measure {_title}'s tables, its figures beside ours.")(_paper)


@study.command()
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
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="The seed of --sample.")] = 0,
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
    """Place samples among all human solutions.

    What was checked and counted is kept: the same command continues where it stopped.
    """
    from dataclasses import replace

    from tallybench.benchmarks import check_ids, load_benchmark
    from tallybench.cli.progress import Display
    from tallybench.evaluation.options import Options
    from tallybench.files import write_atomically
    from tallybench.statistics.reading import load_result
    from tallybench.studies.human_places import compare_builds, result_percentiles
    from tallybench.studies.human_report import HEADER, as_json, problem_rows, summary_lines
    from tallybench.studies.humans import Drawing, make_pairs, measure_humans, pair_lines
    from tallybench.studies.study import dump_json

    interpreters = python or []
    if len(interpreters) > 2:
        raise InputError("--python: at most two can be compared")
    if check and (results or len(interpreters) > 1):
        raise InputError("--check: counts nothing, so that it takes no results and one --python")
    if check and memory:
        raise InputError("--memory: is measured of what is counted, and --check counts nothing; leave one out")
    if pairs is not None and (check or len(interpreters) > 1):
        raise InputError("--pairs: are made of counts of one interpreter; leave --check and a second --python out")
    if sample is not None and first is not None:
        raise InputError("--sample: draws by a seed, and --first takes the first ones; leave one out")
    check_early(python=interpreters, outputs=[output, pairs])
    given = [load_result(path) for path in results or ()]
    drawing = None if sample is None else Drawing(sample, seed)
    session = open_session(workers)
    chosen = parse_ids(ids)
    check_ids(benchmark, chosen, data)
    counter = "none" if check else "valgrind"
    asked = Options(benchmark, data, ids=chosen, counter=counter, memory=memory)
    builds = [replace(asked, python=interpreter) for interpreter in interpreters] or [asked]
    with after_interrupt(SAME_COMMAND), Display() as display:
        measured = [measure_humans(one, session, display, first=first, drawing=drawing) for one in builds]
    placed = [result_percentiles(result, measured[0]) for result in given]
    agreements = compare_builds(*measured) if len(measured) == 2 else None
    if output is not None:
        write_atomically(output, [as_json(measured, placed, agreements)])
    lines = summary_lines(measured[0], placed, agreements)
    if pairs is not None:
        made = make_pairs(measured[0], load_benchmark(benchmark, data))
        write_atomically(pairs, [dump_json(made.model_dump(mode="json"))])
        lines += pair_lines(made)
    print_rows(HEADER, problem_rows(measured[0]))
    typer.echo("\n".join(lines))


@study.command()
def stability(
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    python: Python = None,
    runs: Annotated[
        int,
        typer.Option(
            "--runs", min=4, metavar="N", help="Measurements of each figure; the highest and the lowest are dropped."
        ),
    ] = 12,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write every measurement as JSON.")
    ] = None,
) -> None:
    """Measure how stable counts are, beside execution times.

    This is table 4 of the COFFE paper: relative standard deviations, and how counts and times correlate.
    """
    from dataclasses import asdict

    import orjson

    from tallybench.benchmarks import open_benchmark, select
    from tallybench.cli.progress import Display
    from tallybench.files import write_atomically
    from tallybench.studies.stability import measure_stability

    check_early(python=python, outputs=[output])
    chosen = select(open_benchmark(benchmark, data=data, ids=parse_ids(ids)), parse_ids(ids))
    with Display() as display:
        found = measure_stability(chosen, python, runs, display)
    rows = [
        ("problems", f"{len(found.problems)}, {runs} runs each, highest and lowest dropped"),
        ("RSD of instruction counts", f"{found.rsd_counts:.4f} % (worst problem {found.rsd_counts_worst:.4f} %)"),
        ("RSD of execution time", f"{found.rsd_seconds:.2f} % (worst problem {found.rsd_seconds_worst:.2f} %)"),
        (
            "spread over hash seeds",
            f"{found.spread_seeds:.4f} % (worst {found.spread_seeds_worst:.4f} %, {found.worst_seeds_task})",
        ),
        ("Pearson, count and time", f"{found.pearson:.4f} (of logarithms {found.pearson_log:.4f})"),
    ]
    for name, value in rows:
        typer.echo(f"{name:28}{value}")
    if output is not None:
        write_atomically(output, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2), b"\n"])
