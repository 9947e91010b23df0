"""add: the sum of the even numbers at odd positions of a list.

Cutting the first two numbers off the list again and again copies the rest each time and is quadratic; one pass over
every second number is linear. The lowest bit tells even from odd without a division, which matters for long numbers.
Decided here: positions count from 0, zero and negative numbers can be even, numbers have at most 4000 digits; the sum
of nothing is 0.
"""

from itertools import compress, repeat
from operator import and_

LIMIT = 10**4000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert lst, "lst must not be empty"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst), "numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((4, 2),)),
    ("an empty list", ([],)),
    ("a float among the numbers", ([4, 2.0],)),
    ("a number of 4001 digits", ([4, 10**4000],)),
]


def reference_lowest_bit_of_every_second(lst):
    return sum([x for x in lst[1::2] if not x & 1])


def reference_all_less_the_odd(lst):
    candidates = lst[1::2]
    return sum(candidates) - sum(compress(candidates, map(and_, candidates, repeat(1))))


def slow_cut_off_two_at_a_time(lst):
    total = 0
    rest = lst
    while len(rest) > 1:
        if rest[1] % 2 == 0:
            total += rest[1]
        rest = rest[2:]
    return total


def stress_random_numbers(rng):
    """large_random: half of the candidates count; cutting the list down step by step copies it all over again."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(30_000)],)


def stress_all_candidates_even(rng):
    """dense: everything at an odd position counts and nothing else is even; additions dominate."""
    return ([2 * rng.randrange(10**6) + 1 - place % 2 for place in range(30_000)],)


def stress_no_candidate_even(rng):
    """sparse: all even numbers stand at even positions; a filter by value first keeps half of the list for nothing."""
    return ([2 * rng.randrange(10**6) + place % 2 for place in range(40_000)],)


def stress_long_numbers(rng):
    """long_value: numbers of 900 digits; a remainder by division reads all digits where the last bit is enough."""
    return ([rng.getrandbits(3_000) for _ in range(6_000)],)


def stress_near_machine_word(rng):
    """worst_of_fast: numbers of 62 bits, so that the running sum soon leaves the range of a machine word."""
    return ([rng.randrange(2**61, 2**62) for _ in range(16_000)],)


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(10**6) for _ in range(size)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one even number throughout; finding a position by value always ends at the front.",
        "[2] * 30_000",
    ),
}
