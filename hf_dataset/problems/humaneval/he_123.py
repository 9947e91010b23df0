"""get_odd_collatz: the odd numbers of the Collatz sequence from n to 1, in rising order.

Looking up in the result whether a number is there already is quadratic in the number of odd numbers; collecting and
sorting them costs little more than the sequence itself. For a long n each step goes through all of its digits. The best
known solution takes six halvings at a time while n is long: with n = 64 a + b, the remainder b alone says which of the
next numbers are odd, and each of those is a times a small number plus another one, both from a table.
As in the prompt, n is any positive integer; decided here: below 10**300. The canonical solution halves with float
division, which is inexact above 2**53, so there is a ground truth of our own.
"""

from functools import cache

COST_VARIES = {
    "random_short_number": "how often each odd number of the sequence is halved depends on the first one",
}


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n > 0, "n must be positive"
    assert n < 10**300, "n must have at most 300 digits"


INVALID = [
    ("a float", (5.0,)),
    ("zero", (0,)),
    ("a number of 301 digits", (10**300,)),
]


def ground_truth(n):
    odd = []
    while n > 1:
        if n % 2 == 0:
            n //= 2
        else:
            odd.append(n)
            n = 3 * n + 1
    return sorted(odd + [1])


CANONICAL_WRONG = ((2**54 + 2,), "half of it is 2**53 + 1, which is odd, but which no float can represent")


@cache
def table_of_remainders():
    """For each b: the odd numbers from 64 a + b on, as pairs of factor and summand, and the number six halvings on."""
    table = []
    for b in range(64):
        factor = 64
        odd = []
        for _ in range(6):
            if b & 1:
                odd.append((factor, b))
                factor = 3 * factor >> 1
                b = 3 * b + 1 >> 1
            else:
                factor >>= 1
                b >>= 1
        table.append((odd, factor, b))
    return table


def reference_six_halvings_at_a_time(n):
    result = []
    n >>= (n & -n).bit_length() - 1
    if n >> 600:
        table = table_of_remainders()
        while n > 63:
            b = n & 63
            if b:
                a = n >> 6
                odd, factor, summand = table[b]
                result += [a * x + y for x, y in odd]
                n = a * factor + summand
            else:
                n >>= (n & -n).bit_length() - 1
        n >>= (n & -n).bit_length() - 1
    while n > 1:
        result.append(n)
        if n & 2:
            n += (n >> 1) + 1
        else:
            n = 3 * n + 1 >> 2
            while not n & 1:
                n >>= 1
    result.append(1)
    result.sort()
    return result


def slow_no_number_twice(n):
    result = []
    while True:
        if n % 2 == 1 and n not in result:
            result.append(n)
        if n == 1:
            break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return sorted(result)


def growing(rng, size):
    """The number of decimal digits of n."""
    return (rng.randrange(10 ** (size - 1), 10**size),)


def odd_numbers_from(n):
    """How many odd numbers the sequence from n has, down to 1."""
    found = 1
    while n != 1:
        n >>= (n & -n).bit_length() - 1
        if n != 1:
            found += 1
            n = 3 * n + 1
    return found


def stress_random_long_number(rng):
    """large_random: 300 random digits; there are over two thousand odd numbers, and each step goes through them all."""
    n = rng.randrange(10**299, 10**300)
    while not 2_280 <= odd_numbers_from(n) <= 2_400:
        n = rng.randrange(10**299, 10**300)
    return (n,)


def stress_random_short_number(rng):
    """dense: ten digits and a short sequence, where whatever is set up for long numbers shows."""
    n = rng.randrange(10**9, 10**10) | 1
    while odd_numbers_from(n) not in (70, 71, 72):
        n = rng.randrange(10**9, 10**10) | 1
    return (n,)


def stress_power_of_two(rng):
    """sparse: halves all the way down to 1, the only odd number; all zeros can be stripped at once."""
    return (2 ** rng.randrange(985, 997),)


def stress_one_step_to_a_power_of_two(rng):
    """early_exit: three times the number and one is a power of two; the result has two elements."""
    return ((4 ** rng.randrange(490, 499) - 1) // 3,)


def stress_twenty_seven_with_many_zeros(rng):
    """long_value: hundreds of zeros before the hundred and eleven steps of 27 begin."""
    return (27 << rng.randrange(970, 985),)


EXPRESSIONS = {
    "all_bits_set": (
        "worst_of_slow: the numbers rise by half for a thousand odd ones before they fall; none is ever found again.",
        "2**996 - 1",
    ),
    "longest_below_a_trillion": (
        "boundary: no number below 10**12 takes more steps, 1348 of them.",
        "989_345_275_647",
    ),
    "all_bits_alternate": (
        "worst_of_fast: a dense pattern of odd and even steps that no run of zeros shortens.",
        "int('01' * 480 + '11', 2)",
    ),
}
