"""What runs on a node, in a process that Ray starts for one of its processors: a worker as on a single machine."""

import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.errors import TallyBenchError
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Pool
from evaluator.execution.worker import Task
from evaluator.run.cluster.parcels import Parcel, Receiver, Reply, collect
from evaluator.run.cluster.proof import Proof, prove


@dataclass(frozen=True)
class Worked:
    """What became of some parcels.

    Attributes:
        replies: of those that were done.
        error: what ended the work; None where all were done.
        seconds: how long it took.
    """

    replies: list[Reply]
    error: TallyBenchError | None
    seconds: float


class Slot:
    """One worker on a node.

    Args:
        setting: of its worker.
        task_seconds: the wall clock after which it counts as hanging.
    """

    def __init__(self, setting: WorkerSetting, task_seconds: float) -> None:
        import ray

        self._setting = setting
        self._claim = _claim_processor()
        self._pool = Pool(1, setting, task_seconds, pinned=self._claim is not None)
        self._receiver = Receiver(ray.get)

    def prove(self, counter: str, packages: Sequence[str], wanted: Proof) -> Proof | TallyBenchError:
        """What this node has to show; or what it lacks."""
        try:
            return prove(self._pool, self._setting, counter, packages, wanted)
        except TallyBenchError as error:
            return error

    def work(self, parcels: Sequence[Parcel]) -> Worked:
        """Does tasks, one after another."""
        began = time.monotonic()
        replies: list[Reply] = []
        try:
            for number, parcel in enumerate(parcels):
                replies.append(self._do(number, parcel))
        except TallyBenchError as error:
            return Worked(replies, error, time.monotonic() - began)
        return Worked(replies, None, time.monotonic() - began)

    def _do(self, number: int, parcel: Parcel) -> Reply:
        task: Task[Any]
        task, draft = self._receiver.unpack(parcel)
        try:
            ((_, outcome),) = self._pool.run([(number, task)])
        except TallyBenchError:
            collect(draft)
            raise
        return Reply(number, outcome, collect(draft))


def _claim_processor() -> socket.socket | None:
    """A processor for this process alone, among all that claim one on this machine; None where none is left.

    A name of a socket is free again when its process is gone, however that ended.
    """
    for processor in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX)
        try:
            claim.bind(f"\0tallybench-processor-{processor}")
        except OSError:
            claim.close()
            continue
        os.sched_setaffinity(0, {processor})
        return claim
    return None
