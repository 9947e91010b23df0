"""intersperse: put a delimiter between every two neighbours of a list.

Inserting into the list, or joining ever longer lists, is quadratic; filling every second place of a list of the final
length is linear and needs no loop.
Decided here: all numbers have at most 4000 digits, which Python can still turn into text; a list of fewer than two
numbers has no place for the delimiter.
"""

LIMIT = 10**4000


def contract(numbers, delimeter):
    assert type(numbers) is list, "numbers must be a list"
    assert all(type(x) is int for x in numbers), "numbers must hold integers only"
    assert type(delimeter) is int, "delimeter must be an int"
    assert all(-LIMIT < x < LIMIT for x in numbers), "numbers must have at most 4000 digits each"
    assert -LIMIT < delimeter < LIMIT, "delimeter must have at most 4000 digits"


INVALID = [
    ("numbers is a tuple", ((1, 2), 0)),
    ("a bool among the numbers", ([1, True], 0)),
    ("the delimiter is text", ([1, 2], ",")),
    ("a delimiter of 4001 digits", ([1, 2], 10**4000)),
]


def reference_fill_every_second_place(numbers, delimeter):
    result = [delimeter] * (2 * len(numbers) - 1)
    result[::2] = numbers
    return result


def slow_insert_from_the_front(numbers, delimeter):
    result = list(numbers)
    for place in range(1, 2 * len(numbers) - 1, 2):
        result.insert(place, delimeter)
    return result


def stress_random_numbers(rng):
    """large_random: many numbers; every insertion into one list moves all that follow."""
    return [rng.randrange(-(10**9), 10**9) for _ in range(160_000)], 0


def stress_descending_to_the_delimiter(rng):
    """sorted: the last number equals the delimiter, so a trailing delimiter cannot be found by comparing values."""
    return list(range(200_000, 0, -1)), 1


def stress_long_numbers(rng):
    """long_value: numbers of 75 digits; a detour through joined text converts every digit twice."""
    return [rng.getrandbits(250) for _ in range(60_000)], -(2**250)


def stress_few_distinct_numbers(rng):
    """boundary: the delimiter is among few repeated numbers; looking places up by value finds the first one only."""
    return [rng.randrange(3) for _ in range(200_000)], 1


def stress_one_number_apart(rng):
    """sparse: one number differs from the delimiter, at the end; building ever longer lists copies all before it."""
    return [0] * 180_000 + [5], 0


def growing(rng, size):
    """The number of numbers."""
    return [rng.randrange(-(10**9), 10**9) for _ in range(size)], 0


EXPRESSIONS = {
    "numbers_equal_delimiter": (
        "all_equal: numbers and delimiter are the same; taking numbers off the front of the list moves all the others.",
        "[7] * 200_000",
        "7",
    ),
}
