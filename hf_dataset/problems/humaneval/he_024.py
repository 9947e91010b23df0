"""largest_divisor: the largest divisor of n that is smaller than n.

It is n divided by its smallest prime factor. A search among all smaller numbers takes a number of steps in proportion
to n, trial division up to the square root one in proportion to that root; a primality test together with Pollard's rho
method needs about the fourth root. The number 1 has no smaller divisor, so n is at least 2; it is at most 10 to the
power of 12.
"""

from math import gcd, isqrt

COST_VARIES = {
    "square_of_a_prime": "a modular power costs more the more bits of its exponent are set",
}


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 2, "n must be at least 2, for 1 has no smaller divisor"
    assert n <= 10**12, "n must be at most 10 to the power of 12"


INVALID = [
    ("a float", (15.0,)),
    ("one has no smaller divisor", (1,)),
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


def smallest_prime_factor(n):
    """The smallest prime factor of an n without a factor below 100."""
    if n < 10_000 or is_prime(n):
        return n
    factor = proper_factor(n)
    return min(smallest_prime_factor(factor), smallest_prime_factor(n // factor))


def reference_rho(n):
    for p in SMALL_PRIMES:
        if n % p == 0:
            return n // p
    return n // smallest_prime_factor(n)


def reference_trial_division(n):
    if n % 2 == 0:
        return n // 2
    if n % 3 == 0:
        return n // 3
    for d in range(5, isqrt(n) + 1, 6):
        if n % d == 0:
            return n // d
        if n % (d + 2) == 0:
            return n // (d + 2)
    return 1


def slow_first_divisor_from_below(n):
    for d in range(2, n):
        if n % d == 0:
            return n // d
    return 1


def growing(rng, size):
    """n, or a prime near it."""
    n = size | 1
    while any(n % d == 0 for d in range(3, isqrt(n) + 1, 2)):
        n += 2
    return (n,)


TWO_LARGE_PRIMES = (  # the rho method takes about as long for each
    588_277 * 1_630_117,
    596_069 * 1_567_987,
    584_279 * 1_554_367,
    597_419 * 1_585_373,
    597_049 * 1_626_047,
    598_967 * 1_560_443,
    589_829 * 1_616_429,
    586_933 * 1_642_859,
    581_293 * 1_603_501,
    597_677 * 1_534_921,
    584_429 * 1_617_289,
    590_243 * 1_532_371,
    589_783 * 1_629_541,
    585_839 * 1_638_599,
    588_911 * 1_550_851,
    589_327 * 1_623_283,
    599_999 * 1_599_977,
)


def prime_from(n):
    """The first prime 4k + 3 from n = 4k + 3 on: all of these cost the same to test."""
    while not is_prime(n):
        n += 4
    return n


def stress_two_large_primes(rng):
    """worst_of_fast: two primes far from each other and from the root; no short cut applies and rho runs longest."""
    return (rng.choice(TWO_LARGE_PRIMES),)


def stress_square_of_a_prime(rng):
    """all_equal: one large prime twice; the divisor stands at the very end of the range of trial division."""
    return (prime_from(rng.randrange(990_003, 999_901, 4)) ** 2,)


def stress_twice_a_prime(rng):
    """early_exit: the first trial finds the answer; a search from above or a full factorization goes on for long."""
    return (2 * prime_from(rng.randrange(499_000_000_003, 499_999_999_001, 4)),)


def stress_small_prime(rng):
    """long_value: trial division up to the root ends soon; a search among all smaller numbers tries each of them."""
    return (prime_from(rng.randrange(297_003, 303_001, 4)),)


EXPRESSIONS = {
    "greatest_prime_allowed": (
        "boundary: the last prime within the limit; trial division runs up to the square root, one million.",
        "999_999_999_989",
    ),
    "very_many_divisors": (
        "dense: no smaller number has as many divisors (6,720); finding, keeping and sorting them all is waste.",
        "2**6 * 3**4 * 5**2 * 7 * 11 * 13 * 17 * 19 * 23",
    ),
    "carmichael_number": (
        "sparse: three primes that deceive the test of Fermat; trying every number up to the first one is slow.",
        "5_227 * 10_453 * 15_679",
    ),
    "three_digit_prime": (
        "worst_of_slow: a search among all smaller numbers tries each of them, but there are not many.",
        "499",
    ),
}
