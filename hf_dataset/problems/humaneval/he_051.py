"""remove_vowels: a string without its vowels.

Removing one vowel after the other from a list moves the rest each time and searches from the start: quadratic. One pass
is enough; Python deletes characters fastest from encoded bytes, which is safe since in Latin-1 and in UTF-8 no other
character holds the bytes of these letters.
As in the examples and the canonical solution, the vowels are a, e, i, o and u, small or capital: not y, and no letters
with accents or of other alphabets. Lone surrogates are left out, and there are at most 4 million characters.
"""


def contract(text):
    assert type(text) is str, "text must be a str"
    assert len(text) <= 4_000_000, "text must have at most 4 million characters"
    assert text.isascii() or not any("\ud800" <= c <= "\udfff" for c in set(text)), "text must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"abc",)),
    ("a string beyond the length limit", ("b" * 4_000_001,)),
    ("a lone surrogate", ("abc\ud800",)),
]

VOWELS = "aeiouAEIOU"
NOTHING = dict.fromkeys(map(ord, VOWELS))


def reference_delete_from_bytes(text):
    if text.isascii():
        return text.translate(NOTHING)
    try:
        codec = "latin-1"
        encoded = text.encode(codec)
    except UnicodeEncodeError:
        codec = "utf-8"
        encoded = text.encode(codec)
    return encoded.translate(None, b"aeiouAEIOU").decode(codec)


def slow_remove_one_by_one(text):
    characters = list(text)
    for vowel in VOWELS:
        while vowel in characters:
            characters.remove(vowel)
    return "".join(characters)


def stress_random_letters(rng):
    """large_random: letters of both cases, blanks and line ends by chance; any work for each character shows."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \n", k=180_000)),)


def stress_no_vowel_at_all(rng):
    """sparse: consonants, y and digits only; nothing is removed, so that work for each character is in vain."""
    return ("".join(rng.choices("bcdfghjklmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ0123456789", k=180_000)),)


def stress_cyrillic_with_latin_vowels(rng):
    """worst_of_slow: two alphabets in turns; a table of ASCII letters is no help for text outside Latin-1."""
    return ("".join(rng.choices("\u0430\u0435\u0438\u043e\u0443\u0431\u0432\u0433\u0434aeiouAEIOUxyz", k=70_000)),)


def stress_accents(rng):
    """boundary: vowels with accents, which stay, beside plain ones, which go; case mapping is slower for them."""
    return ("".join(rng.choices("a\u00e1e\u00e9i\u00eco\u00f6u\u00fc\u00c5\u00dc\u00f1bcd ", k=150_000)),)


def stress_chinese_with_one_vowel_in_a_hundred(rng):
    """worst_of_fast: characters of three bytes when encoded, with few vowels; deleting from bytes gains least."""
    pieces = ["".join(chr(rng.randrange(0x4E00, 0x9FA5)) for _ in range(99)) for _ in range(100)]
    return ("".join(rng.choice(pieces) + rng.choice(VOWELS) for _ in range(500)),)


def stress_emoji_and_letters(rng):
    """dense: a vowel at every second place among characters of four bytes; runs of vowels cannot be cut out at once."""
    return ("".join(rng.choice(VOWELS) + rng.choice("\U0001f600\U0001f44d\U0001f680z") for _ in range(30_000)),)


EXPRESSIONS = {
    "one_vowel_repeated": (
        "all_equal: nothing but one vowel; taking them out one at a time moves all the others.",
        "'a' * 250_000",
    ),
}


def growing(rng, size):
    """The number of characters, half of them vowels."""
    return ("".join(rng.choice("bcdfg") + rng.choice(VOWELS) for _ in range(size // 2)),)
