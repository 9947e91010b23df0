"""The main job: samples in, a result out. `evaluate` names the steps of a run in order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from evaluator import version
from evaluator.errors import InputError
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Progress, Workers
from evaluator.execution.session import Session, opened
from evaluator.journal import Journal
from evaluator.measuring.vetting import leave_out, vet_problems, vetting_folder, without_faults
from evaluator.measuring.weak_machine import published_catalogue
from evaluator.measuring.yardstick_store import YardstickStore, yardstick_store
from evaluator.measuring.yardsticks import published_measurements, take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.results.environment import Fingerprint
from evaluator.results.result import Model, Result
from evaluator.results.source import Source
from evaluator.run.assemble import assemble_result
from evaluator.run.memory import measure_memory
from evaluator.run.options import Options
from evaluator.run.outcomes import Outcomes
from evaluator.run.preparation import known_counts, known_memory, needed, prepare
from evaluator.run.sharding.header import Header
from evaluator.run.sharding.shard_file import ShardContent
from evaluator.run.sharding.share import Shard, tasks_of
from evaluator.run.steps import Run, check_attempts, count_attempts, problems_to_count
from evaluator.run.wrong import count_wrong_attempts
from evaluator.samples.attempts import Attempt, read_attempts
from evaluator.samples.reading import Sample
from evaluator.samples.sanitizer import held_sanitizers


def evaluate(
    samples: Iterable[Sample],
    model: Model | str,
    options: Options | None = None,
    progress: Progress | None = None,
    journal: Journal | None = None,
    source: Source | None = None,
    session: Session | None = None,
) -> Result:
    """Evaluates a model's samples.

    Args:
        samples: the samples, as `evaluator.samples.reading.read_samples` reads them.
        model: who wrote them, or just a name.
        options: how the run is done.
        progress: called as the run goes on.
        journal: notes finished jobs, and gives those of a run that did not end; None notes nothing.
        source: where the samples are public; the result then names it, and holds no text of theirs.
        session: whose workers do it; None opens one for the call.

    Returns:
        The result; the same for the same samples and options, however many workers there are.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    options = options or Options()
    model = Model(name=model) if isinstance(model, str) else model
    progress = progress or (lambda *_: None)
    benchmark, fingerprint, setting = prepare(options)
    with opened(session) as own:
        attempts = read_attempts(samples, benchmark, held_sanitizers(own))
        with _started(own, options, benchmark, fingerprint, setting, attempts, journal) as pool:
            folder = vetting_folder(fingerprint) if options.sandbox else None
            vetted = vet_problems(benchmark, pool, folder, progress, inputs=options.counted)
            run = _run(without_faults(benchmark, vetted), attempts, pool, journal, progress)
            outcomes = _find_out(run, options, fingerprint)
    return assemble_result(model, options, run.benchmark, fingerprint, run.attempts, outcomes, source)


def evaluate_shard(
    shard: Shard,
    samples: Iterable[Sample],
    model: Model,
    options: Options,
    progress: Progress,
    journal: Journal | None = None,
    source: Source | None = None,
    session: Session | None = None,
) -> ShardContent:
    """Evaluates the samples of a share of the problems.

    Args:
        shard: which share.
        samples: those of the whole run.
        model, options, progress, journal, source, session: as for `evaluate`.

    Returns:
        What `evaluator.run.sharding.merge` makes the result of, with the other shards: the same as `evaluate` makes.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    if options.counted and not options.repeatable:
        raise InputError("--shard: counts are put together that repeat exactly, which valgrind's in the sandbox do")
    benchmark, fingerprint, setting = prepare(options)
    with opened(session) as own:
        attempts = read_attempts(samples, benchmark, held_sanitizers(own))
        tasks = tasks_of(shard, benchmark, attempts)
        header = Header.of(shard, tasks, model, options, benchmark, fingerprint, attempts, source)
        part = replace(benchmark, problems=tuple(benchmark.by_id[task_id] for task_id in tasks))
        with _started(own, options, benchmark, fingerprint, setting, attempts, journal) as pool:
            folder = vetting_folder(fingerprint) if options.sandbox else None
            vetted = vet_problems(part, pool, folder, progress, inputs=options.counted)
            outcomes = _find_out(_run(leave_out(part, vetted), attempts, pool, journal, progress), options, fingerprint)
    return ShardContent(header, [attempt for attempt in attempts if attempt.task_id in part.by_id], vetted, outcomes)


@contextmanager
def _started(
    session: Session,
    options: Options,
    benchmark: Benchmark,
    fingerprint: Fingerprint,
    setting: WorkerSetting,
    attempts: Sequence[Attempt],
    journal: Journal | None,
) -> Iterator[Workers]:
    """The workers of a run, while its journal is open."""
    if session.machines is not None and options.counted and not options.repeatable:
        raise InputError("--ray: counts of several nodes go together where they repeat exactly, as valgrind's do")
    try:
        if journal is not None:
            journal.open(_identity(options, benchmark, fingerprint, attempts))
        with session.workers(setting, fingerprint, packages=needed(benchmark)) as workers:
            yield workers
    finally:
        if journal is not None:
            journal.close()


def _run(
    benchmark: Benchmark, attempts: Sequence[Attempt], pool: Workers, journal: Journal | None, progress: Progress
) -> Run:
    """A run of the attempts at those problems that can be used."""
    usable = [attempt for attempt in attempts if attempt.task_id in benchmark.by_id]
    return Run(benchmark, usable, pool, journal, progress)


def _find_out(run: Run, options: Options, fingerprint: Fingerprint) -> Outcomes:
    """Does all jobs of a run."""
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
            published=None if options.fresh else published_measurements(run.benchmark.name, fingerprint),
            catalogue=published_catalogue(run.benchmark.name),
        )
        outcomes.stress = count_attempts(run, outcomes, store, known_counts(options, fingerprint))
        outcomes.wrong = count_wrong_attempts(run, outcomes, store)
        if options.memory:
            known = known_memory(options, fingerprint)
            outcomes.memory = measure_memory(run, outcomes, store, known, anew=options.anew)
    return outcomes


@contextmanager
def opened_yardsticks(options: Options, fingerprint: Fingerprint) -> Iterator[YardstickStore]:
    """The yardsticks of a run: in the cache where counts repeat exactly, else in a folder that ends with the run."""
    if options.repeatable:
        yield yardstick_store(fingerprint, options.fresh)
    else:
        with TemporaryDirectory(prefix="tallybench-") as folder:
            yield YardstickStore(Path(folder))


def _identity(options: Options, benchmark: Benchmark, fingerprint: Fingerprint, attempts: Sequence[Attempt]) -> str:
    """A hash of all that the outcomes of a run's jobs depend on: what is evaluated, on what, where, and how."""
    identity = sha256()
    for fact in (version(), benchmark.hash, fingerprint.hash, repr(_deciding(options))):
        identity.update(fact.encode() + b"\n")
    for attempt in attempts:
        identity.update(orjson.dumps([attempt.task_id, attempt.index, attempt.code_hash, attempt.rules]) + b"\n")
    return identity.hexdigest()


def _deciding(options: Options) -> Options:
    """The options without those that decide on how long a run takes, and on which figures are made of its outcomes."""
    # Benchmark, data and interpreter are told by their hashes.
    return replace(
        options,
        data=None,
        python=None,
        rate=None,
        anew=False,
        price=None,
        ks=(1,),
        withhold_code=False,
        trust_tests=False,
    )
