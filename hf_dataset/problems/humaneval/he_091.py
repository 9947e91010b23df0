"""is_bored: how many sentences of a text start with the word "I".

Collecting the sentences in a new list for each of them copies those found before and is quadratic; splitting the text
once is linear. Where no two blanks follow each other, a sentence that counts begins with ".I " or ". I " once all
stops are made alike and one is put in front; both can be counted without splitting.
Decided here: the text is printable ASCII without a blank in front, and a word "I" that starts a sentence is followed
by a blank and by more of the sentence, so that sentences such as "I!" or "I'm here." do not occur.
"""

import re


def contract(S):
    assert type(S) is str, "S must be a string"
    assert S.isascii() and S.isprintable(), "S must hold printable ASCII characters only"
    assert not S.startswith(" "), "S must not start with a blank"
    assert not re.search(r"(?:^|[.?!]) *I(?![A-Za-z]| +[^ .?!])", S), (
        'a word "I" at the start of a sentence must be followed by a blank and another word'
    )


INVALID = [
    ("a list of sentences", (["I am here.", "You are there."],)),
    ("a line break", ("I am here.\nI stay.",)),
    ("a blank in front", (" I am here.",)),
    ('a sentence that consists of "I"', ("Who is there? I. Who are you?",)),
]


def reference_count_stop_and_word(S):
    text = "." + S.replace("?", ".").replace("!", ".")
    if "  " not in text:
        return text.count(".I ") + text.count(". I ")
    return sum([sentence.lstrip()[:2] == "I " for sentence in text.split(".")])


def reference_split_once(S):
    sentences = S.replace("?", ".").replace("!", ".").split(".")
    return sum([sentence.lstrip()[:2] == "I " for sentence in sentences])


def slow_new_list_for_each_sentence(S):
    sentences = []
    sentence = ""
    for c in S + ".":
        if c in ".?!":
            sentences = sentences + [sentence.strip()]
            sentence = ""
        else:
            sentence += c
    return len([sentence for sentence in sentences if sentence.startswith("I ")])


WORDS = ["hello", "world", "is", "you", "and", "In", "Ivy", "AI", "I", "the", "sunshine", "It"]


def text_of(rng, sentences, words, starts, gap):
    """A text of random sentences, each with a first word out of `starts` and `words` more."""
    written = []
    for _ in range(sentences):
        chosen = [rng.choice(starts), *rng.choices(WORDS, k=words)]
        written.append(" ".join(chosen) + " end" + rng.choice(".?!"))
    return gap.join(written)


def stress_random_sentences(rng):
    """large_random: sentences of some eight words, a third of which count; copying a list for each is quadratic."""
    return (text_of(rng, 6_000, 6, ["I", "You", "It"], " "),)


def stress_every_sentence_counts(rng):
    """dense: tiny sentences that all start with the word; the cost of a sentence counts, not the length of the text."""
    return ("".join(rng.choices(["I go. ", "I do!", "I am? "], k=25_000)),)


def stress_similar_first_words(rng):
    """sparse: all sentences start with other words in I, while the word itself stands inside; none of them counts."""
    return (text_of(rng, 5_000, 8, ["It", "Is", "In", "Ivy", "II"], " "),)


def stress_rows_of_stops(rng):
    """worst_of_slow: long rows of stops; each ends a sentence without any word, which still has to be told apart."""
    return ("".join(rng.choices(".?!", k=60_000)) + " I wonder. " + "?" * 30_000 + "I see",)


def stress_wide_gaps(rng):
    """boundary: up to eighty blanks behind each stop; sentences do not start where the stop ends."""
    gaps = [" " * rng.randrange(1, 80) for _ in range(3_000)]
    return ("".join([text_of(rng, 1, 2, ["I", "We"], "") + gap for gap in gaps]),)


def stress_long_sentences(rng):
    """long_value: few sentences of thousands of words; a look at each word or character finds next to nothing."""
    return (text_of(rng, 25, 4_000, ["I", "They"], " "),)


def growing(rng, size):
    """The number of sentences."""
    return ("".join(rng.choices(["I a.", "?", "U!"], k=size)),)


EXPRESSIONS = {
    "one_sentence_of_the_word": (
        'worst_of_fast: a single sentence made of the word "I", none of which but the first starts it.',
        '"I " * 200_000 + "go."',
    ),
}
