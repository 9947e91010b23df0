"""digitSum: the sum of the codes of all upper-case letters of a string.

One pass is linear; a solution that cuts the first character off again and again copies the rest each time and is
quadratic. The fastest known solution deletes everything else in one go and lets a checksum add up the bytes.
Two inputs are shorter, so that ordinary loops stay within sight of it.
The prompt speaks of ASCII codes: the string holds ASCII characters only (control characters included), at most 2
million of them.
"""

import zlib

OTHERS = bytes(code for code in range(256) if not 65 <= code <= 90)


def contract(s):
    assert type(s) is str, "s must be a str"
    assert s.isascii(), "s must hold ASCII characters only"
    assert len(s) <= 2_000_000, "s must hold at most 2 million characters"


INVALID = [
    ("bytes instead of text", (b"abAB",)),
    ("an upper-case letter beyond ASCII", ("abÄB",)),
    ("a string beyond the length limit", ("A" * 2_000_001,)),
]


def reference_checksums_of_the_capitals(s):
    capitals = s.encode("ascii").translate(None, OTHERS)
    # The low half of Adler-32 is one more than the sum of the bytes, modulo 65521, which 720 capitals cannot reach.
    return sum([(zlib.adler32(capitals[i : i + 720]) & 0xFFFF) - 1 for i in range(0, len(capitals), 720)])


def slow_head_and_rest(s):
    total = 0
    rest = list(s)
    while rest:
        first, *rest = rest
        if first.isupper():
            total += ord(first)
    return total


def stress_random_text(rng):
    """large_random: all printable characters mixed; cutting off one character at a time copies the long rest."""
    return (bytes(rng.choices(range(32, 127), k=250_000)).decode("ascii"),)


def stress_capitals_only(rng):
    """dense: every character counts; collecting the capitals first saves nothing, each has to be added up."""
    return ("".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=200_000)),)


def stress_no_capitals(rng):
    """sparse: lower-case letters, digits and blanks only; work for characters that count nothing is all there is."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz0123456789 ", k=250_000)),)


def stress_neighbours_of_the_letters(rng):
    """boundary: the characters just outside A to Z and a to z, the extremes of ASCII, and the outermost capitals."""
    return ("".join(rng.choices("@[`{AZaz\0\x7f", k=250_000)),)


def stress_capitals_at_the_end(rng):
    """worst_of_slow: all capitals stand in the last thousandth; searching for each from the start repeats the way."""
    return ("-" * 300_000 + "".join(rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=300)),)


def stress_short_text(rng):
    """early_exit: a page of text; whatever is prepared for long texts must pay for itself in few characters."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz .,ABCDEFGHIJ", k=4_000)),)


def stress_words_with_initials(rng):
    """sorted: capitalized words in order; splitting into words and looking at each makes a string for every one."""
    letters = "".join(rng.choices("abcdefghij", k=30_008))
    words = (letters[start : start + rng.randrange(2, 9)].title() for start in range(30_000))
    return (" ".join(sorted(words)),)


EXPRESSIONS = {
    "alphabet_by_turns": (
        "dense: a shorter text in which every character counts; the cost of adding up shows, not that of skipping.",
        "'ABCDEFGHIJKLMNOPQRSTUVWXYZ' * 200",
    ),
    "largest_capital_repeated": (
        "all_equal: the letter with the largest code a quarter of a million times; any early reduction may overflow.",
        "'Z' * 250_000",
    ),
}


def growing(rng, size):
    """The number of characters."""
    return ("".join(rng.choices("aB", k=size)),)
