"""filter_by_prefix: keep the strings that start with a prefix, in order.

Looking at the beginning of each string is enough. Removing the others by value is quadratic in the number of strings,
and searching a whole string for the prefix is linear in its length where the length of the prefix would do. Strings
with a given beginning lie between two bounds in the order of the characters' code points, which two comparisons tell.
Every string starts with the empty prefix; strings that occur several times are kept several times.
"""


def contract(strings, prefix):
    assert type(strings) is list, "strings must be a list"
    assert all(type(x) is str for x in strings), "strings must hold str only"
    assert type(prefix) is str, "prefix must be a str"


INVALID = [
    ("strings is a tuple", (("abc", "bcd"), "a")),
    ("None among the strings", (["abc", None], "a")),
    ("the prefix is a tuple of prefixes", (["abc", "bcd"], ("a", "b"))),
]


LAST_CHARACTER = "\U0010ffff"


def reference_between_two_bounds(strings, prefix):
    """The upper bound is the prefix with its last character replaced by the next one, where there is a next one."""
    start = prefix.rstrip(LAST_CHARACTER)
    if not start:
        return [x for x in strings if x >= prefix]
    bound = start[:-1] + chr(ord(start[-1]) + 1)
    return [x for x in strings if x >= prefix if x < bound]


def slow_remove_the_others(strings, prefix):
    kept = list(strings)
    for x in strings:
        if not x.startswith(prefix):
            kept.remove(x)
    return kept


def stress_random_words(rng):
    """large_random: about half the strings are kept; removing the others by value searches past all that were kept."""
    return [rng.choice("ab") + str(rng.randrange(10**6)) for _ in range(30_000)], "a"


def stress_none_starts_with_it(rng):
    """sparse: the prefix occurs in every string, but late; searching the whole string for it is waste."""
    return ["." * rng.randrange(60, 100) + "/home/" + str(i) for i in range(30_000)], "/home/"


def stress_empty_prefix(rng):
    """early_exit: all strings start with the empty prefix, which can be told without a look at any of them."""
    return [rng.choice(("", "x", "yes", "no")) + str(i % 50) for i in range(40_000)], ""


def stress_sorted_words(rng):
    """sorted: the strings kept are one run in the middle; removing what stands behind passes over the run each time."""
    return sorted(f"{rng.randrange(10**6):06d}" for _ in range(30_000)), "5"


def stress_long_common_start(rng):
    """long_value: strings and prefix agree for long; making every beginning of a string is quadratic in its length."""
    start = "ab" * 500
    return [start + rng.choice(("", "a", "b", "ab", "abc")) for _ in range(4_000)], start + "a"


def stress_prefix_too_long(rng):
    """boundary: every string is a proper beginning of the prefix; comparing up to the shorter end takes them all."""
    return ["long prefix"[: rng.randrange(11)] for _ in range(40_000)], "long prefix"


def growing(rng, size):
    """The number of strings; the first half has the prefix, the second has not."""
    return ["a"] * (size // 2) + ["b"] * (size // 2), "a"


EXPRESSIONS = {
    "one_string_repeated": (
        "all_equal: the same string everywhere and always kept; adding it to a copy of the result is quadratic.",
        "['prefixed'] * 40_000",
        "'pre'",
    ),
}
