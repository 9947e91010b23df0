"""cycpattern_check: does a word contain another one or one of its rotations?

Comparing every window with every rotation takes the product of both lengths, with another factor for each comparison.
A rotation is cut in one half of the pattern only, so the other half is searched for whole and the matches to both
sides of it are added up. Where the half is found too often, ints serve as sets of all places at which a beginning or an
end of the pattern matches, one bit each.
Decided here: both words hold ASCII letters of either case and are not empty; the first one has at most 500000 letters,
the second one at most 5000. A second word that is longer than the first one is not found.
"""

CHANCE = "how far the search may jump depends on the letters of the pattern"
COST_VARIES = {"gene_sequence": CHANCE, "long_pattern_at_the_end": CHANCE, "found_at_once": CHANCE}


def contract(a, b):
    assert type(a) is str, "a must be a str"
    assert type(b) is str, "b must be a str"
    assert a.isascii() and a.isalpha(), "a must be a word of ASCII letters"
    assert b.isascii() and b.isalpha(), "b must be a word of ASCII letters"
    assert len(a) <= 500_000, "a must have at most 500000 letters"
    assert len(b) <= 5_000, "b must have at most 5000 letters"


INVALID = [
    ("a list of letters", (["a", "b"], "a")),
    ("the pattern is missing", ("abc", None)),
    ("two words in one", ("ab cd", "cd")),
    ("the pattern is empty", ("abcd", "")),
    ("a word beyond the length limit", ("a" * 500_001, "b")),
    ("a pattern beyond the length limit", ("a", "b" * 5_001)),
]


def shared_start(first, second):
    size = min(len(first), len(second))
    start = 0
    while start < size and first[start : start + 64] == second[start : start + 64]:
        start += 64
    for place in range(start, size):
        if first[place] != second[place]:
            return place
    return size


def search_with_bit_sets(a, b):
    """Bit p of an int stands for the place before a[p]: there the end of b may stop and its start may begin."""
    places = {}
    for letter in set(b):
        code = ord(letter)
        places[letter] = int(a[::-1].encode().translate(b"0" * code + b"1" + b"0" * (255 - code)), 2)
    starts = [(2 << len(a)) - 1]
    for size, letter in enumerate(b):
        matching = starts[-1] & places[letter] >> size
        if not matching:
            break
        starts.append(matching)
    ends = starts[0]
    for size, letter in enumerate(reversed(b), 1):
        ends &= places[letter] << size
        if not ends:
            break
        if len(b) - size < len(starts) and ends & starts[len(b) - size]:
            return True
    return False


def reference_search_for_the_half_without_the_cut(a, b):
    if len(b) <= 8:
        return any(b[turn:] + b[:turn] in a for turn in range(len(b)))
    half = len(b) // 2
    budget = len(a) // 8
    for whole, cut in ((b[:half], b[half:]), (b[half:], b[:half])):
        place = a.find(whole)
        while place >= 0 and budget >= 0:
            end = place + len(whole)
            after = shared_start(a[end : end + len(cut)], cut)
            before = shared_start(a[max(place - len(cut), 0) : place][::-1], cut[::-1])
            if before + after >= len(cut):
                return True
            budget -= 8 + (before + after + len(b)) // 16
            place = a.find(whole, place + 1)
    if budget >= 0:
        return False
    pieces = range(0, len(a), 20_000)
    return any(search_with_bit_sets(a[start : start + 20_000 + len(b)], b) for start in pieces)


def slow_each_rotation_at_each_place(a, b):
    for start in range(len(a) - len(b) + 1):
        for turn in range(len(b)):
            if a[start : start + len(b)] == b[turn:] + b[:turn]:
                return True
    return False


def growing(rng, size):
    """The length of the pattern; the word is eight times as long."""
    return "".join(rng.choices("abcd", k=8 * size)), "".join(rng.choices("abcd", k=size))


def stress_short_pattern_of_two_letters(rng):
    """large_random: a long word of two letters in which nearly every place begins like a rotation of the pattern."""
    word = "".join(rng.choices(("b", "ab", "aab"), k=12_000))
    return word, "aaabaaab"


def stress_gene_sequence(rng):
    """sparse: four letters at random and a pattern of 24; comparing each window with each rotation finds nothing."""
    return "".join(rng.choices("ACGT", k=120_000)), "".join(rng.choices("ACGT", k=24))


def stress_long_pattern_at_the_end(rng):
    """long_value: a rotation of 3000 letters ends the word; rotations are too many to search for one by one."""
    pattern = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=3_000))
    word = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=250_000))
    return word + pattern[1_700:] + pattern[:1_700], pattern


def stress_runs_that_end_too_early(rng):
    """worst_of_fast: runs of one letter just shorter than those in the pattern; either half is found at most places."""
    word = "".join("a" * rng.randrange(24, 29) + "b" + "a" * rng.randrange(2) + "b" for _ in range(300))
    return word, "a" * 30 + "b"


def stress_rotated_whole_word(rng):
    """boundary: the word itself is a rotation of the pattern, of the same length; there is one window only."""
    pattern = "".join(rng.choices("abAB", k=5_000))
    return pattern[1_500:] + pattern[:1_500], pattern


def stress_found_at_once(rng):
    """early_exit: a rotation stands near the front; going through the whole word for each rotation in turn is waste."""
    pattern = "".join(rng.choices("xyz", k=500))
    return pattern[-10:] + pattern[200:] + pattern[:200] + "".join(rng.choices("xyz", k=200_000)), pattern


EXPRESSIONS = {
    "one_letter_and_another": (
        "all_equal: a word of one letter and a pattern that ends in another one; every comparison runs far.",
        "'a' * 3_000",
        "'a' * 200 + 'b'",
    ),
    "regular_word": (
        "worst_of_slow: a regular word and a pattern that breaks the rule twice; it matches at the very end.",
        "'abcde' * 1_200 + 'ba' + 'abcde' * 10 + 'c'",
        "'abcde' * 2 + 'c' + 'abcde' * 3 + 'ba' + 'abcde' * 8",
    ),
}
