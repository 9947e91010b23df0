"""`tallybench audit`: what a benchmark's problems are worth."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import BenchmarkName, Ids, Python, Workers, parse_ids
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evaluator.audit import Finding, ProblemAudit
    from evaluator.problems.benchmark import Benchmark
    from evaluator.samples.reading import Sample


def audit(
    of: Annotated[
        str | None,
        typer.Argument(
            metavar="BENCHMARK", help="The benchmark's name, or the folder of your own. Default: humaneval."
        ),
    ] = None,
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    files: Annotated[
        Path | None,
        typer.Option(
            "--files",
            metavar="DIR",
            help="Audit the problems' files in this folder, such as `tallybench stress generate` writes them, in place "
            "of those that come along. Their contracts are run: read them first.",
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="REVISION", help="Only the problems whose files differ from this git revision's."
        ),
    ] = None,
    pool: Annotated[
        list[str] | None,
        typer.Option(
            "--pool",
            metavar="SAMPLES",
            help="Samples to take correct solutions from, as for evaluate; may be repeated.",
        ),
    ] = None,
    seeds: Annotated[
        int,
        typer.Option("--seeds", min=2, metavar="N", help="At how many seeds families of inputs are built and counted."),
    ] = 10,
    format: Annotated[str, typer.Option("--format", metavar="NAME", help="table or json.")] = "table",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the JSON here as well.")
    ] = None,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Measures what a benchmark's problems are worth.

    That is: whether slow solutions cost more than fast ones, how costs grow, what the inputs cover, how far problems
    tell solutions apart, and whether families of inputs cost the same at each seed. Exit code 1 where a bar is missed.
    """
    from evaluator.audit import audit_benchmark, changed_since, read_pool, summarize
    from evaluator.audit.report import as_json
    from evaluator.benchmarks import open_benchmark, select, with_files
    from evaluator.benchmarks.own.folder import own_at
    from evaluator.benchmarks.published import RUN_BY_AUDIT
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically

    if format not in ("table", "json"):
        raise InputError(f"--format {format}: there is table, json")
    need_packages("audit", "audit", "coverage", "mutmut")
    check_early(python=python, outputs=[output], samples=pool or ())
    session = open_session(workers)
    whole = open_benchmark(of or benchmark, RUN_BY_AUDIT)
    chosen = select(whole, parse_ids(ids))
    if files is not None:
        chosen = with_files(chosen, files)
    if since is not None:
        changed = set(changed_since(chosen, since, own_at(of or benchmark)))
        if not changed:
            typer.echo(f"no problem of {chosen.name} differs from {since}", err=True)
            return
        chosen = select(chosen, [problem.task_id for problem in chosen if problem.task_id in changed])
    if not any(problem.is_complete for problem in chosen):
        first = chosen.problems[0]
        lacking = " and no ".join(first.missing or ("contract",))
        raise InputError(f"{chosen.name}: there is nothing to audit: {first.task_id} has no {lacking} yet")
    solutions = read_pool([open_pool(source, whole) for source in pool or ()], chosen)
    with after_interrupt(SAME_COMMAND), Display() as display:
        audits = audit_benchmark(chosen, solutions, python, session, display, seeds)
    findings = summarize(audits, sum(len(problem.stressful) for problem in chosen), chosen.whole)
    text = as_json(chosen, audits, findings)
    if output is not None:
        write_atomically(output, [text])
    if format == "json":
        typer.echo(text.decode(), nl=False)
    else:
        _print(audits, findings)
    for problem in chosen:
        if problem.missing:
            typer.echo(f"{problem.task_id}: not audited: {problem.without_efficiency}", err=True)
    if any(finding.missed for finding in findings):
        raise typer.Exit(1)


def open_pool(source: str, benchmark: "Benchmark") -> "tuple[str, Iterable[Sample]]":
    """The name of a set of samples that solutions are taken from, and the samples."""
    from evaluator.samples.embedded import PREFIX
    from evaluator.samples.sources import open_samples

    name = source.removeprefix(PREFIX) if source.startswith(PREFIX) else Path(source).stem
    return name, open_samples(source, benchmark, lambda line: typer.echo(line, err=True))


def _print(audits: "list[ProblemAudit]", findings: "list[Finding]") -> None:
    from evaluator.audit.report import HEADER, finding_lines, problem_rows

    print_rows(HEADER, problem_rows(audits))
    for audit in audits:
        for fault in audit.faults:
            typer.echo(f"{audit.task_id}: {fault}")
        for survivor in audit.mutation.survivors if audit.mutation is not None else ():
            typer.echo(f"{audit.task_id}: the tests pass {survivor}")
    typer.echo("")
    for line in finding_lines(findings):
        typer.echo(line)
