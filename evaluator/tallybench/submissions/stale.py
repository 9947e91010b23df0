"""Find what has become stale in a result because the benchmark has changed, and run only that again."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tallybench import version
from tallybench.benchmarks.catalogue import CataloguedProblem, shows_texts
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.assemble import unusable_of
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.metrics import ks_of
from tallybench.model.problem import Problem
from tallybench.model.redaction import without_texts
from tallybench.model.result import BenchmarkFacts, Result
from tallybench.submissions.verify import published_samples

Progress = Callable[[str, int, int], None]


def stale_tasks(result: Result, problems: Iterable[Problem | CataloguedProblem]) -> list[str]:
    """Return the tasks of a benchmark that a result lacks, or has in another version."""
    return [
        problem.task_id
        for problem in problems
        if problem.task_id not in result.problems or result.problems[problem.task_id].hash != problem.hash
    ]


def rerun_stale(
    result: Result,
    benchmark: Benchmark,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
    data: Path | None = None,
) -> Result:
    """Return the result for today's benchmark: stale tasks are evaluated again, the others stay as they are.

    Args:
        result: a whole run whose code is in it, or public elsewhere.
        benchmark: today's.
        python: the measuring interpreter; None: the ranked one if it is present.
        session: the session whose workers do it; None: one that is opened for the call.
        progress: called as the run goes on.
        folder: the folder of fetched samples, if the code is public elsewhere.
        data: the files of the benchmark, if it does not come with TallyBench.

    Raises:
        InputError: the code is withheld, or public samples are missing; the run is partial, or was measured in another
            environment, whose counts cannot be combined with today's.
        MachineError: this machine lacks what the run needs.
    """
    if result.benchmark.partial:
        raise InputError("it is a partial run; evaluate the samples again")
    stale = stale_tasks(result, benchmark)
    problems, samples = dict(result.problems), list(result.samples)
    left_out = [exclusion for exclusion in unusable_of(benchmark) if exclusion.excluded_from == "benchmark"]
    of_inputs = [exclusion for exclusion in result.exclusions if exclusion.excluded_from == "inputs"]
    if stale:
        given = published_samples(result, set(stale), folder, data)
        options = Options(
            benchmark=benchmark.name,
            data=data,
            ids=tuple(stale),
            counter=result.environment.counter,
            python=python,
            ks=ks_of(result.metrics),
            memory=result.has_memory,
        )
        again = evaluate(given, result.model, options, progress, source=result.source, session=session)
        if again.environment != result.environment:
            raise InputError(
                "it was measured in another environment, and counts of two are never put together; run this there, or "
                "evaluate all samples again"
            )
        problems |= again.problems
        of_inputs = [exclusion for exclusion in of_inputs if exclusion.task_id not in again.problems]
        of_inputs += [exclusion for exclusion in again.exclusions if exclusion.excluded_from == "inputs"]
        before = {(sample.task_id, sample.index): sample for sample in samples}
        samples = [sample for sample in samples if sample.task_id not in set(stale)]
        for sample in again.samples:  # keep how its program was extracted, or why it has none
            old = before[sample.task_id, sample.index]
            if old.code_sha256 is not None:
                old = sample.model_copy(update={"sanitized": old.sanitized})
            samples.append(old)
    order = {problem.task_id: number for number, problem in enumerate(benchmark)}
    kept = {task_id: problems[task_id] for task_id in order}
    done = tuple(
        sorted(
            (sample for sample in samples if sample.task_id in order),
            key=lambda sample: (order[sample.task_id], sample.index),
        )
    )
    of_inputs = [exclusion for exclusion in of_inputs if exclusion.task_id in order]
    of_inputs.sort(key=lambda exclusion: order[exclusion.task_id])
    again_whole = result.with_figures(
        evaluator_version=version(),
        benchmark=BenchmarkFacts(name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=False),
        problems=kept,
        samples=done,
        exclusions=(*left_out, *of_inputs),
    )
    return again_whole if shows_texts(benchmark.name) else without_texts(again_whole)
