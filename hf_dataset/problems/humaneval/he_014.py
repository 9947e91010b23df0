"""all_prefixes: the list of all prefixes of a string, the shortest first.

The output itself is quadratic in the length, but copying it costs a fraction of an instruction a character; what
differs is how each prefix is made. Building every prefix again character by character spends dozens of instructions
on each character of the output. The best known one extends the prefix before by one character: unlike a slice, that
need not look for the widest character of the prefix anew.
The empty prefix is left out, as in the prompt's example; the empty string has no prefixes. At most 20,000 characters
are allowed, since the prefixes have to fit into memory, and no lone surrogates, since they cannot be encoded.
"""

from itertools import accumulate


def contract(string):
    assert type(string) is str, "string must be a str"
    assert len(string) <= 20_000, "string must have at most 20,000 characters"
    assert not any("\ud800" <= c <= "\udfff" for c in set(string)), "string must not hold lone surrogates"


INVALID = [
    ("bytes", (b"abc",)),
    ("longer than the limit", ("a" * 20_001,)),
    ("a lone surrogate", ("a\ud800b",)),
]


def reference_extend_the_prefix_before(string):
    return list(accumulate(string))


def slow_character_by_character(string):
    result = []
    for end in range(1, len(string) + 1):
        prefix = ""
        for i in range(end):
            prefix += string[i]
        result.append(prefix)
    return result


def stress_random_letters(rng):
    """large_random: random letters; building each prefix anew costs a step for each character of the output."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=6_000)),)


def stress_one_letter(rng):
    """all_equal: one letter repeated; each prefix occurs at many places, so that collecting substrings is cubic."""
    return ("z" * 6_500,)


def stress_wide_characters(rng):
    """boundary: four bytes a character; the copies are four times as long as with ASCII."""
    return ("".join(rng.choices([chr(0x1F600 + i) for i in range(40)], k=3_000)),)


def stress_one_wide_character_last(rng):
    """worst_of_fast: the last character alone is wide; a slice searches all its characters for one as wide."""
    return ("".join(rng.choices("0123456789", k=5_000)) + chr(0x1F600),)


def stress_ascii_before_accented(rng):
    """sorted: the characters are in order, ASCII before accented ones, for which a slice is searched to its end."""
    return ("".join(sorted(rng.choices("abcdefgh", k=5_000) + rng.choices("àéîõü", k=500))),)


def stress_distinct_characters(rng):
    """dense: no character occurs twice and none is in the interpreter's cache of one-character strings."""
    return ("".join(map(chr, rng.sample(range(0x4E00, 0x9FA0), 4_000))),)


def growing(rng, size):
    """The length of the string."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=size)),)
