"""modp: two to the power n, modulo p.

Doubling n times is linear in the value of n, and without reducing on the way the power grows to n bits. Squaring needs
as many steps as n has bits; Python's own pow does this, and it is the best known solution.
Modulo 1 everything is 0. The canonical solution misses this for n = 0, so there is a ground truth of our own.
Decided here: p is positive and has at most 1000 digits, n is not negative and has at most 800 bits, so that halving it
by recursion goes no deeper than that.
"""


def contract(n, p):
    assert type(n) is int, "n must be an int"
    assert type(p) is int, "p must be an int"
    assert 0 <= n < 2**800, "n must not be negative and have at most 800 bits"
    assert 1 <= p < 10**1000, "p must be positive and have at most 1000 digits"


INVALID = [
    ("n is a float", (3.0, 5)),
    ("p is a string", (3, "5")),
    ("a negative exponent", (-1, 5)),
    ("a modulus of zero", (3, 0)),
]


def ground_truth(n, p):
    power = 1 % p
    for _ in range(n):
        power = power * 2 % p
    return power


CANONICAL_WRONG = ((0, 1), "two to the power 0 is 1, and the remainder of 1 by 1 is 0")


def reference_builtin_power(n, p):
    return pow(2, n, p)


def reference_square_and_shift(n, p):
    """The first bits of n give a power of two that hardly exceeds p; the others take a squaring each."""
    left = max(n.bit_length() - p.bit_length().bit_length(), 0)
    power = (1 << (n >> left)) % p
    while left:
        left -= 1
        power = (power * power << (n >> left & 1)) % p
    return power


def slow_whole_power_by_doubling(n, p):
    power = 1
    for _ in range(n):
        power += power
    return power % p


def stress_large_exponent_and_modulus(rng):
    """large_random: exponent and modulus of hundreds of bits; counting up to the exponent would never end."""
    return rng.getrandbits(500) | 1 << 499, rng.getrandbits(750) | 1 << 749


def stress_modulus_of_1000_digits(rng):
    """long_value: a modulus of a thousand digits; each multiplication or reduction that could be saved is dear."""
    return rng.getrandbits(40) | 1 << 39, 10**1000 - 1 - 2 * rng.getrandbits(64)


def stress_fermat(rng):
    """worst_of_slow: n is one less than the prime p; the powers take hundreds of values before they repeat."""
    p = 2**607 - 1
    return p - 1, p


def stress_ones_only(rng):
    """dense: all 800 bits of the exponent are ones; squaring and multiplying has to multiply at every bit."""
    return 2**800 - 1, rng.getrandbits(400) | 1 << 399


def stress_one_bit_and_even_modulus(rng):
    """sparse: one bit of the exponent is set and the modulus is even; neither Fermat nor Montgomery applies."""
    return 1 << 799, (rng.getrandbits(300) | 1 << 299) << 100


def stress_hardly_longer_than_the_modulus(rng):
    """early_exit: the power is just a little longer than the modulus; one reduction is enough, a hundred are waste."""
    return 100, rng.getrandbits(90) | 1 << 89


def stress_small_modulus(rng):
    """boundary: the longest exponent with a modulus of 61 bits; the cost of a step is nearly all overhead."""
    return 2**800 - 1 - rng.getrandbits(790), 2**61 - 1


def growing(rng, size):
    """The value of the exponent."""
    return size, 10**9 + 7
