"""fizz_buzz: how often the digit 7 occurs in the numbers below n that are divisible by 11 or 13.

Writing out every number, or every multiple, takes a number of steps in proportion to n. The numbers that have the
digit 7 at a given place come in blocks, and divisibility repeats every 143 numbers, so that the occurrences at a place
can be calculated; what is left are additions of long numbers, quadratic in the number of digits.
Decided here: n has at most 800 digits and is not negative; 77 counts twice.
"""

from itertools import accumulate
from operator import sub

CHANCE = "how many blocks are left beside whole periods depends on the remainder of n"
COST_VARIES = {
    "eighteen_digits": CHANCE,
    "twenty_thousand": CHANCE,
    "sevens_in_front": "how many blocks are left beside whole periods depends on the remainder of n",
}

PERIOD = 143
PER_PERIOD = 23


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n < 10**800, "n must have at most 800 digits"


INVALID = [
    ("a float", (78.0,)),
    ("negative", (-78,)),
    ("801 digits", (10**800,)),
]


def reference_blocks(n):
    """Sum of blocks of 10**place numbers with a 7 at that place, nearly all of it with small numbers.

    There are 23 multiples among any 143 neighbours; a block has some more in the rest, shorter than 143, at its end.
    The weights of the places add up to the number of sevens in all numbers below n. The answer is 23/143 of that, with
    the numbers in the rests of the blocks skipped, and the multiples found there added.
    """
    digits = list(map(int, str(n)))
    below = list(accumulate((r % 11 == 0 or r % 13 == 0 for r in 2 * [*range(PERIOD)]), initial=0))
    powers = [10**k % PERIOD for k in range(6)]
    in_rests = []
    for power in powers:
        in_rest = list(map(sub, below[power:], below))
        in_rests.append(list(accumulate([in_rest[h * power % PERIOD] for h in range(7, 10 * PERIOD, 10)], initial=0)))
    found = skipped = head = sevens = before = 0
    n_rest = n % PERIOD
    weights = []
    place = len(digits)
    for digit in digits:
        weight = place * before + digit * sevens
        place -= 1
        power = powers[place % 6]
        found += in_rests[place % 6][head]
        skipped += power * head
        if digit >= 7:
            start = (10 * head + 7) * power % PERIOD
            if digit == 7:
                sevens += 1
                rest = (n_rest - start) % PERIOD
            else:
                weight += 1
                rest = power
            found += below[start + rest] - below[start]
            skipped += rest
        head = (10 * head + digit) % PERIOD
        before = digit
        weights.append(weight)
    base = 10
    while len(weights) > 1:
        if len(weights) % 2:
            weights.insert(0, 0)
        weights = [high * base + low for high, low in zip(weights[::2], weights[1::2], strict=True)]
        base *= base
    return (PER_PERIOD * (weights[0] - skipped) + PERIOD * found) // PERIOD


def multiples_below(n):
    return (n + 10) // 11 + (n + 12) // 13 - (n + 142) // 143


def reference_place_by_place(n):
    """The same blocks, without the tables: 143 neighbouring blocks of one size hold 23 multiples for each place."""
    result = 0
    size = 1
    while 7 * size < n:
        blocks, rest = divmod(n, 10 * size)
        rounds, blocks = divmod(blocks, PERIOD)
        result += rounds * PER_PERIOD * size
        for start in range(7 * size, 10 * size * blocks, 10 * size):
            result += multiples_below(start + size) - multiples_below(start)
        start = 10 * size * blocks + 7 * size
        result += multiples_below(start + min(max(rest - 7 * size, 0), size)) - multiples_below(start)
        size *= 10
    return result


def slow_each_number(n):
    count = 0
    for i in range(n):
        if i % 11 == 0 or i % 13 == 0:
            for digit in str(i):
                if digit == "7":
                    count += 1
    return count


def growing(rng, size):
    """The number n itself."""
    return (size,)


def stress_random_digits(rng):
    """large_random: 800 digits by chance; a table of each remainder and count of sevens for every digit is huge."""
    return (rng.randrange(10**799, 10**800),)


def stress_all_digits_seven(rng):
    """worst_of_fast: every block with a 7 is cut off by n itself, so that each place needs a rest of its own."""
    return (10 ** rng.randrange(795, 801) // 9 * 7,)


def stress_eighteen_digits(rng):
    """long_value: a number of machine size; it has few digits but far more multiples than could be visited."""
    return (rng.randrange(777_000_000_000_000_000, 778_000_000_000_000_000),)


def stress_twenty_thousand(rng):
    """worst_of_slow: small enough for all numbers to be visited, of which five in six are no multiples."""
    return (rng.randrange(20_001, 20_300),)


def stress_sevens_in_front(rng):
    """dense: from 70,000 on, every number up to n has a 7; a scan of the digits finds one in each multiple."""
    return (rng.randrange(79_000, 80_000),)


EXPRESSIONS = {
    "least_number_of_800_digits": (
        "sparse: one digit other than zero; still every place has blocks to be counted, all of them whole.",
        "10**799",
    ),
    "largest_number_allowed": (
        "boundary: 800 times the digit nine; every digit lies above seven and adds a whole block.",
        "10**800 - 1",
    ),
}
