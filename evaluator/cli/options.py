"""Options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.errors import InputError

BenchmarkName = Annotated[
    str,
    typer.Option(
        "--benchmark",
        metavar="NAME",
        help="A benchmark's name; the folder of one of your own, with benchmark.toml; or a dataset made of one: a "
        "folder, or ORG/NAME on the Hub.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="The files of a benchmark that does not come with TallyBench."),
]
Ids = Annotated[
    str | None,
    typer.Option("--ids", metavar="IDS", help="Only these problems: ids, numbers or ranges, such as 0-9,HumanEval/31."),
]
Python = Annotated[
    str | None,
    typer.Option(
        "--python",
        metavar="PATH",
        help="The measuring interpreter. Default: the ranked one, /usr/bin/python3, if present.",
    ),
]
Ks = Annotated[
    str, typer.Option("--k", metavar="K,...", help="The k of the figures (pass@k, efficient@k ...), such as 1,10.")
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, metavar="N", help="Processes side by side. Default: one for each processor."),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Evaluate on the nodes of a Ray cluster: HOST:PORT of its head, or auto. --workers is of each node.",
    ),
]
Root = Annotated[
    Path,
    typer.Option("--root", metavar="DIR", show_default=False, help="The checkout of TallyBench. Default: this folder."),
]
Date = Annotated[
    str | None,
    typer.Option("--date", metavar="DAY", help="The date in the file's name, YYYY-MM-DD. Default: today."),
]
SampleFolder = Annotated[
    Path | None,
    typer.Option("--samples", metavar="DIR", help="Public samples, as `tallybench samples fetch DIR` puts them there."),
]
Anew = Annotated[bool, typer.Option("--anew", help="Count again what earlier runs have counted here.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


def parse_ids(text: str | None) -> tuple[str, ...] | None:
    """The ids of a comma-separated list; None where none is given."""
    if text is None:
        return None
    return tuple(name.strip() for name in text.split(",") if name.strip())


def parse_date(text: str | None) -> str:
    """The date that was given; today in UTC where none is."""
    from datetime import UTC, datetime

    return text or datetime.now(UTC).date().isoformat()


def parse_ks(text: str) -> tuple[int, ...]:
    """The k of a comma-separated list, 1 among them.

    Raises:
        InputError: it is none.
    """
    try:
        ks = tuple(sorted({int(number) for number in text.split(",")}))
    except ValueError:
        raise InputError(f"--k {text}: must be whole numbers, such as 1,10") from None
    if ks[0] < 1:
        raise InputError(f"--k {text}: every k must be at least 1")
    return ks if 1 in ks else (1, *ks)
