"""Makes the catalogue of a benchmark from its data: loads it, finds out what cannot be used, keeps no text."""

from collections.abc import Callable
from pathlib import Path

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.catalogue import Catalogue, make_catalogue, source_of
from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.errors import InputError
from tallybench.model.result import Result
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.messages import WorkerSetting

Progress = Callable[[str, int, int], None]


def catalogue_benchmark(
    name: str,
    data: Path | None,
    result: Result | None = None,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> Catalogue:
    """Return the catalogue of a benchmark as it is measured in this environment.

    Args:
        name: a benchmark that does not come with TallyBench.
        data: where its files are.
        result: a whole counted run on it, which says which problems' references could not be counted.
        python: the measuring interpreter; None means the ranked one if it is present.
        session: whose workers do it; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Raises:
        InputError: the benchmark comes with TallyBench, its data has the wrong layout, or the result is for other data.
    """
    if name in BENCHMARKS and BENCHMARKS[name].embedded:
        raise InputError(f"{name}: comes with TallyBench, so that its catalogue is computed from its problems")
    loaded = load_benchmark(name, data)
    python = python or default_interpreter()
    fingerprint = take_fingerprint(probe_interpreter(python), "valgrind")
    with lend_workers(session, WorkerSetting(python)) as pool:
        benchmark = vet_benchmark(loaded, pool, vetting_folder(fingerprint), progress or (lambda *_: None))
    if result is not None and (result.benchmark.hash, result.environment.counter) != (benchmark.hash, "valgrind"):
        raise InputError(f"--result: is not a whole counted run on this data of {name} in this environment")
    outcomes = {} if result is None else result.problems
    uncounted = {
        problem.task_id: reason
        for problem in benchmark
        if problem.without_efficiency is None
        and problem.task_id in outcomes
        and (reason := outcomes[problem.task_id].without_efficiency) is not None
    }
    return make_catalogue(benchmark, source_of(benchmark), uncounted)
