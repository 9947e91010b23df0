"""int_to_mini_roman: a number from 1 to 1000 as a Roman numeral in lowercase.

The numeral has at most twelve letters, so every solution does a handful of steps and only constant costs differ: one
table look-up for each decimal digit needs the fewest.
Decided here: the numbers are those that the prompt names, 1 to 1000, both included.
"""

HEADROOM = "none: the number is at most 1000 and its numeral has at most twelve letters"


def contract(number):
    assert type(number) is int, "number must be an int"
    assert number >= 1, "number must be at least 1"
    assert number <= 1000, "number must be at most 1000"


INVALID = [
    ("zero", (0,)),
    ("above the stated range", (1001,)),
    ("a float", (19.0,)),
]

ONES = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
TENS = ("", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc")
HUNDREDS = ("", "c", "cc", "ccc", "cd", "d", "dc", "dcc", "dccc", "cm", "m")


def reference_look_up_each_digit(number):
    return HUNDREDS[number // 100] + TENS[number // 10 % 10] + ONES[number % 10]


def stress_random_hundreds_tens_and_ones(rng):
    """large_random: three digits that are not zero, each of which puts its own group of letters into the numeral."""
    return (rng.randrange(1, 9) * 100 + rng.randrange(1, 9) * 10 + rng.randrange(1, 9),)


EXPRESSIONS = {
    "longest_numeral": (
        "long_value: dccclxxxviii has twelve letters, more than any other; adding letter by letter takes longest here.",
        "888",
    ),
    "subtractive_pairs_only": (
        "worst_of_fast: all three digits are nines; numerals of single symbols need four additions and a repair each.",
        "999",
    ),
    "three_of_each": (
        "all_equal: every symbol three times in a row; taking off one symbol at a time takes nine rounds.",
        "333",
    ),
    "one_thousand": (
        "boundary: the largest number is a single letter, which only numbers from nine hundred on need.",
        "1_000",
    ),
    "one": (
        "early_exit: the least number is the last symbol of every table; trying all larger symbols first is wasted.",
        "1",
    ),
    "gap_in_the_tens": (
        "sparse: there are no tens between the hundreds and the ones; a digit zero must add nothing.",
        "808",
    ),
}
