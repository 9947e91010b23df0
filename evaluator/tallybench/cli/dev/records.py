"""`tallybench dev records` and `growth`: measure published results again, and how their programs' cost grows."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.checkout import check_root
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import BenchmarkName, Data, Ids, Machine, Recount, Root, SampleFolder, parse_ids
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display, warn
from tallybench.cli.tables import print_rows
from tallybench.errors import InputError, MachineError

if TYPE_CHECKING:
    from tallybench.statistics.published.data_files import BenchmarkGrowth


def records(
    *,
    machine: Machine,
    root: Root = Path("."),
    take: Path | None = None,
    listed: Annotated[bool, typer.Option("--list")] = False,
    only: str | None = None,
    samples: SampleFolder = None,
    data: Data = None,
    recount: Recount = False,
) -> None:
    """Measure again the published results that have no record yet.

    For the main branch: a record beside a result marks it as re-measured. Exit code 1 if --only names a result that
    could not be measured.

    Args:
        take (DIR): Measure nothing; take the records that another job left there.
        listed: Measure nothing; print the results that have no record yet, as JSON.
        only (RESULT): Only this result: results/MODEL/FILE.json. It may need --data.
    """
    import orjson

    from tallybench.counting.fingerprint import take_fingerprint
    from tallybench.files import write_atomically
    from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
    from tallybench.statistics.published.approvals import FILE as APPROVED
    from tallybench.statistics.published.approvals import read_approvals
    from tallybench.statistics.published.record import dump_record, record_path
    from tallybench.submissions.records import remove_orphans, take_records, without_record
    from tallybench.submissions.verify import verify_result

    check_root(root)
    if data is not None and only is None:
        raise InputError("--data holds the files of one benchmark; name the result with --only")
    if listed:
        typer.echo(orjson.dumps([entry.path for entry in without_record(root)]))
        return
    for path in remove_orphans(root):
        typer.echo(f"{path}: removed, its result was withdrawn")
    if take is not None:
        refused = [(path, why) for path, why in take_records(root, take, only) if why is not None]
        for path, why in refused:
            warn(f"{path}: not taken: {why}")
        if refused:
            raise typer.Exit(1)
        return
    without = without_record(root)
    missing = [entry for entry in without if only is None or entry.path == only]
    if only is not None and not missing:
        raise InputError(f"--only {only}: is no result without a record; tallybench dev records --list names them")
    if missing and not take_fingerprint(probe_interpreter(machine.python or default_interpreter()), "valgrind").ranked:
        raise MachineError(
            "records: this is not the ranked environment, and a record of another one verifies nothing; "
            "tallybench doctor says what differs"
        )
    for entry in missing:
        path = root / entry.path
        try:
            with after_interrupt(SAME_COMMAND), Display() as display:
                record = verify_result(
                    path,
                    python=machine.python,
                    session=machine.session(),
                    progress=display,
                    recount=recount,
                    folder=samples,
                    data=data,
                    memory=True,
                )
        except InputError as error:
            warn(f"{entry.path}: not measured again: {error}")
            if only is not None:
                raise typer.Exit(1) from None
            continue
        write_atomically(record_path(path), [dump_record(record)])
        typer.echo(f"{entry.path}: {'re-measured' if record.verifies else 'came out otherwise'}")
        for difference in record.differences[:5]:
            typer.echo(f"    {difference}")
        for what, programs in (record.measured.unusual or {}).items():
            typer.echo(f"    unusual in the code: {what}, in {programs} of its programs")
        digest = record.measured.result_sha256
        if read_approvals(root).lacks_code(digest, record.measured.unusual):
            typer.echo(
                f"    a maintainer has to read its code; then {APPROVED} gets the line: code {digest} {entry.path}"
            )


def growth(
    *,
    machine: Machine,
    root: Root = Path("."),
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    samples: SampleFolder = None,
) -> None:
    """Measure how published programs' cost grows with their input.

    Each distinct correct program of the published results is counted on inputs of rising size, for problems whose
    inputs can be of any size. Writes results/growth.json, in which other problems stay as they are.
    The same command continues an interrupted run. Needs the extra `statistics`.
    """
    need_packages("growth", "statistics", "scipy")
    from tallybench.authoring.audit.growth import measure_samples, unmeasured
    from tallybench.authoring.running import Runner
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.benchmarks.measured import load_measured
    from tallybench.statistics.published.boards import make_boards
    from tallybench.statistics.published.data_files import merge_growth, read_growth, write_growth
    from tallybench.statistics.published.entries import read_entries
    from tallybench.submissions.public_code import correct_programs

    check_root(root)
    whole = load_benchmark(benchmark)
    boards = {board.benchmark: board for board in make_boards(read_entries(root, benchmark=whole.name))}
    if whole.name not in boards:
        raise InputError(f"--benchmark {benchmark}: there is no ranked result on it, so nothing to measure")
    board = boards[whole.name]
    chosen = select(whole, parse_ids(ids))
    wanted = {problem.task_id for problem in chosen}
    programs = correct_programs([row.entry for row in (*board.rows, *board.baselines)], samples)
    programs = {task_id: programs[task_id] for task_id in programs if task_id in wanted}
    held = read_growth(root).get(whole.name)
    contents = {problem.task_id: problem.hash for problem in whole}

    with after_interrupt(SAME_COMMAND), Display() as display:
        runner = Runner(machine.python, machine.session(), display)
        found = measure_samples(chosen, load_measured(whole.name), programs, runner)
    path = write_growth(root, whole.name, merge_growth(held, found, contents))
    _print_growth(found)
    for task_id, digests in unmeasured(programs, found).items():
        named = ", ".join(digest[:12] for digest in digests)
        warn(f"{task_id}: {len(digests)} programs were not measured, run it again: {named}")
    typer.echo(f"\n{path.relative_to(root)}: written")
    without = [problem.task_id for problem in chosen if problem.growing is None]
    if without:
        typer.echo(f"not measured, for their inputs are not of any size: {', '.join(without)}")


def _print_growth(found: "BenchmarkGrowth") -> None:
    from tallybench.statistics.orders import problem_orders

    rows = []
    for task_id, problem in found.problems.items():
        orders = problem_orders(problem)
        best = "-" if orders.best is None else orders.best.order
        fitted = sum(fit is not None for fit in orders.distinct)
        rows.append((task_id, best, str(len(orders.distinct)), str(fitted), str(orders.worse)))
    print_rows(("problem", "best known", "programs", "fitted", "of a worse order"), rows)
