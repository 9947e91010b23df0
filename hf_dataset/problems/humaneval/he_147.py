"""get_max_triples: the number of triples of a sequence whose sum is a multiple of 3.

The remainders of i * i - i + 1 by 3 are 1, 0, 1, over and over, and a sum of three of them is a multiple of 3 only when
they are equal. So every third number counts as one group and the rest as another, and the number of triples within the
groups is a polynomial: two multiplications. Trying every triple is cubic in n, and finding the remainder of each number
is still linear.
Decided here: n has at most 30,000 binary digits.
"""

from itertools import combinations


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be positive"
    assert n.bit_length() <= 30_000, "n must have at most 30,000 binary digits"


INVALID = [
    ("a float", (5.0,)),
    ("no numbers at all", (0,)),
    ("more numbers than the limit allows", (1 << 30_000,)),
]


def reference_polynomial_of_a_third(n):
    third, rest = divmod(n, 3)
    return third * (third * third * 3 - (5 * third - 2, third, 1)[rest]) // 2


def slow_every_triple(n):
    numbers = [i * i - i + 1 for i in range(1, n + 1)]
    return sum(1 for triple in combinations(numbers, 3) if sum(triple) % 3 == 0)


def growing(rng, size):
    """The length of the sequence."""
    return (size,)


def stress_random_digits(rng):
    """large_random: tens of thousands of random bits; no loop over the sequence can end."""
    return (rng.getrandbits(29_000) | 1 << 28_999,)


def stress_a_hundred(rng):
    """worst_of_slow: few enough numbers for nested loops over all triples to end, after some 160,000 of them."""
    return (rng.randrange(99, 102),)


def stress_twenty_thousand(rng):
    """dense: one loop over the sequence can end here, two nested ones cannot; a third of the remainders are zero."""
    return (rng.randrange(19_800, 20_200),)


def stress_power_of_two(rng):
    """sparse: a single bit is set, and the remainder by 3 is two."""
    return (1 << rng.randrange(29_401, 29_601, 2),)


def stress_equal_digits(rng):
    """all_equal: one decimal digit some 8,500 times; the number of triples has three times as many digits."""
    return (10 ** rng.randrange(8_450, 8_550) // 9 * rng.randrange(1, 10),)


def stress_exact_power_of_ten(rng):
    """long_value: a one and some 9,000 zeros; the length is so large that Python refuses to write it in decimal."""
    return (10 ** rng.randrange(8_970, 9_030),)


EXPRESSIONS = {
    "nine": (
        "early_exit: a very short sequence, for which preparing tables costs more than trying its 84 triples.",
        "9",
    ),
    "last_allowed": (
        "boundary: the greatest length allowed, a multiple of 3; roots and quotients in floating point overflow.",
        "(1 << 30_000) - 1",
    ),
}
