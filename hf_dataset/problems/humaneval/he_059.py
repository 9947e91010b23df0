"""largest_prime_factor: the largest prime that divides n, which is not a prime itself.

A search among all numbers up to n takes a number of steps in proportion to n; dividing the factors out by trial takes
steps in proportion to the square root of n at worst. The best known one divides out the small primes, then tells by a
primality test whether the rest is prime and splits it by Pollard's rho method, in about the fourth root of n steps.
As the prompt says, n is larger than 1 and not a prime; it is at most 10 to the power of 12.
"""

from math import gcd, isqrt


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n > 1, "n must be larger than 1"
    assert n <= 10**12, "n must be at most 10 to the power of 12"
    assert any(n % p == 0 for p in SMALL_PRIMES if p < n) or n > 10_000, "n must not be a small prime"
    assert n <= 10_000 or not passes_miller_rabin(n), "n must not be a large prime"


INVALID = [
    ("n is a float", (15.0,)),
    ("one is not larger than one", (1,)),
    ("n is too large", (10**12 + 2,)),
    ("a small prime", (97,)),
    ("a large prime", (999_999_999_989,)),
]

SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)


def passes_miller_rabin(n):
    """Is an n above 100 a prime? Three bases decide it for all n below 4.7e9, five for all below 2.1e12."""
    if n % 2 == 0:
        return False
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    odd = n >> twos
    for base in (2, 7, 61) if n < 4_759_123_141 else (2, 3, 5, 7, 11):
        x = pow(base, odd, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def split(n):
    """A factor other than 1 and n of an odd composite n: Pollard's rho method, with products of 64 differences."""
    root = isqrt(n)
    if root * root == n:
        return root
    step = 0
    while True:
        step += 1
        ahead = 2
        length = 1
        common = 1
        while common == 1:
            behind = ahead
            for _ in range(length):
                ahead = (ahead * ahead + step) % n
            for start in range(0, length, 64):
                before = ahead
                product = 1
                for _ in range(min(64, length - start)):
                    ahead = (ahead * ahead + step) % n
                    product = product * (ahead - behind) % n
                common = gcd(product, n)
                if common > 1:
                    break
            length *= 2
        if common == n:
            common = 1
            while common == 1:
                before = (before * before + step) % n
                common = gcd(before - behind, n)
        if common < n:
            return common


def largest_beyond_the_small(n):
    """The largest prime factor of an n without a factor below 100."""
    if n < 10_201 or passes_miller_rabin(n):
        return n
    factor = split(n)
    return max(largest_beyond_the_small(factor), largest_beyond_the_small(n // factor))


def reference_rho(n):
    largest = 1
    for p in SMALL_PRIMES:
        if n % p == 0:
            largest = p
            n //= p
            while n % p == 0:
                n //= p
            if n == 1:
                return largest
    return largest_beyond_the_small(n)


def slow_from_above(n):
    for d in range(n, 1, -1):
        if n % d == 0 and all(d % k for k in range(2, isqrt(d) + 1)):
            return d


TWO_UNEQUAL_PRIMES = (  # the rho method takes about as long for each
    518_509 * 1_888_753,
    511_757 * 1_851_667,
    528_763 * 1_850_609,
    523_493 * 1_895_009,
    511_961 * 1_884_587,
    518_171 * 1_899_901,
    511_711 * 1_877_279,
    523_903 * 1_874_303,
    512_429 * 1_870_223,
    523_903 * 1_892_413,
    515_237 * 1_883_993,
    517_733 * 1_877_933,
    522_959 * 1_887_359,
    528_659 * 1_885_423,
    514_001 * 1_902_343,
    511_477 * 1_899_437,
    524_287 * 1_907_329,
)
PRIMES_OF_FOUR_DIGITS = (  # likewise for their cubes
    9_973,
    9_941,
    9_677,
    9_743,
    9_769,
    9_907,
    9_679,
    9_649,
    9_719,
    9_629,
    9_887,
    9_661,
    9_739,
)
THREE_PRIMES = (  # likewise
    5_227 * 10_453 * 15_679,
    5_333 * 10_391 * 15_439,
    5_209 * 10_453 * 16_249,
    5_303 * 10_513 * 16_057,
    5_107 * 10_453 * 15_121,
    5_147 * 10_391 * 15_607,
    5_227 * 10_391 * 16_111,
    5_167 * 10_513 * 16_411,
    5_309 * 10_091 * 15_259,
    5_147 * 10_453 * 15_451,
    5_227 * 10_883 * 15_259,
    5_167 * 10_007 * 15_259,
    5_387 * 10_069 * 16_033,
    5_119 * 10_243 * 15_581,
    5_297 * 10_391 * 15_527,
    5_021 * 10_513 * 16_319,
    5_333 * 10_391 * 15_859,
)


def prime_from(n):
    """The first prime 4k + 3 from n = 4k + 3 on: all of these cost the same to test."""
    while not passes_miller_rabin(n):
        n += 4
    return n


def stress_two_unequal_primes(rng):
    """worst_of_fast: two primes far from each other and from the root; no short cut applies and rho runs long."""
    return (rng.choice(TWO_UNEQUAL_PRIMES),)


def stress_cube_of_a_prime(rng):
    """all_equal: one prime three times, near the limit; a search must meet the divisor once and then use it again."""
    return (rng.choice(PRIMES_OF_FOUR_DIGITS) ** 3,)


def stress_four_times_a_prime(rng):
    """early_exit: after the division by 4 the rest is prime; a search for its factors is in vain."""
    return (4 * prime_from(rng.randrange(249_000_000_003, 249_999_999_001, 4)),)


def stress_three_primes(rng):
    """sparse: three primes of four and five digits; nothing below them divides n."""
    return (rng.choice(THREE_PRIMES),)


EXPRESSIONS = {
    "two_greatest_primes": (
        "boundary: the two greatest primes below one million; trial division goes up to the very limit.",
        "999_979 * 999_983",
    ),
    "very_many_divisors": (
        "dense: no number up to the limit has more divisors (6,720); testing all divisors for primality is waste.",
        "2**6 * 3**4 * 5**2 * 7 * 11 * 13 * 17 * 19 * 23",
    ),
    "one_prime_many_times": (
        "long_value: the largest power of 3 within the limit; whoever does not divide it out searches far too long.",
        "3**25",
    ),
    "small_number": (
        "worst_of_slow: twice a prime, and small enough for a search among all smaller numbers to end soon.",
        "2 * 331",
    ),
}


def growing(rng, size):
    """The value of n, roughly: twice a prime."""
    p = size // 2
    while not (passes_miller_rabin(p) if p > 100 else all(p % k for k in range(2, p))):
        p -= 1
    return (2 * p,)
