"""Assemble the result from what a run found; nothing is run here."""

import builtins
from collections import Counter
from collections.abc import Mapping, Sequence

from tallybench import version
from tallybench.benchmarks.trees import entry_tree, recall, uses_of
from tallybench.evaluation.shards import Job
from tallybench.evaluation.steps import Run
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, TIE, least_memory
from tallybench.model.environment import Fingerprint
from tallybench.model.estimators import REPLICATES, SEED
from tallybench.model.metrics import METRICS_VERSION
from tallybench.model.parts import CheckOutcome, FailureResult, MethodResult, Recall, SuiteOutcome, SuitesResult
from tallybench.model.problem import Problem, code_hash
from tallybench.model.redaction import without_answers
from tallybench.model.result import (
    BenchmarkFacts,
    Bootstrap,
    Environment,
    Exclusion,
    InputResult,
    MemoryResult,
    ProblemResult,
    Result,
    SampleResult,
    Spending,
    SuiteTests,
)
from tallybench.model.verdicts import SuiteVerdict, Verdict
from tallybench.samples.attempts import Attempt, no_code_reason
from tallybench.sandbox.counters import is_self_measured
from tallybench.statistics.spending import Price
from tallybench.values.text import clean_text

_KNOWN = frozenset(
    name for name, found in vars(builtins).items() if isinstance(found, type) and issubclass(found, BaseException)
)


def assemble_result(job: Job, run: Run, fingerprint: Fingerprint) -> Result:
    """Make the result of a run, without the samples' text if they are published elsewhere."""
    options, benchmark = job.options, run.benchmark
    result = Result(
        metrics_version=METRICS_VERSION,
        model=job.model,
        evaluator_version=version(),
        benchmark=BenchmarkFacts(
            name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=not benchmark.whole
        ),
        shard=job.shard,
        environment=Environment(
            counter=options.counter,  # checked against the list of counters
            self_measured=is_self_measured(options.counter),
            sandbox="bubblewrap" if options.sandbox else "none",
            fingerprint=fingerprint.hash,
            ranked=fingerprint.ranked and options.sandbox,
            facts=fingerprint.facts,
        ),
        budget=BUDGET,
        tie_tolerance=TIE,
        code_withheld=options.withhold_code,
        spending=_spending(run.attempts, options.price),
        problems={problem.task_id: problem_result(problem, run) for problem in benchmark},
        samples=tuple(sample_result(attempt, run, options.withhold_code) for attempt in run.attempts),
        exclusions=tuple(unusable_of(benchmark)),
        metrics={},
        bootstrap=Bootstrap(replicates=REPLICATES, seed=SEED),
    ).with_figures(options.ks)
    return result if job.source is None else without_answers(result.model_copy(update={"source": job.source}))


def _spending(attempts: Sequence[Attempt], price: Price | None) -> Spending | None:
    """Return what the answers cost; None unless it is known for at least one of them."""
    known = [attempt.tokens for attempt in attempts if attempt.tokens is not None]
    if not known:
        return None
    return Spending(
        answers=len(known),
        untold=len(attempts) - len(known),
        tokens_in=sum(tokens_in for tokens_in, _ in known),
        tokens_out=sum(tokens_out for _, tokens_out in known),
        price_in=None if price is None else price.tokens_in,
        price_out=None if price is None else price.tokens_out,
    )


def problem_result(problem: Problem, run: Run) -> ProblemResult:
    """Return what samples of a problem are compared with."""
    why = problem.without_efficiency
    if why is None and (fault := run.faults.get(problem.task_id)) is not None:
        why = f"its references cannot be counted: {fault}"
    found = ProblemResult(
        hash=problem.hash,
        task=problem.task.value,
        entry_point=problem.entry_point,
        without_efficiency=why,
        tests={suite: SuiteTests(count=count, sha256=digest) for suite, (count, digest) in problem.by_suite.items()},
    )
    yardstick = run.yardsticks.get(problem.task_id)
    if yardstick is None:
        return found
    best, truth = yardstick.counts[yardstick.best], yardstick.counts[problem.ground_truth.name]
    peaks = _own_peaks(problem, run)
    least = least_memory({name: list(given.values()) for name, given in peaks.items()})
    inputs = {}
    for name, built in yardstick.inputs.items():
        memory = None
        if least is not None:
            memory = MemoryResult(least=peaks[least][name] or 0, ground_truth=peaks[problem.ground_truth.name][name])
        inputs[name] = InputResult(
            sha256=built.sha256,
            size=built.size,
            best_known=best[name] or 0,
            ground_truth=truth[name],
            memory=memory,
        )
    names = {"best_known": yardstick.best, "ground_truth": problem.ground_truth.name, "least_memory": least}
    return found.model_copy(update=names | {"inputs": inputs})


def _own_peaks(problem: Problem, run: Run) -> dict[str, dict[str, int | None]]:
    """Return the peak memory of the problem's own solutions, by name and input; None if it was not measured."""
    peaks: dict[str, dict[str, int | None]] = {}
    for solution in (*problem.references, problem.ground_truth):
        digest = code_hash(solution.code)
        found = {
            name: run.memory.get((problem.task_id, digest, name)) for name in run.yardsticks[problem.task_id].inputs
        }
        peaks[solution.name] = {name: None if result is None else result.count for name, result in found.items()}
    return peaks


def sample_result(attempt: Attempt, run: Run, withhold_code: bool) -> SampleResult:
    """Return what a run found about an attempt."""
    problem, yardstick = run.benchmark.by_id[attempt.task_id], run.yardsticks.get(attempt.task_id)
    verdict, digest = run.verdict(attempt), attempt.code_hash or ""
    checked = run.checks.get((attempt.task_id, digest))
    stress, spent = {}, {}
    for name in () if yardstick is None else yardstick.inputs:
        key = attempt.task_id, digest, name
        if verdict is Verdict.PASSED:
            stress[name] = run.stress[key]
            if (memory := run.memory.get(key)) is not None:
                measured = {"memory": memory.count, "memory_reason": memory.reason}
                stress[name] = stress[name].model_copy(update=measured)
        if (wrong := run.wrong.get(key)) is not None and wrong.count is not None:
            spent[name] = wrong.count
    failure = FailureResult(reason=no_code_reason(attempt.rules)) if checked is None else checked.failure
    tests = checked.tests if checked is not None else {}
    if not tests:  # what could not be run at all fails all suites
        tests = dict.fromkeys(problem.by_suite, SuiteOutcome(verdict=verdict, failure=failure))
    return SampleResult(
        task_id=attempt.task_id,
        index=attempt.index,
        code_sha256=attempt.code_hash,
        code=None if withhold_code else attempt.code,
        tree_sha256=None if attempt.code is None else entry_tree(attempt.code, problem.entry_point),
        sanitized=attempt.rules,
        verdict=verdict,
        failure=failure,
        stress=stress,
        spent=spent,
        suites=suites_result(problem, attempt.code, checked),
        tests=tests,
    )


def unusable_of(benchmark: Benchmark) -> list[Exclusion]:
    """Return which parts of the source's data cannot be used, and why."""
    found = [
        Exclusion(task_id=task_id, excluded_from="benchmark", reason=clean_text(reason))
        for task_id, reason in benchmark.exclusions
    ]
    for problem in benchmark:
        for stressful_input, why in problem.left_out:
            reason = clean_text(f"{stressful_input.name}: {why}")
            found.append(Exclusion(task_id=problem.task_id, excluded_from="inputs", reason=reason))
    return found


def suites_result(problem: Problem, code: str | None, checked: CheckOutcome | None) -> SuitesResult | None:
    """Return a sample's verdicts by method; None if the problem's tests are not suites.

    Args:
        problem: the sample's problem.
        code: its program; None if it has none.
        checked: what its tests found; None if nothing was run.
    """
    if problem.suites is None:
        return None
    canonical = uses_of(problem.ground_truth.code, problem.entry_point)
    tallies = checked.suites if checked is not None and checked.suites is not None else {}
    methods: dict[str, MethodResult] = {}
    whole: SuiteVerdict | None = None
    for suite, method in problem.suites.methods:
        tally = tallies.get(suite, {})
        verdict = SuiteVerdict.of(tally.get("tests", 0), tally.get("failed", 0), tally.get("error", 0))
        if not method:
            whole = verdict
        else:
            calls = len(canonical[method].methods) if method in canonical else 0
            methods[method if method not in methods else suite] = MethodResult(verdict=verdict, calls=calls)
    found = recall(code or "", problem.ground_truth.code, problem.entry_point)
    return SuitesResult(
        methods=methods,
        whole=whole,
        exceptions=_exceptions(tallies),
        fields=Recall(found=found.fields[0], of=found.fields[1]),
        calls=Recall(found=found.methods[0], of=found.methods[1]),
    )


def _exceptions(tallies: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return how often each exception ended a test; those that are not built in are counted as `other`.

    Args:
        tallies: by test class, counts by name; names of exceptions begin with a capital letter or an underscore.
    """
    found: Counter[str] = Counter()
    for tally in tallies.values():
        named = {name: count for name, count in tally.items() if name[:1].isupper() or name[:1] == "_"}
        for name, count in named.items():
            found[name if name in _KNOWN else "other"] += count
        found["other"] += max(tally.get("failed", 0) + tally.get("error", 0) - sum(named.values()), 0)
    return {name: count for name, count in sorted(found.items()) if count}
