"""sort_array: a sorted copy, ascending if the first and the last number add up to an odd number, else descending.

Taking the smallest number out of the rest again and again is quadratic; the built-in sort is n log n and linear on
runs that are in order already.
Decided here: a single number is its own first and last one, an empty list gives an empty list; numbers have at most
4000 digits.
"""

LIMIT = 10**4000


def contract(array):
    assert type(array) is list, "array must be a list"
    assert all(type(x) is int for x in array), "array must hold integers only"
    assert all(x >= 0 for x in array), "array must not hold negative numbers"
    assert all(x < LIMIT for x in array), "numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((2, 1),)),
    ("a float among the numbers", ([2, 1.0],)),
    ("a negative number", ([2, -1],)),
    ("a number of 4001 digits", ([2, 10**4000],)),
]


def reference_sort_then_reverse(array):
    ordered = sorted(array)
    if array and not (array[0] + array[-1]) & 1:
        ordered.reverse()
    return ordered


def slow_take_out_the_smallest(array):
    rest = list(array)
    ordered = []
    while rest:
        smallest = min(rest)
        rest.remove(smallest)
        ordered.append(smallest)
    if array and (array[0] + array[-1]) % 2 == 0:
        ordered.reverse()
    return ordered


def stress_random_ascending(rng):
    """large_random: shuffled numbers to be sorted upwards; picking or swapping one number at a time is quadratic."""
    return ([1] + [rng.randrange(10**9) for _ in range(10_000)] + [2],)


def stress_falling_order_asked_rising(rng):
    """sorted: strictly falling numbers to be sorted upwards; exchanging neighbours swaps every pair."""
    return (list(range(40_000, 0, -1)),)


def stress_rising_order_asked_falling(rng):
    """worst_of_slow: rising numbers, each of them several times, to be sorted downwards: everything must move."""
    return ([place // 5 * 2 for place in range(40_000)],)


def stress_few_values(rng):
    """dense: twenty distinct values many times over; partitions around one of them become lopsided."""
    return ([rng.randrange(20) for _ in range(10_000)] + [4],)


def stress_one_huge_number(rng):
    """worst_of_fast: shuffled numbers with a huge one among them, for which comparisons of short ints do not serve."""
    return ([rng.randrange(2**28) for _ in range(4_000)] + [10**40] + [rng.randrange(2**28) for _ in range(4_000)],)


def stress_long_numbers(rng):
    """long_value: numbers of 600 digits with the same leading ones; a comparison has to read down to the last."""
    base = 10**600
    return ([base + rng.randrange(10**15) for _ in range(2_000)],)


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(10**9) for _ in range(size)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one number many times; nothing is to be sorted, but taking them out one by one moves the rest.",
        "[8] * 40_000",
    ),
}
