"""minSubArraySum: the smallest sum of a non-empty run of neighbours in a list.

Summing from every start is quadratic; carrying along the smallest sum that ends at the current place is linear.
The fastest known solution also takes whole blocks at once where no two signs differ: a block without negative numbers
can offer its minimum only, and one without positive numbers is best taken whole.
Decided here: the list is not empty and its numbers have at most 4000 digits each.
"""

from itertools import accumulate

LIMIT = 10**4000


def contract(nums):
    assert type(nums) is list, "nums must be a list"
    assert nums, "nums must not be empty"
    assert all(type(x) is int for x in nums), "nums must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in nums), "the numbers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((1, -2),)),
    ("no numbers", ([],)),
    ("a float among the numbers", ([1, -2.0],)),
    ("a number of 4001 digits", ([1, -(10**4000)],)),
]


def reference_blocks_of_one_sign(nums):
    best = nums[0]
    ending_here = 0
    for start in range(0, len(nums), 128):
        block = nums[start : start + 128]
        if block[0] < 0:
            if block[-1] < 0 and block[len(block) // 2] < 0 and max(block) <= 0:
                ending_here = sum(block, min(ending_here, 0))
                if ending_here < best:
                    best = ending_here
                continue
        elif block[-1] >= 0 and block[len(block) // 2] >= 0:
            low = min(block)
            if low >= 0:
                if low < best:
                    best = low
                if ending_here < 0:
                    ending_here += sum(block)
                continue
        for x in block:
            if ending_here < 0:
                ending_here += x
                if ending_here < best:
                    best = ending_here
            else:
                ending_here = x
                if x < best:
                    best = x
    return best


def reference_running_sum(nums):
    best = nums[0]
    ending_here = 0
    for x in nums:
        if ending_here < 0:
            ending_here += x
            if ending_here < best:
                best = ending_here
        else:
            ending_here = x
            if x < best:
                best = x
    return best


def slow_sums_from_every_start(nums):
    return min(min(accumulate(nums[start:])) for start in range(len(nums)))


def stress_random_signs(rng):
    """large_random: positive and negative numbers alike; summing from every start is quadratic."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(4_000)],)


def stress_rising(rng):
    """sorted: rising from negative to positive numbers; the best run is the first half, found once at its end."""
    return (list(range(-2_500, 2_500)),)


def stress_positive(rng):
    """sparse: no negative number, so that a single number is the answer; a start from zero would win wrongly."""
    return ([rng.randrange(1, 10**9) for _ in range(6_000)],)


def stress_negative(rng):
    """dense: negative numbers only, so that the whole list is the answer and the best sum changes at each place."""
    return ([-rng.randrange(1, 10**9) for _ in range(6_000)],)


def stress_mostly_negative(rng):
    """worst_of_fast: one number in five is positive; long runs of one sign are rare and the best sum keeps growing."""
    return ([rng.randrange(10**6) * rng.choice((1, -1, -1, -1, -1)) for _ in range(4_000)],)


def stress_two_humps(rng):
    """worst_of_slow: two far negative stretches with a bridge that costs one less than the second one gains."""
    return ([-3] * 1_500 + [1] * 2_999 + [-2] * 1_500,)


def stress_long_numbers(rng):
    """long_value: numbers of 300 digits; each addition and comparison reads them whole."""
    return ([rng.randrange(-(10**300), 10**300) for _ in range(2_500)],)


EXPRESSIONS = {
    "alternating": (
        "boundary: equal gains and losses in turn; every second run sums up to zero, at which a new one begins.",
        "[5, -5] * 3_000",
    ),
}


def growing(rng, size):
    """The number of numbers, of both signs."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(size)],)
