"""max_element: the largest element of a list.

One comparison an element is enough; comparing each element with all others, until one is not exceeded, is quadratic,
and sorting is n log n. The list is not empty. Its elements are either all integers or all floats, so that the type of
the result is certain; NaN is left out.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert len(l) > 0, "l must not be empty"
    assert type(l[0]) is int or type(l[0]) is float, "l must hold numbers"
    assert all(type(x) is type(l[0]) for x in l), "the elements of l must be of one type"
    assert all(x == x for x in l), "l must not hold NaN"


INVALID = [
    ("a tuple", ((1, 2, 3),)),
    ("empty", ([],)),
    ("strings", (["a", "b"],)),
    ("integers and floats together", ([1, 2.0],)),
    ("not a number", ([1.0, float("nan")],)),
]


def reference_max(l):  # noqa: E741
    return max(l)


def slow_compare_with_all(l):  # noqa: E741
    for x in l:
        if all(x >= y for y in l):
            return x


def growing(rng, size):
    """The number of elements."""
    return (sorted(rng.randrange(10**9) for _ in range(size)),)


def stress_random_order(rng):
    """large_random: no order; sorting finds the largest element too, with many comparisons an element."""
    return ([rng.randrange(-(10**8), 10**8) for _ in range(60_000)],)


def stress_negative_floats(rng):
    """boundary: floats just below zero, so that no search may start from zero; text or conversion to int is wrong."""
    return ([-rng.random() - 5e-324 for _ in range(60_000)],)


def stress_long_integers(rng):
    """long_value: integers of two hundred digits that differ in the last ones; each comparison reads all of them."""
    return ([10**200 + rng.randrange(10**6) for _ in range(30_000)],)


def stress_rising_pieces(rng):
    """worst_of_slow: slowly rising waves; most elements exceed a long stretch of the list before one exceeds them."""
    lowest = rng.randrange(1_000, 100_000)
    return ([lowest + base + step for base in range(0, 60_000, 20) for step in range(0, 40, 2)],)


def stress_rising(rng):
    """sorted: every element is the largest so far, so that the one remembered changes at each step."""
    start = rng.randrange(-40_000, -20_000)
    return (list(range(start, start + 60_000)),)


def stress_all_equal(rng):
    """all_equal: no element is larger than another; counting, grouping or storing them is all waste."""
    return ([rng.randrange(1_000, 1_000_000)] * rng.randrange(59_000, 61_000),)


def stress_falling_floats(rng):
    """sparse: the largest element comes first and is never replaced; keeping the largest of each prefix is waste."""
    lowest = rng.randrange(1_000)
    return ([i * 0.5 for i in range(lowest + 60_000, lowest, -1)],)
