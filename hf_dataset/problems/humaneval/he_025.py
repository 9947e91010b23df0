"""factorize: the prime factors of n in ascending order, each as often as it divides n.

Dividing by every number up to the largest prime factor takes a number of steps in proportion to n when n is prime;
stopping at the square root of what is left, one in proportion to that root. Primality tests together with Pollard's
rho method need about the fourth root. The prompt does not say what 1 gives, so n is at least 2; it is at most 10 to
the power of 12.
"""

from math import gcd, isqrt

COST_VARIES = {"prime_of_seven_digits": "a modular power costs more the more bits of its exponent are set"}


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 2, "n must be at least 2"
    assert n <= 10**12, "n must be at most 10 to the power of 12"


INVALID = [
    ("a float", (70.0,)),
    ("one has no prime factor", (1,)),
    ("too large", (10**12 + 1,)),
]

SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)


def is_prime(n):
    """The test of Miller and Rabin for an odd n above 97; these bases decide it for all n below 2.1e12."""
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in (2, 3, 5, 7, 11):
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


def proper_factor(n):
    """A factor other than 1 and n of an odd composite n: Pollard's rho method with Brent's way to find the cycle."""
    root = isqrt(n)
    if root * root == n:
        return root
    step = 1
    while True:
        y = 2
        length = common = product = 1
        while common == 1:
            x = y
            for _ in range(length):
                y = (y * y + step) % n
            done = 0
            while done < length and common == 1:
                start = y
                for _ in range(min(100, length - done)):
                    y = (y * y + step) % n
                    product = product * (x - y) % n
                common = gcd(product, n)
                done += 100
            length *= 2
        if common == n:
            common = 1
            while common == 1:
                start = (start * start + step) % n
                common = gcd(x - start, n)
        if common != n:
            return common
        step += 1


def large_prime_factors(n):
    """The prime factors, in any order, of an n above 1 without a factor below 100."""
    if n < 10_000 or is_prime(n):
        return [n]
    factor = proper_factor(n)
    return large_prime_factors(factor) + large_prime_factors(n // factor)


def reference_rho(n):
    factors = []
    for p in SMALL_PRIMES:
        while n % p == 0:
            factors.append(p)
            n //= p
    if n > 1:
        factors += sorted(large_prime_factors(n))
    return factors


def reference_trial_division(n):
    factors = []
    for p in (2, 3):
        while n % p == 0:
            factors.append(p)
            n //= p
    p = 5
    step = 2
    while p * p <= n:
        if n % p == 0:
            factors.append(p)
            n //= p
        else:
            p += step
            step = 6 - step
    if n > 1:
        factors.append(n)
    return factors


def slow_first_divisor_again_and_again(n):
    factors = []
    while n > 1:
        for d in range(2, n + 1):
            if n % d == 0:
                factors.append(d)
                n //= d
                break
    return factors


def growing(rng, size):
    """n, or a prime near it."""
    n = size | 1
    while any(n % d == 0 for d in range(3, isqrt(n) + 1, 2)):
        n += 2
    return (n,)


TWO_LARGE_PRIMES = (  # the rho method takes about as long for each
    487_247 * 1_940_777,
    494_251 * 1_955_333,
    494_987 * 1_908_707,
    493_393 * 1_927_271,
    484_171 * 1_950_757,
    498_521 * 1_964_531,
    484_417 * 1_943_059,
    493_393 * 1_911_053,
    483_697 * 1_935_961,
    483_467 * 1_903_859,
    496_381 * 1_921_211,
    486_677 * 1_924_537,
    498_613 * 1_921_709,
    482_593 * 1_994_711,
    494_041 * 1_974_937,
    496_229 * 1_978_981,
    499_979 * 1_999_993,
)
PRIMES_OF_FOUR_DIGITS = (  # likewise for their cubes
    9_973,
    9_941,
    9_677,
    9_743,
    9_769,
    9_907,
    9_679,
    9_929,
    9_649,
    9_851,
    9_719,
    9_787,
    9_629,
    9_887,
    9_739,
)


def prime_from(n):
    """The first prime 4k + 3 from n = 4k + 3 on: all of these cost the same to test."""
    while not is_prime(n):
        n += 4
    return n


def stress_two_large_primes(rng):
    """worst_of_fast: two primes far from each other and from the root; no short cut applies and rho runs longest."""
    return (rng.choice(TWO_LARGE_PRIMES),)


def stress_small_primes_and_one_large(rng):
    """worst_of_slow: division must stop at the root of what is left, not at the root of n or at the last factor."""
    return (2**4 * 3**3 * 5 * 7 * prime_from(rng.randrange(4_950_003, 4_999_001, 4)),)


def stress_prime_of_seven_digits(rng):
    """worst_of_slow: division up to the last factor takes ten million steps, up to the root three thousand."""
    return (prime_from(rng.randrange(9_900_003, 9_999_001, 4)),)


def stress_square_of_a_large_prime(rng):
    """sparse: no divisor but the root itself; a bound that is one too low misses it after the longest search."""
    return (prime_from(rng.randrange(990_003, 999_901, 4)) ** 2,)


def stress_cube_of_a_prime(rng):
    """all_equal: one prime three times, found late; starting again at 2 after each factor triples the work."""
    return (rng.choice(PRIMES_OF_FOUR_DIGITS) ** 3,)


EXPRESSIONS = {
    "greatest_prime_allowed": (
        "boundary: the last prime within the limit; trial division runs up to the square root, one million.",
        "999_999_999_989",
    ),
    "power_of_two": (
        "early_exit: all factors are found by the first divisor; a table of primes up to the root is made in vain.",
        "2**39",
    ),
    "first_eleven_primes": (
        "dense: as many distinct factors as the limit allows; testing each candidate for primality first is waste.",
        "2 * 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29 * 31",
    ),
}
