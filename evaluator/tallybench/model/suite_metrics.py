"""Figures over the methods of classes: those in section 4.4 of ClassEval's paper, and those in its result files."""

from collections.abc import Callable, Sequence

import numpy as np

from tallybench.model.counts import ProblemCounts
from tallybench.model.estimators import figure_of, pass_at_k, resamples
from tallybench.model.parts import Figure, SuitesResult
from tallybench.model.verdicts import SuiteVerdict

_SOME = (SuiteVerdict.PASSED, SuiteVerdict.PARTIAL)
Hits = Callable[[SuitesResult], Sequence[bool]]


def methods_pass(found: SuitesResult) -> list[bool]:
    """Return, for each method, whether it passes its test class."""
    return [method.verdict is SuiteVerdict.PASSED for method in found.methods.values()]


def suites_pass(found: SuitesResult) -> list[bool]:
    """Return, for each test class, including that of the whole class, whether it passes."""
    return [verdict is SuiteVerdict.PASSED for verdict in found.verdicts]


def suites_pass_partly(found: SuitesResult) -> list[bool]:
    """Return, for each test class, whether any of its tests passes."""
    return [verdict in _SOME for verdict in found.verdicts]


def class_passes_partly(found: SuitesResult) -> list[bool]:
    """Return whether at least one test of every test class passes."""
    return [found.partial]


def has_suites(problems: Sequence[ProblemCounts]) -> bool:
    """Return whether any sample of these problems has verdicts by method."""
    return any(sample.suites is not None for problem in problems for sample in problem.samples)


def pooled(problems: Sequence[ProblemCounts], k: int, hits: Hits) -> Figure | None:
    """Return pass@k over the items in `hits` of all problems; None if a problem has too few samples.

    Args:
        problems: the problems of a run; the interval comes from a bootstrap over them.
        k: how many samples may be tried.
        hits: returns a sample's hits and misses, one for each method, for example.
    """
    sums, sizes = [], []
    for problem in problems:
        told = [hits(sample.suites) for sample in problem.samples if sample.suites is not None]
        if not told or len(told) < k:
            if told:
                return None
            continue
        columns = list(zip(*told, strict=True))
        sums.append(sum(pass_at_k(len(told), sum(column), k) for column in columns))
        sizes.append(len(columns))
    if not sums or not sum(sizes):
        return None
    above, below = np.array(sums, dtype=np.float64), np.array(sizes, dtype=np.float64)
    drawn = [above[rows].sum(axis=1) / below[rows].sum(axis=1) for rows in resamples(len(sums))]
    return figure_of(sum(sums) / sum(sizes), np.concatenate(drawn), len(sums))
