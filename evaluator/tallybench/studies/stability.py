"""How stable counts are, compared with execution time: COFFE's table 4, on this machine.

For each problem the ground truth is measured on the stressful input on which it spends least, so that the whole study
takes minutes; COFFE's table 4 is measured on every correctness test instead. As in COFFE (section 4.2), each figure is
over a number of runs, without the highest and the lowest. Each run of the counter is in a new emulated interpreter, so
that nothing it inherits is the same by chance.

A program's time includes the start and end of its process, which its count does not. In a benchmark that is not
audited, a problem whose best solution cannot be counted is left out by name.
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.instructions import REFERENCE_CPU_SECONDS, count_solution
from tallybench.counting.pool import Progress
from tallybench.counting.session import lend_workers
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks, yardstick_store
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.messages import WorkerSetting

RUNS = 12


@dataclass(frozen=True)
class Spread:
    """The measurements on one input of a problem."""

    task_id: str
    input_name: str
    counts: tuple[int, ...]  # instructions of each run, with one hash seed
    seconds: tuple[float, ...]  # CPU seconds of each run, native, with the same hash seed
    seeded: tuple[int, ...]  # instructions with hash seeds 0, 1, 2 ...


@dataclass(frozen=True)
class Stability:
    """The stability of counts and times. RSD: standard deviation over mean, in percent, trimmed.

    Figures are means over the inputs, and the largest of them. `spread_seeds` is (highest - lowest) / lowest over
    hash seeds, in percent; the tie tolerance has to cover the largest.
    """

    runs: int  # how many runs each figure is over, before trimming
    rsd_counts: float
    rsd_counts_worst: float
    rsd_seconds: float  # of execution time
    rsd_seconds_worst: float
    spread_seeds: float
    spread_seeds_worst: float
    worst_seeds_task: str  # the problem with that spread
    pearson: float  # correlation of the mean count with the mean execution time, over inputs
    pearson_log: float  # the same for their logarithms
    inputs: tuple[Spread, ...]
    left_out: tuple[tuple[str, str], ...] = ()  # task id and reason of each problem that could not be measured


def relative_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation over the mean, in percent, without the highest and the lowest value."""
    trimmed = sorted(values)[1:-1]
    return 100 * statistics.stdev(trimmed) / statistics.fmean(trimmed)


def measure_stability(
    benchmark: Benchmark,
    python: str | None = None,
    runs: int = RUNS,
    progress: Progress | None = None,
    every_input: bool = False,
) -> Stability:
    """Measure the ground truths of the problems with stressful inputs repeatedly, each `runs` times.

    Each is measured on the input on which it spends least, or on all with `every_input`.

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
    with lend_workers(None, WorkerSetting(python)) as pool:
        yardsticks, faults = take_yardsticks(pool, problems, store, progress, audited=benchmark.audited)
    chosen: list[tuple[str, str]] = []  # task id and name of the input
    for problem in problems:
        if (yardstick := yardsticks.get(problem.task_id)) is not None:
            counts = yardstick.counts[problem.ground_truth.name]
            if counted := {name: count for name, count in counts.items() if count is not None}:
                least = min(counted, key=lambda name: counted[name])
                chosen += [(problem.task_id, name) for name in (counted if every_input else [least])]
    if len({task_id for task_id, _ in chosen}) < 3:
        raise InputError(f"--ids: only {len(chosen)} can be measured, and a correlation needs 3")
    kinds = ("fixed", "seeded", "nanoseconds")
    found: dict[str, list[list[int]]] = {kind: [[] for _ in chosen] for kind in kinds}
    for run in range(runs):
        settings = (
            WorkerSetting(python),
            WorkerSetting(python, hash_seed=run),
            WorkerSetting(python, counter="cputime"),
        )
        for step, (kind, setting) in enumerate(zip(kinds, settings, strict=True), 1):
            worker = Worker(setting)
            for (task_id, name), values in zip(chosen, found[kind], strict=True):
                values.append(_measure(worker, benchmark.by_id[task_id], name, yardsticks, store))
            worker.close()
            progress("stability", 3 * run + step, 3 * runs)
    spreads = tuple(
        Spread(task_id, name, tuple(fixed), tuple(spent / 1e9 for spent in nanoseconds), tuple(seeded))
        for (task_id, name), fixed, seeded, nanoseconds in zip(chosen, *found.values(), strict=True)
    )
    left_out = tuple((problem.task_id, faults[problem.task_id]) for problem in problems if problem.task_id in faults)
    return _summarize(runs, spreads, left_out)


def _measure(
    worker: Worker, problem: Problem, name: str, yardsticks: Mapping[str, Yardstick], store: YardstickStore
) -> int:
    """Return the instructions, or the nanoseconds, of the ground truth on an input."""
    prepared = yardsticks[problem.task_id].inputs[name].prepared(name, store.folder(problem))
    where, code = f"{problem.task_id}, stressful input {name}", problem.ground_truth.code
    if COUNTERS[worker.setting.counter].emulated or problem.level != "file":
        if not COUNTERS[worker.setting.counter].emulated:
            prepared = replace(prepared, overhead=0)
        outcome = count_solution(worker.meter, problem, code, prepared, budget=None)
        if outcome.count is None:
            raise InputError(f"{where}: {outcome.verdict} ({outcome.reason})")
        return outcome.count
    bytecode = worker.compile(code)
    assert not isinstance(bytecode, StressResult)
    answer = LEVELS[problem.level].run(worker.native, problem, bytecode, prepared.arguments, REFERENCE_CPU_SECONDS)
    if answer.output is None:
        raise InputError(f"{where}: {answer.failure.reason if answer.failure else 'no answer'}")
    return max(int(answer.cpu_seconds * 1e9), 1)


def _summarize(runs: int, spreads: tuple[Spread, ...], left_out: tuple[tuple[str, str], ...]) -> Stability:
    counts = [relative_deviation(spread.counts) for spread in spreads]
    seconds = [relative_deviation(spread.seconds) for spread in spreads]
    seeds = [100 * (max(spread.seeded) / min(spread.seeded) - 1) for spread in spreads]
    mean_counts = [statistics.fmean(spread.counts) for spread in spreads]
    mean_seconds = [statistics.fmean(spread.seconds) for spread in spreads]
    return Stability(
        runs=runs,
        rsd_counts=statistics.fmean(counts),
        rsd_counts_worst=max(counts),
        rsd_seconds=statistics.fmean(seconds),
        rsd_seconds_worst=max(seconds),
        spread_seeds=statistics.fmean(seeds),
        spread_seeds_worst=max(seeds),
        worst_seeds_task=spreads[seeds.index(max(seeds))].task_id,
        pearson=statistics.correlation(mean_counts, mean_seconds),
        pearson_log=statistics.correlation(list(map(math.log, mean_counts)), list(map(math.log, mean_seconds))),
        inputs=spreads,
        left_out=left_out,
    )
