"""iscube: is the integer the cube of an integer?

Counting up to the root takes a number of steps in proportion to the cube root, a search by halves one in proportion to
the number of digits; a cube root in floating point, rounded and cubed, takes one.
Decided here: the absolute value is at most 10 to the power of 36, because there the rounded floating-point root is
still exact, as the canonical solution needs it; far beyond that it is not.
"""

from math import cbrt


def contract(a):
    assert type(a) is int, "a must be an int"
    assert a <= 10**36, "a must be at most 10 to the power of 36"
    assert a >= -(10**36), "a must be at least minus 10 to the power of 36"


INVALID = [
    ("a float", (8.0,)),
    ("too large", (10**36 + 1,)),
    ("too small", (-(10**39),)),
]


def reference_rounded_root(a):
    return round(cbrt(a)) ** 3 == a


def slow_count_up_to_the_root(a):
    root = 0
    while root**3 < abs(a):
        root += 1
    return root**3 == abs(a)


def growing(rng, size):
    """The cube root of the number."""
    return (size**3,)


def stress_random_cube(rng):
    """large_random: the cube of a number of nine digits; counting up to the root takes that many steps."""
    return (rng.randrange(10**8, 10**9) ** 3,)


def stress_random_no_cube(rng):
    """sparse: a negative number between two cubes that lie far apart; a search must end without an exact root."""
    return (-(rng.randrange(10**11, 10**12) ** 3) - rng.randrange(10**9, 10**10),)


def stress_one_below_a_cube(rng):
    """worst_of_fast: one less than a cube; a root in floating point looks whole and only the cube of it tells."""
    return (rng.randrange(9 * 10**11, 10**12) ** 3 - 1,)


def stress_negative_cube(rng):
    """long_value: a cube of 36 digits below zero; the root of a negative float is a complex number."""
    return (-(rng.randrange(9 * 10**11, 10**12) ** 3),)


def stress_square_but_no_cube(rng):
    """worst_of_slow: many equal prime factors, but not in threes; finding all of them one by one is long."""
    return (2**58 * rng.randrange(1_000_003, 1_009_999, 2) ** 2,)


def stress_cube_of_a_small_number(rng):
    """early_exit: the root is small enough for counting, which still takes more steps than halving."""
    return (rng.randrange(147, 154) ** 3,)


EXPRESSIONS = {
    "largest_cube": (
        "boundary: the largest cube allowed; a search must start from bounds that include its root.",
        "10**36",
    ),
    "product_of_many_cubes": (
        "dense: the root has 6,720 divisors, so that trial division always finds one more factor.",
        "(2**6 * 3**4 * 5**2 * 7 * 11 * 13 * 17 * 19 * 23) ** 3",
    ),
}
