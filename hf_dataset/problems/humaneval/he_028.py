"""concatenate: join a list of strings into one.

Adding each string to a copy of what is joined so far is quadratic in the length of the result; joining them in one go,
with the length known beforehand, is linear. The strings may be empty and may hold any characters; nothing is put
between them.
"""

from functools import reduce
from operator import add


def contract(strings):
    assert type(strings) is list, "strings must be a list"
    assert not any(x is None for x in strings), "strings must not hold None"
    assert all(type(x) is str for x in strings), "strings must hold str only"


INVALID = [
    ("one string instead of a list", ("abc",)),
    ("None among the strings", (["a", None, "b"],)),
    ("an int among the strings", (["a", 1, "b"],)),
]


def reference_join(strings):
    return "".join(strings)


def slow_add_pairwise_from_the_left(strings):
    return reduce(add, strings, "")


def stress_words(rng):
    """large_random: many short words; each addition to a copy of the result moves all that was joined before."""
    words = ["a", "of", "the", "word", "short", "letter", "nothing"]
    return (rng.choices(words, k=60_000),)


def stress_single_characters(rng):
    """dense: one character a string, the smallest gain for the cost of handling each string."""
    return (rng.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=70_000),)


def stress_mostly_empty(rng):
    """sparse: nearly all strings are empty; a loop that skips them costs more than joining them would."""
    strings = [""] * 150_000
    for i in rng.sample(range(150_000), 1_500):
        strings[i] = "x" * rng.randrange(1, 40)
    return (strings,)


def stress_wide_character_last(rng):
    """worst_of_fast: the last string holds the only wide character; a result that grows is widened at the very end."""
    return ([str(rng.randrange(10**6)) for _ in range(50_000)] + ["\U0001f600"],)


def stress_long_strings(rng):
    """long_value: few strings of several thousand characters; taking them apart into characters costs far more."""
    return ([chr(97 + i % 26) * rng.randrange(2_000, 6_000) for i in range(800)],)


def stress_mixed_widths(rng):
    """boundary: strings of one, two and four bytes a character by turns, so that no two neighbours are alike."""
    return ([("plain", "\u03a9\u4e2d", "\U0001f600", "\u00e9")[i % 4] * rng.randrange(1, 6) for i in range(30_000)],)


def growing(rng, size):
    """The number of strings."""
    return (["word"] * size,)


EXPRESSIONS = {
    "same_string_many_times": (
        "all_equal: one object in every place; inserting it at the front of the result moves the whole result.",
        "['equal '] * 70_000",
    ),
}
