"""Run samples that pass the source's tests on generated tests, too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tallybench.authoring.test_generation.calls import call_all
from tallybench.authoring.test_generation.generate import GeneratedInputs
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Case, Problem
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.messages import WorkerSetting
from tallybench.values.wire import decode

Key = tuple[str, str]


@dataclass(frozen=True)
class CasesTask:
    """Find the expected outputs of generated inputs: the ground truth's."""

    problem: Problem
    inputs: tuple[tuple[Any, ...], ...]

    def run(self, worker: Worker) -> tuple[Case, ...]:
        truth = self.problem.ground_truth.code
        outputs = call_all(worker.native, truth, self.problem.entry_point, self.inputs)
        return tuple(
            Case(arguments, decode(output))
            for arguments, output in zip(self.inputs, outputs, strict=True)
            if isinstance(output, bytes)
        )


@dataclass(frozen=True)
class Checked:
    """What became of a sample.

    Attributes:
        task_id: the problem.
        index: its number among the samples of the problem.
        base: the outcome of the source's tests; NO_CODE if the answer has no code.
        extra: that of the generated tests; None if the base tests failed, or the problem has no generated ones.
    """

    task_id: str
    index: int
    base: CheckOutcome
    extra: CheckOutcome | None

    @property
    def passes_both(self) -> bool:
        """Whether it passes all tests of its problem."""
        passed = self.base.verdict is Verdict.PASSED
        return passed and (self.extra is None or self.extra.verdict is Verdict.PASSED)


def check_samples(
    benchmark: Benchmark,
    made: Mapping[str, GeneratedInputs],
    attempts: Sequence[Attempt],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> list[Checked]:
    """Run samples on the source's tests, and those that pass on the generated tests, too.

    Args:
        benchmark: the problems.
        made: generated inputs, by task id.
        attempts: the samples' programs.
        python: the interpreter that runs them; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        What became of each sample, in the order of the attempts.

    Raises:
        InputError: the ground truth has no output for a generated input.
        MachineError: this machine lacks what it needs.
    """
    python, _ = ready_to_count(python)
    progress = progress or (lambda *_: None)
    programs: dict[Key, str] = {
        (attempt.task_id, attempt.code_hash): attempt.code
        for attempt in attempts
        if attempt.code_hash is not None and attempt.code is not None
    }
    with lend_workers(session, WorkerSetting(python)) as pool:

        def check(step: str, tests: Mapping[str, Tests], chosen: Mapping[Key, str]) -> dict[Key, CheckOutcome]:
            return finish_tasks(
                pool,
                {key: CheckTask(tests[key[0]], code) for key, code in chosen.items()},
                recall=lambda _: None,
                note=lambda *_: None,
                lost=lambda lost: CheckOutcome.failed(lost.verdict, lost.reason),
                step=step,
                progress=progress,
            )

        base = check("correctness tests", {problem.task_id: Tests.of(problem) for problem in benchmark}, programs)
        passed = {
            key: programs[key]
            for key, outcome in base.items()
            if outcome.verdict is Verdict.PASSED and key[0] in made and made[key[0]].inputs
        }
        wanted = sorted({task_id for task_id, _ in passed})
        cases = finish_tasks(
            pool,
            {task_id: CasesTask(benchmark.by_id[task_id], tuple(made[task_id].arguments())) for task_id in wanted},
            recall=lambda _: None,
            note=lambda *_: None,
            lost=lambda _: (),
            step="expected outputs",
            progress=progress,
        )
        for task_id in wanted:
            if len(cases[task_id]) != len(made[task_id].inputs):
                raise InputError(
                    f"{task_id}: the ground truth has no output for one of the generated inputs; generate them again"
                )
        further = {
            task_id: Tests.of(replace(benchmark.by_id[task_id], tests="", cases=cases[task_id], test_seconds=None))
            for task_id in wanted
        }
        extra = check("generated tests", further, passed)
    nothing = CheckOutcome.failed(Verdict.NO_CODE, "no code was found in the answer")
    checked = []
    for attempt in attempts:
        key = (attempt.task_id, attempt.code_hash or "")
        checked.append(Checked(attempt.task_id, attempt.index, base.get(key, nothing), extra.get(key)))
    return checked


def pass_at_1(benchmark: Benchmark, checked: Iterable[Checked]) -> tuple[float, float]:
    """Return pass@1 with the base tests, and with the generated ones, too; a problem without samples is failed."""
    outcomes: dict[str, list[tuple[bool, bool]]] = {problem.task_id: [] for problem in benchmark}
    for found in checked:
        outcomes[found.task_id].append((found.base.verdict is Verdict.PASSED, found.passes_both))
    base, extra = (
        sum(sum(sample[kind] for sample in samples) / len(samples) for samples in outcomes.values() if samples)
        for kind in range(2)
    )
    return base / len(outcomes), extra / len(outcomes)
