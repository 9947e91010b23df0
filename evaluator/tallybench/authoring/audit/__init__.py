"""Audit a benchmark: measure everything about its problems that can be measured."""

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tallybench.authoring.audit.growth import Growth, measure_growth
from tallybench.authoring.audit.inputs import (
    SEEDS,
    FamilyAudit,
    InputAudit,
    audit_families,
    build_inputs,
    family_faults,
)
from tallybench.authoring.audit.thoroughness import Coverage, Mutation, cover, try_mutants, untested
from tallybench.authoring.running import Runner
from tallybench.benchmarks import files_folder, problem_file
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.user_benchmark import UserBenchmark
from tallybench.counting.instructions import Meter
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode


@dataclass(frozen=True)
class ProblemAudit:
    """What was found out about a problem; solutions are given by name."""

    task_id: str
    content: str  # the problem's hash
    faults: tuple[str, ...]  # what is wrong with it; if it could not be measured, the fields from `best` on are empty
    no_headroom: str | None  # why no algorithm can be of a slower order; None if one can
    best: str = ""  # the best known solution
    ground_truth: str = ""
    slow: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    # solutions from elsewhere that are right on every input on which they end, including the canonical one unless it
    # was corrected
    pool: tuple[str, ...] = ()
    inputs: tuple[InputAudit, ...] = ()
    coverage: Coverage | None = None  # how much of the best known solution the stressful inputs reach
    growth: dict[str, Growth] = field(default_factory=dict)  # for the best known solution and the slow ones
    families: tuple[FamilyAudit, ...] = ()  # the stressful inputs that draw from their seed
    level: str = "function"
    # how the canonical solution's mutants fared in the tests; None at levels other than `class`
    mutation: Mutation | None = None

    @classmethod
    def failed(cls, problem: Problem, *faults: str) -> "ProblemAudit":
        """Return the audit of a problem that could not be measured."""
        return cls(problem.task_id, problem.hash, faults, problem.no_headroom)

    def total(self, solution: str) -> int:
        """Return a solution's instructions over all inputs; a lower bound if it was over the budget on one."""
        return sum(audited.least_count(solution) for audited in self.inputs)

    def over_budget(self, solution: str) -> bool:
        """Return whether a solution was over the budget on some input."""
        return any(audited.counts[solution] is None for audited in self.inputs)


@dataclass(frozen=True)
class AuditTask:
    """Audit a problem that has a file."""

    problem: Problem
    # solutions from elsewhere; those that fail the correctness tests or a stressful input are left out
    pool: tuple[Solution, ...] = ()
    seeds: int = SEEDS  # the number of seeds at which families are built and counted

    def run(self, worker: Worker) -> ProblemAudit:
        meter, problem = worker.meter, self.problem
        faults = [*problem_faults(problem, meter.native, patience=0, seeds=self.seeds), *untested(problem)]
        try:
            with build_inputs(meter, problem) as built:
                counts = dict(built.yardstick.counts)
                for slow in problem.slow:
                    counts[slow.name], wrong = built.count(slow)
                    faults += wrong
                right = [problem.canonical.name] if problem.corrected is None else []
                for solution in self.pool:
                    if passes(meter, problem, solution):
                        found, wrong = built.count(solution)
                        if not wrong:
                            counts[solution.name] = found
                            right.append(solution.name)
                families = tuple(audit_families(meter, problem, counts, self.seeds))
                inputs = tuple(built.audits(counts))
                arguments = [decode(built.encoded(name)) for name in built.yardstick.inputs]
        except InputError as error:
            return ProblemAudit.failed(problem, *faults, str(error))
        own = {solution.name: solution for solution in (*problem.references, problem.ground_truth)}
        best = own[built.yardstick.best]
        return ProblemAudit(
            task_id=problem.task_id,
            content=problem.hash,
            faults=(*faults, *family_faults(problem, families)),
            no_headroom=problem.no_headroom,
            best=best.name,
            ground_truth=problem.ground_truth.name,
            slow=tuple(solution.name for solution in problem.slow),
            references=tuple(solution.name for solution in problem.references),
            pool=tuple(right),
            inputs=inputs,
            growth=measure_growth(meter, problem, list(dict.fromkeys((best, *problem.slow)))),
            coverage=cover(problem, best, arguments),
            families=families,
            level=problem.level,
            mutation=try_mutants(meter.native, problem) if problem.level == "class" else None,
        )


def passes(meter: Meter, problem: Problem, solution: Solution) -> bool:
    """Return whether a solution passes the correctness tests."""
    tests = Tests.of(problem)
    return LEVELS[tests.level].check(meter.native, tests, solution.code).verdict is Verdict.PASSED


def audit_benchmark(
    benchmark: Benchmark, runner: Runner, pool: Mapping[str, Sequence[Solution]] | None = None, seeds: int = SEEDS
) -> list[ProblemAudit]:
    """Audit the problems whose contract, stressful inputs and references are written, in the benchmark's order."""
    pool = pool or {}
    tasks = {
        problem.task_id: AuditTask(problem, tuple(pool.get(problem.task_id, ())), seeds)
        for problem in benchmark
        if problem.is_complete
    }
    audits = runner.finish(
        "audit",
        tasks,
        kept=ProblemAudit,
        lost=lambda task_id, lost: ProblemAudit.failed(benchmark.by_id[task_id], lost.reason),
    )
    return list(audits.values())


def read_pool(named: Iterable[tuple[str, Iterable[Sample]]], benchmark: Benchmark) -> dict[str, list[Solution]]:
    """Return the distinct programs in named sample sets, by task id."""
    pool: dict[str, list[Solution]] = {}
    seen = {(problem.task_id, problem.canonical.code) for problem in benchmark}
    for name, samples in named:
        for attempt in read_attempts(samples, benchmark):
            if attempt.code is not None and (attempt.task_id, attempt.code) not in seen:
                seen.add((attempt.task_id, attempt.code))
                pool.setdefault(attempt.task_id, []).append(Solution(f"{name}/{attempt.index}", attempt.code))
    return pool


def changed_since(benchmark: Benchmark, revision: str, own: UserBenchmark | None = None) -> Sequence[str]:
    """Return the ids of the problems whose files differ from those at a git revision; `own` has a user's own files.

    Raises:
        InputError: git does not know the revision, or the benchmark is not in a git repository.
    """
    folder = files_folder(benchmark.name) if own is None else own.folder
    changed = set()
    for command in (
        ("diff", "--name-only", "--relative", revision, "--", "."),
        ("ls-files", "--others", "--exclude-standard"),
    ):
        try:
            done = subprocess.run(["git", *command], cwd=folder, capture_output=True, text=True, check=True)
        except FileNotFoundError:
            raise InputError("--since: git is not installed") from None
        except subprocess.CalledProcessError as error:
            raise InputError(f"--since {revision}: {error.stderr.strip()}") from None
        changed |= {folder / name for name in done.stdout.splitlines()}

    def file_of(task_id: str) -> Path:
        return problem_file(benchmark.name, task_id) if own is None else folder / own.paths[task_id]

    return [problem.task_id for problem in benchmark if file_of(problem.task_id) in changed]
