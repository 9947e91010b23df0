"""double_the_difference: the sum of the squares of the positive odd integers in a list.

One pass is linear; collecting the squares in a list that is copied for each of them is quadratic.
The reference looks at types only in blocks in which a number with a fraction turns up, and counts equal numbers where
a sample shows that there are few distinct ones.
Decided here: the numbers are ints of at most 4000 digits and finite floats. The prompt does not say whether 3.0 is an
integer, so every float must have a fractional part.
"""

COST_VARIES = {
    "integers_and_fractions": "the list that is copied has the odd numbers, and how many there are is drawn",
}


LIMIT = 10**4000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int or type(x) is float for x in lst), "lst must hold ints and floats only"
    assert all(type(x) is int or x - x == 0 for x in lst), "lst must hold finite numbers"
    assert all(type(x) is int or x % 1 != 0 for x in lst), "floats in lst must have a fractional part"
    assert all(-LIMIT < x < LIMIT for x in lst), "lst must hold numbers of at most 4000 digits"


INVALID = [
    ("lst is a tuple", ((1, 3),)),
    ("a boolean among the numbers", ([1, True],)),
    ("an infinite number", ([1, float("inf")],)),
    ("a float that is a whole number", ([1, 3.0],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
]


def ground_truth(lst):
    return sum(x * x for x in lst if type(x) is int and x > 0 and x % 2 == 1)


CANONICAL_WRONG = (([1e-05],), "1e-05 is not an integer, but it is printed without a point and its square is added")


def reference_types_only_where_needed(lst):
    if len(set(lst[:: len(lst) // 100 + 1])) < 10:
        distinct = set(lst)
        if len(distinct) < 30:
            return sum([x * x * lst.count(x) for x in distinct if type(x) is int and x > 0 and x & 1])
    total = 0
    for start in range(0, len(lst), 1024):
        block = lst[start : start + 1024]
        try:
            total += sum([x * x for x in block if x > 0 and x & 1])
        except TypeError:
            total += sum([x * x for x in block if type(x) is int and x > 0 and x & 1])
    return total


def slow_copy_the_squares_each_time(lst):
    squares = []
    for x in lst:
        if isinstance(x, int) and x > 0 and x % 2 == 1:
            squares = squares + [x**2]
    return sum(squares)


def growing(rng, size):
    """The number of numbers, all of them odd and positive."""
    return ([rng.randrange(1, 10**6, 2) for _ in range(size)],)


def stress_random_integers(rng):
    """large_random: integers of either sign; copying the squares found so far for each new one is quadratic."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(20_000)],)


def stress_shuffled_odd_numbers(rng):
    """dense: every number counts and all are different, so that each step of a check for the type is spent in vain."""
    numbers = list(range(1, 24_000, 2))
    rng.shuffle(numbers)
    return (numbers,)


def stress_ascending(rng):
    """sorted: all negative numbers stand in front; checks of type and parity before the sign are wasted on them."""
    return (list(range(-15_000, 10_000)),)


def stress_fractions_only(rng):
    """sparse: nothing but numbers with a fraction, small and large ones; taking remainders of floats is slow."""
    return ([rng.randrange(10**6) + rng.choice((0.1, 0.25, 0.7)) for _ in range(14_000)],)


def stress_integers_and_fractions(rng):
    """worst_of_fast: a fraction in every other place; assuming a run of integers fails at once in each block."""
    return ([rng.choice((rng.randrange(-99_999, 10**6), rng.randrange(10**6) + 0.5)) for _ in range(14_000)],)


def stress_long_integers(rng):
    """long_value: integers of 600 digits; turning each one into text to look for a point costs more than the square."""
    numbers = [(rng.randrange(10**599, 10**600) | 1) - i % 2 for i in range(1_200)]
    return ([number if i % 4 < 2 else -number for i, number in enumerate(numbers)],)


EXPRESSIONS = {
    "one_odd_number": (
        "all_equal: the same odd number again and again; one square and a count would do.",
        "[7] * 50_000",
    ),
}
