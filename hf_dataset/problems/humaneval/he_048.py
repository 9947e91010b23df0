"""is_palindrome: does a string read the same backwards?

Taking characters off both ends is quadratic where the rest moves up each time. One pass is enough, and half of it: the
front half is compared with the back half in reverse, in blocks, so that a difference near the ends is found at once.
Decided here: characters are compared as they are, so case, spaces and combining accents count; an empty string is a
palindrome. Lone surrogates, which no text contains, are left out, and there are at most 4 million characters.
"""


def contract(text):
    assert type(text) is str, "text must be a str"
    assert len(text) <= 4_000_000, "text must have at most 4 million characters"
    assert text.isascii() or not any("\ud800" <= c <= "\udfff" for c in set(text)), "text must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"aba",)),
    ("a string beyond the length limit", ("a" * 4_000_001,)),
    ("a lone surrogate", ("a\ud800a",)),
]


def reference_blocks_of_the_front_half(text):
    half = len(text) // 2
    start, size = 0, 64
    while start < half:
        end = min(start + size, half)
        if text[start:end] != text[-1 - start : -1 - end : -1]:
            return False
        start = end
        size = 16_384
    return True


def slow_take_off_both_ends(text):
    characters = list(text)
    while len(characters) > 1:
        if characters.pop(0) != characters.pop():
            return False
    return True


def mirrored(half, middle=""):
    return half + middle + half[::-1]


def stress_random_letters_mirrored(rng):
    """large_random: a palindrome of random letters; nothing can be told before the middle, so every step counts."""
    return (mirrored("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=200_000))),)


def stress_differs_in_the_middle(rng):
    """worst_of_slow: only the two characters in the middle differ, which a search from the ends meets last."""
    half = "".join(rng.choices("01", k=200_000))
    return (half + "01" + half[::-1],)


def stress_differs_near_the_end(rng):
    """early_exit: the second character differs from the last but one; reversing the whole text is not needed."""
    half = "".join(rng.choices("abcdefgh", k=1_000))
    return ("ab" + mirrored(half) + "ca",)


def stress_differs_an_eighth_in(rng):
    """sparse: one wrong character an eighth of the way in; the seven eighths behind it need not be looked at."""
    eighth = "".join(rng.choices("ACGT", k=110_000))
    return (mirrored(eighth, "N" + eighth * 6),)


def stress_odd_length_and_wide_characters(rng):
    """boundary: an odd number of characters of four bytes each; working on encoded bytes would break them up."""
    return (mirrored("".join(rng.choices("\U0001f600\U0001f601\U0001f602\U00010348 a", k=120_000)), "\U0001f60e"),)


def stress_few_cyrillic_words(rng):
    """worst_of_fast: so short that any preparation weighs, and outside Latin-1, where ASCII shortcuts do not apply."""
    words = ["\u0430\u0440\u0433\u0435\u043d\u0442", "\u043c\u0430\u043d\u0438\u0442", "\u043a\u0430\u0437\u0430\u043a"]
    return (mirrored(" ".join(rng.choices(words, k=5))),)


EXPRESSIONS = {
    "one_letter_repeated": (
        "all_equal: one letter only; every part is a palindrome too, so that no partial test ends the search.",
        "'a' * 450_000",
    ),
}


def growing(rng, size):
    """The number of characters."""
    half = "".join(rng.choices("abc", k=size // 2))
    return (mirrored(half, "d" * (size % 2)),)
