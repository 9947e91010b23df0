"""`tallybench merge`: the shards of a run in, its result out."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.evaluating.told import by_rules, refuse_replacing, tell, tell_of_rank
from evaluator.cli.options import Data
from evaluator.cli.session import open_session


def merge(
    shards: Annotated[
        list[Path],
        typer.Argument(
            metavar="SHARD...", help="The files of all shards, in any order, as `evaluate --shard` wrote them."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The result's file.")] = Path(
        "result.json"
    ),
    benchmark: Annotated[
        str | None,
        typer.Option(
            "--benchmark",
            metavar="NAME",
            help="The benchmark as it is here; needed where the shards are of a folder or of a dataset on the Hub.",
        ),
    ] = None,
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a result that is there.")] = False,
) -> None:
    """Makes one result of the shards of a run.

    It is the one that `evaluate` makes on a single machine, to the byte. Nothing is run: this machine needs neither
    the sandbox nor the environment that counted.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.result import dump_result
    from evaluator.run.sharding.merge import merge_shards

    refuse_replacing(output, force, shards)
    check_early(files=shards, outputs=[output])
    with Display() as display:
        result, options, whole = merge_shards(shards, benchmark, data, display)
    write_atomically(output, dump_result(result))
    tell(result, output, by_rules(result, whole, options.rules, open_session()))
    tell_of_rank(result.model, options)
