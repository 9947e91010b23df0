"""solution: the sum of the odd numbers at the even places (0, 2, 4, ...) of a list.

Cutting the first two numbers off again and again copies all the others and is quadratic; one look at every second
number is linear. The best known one takes every second number by a slice and lets the last bits select from them.
Decided here: numbers may be negative (-3 is odd) and have at most 4000 digits.
"""

from itertools import compress, repeat
from operator import and_


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert lst, "lst must not be empty"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    limit = 10**4000
    assert all(abs(x) < limit for x in lst), "the numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((5, 8, 7),)),
    ("an empty list", ([],)),
    ("a bool among the numbers", ([5, True, 7],)),
    ("a number of 4001 digits", ([5, 1 << 13_288],)),
]


def reference_select_by_the_last_bit(lst):
    numbers = lst[::2]
    return sum(compress(numbers, map(and_, numbers, repeat(1))))


def slow_cut_off_pairs(lst):
    total = 0
    while lst:
        if lst[0] % 2 != 0:
            total += lst[0]
        lst = lst[2:]
    return total


def growing(rng, size):
    """The number of elements."""
    return ([rng.randrange(10**6) for _ in range(size)],)


def stress_random_numbers(rng):
    """large_random: odd and even numbers of both signs; half of those at even places count."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(40_000)],)


def stress_odd_at_odd_places(rng):
    """sparse: odd numbers stand at odd places only; whoever tests for odd numbers first looks at twice as many."""
    return ([rng.randrange(10**6) * 2 + place % 2 for place in range(40_000)],)


def stress_odd_at_even_places(rng):
    """dense: odd numbers stand at even places only, and all of them count."""
    return ([rng.randrange(10**6) * 2 + 1 - place % 2 for place in range(40_000)],)


def stress_rising(rng):
    """sorted: consecutive numbers, the first of which is odd; place and value are even and odd by turns."""
    return (list(range(-20_001, 20_000)),)


def stress_long_numbers(rng):
    """long_value: hundreds of digits each; a remainder goes through all of them, the last bit alone does not."""
    return ([rng.randrange(10**400) for _ in range(8_000)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: the same odd number everywhere; looking up the place of a number finds the first one only.",
        "[7] * 40_000",
    ),
    "minus_one_last": (
        "worst_of_slow: zeros, and the only number that counts stands at the very end.",
        "[0] * 50_000 + [-1]",
    ),
}
