"""rolling_max: the largest number so far, at every place of a list.

Taking the maximum of every prefix is quadratic; carrying the maximum along is linear.
Where a whole block holds nothing larger than the maximum so far, it is filled without a look at its single numbers.
Decided here: numbers may be negative and have at most 4000 digits, which Python can still turn into text; an
empty list gives an empty list.
"""

LIMIT = 10**4000


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert all(type(x) is int for x in numbers), "numbers must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in numbers), "numbers must have at most 4000 digits each"


INVALID = [
    ("numbers is a tuple", ((1, 2),)),
    ("a float among the numbers", ([1, 2.0],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
]


def reference_fill_blocks_without_record(numbers):
    result = numbers[:1]
    best = numbers[0] if numbers else 0
    rising = True
    for start in range(1, len(numbers), 128):
        block = numbers[start : start + 128]
        if rising or max(block) > best:
            before = best
            result += [(best := x) if x > best else best for x in block]
            rising = best > before
        else:
            result += [best] * len(block)
    return result


def reference_one_comprehension(numbers):
    if not numbers:
        return []
    best = numbers[0]
    return [(best := x) if x > best else best for x in numbers]


def slow_maximum_of_every_prefix(numbers):
    return [max(numbers[: end + 1]) for end in range(len(numbers))]


def stress_random_numbers(rng):
    """large_random: few records among many numbers; taking the maximum of every prefix is quadratic."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(60_000)],)


def stress_ascending(rng):
    """sorted: every number is a new maximum, so that runs of one maximum cannot be filled at once."""
    start = rng.randrange(-40_000, -20_000)
    return (list(range(start, start + 60_000)),)


def stress_descending(rng):
    """worst_of_slow: the maximum stands in front; a look back for a larger number goes all the way to the start."""
    start = rng.randrange(20_000, 40_000)
    return (list(range(start, start - 60_000, -1)),)


def stress_one_record_in_a_hundred(rng):
    """worst_of_fast: falling pieces of 100 numbers under slowly rising peaks; no long piece is without a record."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + peak - step for peak in range(600) for step in range(100)],)


def stress_long_numbers(rng):
    """long_value: numbers of 300 digits that differ in the last ones only; each comparison reads them whole."""
    return ([10**300 + rng.randrange(10**6) + 40 * place for place in range(20_000)],)


def growing(rng, size):
    """The number of numbers."""
    return (list(range(size, 0, -1)),)


def stress_all_equal(rng):
    """all_equal: nothing ever exceeds the first number; grouping or removing values by comparison meets ties only."""
    return ([rng.randrange(-1_000_000, 1_000_000)] * rng.randrange(59_000, 61_000),)
