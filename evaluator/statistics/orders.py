"""How the cost of a program grows with the size of its input, told by counts on inputs of rising size.

Counts are exact, so that a few sizes tell the exponent. What an exponent cannot tell are factors that grow more slowly
than a power of the size: n log n has an exponent of some 1.1 at the sizes that are measured.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
STEEP = 4.0  # from this exponent on it is asked whether the size is in the exponent


@dataclass(frozen=True)
class Fit:
    """The exponent of a program's growth.

    Attributes:
        exponent: b of count = a nᵇ, by least squares of log(count) over log(n).
        low: the lower end of its 95 % interval (Student's t).
        high: the upper end.
        order: of the usual orders of growth, the one with the least squared error of log(count).
    """

    exponent: float
    low: float
    high: float
    order: str

    @property
    def interval(self) -> str:
        """The exponent with its interval, as people read it."""
        return f"{_told(self.exponent)}, 95 % interval {_told(self.low)} to {_told(self.high)}"

    def __str__(self) -> str:
        return f"{self.order}, exponent {self.interval}"


def fit_growth(points: Points) -> Fit | None:
    """The growth of a program; None for fewer than three sizes.

    Args:
        points: size and instructions, the largest inputs that it was given.
    """
    if len(points) < LEAST_POINTS:
        return None
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(max(count, 1)) for _, count in points]
    line = linregress(xs, ys)
    exponent = float(line.slope)
    error = 0.0 if len(set(ys)) == 1 else float(line.stderr)  # SciPy has none for a constant
    margin = float(t.ppf((1 + CONFIDENCE) / 2, len(points) - 2)) * error
    return Fit(exponent, exponent - margin, exponent + margin, _order(points, exponent))


def grows_faster(fit: Fit, best: Fit) -> bool:
    """Whether a program's order is worse than the best known one's: by more than WORSE, and than the fits' errors."""
    return fit.exponent - best.exponent > WORSE and fit.low > best.high


def _told(exponent: float) -> str:
    return f"{exponent:.2f}".replace("-0.00", "0.00")


def _order(points: Points, exponent: float) -> str:
    curves = dict(ORDERS)
    if exponent >= STEEP:
        slope = float(linregress([size for size, _ in points], [math.log(max(count, 1)) for _, count in points]).slope)
        curves[EXPONENTIAL] = lambda n: slope * n
    return min(curves, key=lambda name: _error(points, curves[name]))


def _error(points: Points, curve: Callable[[float], float]) -> float:
    """The squared error of log(count) beside a curve, which may be moved up and down."""
    gaps = [math.log(max(count, 1)) - curve(size) for size, count in points]
    mean = sum(gaps) / len(gaps)
    return sum((gap - mean) ** 2 for gap in gaps)
