"""Which problems a shard has: the same on every machine that is given the same samples."""

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.samples.attempts import Attempt

MOST_SHARDS = 10_000


@dataclass(frozen=True)
class Shard:
    """A share of a run.

    Attributes:
        number: from 1.
        count: how many shares there are.
    """

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `3/16`.

        Raises:
            InputError: it is not in this form.
        """
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        shard = cls(int(found[1]), int(found[2])) if found else cls(0, 0)
        if not 1 <= shard.number <= shard.count <= MOST_SHARDS:
            raise InputError(f"--shard {text}: must be NUMBER/COUNT, from 1/COUNT to COUNT/COUNT, such as 3/16")
        return shard

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


def tasks_of(shard: Shard, benchmark: Benchmark, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """The task ids of a shard, in the benchmark's order.

    A problem is never divided: its inputs are built and its references counted by one shard alone. The largest problem
    goes first, each to the shard that has the least to do by then.

    Args:
        shard: which.
        benchmark: the problems of the whole run.
        attempts: of the whole run.
    """
    programs: dict[str, set[str]] = {problem.task_id: set() for problem in benchmark}
    for attempt in attempts:
        if attempt.code_hash is not None:
            programs[attempt.task_id].add(attempt.code_hash)
    jobs = {}
    for problem in benchmark:
        own = len(problem.references) + 1 if programs[problem.task_id] else 0
        jobs[problem.task_id] = 1 + (len(programs[problem.task_id]) + own) * (1 + len(problem.stressful))
    # Neighbours are alike in many benchmarks, so that of problems with the same number of jobs a hash decides.
    dealt = sorted(jobs, key=lambda task_id: (-jobs[task_id], sha256(task_id.encode()).digest()))
    loads = [(0, number) for number in range(1, shard.count + 1)]
    chosen = set()
    for task_id in dealt:
        load, number = loads[0]
        heapq.heapreplace(loads, (load + jobs[task_id], number))
        if number == shard.number:
            chosen.add(task_id)
    return tuple(problem.task_id for problem in benchmark if problem.task_id in chosen)
