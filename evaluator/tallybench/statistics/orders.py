"""Fit how the cost of a program grows with the size of its input, from counts on inputs of rising size.

Counts are exact, so a few sizes give the exponent. It does not show factors that grow more slowly than a power of the
size: n log n has an exponent of about 1.1 at the sizes that are measured.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from scipy.stats import linregress, t

LEAST_POINTS = 3
CONFIDENCE = 0.95
WORSE = 0.25  # in powers of n; a logarithm adds less than that at the sizes that are measured

Points = Sequence[tuple[int, int]]

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
MOST_NAMED = 2  # orders that are named; if the counts allow more, none is
CLEARER = 4.0  # a kind of curve is ruled out if its squared error is this many times that of the other kind
STEEP = 4.0  # from this exponent on, the growth may be exponential


@dataclass(frozen=True)
class Fit:
    """The exponent of a program's growth.

    Attributes:
        exponent: b of count = a nᵇ, by least squares of log(count) over log(n).
        low: the lower end of its 95 % interval (Student's t).
        high: the upper end.
        orders: the usual orders of growth that the counts allow, the slowest first: the one with the least squared
            error of log(count), and those whose own exponent at these sizes lies within the interval.
    """

    exponent: float
    low: float
    high: float
    orders: tuple[str, ...]

    @property
    def order(self) -> str:
        """The one or two orders that the counts allow; UNCLEAR if they allow more."""
        return " or ".join(self.orders) if len(self.orders) <= MOST_NAMED else UNCLEAR

    @property
    def interval(self) -> str:
        """The exponent with its interval, as text."""
        return f"{_told(self.exponent)}, 95 % interval {_told(self.low)} to {_told(self.high)}"

    def __str__(self) -> str:
        return f"{self.order}, exponent {self.interval}"


def fit_growth(points: Points) -> Fit | None:
    """Return the growth of a program from its sizes above 1, where log n is not 0; None for fewer than three.

    Args:
        points: the sizes of its largest inputs, each with its instructions.
    """
    points = [(size, count) for size, count in points if size > 1]
    if len({size for size, _ in points}) < LEAST_POINTS:
        return None
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(max(count, 1)) for _, count in points]
    line = linregress(xs, ys)
    exponent = float(line.slope)
    error = 0.0 if len(set(ys)) == 1 else float(line.stderr)  # SciPy has none for a constant
    margin = float(t.ppf((1 + CONFIDENCE) / 2, len(points) - 2)) * error
    low, high = exponent - margin, exponent + margin
    return Fit(exponent, low, high, _orders(points, exponent, low, high))


def grows_faster(fit: Fit, best: Fit) -> bool:
    """Return whether a program's order is worse than the best known one's.

    The exponents must differ by more than WORSE, and their intervals must not overlap.
    """
    return fit.exponent - best.exponent > WORSE and fit.low > best.high


def _told(exponent: float) -> str:
    return f"{exponent:.2f}".replace("-0.00", "0.00")


def _orders(points: Points, slope: float, low: float, high: float) -> tuple[str, ...]:
    """Return the closest order, and the others that the interval of the exponent allows, the slowest first.

    Args:
        points: size and instructions.
        slope: the exponent.
        low: the lower end of its interval.
        high: the upper end.
    """
    sizes = tuple(size for size, _ in points)
    errors = {name: _error(points, curve) for name, curve in ORDERS.items()}
    closest = min(errors, key=lambda name: errors[name])
    allowed = {name for name, exponent in _exponents(sizes).items() if name == closest or low <= exponent <= high}
    if slope < STEEP and high < STEEP:
        return tuple(name for name in ORDERS if name in allowed)
    bent = linregress(sizes, [math.log(max(count, 1)) for _, count in points])
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
    gaps = [math.log(max(count, 1)) - curve(size) for size, count in points]
    mean = sum(gaps) / len(gaps)
    return sum((gap - mean) ** 2 for gap in gaps)
