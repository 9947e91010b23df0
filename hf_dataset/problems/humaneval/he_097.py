"""multiply: the product of the last decimal digits of two integers.

A remainder by ten takes time in proportion to the digits; writing the number out in decimal to look at its last digit
is quadratic in them, and counting down to it exponential.
Decided here: the sign does not matter; the last digit of -15 is 5 (the prompt's last example multiplies 14 and -15 to
20), so that of -13 is 3. The canonical solution takes the remainder of the negative number, which is 7 for -13; there
is a ground truth of our own for that. Numbers have at most 4000 digits, which every conversion to text can handle.
"""


def contract(a, b):
    assert type(a) is int, "a must be an int"
    assert type(b) is int, "b must be an int"
    assert abs(a) < 10**4000, "a must have at most 4000 digits"
    assert abs(b) < 10**4000, "b must have at most 4000 digits"


INVALID = [
    ("a is a float", (14.0, 15)),
    ("b is text", (14, "15")),
    ("a has 4001 digits", (1 << 13_288, 15)),
    ("b has 4001 digits", (14, -1 << 13_288)),
]


def ground_truth(a, b):
    return abs(a) % 10 * (abs(b) % 10)


CANONICAL_WRONG = ((1, -13), "the last digit of -13 is 3; the remainder of -13 by ten is 7 in Python")


def reference_remainders(a, b):
    return abs(a) % 10 * (abs(b) % 10)


def slow_last_character(a, b):
    return int(str(a)[-1]) * int(str(b)[-1])


def stress_random_long_numbers(rng):
    """large_random: both have 4000 random digits; writing them out in decimal is quadratic."""
    return rng.randrange(10**3999, 10**4000), rng.randrange(10**3999, 10**4000)


def stress_negative(rng):
    """boundary: both are negative, where neither the remainders by ten nor their product is right."""
    return -rng.randrange(10**3999, 10**4000, 10) - 7, -rng.randrange(10**3999, 10**4000, 10) - 1


def stress_one_short(rng):
    """sparse: the first has two digits and the second has all that are allowed."""
    return 19, rng.randrange(10**3999, 10**4000) | 1


EXPRESSIONS = {
    "all_nines": (
        "all_equal: nothing but nines, the largest number allowed and its negative.",
        "10**4000 - 1",
        "1 - 10**4000",
    ),
    "product_zero": (
        "early_exit: the first is zero, which tells the product; the second need not be looked at.",
        "0",
        "10**4000 - 7",
    ),
    "powers_of_two": (
        "worst_of_fast: one bit is set in each; a sum over the binary digits looks at zeros for nothing.",
        "2**13_287",
        "-(2**13_286)",
    ),
}


def growing(rng, size):
    """The number of decimal digits of each number."""
    return rng.randrange(10 ** (size - 1), 10**size), rng.randrange(10 ** (size - 1), 10**size)
