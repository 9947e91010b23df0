"""common: the numbers that two lists have in common, sorted, each one once.

Searching one list for every number of the other takes a number of steps in proportion to the product of the lengths;
with sets the search is linear, and only the numbers in common need sorting. The best known one makes a set of the
shorter list alone and reads the longer one without storing it.
The prompt does not say what the elements are: they are integers here, of any size and with repetitions. Either list may
be empty.
"""


def contract(l1, l2):
    assert type(l1) is list, "l1 must be a list"
    assert type(l2) is list, "l2 must be a list"
    assert all(type(x) is int for x in l1), "l1 must hold integers only"
    assert all(type(x) is int for x in l2), "l2 must hold integers only"


INVALID = [
    ("l1 is a tuple", ((1, 2), [2])),
    ("l2 is a set", ([1, 2], {2})),
    ("a string in l1", ([1, "2"], [2])),
    ("a float in l2", ([1, 2], [2.0])),
]


def reference_set_of_the_shorter(l1, l2):
    if len(l1) > len(l2):
        l1, l2 = l2, l1
    return sorted(set(l1).intersection(l2))


def reference_two_sets(l1, l2):
    return sorted(set(l1) & set(l2))


def slow_search_the_lists(l1, l2):
    result = []
    for x in l1:
        if x in l2 and x not in result:
            result.append(x)
    result.sort()
    return result


def stress_random_numbers(rng):
    """large_random: one number in ten is in common; searching a list for each number is quadratic."""
    l1 = [rng.randrange(200_000) for _ in range(20_000)]
    l2 = [rng.randrange(200_000) for _ in range(20_000)]
    return l1, l2


def stress_nothing_in_common(rng):
    """worst_of_slow: even numbers against odd ones; every search in a list goes to its end and finds nothing."""
    l1 = [2 * rng.randrange(10**9) for _ in range(15_000)]
    l2 = [2 * rng.randrange(10**9) + 1 for _ in range(20_000)]
    return l1, l2


def stress_few_distinct_values(rng):
    """all_equal: long lists of few distinct numbers; duplicates that are kept to the end multiply the work."""
    l1 = [rng.randrange(100) for _ in range(30_000)]
    l2 = [rng.randrange(60, 160) for _ in range(30_000)]
    return l1, l2


def stress_short_first_list(rng):
    """sparse: three numbers against many; at most three can be in common, so storing or sorting the many is waste."""
    l2 = [rng.randrange(10**6) for _ in range(50_000)]
    return [l2[40_000], -1, l2[7]], l2


def stress_short_second_list(rng):
    """worst_of_fast: the second list is the short one; a set of the first holds many numbers for four questions."""
    l1 = [rng.randrange(-(10**9), 10**9) for _ in range(60_000)]
    return l1, [l1[100], l1[50_000], 10**9, l1[100]]


def stress_same_numbers_shuffled(rng):
    """dense: all numbers are in common and in no order; nothing can be left out before the sort."""
    l1 = list(range(-6_000, 6_000))
    l2 = l1[:]
    rng.shuffle(l1)
    rng.shuffle(l2)
    return l1, l2


def stress_long_numbers(rng):
    """long_value: numbers of 400 digits that differ in the last ones only; each comparison reads them whole."""
    l1 = [10**400 + rng.randrange(8_000) for _ in range(5_000)]
    l2 = [10**400 + rng.randrange(8_000) for _ in range(5_000)]
    return l1, l2


EXPRESSIONS = {
    "sorted_multiples": (
        "sorted: multiples of 6 and of 10, both in order; a search from the front of the list ignores the order.",
        "list(range(0, 120_000, 6))",
        "list(range(0, 150_000, 10))",
    ),
}


def growing(rng, size):
    """The number of elements of each list."""
    numbers = rng.sample(range(4 * size), 2 * size)
    return numbers[:size], numbers[size // 2 : size // 2 + size]
