"""is_prime: is a number prime?

Trying every smaller number takes n steps and trying those up to the square root still exponentially many in the number
of digits; the test of Miller and Rabin takes a handful of modular powers. Only natural numbers are asked about, and
only up to 24 digits, for which the bases of that test are proven to leave no doubt. Zero and one are not prime.
"""

from math import gcd, isqrt, prod

COST_VARIES = {
    "prime_of_eleven_digits": "a modular power costs more the more bits of its exponent are set",
}


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n < 10**24, "n must have at most 24 digits"


INVALID = [
    ("a float", (7.0,)),
    ("negative", (-7,)),
    ("25 digits", (10**24,)),
]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)
PRODUCT = prod(PRIMES)

# Up to each limit, the bases beside it are proven to expose every composite number.
BASES = (
    (4_759_123_141, (2, 7, 61)),
    (3_474_749_660_383, PRIMES[:6]),
    (341_550_071_728_321, PRIMES[:7]),
    (2**64, (2, 325, 9_375, 28_178, 450_775, 9_780_504, 1_795_265_022)),
    (318_665_857_834_031_151_167_461, PRIMES[:12]),
    (3_317_044_064_679_887_385_961_981, PRIMES[:13]),
)


def reference_miller_rabin(n):
    common = gcd(n, PRODUCT)
    if common != 1 or n < 10_000:
        return n in PRIMES or 1 == common < n
    last = n - 1
    twos = (last & -last).bit_length() - 1
    odd = last >> twos
    bases = next(bases for limit, bases in BASES if n < limit)
    for base in bases:
        x = pow(base, odd, n)
        if x == 1 or x == last:
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == last:
                break
        else:
            return False
    return True


def reference_first_thirteen_bases(n):
    bases = PRIMES[:13]
    for p in bases:
        if n % p == 0:
            return n == p
    if n < 43 * 43:
        return n > 1
    last = n - 1
    twos = (last & -last).bit_length() - 1
    odd = last >> twos
    for base in bases:
        x = pow(base, odd, n)
        if x != 1 and x != last and all((x := x * x % n) != last for _ in range(twos - 1)):
            return False
    return True


def slow_trial_division_up_to_the_root(n):
    if n < 2:
        return False
    for d in range(2, isqrt(n) + 1):
        if n % d == 0:
            return False
    return True


def growing(rng, size):
    """The number of digits of a prime."""
    n = 10**size // 7
    while size <= 24 and not reference_miller_rabin(n):
        n += 1
    return (n,)


def prime_from(n):
    """The first prime 4k + 3 from n = 4k + 3 on: all of these cost about the same to test."""
    while any(n % divisor == 0 for divisor in range(3, isqrt(n) + 1, 2)):
        n += 4
    return n


def stress_prime_of_six_digits(rng):
    """worst_of_slow: a prime small enough for a search among all smaller numbers to end, which tries each of them."""
    return (prime_from(rng.randrange(297_003, 303_001, 4)),)


def stress_prime_of_eleven_digits(rng):
    """boundary: a prime whose square root is still in reach; trial division has to go all the way up to it."""
    return (prime_from(rng.randrange(99_990_000_003, 99_999_999_001, 4)),)


def stress_square_of_a_prime(rng):
    """all_equal: one prime twice, so that the only divisor stands at the very end of the range of trial division."""
    return (prime_from(rng.randrange(297_003, 303_001, 4)) ** 2,)


def stress_even_number_of_24_digits(rng):
    """early_exit: the first trial tells; a list of primes up to the root, or modular powers first, is waste."""
    return (2 * rng.randrange(4 * 10**23, 5 * 10**23),)


EXPRESSIONS = {
    "greatest_prime_allowed": (
        "long_value: the last prime of 24 digits; trial division up to its square root would need a trillion steps.",
        "10**24 - 257",
    ),
    "passes_twelve_bases": (
        "worst_of_fast: the least composite that twelve prime bases do not expose; its factors have 12 digits.",
        "399_165_290_221 * 798_330_580_441",
    ),
    "product_of_three_primes": (
        "sparse: a composite of 19 digits that the first eleven prime bases do not expose; its least factor has six.",
        "149_491 * 747_451 * 34_233_211",
    ),
}
