"""`tallybench dev audit`: how good a benchmark's problems are."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import BenchmarkName, Ids, Machine, Pool, parse_ids
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display, warn
from tallybench.cli.tables import print_rows
from tallybench.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybench.authoring.audit import ProblemAudit
    from tallybench.authoring.audit.summary import Finding
    from tallybench.model.benchmark import Benchmark
    from tallybench.samples.reading import Sample


def audit(
    of: str | None = None,
    *,
    machine: Machine,
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    files: Path | None = None,
    since: str | None = None,
    pool: Pool = None,
    seeds: Annotated[int, typer.Option(min=2)] = 10,
    format: str = "table",
    output: Path | None = None,
) -> None:
    """Measure how good a benchmark's problems are.

    It checks whether slow solutions cost more than fast ones, how costs grow, what the inputs cover, how far problems
    tell solutions apart, and whether families of inputs cost the same at each seed. Exit code 1 if a bar is missed.

    Args:
        of (BENCHMARK): The benchmark's name, or the folder of your own. Default: humaneval.
        files (DIR): Audit the problem files in this folder, such as those of `tallybench dev stress generate`, instead
            of the benchmark's own. Their contracts are run: read them first.
        since (REVISION): Only problems whose files changed since this git revision.
        seeds: The number of seeds at which families of inputs are counted.
        format (NAME): table or json.
        output: Write the JSON here as well.
    """
    from tallybench.authoring.audit import audit_benchmark, changed_since, read_pool
    from tallybench.authoring.audit.summary import as_json, summarize
    from tallybench.authoring.running import Runner
    from tallybench.benchmarks import open_benchmark, select, with_files
    from tallybench.benchmarks.published import RUN_BY_AUDIT
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.files import write_atomically

    if format not in ("table", "json"):
        raise InputError(f"--format {format}: there is table, json")
    need_packages("audit", "audit", "coverage", "mutmut")
    machine.check(outputs=[output], samples=pool or ())
    session = machine.session()
    whole = open_benchmark(of or benchmark, RUN_BY_AUDIT)
    chosen = select(whole, parse_ids(ids))
    if files is not None:
        chosen = with_files(chosen, files)
    if since is not None:
        changed = set(changed_since(chosen, since, user_benchmark_at(of or benchmark)))
        if not changed:
            warn(f"no problem of {chosen.name} differs from {since}")
            return
        chosen = select(chosen, [problem.task_id for problem in chosen if problem.task_id in changed])
    if not any(problem.is_complete for problem in chosen):
        first = chosen.problems[0]
        lacking = " and no ".join(first.missing or ("contract",))
        raise InputError(f"{chosen.name}: there is nothing to audit: {first.task_id} has no {lacking} yet")
    solutions = read_pool([open_pool(source, whole) for source in pool or ()], chosen)
    with after_interrupt(SAME_COMMAND), Display() as display:
        audits = audit_benchmark(chosen, Runner(machine.python, session, display), solutions, seeds)
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
            warn(f"{problem.task_id}: not audited: {problem.without_efficiency}")
    if any(finding.missed for finding in findings):
        raise typer.Exit(1)


def open_pool(source: str, benchmark: "Benchmark") -> "tuple[str, Iterable[Sample]]":
    """Return the name of a set of samples to take solutions from, and the samples."""
    from tallybench.samples.embedded import PREFIX
    from tallybench.samples.sources import open_samples

    name = source.removeprefix(PREFIX) if source.startswith(PREFIX) else Path(source).stem
    return name, open_samples(source, benchmark, warn)


def _print(audits: "list[ProblemAudit]", findings: "list[Finding]") -> None:
    from tallybench.authoring.audit.summary import HEADER, finding_lines, problem_rows

    print_rows(HEADER, problem_rows(audits))
    for audit in audits:
        for fault in audit.faults:
            typer.echo(f"{audit.task_id}: {fault}")
        for survivor in audit.mutation.survivors if audit.mutation is not None else ():
            typer.echo(f"{audit.task_id}: the tests pass {survivor}")
    typer.echo("")
    for line in finding_lines(findings):
        typer.echo(line)
