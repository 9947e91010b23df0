"""Strongest_Extension: the first of the names with the greatest surplus of uppercase over lowercase letters.

Counting the letters of each name once is linear in the total length; finding the greatest surplus again for every name
is quadratic in their number. The reference counts the letters of a whole block of names in two translations, and
leaves out names that are too short to exceed the greatest surplus so far.
Decided here: all names are ASCII text of any characters, empty ones included, and there is at least one extension.
"""

from operator import sub
from string import ascii_lowercase, ascii_uppercase

COST_VARIES = {"random_names": "how many blocks hold a stronger name than those before is a matter of chance"}


def contract(class_name, extensions):
    assert type(class_name) is str, "class_name must be a str"
    assert class_name.isascii(), "class_name must be ASCII text"
    assert type(extensions) is list, "extensions must be a list"
    assert extensions, "extensions must not be empty"
    assert all(type(x) is str for x in extensions), "extensions must hold strings only"
    assert all(map(str.isascii, extensions)), "extensions must be ASCII text"


INVALID = [
    ("the class name is missing", (None, ["Ab"])),
    ("extensions is a tuple", ("K", ("Ab", "B"))),
    ("no extension", ("K", [])),
    ("a number among the extensions", ("K", ["Ab", 7])),
    ("a letter with an accent", ("K", ["Ab", "\u00c9t\u00e9"])),
]

NOT_UPPER = bytes(set(range(128)) - set(ascii_uppercase.encode()))
NOT_LOWER = bytes(set(range(128)) - set(ascii_lowercase.encode()))


def reference_translate_blocks_of_names(class_name, extensions):
    strongest, best = extensions[0], -len(extensions[0]) - 1
    for start in range(0, len(extensions), 250):
        names = extensions[start : start + 250]
        if best > 0:
            names = [name for name in names if len(name) > best]
            if not names:
                continue
        text = "\xff".join(names).encode("latin-1")
        upper = map(len, text.translate(None, NOT_UPPER).split(b"\xff"))
        lower = map(len, text.translate(None, NOT_LOWER).split(b"\xff"))
        strengths = list(map(sub, upper, lower))
        greatest = max(strengths)
        if greatest > best:
            strongest, best = names[strengths.index(greatest)], greatest
    return f"{class_name}.{strongest}"


def strength(name):
    return sum(c.isupper() for c in name) - sum(c.islower() for c in name)


def slow_greatest_strength_again_for_each(class_name, extensions):
    for name in extensions:
        if strength(name) == max(strength(x) for x in extensions):
            return class_name + "." + name


def growing(rng, size):
    """The number of extensions, of which the last one is the strongest."""
    return "Class", ["".join(rng.choices("abcdeABC_", k=8)) for _ in range(size)] + ["ABCABCABC"]


NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


def stress_random_names(rng):
    """large_random: many short names of all kinds of characters; a call for each name costs more than its letters."""
    return "Slices", ["".join(rng.choices(NAME, k=rng.randrange(3, 13))) for _ in range(8_000)]


def stress_lowercase_with_the_best_at_the_end(rng):
    """worst_of_slow: all strengths are negative and the greatest one comes last, so that no search ends early."""
    names = ["".join(rng.choices(NAME[:26], k=rng.randrange(4, 12))) for _ in range(5_000)]
    return "my_class", names + ["abc"]


def stress_capitals_first(rng):
    """early_exit: the first name is all capitals and longer than the others, none of which needs a count."""
    return "K", ["STRONGEST" * 10] + ["".join(rng.choices(NAME, k=rng.randrange(50, 90))) for _ in range(4_000)]


def stress_two_long_names(rng):
    """long_value: two names of 150000 characters and almost the same strength; each one must be counted to its end."""
    first = rng.choices(NAME + " -.", k=150_000)
    second = [c.swapcase() if place % 1_000 == 0 else c for place, c in enumerate(first)]
    return "Long", ["".join(first), "".join(second)]


def stress_each_stronger_than_the_last(rng):
    """sorted: names of rising strength; each one exceeds all before it, so that nothing can be left out."""
    return "Rising", ["B" * size + "_" * (600 - size) for size in range(600)]


def stress_no_letters(rng):
    """sparse: digits and signs only; all strengths are zero, and asking each character for its kind yields nothing."""
    return "_", ["".join(rng.choices("0123456789-_.:/", k=40)) for _ in range(2_500)]


EXPRESSIONS = {
    "same_name": (
        "all_equal: ties only; among equal names the first one counts, and distinct names would be one.",
        "'Same'",
        "['SErviNGSliCes'] * 5_000",
    ),
}
