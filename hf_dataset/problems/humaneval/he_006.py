"""parse_nested_parens: the deepest nesting level of each group of parentheses.

Removing innermost pairs again and again costs one pass for each level, quadratic for deep groups; one pass that keeps
the depth is linear.
Decided here: groups hold no spaces, are parted by one or more spaces (U+0020), and each group is one outermost pair
with everything else inside it; a string without groups gives an empty list.
"""

from array import array
from itertools import accumulate

TO_STEPS = bytes.maketrans(b"()", b"\x01\xff")
STEP_OF = {"(": 1, ")": -1}


def contract(paren_string):
    assert type(paren_string) is str, "paren_string must be a str"
    assert set(paren_string) <= set("() "), "paren_string must hold parentheses and spaces only"
    for group in paren_string.split():
        depths = list(accumulate(map(STEP_OF.__getitem__, group)))
        assert min(depths) == 0, "a parenthesis is closed before it is opened, or never closed"
        assert depths.index(0) == len(depths) - 1, "groups must be parted by spaces"


INVALID = [
    ("a list of characters", (["(", ")"],)),
    ("a bracket of another form", ("() []",)),
    ("closed too early", ("()) (",)),
    ("two groups without a space between", ("()(())",)),
]


def levels(group):
    """The depth of one group: its innermost pairs are removed level by level until that hardly shortens it."""
    depth = 0
    while group:
        without_innermost = group.replace("()", "")
        depth += 1
        if 8 * len(without_innermost) > 7 * len(group):
            steps = array("b", without_innermost.encode().translate(TO_STEPS))
            return depth + max(accumulate(steps))
        group = without_innermost
    return depth


def reference_remove_pairs_while_it_pays(paren_string):
    groups = paren_string.split()
    depths = {group: levels(group) for group in set(groups)}
    return [depths[group] for group in groups]


def slow_depth_at_every_place(paren_string):
    result = []
    for group in paren_string.split():
        depths = [group[:end].count("(") - group[:end].count(")") for end in range(1, len(group))]
        result.append(max(depths))
    return result


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
    """large_random: groups of random shape and size; counting every prefix of each is quadratic in its length."""
    return (" ".join(random_group(rng, rng.randrange(200)) for _ in range(300)),)


def stress_one_random_group(rng):
    """long_value: one long group of random shape, where work that grows with the square of the length shows most."""
    return (random_group(rng, 25_000),)


def stress_chains(rng):
    """deep_nesting: chains of several hundred levels; removing innermost pairs takes one pass for each level."""
    depths = [405 + 10 * i for i in range(40)]
    rng.shuffle(depths)
    return (" ".join("(" * depth + ")" * depth for depth in depths),)


def stress_few_distinct_groups(rng):
    """all_equal: very many small groups, few of them distinct; whatever is set up for each group anew adds up."""
    return (" ".join(rng.choice(["()", "(())", "(()())", "((()))", "((())())"]) for _ in range(20_000)),)


def stress_pairs_inside_chains(rng):
    """worst_of_fast: a chain around many pairs first shrinks and then resists the removal of innermost pairs."""
    return (" ".join("(" * 300 + "()(())" * pairs + ")" * 300 for pairs in range(100, 130)),)


def stress_deepest_level_last(rng):
    """worst_of_slow: flat but for its last pairs, so that neither the start nor the outer levels tell the answer."""
    return ("(" + "()" * 25_000 + "((((()))))" * 10 + ")",)


def growing(rng, size):
    """The number of pairs inside one group."""
    return ("(" + "()" * size + ")",)
