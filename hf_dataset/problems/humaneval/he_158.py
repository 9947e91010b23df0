"""find_max: the word with the most distinct characters; of several, the first in lexicographical order.

Each word must be looked at once, and most of them not even that: a word that is not longer than the largest count so
far cannot beat it. Ordering all words by their counts takes n log n comparisons, and searching the characters before
each character of a word is quadratic in the length of the word.
Decided here: there is at least one word; words may be empty and may occur several times, as in the tests. A character
is a Unicode code point, upper and lower case are different ones, and lone surrogates are left out.
"""

import re
from heapq import heapify, heappop

COST_VARIES = {"random_words": "how many words are long enough to win depends on the best one so far"}

LONG = 1_000


def contract(words):
    assert type(words) is list, "words must be a list"
    assert words, "words must not be empty"
    assert all(type(word) is str for word in words), "words must hold strings only"
    assert not re.search("[\ud800-\udfff]", "".join(words)), "words must not hold lone surrogates"


INVALID = [
    ("a string instead of a list", ("name of string",)),
    ("no word at all", ([],)),
    ("bytes among the words", (["name", b"of"],)),
    ("a lone surrogate", (["name", "\ud800"],)),
]


def distinct(word):
    if len(word) < LONG or not word.isascii():
        return len(set(word))
    count = 0
    data = word.encode()
    while data:
        sample = data[:: len(data) // 256 + 1]
        count += len(set(sample))
        data = data.translate(None, sample)
    return count


def reference_skip_words_too_short_to_win(words):
    winner, most = words[0], -1
    counted = set()
    waiting = []
    for word in words:
        if len(word) > most:
            if len(word) >= LONG:
                waiting.append(word)
            elif word not in counted:
                counted.add(word)
                count = distinct(word)
                if count > most or (count == most and word < winner):
                    winner, most = word, count
    for word in sorted(dict.fromkeys(waiting), key=len, reverse=True):
        if len(word) > most:
            count = distinct(word)
            if count > most or (count == most and word < winner):
                winner, most = word, count
    rivals = [word for word in words if len(word) == most and word < winner]
    heapify(rivals)
    while rivals:
        word = heappop(rivals)
        if distinct(word) == most:
            return word
    return winner


def slow_look_back_at_each_character(words):
    winner, most = words[0], -1
    for word in words:
        count = 0
        for place, character in enumerate(word):
            if character not in word[:place]:
                count += 1
        if count > most or (count == most and word < winner):
            winner, most = word, count
    return winner


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def stress_random_words(rng):
    """large_random: many short words, most too short to win; counting in each and ordering all is wasted."""
    return (["".join(rng.choices(LETTERS, k=rng.randrange(1, 13))) for _ in range(20_000)],)


def stress_long_words(rng):
    """long_value: a few words of tens of thousands of letters; going through them letter by letter shows."""
    return (["".join(rng.choices(LETTERS[:-k], k=20_000 + k)) for k in range(1, 26)],)


def stress_many_different_characters(rng):
    """worst_of_slow: long words without a repeated character, each longer; a search for each is quadratic."""
    signs = [chr(code) for code in range(0x4E00, 0x9E00)]
    return (["".join(rng.sample(signs, k)) for k in range(3_000, 4_000, 100)],)


def stress_equal_words(rng):
    """all_equal: few words many times, all of them with repeated letters; counting each again is useless."""
    return ([rng.choice(["letter", "hello", "noon", "mississippi"]) for _ in range(15_000)],)


def stress_anagrams(rng):
    """sorted: words of the same ten letters in falling order; each is a tie and takes the lead from the one before."""
    return (sorted(("".join(rng.sample("abcdefghij", 10)) for _ in range(15_000)), reverse=True),)


def stress_long_common_beginning(rng):
    """worst_of_fast: long words with few distinct letters; none is too short, and ties are decided at the end."""
    return (["ab" * 40 + "".join(rng.choices(LETTERS, k=6)) for _ in range(1_000)],)


def growing(rng, size):
    """The length of one word without a repeated character."""
    return (["".join(map(chr, range(0x10000, 0x10000 + size)))],)
