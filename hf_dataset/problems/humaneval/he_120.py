"""maximum: the k greatest numbers of a list, in rising order.

Taking the maximum out of the list k times costs k passes; sorting all takes n log n steps, but in C: with a thousand
numbers neither a heap nor a selection is quicker, and only a single maximum is found sooner without it.
As the prompt says, there are 1 to 1000 numbers from -1000 to 1000, and k is at most their number; k may be zero, as in
the note and the tests, though the text calls it positive. So no input can be large.
"""

COST_VARIES = {
    "single_maximum": "taking a number out of a list costs by where it stands, and that is drawn",
    "few_of_many": "taking a number out of a list costs by where it stands, and that is drawn",
}


def contract(arr, k):
    assert type(arr) is list, "arr must be a list"
    assert 1 <= len(arr) <= 1000, "arr must hold 1 to 1000 numbers"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(-1000 <= x <= 1000 for x in arr), "the numbers must lie between -1000 and 1000"
    assert type(k) is int, "k must be an int"
    assert 0 <= k <= len(arr), "k must be neither negative nor greater than the length of arr"


INVALID = [
    ("a tuple", ((3, 1, 2), 2)),
    ("an empty list", ([], 0)),
    ("a float among the numbers", ([3, 1.0, 2], 2)),
    ("a number that is too large", ([3, 1001, 2], 2)),
    ("k is text", ([3, 1, 2], "2")),
    ("k is greater than the length", ([3, 1, 2], 4)),
]


def reference_sort_unless_one(arr, k):
    if k < 2:
        return [max(arr)] if k else []
    return sorted(arr)[-k:]


def slow_take_the_maximum_out(arr, k):
    rest = list(arr)
    result = []
    for _ in range(k):
        largest = max(rest)
        rest.remove(largest)
        result.insert(0, largest)
    return result


def growing(rng, size):
    """The number of elements, of which the greater half is wanted."""
    return [rng.randrange(-1000, 1001) for _ in range(size)], size // 2


def stress_random_half(rng):
    """large_random: the greater half of a thousand numbers; taking each maximum out looks at all that are left."""
    return [rng.randrange(-1000, 1001) for _ in range(1000)], 500


def stress_falling(rng):
    """sorted: the numbers fall, so that the wanted ones stand in front, and deleting them there moves all others."""
    return list(range(1000, -1000, -2)), 750


def stress_two_values(rng):
    """all_equal: the extremes of the range in random order; removing or comparing by value meets ties only."""
    return [rng.choice([-1000, 1000]) for _ in range(1000)], 600


def stress_whole_list(rng):
    """worst_of_fast: all numbers are wanted, so that a heap or a selection has nothing to leave out."""
    return rng.sample(range(-1000, 1001), 1000), 1000


def stress_single_maximum(rng):
    """early_exit: one number only is wanted, for which one pass is enough and sorting is waste."""
    return [rng.randrange(-1000, 1001) for _ in range(1000)], 1


def stress_few_of_many(rng):
    """sparse: forty of a thousand numbers are wanted; putting the others in order is waste."""
    return [rng.randrange(-1000, 1001) for _ in range(1000)], 40


def stress_rising_with_a_late_low(rng):
    """boundary: in order but for the last number, which is the smallest and the only one that is not wanted."""
    return list(range(-499, 500)) + [-1000], 999


EXPRESSIONS = {
    "rising_all_but_ten": (
        "worst_of_slow: in rising order; each maximum and its place are found after a look at all that are left.",
        "list(range(-500, 500))",
        "990",
    ),
}
