"""match_parens: can two strings of round brackets be put one after the other so that all brackets are matched?

Removing "()" from the joined string until nothing changes is quadratic when brackets are nested deeply; carrying the
depth along is linear, once for each order. The best known one compares the numbers of both brackets first, needs one
order only (the string with more opening brackets in front), packs eight brackets into a byte and looks up, for each
byte, how much it changes the depth and how much depth it needs before it.
Decided here: each of the strings may be empty; together they have at most 2 million characters.
"""

from array import array
from itertools import accumulate
from operator import ge

COST_VARIES = {
    "cut_at_random": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
    "wrong_at_the_very_end": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
    "neither_fits": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
}


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert len(lst) == 2, "lst must hold two strings"
    assert all(type(s) is str for s in lst), "lst must hold strings only"
    assert all(s.count("(") + s.count(")") == len(s) for s in lst), "the strings must hold round brackets only"
    assert len(lst[0]) + len(lst[1]) <= 2_000_000, "the strings must have at most 2 million characters together"


INVALID = [
    ("a tuple", (("(", ")"),)),
    ("three strings", (["(", ")", "()"],)),
    ("bytes", ([b"(", ")"],)),
    ("square brackets", (["[", "]"],)),
    ("more than 2 million characters", (["(" * 1_000_001, ")" * 1_000_001],)),
]


def tables_of_bytes():
    """For each byte, read as eight brackets with 1 for a closing one: the change of depth, and the depth it needs."""
    change, need = [0], [0]
    for _ in range(8):
        need = [max(0, x - 1) for x in need] + [x + 1 for x in need]
        change = [x + 1 for x in change] + [x - 1 for x in change]
    return array("b", change).tobytes(), bytes(need)


CHANGE, NEED = tables_of_bytes()
DIGITS = bytes.maketrans(b"()", b"01")


def reference_one_order_eight_at_a_time(lst):
    first, second = lst
    opening = first.count("(")
    brackets = first + second if 2 * opening >= len(first) else second + first
    if 2 * (opening + second.count("(")) != len(brackets):
        return "No"
    depth = 0
    for start in range(0, len(brackets), 4096):
        block = brackets[start : start + 4096]
        block += "()" * (-len(block) % 8 // 2)
        packed = int(block.encode().translate(DIGITS), 2).to_bytes(len(block) // 8, "big")
        depths = list(accumulate(array("b", packed.translate(CHANGE)), initial=depth))
        if not all(map(ge, depths, packed.translate(NEED))):
            return "No"
        depth = depths[-1]
    return "Yes"


def slow_remove_pairs(lst):
    for joined in (lst[0] + lst[1], lst[1] + lst[0]):
        while "()" in joined:
            joined = joined.replace("()", "")
        if joined == "":
            return "Yes"
    return "No"


def growing(rng, size):
    """The number of brackets in each string."""
    return ([")" * size, "(" * size],)


def matched(rng, length):
    """Matched brackets of an even length, drawn at random."""
    depth = 0
    brackets = []
    for left in range(length, 0, -1):
        if depth == 0 or (depth < left and rng.random() < 0.5):
            depth += 1
            brackets.append("(")
        else:
            depth -= 1
            brackets.append(")")
    return "".join(brackets)


def stress_cut_at_random(rng):
    """large_random: matched brackets, cut in two and swapped; the order given fails, and the other one is right."""
    brackets = matched(rng, 60_000)
    cut = rng.randrange(25_000, 35_000)
    return ([brackets[cut:], brackets[:cut]],)


def stress_one_opening_too_many(rng):
    """early_exit: the numbers of both brackets differ, which tells the answer; the depth shows it at the end only."""
    return (["(" + matched(rng, 1_000) * 150, matched(rng, 1_000) * 150],)


def stress_wrong_at_the_very_end(rng):
    """boundary: as many opening as closing brackets, and only the last two of the second string are out of order."""
    return ([matched(rng, 30_000), matched(rng, 30_000) + ")("],)


def stress_neither_fits(rng):
    """sparse: both strings fall below zero half way, so that either order must be refused, though the numbers agree."""
    halves = [matched(rng, 20_000) for _ in range(4)]
    return ([halves[0] + "))((" + halves[1], halves[2] + ")(" + halves[3]],)


EXPRESSIONS = {
    "closing_string_first": (
        "deep_nesting: all closing brackets stand in the first string; removing pairs takes off two at a time.",
        "[')' * 14_000, '(' * 14_000]",
    ),
    "flat_pairs": (
        "all_equal: only pairs in both strings; either order is right, and the depth never exceeds one.",
        "['()' * 15_000, '()' * 15_000]",
    ),
    "nests_between_first_and_last": (
        "worst_of_slow: the first bracket is matched by the last one, and nests 400 deep, one by one, lie between.",
        "['(' + ('(' * 400 + ')' * 400) * 35, ('(' * 400 + ')' * 400) * 35 + ')']",
    ),
}
