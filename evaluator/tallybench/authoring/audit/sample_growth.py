"""How the cost of results' correct programs grows: each distinct one is measured once, whichever model wrote it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tallybench.authoring.audit.growth import Growth, measure_growth
from tallybench.benchmarks.measured import Measured
from tallybench.benchmarks.trees import program_tree
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import OutcomeStore, outcome_store
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.sandbox.messages import Lost, WorkerSetting
from tallybench.statistics.published.data_files import BenchmarkGrowth, Points, ProblemGrowth, group_programs

BATCH = 8  # programs per task: they share the inputs, and a killed run loses little
STEP = "growth"
ENOUGH_INSTRUCTIONS = 16_000_000  # less than in an audit: there are thousands of programs, and counts are exact


@dataclass(frozen=True)
class GrowthTask:
    """Measure programs of one problem on inputs of rising size.

    Attributes:
        problem: one with `growing`.
        programs: named by the SHA-256 of their texts.
    """

    problem: Problem
    programs: tuple[Solution, ...]

    def run(self, worker: Worker) -> dict[str, Growth]:
        return measure_growth(worker.meter, self.problem, self.programs, ENOUGH_INSTRUCTIONS)


def growth_key(code: str) -> str:
    """Return a key that programs share if they differ only in comments, names and layout: one of them is measured."""
    return program_tree(code) or code_hash(code)


def measure_samples(
    benchmark: Benchmark,
    measured: Measured,
    programs: Mapping[str, Mapping[str, str]],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    keep: Callable[[BenchmarkGrowth], object] = lambda _: None,
) -> BenchmarkGrowth:
    """Measure the growth of programs and of the best known solutions, except what earlier runs have measured.

    Args:
        benchmark: the problems.
        measured: its counts, which name the best known solutions.
        programs: by task id, the correct programs by the SHA-256 of their texts.
        python: the measuring interpreter; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.
        keep: called whenever a problem is finished, with all that are.

    Returns:
        All problems with `growing` that have programs, without the programs whose worker was lost: see `unmeasured`.

    Raises:
        MachineError: this machine lacks what it needs.
    """
    progress = progress or (lambda *_: None)
    python, fingerprint = ready_to_count(python)
    works = {
        problem.task_id: _Work(problem, best_known(problem, measured), programs[problem.task_id])
        for problem in benchmark
        if problem.growing is not None and programs.get(problem.task_id)
    }
    stores = {task_id: outcome_store(STEP, work.problem, fingerprint) for task_id, work in works.items()}
    tasks = [(task_id, task) for task_id, work in works.items() for task in work.tasks(stores[task_id])]
    total = sum(len(work.codes) for work in works.values())
    done = total - sum(len(task.programs) for _, task in tasks)
    progress(STEP, done, total)
    left = Counter(task_id for task_id, _ in tasks)
    finished = {task_id: work.found(stores[task_id]) for task_id, work in works.items() if task_id not in left}
    with lend_workers(session, WorkerSetting(python)) as pool:
        for task_id, outcome in pool.run(tasks):
            if not isinstance(outcome, Lost):  # lost ones are not kept: they may finish another time
                for digest, growth in outcome.items():
                    stores[task_id].note({"points": growth.points}, digest)
                done += len(outcome)
                progress(STEP, done, total)
            left[task_id] -= 1
            if not left[task_id]:
                finished[task_id] = works[task_id].found(stores[task_id])
                keep(BenchmarkGrowth(fingerprint=fingerprint.hash, problems=finished))
    return BenchmarkGrowth(fingerprint=fingerprint.hash, problems=finished)


def unmeasured(programs: Mapping[str, Mapping[str, str]], found: BenchmarkGrowth) -> dict[str, list[str]]:
    """Return, by task id, the SHA-256 of the programs whose worker was lost; another run measures them."""
    left = {
        task_id: sorted(set(programs[task_id]).difference(*(growth.programs for growth in problem.measured)))
        for task_id, problem in found.problems.items()
    }
    return {task_id: digests for task_id, digests in left.items() if digests}


def best_known(problem: Problem, measured: Measured) -> str:
    """Return the code of the solution that spends the least on the stressful inputs."""
    name = measured.problems[problem.task_id].best_known
    return next(solution.code for solution in (*problem.references, problem.ground_truth) if solution.name == name)


class _Work:
    """What has to be measured for one problem.

    Args:
        problem: the problem.
        best: the code of its best known solution.
        programs: its correct programs, by the SHA-256 of their texts.
    """

    def __init__(self, problem: Problem, best: str, programs: Mapping[str, str]) -> None:
        self.problem = problem
        self._best = growth_key(best)
        self._same = {digest: growth_key(code) for digest, code in sorted(programs.items())}
        self._shared = frozenset(self._same.values())
        self.codes = {self._best: best}
        for digest, key in self._same.items():
            self.codes.setdefault(key, programs[digest])

    def tasks(self, store: OutcomeStore) -> Iterator[GrowthTask]:
        """Yield tasks for the programs that the store does not have yet."""
        digests = {code_hash(code): code for code in self.codes.values()}
        missing = [Solution(digest, code) for digest, code in digests.items() if store.get(_points, digest) is None]
        for first in range(0, len(missing), BATCH):
            yield GrowthTask(self.problem, tuple(missing[first : first + BATCH]))

    def found(self, store: OutcomeStore) -> ProblemGrowth:
        measured = {key: store.get(_points, code_hash(code)) for key, code in self.codes.items()}
        known = {key: points for key, points in measured.items() if points is not None}
        return ProblemGrowth(
            content=self.problem.hash,
            best=known.get(self._best, ()),
            measured=tuple(group_programs({key: known[key] for key in known if key in self._shared}, self._same)),
        )


def _points(noted: Mapping[str, Sequence[Sequence[int]]]) -> Points:
    return tuple((int(size), int(count)) for size, count in noted["points"])
