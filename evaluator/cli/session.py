"""The session of the command that runs: one for all that it does."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from evaluator.cli.packages import need_packages

if TYPE_CHECKING:
    from evaluator.execution.session import Session
    from evaluator.run.cluster.nodes import Cluster

_running: ContextVar["tuple[ExitStack, Session | None]"] = ContextVar("running")


@contextmanager
def running(given: "Session | None") -> Iterator[None]:
    """Run a command in this block; the session that it opens ends with the block.

    Args:
        given: a session that commands use instead, and that stays open.
    """
    with ExitStack() as stack:
        before = _running.set((stack, given))
        try:
            yield
        finally:
            _running.reset(before)


def open_session(workers: int | None = None, ray: str | None = None) -> "Session":
    """Return the session of the command that runs.

    Args:
        workers: as `--workers` gives it.
        ray: as `--ray` gives it.

    Raises:
        InputError: no cluster can be there.
    """
    from evaluator.execution.session import Session

    stack, given = _running.get()
    if given is not None and workers is None and ray is None:
        return given
    return stack.enter_context(Session(workers, None if ray is None else _cluster_at(ray)))


def _cluster_at(address: str) -> "Cluster":
    """The Ray cluster at an address.

    Raises:
        InputError: none can be there.
    """
    import typer

    need_packages("--ray", "ray", "ray")
    from evaluator.run.cluster.connection import check_address
    from evaluator.run.cluster.nodes import Cluster

    check_address(address)
    return Cluster(address, lambda line: typer.echo(line, err=True))
