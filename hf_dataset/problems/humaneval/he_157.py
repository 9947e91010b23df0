"""right_angle_triangle: do three side lengths belong to a right-angled triangle?

The squares of the two shorter sides must add up to the square of the longest. With huge integers the cost lies in the
squares: trying each side as the longest squares up to nine times, ordering the sides leaves two multiplications, and
the remainders by one machine-sized number refuse nearly every other triangle without any. Taking the cosines of the
angles as exact fractions needs greatest common divisors, which are quadratic in the number of digits.
Decided here: the sides are positive integers of at most 200,000 bits. They need not be able to form a triangle at all,
as in the tests; then the answer is False.
"""

from fractions import Fraction
from math import isqrt

BITS = 200_000
PRIME = 1_073_741_789


def contract(a, b, c):
    assert type(a) is int, "a must be an int"
    assert type(b) is int, "b must be an int"
    assert type(c) is int, "c must be an int"
    assert min(a, b, c) > 0, "the sides must be positive"
    assert max(a, b, c).bit_length() <= BITS, "the sides must have at most 200,000 bits"


INVALID = [
    ("a is a float", (3.0, 4, 5)),
    ("b is a truth value", (1, True, 1)),
    ("c is missing", (3, 4, None)),
    ("a side of length zero", (3, 0, 3)),
    ("a side beyond the limit", (1, 1 << BITS, 1 << BITS)),
]


def reference_remainders_then_two_products(a, b, c):
    short, middle, long = sorted((a, b, c))
    x, y, z = short % PRIME, middle % PRIME, long % PRIME
    return (x * x + y * y - z * z) % PRIME == 0 and short * short == (long - middle) * (long + middle)


def cosine(opposite, side, other_side):
    return Fraction(side * side + other_side * other_side - opposite * opposite, 2 * side * other_side)


def slow_exact_cosines(a, b, c):
    return 0 in [cosine(a, b, c), cosine(b, c, a), cosine(c, a, b)]


def triple(m, n):
    return m * m - n * n, 2 * m * n, m * m + n * n


def stress_random_right_triangle(rng):
    """large_random: a right triangle of random shape, longest side in front; only products of long numbers prove it."""
    m = rng.getrandbits(20_000) | 1 << 19_999
    short, middle, long = triple(m, rng.getrandbits(19_999))
    return long, middle, short


def stress_legs_differ_by_one(rng):
    """sorted: sides in rising order, the shorter ones one apart; trying the first as the longest squares in vain."""
    m, n = 2, 1
    for _ in range(18_000):
        m, n = 2 * m + n, m
    return tuple(sorted(triple(m, n)))


def stress_needle(rng):
    """sparse: two sides differ by one and the third is half as long in digits; squaring the long ones is not needed."""
    m = rng.getrandbits(60_000) | 1 << 59_999
    return 2 * m * (m + 1) + 1, 2 * m + 1, 2 * m * (m + 1)


def stress_common_factor(rng):
    """long_value: 20, 21 and 29 times a long number, the longest side in front; all squares have the same length."""
    factor = rng.getrandbits(50_000) | 1
    return 29 * factor, 20 * factor, 21 * factor


def stress_one_bit_off(rng):
    """worst_of_fast: a right triangle but for one bit in the middle; neither the first nor the last digits show it."""
    short, middle, long = triple(rng.getrandbits(25_000) | 1 << 24_999, rng.getrandbits(24_999))
    return short, middle ^ 1 << 25_000, long


def stress_equal_legs(rng):
    """all_equal: two equal sides and the integer next to the diagonal; upper halves of the squares agree."""
    leg = rng.getrandbits(40_000) | 1 << 39_999
    return leg, leg, isqrt(2 * leg * leg)


EXPRESSIONS = {
    "longest_allowed": (
        "boundary: sides of 200,000 bits in the ratio of 3, 4 and 5, nearly all of whose bits are zero.",
        "5 << BITS - 3",
        "3 << BITS - 3",
        "4 << BITS - 3",
    ),
}


def growing(rng, size):
    """The number of bits of the longest side of a right-angled triangle."""
    half = (size + 1) // 2
    return triple((1 << half - 1) + rng.getrandbits(half - 2) + 1, rng.getrandbits(half - 2) + 1)
