"""by_length: the numbers from 1 to 9 of a list in decreasing order, each as an English word.

Sorting takes n log n; since only nine values matter, counting them is linear, and so is writing the words out.
Taking the largest of the rest again and again is quadratic.
Where all numbers fit into a byte each, the list is turned into bytes at once, and counting a byte value is fast;
otherwise the numbers from 1 to 9 are filtered first.
Decided here: other integers, however large or negative, are ignored; the list itself is left as it is.
"""

DIGITS = frozenset(range(1, 10))
NAMES = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(number) is int for number in arr), "arr must hold integers only"
    assert all(-LIMIT < number < LIMIT for number in arr), "the integers must have at most 4000 digits"


INVALID = [
    ("arr is a tuple", ((1, 2),)),
    ("a float among the integers", ([1, 2.0],)),
    ("an integer of 4001 digits", ([1, 10**4000],)),
]


def reference_count_in_bytes(arr):
    try:
        digits = bytes(arr)
    except ValueError:
        digits = bytes(filter(DIGITS.__contains__, arr))
    words = []
    for digit in range(9, 0, -1):
        words += [NAMES[digit - 1]] * digits.count(digit)
    return words


def slow_largest_again_and_again(arr):
    rest = [number for number in arr if 1 <= number <= 9]
    words = []
    while rest:
        largest = max(rest)
        rest.remove(largest)
        words.append(NAMES[largest - 1])
    return words


def growing(rng, size):
    """The number of digits, in increasing order."""
    return (sorted(rng.randrange(1, 10) for _ in range(size)),)


def stress_random_digits(rng):
    """large_random: nothing but numbers from 1 to 9 by chance; comparing them to sort them is not needed."""
    return ([rng.randrange(1, 10) for _ in range(60_000)],)


def stress_ascending(rng):
    """worst_of_slow: the digits in increasing order; the largest is found and removed at the far end each time."""
    return ([digit for digit in range(1, 10) for _ in range(7_000)],)


def stress_strange_numbers(rng):
    """sparse: nine of ten numbers are out of range and nearly all different; sorting or counting those is wasted."""
    return ([rng.randrange(-(10**6), 10**6) if rng.random() < 0.9 else rng.randrange(1, 10) for _ in range(50_000)],)


def stress_late_strange_number(rng):
    """worst_of_fast: digits and other small numbers, with a single negative one at the end, which spoils fast paths."""
    return ([rng.randrange(0, 25) for _ in range(50_000)] + [-1],)


def stress_long_numbers(rng):
    """long_value: numbers of a hundred digits that begin alike stand among small ones; sorting compares them."""
    return ([10**99 + rng.randrange(-5, 10) if i % 5 else rng.randrange(1, 10) for i in range(50_000)],)


def stress_edges_of_the_range(rng):
    """boundary: zeros and tens, just beyond the range, and ones and nines, just within it."""
    return (rng.choices((0, 1, 9, 10), k=60_000),)


EXPRESSIONS = {
    "all_nines": (
        "all_equal: one digit many times; the order is there already and every element is the largest.",
        "[9] * 80_000",
    ),
}
