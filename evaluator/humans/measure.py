"""All human solutions of a benchmark's problems: which are right, what each spends, and where a sample lies among them.

A problem of Code Contests has some eighty solutions that its source calls correct. Each is held to all correctness
tests; each that passes is counted on every stressful input, with a sample's budget. Whatever is found out is kept, by
the problem's content and the environment, as it is found.
"""

import os
from collections.abc import Sequence
from typing import Any

from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.counting import StressOutcome
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Pool, Progress, finish_tasks
from evaluator.execution.worker import CheckTask, CountTask
from evaluator.execution.yardstick import Yardstick
from evaluator.humans.solutions import Crowd, Human, Humans
from evaluator.measuring.fingerprint import ready_to_count
from evaluator.measuring.outcome_store import OutcomeStore, outcome_store
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.measuring.yardstick_store import YardstickStore, yardstick_store
from evaluator.measuring.yardsticks import take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, Solution, code_hash
from evaluator.results.verdicts import StressVerdict, Verdict


def measure_humans(
    benchmark: Benchmark,
    python: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    *,
    count: bool = True,
    first: int | None = None,
) -> Humans:
    """Checks the human solutions of a benchmark, and counts those that are correct.

    Args:
        benchmark: the benchmark, or the part of it to measure.
        python: the measuring interpreter; None is the ranked one where it is present.
        workers: processes side by side; None is the number of processors.
        progress: called with a step's name, how much is done, and how much there is.
        count: False only checks them.
        first: only so many solutions of each problem.

    Returns:
        The same with any number of workers.

    Raises:
        MachineError: this machine lacks what the measurement needs.
    """
    progress = progress or (lambda *_: None)
    python, fingerprint = ready_to_count(python)
    solutions = {
        problem.task_id: _distinct(benchmark.human_solutions[problem.task_id])[:first] for problem in benchmark
    }
    kept = {problem.task_id: outcome_store("humans", problem, fingerprint) for problem in benchmark}
    with Pool(workers or os.cpu_count() or 1, WorkerSetting(python)) as pool:
        _check(pool, benchmark, solutions, kept, progress)
        if not count:
            crowds = tuple(_crowd(problem, solutions[problem.task_id], kept) for problem in benchmark)
            return Humans(benchmark.name, benchmark.version, fingerprint, False, crowds, benchmark.exclusions)
        usable = vet_benchmark(benchmark, pool, vetting_folder(fingerprint), progress)
        store = yardstick_store(fingerprint)
        stressful = [problem for problem in usable if problem.stressful]
        yardsticks, faults = take_yardsticks(pool, stressful, store, progress, audited=benchmark.audited)
        _count(pool, usable, solutions, kept, yardsticks, store, progress)
    crowds = tuple(
        _crowd(problem, solutions[problem.task_id], kept, yardsticks.get(problem.task_id), faults.get(problem.task_id))
        for problem in usable
    )
    return Humans(benchmark.name, benchmark.version, fingerprint, True, crowds, usable.exclusions)


def _distinct(solutions: Sequence[Solution]) -> tuple[Solution, ...]:
    return tuple({solution.code: solution for solution in reversed(solutions)}.values())[::-1]


_Solutions = dict[str, tuple[Solution, ...]]
_Stores = dict[str, OutcomeStore]


def _check(pool: Pool, benchmark: Benchmark, solutions: _Solutions, stores: _Stores, progress: Progress) -> None:
    tasks = {}
    for problem in benchmark:
        tests = Tests.of(problem)
        for solution in solutions[problem.task_id]:
            tasks[problem.task_id, code_hash(solution.code)] = CheckTask(tests, solution.code)

    def recall(key: tuple[str, str]) -> CheckOutcome | None:
        task_id, digest = key
        record = stores[task_id].get("check", digest)
        return None if record is None else CheckOutcome.of_record(record)

    def note(key: tuple[str, str], outcome: CheckOutcome) -> None:
        task_id, digest = key
        stores[task_id].note({"verdict": outcome.verdict, "reason": outcome.reason}, "check", digest)

    finish_tasks(
        pool, tasks, recall=recall, note=note, lost=CheckOutcome.lost, step="human solutions", progress=progress
    )


def _count(
    pool: Pool,
    benchmark: Benchmark,
    solutions: _Solutions,
    stores: _Stores,
    yardsticks: dict[str, Yardstick],
    yardstick_folders: YardstickStore,
    progress: Progress,
) -> None:
    tasks = {}
    for problem in benchmark:
        if (yardstick := yardsticks.get(problem.task_id)) is None:
            continue
        folder = yardstick_folders.folder(problem)
        for solution in solutions[problem.task_id]:
            if _passed(stores[problem.task_id], solution):
                for name in yardstick.inputs:
                    task = CountTask(problem, solution.code, name, yardstick, folder)
                    tasks[problem.task_id, code_hash(solution.code), name] = task

    def recall(key: tuple[str, str, str]) -> StressOutcome | None:
        task_id, digest, name = key
        record = stores[task_id].get("count", digest, name)
        return None if record is None else StressOutcome.of_record(record)

    def note(key: tuple[str, str, str], outcome: StressOutcome) -> None:
        task_id, digest, name = key
        stores[task_id].note(vars(outcome), "count", digest, name)

    finish_tasks(pool, tasks, recall=recall, note=note, lost=StressOutcome.lost, step="counting", progress=progress)


def _passed(known: OutcomeStore, solution: Solution) -> bool:
    checked = known.get("check", code_hash(solution.code))
    return checked is not None and checked["verdict"] == Verdict.PASSED


def _crowd(
    problem: Problem,
    solutions: Sequence[Solution],
    kept: dict[str, OutcomeStore],
    yardstick: Yardstick | None = None,
    fault: str | None = None,
) -> Crowd:
    known = kept[problem.task_id]
    inputs = list(yardstick.inputs) if yardstick is not None else []
    humans = []
    for one in solutions:
        digest = code_hash(one.code)
        checked: dict[str, Any] = known.get("check", digest) or {}
        verdict = Verdict(checked["verdict"])
        counts, lacks = _counts(known, digest, inputs) if verdict is Verdict.PASSED else ({}, None)
        humans.append(Human(one.name, digest, verdict, checked["reason"], counts, lacks))
    budgets = {name: yardstick.budget(name) for name in inputs} if yardstick is not None else {}
    return Crowd(problem.task_id, problem.hash, len(problem.cases), budgets, tuple(humans), fault)


def _counts(known: OutcomeStore, digest: str, inputs: Sequence[str]) -> tuple[dict[str, int | None], str | None]:
    counts: dict[str, int | None] = {}
    for name in inputs:
        stressed: dict[str, Any] = known.get("count", digest, name) or {"verdict": "missing", "reason": "not counted"}
        if stressed["verdict"] not in (StressVerdict.COUNTED, StressVerdict.OVER_BUDGET):
            return {}, f"stressful input {name}: {stressed['verdict']}: {stressed['reason']}"
        counts[name] = stressed.get("count")
    return counts, None


def need_solutions(benchmark: Benchmark) -> None:
    """Says so where a benchmark has no human solutions to speak of.

    Raises:
        InputError: no problem has more than one.
    """
    if all(len(solutions) < 2 for solutions in benchmark.human_solutions.values()):
        raise InputError(
            f"--benchmark {benchmark.name}: has one solution a problem, so that there is nobody to lie among; "
            "coffe-code-contests has many"
        )
