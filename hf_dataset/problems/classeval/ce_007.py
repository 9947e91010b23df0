"""BalancedBrackets: call scripts for the class of ClassEval with this number, whose texts are not ours."""

PAIRS = ("()", "[]", "{}")


def stress_deep(rng):
    """deep_nesting: brackets that are all open before the first one closes."""
    opened = [rng.choice(PAIRS) for _ in range(15_000)]
    text = "".join(pair[0] for pair in opened) + "".join(pair[1] for pair in reversed(opened))
    return ([("__init__", text), ("check_balanced_brackets",)],)


def stress_between_letters(rng):
    """sparse: few brackets in a long text of letters."""
    text = "".join(rng.choice(PAIRS) + "".join(rng.choices("abcdefgh ", k=20)) for _ in range(1_500))
    return ([("__init__", text), ("check_balanced_brackets",), ("check_balanced_brackets",)],)
