"""is_nested: can two opening brackets followed by two closing ones be picked from a string, in this order?

A valid choice with a nested bracket always holds such a "[[]]", and "[[]]" is one: the string is nested if and only
if the second opening bracket from the left stands before the second closing bracket from the right.
Counting the brackets on both sides of every cut is quadratic; the four searches are linear, at the speed of memchr.
Decided here: a string has at most 10**6 characters; the empty string is allowed and not nested.
"""


def contract(string):
    assert type(string) is str, "string must be a str"
    assert len(string) <= 10**6, "string must have at most 10**6 characters"
    assert string.count("[") + string.count("]") == len(string), "string must hold square brackets only"


INVALID = [
    ("bytes", (b"[[]]",)),
    ("a round bracket", ("[[)]",)),
    ("too many brackets", ("[" * (10**6 + 1),)),
]


def reference_four_searches_forward(string):
    place = -1
    for bracket in "[[]]":
        place = string.find(bracket, place + 1)
        if place < 0:
            return False
    return True


def slow_count_on_both_sides_of_every_cut(string):
    return any(string[:cut].count("[") >= 2 and string[cut:].count("]") >= 2 for cut in range(len(string)))


def growing(rng, size):
    """The number of brackets."""
    return ("]" * (size // 2) + "[" * (size - size // 2),)


def stress_random_after_closings(rng):
    """early_exit: random brackets after a long run of closing ones; the answer is certain soon after the run."""
    return ("]" * 120_000 + "".join(rng.choices("[]", k=30_000)),)


EXPRESSIONS = {
    "short_and_closings_first": (
        "sorted: few brackets, all closing ones first; one look at each costs little, counting at each cut much more.",
        '"]" * 60 + "[" * 60',
    ),
    "short_pairs_side_by_side": (
        "dense: a few pairs, none inside another, yet brackets of different pairs form a nest; a short look shows it.",
        '"[]" * 20',
    ),
    "closings_then_openings": (
        "worst_of_slow: all closing brackets come first; each cut between them is tried in vain.",
        '"]" * 75_000 + "[" * 75_000',
    ),
    "single_opening": (
        "all_equal: one opening bracket among closing ones; pairs of brackets are plenty, a second opening is missing.",
        '"]" * 4_000 + "[" + "]" * 146_000',
    ),
    "single_closing": (
        "worst_of_fast: openings without end and one closing after them; the search for a second goes all the way.",
        '"[" * 149_999 + "]"',
    ),
    "nested_core_in_unmatched_runs": (
        "deep_nesting: a deep nest between unmatched brackets; pairing them up with a stack stores most of the string.",
        '"]" * 60_000 + "[" * 15_000 + "]" * 15_000 + "[" * 60_000',
    ),
    "two_pairs_apart": (
        "sparse: an opening and a closing bracket stand alone in long runs of the other kind, but never nest.",
        '"]" * 40_000 + "[" + "]" * 40_000 + "[" * 40_000 + "]" + "[" * 40_000',
    ),
    "smallest_nest": (
        "boundary: the smallest nest, hidden between long runs of brackets that match nothing.",
        '"]" * 50_000 + "[[]]" + "[" * 100_000',
    ),
}
