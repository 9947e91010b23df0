"""encrypt: every letter of a text is replaced by the one four places further in the alphabet, z being followed by a.

Building the result as a new list for each character is quadratic; a table looked up at C speed is linear. In UTF-8
all bytes of the other characters lie above those of the letters, so that one table of 256 bytes serves for any text.
Decided here: characters that are no letters stay as they are; capital letters and letters outside a to z, of which the
prompt says nothing, do not occur.
"""


def contract(s):
    assert type(s) is str, "s must be a string"
    others = [c for c in set(s) if not "a" <= c <= "z"]
    assert not any("A" <= c <= "Z" for c in others), "s must not hold capital letters"
    assert not any(c.isalpha() or c.lower() != c.upper() for c in others), "s must not hold letters outside a to z"
    assert not any("\ud800" <= c <= "\udfff" for c in others), "s must not hold lone surrogates"


INVALID = [
    ("a list of letters", (["h", "i"],)),
    ("a capital letter", ("Hi",)),
    ("a letter with an accent", ("caf\u00e9",)),
    ("half of a surrogate pair", ("hi \ud83d",)),
]

LETTERS = "abcdefghijklmnopqrstuvwxyz"
TABLE = bytes.maketrans(b"abcdefghijklmnopqrstuvwxyz", b"efghijklmnopqrstuvwxyzabcd")


def reference_table_of_bytes(s):
    return s.encode().translate(TABLE).decode()


def slow_new_list_for_each_letter(s):
    result = []
    for c in s:
        if c in LETTERS:
            c = LETTERS[(LETTERS.index(c) + 4) % 26]
        result = result + [c]
    return "".join(result)


def stress_random_letters(rng):
    """large_random: a long text of random letters; growing a copy for each of them is quadratic."""
    return ("".join(rng.choices(LETTERS, k=200_000)),)


def stress_wrapping_letters(rng):
    """boundary: only letters that go round the end of the alphabet, where a search through it takes longest."""
    return ("".join(rng.choices("wxyz", k=200_000)),)


def stress_no_letter(rng):
    """sparse: digits, blanks and stops only, which stay as they are; looking them up in the alphabet always fails."""
    return ("".join(rng.choices("0123456789 .,;:!?", k=200_000)),)


def stress_pictures_between_letters(rng):
    """worst_of_fast: most characters lie outside the basic plane; a translation made for ASCII loses its advantage."""
    return ("".join(rng.choices("ab\U0001f600\U0001f680\U0001f4a1\U0001f3b5", k=50_000)),)


def stress_one_dash(rng):
    """long_value: letters and a single dash at the end, which makes every character of the text two bytes wide."""
    return ("".join(rng.choices(LETTERS, k=120_000)) + "\u2014",)


def growing(rng, size):
    """The number of letters."""
    return ("".join(rng.choices(LETTERS, k=size)),)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: one letter many times; replacing letter after letter in turn would move it again and again.",
        '"a" * 200_000',
    ),
    "one_line": (
        "early_exit: 52 characters, which cost less than preparing a table that is larger than needed.",
        '"so it goes, " * 4 + "zyxw"',
    ),
    "alphabets": (
        "sorted: the alphabet in order, twice: a short text, for which a slow start counts.",
        '"abcdefghijklmnopqrstuvwxyz" * 2',
    ),
}
