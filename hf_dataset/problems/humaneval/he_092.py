"""any_int: are three numbers all integers, and is one of them the sum of the other two?

Trying all three sums takes three additions and three comparisons. Put in order, only one sum is left to try: of three
numbers that are not negative the largest must be the sum, of three that are not positive the smallest, otherwise the
middle one. With huge integers the cost is one addition in place of three.
Decided here: a number is an int or a finite float; a float is no integer even where its value is whole, as in 3.0.
"""

from itertools import permutations

HEADROOM = "none: any solution reads the numbers a few times, whatever it tries"


def contract(x, y, z):
    numbers = (x, y, z)
    assert all(type(n) is int or type(n) is float for n in numbers), "x, y and z must be integers or floats"
    floats = [n for n in numbers if type(n) is float]
    assert all(n - n == 0 for n in floats), "floats must be finite"
    assert not floats or all(-(10**300) < n < 10**300 for n in numbers), (
        "beside a float, no number may have more than 300 digits"
    )


INVALID = [
    ("a truth value", (True, 1, 2)),
    ("not a number", (1.0, float("nan"), 2)),
    ("a huge integer beside a float", (2.5, 10**400, 1)),
]


def only_possible_sum(low, middle, high):
    if low >= 0:
        return low + middle == high
    if high <= 0:
        return middle + high == low
    return low + high == middle


def reference_order_then_one_sum(x, y, z):
    return type(x) is type(y) is type(z) is int and only_possible_sum(*sorted((x, y, z)))


def slow_every_order(x, y, z):
    if not all(type(n) is int for n in (x, y, z)):
        return False
    return any(a + b == c for a, b, c in permutations((x, y, z)))


BITS = 6_000_000


def huge(rng):
    return rng.getrandbits(BITS) | 1 << (BITS - 1)


def stress_sum_first(rng):
    """worst_of_slow: the sum stands first, the place that is commonly tried last, after two useless additions."""
    a, b = huge(rng), huge(rng)
    return a + b, a, b


def stress_one_bit_off(rng):
    """worst_of_fast: all but the sum, a single bit in the middle is wrong; neither first nor last digits show it."""
    a, b = huge(rng), huge(rng)
    return a, b, (a + b) ^ 1 << BITS // 2


def stress_all_negative(rng):
    """boundary: three huge negative numbers, the smallest of which is the sum; taking absolute values copies all."""
    a, b = huge(rng), huge(rng)
    return -a - b, -b, -a


def stress_opposite_signs(rng):
    """large_random: numbers of both signs, where the sum is neither the largest nor the smallest of them."""
    a, b = huge(rng), huge(rng)
    return b - a, b, -a


EXPRESSIONS = {
    "long_carry": (
        "long_value: a number of ones only, plus one; the carry runs through all digits of the sum.",
        "1 << BITS",
        "(1 << BITS) - 1",
        "1",
    ),
    "all_equal": (
        "all_equal: three equal numbers, none of which is the sum of the others; every comparison reads them whole.",
        "(1 << BITS) - 3",
        "(1 << BITS) - 3",
        "(1 << BITS) - 3",
    ),
}
