"""The yardsticks of many problems: those in the store are loaded, the others are taken side by side, and stored."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence

from tallybench.benchmarks.catalogue import Catalogue
from tallybench.benchmarks.measured import Measured, load_measured, measured_file
from tallybench.counting.pool import Pool
from tallybench.counting.vetting import ForgivingYardstickTask, Vetted
from tallybench.counting.weak_machine import CANNOT_BE_JUDGED, check_counted
from tallybench.counting.worker import YardstickTask
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardstick_store import YardstickStore
from tallybench.errors import InputError
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem
from tallybench.sandbox.messages import Lost

Progress = Callable[[str, int, int], None]


def take_yardsticks(
    pool: Pool,
    problems: Sequence[Problem],
    store: YardstickStore,
    progress: Progress,
    *,
    audited: bool,
    published: Measured | None = None,
    catalogue: Catalogue | None = None,
) -> tuple[dict[str, Yardstick], dict[str, str]]:
    """Load or take the yardstick of every problem.

    One that differs from what is published is taken again. That was seen once in some ten thousand: the first process
    that counted on a new machine overestimated by 20 instructions what a child does beyond the solution's own work, for
    all inputs of one problem, so that all counts of that problem were 20 too low there.

    Args:
        pool: the workers that take them.
        problems: those with stressful inputs.
        store: of yardsticks.
        progress: called with a step's name, how much is done, and how much there is.
        audited: whether the problems are, so that a fault is an error. Otherwise it costs the problem only.
        published: what was measured for the problems in the same environment, as far as it is known.
        catalogue: the benchmark's; None if none is published.

    Returns:
        The yardsticks by task id, and the reasons why others are missing, also by task id.

    Raises:
        InputError: an audited problem is at fault.
        MachineError: this machine could not count what the catalogue has.
    """
    found = {problem.task_id: stored for problem in problems if (stored := store.load(problem)) is not None}
    faults: dict[str, str] = {}
    progress("references", len(found), len(problems))

    def take(missing: Sequence[Problem]) -> None:
        for problem, outcome in _take(pool, missing, store, audited):
            if isinstance(outcome, str):
                check_counted(catalogue, problem, outcome)
                faults[problem.task_id] = outcome
            else:
                found[problem.task_id] = outcome
            progress("references", len(found) + len(faults), len(problems))

    take([problem for problem in problems if problem.task_id not in found])
    if published is not None:
        others = [problem for problem in problems if _is_another(problem, found, published)]
        for problem in others:
            del found[problem.task_id]
        take(others)
    return found, faults


def _is_another(problem: Problem, found: Mapping[str, Yardstick], published: Measured) -> bool:
    """Return whether a yardstick's counts differ from those published for exactly this problem.

    A missing published count means that it was over the budget, and says nothing about this one.
    """
    known, yardstick = published.problems.get(problem.task_id), found.get(problem.task_id)
    if known is None or yardstick is None or known.hash != problem.hash:
        return False
    return any(
        count != yardstick.counts[solution][name]
        for name, given in known.inputs.items()
        for solution, count in given.counts.items()
        if count is not None and name in yardstick.counts.get(solution, {})
    )


def _take(
    pool: Pool, missing: Sequence[Problem], store: YardstickStore, audited: bool
) -> Iterator[tuple[Problem, Yardstick | str]]:
    """Take and store the yardsticks of some problems; yield each, or why it is missing."""
    kind = YardstickTask if audited else ForgivingYardstickTask
    tasks = [(problem, kind(problem, store.draft(problem))) for problem in missing]
    folders = {problem.task_id: task.folder for problem, task in tasks}
    try:
        for problem, outcome in pool.run(tasks):
            if isinstance(outcome, Lost) and audited:
                raise InputError(f"the benchmark is at fault: {problem.task_id}: {outcome.reason}")
            if isinstance(outcome, Lost | Vetted):
                yield (
                    problem,
                    f"{CANNOT_BE_JUDGED}: {outcome.reason}" if isinstance(outcome, Lost) else str(outcome.fault),
                )
            else:
                store.keep(problem, folders[problem.task_id], outcome)
                yield problem, outcome
    finally:
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)


def published_measurements(benchmark: str, fingerprint: Fingerprint) -> Measured | None:
    """Return what is published about a benchmark's own solutions in an environment; None if nothing is."""
    if not measured_file(benchmark).exists():
        return None
    measured = load_measured(benchmark)
    return measured if measured.environment.fingerprint == fingerprint.hash else None
