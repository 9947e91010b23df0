"""search: the greatest number of a list that occurs at least as often as its own value says.

Counting each number by a look through the whole list is quadratic; counting all of them in one pass is linear.
A table over all values up to the largest one is fast on small values and takes time and memory without bound on large
ones, although no number beyond the length of the list can be the answer. With d distinct numbers none occurs more
often than n - d + 1 times, which rules out most numbers where few repeat.
Decided here: the numbers are at most 10 million.
"""

from collections import Counter


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert lst, "lst must not be empty"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert min(lst) > 0, "the numbers must be positive"
    assert max(lst) <= 10_000_000, "the numbers must be at most 10 million"


INVALID = [
    ("a tuple", ((1, 2, 2),)),
    ("an empty list", ([],)),
    ("a float among the numbers", ([1, 2.0, 2],)),
    ("a zero", ([1, 0, 2],)),
    ("a number beyond the limit", ([1, 10_000_001],)),
]


def reference_count_by_the_number_of_distinct_values(lst):
    values = set(lst)
    if len(values) < 8:
        counts = [(value, lst.count(value)) for value in values]
    elif 4 * len(values) < len(lst):
        counts = Counter(lst).items()
    else:
        most = len(lst) - len(values) + 1
        table = [0] * (most + 1)
        for value in [x for x in lst if x <= most]:
            table[value] += 1
        table[0] = -1
        counts = enumerate(table)
    return max([value for value, count in counts if count >= value], default=-1)


def slow_count_for_every_number(lst):
    greatest = -1
    for x in lst:
        if x > greatest and lst.count(x) >= x:
            greatest = x
    return greatest


def stress_random_small_numbers(rng):
    """large_random: two hundred values, most of which occur less often than they say; each count is a long look."""
    return ([rng.randrange(1, 200) for _ in range(12_000)],)


def stress_values_up_to_the_length(rng):
    """worst_of_fast: random values up to the length of the list, so that size alone rules out none of them."""
    return ([rng.randrange(1, 12_001) for _ in range(12_000)],)


def stress_all_distinct(rng):
    """worst_of_slow: every number occurs once; counting each by itself goes through the whole list each time."""
    numbers = list(range(1, 10_001))
    rng.shuffle(numbers)
    return (numbers,)


def stress_numbers_up_to_a_million(rng):
    """sparse: large numbers that cannot be the answer; a table over all values is far longer than the list."""
    return ([rng.randrange(1, 10**6) for _ in range(10_000)],)


def stress_each_as_often_as_it_says(rng):
    """sorted: one 1, two 2s, three 3s and so on: every number qualifies and the greatest stands last."""
    return ([value for value in range(1, 140) for _ in range(value)],)


def stress_one_too_few(rng):
    """dense: each number occurs once less often than it says; every one looks promising and none is an answer."""
    numbers = [value for value in range(2, 140) for _ in range(value - 1)]
    rng.shuffle(numbers)
    return (numbers,)


def stress_few_values_one_at_the_limit(rng):
    """boundary: three values, one of them the largest allowed; a table up to it has ten million places."""
    return (rng.choices([10_000_000, 9_000, 3], k=20_000),)


EXPRESSIONS = {
    "as_often_as_the_length": (
        "all_equal: one number, equal to the length of the list, which occurs exactly often enough.",
        "[20_000] * 20_000",
    ),
}


def growing(rng, size):
    """The number of numbers, all distinct and in order."""
    return (list(range(1, size + 1)),)
