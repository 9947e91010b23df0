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


def stress_large_prime_length(rng):
    """large_random: random letters, 999,983 of them, a prime; trying every smaller number finds no divisor."""
    return ("".join(map(chr, rng.randbytes(999_983).translate(bytes(97 + i % 26 for i in range(256))))),)


EXPRESSIONS = {
    "twin_primes_multiplied": (
        "worst_of_slow: 641 times 643 characters; trial division finds the divisor only near the square root.",
        "'ab c' * 103_040 + 'xyz'",
    ),
    "square_of_a_prime": (
        "boundary: 499 times 499 characters; the divisor is the square root itself, the last that is tried.",
        "'prime' * 49_800 + '!'",
    ),
    "even_length": (
        "early_exit: a million characters; two divides it at once, a list of all divisors or primes is waste.",
        "'\\u00e4b' * 500_000",
    ),
    "most_divisors": (
        "dense: 720,720 characters, a length with 240 divisors; finding all of them is waste.",
        "'a' * 720_720",
    ),
    "strong_pseudoprime": (
        "worst_of_fast: 1,373,653 characters, 829 times 1,657; it deceives the test of Miller and Rabin to two bases.",
        "'z' * 1_373_653",
    ),
    "short_prime_length": (
        "all_equal: one letter 97 times; the length is so small that plain trial division is as good as anything.",
        "'s' * 97",
    ),
    "largest_prime_allowed": (
        "sparse: 1,999,993 characters, the largest prime within the limit; a sieve up to it costs most.",
        "'-' * 1_999_993",
    ),
}
