"""monotonic: does a list never fall, or never rise?

Comparing every pair of elements is quadratic, sorting is n log n, comparing neighbours is linear. The first and the
last element tell which of the two directions is possible. The best known one sorts block after block in that direction:
a block that is in order already is recognized in one fast pass, and the first one that is not ends the search.
Equal neighbours count as both rising and falling, as in the tests; so a list of equal elements, of one element or of
none is monotonic. The elements are integers and finite floats, which may be mixed.
"""

from itertools import accumulate


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is int or type(x) is float for x in l), "l must hold integers and floats only"
    assert all(x - x == 0 for x in l), "the elements of l must be finite"


INVALID = [
    ("l is a tuple", ((1, 2, 3),)),
    ("a string among the elements", ([1, "2", 3],)),
    ("not a number", ([1.0, float("nan"), 3.0],)),
]


def reference_sort_blocks(l):  # noqa: E741
    falling = l[:1] > l[-1:]
    for start in range(0, len(l), 1024):
        block = l[start : start + 1025]
        if block != sorted(block, reverse=falling):
            return False
    return True


def slow_every_pair(l):  # noqa: E741
    rising = falling = True
    for i in range(len(l)):
        for j in range(i + 1, len(l)):
            if l[i] > l[j]:
                rising = False
            if l[i] < l[j]:
                falling = False
    return rising or falling


def stress_rising(rng):
    """sorted: the list rises to its end; comparing every pair never finds a reason to stop."""
    return (sorted(rng.randrange(10**9) for _ in range(60_000)),)


def stress_falling(rng):
    """worst_of_slow: the list falls to its end; a solution that tests for a rise first does its whole work twice."""
    return (sorted((rng.randrange(-(10**6), 10**6) for _ in range(60_000)), reverse=True),)


def stress_broken_at_the_end(rng):
    """worst_of_fast: only the last two elements are in the wrong order, so that no early exit saves anything."""
    numbers = [3 * place + rng.randrange(3) for place in range(60_000)]
    numbers[-2] = numbers[-1] + 5
    return (numbers,)


def stress_disorder_in_the_second_half(rng):
    """early_exit: the first break stands in the middle; sorting the random rest of the list is waste."""
    rest = [rng.randrange(40_000, 10**6) for _ in range(40_000)]
    return (list(range(40_000)) + rest + [10**6],)


def stress_two_levels(rng):
    """all_equal: two values only, so that nearly all neighbours are equal; the one step down decides the direction."""
    return ([8] * 25_000 + [-8] * 35_000,)


def stress_long_numbers(rng):
    """long_value: rising numbers of 300 digits that differ in the last ones only; each comparison reads them whole."""
    steps = sorted(rng.randrange(10**7) for _ in range(25_000))
    return ([10**300 + step for step in steps],)


def stress_floats(rng):
    """large_random: floats that rise by random steps; keeping a list of all steps or of their signs is waste."""
    return (list(accumulate(rng.random() for _ in range(50_000))),)


EXPRESSIONS = {
    "integers_and_floats": (
        "dense: integers and floats by turns, falling; comparing the two kinds is slow; sorting twice doubles it.",
        "[i if i % 2 else i + 0.5 for i in range(25_000, -25_000, -1)]",
    ),
}


def growing(rng, size):
    """The number of elements."""
    return (list(range(size)),)
