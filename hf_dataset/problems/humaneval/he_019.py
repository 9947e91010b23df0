"""sort_numbers: number words from zero to nine, sorted by their values.

There are only ten words, so counting them is enough: linear. Taking the smallest of the remaining words again and
again is quadratic; comparison sorts cost a logarithmic factor. The best known one never splits the text: it counts in
it.
The prompt's words are separated by single spaces, and so are those of the contract: runs of spaces and spaces at the
ends are left out. The empty string holds no words.
"""

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def contract(numbers):
    assert type(numbers) is str, "numbers must be a str"
    words = set(numbers.split(" ")) if numbers else set()
    assert "" not in words, "the words must be separated by single spaces"
    assert words <= set(WORDS), "every word must be a number from 'zero' to 'nine'"


INVALID = [
    ("a list of words", (["two", "one"],)),
    ("two spaces", ("two  one",)),
    ("a number that is too large", ("two ten",)),
]

LETTERS_NOT_COUNTED = b"einrtv"


def reference_count_letters(numbers):
    letters = numbers.encode().translate(None, LETTERS_NOT_COUNTED)
    total = letters.count(b" ") + 1 if numbers else 0
    zero, two, four, six, eight = map(letters.count, (b"z", b"w", b"u", b"x", b"g"))
    one = letters.count(b"o") - zero - two - four
    three = letters.count(b"h") - eight
    five = letters.count(b"f") - four
    seven = letters.count(b"s") - six
    nine = total - (zero + one + two + three + four + five + six + seven + eight)
    counts = (zero, one, two, three, four, five, six, seven, eight, nine)
    return "".join([(word + " ") * count for word, count in zip(WORDS, counts, strict=True)])[:-1]


def reference_count_words(numbers):
    return "".join([(word + " ") * numbers.count(word) for word in WORDS])[:-1]


def slow_smallest_of_the_rest(numbers):
    rest = numbers.split()
    result = []
    while rest:
        smallest = min(rest, key=WORDS.index)
        rest.remove(smallest)
        result.append(smallest)
    return " ".join(result)


def stress_random_words(rng):
    """large_random: all ten words mixed; taking the smallest of the rest again and again is quadratic."""
    return (" ".join(rng.choices(WORDS, k=50_000)),)


def stress_falling(rng):
    """worst_of_slow: from nine down to zero, in which inserting each word into a sorted list moves all before it."""
    return (" ".join(word for word in reversed(WORDS) for _ in range(rng.randrange(5_900, 6_100))),)


def stress_rising(rng):
    """sorted: in order already; an algorithm that cannot see that does all its work, or its worst."""
    return (" ".join(word for word in WORDS for _ in range(rng.randrange(5_400, 5_600))),)


def stress_one_word(rng):
    """all_equal: one word only; partitioning around a pivot with all equal words on one side is quadratic."""
    return (" ".join(["seven"] * rng.randrange(79_000, 81_000)),)


def stress_two_words_in_turn(rng):
    """worst_of_fast: nine and zero in turn: no runs for a merge sort to use, and every pair of neighbours is wrong."""
    return (" ".join(["nine", "zero"] * rng.randrange(34_500, 35_500)),)


def stress_one_small_word_last(rng):
    """sparse: one 'zero' at the end of words that are larger: exchanging neighbours carries it through all of them."""
    return (" ".join([*rng.choices(["three", "eight"], k=60_000), "zero"]),)


def growing(rng, size):
    """The number of words."""
    return (" ".join(rng.choices(WORDS, k=size)),)
