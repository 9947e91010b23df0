"""Orders of growth of what models wrote: for each program, against the best known one, and for each model."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tallybench.model.counts import SampleCounts, cost_order
from tallybench.model.result import SampleResult
from tallybench.statistics.orders import Fit, fit_growth, grows_faster
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.published.growth import BenchmarkGrowth, OrderStanding, ProblemGrowth


@dataclass(frozen=True)
class ProblemOrders:
    """The orders of growth of a problem's correct programs.

    Attributes:
        best: the best known solution's; None if it was measured at too few sizes.
        programs: each program's, by the SHA-256 of its text; None for the same reason.
        distinct: one for all programs that differ only in comments, names and form.
    """

    best: Fit | None
    programs: Mapping[str, Fit | None]
    distinct: tuple[Fit | None, ...]

    def of(self, program: str | None) -> Fit | None:
        """Return a program's order; None if it was not measured or is unclear."""
        return self.programs.get(program or "")

    def is_worse(self, program: str | None) -> bool | None:
        """Return whether a program grows faster than the best known one; None if one of the two is unknown."""
        fit = self.of(program)
        return None if fit is None or self.best is None else grows_faster(fit, self.best)

    @cached_property
    def counts(self) -> list[tuple[str, int]]:
        """The orders and how many distinct programs have each, most frequent first."""
        return Counter(fit.order for fit in self.distinct if fit is not None).most_common()

    @cached_property
    def worse(self) -> int:
        """The number of distinct programs that grow faster than the best known one."""
        best = self.best
        return 0 if best is None else sum(fit is not None and grows_faster(fit, best) for fit in self.distinct)


def problem_orders(found: ProblemGrowth) -> ProblemOrders:
    """Return the orders of the programs that were measured on a problem."""
    fits = [(group.programs, fit_growth(group.points)) for group in found.measured]
    return ProblemOrders(
        best=fit_growth(found.best),
        programs={program: fit for programs, fit in fits for program in programs},
        distinct=tuple(fit for _, fit in fits),
    )


def benchmark_orders(found: BenchmarkGrowth | None, contents: Mapping[str, str]) -> dict[str, ProblemOrders]:
    """Return the orders by task id, for the problems that have not changed since they were measured.

    Args:
        found: what was measured.
        contents: the current hashes of the problems, by task id.
    """
    problems = {} if found is None else found.problems
    return {
        task_id: problem_orders(problem)
        for task_id, problem in problems.items()
        if contents.get(task_id) == problem.content
    }


def order_standing(entry: Entry, orders: Mapping[str, ProblemOrders]) -> OrderStanding | None:
    """Return how a model's programs grow; None if that is not known on any problem.

    Args:
        entry: the model's result.
        orders: the orders of each problem's programs, by task id.
    """
    programs = {task_id: _cheapest(entry, task_id) or "" for task_id in orders}
    compare = {task_id: found.is_worse(programs[task_id]) for task_id, found in orders.items()}
    compared = sum(worse is not None for worse in compare.values())
    worse = {task_id: programs[task_id] for task_id, is_worse in compare.items() if is_worse}
    return OrderStanding(worse, compared) if compared else None


def _cheapest(entry: Entry, task_id: str) -> str | None:
    """Return the SHA-256 of the cheapest correct program; one that failed under stress comes last."""
    if task_id not in entry.samples:
        return None
    pairs = zip(entry.samples[task_id], entry.counts[task_id].samples, strict=True)
    correct = [(sample, counts) for sample, counts in pairs if counts.correct and sample.code_sha256]

    def place(pair: tuple[SampleResult, SampleCounts]) -> tuple[object, ...]:
        sample, counts = pair
        return counts.total is None, cost_order(counts.total or 0, counts.censored), sample.index

    return min(correct, key=place)[0].code_sha256 if correct else None
