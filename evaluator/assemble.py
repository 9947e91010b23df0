"""From what was found out to the result: nothing is run here."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evaluator import version
from evaluator.attempts import Attempt, Outcomes
from evaluator.execution.correctness import Checked
from evaluator.execution.counting import BUDGET, Stressed
from evaluator.fingerprint import Fingerprint
from evaluator.metrics import REPLICATES, SEED, ProblemCounts, SampleCounts, Tie, compute_metrics
from evaluator.problems import Benchmark, Problem
from evaluator.result import (
    BenchmarkFacts,
    Bootstrap,
    Environment,
    Exclusion,
    FailureResult,
    InputResult,
    Model,
    ProblemResult,
    Result,
    SampleResult,
    StressResult,
    TieTolerance,
)
from evaluator.verdicts import StressVerdict, Verdict, clean_text

if TYPE_CHECKING:
    from evaluator.pipeline import Options

# Another hash seed moves the count of a solution that looks up strings by up to 2.7 %, and that of one that spends
# next to nothing by some thousand instructions (`tallybench stability`). No ranking should turn on that.
TIE = Tie(relative=0.03, absolute=10_000)


def assemble_result(
    model: Model,
    options: "Options",
    benchmark: Benchmark,
    fingerprint: Fingerprint,
    attempts: Sequence[Attempt],
    outcomes: Outcomes,
) -> Result:
    """Puts a run's result together."""
    counted = options.counter != "none"
    samples = tuple(_sample(attempt, outcomes, options.withhold_code) for attempt in attempts)
    problems = {problem.task_id: _problem(problem, outcomes) for problem in benchmark}
    figures = compute_metrics(problem_counts(problems, samples, BUDGET), options.ks, TIE, counted=counted)
    return Result(
        model=model,
        evaluator_version=version(),
        benchmark=BenchmarkFacts(
            name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=not benchmark.whole
        ),
        environment=Environment(
            counter=options.counter,  # checked against the list of counters
            self_measured=options.counter in ("perf", "cputime"),
            sandbox="bubblewrap" if options.sandbox else "none",
            fingerprint=fingerprint.hash,
            ranked=fingerprint.ranked and options.sandbox,
            facts=fingerprint.facts,
        ),
        budget=BUDGET,
        tie_tolerance=TieTolerance(relative=TIE.relative, absolute=TIE.absolute),
        code_withheld=options.withhold_code,
        problems=problems,
        samples=samples,
        exclusions=(*_unusable(benchmark), *(find_exclusions(problems, samples) if counted else ())),
        metrics=figures,
        bootstrap=Bootstrap(replicates=REPLICATES, seed=SEED),
    )


def problem_counts(
    problems: dict[str, ProblemResult], samples: Sequence[SampleResult], budget: int
) -> list[ProblemCounts]:
    """What the metrics need, from the parts of a result alone: whoever has the file can compute its figures anew."""
    by_task = defaultdict(list)
    for sample in samples:
        by_task[sample.task_id].append(sample)
    counts = []
    for task_id, problem in sorted(problems.items()):  # as in the file: the bootstrap draws by position
        budgets = {name: budget * one.best_known for name, one in problem.inputs.items()}
        truths = {name: one.ground_truth for name, one in problem.inputs.items()}
        counts.append(
            ProblemCounts(
                efficiency=problem.without_efficiency is None,
                samples=[_counts(sample, budgets) for sample in by_task[task_id]],
                ground_truth=sum(truths[name] or budgets[name] for name in budgets) or None,
                best_known=sum(one.best_known for one in problem.inputs.values()) or None,
                truth_censored=None in truths.values(),
            )
        )
    return counts


def _counts(sample: SampleResult, budgets: dict[str, int]) -> SampleCounts:
    correct = sample.verdict is Verdict.PASSED
    stress = tuple(sample.stress[name].verdict for name in budgets if name in sample.stress)
    total: int | None = None
    if stress and set(stress) <= {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}:
        total = sum(sample.stress[name].count or budgets[name] for name in budgets)
    return SampleCounts(correct, stress, total)


def _problem(problem: Problem, outcomes: Outcomes) -> ProblemResult:
    facts: dict[str, Any] = {
        "hash": problem.hash,
        "entry_point": problem.entry_point,
        "without_efficiency": problem.without_efficiency or outcomes.faults.get(problem.task_id),
    }
    yardstick = outcomes.yardsticks.get(problem.task_id)
    if yardstick is None:
        return ProblemResult(**facts)
    best, truth = yardstick.counts[yardstick.best], yardstick.counts[problem.ground_truth.name]
    inputs = {
        name: InputResult(sha256=built.sha256, size=built.size, best_known=best[name] or 0, ground_truth=truth[name])
        for name, built in yardstick.inputs.items()
    }
    return ProblemResult(**facts, best_known=yardstick.best, ground_truth=problem.ground_truth.name, inputs=inputs)


def _sample(attempt: Attempt, outcomes: Outcomes, withhold_code: bool) -> SampleResult:
    verdict = outcomes.verdict(attempt)
    stress = {}
    failure: FailureResult | None = FailureResult(reason="the answer has no code that defines the entry point")
    if attempt.code_hash is not None:
        failure = _failure(outcomes.checked[attempt.task_id, attempt.code_hash])
        yardstick = outcomes.yardsticks.get(attempt.task_id)
        if verdict is Verdict.PASSED and yardstick is not None:
            for name in yardstick.inputs:
                stress[name] = _stress(outcomes.stressed[attempt.task_id, attempt.code_hash, name])
    return SampleResult(
        task_id=attempt.task_id,
        index=attempt.index,
        code_sha256=attempt.code_hash,
        code=None if withhold_code else attempt.code,
        sanitized=attempt.rules,
        verdict=verdict,
        failure=failure,
        stress=stress,
    )


def _failure(checked: Checked) -> FailureResult | None:
    if checked.verdict is Verdict.PASSED:
        return None
    return FailureResult(
        reason=checked.reason or str(checked.verdict), call=checked.call, expected=checked.expected, got=checked.got
    )


def _stress(stressed: Stressed) -> StressResult:
    return StressResult(verdict=stressed.verdict, count=stressed.count, reason=stressed.reason)


def _unusable(benchmark: Benchmark) -> list[Exclusion]:
    """What of a foreign benchmark's data cannot be used, and why."""
    found = [
        Exclusion(task_id=task_id, excluded_from="benchmark", reason=clean_text(reason))
        for task_id, reason in benchmark.exclusions
    ]
    for problem in benchmark:
        for one, reason in problem.left_out:
            told = clean_text(f"{one.name}: {reason}")
            found.append(Exclusion(task_id=problem.task_id, excluded_from="inputs", reason=told))
    return found


def find_exclusions(problems: dict[str, ProblemResult], samples: Sequence[SampleResult]) -> list[Exclusion]:
    """Every problem that some figure leaves out, and why."""
    found = []
    timed = set()
    correct = set()
    for sample in samples:
        if sample.verdict is Verdict.PASSED:
            correct.add(sample.task_id)
            verdicts = {one.verdict for one in sample.stress.values()}
            if verdicts and verdicts <= {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}:
                timed.add(sample.task_id)
    for task_id, problem in problems.items():
        if problem.without_efficiency is not None:
            found.append(Exclusion(task_id=task_id, excluded_from="efficiency", reason=problem.without_efficiency))
        elif task_id not in timed:
            reason = "every correct sample failed under stress" if task_id in correct else "no correct sample"
            found.append(Exclusion(task_id=task_id, excluded_from="speedup", reason=reason))
    return found
