"""The command that proves a benchmark: audit."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import BenchmarkName, Ids, Python, Workers, parse_ids
from evaluator.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evaluator.audit import Finding, ProblemAudit
    from evaluator.problems.benchmark import Benchmark
    from evaluator.samples.reading import Sample


@app.command()
def audit(
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    since: Annotated[
        str | None, typer.Option("--since", help="Only the problems whose files differ from this git revision's.")
    ] = None,
    pool: Annotated[
        list[str] | None,
        typer.Option("--pool", help="Samples to take correct solutions from, as for evaluate; may be repeated."),
    ] = None,
    format: Annotated[str, typer.Option("--format", help="table or json.")] = "table",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the JSON here as well.")] = None,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Proves a benchmark's problems: inputs, references, headroom, coverage. Exit code 1 where a bar is missed."""
    from evaluator.audit import audit_benchmark, changed_since, read_pool, summarize
    from evaluator.audit.report import as_json
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.benchmarks.published import RUN_BY_AUDIT
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically

    if format not in ("table", "json"):
        raise InputError(f"--format {format}: there is table, json")
    whole = open_benchmark(benchmark, RUN_BY_AUDIT)
    chosen = select(whole, parse_ids(ids))
    if since is not None:
        changed = set(changed_since(chosen, since))
        if not changed:
            typer.echo(f"no problem of {chosen.name} differs from {since}", err=True)
            return
        chosen = select(chosen, [problem.task_id for problem in chosen if problem.task_id in changed])
    solutions = read_pool([_pool(source, whole) for source in pool or ()], chosen)
    with Display() as display:
        audits = audit_benchmark(chosen, solutions, python, workers, display)
    findings = summarize(audits, sum(len(problem.stressful) for problem in chosen), chosen.whole)
    text = as_json(chosen, audits, findings)
    if output is not None:
        write_atomically(output, [text])
    if format == "json":
        typer.echo(text.decode(), nl=False)
    else:
        _print(audits, findings)
    if any(one.missed for one in findings):
        raise typer.Exit(1)


def _pool(source: str, benchmark: "Benchmark") -> "tuple[str, Iterable[Sample]]":
    from evaluator.samples.embedded import PREFIX, sample_set
    from evaluator.samples.reading import read_samples

    if source.startswith(PREFIX):
        embedded = sample_set(source)
        return embedded.name, embedded.read(benchmark)
    return Path(source).stem, read_samples(source, benchmark.by_id)


def _print(audits: "list[ProblemAudit]", findings: "list[Finding]") -> None:
    from rich.console import Console
    from rich.table import Table

    from evaluator.audit.report import HEADER, finding_lines, problem_rows

    table = Table(*HEADER, box=None, pad_edge=False)
    for row in problem_rows(audits):
        table.add_row(*row)
    console = Console(width=None if Console().is_terminal else 200)
    console.print(table)
    for audit in audits:
        for fault in audit.faults:
            typer.echo(f"{audit.task_id}: {fault}")
    typer.echo("")
    for line in finding_lines(findings):
        typer.echo(line)
