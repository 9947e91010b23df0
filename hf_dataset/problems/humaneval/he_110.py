"""exchange: can elements be swapped between two lists so that the first one holds even numbers only?

It can if the second list has at least as many even numbers as the first one has odd ones; counting them is linear.
Making the swaps one at a time, with a search for the next even number before each, is quadratic. The fastest known
solution counts both lists block by block, side by side, until the rest cannot change the answer; the parities of a
block are read off the low bytes of its numbers packed as machine integers.
Decided here: the numbers are integers of at most 4000 digits, negative ones included; as the prompt says, no list is
empty.
"""

from struct import error, pack

EVEN_BYTES = bytes(range(0, 256, 2))
LIMIT = 10**4000


def contract(lst1, lst2):
    assert type(lst1) is list, "lst1 must be a list"
    assert type(lst2) is list, "lst2 must be a list"
    assert lst1, "lst1 must not be empty"
    assert lst2, "lst2 must not be empty"
    assert all(type(x) is int for x in lst1), "lst1 must hold integers only"
    assert all(type(x) is int for x in lst2), "lst2 must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst1), "the numbers of lst1 must have at most 4000 digits each"
    assert all(-LIMIT < x < LIMIT for x in lst2), "the numbers of lst2 must have at most 4000 digits each"


INVALID = [
    ("a tuple as the first list", ((1, 2), [3, 4])),
    ("a tuple as the second list", ([1, 2], (3, 4))),
    ("nothing in the first list", ([], [2])),
    ("nothing in the second list", ([2], [])),
    ("a float in the first list", ([1.0], [2])),
    ("a bool in the second list", ([1], [2, False])),
    ("a number of 4001 digits", ([1], [2, 10**4000])),
]


def count_odd(block):
    try:
        return len(pack(f"<{len(block)}q", *block)[::8].translate(None, EVEN_BYTES))
    except error:
        return sum([abs(x) & 1 for x in block])


def reference_blocks_until_decided(lst1, lst2):
    needed_least, needed_most = 0, len(lst1)
    offered_least, offered_most = 0, len(lst2)
    for start in range(0, max(len(lst1), len(lst2)), 2048):
        block = lst1[start : start + 2048]
        odd = count_odd(block)
        needed_least += odd
        needed_most -= len(block) - odd
        block = lst2[start : start + 2048]
        odd = count_odd(block)
        offered_most -= odd
        offered_least += len(block) - odd
        if needed_most <= offered_least or needed_least > offered_most:
            break
    return "YES" if needed_most <= offered_least else "NO"


def slow_swap_one_by_one(lst1, lst2):
    parities = [x % 2 for x in lst2]
    for x in lst1:
        if x % 2 == 1:
            if 0 not in parities:
                return "NO"
            parities.remove(0)
    return "YES"


def stress_random_parities(rng):
    """large_random: both parities mixed in both lists; every swap leaves more odd numbers to be searched over."""
    return [rng.randrange(10**6) for _ in range(10_000)], [rng.randrange(10**6) for _ in range(10_000)]


def stress_even_numbers_last(rng):
    """worst_of_slow: a long run of odd numbers before the even ones; each search of a partner crosses all of it."""
    lst1 = [rng.randrange(10**6) * 2 + (place % 50 == 0) for place in range(10_000)]
    lst2 = [rng.randrange(10**6) * 2 + (place < 10_000) for place in range(10_300)]
    return lst1, lst2


def stress_plenty_of_even_numbers(rng):
    """early_exit: the second list is even and far longer than the first; counting to its end is wasted."""
    return [2 * x + 1 for x in range(12_000)], [2 * x for x in range(150_000)]


def stress_no_even_number(rng):
    """sparse: the short second list offers nothing, so that the long first one need not be counted to its end."""
    return [rng.randrange(10**6) for _ in range(120_000)], [rng.randrange(10**6) | 1 for _ in range(12_000)]


def stress_one_even_number_short(rng):
    """worst_of_fast: parities alternate and a single even number is missing, which only the last numbers show."""
    return list(range(-12_000, 0)), [*range(-12_000, -2), 1, 1]


def stress_long_numbers(rng):
    """long_value: numbers of 600 digits and both signs; a remainder reads all the digits, the lowest bit does not."""
    numbers = [rng.randrange(10**599, 10**600) * rng.choice((1, -1)) for _ in range(5_000)]
    return numbers[:2_500], numbers[2_500:]


EXPRESSIONS = {
    "all_equal": (
        "all_equal: every number has to be swapped; taking the partners from the front of the list moves all the rest.",
        "[7] * 12_000",
        "[8] * 12_000",
    ),
}


def growing(rng, size):
    """The number of numbers in the first list, all odd; the second has as many odd ones before as many even ones."""
    return [1] * size, [3] * size + [2] * size
