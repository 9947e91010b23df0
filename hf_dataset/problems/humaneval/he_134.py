"""check_if_last_char_is_a_letter: does a text end in a letter that stands alone?

The last two characters tell, so the best known solution takes constant time; splitting the whole text into words is
linear, and cutting off one word after the other from the front copies the rest each time and is quadratic.
Decided here: only the space (U+0020) separates words, a tab or a line end is part of one; a text of one letter ends in
a letter that stands alone. The text holds ASCII characters only, at most 2 million of them.
"""


def contract(txt):
    assert type(txt) is str, "txt must be a str"
    assert txt.isascii(), "txt must hold ASCII characters only"
    assert len(txt) <= 2_000_000, "txt must hold at most 2 million characters"


INVALID = [
    ("bytes instead of text", (b"apple pi e",)),
    ("a letter beyond ASCII", ("caf \u00e9",)),
    ("a text beyond the length limit", ("a " * 1_000_001,)),
]


def reference_last_two_characters(txt):
    return txt[-1:].isalpha() and txt[-2:-1] in ("", " ")


def slow_cut_off_words_from_the_front(txt):
    while " " in txt:
        txt = txt.partition(" ")[2]
    return len(txt) == 1 and txt.isalpha()


def growing(rng, size):
    """The number of words."""
    return ("butterfly " * (size - 1) + "e",)


def stress_random_words(rng):
    """large_random: words of random length before a letter that stands alone; splitting makes a string for each."""
    letters = "".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ     ", k=350_000))
    return (letters + " e",)


def stress_digits_and_punctuation(rng):
    """sparse: no letter anywhere; the last character stands alone but is none, which needs no look at the words."""
    return ("".join(rng.choices("0123456789.,;!?-    ", k=300_000)) + " 1",)


def stress_tabs_and_line_ends(rng):
    """boundary: the last letter follows a tab, which separates nothing; the words are cut at the spaces only."""
    return ("".join(rng.choices("ab\t\n\r\f\v  ", k=300_000)) + " pi\te",)


def stress_words_in_order(rng):
    """sorted: a list of words in alphabetical order that ends within a word; the last two characters show it."""
    words = ("".join(rng.choices("abcdefghijkl", k=rng.randrange(2, 8))) for _ in range(35_000))
    return (" ".join(sorted(words)),)


def stress_fifty_short_words(rng):
    """worst_of_fast: so few words that splitting costs little; cutting them off one at a time is slower already."""
    words = rng.sample(("to be", "or not", "is it", "no way"), 2)
    return (" ".join(words * 12) + " to b",)


def stress_letters_alone(rng):
    """dense: every letter stands alone; cutting off the words one at a time meets as many as can be."""
    return (" ".join(rng.choices("abcxyzABCXYZ", k=120_000)) + " z",)


def stress_spaces_only(rng):
    """all_equal: nothing but spaces, each of which ends an empty word; splitting makes an empty string for each."""
    return (" " * rng.randrange(197_000, 203_000),)


def stress_space_at_the_end(rng):
    """early_exit: the last character is a space, so the answer is there before any word has been looked at."""
    return (f"{rng.choice(('apple', 'lemon', 'peach'))} pi e " * rng.randrange(29_500, 30_500),)


def stress_one_long_word(rng):
    """long_value: a single word of a million letters; searching it for a space or copying it is all the work."""
    return (rng.choice("abcdef") * rng.randrange(985_000, 1_015_000),)


EXPRESSIONS = {
    "letter_alone_in_the_text": (
        "boundary: the letter is all of the text; neither a word nor a space stands in front of it.",
        "'A'",
    ),
}
