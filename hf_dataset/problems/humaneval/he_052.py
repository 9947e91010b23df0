"""below_threshold: are all numbers of a list below a threshold?

Taking the numbers off the front of the list moves all others each time: quadratic. One pass is enough, and it may end
at the first number that is not below. The built-in max looks at a number in less time than a loop; taking it of blocks
keeps the early end.
Decided here: the numbers are integers or finite floats, of at most 4000 digits; an empty list is below any threshold.
"""

LIMIT = 10**4000


def contract(l, t):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) in (int, float) for x in l), "l must hold integers and floats only"
    assert all(-LIMIT < x < LIMIT for x in l), "the numbers must be finite and have at most 4000 digits"
    assert type(t) is int, "t must be an int"
    assert -LIMIT < t < LIMIT, "t must have at most 4000 digits"


INVALID = [
    ("l is a tuple", ((1, 2), 5)),
    ("a boolean among the numbers", ([1, True], 5)),
    ("not a number", ([1.0, float("nan")], 5)),
    ("the threshold is a float", ([1, 2], 5.0)),
    ("a threshold of 4001 digits", ([1, 2], 10**4000)),
]


def reference_largest_of_each_block(l, t):  # noqa: E741
    start, size = 0, 32
    while start < len(l):
        if max(l[start : start + size]) >= t:
            return False
        start += size
        size = min(2 * size, 2048)
    return True


def slow_take_numbers_off_the_front(l, t):  # noqa: E741
    waiting = list(l)
    while waiting:
        if waiting.pop(0) >= t:
            return False
    return True


def stress_random_numbers_all_below(rng):
    """large_random: all numbers are below, in no order; each has to be looked at, but once is enough."""
    return [rng.randrange(-(10**9), 10**9) for _ in range(35_000)], 10**9


def stress_only_the_last_is_not_below(rng):
    """worst_of_slow: the last number equals the threshold, all others are below; a scan from the front goes through."""
    return [*(rng.randrange(1_000) for _ in range(40_000)), 1_000], 1_000


def stress_found_an_eighth_in(rng):
    """early_exit: the first number that is not below stands an eighth of the way in; the rest need not be read."""
    numbers = [rng.randrange(10**6) for _ in range(200_000)]
    numbers[25_000] = 10**6
    return numbers, 10**6


def stress_ascending(rng):
    """sorted: every number is larger than those before, and the last is just below; sorting again is no gain."""
    return list(range(-20_000, 20_000)), 20_000


def stress_integers_and_floats(rng):
    """worst_of_fast: integers and floats by chance; code specialised to one type of number is left all the time."""
    return [rng.randrange(10**6) if rng.random() < 0.5 else rng.random() * 10**6 for _ in range(25_000)], 10**6


def stress_long_numbers(rng):
    """long_value: numbers of 300 digits that differ from the threshold in the last ones only."""
    return [10**300 + rng.randrange(10**6) for _ in range(15_000)], 10**300 + 10**6


EXPRESSIONS = {
    "one_number_repeated": (
        "all_equal: one number, one below the threshold, many times; duplicates must not be compared with each other.",
        "[6] * 45_000",
        "7",
    ),
}


def growing(rng, size):
    """The number of numbers, all below the threshold."""
    return [rng.randrange(10**6) for _ in range(size)], 10**6
