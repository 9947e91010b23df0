"""can_arrange: the largest index of an element that is smaller than the one right before it.

One pass from the front is linear; looking up where each element stands makes it quadratic. The best known solution
goes backwards, in blocks that grow, and passes over a block that equals its sorted copy: sorting what is in order
already takes one fast comparison for each element. It ends at the first block that is out of order.
Decided here: the elements are integers, of at most 4000 digits; an empty list and a single element give -1.
"""

LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in arr), "arr must hold numbers of at most 4000 digits"
    assert len(set(arr)) == len(arr), "arr must not hold a value twice"


INVALID = [
    ("a tuple", ((1, 2, 3),)),
    ("a float among the numbers", ([1, 2.5, 3],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
    ("a value that occurs twice", ([1, 4, 2, 4],)),
]


def reference_sorted_blocks_from_the_back(arr):
    end, size = len(arr), 8
    while end > 1:
        # Blocks share their outermost element, so that no pair of neighbours is left out.
        start = max(end - size, 0)
        block = arr[start:end]
        if block != sorted(block):
            last = end - 1
            while arr[last] >= arr[last - 1]:
                last -= 1
            return last
        end = start + 1 if start else 0
        size = min(2 * size, 512)
    return -1


def slow_look_up_each_place(arr):
    result = -1
    for x in arr:
        place = arr.index(x)
        if place > 0 and x < arr[place - 1]:
            result = place
    return result


def growing(rng, size):
    """The number of elements."""
    return (list(range(size)),)


def stress_shuffled(rng):
    """large_random: no order at all; a pass from the front goes on although the answer lies near the end."""
    return (rng.sample(range(-(10**9), 10**9), 50_000),)


def stress_descent_at_the_front(rng):
    """worst_of_fast: only the second element is smaller than the first; a search from the back goes all the way."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + 1_000_000, *range(lowest, lowest + 100_000)],)


def stress_two_rising_halves(rng):
    """sparse: two rising halves with gaps of random size; the only descent lies in the middle."""
    numbers = sorted(rng.sample(range(10**9), 100_000))
    return (numbers[50_000:] + numbers[:50_000],)


def stress_long_numbers(rng):
    """long_value: rising numbers of 600 digits that differ in the last few; each comparison reads them whole."""
    lowest = 10**600 + rng.randrange(1_000_000)
    return ([lowest + 7 * i for i in range(15_000)],)


def stress_rising_end(rng):
    """worst_of_slow: zigzag in front of a long rising end; the last of many descents lies a third of the way in."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + (i ^ 1) for i in range(40_000)] + list(range(lowest + 40_000, lowest + 120_000)),)


def stress_ascending(rng):
    """sorted: everything is in order, so that the answer is -1 and no element may be left out."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (list(range(lowest, lowest + 120_000)),)


def stress_descending(rng):
    """early_exit: every element is smaller than the one before; the last two elements tell the answer."""
    lowest = rng.randrange(1_000, 1_000_000)
    return (list(range(lowest + 50_000, lowest, -1)),)
