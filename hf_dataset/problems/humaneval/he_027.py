"""flip_case: turn small letters into capitals and capitals into small letters.

One pass is enough; building the result by cutting letters off the front of the string is quadratic. Python's own
swapcase looks each character up in the Unicode tables, which pure ASCII text does not need.
Every letter must have exactly one counterpart, as nearly all have: characters such as the German sharp s or the dotless
i, whose case cannot be flipped and flipped back, are left out, and so is the Greek capital sigma, whose small form
depends on its place in the word.
"""


def contract(string):
    assert type(string) is str, "string must be a str"
    assert "\u03a3" not in string, "string must not hold the Greek capital sigma, which has two small forms"
    characters = set(string)
    assert all(c.swapcase().swapcase() == c for c in characters), "flipping a letter twice must give it back"
    assert all({c.lower(), c.upper()} == {c, c.swapcase()} for c in characters), "a letter must have two forms at most"


INVALID = [
    ("bytes instead of text", (b"abc",)),
    ("a Greek capital sigma", ("\u039f\u03a3",)),
    ("a sharp s", ("Stra\u00dfe",)),
    ("a letter of title case", ("\u01c5",)),
]


ASCII = bytes(range(128))


def reference_flip_encoded_bytes(string):
    """In UTF-8, flipping the bytes of ASCII letters leaves all others alone; that is enough if those have no case."""
    if string.isascii():
        return string.encode("ascii").swapcase().decode("ascii")
    for part in (string[:200], string):
        flipped = part.encode("utf-8", "surrogatepass").swapcase()
        others = flipped.translate(None, ASCII).decode("utf-8", "surrogatepass")
        if others.swapcase() != others:
            return string.swapcase()
    return flipped.decode("utf-8", "surrogatepass")


def slow_cut_off_the_first(string):
    flipped = ""
    while string:
        c = string[0]
        flipped += c.lower() if c.isupper() else c.upper()
        string = string[1:]
    return flipped


def stress_random_letters(rng):
    """large_random: capitals and small letters by chance; anything paid for each letter shows."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", k=150_000)),)


def stress_digits_with_few_letters(rng):
    """sparse: one character in a thousand changes; the others should not be handled one by one."""
    return ("".join(f"{rng.randrange(10**9):0999d}" + rng.choice("xY") for _ in range(150)),)


def stress_other_alphabets(rng):
    """boundary: letters with accents, Greek and Cyrillic ones; a table for ASCII or a byte per letter is not enough."""
    letters = "\u00e9\u00c0\u00f1\u00d6\u03b1\u0394\u043f\u0416\u0401 -"
    return ("".join(rng.choices(letters, k=60_000)),)


def stress_sign_at_the_end(rng):
    """worst_of_fast: plain text and one symbol outside ASCII at its end, which spoils the shortcut for pure ASCII."""
    words = ["Lorem", "ipsum", "Dolor", "sit", "AMET", "consectetur"]
    return (" ".join(rng.choices(words, k=15_000)) + "\u20ac",)


def growing(rng, size):
    """The length of a string of Deseret letters, which take four bytes each."""
    return ("".join(rng.choices("\U00010400\U00010401\U00010428\U00010429", k=size)),)


EXPRESSIONS = {
    "one_letter_repeated": (
        "all_equal: one Cyrillic letter only; replacing all its occurrences again for each of them is quadratic.",
        "'\\u0436' * 60_000",
    ),
    "alternating_case": (
        "worst_of_slow: each letter differs in case from the one before, so that runs of one case gain nothing.",
        "'aB' * 75_000",
    ),
}
