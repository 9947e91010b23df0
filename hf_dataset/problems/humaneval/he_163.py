"""generate_integers: the even digits between two positive integers, in ascending order.

Only 2, 4, 6 and 8 can be part of the answer, so it takes constant time, however far apart the two numbers are. Going
through all integers between them is linear in their distance, that is exponential in their length.
Decided here: both ends belong to the range, which may be given in either order, and a digit is a number below ten, as
in the tests (no even digits between 10 and 14). The numbers have at most 12 decimal digits.
"""


def contract(a, b):
    assert type(a) is int, "a must be an integer"
    assert type(b) is int, "b must be an integer"
    assert a > 0, "a must be positive"
    assert b > 0, "b must be positive"
    assert max(a, b) < 10**12, "a and b must have at most 12 decimal digits"


INVALID = [
    ("a is a float", (2.0, 8)),
    ("b is text", (2, "8")),
    ("a is zero", (0, 8)),
    ("b is negative", (2, -8)),
    ("a number of 13 digits", (10**12, 2)),
]


def reference_slice_of_even_digits(a, b):
    if a > b:
        a, b = b, a
    return [2, 4, 6, 8][(a - 1) // 2 : b // 2]


def slow_test_every_integer(a, b):
    return [number for number in range(min(a, b), max(a, b) + 1) if number < 10 and number % 2 == 0]


def stress_random_distance(rng):
    """large_random: one end is a digit and the other a number by chance; hardly any integer between is a digit."""
    return rng.randrange(2, 8), rng.randrange(150_000, 300_000)


def stress_no_digit_between(rng):
    """sparse: both ends are far above all digits, so the answer is empty without a look at what lies between."""
    low = rng.randrange(10**11, 9 * 10**11)
    return low, low + 250_000


def stress_all_digits_in_front(rng):
    """worst_of_slow: all digits lie at the beginning, and a loop goes on through hundreds of thousands of numbers."""
    return 1, rng.randrange(392_000, 408_000)


def stress_falling_ends(rng):
    """sorted: the larger number stands first; the range must be turned round, but not run through."""
    return rng.randrange(343_000, 357_000), 3


def stress_just_above_the_digits(rng):
    """boundary: the lower end is the first number after the last even digit; nothing is found, however long."""
    return 9, rng.randrange(196_000, 204_000)


def stress_last_even_digit(rng):
    """early_exit: the lower end is the only even digit in reach; nothing after it needs to be looked at."""
    return rng.randrange(294_000, 306_000), 8


def stress_equal_ends(rng):
    """all_equal: both ends are the same long number; counting up to it from one or from zero never ends."""
    end = rng.randrange(10**11, 10**12)
    return end, end


EXPRESSIONS = {
    "longest_range": (
        "long_value: the longest range allowed, which no loop over its numbers gets through.",
        "2",
        "10**12 - 1",
    ),
}


def growing(rng, size):
    """The larger of the two numbers, the other being one."""
    return 1, size
