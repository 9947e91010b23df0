"""Whether a result is what it says: its parts fit each other, and its figures follow from its verdicts and counts."""

from collections import Counter
from pathlib import Path

from evaluator.assemble import problem_counts
from evaluator.errors import InputError
from evaluator.execution.counting import code_hash
from evaluator.metrics import Tie, compute_metrics
from evaluator.problems import load_benchmark
from evaluator.problems.rules import rules_of, under_rules
from evaluator.result import Result, load_result
from evaluator.verdicts import Verdict


def find_faults(path: Path, data: Path | None = None) -> list[str]:
    """Everything that is wrong with a result's file, each fault with the place it is at; none for a good one.

    Args:
        path: the result's file.
        data: where the benchmark's files are, of one that does not come with TallyBench.

    Raises:
        InputError: the file cannot be read as a result at all.
    """
    result = load_result(path)
    return [*_samples(result), *_problems(result, data), *_metrics(result)]


def _samples(result: Result) -> list[str]:
    faults = []
    seen = Counter((sample.task_id, sample.index) for sample in result.samples)
    faults += [
        f"samples: {task_id} has sample {index} {count} times" for (task_id, index), count in seen.items() if count > 1
    ]
    for number, sample in enumerate(result.samples):
        where = f"samples[{number}]"
        problem = result.problems.get(sample.task_id)
        if problem is None:
            faults.append(f"{where}.task_id: {sample.task_id} is not among the problems")
            continue
        if sample.code is not None and code_hash(sample.code) != sample.code_sha256:
            faults.append(f"{where}.code_sha256: is not the hash of the code")
        if (sample.verdict is Verdict.PASSED) == (sample.failure is not None):
            faults.append(f"{where}.failure: stands with every verdict but `passed`")
        wanted = set(problem.inputs) if sample.verdict is Verdict.PASSED else set()
        if set(sample.stress) != wanted:
            faults.append(f"{where}.stress: has {len(sample.stress)} inputs, the problem {len(wanted)}")
            continue
        for name, stress in sample.stress.items():
            if stress.count is not None and stress.count > result.budget * problem.inputs[name].best_known:
                faults.append(f"{where}.stress.{name}.count: is over the budget, but not recorded so")
    return faults


def _problems(result: Result, data: Path | None) -> list[str]:
    facts = result.benchmark
    try:
        benchmark = under_rules(load_benchmark(facts.name, data), rules_of(facts.version))
    except InputError as error:
        return [f"benchmark.name: {error}"]
    faults = []
    if facts.version != benchmark.version:
        faults.append(f"benchmark.version: is {facts.version}, this TallyBench has {benchmark.version}")
    for task_id, problem in result.problems.items():
        known = benchmark.by_id.get(task_id)
        if known is None:
            faults.append(f"problems.{task_id}: {facts.name} has no such task")
        elif known.hash != problem.hash:
            faults.append(f"problems.{task_id}.hash: is stale: the problem was changed since; evaluate it again")
    unusable = (
        {one.task_id for one in result.exclusions if one.excluded_from == "benchmark"} if benchmark.foreign else set()
    )
    missing = benchmark.by_id.keys() - result.problems.keys() - unusable
    if missing and not facts.partial:
        faults.append(f"problems: {len(missing)} are missing, but the run is not marked as partial")
    return faults


def _metrics(result: Result) -> list[str]:
    counts = problem_counts(result.problems, result.samples, result.budget)
    names = [name.removeprefix("pass@") for name in result.metrics if name.startswith("pass@")]
    ks = [int(name) for name in names if name.isdecimal()]
    if not ks or min(ks) < 1:
        return ["metrics: have no pass@k"]
    counted = result.environment.counter != "none"
    tie = Tie(result.tie_tolerance.relative, result.tie_tolerance.absolute)
    expected = compute_metrics(counts, ks, tie, counted=counted)
    faults = [f"metrics.{name}: is missing" for name in expected.keys() - result.metrics.keys()]
    for name, figure in result.metrics.items():
        if name not in expected:
            faults.append(f"metrics.{name}: is not a figure of this run")
        elif figure != expected[name]:
            faults.append(f"metrics.{name}: is {figure.value}, the verdicts and counts give {expected[name].value}")
    return sorted(faults)
