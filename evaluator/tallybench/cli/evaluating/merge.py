"""`tallybench merge`: the shards of an evaluation in, its result out."""

from pathlib import Path

from tallybench.cli.early import check_early
from tallybench.cli.evaluating.told import by_rules, refuse_replacing, tell, tell_of_rank
from tallybench.cli.options import Force
from tallybench.cli.session import open_session


def merge(shards: list[Path], *, output: Path = Path("result.json"), force: Force = False) -> None:
    """Merge the shards of an evaluation into its result.

    The result is, byte for byte, the one that `evaluate` makes on a single machine. Nothing is run: this machine needs
    neither the sandbox nor the environment that counted.

    Args:
        shards (SHARD...): The files of all shards, in any order, as `evaluate --shard` wrote them.
        output: The result's file.
    """
    from tallybench.benchmarks import BENCHMARKS
    from tallybench.cli.progress import Display
    from tallybench.evaluation.merge import merge_files
    from tallybench.evaluation.options import Options
    from tallybench.files import write_atomically
    from tallybench.model.result import dump_result

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
