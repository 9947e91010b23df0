"""median: the middle one of the numbers in order, or the mean of the two in the middle.

Taking away the smallest number again and again is quadratic; sorting needs n log n comparisons. A sample tells between
which two numbers the middle must lie; only the numbers between these are sorted: linear. Numbers that are in order are
sorted in linear time anyway.
The second example of the prompt is wrong: the tests, and the usual definition, give 8.0 there, not 15.0. Decided here:
at least one number, all ints or all floats, since the type of the answer would depend on the order otherwise. They lie
between -10**15 and 10**15, so that the sum of two ints is exact as a float. An odd number of numbers gives the number
itself, an even one a float.
"""

CHANCE = "where the bounds that are sampled fall among the numbers is a matter of chance"
COST_VARIES = {
    "random_integers": CHANCE,
    "five_values": CHANCE,
    "quarter_floats": CHANCE,
    "two_far_clusters": CHANCE,
}


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert len(l) > 0, "l must not be empty"
    assert all(type(x) is int for x in l) or all(type(x) is float for x in l), "l must hold ints only or floats only"
    assert all(-(10**15) <= x <= 10**15 for x in l), "the numbers must lie between -10**15 and 10**15"


INVALID = [
    ("a tuple", ((1, 2, 3),)),
    ("no median without numbers", ([],)),
    ("ints and floats together", ([1, 2.0, 3],)),
    ("not a number", ([1.0, float("nan"), 2.0],)),
]


def reference_sort_between_bounds(l):  # noqa: E741
    middle = len(l) // 2
    sample = l[:: len(l) // 700 + 1]
    ordered = sorted(sample)
    window, place = [], 0
    if ordered != sample and ordered != sample[::-1]:
        margin = len(sample) // 16 + 2
        low = ordered[max(len(sample) // 2 - margin, 0)]
        high = ordered[min(len(sample) // 2 + margin, len(sample) - 1)]
        window = [x for x in l if x >= low]
        place = middle - len(l) + len(window)
        window = sorted([x for x in window if x <= high])
    if not 0 < place < len(window):
        window, place = sorted(l), middle
    if len(l) % 2:
        return window[place]
    return (window[place - 1] + window[place]) / 2


def slow_take_away_the_smallest(l):  # noqa: E741
    rest = list(l)
    for _ in range((len(l) - 1) // 2):
        rest.remove(min(rest))
    if len(l) % 2:
        return min(rest)
    smaller = min(rest)
    rest.remove(smaller)
    return (smaller + min(rest)) / 2


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(10**9) for _ in range(size)],)


def stress_random_integers(rng):
    """large_random: an odd number of integers in random order; sorting all of them is more than is asked for."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(40_001)],)


def stress_descending_evens(rng):
    """sorted: falling numbers, an even number of them; insertion from the left and a first pivot are quadratic."""
    return (list(range(60_000, -60_000, -2)),)


def stress_five_values(rng):
    """all_equal: five values; splitting around a pivot leaves nearly all numbers on one side."""
    return (rng.choices((3, 1, 4, 15, -9), k=40_000),)


def stress_quarter_floats(rng):
    """worst_of_slow: an even number of floats, so that both middle ones are needed; selecting twice costs double."""
    return ([rng.randrange(-(10**6), 10**6) / 4 for _ in range(30_000)],)


def stress_two_far_clusters(rng):
    """boundary: half of the numbers near each end of the range; the median lies in the gap, buckets are useless."""
    numbers = [10**15 - rng.randrange(10**5) for _ in range(15_000)]
    numbers += [-(10**15) + rng.randrange(10**5) for _ in range(15_000)]
    rng.shuffle(numbers)
    return (numbers,)


def stress_short_rising_runs(rng):
    """worst_of_fast: rising runs of 90 numbers that overlap; a merge sort finds them, but saves little."""
    return ([start + 9_000 * step for start in rng.choices(range(1_000_000), k=60) for step in range(90)],)


def stress_single_dip(rng):
    """early_exit: in order but for one number in the middle; a merge sort is done at once, others are not."""
    numbers = list(range(0, 180_000, 3))
    numbers[30_000] = -1
    return (numbers,)
