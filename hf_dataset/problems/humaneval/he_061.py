"""correct_bracketing: is every round bracket of a string matched?

Removing "()" until none is left is quadratic when the brackets are nested deeply; carrying the depth along is linear.
The best known one compares the numbers of both brackets first, then packs eight brackets into a byte and looks up, for
each byte, how much it changes the depth and how much depth it needs before it.
A closing bracket must stand behind the opening one that it matches, and no other characters occur. The prompt asks only
about opening brackets, but the tests reject a closing one without partner as well. The empty string is correct.
"""

from array import array
from itertools import accumulate
from operator import ge

COST_VARIES = {
    "random_walk": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
    "closed_too_early": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
    "wrong_at_the_very_end": "removing pairs takes as many passes as the brackets are deep, and that is drawn",
}


def contract(brackets):
    assert type(brackets) is str, "brackets must be a str"
    assert brackets.count("(") + brackets.count(")") == len(brackets), "brackets must hold round brackets only"
    assert len(brackets) <= 2_000_000, "brackets must hold at most 2 million characters"


INVALID = [
    ("a list of characters", (["(", ")"],)),
    ("other characters", ("(a)",)),
    ("a string beyond the length limit", ("()" * 1_000_001,)),
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


def reference_eight_at_a_time(brackets):
    if 2 * brackets.count("(") != len(brackets):
        return False
    depth = 0
    for start in range(0, len(brackets), 4096):
        block = brackets[start : start + 4096]
        block += "()" * (-len(block) % 8 // 2)
        packed = int(block.encode().translate(DIGITS), 2).to_bytes(len(block) // 8, "big")
        depths = list(accumulate(array("b", packed.translate(CHANGE)), initial=depth))
        if not all(map(ge, depths, packed.translate(NEED))):
            return False
        depth = depths[-1]
    return True


def slow_remove_pairs(brackets):
    while "()" in brackets:
        brackets = brackets.replace("()", "")
    return brackets == ""


def random_walk(rng, length):
    """Correct brackets of an even length, drawn at random."""
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


def stress_random_walk(rng):
    """large_random: correct brackets of changing depth; removing pairs needs as many passes as the depth."""
    return (random_walk(rng, 60_000),)


def stress_closed_too_early(rng):
    """early_exit: after a third there is a closing bracket too many; the rest makes up for it in vain."""
    return (random_walk(rng, 40_000) + ")" + random_walk(rng, 40_000) + "(" + random_walk(rng, 40_000),)


def stress_wrong_at_the_very_end(rng):
    """boundary: as many opening as closing brackets, and only the last two stand in the wrong order."""
    return (random_walk(rng, 50_000) + ")(",)


def stress_one_deep_nest(rng):
    """deep_nesting: all opening brackets stand before all closing ones; removing pairs takes off two at a time."""
    depth = rng.randrange(29_600, 30_400)
    return ("(" * depth + ")" * depth,)


def stress_flat_pairs(rng):
    """sorted: the depth never exceeds one; pushing and popping for each pair is all there is to do."""
    return ("()" * rng.randrange(29_600, 30_400),)


def stress_nests_of_a_hundred(rng):
    """dense: nests that are a hundred deep, side by side; rewriting the whole text for each level is waste."""
    depths = rng.choices(range(98, 103), k=300)
    return ("".join("(" * depth + ")" * depth for depth in depths),)


def stress_one_never_closed(rng):
    """worst_of_slow: the first bracket has no partner; stepping through the rest shows it only at the very end."""
    return ("(" + "".join(rng.choices(("(()(()))", "((()()))", "((()))()"), k=25_000)),)


def growing(rng, size):
    """The number of nested pairs."""
    return ("(" * size + ")" * size,)
