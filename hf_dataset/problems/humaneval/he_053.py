"""add: the sum of two numbers.

The addition of two integers is one operation of the language, linear in their length, and nothing faster is known.
The prompt says no more than that both are integers: they may be negative, and have at most 12 million bits.
"""

BITS = 12_000_000


def contract(x, y):
    assert type(x) is int, "x must be an int"
    assert type(y) is int, "y must be an int"
    assert x.bit_length() <= BITS, "x must have at most 12 million bits"
    assert y.bit_length() <= BITS, "y must have at most 12 million bits"


INVALID = [
    ("x is a float", (1.0, 2)),
    ("y is a boolean", (1, True)),
    ("x beyond the limit", (1 << BITS, 1)),
    ("y beyond the limit", (1, -1 << BITS)),
]

HEADROOM = "none: adding two integers is one operation of the language, and no plausible solution does anything else"


def reference_plus(x, y):
    return x + y


def stress_random_numbers(rng):
    """large_random: two long numbers by chance; going through their digits one at a time in Python shows."""
    return rng.getrandbits(BITS - 1), rng.getrandbits(BITS - 1)


def stress_opposite_signs(rng):
    """boundary: one number is negative and both begin alike; the sum is shorter than either of them."""
    x = rng.getrandbits(BITS - 1)
    return x, rng.getrandbits(BITS // 2) - x


def stress_two_negative_numbers(rng):
    """dense: both numbers are negative and of full length; whoever counts up from zero has nothing to count."""
    return -rng.getrandbits(BITS), -rng.getrandbits(BITS)


def stress_one_long_and_one_short(rng):
    """sparse: a long number and a short one; adding bit by bit goes on long after the short one has ended."""
    return rng.getrandbits(BITS - 1), rng.getrandbits(60)


EXPRESSIONS = {
    "carry_through_all_digits": (
        "worst_of_slow: one is added to nothing but ones; passing the carry on takes a round for each bit.",
        "(1 << 12_000_000) - 1",
        "1",
    ),
    "equal_powers_of_two": (
        "all_equal: the same number twice, a power of two; all digits but one are zero.",
        "1 << 11_999_999",
        "1 << 11_999_999",
    ),
}
