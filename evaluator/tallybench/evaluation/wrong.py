"""The step of a run that counts wrong programs at editing tasks, where being wrong may make them faster."""

from tallybench.counting.pool import finish_tasks
from tallybench.counting.tasks import CountWrongTask
from tallybench.counting.yardsticks import YardstickStore
from tallybench.evaluation.outcomes import Outcomes, StressKey
from tallybench.evaluation.steps import Run
from tallybench.model.parts import StressResult
from tallybench.model.problem import Task
from tallybench.model.verdicts import StressVerdict, Verdict


def count_wrong_attempts(run: Run, outcomes: Outcomes, store: YardstickStore) -> dict[StressKey, StressResult]:
    """Count every distinct program at an editing task that ran and is wrong, by the tests or under stress.

    Args:
        run: the run.
        outcomes: the outcomes of the earlier steps.
        store: where the inputs are.
    """
    tasks: dict[StressKey, CountWrongTask] = {}
    for attempt in run.attempts:
        problem, yardstick = run.benchmark.by_id[attempt.task_id], outcomes.yardsticks.get(attempt.task_id)
        if problem.task is not Task.EDIT or yardstick is None or attempt.code_hash is None:
            continue
        verdict = outcomes.verdict(attempt)
        for name in yardstick.inputs:
            key = attempt.task_id, attempt.code_hash, name
            wrong = verdict.ran_wrong
            if verdict is Verdict.PASSED:
                wrong = outcomes.stress[key].verdict is StressVerdict.WRONG_OUTPUT
            if wrong:
                tasks[key] = CountWrongTask(problem, attempt.code or "", name, yardstick, store.folder(problem))
    if not tasks:
        return {}
    return finish_tasks(
        run.pool,
        tasks,
        recall=lambda key: run.recall(StressResult.model_validate, "wrong", *key),
        note=lambda key, outcome: run.note(outcome, "wrong", *key),
        lost=lambda lost: StressResult.failed(lost.verdict, lost.reason),
        step="wrong solutions",
        progress=run.progress,
    )
