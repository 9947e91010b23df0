"""will_it_fly: is a list a palindrome, and is its sum not larger than a limit?

Cutting off both ends again and again copies the rest each time and is quadratic. One comparison of the list with its
reverse and one sum are linear; the halves of a palindrome have the same sum, so that one of them is enough, and
in pieces from the ends inwards both questions can be answered "no" early.
Decided here: the elements are weights, so they and the limit are integers and not negative; an empty list is balanced
and weighs nothing; a number has at most 4000 digits.
"""

LIMIT = 10**4000


def contract(q, w):
    assert type(q) is list, "q must be a list"
    assert all(type(x) is int for x in q), "q must hold integers only"
    assert all(x >= 0 for x in q), "the weights in q must not be negative"
    assert all(x < LIMIT for x in q), "the weights in q must have at most 4000 digits each"
    assert type(w) is int, "w must be an int"
    assert 0 <= w < LIMIT, "w must not be negative and must have at most 4000 digits"


INVALID = [
    ("a tuple", ((3, 2, 3), 9)),
    ("a float among the weights", ([3, 2.0, 3], 9)),
    ("a negative weight", ([3, -2, 3], 9)),
    ("a weight of 4001 digits", ([10**4000], 9)),
    ("the limit is a float", ([3, 2, 3], 9.0)),
    ("a negative limit", ([3, 2, 3], -1)),
]


def reference_pieces_from_both_ends(q, w):
    middle, odd = divmod(len(q), 2)
    left = w - sum(q[middle : middle + odd])
    for start in range(0, middle, 512):
        piece = q[start : min(start + 512, middle)]
        if piece != q[-start - 1 : -start - 1 - len(piece) : -1]:
            return False
        left -= 2 * sum(piece)
        if left < 0:
            return False
    return left >= 0


def slow_cut_off_both_ends(q, w):
    if sum(q) > w:
        return False
    while len(q) > 1:
        if q[0] != q[-1]:
            return False
        q = q[1:-1]
    return True


def mirrored(half):
    return half + half[::-1]


def stress_random_palindrome(rng):
    """large_random: a balanced list that just may fly; cutting off both ends copies the rest each time."""
    q = mirrored([rng.randrange(10**6) for _ in range(15_000)])
    return q, sum(q)


def stress_too_heavy_by_one(rng):
    """boundary: balanced, an odd number of elements, and one unit too heavy; only the whole sum tells."""
    half = [rng.randrange(200) for _ in range(20_000)]
    return half + [77] + half[::-1], 2 * sum(half) + 76


def stress_unbalanced_in_the_middle(rng):
    """worst_of_slow: only the two innermost elements differ, the last pair that is reached from the ends."""
    half = [rng.randrange(10**6) for _ in range(15_000)]
    return half + [half[-1] + 1] + half[-2::-1], 10**12


def stress_too_heavy_on_the_outside(rng):
    """sparse: balanced, but the outer weights alone are too heavy, and between them there are zeros only."""
    q = mirrored([rng.randrange(1, 10**6) for _ in range(16_000)] + [0] * 30_000)
    return q, sum(q) * 9 // 10


def stress_unbalanced_after_a_tenth(rng):
    """early_exit: a difference at a tenth of the length decides; adding or reversing the whole list is wasted."""
    q = mirrored([rng.randrange(10**6) for _ in range(60_000)])
    q[12_000] += 1
    return q, sum(q)


def stress_long_weights(rng):
    """long_value: weights of 100 digits that differ in the last ones; comparing and adding reads all of them."""
    q = mirrored([10**100 + rng.randrange(10**6) for _ in range(7_000)])
    return q, 2 * 10**104


EXPRESSIONS = {
    "one_weight_repeated": (
        "all_equal: a list of one weight is balanced however it is turned; only the sum needs each of them.",
        "[9] * 60_000",
        "600_000",
    ),
}


def growing(rng, size):
    """The number of elements of a balanced list."""
    half = [rng.randrange(1000) for _ in range(size // 2)]
    return half + [1] * (size % 2) + half[::-1], 1000 * size
