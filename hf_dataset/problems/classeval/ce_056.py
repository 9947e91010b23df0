"""MetricsCalculator: call scripts for the class of ClassEval with this number, whose texts are not ours."""

TOLERANCE = 1e-9


def labels(rng, length):
    return [rng.randrange(2) for _ in range(length)]


def stress_long_lists(rng):
    """large_random: thousands of labels at once, and the precision at the end."""
    calls = [("__init__",)]
    calls += [("update", labels(rng, 3_000), labels(rng, 3_000)) for _ in range(40)]
    return (calls + [("precision", labels(rng, 100), labels(rng, 100))],)


def stress_many_short_lists(rng):
    """boundary: labels that come in by twenty, and the accuracy at the end."""
    calls = [("__init__",)]
    calls += [("update", labels(rng, 20), labels(rng, 20)) for _ in range(4_000)]
    return (calls + [("accuracy", labels(rng, 20), labels(rng, 20))],)
