"""The main job: samples in, a result out. `evaluate` names the steps of a run in order."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from evaluator import version
from evaluator.execution.pool import Pool, Progress
from evaluator.journal import Journal
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.measuring.yardstick_store import YardstickStore, yardstick_store
from evaluator.measuring.yardsticks import published_measurements, take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.results.environment import Fingerprint
from evaluator.results.redaction import without_answers
from evaluator.results.result import Model, Result
from evaluator.results.source import Source
from evaluator.run.assemble import assemble_result
from evaluator.run.memory import measure_memory
from evaluator.run.options import Options
from evaluator.run.outcomes import Outcomes
from evaluator.run.preparation import known_counts, known_memory, prepare
from evaluator.run.steps import Run, check_attempts, count_attempts
from evaluator.run.wrong import count_wrong_attempts
from evaluator.samples.attempts import Attempt, read_attempts
from evaluator.samples.reading import Sample


def evaluate(
    samples: Iterable[Sample],
    model: Model | str,
    options: Options | None = None,
    progress: Progress | None = None,
    journal: Journal | None = None,
    source: Source | None = None,
) -> Result:
    """Evaluates a model's samples.

    Args:
        samples: the samples, as `evaluator.samples.reading.read_samples` reads them.
        model: who wrote them, or just a name.
        options: how the run is done.
        progress: called as the run goes on.
        journal: notes finished jobs, and gives those of a run that did not end; None notes nothing.
        source: where the samples are public; the result then names it, and holds no text of theirs.

    Returns:
        The result; the same for the same samples and options, however many workers there are.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    options = options or Options()
    model = Model(name=model) if isinstance(model, str) else model
    progress = progress or (lambda *_: None)
    with ExitStack() as stack:
        opened, fingerprint, setting = prepare(options)
        attempts = read_attempts(samples, opened)
        if journal is not None:
            stack.callback(journal.close)
            journal.open(_identity(options, opened, fingerprint, attempts))
        pool = stack.enter_context(Pool(options.processes, setting))
        findings = vetting_folder(fingerprint) if options.sandbox else None
        benchmark = vet_benchmark(opened, pool, findings, progress, inputs=options.counted)
        attempts = [attempt for attempt in attempts if attempt.task_id in benchmark.by_id]
        run = Run(benchmark, attempts, pool, journal, progress)
        outcomes = Outcomes(check_attempts(run))
        if options.counted:
            store = stack.enter_context(opened_yardsticks(options, fingerprint))
            tasks = {problem.task_id: problem.task for problem in benchmark if problem.stressful}
            counted = {
                attempt.task_id
                for attempt in attempts
                if attempt.task_id in tasks and outcomes.verdict(attempt).is_counted(tasks[attempt.task_id])
            }
            problems = [problem for problem in benchmark if problem.task_id in counted]
            outcomes.yardsticks, outcomes.faults = take_yardsticks(
                pool,
                problems,
                store,
                progress,
                audited=benchmark.audited,
                published=None if options.fresh else published_measurements(benchmark.name, fingerprint),
            )
            outcomes.stress = count_attempts(run, outcomes, store, known_counts(options, fingerprint))
            outcomes.wrong = count_wrong_attempts(run, outcomes, store)
            if options.memory:
                known = known_memory(options, fingerprint)
                outcomes.memory = measure_memory(run, outcomes, store, known, anew=options.anew)
    result = assemble_result(model, options, benchmark, fingerprint, attempts, outcomes)
    return result if source is None else without_answers(result.model_copy(update={"source": source}))


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
        workers=None,
        rate=None,
        anew=False,
        price=None,
        ks=(1,),
        withhold_code=False,
        trust_tests=False,
    )
