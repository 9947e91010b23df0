"""The steps of an evaluation run: tests, counts on the stressful inputs, counts of wrong programs, and peak memory."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tallybench.benchmarks.measured import measured_in
from tallybench.counting.instructions import over_budget
from tallybench.counting.pool import Pool, Progress, finish_tasks
from tallybench.counting.store import CountStore
from tallybench.counting.tasks import CheckTask, CountTask, CountWrongTask, MemoryTask
from tallybench.counting.vetting import published_catalogue
from tallybench.counting.worker import Task
from tallybench.counting.yardstick import Yardstick
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks
from tallybench.evaluation.options import Options
from tallybench.evaluation.preparation import known_counts, known_memory
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import PASSED, CheckOutcome, StressResult
from tallybench.model.problem import Problem, code_hash
from tallybench.model.problem import Task as Asked
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.attempts import Attempt
from tallybench.sandbox.correctness import Tests

CheckKey = tuple[str, str]
"""A task's id and the SHA-256 of a program."""
StressKey = tuple[str, str, str]
"""A task's id, the SHA-256 of a program and the name of a stressful input."""
T = TypeVar("T")
Key = TypeVar("Key", CheckKey, StressKey)
Found = TypeVar("Found", CheckOutcome, StressResult)


@dataclass
class Run:
    """An evaluation run, and what it has found so far. Equal programs for the same problem share one outcome.

    Attributes:
        benchmark: its usable problems.
        attempts: the attempts at its problems.
        pool: the workers.
        journal: where finished tasks are recorded; None records nothing.
        progress: called with a step's name, how much is done, and how much there is.
        checks: the outcomes of the correctness tests.
        yardsticks: the yardsticks, by task id.
        faults: why a problem has no yardstick although its data seemed usable, by task id.
        stress: the results on the stressful inputs, for programs that passed.
        memory: peak memory as a count of bytes, of what was counted and of the problems' own solutions, if asked for.
        wrong: the counts of wrong programs at editing tasks.
    """

    benchmark: Benchmark
    attempts: Sequence[Attempt]
    pool: Pool
    journal: Journal | None
    progress: Progress
    checks: dict[CheckKey, CheckOutcome] = field(default_factory=dict)
    yardsticks: dict[str, Yardstick] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    stress: dict[StressKey, StressResult] = field(default_factory=dict)
    memory: dict[StressKey, StressResult] = field(default_factory=dict)
    wrong: dict[StressKey, StressResult] = field(default_factory=dict)

    def verdict(self, attempt: Attempt) -> Verdict:
        """Return the verdict of the tests on an attempt."""
        if attempt.code_hash is None:
            return Verdict.NO_CODE
        return self.checks[attempt.task_id, attempt.code_hash].verdict

    def recall(self, outcome_of: Callable[[dict[str, Any]], T], *key: str) -> T | None:
        """Return the outcome of a task from an earlier run; None if it recorded no outcome.

        Raises:
            InputError: the journal is damaged.
        """
        if self.journal is None or (record := self.journal.get(key)) is None:
            return None
        try:
            return outcome_of(record)
        except (TypeError, ValueError, KeyError):
            raise self.journal.damaged() from None

    def finish(
        self,
        step: str,
        kind: str,
        outcome: type[Found],
        tasks: Mapping[Key, Task[Found]],
        recall: Callable[[Key], Found | None] = lambda _: None,
        note: Callable[[Key, Found], None] = lambda *_: None,
    ) -> dict[Key, Found]:
        """Run the tasks whose outcomes are not known yet, and return the outcome of each task.

        Args:
            step: what the progress calls these tasks.
            kind: what the journal calls them.
            outcome: the type of their outcomes.
            tasks: all of them.
            recall: returns an outcome that is known from elsewhere than the journal.
            note: called with each new outcome.

        Raises:
            InputError: the journal is damaged.
        """

        def known(key: Key) -> Found | None:
            noted = self.recall(outcome.model_validate, kind, *key)
            return recall(key) if noted is None else noted

        def keep(key: Key, found: Found) -> None:
            if self.journal is not None:
                self.journal.record((kind, *key), found.model_dump(mode="json"))
            note(key, found)

        return finish_tasks(
            self.pool,
            tasks,
            recall=known,
            note=keep,
            lost=lambda lost: outcome.failed(lost.verdict, lost.reason),
            step=step,
            progress=self.progress,
        )

    def stress_tasks(
        self,
        kind: Callable[..., Task[StressResult]],
        store: YardstickStore,
        is_chosen: Callable[[Attempt, StressKey], bool],
    ) -> dict[StressKey, Task[StressResult]]:
        """Return a task for each distinct program and stressful input that are chosen."""
        tasks = {}
        for attempt in self.attempts:
            yardstick = self.yardsticks.get(attempt.task_id)
            if yardstick is None or attempt.code_hash is None:
                continue
            problem = self.benchmark.by_id[attempt.task_id]
            folder = store.folder(problem)
            for name in yardstick.inputs:
                key = attempt.task_id, attempt.code_hash, name
                if is_chosen(attempt, key):
                    tasks[key] = kind(problem, attempt.code or "", name, yardstick, folder)
        return tasks


def check_attempts(run: Run) -> None:
    """Run the correctness tests on every distinct program."""
    tests = {problem.task_id: Tests.of(problem) for problem in run.benchmark}
    # Start with those that may take longest, so that no worker is left waiting at the end.
    attempts = sorted(run.attempts, key=lambda attempt: -tests[attempt.task_id].seconds)
    tasks = {
        (attempt.task_id, attempt.code_hash): CheckTask(tests[attempt.task_id], attempt.code or "")
        for attempt in attempts
        if attempt.code_hash is not None
    }
    # A benchmark that is not audited has just been tried out: its ground truths are known to pass.
    tried = () if run.benchmark.audited else (problem for problem in run.benchmark if problem.suites is None)
    known = {(problem.task_id, code_hash(problem.ground_truth.code)): PASSED for problem in tried}
    run.checks = run.finish("correctness tests", "check", CheckOutcome, tasks, known.get)


def problems_to_count(run: Run) -> list[Problem]:
    """Return the problems that have an attempt to run on their stressful inputs."""
    problems = {problem.task_id: problem for problem in run.benchmark if problem.stressful}
    counted = {
        attempt.task_id
        for attempt in run.attempts
        if attempt.task_id in problems and run.verdict(attempt).is_counted(problems[attempt.task_id].task)
    }
    return [problem for task_id, problem in problems.items() if task_id in counted]


def count_attempts(
    run: Run, problems: Sequence[Problem], store: YardstickStore, options: Options, fingerprint: Fingerprint
) -> None:
    """Count every distinct program that passed on every stressful input.

    The yardsticks of `problems`, which the run does not have yet, are taken first.
    """
    found, faults = take_yardsticks(
        run.pool,
        problems,
        store,
        run.progress,
        audited=run.benchmark.audited,
        published=None if options.fresh else measured_in(run.benchmark.name, fingerprint.hash),
        catalogue=published_catalogue(run.benchmark.name),
    )
    run.yardsticks |= found
    run.faults |= faults
    known = known_counts(options, fingerprint)

    def recall(key: StressKey) -> StressResult | None:
        task_id, digest, name = key
        own = _count_of_own(run.yardsticks[task_id], digest, name)
        return _known(run, known, key) if own is None else own

    tasks = run.stress_tasks(CountTask, store, lambda attempt, _: run.verdict(attempt) is Verdict.PASSED)
    run.stress = run.finish("counting", "count", StressResult, tasks, recall, _noting(run, known))


def _count_of_own(yardstick: Yardstick, digest: str, name: str) -> StressResult | None:
    """Return the count of a program that is identical to a reference or the ground truth; None for any other."""
    for solution, own_digest in yardstick.code_hashes.items():
        if own_digest == digest:
            count = yardstick.counts[solution][name]
            # References are counted without a budget; one may be slow where another is best.
            if count is None or count > yardstick.budget(name):
                return over_budget()
            return StressResult.counted(count)
    return None


def _known(run: Run, known: CountStore | None, key: StressKey) -> StressResult | None:
    task_id, digest, name = key
    return None if known is None else known.get(run.benchmark.by_id[task_id], digest, name)


def _noting(run: Run, known: CountStore | None) -> Callable[[StressKey, StressResult], None]:
    def note(key: StressKey, result: StressResult) -> None:
        task_id, digest, name = key
        if known is not None:
            known.note(run.benchmark.by_id[task_id], digest, name, result)

    return note


def count_wrong_attempts(run: Run, store: YardstickStore) -> None:
    """Count every distinct program at an editing task that ran and is wrong, by the tests or under stress.

    Being wrong may make it faster.
    """

    def is_wrong(attempt: Attempt, key: StressKey) -> bool:
        if run.benchmark.by_id[attempt.task_id].task is not Asked.EDIT:
            return False
        verdict = run.verdict(attempt)
        if verdict is Verdict.PASSED:
            return run.stress[key].verdict is StressVerdict.WRONG_OUTPUT
        return verdict.ran_wrong

    if tasks := run.stress_tasks(CountWrongTask, store, is_wrong):
        run.wrong = run.finish("wrong solutions", "wrong", StressResult, tasks)


def measure_memory(run: Run, store: YardstickStore, options: Options, fingerprint: Fingerprint) -> None:
    """Measure the peak memory of every distinct program on the stressful inputs that it was counted on.

    So is that of the problems' own solutions, on the inputs that they finish within the budget. As with counts,
    `recount` applies only to the samples.
    """
    own: dict[StressKey, Task[StressResult]] = {}
    for task_id, yardstick in run.yardsticks.items():
        problem = run.benchmark.by_id[task_id]
        for solution in (*problem.references, problem.ground_truth):
            for name, count in yardstick.counts[solution.name].items():
                if count is not None and count <= yardstick.budget(name):
                    key = task_id, code_hash(solution.code), name
                    own[key] = MemoryTask(problem, solution.code, name, yardstick, store.folder(problem))

    def is_counted(attempt: Attempt, key: StressKey) -> bool:
        return key in run.stress and run.stress[key].verdict is StressVerdict.COUNTED

    known = known_memory(options, fingerprint)
    tasks = own | run.stress_tasks(MemoryTask, store, is_counted)

    def recall(key: StressKey) -> StressResult | None:
        return None if options.recount and key not in own else _known(run, known, key)

    run.memory = run.finish("memory", "memory", StressResult, tasks, recall, _noting(run, known))
