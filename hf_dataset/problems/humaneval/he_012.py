"""longest: the first of the longest strings of a list, None if the list is empty.

One pass over the lengths is enough: linear in the number of strings, whatever they hold. Computing the greatest length
anew for every string is quadratic; sorting by length costs a logarithmic factor.
Empty strings are allowed: in a list that holds nothing else, the first one is the answer.
"""


def contract(strings):
    assert type(strings) is list, "strings must be a list"
    assert None not in strings, "strings must not hold None"
    assert all(type(s) is str for s in strings), "every element must be a string"


INVALID = [
    ("strings is a tuple", (("a", "bb"),)),
    ("None among the strings", (["a", None],)),
    ("bytes among the strings", (["a", b"bb"],)),
]


def reference_maximum_by_length(strings):
    return max(strings, key=len, default=None)


def slow_greatest_length_for_every_string(strings):
    for s in strings:
        if len(s) == max(len(t) for t in strings):
            return s
    return None


def stress_random_lengths(rng):
    """large_random: many short strings; the unique longest is in the middle, so scans for it do not end early."""
    text = "".join(rng.choices("abcdefgh", k=70_000))
    strings = [text[i : i + rng.randrange(2, 20)] for i in range(0, 55_000)]
    strings[30_000] = text[:25]
    return (strings,)


def stress_ever_longer(rng):
    """sorted: the lengths rise in forty steps; the longest so far changes up to the end, where the answer stands."""
    letters = rng.choices("xyz", k=40_000)
    return ([letters[i] * (i // 1_000 + 1) for i in range(40_000)],)


def stress_ever_shorter(rng):
    """worst_of_fast: the lengths fall; the answer is the first string, but nothing can be known without all others."""
    letters = rng.choices("xyz", k=50_000)
    return ([letters[i] * (40 - i // 1_300) for i in range(50_000)],)


def stress_same_length(rng):
    """all_equal: all lengths are the same and all strings differ; handling the ties by a search is quadratic."""
    return ([f"{number:07d}" for number in rng.sample(range(10_000_000), 40_000)],)


def stress_longest_last(rng):
    """worst_of_slow: only the last string is longer than the others, the last that a search for the maximum meets."""
    text = "".join(rng.choices("abcde", k=90_000))
    strings = [text[i : i + 2] for i in range(0, 90_000, 2)]
    strings.append("abc")
    return (strings,)


def stress_few_huge_strings(rng):
    """long_value: two very long strings among empty ones; counting or comparing characters costs far more than len."""
    strings = [""] * 40_000
    strings[20_000] = "a" * 1_500_000
    strings[21_000] = "a" * 1_499_999 + "b"
    return (strings,)


def growing(rng, size):
    """The number of strings; the last one alone is longest."""
    return (["ab"] * size + ["abc"],)
