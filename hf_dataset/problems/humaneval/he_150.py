"""x_or_y: one of two values, chosen by whether a number is prime.

Trying every smaller number takes n steps and trying those up to the square root still exponentially many in the number
of digits; the test of Miller and Rabin takes a few modular powers. Where both values are the same, no test is needed.
Decided here: n is at least 1 (1 is not prime) and has at most 24 digits, for which a known set of bases makes that test
exact; x and y are integers of at most 24 digits as well.
"""

from math import isqrt

COST_VARIES = {
    "passes_a_plain_fermat_test": "which base shows that the number is no prime depends on the number",
    "prime_of_six_digits": "how many squarings follow a power depends on how often two divides n - 1",
}


LIMIT = 10**24


def contract(n, x, y):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be positive"
    assert n < LIMIT, "n must have at most 24 digits"
    assert type(x) is int, "x must be an int"
    assert type(y) is int, "y must be an int"
    assert -LIMIT < x < LIMIT, "x must have at most 24 digits"
    assert -LIMIT < y < LIMIT, "y must have at most 24 digits"


INVALID = [
    ("n is zero", (0, 1, 2)),
    ("n has 25 digits", (10**24, 1, 2)),
    ("n is a float", (7.0, 1, 2)),
    ("x is a string", (7, "prime", 2)),
    ("y is a boolean", (7, 1, False)),
    ("x has 25 digits", (7, 10**24, 2)),
]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)

# No composite number below the limit that is free of these primes passes the test for all of the bases beside it.
BASES = (
    (43**2, ()),
    (3_215_031_751, (2, 3, 5, 7)),
    (3_474_749_660_383, PRIMES[:6]),
    (341_550_071_728_321, PRIMES[:7]),
    (2**64, (2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022)),
    (318_665_857_834_031_151_167_461, PRIMES[:12]),
    (3_317_044_064_679_887_385_961_981, PRIMES),
)


def is_prime(n):
    for prime in PRIMES:
        if n % prime == 0:
            return n == prime
    last = n - 1
    twos = (last ^ (last - 1)).bit_length() - 1
    odd = last >> twos
    for base in next(bases for limit, bases in BASES if n < limit):
        power = pow(base, odd, n)
        if power == 1 or power == last:
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == last:
                break
        else:
            return False
    return n > 1


def reference_miller_rabin_where_it_matters(n, x, y):
    return x if x == y or is_prime(n) else y


def slow_trial_division_up_to_the_root(n, x, y):
    if n < 2:
        return y
    for divisor in range(2, isqrt(n) + 1):
        if n % divisor == 0:
            return y
    return x


def growing(rng, size):
    """The number of digits of a prime n."""
    n = 10**size // 7
    while size <= 24 and not is_prime(n):
        n += 1
    return n, 34, 12


def prime_between(rng, low, high):
    while not is_prime(n := rng.randrange(low, high)):
        pass
    return n


def stress_product_of_random_primes(rng):
    """large_random: two primes of four and five digits; the smaller one is found only after all numbers below it."""
    return prime_between(rng, 6_000, 9_000) * prime_between(rng, 40_000, 90_000), rng.randrange(99), -rng.randrange(99)


def stress_prime_of_eleven_digits(rng):
    """boundary: a prime whose square root is still in reach; trial division has to go all the way up to it."""
    return prime_between(rng, 10**10, 10**10 + 10**9), 3, 52


def stress_passes_a_plain_fermat_test(rng):
    """worst_of_fast: a Carmichael number of three primes; powers alone, without a look at square roots of 1, fail."""
    while True:
        k = rng.randrange(300, 1_500)
        factors = 6 * k + 1, 12 * k + 1, 18 * k + 1
        if all(map(is_prime, factors)):
            return factors[0] * factors[1] * factors[2], -7, 7


def stress_prime_of_six_digits(rng):
    """worst_of_slow: a prime small enough for a search among all smaller numbers to end, which tries each of them."""
    return prime_between(rng, 198_000, 202_000), 10**20 + rng.randrange(1_000), -(10**20)


def stress_square_of_a_prime(rng):
    """sparse: one prime twice, so that the only divisor stands at the very end of the range of trial division."""
    return prime_between(rng, 7_800, 8_000) ** 2, rng.randrange(99), -rng.randrange(99)


def stress_equal_values(rng):
    """all_equal: x and y are the same, so that the answer needs no test of the prime n at all."""
    value = rng.randrange(1_000)
    return prime_between(rng, 104_000, 105_000), value, value


def stress_multiple_of_three_with_24_digits(rng):
    """early_exit: the second trial tells; a list of primes up to the root, or modular powers first, is waste."""
    return 3 * rng.randrange(3 * 10**23 + 1, 33 * 10**22, 2), rng.randrange(99), -rng.randrange(99)


EXPRESSIONS = {
    "greatest_prime_allowed": (
        "long_value: the last prime of 24 digits; trial division up to its square root would need a trillion steps.",
        "10**24 - 257",
        "1",
        "0",
    ),
    "passes_twelve_bases": (
        "worst_of_fast: the least composite that twelve prime bases do not expose; its factors have 12 digits.",
        "399_165_290_221 * 798_330_580_441",
        "5",
        "6",
    ),
}
