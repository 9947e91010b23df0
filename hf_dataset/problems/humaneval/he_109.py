"""move_one_ball: can a list be sorted by shifting it to the right in a circle?

Trying every shift is quadratic, sorting the list to compare takes n log n, and counting the places where a number is
followed by a smaller one is linear: in a circle there may be one such place only.
A list is looked at in blocks; a block is in order if sorting does not change it, which takes linear time where it is
so. The second descent ends the search, and the blocks begin short so that an early one is found at once.
The numbers are different from each other, as the prompt promises.
"""

from itertools import islice
from operator import gt


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(number) is int for number in arr), "arr must hold integers only"
    assert len(set(arr)) == len(arr), "arr must not hold a number twice"


INVALID = [
    ("arr is a tuple", ((3, 1, 2),)),
    ("a float among the integers", ([3, 1.0, 2],)),
    ("a number stands twice", ([3, 1, 3],)),
]


def reference_descents_in_blocks(arr):
    descents = 0
    start, length = 0, 32
    while start < len(arr) - 1:
        block = arr[start : start + length + 1]
        if sorted(block) != block:
            descents += sum(map(gt, block, islice(block, 1, None)))
            if descents > 1:
                return False
        start += length
        length = min(2 * length, 2048)
    return not descents or arr[-1] < arr[0]


def slow_every_shift(arr):
    ordered = sorted(arr)
    shifted = arr
    for _ in range(len(arr)):
        if shifted == ordered:
            return True
        shifted = shifted[-1:] + shifted[:-1]
    return shifted == ordered


def rotated(numbers, place):
    return numbers[place:] + numbers[:place]


def growing(rng, size):
    """The length of the list."""
    numbers = sorted(rng.sample(range(10 * size), size))
    return (rotated(numbers, -1),)


def stress_random_numbers_shifted(rng):
    """large_random: random numbers in order, shifted to a random place; all must be seen to say yes."""
    return (rotated(sorted(rng.sample(range(10**9), 100_000)), rng.randrange(40_000, 60_000)),)


def stress_largest_in_front(rng):
    """worst_of_slow: only the largest number stands in front, so that all but one of the shifts are needed."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (rotated(list(range(lowest, lowest + 100_000)), -1),)


def stress_order_ends_halfway(rng):
    """early_exit: the first half is in order, the rest by chance; sorting all of it takes n log n for nothing."""
    rest = list(range(100_000, 200_000))
    rng.shuffle(rest)
    return (list(range(100_000)) + rest,)


def stress_swapped_near_the_end(rng):
    """worst_of_fast: all in order but two neighbours near the end; the second descent is met last."""
    lowest = rng.randrange(1_000, 1_000_000)
    numbers = rotated([lowest + 3 * i for i in range(120_000)], rng.randrange(39_000, 41_000))
    numbers[-7], numbers[-6] = numbers[-6], numbers[-7]
    return (numbers,)


def stress_first_is_below_last(rng):
    """boundary: two pieces in order with one descent between them, but the last number exceeds the first one."""
    lowest = rng.randrange(1_000, 1_000_000)
    odd, even = range(lowest + 1, lowest + 120_000, 2), range(lowest, lowest + 120_002, 2)
    return ([*odd, *even],)


def stress_long_numbers(rng):
    """long_value: numbers of a hundred digits that differ in the last ones only; every comparison takes them whole."""
    lowest = 10**99 + rng.randrange(1_000_000)
    return (rotated([lowest + 7 * i for i in range(40_000)], rng.randrange(14_800, 15_200)),)


def stress_in_order(rng):
    """sorted: no shift is needed; looking for the smallest number and copying the list is wasted."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (list(range(lowest, lowest + 150_000)),)
