"""special_factorial: the product of all factorials from 1! to n!.

Multiplying the factorials one after the other takes n products of a long and a longer number; multiplying every factor
of every factorial singly takes n * n / 2 long ones. The best known solution finds how often each prime divides the
result and builds it by squaring from the binary digits of these exponents; the factors of two are one shift.
Decided here: n is at most 250, so that the result stays within 56,000 decimal digits, which all solutions can handle.
"""

from math import isqrt, prod

FEW_FAMILIES = "only 250 arguments are allowed, so that no input is one that nobody could know"


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n > 0, "n must be positive"
    assert n <= 250, "n must be at most 250"


INVALID = [
    ("a float", (4.0,)),
    ("zero", (0,)),
    ("a number above the limit", (251,)),
]


def primes_up_to(n):
    is_prime = bytearray([1]) * (n + 1)
    is_prime[:2] = b"\0\0"
    for p in range(2, isqrt(n) + 1):
        is_prime[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
    return [p for p in range(n + 1) if is_prime[p]]


def exponent_in_result(p, n):
    exponent = 0
    power = p
    while power <= n:
        # Each multiple m of the power occurs in the factorials of m to n, which are n + 1 - m.
        count = n // power
        exponent += count * (n + 1) - power * count * (count + 1) // 2
        power *= p
    return exponent


def reference_prime_powers_by_squaring(n):
    exponents = [(p, exponent_in_result(p, n)) for p in primes_up_to(n)]
    twos = sum(exponent for p, exponent in exponents[:1])
    odd = exponents[1:]
    result = 1
    for bit in reversed(range(twos.bit_length())):
        result = result * result * prod([p for p, exponent in odd if exponent >> bit & 1])
    return result << twos


def slow_every_factor_singly(n):
    result = 1
    for last in range(1, n + 1):
        for factor in range(1, last + 1):
            result *= factor
    return result


def growing(rng, size):
    """The value of n."""
    return (size,)


def stress_random_n(rng):
    """large_random: any n near 220; the running product is multiplied by ever longer factorials."""
    return (rng.randrange(219, 222),)


EXPRESSIONS = {
    "greatest_allowed": (
        "long_value: the largest n that is allowed; the last factorials and the products before them are the longest.",
        "250",
    ),
    "after_a_prime": (
        "boundary: 199 is prime, so the last factorial brings a new prime with the exponent one.",
        "199",
    ),
    "power_of_two": (
        "dense: 128 is a power of two; nearly every second binary digit of the factors is carried along as a zero.",
        "128",
    ),
    "many_divisors": (
        "worst_of_slow: few enough that all 16,290 factors can be multiplied singly, each time over the whole result.",
        "180",
    ),
    "short_factorials": (
        "worst_of_fast: the factorials still have few digits, so finding primes and exponents is much of the work.",
        "100",
    ),
}
