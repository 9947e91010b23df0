"""circular_shift: the digits of x, shifted to the right in a circle, as a string.

Two slices of the digits do it; what costs time is writing x in decimal, which Python itself does quadratically but with
nine digits a step. Moving one digit at a time by arithmetic on x takes as many steps as the shift, each with long
divisions and powers: more than quadratic.
As the tests have it, zeros that come to the front are kept, and a shift beyond the number of digits reverses them (one
of exactly that number changes nothing). Decided here: x and the shift are not negative, and x has at most 4000 digits.
"""


def contract(x, shift):
    assert type(x) is int, "x must be an int"
    assert x >= 0, "x must not be negative"
    assert x < 10**4000, "x must have at most 4000 digits"
    assert type(shift) is int, "shift must be an int"
    assert shift >= 0, "shift must not be negative"


INVALID = [
    ("x is a string", ("12", 1)),
    ("x is negative", (-12, 1)),
    ("x has 4215 digits", (1 << 14_000, 1)),
    ("shift is a float", (12, 1.0)),
    ("shift is negative", (12, -1)),
]


def reference_two_slices(x, shift):
    digits = str(x)
    if shift > len(digits):
        return digits[::-1]
    return digits[-shift:] + digits[:-shift]


def slow_move_digits_by_arithmetic(x, shift):
    length = len(str(x))
    if shift > length:
        return str(x)[::-1]
    for _ in range(shift):
        x, last = divmod(x, 10)
        x += last * 10 ** (length - 1)
    return str(x).zfill(length)


def stress_half_way(rng):
    """large_random: 4000 random digits and a shift by about half of them; moving digit after digit takes long."""
    return rng.randrange(10**3999, 10**4000), rng.randrange(1_900, 2_100)


def stress_last_shift_of_all(rng):
    """worst_of_slow: a shift by all digits but one, which a single step to the left would replace."""
    return rng.randrange(10**3999, 10**4000), 3_999


def stress_full_circle(rng):
    """boundary: a shift by exactly the number of digits, which changes nothing and is not yet reversed."""
    return rng.randrange(10**3499, 10**3500), 3_500


def stress_reversed(rng):
    """early_exit: the shift exceeds the number of digits by far; whoever shifts that often never ends."""
    return rng.randrange(10**3999, 10**4000), 10**18


EXPRESSIONS = {
    "one_and_zeros": (
        "sparse: a one and 3999 zeros, which come to the front and must be kept; a result kept as a number drops them.",
        "10**3999",
        "3_000",
    ),
    "all_nines": (
        "all_equal: the greatest number allowed looks the same after every shift, so moving digits is in vain.",
        "10**4000 - 1",
        "2_000",
    ),
    "no_shift": (
        "worst_of_fast: a shift by zero; writing the digits is all there is to do, and a slice from -0 takes them all.",
        "7**4_700",
        "0",
    ),
}


def growing(rng, size):
    """The number of digits; the shift is half of it."""
    return rng.randrange(10 ** (size - 1), 10**size), size // 2
