"""vowels_count: the number of vowels in a word, in which "y" counts at the end only.

One pass is enough, so the best is linear; changing the whole word to lower case for each letter is quadratic.
The best known one lets the word's bytes be copied without the vowels and compares the lengths. Two words are short, so
that ordinary loops stay within sight of it.
Upper and lower case count alike, as in the tests. Decided here: a word is made of the letters A to Z and a to z, at
least one of them (an empty word has no end), and as many as one likes.
"""


def contract(s):
    assert type(s) is str, "s must be a str"
    assert s != "", "s must not be empty"
    assert s.isascii() and s.isalpha(), "s must hold the letters A to Z and a to z only"


INVALID = [
    ("bytes instead of text", (b"abc",)),
    ("an empty word", ("",)),
    ("two words", ("red yew",)),
]


def reference_delete_vowels(s):
    return len(s) - len(s.encode().translate(None, b"aeiouAEIOU")) + (s[-1] in "yY")


def slow_lower_in_the_loop(s):
    count = 0
    for i in range(len(s)):
        if s.lower()[i] in "aeiou" or s.lower()[i:] == "y":
            count += 1
    return count


def stress_random_letters(rng):
    """large_random: letters of both cases in no order; looking at each in a loop takes many steps a letter."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k=160_000)),)


def stress_only_vowels(rng):
    """dense: every letter is a vowel; collecting the vowels makes a second word that is as long."""
    return ("".join(rng.choices("aeiouAEIOU", k=160_000)),)


def stress_only_consonants(rng):
    """sparse: not a single vowel; a search in the list of vowels goes to its end for each letter."""
    return ("".join(rng.choices("bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ", k=160_000)),)


def stress_short_without_vowels(rng):
    """worst_of_slow: few letters and no vowel; the cost of refusing a letter shows before the length does."""
    return ("".join(rng.choices("bcdfghjklmnpqrstvwxz", k=120)),)


def stress_consonants_and_y(rng):
    """boundary: every other letter is a y and so is the last, the only one that counts."""
    return ("".join(consonant + "y" for consonant in rng.choices("bcdfgh", k=80_000)),)


EXPRESSIONS = {
    "word_of_a_dictionary": (
        "early_exit: hardly any word is longer than these 45 letters; what is prepared for long texts does not pay.",
        "'pneumonoultramicroscopicsilicovolcanoconiosis'",
    ),
    "capital_y_only": (
        "all_equal: one capital Y many times; whoever counts them all must take the others off again.",
        "'Y' * 160_000",
    ),
    "vowels_by_turns": (
        "worst_of_fast: vowel and consonant by turns; no two vowels stand together, so runs bring nothing.",
        "'UxIkOz' * 27_000",
    ),
    "one_very_long_word": (
        "long_value: a word of three hundred thousand letters; any copy of it for each letter copies all the others.",
        "'Rhythms' * 40_000 + 'Sequoia' * 3_000 + 'y'",
    ),
}


def growing(rng, size):
    """The number of letters."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=size)),)
