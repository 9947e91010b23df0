"""pairs_sum_to_zero: do two numbers of a list sum to zero?

Comparing every pair is quadratic; looking up each negated number in a set is linear, and needed for one sign only.
A prefix that grows by a large factor finds a pair near the beginning without a look at the rest.
The examples tell that a number is not its own partner: a zero needs a second zero. The prompt does not limit the
numbers: here they lie between -10**18 and 10**18. Lists of fewer than two are allowed.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is int for x in l), "l must hold integers only"
    assert all(-(10**18) <= x <= 10**18 for x in l), "the numbers must lie between -10**18 and 10**18"


INVALID = [
    ("a set", ({1, -1},)),
    ("a float among the numbers", ([1, -1.0],)),
    ("a number beyond the limit", ([1, -(10**18) - 1],)),
]


def reference_set_of_a_growing_prefix(l):  # noqa: E741
    seen = set()
    negative_fewer = True
    start, end = 0, 256
    while start < len(l):
        seen.update(l[start:end])
        if 0 in seen:
            if l.count(0) > 1:
                return True
            seen.remove(0)
        partners = [-x for x in seen if x < 0] if negative_fewer else [-x for x in seen if x > 0]
        if not seen.isdisjoint(partners):
            return True
        negative_fewer ^= 2 * len(partners) > len(seen)
        start, end = end, 16 * end
    return False


def slow_every_pair(l):  # noqa: E741
    for place, x in enumerate(l):
        if -x in l[place + 1 :]:
            return True
    return False


def growing(rng, size):
    """The number of numbers."""
    return ([rng.randrange(1, 10**9) for _ in range(size)],)


def stress_random_without_partner(rng):
    """large_random: even positive and odd negative numbers; none cancels another, so every pair is tried in vain."""
    return ([2 * x if x > 0 else 2 * x + 1 for x in rng.choices(range(-(10**9), 10**9), k=20_000)],)


def stress_ascending(rng):
    """sorted: all numbers are positive and in order; a search in the rest of the list never finds anything."""
    return (list(range(1, 40_000)),)


def stress_few_values(rng):
    """all_equal: six values in many places; comparing places meets the same pairs of values again and again."""
    return (rng.choices((8, 15, -3, 21, -60, 34), k=50_000),)


def stress_partner_in_the_middle(rng):
    """early_exit: the second number has its partner at three thousand of forty thousand places."""
    numbers = [rng.randrange(10**6, 10**12) for _ in range(40_000)]
    numbers[3_000] = -numbers[1]
    return (numbers,)


def stress_last_two(rng):
    """worst_of_slow: the only pair stands in the last two places, where nested loops come last."""
    numbers = [rng.randrange(10**6, 10**12) for _ in range(7_000)]
    return (numbers + [77, -77],)


def stress_a_single_zero(rng):
    """boundary: one zero among thousands of negative numbers is its own negation, but has no partner."""
    numbers = [-rng.randrange(1, 10**15) for _ in range(20_000)]
    numbers[9_000] = 0
    return (numbers,)


def stress_two_zeros_far_apart(rng):
    """worst_of_fast: the only pair is two zeros, which a set takes for one; they stand far apart."""
    numbers = [rng.randrange(1, 10**9) for _ in range(20_000)]
    numbers[5] = numbers[19_995] = 0
    return (numbers,)
