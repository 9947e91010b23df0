"""`tallybench dev audit`, `measure`, `catalogue` and `packages`: a benchmark's problems; and `tallybench doctor`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.options import Machine, parse_ids
from tallybench.cli.preconditions import need_packages, refuse_in_package
from tallybench.cli.terminal import print_json, print_rows, warn
from tallybench.errors import InputError
from tallybench.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallybench.model.benchmark import Benchmark
    from tallybench.model.problem import Solution


def audit(
    of: str | None = None,
    *,
    machine: Machine,
    benchmark: str = "humaneval",
    ids: str | None = None,
    files: Path | None = None,
    since: str | None = None,
    pool: list[str] | None = None,
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
    from tallybench.authoring.audit import audit_benchmark, changed_since
    from tallybench.authoring.audit.summary import HEADER, as_json, finding_lines, problem_rows, summarize
    from tallybench.benchmarks import open_benchmark, select, with_files
    from tallybench.benchmarks.published import RUN_BY_AUDIT
    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    if format not in ("table", "json"):
        raise InputError(f"--format {format}: must be table or json")
    need_packages("audit", "audit")
    machine.check(outputs=[output], samples=pool or ())
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
    solutions = open_pool(pool or (), whole, chosen)
    with machine.runner() as runner:
        audits = audit_benchmark(chosen, runner, solutions, seeds)
    findings = summarize(audits, sum(len(problem.stressful) for problem in chosen), chosen.whole)
    text = as_json(chosen, audits, findings)
    if output is not None:
        write_atomically(output, [text])
    if format == "json":
        typer.echo(text.decode(), nl=False)
    else:
        print_rows(HEADER, problem_rows(audits))
        for audit in audits:
            survivors = () if audit.mutation is None else audit.mutation.survivors
            for line in (*audit.faults, *(f"the tests pass {survivor}" for survivor in survivors)):
                typer.echo(f"{audit.task_id}: {line}")
        typer.echo("\n" + "\n".join(finding_lines(findings)))
    for problem in chosen:
        if problem.missing:
            warn(f"{problem.task_id}: not audited: {problem.without_efficiency}")
    if any(finding.missed for finding in findings):
        raise typer.Exit(1)


def open_pool(sources: "Iterable[str]", whole: "Benchmark", chosen: "Benchmark") -> "dict[str, list[Solution]]":
    """Return the correct solutions to the chosen problems, from samples of the whole benchmark."""
    from tallybench.authoring.audit import read_pool
    from tallybench.samples.embedded import PREFIX
    from tallybench.samples.sources import open_samples

    def named(source: str) -> str:
        return source.removeprefix(PREFIX) if source.startswith(PREFIX) else Path(source).stem

    return read_pool([(named(source), open_samples(source, whole, warn)) for source in sources], chosen)


def measure(
    benchmark: str = "humaneval",
    *,
    machine: Machine,
    ids: str | None = None,
    check: bool = False,
    output: Path | None = None,
) -> None:
    """Count the instructions of a benchmark's references.

    The site and the dataset show the counts. Only what changed since the last time is measured.

    Args:
        benchmark (BENCHMARK): The benchmark's name, or the folder of your own.
        check: Measure nothing. Exit code 1 if the file is out of date.
        output: The file. Default: the one that comes with TallyBench; measured.json in the folder of your own.
    """
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.benchmarks.measured import measured_file, read_measured, stale
    from tallybench.benchmarks.user_benchmark import is_user_benchmark, user_benchmark_at
    from tallybench.counting.benchmark_counts import measure_benchmark
    from tallybench.model.environment import ranked_facts

    if output is None and not check and not is_user_benchmark(benchmark):
        refuse_in_package("measure", measured_file(benchmark))
    machine.check()
    own = user_benchmark_at(benchmark)
    chosen = select(load_benchmark(benchmark) if own is None else own.benchmark, parse_ids(ids))
    path = output or (measured_file(chosen.name) if own is None else own.measured)
    if not check:
        with machine.work() as work:
            measured = measure_benchmark(chosen, path, **work)
        if measured.environment.facts != ranked_facts():
            warn("note: this environment is not the ranked one; tallybench doctor says why")
        typer.echo(f"measured: {path}")
        return
    measured = read_measured(path)
    lines = stale(measured, chosen)
    if output is None and own is None and measured.environment.facts != ranked_facts():
        lines.insert(0, "environment: is not the ranked one")
    for line in lines:
        typer.echo(line)
    if lines:
        warn(f"{path}: is out of date; run tallybench dev measure")
        raise typer.Exit(1)
    typer.echo(f"{path}: is up to date, {len(measured.problems)} problems")


def catalogue(
    benchmark: str,
    *,
    machine: Machine,
    data: Path | None = None,
    result: Path | None = None,
    output: Path | None = None,
) -> None:
    """List the problems of a benchmark whose texts are not ours.

    The catalogue has names, hashes, what is left out and why, but none of the texts.

    Args:
        benchmark (BENCHMARK): The benchmark's name.
        result: A complete result on it, which says what cannot be counted.
        output: The file. Default: the one that comes with TallyBench.
    """
    from tallybench.benchmarks.catalogue import catalogue_folder, dump_catalogue
    from tallybench.counting.benchmark_counts import catalogue_benchmark
    from tallybench.statistics.reading import load_result

    path = output or catalogue_folder() / f"{benchmark}.json"
    if output is None:
        refuse_in_package("catalogue", path)
    machine.check(outputs=[output])
    run = None if result is None else load_result(result)
    with machine.work() as work:
        written = catalogue_benchmark(benchmark, data, run, **work)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [dump_catalogue(written)])
    left_out = sum(len(problem.left_out) for problem in written.problems.values())
    typer.echo(f"{len(written.problems)} problems, {len(written.exclusions)} left out; {left_out} inputs left out")
    typer.echo(f"catalogue: {path}")


def packages(name: str) -> None:
    """Install the packages that a benchmark's tests need.

    Their versions are pinned. They go into a cache folder that only the sandbox of these tests mounts, read-only.

    Args:
        name (NAME): The set of packages: classeval.
    """
    from tallybench.sandbox.packages import PACKAGES, install_packages

    folder, digest = install_packages(name)
    typer.echo(f"{name}: {len(PACKAGES[name].pins)} packages in {folder}\nSHA-256 over their files: {digest}")


def doctor(*, python: str | None = None, json: bool = False) -> None:
    """Check whether this machine can measure, and say how to fix it.

    Exit code 1 if something is missing that an evaluation needs.
    """
    from dataclasses import asdict

    from tallybench.counting.doctor import examine

    findings = []
    for finding in examine(python):
        findings.append(finding)
        if not json:
            typer.echo(f"{finding.status:5} {finding.what:19} {finding.detail}")
            if finding.mend:
                typer.echo(f"{'':25} -> {finding.mend}")
    if json:
        print_json([asdict(finding) for finding in findings])
    if any(finding.status == "lack" for finding in findings):
        raise typer.Exit(1)
