"""EvalPlus' added tests as a suite to reduce, and what the reduced suites change for models (its table 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tallybench.authoring.test_generation.requirements import SUITES, Requirements, mean_share, reduce_tests
from tallybench.benchmarks.extra_tests import GeneratedInputs
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import BASE, PLUS
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.values.literals import LiteralError, write_literal


def plus_as_generated(benchmark: Benchmark) -> tuple[Benchmark, dict[str, GeneratedInputs]]:
    """Return a benchmark with only its base tests, and its suite `plus` as if these tests were generated.

    Inputs that are too long for a literal are left out.

    Raises:
        InputError: no problem has such tests.
    """
    problems, made = [], {}
    for problem in benchmark:
        inputs = []
        for case in problem.cases:
            if case.suite == PLUS:
                try:
                    inputs.append(write_literal(case.arguments))
                except LiteralError:
                    continue
        if inputs:
            problems.append(replace(problem, cases=tuple(case for case in problem.cases if case.suite == BASE)))
            made[problem.task_id] = GeneratedInputs(
                problem.task_id, problem.hash, (problem.ground_truth.name,), len(inputs), 0, 0, tuple(inputs), (), ()
            )
    if not made:
        raise InputError(f"--benchmark {benchmark.name}: has no suite {PLUS}; give a FILE of generated tests")
    return replace(benchmark, problems=tuple(problems)), made


def _passes(sample: SampleResult, whole_verdict: bool) -> bool:
    return (sample.verdict if whole_verdict or not sample.tests else sample.tests[BASE].verdict) is Verdict.PASSED


def base_programs(results: Mapping[str, Sequence[Result]], *, whole_verdict: bool = False) -> dict[str, dict[str, str]]:
    """Return the programs in models' results that pass, by task id and the program's SHA-256.

    They pass the base tests or, with `whole_verdict`, all tests that decide their verdict.
    """
    found: dict[str, dict[str, str]] = {}
    for sample in (sample for own in results.values() for result in own for sample in result.samples):
        if _passes(sample, whole_verdict) and sample.code is not None and sample.code_sha256 is not None:
            found.setdefault(sample.task_id, {})[sample.code_sha256] = sample.code
    return found


@dataclass(frozen=True)
class Reduced:
    """A model on a reduced suite: tests per problem, base tests included, and pass@1 from 0 to 1."""

    tests: float
    pass_at_1: float


def reduced_pass(
    results: Mapping[str, Sequence[Result]], found: Mapping[str, Requirements], *, whole_verdict: bool = False
) -> dict[str, dict[str, Reduced]]:
    """Return, by model and by criterion of reduction, the suite's size and pass@1 of the model's first result.

    A model's own programs have no part in choosing its tests, unless another model wrote the same ones.

    Args:
        results: by model, its results.
        found: by task id, the requirements that the tests of a problem meet.
        whole_verdict: as for `base_programs`.
    """
    writers: dict[str | None, set[str]] = {}
    for model, own in results.items():
        for sample in (sample for result in own for sample in result.samples):
            writers.setdefault(sample.code_sha256, set()).add(model)
    kept = {
        (task_id, suite): reduce_tests(met, criteria)
        for task_id, met in found.items()
        for suite, criteria in SUITES.items()
    }
    reduced: dict[str, dict[str, Reduced]] = {}
    for model, (first, *_) in results.items():
        alone = {digest for digest, names in writers.items() if names == {model} and digest is not None}
        for suite, criteria in SUITES.items():
            chosen = {
                task_id: reduce_tests(met, criteria, alone) if alone & met.samples.keys() else kept[task_id, suite]
                for task_id, met in found.items()
            }
            outcomes: dict[str, list[tuple[bool]]] = {task_id: [] for task_id in found}
            for sample in first.samples:
                if sample.task_id in found:
                    caught_by = found[sample.task_id].samples.get(sample.code_sha256 or "", frozenset())
                    outcomes[sample.task_id].append(
                        (_passes(sample, whole_verdict) and caught_by.isdisjoint(chosen[sample.task_id]),)
                    )
            sizes = [found[task_id].base + len(tests) for task_id, tests in chosen.items()]
            share = mean_share(outcomes.values(), 0)
            reduced.setdefault(model, {})[suite] = Reduced(sum(sizes) / len(sizes), share)
    return reduced
