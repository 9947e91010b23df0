"""The audit of one problem: everything about it that can be measured."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tallybench.authoring.audit.coverage import Coverage, cover, untested
from tallybench.authoring.audit.families import SEEDS as FAMILY_SEEDS
from tallybench.authoring.audit.families import FamilyAudit, audit_families, family_faults
from tallybench.authoring.audit.growth import Growth, measure_growth
from tallybench.authoring.audit.mutation import Mutation, try_mutants
from tallybench.benchmarks.check import memory_of, problem_faults
from tallybench.counting.instructions import Meter
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.errors import InputError
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode


@dataclass(frozen=True)
class InputAudit:
    """A stressful input.

    Attributes:
        name: as in the problem's file.
        kind: as in the problem's file.
        memory: bytes that it takes when built.
        build_seconds: CPU time to build it and check it against the contract.
        budget: instructions that a sample may spend on it.
        counts: instructions by solution; None: more than the budget.
    """

    name: str
    kind: str
    memory: int
    build_seconds: float
    budget: int
    counts: dict[str, int | None]

    def least_count(self, solution: str) -> int:
        """Return the count of a solution; if it spent more than the budget, the budget, which is a lower bound."""
        count = self.counts[solution]
        return self.budget if count is None else count


@dataclass(frozen=True)
class ProblemAudit:
    """What was found out about a problem.

    Attributes:
        task_id: the problem.
        content: its hash.
        faults: what is wrong with it; if it could not be measured, the fields from `best` on are empty.
        no_headroom: why no algorithm can be slower in kind; None if one can.
        best: the best known solution.
        ground_truth: the name of the ground truth.
        slow: the names of the slow solutions.
        references: the names of the references.
        pool: the names of the solutions from elsewhere that are right on every input on which they end; the canonical
            one is among them unless it was corrected.
        inputs: the stressful inputs.
        coverage: how much of the best known solution the stressful inputs reach.
        growth: by name, the growth of the best known solution and of the slow ones.
        families: the stressful inputs that draw from their seed.
        level: the problem's level.
        mutation: what became of the canonical solution's mutants in the tests; None at other levels than `class`.
    """

    task_id: str
    content: str
    faults: tuple[str, ...]
    no_headroom: str | None
    best: str = ""
    ground_truth: str = ""
    slow: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    inputs: tuple[InputAudit, ...] = ()
    coverage: Coverage | None = None
    growth: dict[str, Growth] = field(default_factory=dict)
    families: tuple[FamilyAudit, ...] = ()
    level: str = "function"
    mutation: Mutation | None = None

    def total(self, solution: str) -> int:
        """Return a solution's instructions over all inputs; a lower bound if it was over the budget on one."""
        return sum(audited.least_count(solution) for audited in self.inputs)

    def over_budget(self, solution: str) -> bool:
        """Return whether a solution was over the budget on some input."""
        return any(audited.counts[solution] is None for audited in self.inputs)


@dataclass(frozen=True)
class AuditTask:
    """Audit a problem.

    Attributes:
        problem: the problem; it must have a file.
        pool: solutions from elsewhere, by name.
        seeds: the number of seeds at which families are built and counted.
    """

    problem: Problem
    pool: tuple[Solution, ...] = ()
    seeds: int = FAMILY_SEEDS

    def run(self, worker: Worker) -> ProblemAudit:
        return audit_problem(worker.meter, self.problem, self.pool, self.seeds)


def audit_problem(
    meter: Meter, problem: Problem, pool: Sequence[Solution] = (), seeds: int = FAMILY_SEEDS
) -> ProblemAudit:
    """Audit a problem.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: one that has a file.
        pool: solutions from elsewhere; those that fail the correctness tests or a stressful input are left out.
        seeds: the number of seeds at which families are built and counted.
    """
    faults = [*problem_faults(problem, meter.native, patience=0, seeds=seeds), *untested(problem)]
    with tempfile.TemporaryDirectory(prefix="tallybench-") as given:
        folder = Path(given)
        try:
            yardstick = take_yardstick(meter, problem, folder)
        except InputError as error:
            return ProblemAudit(problem.task_id, problem.hash, (*faults, str(error)), problem.no_headroom)
        counts = {name: dict(of_inputs) for name, of_inputs in yardstick.counts.items()}
        for slow in problem.slow:
            found, wrong = _count(meter, problem, slow, yardstick, folder)
            counts[slow.name] = found
            faults += wrong
        right = [problem.canonical.name] if problem.corrected is None else []  # a corrected one is ours
        for solution in pool:
            if not passes(meter, problem, solution):
                continue
            found, wrong = _count(meter, problem, solution, yardstick, folder)
            if not wrong:
                counts[solution.name] = found
                right.append(solution.name)
        own = {solution.name: solution for solution in (*problem.references, problem.ground_truth)}
        best = own[yardstick.best]
        try:
            families = tuple(audit_families(meter, problem, counts, seeds))
        except InputError as error:
            return ProblemAudit(problem.task_id, problem.hash, (*faults, str(error)), problem.no_headroom)
        inputs = [decode((folder / f"{name}.in").read_bytes()) for name in yardstick.inputs]
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
        inputs=tuple(_input_audits(meter, problem, yardstick, counts, inputs)),
        growth=measure_growth(meter, problem, list(dict.fromkeys((best, *problem.slow)))),
        coverage=cover(problem, best, inputs),
        families=families,
        level=problem.level,
        mutation=try_mutants(meter.native, problem) if problem.level == "class" else None,
    )


def _input_audits(
    meter: Meter,
    problem: Problem,
    yardstick: Yardstick,
    counts: dict[str, dict[str, int | None]],
    inputs: Sequence[tuple[Any, ...]],
) -> Iterator[InputAudit]:
    for stressful_input, arguments in zip(problem.stressful, inputs, strict=True):
        name = stressful_input.name
        built = build_input(meter.native, stressful_input.recipe(problem.contract))
        of_input = {solution: of_inputs[name] for solution, of_inputs in counts.items()}
        budget = yardstick.budget(name)
        yield InputAudit(name, stressful_input.kind, memory_of(arguments), built.cpu_seconds, budget, of_input)


def passes(meter: Meter, problem: Problem, solution: Solution) -> bool:
    """Return whether a solution passes the correctness tests."""
    tests = Tests.of(problem)
    return LEVELS[tests.level].check(meter.native, tests, solution.code).verdict is Verdict.PASSED


def _count(
    meter: Meter, problem: Problem, solution: Solution, yardstick: Yardstick, folder: Path
) -> tuple[dict[str, int | None], list[str]]:
    """Return a solution's counts by input, and what went wrong on the inputs that it failed."""
    counts: dict[str, int | None] = {}
    wrong = []
    for name in yardstick.inputs:
        outcome = measure_solution(meter, problem, solution.code, name, yardstick, folder)
        counts[name] = outcome.count
        if not outcome.verdict.bounded:
            wrong.append(f"stressful input {name}: {solution.name} is {outcome.verdict}: {outcome.reason}")
    return counts, wrong
