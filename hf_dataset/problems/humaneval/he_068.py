"""pluck: the smallest even value of a list and the first place where it stands.

One pass is linear; taking the minimum of the even values again for each node is quadratic. The fastest known solution
takes the minimum of whole blocks and looks at the parity of single nodes only in blocks that may hold a better one.
As the prompt says, there are at most 10000 nodes and none is negative; as its third example shows, the list may be
empty. (Its second example is a copy of the first: without any even value the answer is [], as the text and the tests
say.) Decided here: a value has at most 4000 digits.
"""

from math import inf

CHANCE = "how many blocks have a smaller minimum than those before is a matter of chance"
COST_VARIES = {"random_nodes": CHANCE, "long_values": CHANCE}

LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert len(arr) <= 10_000, "arr must hold at most 10000 nodes"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(x >= 0 for x in arr), "the nodes must not be negative"
    assert all(x < LIMIT for x in arr), "the nodes must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((4, 2, 3),)),
    ("10001 nodes", ([1] * 10_001,)),
    ("a bool among the nodes", ([4, True, 2],)),
    ("a negative node", ([4, -2, 3],)),
    ("a node of 4001 digits", ([4, 10**4000],)),
]


def reference_minimum_of_blocks(arr):
    smallest = inf
    answer = []
    for start in range(0, len(arr), 128):
        block = arr[start : start + 128]
        low = min(block)
        if low < smallest:
            if low & 1:
                low = min([x for x in block if not x & 1], default=inf)
            if low < smallest:
                smallest = low
                answer = [low, start + block.index(low)]
    return answer


def slow_minimum_for_every_node(arr):
    for i in range(len(arr)):
        if arr[i] % 2 == 0 and arr[i] == min(x for x in arr if x % 2 == 0):
            return [arr[i], i]
    return []


def stress_random_nodes(rng):
    """large_random: many values, half of them even; taking the minimum for each node is quadratic."""
    return ([rng.randrange(10**9) for _ in range(10_000)],)


def stress_all_odd(rng):
    """sparse: not one even value; whoever takes the minimum first and removes it until it is even removes them all."""
    return ([rng.randrange(10**9) | 1 for _ in range(10_000)],)


def stress_falling_evens(rng):
    """sorted: each value is smaller than all before it; a running minimum changes at every node."""
    return (list(range(2 * 10**6, 2 * 10**6 - 20_000, -2)),)


def stress_smallest_last(rng):
    """worst_of_slow: all even, and the smallest stands at the very end; for every node before it the way is long."""
    return ([rng.randrange(1, 10**6) * 2 for _ in range(9_999)] + [0],)


def stress_odd_below_even(rng):
    """worst_of_fast: every odd value is smaller than every even one, so that small values alone do not help."""
    return ([rng.randrange(10**6) * 2 + (1 if rng.random() < 0.5 else 10**7) for _ in range(10_000)],)


def stress_long_values(rng):
    """long_value: 400 digits that differ in the last ones only; a remainder reads all of them, a bit does not."""
    return ([10**400 + rng.randrange(10**6) for _ in range(10_000)],)


EXPRESSIONS = {
    "one_even_value_repeated": (
        "all_equal: the same even value everywhere; the first node is the answer, but all the others may be smaller.",
        "[1000] * 10_000",
    ),
}


def growing(rng, size):
    """The number of nodes, all even, of which the last is the smallest."""
    return ([rng.randrange(1, 10**6) * 2 for _ in range(size - 1)] + [0],)
