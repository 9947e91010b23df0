"""get_positive: the numbers of a list that are greater than zero, in their order.

One pass is linear; removing the other numbers from a copy one by one, or adding each number to a new copy of the
result, is quadratic. Zero is not positive. Integers and floats may stand side by side; NaN, which is neither positive
nor not, is left out.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is int or type(x) is float for x in l), "l must hold integers and floats only"
    assert all(x == x for x in l), "l must not hold NaN"


INVALID = [
    ("a tuple", ((1, -2),)),
    ("a bool among the numbers", ([3, True, -1],)),
    ("not a number", ([1.0, float("nan")],)),
]


def reference_comprehension(l):  # noqa: E741
    return [x for x in l if x > 0]


def slow_remove_one_by_one(l):  # noqa: E741
    result = l[:]
    for x in l:
        if x <= 0:
            result.remove(x)
    return result


def growing(rng, size):
    """The number of numbers."""
    return (list(range(1, size // 2 + 1)) + [-rng.randrange(1, 10**6) for _ in range(size - size // 2)],)


def stress_random_signs(rng):
    """large_random: either sign by chance; deleting the others from a copy moves the rest of the list each time."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(40_000)],)


def stress_positive_before_negative(rng):
    """worst_of_slow: a search for each negative number walks over all of the positive ones in front of it."""
    return ([rng.randrange(1, 10**9) for _ in range(25_000)] + [-rng.randrange(10**9) for _ in range(25_000)],)


def stress_integers_and_floats_in_turn(rng):
    """worst_of_fast: the type changes at every place, so that no comparison can count on the type of the last one."""
    return ([rng.randrange(-9, 10) if i % 2 else rng.uniform(-1.0, 1.0) for i in range(40_000)],)


def stress_few_positive(rng):
    """sparse: one number in a thousand stays; removing the other ones, or asking twice, costs the most."""
    numbers = [-rng.random() for _ in range(40_000)]
    for i in rng.sample(range(40_000), 40):
        numbers[i] = rng.random()
    return (numbers,)


def stress_long_integers(rng):
    """long_value: integers of two hundred digits; arithmetic or text for the sake of the sign reads them whole."""
    return ([rng.randrange(-(10**200), 10**200) for _ in range(20_000)],)


def stress_zeros_between(rng):
    """boundary: zeros of both types and the smallest numbers of either sign, right at the limit of being positive."""
    return (rng.choices([0, 0.0, -0.0, 1, -1, 5e-324, -5e-324], k=40_000),)


EXPRESSIONS = {
    "all_positive": (
        "dense: everything stays, in rising order; a result that is copied for each addition is copied most often.",
        "list(range(1, 40_001))",
    ),
}
