"""string_to_md5: the MD5 digest of a text in hexadecimal, or nothing for an empty text.

The digest needs every character, so its cost is linear at best; one call with the whole text is the fastest way.
Collecting the codes of the characters in a new list for each of them copies all others each time and is quadratic.
Decided here: the text holds ASCII characters only, since the prompt does not say how others are to be encoded, and at
most two million of them.
"""

from hashlib import md5


def contract(text):
    assert type(text) is str, "text must be a string"
    assert text.isascii(), "text must hold ASCII characters only"
    assert len(text) <= 2_000_000, "text must have at most two million characters"


INVALID = [
    ("bytes instead of text", (b"Hello world",)),
    ("a letter with an accent", ("caf\u00e9",)),
    ("more than two million characters", ("a" * 2_000_001,)),
]


def reference_digest_of_whole_text(text):
    return md5(text.encode()).hexdigest() if text else None


def slow_new_list_for_each_code(text):
    codes = []
    for character in text:
        codes = codes + [ord(character)]
    return md5(bytes(codes)).hexdigest() if codes else None


PRINTABLE = "".join(map(chr, range(32, 127)))


def stress_random_characters(rng):
    """large_random: printable characters by chance; encoding them one at a time takes a call for each."""
    return ("".join(rng.choices(PRINTABLE, k=300_000)),)


def stress_padding_into_a_new_block(rng):
    """boundary: 56 characters more than full blocks of 64, so that the padding needs another block."""
    return ("".join(rng.choices("0123456789abcdef", k=64 * 150 + 56)),)


def stress_many_lines(rng):
    """sparse: mostly line ends of all kinds; feeding the digest line by line takes a call for hardly any text."""
    return ("".join(rng.choices(["\n", "\r\n", "\r", "x\n", "\n\t\n"], k=150_000)),)


def stress_control_characters(rng):
    """early_exit: zero characters in front and behind; whoever takes the first one for the end sees an empty text."""
    return ("\0" + "".join(rng.choices("\0\0\0\x01\x1a\x7f", k=280_000)),)


EXPRESSIONS = {
    "one_letter_repeated": (
        "all_equal: one letter again and again; all blocks are the same, yet each changes the digest.",
        "'a' * 360_000",
    ),
    "long_text": (
        "worst_of_slow: a text of several hundred thousand characters; copying all that came before shows most.",
        "'The quick brown fox jumps over the lazy dog. ' * 12_000",
    ),
}


def growing(rng, size):
    """The number of characters."""
    return ("".join(rng.choices(PRINTABLE, k=size)),)
