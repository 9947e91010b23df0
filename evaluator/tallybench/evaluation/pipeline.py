"""The main job: samples in, a result out. `evaluate` names the steps of a run in order."""

from collections.abc import Iterable

from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, opened
from tallybench.counting.vetting import vet_problems, vetting_folder, without_faults
from tallybench.evaluation.assemble import assemble_result
from tallybench.evaluation.options import Options
from tallybench.evaluation.preparation import opened_yardsticks, prepare
from tallybench.evaluation.shards import Job, Shard
from tallybench.evaluation.steps import (
    Run,
    check_attempts,
    count_attempts,
    count_wrong_attempts,
    measure_memory,
    problems_to_count,
)
from tallybench.journal import Journal
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import Source
from tallybench.model.result import Model, Result
from tallybench.samples.attempts import held_sanitizers, read_attempts
from tallybench.samples.reading import Sample
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
        shard: which part of the problems to evaluate; `evaluation/merge.py` merges shards.

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
    """Read the samples, and return the job, this machine's environment, and what its workers are started with.

    It raises what `evaluate` raises.
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
    """Run a whole evaluation or a shard, in an environment as `read_job` returns it.

    It raises InputError if no problem of the benchmark can be used, and MachineError like `evaluate`.
    """
    progress = progress or (lambda *_: None)
    options = job.options
    try:
        if journal is not None:
            journal.open(job.identity(fingerprint))
        with session.workers(setting) as pool:
            folder = vetting_folder(fingerprint) if options.sandbox else None
            vetted = vet_problems(job.benchmark, pool, folder, progress, inputs=options.counted)
            usable = without_faults(job.benchmark, vetted, may_be_empty=job.shard is not None)
            attempts = [attempt for attempt in job.attempts if attempt.task_id in usable.by_id]
            run = Run(usable, attempts, pool, journal, progress)
            _find_out(run, options, fingerprint)
    finally:
        if journal is not None:
            journal.close()
    return assemble_result(job, run, fingerprint)


def _find_out(run: Run, options: Options, fingerprint: Fingerprint) -> None:
    check_attempts(run)
    if not options.counted:
        return
    with opened_yardsticks(options, fingerprint) as store:
        count_attempts(run, problems_to_count(run), store, options, fingerprint)
        count_wrong_attempts(run, store)
        if options.memory:
            measure_memory(run, store, options, fingerprint)
