"""Makes the catalogue of a benchmark of others: loads its data, finds out what cannot be used, keeps no text."""

import os
from collections.abc import Callable
from pathlib import Path

from evaluator.benchmarks import load_foreign
from evaluator.benchmarks.catalogue import Catalogue, Source, make_catalogue
from evaluator.errors import InputError
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Pool
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.measuring.fingerprint import take_fingerprint
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.results.result import Result

Progress = Callable[[str, int, int], None]

_COFFE = {
    "authors": "Peng, Wan, Li, Ren: COFFE, FSE 2025",
    "paper": "https://arxiv.org/abs/2502.02827",
    "url": "https://github.com/JohnnyPeng18/Coffe",
    "licence": "Apache-2.0",
}
SOURCES = {
    "coffe-function": {"title": "COFFE, functions", **_COFFE},
    "coffe-code-contests": {"title": "COFFE, programs of Code Contests", **_COFFE},
}


def catalogue_benchmark(
    name: str,
    data: Path | None,
    result: Result | None = None,
    python: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Catalogue:
    """The catalogue of a benchmark as it is measured in this environment.

    Args:
        name: one of SOURCES.
        data: where its files are.
        result: a whole counted run on it: it says which problems' references could not be counted.
        python: the measuring interpreter; None is the ranked one where it is present.
        workers: processes side by side; None is the number of processors.
        progress: called with a step's name, how much is done and how much there is.

    Raises:
        InputError: the benchmark is not one of SOURCES, its data is not in the layout, or the result is of other data.
    """
    if name not in SOURCES:
        raise InputError(f"{name}: cannot be catalogued; there is {', '.join(SOURCES)}")
    loaded = load_foreign(name, data)
    python = python or default_interpreter()
    fingerprint = take_fingerprint(probe_interpreter(python), "valgrind")
    with Pool(workers or os.cpu_count() or 1, WorkerSetting(python)) as pool:
        benchmark = vet_benchmark(loaded.benchmark, pool, vetting_folder(fingerprint), progress or (lambda *_: None))
    if result is not None and (result.benchmark.hash, result.environment.counter) != (benchmark.hash, "valgrind"):
        raise InputError(f"--result: is not a whole counted run on this data of {name} in this environment")
    known = {} if result is None else result.problems
    uncounted = {
        one.task_id: reason
        for one in benchmark
        if one.without_efficiency is None
        and one.task_id in known
        and (reason := known[one.task_id].without_efficiency) is not None
    }
    source = Source.model_validate({**SOURCES[name], "files": loaded.files})
    solutions = {task_id: len(truths) for task_id, truths in loaded.ground_truths.items()}
    return make_catalogue(benchmark, source, solutions, uncounted, {})
