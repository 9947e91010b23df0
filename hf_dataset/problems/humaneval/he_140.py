"""fix_spaces: a single space or two become underscores, a run of three or more spaces becomes one hyphen.

One pass is linear; taking the characters from the front of a list moves all the others each time and is quadratic.
Where all runs are short, plain replacing is fastest: long runs shrink until none has more than three spaces, threes
become hyphens, and what is left becomes underscores. Where runs are long, a regular expression is.
Decided here: only the space (U+0020) counts, not tabs, line ends or no-break spaces; underscores and hyphens that are
there already stay; runs at both ends of the text are treated like all others.
"""

import re
from itertools import groupby

COST_VARIES = {"other_white_space": "how wide the widest run of spaces is, is a matter of chance"}


def contract(text):
    assert type(text) is str, "text must be a str"
    assert len(text) <= 2_000_000, "text must hold at most 2 million characters"
    assert text.isascii() or not re.search("[\ud800-\udfff]", text), "text must not hold lone surrogates"


INVALID = [
    ("bytes instead of text", (b"a b",)),
    ("a text beyond the length limit", (" a" * 1_000_001,)),
    ("a lone surrogate", ("a \ud800",)),
]

CANONICAL_WRONG = (("a  ",), "both spaces at the end become underscores, so the answer is 'a__'")


def ground_truth(text):
    pieces = []
    for is_space, group in groupby(text, " ".__eq__):
        piece = "".join(group)
        if is_space:
            piece = "-" if len(piece) > 2 else "_" * len(piece)
        pieces.append(piece)
    return "".join(pieces)


def reference_expression_for_wide_runs(text):
    if " " * 9 in text:
        text = re.sub("   +", "-", text)
    else:
        while " " * 4 in text:
            text = text.replace(" " * 5, " " * 3).replace(" " * 4, " " * 3)
        text = text.replace(" " * 3, "-")
    return text.replace(" ", "_")


def reference_expression_for_runs(text):
    return re.sub("   +", "-", text).replace(" ", "_")


def slow_take_from_the_front(text):
    result = ""
    rest = list(text)
    while rest:
        spaces = 0
        while rest and rest[0] == " ":
            rest.pop(0)
            spaces += 1
        result += "-" if spaces > 2 else "_" * spaces
        if rest:
            result += rest.pop(0)
    return result


def random_text(rng, words, runs):
    """Words of two to seven letters, each followed by as many spaces as one of `runs` says."""
    letters = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=7 * words))
    ends = rng.choices(range(2, 8), k=words)
    return "".join(letters[7 * i : 7 * i + ends[i]] + " " * run for i, run in enumerate(rng.choices(runs, k=words)))


def growing(rng, size):
    """The number of words."""
    return (random_text(rng, size, (1, 1, 2, 3)) + "end",)


def stress_mixed_runs(rng):
    """large_random: words with one to six spaces between them; each run has to be measured before it is replaced."""
    return (random_text(rng, 9_000, (1, 1, 1, 2, 3, 4, 6)) + "end",)


def stress_prose(rng):
    """sparse: single spaces only; there is no hyphen to set, and a search for runs finds nothing."""
    return (random_text(rng, 14_000, (1,)) + "end",)


def stress_two_or_three_spaces(rng):
    """boundary: runs of two and of three spaces, the last of them at the end of the text."""
    return (random_text(rng, 9_000, (2, 3)) + "end   ",)


def stress_wide_runs(rng):
    """worst_of_slow: runs of up to two hundred spaces; shortening each by one space a pass takes two hundred passes."""
    return (random_text(rng, 1_000, range(4, 200)) + "end",)


def stress_other_white_space(rng):
    """worst_of_fast: tabs, line ends, no-break spaces, hyphens and underscores, which have to stay as they are."""
    characters = list("\t\n\u00a0\u2003-_a   " * 5_000)
    rng.shuffle(characters)
    return ("".join(characters) + "end",)


EXPRESSIONS = {
    "one_title": (
        "early_exit: a line of text with one long run; preparing much for so little costs more than it saves.",
        "'The  Old Man    and the Sea'",
    ),
    "short_runs_by_turns": (
        "sorted: runs of one to four spaces in rising order, again and again in a short text, up to its very end.",
        "'a b  c   d    ' * 10",
    ),
    "spaces_only": (
        "all_equal: a single run of 100,000 spaces; all of it becomes one hyphen.",
        "' ' * 100_000",
    ),
    "no_spaces": (
        "long_value: one word of 80,000 letters, in which nothing is replaced.",
        "'word' * 20_000",
    ),
    "every_second_a_space": (
        "dense: letter and space by turns; there are as many short runs as there can be.",
        "' a' * 40_000",
    ),
}
