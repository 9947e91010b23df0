"""All human solutions of a benchmark's problems: which are right, what each spends, and where a sample lies among them.

A problem of Code Contests has some eighty solutions that its source calls correct. Each is held to all correctness
tests; each that passes is counted on every stressful input, with a sample's budget. Whatever is found out is kept, by
the problem's content and the environment, as it is found.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.counting import StressOutcome
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.peak_memory import MemoryTask
from evaluator.execution.pool import Progress, Workers, finish_tasks
from evaluator.execution.session import Session, lend_workers
from evaluator.execution.worker import CheckTask, CountTask, Task
from evaluator.execution.yardstick import Yardstick
from evaluator.humans.drawing import Drawing
from evaluator.humans.solutions import HumanSolution, HumanSolutions, MeasuredHumans
from evaluator.measuring.count_store import CountStore
from evaluator.measuring.fingerprint import ready_to_count
from evaluator.measuring.outcome_store import OutcomeStore, outcome_store
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.measuring.yardstick_store import YardstickStore, yardstick_store
from evaluator.measuring.yardsticks import take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, Solution, code_hash
from evaluator.results.verdicts import StressVerdict, Verdict

_Solutions = Mapping[str, tuple[Solution, ...]]
_CheckKey = tuple[str, str]  # a task's id, the SHA-256 of a program
_CountKey = tuple[str, str, str]  # the same, and the name of a stressful input


def measure_humans(
    benchmark: Benchmark,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    *,
    count: bool = True,
    memory: bool = False,
    first: int | None = None,
    drawing: Drawing | None = None,
) -> MeasuredHumans:
    """Checks the human solutions of a benchmark, and counts those that are correct.

    Args:
        benchmark: the benchmark, or the part of it to measure.
        python: the measuring interpreter; None is the ranked one where it is present.
        session: whose workers do it; None opens one for the call.
        progress: called with a step's name, how much is done, and how much there is.
        count: False only checks them.
        memory: measure the peak memory of what was counted within the budget, too.
        first: only so many solutions of each problem.
        drawing: only a sample of the solutions of each problem.

    Returns:
        The same with any number of workers.

    Raises:
        MachineError: this machine lacks what the measurement needs.
    """
    progress = progress or (lambda *_: None)
    python, fingerprint = ready_to_count(python)
    distinct = {problem.task_id: _distinct(benchmark.human_solutions[problem.task_id]) for problem in benchmark}
    solutions = {
        task_id: drawing.draw(task_id, found) if drawing else found[:first] for task_id, found in distinct.items()
    }
    stores = {problem.task_id: outcome_store("humans", problem, fingerprint) for problem in benchmark}
    yardsticks: dict[str, Yardstick] = {}
    faults: dict[str, str] = {}
    counts: dict[_CountKey, StressOutcome] = {}
    peaks: dict[_CountKey, StressOutcome] = {}
    usable = benchmark
    with lend_workers(session, WorkerSetting(python)) as pool:
        checks = _check(pool, benchmark, solutions, stores, progress)
        if count:
            usable = vet_benchmark(benchmark, pool, vetting_folder(fingerprint), progress)
            inputs = yardstick_store(fingerprint)
            stressful = [problem for problem in usable if problem.stressful]
            yardsticks, faults = take_yardsticks(pool, stressful, inputs, progress, audited=benchmark.audited)
            right = _passed(solutions, checks)
            counts = _count(pool, usable, right, yardsticks, inputs, CountStore(fingerprint), progress)
            if memory:
                store = CountStore(fingerprint, "memory")
                peaks = _measure_memory(pool, usable, right, yardsticks, inputs, counts, store, progress)
    problems = []
    for problem in usable:
        yardstick = yardsticks.get(problem.task_id)
        budgets = {} if yardstick is None else yardstick.budgets
        found = tuple(
            _with_peaks(_found(problem, solution, checks, counts, budgets), problem, peaks)
            for solution in solutions[problem.task_id]
        )
        fault = faults.get(problem.task_id)
        population = len(distinct[problem.task_id]) if drawing else None
        problems.append(
            HumanSolutions(problem.task_id, problem.hash, len(problem.cases), budgets, found, fault, population)
        )
    exclusions = usable.exclusions
    return MeasuredHumans(benchmark.name, benchmark.version, fingerprint, count, tuple(problems), exclusions, drawing)


def _distinct(solutions: Sequence[Solution]) -> tuple[Solution, ...]:
    return tuple({solution.code: solution for solution in reversed(solutions)}.values())[::-1]


def _check(
    pool: Workers,
    benchmark: Benchmark,
    solutions: _Solutions,
    stores: Mapping[str, OutcomeStore],
    progress: Progress,
) -> dict[_CheckKey, CheckOutcome]:
    """Runs the correctness tests on every solution."""
    tasks = {}
    for problem in benchmark:
        tests = Tests.of(problem)
        for solution in solutions[problem.task_id]:
            tasks[problem.task_id, code_hash(solution.code)] = CheckTask(tests, solution.code)

    def recall(key: _CheckKey) -> CheckOutcome | None:
        task_id, digest = key
        return stores[task_id].get(CheckOutcome.of_record, "check", digest)

    def note(key: _CheckKey, outcome: CheckOutcome) -> None:
        task_id, digest = key
        stores[task_id].note({"verdict": outcome.verdict, "reason": outcome.reason}, "check", digest)

    return finish_tasks(
        pool, tasks, recall=recall, note=note, lost=CheckOutcome.lost, step="human solutions", progress=progress
    )


def _passed(solutions: _Solutions, checks: Mapping[_CheckKey, CheckOutcome]) -> _Solutions:
    """The solutions that pass the correctness tests."""
    return {
        task_id: tuple(
            solution for solution in given if checks[task_id, code_hash(solution.code)].verdict is Verdict.PASSED
        )
        for task_id, given in solutions.items()
    }


def _count(
    pool: Workers,
    benchmark: Benchmark,
    solutions: _Solutions,
    yardsticks: Mapping[str, Yardstick],
    inputs: YardstickStore,
    store: CountStore,
    progress: Progress,
) -> dict[_CountKey, StressOutcome]:
    """Counts solutions on every stressful input of the problems that have a yardstick."""
    tasks = {}
    for problem in benchmark:
        if (yardstick := yardsticks.get(problem.task_id)) is not None:
            for solution in solutions[problem.task_id]:
                for name in yardstick.inputs:
                    task = CountTask(problem, solution.code, name, yardstick, inputs.folder(problem))
                    tasks[problem.task_id, code_hash(solution.code), name] = task
    return _finish(pool, tasks, benchmark, store, "counting", progress)


def _measure_memory(
    pool: Workers,
    benchmark: Benchmark,
    solutions: _Solutions,
    yardsticks: Mapping[str, Yardstick],
    inputs: YardstickStore,
    counts: Mapping[_CountKey, StressOutcome],
    store: CountStore,
    progress: Progress,
) -> dict[_CountKey, StressOutcome]:
    """Measures the peak memory of solutions on the stressful inputs that they have a count on."""
    tasks = {}
    for task_id, yardstick in yardsticks.items():
        problem = benchmark.by_id[task_id]
        for solution in solutions[task_id]:
            for name in yardstick.inputs:
                key = task_id, code_hash(solution.code), name
                if counts[key].verdict is StressVerdict.COUNTED:
                    tasks[key] = MemoryTask(problem, solution.code, name, yardstick, inputs.folder(problem))
    return _finish(pool, tasks, benchmark, store, "memory", progress)


def _finish(
    pool: Workers,
    tasks: Mapping[_CountKey, Task[StressOutcome]],
    benchmark: Benchmark,
    store: CountStore,
    step: str,
    progress: Progress,
) -> dict[_CountKey, StressOutcome]:
    """Does the measurements that are not in the store, and keeps them there."""

    def recall(key: _CountKey) -> StressOutcome | None:
        task_id, digest, name = key
        return store.get(benchmark.by_id[task_id], digest, name)

    def note(key: _CountKey, outcome: StressOutcome) -> None:
        task_id, digest, name = key
        store.note(benchmark.by_id[task_id], digest, name, outcome)

    return finish_tasks(pool, tasks, recall=recall, note=note, lost=StressOutcome.lost, step=step, progress=progress)


def _found(
    problem: Problem,
    solution: Solution,
    checks: Mapping[_CheckKey, CheckOutcome],
    counts: Mapping[_CountKey, StressOutcome],
    inputs: Iterable[str],
) -> HumanSolution:
    """What was found out about a solution."""
    digest = code_hash(solution.code)
    checked = checks[problem.task_id, digest]
    if checked.verdict is not Verdict.PASSED:
        return HumanSolution(solution.name, digest, checked.verdict, checked.reason)
    outcomes = {name: counts[problem.task_id, digest, name] for name in inputs}
    for name, outcome in outcomes.items():
        if not outcome.verdict.bounded:
            fault = f"stressful input {name}: {outcome.verdict}: {outcome.reason}"
            return HumanSolution(solution.name, digest, checked.verdict, fault=fault)
    return HumanSolution(
        solution.name, digest, checked.verdict, counts={name: outcome.count for name, outcome in outcomes.items()}
    )


def _with_peaks(found: HumanSolution, problem: Problem, peaks: Mapping[_CountKey, StressOutcome]) -> HumanSolution:
    if not peaks or not found.counts:
        return found
    measured = {name: peaks.get((problem.task_id, found.sha256, name)) for name in found.counts}
    return replace(found, peaks={name: None if peak is None else peak.count for name, peak in measured.items()})


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
