"""is_equal_to_sum_even: is n the sum of exactly four positive even numbers?

Every even number from 8 on is, as 2 + 2 + 2 + (n - 6), and no other number. Trying all summands takes time cubic in n.
On huge numbers the remainder after division by two reads the whole number, while the last bit of a positive number is
there at once: the best known solution takes constant time.
Decided here: n may be zero or negative (then the answer is no); it has at most 2 million binary digits, the sign apart.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n < 1 << 2_000_000, "n must be less than 2**2_000_000"
    assert n > -1 << 2_000_000, "n must be greater than -2**2_000_000"


INVALID = [
    ("a float", (8.0,)),
    ("a positive number that is too long", (1 << 2_000_000,)),
    ("a negative number that is too long", (-1 << 2_000_000,)),
]


def reference_size_then_last_bit(n):
    return n >= 8 and not n & 1


def slow_try_all_summands(n):
    for a in range(2, n, 2):
        for b in range(2, n - a, 2):
            for c in range(2, n - a - b, 2):
                d = n - a - b - c
                if d > 0 and d % 2 == 0:
                    return True
    return False


def growing(rng, size):
    """The value of n, made odd."""
    return (size | 1,)


def stress_random_even(rng):
    """large_random: nearly two million random bits, the last one zero; a division reads all of them."""
    return ((rng.getrandbits(1_990_000) | 1 << 1_989_999) & -2,)


def stress_random_odd(rng):
    """worst_of_fast: a random odd number; it is large enough, so that its size does not end the test."""
    return (rng.getrandbits(1_900_000) | 1 << 1_899_999 | 1,)


def stress_negative_even(rng):
    """early_exit: a huge negative number; its sign tells, and the parity of so long a number need not be found."""
    return (-2 * (rng.getrandbits(1_800_000) | 1 << 1_799_999),)


def stress_thousand_bits(rng):
    """dense: an odd number of a thousand bits, too large to try summands, but short enough for a cheap division."""
    return (rng.getrandbits(1_000) | 1 << 999 | 1,)


def stress_one_bit(rng):
    """sparse: a power of two with a single bit set; dividing by two again and again copies it each time."""
    return (1 << rng.randrange(1_680_000, 1_720_000),)


def stress_all_digits_equal(rng):
    """all_equal: one hexadecimal digit some 400,000 times after a minus sign; turning it into text reads it whole."""
    return (-(16 ** rng.randrange(395_000, 405_000) // 15 * rng.choice((2, 4, 6, 8, 10, 12, 14))),)


EXPRESSIONS = {
    "small_and_odd": (
        "worst_of_slow: an odd number small enough to try all summands, none of which fit.",
        "151",
    ),
    "least_allowed": (
        "boundary: the least number allowed, negative and odd with all its bits set; even its last bit costs a copy.",
        "1 - (1 << 2_000_000)",
    ),
}
