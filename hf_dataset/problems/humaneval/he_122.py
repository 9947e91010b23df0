"""add_elements: the sum of those among the first k elements that have at most two digits.

Whether a number has at most two digits is told by comparing it with the bounds, whatever its length; writing it out in
decimal is quadratic in its digits, and so is dividing it by ten until nothing is left.
As the prompt says, there are 1 to 100 elements and k is at least one and at most their number. Decided here: a sign is
not a digit, so that -12 has two digits; the canonical solution counts the sign, so there is a ground truth of our own.
Elements have at most 4000 digits, which every conversion to text can handle.
"""

COST_VARIES = {
    "around_the_bounds": "a number of more digits takes more divisions, and how many there are of each is drawn",
}


def contract(arr, k):
    assert type(arr) is list, "arr must be a list"
    assert 1 <= len(arr) <= 100, "arr must hold 1 to 100 elements"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    limit = 10**4000
    assert all(abs(x) < limit for x in arr), "the elements must have at most 4000 digits each"
    assert type(k) is int, "k must be an int"
    assert 1 <= k <= len(arr), "k must lie between 1 and the number of elements"


INVALID = [
    ("a tuple", ((11, 21, 3), 2)),
    ("an empty list", ([], 1)),
    ("a float among the elements", ([11, 2.0, 3], 2)),
    ("an element of 4001 digits", ([11, 1 << 13_288], 1)),
    ("k is a bool", ([11, 21, 3], True)),
    ("k is zero", ([11, 21, 3], 0)),
]


def ground_truth(arr, k):
    return sum(x for x in arr[:k] if -99 <= x <= 99)


CANONICAL_WRONG = (([-12, 5], 2), "-12 has two digits; it counts the sign as a third one and leaves the number out")


def reference_compare_with_the_bounds(arr, k):
    return sum([x for x in arr[:k] if -100 < x < 100])


def slow_divide_by_ten(arr, k):
    total = 0
    for x in arr[:k]:
        digits = 1
        rest = abs(x) // 10
        while rest > 0:
            digits += 1
            rest //= 10
        if digits <= 2:
            total += x
    return total


def growing(rng, size):
    """The number of decimal digits of each of ten elements."""
    return [rng.randrange(10 ** (size - 1), 10**size) for _ in range(10)], 10


def stress_random_lengths(rng):
    """large_random: one to five digits by chance; all elements are to be looked at, and about two in five count."""
    return [rng.randrange(10 ** rng.randint(1, 5)) for _ in range(100)], 100


def stress_long_elements(rng):
    """long_value: a hundred elements of 4000 digits; writing out or dividing each of them is quadratic."""
    return [rng.randrange(10**3999, 10**4000) for _ in range(100)], 100


def stress_long_elements_behind_k(rng):
    """early_exit: the first twenty elements are small, and the long ones behind them are not asked for."""
    return [rng.randrange(100) for _ in range(20)] + [10**3999 + rng.randrange(10**9) for _ in range(80)], 20


def stress_around_the_bounds(rng):
    """boundary: -100, -99, -10, -9, 9, 10, 99 and 100 in random order, where the sign and the bounds decide."""
    return [rng.choice([-100, -99, -10, -9, 9, 10, 99, 100]) for _ in range(100)], 96


def stress_three_digits(rng):
    """sparse: only the last element has two digits; all others just have one too many."""
    return [rng.randrange(100, 1000) for _ in range(99)] + [42], 100


def stress_negative_long_elements(rng):
    """worst_of_slow: negative numbers of 300 digits, for which a sign has to be told from the digits or copied away."""
    return [-rng.randrange(10**299, 10**300) for _ in range(99)] + [-7], 100


EXPRESSIONS = {
    "rising": (
        "sorted: all numbers from 0 to 99 in order; every element counts.",
        "list(range(100))",
        "100",
    ),
    "twelve_digits": (
        "all_equal: the same number of twelve digits everywhere; counting its digits again each time is waste.",
        "[123_456_789_012] * 100",
        "100",
    ),
}
