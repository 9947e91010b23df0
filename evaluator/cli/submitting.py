"""The commands of results that are published: submit, verify, results, records, review, comment."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.cli.running import Python, Workers
from evaluator.errors import InputError, MachineError

if TYPE_CHECKING:
    from evaluator.results.published.entries import Entry
    from evaluator.results.published.record import Record

Root = Annotated[Path, typer.Option("--root", help="The checkout of TallyBench. Default: this folder.")]
Date = Annotated[str | None, typer.Option("--date", help="The date in the file's name, YYYY-MM-DD. Default: today.")]


@app.command()
def submit(
    result: Annotated[Path, typer.Argument(help="The result's file.")],
    slug: Annotated[str | None, typer.Option("--as", help="The model's short name. Default: made of its name.")] = None,
    date: Date = None,
    root: Root = Path("."),
) -> None:
    """Checks a result, puts it where it belongs, and says how to send it."""
    from evaluator.benchmarks.catalogue import shows_texts
    from evaluator.files import write_atomically
    from evaluator.results.reading import load_result
    from evaluator.results.redaction import without_texts
    from evaluator.results.report import as_markdown
    from evaluator.results.result import dump_result
    from evaluator.submissions.checks import content_faults, submission_faults, suspicions
    from evaluator.submissions.places import place_of

    _check_root(root)
    loaded = load_result(result)
    content = result.read_bytes()
    if bare := not shows_texts(loaded.benchmark.name):
        loaded = without_texts(loaded)
        content = b"".join(dump_result(loaded))
    if faults := content_faults(content, None) if bare else submission_faults(result):
        for fault in faults:
            typer.echo(fault.of(result), err=True)
        raise InputError(f"{result}: cannot be submitted; mend the {len(faults)} faults above")
    place = place_of(loaded, content, date or _today(), slug, root)
    target = root / place
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, [content])
    typer.echo(f"placed: {target}\n")
    if bare:
        typer.echo("Texts of the benchmark were taken out of it, and the code: they are not ours to publish.\n")
    typer.echo("What a reviewer will see:\n")
    typer.echo(as_markdown([loaded]))
    for line in suspicions(loaded):
        typer.echo(f"will be asked about: {line}")
    if loaded.code_withheld:
        typer.echo("The code is withheld: nobody can measure it again, and the leaderboard says so.")
    elif not loaded.environment.ranked:
        typer.echo("Measured in another environment than the ranked one: it is ranked once it is measured again there.")
    branch = f"result-{place.parent.name}-{place.stem[-8:]}"
    typer.echo("\nTo send it, in your fork of the repository:\n")
    for line in (
        f"git switch -c {branch} main",
        f"git add {place}",
        f'git commit -m "Result: {place.parent.name}"',
        f"git push -u origin {branch}",
    ):
        typer.echo(f"    {line}")
    typer.echo("\nthen open a pull request against main. It must change nothing else.")


@app.command()
def verify(
    result: Annotated[Path, typer.Argument(help="The result's file.")],
    sample: Annotated[
        int | None, typer.Option("--sample", min=1, help="Only so many samples, drawn at random. Earns no badge.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the draw.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The record's file. Default: beside the result.")
    ] = None,
    python: Python = None,
    workers: Workers = None,
) -> None:
    """Runs a result again from its code, compares, and writes a record. Exit code 1 where it does not agree."""
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.published.record import dump_record, record_path
    from evaluator.submissions.verify import verify_result

    with Display() as display:
        record = verify_result(result, sample, seed, python, workers, display)
    path = output or (record_path(result) if record.compared.whole else None)
    if path is not None:
        write_atomically(path, [dump_record(record)])
    _print_record(record)
    if path is not None:
        typer.echo(f"record: {path}")
    if not record.agrees:
        raise typer.Exit(1)


@app.command()
def results(
    root: Root = Path("."),
    rerun: Annotated[
        bool, typer.Option("--rerun", help="Run again what is stale, and write new files beside the old ones.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    date: Date = None,
    python: Python = None,
    workers: Workers = None,
) -> None:
    """Lists the results, and what of them is stale since the benchmark was changed."""
    import orjson

    from evaluator.benchmarks.catalogue import load_catalogue
    from evaluator.results.published.entries import read_entries
    from evaluator.submissions.stale import stale_tasks

    _check_root(root)
    found = [
        (entry, stale_tasks(entry.result, load_catalogue(entry.benchmark).problems.values()))
        for entry in read_entries(root)
    ]
    if json:
        rows = [_facts(entry) | {"stale": stale} for entry, stale in found]
        typer.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
    else:
        _print_results(found)
    if rerun:
        _rerun(root, [entry for entry, stale in found if stale], date or _today(), python, workers)


@app.command()
def records(
    root: Root = Path("."),
    take: Annotated[
        Path | None, typer.Option("--take", help="Measure nothing; take the records that another job left here.")
    ] = None,
    python: Python = None,
    workers: Workers = None,
) -> None:
    """Measures again every result that has no record yet. For the main branch: a record makes a result verified."""
    from evaluator.cli.progress import Display
    from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
    from evaluator.files import write_atomically
    from evaluator.measuring.fingerprint import take_fingerprint
    from evaluator.results.published.record import dump_record, record_path
    from evaluator.submissions.records import remove_orphans, take_records, without_record
    from evaluator.submissions.verify import verify_result

    _check_root(root)
    for path in remove_orphans(root):
        typer.echo(f"{path}: removed, its result was withdrawn")
    if take is not None:
        refused = [(path, why) for path, why in take_records(root, take) if why is not None]
        for path, why in refused:
            typer.echo(f"{path}: not taken: {why}", err=True)
        if refused:
            raise typer.Exit(1)
        return
    missing = without_record(root)
    if missing and not take_fingerprint(probe_interpreter(python or default_interpreter()), "valgrind").ranked:
        raise MachineError(
            "records: this is not the ranked environment, and a record of another one verifies nothing; "
            "tallybench doctor says what differs"
        )
    for entry in missing:
        path = root / entry.path
        try:
            with Display() as display:
                record = verify_result(path, python=python, workers=workers, progress=display)
        except InputError as error:
            typer.echo(f"{entry.path}: not measured again: {error}", err=True)
            continue
        write_atomically(record_path(path), [dump_record(record)])
        typer.echo(f"{entry.path}: {'verified' if record.verifies else 'not verified'}")
        for one in record.differences[:5]:
            typer.echo(f"    {one}")


@app.command()
def review(
    base: Annotated[str, typer.Argument(help="The revision that the pull request goes into.")],
    head: Annotated[str, typer.Argument(help="The pull request's last revision.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The review's file.")] = Path("review.json"),
    root: Root = Path("."),
    no_measure: Annotated[bool, typer.Option("--no-measure", help="Do not run the added results again.")] = False,
    python: Python = None,
    workers: Workers = None,
) -> None:
    """Reviews a pull request that adds results. Exit code 1 where it cannot be taken."""
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.submissions.review.comment import render_comment
    from evaluator.submissions.review.pull_request import review_pull_request
    from evaluator.submissions.review.report import dump_review

    with Display() as display:
        found = review_pull_request(root, base, head, not no_measure, python=python, workers=workers, progress=display)
    write_atomically(output, [dump_review(found)])
    typer.echo(render_comment(found, root), nl=False)
    if not found.accepted:
        raise typer.Exit(1)


@app.command()
def comment(
    review: Annotated[Path, typer.Argument(help="The review's file.")],
    head: Annotated[str | None, typer.Option("--head", help="The revision that it must be of.")] = None,
    root: Root = Path("."),
) -> None:
    """Prints the comment on a pull request, from a review that is not to be trusted."""
    from evaluator.submissions.review.comment import render_comment
    from evaluator.submissions.review.report import read_review

    found = read_review(review)
    if head is not None and found.head != head:
        raise InputError(f"{review}: is not of {head}; the review of another revision is no answer to this one")
    typer.echo(render_comment(found, root), nl=False)


def _check_root(root: Path) -> None:
    if not (root / "results").is_dir():
        raise InputError(f"{root}: has no results/; run this in a checkout of TallyBench, or name one with --root")


def _today() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()


def _print_record(record: "Record") -> None:
    compared = record.compared
    typer.echo(
        f"compared: {compared.samples:,} samples of {compared.problems} problems, {compared.counts:,} counts"
        + ("" if compared.whole else f" (a part, drawn with the seed {compared.seed})")
    )
    for one in record.differences:
        typer.echo(one)
    typer.echo("agrees" if record.agrees else "does not agree")
    if not record.environment.ranked:
        typer.echo("not in the ranked environment: earns no badge")


def _facts(entry: "Entry") -> dict[str, object]:
    return {
        "file": entry.path,
        "model": entry.name,
        "benchmark": f"{entry.result.benchmark.name} {entry.version}",
        "date": entry.date,
        "state": str(entry.state),
        "unranked": entry.unranked,
    }


def _print_results(found: "list[tuple[Entry, list[str]]]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("model", "benchmark", "date", "state", "stale", "file", box=None, pad_edge=False)
    for entry, stale in found:
        shown = ", ".join(stale[:3]) + (" ..." if len(stale) > 3 else "")
        facts = _facts(entry)
        count = f"{len(stale)} ({shown})" if stale else "0"
        table.add_row(*(str(facts[name]) for name in ("model", "benchmark", "date", "state")), count, entry.path)
    Console(width=None if Console().is_terminal else 200).print(table)


def _rerun(root: Path, stale: "list[Entry]", date: str, python: str | None, workers: int | None) -> None:
    from evaluator.benchmarks import load_benchmark
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.result import dump_result
    from evaluator.submissions.places import place_of
    from evaluator.submissions.stale import rerun_stale

    failed = 0
    for entry in stale:
        try:
            with Display() as display:
                benchmark = load_benchmark(entry.result.benchmark.name)
                again = rerun_stale(entry.result, benchmark, python, workers, display)
        except InputError as error:
            typer.echo(f"{entry.path}: not run again: {error}", err=True)
            failed += 1
            continue
        content = b"".join(dump_result(again))
        target = root / place_of(again, content, date, entry.slug, root)
        write_atomically(target, [content])
        typer.echo(f"{entry.path}: run again: {target}")
    if failed:
        raise typer.Exit(1)
