"""reverse_delete: delete all the characters of c from s, and tell whether the rest is a palindrome.

Deleting one occurrence at a time moves the rest of the text each time: quadratic. Looking each character up in c costs
the product of both lengths; a table or a set makes it linear. The fastest known solution deletes at C speed, from bytes
if the text allows, and compares only the first half of the rest with the second one.
Decided here: any characters are allowed, except for lone surrogates, which no encoding can write; both strings may be
empty, and c may repeat a character. The empty rest is a palindrome, as the tests say.
"""

import re


def contract(s, c):
    assert type(s) is str, "s must be a str"
    assert type(c) is str, "c must be a str"
    assert not re.search("[\ud800-\udfff]", s), "s must not hold surrogates"
    assert not re.search("[\ud800-\udfff]", c), "c must not hold surrogates"


INVALID = [
    ("bytes as the text", (b"abcde", "ae")),
    ("a list of characters", ("abcde", ["a", "e"])),
    ("a lone surrogate in the text", ("ab\ud800", "a")),
    ("a lone surrogate to delete", ("ab", "\udfff")),
]


def is_palindrome(text):
    half = len(text) // 2
    return text[:64] == text[:-65:-1] and text[:half] == text[: -half - 1 : -1]


def reference_delete_from_bytes(s, c):
    try:
        rest = s.encode("latin-1").translate(None, c.encode("latin-1", "ignore"))
    except UnicodeEncodeError:
        unwanted = set(c)
        if len(unwanted) > 64:
            s = "".join([char for char in s if char not in unwanted])
        else:
            for char in unwanted:
                s = s.replace(char, "")
        return s, is_palindrome(s)
    return rest.decode("latin-1"), is_palindrome(rest)


def slow_delete_one_by_one(s, c):
    for char in c:
        while char in s:
            s = s.replace(char, "", 1)
    return s, s == s[::-1]


def stress_random_text(rng):
    """large_random: random letters without their vowels; the rest is long, and its ends show that it does not match."""
    return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=120_000)), "aeiou"


def stress_everything_deleted(rng):
    """dense: all the characters go; deleting them one at a time copies a long text for each of them."""
    return "".join(rng.choices("xyz", k=100_000)), "zyx"


def stress_untouched_palindrome(rng):
    """sparse: nothing is deleted and all the pairs match; searching every character in c fails each time."""
    half = "".join(rng.choices("abcdefghijklmnop", k=150_000))
    return half + half[::-1], "qrstuvwxyz"


def stress_mismatch_in_the_middle(rng):
    """worst_of_fast: the rest matches from both ends up to its middle, where a single pair differs."""
    half = "".join(rng.choices("abcdefgh", k=70_000))
    return half + "a-b" + half[::-1], "-h"


def stress_long_list_to_delete(rng):
    """worst_of_slow: c holds 12000 characters, and those of s stand near its end or not at all."""
    signs = [chr(code) for code in range(0x4E00, 0x4E00 + 15_000)]
    return "".join(rng.choices(signs[10_000:], k=6_000)), "".join(signs[:12_000])


def stress_repeats_in_the_list(rng):
    """boundary: c is as long as s but repeats two characters; going through c as it is costs the product of both."""
    return "".join(rng.choices("abcdxyz", k=25_000)), "".join(rng.choices("xy", k=25_000))


def stress_few_foreign_characters(rng):
    """long_value: a Greek text of 90000 characters loses one of its eight letters; a table of bytes is too small."""
    return "".join(rng.choices("\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8", k=90_000)), "\u03b1\u03c9"


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one letter repeated, which is not to be deleted; any order of it is a palindrome.",
        '"m" * 250_000',
        '"n"',
    ),
}


def growing(rng, size):
    """The number of characters of s, all of which are deleted."""
    return "ab" * (size // 2), "ab"
