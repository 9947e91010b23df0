"""is_happy: are any three letters in a row distinct, and are there at least three?

Equivalently, no letter equals one of the two behind it. Comparing letter by letter is linear, taking the first letter
away after each look is quadratic. The best known solution reads a block of letters as one long number, so that a
shift and an exclusive or compare all letters of the block with their neighbours at once: a byte becomes zero where two
are equal. It stops at the first block with such a byte.
Decided here: the letters are lower-case ASCII letters, as in all examples, for the prompt does not say whether upper
and lower case differ. The string may be empty.
"""


def contract(s):
    assert type(s) is str, "s must be a str"
    assert s.isascii(), "s must hold ASCII letters only"
    assert s == "" or s.isalpha(), "s must hold letters only"
    assert s == "" or s.islower(), "s must be in lower case"


INVALID = [
    ("a list of letters", (["a", "b", "c"],)),
    ("a letter with an accent", ("caf\u00e9",)),
    ("a space", ("abc def",)),
    ("upper case", ("abC",)),
]


def reference_compare_blocks(s):
    width = min(len(s), 512)
    step = max(width - 2, 1)
    last = len(s) - width
    ones = (1 << 8 * width) - 1
    low_bits = int.from_bytes(b"\x7f" * width, "little")
    for start in range(0, last + step, step):
        start = min(start, last)
        block = int.from_bytes(s[start : start + width].encode(), "little")
        # Adding 127 to a byte below 128 sets its high bit unless the byte is zero.
        if (block ^ block >> 8) + low_bits & (block ^ block >> 16) + low_bits | low_bits != ones:
            return False
    return len(s) >= 3


def slow_take_from_the_front(s):
    letters = list(s)
    if len(letters) < 3:
        return False
    while len(letters) >= 3:
        first = letters.pop(0)
        if first in letters[:2] or letters[0] == letters[1]:
            return False
    return True


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def happy_letters(rng, count):
    before, last = "a", "b"
    letters = []
    for choice in rng.choices(range(24), k=count):
        first, second = (before, last) if before < last else (last, before)
        new = LETTERS[choice]
        if new >= first:
            new = LETTERS[choice + 1]
        if new >= second:
            new = LETTERS[choice + 2]
        letters.append(new)
        before, last = last, new
    return "".join(letters)


def growing(rng, size):
    """The number of letters."""
    return (("abcde" * size)[:size],)


def stress_random_happy_letters(rng):
    """large_random: no letter is near its like, so that every three must be looked at; each set of three is built."""
    return (happy_letters(rng, 100_000),)


def stress_repeated_at_the_very_end(rng):
    """sparse: the last letter alone spoils it, two after its like; looking at neighbours only misses it."""
    letters = happy_letters(rng, 100_000)
    return (letters + letters[-2],)


def stress_early_repetition(rng):
    """early_exit: two equal letters stand near the beginning; comparing all first and then looking is waste."""
    letters = happy_letters(rng, 60)
    return (letters + letters[-1] * 100_000,)


def stress_short_happy_string(rng):
    """boundary: few letters, all fine; what is prepared for long strings does not pay."""
    return (happy_letters(rng, 60),)


EXPRESSIONS = {
    "three_letters_by_turns": (
        "worst_of_slow: each letter comes back as soon as it may; taking one away from the front moves all the rest.",
        "'xyz' * 40_000",
    ),
    "alphabet_by_turns": (
        "worst_of_fast: every letter of the alphabet in a short string; a search for each letter's double takes 26.",
        "'abcdefghijklmnopqrstuvwxyz' * 3",
    ),
    "one_letter": (
        "all_equal: the first three letters decide; a list of all triples is made for nothing.",
        "'z' * 100_000",
    ),
}
