"""AvgPartition: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_parts(rng):
    """large_random: a long list in five hundred parts, asked for in any order."""
    limit = rng.randrange(450, 550)
    calls = [("__init__", [rng.randrange(1000) for _ in range(5_000)], limit)]
    calls += [("get", rng.randrange(limit)) for _ in range(9_000)]
    return (calls,)


def stress_few_parts(rng):
    """long_value: few parts of a thousand items each, so that copying them item by item shows."""
    calls = [("__init__", [rng.randrange(1000) for _ in range(20_000)], 20)]
    calls += [("get", rng.randrange(20)) for _ in range(3_000)]
    return (calls,)
