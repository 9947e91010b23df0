"""`tallybench dev tests`: correctness tests that are generated, reduced, and run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tallybench.cli.checkout import check_root
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import AsJson, BenchmarkName, Chosen, Machine, Root, SampleFolder
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display, warn
from tallybench.cli.tables import print_rows
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.model.parts import CheckOutcome

Generated = Annotated[Path, typer.Argument(metavar="FILE", help="What `tallybench dev tests generate` wrote.")]


def reduce(
    generated: Generated,
    *,
    output: Path,
    machine: Machine,
    benchmark: BenchmarkName = "humaneval",
    root: Root = Path("."),
    samples: SampleFolder = None,
    without_results: bool = False,
) -> None:
    """Reduce generated tests to the few that detect as much.

    The few take the same branches, and detect the same mutants of the ground truth and the same published programs
    that pass the base tests and are wrong on a generated input. Prints what each of these three needs alone, and every
    model's pass@1 with and without the tests; a model's own programs have no part in choosing the tests for its figure.

    Args:
        output: The file for the few that are kept.
        without_results: Choose only by branches and mutants; results/ is not read.
    """
    need_packages("tests reduce", "audit", "coverage", "mutmut")
    from tallybench.authoring.running import Runner
    from tallybench.authoring.test_generation.requirements import (
        drop_rows,
        find_requirements,
        keep_tests,
        suite_rows,
    )
    from tallybench.benchmarks import BENCHMARKS, load_benchmark, select
    from tallybench.benchmarks.extra_tests import read_lines, write_lines
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.files import write_atomically
    from tallybench.statistics.published.boards import make_boards
    from tallybench.statistics.published.entries import Entry, read_entries, read_own_entries
    from tallybench.submissions.public_code import correct_programs

    if benchmark in BENCHMARKS and not BENCHMARKS[benchmark].embedded:
        raise InputError(
            f"--benchmark {benchmark}: does not come with TallyBench, and ground truths are run outside the sandbox to "
            "see which branches a test takes; use what `tallybench dev tests generate` wrote as it is"
        )
    session = machine.session()
    machine.check(files=[generated], outputs=[output])
    own = user_benchmark_at(benchmark)
    whole = load_benchmark(benchmark) if own is None else own.benchmark
    made = read_lines(generated, whole)
    if not made:
        raise InputError(f"{generated}: has no inputs for a problem of {whole.name}")
    entries: list[Entry] = []
    if not without_results:
        if own is None:
            check_root(root)
        published = (
            read_entries(root, benchmark=whole.name) if own is None else read_own_entries(own.folder, whole.name)
        )
        boards = {board.benchmark: board for board in make_boards(published)}
        board = boards.get(whole.name)
        rows = () if board is None else (*board.rows, *board.baselines)
        entries = [row.entry for row in rows if row.entry.result.has_public_code]
    programs = correct_programs(entries, samples)
    with after_interrupt(SAME_COMMAND), Display() as display:
        found = find_requirements(
            select(whole, tuple(made)),
            made,
            programs,
            Runner(machine.python, session, display),
        )
    kept = [keep_tests(made[task_id], met) for task_id, met in found.items()]
    write_atomically(output, write_lines(kept))
    print_rows(("asked for", "tests added a problem", "most", "wrong programs found", "of"), suite_rows(found))
    if entries:
        typer.echo("")
        print_rows(("pass@1", "base", "with all", "with the few", "drop"), drop_rows(entries, found))
    for task_id in made.keys() - found.keys():
        warn(f"{task_id}: it ended the sandbox and has no tests")
    warn(f"written: {output}")


def results(
    generated: Generated,
    *,
    machine: Machine,
    benchmark: BenchmarkName = "humaneval",
    root: Root = Path("."),
    samples: SampleFolder = None,
) -> None:
    """Run published programs on all generated tests, for the leaderboard.

    Each distinct program that passes the source's tests is run on them once. Writes results/extra_tests.json, from
    which the site takes pass@k with the generated tests. The same command continues an interrupted run.
    """
    from hashlib import sha256

    from tallybench.authoring.running import Runner
    from tallybench.authoring.test_generation.checking import judge_published
    from tallybench.benchmarks import load_benchmark
    from tallybench.benchmarks.extra_tests import read_lines
    from tallybench.statistics.published.data_files import extra_standing, results_with_code, write_extra
    from tallybench.statistics.published.entries import read_entries
    from tallybench.submissions.public_code import correct_programs

    check_root(root)
    machine.check(files=[generated])
    whole = load_benchmark(benchmark)
    made = read_lines(generated, whole)
    if not made:
        raise InputError(f"{generated}: has no inputs for a problem of {whole.name}")
    entries = results_with_code(read_entries(root, benchmark=whole.name), whole.name, whole.version)
    if not entries:
        raise InputError(f"--benchmark {benchmark}: there is no result of version {whole.version} whose code is public")
    programs = correct_programs(entries, samples)
    with after_interrupt(SAME_COMMAND), Display() as display:
        digest = sha256(generated.read_bytes()).hexdigest()
        runner = Runner(machine.python, machine.session(), display)
        found = judge_published(whole, made, digest, entries, programs, runner)
    path = write_extra(root, whole.name, found)
    standings = [(entry, extra_standing(entry, found)) for entry in entries]
    rows = [
        (entry.name, f"{100 * (base.value or 0):.1f}", f"{100 * (extra.value or 0):.1f}", str(len(standing.wrong)))
        for entry, standing in standings
        if standing is not None
        and (base := entry.figure("pass@1")) is not None
        and (extra := standing.figures.get("pass@1")) is not None
    ]
    print_rows(("pass@1", "base", "with these", "problems that it loses"), sorted(rows))
    for entry, standing in standings:
        if standing is None:
            warn(f"{entry.path}: left out: one of its programs ended the process that judges it")
    warn(f"written: {path.relative_to(root)}")


def check(
    samples: str,
    *,
    given: Chosen,
    machine: Machine,
    generated: Annotated[Path | None, typer.Option("--tests")] = None,
    as_json: AsJson = False,
) -> None:
    """Find samples that pass the source's tests and fail generated ones.

    Prints pass@1 with and without the generated tests, and for each sample that fails them the call, what was expected,
    and what it returned.

    Args:
        samples (SAMPLES): As for evaluate: a file, a folder, or embedded:NAME.
        generated: What `tallybench dev tests generate` or `reduce` wrote. Default: the suite that comes with
            humaneval.
    """
    from tallybench.authoring.running import Runner
    from tallybench.authoring.test_generation.checking import check_samples, pass_at_1
    from tallybench.benchmarks.extra_tests import extra_tests, read_lines
    from tallybench.samples.attempts import read_attempts
    from tallybench.samples.sources import open_samples

    machine.check(files=[generated], samples=[samples])
    chosen = given.of(given.open())
    generated = generated or extra_tests(chosen.name)
    if generated == extra_tests(chosen.name) and not generated.exists():
        raise InputError(f"--benchmark {given.benchmark}: no tests come with it; generate some, and give --tests FILE")
    made = read_lines(generated, chosen)
    if not made:
        raise InputError(f"{generated}: has no inputs for these problems of {chosen.name}")
    attempts = read_attempts(open_samples(samples, chosen, warn), chosen)
    if not attempts:
        raise InputError(f"{samples}: holds no sample of these problems of {chosen.name}")
    with Display() as display:
        checked = check_samples(chosen, made, attempts, Runner(machine.python, machine.session(), display))
    base, extra = pass_at_1(chosen, checked)
    failing = [found for found in checked if found.extra is not None and not found.passes_both]
    if as_json:
        from orjson import OPT_INDENT_2, OPT_SORT_KEYS, dumps

        shown = {
            "base_pass_at_1": base,
            "extra_pass_at_1": extra,
            "problems": len(chosen.problems),
            "failing": [
                {"task_id": found.task_id, "index": found.index, **_flat(found.extra)}
                for found in failing
                if found.extra is not None
            ],
        }
        typer.echo(dumps(shown, option=OPT_INDENT_2 | OPT_SORT_KEYS).decode())
        return
    for found in failing:
        if found.extra is not None and (failure := found.extra.failure) is not None:
            got = f"got {failure.got}, expected {failure.expected}" if failure.got is not None else failure.reason
            typer.echo(f"{found.task_id} sample {found.index}: {failure.call}: {got}")
    typer.echo(
        f"pass@1 of {len(chosen.problems)} problems: {100 * base:.1f} with the base tests, {100 * extra:.1f} with these"
    )


def _flat(outcome: "CheckOutcome") -> dict[str, Any]:
    failure = {} if outcome.failure is None else outcome.failure.model_dump(mode="json")
    return {"verdict": outcome.verdict, "suites": outcome.suites, **failure}
