"""Score single answers: for training, and for harnesses that score one sample at a time."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Lock
from typing import Self

from tallybench.counting.session import Session
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.counting.yardstick import Yardstick
from tallybench.errors import InputError
from tallybench.evaluation.assemble import problem_result, sample_result
from tallybench.evaluation.options import Options
from tallybench.evaluation.preparation import opened_yardsticks, prepare
from tallybench.evaluation.steps import Run, check_attempts, count_attempts, problems_to_count
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, TIE
from tallybench.model.counts import is_efficient, problem_counts, sample_score
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt, attempt_of, held_sanitizers
from tallybench.samples.reading import Sample


@dataclass(frozen=True)
class Score:
    """What a single answer is worth."""

    verdict: Verdict  # the verdict of the correctness tests
    # how close its counts come to the best known ones, from 0 to 100; None if the problem counts only for pass@k
    score: float | None
    efficient: bool | None  # whether it spends no more than the ground truth; None likewise
    code: str | None  # the program that was taken from the answer; None if it has none
    reason: str | None  # why it is not correct; None if it is

    @property
    def passed(self) -> bool:
        """Whether it passed the correctness tests."""
        return self.verdict is Verdict.PASSED

    @property
    def reward(self) -> float:
        """The score on a scale of 0 to 1; without a score, 1 if it passed and 0 if not."""
        return float(self.passed) if self.score is None else self.score / 100


class Scorer:
    """Scores answers to a benchmark's problems. Several threads may use it; waiting answers are scored together.

    Raises:
        InputError: an option cannot be used.
        MachineError: this machine lacks what scoring needs.
    """

    def __init__(self, options: Options, session: Session) -> None:
        self._options, self._session = options, session
        benchmark, self._fingerprint, self._setting = prepare(options)
        with ExitStack() as stack:
            self._store = stack.enter_context(opened_yardsticks(options, self._fingerprint))
            with session.workers(self._setting) as pool:
                findings = vetting_folder(self._fingerprint) if options.sandbox else None
                usable = vet_benchmark(benchmark, pool, findings, _silent, inputs=options.counted)
            self.benchmark: Benchmark = usable
            self._open = stack.pop_all()
        self._yardsticks: dict[str, Yardstick] = {}
        self._faults: dict[str, str] = {}
        self._waiting: list[_Waiting] = []
        self._adding, self._scoring = Lock(), Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def score(self, samples: Iterable[Sample]) -> list[Score]:
        """Score answers, together with those that other threads are waiting for.

        An answer to a problem that the benchmark does not have raises InputError.
        """
        own = [_Waiting(sample) for sample in samples]
        for entry in own:
            if entry.sample.task_id not in self.benchmark.by_id:
                raise InputError(f"{self.benchmark.name}: there is no task {entry.sample.task_id!r} to score")
        with self._adding:
            self._waiting += own
        with self._scoring:
            if any(entry.score is None for entry in own):
                with self._adding:
                    together, self._waiting = self._waiting, []
                try:
                    scores = self._score([entry.sample for entry in together])
                except BaseException:
                    # The samples of other threads have no score either; those threads try again themselves.
                    with self._adding:
                        self._waiting += [entry for entry in together if all(entry is not mine for mine in own)]
                    raise
                for entry, score in zip(together, scores, strict=True):
                    entry.score = score
        return [entry.score for entry in own if entry.score is not None]

    def _score(self, samples: Sequence[Sample]) -> list[Score]:
        sanitizer = held_sanitizers(self._session)[0]
        attempts = [attempt_of(sample, self.benchmark.by_id[sample.task_id], sanitizer) for sample in samples]
        options = self._options
        with self._session.workers(self._setting) as pool:
            # Outcomes are keyed by program, so two answers with the same number do not collide.
            run = Run(self.benchmark, attempts, pool, None, _silent, yardsticks=self._yardsticks, faults=self._faults)
            check_attempts(run)
            if options.counted:
                passed = {attempt.task_id for attempt in attempts if run.verdict(attempt) is Verdict.PASSED}
                new = passed - self._yardsticks.keys() - self._faults.keys()
                missing = [problem for problem in problems_to_count(run) if problem.task_id in new]
                count_attempts(run, missing, self._store, options, self._fingerprint)
        return [self._scored(attempt, run) for attempt in attempts]

    def _scored(self, attempt: Attempt, run: Run) -> Score:
        problem = self.benchmark.by_id[attempt.task_id]
        result = sample_result(attempt, run, withhold_code=False)
        (counts,) = problem_counts({problem.task_id: problem_result(problem, run)}, [result], BUDGET)
        (sample,) = counts.samples
        counted = counts.efficiency and self._options.counted
        return Score(
            verdict=result.verdict,
            score=sample_score(counts, sample) if counted else None,
            efficient=is_efficient(counts, sample, TIE) if counted else None,
            code=attempt.code,
            reason=None if result.failure is None else result.failure.reason,
        )


def scorer_of(options: Options, session: Session) -> Scorer:
    """Return the scorer for these options: one in a session, which ends with it."""
    return session.hold(options, lambda: Scorer(options, session))


@dataclass
class _Waiting:
    sample: Sample
    score: Score | None = None


def _silent(_step: str, _done: int, _total: int) -> None:
    pass
