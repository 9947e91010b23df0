"""truncate_number: the fractional part of a positive float.

One arithmetic operation answers it, so there is next to nothing to gain or to lose: the inputs are extremes of the
range, on which conversions to integers, strings or fractions have the most digits to handle.
Decided here: the number is positive and finite, and a whole number has the fractional part 0.0 (the prompt's "largest
integer smaller than" is read as "not larger than"). The correctness tests allow an error of 1e-6, and so do the
stressful inputs.
"""

HEADROOM = "none: the answer is one operation on one float"
TOLERANCE = 1e-6


def contract(number):
    assert type(number) is float, "number must be a float"
    assert number > 0.0, "number must be positive"
    assert number - number == 0, "number must be finite"


INVALID = [
    ("an int", (3,)),
    ("not positive", (-1.5,)),
    ("infinite", (float("inf"),)),
]


def reference_remainder(number):
    return number % 1.0


EXPRESSIONS = {
    "largest_float": (
        "long_value: the largest float has 309 digits before the point; a conversion to int must build all of them.",
        "1.7976931348623157e308",
    ),
    "smallest_float": (
        "boundary: the smallest positive float needs 1074 binary digits behind the point in an exact fraction.",
        "5e-324",
    ),
    "last_with_a_fraction": (
        "worst_of_slow: the largest float that is no whole number; counting down to the fraction would never end.",
        "2.0**52 - 0.5",
    ),
    "below_one": (
        "early_exit: the number is smaller than one and is its own fractional part.",
        "1.0 - 2.0**-53",
    ),
}


def stress_random_whole_part(rng):
    """large_random: a whole part of many digits and a random fraction; a way through text handles every digit."""
    return (rng.randrange(2**30, 2**31) + rng.random(),)


def stress_whole_number(rng):
    """sparse: a large whole number without any fraction; a search for decimals finds none."""
    return (float(rng.randrange(2**60, 2**61)),)
