"""incr_list: a new list with every number larger by one.

One pass is needed. Building the result by adding lists, or taking numbers off the front, is quadratic. Numbers from 0
to 254 can be raised together, as bytes, by one translation.
The prompt speaks of elements that are incremented; its examples and tests hold integers only, and so does the contract.
They have at most 13,000 binary digits. Nothing is said of the given list: it may be left as it is.
"""

LIMIT = 1 << 13_000


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is int for x in l), "l must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in l), "the numbers must have at most 13,000 binary digits each"


INVALID = [
    ("a tuple", ((1, 2),)),
    ("a bool among the numbers", ([1, True],)),
    ("a number of 13,001 binary digits", ([1, -(1 << 13_000)],)),
]

NEXT_BYTE = bytes([*range(1, 256), 0])


def reference_bytes_or_one_pass(l):  # noqa: E741
    if all(0 <= x < 255 for x in l[::4096]):
        try:
            packed = bytes(l)
        except ValueError:
            packed = b"\xff"
        if 255 not in packed:
            return list(packed.translate(NEXT_BYTE))
    return [x + 1 for x in l]


def slow_add_one_item_lists(l):  # noqa: E741
    result = []
    for x in l:
        result = result + [x + 1]
    return result


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(size)],)


def stress_random_numbers(rng):
    """large_random: nine digits of either sign; a result that is copied for each number takes quadratic time."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(30_000)],)


def stress_below_a_hundred(rng):
    """dense: thousands of small numbers; making a number object for each again is not needed."""
    return ([rng.randrange(100) for _ in range(60_000)],)


def stress_small_but_one(rng):
    """worst_of_fast: small numbers with a single large one near the end: a short cut for small ones fails late."""
    numbers = rng.choices(range(200), k=30_000)
    numbers[29_000] = 10**6
    return (numbers,)


def stress_long_numbers(rng):
    """long_value: numbers of 3,000 digits; each is copied as a whole, going through its text takes far longer."""
    return ([rng.getrandbits(9_900) | 1 << 9_900 for _ in range(600)],)


def stress_carry_through(rng):
    """boundary: all bits of each number are set, so that the carry runs through to a new digit at the front."""
    return ([(1 << bits) - 1 for bits in range(1, 3_000)],)


EXPRESSIONS = {
    "minus_one_repeated": (
        "all_equal: every number becomes zero, which counts as false; a search for a value finds the first place.",
        "[-1] * 40_000",
    ),
    "descending": (
        "sorted: the last number is the smallest; a list that is consumed from the front is moved for each number.",
        "list(range(45_000, 0, -1))",
    ),
}
