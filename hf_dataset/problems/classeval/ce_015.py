"""BoyerMooreSearch: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_rare_matches(rng):
    """large_random: a pattern that occurs a few times in a long text of four letters."""
    pattern = "".join(rng.choices("abcd", k=9))
    text = "".join("".join(rng.choices("abcd", k=800)) + pattern for _ in range(8))
    return ([("__init__", text, pattern), ("bad_character_heuristic",)],)


def stress_late_mismatch(rng):
    """worst_of_fast: every place agrees with all of the pattern but its first letter."""
    text = "a" * rng.randrange(2_900, 3_000) + "".join(rng.choices("cd", k=30))
    return ([("__init__", text, "b" + "a" * 30), ("bad_character_heuristic",)],)
