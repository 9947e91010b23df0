"""DataStatistics: call scripts for the class of ClassEval with this number, whose texts are not ours."""

TOLERANCE = 1e-9


def values(rng, length):
    return [rng.randrange(1, 500) for _ in range(length)] + [7] * (length // 10)


def stress_long_lists(rng):
    """large_random: mean, median and mode of lists with thousands of values."""
    calls = [("__init__",)]
    for _ in range(20):
        data = values(rng, 3_000)
        calls += [("mean", data), ("median", data), ("mode", data)]
    return (calls,)


def stress_many_short_lists(rng):
    """boundary: short lists, for which the cost of a call shows."""
    calls = [("__init__",)]
    for _ in range(700):
        data = values(rng, 20) + [7] * 20
        calls += [("mean", data), ("median", data), ("mode", data)]
    return (calls,)
