"""Adds peak memory to a record: of what it has counted, on the public inputs. Nothing is counted again for it."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome
from evaluator.execution.counting import StressOutcome
from evaluator.execution.pool import Progress
from evaluator.execution.session import Session, lend_workers
from evaluator.measuring.yardstick_store import yardstick_store
from evaluator.measuring.yardsticks import published_measurements, take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.results.published.entries import Entry
from evaluator.results.published.record import Record
from evaluator.results.redaction import bare_sample
from evaluator.results.result import SampleResult
from evaluator.results.verdicts import Verdict
from evaluator.run.assemble import with_memory
from evaluator.run.memory import measure_memory
from evaluator.run.options import Options
from evaluator.run.outcomes import Outcomes, StressKey
from evaluator.run.preparation import known_memory, prepare
from evaluator.run.steps import Run
from evaluator.samples.attempts import read_attempts
from evaluator.submissions.verify import published_samples


def lacks_memory(entry: Entry) -> bool:
    """Whether a result is re-measured, and its memory is not known."""
    return entry.record is not None and entry.is_remeasured and not entry.record.remeasured.has_memory


def with_measured_memory(
    record: Record, options: Options, progress: Progress, folder: Path | None = None, session: Session | None = None
) -> Record:
    """A record with the peak memory of all that it has a count of.

    Args:
        record: of a result of a benchmark that comes with TallyBench.
        options: how programs are run; the benchmark is the record's.
        progress: called as it goes on.
        folder: of fetched samples, where the result's are public elsewhere.
        session: whose workers do it; None opens one for the call.

    Raises:
        InputError: the samples are not there, or the benchmark has changed since.
        MachineError: this machine lacks what measuring needs.
    """
    measured = record.measured
    options = replace(options, benchmark=measured.benchmark.name, memory=True)
    benchmark, fingerprint, setting = prepare(options)
    if measured.benchmark.hash != benchmark.hash or fingerprint.hash != measured.environment.fingerprint:
        raise InputError("its record is of another version of the benchmark, or of another environment")
    attempts = read_attempts(published_samples(record.submitted, folder=folder), benchmark)
    with lend_workers(session, setting) as pool:
        store = yardstick_store(fingerprint)
        counted = [problem for problem in benchmark if measured.problems[problem.task_id].inputs]
        published = published_measurements(benchmark.name, fingerprint)
        yardsticks, _ = take_yardsticks(pool, counted, store, progress, audited=True, published=published)
        outcomes = Outcomes(yardsticks=yardsticks)
        for sample in measured.samples:
            if sample.code_sha256 is not None:
                outcomes.checks[sample.task_id, sample.code_sha256] = CheckOutcome(sample.verdict)
            outcomes.stress |= _stress(sample)
        run = Run(benchmark, attempts, pool, None, progress)
        memory = measure_memory(run, outcomes, store, known_memory(options, fingerprint), anew=options.anew)
    return _filled(record, benchmark, memory)


def _stress(sample: SampleResult) -> dict[StressKey, StressOutcome]:
    if sample.code_sha256 is None or sample.verdict is not Verdict.PASSED:
        return {}
    return {
        (sample.task_id, sample.code_sha256, name): StressOutcome(told.verdict, told.count)
        for name, told in sample.stress.items()
    }


def _filled(record: Record, benchmark: Benchmark, memory: Mapping[StressKey, StressOutcome]) -> Record:
    problems = {
        task_id: with_memory(problem, benchmark.by_id[task_id], memory) if problem.inputs else problem
        for task_id, problem in record.measured.problems.items()
    }
    samples = tuple(_with_peaks(sample, memory) for sample in record.measured.samples)
    if record.submitted.source is not None:  # what their code says is not ours to publish
        samples = tuple(map(bare_sample, samples))
    return Record(record.submitted, record.measured.model_copy(update={"problems": problems, "samples": samples}))


def _with_peaks(sample: SampleResult, memory: Mapping[StressKey, StressOutcome]) -> SampleResult:
    stress = dict(sample.stress)
    for name, told in sample.stress.items():
        found = memory.get((sample.task_id, sample.code_sha256 or "", name))
        if found is not None:
            stress[name] = told.model_copy(update={"memory": found.count, "memory_reason": found.reason})
    return sample.model_copy(update={"stress": stress})
