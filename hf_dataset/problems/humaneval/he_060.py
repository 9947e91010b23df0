"""sum_to_n: the sum of the numbers from 1 to n.

Adding them up takes n steps; half the product of n and n + 1 takes one multiplication. On long numbers that is all the
cost; the best known one squares n instead, since the product of a number with itself is cheaper than any other, and
halves by a shift. A detour over floats gives wrong sums from 17 digits on.
Decided here: n may be zero (the sum of nothing is zero) but not negative, and has at most 20,000 digits.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n < 10**20_000, "n must have at most 20,000 digits"


INVALID = [
    ("n is a float", (5.0,)),
    ("n is negative", (-1,)),
    ("n has 21,073 digits", (1 << 70_000,)),
]


def reference_square_and_shift(n):
    return (n * n + n) >> 1


def slow_add_one_by_one(n):
    total = 0
    for i in range(1, n + 1):
        total += i
    return total


def stress_random_bits(rng):
    """long_value: a random number of fifty thousand bits; the only cost left is that of one long multiplication."""
    return (rng.getrandbits(50_000) | 1 << 49_999,)


def stress_within_reach(rng):
    """worst_of_slow: few enough numbers to add them up one by one, which takes a step for each."""
    return (rng.randrange(108_000, 112_000),)


def stress_three_hundred_numbers(rng):
    """dense: some three hundred numbers, so few that the built-in sum of a range lies near the formula."""
    return (rng.randrange(295, 306),)


def stress_one_bit(rng):
    """sparse: a power of two, one bit set among sixty thousand; doubling and adding bit by bit is quadratic."""
    return (2 ** rng.randrange(59_600, 60_400),)


def stress_beyond_all_floats(rng):
    """worst_of_fast: the sum lies just above the largest float; a detour over floats fails."""
    return (2**512 + rng.randrange(1, 10**6, 2),)


EXPRESSIONS = {
    "greatest_allowed": (
        "boundary: 20,000 nines; the number is odd, so n + 1 and not n is the one to halve.",
        "10**20_000 - 1",
    ),
}


def growing(rng, size):
    """The value of n."""
    return (size,)
