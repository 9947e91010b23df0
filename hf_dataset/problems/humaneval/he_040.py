"""triples_sum_to_zero: do three numbers of a list sum to zero?

Trying every triple is cubic. Two negative numbers and a positive one, or the other way round, are needed, or a zero:
looking up the sums of two numbers of one sign among the negated numbers of the other is quadratic at most. Where the
numbers are dense, one shift of a bit set does this for one number against all others.
The examples show that the three are distinct by their places, not by value: equal numbers may be used together. The
prompt does not limit the numbers: here they lie between -10**18 and 10**18. Lists of fewer than three are allowed.
"""

from bisect import bisect_right
from collections import Counter
from itertools import combinations

COST_VARIES = {
    "random_far_apart": "how many pairs are looked at depends on the largest number of each sign",
    "only_triple_at_the_end": "how many sums of two numbers stay below the largest one of the other sign is drawn",
}


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is int for x in l), "l must hold integers only"
    assert all(-(10**18) <= x <= 10**18 for x in l), "the numbers must lie between -10**18 and 10**18"


INVALID = [
    ("a tuple", ((1, 3, -2, 1),)),
    ("a float among the numbers", ([1, 3.0, -2],)),
    ("a number beyond the limit", ([1, 2, 10**18 + 1],)),
]


def bit_set(numbers):
    digits = bytearray(b"0") * (max(numbers) + 1)
    for x in numbers:
        digits[-1 - x] = ord("1")
    return int(digits, 2)


def two_make_one_dense(terms, sums):
    """Whether two different terms make one of the sums; all are at least 0."""
    term_bits, sum_bits = bit_set(terms), bit_set(sums)
    return any((sum_bits >> x) & term_bits not in (0, 1 << x) for x in terms)


def two_make_one(terms, sums):
    """The same for numbers that lie far apart."""
    top = max(sums)
    terms = sorted(x for x in terms if x <= top)
    for place, x in enumerate(terms):
        if not sums.isdisjoint([x + y for y in terms[: bisect_right(terms, top - x, 0, place)]]):
            return True
    return False


def reference_two_of_one_sign(l):  # noqa: E741
    distinct = set(l)
    from_zero_up = {x for x in distinct if x >= 0}
    negated = {-x for x in distinct if x < 0}
    if from_zero_up and negated:
        search = two_make_one_dense if max(distinct) - min(distinct) < 64 * len(distinct) else two_make_one
        if search(from_zero_up, negated) or search(negated, from_zero_up):
            return True
    twice = [x for x in distinct if -2 * x in distinct]
    if twice:
        counts = Counter(l)
        return counts[0] > 2 or any(counts[x] > 1 for x in twice if x)
    return False


def slow_every_triple(l):  # noqa: E741
    return any(a + b + c == 0 for a, b, c in combinations(l, 3))


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(-(10**12), 10**12) for _ in range(size)],)


def stress_random_far_apart(rng):
    """large_random: numbers of twelve digits, no three of which cancel: every triple is tried in vain."""
    return ([rng.randrange(1, 10**12) * (-1) ** i for i in range(200)],)


def stress_ascending(rng):
    """sorted: an even spacing around zero, one more than a multiple of four each, so that no three sum to zero."""
    return (list(range(-4 * 1_000 + 1, 4 * 1_000, 4)),)


def stress_six_values(rng):
    """all_equal: six values in twenty thousand places; a search by place meets the same values without end."""
    return (rng.choices((5, 9, -7, 13, -3, -11), k=20_000),)


def stress_only_triple_at_the_end(rng):
    """worst_of_slow: the only triple stands in the last three places, where nested loops come last."""
    numbers = [rng.randrange(10**11) * 3 * (-1) ** i + 1 for i in range(120)]
    return (numbers + [21 * 10**9, -13 * 10**9, -8 * 10**9],)


def stress_found_with_the_first(rng):
    """early_exit: the first number belongs to a triple; its partners are the third and the last."""
    return ([-1_000, 5, 400] + rng.choices((5, 9, 13, 17), k=15_000) + [600],)


def stress_almost_all_positive(rng):
    """sparse: thousands of positive numbers and a negative one too small to balance any two of them."""
    numbers = [rng.randrange(10**5, 10**9) for _ in range(4_000)]
    numbers[2_500] = -199_999
    return (numbers,)


def stress_minus_the_double(rng):
    """worst_of_fast: with x, -2x is there, but x only once; a search by value takes the same number twice."""
    starts = rng.sample(range(10**12, 10**13), 15)
    return ([(2 * start + 1) * (-2) ** power for power in range(10) for start in starts],)
