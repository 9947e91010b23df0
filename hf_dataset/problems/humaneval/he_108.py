"""count_nums: how many integers have a positive sum of digits, the first digit of a negative one being negative.

Every positive integer counts, and no negative one of a single digit; only the others need a look at their digits, which
is linear in them but for the conversion to text. Dividing by ten digit by digit is quadratic in the length.
A negative integer counts if the digits behind the first add up to more than it; as the first is at most 9, the last
few digits show that of most integers. Tables hold the sums of three digits, with and without a sign before them; a long
integer is turned into text only if its last nine digits do not decide.
Decided here: zero does not count; integers have at most 4000 digits.
"""

COST_VARIES = {"long_negative": "how many digits have to be read is a matter of chance"}

LIMIT = 10**4000
LONG = 10**15


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(number) is int for number in arr), "arr must hold integers only"
    assert all(-LIMIT < number < LIMIT for number in arr), "the integers must have at most 4000 digits"


INVALID = [
    ("arr is a tuple", ((1, -12),)),
    ("a bool among the integers", ([1, True],)),
    ("an integer of 4001 digits", ([1, -(10**4000)],)),
]


def reference_three_digits_at_a_time(arr):
    pairs = [a + b for a in range(10) for b in range(10)]
    sums = [a + pair for a in range(10) for pair in pairs]
    signed_sums = [-a for a in range(10)] + [b - a for a in range(1, 10) for b in range(10)]
    signed_sums += [pair - a for a in range(1, 10) for pair in pairs]
    others = [-number for number in arr if number <= 0]
    count = len(arr) - len(others)
    for number in others:
        part = number if number < LONG else number % 10**9
        total = 0
        while part > 999:
            total += sums[part % 1000]
            if total > 9:
                count += 1
                break
            part //= 1000
        else:
            if number < LONG:
                if total + signed_sums[part] > 0:
                    count += 1
            else:
                digits = str(number).encode()
                if sum(digits) - 48 * len(digits) > 2 * (digits[0] - 48):
                    count += 1
    return count


def slow_divide_by_ten(arr):
    count = 0
    for number in arr:
        digits = []
        rest = abs(number)
        while rest:
            digits.insert(0, rest % 10)
            rest //= 10
        if number < 0:
            digits[0] = -digits[0]
        if sum(digits) > 0:
            count += 1
    return count


def growing(rng, size):
    """The number of digits of the only integer."""
    return ([-rng.randrange(10 ** (size - 1), 10**size)],)


def stress_random_integers(rng):
    """large_random: positive and negative integers of up to nine digits; half of them count by their sign."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(20_000)],)


def stress_long_positive(rng):
    """early_exit: a hundred digits and no minus; the sign tells the answer, taking the numbers apart is quadratic."""
    return ([rng.getrandbits(332) + 1 for _ in range(10_000)],)


def stress_long_negative(rng):
    """long_value: negative integers of a thousand digits; the last few outweigh the first, no others are needed."""
    return ([-rng.randrange(10**999, 10**1000) for _ in range(230)],)


def stress_round_numbers(rng):
    """worst_of_fast: only zeros stand at the end, and a digit in the middle decides; all of the digits are needed."""
    return ([-(rng.randrange(1, 10) * 10**30 + rng.randrange(10) * 10**15) for _ in range(2_500)],)


def stress_balanced(rng):
    """boundary: behind the first digit there is one more, equal to it or larger by one; the sum is 0 or 1."""
    return ([-(digit * 100_000 + (digit + rng.randrange(2)) * 10) for digit in rng.choices(range(1, 9), k=6_000)],)


def stress_few_short(rng):
    """all_equal: integers of one or two digits, each many times; little work at each, so that overheads show."""
    return ([rng.randrange(-35, 10) for _ in range(15_000)],)
