"""prod_signs: the sum of the magnitudes, times the product of the signs.

Taking the sign from the product of the numbers themselves is quadratic, since that product grows with every factor;
a zero or the parity of the count of negative numbers gives it in linear time.
The sum of the magnitudes is the sum of all numbers less twice the sum of the negative ones.
Decided here: numbers have at most 4000 digits; an empty list gives None.
"""

LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in arr), "arr must hold numbers of at most 4000 digits each"


INVALID = [
    ("arr is a tuple", ((1, -2),)),
    ("a float among the integers", ([1, -2.0],)),
    ("a number of 4001 digits", ([1, -(10**4000)],)),
]


def reference_zero_then_negatives(arr):
    if not all(arr):
        return 0
    negative = [x for x in arr if x < 0]
    magnitudes = sum(arr) - 2 * sum(negative)
    if len(negative) % 2:
        return -magnitudes
    return magnitudes if arr else None


def slow_sign_of_the_whole_product(arr):
    if not arr:
        return None
    product = 1
    total = 0
    for number in arr:
        product *= number
        total += abs(number)
    if product == 0:
        return 0
    return total if product > 0 else -total


def growing(rng, size):
    """The number of integers in the list."""
    return ([rng.choice((-1, 1)) * rng.randrange(10**8, 10**9) for _ in range(size)],)


def stress_random_signs(rng):
    """large_random: nonzero numbers of both signs in random order; their product has more and more digits."""
    return ([rng.randrange(1, 10**6) * rng.choice((-1, 1)) for _ in range(40_000)],)


def stress_zero_after_a_third(rng):
    """early_exit: a zero after a third of the list settles the answer; adding up magnitudes first is wasted work."""
    return ([place % 1_000 - 1_000 for place in range(100_000)] + [0] + [9, -8] * 100_000,)


def stress_zero_at_the_end(rng):
    """worst_of_fast: the only zero stands at the very end, so that looking for it must read the whole list."""
    return ([rng.randrange(-(10**9), -1) for _ in range(150_000)] + [0],)


def stress_ascending_from_negative(rng):
    """sorted: an ascending list, its two halves of one sign each; each later factor makes the product longer."""
    return (list(range(-45_001, 0, 2)) + list(range(1, 45_001, 2)),)


def stress_all_negative(rng):
    """dense: all numbers are negative, an odd count of them; collecting the negative ones keeps the whole list."""
    return ([-2 - rng.randrange(10**4) for _ in range(45_001)],)


def stress_long_numbers(rng):
    """long_value: numbers of 1000 digits of both signs; taking each magnitude copies its digits."""
    return ([(10**999 + rng.getrandbits(3_300)) * (-1) ** (place // 3) for place in range(6_000)],)


EXPRESSIONS = {
    "one_number_repeated": (
        "all_equal: one negative number an even number of times; grouping helps, but a running product still grows.",
        "[-70_000] * 50_000",
    ),
}
