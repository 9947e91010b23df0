"""same_chars: do two words hold the same characters, however often?

Collecting the distinct characters in a list and searching it for each character costs the product of the length and the
number of distinct ones. Sets take one pass. Where a sample shows few distinct characters, taking these away at C speed
is faster than looking at every character, and whatever is left is collected in the ordinary way.
Decided here: characters are compared as they are; a word may be empty and hold anything but lone surrogates.
"""


def contract(s0, s1):
    assert type(s0) is str, "s0 must be a str"
    assert type(s1) is str, "s1 must be a str"
    assert not any("\ud800" <= c <= "\udfff" for c in set(s0)), "s0 must not hold lone surrogates"
    assert not any("\ud800" <= c <= "\udfff" for c in set(s1)), "s1 must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"abc", "abc")),
    ("a list of characters", ("abc", ["a", "b", "c"])),
    ("a lone surrogate in the first word", ("a\ud800", "a")),
    ("a lone surrogate in the second word", ("a", "\udfffa")),
]


def distinct_characters(word):
    found = set(word[:: len(word) // 300 + 1])
    if word.isascii():
        return found | set(word.encode("ascii").translate(None, "".join(found).encode("ascii")).decode("ascii"))
    if len(found) > 60:
        return set(word)
    for _ in range(4):
        word = word.lstrip("".join(found))
        found |= set(word[:100])
    return found | set(word)


def reference_take_away_a_sample(s0, s1):
    for one, other in ((s0, s1), (s1, s0)):
        for c in set(one[:20]):
            if c not in other:
                return False
    return distinct_characters(s0) == distinct_characters(s1)


def slow_search_a_list(s0, s1):
    collected = []
    for word in (s0, s1):
        seen = []
        for c in word:
            if c not in seen:
                seen.append(c)
        collected.append(sorted(seen))
    return collected[0] == collected[1]


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def stress_random_letters(rng):
    """large_random: two long words with all letters in both; repeated letters need not be handled one by one."""
    return "".join(rng.choices(LETTERS, k=100_000)), "".join(rng.choices(LETTERS, k=120_000))


def stress_alphabetical_order(rng):
    """sorted: the letters stand in order in one word and in reverse in the other; each new letter comes after a run."""
    return "".join(c * 4_000 for c in LETTERS), "".join(c * 4_000 for c in reversed(LETTERS))


def stress_thousands_of_distinct_characters(rng):
    """worst_of_slow: no character comes twice, in two orders; searching a list or the other word is quadratic."""
    characters = [chr(0x4E00 + place) for place in range(4_000)]
    first = "".join(rng.sample(characters, 4_000))
    return first, "".join(rng.sample(characters, 4_000))


def stress_foreign_letter_in_front(rng):
    """early_exit: the first letter of one word is missing in the other; collecting all the letters is not needed."""
    letters = LETTERS[1:]
    return "a" + "".join(rng.choices(letters, k=1_000)), "".join(rng.choices(letters, k=1_000))


def stress_rare_characters_at_the_end(rng):
    """worst_of_fast: each word ends in a character of its own; the common ones tell nothing about the answer."""
    return "".join(rng.choices("01", k=100_000)) + "2", "".join(rng.choices("01", k=110_000)) + "3"


def stress_cyrillic(rng):
    """boundary: few distinct letters outside Latin-1, one of them rare; each character read costs an object."""
    words = ["\u0441\u043b\u043e\u0432\u043e", "\u043b\u0435\u0441", "\u0441\u0435\u043b\u043e"]
    first, second = (" ".join(rng.choices(words, k=6_000)) for _ in range(2))
    return first + "\u0449", "\u0449" + second


EXPRESSIONS = {
    "one_letter_and_another_number_of_times": (
        "all_equal: one letter, many times in one word and more often in the other; counts must not be compared.",
        "'a' * 120_000",
        "'a' * 130_000",
    ),
}


def growing(rng, size):
    """The number of distinct characters, all of them in both words."""
    characters = [chr(0x20000 + place) for place in range(size)]
    return "".join(characters), "".join(reversed(characters))
