"""simplify: is the product of two fractions, given as text, a whole number?

The product is whole if the denominators' product divides the numerators'. Adding up multiples of the denominator until
the numerator is reached takes as many steps as the quotient is large; one remainder is enough. With numbers of
thousands of digits most of the time goes into reading the text, which decimal arithmetic does in linear time.
The canonical solution divides in floating point, which rounds: it calls large fractions whole that are not.
Decided here: numbers are written in the digits 0 to 9, without sign and without leading zeros, and have at most 4000
digits each.
"""

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal


def contract(x, n):
    assert type(x) is str, "x must be a str"
    assert type(n) is str, "n must be a str"
    fraction = re.compile("([1-9][0-9]*)/([1-9][0-9]*)")
    first = fraction.fullmatch(x)
    second = fraction.fullmatch(n)
    assert first, "x must have the form numerator/denominator, both positive whole numbers"
    assert second, "n must have the form numerator/denominator, both positive whole numbers"
    assert max(map(len, first.groups() + second.groups())) <= 4000, "no number may have more than 4000 digits"


INVALID = [
    ("a float", (0.5, "2/1")),
    ("a whole number without denominator", ("1/2", 2)),
    ("a denominator of zero", ("1/0", "2/1")),
    ("a negative numerator", ("1/2", "-2/1")),
    ("a number of 4001 digits", ("1/2", "2" * 4001 + "/1")),
]

CANONICAL_WRONG = (
    ("9007199254740993/2", "1/1"),
    "half of an odd number is not whole, but in floating point the half is rounded away",
)


def ground_truth(x, n):
    a, b = x.split("/")
    c, d = n.split("/")
    return int(a) * int(c) % (int(b) * int(d)) == 0


def reference_decimal_remainder(x, n):
    a, b = x.split("/")
    c, d = n.split("/")
    if len(a) + len(c) < len(b) + len(d) - 1:
        return False
    exact = Context(prec=10_000, Emax=MAX_EMAX, Emin=MIN_EMIN)
    numerator = exact.multiply(Decimal(a), Decimal(c))
    denominator = exact.multiply(Decimal(b), Decimal(d))
    return not exact.remainder(numerator, denominator)


def slow_add_up_multiples(x, n):
    a, b = map(int, x.split("/"))
    c, d = map(int, n.split("/"))
    numerator, denominator = a * c, b * d
    multiple = 0
    while multiple < numerator:
        multiple += denominator
    return multiple == numerator


def growing(rng, size):
    """The whole number that the product amounts to."""
    return f"{size}/7", "7/1"


def number(rng, digits):
    return rng.randrange(10 ** (digits - 1), 10**digits)


def stress_random_digits(rng):
    """large_random: four long random numbers; the quotient has hundreds of digits, so counting up to it never ends."""
    return f"{number(rng, 4000)}/{number(rng, 3900)}", f"{number(rng, 4000)}/{number(rng, 3900)}"


def stress_whole_by_cross_cancellation(rng):
    """worst_of_fast: each numerator cancels against parts of both denominators; no fraction alone is whole."""
    p, q, r, s = (number(rng, 1950) for _ in range(4))
    factor = number(rng, 90)
    return f"{p * q * factor}/{r * p}", f"{r * s}/{s * q}"


def stress_thousands_of_multiples(rng):
    """worst_of_slow: the answer is the whole number 10,000, with numbers so long that each addition takes its time."""
    b, d = number(rng, 3990), number(rng, 3990)
    return f"{d * 100}/{b}", f"{b * 100}/{d}"


def stress_one_too_few(rng):
    """boundary: one less than a multiple of the denominator is divided by it, which floating point takes for whole."""
    m, k = number(rng, 3900), number(rng, 90)
    return f"{m * k - 1}/{m}", f"{m * k + 1}/{m}"


def stress_less_than_one(rng):
    """early_exit: the numerators have far fewer digits than the denominators, so nothing needs to be multiplied."""
    return f"{number(rng, 3900)}/{number(rng, 4000)}", f"{number(rng, 3900)}/{number(rng, 4000)}"


EXPRESSIONS = {
    "powers_of_ten": (
        "long_value: powers of ten over powers of two and five; rows of zeros, and only the smallest prime factors.",
        "f'{10**3999}/{5**5700}'",
        "f'{10**3999}/{2**7990 * 5**2200}'",
    ),
    "nines_over_threes": (
        "all_equal: numbers of one digit each, nines over shorter rows of threes; all trailing digits are alike.",
        "'9' * 3990 + '/' + '3' * 3990",
        "'9' * 3990 + '/' + '3' * 3800",
    ),
}
