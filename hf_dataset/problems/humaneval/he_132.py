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


def stress_short_and_closings_first(rng):
    """sorted: few brackets, all closing ones first; one look at each costs little, counting at each cut much more."""
    return ("]" * rng.randrange(57, 63) + "[" * rng.randrange(57, 63),)


def stress_short_pairs_side_by_side(rng):
    """dense: a few pairs, none inside another, yet brackets of different pairs form a nest; a short look shows it."""
    return ("[]" * rng.randrange(18, 23),)


def stress_closings_then_openings(rng):
    """worst_of_slow: all closing brackets come first; each cut between them is tried in vain."""
    return ("]" * rng.randrange(74_000, 76_000) + "[" * rng.randrange(74_000, 76_000),)


def stress_single_opening(rng):
    """all_equal: one opening bracket among closing ones; pairs of brackets are plenty, a second opening is missing."""
    return ("]" * rng.randrange(3_900, 4_100) + "[" + "]" * rng.randrange(145_000, 147_000),)


def stress_single_closing(rng):
    """worst_of_fast: openings without end and one closing after them; the search for a second goes all the way."""
    return ("[" * rng.randrange(148_500, 151_500) + "]",)


def stress_nested_core_in_unmatched_runs(rng):
    """deep_nesting: a deep nest between unmatched brackets; pairing them up with a stack stores most of the string."""
    outer, inner = rng.randrange(59_500, 60_500), rng.randrange(14_800, 15_200)
    return ("]" * outer + "[" * inner + "]" * inner + "[" * outer,)


def stress_two_pairs_apart(rng):
    """sparse: an opening and a closing bracket stand alone in long runs of the other kind, but never nest."""
    runs = [rng.randrange(39_500, 40_500) for _ in range(4)]
    return ("]" * runs[0] + "[" + "]" * runs[1] + "[" * runs[2] + "]" + "[" * runs[3],)


def stress_smallest_nest(rng):
    """boundary: the smallest nest, hidden between long runs of brackets that match nothing."""
    return ("]" * rng.randrange(49_500, 50_500) + "[[]]" + "[" * rng.randrange(99_000, 101_000),)
