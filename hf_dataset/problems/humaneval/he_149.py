"""sorted_list_sum: the strings of even length, by length and then alphabetically.

Sorting takes n log n steps, taking the smallest string out again and again is quadratic. It is fastest to sort by
length first, which needs no look at the characters, and then to sort the strings of each even length among themselves.
The end of a length is found by bisection. Where many strings are left out, or few share a length, it is faster to
collect those of each even length in a list of its own.
The prompt says both that lengths decide the order and that all words have the same length; as in the tests, lengths may
differ here. Alphabetical order is the order of Python's strings, capital letters first. Duplicates stay.
Decided here: any characters and the empty string are allowed, and the strings have at most a million characters in all.
"""

from bisect import bisect_right


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is str for x in lst), "lst must hold strings only"
    assert sum(map(len, lst)) <= 1_000_000, "the strings must have at most a million characters in all"


INVALID = [
    ("a tuple of strings", (("ab", "cd"),)),
    ("a number among the strings", (["ab", 12],)),
    ("more than a million characters", (["ab", "c" * 1_000_000],)),
]


def reference_sort_each_length(lst):
    by_length = sorted(lst, key=len)
    result = []
    start = 0
    while start < len(by_length):
        length = len(by_length[start])
        end = bisect_right(by_length, length, start, key=len)
        if length % 2 == 0:
            result += sorted(by_length[start:end])
        start = end
    return result


def reference_collect_even_lengths(lst):
    groups = {}
    for word in lst:
        length = len(word)
        if length % 2 == 0:
            if length in groups:
                groups[length].append(word)
            else:
                groups[length] = [word]
    result = []
    for length in sorted(groups):
        result += sorted(groups[length])
    return result


def slow_take_out_the_smallest(lst):
    words = [word for word in lst if len(word) % 2 == 0]
    result = []
    while words:
        smallest = min(words, key=lambda word: (len(word), word))
        words.remove(smallest)
        result.append(smallest)
    return result


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def growing(rng, size):
    """The number of strings, all of them of six letters."""
    return (["".join(rng.choices(LETTERS, k=6)) for _ in range(size)],)


def stress_random_words(rng):
    """large_random: words of one to twelve letters; a comparison of pairs of length and word is made for each step."""
    return (["".join(rng.choices(LETTERS, k=rng.randrange(1, 13))) for _ in range(8_000)],)


def stress_reversed_words(rng):
    """sorted: words of one length in falling order; exchanging neighbours has to turn every pair round."""
    return (sorted(["".join(rng.choices(LETTERS, k=10)) for _ in range(12_000)], reverse=True),)


def stress_few_distinct_words(rng):
    """all_equal: five different words again and again, all of them to be kept; many comparisons meet equal strings."""
    return (rng.choices(["to", "be", "or", "not!", "question"], k=12_000),)


def stress_hardly_any_even_length(rng):
    """sparse: only one word in five hundred has an even length; whoever sorts before sorting out sorts in vain."""
    words = ["".join(rng.choices(LETTERS, k=2 * rng.randrange(5) + 1)) for _ in range(12_000)]
    return ([word + "s" if i % 500 == 0 else word for i, word in enumerate(words)],)


def stress_common_beginnings(rng):
    """worst_of_slow: words of 90 characters that differ in the last six only; each comparison reads them whole."""
    return (["counter" * 12 + "".join(rng.choices(LETTERS, k=6)) for _ in range(6_000)],)


def stress_many_lengths(rng):
    """worst_of_fast: lengths from 0 to 399 in random order, few words of each; groups by length stay small."""
    text = "".join(rng.choices("abc", k=30_000))
    starts = [rng.randrange(29_000) for _ in range(4_000)]
    return ([text[start : start + rng.randrange(400)] for start in starts],)


EXPRESSIONS = {
    "growing_words": (
        "boundary: one word of each length up to 1400 in rising order, close to the limit of characters in all.",
        "['x' * length for length in range(1_400)]",
    ),
}
