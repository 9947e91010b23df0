"""is_simple_power: is x a power of n with an integer exponent?

Multiplying or dividing by n once for each power is quadratic in the length of x, and computing every power afresh is
even slower. The best known one gets the only possible exponent from logarithms, rejects most numbers by their last
bits or by a remainder, and computes one power, which takes about as long as one multiplication of that length.
Both numbers may be negative or zero, and 1 is a power of every n (with the exponent 0). The canonical solution takes no
heed of signs: it refuses odd powers of a negative n, and for n = 0 it may never end; so there is a ground truth of our
own. Decided here: both have at most a million bits. In the stressful inputs both are positive, and where n is more than
1, x can be divided by it at most 850 times, so that recursion can do it.
"""

from math import log


def contract(x, n):
    assert type(x) is int, "x must be an int"
    assert type(n) is int, "n must be an int"
    assert x.bit_length() <= 1_000_000, "x must have at most 1 million bits"
    assert n.bit_length() <= 1_000_000, "n must have at most 1 million bits"


INVALID = [
    ("x is a float", (8.0, 2)),
    ("n is a bool", (1, True)),
    ("x is too long", (1 << 1_000_000, 2)),
    ("n is too long", (4, 1 << 1_000_000)),
]


def ground_truth(x, n):
    if abs(n) < 2:
        return x == 1 or x == n
    power = 1
    while abs(power) < abs(x):
        power *= n
    return power == x


CANONICAL_WRONG = ((-8, -2), "-8 is the third power of -2, but 1 is not below -8, so that no power is tried")


def reference_one_power(x, n):
    if abs(n) < 2 or abs(x) < abs(n):
        return x == 1 or x == n
    length, step = log(abs(x)), log(abs(n))
    exponent = round(length / step)
    if abs(length - exponent * step) > 1e-12 * length:
        return False
    if pow(n, exponent, 1 << 60) != x & (1 << 60) - 1:
        return False
    if pow(n, exponent, 999_999_937) != x % 999_999_937:
        return False
    twos = (n & -n).bit_length() - 1
    return (n >> twos) ** exponent << twos * exponent == x


def slow_every_power_afresh(x, n):
    if abs(n) < 2:
        return x == 1 or x == n
    exponent = 0
    while abs(n**exponent) < abs(x):
        exponent += 1
    return n**exponent == x


def growing(rng, size):
    """The exponent of three."""
    return 3**size, 3


def stress_power_of_a_random_number(rng):
    """large_random: a true power with 800 factors of 160 bits; multiplying by one of them at a time is quadratic."""
    n = rng.getrandbits(160) | 1 | 1 << 159
    return n**800, n


def stress_wrong_in_the_middle(rng):
    """worst_of_slow: a power of six with one bit turned among its last zeros; only a look at all of it tells."""
    return 6**18_000 ^ 1 << 15_000, 6


def stress_odd_power_of_the_root(rng):
    """boundary: a power of the square root of n, but not of n; dividing by n goes on to the last step."""
    root = rng.getrandbits(120) | 1 | 1 << 119
    return root**1_601, root**2


def stress_two_long_numbers(rng):
    """worst_of_fast: both numbers are very long and the exponent is 3; the comparison with n**4 is never needed."""
    n = rng.getrandbits(25_000) | 1 | 1 << 24_999
    return n**3, n


def stress_number_of_a_shifted_length(rng):
    """sparse: the size of x lies between two powers of n; the lengths alone tell, multiplying up to x does not."""
    return rng.getrandbits(240_000) | 1 << 239_999 | 1, 2**301 + 1


def stress_wrong_at_the_end(rng):
    """dense: one power of n added to another, so that the first bits agree and the last ones do not."""
    n = rng.getrandbits(240) | 1 | 1 << 239
    return n**700 + n, n


EXPRESSIONS = {
    "one_as_the_base": (
        "early_exit: the powers of one never grow; a loop that multiplies or divides until it gets there hangs.",
        "3**30_000",
        "1",
    ),
    "power_of_a_power_of_two": (
        "all_equal: one bit followed by zeros in both numbers; shifting answers it, long multiplication is waste.",
        "2 ** (201 * 800)",
        "2**201",
    ),
    "power_of_a_thousand": (
        "long_value: half of the prime factors of n are twos; they can be split off before the power is computed.",
        "1_000**850",
        "1_000",
    ),
}
