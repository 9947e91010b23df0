"""intersection: is the length of the part that two closed intervals share a prime number?

Trial division takes time that grows with the length or its square root, exponential in the number of digits; strong
probable-prime tests take time that grows with the cube of the number of digits. To the first 13 prime bases these
tests are known to make no mistake below 3317044064679887385961981 (Sorenson and Webster, 2015); below 2**64, seven
other bases are enough (Sinclair, 2011).
Decided here: an interval is a tuple of two integers of at most 10**24 in magnitude, so that the length stays below
that limit. The length is the end minus the start, so a single shared point has length 0, and 0 and 1 are not prime.
"""

from math import gcd, prod

LIMIT = 10**24
# fmt: off
SMALL_PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]
# fmt: on
SMALL_PRODUCT = prod(SMALL_PRIMES)
# below the first number, the second one's count of prime bases tells primes from other numbers
BASES_NEEDED = [
    (1_373_653, 2),
    (25_326_001, 3),
    (3_215_031_751, 4),
    (2_152_302_898_747, 5),
    (3_474_749_660_383, 6),
    (341_550_071_728_321, 7),
    (3_825_123_056_546_413_051, 9),
    (318_665_857_834_031_151_167_461, 12),
    (3_317_044_064_679_887_385_961_981, 13),
]


def contract(interval1, interval2):
    for name, interval in (("interval1", interval1), ("interval2", interval2)):
        assert type(interval) is tuple, f"{name} must be a tuple"
        assert len(interval) == 2, f"{name} must have a start and an end, nothing else"
        assert all(type(x) is int for x in interval), f"the start and the end of {name} must be integers"
        assert all(-LIMIT <= x <= LIMIT for x in interval), f"{name} must lie between -10**24 and 10**24"
        assert interval[0] <= interval[1], f"{name} must not start after its end"


INVALID = [
    ("the first interval is a list", ([1, 3], (2, 4))),
    ("an interval of three numbers", ((1, 3), (2, 4, 6))),
    ("the start is a float", ((1.0, 3), (2, 4))),
    ("an end above 10**24", ((1, 3), (2, 10**24 + 1))),
    ("the second interval starts after its end", ((1, 3), (4, 2))),
]


def passes_strong_tests(number, bases):
    odd = number - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in bases:
        power = pow(base, odd, number)
        if power == 1 or power == number - 1:
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def reference_seven_bases_for_64_bits(interval1, interval2):
    length = min(interval1[1], interval2[1]) - max(interval1[0], interval2[0])
    if length < 2**64:
        bases = [base for base in (2, 325, 9375, 28178, 450775, 9780504, 1795265022) if length < 3 or base % length]
    else:
        bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    prime = length == 2 or (length > 2 and length % 2 == 1 and passes_strong_tests(length, bases))
    return "YES" if prime else "NO"


def reference_small_factors_then_strong_tests(interval1, interval2):
    length = min(interval1[1], interval2[1]) - max(interval1[0], interval2[0])
    if length < 100:
        return "YES" if length in SMALL_PRIMES else "NO"
    if gcd(length, SMALL_PRODUCT) > 1:
        return "NO"
    count = next(count for limit, count in BASES_NEEDED if length < limit)
    return "YES" if passes_strong_tests(length, SMALL_PRIMES[:count]) else "NO"


def slow_divide_up_to_the_square_root(interval1, interval2):
    length = min(interval1[1], interval2[1]) - max(interval1[0], interval2[0])
    if length < 2:
        return "NO"
    divisor = 2
    while divisor * divisor <= length:
        if length % divisor == 0:
            return "NO"
        divisor += 1
    return "YES"


def next_prime(number):
    number |= 1
    while gcd(number, SMALL_PRODUCT) > 1 or not passes_strong_tests(number, SMALL_PRIMES[:13]):
        number += 2
    return number


def growing(rng, size):
    """The smallest length; the first prime from there on is taken (at least 101)."""
    length = next_prime(max(size, 101))
    return (0, length), (-5, length + 5)


def stress_random_prime(rng):
    """large_random: a prime length of 24 digits between random ends; dividing up to its square root never ends."""
    length = next_prime(rng.randrange(5 * 10**23, 10**24))
    start = rng.randrange(-(10**23), 0)
    return (start, start + length), (start - rng.randrange(10**23), start + length)


def stress_longest_prime(rng):
    """boundary: the ends lie at the limits, and the shared part has nearly the largest length, a prime of 25 digits."""
    start = -(10**24)
    return (start, start + next_prime(2 * 10**24 - rng.randrange(1_000, 1_000_000))), (start, 10**24)


def stress_passes_twelve_bases(rng):
    """worst_of_fast: the smallest number that passes the test to the first twelve prime bases without being prime."""
    start = -rng.randrange(10_000)
    return (start, start + 318_665_857_834_031_151_167_461), (-10_000, 10**24)


def stress_square_of_a_prime(rng):
    """sparse: the square of a 12-digit prime, with one divisor besides 1 and itself; trial division finds it last."""
    root = next_prime(rng.randrange(8 * 10**11, 10**12))
    return (0, 10**24), (-5, root * root)


def stress_power_of_two_times_odd(rng):
    """long_value: a prime k * 2**65 + 1; each test may need many squarings after the power of the odd part."""
    factor = rng.randrange(20_001, 26_001, 2)
    while gcd(number := factor * 2**65 + 1, SMALL_PRODUCT) > 1 or not passes_strong_tests(number, SMALL_PRIMES[:13]):
        factor += 2
    return (1, number + 1), (1, number + 2)


def stress_fairly_small_factor(rng):
    """early_exit: a length of 24 digits with a factor of three digits; collecting all divisors goes far past it."""
    return (-(10**23), 503 * next_prime(rng.randrange(10**20, 10**21)) - 10**23), (-(10**24), 10**24)


def stress_no_false_witness(rng):
    """worst_of_fast: a product (6m+1)(12m+1)(18m+1) of primes; no plain Fermat test to a coprime base finds it out."""
    m = 100
    while any(next_prime(factor) != factor for factor in (6 * m + 1, 12 * m + 1, 18 * m + 1)):
        m += 1
    length = (6 * m + 1) * (12 * m + 1) * (18 * m + 1)
    return (3, 3 + length), (3, 3 + length)


def stress_six_digit_prime(rng):
    """worst_of_slow: a prime of six digits; none of the smaller numbers divides it, and all of them are tried."""
    start = -rng.randrange(400_000, 600_000)
    length = next_prime(rng.randrange(990_000, 999_000))
    while length % 4 != 3:
        length = next_prime(length + 2)
    return (start, start + length), (-600_000, start + length)
