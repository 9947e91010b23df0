"""get_closest_vowel: the last vowel of a word that stands between two consonants.

Taking the letters one by one off the front of the reversed word moves all the others and is quadratic; one look at
every letter from the right is linear. The best known one turns a block of letters into the two classes, vowel and
consonant, and searches it from the right for the pattern of three, both at C speed; it takes block after block, so that
nothing far left of the answer is looked at.
As the prompt says, there are English letters only, in both cases; y is a consonant. Decided here: the word has at least
one letter, and at most a million.
"""

CLASSES = bytes.maketrans(
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"vcccvcccvcccccvcccccvcccccvcccvcccvcccccvcccccvccccc",
)


def contract(word):
    assert type(word) is str, "word must be a str"
    assert word, "word must not be empty"
    assert word.isascii(), "word must be ASCII"
    assert word.isalpha(), "word must hold letters only"
    assert len(word) <= 1_000_000, "word must have at most a million letters"


INVALID = [
    ("bytes", (b"yogurt",)),
    ("an empty word", ("",)),
    ("a letter that is not English", ("caf\u00e9s",)),
    ("two words", ("quick fox",)),
    ("more than a million letters", ("t" * 1_000_001,)),
]


def reference_search_blocks_of_classes(word):
    end = len(word)
    size = 32
    while end > 2:
        block = word[max(end - size - 2, 0) : end]
        place = block.encode().translate(CLASSES).rfind(b"cvc")
        if place >= 0:
            return block[place + 1]
        end -= size
        size = min(2 * size, 4096)
    return ""


def slow_take_letters_off_the_front(word):
    vowels = "aeiouAEIOU"
    letters = list(reversed(word))
    while len(letters) >= 3:
        right, middle, left = letters[:3]
        if middle in vowels and left not in vowels and right not in vowels:
            return middle
        letters.pop(0)
    return ""


def growing(rng, size):
    """The number of letters."""
    return ("".join(rng.choices(["tea", "sou", "Gia"], k=size // 3 + 1))[:size],)


def stress_vowels_in_pairs(rng):
    """large_random: no vowel stands alone, so that the search goes through the whole word and looks at most letters."""
    vowels = ["ea", "ou", "IO", "eau"]
    consonants = ["s", "tr", "B", "gl", "mn"]
    return ("".join([rng.choice(consonants) + rng.choice(vowels) for _ in range(42_000)]),)


def stress_first_syllable(rng):
    """worst_of_slow: the only vowel between two consonants is the second letter of the word."""
    return ("Bat" + "".join(rng.choices(["eat", "OUs", "iall"], k=46_000)),)


def stress_answer_after_a_third(rng):
    """dense: the right third holds no answer, the rest is full of them; a list of all of them is waste."""
    left = "".join(rng.choices(["ban", "tik", "SOT"], k=70_000))
    return (left + "a" + "".join(rng.choices(["tea", "sou"], k=35_000)),)


def stress_answer_at_the_end(rng):
    """early_exit: the third letter from the right is the answer; a copy of the long word before it is waste."""
    return ("".join(rng.choices(["st", "ou", "r", "ea"], k=60_000)) + "sUng",)


def stress_vowels_at_both_ends(rng):
    """boundary: the only single vowels are the first and the last letter, which do not count."""
    return ("a" + "".join(rng.choices("bcdfghjklmnpqrstvwxyzBCDFG", k=170_000)) + "E",)


EXPRESSIONS = {
    "one_consonant": (
        "all_equal: a single letter repeated; looking it up among the vowels fails each time after the longest search.",
        "'z' * 180_000",
    ),
    "short_word": (
        "sparse: forty letters without an answer; preparations that pay only on long words show.",
        "'strea' * 8",
    ),
    "nearly_at_every_place": (
        "worst_of_fast: a consonant and a vowel stand everywhere, and the third letter alone breaks the pattern.",
        "'too' * 60_000",
    ),
}
