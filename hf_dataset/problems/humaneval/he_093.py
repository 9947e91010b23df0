"""encode: the case of all letters swapped, and each vowel replaced by the letter two places behind it.

What becomes of a character depends on nothing but the character, so one table and one pass are enough; as all of them
are ASCII, the pass can run over bytes. Taking the letters from the front of a list moves all the others each time:
quadratic.
Decided here: the prompt says that there are only letters, but its second example has spaces; the contract allows
English letters and spaces. An empty message is allowed. The swapped case applies to replaced vowels, too.
"""

import re

SMALL = b"abcdefghijklmnopqrstuvwxyz"
CAPITAL = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TABLE = bytes.maketrans(SMALL + CAPITAL, b"CBCDGFGHKJKLMNQPQRSTWVWXYZcbcdgfghkjklmnqpqrstwvwxyz")


def contract(message):
    assert type(message) is str, "message must be a str"
    assert message.isascii(), "message must be ASCII"
    assert not re.search("[^A-Za-z ]", message), "message must hold letters and spaces only"


INVALID = [
    ("bytes instead of text", (b"test",)),
    ("a letter that is not English", ("caf\u00e9",)),
    ("a punctuation mark", ("test!",)),
]


def reference_table_of_bytes(message):
    return message.encode("ascii").translate(TABLE).decode("ascii")


def slow_take_from_the_front(message):
    letters = list(message.swapcase())
    result = ""
    while letters:
        letter = letters.pop(0)
        if letter in "aeiouAEIOU":
            letter = chr(ord(letter) + 2)
        result += letter
    return result


def stress_random_letters(rng):
    """large_random: letters of both cases without spaces; testing each for being a vowel takes time for each."""
    return (bytes(rng.choices(SMALL + CAPITAL, k=400_000)).decode(),)


def stress_vowels_only(rng):
    """dense: every letter has to be replaced; putting each one in by slicing copies the whole message each time."""
    return ("".join(rng.choices("aeiouAEIOU", k=400_000)),)


def stress_no_vowel(rng):
    """sparse: consonants only; a search of the vowels fails at the end of their list for each letter."""
    return ("".join(rng.choices("bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ", k=400_000)),)


def stress_spaces_mostly(rng):
    """boundary: single letters far apart; dealing with the words one by one finds hardly any letter in them."""
    return ("".join(letter + " " * rng.randrange(1, 40) for letter in rng.choices("theTHE", k=20_000)),)


def stress_one_line(rng):
    """early_exit: 200 letters, which cost less than preparing a table or a pattern that is larger than needed."""
    return ("".join(rng.choices("etaoinshrdluETAOIN", k=200)),)


EXPRESSIONS = {
    "capital_u_repeated": (
        "all_equal: the last of the vowels again and again, found only after the comparison with all the others.",
        "'U' * 400_000",
    ),
    "alphabets": (
        "sorted: the alphabet in order, in both cases, four times: a short message, for which a slow start counts.",
        "'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ' * 4",
    ),
}


def growing(rng, size):
    """The number of letters, all of them vowels."""
    return ("".join(rng.choices("aeiouAEIOU", k=size)),)
