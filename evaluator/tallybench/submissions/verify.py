"""Measure published results again from their code: whole, on fresh inputs, or only where the benchmark has changed."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from tallybench import version
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.catalogue import CataloguedProblem, shows_texts
from tallybench.benchmarks.extra_tests import EMBEDDED, extra_tests
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, opened
from tallybench.counting.yardsticks import forget_fresh
from tallybench.errors import InputError
from tallybench.evaluation.assemble import unusable_of
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.metrics import ks_of
from tallybench.model.problem import Problem
from tallybench.model.redaction import without_texts
from tallybench.model.result import BenchmarkFacts, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.statistics.published.record import SCHEMA_VERSION, FreshMeasurements, Measurements, Record
from tallybench.statistics.reading import parse_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.programs import is_embedded, published_samples
from tallybench.submissions.unusual_code import count_unusual


@dataclass(frozen=True)
class Work:
    """What measures results again, and where it finds what their files do not hold."""

    python: str | None = None  # the measuring interpreter; None: that of the measuring environment
    session: Session | None = None  # whose workers do it; None: one that is opened for each call
    progress: Progress | None = None
    samples: Path | None = None  # the folder of fetched samples, for code that is public elsewhere
    data: Path | None = None  # the files of the benchmark, if it does not come with TallyBench

    def options(self, result: Result, tasks: Iterable[str] | None, **more: Any) -> Options:
        """Return the options by which tasks of a result, or all, are evaluated again."""
        return Options(
            benchmark=result.benchmark.name,
            data=self.data,
            ids=None if tasks is None else tuple(tasks),
            python=self.python,
            ks=ks_of(result.metrics),
            extra_tests=EMBEDDED if result.has_extra_tests else None,
            **more,
        )


def verify_result(
    path: Path,
    work: Work,
    part: int | None = None,
    seed: int = 0,
    recount: bool = False,
    memory: bool = False,
) -> Record:
    """Run everything of a result again: correctness tests, references, counts.

    Args:
        path: the result's file.
        work: what measures it.
        part: how many samples to draw at random by the seed; None: all of them. A part verifies nothing.
        seed: the seed of the draw.
        recount: ignore the counts in the cache.
        memory: measure peak memory on the public inputs, even if the result has none.

    Raises:
        InputError: the file is not a result or contradicts itself, its code is withheld, its benchmark is not the
            installed one, or a sample passes the tests once and then fails them.
        MachineError: this machine lacks what the run needs.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    result = parse_result(content, path)
    if faults := result_faults(result):
        raise InputError(f"{path}: {faults[0]}; tallybench dev validate lists everything to fix first")
    try:
        samples = published_samples(result, folder=work.samples, data=work.data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    whole = part is None or part >= len(samples)
    if part is not None and not whole:
        samples = random.Random(seed).sample(samples, part)
    tasks = None if whole and not result.benchmark.partial else sorted({sample.task_id for sample in samples})
    digest = sha256(content).hexdigest()
    journal = Journal(f"verify {digest}", resume=True)
    # Readings of a hardware counter or a clock cannot be reproduced; counts under emulation can.
    counter = "valgrind" if result.counted else "none"
    memory = result.has_memory or (memory and result.counted)
    options = work.options(result, tasks, counter=counter, memory=memory, recount=recount)
    with opened(work.session) as own:
        again = evaluate(samples, result.model, options, work.progress, journal, result.source, own)
        fresh = _on_fresh_inputs(samples, again, options, digest, work.progress, own)
    journal.remove()
    unusual = count_unusual(again, samples, load_benchmark(result.benchmark.name, work.data).by_id)
    return compare(result, again, digest, fresh, None if whole else seed, unusual)


def problems_with_families(benchmark: str) -> dict[str, Problem]:
    """Return the problems of a benchmark for which fresh inputs can be built, by task id."""
    if not is_embedded(benchmark):
        return {}
    return {
        problem.task_id: problem
        for problem in load_benchmark(benchmark)
        if problem.families and problem.without_efficiency is None
    }


def _on_fresh_inputs(
    samples: list[Sample], again: Result, options: Options, seed: str, progress: Progress | None, session: Session
) -> FreshMeasurements | None:
    """Measure the correct samples on fresh inputs; None if nothing was counted or no problem has any.

    Raises:
        InputError: a sample that passed the tests does not pass them again.
    """
    if not options.counted or not (known := problems_with_families(again.benchmark.name)):
        return None
    correct = {(sample.task_id, sample.index) for sample in again.samples if sample.verdict is Verdict.PASSED}
    chosen = [sample for sample in samples if sample.task_id in known and (sample.task_id, sample.index) in correct]
    if not chosen:
        return FreshMeasurements(problems={}, samples=())
    tasks = tuple(sorted({sample.task_id for sample in chosen}))
    journal = Journal(f"verify {seed} on fresh inputs", resume=True)
    options = replace(options, ids=tasks, fresh=seed, memory=False, extra_tests=None)
    found = evaluate(chosen, again.model, options, progress, journal, again.source, session)
    journal.remove()
    forget_fresh(seed)
    for sample in found.samples:
        if sample.verdict is not Verdict.PASSED:
            raise InputError(
                f"{sample.task_id}, sample {sample.index}: passed the tests and then did not ({sample.verdict.value}); "
                "it is at a limit, so measure the result again on a machine that does nothing else"
            )
    return FreshMeasurements(problems=found.problems, samples=tuple(map(_without_code, found.samples)))


def compare(
    submitted: Result,
    again: Result,
    digest: str,
    fresh: FreshMeasurements | None = None,
    seed: int | None = None,
    unusual: Mapping[str, int] | None = None,
) -> Record:
    """Return the record of what was measured again, for all samples or a part, of a file with this SHA-256.

    Args:
        submitted, again: the result, and what was measured.
        digest: SHA-256 of the submitted result's file.
        fresh: what was measured on fresh inputs; None if there are none.
        seed: the seed of the draw; None if everything was measured.
        unusual: what is unusual in the code; None: it is found from the code in the submitted file.
    """
    if unusual is None:
        unusual = unusual_in_file(submitted)
    theirs = {(sample.task_id, sample.index): sample for sample in submitted.samples}
    # An answer without code cannot be run; why it has none is known from the sample alone.
    samples = (
        theirs[sample.task_id, sample.index] if sample.code_sha256 is None else sample for sample in again.samples
    )
    measured = Measurements(
        schema_version=SCHEMA_VERSION,
        result_sha256=digest,
        evaluator_version=version(),
        benchmark=again.benchmark,
        environment=again.environment,
        problems=again.problems,
        samples=tuple(map(_without_code, samples)),
        fresh=fresh,
        seed=seed,
        unusual=None if unusual is None else dict(unusual),
    )
    return Record(submitted, measured)


def unusual_in_file(result: Result) -> dict[str, int] | None:
    """Return what is unusual in the code that a file holds; None if it has none, or the problems are elsewhere."""
    if result.code_withheld or not is_embedded(result.benchmark.name):
        return None
    return count_unusual(result, published_samples(result), load_benchmark(result.benchmark.name).by_id)


def _without_code(sample: SampleResult) -> SampleResult:
    return sample.model_copy(update={"code": None, "sanitized": ()})


def stale_tasks(result: Result, problems: Iterable[Problem | CataloguedProblem]) -> list[str]:
    """Return the tasks of a benchmark that a result lacks, or has in a different version."""
    return [
        problem.task_id
        for problem in problems
        if problem.task_id not in result.problems or result.problems[problem.task_id].hash != problem.hash
    ]


def rerun_stale(result: Result, benchmark: Benchmark, work: Work) -> Result:
    """Return the result for today's benchmark: stale tasks are evaluated again, the others are kept.

    Raises:
        InputError: the code is withheld, or public samples are missing; the run is partial, or was measured in another
            environment, whose counts cannot be combined with today's.
        MachineError: this machine lacks what the run needs.
    """
    if result.benchmark.partial:
        raise InputError("it is a partial run; evaluate the samples again")
    stale = set(stale_tasks(result, benchmark))
    order = {problem.task_id: number for number, problem in enumerate(benchmark)}
    parts = [(result, order.keys() - stale)]  # results, and the tasks that are taken from each
    if stale:
        tasks = sorted(stale, key=order.__getitem__)
        options = work.options(result, tasks, counter=result.environment.counter, memory=result.has_memory)
        if len(stale) == len(order) and extra_tests(benchmark.name).exists():
            # Never for some of the problems alone, since pass@k by suite is over all of them.
            options = replace(options, extra_tests=EMBEDDED)
        given = published_samples(result, stale, work.samples, work.data)
        again = evaluate(given, result.model, options, work.progress, source=result.source, session=work.session)
        if again.environment != result.environment:
            raise InputError(
                "it was measured in another environment, and counts from two are never combined; run this there, or "
                "evaluate all samples again"
            )
        before = {(sample.task_id, sample.index): sample for sample in result.samples}
        evaluated = [_as_extracted(before[sample.task_id, sample.index], sample) for sample in again.samples]
        parts.append((again.model_copy(update={"samples": evaluated}), stale))
    found = {key: problem for part, tasks in parts for key, problem in part.problems.items() if key in tasks}
    samples = [sample for part, tasks in parts for sample in part.samples if sample.task_id in tasks]
    of_inputs = [
        exclusion
        for part, tasks in parts
        for exclusion in part.exclusions
        if exclusion.excluded_from == "inputs" and exclusion.task_id in tasks
    ]
    left_out = [exclusion for exclusion in unusable_of(benchmark) if exclusion.excluded_from == "benchmark"]
    whole = result.with_figures(
        evaluator_version=version(),
        benchmark=BenchmarkFacts(name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=False),
        problems={task_id: found[task_id] for task_id in order},
        samples=tuple(sorted(samples, key=lambda sample: (order[sample.task_id], sample.index))),
        exclusions=(*left_out, *sorted(of_inputs, key=lambda exclusion: order[exclusion.task_id])),
    )
    return whole if shows_texts(benchmark.name) else without_texts(whole)


def _as_extracted(before: SampleResult, again: SampleResult) -> SampleResult:
    """Return a sample that was evaluated again, with how its program was extracted, or why it has none."""
    if before.code_sha256 is None:
        return before
    return again.model_copy(update={"sanitized": before.sanitized})
