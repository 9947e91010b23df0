"""The step of a run that measures the peak memory of what was counted, and of what that is compared with."""

from collections.abc import Iterator

from tallybench.counting.store import CountStore
from tallybench.counting.tasks import MemoryTask
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore
from tallybench.evaluation.outcomes import Outcomes, StressKey
from tallybench.evaluation.steps import Run, finish_measuring
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.model.verdicts import StressVerdict


def measure_memory(
    run: Run, outcomes: Outcomes, store: YardstickStore, known: CountStore | None, *, recount: bool
) -> dict[StressKey, StressResult]:
    """Measure the peak memory of every distinct program on the stressful inputs that it was counted on.

    Args:
        run: the run.
        outcomes: the outcomes of the earlier steps.
        store: where the inputs are.
        known: figures from earlier runs; None if none may be used.
        recount: use these figures only for the problems' own solutions, as is done with counts.

    Returns:
        The outcomes by program, including the problems' own solutions; a count is in bytes.
    """
    problems = run.benchmark.by_id
    folders = {task_id: store.folder(problems[task_id]) for task_id in outcomes.yardsticks}
    tasks: dict[StressKey, MemoryTask] = {}

    def add(key: StressKey, code: str) -> None:
        task_id, _, name = key
        tasks[key] = MemoryTask(problems[task_id], code, name, outcomes.yardsticks[task_id], folders[task_id])

    own: set[StressKey] = set()
    for task_id, yardstick in outcomes.yardsticks.items():
        for solution, name in counted_of_own(problems[task_id], yardstick):
            key = task_id, code_hash(solution.code), name
            own.add(key)
            add(key, solution.code)
    for attempt in run.attempts:
        if attempt.code_hash is None or attempt.task_id not in outcomes.yardsticks or not outcomes.passed(attempt):
            continue
        for name in outcomes.yardsticks[attempt.task_id].inputs:
            key = attempt.task_id, attempt.code_hash, name
            if outcomes.stress[key].verdict is StressVerdict.COUNTED:
                add(key, attempt.code or "")

    def recall(key: StressKey) -> StressResult | None:
        task_id, digest, name = key
        noted = run.recall(StressResult.model_validate, "memory", *key)
        if noted is not None or known is None or (recount and key not in own):
            return noted
        return known.get(problems[task_id], digest, name)

    return finish_measuring(run, tasks, recall, known, kind="memory", step="memory")


def counted_of_own(problem: Problem, yardstick: Yardstick) -> Iterator[tuple[Solution, str]]:
    """Yield the references and the ground truth, each with the inputs that it finishes within the budget."""
    for solution in (*problem.references, problem.ground_truth):
        for name, count in yardstick.counts[solution.name].items():
            if count is not None and count <= yardstick.budget(name):
                yield solution, name
