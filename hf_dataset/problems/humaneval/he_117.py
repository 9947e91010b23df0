"""select_words: the words of a text that have exactly n consonants, in their order.

Taking the text apart letter by letter from its front moves the rest each time: quadratic. One pass is linear; at C
speed all the vowels are deleted and all the consonants made the same at once, so that the wanted words look alike.
Decided here: the letters are the English ones of both cases, and y is a consonant; spaces may be repeated or stand at
the ends; n is at least 1, as a natural number.
"""

import re

LETTERS = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
SAME_LETTER = bytes.maketrans(LETTERS, b"c" * 52)


def contract(s, n):
    assert type(s) is str, "s must be a str"
    assert s.isascii(), "s must be ASCII"
    assert not re.search("[^A-Za-z ]", s), "s must hold letters and spaces only"
    assert type(n) is int, "n must be an integer"
    assert n >= 1, "n must be positive"


INVALID = [
    ("a list of words", (["simple", "words"], 2)),
    ("a letter that is not English", ("caf\u00e9", 2)),
    ("a comma", ("simple, white", 2)),
    ("a float as the number of consonants", ("simple white", 2.0)),
    ("no consonants wanted", ("simple a", 0)),
]


def reference_compare_skeletons(s, n):
    s = s.strip()
    if "  " in s:
        s = " ".join(s.split())
    skeletons = s.encode("ascii").translate(SAME_LETTER, b"aeiouAEIOU")
    wanted = b"c" * min(n, len(s) + 1)
    if b" " + wanted + b" " not in b" " + skeletons + b" ":
        return []
    return [word for word, skeleton in zip(s.split(), skeletons.split(b" "), strict=True) if skeleton == wanted]


def reference_search_skeletons(s, n):
    s = s.strip()
    if "  " in s:
        s = " ".join(s.split())
    skeletons = b" " + s.encode("ascii").translate(SAME_LETTER, b"aeiouAEIOU") + b" "
    wanted = b" " + b"c" * min(n, len(s) + 1) + b" "
    at = skeletons.find(wanted)
    if at < 0:
        return []
    words = s.split()
    result = []
    number = skeletons.count(b" ", 0, at)
    while at >= 0:
        result.append(words[number])
        following = skeletons.find(wanted, at + 1)
        number += skeletons.count(b" ", at, following)
        at = following
    return result


def slow_take_letters_from_the_front(s, n):
    result = []
    word = ""
    consonants = 0
    letters = list(s + " ")
    while letters:
        letter = letters.pop(0)
        if letter != " ":
            word += letter
            if letter.lower() not in "aeiou":
                consonants += 1
        else:
            if word and consonants == n:
                result.append(word)
            word = ""
            consonants = 0
    return result


SMALL = "abcdefghijklmnopqrstuvwxyz"


def words_of(rng, alphabet, count, longest):
    return ["".join(rng.choices(alphabet, k=rng.randrange(1, longest))) for _ in range(count)]


def stress_random_words(rng):
    """large_random: thousands of different words, some of them wanted; testing each letter by itself takes long."""
    return " ".join(words_of(rng, SMALL, 7_000, 10)), 4


def stress_more_consonants_than_any_word(rng):
    """sparse: the words are all too short for the wanted number, and still every letter of them gets counted."""
    return " ".join(words_of(rng, SMALL + SMALL.upper(), 11_000, 12)), 20


def stress_single_consonants(rng):
    """dense: words of one consonant each, all of them wanted; the cost of a word counts, not that of its letters."""
    return " ".join(rng.choices("bcdfghjklmnpqrstvwxyz", k=12_000)), 1


def stress_one_long_word(rng):
    """long_value: a single word of 80000 letters with one consonant too many, which only its end shows."""
    word = "".join(rng.choices(SMALL, k=80_000)) + "z"
    return word, len(re.sub("[aeiou]", "", word)) - 1


def stress_words_of_vowels(rng):
    """worst_of_slow: capital vowels and a single word with consonants; each letter is looked for among the vowels."""
    words = words_of(rng, "AEIOU", 8_000, 14)
    words[4_000] = "rhythm"
    return " ".join(words), 6


def stress_wide_gaps(rng):
    """boundary: up to 39 spaces before, between and after the words; splitting at each one makes empty words."""
    return "".join(word + " " * rng.randrange(1, 40) for word in ["", *words_of(rng, SMALL, 2_500, 10)]), 3


EXPRESSIONS = {
    "two_words_in_turn": (
        "all_equal: two words in turn, thousands of times; their consonants are counted anew each time.",
        '"Knowledge of " * 4_000',
        "1",
    ),
}


def growing(rng, size):
    """The number of letters of the text, in words of seven."""
    return " ".join(["letters"] * (size // 7)), 5
