"""correct_bracketing: does every "<" have its ">" behind it, and every ">" its "<" in front?

Taking away "<>" until none is left is quadratic for nested brackets. One pass with the depth is linear. The best known
solution takes pairs away while this shortens a block much, and then goes on eight brackets at a time, as each such word
has one effect on the depth.
Decided here, as the canonical solution does it: a ">" without a "<" in front makes it incorrect too; the empty string
is correct. There are at most 4 million brackets.
"""

from array import array
from sys import byteorder

COST_VARIES = {
    "random_and_correct": "how many brackets each removal of pairs leaves is a matter of chance",
    "last_two_swapped": "how many brackets each removal of pairs leaves is a matter of chance",
}


def contract(brackets):
    assert type(brackets) is str, "brackets must be a str"
    assert len(brackets) <= 4_000_000, "there must be at most 4 million brackets"
    assert set(brackets) <= {"<", ">"}, 'brackets must hold "<" and ">" only'


INVALID = [
    ("bytes instead of text", (b"<>",)),
    ("too many brackets", ("<>" * 2_000_001,)),
    ("round brackets", ("()",)),
]


class EffectOfWords(dict):
    """For eight brackets read as one number: how they change the depth, and the lowest depth on the way."""

    def __missing__(self, word):
        change = lowest = 0
        for c in word.to_bytes(8, byteorder):
            if c == 60:  # "<"
                change += 1
            else:
                change -= 1
                if change < lowest:
                    lowest = change
        self[word] = effect = change, lowest
        return effect


def reference_pairs_then_words(brackets):
    # An odd number of brackets is never correct, and neither is what ends in "<".
    brackets += "<" * (len(brackets) % 2)
    effects = EffectOfWords()
    depth = 0
    start, size = 0, 64
    while start < len(brackets):
        block = brackets[start : start + size]
        start += size
        size = min(2 * size, 8192)
        before = 2 * len(block)
        while 8 * len(block) < 7 * before:
            before = len(block)
            block = block.replace("<>", "")
        if len(block) == before:
            closing = block.rfind(">") + 1
            steps = (-closing, -closing), (len(block) - closing, 0)
        else:
            words = block.encode("ascii") + b"<>" * (-len(block) % 8 // 2)
            steps = map(effects.__getitem__, array("Q", words))
        for change, lowest in steps:
            if depth + lowest < 0:
                return False
            depth += change
    return depth == 0


def slow_take_away_pairs(brackets):
    while "<>" in brackets:
        brackets = brackets.replace("<>", "")
    return not brackets


def random_brackets(rng, length, opening=0.5):
    """Correct brackets; in the first half, the share of opening ones is about `opening`."""
    brackets = []
    depth = 0
    for left in range(length, 0, -1):
        share = opening if 2 * left > length else 1 - opening
        if depth == 0 or (depth < left and rng.random() < share):
            brackets.append("<")
            depth += 1
        else:
            brackets.append(">")
            depth -= 1
    return "".join(brackets)


def stress_random_and_correct(rng):
    """large_random: correct brackets by chance; the answer is not known before the last one."""
    return (random_brackets(rng, 40_000),)


def stress_random_and_deep(rng):
    """dense: three of four brackets open in the first half; there are pairs at all depths, and thousands are open."""
    return (random_brackets(rng, 40_000, 0.75),)


def stress_nested(rng):
    """deep_nesting: all brackets open before the first one closes; each round of removing pairs removes just one."""
    return ("<" * 40_000 + ">" * 40_000,)


def stress_teeth(rng):
    """worst_of_fast: groups ten to thirty deep; removing pairs takes many rounds, each of little gain."""
    depths = [rng.randrange(10, 30) for _ in range(1_200)]
    return ("".join("<" * depth + ">" * depth for depth in depths),)


def stress_closed_too_early(rng):
    """early_exit: one bracket too many closes an eighth of the way in; as many open and close in all."""
    return (random_brackets(rng, 25_000) + "><" + random_brackets(rng, 25_000, 0.6) * 7,)


def stress_last_two_swapped(rng):
    """worst_of_slow: correct but for the last two brackets, which are the wrong way round; only the end tells."""
    return (random_brackets(rng, 40_000) + "><",)


EXPRESSIONS = {
    "groups_of_six": (
        "all_equal: the same short group many times; the depth is the same again after each of them.",
        "'<<><>>' * 12_000",
    ),
}


def growing(rng, size):
    """The number of brackets, nested as deep as possible."""
    return ("<" * (size // 2) + ">" * (size // 2),)
