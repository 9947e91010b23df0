"""Measure a published result again from its code, and compare; then on fresh inputs."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from tallybench import version
from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, opened
from tallybench.counting.yardsticks import forget_fresh
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.metrics import ks_of
from tallybench.model.problem import Problem
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.public import read_public
from tallybench.samples.reading import Sample
from tallybench.statistics.published.record import SCHEMA_VERSION, FreshMeasurements, Measurements, Record
from tallybench.statistics.reading import parse_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.unusual_code import Program, count_unusual


def published_samples(
    result: Result, tasks: set[str] | None = None, folder: Path | None = None, data: Path | None = None
) -> list[Sample]:
    """Return the samples of a result, to be evaluated again; the program taken from an answer is run as it is.

    Args:
        result: its code must be in it, or public elsewhere.
        tasks: return only samples of these; None: all.
        folder: the folder of fetched samples, if its code is public elsewhere.
        data: the files of its benchmark, if it does not come with TallyBench.

    Raises:
        InputError: the code is withheld; or public samples are missing, or are not those that the result was made from.
    """
    if not result.has_public_code:
        raise InputError("its code is withheld; only who has the samples can evaluate them again")
    programs = _public_programs(result, folder, data) if result.source is not None else {}
    samples = []
    for sample in sorted(result.samples, key=lambda sample: (sample.task_id, sample.index)):
        if tasks is None or sample.task_id in tasks:
            code = programs.get((sample.task_id, sample.index), sample.code)
            field = ("raw", "") if code is None else ("solution", code)
            samples.append(Sample(sample.task_id, sample.index, *field))  # type: ignore[arg-type]
    return samples


def _public_programs(result: Result, folder: Path | None, data: Path | None) -> dict[tuple[str, int], str | None]:
    """Return the programs of samples that are public elsewhere; each must have the hash that the result has."""
    assert result.source is not None
    if folder is None:
        raise InputError(
            f"its samples are public at {result.source.repository}: tallybench dev samples fetch DIR gets them, then "
            "give --samples DIR"
        )
    benchmark = load_benchmark(result.benchmark.name, data)
    attempts = read_attempts(read_public(result.source, folder, benchmark), benchmark)
    programs = {(attempt.task_id, attempt.index): attempt for attempt in attempts}
    for sample in result.samples:
        attempt = programs.get((sample.task_id, sample.index))
        if attempt is None or attempt.code_hash != sample.code_sha256:
            what = "is not there" if attempt is None else "gives another program than the result was made of"
            raise InputError(f"{result.source.repository}: sample {sample.index} of {sample.task_id} {what}")
    return {key: attempt.code for key, attempt in programs.items()}


def verify_result(
    path: Path,
    part: int | None = None,
    seed: int = 0,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    recount: bool = False,
    folder: Path | None = None,
    data: Path | None = None,
    memory: bool = False,
) -> Record:
    """Run everything of a result again: correctness tests, references, counts.

    Args:
        path: the result's file.
        part: how many samples, drawn at random; None: all of them. A part verifies nothing.
        seed: the seed of the draw.
        python: the measuring interpreter; None: that of the measuring environment.
        session: the session whose workers do it; None: one that is opened for the call.
        progress: called as the run goes on.
        recount: count again also what earlier runs have counted here.
        folder: the folder of fetched samples, if its code is public elsewhere.
        data: the files of its benchmark, if it does not come with TallyBench.
        memory: measure peak memory on the public inputs, even if the result has none.

    Raises:
        InputError: the file is not a result or contradicts itself, its code is withheld, its benchmark is not the one
            that is here, or a sample passes the tests once and then fails them.
        MachineError: this machine lacks what the run needs.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    result = parse_result(content, path)
    if faults := result_faults(result):
        raise InputError(f"{path}: {faults[0]}; tallybench dev validate lists all that has to be mended first")
    try:
        samples = published_samples(result, folder=folder, data=data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    whole = part is None or part >= len(samples)
    if part is not None and not whole:
        samples = random.Random(seed).sample(samples, part)
    tasks = None if whole and not result.benchmark.partial else tuple(sorted({sample.task_id for sample in samples}))
    digest = sha256(content).hexdigest()
    journal = Journal(f"verify {digest}", resume=True)
    options = Options(
        benchmark=result.benchmark.name,
        data=data,
        ids=tasks,
        # Readings of a hardware counter or a clock cannot be reproduced; counts of emulation can.
        counter="none" if result.environment.counter == "none" else "valgrind",
        python=python,
        ks=ks_of(result.metrics),
        memory=result.has_memory or (memory and result.environment.counter != "none"),
        recount=recount,
    )
    with opened(session) as own:
        again = evaluate(samples, result.model, options, progress, journal, result.source, own)
        fresh = _on_fresh_inputs(samples, again, options, digest, progress, own)
    journal.remove()
    unusual = count_unusual(again, programs_of(samples), load_benchmark(result.benchmark.name, data).by_id)
    return compare(result, again, digest, fresh, None if whole else seed, unusual)


def programs_of(samples: Iterable[Sample]) -> list[Program]:
    """Return the programs among the samples of a result."""
    return [(sample.task_id, sample.index, sample.text) for sample in samples if sample.field == "solution"]


def is_embedded(result: Result) -> bool:
    """Return whether the problems of a result's benchmark come with TallyBench."""
    row = BENCHMARKS.get(result.benchmark.name)
    return row is not None and row.embedded


def problems_with_families(benchmark: str) -> dict[str, Problem]:
    """Return the problems of a benchmark for which fresh inputs can be built, by task id."""
    if benchmark not in BENCHMARKS or not BENCHMARKS[benchmark].embedded:
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
    options = replace(options, ids=tasks, fresh=seed, memory=False)
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
    """Return the record of what was measured again.

    Args:
        submitted: the result.
        again: what was measured, for all samples or a part.
        digest: SHA-256 of the submitted result's file.
        fresh: what was measured on fresh inputs; None if there are none.
        seed: the seed of the draw; None if everything was measured.
        unusual: what is unusual in the code; None: it is found in the code in the submitted file.
    """
    if unusual is None:
        unusual = unusual_in_file(submitted)
    theirs = {(sample.task_id, sample.index): sample for sample in submitted.samples}
    # An answer without code cannot be run; why it has none is known from the sample alone.
    samples = (
        theirs[sample.task_id, sample.index] if sample.code_sha256 is None else sample for sample in again.samples
    )
    return Record(
        submitted,
        Measurements(
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
        ),
    )


def unusual_in_file(result: Result) -> dict[str, int] | None:
    """Return what is unusual in the code that a file holds; None if it has none, or the problems are elsewhere."""
    if result.code_withheld or not is_embedded(result):
        return None
    return count_unusual(result, programs_of(published_samples(result)), load_benchmark(result.benchmark.name).by_id)


def _without_code(sample: SampleResult) -> SampleResult:
    return sample.model_copy(update={"code": None, "sanitized": ()})
