"""`tallybench report`, `dev results`, `validate`, `schema` and `samples`: result files, and the published ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.model_facts import read_about
from tallybench.cli.options import Machine, parse_date
from tallybench.cli.preconditions import check_root, find_checkout, need_packages
from tallybench.cli.terminal import SAME_COMMAND, after_interrupt, print_headline, print_json, warn
from tallybench.errors import InputError
from tallybench.files import check_writable, write_atomically

if TYPE_CHECKING:
    from tallybench.statistics.published.entries import Entry


def report(
    results: list[Path] | None = None,
    *,
    format: str = "table",
    output: Path | None = None,
    frame: str | None = None,
) -> None:
    """Compare results side by side, or write them as a data frame.

    For two comparable results it prints how far apart they are, and whether that is more than chance.

    Args:
        results (RESULT): Result files. Default, with --format parquet only: those of the checkout.
        format (NAME): table, md, csv, json or parquet.
        output: The file that --format parquet writes.
        frame (NAME): The table of --format parquet: results, samples, counts or problems. Default: results.
    """
    from tallybench.statistics.reading import load_result
    from tallybench.statistics.report import FORMATS, as_csv, as_json, as_markdown

    if format == "parquet":
        _write_frame(results or [], frame or "results", output)
        return
    if format not in FORMATS:
        raise InputError(f"--format {format}: must be one of {', '.join((*FORMATS, 'parquet'))}")
    if output is not None or frame is not None:
        option = "--output" if output else "--frame"
        raise InputError(f"{option} is only for --format parquet; --format {format} prints to stdout")
    if not results:
        raise InputError("report: no RESULT; name a result file, as tallybench evaluate wrote it")
    loaded = [load_result(path) for path in results]
    if format == "table":
        print_headline(loaded)
    else:
        typer.echo({"md": as_markdown, "csv": as_csv, "json": as_json}[format](loaded))


def _write_frame(results: Sequence[Path], name: str, output: Path | None) -> None:
    need_packages("report", "statistics", "pandas", "pyarrow")
    from tallybench.statistics.frames import COLUMNS, as_parquet, make_frames, read_frames
    from tallybench.statistics.published.entries import read_entry

    if name not in COLUMNS:
        raise InputError(f"--frame {name}: must be one of {', '.join(COLUMNS)}")
    if output is None:
        raise InputError("--format parquet cannot be printed; name a file with --output FILE")
    check_writable(output)
    if results:
        frames = make_frames([read_entry(path) for path in results])
    else:
        frames = read_frames(find_checkout("report --format parquet without RESULT"))
    made = dict(frames.items())[name]
    write_atomically(output, [as_parquet(made)])
    warn(f"written: {output}, {len(made):,} rows of {name}")


def results(
    *,
    machine: Machine,
    root: Path = Path("."),
    rerun: bool = False,
    json: bool = False,
    date: str | None = None,
    samples: Path | None = None,
    data: Path | None = None,
) -> None:
    """List the published results, and which of them are out of date.

    A result is stale on the problems that were changed since it was measured.

    Args:
        rerun: Evaluate stale results again, and write new files beside the old ones.
    """
    from tallybench.benchmarks.catalogue import load_catalogue
    from tallybench.statistics.published.entries import read_entries
    from tallybench.submissions.verify import stale_tasks

    check_root(root)
    found = [
        (entry, stale_tasks(entry.result, load_catalogue(entry.benchmark).problems.values()))
        for entry in read_entries(root)
    ]
    rows: list[dict[str, object]] = [
        {
            "file": entry.path,
            "model": entry.name,
            "benchmark": f"{entry.benchmark} {entry.version}",
            "date": entry.date,
            "state": str(entry.state),
            "unranked": entry.unranked,
            "stale": stale,
        }
        for entry, stale in found
    ]
    if json:
        print_json(rows, sort=True)
    else:
        for row, (_, stale) in zip(rows, found, strict=True):
            names = ", ".join(stale[:3]) + (" ..." if len(stale) > 3 else "")
            current = f"stale on {len(stale)} ({names})" if stale else "up to date"
            typer.echo("{file}\n    {model}, {benchmark}, {state}, ".format(**row) + current)
    if rerun and not _rerun(root, found, parse_date(date), machine, samples, data):
        raise typer.Exit(1)


def _rerun(
    root: Path,
    found: "list[tuple[Entry, list[str]]]",
    date: str,
    machine: Machine,
    samples: Path | None,
    data: Path | None,
) -> bool:
    """Evaluate stale results again where their folder has no current one; return whether all were."""
    from tallybench.benchmarks import BENCHMARKS, load_benchmark
    from tallybench.model.result import dump_result
    from tallybench.submissions.folder import place_of
    from tallybench.submissions.verify import Work, rerun_stale

    done = True
    current = {(entry.slug, entry.benchmark) for entry, stale in found if not stale}
    for entry, stale in found:
        if not stale or (entry.slug, entry.benchmark) in current:
            continue
        files = None if BENCHMARKS[entry.benchmark].embedded else data
        try:
            with machine.work("the files written so far are kept; run the same command to continue") as work:
                benchmark = load_benchmark(entry.benchmark, files)
                again = rerun_stale(entry.result, benchmark, Work(**work, samples=samples, data=files))
            content = b"".join(dump_result(again))
            target = root / place_of(again, content, date, entry.slug, root)
        except InputError as error:
            warn(f"{entry.path}: not run again: {error}")
            done = False
            continue
        write_atomically(target, [content])
        typer.echo(f"{entry.path}: run again: {target}")
    return done


def validate(paths: list[Path], *, json: bool = False) -> None:
    """Check result files, and list everything that is wrong with them.

    It checks the schema, names and hashes, hidden characters, whether all problems are there, and whether the figures
    follow from the verdicts and counts. Exit code 1 if a file would not be accepted.

    Args:
        paths (PATH): Result files, or folders of them.
    """
    from tallybench.submissions.checks import file_faults, result_files

    found = {path: file_faults(path) for path in result_files(paths)}
    if json:
        rows = [
            {"file": str(path), "where": fault.where, "what": fault.what, "stale": fault.stale}
            for path, faults in found.items()
            for fault in faults
        ]
        print_json(rows)
    else:
        for path, faults in found.items():
            for line in [fault.of(path) for fault in faults] or [f"{path}: valid"]:
                typer.echo(line)
    if any(found.values()):
        raise typer.Exit(1)


def schema() -> None:
    """Print the JSON Schema of result files."""
    from tallybench.model.result import result_schema

    print_json(result_schema(), sort=True)


def show(result: Path, *, samples: Path | None = None) -> None:
    """Print the samples of a result, to evaluate them again.

    They are JSON Lines, one line per sample, as `tallybench evaluate` reads them.

    Args:
        result (RESULT): A result's file.
    """
    import orjson

    from tallybench.statistics.reading import load_result
    from tallybench.submissions.programs import published_samples

    loaded = load_result(result)
    try:
        published = published_samples(loaded, folder=samples)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))


def fetch(folder: Path, *, result: list[Path] | None = None, mirror: str | None = None) -> None:
    """Download the public samples of all results in results/.

    Each file comes from its address at a commit, and is kept only if its hash is the one in the result. Existing
    files are not downloaded again.

    Args:
        folder (DIR): The folder for the files.
        result: Only the samples of this result, or of a file for evaluate --about; may be repeated.
        mirror (URL): Get them from this server, where they are arranged as in DIR.
    """
    from tallybench.samples.public import fetch_samples
    from tallybench.submissions.checks import result_files

    got = there = 0
    failed = []
    paths = [path for path in result or result_files([Path("results")]) if not path.name.endswith(".verified.json")]
    with after_interrupt(SAME_COMMAND):
        for path in paths:
            if (source := read_about(path)[1]) is None:
                continue
            try:
                for place, new in fetch_samples(source, folder, mirror):
                    got, there = got + new, there + (not new)
                    if new:
                        typer.echo(f"{place}")
            except InputError as error:  # the other files may still be available
                failed.append(f"{path}: {error}")
    typer.echo(f"{got} files fetched, {there} already there")
    if failed:
        raise InputError("\n".join(failed))
