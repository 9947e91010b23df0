"""The human solutions of a benchmark's problems: which are right, what each spends, and pairs of a slow and a fast one.

A problem of Code Contests has about eighty solutions that its source calls correct. They are evaluated like one model's
samples: each is run on all correctness tests, and each that passes is counted on every stressful input within a
sample's budget. Every outcome is stored as soon as it is known, by the problem's content and the environment.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tallybench.benchmarks import load_benchmark, select
from tallybench.benchmarks.sources.contest_pairs import (
    SLOWER,
    Pair,
    PairsFile,
    ProblemPairs,
    ProgramOfPair,
    split_of,
    split_tests,
)
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session
from tallybench.counting.store import outcome_store
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.journal import Key as JournalKey
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, MEMORY_FLOOR, TIE
from tallybench.model.counts import ProblemCounts, SampleCounts, problem_counts
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Solution, code_hash
from tallybench.model.result import ProblemResult, SampleResult
from tallybench.samples.reading import Sample


@dataclass(frozen=True)
class Drawing:
    """A draw of human solutions for each problem: how many, and with which seed."""

    size: int
    seed: int

    def draw(self, task_id: str, solutions: Sequence[Solution]) -> tuple[Solution, ...]:
        """Return the solutions whose hashes with the seed are the lowest, in the order given.

        A larger sample with the same seed contains the smaller one, whose counts are reused.
        """

        def place(solution: Solution) -> bytes:
            return hashlib.sha256(f"{self.seed} {task_id} {code_hash(solution.code)}".encode()).digest()

        chosen = {solution.code for solution in sorted(solutions, key=place)[: self.size]}
        return tuple(solution for solution in solutions if solution.code in chosen)


@dataclass(frozen=True)
class HumanSolutions:
    """The human solutions to one problem, evaluated as samples. Equal programs are one solution."""

    task_id: str
    tests: int  # how many correctness tests the problem has
    facts: ProblemResult  # what its samples are compared with
    names: tuple[str, ...]  # the solutions' names in the source's order: human_1, human_2 ...
    samples: tuple[SampleResult, ...]  # their outcomes, in the same order
    population: int | None = None  # how many the solutions were drawn from; None if they were not drawn

    @cached_property
    def counts(self) -> ProblemCounts:
        """The counts of the problem and of its solutions."""
        return problem_counts({self.task_id: self.facts}, self.samples, BUDGET)[0]

    @cached_property
    def totals(self) -> dict[str, int]:
        """The totals, by name, of the solutions counted on every input; a lower bound for one over the budget."""
        named = zip(self.names, self.counts.samples, strict=True)
        return {name: sample.total for name, sample in named if sample.total is not None}

    @property
    def best(self) -> str | None:
        """The name of the solution with the lowest total, the first of several; None if none was counted."""
        return min(self.totals, key=lambda name: self.totals[name]) if self.totals else None

    @cached_property
    def memory(self) -> dict[str, int]:
        """The sum of peaks, by name, of each solution that has a peak on every input."""
        sums = zip(self.names, map(total_memory, self.counts.samples), strict=True)
        return {name: total for name, total in sums if total is not None}

    @property
    def fault(self) -> str | None:
        """Why the references could not be counted, so that nothing was counted; None if they could."""
        return (self.facts.without_efficiency or "").partition("its references cannot be counted: ")[2] or None

    def percentile(self, total: int, without: str | None = None) -> tuple[float, float] | None:
        """Return the shares of solutions that are slower than a total, and that tie with it, except `without`."""
        return _shares_above(total, TIE.slack(total, len(self.facts.inputs)), self.totals, without)

    def memory_percentile(self, total: int) -> tuple[float, float] | None:
        """Return the shares of solutions that need more memory than a sum of peaks, and that tie with it."""
        return _shares_above(total, TIE.relative * total, self.memory)


@dataclass(frozen=True)
class MeasuredHumans:
    """The human solutions of a benchmark in one environment."""

    benchmark: str
    version: str
    fingerprint: Fingerprint
    problems: tuple[HumanSolutions, ...]  # in the benchmark's order
    exclusions: tuple[tuple[str, str], ...] = ()  # task id and reason of each problem that is left out
    drawing: Drawing | None = None  # how solutions were drawn; None if all of them, or the first ones, were used

    @property
    def by_id(self) -> dict[str, HumanSolutions]:
        return {problem.task_id: problem for problem in self.problems}


def total_memory(counts: SampleCounts) -> int | None:
    """Return the sum of a sample's peaks, each at least the floor; None if there are none, or one is missing."""
    if counts.total is None or not counts.peaks or None in counts.peaks:
        return None
    return sum(max(peak or 0, MEMORY_FLOOR) for peak in counts.peaks)


def _shares_above(
    total: int, slack: float, others: Mapping[str, int], without: str | None = None
) -> tuple[float, float] | None:
    totals = [other for name, other in others.items() if name != without]
    if not totals:
        return None
    above = sum(other > total + slack for other in totals)
    tied = sum(abs(other - total) <= slack for other in totals)
    return above / len(totals), tied / len(totals)


def measure_humans(
    options: Options,
    session: Session | None = None,
    progress: Progress | None = None,
    *,
    first: int | None = None,
    drawing: Drawing | None = None,
) -> MeasuredHumans:
    """Check the human solutions of a benchmark, and count those that are correct.

    Without a counter the solutions are only checked. `first` is how many to take per problem; `drawing` draws some.

    Raises:
        InputError: the benchmark cannot be used, or has only one solution per problem.
        MachineError: this machine lacks what the measurement needs.
    """
    _, fingerprint = ready_to_count(options.python)
    whole = load_benchmark(options.benchmark, options.data)
    if all(len(solutions) < 2 for solutions in whole.human_solutions.values()):
        raise InputError(
            f"--benchmark {whole.name}: has one solution per problem, so there are none to compare with; "
            "coffe-code-contests has many"
        )
    benchmark = select(whole, options.ids)
    solutions: dict[str, tuple[Solution, ...]] = {}
    population: dict[str, int] = {}
    for problem in benchmark:
        given = whole.human_solutions[problem.task_id]
        distinct = tuple({solution.code: solution for solution in reversed(given)}.values())[::-1]
        solutions[problem.task_id] = drawing.draw(problem.task_id, distinct) if drawing else distinct[:first]
        population[problem.task_id] = len(distinct)
    samples = [
        Sample(task_id, index, "solution", solution.code)
        for task_id, chosen in solutions.items()
        for index, solution in enumerate(chosen)
    ]
    result = evaluate(samples, "people", options, progress, _KeptChecks(benchmark, fingerprint), session=session)
    problems = tuple(
        HumanSolutions(
            task_id,
            len(benchmark.by_id[task_id].cases),
            facts,
            tuple(solution.name for solution in solutions[task_id]),
            tuple(sample for sample in result.samples if sample.task_id == task_id),
            population[task_id] if drawing else None,
        )
        for task_id, facts in result.problems.items()
    )
    exclusions = tuple((one.task_id, one.reason) for one in result.exclusions if one.excluded_from == "benchmark")
    return MeasuredHumans(benchmark.name, benchmark.version, fingerprint, problems, exclusions, drawing)


class _KeptChecks(Journal):
    """Keeps verdicts by problem and environment, so that later runs with more programs reuse them.

    The evaluation itself keeps counts and peaks.
    """

    def __init__(self, benchmark: Benchmark, fingerprint: Fingerprint) -> None:
        super().__init__("humans", resume=True)
        self._stores = {problem.task_id: outcome_store("humans", problem, fingerprint) for problem in benchmark}

    def open(self, identity: str) -> None:
        pass

    def get(self, key: JournalKey) -> dict[str, Any] | None:
        kind, task_id, *rest = key
        kept = self._stores[task_id].get(CheckOutcome.model_validate, kind, *rest) if kind == "check" else None
        return None if kept is None else kept.model_dump(mode="json")

    def record(self, key: JournalKey, outcome: dict[str, Any]) -> None:
        kind, task_id, *rest = key
        if kind == "check":
            self._stores[task_id].note(outcome, kind, *rest)


def make_pairs(measured: MeasuredHumans, benchmark: Benchmark) -> PairsFile:
    """Return the pairs of a slow and a fast program, for all problems of the benchmark that have any.

    Each correct program is the slow side of at most one pair. Its fast side is a program that needs at most two thirds
    of its instructions, chosen by a hash of both. A program that is over the budget on an input can only be a slow
    side, because its count is a lower bound.
    """
    problems = {}
    for found in measured.problems:
        if pairs := _pairs(found):
            public, private = split_tests(benchmark.by_id[found.task_id].cases)
            split = split_of(found.task_id)
            problems[found.task_id] = ProblemPairs(
                hash=found.facts.hash, split=split, public=public, private=private, pairs=pairs
            )
    environment = measured.fingerprint.hash
    return PairsFile(benchmark=measured.benchmark, version=measured.version, environment=environment, problems=problems)


def _pairs(found: HumanSolutions) -> tuple[Pair, ...]:
    counted = [
        ProgramOfPair(sha256=sample.code_sha256 or "", instructions=counts.total, at_least=counts.censored)
        for sample, counts in zip(found.samples, found.counts.samples, strict=True)
        if counts.total is not None
    ]
    pairs = []
    for slow in counted:
        faster = [fast for fast in counted if not fast.at_least and fast.instructions * SLOWER <= slow.instructions]
        if faster:
            fast = min(faster, key=lambda other: hashlib.sha256(f"{slow.sha256} {other.sha256}".encode()).digest())
            pairs.append(Pair(slow=slow, fast=fast))
    return tuple(sorted(pairs, key=lambda pair: pair.slow.sha256))


def pair_lines(pairs: PairsFile) -> list[str]:
    """Count the pairs, one line per split."""
    lines = []
    for split in sorted({problem.split for problem in pairs.problems.values()}):
        chosen = [problem for problem in pairs.problems.values() if problem.split is split]
        count, public, private = (
            sum(len(getattr(problem, name)) for problem in chosen) for name in ("pairs", "public", "private")
        )
        lines.append(
            f"pairs, {split}: {count} from {len(chosen)} problems; on average {public / len(chosen):.1f} public tests "
            f"and {private / len(chosen):.1f} private ones"
        )
    return lines or [f"pairs: none; no problem has two counted solutions, one of which needs {SLOWER} times as much"]
