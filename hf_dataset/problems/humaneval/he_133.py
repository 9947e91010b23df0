"""sum_squares: the sum of the squares of all numbers, each rounded up to an integer first.

One pass is enough; building the list of squares anew for each number is quadratic. math.ceil looks up a method of an
integer before it returns it unchanged, which costs more than the square, so that integers are better left alone.
Decided here: numbers are integers or floats, in one list together if need be, and finite; integers have at most 1000
digits. The empty list gives 0.
"""

from math import ceil, isfinite

COST_VARIES = {
    "few_distinct_values": "whole numbers from -5 to 256 take no new memory, and how many values come to one is drawn",
}


LIMIT = 10**1000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int or type(x) is float for x in lst), "lst must hold integers and floats only"
    assert all(isfinite(x) for x in lst if type(x) is float), "lst must not hold infinities or NaN"
    assert all(-LIMIT < x < LIMIT for x in lst if type(x) is int), "lst must hold integers of at most 1000 digits"


INVALID = [
    ("lst is a tuple", ((1, 2),)),
    ("a bool among the numbers", ([1, True],)),
    ("an infinity", ([1.5, float("-inf")],)),
    ("an integer of 1001 digits", ([10**1000, 1],)),
]


def reference_round_floats_only(lst):
    if int in map(type, lst[:16]):
        return sum([x * x if x.__class__ is int else (up := ceil(x)) * up for x in lst])
    return sum([x * x for x in map(ceil, lst)])


def slow_list_built_anew(lst):
    squares = []
    for number in lst:
        squares = squares + [ceil(number) ** 2]
    return sum(squares)


def growing(rng, size):
    """The number of numbers in the list."""
    return ([rng.uniform(-1_000, 1_000) for _ in range(size)],)


def stress_random_floats(rng):
    """large_random: floats of both signs; building a list of squares anew for each number copies it over and over."""
    return ([rng.uniform(-10_000, 10_000) for _ in range(25_000)],)


def stress_integers_only(rng):
    """dense: all numbers are integers already, and rounding each of them up through a function is wasted work."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(30_000)],)


def stress_integers_and_floats_in_turn(rng):
    """worst_of_fast: integers and floats alternate, so that code fitted to one type meets the other each time."""
    return ([rng.randrange(-999, 999) if place % 2 else rng.uniform(-999, 999) for place in range(25_000)],)


def stress_few_distinct_values(rng):
    """all_equal: eight distinct values; rounding and squaring each occurrence repeats the same work."""
    values = [rng.uniform(-100, 100) for _ in range(8)]
    return (rng.choices(values, k=30_000),)


def stress_just_above_integers(rng):
    """boundary: floats a little above an integer, some rounded up to zero; adding a half would not round up."""
    return ([place % 5 - 3 + 2.0 ** -(place % 30 + 2) for place in range(30_000)],)


def stress_large_floats_ascending(rng):
    """sorted: ascending floats up to 10**60; rounded up they are long integers, whose squares must be exact."""
    return (sorted(rng.random() * 2.0 ** rng.randrange(70, 200) for _ in range(15_000)),)


def stress_long_integers(rng):
    """long_value: integers of about 60 digits; squaring each of them costs more than anything else."""
    return ([rng.getrandbits(200) - 2**199 for _ in range(15_000)],)
