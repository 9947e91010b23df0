"""Evaluates samples and writes the result's file, for `evaluate`, `run` and `demo`."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tallybench.cli.interruption import NOTHING_HALF_DONE, after_interrupt
from tallybench.errors import InputError, MachineError

if TYPE_CHECKING:
    from tallybench.cli.progress import Display
    from tallybench.counting.session import Session
    from tallybench.evaluation.cluster import Cluster
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.shards import Shard
    from tallybench.integrations.judge0.run import Judge0Run
    from tallybench.journal import Journal
    from tallybench.model.parts import Source
    from tallybench.model.result import Model, Result
    from tallybench.samples.reading import Sample

T = TypeVar("T")


def run_to_file(
    samples: "Iterable[Sample]",
    model: "Model",
    options: "Options",
    output: Path,
    journal: "Journal",
    resume_with: str,
    source: "Source | None" = None,
    session: "Session | None" = None,
    shard: "Shard | None" = None,
    cluster: "Cluster | None" = None,
    judge0: "Judge0Run | None" = None,
) -> "Result":
    """Evaluate samples and write the result. The journal stays; the caller removes it.

    Args:
        samples: the samples.
        model: who wrote them.
        options: how the run is done.
        output: the result's file.
        journal: notes finished jobs.
        resume_with: the command that continues the run after Ctrl-C, for the message.
        source: where the samples are public; None if they are not.
        session: the session whose workers do it; None opens one for the call.
        shard: which part of the problems to evaluate; None for all of them.
        cluster: the cluster whose nodes do it; None for this machine.
        judge0: evaluates on a Judge0 server; None for our own sandbox.
    """
    from tallybench.evaluation.pipeline import evaluate
    from tallybench.model.result import dump_result

    def work(display: "Display") -> "tuple[Result, Iterator[bytes]]":
        if judge0 is not None:
            result = judge0.evaluate(samples, model, options, display, journal, source, session)
        elif cluster is None:
            result = evaluate(samples, model, options, display, journal, source, session, shard)
        else:
            from tallybench.evaluation.cluster import evaluate_on_cluster

            result = evaluate_on_cluster(cluster, samples, model, options, display, journal, source, session)
        return result, dump_result(result)

    return _to_file(work, output, journal, resume_with)


def _to_file(
    work: "Callable[[Display], tuple[T, Iterator[bytes]]]", output: Path, journal: "Journal", resume_with: str
) -> T:
    """Write the outcome of a run; after Ctrl-C, say how to continue it."""
    from tallybench.cli.progress import Display
    from tallybench.files import check_writable, write_atomically

    def how_to_go_on() -> str:
        if journal.path is None or not journal.path.exists():
            return NOTHING_HALF_DONE
        return f"what was done is kept in {journal.path}: {resume_with} goes on with it"

    check_writable(output)
    with after_interrupt(how_to_go_on), Display() as display:
        made, content = work(display)
        try:
            write_atomically(output, content)
        except InputError as error:
            raise MachineError(f"{error}; what was done is kept: make room, then {resume_with}") from None
    return made
