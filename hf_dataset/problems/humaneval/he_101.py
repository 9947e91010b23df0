"""words_string: the words of a string in which commas and spaces separate them.

Both separators can be made the same and the string split at once, in linear time. Taking the letters from the front of
a list moves all the others each time, and cutting the first word off again and again copies the rest: quadratic.
Decided here: separators may follow each other and stand at both ends; there are no empty words. White space other than
the space is left out, since the prompt names commas and spaces only, and so are lone surrogates, which no text
contains. Words may be in any script.
"""

import re


def contract(s):
    assert type(s) is str, "s must be a str"
    assert not re.search(r"[^\S ]", s), "s must not hold white space other than spaces"
    assert s.isascii() or not re.search("[\ud800-\udfff]", s), "s must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"Hi, my name",)),
    ("a line end", ("Hi,\nmy name",)),
    ("a lone surrogate", ("Hi, \ud800",)),
]


def reference_replace_and_split(s):
    return s.replace(",", " ").split()


def reference_split_at_single_spaces(s):
    return list(filter(None, s.replace(",", " ").split(" ")))


def slow_take_from_the_front(s):
    letters = list(s)
    words = []
    word = ""
    while letters:
        letter = letters.pop(0)
        if letter not in ", ":
            word += letter
        elif word:
            words.append(word)
            word = ""
    if word:
        words.append(word)
    return words


def stress_random_words(rng):
    """large_random: words of different lengths and three separators; cutting off each word copies the rest."""
    words = ["".join(rng.choices("abcdefghijklmnopqrstuvwxyzABC'-", k=rng.randrange(1, 9))) for _ in range(500)]
    return ("".join(rng.choice(words) + rng.choice([" ", ",", ", "]) for _ in range(20_000)),)


def stress_single_letters(rng):
    """dense: single letters with single commas: half of all characters are separators, and every word costs."""
    return (",".join(rng.choices("abcdefgh", k=40_000)),)


def stress_separators_mostly(rng):
    """sparse: few words between long rows of commas and spaces; splitting at each leaves empty words to remove."""
    return ("".join(rng.choice(["a", "bc"]) + ", " * rng.randrange(100) for _ in range(3_000)),)


def stress_other_scripts(rng):
    """worst_of_fast: Greek, Cyrillic, Chinese and accented words, on which the short cuts for ASCII do not work."""
    words = ["\u03bb\u03cc\u03b3\u03bf\u03c2", "\u4e2d\u6587", "\u00e9t\u00e9", "\u0441\u043b\u043e\u0432\u043e"]
    return (", ".join(rng.choices(words, k=20_000)),)


def stress_long_words(rng):
    """long_value: words of a thousand letters each; putting them together letter by letter takes time for each."""
    return (", ".join(letter * 1_000 for letter in rng.choices("abcdefgh", k=300)),)


EXPRESSIONS = {
    "one_word_repeated": (
        "boundary: separators in front of the first word and behind each one, at both ends of the string.",
        "',  ' + 'word,  ' * 20_000",
    ),
}


def growing(rng, size):
    """The number of words."""
    return (" ".join(rng.choices(["one", "two", "three"], k=size)),)
