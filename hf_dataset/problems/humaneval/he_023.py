"""strlen: the number of characters of a string.

A string knows its length, so the best known solution takes constant time; counting the characters is linear, and
cutting them off one at a time is quadratic. A character is a Unicode code point, as in Python itself. Lone surrogates,
which no text contains, are left out, and the length is at most 2 million.
"""

import re


def contract(string):
    assert type(string) is str, "string must be a str"
    assert len(string) <= 2_000_000, "string must hold at most 2 million characters"
    assert string.isascii() or not re.search("[\ud800-\udfff]", string), "string must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"abc",)),
    ("a string beyond the length limit", ("a" * 2_000_001,)),
    ("a lone surrogate", ("abc\ud800",)),
]


def reference_stored_length(string):
    return len(string)


def slow_count_one_by_one(string):
    length = 0
    for _ in string:
        length += 1
    return length


def stress_random_letters(rng):
    """large_random: letters, digits and punctuation; counting them in a loop takes time for each."""
    return (bytes(rng.choices(range(32, 127), k=200_000)).decode("ascii"),)


def stress_many_alphabets(rng):
    """boundary: characters of one to four bytes; encoding the text first copies it and counts something else."""
    return ("".join(rng.choices("ab\u00e9\u03a9\u4e2d\u20ac\U0001f600\U00010348", k=150_000)),)


def stress_white_space(rng):
    """sparse: nothing but blanks, tabs and line ends; splitting or stripping looks at all and loses the count."""
    return ("".join(rng.choices(" \t\r\n", k=150_000)),)


def stress_zero_after_ten(rng):
    """early_exit: a zero character stands near the beginning; a search for an end mark stops there wrongly."""
    return ("ten before\0" + "x" * 300_000,)


def growing(rng, size):
    """The length of the string."""
    return ("x" * size,)


EXPRESSIONS = {
    "one_letter_repeated": (
        "long_value: one letter a million times; any pass over the characters shows at this length.",
        "'a' * 1_000_000",
    ),
    "letters_with_accents": (
        "worst_of_slow: letter and combining accent by turns; cutting off one character at a time copies the rest.",
        "'e\\u0301' * 100_000",
    ),
}
