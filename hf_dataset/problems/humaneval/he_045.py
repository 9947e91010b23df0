"""triangle_area: the area of a triangle from the length of a side and the height on it.

Two operations on numbers give the answer; nothing is to be saved.
The prompt and the tests show positive integers; floats are lengths as well, and a side or height of zero makes the area
zero. Decided here: both lie between 0 and 1e150, so that no product overflows. The area is a float, and rounding may
differ in the last digits.
"""

TOLERANCE = 1e-6
HEADROOM = "none: the answer is two operations on two numbers"


def contract(a, h):
    assert type(a) in (int, float), "a must be an int or a float"
    assert type(h) in (int, float), "h must be an int or a float"
    assert 0 <= a <= 10**150, "a must lie between 0 and 1e150"
    assert 0 <= h <= 10**150, "h must lie between 0 and 1e150"


INVALID = [
    ("a is text", ("5", 3)),
    ("h is a bool", (5, True)),
    ("a is negative", (-5, 3)),
    ("h is not a number", (5, float("nan"))),
]


def reference_half_the_product(a, h):
    return a * h / 2


def stress_random_integers(rng):
    """large_random: integers of 140 digits; their product has 280 and must be rounded to a float."""
    return rng.randrange(10**140), rng.randrange(10**140)


def stress_random_floats(rng):
    """dense: floats with all bits in use; a detour by decimals or fractions makes numbers with long denominators."""
    return rng.uniform(1.0, 1e9), rng.uniform(1.0, 1e9)


def stress_integer_and_float(rng):
    """long_value: a long integer meets a float; the integer is converted first."""
    return rng.randrange(10**149, 10**150), rng.random()


EXPRESSIONS = {
    "largest_floats": (
        "boundary: both floats are the largest allowed; squaring either product overflows.",
        "1e150",
        "1e150",
    ),
    "tiny_height": (
        "worst_of_slow: lengths of very different size; adding up thin slices of the triangle would never end.",
        "10**150",
        "2**-400",
    ),
    "equal_lengths": (
        "all_equal: side and height are the same; small numbers for which conversions cost more than the arithmetic.",
        "3",
        "3",
    ),
    "no_height": (
        "early_exit: the height is zero, and so is the area, as a float.",
        "10**100",
        "0",
    ),
}
