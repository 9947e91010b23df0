"""Orders of growth: how the cost of programs grows with the size of their input, from counts on inputs of rising size.

Counts are exact, so a few sizes give the exponent. It does not show factors that grow more slowly than a power of the
size: n log n has an exponent of about 1.1 at the sizes that are measured.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from scipy.stats import linregress, t

from tallybench.model.counts import SampleCounts, cost_order
from tallybench.model.result import SampleResult
from tallybench.statistics.published.boards import OrderStanding
from tallybench.statistics.published.data_files import BenchmarkGrowth, ProblemGrowth
from tallybench.statistics.published.entries import Entry

LEAST_POINTS = 3
CONFIDENCE = 0.95
WORSE = 0.25  # in powers of n; a logarithm adds less than that at the sizes that are measured
ORDERS: dict[str, Callable[[float], float]] = {
    "constant": lambda n: 0.0,
    "log n": lambda n: math.log(math.log(n)),
    "√n": lambda n: math.log(n) / 2,
    "n": lambda n: math.log(n),
    "n log n": lambda n: math.log(n) + math.log(math.log(n)),
    "n√n": lambda n: 1.5 * math.log(n),
    "n²": lambda n: 2 * math.log(n),
    "n² log n": lambda n: 2 * math.log(n) + math.log(math.log(n)),
    "n³": lambda n: 3 * math.log(n),
}
EXPONENTIAL = "exponential"
UNCLEAR = "unclear"
MOST_NAMED = 2  # how many orders are named at most; if the counts allow more, none are
CLEARER = 4.0  # a kind of curve is ruled out if its squared error is this many times that of the other kind
STEEP = 4.0  # from this exponent on, the growth may be exponential

Points = Sequence[tuple[int, int]]
"""The sizes of a program's largest inputs, each with its instructions."""


@dataclass(frozen=True)
class Fit:
    """The growth of a program: the exponent b of count = a nᵇ, by least squares of log(count) over log(n).

    `orders` are the usual orders of growth that the counts allow, the slowest first: the one with the least squared
    error of log(count), and those whose own exponent at these sizes lies within the interval.
    """

    exponent: float
    low: float  # the lower end of its 95 % interval (Student's t)
    high: float
    orders: tuple[str, ...]

    @property
    def order(self) -> str:
        """The one or two orders that the counts allow; UNCLEAR if they allow more."""
        return " or ".join(self.orders) if len(self.orders) <= MOST_NAMED else UNCLEAR

    @property
    def interval(self) -> str:
        """The exponent with its interval, as text."""
        exponent, low, high = (f"{value:z.2f}" for value in (self.exponent, self.low, self.high))
        return f"{exponent}, 95 % interval {low} to {high}"

    def __str__(self) -> str:
        return f"{self.order}, exponent {self.interval}"


def fit_growth(points: Points) -> Fit | None:
    """Return a program's growth, fitted to its sizes above 1, where log n is not 0; None for fewer than three sizes."""
    points = [(size, count) for size, count in points if size > 1]
    if len({size for size, _ in points}) < LEAST_POINTS:
        return None
    logs = _logs(points)
    line = linregress([math.log(size) for size, _ in points], logs)
    exponent = float(line.slope)
    error = 0.0 if len(set(logs)) == 1 else float(line.stderr)  # SciPy has none for a constant
    margin = float(t.ppf((1 + CONFIDENCE) / 2, len(points) - 2)) * error
    low, high = exponent - margin, exponent + margin
    return Fit(exponent, low, high, _allowed_orders(points, exponent, low, high))


def grows_faster(fit: Fit | None, best: Fit | None) -> bool | None:
    """Return whether a program's order is worse than the best known one's; None if one of the two is unknown.

    The exponents must differ by more than WORSE, and their intervals must not overlap.
    """
    if fit is None or best is None:
        return None
    return fit.exponent - best.exponent > WORSE and fit.low > best.high


def _logs(points: Points) -> list[float]:
    return [math.log(max(count, 1)) for _, count in points]


def _allowed_orders(points: Points, slope: float, low: float, high: float) -> tuple[str, ...]:
    """Return the closest order, and the others that the interval of the exponent allows, the slowest first."""
    sizes = tuple(size for size, _ in points)
    errors = {name: _error(points, curve) for name, curve in ORDERS.items()}
    closest = min(errors, key=lambda name: errors[name])
    allowed = {name for name, exponent in _exponents(sizes).items() if name == closest or low <= exponent <= high}
    if slope < STEEP and high < STEEP:
        return tuple(name for name in ORDERS if name in allowed)
    bent = linregress(sizes, _logs(points))
    # A power and an exponential have two parameters each, so their squared errors can be compared.
    power = _error(points, lambda n: slope * math.log(n))
    exponential = _error(points, lambda n: float(bent.slope) * n)
    if slope >= STEEP and exponential < errors[closest] and exponential * CLEARER <= power:
        return (EXPONENTIAL,)
    if exponential < power * CLEARER:
        allowed.add(EXPONENTIAL)
    return tuple(name for name in (*ORDERS, EXPONENTIAL) if name in allowed)


@cache
def _exponents(sizes: tuple[int, ...]) -> dict[str, float]:
    """Return the usual orders' exponents at some sizes; all programs of a problem are measured at the same ones."""
    xs = [math.log(size) for size in sizes]
    return {name: float(linregress(xs, [curve(size) for size in sizes]).slope) for name, curve in ORDERS.items()}


def _error(points: Points, curve: Callable[[float], float]) -> float:
    """Return the squared error of log(count) against a curve that may be shifted up or down."""
    gaps = [log - curve(size) for log, (size, _) in zip(_logs(points), points, strict=True)]
    mean = sum(gaps) / len(gaps)
    return sum((gap - mean) ** 2 for gap in gaps)


@dataclass(frozen=True)
class ProblemOrders:
    """The orders of growth of a problem's correct programs; None for one that was measured at too few sizes."""

    best: Fit | None  # the best known solution's
    programs: Mapping[str, Fit | None]  # each program's, by the SHA-256 of its text
    distinct: tuple[Fit | None, ...]  # one for all programs that differ only in comments, names and formatting

    def of(self, program: str | None) -> Fit | None:
        """Return a program's order; None if it was not measured or is unclear."""
        return self.programs.get(program or "")

    @cached_property
    def counts(self) -> list[tuple[str, int]]:
        """The orders and how many distinct programs have each, most frequent first."""
        return Counter(fit.order for fit in self.distinct if fit is not None).most_common()

    @cached_property
    def worse(self) -> int:
        """The number of distinct programs that grow faster than the best known one."""
        return sum(grows_faster(fit, self.best) is True for fit in self.distinct)


def problem_orders(found: ProblemGrowth) -> ProblemOrders:
    """Return the orders of the programs that were measured on a problem."""
    fits = [(group.programs, fit_growth(group.points)) for group in found.measured]
    programs = {program: fit for programs, fit in fits for program in programs}
    return ProblemOrders(fit_growth(found.best), programs, tuple(fit for _, fit in fits))


def benchmark_orders(found: BenchmarkGrowth | None, contents: Mapping[str, str]) -> dict[str, ProblemOrders]:
    """Return the orders by task id, for the problems whose current hash is still the one that was measured."""
    return {
        task_id: problem_orders(problem)
        for task_id, problem in (found.problems if found else {}).items()
        if contents.get(task_id) == problem.content
    }


def order_standing(entry: Entry, orders: Mapping[str, ProblemOrders]) -> OrderStanding | None:
    """Return how a model's programs grow, from the orders by task id; None if that is not known on any problem."""
    compared = 0
    worse: dict[str, str] = {}
    for task_id, found in orders.items():
        program = _cheapest(entry, task_id) or ""
        if (is_worse := grows_faster(found.of(program), found.best)) is not None:
            compared += 1
            worse |= {task_id: program} if is_worse else {}
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
