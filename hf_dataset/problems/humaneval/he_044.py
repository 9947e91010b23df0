"""change_base: a number, zero or positive, written in a base from 2 to 9.

Taking one digit at a time divides a long number once for each digit, and working out a power for each digit is cubic.
Dividing by the square root of what is left to split gives few long divisions; then a table yields several digits at a
time. For the bases 2, 4 and 8 no division is needed at all.
Zero is written "0". The canonical solution gives an empty text for it, so there is a ground truth of our own.
Decided here: x is not negative, since the prompt says nothing of signs, and has at most 33,000 binary digits; a base
below 2 or above 9 is not allowed.
"""

from itertools import product


def contract(x, base):
    assert type(x) is int, "x must be an int"
    assert type(base) is int, "base must be an int"
    assert 2 <= base <= 9, "base must be from 2 to 9"
    assert x >= 0, "x must not be negative"
    assert x.bit_length() <= 33_000, "x must have at most 33,000 binary digits"


INVALID = [
    ("x is a float", (8.0, 3)),
    ("base is a float", (8, 3.0)),
    ("base 10 is not below ten", (8, 10)),
    ("a negative number", (-8, 3)),
    ("a number of 33,001 binary digits", (1 << 33_000, 7)),
]


def ground_truth(x, base):
    digits = str(x % base)
    while x >= base:
        x //= base
        digits = str(x % base) + digits
    return digits


CANONICAL_WRONG = ((0, 2), "zero is written with the digit 0, and not with no digit at all")


def digit_table(base, width):
    """All numbers of `width` digits as texts, in order."""
    return list(map("".join, product("012345678"[:base], repeat=width)))


def reference_halves_and_table(x, base):
    if base in (2, 8):
        return format(x, "b" if base == 2 else "o")
    if base == 4:
        parts = x.to_bytes(x.bit_length() // 8 + 1, "big")
        table = digit_table(4, 4)
    else:
        width = {3: 7, 5: 4, 6: 4, 7: 4, 9: 3}[base]
        table = digit_table(base, width)
        powers = [base**width]
        while powers[-1] <= x:
            powers.append(powers[-1] ** 2)
        parts = [x]
        for power in reversed(powers[:-1]):
            parts = [half for part in parts for half in divmod(part, power)]
    return "".join(map(table.__getitem__, parts)).lstrip("0") or "0"


def slow_power_for_each_digit(x, base):
    digits = ""
    power = 1
    while power <= x:
        digits = str(x // power % base) + digits
        power *= base
    return digits or "0"


def growing(rng, size):
    """The number of binary digits of x; the base is 3."""
    return rng.getrandbits(size) | 1 << (size - 1), 3


def stress_random_base_three(rng):
    """large_random: thousands of random digits; each division by three rewrites the whole rest of the number."""
    return rng.getrandbits(33_000) | 1 << 32_999, 3


def stress_random_base_four(rng):
    """dense: each base-four digit is two bits of the number, so that no division is called for."""
    return rng.getrandbits(32_900) | 1 << 32_899, 4


def stress_one_and_zeros(rng):
    """sparse: a power of the base; every remainder is zero, and the zeros must not be dropped."""
    return 5 ** rng.randrange(13_950, 14_050), 5


def stress_greatest_digits(rng):
    """worst_of_fast: only the digit 8, and moderately long, so that splitting into halves saves less."""
    return 9 ** rng.randrange(1_485, 1_515) - 1, 9


def stress_equal_digits(rng):
    """all_equal: one digit eleven thousand times; a power for each digit is longer than the digit is worth."""
    return 7 ** rng.randrange(10_950, 11_050) // 6 * rng.randrange(1, 7), 7


def stress_short_of_a_power(rng):
    """long_value: all digits are 5 but one; the number of digits cannot be told from a logarithm in floats."""
    return 6 ** rng.randrange(12_450, 12_550) - rng.randrange(2, 6), 6


EXPRESSIONS = {
    "last_allowed_in_binary": (
        "boundary: the greatest number with the smallest base gives the longest text; text put together from the "
        "front is copied tens of thousands of times.",
        "2**33_000 - 1",
        "2",
    ),
}
