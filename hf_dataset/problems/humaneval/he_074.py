"""total_match: the one of two lists of strings that has fewer characters in all, the first one if both have the same.

Each length is known, so one pass over the strings is linear. Gathering the characters themselves by adding lists, or
taking the strings off the front one at a time, is quadratic. The list whose total so far is smaller has to be
followed first: if it ends, the rest of the other one does not matter.
Decided here: a character is a Unicode code point; lone surrogates, which no text contains, are left out; a list holds
at most 2 million strings.
"""

import re

COST_VARIES = {
    "long_strings": "encoding the answer takes far more than is counted; it is taken off, and varies a little",
}


def contract(lst1, lst2):
    assert type(lst1) is list, "lst1 must be a list"
    assert type(lst2) is list, "lst2 must be a list"
    assert all(type(text) is str for text in lst1), "lst1 must hold strings only"
    assert all(type(text) is str for text in lst2), "lst2 must hold strings only"
    assert max(len(lst1), len(lst2)) <= 2_000_000, "a list must hold at most 2 million strings"
    for strings in lst1, lst2:
        joined = "".join(strings)
        assert joined.isascii() or not re.search("[\ud800-\udfff]", joined), "there must be no lone surrogates"


INVALID = [
    ("the first list is a tuple", (("hi",), ["hi"])),
    ("the second list is a string", (["hi"], "hi")),
    ("a number in the first list", (["hi", 4], ["hi"])),
    ("None in the second list", (["hi"], [None])),
    ("too many strings", ([], [""] * 2_000_001)),
    ("a lone surrogate", (["hi"], ["\ud800"])),
]


def reference_follow_the_smaller_total(lst1, lst2):
    total1 = total2 = place1 = place2 = 0
    while True:
        if total1 <= total2:
            if place1 >= len(lst1):
                return lst1
            total1 += len("".join(lst1[place1 : place1 + 1024]))
            place1 += 1024
        else:
            if place2 >= len(lst2):
                return lst2
            total2 += len("".join(lst2[place2 : place2 + 1024]))
            place2 += 1024


def slow_take_off_the_front(lst1, lst2):
    totals = []
    for strings in (lst1, lst2):
        rest = list(strings)
        total = 0
        while rest:
            total += len(rest.pop(0))
        totals.append(total)
    return lst1 if totals[0] <= totals[1] else lst2


def random_words(rng, count):
    letters = "".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFG0123456789", k=count + 12))
    return [letters[i : i + rng.randrange(12)] for i in range(count)]


def stress_random_words(rng):
    """large_random: two long lists of short words; taking words off the front moves all the others."""
    return random_words(rng, 30_000), random_words(rng, 25_000)


def stress_same_total(rng):
    """boundary: the same words in another order; the totals agree only after the very last word of both."""
    words = random_words(rng, 25_000)
    return words, rng.sample(words, len(words))


def stress_empty_strings(rng):
    """sparse: strings without a character, but for a last one; the number of strings says nothing of the total."""
    return [""] * 40_000 + ["a"], [""] * 45_000


def stress_short_list_and_long_list(rng):
    """early_exit: the second list is a fifth of the first, most of which need not be looked at."""
    return random_words(rng, 100_000), random_words(rng, 20_000)


def stress_long_strings(rng):
    """long_value: a few strings of thousands of characters; looking at the characters is far more than the lengths."""
    lengths, repetitions = [i * 4 // 3 for i in range(1_500)], [i % 16 for i in range(1_500)]
    rng.shuffle(lengths)
    rng.shuffle(repetitions)
    return (
        ["-" * length for length in lengths],
        ["".join(rng.choices("ab\u00e9", k=100)) * times for times in repetitions],
    )


def stress_shorter_list_of_longer_words(rng):
    """worst_of_fast: few long words against many short ones; the total tips over only at the end of both."""
    return ["abcdefghijklmnopqrst"] * 9_000 + [""], ["abcd"] * 45_000 + ["e"]


EXPRESSIONS = {
    "single_characters": (
        "all_equal: one character per string, in both lists equally often; each string is worth next to nothing.",
        "['x'] * 40_000",
        "['y'] * 40_000",
    ),
}


def growing(rng, size):
    """The number of strings in each list."""
    return ["ab"] * size, ["cd"] * size
