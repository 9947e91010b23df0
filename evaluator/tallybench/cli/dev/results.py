"""`tallybench dev results`, `validate` and `schema`: the published results, and the form of result files."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.checkout import check_root
from tallybench.cli.interruption import after_interrupt
from tallybench.cli.options import AsJson, Data, Date, Machine, Root, SampleFolder, parse_date
from tallybench.cli.progress import Display, warn
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.statistics.published.entries import Entry


def results(
    *,
    machine: Machine,
    root: Root = Path("."),
    rerun: bool = False,
    json: AsJson = False,
    date: Date = None,
    samples: SampleFolder = None,
    data: Data = None,
) -> None:
    """List the published results, and which of them are out of date.

    A result is stale on the problems that were changed since it was measured.

    Args:
        rerun: Evaluate stale results again, and write new files beside the old ones.
    """
    import orjson

    from tallybench.benchmarks.catalogue import load_catalogue
    from tallybench.statistics.published.entries import read_entries
    from tallybench.submissions.stale import stale_tasks

    check_root(root)
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
        _rerun(root, found, parse_date(date), machine, samples, data)


def _facts(entry: "Entry") -> dict[str, object]:
    return {
        "file": entry.path,
        "model": entry.name,
        "benchmark": f"{entry.benchmark} {entry.version}",
        "date": entry.date,
        "state": str(entry.state),
        "unranked": entry.unranked,
    }


def _print_results(found: "list[tuple[Entry, list[str]]]") -> None:
    for entry, stale in found:
        facts = _facts(entry)
        names = ", ".join(stale[:3]) + (" ..." if len(stale) > 3 else "")
        current = f"stale on {len(stale)} ({names})" if stale else "up to date"
        typer.echo(f"{entry.path}\n    {facts['model']}, {facts['benchmark']}, {facts['state']}, {current}")


def _rerun(
    root: Path,
    found: "list[tuple[Entry, list[str]]]",
    date: str,
    machine: Machine,
    samples: Path | None,
    data: Path | None,
) -> None:
    from tallybench.benchmarks import BENCHMARKS, load_benchmark
    from tallybench.files import write_atomically
    from tallybench.model.result import dump_result
    from tallybench.submissions.places import place_of
    from tallybench.submissions.stale import rerun_stale

    failed = 0
    current = {(entry.slug, entry.benchmark) for entry, stale in found if not stale}
    for entry, stale in found:
        if not stale or (entry.slug, entry.benchmark) in current:
            continue
        try:
            with after_interrupt("the files that were written stay: the same command goes on"), Display() as display:
                files = None if BENCHMARKS[entry.benchmark].embedded else data
                benchmark = load_benchmark(entry.benchmark, files)
                session = machine.session()
                again = rerun_stale(entry.result, benchmark, machine.python, session, display, samples, files)
            content = b"".join(dump_result(again))
            target = root / place_of(again, content, date, entry.slug, root)
        except InputError as error:
            warn(f"{entry.path}: not run again: {error}")
            failed += 1
            continue
        write_atomically(target, [content])
        typer.echo(f"{entry.path}: run again: {target}")
    if failed:
        raise typer.Exit(1)


def validate(paths: list[Path], *, json: AsJson = False) -> None:
    """Check result files, and list everything that is wrong with them.

    It checks the schema, names and hashes, hidden characters, whether all problems are there, and whether the figures
    follow from the verdicts and counts. Exit code 1 if a file would not be accepted.

    Args:
        paths (PATH): Result files, or folders of them.
    """
    import orjson

    from tallybench.submissions.checks import file_faults, result_files

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
    if any(found.values()):
        raise typer.Exit(1)


def schema() -> None:
    """Print the JSON Schema of result files."""
    import orjson

    from tallybench.model.result import result_schema

    typer.echo(orjson.dumps(result_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
