"""greatest_common_divisor: the greatest common divisor of two integers.

Trying the divisors is exponential in the number of digits; repeated subtraction is as bad when the numbers differ in
size; Euclid's algorithm with one long division a step is quadratic. The best known one, in `math.gcd`, does
many of Euclid's steps at once on the leading digits, with few passes over the whole numbers.
The prompt does not say which sign the answer has for negative numbers, and zero and zero have no greatest common
divisor: the contract allows numbers from zero up, not both zero. The inputs need fewer than 900 steps of Euclid's
algorithm, so that a recursive solution can do them.
"""

import math


def contract(a, b):
    assert type(a) is int, "a must be an int"
    assert type(b) is int, "b must be an int"
    assert a >= 0, "a must not be negative"
    assert b >= 0, "b must not be negative"
    assert a > 0 or b > 0, "a and b must not both be zero"


INVALID = [
    ("a is a float", (12.0, 8)),
    ("b is a bool", (12, True)),
    ("a is negative", (-12, 8)),
    ("b is negative", (12, -8)),
    ("both are zero", (0, 0)),
]


def fibonacci_pair(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a, b


def reference_built_in(a, b):
    return math.gcd(a, b)


def slow_try_every_divisor(a, b):
    if a == 0 or b == 0:
        return a or b
    divisor = min(a, b)
    while a % divisor or b % divisor:
        divisor -= 1
    return divisor


def stress_random_multiples(rng):
    """large_random: random multiples of a long number; every step of Euclid's algorithm divides long numbers."""
    common = rng.getrandbits(300_000) | 1
    return common * rng.getrandbits(1_300), common * rng.getrandbits(1_300)


def stress_fibonacci_multiples(rng):
    """worst_of_fast: all quotients are 1, so that divisions are no better than subtractions: the most steps."""
    common = rng.getrandbits(250_000) | 1
    small, large = fibonacci_pair(820)
    return common * large, common * small


def stress_long_and_short(rng):
    """worst_of_slow: one number is far longer than the other; subtracting the short one would never end."""
    return rng.getrandbits(4_000_000) | 1, rng.getrandbits(60) | 1 << 60


def stress_long_quotient(rng):
    """early_exit: two divisions tell the answer, the first with a quotient of thirty thousand bits."""
    common = rng.getrandbits(40_000) | 1 << 40_000
    return common * (rng.getrandbits(30_000) * 6 + 5), common * 6


def stress_shared_zero_bits(rng):
    """boundary: both end in millions of zero bits; halving them one bit at a time is quadratic in the length."""
    odd = rng.getrandbits(400) | 1
    return odd * 15 << 4_000_000, odd * 21 << 3_999_900


def stress_neighbours(rng):
    """sparse: long numbers that differ by one have no common factor: a search for a divisor fails to the end."""
    a = rng.getrandbits(4_000_000)
    return a, a + 1


def growing(rng, size):
    """The value of the smaller number."""
    return size + 1, size
