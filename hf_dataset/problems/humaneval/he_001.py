"""separate_paren_groups: cut a string of parentheses into its outermost balanced groups, without the spaces.

Testing every prefix for balance is quadratic in the length of a group; one pass that keeps the depth is linear.
Decided here: only parentheses and spaces (U+0020) occur, everything is balanced, groups need no space between them,
and a string without any group (empty, or spaces only) gives an empty list.
"""

from array import array
from itertools import accumulate

STEPS = {"(": 1, ")": -1, " ": 0}
TO_STEPS = bytes.maketrans(b"()", b"\x01\xff")


def contract(paren_string):
    assert type(paren_string) is str, "paren_string must be a str"
    assert set(paren_string) <= set("() "), "paren_string must hold parentheses and spaces only"
    depths = list(accumulate(map(STEPS.__getitem__, paren_string), initial=0))
    assert min(depths) == 0, "a parenthesis is closed before it is opened"
    assert depths[-1] == 0, "a parenthesis is never closed"


INVALID = [
    ("a list of characters", (["(", ")"],)),
    ("a bracket of another form", ("() []",)),
    ("closed too early", ("())(",)),
    ("never closed", ("() (()",)),
]


def reference_zeros_of_running_depth(paren_string):
    text = paren_string.replace(" ", "")
    depths = list(accumulate(array("b", text.encode().translate(TO_STEPS))))
    find_depth = depths.index
    groups = []
    start = 0
    for _ in range(depths.count(0)):
        end = find_depth(0, start) + 1
        groups.append(text[start:end])
        start = end
    return groups


def reference_one_pass_with_slices(paren_string):
    text = paren_string.replace(" ", "")
    groups = []
    depth = start = 0
    for end, c in enumerate(text, 1):
        if c == "(":
            depth += 1
        else:
            depth -= 1
            if not depth:
                groups.append(text[start:end])
                start = end
    return groups


def slow_balance_of_every_prefix(paren_string):
    rest = paren_string.replace(" ", "")
    groups = []
    while rest:
        end = 2
        while rest[:end].count("(") != rest[:end].count(")"):
            end += 2
        groups.append(rest[:end])
        rest = rest[end:]
    return groups


def random_group(rng, pairs):
    """A random balanced group: `pairs` pairs inside one outer pair."""
    steps = [1, -1] * pairs
    rng.shuffle(steps)
    text, depth = [], 0
    for step in steps:
        before, depth = depth, depth + step
        text.append("(" if abs(depth) > abs(before) else ")")
    return "(" + "".join(text) + ")"


def stress_random_groups(rng):
    """large_random: groups of random shape and size; removing each found group from the front copies the rest."""
    return (" ".join(random_group(rng, rng.randrange(60)) for _ in range(400)),)


def stress_one_wide_group(rng):
    """long_value: one group around many small pairs; looking for its end again from its start is quadratic."""
    return ("(" + "()" * rng.randrange(17_800, 18_200) + ")",)


def stress_smallest_groups(rng):
    """dense: every pair is a group of its own; removing groups from the front copies the rest for each of them."""
    return ("()" * rng.randrange(6_930, 7_070),)


def stress_nested_groups(rng):
    """deep_nesting: chains of several hundred levels; removing innermost pairs takes one pass for each level."""
    depths = [410 + 20 * i for i in range(20)]
    rng.shuffle(depths)
    return (" ".join("(" * depth + ")" * depth for depth in depths),)


def stress_mostly_spaces(rng):
    """sparse: long runs of spaces between few parentheses; handling spaces one at a time is all the work."""
    groups = rng.choices(("(()(()))", "((())())"), k=400)
    return ((" " * 30).join(groups) + " " * rng.randrange(11_800, 12_200),)


def stress_late_end(rng):
    """worst_of_fast: testing prefixes is quick for the small groups in front and quadratic for the long last one."""
    return ("(())" * rng.randrange(1_960, 2_040) + "(" + "(())()" * rng.randrange(2_960, 3_040) + ")",)


def growing(rng, size):
    """The number of pairs inside one group."""
    return ("(" + "()" * size + ")",)
