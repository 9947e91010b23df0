"""make_a_pile: n numbers that begin with n and rise by two.

Every number has to be made, so the best is linear; a range makes them without a step of the interpreter for each.
Building a new list for every level is quadratic. The argument is a single number, so the inputs differ in its parity
and in where it stands among the sizes that a solution by blocks or by doubling may use.
Decided here: n is at most 100,000, so that the list of the levels stays small.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be positive"
    assert n <= 100_000, "n must be at most 100,000"


INVALID = [
    ("n is a float", (3.0,)),
    ("n is zero", (0,)),
    ("n is too large", (100_001,)),
]


def reference_range(n):
    return list(range(n, 3 * n, 2))


def slow_new_list_for_each_level(n):
    pile = [n]
    while len(pile) < n:
        pile = pile + [pile[-1] + 2]
    return pile


def stress_any_number(rng):
    """large_random: no round number; a step of the interpreter for each level shows in the count."""
    return (rng.randrange(74_001, 76_000),)


def stress_odd_number(rng):
    """dense: an odd number of levels of odd size; filtering all numbers by parity looks at twice as many."""
    return (rng.randrange(59_501, 60_501, 2),)


def stress_small_number(rng):
    """worst_of_slow: a small number, for which copying the list for each level comes to an end, after a long time."""
    return (rng.randrange(19_700, 20_300),)


EXPRESSIONS = {
    "greatest_allowed": (
        "boundary: the limit of the contract, an even number; copying the list for each level is quadratic.",
        "100_000",
    ),
    "power_of_two": (
        "all_equal: a power of two; growing by doubling ends exactly at the length wanted and must not overshoot.",
        "65_536",
    ),
    "behind_a_power_of_two": (
        "worst_of_fast: one level more than a power of two; doubling makes nearly twice the levels that are wanted.",
        "32_769",
    ),
}


def growing(rng, size):
    """The number of levels."""
    return (size,)
