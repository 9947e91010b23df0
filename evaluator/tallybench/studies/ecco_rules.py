"""ECCO's own rules (`edit_eval.py` and `generate_eval.py` in its public code), over our verdicts, counts and peaks.

Editing: the best of the n samples for a slow program is the one that passes the most tests; in a tie, the one that
takes the least time over the tests on which it ends. It is credited with the slow program's time over its own, both
summed over the tests that it passed; one passed test is enough, it need not be correct. The same goes for memory.

Generation: the best sample, if it passes all tests, is credited with its place among users' programs, sorted from the
slowest: the number of programs before the first faster one, as a share. If no program is faster, and also if all are,
the script gives 1.

How credits are averaged is not public; here it is the mean over programs. Instructions are used for time, the budget
for a count over the budget, and peak memory has the same floor as in our figures.
"""

import statistics
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.instructions import PreparedInput
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.tasks import measure_peak
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import MEMORY_FLOOR
from tallybench.model.parts import StressResult
from tallybench.model.problem import Case, Problem
from tallybench.model.result import ProblemResult, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.messages import WorkerSetting
from tallybench.sandbox.programs import as_bytes
from tallybench.studies.humans import MeasuredHumans, total_memory
from tallybench.studies.study import check_programs
from tallybench.values.wire import encode

PassedTests = Mapping[tuple[str, str], Mapping[str, int | None]]
"""By task and SHA-256 of the code, the inputs that a wrong sample passes, each with its peak memory if known."""


@dataclass(frozen=True)
class Credit:
    """The credit for one slow program."""

    task_id: str  # the slow program
    index: int  # the number of the best sample
    passed: int  # how many tests it passes
    tests: int  # how many tests there are
    speedup: float | None  # over the tests that it passes; None if it passes none
    memory: float | None = None  # the memory reduction, likewise; None if memory was not measured
    under_floor: bool = False  # whether both programs stay under the floor, so that the reduction is 1 by construction


def ecco_credits(result: Result, passed: PassedTests) -> list[Credit]:
    """Return the credit of each slow program that was counted, in a result of `ecco-edit`.

    In that benchmark each test is also a stressful input; `passed` names the inputs that wrong samples pass.
    """
    by_task: dict[str, list[SampleResult]] = defaultdict(list)
    for sample in result.samples:
        by_task[sample.task_id].append(sample)
    return [
        _credit(task_id, result.problems[task_id], samples, passed, result.budget)
        for task_id, samples in by_task.items()
        if result.problems[task_id].inputs
    ]


def _credit(
    task_id: str, problem: ProblemResult, samples: Sequence[SampleResult], passed: PassedTests, budget: int
) -> Credit:
    budgets = {name: budget * found.best_known for name, found in problem.inputs.items()}

    def tests_of(sample: SampleResult) -> dict[str, int | None]:
        if sample.verdict is Verdict.PASSED:
            return {name: stress.memory if (stress := sample.stress.get(name)) else None for name in budgets}
        found = passed.get((task_id, sample.code_sha256 or ""), {})
        return {name: peak for name, peak in found.items() if name in budgets}

    def spent(sample: SampleResult, name: str) -> int:
        found = sample.stress.get(name)
        count = sample.spent.get(name) if found is None else found.count
        return budgets[name] if count is None else count

    def time_of(sample: SampleResult) -> int:
        return sum(spent(sample, name) for name in tests_of(sample).keys() | sample.spent.keys())

    best = min(samples, key=lambda sample: (-len(tests_of(sample)), time_of(sample)))
    peaks = tests_of(best)
    if not peaks:
        return Credit(task_id, best.index, 0, len(budgets), None)
    given = sum(problem.inputs[name].ground_truth or budgets[name] for name in peaks)
    speedup = given / sum(spent(best, name) for name in peaks)
    pairs = [
        (memory.ground_truth, peak)
        for name, peak in peaks.items()
        if (memory := problem.inputs[name].memory) and memory.ground_truth is not None and peak is not None
    ]
    if not pairs:
        return Credit(task_id, best.index, len(peaks), len(budgets), speedup)
    before, after = (sum(max(pair[at], MEMORY_FLOOR) for pair in pairs) for at in (0, 1))
    under = all(max(pair) <= MEMORY_FLOOR for pair in pairs)
    return Credit(task_id, best.index, len(peaks), len(budgets), speedup, before / after, under)


def passed_tests(
    result: Result, benchmark: Benchmark, session: Session | None = None, progress: Progress = lambda *_: None
) -> PassedTests:
    """Run each test on its own, because a run ends at the first failure; return those that each wrong sample passes.

    Raises:
        InputError: the result holds no programs.
        MachineError: this machine lacks what it needs.
    """
    programs: dict[tuple[str, str, str], tuple[Problem, str]] = {}
    for sample in result.samples:
        if sample.verdict is Verdict.PASSED or sample.code_sha256 is None:
            continue
        if sample.code is None:
            raise InputError("--rules ecco: the result has no programs, but wrong ones have to be run again")
        problem = benchmark.by_id[sample.task_id]
        for case, given in zip(problem.cases, problem.stressful, strict=True):
            key = sample.task_id, sample.code_sha256, given.name
            programs[key] = replace(problem, cases=(case,)), sample.code
    if not programs:
        return {}
    setting = WorkerSetting(ready_to_count(None)[0])
    outcomes = check_programs(programs, setting, session, progress, "tests of wrong samples")
    right = [key for key, outcome in outcomes.items() if outcome.verdict is Verdict.PASSED]
    peaks: dict[tuple[str, str, str], StressResult] = {}
    if result.has_memory and right:
        tasks = {key: _PeakTask(*programs[key]) for key in right}
        with lend_workers(session, setting) as pool:
            peaks = finish_tasks(
                pool,
                tasks,
                lost=lambda lost: StressResult.failed(lost.verdict, lost.reason),
                step="memory of wrong samples",
                progress=progress,
            )
    found: dict[tuple[str, str], dict[str, int | None]] = defaultdict(dict)
    for key in right:
        found[key[:2]][key[2]] = peaks[key].count if key in peaks else None
    return found


@dataclass(frozen=True)
class _PeakTask:
    problem: Problem
    source: str

    def run(self, worker: Worker) -> StressResult:
        case: Case = self.problem.cases[0]
        return measure_peak(
            worker, self.problem, self.source, PreparedInput(encode(case.arguments), as_bytes(case.expected), 0)
        )


def credit_lines(credits: Sequence[Credit]) -> list[str]:
    """Describe the credits."""
    speedups = [credit.speedup for credit in credits if credit.speedup is not None]
    if not speedups:
        return ["by ECCO's rule: no sample passes a test"]
    wrong = sum(credit.speedup is not None and credit.passed < credit.tests for credit in credits)
    faster = sum(speedup > 1 for speedup in speedups)
    lines = [
        f"by ECCO's rule: speedup {statistics.fmean(speedups):.2f} on average "
        f"({statistics.geometric_mean(speedups):.2f} as a geometric mean) over {len(speedups)} of {len(credits)} "
        f"programs; {wrong} of them credited to an incorrect sample; {faster} faster than the given program"
    ]
    if known := [credit for credit in credits if credit.memory is not None]:
        under, floor = sum(credit.under_floor for credit in known), f"{MEMORY_FLOOR >> 10} KiB"
        figure = mean_memory(credits)
        shown = "memory reduction: none to show" if figure is None else f"memory reduction {figure:.2f}"
        lines.append(f"by ECCO's rule: {shown}; {under} of {len(known)} programs stay under {floor}, as their edits do")
    return lines


def mean_memory(credits: Sequence[Credit]) -> float | None:
    """Return the mean memory reduction; None if it is unknown, or 1 by construction for all programs."""
    known = [credit for credit in credits if credit.memory is not None]
    if all(credit.under_floor for credit in known):
        return None
    return statistics.fmean(credit.memory for credit in known if credit.memory is not None)


@dataclass(frozen=True)
class Place:
    """The place of one problem's best sample among users' programs, as shares."""

    task_id: str
    runtime: float  # the place by time
    memory: float | None  # the place by memory; None if it was not measured, or all stay under the floor
    last: bool = False  # whether all users' programs are faster


def place_by_rule(cost: float, users: Collection[float]) -> float:
    """Return the share of users' programs that cost at least as much; 1 if none does, as in ECCO's script."""
    ordered = sorted(users, reverse=True)
    place = next((number for number, user in enumerate(ordered) if user < cost), 0)
    return place / len(ordered) or 1.0


def ecco_places(result: Result, humans: MeasuredHumans) -> list[Place]:
    """Return the place of each solved problem's fastest sample among the counted human solutions."""
    found = []
    for task_id, problem in zip(sorted(result.problems), result.counts(), strict=True):
        people = humans.by_id.get(task_id)
        timed = [sample for sample in problem.samples if sample.correct and sample.total is not None]
        if people is None or not people.totals or not timed:
            continue
        best = min(timed, key=lambda sample: sample.total or 0)
        total, memory, place = best.total or 0, total_memory(best), None
        needed = people.memory.values()
        if memory is not None and needed and max(memory, *needed) > MEMORY_FLOOR * len(best.peaks):
            place = place_by_rule(memory, needed)
        runtime = place_by_rule(total, people.totals.values())
        found.append(Place(task_id, runtime, place, total > max(people.totals.values())))
    return found


def mean_places(places: Sequence[Place]) -> tuple[float | None, float | None]:
    """Return runtime % and memory %: means over problems; None if unknown for all."""
    memory = [place.memory for place in places if place.memory is not None]
    runtime = 100 * statistics.fmean(place.runtime for place in places) if places else None
    return runtime, 100 * statistics.fmean(memory) if memory else None


def place_lines(places: Sequence[Place], problems: int, among: str) -> list[str]:
    """Describe the places among the programs that `among` names."""
    runtime, memory = mean_places(places)
    if runtime is None:
        return [f"by ECCO's rule: no problem has a correct sample with a place among {among}"]
    last = sum(place.last for place in places)
    line = f"by ECCO's rule: runtime % {runtime:.2f} among {among}, over {len(places)} of {problems} problems"
    lines = [f"{line}; {last} of them slower than all, which the rule counts as 100 %" if last else line]
    if memory is not None:
        count = sum(place.memory is not None for place in places)
        lines.append(f"by ECCO's rule: memory % {memory:.2f} over {count} problems where some need over the floor")
    return lines
