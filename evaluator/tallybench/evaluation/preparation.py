"""Prepare a run before anything is run: find its problems, its environment, and what this machine lacks."""

from collections.abc import Sequence

from tallybench.benchmarks import open_benchmark, select
from tallybench.benchmarks.rules import under_rules
from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.store import CountStore
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.host import check_address_space
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.messages import WorkerSetting


def check_machine(options: Options) -> str:
    """Find out what this machine lacks for a run, before a benchmark is opened.

    Returns:
        The measuring interpreter.

    Raises:
        MachineError: something is missing.
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
    """Load what a run needs, and find out early what this machine lacks.

    Raises:
        InputError: an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    check_machine(options)
    unchanged = () if options.trust_tests else None
    opened = open_benchmark(options.benchmark, unchanged, options.data)
    benchmark = under_rules(select(opened, options.ids), options.rules)
    if options.fresh is not None:
        benchmark = benchmark.at_seed(options.fresh)
    return benchmark, *take_environment(options, needed(benchmark))


def take_environment(options: Options, packages: Sequence[str]) -> tuple[Fingerprint, WorkerSetting]:
    """Determine this machine's environment, and what workers are started with here.

    Args:
        options: how the run is done.
        packages: the sets of packages that the tests need.

    Raises:
        MachineError: something is missing.
    """
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
    """Return the counts of earlier runs.

    None if counts do not repeat exactly, or the inputs are used only once.
    """
    return CountStore(fingerprint) if options.repeatable and not options.recount and options.fresh is None else None


def known_memory(options: Options, fingerprint: Fingerprint) -> CountStore | None:
    """Return the peak memory that earlier runs measured; None if the inputs are used only once."""
    return CountStore(fingerprint, "memory") if options.repeatable and options.fresh is None else None
