"""has_close_elements: are any two numbers closer to each other than the threshold?

Comparing every pair is quadratic; after sorting, only neighbours can be closest: n log n. Nothing is closer than a
threshold of zero.
The prompt says nothing of special values: NaN and infinities are left out, a threshold of zero or below is allowed
(then nothing is close).
"""

from itertools import pairwise
from operator import sub

COST_VARIES = {
    "every_fifth_is_close": "comparing every pair ends at the first two close numbers, which come early or late",
}


def contract(numbers, threshold):
    assert type(numbers) is list, "numbers must be a list"
    assert all(type(x) is float for x in numbers), "numbers must hold floats only"
    assert all(x - x == 0 for x in numbers), "numbers must be finite"
    assert type(threshold) is float, "threshold must be a float"
    assert threshold - threshold == 0, "threshold must be finite"


INVALID = [
    ("numbers is a tuple", ((1.0, 2.0), 0.5)),
    ("an int among the floats", ([1.0, 2], 0.5)),
    ("not a number", ([1.0, float("nan")], 0.5)),
    ("the threshold is an int", ([1.0, 2.0], 1)),
]


def reference_smallest_gap_of_blocks(numbers, threshold):
    if threshold <= 0.0:
        return False
    ordered = sorted(numbers)
    for start in range(0, len(ordered) - 1, 1000):
        end = start + 1000
        if min(map(sub, ordered[start + 1 : end + 1], ordered[start:end])) < threshold:
            return True
    return False


def reference_smallest_gap(numbers, threshold):
    ordered = sorted(numbers)
    return min(map(sub, ordered[1:], ordered), default=threshold) < threshold


def reference_sorted_neighbours(numbers, threshold):
    ordered = sorted(numbers)
    for a, b in pairwise(ordered):
        if b - a < threshold:
            return True
    return False


def slow_every_pair(numbers, threshold):
    for i in range(len(numbers)):
        for j in range(i + 1, len(numbers)):
            if abs(numbers[i] - numbers[j]) < threshold:
                return True
    return False


def stress_spread_and_shuffled(rng):
    """large_random: nothing is close, so that comparing every pair never ends early."""
    numbers = [i * 3.0 + rng.random() for i in range(12_000)]
    rng.shuffle(numbers)
    return numbers, 1.5


def stress_ascending(rng):
    """sorted: the order is there already; a search that ignores it stays quadratic."""
    lowest = rng.randrange(-20_000, 20_000)
    return [lowest + i * 0.5 for i in range(30_000)], 0.25


def stress_last_two_are_close(rng):
    """worst_of_slow: the only close pair stands at the end of the list, the last that nested loops meet."""
    numbers = [i * 3.0 + rng.random() for i in range(10_000)]
    last = numbers.pop(rng.randrange(4_900, 5_100))
    rng.shuffle(numbers)
    return [*numbers, last, last + 0.25], 0.5


def stress_first_and_last_are_close(rng):
    """early_exit: the first number is close to the last, which one pass tells; sorting first does all its work."""
    numbers = [i * 3.0 + rng.random() for i in range(10_000)]
    first = numbers.pop(rng.randrange(4_900, 5_100))
    rng.shuffle(numbers)
    return [first, *numbers, first + 0.25], 0.5


def stress_every_fifth_is_close(rng):
    """dense: about every fifth number has another one close to it, so that a few numbers decide."""
    return [rng.uniform(0.0, 1e6) for _ in range(10_000)], 10.0


def stress_zero_threshold(rng):
    """all_equal: equal numbers are not closer than zero, so duplicates must not end the search."""
    return [rng.randrange(10) * 1.0 for _ in range(15_000)], 0.0


def stress_dense_clusters(rng):
    """worst_of_fast: large magnitudes in descending clusters; bucketing by the threshold needs many buckets."""
    highest = -1e9 * rng.randrange(1, 100)
    return [highest - 1e9 * i - j * 7.0 for i in range(1_500) for j in range(15)], 6.5


def growing(rng, size):
    """The number of numbers, no two of which are close."""
    return [i * 2.0 for i in range(size)], 1.0
