"""What a result says about the methods of a class."""

import builtins

from tallybench.benchmarks.dependencies import recall, uses_of
from tallybench.model.problem import Problem
from tallybench.model.suite_results import (
    MethodResult,
    Recall,
    SuitesResult,
    SuiteVerdict,
    suite_verdict,
    told_exceptions,
)
from tallybench.sandbox.correctness import CheckOutcome

_KNOWN = frozenset(
    name for name, found in vars(builtins).items() if isinstance(found, type) and issubclass(found, BaseException)
)


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
        verdict = suite_verdict(tally.get("tests", 0), tally.get("failed", 0), tally.get("error", 0))
        if not method:
            whole = verdict
        else:
            calls = len(canonical[method].methods) if method in canonical else 0
            methods[method if method not in methods else suite] = MethodResult(verdict=verdict, calls=calls)
    found = recall(code or "", problem.ground_truth.code, problem.entry_point)
    return SuitesResult(
        methods=methods,
        whole=whole,
        exceptions=told_exceptions(tallies, _KNOWN),
        fields=Recall(found=found.fields[0], of=found.fields[1]),
        calls=Recall(found=found.methods[0], of=found.methods[1]),
    )
