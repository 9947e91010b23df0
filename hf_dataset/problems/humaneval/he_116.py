"""sort_array: numbers in order of the count of ones in their binary form, and of their value where it is equal.

Picking the smallest of the rest each time is quadratic; sorting is n log n. The ones are counted fastest by the
integers themselves, not by their text. Two solutions are the fastest known ones: sorting twice, which gains from
repeats and from order, and sorting within each group of equal counts.
Decided here: although the prompt speaks of non-negative numbers, its example and the tests have negative ones; they are
allowed, and their ones are those of the absolute value, without the sign. (The results of the prompt's first two
examples contradict its own text; the tests follow the text.) Numbers have at most 4000 digits each.
"""

from collections import defaultdict

LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in arr), "the numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((1, 5, 2),)),
    ("a float among the numbers", ([1, 5.0],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
]


def reference_sort_by_value_then_by_ones(arr):
    ordered = sorted(arr)
    ordered.sort(key=int.bit_count)
    return ordered


def reference_sort_each_group(arr):
    groups = defaultdict(list)
    for x in arr:
        groups[x.bit_count()].append(x)
    ordered = []
    for ones in sorted(groups):
        groups[ones].sort()
        ordered += groups[ones]
    return ordered


def slow_pick_the_smallest(arr):
    rest = [(bin(x).count("1"), x) for x in arr]
    ordered = []
    while rest:
        smallest = min(rest)
        rest.remove(smallest)
        ordered.append(smallest[1])
    return ordered


def stress_random_numbers(rng):
    """large_random: shuffled numbers below 2**30; picking or swapping one at a time is quadratic."""
    return ([rng.randrange(2**30) for _ in range(3_500)],)


def stress_counting_down(rng):
    """sorted: falling values, whose counts of ones go up and down; the order by value does not help with that one."""
    return (list(range(4_000, 0, -1)),)


def stress_powers_of_two(rng):
    """worst_of_slow: powers of two of both signs in random order: one count of ones, so that values decide it all."""
    return ([rng.choice((1, -1)) << rng.randrange(1_000) for _ in range(3_000)],)


def stress_low_bytes(rng):
    """dense: numbers below 256, each many times; pairs of a count and a value are compared down to their ends."""
    return ([rng.randrange(256) for _ in range(4_000)],)


def stress_negative_numbers(rng):
    """boundary: negative numbers of up to 60 bits; the sign is not counted, and at equal counts -8 comes before -4."""
    return ([-rng.randrange(2**60) for _ in range(3_500)],)


def stress_long_numbers(rng):
    """long_value: numbers of 6000 bits; clearing or shifting out one bit at a time copies all the others."""
    return ([rng.getrandbits(6_000) for _ in range(800)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one number many times, already in order; counting its ones for every comparison is wasted.",
        "[2**20 - 1] * 5_000",
    ),
}


def growing(rng, size):
    """The number of numbers, in random order."""
    return ([rng.randrange(2**30) for _ in range(size)],)
