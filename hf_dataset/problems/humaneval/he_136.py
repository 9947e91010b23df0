"""largest_smallest_integers: the largest negative and the smallest positive integer of a list.

One pass that carries both candidates along is linear; sorting takes n log n steps; removing the smallest number until
a positive one is left, and the other way round, is quadratic. The best known solution takes minimum and maximum of
blocks until both candidates are there, then looks closer only at numbers between them, and ends once only zero is.
Decided here: zero is neither negative nor positive, and a number has at most 4000 digits.
"""

LIMIT = 10**4000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst), "lst must hold numbers of at most 4000 digits"


INVALID = [
    ("a tuple", ((2, 4, -1),)),
    ("a float among the numbers", ([2, -1.5],)),
    ("a number of 4001 digits", ([3, -(10**4000)],)),
]


def reference_narrow_the_gap(lst):
    below = above = 0
    for start in range(0, len(lst), 256):
        block = lst[start : start + 256]
        if below and above:
            if above - below == 2:
                break
            for x in block:
                if below < x and x < above:
                    if x > 0:
                        above = x
                    elif x:
                        below = x
        else:
            low, high = min(block), max(block)
            if low < 0:
                largest = high if high < 0 else max([x for x in block if x < 0])
                below = max(below or largest, largest)
            if high > 0:
                smallest = low if low > 0 else min([x for x in block if x > 0])
                above = min(above or smallest, smallest)
    return below or None, above or None


def slow_remove_until_the_sign_changes(lst):
    rest = list(lst)
    while rest and max(rest) >= 0:
        rest.remove(max(rest))
    negative = max(rest) if rest else None
    rest = list(lst)
    while rest and min(rest) <= 0:
        rest.remove(min(rest))
    return negative, min(rest) if rest else None


def growing(rng, size):
    """The number of integers."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(size)],)


def stress_both_signs(rng):
    """large_random: numbers of both signs without order; sorting them takes more than a pass."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(60_000)],)


def stress_closing_in(rng):
    """worst_of_fast: both signs by turns, each number closer to zero than all before; every one is a new candidate."""
    return ([x for distance in range(30_000, 0, -1) for x in (distance, -distance)],)


def stress_positive_only(rng):
    """sparse: no negative number at all, so that one half of the answer is missing; removing takes away everything."""
    return ([rng.randrange(1, 10**9) for _ in range(60_000)],)


def stress_long_numbers(rng):
    """long_value: numbers of 500 digits that differ in the last ones only; each comparison reads them whole."""
    return ([rng.choice((-1, 1)) * (10**500 + rng.randrange(10**9)) for _ in range(12_000)],)


def stress_around_zero(rng):
    """early_exit: minus one and one are there after a sixth of the numbers, and none can come closer to zero."""
    return (rng.choices((0, 1, 2), k=10_000) + rng.choices((-2, -1, 0, 1, 2), k=50_000),)


EXPRESSIONS = {
    "zeros": (
        "all_equal: nothing but zeros, which count for neither side; both halves of the answer are missing.",
        "[0] * 80_000",
    ),
    "rising": (
        "sorted: rising through zero; each negative number is a new candidate, and no positive one after the first.",
        "list(range(-35_000, 35_000))",
    ),
}
