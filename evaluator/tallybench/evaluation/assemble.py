"""Assemble the result from what a run found out; nothing is run here."""

from collections.abc import Mapping, Sequence
from typing import Any

from tallybench import version
from tallybench.benchmarks.trees import entry_tree
from tallybench.evaluation.options import Options
from tallybench.evaluation.outcomes import Outcomes, StressKey
from tallybench.evaluation.suites import suites_result
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, TIE, least_memory
from tallybench.model.counts import find_exclusions, problem_counts
from tallybench.model.environment import Fingerprint
from tallybench.model.estimators import REPLICATES, SEED
from tallybench.model.metrics import METRICS_VERSION, compute_metrics
from tallybench.model.parts import CheckOutcome, Source
from tallybench.model.problem import Problem, code_hash
from tallybench.model.redaction import without_answers
from tallybench.model.result import (
    BenchmarkFacts,
    Bootstrap,
    Environment,
    Exclusion,
    FailureResult,
    InputResult,
    MemoryResult,
    Model,
    ProblemResult,
    Result,
    SampleResult,
    ShardFacts,
    Spending,
    StressResult,
)
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt, no_code_reason
from tallybench.sandbox.counters import is_self_measured
from tallybench.statistics.spending import Price
from tallybench.values.text import clean_text


def assemble_result(
    model: Model,
    options: Options,
    benchmark: Benchmark,
    fingerprint: Fingerprint,
    attempts: Sequence[Attempt],
    outcomes: Outcomes,
    source: Source | None,
    shard: ShardFacts | None = None,
) -> Result:
    """Make the result of a run.

    Args:
        model: who wrote the samples.
        options: how the run was done.
        benchmark: its usable problems.
        fingerprint: the environment's fingerprint.
        attempts: the attempts at its problems, in the problems' order.
        outcomes: the outcomes of all steps.
        source: where the samples are published, if they are; the result then names it and holds none of their text.
        shard: which part of which evaluation it is; None for a whole one.
    """
    samples = tuple(
        sample_result(attempt, benchmark.by_id[attempt.task_id], outcomes, options.withhold_code)
        for attempt in attempts
    )
    problems = {problem.task_id: problem_result(problem, outcomes) for problem in benchmark}
    figures = compute_metrics(problem_counts(problems, samples, BUDGET), options.ks, TIE, counted=options.counted)
    result = Result(
        metrics_version=METRICS_VERSION,
        model=model,
        evaluator_version=version(),
        benchmark=BenchmarkFacts(
            name=benchmark.name, version=benchmark.version, hash=benchmark.hash, partial=not benchmark.whole
        ),
        shard=shard,
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
        spending=_spending(attempts, options.price),
        problems=problems,
        samples=samples,
        exclusions=(*unusable_of(benchmark), *(find_exclusions(problems, samples) if options.counted else ())),
        metrics=figures,
        bootstrap=Bootstrap(replicates=REPLICATES, seed=SEED),
    )
    return result if source is None else without_answers(result.model_copy(update={"source": source}))


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


def problem_result(problem: Problem, outcomes: Outcomes) -> ProblemResult:
    """Return what samples of a problem are compared with."""
    facts: dict[str, Any] = {
        "hash": problem.hash,
        "task": problem.task.value,
        "entry_point": problem.entry_point,
        "without_efficiency": problem.without_efficiency or _uncounted(problem, outcomes),
    }
    yardstick = outcomes.yardsticks.get(problem.task_id)
    if yardstick is None:
        return ProblemResult(**facts)
    best, truth = yardstick.counts[yardstick.best], yardstick.counts[problem.ground_truth.name]
    inputs = {
        name: InputResult(sha256=built.sha256, size=built.size, best_known=best[name] or 0, ground_truth=truth[name])
        for name, built in yardstick.inputs.items()
    }
    found = ProblemResult(**facts, best_known=yardstick.best, ground_truth=problem.ground_truth.name, inputs=inputs)
    return with_memory(found, problem, outcomes.memory) if outcomes.memory else found


def with_memory(result: ProblemResult, problem: Problem, measured: Mapping[StressKey, StressResult]) -> ProblemResult:
    """Add to a result what the peak memory of samples is compared with.

    That is the problem's own solution that takes the least memory over all inputs.
    """
    peaks = {
        solution.name: {
            name: measured[key].count
            for name in result.inputs
            if (key := (problem.task_id, code_hash(solution.code), name)) in measured
        }
        for solution in (*problem.references, problem.ground_truth)
    }
    least = least_memory({solution: [given.get(name) for name in result.inputs] for solution, given in peaks.items()})
    if least is None:
        return result
    truth = peaks[problem.ground_truth.name]
    inputs = {
        name: given.model_copy(
            update={"memory": MemoryResult(least=peaks[least][name] or 0, ground_truth=truth.get(name))}
        )
        for name, given in result.inputs.items()
    }
    return result.model_copy(update={"least_memory": least, "inputs": inputs})


def _uncounted(problem: Problem, outcomes: Outcomes) -> str | None:
    fault = outcomes.faults.get(problem.task_id)
    return None if fault is None else f"its references cannot be counted: {fault}"


def sample_result(attempt: Attempt, problem: Problem, outcomes: Outcomes, withhold_code: bool) -> SampleResult:
    """Return what was found out about an attempt."""
    verdict = outcomes.verdict(attempt)
    stress = {}
    yardstick = outcomes.yardsticks.get(attempt.task_id)
    checked: CheckOutcome | None = None
    failure: FailureResult | None = FailureResult(reason=no_code_reason(attempt.rules))
    if attempt.code_hash is not None:
        checked = outcomes.checks[attempt.task_id, attempt.code_hash]
        failure = checked.failure
        if verdict is Verdict.PASSED and yardstick is not None:
            for name in yardstick.inputs:
                key = attempt.task_id, attempt.code_hash, name
                stress[name] = outcomes.stress[key]
                if (memory := outcomes.memory.get(key)) is not None:
                    measured = {"memory": memory.count, "memory_reason": memory.reason}
                    stress[name] = stress[name].model_copy(update=measured)
    spent = {
        name: outcome.count
        for name in (() if yardstick is None else yardstick.inputs)
        if (outcome := outcomes.wrong.get((attempt.task_id, attempt.code_hash or "", name))) and outcome.count
    }
    tree = None if attempt.code is None else entry_tree(attempt.code, problem.entry_point)
    return SampleResult(
        task_id=attempt.task_id,
        index=attempt.index,
        code_sha256=attempt.code_hash,
        code=None if withhold_code else attempt.code,
        tree_sha256=tree,
        sanitized=attempt.rules,
        verdict=verdict,
        failure=failure,
        stress=stress,
        spent=spent,
        suites=suites_result(problem, attempt.code, checked),
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
