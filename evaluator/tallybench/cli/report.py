"""`tallybench report`: results side by side, and as data frames."""

from collections.abc import Sequence
from pathlib import Path

import typer

from tallybench.cli.checkout import find_checkout
from tallybench.cli.packages import need_packages
from tallybench.cli.tables import print_headline
from tallybench.errors import InputError

_PARQUET = "parquet"


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

    if format not in (*FORMATS, _PARQUET):
        raise InputError(f"--format {format}: there is {', '.join((*FORMATS, _PARQUET))}")
    if format == _PARQUET:
        _write_frame(results or [], frame or "results", output)
        return
    if output is not None or frame is not None:
        raise InputError(f"{'--output' if output else '--frame'}: is of --format parquet; --format {format} is printed")
    if not results:
        raise InputError("report: no RESULT; name a result file, as tallybench evaluate wrote it")
    loaded = [load_result(path) for path in results]
    if format == "table":
        print_headline(loaded)
    else:
        typer.echo({"md": as_markdown, "csv": as_csv, "json": as_json}[format](loaded))


def _write_frame(results: Sequence[Path], name: str, output: Path | None) -> None:
    need_packages("report", "statistics", "pandas", "pyarrow")
    from tallybench.files import check_writable, write_atomically
    from tallybench.statistics.frames import COLUMNS, as_parquet, make_frames, read_frames
    from tallybench.statistics.published.entries import read_entry

    if name not in COLUMNS:
        raise InputError(f"--frame {name}: there is {', '.join(COLUMNS)}")
    if output is None:
        raise InputError("--format parquet: is not to be printed; name a file with --output FILE")
    check_writable(output)
    if results:
        frames = make_frames([read_entry(path) for path in results])
    else:
        frames = read_frames(find_checkout("report --format parquet without RESULT"))
    made = dict(frames.items())[name]
    write_atomically(output, [as_parquet(made)])
    typer.echo(f"written: {output}, {len(made):,} rows of {name}", err=True)
