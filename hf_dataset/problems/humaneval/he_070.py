"""strange_sort_list: the minimum, then the maximum of the rest, then the minimum of the rest, and so on.

Searching for and removing the minimum or maximum each time is quadratic. One sort puts everything in place: the
smaller half, rising, goes to the even places of the result and the larger half, falling, to the odd ones.
Decided here: the integers may be negative and have at most 4000 digits. The argument may be changed, only the result
counts.
"""

LIMIT = 10**4000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst), "the integers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((1, 2, 3),)),
    ("a float among the integers", ([1, 2.0, 3],)),
    ("an integer of 4001 digits", ([1, -(10**4000)],)),
]


def reference_sort_and_interleave_halves(lst):
    ordered = sorted(lst)
    middle = (len(ordered) + 1) // 2
    result = ordered[:]
    result[::2] = ordered[:middle]
    result[1::2] = ordered[: middle - 1 : -1]
    return result


def slow_turn_the_rest_round(lst):
    rest = sorted(lst)
    result = []
    while rest:
        result.append(rest[0])
        rest = rest[1:]
        rest.reverse()
    return result


def stress_random_numbers(rng):
    """large_random: shuffled numbers without order; a search for each extreme looks through all that is left."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(6_000)],)


def stress_falling_numbers(rng):
    """sorted: every maximum stands in front, where removing it moves all the others."""
    return (list(range(12_000, -12_000, -1)),)


def stress_long_numbers(rng):
    """long_value: few numbers of 4000 digits that differ in the last ones; every comparison reads them whole."""
    return ([9 * 10**3999 + rng.randrange(10**6) for _ in range(160)],)


def stress_long_numbers_of_both_signs(rng):
    """boundary: long numbers near both ends of the range, each twice; equal ones are compared to the last digit."""
    half = [sign * (LIMIT - 1 - 7 * step) for step in range(40) for sign in (1, -1)] * 2
    rng.shuffle(half)
    return (half,)


def stress_few_distinct(rng):
    """dense: ten values again and again; each search for an extreme has to look past hundreds of its copies."""
    return ([rng.randrange(10) for _ in range(8_000)],)


def stress_rising_and_falling(rng):
    """worst_of_slow: the minima stand at both ends, the maxima in the middle; each removal moves many others."""
    return (list(range(0, 20_000, 2)) + list(range(19_999, 0, -2)),)


EXPRESSIONS = {
    "one_number_repeated": (
        "all_equal: there is nothing to sort; a solution that removes one extreme at a time still takes every step.",
        "[-7] * 30_001",
    ),
}


def growing(rng, size):
    """The number of integers."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(size)],)
