"""car_race_collision: the number of meetings between n cars in one direction and n cars in the other.

Every car meets every oncoming car once, so the answer is n squared: one multiplication. Counting the meetings one by
one takes n squared steps, and adding n for each car still n.
Decided here: n is at least 0 (no cars, no collision) and has at most 50,000 binary digits.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n.bit_length() <= 50_000, "n must have at most 50,000 binary digits"


INVALID = [
    ("a float", (3.0,)),
    ("a negative number of cars", (-1,)),
    ("more cars than the limit allows", (1 << 50_000,)),
]


def reference_square(n):
    return n * n


def slow_count_each_meeting(n):
    collisions = 0
    for _ in range(n):
        for _ in range(n):
            collisions += 1
    return collisions


def growing(rng, size):
    """The number of cars in each direction."""
    return (size,)


def stress_random_digits(rng):
    """large_random: tens of thousands of random bits; no loop over the cars can end."""
    return (rng.getrandbits(49_000) | 1 << 48_999,)


def stress_a_thousand_cars(rng):
    """worst_of_slow: about a thousand cars, few enough for a simulation to end, which counts a million meetings."""
    return (rng.randrange(980, 1_020),)


def stress_power_of_two(rng):
    """sparse: a single bit is set; multiplying bit by bit is fast on this number only."""
    return (1 << rng.randrange(49_000, 49_999),)


def stress_nearly_all_bits_set(rng):
    """dense: nearly every bit is set; multiplying bit by bit adds once for each of them."""
    return ((1 << 49_800) - (1 << rng.randrange(500, 49_000)) - 1,)


def stress_equal_digits(rng):
    """all_equal: one digit some 14,500 times; the sum of the first odd numbers has as many terms as there are cars."""
    return (10 ** rng.randrange(14_400, 14_600) // 9 * rng.randrange(1, 10),)


def stress_exact_power_of_ten(rng):
    """long_value: a one and some 15,000 zeros; working through the decimal text takes quadratic time."""
    return (10 ** rng.randrange(14_950, 15_050),)


EXPRESSIONS = {
    "last_allowed": (
        "boundary: the greatest number allowed; a square by way of floating point overflows.",
        "(1 << 50_000) - 1",
    ),
}
