"""What a result says about the methods of a class."""

import builtins
from collections import Counter
from collections.abc import Mapping

from tallybench.benchmarks.trees import recall, uses_of
from tallybench.model.parts import CheckOutcome, MethodResult, Recall, SuitesResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import SuiteVerdict

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
