"""solve: swap the case of all letters of a string, or reverse the string if it has none.

Everything is done by one pass at the speed of the built-in operations: a translation table swaps the letters, and a
text that it leaves as it is has none. A loop over the characters is linear too, but slower; adding
each character to a new list, at its end or in front to reverse, copies all others each time and is quadratic.
Decided here: the string holds ASCII characters only. The prompt speaks of letters with an upper and a lower case, and
does not say what becomes of letters with none or with more than one counterpart. An empty string stays empty.
"""

SWAPPED = bytes(code ^ 32 if chr(code).isalpha() else code for code in range(128)) + bytes(range(128, 256))


def contract(s):
    assert type(s) is str, "s must be a string"
    assert s.isascii(), "s must hold ASCII characters only"
    assert len(s) <= 10_000_000, "s must have at most 10 million characters"


INVALID = [
    ("bytes instead of text", (b"ab",)),
    ("a letter with an accent", ("caf\u00e9",)),
    ("more than ten million characters", ("1" * 10_000_001,)),
]


def reference_translate_bytes(s):
    data = s.encode()
    swapped = data.translate(SWAPPED)
    if swapped == data:
        swapped = bytearray(data)
        swapped.reverse()
    return swapped.decode()


def slow_new_list_for_each_character(s):
    result = []
    for character in s:
        result = result + [character.swapcase()]
    if not any(character.isalpha() for character in result):
        turned = []
        for character in result:
            turned = [character] + turned
        result = turned
    return "".join(result)


PRINTABLE = "".join(map(chr, range(32, 127)))


def stress_random_characters(rng):
    """large_random: letters of both cases among digits and signs; going through them one at a time shows."""
    return ("".join(rng.choices(PRINTABLE, k=160_000)),)


def stress_digits_and_signs(rng):
    """worst_of_fast: no letter at all, which only the last character proves; then everything must be reversed."""
    return ("".join(rng.choices("0123456789 .,;:-+*/()[]{}@`_", k=130_000)),)


def stress_one_letter_at_the_end(rng):
    """sparse: the only letter is the last of all characters; a search for it must not be repeated."""
    return ("".join(rng.choices("0123456789#$%&@[`{", k=200_000)) + "x",)


def stress_lower_case_text(rng):
    """dense: lower case letters only; there is something to swap at every place."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=10_000)),)


def stress_letter_in_front(rng):
    """early_exit: the first character tells that nothing is reversed, and no other letter follows."""
    return ("Q" + "".join(rng.choices("0123456789", k=180_000)),)


EXPRESSIONS = {
    "one_capital_letter": (
        "all_equal: one capital letter again and again; each one is swapped on its own.",
        "'Z' * 140_000",
    ),
    "neighbours_of_letters": (
        "boundary: the characters that stand next to letters in the code table; so few that preparations cost most.",
        "'@[`{' * 8",
    ),
    "short_sentence": (
        "early_exit: a few words only; importing, compiling or building a table in each call costs more than the rest.",
        "'Hello, World 42'",
    ),
}


def growing(rng, size):
    """The length of a string of letters."""
    return ("".join(rng.choices("abcXYZ", k=size)),)
