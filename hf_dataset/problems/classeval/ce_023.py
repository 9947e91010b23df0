"""CombinationCalculator: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_halves(rng):
    """worst_of_fast: half of fifteen items, in every way."""
    items = [f"item {rng.randrange(10**6)}" for _ in range(15)]
    return ([("__init__", items)] + [("select", 7)] * 3,)


def stress_all_of_thirteen(rng):
    """dense: all selections of thirteen items."""
    items = [f"item {rng.randrange(10**6)}" for _ in range(13)]
    return ([("__init__", items)] + [("select_all",)] * 3,)


def stress_large_counts(rng):
    """long_value: numbers of combinations with hundreds of digits."""
    calls = [("__init__", ["a"])]
    for _ in range(300):
        of = rng.randrange(400, 800)
        calls.append(("count", of, rng.randrange(1, of)))
    return (calls,)
