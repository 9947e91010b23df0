"""What the generated inputs are worth: the lines they reach, how well they tell solutions apart (COFFE, 4.2)."""

import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tallybench.authoring.audit.problem import passes
from tallybench.authoring.audit.summary import relative_deviation
from tallybench.authoring.stress_generation.making import Made
from tallybench.counting.covering import Covered, CoverTask
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import outcome_store
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import measure_solution, take_yardstick
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.messages import WorkerSetting


@dataclass(frozen=True)
class Spread:
    """How well inputs tell the solutions of a pool apart.

    Attributes:
        solutions: how many of them are right on every input that they end on.
        deviation: RSD(+), in percent; None for fewer than two.
        instructions: how many all of them and the ground truth spent together, at least.
        fault: why the spread is not known; None if it is.
    """

    solutions: int
    deviation: float | None
    instructions: int
    fault: str | None = None


@dataclass(frozen=True)
class SpreadTask:
    """Count the solutions of a pool on a problem's inputs.

    Attributes:
        problem: the problem, with the inputs that were made.
        pool: solutions from elsewhere.
    """

    problem: Problem
    pool: tuple[Solution, ...]

    def run(self, worker: Worker) -> Spread:
        meter, problem = worker.meter, self.problem
        with tempfile.TemporaryDirectory(prefix="tallybench-") as given:
            folder = Path(given)
            try:
                yardstick = take_yardstick(meter, problem, folder)
            except InputError as error:
                return Spread(0, None, 0, str(error))
            truth = yardstick.counts[problem.ground_truth.name]
            counts = [[truth[name] or yardstick.budget(name) for name in yardstick.inputs]]
            spent = sum(counts[0])
            for solution in self.pool:
                if not passes(meter, problem, solution):
                    continue
                outcomes = [
                    measure_solution(meter, problem, solution.code, name, yardstick, folder)
                    for name in yardstick.inputs
                ]
                own = [
                    outcome.count or yardstick.budget(name)
                    for name, outcome in zip(yardstick.inputs, outcomes, strict=True)
                    if outcome.verdict.bounded
                ]
                spent += sum(own)
                if len(own) == len(outcomes):
                    counts.append(own)
        deviations = [relative_deviation(of_input) for of_input in zip(*counts, strict=True)]
        return Spread(len(counts), statistics.fmean(deviations) if len(counts) > 1 else None, spent)


def with_made(problem: Problem, made: Made) -> Problem:
    """Return a problem with the inputs that were made in place of its own, and the contract that was made or none."""
    truth = problem.ground_truth
    return replace(
        problem,
        contract=None if made.contract is None else made.contract.program,
        stressful=tuple(
            given.draft.as_input(given.name, problem.entry_point) for given in made.inputs if given.draft is not None
        ),
        references=problem.references or (Solution("reference_canonical", truth.code),),
    )


def appraise(
    benchmark: Benchmark,
    made: Mapping[str, Made],
    pool: Mapping[str, Sequence[Solution]],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> tuple[dict[str, Covered], dict[str, Spread]]:
    """Measure the inputs that were made.

    Args:
        benchmark: the problems.
        made: by task id, what was made.
        pool: by task id, solutions from elsewhere.
        python: the interpreter that runs everything; None: that of the measuring environment.
        session: whose workers do it; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        By task id, how much of the ground truth the inputs reach, and how well they tell the pool's solutions apart.
    """
    python, fingerprint = ready_to_count(python)
    progress = progress or (lambda *_: None)
    problems = {task_id: with_made(benchmark.by_id[task_id], found) for task_id, found in made.items() if found.kept}
    stores = {task_id: outcome_store("stress", problem, fingerprint) for task_id, problem in problems.items()}
    pooled = {task_id: _digest(pool[task_id]) for task_id in problems if pool.get(task_id)}
    with lend_workers(session, WorkerSetting(python)) as workers_pool:

        def finish(step: str, tasks: Mapping[str, Any], form: type, key: Mapping[str, str], lost: Any) -> Any:
            adapter: TypeAdapter[Any] = TypeAdapter(form)
            return finish_tasks(
                workers_pool,
                tasks,
                recall=lambda task_id: stores[task_id].get(adapter.validate_python, step, key[task_id]),
                note=lambda task_id, found: stores[task_id].note(asdict(found), step, key[task_id]),
                lost=lost,
                step=step,
                progress=progress,
            )

        covered: dict[str, Covered] = finish(
            "coverage",
            {task_id: CoverTask(problem) for task_id, problem in problems.items()},
            Covered,
            dict.fromkeys(problems, ""),
            lambda lost: Covered(0, 0, 0, lost.reason),
        )
        spread: dict[str, Spread] = {}
        if pooled:
            spread = finish(
                "pool",
                {task_id: SpreadTask(problems[task_id], tuple(pool[task_id])) for task_id in pooled},
                Spread,
                pooled,
                lambda lost: Spread(0, None, 0, lost.reason),
            )
    return covered, spread


def _digest(solutions: Sequence[Solution]) -> str:
    texts = "\0".join(text for solution in solutions for text in (solution.name, solution.code))
    return sha256(texts.encode("utf-8", "surrogatepass")).hexdigest()
