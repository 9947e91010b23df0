"""Fit how the cost of a program grows with the size of its input, from counts on inputs of rising size.

Counts are exact, so a few sizes give the exponent. It does not show factors that grow more slowly than a power of the
size: n log n has an exponent of some 1.1 at the sizes that are measured.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from scipy.stats import linregress, t

LEAST_POINTS = 3
CONFIDENCE = 0.95
WORSE = 0.25  # powers of n: more than a logarithm makes at the sizes that are measured

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
MOST_NAMED = 2  # orders that one name may hold; where the counts allow more, none is named
CLEARER = 4.0  # how many times the squared error of the other kind of curve has to be, to rule that kind out
STEEP = 4.0  # from this exponent on it is asked whether the size is in the exponent


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
        """The order, or the two, that the counts allow; UNCLEAR where they allow more."""
        return " or ".join(self.orders) if len(self.orders) <= MOST_NAMED else UNCLEAR

    @property
    def interval(self) -> str:
        """The exponent with its interval, as people read it."""
        return f"{_told(self.exponent)}, 95 % interval {_told(self.low)} to {_told(self.high)}"

    def __str__(self) -> str:
        return f"{self.order}, exponent {self.interval}"


def fit_growth(points: Points) -> Fit | None:
    """Return the growth of a program; None for fewer than three sizes above 1, which has no n log n to tell from n.

    Args:
        points: size and instructions, the largest inputs that it was given.
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

    By more than WORSE, and than the fits' errors.
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
    # A power and an exponential have two free numbers each, so that their squared errors can be compared.
    power = _error(points, lambda n: slope * math.log(n))
    exponential = _error(points, lambda n: float(bent.slope) * n)
    if slope >= STEEP and exponential < errors[closest] and exponential * CLEARER <= power:
        return (EXPONENTIAL,)
    if exponential < power * CLEARER:
        allowed.add(EXPONENTIAL)
    return tuple(name for name in (*ORDERS, EXPONENTIAL) if name in allowed)


@cache
def _exponents(sizes: tuple[int, ...]) -> dict[str, float]:
    """Return the exponents that the usual orders have at some sizes; programs of a problem are measured on the same."""
    xs = [math.log(size) for size in sizes]
    return {name: float(linregress(xs, [curve(size) for size in sizes]).slope) for name, curve in ORDERS.items()}


def _error(points: Points, curve: Callable[[float], float]) -> float:
    """Return the squared error of log(count) beside a curve, which may be moved up and down."""
    gaps = [math.log(max(count, 1)) - curve(size) for size, count in points]
    mean = sum(gaps) / len(gaps)
    return sum((gap - mean) ** 2 for gap in gaps)
