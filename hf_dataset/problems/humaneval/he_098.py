"""count_upper: the number of capital vowels at even places of a string.

A pass over every second character is enough. It is quickest over bytes: one byte is made of each character, every
second one is kept, and what is left after deleting the vowels tells how many there were. Cutting two characters off
the front for each step copies the rest: quadratic.
Decided here: the vowels are the five letters A, E, I, O and U; letters with accents and other scripts are allowed and
are no vowels. Lone surrogates, which no text contains, are left out, and the string has at most 500,000 characters,
which is enough to tell solutions apart.
"""

import re


def contract(s):
    assert type(s) is str, "s must be a str"
    assert s.isascii() or not re.search("[\ud800-\udfff]", s), "s must not hold lone surrogates"
    assert len(s) <= 500_000, "s must hold at most 500,000 characters"


INVALID = [
    ("bytes instead of text", (b"AbC",)),
    ("a lone surrogate", ("A\ud800",)),
    ("a string beyond the length limit", ("A" * 500_001,)),
]


def reference_delete_from_bytes(s):
    even = s.encode()[::2] if s.isascii() else s[::2].encode("latin-1", "replace")
    return len(even) - len(even.translate(None, b"AEIOU"))


def slow_cut_off_the_front(s):
    characters = list(s)
    count = 0
    while characters:
        if characters[0] in ["A", "E", "I", "O", "U"]:
            count += 1
        characters = characters[2:]
    return count


def stress_random_letters(rng):
    """large_random: letters of both cases; a test of each one takes time for each."""
    return (bytes(rng.choices(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k=400_000)).decode(),)


def stress_vowels_everywhere(rng):
    """dense: capital vowels only; every second one counts."""
    return ("".join(rng.choices("AEIOU", k=400_001)),)


def stress_vowels_at_odd_places(rng):
    """sparse: every vowel stands behind a Greek letter, at an odd place; finding the vowels first is of no use."""
    return ("".join(rng.choices(["\u03b1A", "\u03b3E", "\u03b4I", "\u03b5O", "\u03b6U"], k=100_000)),)


def stress_other_scripts(rng):
    """worst_of_fast: letters with accents, Greek and Chinese among the vowels; encoding takes a detour for them."""
    return ("".join(rng.choices("AEIOUaeiou\u00c4\u00c9\u0391\u0395\u4e2d\U0001f600", k=200_000)),)


def stress_chinese(rng):
    """boundary: Chinese text of odd length with a capital vowel as its last character."""
    return ("".join(rng.choices("\u4e00\u4e8c\u4e09\u56db\u4e94", k=200_000)) + "E",)


EXPRESSIONS = {
    "last_vowel_repeated": (
        "all_equal: the last of the vowels again and again, found only after the comparison with all the others.",
        "'U' * 400_000",
    ),
    "one_line": (
        "early_exit: 150 characters, which cost less than preparing a table or a pattern larger than needed.",
        "'AbEdIfOhUj' * 15",
    ),
    "one_accent": (
        "worst_of_fast: 201 characters; a letter with an accent moves the last vowel to another place among the bytes.",
        "'ABCDEF' * 33 + '\\u00c9-E'",
    ),
}


def growing(rng, size):
    """The number of characters."""
    return ("".join(rng.choices("AEIOUaeiou", k=size)),)
