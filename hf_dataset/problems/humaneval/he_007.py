"""filter_by_substring: keep the strings that contain a given substring, in their order.

Comparing the substring with every window costs the product of both lengths; the built-in search of CPython is linear.
What remains is the cost of each call: where few strings match, one search in all strings joined by line feeds saves it.
Decided here: strings may be empty or repeated, each occurrence in the list is kept, and the empty substring is
contained in every string.
"""

from itertools import compress, repeat
from operator import contains


def contract(strings, substring):
    assert type(strings) is list, "strings must be a list"
    assert all(type(x) is str for x in strings), "strings must hold strings only"
    assert type(substring) is str, "substring must be a str"


INVALID = [
    ("strings is a tuple", (("abc", "b"), "b")),
    ("None among the strings", (["abc", None], "b")),
    ("the substring is bytes", (["abc"], b"b")),
]


def reference_search_each_string(strings, substring):
    return list(compress(strings, map(contains, strings, repeat(substring))))


def reference_search_joined_strings(strings, substring):
    joined = "\n".join(strings)
    if not substring or "\n" in substring or joined.count("\n") != len(strings) - 1:
        return [text for text in strings if substring in text]
    result = []
    index = start = 0
    found = joined.find(substring)
    while found >= 0:
        index += joined.count("\n", start, found)
        result.append(strings[index])
        start = joined.find("\n", found)
        if start < 0 or len(result) * 10 > len(strings):
            result.extend(text for text in strings[index + 1 :] if substring in text)
            break
        found = joined.find(substring, start)
    return result


def slow_every_window(strings, substring):
    size = len(substring)
    result = []
    for text in strings:
        windows = [text[start : start + size] for start in range(len(text) - size + 1)]
        if substring in windows:
            result.append(text)
    return result


def random_texts(rng, count, alphabet, shortest, longest):
    return ["".join(rng.choices(alphabet, k=rng.randint(shortest, longest))) for _ in range(count)]


def stress_random_words(rng):
    """large_random: many short words of which some match; cutting each into windows makes many small strings."""
    return random_texts(rng, 30_000, "abcdefgh", 3, 12), "ab"


def stress_hardly_any_match(rng):
    """sparse: few words match, so that all the work is spent on words that are thrown away."""
    return random_texts(rng, 30_000, "abcdefgh", 3, 12), "hgfed"


def stress_match_in_front(rng):
    """dense: every text starts with the substring; collecting all windows or all matches goes on after the answer."""
    return ["ab" + text for text in random_texts(rng, 10_000, "abcdefgh", 20, 30)], "ab"


def stress_long_texts(rng):
    """long_value: a few texts of two letters with many beginnings of a match; copying every window is slow."""
    return random_texts(rng, 20, "ab", 15_000, 20_000), "ab" * 20


def stress_long_near_matches(rng):
    """worst_of_slow: a substring of 1000 letters that fails late at nearly every place costs a long comparison each."""
    return ["a" * 4_000 + "b" + "a" * tail for tail in range(100)], "a" * 949 + "b" + "a" * 50


def stress_short_near_matches(rng):
    """all_equal: one letter throughout; a comparison from either end meets a difference in the middle only."""
    return ["a" * 40] * 6_000, "a" * 10 + "b" + "a" * 10


def stress_length_of_substring(rng):
    """boundary: all strings are as long as the substring or one letter shorter, so that one window at most is left."""
    wanted = "abcabcabca"
    return [wanted[rng.randrange(2) :] for _ in range(25_000)], wanted


def growing(rng, size):
    """Half the length of the substring and a quarter of that of the only string."""
    return ["a" * (4 * size)], "a" * size + "b" + "a" * size
