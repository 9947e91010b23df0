"""order_by_points: a list of integers in the order of their digit sums.

Exchanging neighbours takes a quadratic number of steps. It is fastest to write all numbers side by side in columns and
to add the columns as if they were single long integers, one byte for each number: this yields the digit sums of the
whole list at once. Where most numbers occur repeatedly, or where one of them is long, they are treated one by one.
As the examples show, the first digit of a negative number counts as negative: -12 has the sum 1. Equal sums keep the
order of the list. Decided here: the numbers have at most 4000 digits.
"""

from itertools import chain

LIMIT = 10**4000


def contract(nums):
    assert type(nums) is list, "nums must be a list"
    assert all(type(x) is int for x in nums), "nums must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in nums), "the numbers must have at most 4000 digits each"


INVALID = [
    ("a set of numbers", ({1, 2, 3},)),
    ("a truth value among the numbers", ([10, True],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
]

DIGIT_VALUES = bytes(x - 48 if 48 <= x < 58 else 0 for x in range(256))
SIGN_MASK = bytes(255 if x == 45 else 0 for x in range(256))


def digit_sum(n):
    digits = b"%d" % n
    if n < 0:
        return sum(digits) - 48 * len(digits) - 2 * digits[1] + 99
    return sum(digits) - 48 * len(digits)


def add_columns(nums, width):
    """The digit sums of all numbers, each 9 too large to keep it from being negative; the width is at most 27."""
    text = (f"%-{width}d" * len(nums) % tuple(nums)).encode()
    digits = text.translate(DIGIT_VALUES)
    columns = [int.from_bytes(digits[place::width], "little") for place in range(width)]
    total = sum(columns, int.from_bytes(b"\x09" * len(nums), "little"))
    negative = int.from_bytes(text[::width].translate(SIGN_MASK), "little")
    if negative:
        total -= 2 * (columns[1] & negative)
    return total.to_bytes(len(nums), "little")


def reference_add_columns(nums):
    distinct = set(nums)
    width = max(len(str(max(distinct))), len(str(min(distinct)))) if distinct else 1
    if width > 27 or 2 * len(distinct) < len(nums):
        sums = {x: digit_sum(x) for x in distinct}
        return sorted(nums, key=sums.__getitem__)
    sums = add_columns(nums, width)
    groups = [[] for _ in range(9 * width + 10)]
    for points, x in zip(sums, nums, strict=True):
        groups[points].append(x)
    return list(chain.from_iterable(groups))


def slow_exchange_neighbours(nums):
    def points(x):
        digits = [int(digit) for digit in str(abs(x))]
        if x < 0:
            digits[0] = -digits[0]
        return sum(digits)

    ordered = list(nums)
    for end in range(len(ordered) - 1, 0, -1):
        for i in range(end):
            if points(ordered[i]) > points(ordered[i + 1]):
                ordered[i], ordered[i + 1] = ordered[i + 1], ordered[i]
    return ordered


def growing(rng, size):
    """The number of integers in the list."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(size)],)


def stress_random_numbers(rng):
    """large_random: numbers of both signs and nine digits; splitting each one into a list of digits takes long."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(5_000)],)


def stress_few_distinct_numbers(rng):
    """all_equal: forty different numbers, again and again; whoever keeps no sums works them out anew each time."""
    values = [rng.randrange(10**15) for _ in range(40)]
    return (rng.choices(values, k=12_000),)


def stress_falling_sums(rng):
    """worst_of_slow: the sums never rise, so every exchange of unequal neighbours has to be made."""
    numbers = [rng.randrange(10**6) for _ in range(5_000)]
    return (sorted(numbers, key=lambda x: sum(map(int, str(x))), reverse=True),)


def stress_long_numbers(rng):
    """long_value: numbers of about 300 digits; reading the digits outweighs the sorting."""
    return ([rng.choice([-1, 1]) * rng.getrandbits(1000) for _ in range(400)],)


def stress_same_sum_everywhere(rng):
    """dense: the digits from 1 to 9 in ever new orders; all sums are equal, and the order of the list must stay."""
    return ([int("".join(rng.sample("123456789", 9))) for _ in range(5_000)],)


def stress_only_negative(rng):
    """boundary: only negative numbers with a large first digit; many sums are below zero."""
    return ([-rng.randrange(6, 10) * 10**5 - rng.randrange(400) for _ in range(5_000)],)


EXPRESSIONS = {
    "counting_up": (
        "sorted: the numbers are in order of value, which is not the order asked for; their sums rise and fall.",
        "list(range(7_000))",
    ),
}
