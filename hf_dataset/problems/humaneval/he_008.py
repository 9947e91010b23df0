"""sum_product: the sum and the product of a list of integers.

Multiplying from left to right makes one factor ever longer and the other stay short: quadratic in the digits of the
product. Multiplying neighbours pairwise keeps both factors alike, so that the fast multiplication of long integers
helps; short numbers are first multiplied plainly, up to some 1200 bits on average.
Decided here: numbers may be zero or negative and have at most 4000 digits each, which Python can still turn into
text; the product may be far longer.
"""

from math import prod
from operator import mul

LIMIT = 10**4000


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert all(type(x) is int for x in numbers), "numbers must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in numbers), "numbers must have at most 4000 digits each"


INVALID = [
    ("numbers is a tuple", ((1, 2),)),
    ("a float among the numbers", ([1, 2.0],)),
    ("a number of 4001 digits", ([1, -(10**4000)],)),
]


def reference_balanced_products(numbers):
    total = sum(numbers)
    if 0 in numbers:
        return total, 0
    bits = sum(map(int.bit_length, numbers))
    size = 1 + 1200 * len(numbers) // (1 + bits)
    factors = [prod(numbers[start : start + size]) for start in range(0, len(numbers), size)]
    while len(factors) > 1:
        if len(factors) % 2:
            factors.append(1)
        factors = list(map(mul, factors[::2], factors[1::2]))
    return total, prod(factors)


def reference_left_to_right(numbers):
    return sum(numbers), prod(numbers)


def slow_shrinking_rest(numbers):
    total, product = 0, 1
    while numbers:
        total += numbers[0]
        product *= numbers[0]
        numbers = numbers[1:]
    return total, product


def stress_random_numbers(rng):
    """large_random: numbers of 30 bits; a product from left to right is quadratic in their count."""
    return ([rng.randrange(2, 2**30) for _ in range(2_500)],)


def stress_long_numbers(rng):
    """long_value: few numbers of 1200 digits; each step of a product from left to right handles very long factors."""
    return ([rng.getrandbits(4_000) | 1 for _ in range(16)],)


def stress_signs_only(rng):
    """boundary: 1 and -1 only, so that the product stays small and copying or shrinking the list is all that counts."""
    numbers = []
    for _ in range(20_000):
        sign = rng.choice((1, -1))
        numbers += [sign, -sign]
    return (numbers,)


def stress_descending(rng):
    """sorted: a factorial from its largest factor on; the product is long from the first steps."""
    return (list(range(5_000, 0, -1)),)


def stress_zero_near_the_front(rng):
    """early_exit: a zero soon makes the product trivial; a product by halves builds long factors before it meets it."""
    numbers = [rng.randrange(2, 2**30) for _ in range(50_000)]
    numbers[300] = 0
    return (numbers,)


def stress_huge_among_ones(rng):
    """worst_of_fast: a few numbers of 3000 digits among many ones; pairing by position multiplies unlike factors."""
    numbers = [1] * 5_000
    for place in (1_000, 2_500, 4_000):
        numbers[place + rng.randrange(32)] = -(1 << 9_999) - rng.getrandbits(9_999)
    return (numbers,)


def growing(rng, size):
    """The number of numbers, all of them 1 or -1."""
    return ([rng.choice([1, -1]) for _ in range(size)],)


EXPRESSIONS = {
    "one_factor": (
        "all_equal: the product is a power of one short number; multiplying it up one factor at a time is quadratic.",
        "[-7] * 12_000",
    ),
}
