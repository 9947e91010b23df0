"""eat: how many carrots are eaten, and how many are left, after a meal from a limited stock.

The rabbit eats what it needs or all that is left, whichever is less: one comparison, one sum and one difference. Eating
one carrot at a time takes a round for each.
All three numbers are integers from 0 to 1000, as the prompt says. Decided here: a need of zero is a meal of nothing.
"""

HEADROOM = "none: the prompt bounds every number by 1000, and the answer is a comparison and two operations"


def contract(number, need, remaining):
    assert type(number) is int, "number must be an integer"
    assert type(need) is int, "need must be an integer"
    assert type(remaining) is int, "remaining must be an integer"
    assert 0 <= number <= 1_000, "number must be from 0 to 1000"
    assert 0 <= need <= 1_000, "need must be from 0 to 1000"
    assert 0 <= remaining <= 1_000, "remaining must be from 0 to 1000"


INVALID = [
    ("number is a float", (5.0, 6, 10)),
    ("need is a truth value", (5, True, 10)),
    ("remaining is text", (5, 6, "10")),
    ("a negative number", (-1, 6, 10)),
    ("a need above the stated range", (5, 1_001, 10)),
    ("a negative stock", (5, 6, -10)),
]


def reference_smaller_of_need_and_stock(number, need, remaining):
    meal = need if need < remaining else remaining
    return [number + meal, remaining - meal]


def slow_one_carrot_at_a_time(number, need, remaining):
    while need > 0 and remaining > 0:
        number += 1
        need -= 1
        remaining -= 1
    return [number, remaining]


EXPRESSIONS = {
    "everything_is_eaten": (
        "boundary: all three numbers are the largest allowed; need and stock come to zero together.",
        "1_000",
        "1_000",
        "1_000",
    ),
    "stock_ends_first": (
        "worst_of_slow: the stock falls one short of a large need; a loop over the carrots runs through all of it.",
        "0",
        "1_000",
        "999",
    ),
    "one_is_left": (
        "dense: nearly the whole stock is needed; a loop that removes carrots from a list removes nearly all.",
        "1_000",
        "999",
        "1_000",
    ),
    "no_need": (
        "early_exit: nothing is needed, so nothing has to be done with a full stock.",
        "500",
        "0",
        "1_000",
    ),
    "empty_stock": (
        "sparse: much is needed and nothing is there; a loop over the need alone runs a thousand times for nothing.",
        "0",
        "1_000",
        "0",
    ),
}


def stress_random_numbers(rng):
    """large_random: three large numbers by chance, in either order of need and stock."""
    return tuple(rng.randrange(500, 1_001) for _ in range(3))
