"""Evaluate on the nodes of a Ray cluster: each node evaluates small shards, and their results are merged.

A shard is one Ray task on one processor. A process that Ray keeps on a node keeps its worker from shard to shard. If
a node or a process is lost, its shard is evaluated again elsewhere.
"""

import os
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from tallybench import version
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, opened
from tallybench.errors import InputError, MachineError, TallyBenchError
from tallybench.evaluation.cluster_address import connected
from tallybench.evaluation.merge import merge_results
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import read_job, run_job
from tallybench.evaluation.preparation import needed, take_environment
from tallybench.evaluation.shards import Job
from tallybench.journal import Journal
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import Source
from tallybench.model.result import Model, Result
from tallybench.samples.reading import Sample
from tallybench.statistics.reading import parse_model
from tallybench.values.text import clean_text

_MOST_SHARDS = 1000  # one for each problem if there are fewer problems
_MOST_LOSSES = 5  # in a row: of a shard, before the run ends; on a node, before it is left out
_WAIT_SECONDS = 2.0
_REST_SECONDS = 5.0  # after a loss on a node: Ray may not know yet that the node is gone


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster."""

    address: str  # as Ray takes it: HOST:PORT of the head, or `auto` on one of its nodes
    each: int | None  # the most processors to use on each node; None uses all that the node gives to Ray
    tell: Callable[[str], None]  # called with each warning, such as which node is left out and why


def evaluate_on_cluster(
    cluster: Cluster,
    samples: Iterable[Sample],
    model: Model | str,
    options: Options,
    progress: Progress | None = None,
    journal: Journal | None = None,
    source: Source | None = None,
    session: Session | None = None,
) -> Result:
    """Evaluate a model's samples on a cluster; the arguments and the result are those of `pipeline.evaluate`.

    The journal keeps finished shards, and returns those of an interrupted run; the session parses the samples.

    Raises:
        InputError: the samples or an option cannot be used, or no cluster answers.
        MachineError: this machine lacks what the run needs, or no node can be used.
    """
    progress = progress or (lambda *_: None)
    with opened(session) as own:
        whole, fingerprint, _ = read_job(samples, model, options, source, own)
    shards = whole.shards(min(len(whole.benchmark), _MOST_SHARDS))
    results: dict[str, Result] = {}
    try:
        if journal is not None:
            journal.open(whole.identity(fingerprint))
            results = {name: noted for name in map(_name, shards) if (noted := _noted(journal, name)) is not None}
        missing = [shard for shard in shards if _name(shard) not in results]
        progress("shards", len(results), len(shards))
        if missing:
            with connected(cluster.address) as ray:
                for shard, result in _Nodes(ray, cluster, fingerprint, needed(whole.benchmark)).run(missing):
                    if journal is not None:
                        journal.record((_name(shard),), result.model_dump(mode="json"))
                    results[_name(shard)] = result
                    progress("shards", len(results), len(shards))
    finally:
        if journal is not None:
            journal.close()
    return merge_results(results)


def _name(shard: Job) -> str:
    assert shard.shard is not None
    return f"shard {shard.shard.number}/{shard.shard.count}"


def _noted(journal: Journal, name: str) -> Result | None:
    noted = journal.get((name,))
    try:
        return None if noted is None else parse_model(Result, noted, name)
    except InputError:
        raise journal.damaged() from None


@dataclass
class _Node:
    name: str  # its name in messages
    busy: int = 0  # how many shards it is evaluating
    losses: int = 0  # how many shards it lost in a row
    rests_until: float = 0.0  # the time until which it gets no shard
    left_out: str | None = None  # why it gets no more shards; None while it is in use


class _Nodes:
    """Hands shards to the nodes of a cluster, which must have the driver's fingerprint."""

    def __init__(self, ray: ModuleType, cluster: Cluster, fingerprint: Fingerprint, packages: tuple[str, ...]) -> None:
        self._ray = ray
        self._cluster = cluster
        self._wanted = version(), fingerprint, packages
        self._nodes: dict[str, _Node] = {}
        self._alive: dict[str, int] = {}  # how many shards fit on each live node

    def run(self, shards: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Evaluate shards, and yield each with its result as it finishes.

        Raises:
            TallyBenchError: a shard raised it, and would on any other node.
            MachineError: no usable node is left, or a shard ended the processes that evaluated it.
        """
        waiting = deque(shards)
        flying: dict[Any, tuple[str, Job]] = {}  # by Ray's reference to the result
        losses: Counter[str] = Counter()
        while waiting or flying:
            self._look()
            while waiting and (node_id := self._free()) is not None:
                shard = waiting.popleft()
                flying[self._start(node_id, shard)] = node_id, shard
            if not flying and all(self._nodes[node_id].left_out for node_id in self._alive):
                raise MachineError(self._nobody())
            if not flying:
                time.sleep(_WAIT_SECONDS)
                continue
            ready, _ = self._ray.wait(list(flying), num_returns=1, timeout=_WAIT_SECONDS)
            for reference in ready:
                node_id, shard = flying.pop(reference)
                result = self._take(reference, self._nodes[node_id])
                if result is not None:
                    yield shard, result
                    continue
                waiting.append(shard)
                if self._nodes[node_id].left_out is None:
                    losses[_name(shard)] += 1
                if losses[_name(shard)] == _MOST_LOSSES:
                    raise MachineError(
                        f"{_MOST_LOSSES} processes on nodes ended while evaluating {_name(shard)}; --resume continues"
                    )

    def _look(self) -> None:
        self._alive = {}
        for found in self._ray.nodes():
            if found["Alive"] and (processors := int(found["Resources"].get("CPU", 0))):
                node_id = found["NodeID"]
                self._nodes.setdefault(node_id, _Node(f"{found['NodeName']} ({node_id[:8]})"))
                self._alive[node_id] = min(processors, self._cluster.each or processors)

    def _free(self) -> str | None:
        """Return the node with the most free processors; None if none is free."""
        room = {
            node_id: processors - node.busy
            for node_id, processors in self._alive.items()
            if (node := self._nodes[node_id]).left_out is None and node.rests_until <= time.monotonic()
        }
        best = max(room, key=lambda node_id: room[node_id], default=None)
        return best if best is not None and room[best] > 0 else None

    def _start(self, node_id: str, shard: Job) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        self._nodes[node_id].busy += 1
        place = NodeAffinitySchedulingStrategy(node_id, soft=False)
        remote = self._ray.remote(evaluate_there).options(num_cpus=1, max_retries=0, scheduling_strategy=place)
        return remote.remote(shard, *self._wanted)

    def _take(self, reference: Any, node: _Node) -> Result | None:
        """Return the result of a shard; None if it has to be evaluated again."""
        node.busy -= 1
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:  # such as: TallyBench is not installed there
            self._leave_out(node, _last_line(error))
            return None
        except self._ray.exceptions.RayError as error:
            node.losses += 1
            node.rests_until = time.monotonic() + _REST_SECONDS
            if node.losses == _MOST_LOSSES:
                self._leave_out(node, f"its processes end: {_last_line(error)}")
            elif node.left_out is None:
                self._cluster.tell(f"warning: node {node.name} lost a shard, which is evaluated again")
            return None
        if isinstance(answer, MachineError):
            self._leave_out(node, str(answer))
            return None
        if isinstance(answer, TallyBenchError):
            raise answer
        node.losses = 0
        assert isinstance(answer, Result)
        return answer

    def _leave_out(self, node: _Node, why: str) -> None:
        if node.left_out is None:
            node.left_out = why
            self._cluster.tell(f"warning: node {node.name} is left out: {why}")

    def _nobody(self) -> str:
        reasons = "; ".join(f"{node.name}: {node.left_out}" for node in self._nodes.values() if node.left_out)
        return f"no usable node of the cluster is left; {reasons or 'none has a processor for Ray'}"


def _last_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return clean_text(lines[-1] if lines else type(error).__name__)


def evaluate_there(
    shard: Job, wanted_version: str, wanted: Fingerprint, packages: tuple[str, ...]
) -> Result | TallyBenchError:
    """Evaluate a shard in a process that Ray started on a node, which must have the driver's version and environment.

    Returns:
        The result, or an error: a MachineError if it might succeed on another node.
    """
    try:
        if version() != wanted_version:
            return MachineError(f"it has TallyBench {version()}, not {wanted_version}")
        fingerprint, setting = take_environment(shard.options, packages)
        if (why := _difference(fingerprint, wanted)) is not None:
            return MachineError(why)
        return run_job(shard, fingerprint, setting, _session())
    except TallyBenchError as error:
        return error


def _difference(found: Fingerprint, wanted: Fingerprint) -> str | None:
    """Say how an environment differs from the driver's; None if it does not."""
    names = found.facts.keys() | wanted.facts.keys()
    others = [name for name in sorted(names) if found.facts.get(name) != wanted.facts.get(name)]
    if not others:
        return None
    here, there = (str(facts.get(others[0]))[:60] for facts in (wanted.facts, found.facts))
    more = f", and {len(others) - 1} more differ" if len(others) > 1 else ""
    return f"its environment differs: {others[0]} is {there}, not {here}{more}"


@cache
def _session() -> Session:
    """Return the session of this process, whose worker ends with it, on a processor of its own if one is free."""
    processors = sorted(os.sched_getaffinity(0))
    own = next(filter(_claim, processors), processors[os.getpid() % len(processors)])
    os.sched_setaffinity(0, {own})
    return Session(1)


_claims: list[socket.socket] = []


def _claim(processor: int) -> bool:
    """Claim a processor of this machine for this process; return whether it was free."""
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0tallybench-processor-{processor}")  # released when this process ends, however it ends
    except OSError:
        claim.close()
        return False
    _claims.append(claim)
    return True
