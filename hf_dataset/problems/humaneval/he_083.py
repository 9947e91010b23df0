"""starts_one_ends: how many numbers with n digits start or end with 1?

The answer is 18 followed by n - 2 zeros, and 1 for n = 1. Counting through all numbers takes exponential time,
multiplying by ten for each digit is quadratic in n, and a power of ten takes about one long multiplication. The best
known one computes the power of five only and shifts it.
Decided here: n is at most 50,000, so that the answer can be handled.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be positive"
    assert n <= 50_000, "n must be at most 50,000"


INVALID = [
    ("a float", (2.0,)),
    ("zero", (0,)),
    ("too large", (50_001,)),
]


def reference_power_of_five(n):
    return 9 * 5 ** (n - 2) << n - 1 if n > 1 else 1


def slow_multiply_for_each_digit(n):
    if n == 1:
        return 1
    count = 18
    for _ in range(n - 2):
        count *= 10
    return count


def growing(rng, size):
    """The number of digits."""
    return (size,)


def stress_random_number_of_digits(rng):
    """large_random: about forty thousand digits; counting through the numbers never ends."""
    return (rng.randrange(39_700, 40_300),)


def stress_exponent_of_ones(rng):
    """worst_of_fast: the exponent has binary ones but for one place, so that squarings are followed by
    multiplications.
    """
    return (2**15 + 1 - (1 << rng.randrange(2, 12)),)


def stress_exponent_of_one_bit(rng):
    """sparse: the exponent has two bits, so that a power needs hardly more than squarings."""
    return (2**15 + 2 + (1 << rng.randrange(2, 7)),)


def stress_three_hundred_digits(rng):
    """long_value: the answer is just within the range of a float, which loses its last digits."""
    return (rng.randrange(292, 309),)


EXPRESSIONS = {
    "largest_number_of_digits": (
        "boundary: the largest n allowed; multiplying by ten for each digit is quadratic.",
        "50_000",
    ),
    "six_digits": (
        "worst_of_slow: few enough for counting to end, which still looks at 900,000 numbers.",
        "6",
    ),
    "one_digit": (
        "early_exit: the one number is 1 itself, which both starts and ends with 1; the formula does not fit.",
        "1",
    ),
}
