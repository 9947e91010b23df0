"""The yardsticks of many problems: those in the store are loaded, the others are taken side by side, and stored."""

import shutil
from collections.abc import Callable, Sequence

from evaluator.errors import InputError
from evaluator.execution.messages import Lost
from evaluator.execution.pool import Pool
from evaluator.execution.worker import YardstickTask
from evaluator.execution.yardstick import Yardstick
from evaluator.measuring.vetting import ForgivingYardstickTask, Vetted
from evaluator.measuring.yardstick_store import YardstickStore
from evaluator.problems.problem import Problem

Progress = Callable[[str, int, int], None]


def take_yardsticks(
    pool: Pool, problems: Sequence[Problem], store: YardstickStore, progress: Progress, *, audited: bool
) -> tuple[dict[str, Yardstick], dict[str, str]]:
    """Loads or takes the yardstick of every problem.

    Args:
        pool: what they are taken by.
        problems: with stressful inputs.
        store: of yardsticks.
        progress: called with a step's name, how much is done, and how much there is.
        audited: whether the problems are, so that a fault is an error. Otherwise it costs the problem, not the run.

    Returns:
        The yardsticks by task id; and why there is none.

    Raises:
        InputError: an audited problem is at fault.
    """
    found = {problem.task_id: stored for problem in problems if (stored := store.load(problem)) is not None}
    faults: dict[str, str] = {}
    progress("references", len(found), len(problems))
    kind = YardstickTask if audited else ForgivingYardstickTask
    missing = [problem for problem in problems if problem.task_id not in found]
    tasks = [(problem, kind(problem, store.draft(problem))) for problem in missing]
    folders = {problem.task_id: task.folder for problem, task in tasks}
    try:
        for problem, outcome in pool.run(tasks):
            if isinstance(outcome, Lost) and audited:
                raise InputError(f"the benchmark is at fault: {problem.task_id}: {outcome.reason}")
            if isinstance(outcome, Lost | Vetted):
                faults[problem.task_id] = str(outcome.reason if isinstance(outcome, Lost) else outcome.fault)
            else:
                store.keep(problem, folders[problem.task_id], outcome)
                found[problem.task_id] = outcome
            progress("references", len(found) + len(faults), len(problems))
    finally:
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)
    return found, faults
