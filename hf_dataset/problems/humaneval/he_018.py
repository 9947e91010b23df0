"""how_many_times: the number of places where a substring stands in a string, overlapping ones included.

Comparing a slice at every place costs the product of the lengths; so does searching from the place after each one
found when there are many. Knuth, Morris and Pratt do it in linear time. The best known solution
handles all places at once as the bits of large numbers if the substring is short. Otherwise it uses that the next
place cannot be nearer than the smallest period of the substring, and counts a run of places one period apart by
comparing with ever longer pieces.
The prompt does not say how often the empty string stands in a string: the substring must not be empty.
"""

COST_VARIES = {"half_of_the_string": "how far the search may jump depends on the letters of the substring"}


def contract(string, substring):
    assert type(string) is str, "string must be a str"
    assert type(substring) is str, "substring must be a str"
    assert substring, "substring must not be empty"


INVALID = [
    ("string is bytes", (b"aaa", "a")),
    ("substring is a list", ("aaa", ["a"])),
    ("substring is empty", ("aaa", "")),
]


def count_by_bits(string, substring):
    """Bits that stand for places: one number for each character, shifted by its position in the substring."""
    text = string.encode()
    masks = {c: int(text.translate(b"0" * c + b"1" + b"0" * (255 - c)) or b"0", 2) for c in set(substring.encode())}
    places = -1
    for shift, c in enumerate(reversed(substring.encode())):
        places &= masks[c] >> shift
    return places.bit_count()


def period_up_to_half(substring):
    period = substring.find(substring[: (len(substring) + 1) // 2], 1)
    return period if period > 0 and substring.startswith(substring[period:]) else None


def reference_bits_or_runs_of_periods(string, substring):
    if len(substring) <= 64 and string.isascii() and substring.isascii():
        return count_by_bits(string, substring)
    period = period_up_to_half(substring)
    unit = substring[-period:] if period else None
    count = 0
    start = string.find(substring)
    while start >= 0:
        count += 1
        end = start + len(substring)
        if unit and string.startswith(unit, end):
            block = unit
            while string.startswith(block, end):
                count += len(block) // period
                end += len(block)
                block += block
            while len(block) > period:
                block = block[: len(block) // 2]
                if string.startswith(block, end):
                    count += len(block) // period
                    end += len(block)
        start = string.find(substring, end - len(substring) + 1)
    return count


def slow_prefix_of_every_rest(string, substring):
    return sum(string[i:].startswith(substring) for i in range(len(string)))


def stress_random_text(rng):
    """large_random: a short substring in random text; copying the rest of the text at every place is quadratic."""
    return "".join(rng.choices("ab", k=250_000)), "abbab"


def stress_short_runs(rng):
    """dense: runs of one letter with breaks, most places overlap; a new search for each place is a step for each."""
    return "b".join("a" * rng.randrange(24) for _ in range(15_000)), "aaaaa"


def stress_long_runs(rng):
    """worst_of_fast: a substring of a short period in long runs; a search for each place reads all of it again."""
    return "c".join("abc" * rng.randrange(1_500, 2_500) for _ in range(100)), "abc" * 800 + "ab"


def stress_flaw_in_the_middle(rng):
    """worst_of_slow: the substring differs from the string in its middle only, after thousands of equal letters."""
    return "a" * 250_000, "a" * 2_500 + "b" + "a" * 2_500


def stress_half_of_the_string(rng):
    """long_value: the substring is long and stands there once; a slice for each place copies its whole length."""
    string = "".join(rng.choices("abcdefgh", k=400_000))
    return string, string[150_000:350_000]


def stress_fibonacci_word(rng):
    """boundary: no word has more ways to overlap itself, and none has fewer regular runs to gain from."""
    before, word = "b", "a"
    while len(word) < 150_000:
        before, word = word, word + before
    return word, word[:40]


def growing(rng, size):
    """The length of the string; the substring is a tenth of it and differs in its middle."""
    return "a" * size, "a" * (size // 20) + "b" + "a" * (size // 20)


EXPRESSIONS = {
    "one_letter": (
        "all_equal: one letter only, and a substring of half the length: a place for every letter of the other half.",
        '"a" * 400_000',
        '"a" * 200_000',
    ),
}
