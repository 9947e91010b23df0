"""histogram: the letters that occur most often in a text of letters separated by spaces, with their count.

Counting anew for every place is quadratic; as there are 26 letters, counting each of them once is linear. The fastest
known solution drops the spaces, splits the letters by halves of the alphabet at C speed until few are left to count,
and passes over parts that are shorter than the best count so far.
Decided here: exactly one space stands between two letters and none at the ends; the empty text gives an empty dict.
"""


def contract(test):
    assert type(test) is str, "test must be a str"
    assert test.isascii(), "test must be ASCII"
    assert test == "" or len(test) % 2 == 1, "test must begin and end with a letter"
    assert not test[1::2].strip(" "), "one space must follow each letter but the last"
    assert test == "" or (test[::2].isalpha() and test[::2].islower()), "test must hold lowercase letters"


INVALID = [
    ("a list of letters", (["a", "b"],)),
    ("a letter that is not English", ("a \u00e9",)),
    ("a space at the end", ("a b ",)),
    ("no spaces", ("abc",)),
    ("a capital letter", ("a B",)),
]


def reference_halve_the_alphabet(test):
    text = test[::2]
    most = 0
    answer = {}
    parts = [(text, "".join([letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter in text]))]
    while parts:
        part, letters = parts.pop()
        if len(part) < most:
            continue
        if len(letters) > 7 and len(part) > 500:
            half = len(letters) // 2
            first, second = letters[:half], letters[half:]
            code = part.encode("ascii")
            parts.append((code.translate(None, second.encode("ascii")).decode("ascii"), first))
            parts.append((code.translate(None, first.encode("ascii")).decode("ascii"), second))
            continue
        for letter in letters:
            count = part.count(letter)
            if count > most:
                most = count
                answer = {}
            if count == most:
                answer[letter] = count
    return answer


def slow_count_at_every_place(test):
    letters = test.split()
    counts = [letters.count(letter) for letter in letters]
    most = max(counts, default=0)
    return {letter: most for letter, count in zip(letters, counts, strict=True) if count == most}


def stress_random_letters(rng):
    """large_random: all the letters about equally often; a count for every place reads the whole text each time."""
    return (" ".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=1_300)),)


def stress_alphabet_in_turn(rng):
    """dense: every letter occurs equally often, so that each place names a winner and no letter can be ruled out."""
    return (" ".join("abcdefghijklmnopqrstuvwxyz" * 50),)


def stress_runs_in_order(rng):
    """sorted: runs of one letter, from the shortest to the longest; each run holds the best count until the next."""
    return (" ".join("".join(chr(97 + i) * (9 * i + 9) for i in range(20))),)


def stress_two_letters_tied(rng):
    """worst_of_fast: two letters in random order with equal counts, told apart by nothing until the last place."""
    letters = list("no" * 4_000)
    rng.shuffle(letters)
    return (" ".join(letters),)


def stress_one_frequent_letter(rng):
    """sparse: one letter makes up most of the text and the others are scattered; only its count matters."""
    return (" ".join(rng.choices("abcdefghijklmnopqrstuvwxyz", weights=[1] * 19 + [200] + [1] * 6, k=13_000)),)


def stress_one_line(rng):
    """early_exit: 60 letters, for which preparing large tables costs more than counting at every place."""
    return (" ".join(rng.choices("etaoinshrdlu", k=60)),)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: a single letter; at each place it is counted again, or put into the answer again.",
        '" ".join("q" * 30_000)',
    ),
}


def growing(rng, size):
    """The number of letters, which occur at random."""
    return (" ".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=size)),)
