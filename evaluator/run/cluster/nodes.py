"""The workers of a Ray cluster, as a run uses them: like a `Pool`, on all nodes that prove to count alike.

There is no scheduler here. Ray starts a process for each processor that is free, and tells when one is lost; tasks go
out in chunks of about a second, each to whoever is idle, and those of a lost process go to another.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from types import ModuleType
from typing import Any, TypeVar

from evaluator.errors import MachineError, TallyBenchError
from evaluator.execution.messages import Lost, WorkerSetting
from evaluator.execution.pool import Pool
from evaluator.execution.worker import Task
from evaluator.results.environment import Fingerprint
from evaluator.run.cluster.connection import connect
from evaluator.run.cluster.parcels import Sender
from evaluator.run.cluster.proof import Proof, prove
from evaluator.run.cluster.slot import Slot, Worked
from evaluator.values.text import clean_text

_CHUNK_SECONDS = 1.0
_MOST_TASKS = 64  # in a chunk
_AHEAD = 2 * _MOST_TASKS  # tasks that are held ready for a process, so that one that is free need not wait
_MOST_LOSSES = 5  # of processes, before a node is left out, or a task given up
_LOOK_SECONDS, _WAIT_SECONDS, _PATIENCE_SECONDS = 5.0, 2.0, 20.0

Key = TypeVar("Key")
T = TypeVar("T")


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster.

    Attributes:
        address: as Ray takes it: HOST:PORT of the head, or `auto` on one of its nodes.
        tell: called with what whoever runs it has to know: which node is left out, and why.
    """

    address: str
    tell: Callable[[str], None]

    @contextmanager
    def workers(
        self,
        each: int | None,
        setting: WorkerSetting,
        fingerprint: Fingerprint,
        packages: Sequence[str],
        task_seconds: float,
    ) -> Iterator["ClusterPool"]:
        """Its workers, as `Machines` has them: one for each of the processors that a node gave to Ray.

        Raises:
            InputError: Ray is not installed here, or no cluster answers at the address.
            MachineError: this machine cannot count.
        """
        ray = connect(self.address)
        try:
            pool = ClusterPool(ray, each, setting, fingerprint, packages, task_seconds, self.tell)
            try:
                yield pool
            finally:
                pool.close()
        finally:
            ray.shutdown()


@dataclass(eq=False)
class _Slot:
    """A process on a node."""

    node: str
    actor: Any
    proven: bool = False


@dataclass(frozen=True)
class _Job:
    key: Any
    task: Task[Any]
    losses: int = 0


@dataclass
class _Node:
    """What is known of a node.

    Attributes:
        name: for messages.
        losses: how many processes it lost.
        left_out: why it is given nothing more; None where it is used.
    """

    name: str
    losses: int = 0
    left_out: str | None = None


@dataclass
class _Pace:
    """How long the tasks of a step take."""

    tasks: int = 0
    seconds: float = 0.0

    def chunk(self, waiting: int, slots: int) -> int:
        """How many tasks go out together: a second's worth, and never so many that others would be idle at the end."""
        if not self.tasks:
            return 1
        a_second = int(_CHUNK_SECONDS * self.tasks / max(self.seconds, 1e-6))
        return max(1, min(a_second, _MOST_TASKS, waiting // (2 * slots)))


class ClusterPool:
    """Does tasks on the nodes of a cluster.

    Args:
        ray: the module, connected.
        each: the most workers on one node; None is one for each processor.
        setting: what each is started with.
        fingerprint: of this machine's environment.
        packages: the sets of packages that the tests need.
        task_seconds: the wall clock after which a worker counts as hanging.
        tell: called with what whoever runs it has to know.

    Raises:
        MachineError: this machine cannot count.
    """

    def __init__(
        self,
        ray: ModuleType,
        each: int | None,
        setting: WorkerSetting,
        fingerprint: Fingerprint,
        packages: Sequence[str],
        task_seconds: float,
        tell: Callable[[str], None],
    ) -> None:
        self._ray = ray
        self._each = each
        self._setting = replace(setting, probed=None)  # each node asks its own
        self._counter = fingerprint.facts["counter"]
        self._packages = tuple(packages)
        self._task_seconds = task_seconds
        self._tell = tell
        self._sender = Sender(ray.put)
        self._nodes: dict[str, _Node] = {}
        self._slots: list[_Slot] = []
        self._flying: dict[Any, tuple[_Slot, list[_Job] | None]] = {}  # by Ray's reference to what will come back
        self._looked = float("-inf")
        with Pool(1, setting) as pool:
            self._proof = prove(pool, setting, self._counter, packages)

    def run(self, tasks: Iterable[tuple[Key, Task[T]]]) -> Iterator[tuple[Key, T | Lost]]:
        """Does the tasks and yields each one's key with its outcome, or with Lost, in the order in which they end.

        Tasks are taken from the iterable as processes become free, so it may be long and lazy.

        Raises:
            TallyBenchError: as a task raised it.
            MachineError: no node is left that can be used.
        """
        following = (_Job(key, task) for key, task in tasks)
        waiting: deque[_Job] = deque()
        pace, began = _Pace(), time.monotonic()
        while True:
            self._look()
            waiting.extend(islice(following, max(0, _AHEAD * max(1, len(self._slots)) - len(waiting))))
            if not waiting and not any(jobs for _, jobs in self._flying.values()):
                return
            self._hand_out(waiting, pace)
            if not self._slots:
                raise MachineError(self._nobody())
            ready, _ = self._ray.wait(list(self._flying), num_returns=1, timeout=_WAIT_SECONDS)
            for reference in ready:
                yield from self._take(reference, waiting, pace)
            if began and not any(slot.proven for slot in self._slots) and time.monotonic() - began > _PATIENCE_SECONDS:
                self._tell("no processor of the cluster is free yet; the run starts when one is")
                began = 0.0

    def close(self) -> None:
        """Ends the processes on the nodes."""
        for slot in self._slots:
            self._ray.kill(slot.actor)
        self._slots, self._flying = [], {}

    def _look(self) -> None:
        """Asks Ray for a process for each processor of the nodes that are there by now."""
        if time.monotonic() - self._looked < _LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        for found in self._ray.nodes():
            if not found["Alive"]:
                continue
            node = self._nodes.setdefault(found["NodeID"], _Node(f"{found['NodeName']} ({found['NodeID'][:8]})"))
            processors = int(found["Resources"].get("CPU", 0))
            wanted = processors if self._each is None else min(self._each, processors)
            there = sum(slot.node == found["NodeID"] for slot in self._slots)
            if node.left_out is None:
                for _ in range(wanted - there):
                    self._start(found["NodeID"])

    def _start(self, node: str) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        place = NodeAffinitySchedulingStrategy(node, soft=False)
        remote = self._ray.remote(Slot).options(num_cpus=1, max_restarts=0, scheduling_strategy=place)
        actor = remote.remote(self._setting, self._task_seconds)
        slot = _Slot(node, actor)
        self._slots.append(slot)
        self._flying[actor.prove.remote(self._counter, self._packages, self._proof)] = slot, None

    def _hand_out(self, waiting: deque[_Job], pace: _Pace) -> None:
        busy = [slot for slot, _ in self._flying.values()]
        proven = [slot for slot in self._slots if slot.proven]
        for slot in proven:
            if not waiting:
                return
            if slot not in busy:
                jobs = [waiting.popleft() for _ in range(pace.chunk(len(waiting), len(proven)))]
                parcels = [self._sender.pack(job.task) for job in jobs]
                self._flying[slot.actor.work.remote(parcels)] = slot, jobs

    def _take(self, reference: Any, waiting: deque[_Job], pace: _Pace) -> Iterator[tuple[Any, Any]]:
        slot, jobs = self._flying.pop(reference)
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            self._lose(slot, error)
            for job in jobs or ():
                if job.losses + 1 >= _MOST_LOSSES:
                    raise MachineError(
                        f"{_MOST_LOSSES} processes on nodes ended while they did the same task; --resume goes on"
                    ) from None
            # Whatever of them was done there, nobody was told.
            waiting.extendleft(_Job(job.key, job.task, job.losses + 1) for job in reversed(jobs or []))
            return
        if jobs is None:
            self._judge(slot, answer)
            return
        assert isinstance(answer, Worked)
        for reply in answer.replies:
            job = jobs[reply.number]
            yield job.key, reply.unpack(job.task)
        pace.tasks += len(answer.replies)
        pace.seconds += answer.seconds
        if answer.error is not None:
            if not isinstance(answer.error, MachineError):
                raise answer.error
            waiting.extendleft(reversed(jobs[len(answer.replies) :]))
            self._leave_out(slot.node, str(answer.error))

    def _judge(self, slot: _Slot, proof: Proof | TallyBenchError) -> None:
        """Takes a process into service, or its node out of it."""
        why = str(proof) if isinstance(proof, TallyBenchError) else proof.differs(self._proof)
        if why is not None:
            self._leave_out(slot.node, why)
        else:
            slot.proven = True

    def _lose(self, slot: _Slot, error: Exception) -> None:
        """Gives up a process that ended. Its node gets another, if it is still there and does not lose all of them."""
        if slot in self._slots:
            self._slots.remove(slot)
        self._ray.kill(slot.actor)  # where it still runs, something else went wrong in it
        node = self._nodes[slot.node]
        node.losses += 1
        if node.left_out is None:
            if slot.node not in {found["NodeID"] for found in self._ray.nodes() if found["Alive"]}:
                self._leave_out(slot.node, "it is gone")
            elif node.losses >= _MOST_LOSSES:
                lines = [line for line in str(error).splitlines() if line.strip()]
                why = clean_text(lines[-1] if lines else type(error).__name__)
                self._leave_out(slot.node, f"its processes end: {why}")
            else:
                self._tell(f"warning: a process on node {node.name} ended; what it had in hand is done again")
        self._looked = float("-inf")

    def _leave_out(self, node_id: str, why: str) -> None:
        """Gives a node nothing more. What its other processes do ends as lost, and is done elsewhere."""
        node = self._nodes[node_id]
        if node.left_out is None:
            node.left_out = why
            self._tell(f"warning: node {node.name} is left out: {why}")
        for slot in [slot for slot in self._slots if slot.node == node_id]:
            self._slots.remove(slot)
            self._ray.kill(slot.actor)

    def _nobody(self) -> str:
        reasons = "; ".join(f"{node.name}: {node.left_out}" for node in self._nodes.values() if node.left_out)
        return f"no node of the cluster is left that can be used; {reasons or 'none has a processor for Ray'}"
