"""compare_one: the larger of two numbers, each given as an int, a float or a decimal text; None if they are equal.

Building the number digit by digit is quadratic in the length of a text; one conversion to a float is linear. The best
known solution cuts a long fraction off where it no longer changes the float, and only looks whether the rest is zero.
Decided here: a text is an optional sign, digits, and perhaps a point or comma followed by digits (no exponent, no
spaces). Whether 0.1 as a float equals "0.1" depends on rounding, so such pairs are left out: two values are either
equal exactly, or their nearest floats differ. Numbers stay below 10**308, about where floats end.
"""

import re
from decimal import Decimal

# Every float, and every number halfway between two of them, ends within 1075 places after the point.
PLACES = 1_100


def as_decimal(x):
    return Decimal(x.replace(",", ".") if type(x) is str else x)


def contract(a, b):
    for x in (a, b):
        assert type(x) in (int, float, str), "a and b must be ints, floats or texts"
        assert type(x) is not str or re.fullmatch("[+-]?[0-9]+([.,][0-9]+)?", x), "a text must be a decimal number"
        assert type(x) is not str or len(x) <= 2_000_000, "a text must hold at most 2 million characters"
        assert type(x) is not float or x - x == 0, "a float must be finite"
        assert -(10**308) < as_decimal(x) < 10**308, "a number must be smaller than 10**308"
    first, second = as_decimal(a), as_decimal(b)
    assert (first == second) == (float(first) == float(second)), "different numbers must not have the same float"


INVALID = [
    ("a truth value", (True, 2)),
    ("an exponent in a text", ("1e5", 2)),
    ("not a number", (float("nan"), 1)),
    ("a number that no float can hold", (1, "1" * 400)),
    ("numbers that only rounding makes equal", (0.1, "0,1")),
]


def nearest_float(x):
    if type(x) is not str:
        return float(x)
    mark = x.find(",")
    if mark < 0:
        mark = x.find(".")
    end = mark + PLACES
    if mark < 0 or len(x) <= end:
        return float(x.replace(",", "."))
    # A single digit stands for all that is cut off: it decides only which side of a halfway number x lies on.
    rest = "0" if x.endswith("0" * (len(x) - end)) else "1"
    return float(f"{x[:mark]}.{x[mark + 1 : end]}{rest}")


def reference_cut_long_fractions(a, b):
    first, second = nearest_float(a), nearest_float(b)
    if first == second:
        return None
    return a if first > second else b


def slow_build_digit_by_digit(a, b):
    values = []
    for x in (a, b):
        if type(x) is str:
            top, bottom, after_mark = 0, 1, False
            for c in x.replace(",", ".").lstrip("+-"):
                if c == ".":
                    after_mark = True
                else:
                    top = top * 10 + int(c)
                    if after_mark:
                        bottom *= 10
            if x.startswith("-"):
                top = -top
        else:
            top, bottom = x.as_integer_ratio()
        values.append((top, bottom))
    (top_a, bottom_a), (top_b, bottom_b) = values
    left, right = top_a * bottom_b, top_b * bottom_a
    if left == right:
        return None
    return a if left > right else b


def random_digits(rng, count):
    return "".join(f"{rng.randrange(10**500):0500d}" for _ in range(0, count, 500))[:count]


def growing(rng, size):
    """The number of digits after the mark."""
    return "0," + random_digits(rng, size), "1." + random_digits(rng, size)


def stress_long_fractions(rng):
    """large_random: two random fractions of 250,000 digits; the first digit already tells which is larger."""
    return "3," + random_digits(rng, 250_000), "-7." + random_digits(rng, 250_000)


def stress_same_value_other_mark(rng):
    """all_equal: the same digits, once with a comma and once with a point; the values are equal, the texts are not."""
    digits = random_digits(rng, 200_000)
    return "12," + digits, "+12." + digits


def stress_differs_late(rng):
    """worst_of_fast: fractions that differ from the fifteenth digit on, about as late as floats can tell apart."""
    start = "0," + random_digits(rng, 14)
    return start + "3" + random_digits(rng, 200_000), start + "8" + random_digits(rng, 200_000)


def stress_zeros_at_the_end(rng):
    """sparse: a text of 400,000 zeros after the last digit that counts, beside an equal float."""
    whole = rng.randrange(2, 10)
    return f"{whole},5" + "0" * rng.randrange(395_000, 405_000), whole + 0.5


def stress_zeros_in_front(rng):
    """long_value: 150,000 zeros in front of the first digit that counts; they change neither number."""
    whole = rng.randrange(10, 100)
    zeros = "0" * rng.randrange(148_000, 152_000)
    return f"{zeros}{whole},25", f"{zeros}{whole}"


def stress_opposite_signs(rng):
    """early_exit: the sign tells which is larger, before any of the digits has been read."""
    digits = str(rng.randrange(10, 100)) * rng.randrange(118_000, 122_000)
    return "-0," + digits, "0." + digits


EXPRESSIONS = {
    "beyond_halfway": (
        "boundary: halfway between two floats, and a last digit after 300,000 zeros that decides the rounding.",
        "2**53",
        "'9007199254740993.' + '0' * 300_000 + '1'",
    ),
}
