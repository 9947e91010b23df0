"""filter_integers: keep the integers of a list of any values, in order.

Deleting the others one at a time, or building a new list for every integer found, is quadratic; one pass is linear.
The prompt does not say whether True and False count as integers, so a bool may not stand in the list (it may stand
inside a nested value). Floats with a whole value and strings of digits are not integers.
"""

from itertools import groupby

PLAIN_TYPES = frozenset({int, float, complex, str, bytes, type(None), list, tuple, set, frozenset, dict})


def contract(values):
    assert type(values) is list, "values must be a list"
    assert not any(type(x) is bool for x in values), "values must not hold a bool: whether it is an integer is open"
    assert all(type(x) in PLAIN_TYPES for x in values), "values must hold numbers, text, bytes, None or containers only"


INVALID = [
    ("values is a tuple", ((1, "a"),)),
    ("a bool", ([1, True, "a"],)),
    ("an object of another type", ([1, range(3)],)),
]


def reference_filter_by_instance_check(values):
    return list(filter(int.__instancecheck__, values))


def reference_runs_of_one_type(values):
    integers = []
    for kind, run in groupby(values, type):
        if kind is int:
            integers += run
    return integers


def slow_new_list_for_each(values):
    integers = []
    for x in values:
        if isinstance(x, int):
            integers = [*integers, x]
    return integers


def stress_mixed_values(rng):
    """large_random: nine types in random order; a new list for each integer found copies all the earlier ones."""
    others = ("a", 2.5, None, b"b", 1j, (), [], {})
    return ([rng.randrange(1000) if rng.random() < 0.5 else rng.choice(others) for _ in range(40_000)],)


def stress_integers_only(rng):
    """dense: nothing is to be dropped; extending a copy of the result at every step is quadratic."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(30_000)],)


def stress_one_integer_in_text(rng):
    """sparse: nearly all is dropped; deleting from the list one element at a time moves the rest each time."""
    values = [str(i) for i in range(60_000)]
    values[-1] = 7
    return (values,)


def stress_whole_floats(rng):
    """worst_of_fast: integers and equal floats take turns, so taking runs of one type in one go gains nothing."""
    return ([x for i in range(20_000) for x in (i, i + 0.0)],)


def stress_large_containers(rng):
    """long_value: long texts, lists and integers; turning a value into text or copying it costs more than its type."""
    makers = (
        lambda: "7" * rng.randrange(500, 2_000),
        lambda: [rng.randrange(100)] * rng.randrange(200, 500),
        lambda: rng.getrandbits(6_000),
        lambda: 4.0,
    )
    values = [makers[i % 4]() for i in range(1_200)]
    return (values + [3, None] * 15_000,)


def stress_integers_behind_text(rng):
    """sorted: all texts stand before all integers, so deleting from the front moves the longest tail every time."""
    return (["word"] * 30_000 + list(range(30_000)),)


def growing(rng, size):
    """The number of integers."""
    return (list(range(size)),)
