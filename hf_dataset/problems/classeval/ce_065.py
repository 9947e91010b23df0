"""NumberWordFormatter: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_millions(rng):
    """large_random: numbers of nine digits, none of whose groups of three is below a hundred."""
    calls = [("__init__",)]
    for _ in range(1_000):
        calls.append(("format", int("".join(str(rng.randrange(101, 1_000)) for _ in range(3)))))
    return (calls,)


def stress_small_numbers(rng):
    """boundary: numbers below a hundred."""
    return ([("__init__",)] + [("format", rng.randrange(1, 100)) for _ in range(2_500)],)
