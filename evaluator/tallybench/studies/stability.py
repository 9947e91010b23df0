"""How stable counts are, compared with execution time: for any benchmark, and as COFFE's table 4.

For each problem the ground truth is measured on the stressful input on which it spends least, so that the whole study
takes minutes; COFFE's table 4 is measured on every correctness test instead. As in COFFE (section 4.2), each figure is
over several runs, without the highest and the lowest. Each run of the counter is in a new emulated interpreter, so that
nothing it inherits is the same by chance.

A program's time includes the start and end of its process, its count does not. In an unaudited benchmark, a problem
whose best solution cannot be counted is left out by name.
"""

import hashlib
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.instructions import REFERENCE_CPU_SECONDS, count_solution
from tallybench.counting.pool import Progress
from tallybench.counting.session import lend_workers
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks, yardstick_store
from tallybench.errors import InputError
from tallybench.files import cache_folder, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.messages import WorkerSetting
from tallybench.studies.coffe_suites import every_nth, with_tests
from tallybench.studies.study import Listing, Row, Run, Section

RUNS = 12
EACH = 10  # problems of each source that are measured for a paper's table, unless all are asked for
TESTS = 3  # correctness tests per problem
SOURCES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests", "APPS": "APPS"}
_COUNTS = (
    "in kind: both drop the highest and the lowest of 12 runs; there a hardware counter, with the kernel's and the "
    "machine's noise, here the emulator, which has none"
)
_SECONDS = "not in size: execution time depends on the machine; in kind, as the reason to count instructions"
_PEARSON = "in kind: over all tests of the measured problems"


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

    Figures are the mean and the largest value over the inputs. `spread_seeds` is (highest - lowest) / lowest over hash
    seeds, in percent; the tie tolerance has to cover the largest.
    """

    runs: int  # how many runs each figure is over, before trimming
    rsd_counts: float
    rsd_counts_worst: float
    rsd_seconds: float  # of execution time
    rsd_seconds_worst: float
    spread_seeds: float
    spread_seeds_worst: float
    worst_seeds_task: str  # the problem with the largest spread
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
        raise InputError("--runs: must be at least 4, because the highest and the lowest are dropped")
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


def measure_part(benchmark: Benchmark, source: str, python: str, fingerprint: Fingerprint, run: Run) -> Stability | str:
    """Measure the stability over one source's problems; if that is impossible, return why.

    It is measured once per environment, because execution times do not repeat: over all problems, or every n-th.
    """
    ids = [problem.task_id for problem in benchmark if problem.task_id.startswith(f"{source}/")]
    if len(ids) < 3:
        return "fewer than three problems"
    chosen = ids if run.whole else every_nth(ids, EACH)
    most = None if run.whole else TESTS
    problems = tuple(with_tests(benchmark.by_id[task_id], most) for task_id in chosen)
    part = replace(benchmark, problems=problems)
    identity = "\n".join([fingerprint.hash, str(RUNS), *(problem.hash for problem in part)])
    path = cache_folder() / "repeats" / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.json"
    try:
        return TypeAdapter(Stability).validate_json(path.read_bytes())
    except (OSError, ValidationError):
        pass
    try:
        found = measure_stability(part, python, RUNS, run.progress, every_input=True)
    except InputError as error:
        return str(error)
    write_in_cache(path, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2)])
    return found


def stability_section(measured: dict[str, Stability | str], run: Run) -> Section:
    """Return table 4, from the measurements by source."""
    rows = []
    unmeasured: list[tuple[str, str]] = []
    counts = []
    for source, found in measured.items():
        name = SOURCES[source]
        if isinstance(found, str):
            unmeasured.append((name, found))
            continue
        unmeasured += found.left_out
        counts.append(found.rsd_counts)
        problems = {spread.task_id for spread in found.inputs}
        of = f"{len(found.inputs)} tests of {len(problems)} problems, {found.runs} runs each"
        for what, value, unit, digits, why in (
            ("RSD of counts", found.rsd_counts, "%", 4, _COUNTS),
            ("RSD of counts, worst test", found.rsd_counts_worst, "%", 4, _COUNTS),
            ("RSD of execution time", found.rsd_seconds, "%", 2, _SECONDS),
            ("Pearson of count and time", found.pearson, "", 4, _PEARSON),
            ("Pearson of their logarithms", found.pearson_log, "", 4, "ours only: no single heavy test decides"),
        ):
            rows.append(Row(f"{name}: {what}", run.paper[f"4/{name}/{what}"], value, of, why, unit, digits=digits))
    if counts:
        for which, value in (("lowest", min(counts)), ("highest", max(counts))):
            key, of = f"RSD of counts, {which}", f"of {len(counts)} parts"
            rows.append(Row(f"all: {key}", run.paper[f"4/all/{key}"], value, of, _COUNTS, "%", digits=4))
    part = f"Every n-th problem of each part, so that {EACH} are left (--all takes all)"
    part = "All problems" if run.whole else part
    notes = (
        f"{part}; the ground truths on the correctness tests, as in the paper"
        f"{'' if run.whole else f', at most {TESTS} per problem'}.",
        "Measured once per environment and kept: running this report again shows the same times.",
    )
    listing = Listing("Not measured", ("what", "reason"), tuple(unmeasured))
    return Section("4", "Table 4: stability and correlation", tuple(rows), notes, (listing,))
