"""closest_integer: the integer closest to a decimal number given as text, halves rounded away from zero.

The first digit behind the point decides it, whatever follows. Reading the whole text as a float is linear, cutting its
trailing zeros off one at a time, or turning it into an exact fraction, is quadratic.
Decided here: the text is an optional minus sign, one to nine digits and, optionally, a point followed by digits, at
most 4000 characters in all. The fraction is one half exactly or differs from it by at least a millionth: beyond that,
rounding to a float first would change the answer.
"""

import re
from fractions import Fraction
from math import floor


def contract(value):
    assert type(value) is str, "value must be a str"
    assert re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]+)?", value), "value must be a decimal number of at most 9 whole digits"
    assert len(value) <= 4000, "value must have at most 4000 characters"
    digits = (value.partition(".")[2] + "000000").rstrip("0").ljust(6, "0")
    assert digits == "500000" or digits[:6] not in ("499999", "500000"), "value must not be next to a half"


INVALID = [
    ("a float", (14.5,)),
    ("a number with an exponent", ("1e3",)),
    ("too many digits", ("1." + "3" * 3999,)),
    ("so close to a half that a float may not tell it", ("0.49999999999999999999",)),
]


def reference_first_decimal(value):
    whole, _, fraction = value.partition(".")
    away = -1 if value[0] == "-" else 1
    return int(whole) + away * (fraction >= "5")


def slow_exact_fraction(value):
    number = Fraction(value)
    magnitude = floor(abs(number) + Fraction(1, 2))
    return magnitude if number > 0 else -magnitude


def stress_random_digits(rng):
    """large_random: thousands of random decimals, which an exact fraction has to carry along."""
    return (f"{rng.randrange(10**8)}.2" + "".join(rng.choices("0123456789", k=3_900)),)


def stress_half_and_zeros(rng):
    """worst_of_slow: exactly a half, written with thousands of zeros, which are cut off one at a time."""
    return (f"{rng.randrange(10, 100)}.5" + "0" * rng.randrange(3_960, 3_990),)


def stress_negative_half_and_zeros(rng):
    """boundary: a negative half, which is rounded down; the zeros hide that it is one."""
    return (f"-{rng.randrange(10**8, 10**9)}.5" + "0" * rng.randrange(3_960, 3_980),)


def stress_thirds(rng):
    """all_equal: one digit again and again; there is nothing to cut off, and the exact fraction has no short form."""
    return ("0." + rng.choice("1236789") * rng.randrange(3_960, 3_990),)


def stress_whole_number_with_zeros(rng):
    """sparse: a whole number that thousands of zeros make look like a fraction."""
    return (f"-{rng.randrange(100, 1_000)}." + "0" * rng.randrange(3_960, 3_990),)


def stress_last_digit_only(rng):
    """worst_of_fast: zeros up to a single last digit, so that nothing can be cut off and the sum is not exact."""
    return (f"-{rng.randrange(1, 10)}." + "0" * rng.randrange(3_960, 3_980) + rng.choice("12346789"),)


EXPRESSIONS = {
    "all_nines": (
        "dense: nothing but nines; rounding up by hand carries through all digits, from the last one to the first.",
        "'999999999.' + '9' * 3_980",
    ),
}


def growing(rng, size):
    """The number of digits behind the point."""
    return ("0.2" + "".join(rng.choices("0123456789", k=size - 1)),)
