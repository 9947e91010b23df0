"""The main job: samples in, a result out. `evaluate` names the steps of a run in order."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tallybench.benchmarks.measured import measured_in
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, opened
from tallybench.counting.vetting import leave_out, published_catalogue, vet_problems, vetting_folder, without_faults
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks, yardstick_store
from tallybench.evaluation.assemble import assemble_result
from tallybench.evaluation.memory import measure_memory
from tallybench.evaluation.options import Options
from tallybench.evaluation.outcomes import Outcomes
from tallybench.evaluation.preparation import known_counts, known_memory, prepare
from tallybench.evaluation.shards import Job, Shard
from tallybench.evaluation.steps import Run, check_attempts, count_attempts, problems_to_count
from tallybench.evaluation.wrong import count_wrong_attempts
from tallybench.journal import Journal
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import Source
from tallybench.model.result import Model, Result
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.samples.sanitizer import held_sanitizers
from tallybench.sandbox.messages import WorkerSetting


def evaluate(
    samples: Iterable[Sample],
    model: Model | str,
    options: Options | None = None,
    progress: Progress | None = None,
    journal: Journal | None = None,
    source: Source | None = None,
    session: Session | None = None,
    shard: Shard | None = None,
) -> Result:
    """Evaluate a model's samples.

    Args:
        samples: the samples, as `tallybench.samples.reading.read_samples` reads them.
        model: who wrote them, or just the model's name.
        options: how the run is done.
        progress: called as the run goes on.
        journal: keeps finished jobs, and returns those of an interrupted run; None keeps nothing.
        source: where the samples are published, if they are; the result then names it and holds none of their text.
        session: the session whose workers are used; None opens one for the call.
        shard: which part of the problems to evaluate; None is all of them. `tallybench.evaluation.merge` puts shards
            together.

    Returns:
        The result; the same for the same samples and options, however many workers there are.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    options = options or Options()
    with opened(session) as own:
        job, fingerprint, setting = read_job(samples, model, options, source, own)
        if shard is not None:
            job = job.shards(shard.count)[shard.number - 1]
        return run_job(job, fingerprint, setting, own, progress, journal)


def read_job(
    samples: Iterable[Sample], model: Model | str, options: Options, source: Source | None, session: Session
) -> tuple[Job, Fingerprint, WorkerSetting]:
    """Prepare an evaluation and read its samples.

    Returns:
        The job, this machine's environment, and the setting that its workers are started with.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    benchmark, fingerprint, setting = prepare(options)
    attempts = read_attempts(samples, benchmark, held_sanitizers(session))
    model = Model(name=model) if isinstance(model, str) else model
    return Job(model, options, benchmark, attempts, source), fingerprint, setting


def run_job(
    job: Job,
    fingerprint: Fingerprint,
    setting: WorkerSetting,
    session: Session,
    progress: Progress | None = None,
    journal: Journal | None = None,
) -> Result:
    """Run a whole evaluation or a shard.

    Args:
        job: what is evaluated.
        fingerprint: the fingerprint of this machine's environment.
        setting: what workers are started with.
        session: the session whose workers are used.
        progress, journal: as for `evaluate`.

    Raises:
        InputError: no problem of the benchmark can be used.
        MachineError: this machine lacks what the run needs.
    """
    progress = progress or (lambda *_: None)
    options = job.options
    try:
        if journal is not None:
            journal.open(job.identity(fingerprint))
        with session.workers(setting) as pool:
            folder = vetting_folder(fingerprint) if options.sandbox else None
            vetted = vet_problems(job.benchmark, pool, folder, progress, inputs=options.counted)
            # A shard may end up empty.
            usable = (without_faults if job.shard is None else leave_out)(job.benchmark, vetted)
            attempts = [attempt for attempt in job.attempts if attempt.task_id in usable.by_id]
            outcomes = _find_out(Run(usable, attempts, pool, journal, progress), options, fingerprint)
    finally:
        if journal is not None:
            journal.close()
    return assemble_result(job.model, options, usable, fingerprint, attempts, outcomes, job.source, job.shard)


def _find_out(run: Run, options: Options, fingerprint: Fingerprint) -> Outcomes:
    """Run all steps of a run."""
    outcomes = Outcomes(check_attempts(run))
    if not options.counted:
        return outcomes
    with opened_yardsticks(options, fingerprint) as store:
        outcomes.yardsticks, outcomes.faults = take_yardsticks(
            run.pool,
            problems_to_count(run, outcomes),
            store,
            run.progress,
            audited=run.benchmark.audited,
            published=None if options.fresh else measured_in(run.benchmark.name, fingerprint.hash),
            catalogue=published_catalogue(run.benchmark.name),
        )
        outcomes.stress = count_attempts(run, outcomes, store, known_counts(options, fingerprint))
        outcomes.wrong = count_wrong_attempts(run, outcomes, store)
        if options.memory:
            known = known_memory(options, fingerprint)
            outcomes.memory = measure_memory(run, outcomes, store, known, recount=options.recount)
    return outcomes


@contextmanager
def opened_yardsticks(options: Options, fingerprint: Fingerprint) -> Iterator[YardstickStore]:
    """Open the store of a run's yardsticks.

    It is in the cache if counts repeat exactly, otherwise in a folder that is removed after the run.
    """
    if options.repeatable:
        yield yardstick_store(fingerprint, options.fresh)
    else:
        with TemporaryDirectory(prefix="tallybench-") as folder:
            yield YardstickStore(Path(folder))
