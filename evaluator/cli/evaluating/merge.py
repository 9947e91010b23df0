"""`tallybench merge`: the shards of an evaluation in, its result out."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.evaluating.told import by_rules, refuse_replacing, tell, tell_of_rank
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
    force: Annotated[bool, typer.Option("--force", help="Replace a result that is there.")] = False,
) -> None:
    """Merges the shards of an evaluation into its result.

    It is the one that `evaluate` makes on a single machine, to the byte. Nothing is run: this machine needs neither
    the sandbox nor the environment that counted.
    """
    from evaluator.benchmarks import BENCHMARKS
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.result import dump_result
    from evaluator.run.merge import merge_files
    from evaluator.run.options import Options

    refuse_replacing(output, force, shards)
    check_early(files=shards, outputs=[output])
    with Display() as display:
        result, rules = merge_files(shards, display)
    write_atomically(output, dump_result(result))
    tell(result, output, by_rules(result, None, rules, open_session()))
    if result.benchmark.name in BENCHMARKS:
        environment, ids = result.environment, () if result.benchmark.partial else None
        withheld = not result.has_public_code
        tell_of_rank(result.model, Options(counter=environment.counter, ids=ids, withhold_code=withheld))
