"""ChandrasekharSieve: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_far(rng):
    """boundary: all primes up to about a hundred and twenty thousand."""
    return ([("__init__", rng.randrange(110_000, 130_000)), ("get_primes",)],)


def stress_asked_again(rng):
    """repeated_no_ops: the same primes, asked for forty times."""
    return ([("__init__", rng.randrange(9_000, 11_000))] + [("get_primes",)] * 40,)
