"""remove_duplicates: keep only the numbers that occur exactly once, in order.

Counting each number by a pass over the list is quadratic; one table of counts makes it linear. The table keeps the
order of first occurrence, so the numbers that occur once can be read from it directly. A number that occurs more than
once is dropped altogether; its first occurrence does not stay.
"""

from collections import Counter


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert not any(type(x) is bool for x in numbers), "numbers must not hold a bool, which equals 0 or 1"
    assert all(type(x) is int for x in numbers), "numbers must hold integers only"


INVALID = [
    ("numbers is a tuple", ((1, 2, 2),)),
    ("a bool among the integers", ([1, True, 2],)),
    ("a float that equals an integer", ([1, 1.0, 2],)),
]


def reference_table_of_counts(numbers):
    return [x for x, count in Counter(numbers).items() if count == 1]


def slow_count_every_number(numbers):
    return [x for x in numbers if numbers.count(x) == 1]


def stress_some_repeated(rng):
    """large_random: about a third occurs once; counting every number by a pass over the list is quadratic."""
    return ([rng.randrange(20_000) for _ in range(20_000)],)


def stress_all_different(rng):
    """dense: all numbers differ, so a search for an equal one always runs to the end of the list."""
    numbers = list(range(-10_000, 10_000))
    rng.shuffle(numbers)
    return (numbers,)


def stress_everything_twice(rng):
    """sparse: the second half repeats the first, so a search ahead for the next equal number runs half the list."""
    half = rng.sample(range(10**9), 12_000)
    return (half + half,)


def stress_ascending_runs(rng):
    """sorted: equal numbers stand together; a search from the front finds them later and later."""
    return (sorted(rng.randrange(15_000) for _ in range(25_000)),)


def stress_few_values(rng):
    """all_equal: thirty values repeated, and one number once at the end; deleting by value scans again and again."""
    return ([rng.randrange(30) for _ in range(40_000)] + [30],)


def stress_long_numbers(rng):
    """long_value: numbers of 300 digits that agree in the leading ones; turning them into text or sorting is costly."""
    pool = [10**300 + rng.randrange(10**100) for _ in range(6_000)]
    return (pool + rng.sample(pool, 2_000),)


def growing(rng, size):
    """The number of numbers, no two of which are equal."""
    return (list(range(size)),)
