"""fruit_distribution: the number of mangoes, given a text with the numbers of apples and oranges, and the total.

The work lies in reading long decimal numbers. Multiplying by ten and adding for every digit costs one pass over the
whole number a digit and a step of the interpreter each; the built-in conversion takes nine digits at a time. Since
only the sum of the two numbers matters, two very long ones are better added in decimal and converted once.
Decided here: the text has exactly the form of the examples, in ASCII digits without leading zeros; the basket holds
no fewer fruits than the apples and oranges together. The numbers have at most 4000 digits (Python itself refuses to
read more than 4300).
"""

import re
from decimal import Context

LIMIT = 10**4000
EXACT = Context(prec=4001)


def contract(s, n):
    assert type(s) is str, "s must be a str"
    match = re.fullmatch("([0-9]+) apples and ([0-9]+) oranges", s)
    assert match, "s must read: NUMBER apples and NUMBER oranges"
    assert all(count == "0" or count[0] != "0" for count in match.groups()), "the numbers have no leading zeros"
    assert all(len(count) <= 4000 for count in match.groups()), "the numbers in s must have at most 4000 digits each"
    assert type(n) is int, "n must be an int"
    assert n < LIMIT, "n must have at most 4000 digits"
    assert int(match[1]) + int(match[2]) <= n, "n must not be smaller than the apples and oranges together"


INVALID = [
    ("bytes instead of text", (b"5 apples and 6 oranges", 19)),
    ("another fruit", ("5 apples and 6 lemons", 19)),
    ("a leading zero", ("05 apples and 6 oranges", 19)),
    ("a number of 4001 digits in the text", ("1" + "0" * 4000 + " apples and 6 oranges", 19)),
    ("the total is a float", ("5 apples and 6 oranges", 19.0)),
    ("a total of 4001 digits", ("5 apples and 6 oranges", 10**4000)),
    ("fewer fruits than apples and oranges", ("5 apples and 6 oranges", 10)),
]


def reference_add_long_numbers_in_decimal(s, n):
    apples, _, _, oranges, _ = s.split(" ")
    if min(len(apples), len(oranges)) > 2000:
        return n - int(str(EXACT.add(EXACT.create_decimal(apples), EXACT.create_decimal(oranges))))
    return n - int(apples) - int(oranges)


def slow_ten_times_for_every_digit(s, n):
    for word in s.split():
        if word.isdigit():
            count = 0
            for digit in word:
                count = count * 10 + int(digit)
            n -= count
    return n


def random_number(rng, digits):
    return rng.randrange(10 ** (digits - 1), 10**digits)


def stress_random_numbers(rng):
    """large_random: both numbers have 3999 random digits; a pass over the whole number for each digit is slow."""
    apples, oranges = random_number(rng, 3999), random_number(rng, 3999)
    return f"{apples} apples and {oranges} oranges", apples + oranges + random_number(rng, 3990)


def stress_long_and_short(rng):
    """worst_of_fast: 4000 digits against one; what treats the two numbers together gains nothing here."""
    apples, oranges = random_number(rng, 4000) // 2, rng.randrange(1, 10)
    return f"{apples} apples and {oranges} oranges", 10**4000 - 1


def stress_no_mangoes(rng):
    """boundary: apples and oranges fill the largest basket; the answer is zero, after all digits have cancelled."""
    apples = random_number(rng, 4000)
    return f"{apples} apples and {LIMIT - 1 - apples} oranges", LIMIT - 1


def stress_round_numbers(rng):
    """sparse: a one and zeros only; a conversion that stops at zeros, or sums up powers of ten, differs here."""
    return f"{10**3999} apples and {10**3998} oranges", 12 * 10**3998


def stress_no_apples(rng):
    """early_exit: no apples at all and many oranges, so that only the second number is any work."""
    oranges = random_number(rng, 4000)
    return f"0 apples and {oranges} oranges", oranges + random_number(rng, 20)


EXPRESSIONS = {
    "nines": (
        "all_equal: nines only, so that adding the two numbers in decimal carries through all 3999 digits.",
        "'9' * 3999 + ' apples and ' + '9' * 3999 + ' oranges'",
        "10**4000 - 1",
    ),
}


def growing(rng, size):
    """The number of digits of both numbers."""
    apples, oranges = random_number(rng, size), random_number(rng, size)
    return f"{apples} apples and {oranges} oranges", apples + oranges + rng.randrange(1000)
