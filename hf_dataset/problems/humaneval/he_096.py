"""count_up_to: all primes below n.

Dividing every number by all smaller ones is quadratic, by those up to its square root n to the power of 1.5; a sieve
takes little more than n steps. The best known one keeps a row for each remainder modulo 30 that a large prime can
have, crosses out by slice assignments, and takes eight rows at a time as the bits of one byte, which a table turns
into primes.
Decided here: the prompt's "first n integers that are prime numbers and less than n" are all primes below n, as its
examples show. n is at most 300,000, so that the list of primes stays small. The argument is a single number, so the
inputs differ in where n stands among primes, squares and gaps.
"""

from bisect import bisect_left
from itertools import compress
from math import isqrt

COST_VARIES = {"small": "what is spent on a number so small is in proportion to it"}


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 300_000, "n must be at most 300,000"


INVALID = [
    ("n is a float", (5.0,)),
    ("n is negative", (-1,)),
    ("n is too large", (300_001,)),
]


RESIDUES = (1, 7, 11, 13, 17, 19, 23, 29)


def reference_wheel_of_thirty(n):
    blocks = n // 30 + 1
    rows = {residue: bytearray(b"\1") * blocks for residue in RESIDUES}
    rows[1][0] = 0
    for base in range(0, isqrt(n) + 1, 30):
        for residue in RESIDUES:
            if rows[residue][base // 30]:
                p = base + residue
                for other in RESIDUES:
                    first = p * (p + (other - p) % 30)
                    if first < n:
                        start = first // 30
                        rows[first % 30][start::p] = bytes((blocks - 1 - start) // p + 1)
    bits = 0
    offsets = [()]
    for place, residue in enumerate(RESIDUES):
        bits |= int.from_bytes(rows[residue], "little") << place
        offsets += [chosen + (residue,) for chosen in offsets]
    patterns = bits.to_bytes(blocks, "little")
    primes = [2, 3, 5]
    bases_and_patterns = zip(range(0, n, 30), patterns, strict=False)
    primes += [base + offset for base, pattern in bases_and_patterns for offset in offsets[pattern]]
    del primes[bisect_left(primes, n) :]
    return primes


def reference_odd_numbers(n):
    if n < 3:
        return []
    sieve = bytearray(b"\1") * (n // 2)
    for p in range(3, isqrt(n) + 1, 2):
        if sieve[p // 2]:
            sieve[p * p // 2 :: p] = bytes(len(range(p * p // 2, n // 2, p)))
    primes = list(compress(range(1, n, 2), sieve))
    primes[0] = 2
    return primes


def slow_divide_by_smaller_numbers(n):
    primes = []
    for i in range(2, n):
        if all(i % j for j in range(2, i)):
            primes.append(i)
    return primes


def prime_from(n):
    """The first prime from the odd number n on."""
    while any(n % divisor == 0 for divisor in range(3, isqrt(n) + 1, 2)):
        n += 2
    return n


def stress_any_number(rng):
    """large_random: no round number; testing the numbers one by one has no use for what is known already."""
    return (rng.randrange(188_001, 192_000),)


def stress_prime_itself(rng):
    """boundary: n is a prime, which does not belong to the answer although every test of it succeeds."""
    return (prime_from(rng.randrange(148_001, 152_001, 2)),)


def stress_few_hundred(rng):
    """worst_of_slow: small enough for dividing by all smaller numbers to end, which is the slowest for primes."""
    return (rng.randrange(695, 706),)


def stress_small(rng):
    """early_exit: so small that a table of a fixed size, made ready for every n, would cost more than the answer."""
    return (rng.randrange(146, 155),)


EXPRESSIONS = {
    "greatest_allowed": (
        "dense: the limit of the contract: nearly 26,000 primes have to be found.",
        "300_000",
    ),
    "behind_a_square": (
        "worst_of_fast: the square of the prime 367 is the last number; no smaller prime shows that it is composite.",
        "367**2 + 1",
    ),
    "end_of_a_gap": (
        "sparse: the last 85 numbers hold no prime; every one of them has to be looked at.",
        "156_007",
    ),
}


def growing(rng, size):
    """The number n."""
    return (size,)
