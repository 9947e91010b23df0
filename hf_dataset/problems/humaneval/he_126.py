"""is_sorted: is the list ascending, with no number in it more than twice?

Counting every number with list.count is quadratic; in an ascending list equal numbers are neighbours: linear.
Sorting a block that is in order already takes one pass; three equal numbers in a row put the outer two among every
other number of the block, and a set of those shows it. Taken block by block, both stop at the first fault.
Decided here, as in the examples: equal neighbours are in order, and a number may occur twice but not three times.
An empty list is sorted.
"""


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(x >= 0 for x in lst), "lst must not hold negative numbers"


INVALID = [
    ("lst is a tuple", ((1, 2, 3),)),
    ("a float among the integers", ([1, 2.0, 3],)),
    ("a negative number", ([-1, 2, 3],)),
]


def reference_blocks_sorted_and_sets_of_alternate(lst):
    for start in range(0, len(lst), 254):
        block = lst[start : start + 256]
        if block != sorted(block) or len(set(block[::2])) + len(set(block[1::2])) < len(block):
            return False
    return True


def slow_count_every_number(lst):
    for number in lst:
        if lst.count(number) > 2:
            return False
    return lst == sorted(lst)


def growing(rng, size):
    """The number of integers in the list."""
    return (list(range(size)),)


def stress_distinct_ascending(rng):
    """large_random: ascending distinct numbers with random gaps; counting each one looks through the whole list."""
    return (sorted(rng.sample(range(10**9), 36_000)),)


def stress_every_number_twice(rng):
    """boundary: each number occurs twice, as often as allowed, so that no search for a third ends early."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + place // 2 for place in range(36_000)],)


def stress_descends_after_a_third(rng):
    """early_exit: the order breaks after a third of the list; counting all numbers first reads what cannot matter."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (list(range(lowest, lowest + 20_000)) + list(range(lowest + 60_000, lowest + 20_000, -1)),)


def stress_last_number_too_small(rng):
    """worst_of_fast: only the last number is out of order, so that stopping at the first fault saves nothing."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (list(range(lowest, lowest + 36_000)) + [lowest],)


def stress_third_of_a_kind_at_the_end(rng):
    """worst_of_slow: ascending, with only the last number there three times; order and counts need full passes."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + 7 * place for place in range(39_999)] + [lowest + 280_000] * 3,)


def stress_third_of_a_kind_in_the_middle(rng):
    """sorted: ascending throughout, a third of a kind halfway; checking the whole order first goes past the fault."""
    lowest = rng.randrange(1_000, 1_000_000)
    middle = lowest + rng.randrange(24_800, 25_200)
    return (list(range(lowest, middle)) + [middle - 1] * 2 + list(range(middle, lowest + 50_000)),)


def stress_long_numbers(rng):
    """long_value: numbers of 150 digits that differ in the last ones only; hashing or comparing reads them whole."""
    lowest = 10**150 + rng.randrange(1_000_000)
    return ([lowest + 3 * place for place in range(12_000)],)
