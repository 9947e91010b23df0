"""Prepare an evaluation run: find its problems, its environment, what this machine lacks, and what it will cost."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tallybench.benchmarks import open_benchmark, select
from tallybench.benchmarks.extra_tests import with_extra_tests
from tallybench.benchmarks.rules import under_rules
from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.instructions import FIRST_MARGIN
from tallybench.counting.store import CountStore
from tallybench.counting.vetting import vetted_before, vetting_folder
from tallybench.counting.yardsticks import YardstickStore, yardstick_store
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.host import check_address_space
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.messages import WorkerSetting

# Round figures for a common machine with two processors; used only to estimate the minutes.
CHECK_SECONDS = 0.01
CASE_SECONDS = 0.008  # a test of a program, which runs in its own process
TRY_SECONDS = 0.3  # trying out a stressful input: building it, and running the best solution on it
OVERHEAD_SECONDS = 0.04
INSTRUCTIONS_A_SECOND = 500e6
UNKNOWN_COUNT = 15_000_000  # instructions on an input whose references have not been counted yet
# The same for a benchmark that is not audited: means over COFFE's inputs, dominated by a few heavy ones.
UNKNOWN_VETTED = {"function": 350_000_000, "file": 1_000_000_000}


def check_machine(options: Options) -> str:
    """Check what this machine lacks for a run before a benchmark is opened; return the measuring interpreter.

    If something is missing, this raises MachineError, as do the functions below.
    """
    check_platform()
    check_address_space()
    if options.sandbox:
        find_bubblewrap()
    if options.counted:
        COUNTERS[options.counter].check()
    python = options.python or default_interpreter()
    probe_interpreter(python)
    return python


def prepare(options: Options) -> tuple[Benchmark, Fingerprint, WorkerSetting]:
    """Load what a run needs, and find out early what this machine lacks; raise InputError for a bad option."""
    check_machine(options)
    unchanged = () if options.trust_tests else None
    opened = open_benchmark(options.benchmark, unchanged, options.data)
    benchmark = under_rules(select(opened, options.ids), options.rules)
    if options.fresh is not None:
        benchmark = benchmark.at_seed(options.fresh)
    if options.extra_tests is not None:
        benchmark = with_extra_tests(benchmark, options.extra_tests)
    if options.python is not None:  # its ground truths were not run by this interpreter
        benchmark = replace(benchmark, truths_run=frozenset())
    return benchmark, *take_environment(options, needed(benchmark))


def take_environment(options: Options, packages: Sequence[str]) -> tuple[Fingerprint, WorkerSetting]:
    """Return this machine's environment, and the setting for workers with these packages."""
    python = check_machine(options)
    probed = probe_interpreter(python)
    fingerprint = take_fingerprint(probed, options.counter, options.hash_seed, packages)
    counter = options.counter if options.counted else "valgrind"  # which then never starts
    setting = WorkerSetting(python, counter, options.hash_seed, options.sandbox, options.rate, probed)
    return fingerprint, setting


def needed(benchmark: Benchmark) -> tuple[str, ...]:
    """Return the sets of packages that the tests of a benchmark need."""
    return tuple(sorted({problem.suites.packages for problem in benchmark if problem.suites is not None} - {""}))


def known_counts(options: Options, fingerprint: Fingerprint) -> CountStore | None:
    """Return the counts of earlier runs; None if counts do not repeat exactly, or the inputs are used only once."""
    return CountStore(fingerprint) if options.repeatable and not options.recount and options.fresh is None else None


def known_memory(options: Options, fingerprint: Fingerprint) -> CountStore | None:
    """Return the peak memory that earlier runs measured; None if the inputs are used only once."""
    return CountStore(fingerprint, "memory") if options.repeatable and options.fresh is None else None


@contextmanager
def opened_yardsticks(options: Options, fingerprint: Fingerprint) -> Iterator[YardstickStore]:
    """Open a run's yardsticks, in the cache if counts repeat exactly, otherwise in a temporary folder."""
    if options.repeatable:
        yield yardstick_store(fingerprint, options.fresh)
    else:
        with TemporaryDirectory(prefix="tallybench-") as folder:
            yield YardstickStore(Path(folder))


@dataclass(frozen=True)
class Plan:
    """The cost of a run. Lower bounds assume that every sample that passes is as fast as the best known solution."""

    samples: int  # samples of the selected problems
    solutions: int  # distinct programs among them; each is checked once
    references: int  # measurements of references that are not in the cache
    measurements: int  # the most measurements of samples that are not in the cache, reached if every solution passes
    instructions: tuple[int, int]  # the range of instructions to count for them, up to the budget
    minutes: tuple[float, float]  # how long the run takes with this number of workers, likewise a range
    workers: int  # parallel processes
    vetting: int = 0  # tests and stressful inputs on which the source's best solutions have not been tried yet


def plan_run(samples: Iterable[Sample], options: Options, workers: int) -> Plan:
    """Plan a run without running anything; the errors are those of the run itself."""
    benchmark, fingerprint, _ = prepare(options)
    attempts = read_attempts(samples, benchmark)
    solutions = {(attempt.task_id, attempt.code_hash) for attempt in attempts if attempt.code_hash is not None}
    references = measurements = least = most = vetting = 0
    fixed = sum(_check_seconds(benchmark.by_id[task_id]) for task_id, _ in solutions)
    if not benchmark.audited:
        benchmark, tried = vetted_before(benchmark, vetting_folder(fingerprint), inputs=options.counted)
        for problem in benchmark:
            if problem.task_id not in tried:
                inputs = len(problem.stressful) if options.counted else 0
                vetting += len(problem.cases) + inputs
                fixed += _check_seconds(problem) + inputs * TRY_SECONDS
    if options.counted:
        known = known_counts(options, fingerprint)
        store = yardstick_store(fingerprint)
        for problem in benchmark:
            programs = [digest for task_id, digest in solutions if task_id == problem.task_id]
            if not programs or not problem.stressful:
                continue
            yardstick = store.load(problem)
            if yardstick is None:
                own = len({solution.code for solution in (*problem.references, problem.ground_truth)})
                references += own * len(problem.stressful)
                guess = UNKNOWN_COUNT if benchmark.audited else UNKNOWN_VETTED[problem.level]
                best = guess * len(problem.stressful)
                least += best * own
                most += int(best * (len(problem.references) + BUDGET * FIRST_MARGIN if benchmark.audited else own))
            else:
                best = sum(count or 0 for count in yardstick.counts[yardstick.best].values())
            shares = _unknown_shares(problem, programs, known)
            measurements += round(shares * len(problem.stressful))
            least += int(shares * best)
            most += int(shares * best * BUDGET * FIRST_MARGIN)
    fixed += (references + measurements) * OVERHEAD_SECONDS
    low, high = ((fixed + count / INSTRUCTIONS_A_SECOND) / workers / 60 for count in (least, most))
    minutes = (round(low, 1), round(high, 1))
    return Plan(len(attempts), len(solutions), references, measurements, (least, most), minutes, workers, vetting)


def _unknown_shares(problem: Problem, programs: Iterable[str], known: CountStore | None) -> float:
    """Return how many programs are left to count, where each counts by the share of its inputs not counted yet."""
    names = [given.name for given in problem.stressful]
    if known is None:
        return len(list(programs))
    return sum(sum(known.get(problem, digest, name) is None for name in names) / len(names) for digest in programs)


def _check_seconds(problem: Problem) -> float:
    return CHECK_SECONDS if problem.level == "function" else CASE_SECONDS * len(problem.cases)
