"""count_distinct_characters: how many distinct characters has a string, upper and lower case being the same?

A set makes this linear; looking each character up in a list or counting it in the whole string is quadratic as soon as
many characters are distinct. ASCII text needs no step for each character: at most 128 searches at the speed of
memory do, and other text is cheaper as a set of numbers than as a set of strings.
The prompt does not say what case means for characters like the sharp s, whose upper case has two letters, or the
Greek sigma, which has two lower-case forms: only characters with one upper and one lower form, each of one
character, are allowed. Everything counts, blanks and punctuation as well.
"""

from array import array


def contract(string):
    assert type(string) is str, "string must be a str"
    characters = set(string)
    assert not any("\ud800" <= c <= "\udfff" for c in characters), "string must not hold lone surrogates"
    assert all(len(c.upper()) == 1 == len(c.lower()) for c in characters), "each case must be one character"
    assert all(c.upper().lower() == c.lower() == c.casefold() for c in characters), "the cases must match one to one"
    assert all(c.lower().upper() == c.upper() for c in characters), "the lower case must lead back to the upper case"
    assert "\u03a3" not in characters and "\u03c3" not in characters, "sigma has two lower-case forms"


INVALID = [
    ("bytes", (b"abc",)),
    ("a lone surrogate", ("a\udfff",)),
    ("the upper case of the sharp s has two letters", ("straße",)),
    ("the micro sign has the upper case of the Greek mu", ("5 µm",)),
    ("the capital theta symbol has the lower case of theta", ("ϴ",)),
    ("sigma", ("ΟΔΟΣ",)),
]

LOWER_CASE_ASCII = [chr(code) for code in range(128) if not chr(code).isupper()]


def reference_search_ascii_or_set_of_codes(string):
    if string.isascii():
        return sum(c in string or (c.isalpha() and c.upper() in string) for c in LOWER_CASE_ASCII)
    return len(set(array("I", string.lower().encode("utf-32-le"))))


def slow_list_of_seen(string):
    seen = []
    for c in string:
        c = c.lower()
        if c not in seen:
            seen.append(c)
    return len(seen)


def stress_random_text(rng):
    """large_random: letters of both cases, digits and blanks; a step of the interpreter for each character adds up."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,"
    return ("".join(rng.choices(letters, k=400_000)),)


def stress_all_distinct(rng):
    """dense: twenty thousand characters, none twice; every search in a list of those seen fails at its end."""
    return ("".join(map(chr, rng.sample(range(0x4E00, 0x9FA0), 20_000))),)


def stress_one_letter_in_two_cases(rng):
    """all_equal: one letter in both cases; removing each occurrence on its own is quadratic."""
    return ("".join(rng.choices("qQ", k=300_000)),)


def stress_last_seen_repeats(rng):
    """worst_of_slow: eight thousand distinct characters first, then the last of them again and again."""
    characters = "".join(map(chr, rng.sample(range(0xAC00, 0xD7A0), 8_000)))
    return (characters + characters[-1] * 25_000,)


def stress_ascii_but_for_the_last(rng):
    """worst_of_fast: one accented letter after much ASCII text, for which a shortcut for ASCII is of no use."""
    return ("".join(map(chr, range(128))) + "".join(rng.choices("etaoin", k=30_000)) + "é",)


def stress_rare_characters_last(rng):
    """sparse: each character but one occurs once, at the very end, so that searches for them run through it all."""
    return ("-" * 300_000 + "".join(map(chr, range(48, 127))),)


def stress_cased_letters_beyond_two_bytes(rng):
    """boundary: Deseret and Cyrillic letters in both cases: four bytes a character, and case outside ASCII."""
    letters = [chr(code) for code in (*range(0x10400, 0x10450), *range(0x410, 0x430))]
    return ("".join(rng.choices(letters, k=30_000)),)


def growing(rng, size):
    """The number of distinct characters."""
    return ("".join(map(chr, range(0x20000, 0x20000 + size))),)
