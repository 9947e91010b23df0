"""sort_third: sort the elements at the places 0, 3, 6 and so on among themselves, leave the others where they are.

Selecting the smallest of the remaining elements again and again is quadratic; sorting the slice is n log n, or linear
where it consists of few runs already, and one slice assignment puts it back. The elements are integers of any size,
the list may be empty, and what is returned is a list.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert not any(type(x) is bool for x in l), "l must not hold bools"
    assert all(type(x) is int for x in l), "l must hold integers only"


INVALID = [
    ("a tuple", ((3, 2, 1),)),
    ("a bool among the integers", ([3, 2, 1, True],)),
    ("a float among the integers", ([3, 2.0, 1],)),
]


def reference_sort_slice(l):  # noqa: E741
    result, part = l[:], l[::3]
    part.sort()
    result[::3] = part
    return result


def slow_select_the_smallest(l):  # noqa: E741
    result = l[:]
    rest = l[::3]
    for i in range(0, len(l), 3):
        smallest = min(rest)
        rest.remove(smallest)
        result[i] = smallest
    return result


def growing(rng, size):
    """The number of elements."""
    return ([rng.randrange(10**6) for _ in range(size)],)


def stress_random_order(rng):
    """large_random: no order at all among those that are sorted; a sort that swaps neighbours is quadratic."""
    return ([rng.randrange(-(10**8), 10**8) for _ in range(25_000)],)


def stress_few_distinct(rng):
    """all_equal: twenty values; a sort that splits around one value without care for ties degenerates."""
    return (rng.choices(range(20), k=40_000),)


def stress_long_integers(rng):
    """long_value: integers of three hundred digits that differ in their last ones; a comparison reads all of them."""
    return ([10**300 + rng.randrange(10**6) for _ in range(9_000)],)


def stress_two_runs(rng):
    """worst_of_fast: two sorted runs that interleave; merging them is linear, a sort that ignores runs is not."""
    third = [2 * i for i in range(12_000)] + [2 * i + 1 for i in range(12_000)]
    return ([x for i, value in enumerate(third) for x in (value, -i, i)],)


def stress_falling(rng):
    """worst_of_slow: the smallest one always comes last, and the order of all elements has to be turned round."""
    return (list(range(60_000, -60_000, -1)),)


def stress_only_others_out_of_order(rng):
    """sorted: those to be sorted are in order, only the others are not; sorting or moving the others is waste."""
    elements = [rng.randrange(10**9) for _ in range(120_000)]
    elements[::3] = range(-20_000, 20_000)
    return (elements,)
