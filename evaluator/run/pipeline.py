"""The main job: samples in, a result out. `evaluate` names the steps of a run in order."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from evaluator.benchmarks import open_benchmark, select
from evaluator.benchmarks.rules import OWN, under_rules
from evaluator.errors import InputError
from evaluator.execution.correctness import Checked, Tests
from evaluator.execution.counters.perf import check_hardware_counter
from evaluator.execution.counting import Stressed, Yardstick, over_budget
from evaluator.execution.pool import Lost, Pool
from evaluator.execution.sandbox.bubblewrap import check_platform, find_bubblewrap
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.execution.worker import CheckTask, CountTask, Task, WorkerSetting
from evaluator.files import cache_folder
from evaluator.measuring.fingerprint import take_fingerprint
from evaluator.measuring.store import YardstickStore
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.measuring.yardsticks import take_yardsticks
from evaluator.problems.benchmark import Benchmark
from evaluator.results.environment import COUNTERS, Fingerprint
from evaluator.results.result import Model, Result
from evaluator.results.verdicts import StressVerdict, Verdict
from evaluator.run.assemble import assemble_result
from evaluator.run.journal import Journal
from evaluator.samples.attempts import Attempt, Outcomes, read_attempts
from evaluator.samples.reading import Sample

Progress = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Options:
    """How a run is done.

    Attributes:
        benchmark: the benchmark's name; or where it was published: a folder, or ORG/NAME on the Hugging Face Hub.
        data: where the files of a benchmark are that does not come with TallyBench.
        rules: whose rules outputs are compared by: `own`, or `coffe`.
        ids: the problems to evaluate; None is all of them.
        counter: `valgrind`, `perf`, `cputime`, or `none` for correctness only.
        python: the measuring interpreter; None is the ranked one where it is present.
        workers: processes side by side; None is the number of processors.
        ks: the k of pass@k and efficient@k.
        hash_seed: PYTHONHASHSEED of solutions.
        withhold_code: leave the samples' code out of the result.
        sandbox: False runs solutions without bubblewrap, which the result records.
        journal: where finished jobs are noted; None notes nothing.
        resume: go on with the journal that is there.
        trust_tests: run a published benchmark's correctness tests, outside the sandbox, though they are not ours.
        rate: what the machine is taken to count a second, instead of calibrating it; it changes no result.
    """

    benchmark: str = "humaneval"
    data: Path | None = None
    rules: str = OWN
    ids: tuple[str, ...] | None = None
    counter: str = "valgrind"
    python: str | None = None
    workers: int | None = None
    ks: tuple[int, ...] = (1,)
    hash_seed: int = 0
    withhold_code: bool = False
    sandbox: bool = True
    journal: Path | None = None
    resume: bool = False
    trust_tests: bool = False
    rate: float | None = None


@dataclass
class Run:
    """What the steps of a run share."""

    options: Options
    benchmark: Benchmark
    fingerprint: Fingerprint
    pool: Pool
    journal: Journal | None
    progress: Progress
    outcomes: Outcomes = field(default_factory=Outcomes)


def evaluate(
    samples: Iterable[Sample],
    model: Model | str,
    options: Options | None = None,
    progress: Progress | None = None,
) -> Result:
    """Evaluates a model's samples.

    Args:
        samples: the samples, as `evaluator.samples.reading.read_samples` reads them.
        model: who wrote them, or just a name.
        options: how the run is done.
        progress: called as the run goes on.

    Returns:
        The result; the same for the same samples and options, however many workers there are.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    options = options or Options()
    model = Model(name=model) if isinstance(model, str) else model
    with ExitStack() as stack:
        benchmark, fingerprint, setting = prepare(options)
        attempts = read_attempts(samples, benchmark)
        journal = _open_journal(options, benchmark, fingerprint, attempts)
        if journal is not None:
            stack.callback(journal.close)
        pool = stack.enter_context(Pool(options.workers or os.cpu_count() or 1, setting))
        progress = progress or (lambda *_: None)
        findings = vetting_folder(fingerprint) if options.sandbox else None
        benchmark = vet_benchmark(benchmark, pool, findings, progress, inputs=options.counter != "none")
        attempts = [attempt for attempt in attempts if attempt.task_id in benchmark.by_id]
        run = Run(options, benchmark, fingerprint, pool, journal, progress)
        check_attempts(run, attempts)
        if options.counter != "none":
            store = stack.enter_context(_Store(options, fingerprint))
            passed = {attempt.task_id for attempt in attempts if run.outcomes.passed(attempt)}
            problems = [one for one in run.benchmark if one.task_id in passed and one.stressful]
            run.outcomes.yardsticks, faults = take_yardsticks(
                run.pool, problems, store.store, run.progress, audited=run.benchmark.audited
            )
            run.outcomes.faults = {one: f"its references cannot be counted: {why}" for one, why in faults.items()}
            count_attempts(run, attempts, store.store)
    return assemble_result(model, options, benchmark, fingerprint, attempts, run.outcomes)


def prepare(options: Options) -> tuple[Benchmark, Fingerprint, WorkerSetting]:
    """Loads what a run needs, and finds out early what this machine lacks.

    Raises:
        InputError: an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    if options.counter not in (*COUNTERS, "none"):
        raise InputError(f"--counter {options.counter}: there is {', '.join(COUNTERS)}")
    if not options.ks or min(options.ks) < 1:
        raise InputError(f"--k {','.join(map(str, options.ks))}: every k must be at least 1")
    check_platform()
    if options.sandbox:
        find_bubblewrap()
    if options.counter == "perf":
        check_hardware_counter()
    unchanged = () if options.trust_tests else None
    opened = open_benchmark(options.benchmark, unchanged, options.data)
    benchmark = under_rules(select(opened, options.ids), options.rules)
    python = options.python or default_interpreter()
    fingerprint = take_fingerprint(probe_interpreter(python), options.counter, options.hash_seed)
    counter = "valgrind" if options.counter == "none" else options.counter
    setting = WorkerSetting(python, counter, options.hash_seed, options.sandbox, options.rate)
    return benchmark, fingerprint, setting


def check_attempts(run: Run, attempts: Sequence[Attempt]) -> None:
    """Runs the correctness tests on every distinct solution."""
    wanted: dict[tuple[str, str], Attempt] = {}
    for attempt in attempts:
        if attempt.code_hash is not None:
            wanted.setdefault((attempt.task_id, attempt.code_hash), attempt)
    _restore(run, "check", lambda data: Checked(**data | {"verdict": Verdict(data["verdict"])}), run.outcomes.checked)
    todo = {key: attempt for key, attempt in wanted.items() if key not in run.outcomes.checked}
    done = len(wanted) - len(todo)
    run.progress("correctness tests", done, len(wanted))

    def tasks() -> Iterator[tuple[tuple[str, str], Task]]:
        for key, attempt in todo.items():
            problem = run.benchmark.by_id[attempt.task_id]
            tests = Tests.of(problem)
            yield key, CheckTask(tests, attempt.code or "")

    for key, outcome in run.pool.run(tasks()):
        checked = Checked(Verdict.TAMPERING, outcome.reason) if isinstance(outcome, Lost) else outcome
        run.outcomes.checked[key] = checked
        _note(run, ("check", *key), vars(checked))
        done += 1
        run.progress("correctness tests", done, len(wanted))


def count_attempts(run: Run, attempts: Sequence[Attempt], store: YardstickStore) -> None:
    """Counts every distinct solution that passed on every stressful input of its problem."""
    counted, yardsticks = run.outcomes.stressed, run.outcomes.yardsticks
    _restore(run, "count", lambda data: Stressed(**data | {"verdict": StressVerdict(data["verdict"])}), counted)
    wanted: dict[tuple[str, str, str], Attempt] = {}
    for attempt in attempts:
        yardstick = yardsticks.get(attempt.task_id)
        if yardstick is not None and attempt.code_hash is not None and run.outcomes.passed(attempt):
            for name in yardstick.inputs:
                wanted.setdefault((attempt.task_id, attempt.code_hash, name), attempt)
    for key in wanted.keys() - counted.keys():
        if (known := _known_count(yardsticks[key[0]], key[1], key[2])) is not None:
            counted[key] = known
    todo = {key: attempt for key, attempt in wanted.items() if key not in counted}
    done = len(wanted) - len(todo)
    run.progress("counting", done, len(wanted))

    def tasks() -> Iterator[tuple[tuple[str, str, str], Task]]:
        for key, attempt in todo.items():
            problem = run.benchmark.by_id[attempt.task_id]
            folder = store.folder(problem)
            yield key, CountTask(problem, attempt.code or "", key[2], yardsticks[attempt.task_id], folder)

    for key, outcome in run.pool.run(tasks()):
        stressed = Stressed(StressVerdict.TAMPERING, None, outcome.reason) if isinstance(outcome, Lost) else outcome
        counted[key] = stressed
        _note(run, ("count", *key), vars(stressed))
        done += 1
        run.progress("counting", done, len(wanted))


def _known_count(yardstick: Yardstick, code: str, name: str) -> Stressed | None:
    """The count of a sample that is, to the letter, one of the references or the ground truth."""
    for solution, known in yardstick.codes.items():
        if known == code:
            count = yardstick.counts[solution][name]
            # References are counted without a budget; one may be slow where another is best.
            within = count is not None and count <= yardstick.budget(name)
            return Stressed(StressVerdict.COUNTED, count) if within else over_budget()
    return None


class _Store(ExitStack):
    """The yardsticks of a run: in the cache where counts repeat exactly, else in a folder that ends with the run."""

    def __init__(self, options: Options, fingerprint: Fingerprint) -> None:
        super().__init__()
        if options.counter == "valgrind" and options.sandbox:
            self.store = YardstickStore(cache_folder() / "yardsticks" / fingerprint.hash[:16])
        else:
            folder = self.enter_context(tempfile.TemporaryDirectory(prefix="tallybench-"))
            self.store = YardstickStore(Path(folder))


def _open_journal(
    options: Options, benchmark: Benchmark, fingerprint: Fingerprint, attempts: Sequence[Attempt]
) -> Journal | None:
    if options.journal is None:
        return None
    identity = sha256()
    for part in (benchmark.hash, fingerprint.hash, options.counter, str(options.sandbox)):
        identity.update(part.encode() + b"\n")
    for attempt in attempts:
        identity.update(orjson.dumps([attempt.task_id, attempt.index, attempt.code_hash]))
    return Journal(options.journal, identity.hexdigest(), resume=options.resume)


def _restore(run: Run, kind: str, revive: Callable[[dict[str, Any]], Any], into: dict[Any, Any]) -> None:
    if run.journal is not None:
        for key, outcome in run.journal.outcomes.items():
            if key[0] == kind:
                into[key[1:]] = revive(outcome)


def _note(run: Run, key: tuple[str, ...], outcome: dict[str, object]) -> None:
    if run.journal is not None:
        run.journal.record(key, outcome)
