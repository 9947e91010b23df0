"""What is evaluated, whole or in shards: the same shards on every machine that is given the same samples."""

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Self

import orjson

from tallybench import version
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import Source
from tallybench.model.result import MOST_SHARDS, Model, ShardFacts
from tallybench.samples.attempts import Attempt


@dataclass(frozen=True)
class Shard:
    """The number of a shard, from 1, and how many there are."""

    number: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a text such as `3/16`; raise InputError if it is not in this form."""
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        shard = cls(int(found[1]), int(found[2])) if found else cls(0, 0)
        if not 1 <= shard.number <= shard.count <= MOST_SHARDS:
            raise InputError(f"--shard {text}: must be NUMBER/COUNT, from 1/COUNT to COUNT/COUNT, such as 3/16")
        return shard

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


@dataclass(frozen=True)
class Job:
    """What is evaluated, and how: a whole evaluation, or the shard of one that `shard` names."""

    model: Model  # who wrote the samples
    options: Options  # how it is done
    benchmark: Benchmark  # the problems
    attempts: Sequence[Attempt]  # the samples of these problems
    source: Source | None  # where the samples are published; None if they are not
    shard: ShardFacts | None = None  # which part of which evaluation it is; None for a whole one

    def shards(self, count: int) -> list["Job"]:
        """Divide a whole evaluation. Each problem is in one shard, with all of its samples.

        If its counts do not repeat exactly, and so depend on the machine, this raises InputError.
        """
        options, benchmark = self.options, self.benchmark
        if options.counted and not options.repeatable:
            raise InputError(
                f"--counter {options.counter}: its counts differ from run to run, so neither --shard nor --ray "
                "accepts it; use valgrind in the sandbox"
            )
        price = options.price
        facts = ShardFacts(
            number=1,
            count=count,
            tasks=tuple(benchmark.by_id),
            partial=not benchmark.whole,
            benchmark_sha256=benchmark.hash,
            samples=len(self.attempts),
            samples_sha256=_digest(self.attempts),
            options={
                "rules": options.rules,
                "memory": str(options.memory),
                "price": "" if price is None else f"{price.tokens_in},{price.tokens_out}",
                **({"extra_tests": _tests_digest(benchmark)} if options.extra_tests else {}),
            },
        )
        by_task: dict[str, list[Attempt]] = {task_id: [] for task_id in facts.tasks}
        for attempt in self.attempts:
            by_task[attempt.task_id].append(attempt)
        jobs = []
        for number, tasks in enumerate(deal(benchmark, self.attempts, count), 1):
            problems = tuple(benchmark.by_id[task_id] for task_id in tasks)
            # Leave out what only other commands need, since a shard may be sent to another machine.
            part = replace(benchmark, problems=problems, whole=False, human_solutions={}, urls={}, files={})
            attempts = [attempt for task_id in tasks for attempt in by_task[task_id]]
            shard = facts.model_copy(update={"number": number})
            jobs.append(replace(self, benchmark=part, attempts=attempts, shard=shard))
        return jobs

    def identity(self, fingerprint: Fingerprint) -> str:
        """Return a hash of everything that outcomes depend on: release, benchmark, environment, options and samples."""
        # Reset the options that other hashes cover, and those that affect only the running time or the figures.
        deciding = replace(
            self.options,
            data=None,
            python=None,
            rate=None,
            recount=False,
            price=None,
            ks=(1,),
            withhold_code=False,
            trust_tests=False,
            extra_tests=_tests_digest(self.benchmark) if self.options.extra_tests else None,
        )
        identity = sha256()
        for fact in (version(), self.benchmark.hash, fingerprint.hash, repr(deciding)):
            identity.update(fact.encode() + b"\n")
        for attempt in self.attempts:
            identity.update(orjson.dumps([attempt.task_id, attempt.index, attempt.code_hash, attempt.rules]) + b"\n")
        return identity.hexdigest()


def deal(benchmark: Benchmark, attempts: Sequence[Attempt], count: int) -> list[list[str]]:
    """Deal the problems to shards by work, the largest first, each to the shard with the least work so far.

    Returns:
        The task ids of each shard, in the benchmark's order; some shards are empty if there are fewer problems.
    """
    programs: dict[str, set[str]] = {problem.task_id: set() for problem in benchmark}
    for attempt in attempts:
        if attempt.code_hash is not None:
            programs[attempt.task_id].add(attempt.code_hash)
    work = {}
    for problem in benchmark:
        own = len(problem.references) + 1 if programs[problem.task_id] else 0
        work[problem.task_id] = 1 + (len(programs[problem.task_id]) + own) * (1 + len(problem.stressful))
    dealt: list[list[str]] = [[] for _ in range(count)]
    loads = [(0, number) for number in range(count)]
    # Neighbouring problems are alike in many benchmarks, so a hash breaks ties between equal work.
    for task_id in sorted(work, key=lambda task_id: (-work[task_id], sha256(task_id.encode()).digest())):
        load, number = loads[0]
        heapq.heapreplace(loads, (load + work[task_id], number))
        dealt[number].append(task_id)
    order = {task_id: number for number, task_id in enumerate(benchmark.by_id)}
    return [sorted(tasks, key=lambda task_id: order[task_id]) for tasks in dealt]


def _tests_digest(benchmark: Benchmark) -> str:
    """Return a hash of the suites of tests of all problems."""
    return sha256(orjson.dumps([[problem.task_id, problem.by_suite] for problem in benchmark])).hexdigest()


def _digest(attempts: Sequence[Attempt]) -> str:
    digest = sha256()
    for attempt in attempts:
        said = [attempt.task_id, attempt.index, attempt.code_hash, attempt.rules, attempt.tokens]
        digest.update(orjson.dumps(said, option=orjson.OPT_APPEND_NEWLINE))
    return digest.hexdigest()
