"""make_palindrome: the shortest palindrome that begins with a given string.

Testing every suffix for being a palindrome is quadratic. The longest palindromic suffix is the longest beginning of
the reversed string that the string ends with, which the failure function of Knuth, Morris and Pratt finds in linear
time. Where the end of the string hardly occurs elsewhere in reverse, a search for it leaves few suffixes to test.
Decided here: characters are compared as they are, case and spaces included; there are at most 200,000 of them, and no
lone surrogates.
"""


def contract(string):
    assert type(string) is str, "string must be a str"
    assert len(string) <= 200_000, "string must have at most 200,000 characters"
    assert not any("\ud800" <= c <= "\udfff" for c in set(string)), "string must not hold lone surrogates"


INVALID = [
    ("bytes", (b"cat",)),
    ("too long", ("a" * 200_001,)),
    ("a lone surrogate", ("cat\ud800",)),
]


def longest_overlap(pattern, text):
    """The length of the longest beginning of `pattern` that `text` ends with, for two strings of one length."""
    borders = [0] * len(pattern)
    size = 0
    for place in range(1, len(pattern)):
        c = pattern[place]
        while size and pattern[size] != c:
            size = borders[size - 1]
        if pattern[size] == c:
            size += 1
        borders[place] = size
    size = 0
    for c in text:
        while size and pattern[size] != c:
            size = borders[size - 1]
        if pattern[size] == c:
            size += 1
    return size


def reference_search_for_the_end(string):
    backwards = string[::-1]
    end = backwards[:50]
    start = string.find(end)
    for _ in range(60):
        if start < 0:
            start = len(string) - len(end)
            while not backwards.startswith(string[start:]):
                start += 1
        if backwards.startswith(string[start:]):
            return string + backwards[len(string) - start :]
        start = string.find(end, start + 1)
    return string + backwards[longest_overlap(backwards, string) :]


def reference_failure_function(string):
    backwards = string[::-1]
    return string + backwards[longest_overlap(backwards, string) :]


def slow_every_suffix(string):
    start = 0
    while string[start:] != string[start:][::-1]:
        start += 1
    return string + string[:start][::-1]


def fibonacci_word(length):
    older, word = "b", "a"
    while len(word) < length:
        older, word = word, word + older
    return word[:length]


def stress_random_runs(rng):
    """large_random: random runs of one letter; very many suffixes begin like a palindrome and then fail."""
    return ("b".join("a" * rng.randrange(60, 200) for _ in range(100)),)


def stress_random_letters(rng):
    """sparse: random letters hardly ever end in a palindrome of any length, so most suffixes are tested in vain."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=40_000)),)


def stress_unequal_runs(rng):
    """worst_of_slow: one letter between a long and a shorter run; half the suffixes differ late from their reverse."""
    return ("a" * 8_000 + "b" + "a" * 4_000,)


def stress_broken_period(rng):
    """worst_of_fast: the last letters recur in reverse at every second place, so a search for them excludes little."""
    return ("x" + "ab" * 4_000 + "c" + "ba" * 2_000,)


def stress_fibonacci_words(rng):
    """long_value: palindromes of many lengths overlap everywhere, so that matches fail late and fall back far."""
    return ("c" + fibonacci_word(9_000) + "c" + fibonacci_word(3_000),)


EXPRESSIONS = {
    "one_other_letter_last": (
        "all_equal: one letter repeated before another one; every suffix but the last letter fails at once.",
        '"a" * 30_000 + "b"',
    ),
}
