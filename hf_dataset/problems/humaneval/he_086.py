"""anti_shuffle: sort the characters inside each word of a text, leaving words and blanks in place.

Sorting a word by picking the smallest remaining character is quadratic in its length; comparison sorting takes
n log n. A long word is taken apart by halves of the alphabet instead, which deletes characters at C speed, and the
last eight letters of a part are counted: linear, as there are only 128 characters. A recurring word is sorted once.
Decided here: blanks separate words, and as the prompt says nothing of other white space, there is none; the text is
ASCII, as the order is given by ASCII values.
"""


def contract(s):
    assert type(s) is str, "s must be a string"
    assert s.isascii(), "s must hold ASCII characters only"
    assert not any(c.isspace() and c != " " for c in set(s)), "s must not hold white space other than blanks"


INVALID = [
    ("bytes", (b"hello",)),
    ("a letter outside ASCII", ("caf\u00e9",)),
    ("a line break", ("hello\nworld",)),
]

ALPHABET = bytes(range(128))


def by_halves(word, low, high):
    if len(word) < 64:
        return bytes(sorted(word))
    if high - low == 8:
        return b"".join([ALPHABET[code : code + 1] * word.count(code) for code in range(low, high)])
    middle = (low + high) // 2
    first = word.translate(None, ALPHABET[middle:high])
    if len(first) == len(word):
        return by_halves(word, low, middle)
    second = word.translate(None, ALPHABET[low:middle]) if first else word
    return by_halves(first, low, middle) + by_halves(second, middle, high)


def reference_halve_the_alphabet_of_long_words(s):
    words = s.split(" ")
    ordered = {
        word: "".join(sorted(word)) if len(word) < 400 else by_halves(word.encode(), 0, 128).decode()
        for word in set(words)
    }
    return " ".join([ordered[word] for word in words])


def slow_pick_the_smallest(s):
    result = []
    for word in s.split(" "):
        rest = list(word)
        ordered = ""
        while rest:
            smallest = min(rest)
            rest.remove(smallest)
            ordered += smallest
        result.append(ordered)
    return " ".join(result)


LETTERS = "abcdefghijklmnopqrstuvwxyz"
VISIBLE = "".join(map(chr, range(33, 127)))


def stress_one_long_word(rng):
    """long_value: one word of 40000 characters; picking them one by one is quadratic, comparing them n log n."""
    return ("".join(rng.choices(VISIBLE, k=40_000)),)


def stress_many_short_words(rng):
    """large_random: thousands of different words of four to eight letters; the cost of each call counts."""
    return (" ".join(["".join(rng.choices(LETTERS, k=rng.randrange(4, 9))) for _ in range(2_500)]),)


def stress_recurring_words(rng):
    """all_equal: twelve words over and over; sorting each anew repeats the same work."""
    words = ["".join(rng.choices(LETTERS, k=9)) for _ in range(12)]
    return (" ".join(rng.choices(words, k=12_000)),)


def stress_two_letters(rng):
    """dense: long words of only two letters; comparisons meet ties where counting needs two numbers."""
    return (" ".join(["".join(rng.choices("no", k=30_000)) for _ in range(3)]),)


def stress_words_of_a_line(rng):
    """worst_of_fast: words of 100 to 300 characters, too short for counting to gain much and all different."""
    lengths = [100 + 10 * i // 3 for i in range(60)]
    rng.shuffle(lengths)
    return (" ".join("".join(rng.choices(VISIBLE, k=length)) for length in lengths),)


def stress_backward_alphabet(rng):
    """worst_of_slow: a long word in falling order, so that the smallest character always stands last."""
    return ("".join(sorted(rng.choices(LETTERS, k=60_000), reverse=True)),)


def growing(rng, size):
    """The number of characters of one word."""
    return ("".join(rng.choices(LETTERS, k=size)),)


EXPRESSIONS = {
    "blanks_only": (
        "boundary: nothing but blanks; each gap between two of them is an empty word that must survive.",
        '" " * 20_000',
    ),
}
