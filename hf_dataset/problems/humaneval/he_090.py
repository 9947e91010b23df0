"""next_smallest: the second smallest of the distinct numbers of a list, or None.

Removing duplicates by a search through a list is quadratic, sorting is n log n; one pass that carries the two smallest
numbers along is linear and hashes nothing. On numbers that are in order already the built-in sort is faster still.
Decided here: "second smallest" means the second distinct value; numbers have at most 4000 digits.
"""

from bisect import bisect_right

LIMIT = 10**4000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst), "numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((1, 2),)),
    ("a float among the numbers", ([1, 2.0],)),
    ("a number of 4001 digits", ([1, -(10**4000)],)),
]


def reference_two_smallest_in_one_pass(lst):
    numbers = iter(lst)
    smallest = next(numbers, None)
    for second in numbers:
        if second != smallest:
            break
    else:
        return None
    if second < smallest:
        smallest, second = second, smallest
    for x in numbers:
        if x < second:
            if x < smallest:
                second = smallest
                smallest = x
            elif x > smallest:
                second = x
    return second


def reference_sort_and_skip_the_smallest(lst):
    ordered = sorted(lst)
    if not ordered or ordered[0] == ordered[-1]:
        return None
    return ordered[bisect_right(ordered, ordered[0])]


def slow_list_of_distinct_numbers(lst):
    distinct = []
    for x in lst:
        if x not in distinct:
            distinct.append(x)
    distinct.sort()
    return distinct[1] if len(distinct) > 1 else None


def stress_random_numbers(rng):
    """large_random: nearly all numbers differ; hashing and sorting them all serves two numbers only."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(30_000)],)


def stress_falling_order(rng):
    """worst_of_fast: each number is smaller than all before, so that the two smallest change at every step."""
    return (list(range(40_000, 0, -1)),)


def stress_smallest_at_the_end(rng):
    """worst_of_slow: rising numbers, all different, and the two smallest last; a list of distinct ones grows long."""
    return (list(range(10, 30_000)) + [2, 1],)


def stress_one_number_above_the_smallest(rng):
    """boundary: the smallest number many times and one single larger one; removing it step by step is quadratic."""
    lst = [-5] * 60_000
    lst[rng.randrange(59_000, 60_000)] = 6
    return (lst,)


def stress_few_values(rng):
    """all_equal: eight distinct values in random order; sorting without a look at duplicates compares many ties."""
    return ([rng.randrange(8) * 1000 for _ in range(30_000)],)


def stress_long_numbers(rng):
    """long_value: numbers of 1200 digits that differ in front; a hash reads them whole, a comparison does not."""
    return ([rng.getrandbits(4_000) for _ in range(12_000)],)


def growing(rng, size):
    """The number of distinct numbers."""
    return (rng.sample(range(10 * size), size),)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one value only, so that there is no second one; this shows at the end of the list.",
        "[3] * 60_000",
    ),
}
