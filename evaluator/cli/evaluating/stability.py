"""`tallybench stability`: how much counts and execution times spread over repeated runs."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.options import BenchmarkName, Data, Ids, Python, parse_ids


def stability(
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    python: Python = None,
    runs: Annotated[
        int,
        typer.Option(
            "--runs", min=4, metavar="N", help="Measurements of each figure; the highest and the lowest are dropped."
        ),
    ] = 12,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write every measurement as JSON.")
    ] = None,
) -> None:
    """Shows how stable counts are, beside execution times.

    This is table 4 of the COFFE paper: relative standard deviations, and how counts and times correlate.
    """
    from dataclasses import asdict

    import orjson

    from evaluator.benchmarks import open_benchmark, select
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.measuring.stability import measure_stability

    check_early(python=python, outputs=[output])
    chosen = select(open_benchmark(benchmark, data=data, ids=parse_ids(ids)), parse_ids(ids))
    with Display() as display:
        found = measure_stability(chosen, python, runs, display)
    rows = [
        ("problems", f"{len(found.problems)}, {runs} runs each, highest and lowest dropped"),
        ("RSD of instruction counts", f"{found.rsd_counts:.4f} % (worst problem {found.rsd_counts_worst:.4f} %)"),
        ("RSD of execution time", f"{found.rsd_seconds:.2f} % (worst problem {found.rsd_seconds_worst:.2f} %)"),
        (
            "spread over hash seeds",
            f"{found.spread_seeds:.4f} % (worst {found.spread_seeds_worst:.4f} %, {found.worst_seeds_task})",
        ),
        ("Pearson, count and time", f"{found.pearson:.4f} (of logarithms {found.pearson_log:.4f})"),
    ]
    for name, value in rows:
        typer.echo(f"{name:28}{value}")
    if output is not None:
        write_atomically(output, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2), b"\n"])
