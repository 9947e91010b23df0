"""ECCO's own rule for speedup, as its public code computes it (`edit_eval.py`), over our verdicts and counts.

Of the n samples at a slow program the best one is that which passes most tests, and of those the one that takes least
time over the tests on which it ends. It is credited with the slow program's time over its own, both summed over the
tests that it passed, from one passed test on: it need not be correct. How these are averaged is not public; the mean
over programs is taken here. Instructions stand for time. One over the budget enters with the budget.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Progress, finish_tasks
from evaluator.execution.session import Session, lend_workers
from evaluator.execution.worker import CheckTask
from evaluator.measuring.fingerprint import ready_to_count
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import ProblemResult, Result, SampleResult
from evaluator.results.verdicts import Verdict

PassedTests = Mapping[tuple[str, str], frozenset[str]]  # by task and SHA-256 of the code


@dataclass(frozen=True)
class Credit:
    """What the rule gives for one slow program.

    Attributes:
        task_id: the program.
        index: of the best sample.
        passed: tests that it passes.
        tests: how many there are.
        speedup: over the tests that it passes; None where it passes none.
    """

    task_id: str
    index: int
    passed: int
    tests: int
    speedup: float | None

    @property
    def correct(self) -> bool:
        return self.passed == self.tests


def ecco_credits(result: Result, passed: PassedTests) -> list[Credit]:
    """The credit of each slow program that was counted.

    Args:
        result: of `ecco-edit`, where each test is a stressful input of the same place.
        passed: the tests that each wrong sample passes, by their inputs' names.
    """
    by_task: dict[str, list[SampleResult]] = {}
    for sample in result.samples:
        by_task.setdefault(sample.task_id, []).append(sample)
    found = []
    for task_id, samples in by_task.items():
        if problem := result.problems[task_id].inputs and result.problems[task_id]:
            found.append(_credit(task_id, problem, samples, passed, result.budget))
    return found


def _credit(
    task_id: str, problem: ProblemResult, samples: Sequence[SampleResult], passed: PassedTests, budget: int
) -> Credit:
    budgets = {name: budget * found.best_known for name, found in problem.inputs.items()}

    def tests_of(sample: SampleResult) -> frozenset[str]:
        if sample.verdict is Verdict.PASSED:
            return frozenset(budgets)
        return passed.get((task_id, sample.code_sha256 or ""), frozenset()) & budgets.keys()

    def spent(sample: SampleResult, name: str) -> int:
        found = sample.stress.get(name)
        count = sample.spent.get(name) if found is None else found.count
        return budgets[name] if count is None else count

    def ended(sample: SampleResult) -> frozenset[str]:
        return tests_of(sample) | sample.spent.keys()

    best = min(samples, key=lambda sample: (-len(tests_of(sample)), sum(spent(sample, name) for name in ended(sample))))
    names = tests_of(best)
    given = sum(problem.inputs[name].ground_truth or budgets[name] for name in names)
    speedup = given / sum(spent(best, name) for name in names) if names else None
    return Credit(task_id, best.index, len(names), len(budgets), speedup)


def passed_tests(
    result: Result, benchmark: Benchmark, session: Session | None = None, progress: Progress | None = None
) -> PassedTests:
    """The tests that each sample passes which is not correct: each test alone, where a run ends at the first it fails.

    Args:
        result: of the benchmark, with the programs.
        benchmark: `ecco-edit`.
        session: whose workers do it; None opens one for the call.
        progress: called with the step's name, how much is done, and how much there is.

    Raises:
        InputError: the result holds no programs.
        MachineError: this machine lacks what it needs.
    """
    tasks = {}
    for sample in result.samples:
        if sample.verdict is Verdict.PASSED or sample.code_sha256 is None:
            continue
        if sample.code is None:
            raise InputError("--rules ecco: the result holds no programs, and those that are wrong are run once more")
        problem = benchmark.by_id[sample.task_id]
        for case, given in zip(problem.cases, problem.stressful, strict=True):
            tests = Tests.of(replace(problem, cases=(case,)))
            tasks[sample.task_id, sample.code_sha256, given.name] = CheckTask(tests, sample.code)
    if not tasks:
        return {}
    python, _ = ready_to_count(None)
    with lend_workers(session, WorkerSetting(python)) as pool:
        outcomes = finish_tasks(
            pool,
            tasks,
            recall=lambda _: None,
            note=lambda *_: None,
            lost=CheckOutcome.lost,
            step="tests of wrong samples",
            progress=progress or (lambda *_: None),
        )
    found: dict[tuple[str, str], set[str]] = {}
    for (task_id, digest, name), outcome in outcomes.items():
        if outcome.verdict is Verdict.PASSED:
            found.setdefault((task_id, digest), set()).add(name)
    return {key: frozenset(names) for key, names in found.items()}


def told_credits(credits: Sequence[Credit]) -> list[str]:
    """What the rule gives, in lines."""
    speedups = [credit.speedup for credit in credits if credit.speedup is not None]
    if not speedups:
        return ["by ECCO's rule: no sample passes a test"]
    wrong = sum(credit.speedup is not None and not credit.correct for credit in credits)
    faster = sum(speedup > 1 for speedup in speedups)
    return [
        f"by ECCO's rule: speedup {statistics.fmean(speedups):.2f} in the mean "
        f"({statistics.geometric_mean(speedups):.2f} in the geometric one) over {len(speedups)} of {len(credits)} "
        f"programs; {wrong} of them credited to a sample that is not correct; {faster} faster than what was given"
    ]
