"""The commands that read and explain: report, problems, validate, schema, doctor."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import BenchmarkName, Data, Python
from evaluator.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from evaluator.problems.benchmark import Benchmark
    from evaluator.problems.problem import Problem
    from evaluator.results.result import Result


@app.command()
def report(
    results: Annotated[list[Path], typer.Argument(help="Result files.")],
    format: Annotated[str, typer.Option("--format", help="table, md, csv or json.")] = "table",
) -> None:
    """Shows runs side by side."""
    from evaluator.results.reading import load_result
    from evaluator.results.report import FORMATS, as_csv, as_json, as_markdown

    if format not in FORMATS:
        raise InputError(f"--format {format}: there is {', '.join(FORMATS)}")
    loaded = [load_result(path) for path in results]
    if format == "table":
        print_table(loaded)
    else:
        typer.echo({"md": as_markdown, "csv": as_csv, "json": as_json}[format](loaded))


@app.command()
def problems(
    task: Annotated[str | None, typer.Argument(help="A task id or its number; none lists them all.")] = None,
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Check that the parts of each problem fit together.")] = False,
) -> None:
    """Lists the problems of a benchmark, or shows one whole."""
    from dataclasses import asdict

    import orjson

    from evaluator.benchmarks import open_benchmark, select
    from evaluator.benchmarks.published import RUN_BY_AUDIT

    chosen = open_benchmark(benchmark, RUN_BY_AUDIT if check else (), data)
    if check and not chosen.audited:
        raise InputError(f"--check: is for problems that are written here, and {chosen.name} is not")
    chosen = select(chosen, None if task is None else (task,))
    if check:
        _check_problems(chosen)
        return
    if json:
        # Cases hold what JSON has not: tuples, large ints, keys of any type.
        rows = [
            asdict(problem)
            | _examples(problem)
            | {"hash": problem.hash, "cases": [[repr(one.arguments), repr(one.expected)] for one in problem.cases]}
            for problem in chosen
        ]
        typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2, default=repr).decode())
        return
    if task is not None:
        for problem in chosen:
            _show_problem(problem)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("task", "entry point", "stressful inputs", "references", "efficiency", box=None)
    for problem in chosen:
        counts = (str(len(problem.stressful)), str(len(problem.references)))
        table.add_row(problem.task_id, problem.entry_point, *counts, problem.without_efficiency or "counts")
    Console().print(table)
    typer.echo(f"{chosen.name} {chosen.version}, {len(chosen)} problems, content {chosen.hash[:16]}")
    for problem in chosen:
        for one, reason in problem.left_out:
            typer.echo(f"left out of {problem.task_id}: {one.name}: {reason}")
    for task_id, reason in chosen.exclusions:
        typer.echo(f"left out: {task_id}: {reason}")


@app.command()
def validate(
    paths: Annotated[list[Path], typer.Argument(help="Result files, or folders of them.")],
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Says all for which result files would not be accepted: schema, names, hashes, figures, hostile text, gaps."""
    import orjson

    from evaluator.submissions.checks import file_faults, file_suspicions, result_files

    found = {path: file_faults(path) for path in result_files(paths)}
    if json:
        rows = [
            {"file": str(path), "where": fault.where, "what": fault.what, "stale": fault.stale}
            for path, faults in found.items()
            for fault in faults
        ]
        typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
    else:
        for path, faults in found.items():
            for fault in faults:
                typer.echo(fault.of(path))
            if not faults:
                typer.echo(f"{path}: valid")
                for line in file_suspicions(path):
                    typer.echo(f"{path}: to be measured again in full: {line}", err=True)
    if any(found.values()):
        raise typer.Exit(1)


@app.command()
def schema() -> None:
    """Prints the JSON Schema of result files."""
    import orjson

    from evaluator.results.result import result_schema

    typer.echo(orjson.dumps(result_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())


@app.command()
def doctor(
    python: Python = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Says what this machine can do, and how to mend what it cannot."""
    from dataclasses import asdict

    from evaluator.measuring.doctor import examine

    findings = []
    for finding in examine(python):
        findings.append(finding)
        if not json:
            typer.echo(f"{finding.status:5} {finding.what:19} {finding.detail}")
            if finding.mend:
                typer.echo(f"{'':25} -> {finding.mend}")
    if json:
        import orjson

        typer.echo(orjson.dumps([asdict(finding) for finding in findings], option=orjson.OPT_INDENT_2).decode())
    if any(finding.status == "lack" for finding in findings):
        raise typer.Exit(1)


def headline_table(results: "list[Result]") -> "Table":
    """The headline figures of runs, a row a run."""
    from rich.table import Table

    from evaluator.results.report import header, headline_cells

    table = Table(*header(), box=None, pad_edge=False)
    for result in results:
        table.add_row(*(cell.replace("[", "\\[") for cell in headline_cells(result)))
    return table


def print_table(results: "list[Result]") -> None:
    """Prints the headline figures of runs, and what their reader has to know."""
    from rich.console import Console

    from evaluator.results.report import caveats, comparison

    console = Console(width=None if Console().is_terminal else 200)
    console.print(headline_table(results))
    for note in caveats(results):
        console.print(note, markup=False)
    if len(results) == 2 and (compared := comparison(*results)) is not None:
        console.print(compared, markup=False, highlight=False)


def _check_problems(chosen: "Benchmark") -> None:
    from evaluator.benchmarks.check import problem_faults
    from evaluator.execution.sandbox.bubblewrap import Setting
    from evaluator.execution.sandbox.host import Zygote
    from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter

    native = Zygote(Setting(probe_interpreter(default_interpreter())))
    found = 0
    written = [problem for problem in chosen if problem.contract is not None]
    for problem in written:
        faults = problem_faults(problem, native)
        for fault in faults:
            typer.echo(f"{problem.task_id}: {fault}")
        found += len(faults)
    native.close()
    typer.echo(f"{len(written)} problems checked, {found} faults")
    if found:
        raise typer.Exit(1)


def _examples(problem: "Problem") -> dict[str, object]:
    """The examples of calls, with the arguments as literals: JSON has neither long ints nor tuples."""
    from evaluator.values.literals import write_literal

    wrong = problem.canonical_wrong
    return {
        "invalid": [{"reason": reason, "arguments": write_literal(arguments)} for reason, arguments in problem.invalid],
        "canonical_wrong": None if wrong is None else {"arguments": write_literal(wrong[0]), "why": wrong[1]},
    }


def _show_problem(problem: "Problem") -> None:
    typer.echo(f"{problem.task_id}  {problem.entry_point}  content {problem.hash[:16]}\n")
    typer.echo(problem.prompt.rstrip() + "\n")
    if problem.notes:
        typer.echo(problem.notes + "\n")
    if problem.without_efficiency:
        typer.echo(f"counts for pass@k only: {problem.without_efficiency}\n")
    for one in problem.stressful:
        typer.echo(f"stressful input {one.name} ({one.format}, {one.kind}): {one.exposes}")
    for solution in (*problem.references, *problem.slow):
        typer.echo(f"\n# {solution.name}\n{solution.code.rstrip()}")
