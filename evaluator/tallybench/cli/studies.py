"""`tallybench dev study`: the studies of papers, measured again."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tallybench.cli.evaluation_file import plan_lines
from tallybench.cli.options import Chosen, Machine, Natural, Positive, open_session, parse_ids
from tallybench.cli.preconditions import check_early, check_folder, need_packages
from tallybench.cli.terminal import SAME_COMMAND, Display, after_interrupt, print_rows
from tallybench.errors import InputError
from tallybench.files import write_atomically

if TYPE_CHECKING:
    from tallybench.studies.study import Report, Study


@dataclass(frozen=True, kw_only=True)
class Paper(Machine):
    """What the tables of a paper are measured from.

    Attributes:
        data (DIR): COFFE's `datasets` folder; that of `ClassEval_data.json`; of ECCO's tables; or of EvalPlus' files.
        predictions: A model's outputs as the paper's code writes them; for COFFE, samples of any form. May be repeated.
        model (NAME): The model's name, one for each file; for EvalPlus NAME or NAME@TEMPERATURE. Default: the file's
            name.
        tables (N,...): Only these tables. Default: all.
        all_: Tables 4 and 5 over all problems, or all changes of a class, not just a part.
        paper: Published figures to add, in the format of studies/coffe.json.
        output (DIR): The folder of the report.
        plan: Say what it would cost, and stop.
    """

    data: Path
    predictions: list[Path] | None = None
    model: list[str] | None = None
    tables: str | None = None
    all_: bool = False
    paper: Path | None = None
    output: Path = Path("reproduced")
    plan: bool = False


def coffe(
    results: list[Path] | None = None, *, given: Paper, made: list[Path] | None = None, no_count: bool = False
) -> None:
    """Measure COFFE's tables, its figures beside ours.

    Args:
        results (RESULT): For table 6: results of `evaluate`, which are not measured again.
        made (DIR): For table 5: a folder that `dev stress generate` wrote; may be repeated.
        no_count: For table 6: check only the correctness of predictions.
    """
    from tallybench.studies.coffe import COFFE_STUDY

    more = {"given_results": tuple(results or ()), "made": tuple(made or ()), "counted": not no_count}
    check_early(files=[*(results or ()), *(made or ())])
    _measure(COFFE_STUDY, given, more)


def classeval(*, given: Paper) -> None:
    """Measure ClassEval's tables, its figures beside ours."""
    from tallybench.studies.classeval import CLASSEVAL_STUDY

    if "4" in CLASSEVAL_STUDY.choose(given.tables) and not given.plan:
        need_packages("dev study classeval: table 4", "audit")
    _measure(CLASSEVAL_STUDY, given)


def ecco(*, given: Paper) -> None:
    """Measure ECCO's tables, its figures beside ours."""
    from tallybench.studies.ecco import ECCO_STUDY

    _measure(ECCO_STUDY, given)


def evalplus(results: list[Path] | None = None, *, given: Paper) -> None:
    """Measure EvalPlus' tables 1 to 4 and figure 3, its figures beside ours.

    Args:
        results (RESULT): Results of `evaluate` on humaneval+, or on mbpp+, beside --predictions.
    """
    from tallybench.studies.evalplus import EVALPLUS_STUDY

    if "4" in EVALPLUS_STUDY.choose(given.tables):
        need_packages("dev study evalplus: table 4", "audit")
    check_early(files=results or ())
    _measure(EVALPLUS_STUDY, given, {"given_results": tuple(results or ())})


def _measure(study: "Study", given: Paper, more: Mapping[str, Any] = MappingProxyType({})) -> None:
    """Run a study; `more` are fields of its `Run` that it alone has."""
    from tallybench.studies.study import Run, load_paper, run_study, write_report

    files = given.predictions or []
    names = given.model or [path.stem for path in files]
    if len(names) != len(files):
        raise InputError(f"--model: given {len(names)} times for {len(files)} files of predictions; give one for each")
    tables = study.choose(given.tables)
    given.check(files=[given.data, *files, given.paper])
    output = given.output
    check_folder(output)
    figures, predictions = load_paper(study.name, given.paper), tuple(zip(files, names, strict=True))
    run = Run(given.data, figures, tables, predictions, given.all_, given.python, given.session(), **more)
    if given.plan:
        if study.plan is None:
            raise InputError(f"--plan: is not for {study.name}, whose tables take minutes; leave it out")
        for what, cost in study.plan(run):
            typer.echo(f"{what}: {cost}" if isinstance(cost, str) else "\n  ".join([f"{what}:", *plan_lines(cost)]))
        return
    with after_interrupt(SAME_COMMAND), Display() as display:
        run.progress = display
        for report in run_study(study, run):
            write_report(study.name, report, output, run.results)
    _show_report(study.name, report, output)


def _show_report(name: str, report: "Report", folder: Path) -> None:
    typer.echo("\n".join([*report.lines(), "", f"report: {folder / f'{name}.md'}, {folder / f'{name}.json'}"]))


def leetcode(results: list[Path], *, paper: Path | None = None, output: Path = Path("reproduced")) -> None:
    """Ask the LeetCode study's questions of results: success, speed, temperature.

    Args:
        results (RESULT): Results on one benchmark, of models that were sampled several times, at temperatures.
        paper: Published figures to add, in the format of studies/leetcode.json.
        output (DIR): The folder of the report.
    """
    from tallybench.statistics.published.entries import read_entry
    from tallybench.studies.leetcode import NAME, leetcode_report
    from tallybench.studies.study import load_paper, write_report

    check_early(files=[*results, paper])
    check_folder(output)
    report = leetcode_report([read_entry(path) for path in results], load_paper(NAME, paper))
    write_report(NAME, report, output)
    _show_report(NAME, report, output)


def humans(
    results: list[Path] | None = None,
    *,
    benchmark: str = "coffe-code-contests",
    data: Path | None = None,
    ids: str | None = None,
    check: bool = False,
    memory: bool = False,
    first: Positive | None = None,
    sample: Positive | None = None,
    seed: Natural = 0,
    python: list[str] | None = None,
    workers: Positive | None = None,
    output: Path | None = None,
    pairs: Path | None = None,
) -> None:
    """Place samples among all human solutions.

    What was checked and counted is kept: the same command continues where it stopped.

    Args:
        results (RESULT): Results to place among the human solutions.
        benchmark (NAME): The benchmark's name.
        check: Only check which are correct; count nothing.
        memory: Also measure the peak memory of what is counted.
        first: Only the first N solutions of each problem, for a quick look.
        sample: Only N solutions of each problem, drawn by --seed.
        seed: The seed of --sample.
        python (PATH): The measuring interpreter. Given twice, the solutions' ranks under both are compared.
        output: Write everything as JSON.
        pairs: Write pairs of a slow and a fast program, with splits and tests, as JSON.
    """
    from tallybench.benchmarks import check_ids, load_benchmark
    from tallybench.evaluation.options import Options
    from tallybench.statistics.reading import load_result
    from tallybench.studies.human_places import compare_builds, result_percentiles
    from tallybench.studies.human_report import HEADER, as_json, problem_rows, summary_lines
    from tallybench.studies.humans import Drawing, make_pairs, measure_humans, pair_lines
    from tallybench.studies.study import dump_json

    interpreters = python or []
    if len(interpreters) > 2:
        raise InputError("--python: at most two can be compared")
    if check and (results or len(interpreters) > 1):
        raise InputError("--check: counts nothing, so it takes no results, and only one --python")
    if check and memory:
        raise InputError("--memory: is measured only for what is counted, and --check counts nothing; leave one out")
    if pairs is not None and (check or len(interpreters) > 1):
        raise InputError("--pairs: are made from one interpreter's counts; leave --check and a second --python out")
    if sample is not None and first is not None:
        raise InputError("--sample: draws by a seed, and --first takes the first ones; leave one out")
    check_early(python=interpreters, outputs=[output, pairs])
    given = [load_result(path) for path in results or ()]
    drawing = None if sample is None else Drawing(sample, seed)
    session = open_session(workers)
    chosen = parse_ids(ids)
    check_ids(benchmark, chosen, data)
    asked = Options(benchmark, data, ids=chosen, counter="none" if check else "valgrind", memory=memory)
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


def stability(
    *,
    given: Chosen,
    python: str | None = None,
    runs: Annotated[int, typer.Option(min=4)] = 12,
    output: Path | None = None,
) -> None:
    """Measure how stable counts are, beside execution times.

    This is table 4 of the COFFE paper: relative standard deviations, and how counts and times correlate.

    Args:
        runs: Measurements of each figure; the highest and the lowest are dropped.
        output: Write every measurement as JSON.
    """
    import orjson

    from tallybench.studies.stability import measure_stability

    check_early(python=python, outputs=[output])
    chosen = given.of(given.open())
    with Display() as display:
        found = measure_stability(chosen, python, runs, display)
    for name, value in (
        ("problems", f"{len(found.inputs)}, {runs} runs each, highest and lowest dropped"),
        ("RSD of instruction counts", f"{found.rsd_counts:.4f} % (worst problem {found.rsd_counts_worst:.4f} %)"),
        ("RSD of execution time", f"{found.rsd_seconds:.2f} % (worst problem {found.rsd_seconds_worst:.2f} %)"),
        (
            "spread over hash seeds",
            f"{found.spread_seeds:.4f} % (worst {found.spread_seeds_worst:.4f} %, {found.worst_seeds_task})",
        ),
        ("Pearson, count and time", f"{found.pearson:.4f} (of logarithms {found.pearson_log:.4f})"),
    ):
        typer.echo(f"{name:28}{value}")
    if output is not None:
        write_atomically(output, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2), b"\n"])
