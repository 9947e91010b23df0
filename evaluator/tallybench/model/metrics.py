"""The table of a run's figures, and their computation from verdicts and counts.

To add a figure, add a row to METRICS and raise METRICS_VERSION; older files get the figure when they are read.

- pass@k: Chen et al. (2021), "Evaluating Large Language Models Trained on Code", section 2.1.
- score@k: the expected best of k samples, by the estimator of eff@k in ENAMEL (Qiu et al., ICLR 2025), section 3.
- efficient@k: COFFE (Peng et al., FSE 2025), section 3.3: the estimator of pass@k over samples that are correct and
  spend no more than the ground truth.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from tallybench.errors import InputError
from tallybench.extensions import extension_names, load_extension
from tallybench.model.counts import (
    ProblemCounts,
    is_efficient,
    is_faster,
    is_optimized,
    is_spurious,
    is_within,
    memory_score,
    sample_score,
)
from tallybench.model.estimators import (
    NoValue,
    Values,
    best_of,
    mean_figure,
    memory_reductions,
    pooled,
    share_of,
    speedup,
    speedup_of_sums,
)
from tallybench.model.parts import Figure, SuitesResult, TieTolerance
from tallybench.model.problem import BASE, EXTRA, PLUS, SUITES
from tallybench.model.verdicts import SuiteVerdict

# History of METRICS_VERSION, the version of the definitions that a file's figures were computed with:
#     1  the first version; efficient@k required a count within the budget on inputs where the ground truth has none.
#     2  adds score@k; efficient@k requires nothing where the ground truth is over the budget; the share of problems
#        within r times the best known solution is now called within@k(r), formerly efficient@k(r). Results with several
#        suites of tests have pass@k (base) and so on, too.
METRICS_VERSION = 2

MOST_KS = 10  # in a file; each needs a bootstrap
RATIOS = (1.0, 1.5, 2.0, 5.0)
EDITING_FIGURES = ("optimized@1", "faster@1", "spurious")
MEMORY_FIGURES = ("memory_score@1", "memory_reduction")
HEADLINES = ("score@1", "pass@1", "efficient@1", "speedup")


class Unit(StrEnum):
    """What a figure's value is."""

    SHARE = "share"  # 0 to 1, shown in per cent
    POINTS = "points"  # 0 to 100
    RATIO = "ratio"


@dataclass(frozen=True)
class Metric:
    """How a figure is computed from the counts of a result.

    Attributes:
        name: the figure's name, with `{k}` if there is one figure for each k.
        unit: what its value is.
        describes: what it is, for readers.
        figure: computes it from (problems, k, tie); raises NoValue.
        values: for a mean over problems, computes one value per problem, by which two models are compared.
        counted: whether it needs counts, not only verdicts.
        of_methods: whether only results with verdicts on the methods of classes have it.
        of_memory: whether only results with peak memory have it.
        of_editing: whether only results on editing tasks have it.
        suites: the suites of tests that it is about; only results with these and further ones have it.
        public_inputs: whether it is measured on the public inputs only, never on fresh ones.
    """

    name: str
    unit: Unit
    describes: str
    figure: Callable[[Sequence[ProblemCounts], int, TieTolerance], Figure]
    values: Values | None = None
    counted: bool = True
    of_methods: bool = False
    of_memory: bool = False
    of_editing: bool = False
    suites: tuple[str, ...] = ()
    public_inputs: bool = False

    def named(self, k: int) -> str:
        """Return the figure's name for this k."""
        return self.name.format(k=k)


def compute_metrics(
    problems: Sequence[ProblemCounts],
    ks: Sequence[int],
    tie: TieTolerance,
    *,
    counted: bool = True,
    metrics: "Sequence[Metric] | None" = None,
) -> dict[str, Figure]:
    """Return all figures of a run, by name.

    Args:
        problems: the problems of the run.
        ks: the values of k in pass@k, score@k and efficient@k.
        tie: how much two sums of counts that tie may differ.
        counted: False leaves out everything that needs counts.
        metrics: what to compute; None means METRICS.
    """
    figures = {}
    suites = any(sample.suites is not None for problem in problems for sample in problem.samples)
    memory = any(given.memory for problem in problems for given in problem.inputs)
    editing = any(problem.editing for problem in problems)
    tests = tuple(suite for suite in SUITES if any(suite in problem.tests for problem in problems))
    for metric in METRICS if metrics is None else metrics:
        if (metric.counted and not counted) or (metric.of_methods and not suites):
            continue
        if (metric.of_memory and not memory) or (metric.of_editing and not editing):
            continue
        if metric.suites and (not tests or tests[: len(metric.suites)] != metric.suites):
            continue
        for k in ks if "{k}" in metric.name else ks[:1]:
            try:
                figures[metric.named(k)] = metric.figure(problems, k, tie)
            except NoValue as why:
                figures[metric.named(k)] = Figure(value=None, problems=0, reason=str(why))
    return figures


def ks_of(names: Iterable[str]) -> tuple[int, ...]:
    """Return the values of k in a run's figures, read from their names."""
    found = (re.fullmatch(r"pass@([1-9]\d{0,3})", name, re.ASCII) for name in names)
    return tuple(sorted(int(match[1]) for match in found if match))


def metric_of(name: str) -> Metric | None:
    """Return the row of METRICS, or the installed metric, for a figure such as `score@10`; None if it has no row."""
    bare = re.sub(r"@[1-9]\d{0,3}", "@{k}", name, count=1, flags=re.ASCII)
    if (found := next((metric for metric in METRICS if metric.name == bare), None)) is not None:
        return found
    return next((metric for metric in installed_metrics() if metric.name == bare), None)


def installed_metrics() -> tuple[Metric, ...]:
    """Return the metrics that other distributions add through entry points in `tallybench.metrics`.

    Raises:
        InputError: one cannot be loaded, is not a Metric, or has the name of one in METRICS.
    """
    metrics = []
    for name in extension_names("metrics"):
        metric = load_extension("metrics", name)
        if not isinstance(metric, Metric) or any(metric.name == row.name for row in METRICS):
            raise InputError(f"metric {name}: the installed extension must give a Metric with a name of its own")
        metrics.append(metric)
    return tuple(metrics)


def is_of_public_inputs(name: str) -> bool:
    """Return whether a figure is measured on the public inputs only."""
    metric = metric_of(name)
    return metric is not None and metric.public_inputs


def values_at_1(problems: Sequence[ProblemCounts], name: str, tie: TieTolerance) -> list[float]:
    """Return the value of a figure that is a mean over problems, for each problem at k = 1, in order."""
    metric = metric_of(name)
    assert metric is not None and metric.values is not None, name
    return metric.values(problems, 1, tie)


def mean_metric(name: str, unit: Unit, describes: str, values: Values, **facts: Any) -> Metric:
    """Make a metric that is a mean over problems, with a 95 % interval by bootstrap.

    Args:
        name: the figure's name; `{k}` in it makes one figure for each k.
        unit: what its values are.
        describes: what it is, in a phrase for readers.
        values: computes one value per problem from (problems, k, tie); problems that do not count for it are left out.
        **facts: further attributes of `Metric`, such as `counted=False` for one that needs only verdicts.
    """

    def figure(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
        found = values(problems, k, tie)
        if not found:
            raise NoValue("no problem counts for it")
        return mean_figure(found)

    return Metric(name, unit, describes, figure, values, **facts)


def _pooled(name: str, describes: str, hits: Callable[[SuitesResult], Sequence[bool]]) -> Metric:
    """Make a figure over the methods of classes, as in section 4.4 of ClassEval's paper, or in its result files."""

    def figure(problems: Sequence[ProblemCounts], k: int, tie: TieTolerance) -> Figure:
        return pooled(problems, k, hits)

    return Metric(name, Unit.SHARE, describes, figure, counted=False, of_methods=True)


def _by_suite(suites: tuple[str, ...]) -> Metric:
    """Make pass@k by these suites of tests: EvalPlus (section 3) has it by the base tests, and by all tests."""
    return mean_metric(
        f"pass@{{k}} ({'+'.join(suites)})",
        Unit.SHARE,
        f"correct by the tests of {' and '.join(suites)}",
        share_of(lambda _, sample, tie: sample.failed.isdisjoint(suites), every_problem=True),
        counted=False,
        suites=suites,
    )


_spurious = share_of(lambda problem, sample, tie: is_spurious(problem, sample))
METRICS: tuple[Metric, ...] = (
    mean_metric(
        "score@{k}",
        Unit.POINTS,
        "how near its solutions come to the best known ones: 0 for one that is not correct, 100 for the best known",
        best_of(sample_score),
    ),
    mean_metric(
        "pass@{k}",
        Unit.SHARE,
        "correct by the problem's own tests",
        share_of(lambda _, sample, tie: sample.correct, every_problem=True),
        counted=False,
    ),
    *map(_by_suite, ((BASE,), (BASE, PLUS), (BASE, EXTRA), (BASE, PLUS, EXTRA))),
    mean_metric(
        "pass@{k} (efficiency problems)",
        Unit.SHARE,
        "the same over the problems that count for efficiency",
        share_of(lambda _, sample, tie: sample.correct),
    ),
    mean_metric(
        "efficient@{k}",
        Unit.SHARE,
        "correct, and no more instructions than the ground truth, if that ends within the budget",
        share_of(is_efficient),
    ),
    mean_metric(
        "efficient_strict@{k}",
        Unit.SHARE,
        "correct, and fewer instructions than the ground truth",
        share_of(lambda problem, sample, tie: is_efficient(problem, sample, None)),
    ),
    *(
        mean_metric(
            f"within@{{k}}({ratio:g})",
            Unit.SHARE,
            f"correct, and at most {ratio:g} times the instructions of the best known solution",
            share_of(partial(is_within, ratio=ratio)),
        )
        for ratio in RATIOS
    ),
    Metric(
        "speedup",
        Unit.RATIO,
        "the ground truth's instructions over the model's, for correct samples; geometric mean over problems",
        speedup,
    ),
    Metric("speedup_of_sums", Unit.RATIO, "the same, sum over sum: COFFE's speedup", speedup_of_sums),
    mean_metric(
        "optimized@{k}",
        Unit.SHARE,
        "correct, and at least 1.1 times as fast as the program that was to be made faster",
        share_of(lambda problem, sample, tie: is_optimized(problem, sample)),
        of_editing=True,
    ),
    mean_metric(
        "faster@{k}",
        Unit.SHARE,
        "correct, and faster at all than the program that was to be made faster",
        share_of(is_faster),
        of_editing=True,
    ),
    mean_metric(
        "spurious",
        Unit.SHARE,
        "not correct, and at least 1.1 times as fast as the program that was to be made faster",
        lambda problems, k, tie: _spurious(problems, 1, tie),
        of_editing=True,
        public_inputs=True,
    ),
    mean_metric(
        "memory_score@{k}",
        Unit.POINTS,
        "how near its solutions come to the least known peak memory: 0 for one that is not correct, 100 for the least",
        best_of(memory_score),
        of_memory=True,
        public_inputs=True,
    ),
    Metric(
        "memory_reduction",
        Unit.RATIO,
        "the ground truth's peak memory over the model's, for correct samples; geometric mean over inputs and problems",
        memory_reductions,
        of_memory=True,
        public_inputs=True,
    ),
    _pooled(
        "method_pass@{k}",
        "methods that pass their own test class",
        lambda found: [method.verdict is SuiteVerdict.PASSED for method in found.methods.values()],
    ),
    _pooled(
        "fun_success@{k}",
        "test classes that pass, including those of whole classes, as ClassEval counts",
        lambda found: [verdict is SuiteVerdict.PASSED for verdict in found.verdicts],
    ),
    _pooled(
        "fun_partial_success@{k}",
        "test classes with a test that passes",
        lambda found: [verdict in (SuiteVerdict.PASSED, SuiteVerdict.PARTIAL) for verdict in found.verdicts],
    ),
    _pooled(
        "class_partial_success@{k}",
        "classes where every test class has a pass",
        lambda found: [found.partial],
    ),
)
