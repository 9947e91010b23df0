"""split_words: the words between blanks, or else between commas, or else the number of letters at odd places.

Cutting each word off the front copies the rest of the text every time, and taking letters off the front of a list moves
all the others; both are quadratic, while splitting is linear. Letters are counted fastest by deleting all the others at
C speed and taking the length of what is left.
The letters that count are the lower-case ones at odd places of the alphabet, from zero: b, d, f, ..., z. Decided here:
the text is printable ASCII, so that a blank is the only whitespace; to leave no doubt about empty words, it neither
starts nor ends with a blank or a comma, and no two blanks and no two commas follow each other. It has at most 2 million
characters.
"""

OTHERS = bytes(range(256)).translate(None, b"bdfhjlnprtvxz")


def contract(txt):
    assert type(txt) is str, "txt must be a str"
    assert txt.isascii() and txt.isprintable(), "txt must hold printable ASCII characters only"
    assert txt == txt.strip(" ,"), "txt must neither start nor end with a blank or a comma"
    assert "  " not in txt, "txt must not hold two blanks in a row"
    assert ",," not in txt, "txt must not hold two commas in a row"
    assert len(txt) <= 2_000_000, "txt must have at most 2 million characters"


INVALID = [
    ("bytes", (b"Hello world!",)),
    ("a line end", ("Hello\nworld!",)),
    ("a blank at the end", ("Hello ",)),
    ("two blanks in a row", ("Hello  world!",)),
    ("two commas in a row", ("Hello,,world!",)),
    ("more than 2 million characters", ("a" * 2_000_001,)),
]


def reference_split_or_delete(txt):
    if " " in txt:
        return txt.split(" ")
    if "," in txt:
        return txt.split(",")
    return len(txt.encode().translate(None, OTHERS))


def slow_take_off_the_front(txt):
    for separator in " ,":
        if separator in txt:
            words = []
            while separator in txt:
                place = txt.index(separator)
                words.append(txt[:place])
                txt = txt[place + 1 :]
            return words + [txt]
    count = 0
    letters = list(txt)
    while letters:
        if letters.pop(0) in "bdfhjlnprtvxz":
            count += 1
    return count


def growing(rng, size):
    """The number of characters, all of them letters."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyzABC", k=size)),)


def words(rng, count):
    return ["".join(rng.choices("abcdefghijklmnoprstuwyT", k=rng.randint(2, 9))) for _ in range(count)]


def stress_words_and_blanks(rng):
    """large_random: tens of thousands of words; cutting them off one by one copies the rest for each."""
    return (" ".join(words(rng, 25_000)),)


def stress_letters_only(rng):
    """long_value: one long word of random letters in both cases; looking each one up in the alphabet takes long."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", k=180_000)),)


def stress_commas_and_one_blank(rng):
    """sparse: thousands of words between commas, and one blank near the end, which makes two words of the text."""
    return (",".join(words(rng, 10_000) * 8) + " end",)


def stress_capitals(rng):
    """boundary: capitals, digits and other signs, nothing that counts, for tests on the code or the case alone."""
    return ("".join(rng.choices("BDFHJLNPRTVXZ02468.;:-_", k=180_000)),)


def stress_short_text(rng):
    """early_exit: sixty letters in one word, for which there is little to prepare."""
    return ("".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=60)),)


EXPRESSIONS = {
    "one_letter_words": (
        "worst_of_slow: a comma after each letter, the most words that a text of its length can have.",
        "','.join('abcdefghijklmnop' * 3_500)",
    ),
    "same_long_word": (
        "all_equal: the same word of some fifty characters, commas among them, between blanks.",
        "' '.join(['one,two,three,four,five,six,seven,eight,nine,ten,11'] * 12_000)",
    ),
    "every_letter_counts": (
        "dense: all letters count, so that deleting the others leaves everything.",
        "'zxvtrpnljhfdb' * 14_000",
    ),
}
