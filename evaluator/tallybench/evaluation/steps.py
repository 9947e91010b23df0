"""The two steps of a run that run solutions: correctness tests, and stressful inputs under the counter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tallybench.counting.instructions import over_budget
from tallybench.counting.pool import Pool, Progress, finish_tasks
from tallybench.counting.store import CountStore
from tallybench.counting.tasks import CheckTask, CountTask
from tallybench.counting.worker import Task
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore
from tallybench.evaluation.outcomes import CheckKey, Outcomes, StressKey
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome, StressResult
from tallybench.model.problem import Problem
from tallybench.samples.attempts import Attempt
from tallybench.sandbox.correctness import Tests

T = TypeVar("T")


@dataclass(frozen=True)
class Run:
    """What the steps of a run share.

    Attributes:
        benchmark: its usable problems.
        attempts: the attempts at its problems.
        pool: the workers.
        journal: where finished tasks are noted; None notes nothing.
        progress: called with a step's name, how much is done, and how much there is.
    """

    benchmark: Benchmark
    attempts: Sequence[Attempt]
    pool: Pool
    journal: Journal | None
    progress: Progress

    def recall(self, outcome_of: Callable[[dict[str, Any]], T], *key: str) -> T | None:
        """Return the outcome of a task that an earlier run noted; None if it noted none.

        Raises:
            InputError: the journal is damaged.
        """
        if self.journal is None or (record := self.journal.get(key)) is None:
            return None
        try:
            return outcome_of(record)
        except (TypeError, ValueError, KeyError):
            raise self.journal.damaged() from None

    def note(self, outcome: CheckOutcome | StressResult, *key: str) -> None:
        """Note a finished task."""
        if self.journal is not None:
            self.journal.record(key, outcome.model_dump(mode="json"))


def check_attempts(run: Run) -> dict[CheckKey, CheckOutcome]:
    """Run the correctness tests on every distinct program."""
    tests = {problem.task_id: Tests.of(problem) for problem in run.benchmark}
    # Start with those that may take longest, so that no worker is left waiting at the end.
    attempts = sorted(run.attempts, key=lambda attempt: -tests[attempt.task_id].seconds)
    tasks = {
        (attempt.task_id, attempt.code_hash): CheckTask(tests[attempt.task_id], attempt.code or "")
        for attempt in attempts
        if attempt.code_hash is not None
    }

    def recall(key: CheckKey) -> CheckOutcome | None:
        return run.recall(CheckOutcome.model_validate, "check", *key)

    return finish_tasks(
        run.pool,
        tasks,
        recall=recall,
        note=lambda key, outcome: run.note(outcome, "check", *key),
        lost=lambda lost: CheckOutcome.failed(lost.verdict, lost.reason),
        step="correctness tests",
        progress=run.progress,
    )


def problems_to_count(run: Run, outcomes: Outcomes) -> list[Problem]:
    """Return the problems that have an attempt to run on their stressful inputs."""
    problems = {problem.task_id: problem for problem in run.benchmark if problem.stressful}
    counted = {
        attempt.task_id
        for attempt in run.attempts
        if attempt.task_id in problems and outcomes.verdict(attempt).is_counted(problems[attempt.task_id].task)
    }
    return [problem for task_id, problem in problems.items() if task_id in counted]


def count_attempts(
    run: Run, outcomes: Outcomes, store: YardstickStore, known: CountStore | None
) -> dict[StressKey, StressResult]:
    """Count every distinct program that passed, on every stressful input of its problem.

    Args:
        run: the run.
        outcomes: the outcomes of the earlier steps.
        store: where the inputs are.
        known: counts from earlier runs; None if none may be used.
    """
    yardsticks = outcomes.yardsticks
    folders = {task_id: store.folder(run.benchmark.by_id[task_id]) for task_id in yardsticks}
    tasks: dict[StressKey, CountTask] = {}
    for attempt in run.attempts:
        yardstick = yardsticks.get(attempt.task_id)
        if yardstick is not None and attempt.code_hash is not None and outcomes.passed(attempt):
            problem = run.benchmark.by_id[attempt.task_id]
            for name in yardstick.inputs:
                key = attempt.task_id, attempt.code_hash, name
                tasks[key] = CountTask(problem, attempt.code or "", name, yardstick, folders[attempt.task_id])

    def recall(key: StressKey) -> StressResult | None:
        task_id, digest, name = key
        noted = run.recall(StressResult.model_validate, "count", *key) or _count_of_own(
            yardsticks[task_id], digest, name
        )
        return known.get(run.benchmark.by_id[task_id], digest, name) if noted is None and known is not None else noted

    return finish_measuring(run, tasks, recall, known, kind="count", step="counting")


def finish_measuring(
    run: Run,
    tasks: Mapping[StressKey, Task[StressResult]],
    recall: Callable[[StressKey], StressResult | None],
    known: CountStore | None,
    *,
    kind: str,
    step: str,
) -> dict[StressKey, StressResult]:
    """Measure programs on stressful inputs, and note the figures in the run's journal and among the known ones.

    Args:
        run: the run.
        tasks: the measurements, by program and input.
        recall: returns the known outcome of a task; None if it still has to be run.
        known: figures from earlier runs; None if none may be used.
        kind: what the journal calls this kind of measurement.
        step: the name of the step that the progress shows.
    """

    def note(key: StressKey, outcome: StressResult) -> None:
        task_id, digest, name = key
        run.note(outcome, kind, *key)
        if known is not None:
            known.note(run.benchmark.by_id[task_id], digest, name, outcome)

    return finish_tasks(
        run.pool,
        tasks,
        recall=recall,
        note=note,
        lost=lambda lost: StressResult.failed(lost.verdict, lost.reason),
        step=step,
        progress=run.progress,
    )


def _count_of_own(yardstick: Yardstick, digest: str, name: str) -> StressResult | None:
    """Return the count of a program that is identical to a reference or the ground truth; None for any other."""
    for solution, own_digest in yardstick.code_hashes.items():
        if own_digest == digest:
            count = yardstick.counts[solution][name]
            # References are counted without a budget; one may be slow where another is best.
            if count is None or count > yardstick.budget(name):
                return over_budget()
            return StressResult.counted(count)
    return None
