"""How stable counts are, beside execution time: COFFE's table 4, on this machine.

For each problem the ground truth is measured on the stressful input on which it spends least, so that the whole takes
minutes. As in COFFE (section 4.2), each figure is over a number of runs, the highest and the lowest dropped. Each run
of the counter is in a new emulated interpreter, so that nothing it inherits is the same by chance.

The time of a program includes its process' start and end, which its count does not; a problem of a benchmark of others
whose best solution cannot be counted is left out, and named.
"""

import math
import shutil
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluator.errors import InputError
from evaluator.execution.counters import COUNTERS
from evaluator.execution.counting import REFERENCE_CPU_SECONDS, PreparedInput, StressOutcome, count_solution
from evaluator.execution.levels import LEVELS
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Progress
from evaluator.execution.worker import Worker, YardstickTask
from evaluator.measuring.fingerprint import ready_to_count
from evaluator.measuring.yardstick_store import YardstickStore, yardstick_store
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem

RUNS = 12


@dataclass(frozen=True)
class Spread:
    """One problem's measurements.

    Attributes:
        task_id: the problem.
        input_name: the stressful input.
        counts: instructions of each run, with one hash seed.
        seconds: CPU seconds of each run, native, with the same hash seed.
        seeded: instructions with hash seeds 0, 1, 2 ...
    """

    task_id: str
    input_name: str
    counts: tuple[int, ...]
    seconds: tuple[float, ...]
    seeded: tuple[int, ...]


@dataclass(frozen=True)
class Stability:
    """What `tallybench stability` shows. RSD: standard deviation over mean, in percent, trimmed.

    Attributes:
        runs: how many runs each figure is over, before trimming.
        rsd_counts: mean over problems.
        rsd_counts_worst: the largest.
        rsd_seconds: mean over problems, of execution time.
        rsd_seconds_worst: the largest.
        spread_seeds: mean over problems of (highest - lowest) / lowest over hash seeds, in percent.
        spread_seeds_worst: the largest, which the tie tolerance has to cover.
        worst_seeds_task: the problem it is of.
        pearson: correlation of the mean count with the mean execution time, over problems.
        pearson_log: the same of their logarithms.
        problems: the measurements.
        left_out: task id and reason of each problem that could not be measured.
    """

    runs: int
    rsd_counts: float
    rsd_counts_worst: float
    rsd_seconds: float
    rsd_seconds_worst: float
    spread_seeds: float
    spread_seeds_worst: float
    worst_seeds_task: str
    pearson: float
    pearson_log: float
    problems: tuple[Spread, ...]
    left_out: tuple[tuple[str, str], ...] = ()


def relative_deviation(values: Sequence[float]) -> float:
    """Standard deviation over mean, in percent, with the highest and the lowest value dropped."""
    trimmed = sorted(values)[1:-1]
    return 100 * statistics.stdev(trimmed) / statistics.fmean(trimmed)


def measure_stability(
    benchmark: Benchmark, python: str | None = None, runs: int = RUNS, progress: Progress | None = None
) -> Stability:
    """Measures the ground truths of a benchmark's problems again and again.

    Args:
        benchmark: its problems with stressful inputs are measured.
        python: the measuring interpreter; None is the ranked one where it is present.
        runs: how often, at least 4.
        progress: called with a step's name, how much is done and how much there is.

    Raises:
        InputError: there are too few runs or problems.
        MachineError: this machine cannot count.
    """
    progress = progress or (lambda *_: None)
    problems = [problem for problem in benchmark if problem.stressful]
    if runs < 4:
        raise InputError("--runs: at least 4, for the highest and the lowest are dropped")
    if len(problems) < 3:
        raise InputError("--ids: at least 3 problems with stressful inputs are needed for a correlation")
    python, fingerprint = ready_to_count(python)
    store = yardstick_store(fingerprint)
    chosen, left_out = _choose_inputs(benchmark, problems, Worker(WorkerSetting(python)), store, progress)
    if len(chosen) < 3:
        raise InputError(f"--ids: only {len(chosen)} problems can be measured, and a correlation needs 3")
    fixed: dict[str, list[int]] = {task_id: [] for task_id in chosen}
    seeded: dict[str, list[int]] = {task_id: [] for task_id in chosen}
    nanoseconds: dict[str, list[int]] = {task_id: [] for task_id in chosen}
    for run in range(runs):
        steps: tuple[tuple[WorkerSetting, dict[str, list[int]]], ...] = (
            (WorkerSetting(python), fixed),
            (WorkerSetting(python, hash_seed=run), seeded),
            (WorkerSetting(python, counter="cputime"), nanoseconds),
        )
        for step, (setting, into) in enumerate(steps, 1):
            worker = Worker(setting)
            for task_id, name in chosen.items():
                into[task_id].append(_measure(worker, benchmark.by_id[task_id], name, store))
            worker.close()
            progress("stability", 3 * run + step, 3 * runs)
    spreads = tuple(
        Spread(
            task_id,
            name,
            tuple(fixed[task_id]),
            tuple(spent / 1e9 for spent in nanoseconds[task_id]),
            tuple(seeded[task_id]),
        )
        for task_id, name in chosen.items()
    )
    return replace(_summarize(runs, spreads), left_out=tuple(left_out))


def _choose_inputs(
    benchmark: Benchmark, problems: Sequence[Problem], worker: Worker, store: YardstickStore, progress: Progress
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    chosen, left_out = {}, []
    for number, problem in enumerate(problems, 1):
        yardstick = store.load(problem)
        if yardstick is None:
            draft = store.draft(problem)
            try:
                yardstick = worker.run(YardstickTask(problem, draft))
            except InputError as error:
                shutil.rmtree(draft, ignore_errors=True)
                if benchmark.audited:
                    raise
                left_out.append((problem.task_id, str(error)))
                continue
            store.keep(problem, draft, yardstick)
        counts = yardstick.counts[problem.ground_truth.name]
        counted = {name: count for name, count in counts.items() if count is not None}
        if counted:
            chosen[problem.task_id] = min(counted, key=lambda name: counted[name])
        progress("references", number, len(problems))
    worker.close()
    return chosen, left_out


def _measure(worker: Worker, problem: Problem, name: str, store: YardstickStore) -> int:
    yardstick = store.load(problem)
    assert yardstick is not None
    prepared = yardstick.inputs[name].prepared(name, store.folder(problem))
    if not COUNTERS[worker.setting.counter].emulated:
        if problem.level == "file":
            return _nanoseconds(worker, problem, name, prepared)
        prepared = replace(prepared, overhead=0)
    outcome = count_solution(worker.meter, problem, problem.ground_truth.code, prepared, budget=None)
    if outcome.count is None:
        raise InputError(f"{problem.task_id}, stressful input {name}: {outcome.verdict} ({outcome.reason})")
    return outcome.count


def _nanoseconds(worker: Worker, problem: Problem, name: str, prepared: PreparedInput) -> int:
    """CPU time of a program's process."""
    bytecode = worker.compile(problem.ground_truth.code)
    assert not isinstance(bytecode, StressOutcome)
    level = LEVELS[problem.level]
    answer = level.run(worker.native, problem, bytecode, prepared.arguments, REFERENCE_CPU_SECONDS)
    if answer.output is None:
        raise InputError(
            f"{problem.task_id}, stressful input {name}: {answer.failure.reason if answer.failure else 'no answer'}"
        )
    return max(int(answer.cpu_seconds * 1e9), 1)


def _summarize(runs: int, spreads: tuple[Spread, ...]) -> Stability:
    counts = [relative_deviation(spread.counts) for spread in spreads]
    seconds = [relative_deviation(spread.seconds) for spread in spreads]
    seeds = {spread.task_id: 100 * (max(spread.seeded) / min(spread.seeded) - 1) for spread in spreads}
    mean_counts = [statistics.fmean(spread.counts) for spread in spreads]
    mean_seconds = [statistics.fmean(spread.seconds) for spread in spreads]
    return Stability(
        runs=runs,
        rsd_counts=statistics.fmean(counts),
        rsd_counts_worst=max(counts),
        rsd_seconds=statistics.fmean(seconds),
        rsd_seconds_worst=max(seconds),
        spread_seeds=statistics.fmean(seeds.values()),
        spread_seeds_worst=max(seeds.values()),
        worst_seeds_task=max(seeds, key=lambda task_id: seeds[task_id]),
        pearson=statistics.correlation(mean_counts, mean_seconds),
        pearson_log=statistics.correlation(list(map(math.log, mean_counts)), list(map(math.log, mean_seconds))),
        problems=spreads,
    )
