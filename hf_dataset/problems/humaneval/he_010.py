"""make_palindrome: the shortest palindrome that begins with a given string.

Testing every suffix for being a palindrome is quadratic. The longest palindromic suffix is the longest beginning of
the reversed string that the string ends with, which the failure function of Knuth, Morris and Pratt finds in linear
time. A search for the reversed end of the string leaves few suffixes to test, or shows how much of the front cannot
belong to a palindromic suffix.
Decided here: characters are compared as they are, case and spaces included. The prompt names no length: at most 200,000
characters are allowed, and no lone surrogates, since they cannot be encoded.
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
    tries = 60
    while start >= 0 and tries and not backwards.startswith(string[start:]):
        start = string.find(end, start + 1)
        tries -= 1
    rest = string[start:] if start >= 0 else string[-len(end) :]
    overlap = len(rest) if backwards.startswith(rest) else longest_overlap(backwards[: len(rest)], rest)
    return string + backwards[overlap:]


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
    runs = [60 + 7 * i // 4 for i in range(79)]
    rng.shuffle(runs)
    return ("b".join("a" * run for run in [*runs, 200]),)


def stress_random_letters(rng):
    """sparse: suffixes that begin among the random letters in front are all tested in vain."""
    letters = "".join(rng.choices("cdefghijklmnopqrstuvwxyz", k=15_000))
    return (letters + "a" * 3_000 + "b" + "a" * 1_500,)


def stress_unequal_runs(rng):
    """worst_of_slow: one letter between a long and a shorter run; half the suffixes differ late from their reverse."""
    letter, other = rng.sample("abcdefghijklmnopqrstuvwxyz", 2)
    return (letter * 6_000 + other + letter * 3_000,)


def stress_broken_period(rng):
    """worst_of_fast: the last letters recur in reverse at every second place, so a search for them excludes little."""
    a, b, c, x = rng.sample("abcdefghijklmnopqrstuvwxyz", 4)
    return (x + (a + b) * 4_000 + c + (b + a) * 2_000,)


def stress_fibonacci_words(rng):
    """long_value: palindromes of many lengths overlap everywhere, so that matches fail late and fall back far."""
    names = str.maketrans("abc", "".join(rng.sample("abcdefghijklmnopqrstuvwxyz", 3)))
    return (("c" + fibonacci_word(9_000) + "c" + fibonacci_word(3_000)).translate(names),)


def growing(rng, size):
    """The length of a run of one letter before another letter and half that run."""
    return ("a" * size + "b" + "a" * (size // 2),)


def stress_one_other_letter_near_the_end(rng):
    """all_equal: one letter throughout but for a single place; nearly every suffix fails after the same letters."""
    letter, other = rng.sample("abcdefghijklmnopqrstuvwxyz", 2)
    return (letter * 10_000 + other + letter * rng.randrange(78, 83),)
