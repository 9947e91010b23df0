"""f: the factorials of the even and the sums of the odd numbers from 1 to n, by turns.

Computing each element afresh takes i multiplications for the element i, about the third power of n with the growing
length of the factorials; carrying the factorial on takes one multiplication for each, about the square of n.
The argument is a single number, so the inputs differ in parity, in size and in what solutions in blocks or by halves
make of them.
Decided here: n may be 0 (the list is empty) and is at most 4000; the factorial of that has 12,674 digits.
"""

from itertools import accumulate
from operator import mul


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 4_000, "n must be at most 4,000"


INVALID = [
    ("n is a float", (5.0,)),
    ("n is negative", (-1,)),
    ("n is too large", (4_001,)),
]


def reference_carry_factorial_on(n):
    elements = list(accumulate(range(1, n + 1)))
    elements[1::2] = accumulate([(i - 1) * i for i in range(2, n + 1, 2)], mul)
    return elements


def slow_every_element_afresh(n):
    elements = []
    for i in range(1, n + 1):
        element = 1
        for j in range(2, i + 1):
            element = element * j if i % 2 == 0 else element + j
        elements.append(element)
    return elements


def growing(rng, size):
    """The number of elements."""
    return (size,)


def stress_any_size(rng):
    """large_random: no round number; a loop within the loop makes millions of long products."""
    return (rng.randrange(1_160, 1_170),)


def stress_odd_size(rng):
    """worst_of_fast: the last element is a sum, and steps of two elements must not overshoot to one factorial more."""
    return (rng.randrange(1_097, 1_107, 2),)


def stress_small_size(rng):
    """worst_of_slow: few enough elements for each of them to be computed afresh, which still takes the third power."""
    return (rng.randrange(398, 403),)


EXPRESSIONS = {
    "greatest_allowed": (
        "boundary: the limit; the last factorial is the longest, each one afresh takes millions of products.",
        "4_000",
    ),
    "power_of_two": (
        "dense: a power of two; products by halves come out even, but share nothing between the elements.",
        "1_024",
    ),
    "behind_a_power_of_two": (
        "long_value: one more than a power of two; making more factorials by doubling makes needlessly long ones.",
        "2_049",
    ),
}
