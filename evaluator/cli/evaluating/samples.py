"""`tallybench samples`: takes the samples out of a result again."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.errors import InputError


def samples(result: Annotated[Path, typer.Argument(metavar="RESULT", help="A result's file.")]) -> None:
    """Prints the samples of a result, to evaluate them again.

    They are JSON Lines, a line a sample, as `tallybench evaluate` reads them.
    """
    import orjson

    from evaluator.results.reading import load_result
    from evaluator.submissions.verify import published_samples

    loaded = load_result(result)
    try:
        published = published_samples(loaded)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    for sample in published:
        typer.echo(orjson.dumps({"task_id": sample.task_id, sample.field: sample.text}))
