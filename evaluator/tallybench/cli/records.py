"""`tallybench dev verify`, `records`, `growth` and `review`: published results, measured again."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.options import Machine, Positive, parse_ids
from tallybench.cli.preconditions import check_root, need_packages
from tallybench.cli.terminal import print_rows, warn
from tallybench.errors import InputError, MachineError
from tallybench.files import write_atomically

if TYPE_CHECKING:
    from tallybench.statistics.published.record import Record


def verify(
    results: list[Path],
    *,
    machine: Machine,
    sample: Positive | None = None,
    seed: int = 0,
    output: Path | None = None,
    recount: bool = False,
    samples: Path | None = None,
    data: Path | None = None,
) -> None:
    """Run results again from their code, and compare.

    Each is measured twice: on the public inputs, and on fresh ones, whose seed is the SHA-256 of the file. The record
    says what was measured, and what differs. Exit code 1 if a result does not agree.

    Args:
        results (RESULT...): Result files.
        sample: Run only N samples, drawn at random; write no record.
        seed: The seed of the draw.
        output: The record's file. Default: beside the result; for a result in results/MODEL/, in the current folder.
    """
    from tallybench.statistics.published.record import dump_record
    from tallybench.submissions.verify import Work, verify_result

    if output is not None and len(results) > 1:
        raise InputError(f"--output {output}: is one record's file, and there are {len(results)} results; leave it out")
    places = {path: output or (_record_place(path) if sample is None else None) for path in results}
    machine.check(outputs=places.values())
    machine.check(files=results)
    agree = True
    for path in results:
        if len(results) > 1:
            typer.echo(f"{path}:")
        with machine.work() as work:
            record = verify_result(path, Work(**work, samples=samples, data=data), sample, seed, recount)
        place = places[path] or (_record_place(path) if record.whole else None)
        if place is not None:
            write_atomically(place, [dump_record(record)])
        _print_record(record)
        if place is not None:
            typer.echo(f"record: {place}")
        agree &= record.agrees
    if not agree:
        raise typer.Exit(1)


def _record_place(result: Path) -> Path:
    """Return where a record goes by default: not into `results/`, where only the main branch may add one."""
    from tallybench.statistics.published.record import record_path

    beside = record_path(result)
    published = result.resolve().parent.parent
    if published.name != "results":
        return beside
    here = Path.cwd()
    return (published.parent if here.is_relative_to(published) else Path()) / beside.name


def _print_record(record: "Record") -> None:
    from tallybench.statistics.report import figure_text

    measured = record.measured
    typer.echo(
        f"compared: {len(measured.samples):,} samples of {len(measured.problems)} problems, {record.counts:,} counts"
        + ("" if record.whole else f" (a part, drawn with the seed {measured.seed})")
    )
    for difference in record.differences:
        typer.echo(difference)
    typer.echo("agrees" if record.agrees else "does not agree")
    if measured.fresh is not None:
        for inputs, found in (("public", record.remeasured), ("fresh", record.on_fresh_inputs)):
            typer.echo(f"score@1 on {inputs} inputs: {figure_text('score@1', found.metrics.get('score@1'))}")
    for change in record.score_changes:
        typer.echo(change)
    for what, programs in (measured.unusual or {}).items():
        typer.echo(f"unusual in the code: {what}, in {programs} of its programs")
    if not record.where_ranked:
        typer.echo("not in the ranked environment: this does not make the result re-measured")


def records(
    *,
    machine: Machine,
    root: Path = Path("."),
    take: Path | None = None,
    list_: bool = False,
    only: str | None = None,
    samples: Path | None = None,
    data: Path | None = None,
    recount: bool = False,
) -> None:
    """Measure again the published results that have no record yet.

    For the main branch: a record beside a result marks it as re-measured. Exit code 1 if --only names a result that
    could not be measured.

    Args:
        take (DIR): Measure nothing; take the records that another job left there.
        list_: Measure nothing; print the results that have no record yet, as JSON.
        only (RESULT): Only this result: results/MODEL/FILE.json. It may need --data.
    """
    import orjson

    from tallybench.counting.fingerprint import take_fingerprint
    from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
    from tallybench.statistics.published.approvals import FILE as APPROVED
    from tallybench.statistics.published.approvals import read_approvals
    from tallybench.statistics.published.record import dump_record, record_path
    from tallybench.submissions.folder import remove_orphans, take_records, without_record
    from tallybench.submissions.verify import Work, verify_result

    check_root(root)
    if data is not None and only is None:
        raise InputError("--data holds the files of one benchmark; name the result with --only")
    if list_:
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
    missing = [entry for entry in without_record(root) if only is None or entry.path == only]
    if only is not None and not missing:
        raise InputError(f"--only {only}: is not a result without a record; tallybench dev records --list names them")
    if missing and not take_fingerprint(probe_interpreter(machine.python or default_interpreter()), "valgrind").ranked:
        raise MachineError(
            "records: this is not the ranked environment, and a record from another one verifies nothing; "
            "tallybench doctor says what differs"
        )
    for entry in missing:
        path = root / entry.path
        try:
            with machine.work() as work:
                record = verify_result(path, Work(**work, samples=samples, data=data), recount=recount, memory=True)
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
    root: Path = Path("."),
    benchmark: str = "humaneval",
    ids: str | None = None,
    samples: Path | None = None,
) -> None:
    """Measure how published programs' cost grows with their input.

    Each distinct correct program of the published results is counted on inputs of rising size, for problems whose
    inputs can be of any size. Writes results/growth.json; other problems in it are unchanged.
    The same command continues an interrupted run. Needs the extra `statistics`.
    """
    need_packages("growth", "statistics", "scipy")
    from tallybench.authoring.audit.growth import measure_samples, unmeasured
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.benchmarks.measured import load_measured
    from tallybench.statistics.orders import problem_orders
    from tallybench.statistics.published.data_files import merge_growth, read_growth, write_growth
    from tallybench.statistics.published.entries import read_entries
    from tallybench.submissions.programs import correct_programs, entries_on_board

    check_root(root)
    whole = load_benchmark(benchmark)
    entries = entries_on_board(read_entries(root, benchmark=whole.name), whole.name)
    if not entries:
        raise InputError(f"--benchmark {benchmark}: there is no ranked result on it, so nothing to measure")
    chosen = select(whole, parse_ids(ids))
    correct = correct_programs(entries, samples)
    programs = {task_id: found for task_id, found in correct.items() if task_id in chosen.by_id}
    held = read_growth(root).get(whole.name)
    contents = {problem.task_id: problem.hash for problem in whole}

    with machine.runner() as runner:
        found = measure_samples(chosen, load_measured(whole.name), programs, runner)
    path = write_growth(root, whole.name, merge_growth(held, found, contents))
    rows = []
    for task_id, problem in found.problems.items():
        orders = problem_orders(problem)
        best = "-" if orders.best is None else orders.best.order
        fitted = sum(fit is not None for fit in orders.distinct)
        rows.append((task_id, best, str(len(orders.distinct)), str(fitted), str(orders.worse)))
    print_rows(("problem", "best known", "programs", "fitted", "of a worse order"), rows)
    for task_id, digests in unmeasured(programs, found).items():
        named = ", ".join(digest[:12] for digest in digests)
        warn(f"{task_id}: {len(digests)} programs were not measured; run it again: {named}")
    typer.echo(f"\n{path.relative_to(root)}: written")
    without = [problem.task_id for problem in chosen if problem.growing is None]
    if without:
        typer.echo(f"not measured, as their inputs cannot be of any size: {', '.join(without)}")


def review(
    base: str,
    head: str,
    *,
    machine: Machine,
    root: Path = Path("."),
    no_measure: bool = False,
    samples: Path | None = None,
    fetch: bool = False,
) -> None:
    """Review a pull request that adds or removes results.

    Prints the comment for the pull request. Exit code 1 if it cannot be accepted as it is. What a maintainer has to
    decide is listed, but is not a failure.

    Args:
        base (BASE): The revision that the pull request goes into.
        head (HEAD): The pull request's last revision.
        no_measure: Do not run the added results again.
        fetch: Download public samples into the folder of --samples first.
    """
    from tallybench.submissions.comment import render_comment
    from tallybench.submissions.review import review_pull_request
    from tallybench.submissions.verify import Work

    if fetch and samples is None:
        raise InputError("--fetch: needs a folder; give --samples DIR as well")
    with machine.work() as work:
        found = review_pull_request(root, base, head, Work(**work, samples=samples), not no_measure, fetch=fetch)
    typer.echo(render_comment(found, root), nl=False)
    if found.refused:
        raise typer.Exit(1)
