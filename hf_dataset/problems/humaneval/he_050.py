"""decode_shift: undo the shift of every letter by five places in the alphabet.

Taking the letters off the front of a list one by one is quadratic. One pass is enough, and the fastest one is a table
for the whole alphabet, looked up by bytes.translate.
What encode_shift returns holds small ASCII letters only, so nothing else is allowed here; there are at most 4 million.
"""

COST_VARIES = {
    "alphabetical": "the text has one to three of each letter, so that its length is drawn",
}


def contract(s):
    assert type(s) is str, "s must be a str"
    assert len(s) <= 4_000_000, "s must have at most 4 million letters"
    assert set(s) <= set("abcdefghijklmnopqrstuvwxyz"), "s must hold small ASCII letters only"


INVALID = [
    ("bytes instead of text", (b"fgh",)),
    ("a string beyond the length limit", ("f" * 4_000_001,)),
    ("a capital letter", ("fGh",)),
]

DECODED = bytes.maketrans(b"abcdefghijklmnopqrstuvwxyz", b"vwxyzabcdefghijklmnopqrstu")


def reference_translate_bytes(s):
    return s.encode("ascii").translate(DECODED).decode("ascii")


def slow_take_letters_off_the_front(s):
    letters = list(s)
    decoded = ""
    while letters:
        place = ord(letters.pop(0)) - ord("a")
        decoded += chr(ord("a") + (place + 21) % 26)
    return decoded


ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def stress_random_letters(rng):
    """large_random: all letters by chance; whatever is computed for each letter anew adds up."""
    return ("".join(rng.choices(ALPHABET, k=200_000)),)


def stress_letters_that_wrap_around(rng):
    """boundary: only a to e, which come from the end of the alphabet; a correction after the fact runs every time."""
    return ("".join(rng.choices("abcde", k=200_000)),)


def stress_alphabetical(rng):
    """sorted: all letters in order, few of each; replacing one letter after the other takes 26 rounds."""
    return ("".join(c * rng.randrange(1, 4) for c in ALPHABET),)


def stress_repeated_sentence(rng):
    """worst_of_slow: encoded text where common letters come often; a search in the alphabet starts over for each."""
    words = ["ymj", "vznhp", "gwtbs", "ktc", "ozrux", "tajw", "qfed", "itl"]
    return ("".join(rng.choices(words, k=55_000)),)


def stress_twenty_groups_of_three(rng):
    """worst_of_fast: twenty different groups of three; setting up a table hardly pays for so few letters."""
    groups = [a + b + c for a in ALPHABET for b in ALPHABET for c in ALPHABET]
    return ("".join(rng.sample(groups, 20)),)


EXPRESSIONS = {
    "one_letter_repeated": (
        "all_equal: one letter only; its decoded letter is computed again and again.",
        "'a' * 220_000",
    ),
}


def growing(rng, size):
    """The number of letters."""
    return ("".join(rng.choices(ALPHABET, k=size)),)
