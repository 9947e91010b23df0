"""prime_length: is the length of the string a prime number?

The string knows its length, so that all cost is in the test for primes: trying every smaller number is linear in the
length, trial division up to the square root takes that root, and the test of Miller and Rabin a few powers.
The characters do not matter. Decided here: the length is at most 2 million, and lone surrogates, which no text
contains, are left out.
"""

import re


def contract(string):
    assert type(string) is str, "string must be a str"
    assert len(string) <= 2_000_000, "string must hold at most 2 million characters"
    assert string.isascii() or not re.search("[\ud800-\udfff]", string), "string must not hold lone surrogates"


INVALID = [
    ("bytes", (b"Hello",)),
    ("too long", ("a" * 2_000_001,)),
    ("a lone surrogate", ("abc\ud800",)),
]


SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73)


def reference_miller_rabin(string):
    n = len(string)
    if n < 74 or n % 2 == 0 or n % 3 == 0 or n % 5 == 0 or n % 7 == 0:
        return n in SMALL_PRIMES
    twos = (n - 1 & 1 - n).bit_length() - 1
    odd = n - 1 >> twos
    # These two bases decide it for all n below 9,080,191.
    for base in (31, 73):
        x = pow(base, odd, n)
        if x != 1 and x != n - 1:
            for _ in range(twos - 1):
                x = x * x % n
                if x == n - 1:
                    break
            else:
                return False
    return True


def slow_count_the_divisors(string):
    n = len(string)
    return sum(n % d == 0 for d in range(1, n + 1)) == 2


def growing(rng, size):
    """The number of characters, raised to the next prime."""
    while size < 2 or any(size % d == 0 for d in range(2, int(size**0.5) + 1)):
        size += 1
    return ("a" * size,)


def prime_from(n):
    """The first prime from the odd number n on."""
    while any(n % divisor == 0 for divisor in range(3, int(n**0.5) + 1, 2)):
        n += 2
    return n


def stress_large_prime_length(rng):
    """large_random: random letters, a prime number of them near a million; trying every smaller number finds no
    divisor.
    """
    length = prime_from(rng.randrange(990_001, 999_001, 2))
    return ("".join(map(chr, rng.randbytes(length).translate(bytes(97 + i % 26 for i in range(256))))),)


def stress_twin_primes_multiplied(rng):
    """worst_of_slow: the product of two primes near 640; trial division finds the divisor only near the square root."""
    first = prime_from(rng.randrange(625, 645, 2))
    return (rng.choice("abcxyz") * (first * prime_from(first + 2)),)


def stress_square_of_a_prime(rng):
    """boundary: the square of a prime near 500; the divisor is the square root itself, the last that is tried."""
    return (rng.choice("prime!") * prime_from(rng.randrange(485, 509, 2)) ** 2,)


def stress_even_length(rng):
    """early_exit: a million characters; two divides it at once, a list of all divisors or primes is waste."""
    return (rng.choice(("\u00e4b", "b\u00f6", "c\u00fc")) * rng.randrange(498_000, 502_000),)


def stress_short_prime_length(rng):
    """all_equal: one letter about a hundred times; the length is so small that plain trial division is as good as
    anything.
    """
    return (rng.choice("stuvw") * rng.choice((97, 101, 103)),)


EXPRESSIONS = {
    "most_divisors": (
        "dense: 720,720 characters, a length with 240 divisors; finding all of them is waste.",
        "'a' * 720_720",
    ),
    "strong_pseudoprime": (
        "worst_of_fast: 1,373,653 characters, 829 times 1,657; it deceives the test of Miller and Rabin to two bases.",
        "'z' * 1_373_653",
    ),
    "largest_prime_allowed": (
        "sparse: 1,999,993 characters, the largest prime within the limit; a sieve up to it costs most.",
        "'-' * 1_999_993",
    ),
}
