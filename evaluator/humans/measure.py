"""All human solutions of a benchmark's problems: which are right, what each spends, and where a sample lies among them.

A problem of Code Contests has some eighty solutions that its source calls correct. Each is held to all correctness
tests; each that passes is counted on every stressful input, with a sample's budget. Whatever is found out is kept, by
the problem's content and the environment, as it is found.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from evaluator.errors import InputError
from evaluator.execution.correctness import Checked, Tests
from evaluator.execution.counters.valgrind import find_valgrind
from evaluator.execution.counting import Stressed, Yardstick
from evaluator.execution.pool import Lost, Pool
from evaluator.execution.sandbox.bubblewrap import check_platform, find_bubblewrap
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.execution.worker import CheckTask, CountTask, Task, WorkerSetting
from evaluator.files import cache_folder
from evaluator.humans.solutions import Crowd, Human, Humans
from evaluator.measuring.fingerprint import take_fingerprint
from evaluator.measuring.kept import Kept, kept_of
from evaluator.measuring.store import YardstickStore
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.measuring.yardsticks import take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, Solution, code_hash
from evaluator.results.verdicts import StressVerdict, Verdict

Progress = Callable[[str, int, int], None]


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
    check_platform()
    find_bubblewrap()
    find_valgrind()
    python = python or default_interpreter()
    fingerprint = take_fingerprint(probe_interpreter(python), "valgrind")
    solutions = {
        problem.task_id: _distinct(benchmark.human_solutions[problem.task_id])[:first] for problem in benchmark
    }
    kept = {problem.task_id: kept_of("humans", problem, fingerprint) for problem in benchmark}
    with Pool(workers or os.cpu_count() or 1, WorkerSetting(python)) as pool:
        _check(pool, benchmark, solutions, kept, progress)
        if not count:
            crowds = tuple(_crowd(problem, solutions[problem.task_id], kept) for problem in benchmark)
            return Humans(benchmark.name, benchmark.version, fingerprint, False, crowds, benchmark.exclusions)
        usable = vet_benchmark(benchmark, pool, vetting_folder(fingerprint), progress)
        store = YardstickStore(cache_folder() / "yardsticks" / fingerprint.hash[:16])
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


def _check(pool: Pool, benchmark: Benchmark, solutions: _Solutions, kept: dict[str, Kept], progress: Progress) -> None:
    todo: list[tuple[Problem, Solution]] = []
    total = sum(len(solutions[problem.task_id]) for problem in benchmark)
    for problem in benchmark:
        known = kept[problem.task_id]
        todo += [
            (problem, one) for one in solutions[problem.task_id] if known.get("check", code_hash(one.code)) is None
        ]
    done = total - len(todo)
    progress("human solutions", done, total)

    def tasks() -> Iterator[tuple[tuple[str, str], Task]]:
        for problem, one in todo:
            yield (problem.task_id, code_hash(one.code)), CheckTask(Tests.of(problem), one.code)

    for (task_id, digest), outcome in pool.run(tasks()):
        checked = Checked(Verdict.TAMPERING, outcome.reason) if isinstance(outcome, Lost) else outcome
        kept[task_id].keep({"verdict": checked.verdict, "reason": checked.reason}, "check", digest)
        done += 1
        progress("human solutions", done, total)


def _count(
    pool: Pool,
    benchmark: Benchmark,
    solutions: _Solutions,
    kept: dict[str, Kept],
    yardsticks: dict[str, Yardstick],
    store: YardstickStore,
    progress: Progress,
) -> None:
    wanted: list[tuple[Problem, Yardstick, Solution, str]] = []
    for problem in benchmark:
        if (yardstick := yardsticks.get(problem.task_id)) is not None:
            known = kept[problem.task_id]
            right = [one for one in solutions[problem.task_id] if _passed(known, one)]
            wanted += [(problem, yardstick, one, name) for one in right for name in yardstick.inputs]
    todo = [job for job in wanted if kept[job[0].task_id].get("count", code_hash(job[2].code), job[3]) is None]
    done = len(wanted) - len(todo)
    progress("counting", done, len(wanted))

    def tasks() -> Iterator[tuple[tuple[str, str, str], Task]]:
        for problem, yardstick, one, name in todo:
            key = problem.task_id, code_hash(one.code), name
            yield key, CountTask(problem, one.code, name, yardstick, store.folder(problem))

    for (task_id, digest, name), outcome in pool.run(tasks()):
        lost = isinstance(outcome, Lost)
        stressed = Stressed(StressVerdict.TAMPERING, None, outcome.reason) if lost else outcome
        kept[task_id].keep(vars(stressed), "count", digest, name)
        done += 1
        progress("counting", done, len(wanted))


def _passed(known: Kept, solution: Solution) -> bool:
    checked = known.get("check", code_hash(solution.code))
    return checked is not None and checked["verdict"] == Verdict.PASSED


def _crowd(
    problem: Problem,
    solutions: Sequence[Solution],
    kept: dict[str, Kept],
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


def _counts(known: Kept, digest: str, inputs: Sequence[str]) -> tuple[dict[str, int | None], str | None]:
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
