"""specialFilter: how many numbers above 10 begin and end with an odd digit?

The last digit of a number is odd where the number is, which takes no decimal digits to see. Once the odd numbers are
sorted, those with the same first digit and length stand side by side, and their count is found by bisection; the text
of a number, which takes quadratic time in its length, is never made.
Taking one digit after the other off a long number is quadratic as well, and so is removing from a list, one by one, the
numbers that do not fit.
Decided here: the numbers are integers, as in all examples and tests, of either sign and with at most 4000 digits.
"""

from bisect import bisect_left

LIMIT = 10**4000


def contract(nums):
    assert type(nums) is list, "nums must be a list"
    assert all(type(x) is int for x in nums), "nums must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in nums), "the numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple of numbers", ((15, 33),)),
    ("a truth value among the numbers", ([15, True],)),
    ("a number of 4001 digits", ([15, 10**4000],)),
]


def reference_bisect_sorted_odd_numbers(nums):
    odd = sorted([x for x in nums if x > 10 and x & 1])
    count = start = 0
    power = 10
    while start < len(odd):
        x = odd[start]
        power *= 10 ** int(max(0, x.bit_length() - power.bit_length() - 1) * 0.30102)
        while 10 * power <= x:
            power *= 10
        first_digit = x // power
        end = bisect_left(odd, (first_digit + 1) * power, start)
        if first_digit & 1:
            count += end - start
        start = end
    return count


def slow_remove_what_does_not_fit(nums):
    special = list(nums)
    for x in nums:
        if x <= 10 or str(x)[0] not in "13579" or str(x)[-1] not in "13579":
            special.remove(x)
    return len(special)


def growing(rng, size):
    """The number of integers, half of which are special."""
    return ([rng.choice([100_001, 200_000]) + 2 * rng.randrange(40_000) for _ in range(size)],)


def stress_random_odd_numbers(rng):
    """large_random: odd numbers of up to nine digits, in no order; the first digit decides on every one of them."""
    return ([rng.randrange(10**9) | 1 for _ in range(8_000)],)


def stress_both_signs(rng):
    """sparse: half the numbers are negative and most others are even; tests in the wrong order convert all to text."""
    return ([rng.randrange(-(10**12), 10**12) & ~(rng.random() < 0.8) for _ in range(20_000)],)


def stress_numbers_of_a_thousand_digits(rng):
    """long_value: odd numbers of 1000 digits; making the text of each takes quadratic time in their length."""
    return ([rng.randrange(10**999, 10**1000) | 1 for _ in range(700)],)


def stress_all_lengths(rng):
    """worst_of_fast: one odd number of each length up to 600 digits, so that hardly two share their power of ten."""
    numbers = [rng.randrange(10**digits, 10 ** (digits + 1)) | 1 for digits in range(1, 600)]
    rng.shuffle(numbers)
    return (numbers,)


def stress_special_numbers_first(rng):
    """worst_of_slow: special numbers in front, the others behind; each one to be removed is found after all of them."""
    special = [rng.randrange(50_000, 100_000) * 2 + 1 for _ in range(4_000)]
    return (special + [rng.randrange(100_000, 150_000) * 2 + 1 for _ in range(4_000)],)


EXPRESSIONS = {
    "all_special": (
        "all_equal: the same special number everywhere; nothing is ever sorted out, and each copy is tested anew.",
        "[975_313_579] * 15_000",
    ),
    "counting_down": (
        "sorted: falling numbers down to ones that are too small; the first digit stays the same over long runs.",
        "list(range(20_000, -1_000, -1))",
    ),
}
