"""Calculator: call scripts for the class of ClassEval with this number, whose texts are not ours."""

TOLERANCE = 1e-9


def sum_of(rng, terms):
    parts = [str(rng.randrange(1, 100))]
    for _ in range(terms):
        parts += [rng.choice("+-*"), str(rng.randrange(1, 10))]
    return "".join(parts)


def stress_many_sums(rng):
    """large_random: a thousand short expressions."""
    return ([("__init__",)] + [("calculate", sum_of(rng, 10)) for _ in range(1_000)],)


def stress_long_sums(rng):
    """long_value: expressions of two thousand terms, where products are short."""
    calls = [("__init__",)]
    for _ in range(4):
        calls.append(("calculate", "+".join(f"{rng.randrange(10)}*{rng.randrange(10)}" for _ in range(1_000))))
    return (calls,)


def stress_in_brackets(rng):
    """deep_nesting: brackets within brackets."""
    text = str(rng.randrange(9))
    for _ in range(300):
        text = f"({text}{rng.choice('+-')}{rng.randrange(1, 10)})"
    return ([("__init__",)] + [("calculate", text)] * 3,)
