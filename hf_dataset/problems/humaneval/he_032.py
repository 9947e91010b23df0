"""find_zero: a zero of a polynomial with an even number of coefficients, the constant one first.

Every step of a search evaluates the polynomial: taking each power by itself makes a step quadratic (or n log n), one
running power or Horner's rule makes it linear; between -1 and 1, high powers soon vanish and need not be looked at.
Bisection takes dozens of steps to come close, interpolation between the last points about ten.
Decided here: coefficients are integers from -1000 to 1000, the last one is not zero (this is what the prompt means by
the largest coefficient), and more than 20 of them must have different signs, or zero, at -1 and at 1, for powers of
larger numbers overflow. Any zero is right, and so is a number that is as good as a zero: see `accepts`.
"""

from array import array
from itertools import accumulate, repeat
from operator import mul

LIMIT = 1000


def contract(xs):
    assert type(xs) is list, "xs must be a list"
    assert all(type(c) is int for c in xs), "xs must hold integers only"
    assert len(xs) > 0 and len(xs) % 2 == 0, "xs must hold an even number of coefficients, at least two"
    assert xs[-1] != 0, "the last coefficient must not be zero"
    assert all(-LIMIT <= c <= LIMIT for c in xs), "coefficients must lie between -1000 and 1000"
    even, odd = sum(xs[::2]), sum(xs[1::2])
    assert len(xs) <= 20 or (even + odd) * (even - odd) <= 0, "more than 20 coefficients need a zero between -1 and 1"


INVALID = [
    ("a float among the coefficients", ([1, 2.0],)),
    ("three coefficients", ([-1, 0, 1],)),
    ("the last coefficient is zero", ([1, 2, 3, 0],)),
    ("too large", ([1001, 1],)),
    ("a long polynomial without a zero between -1 and 1", ([1000] + [1] * 29,)),
]


def horner(xs, x):
    result = 0.0
    for c in reversed(xs):
        result = result * x + c
    return result


def accepts(output, expected, xs):
    """The value at the output is small, or zero but for rounding, or changes its sign within a millionth."""
    if type(output) not in (int, float) or not abs(output) <= 2 * LIMIT:
        return False
    if len(xs) > 20 and abs(output) > 1:
        xs, output = xs[::-1], 1 / output  # a zero of the reversed polynomial, whose powers do not overflow
    value = horner(xs, output)
    if abs(value) <= 1e-4 or abs(value) <= 1e-11 * horner(list(map(abs, xs)), abs(output)):
        return True
    return horner(xs, output - 1e-6) * horner(xs, output + 1e-6) <= 0


def reference_interpolate(xs):
    """Chandrupatla's method: inverse quadratic interpolation where it is safe, bisection elsewhere."""
    width = min(128, len(xs))
    floats = array("d", xs).tolist()
    parts = [floats[i : i + width] for i in range(0, len(xs), width)]
    negligible = 1e-11 / LIMIT / len(xs)

    def value(x):
        *powers, step = accumulate(repeat(x, width), mul, initial=1.0)
        factor = 1.0
        result = 0.0
        for part in parts:
            result += factor * sum(map(mul, part, powers))
            factor *= step
            if -negligible < factor < negligible:
                break
        return result

    even, odd = sum(xs[::2]), sum(xs[1::2])
    low, high = -1.0, 1.0
    at_low, at_high = even - odd, even + odd
    while at_low * at_high > 0:
        low *= 2.0
        high *= 2.0
        at_low, at_high = value(low), value(high)
    a, fa = 0.0, xs[0]
    b, fb = (low, at_low) if at_low * fa <= 0 else (high, at_high)
    t = 0.5
    while True:
        best, at_best = (a, fa) if abs(fa) < abs(fb) else (b, fb)
        if abs(at_best) < 1e-6 or abs(b - a) < 1e-12 * max(1.0, abs(best)):
            return best
        x = a + t * (b - a)
        fx = value(x)
        if (fx > 0) == (fa > 0):
            c, fc = a, fa
        else:
            c, fc, b, fb = b, fb, a, fa
        a, fa = x, fx
        xi = (a - b) / (c - b)
        phi = (fa - fb) / (fc - fb)
        if phi * phi < xi and (1.0 - phi) ** 2 < 1.0 - xi:
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
            t = min(max(t, 1e-6), 1 - 1e-6)
        else:
            t = 0.5


def slow_multiply_out_every_power(xs):
    def value(x):
        result = 0.0
        for i, c in enumerate(xs):
            term = float(c)
            for _ in range(i):
                term *= x
            result += term
        return result

    low, high = -1.0, 1.0
    while value(low) * value(high) > 0:
        low *= 2.0
        high *= 2.0
    while high - low > 1e-10:
        middle = (low + high) / 2.0
        if value(low) * value(middle) > 0:
            low = middle
        else:
            high = middle
    return low


def growing(rng, size):
    """The number of coefficients."""
    length = size + size % 2
    return ([-40] + [rng.randrange(1, 100) if i % 2 else 0 for i in range(1, length)],)


def stress_random_signs(rng):
    """large_random: a zero near a third, where only the first dozens of the many coefficients have any weight."""
    xs = [rng.randrange(-100, 101) for _ in range(6_000)]
    xs[:2] = [-300, 1000]
    xs[-39::2] = [1000] * 20
    return (xs,)


def stress_zero_close_to_one(rng):
    """sparse: a few high powers and a zero so close to one that they do count; no evaluation can stop early."""
    xs = [0] * 3_000
    for i in rng.sample(range(1_001, 3_000, 2), 20):
        xs[i] = rng.randrange(1, 4)
    xs[:2] = [-1000, 1000]
    xs[-1] = 2
    return (xs,)


def stress_all_coefficients_equal(rng):
    """early_exit: minus one is a zero and the search starts there; bisection goes on all the same."""
    return ([rng.randrange(2, 1_000)] * rng.randrange(2_950, 3_050) * 2,)


EXPRESSIONS = {
    "alternating_signs": (
        "dense: near the zero, just above minus one, thousands of terms add up; one by one is the slowest way.",
        "[1000, 1000] + [-1, 1] * 2_500",
    ),
    "flat_then_steep": (
        "worst_of_fast: nearly straight up to one, then steep; interpolation and tangents gain little at each step.",
        "[-500, 500] + [0] * 3_997 + [1000]",
    ),
    "zero_outside": (
        "boundary: as many coefficients as may have their zero beyond one; the search must widen before it narrows.",
        "[-1000, 1] + [0] * 17 + [1]",
    ),
}
