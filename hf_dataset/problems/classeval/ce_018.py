"""CamelCaseMap: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def key_of(rng, words):
    return "_".join("".join(rng.choices("abcdefghij", k=5)) for _ in range(words))


def stress_set_then_get(rng):
    """build_then_query: a thousand keys, then three thousand questions."""
    keys = [key_of(rng, 3) for _ in range(1_000)]
    calls = [("__init__",)] + [("__setitem__", key, place) for place, key in enumerate(keys)]
    calls += [("__getitem__", rng.choice(keys)) for _ in range(3_000)]
    return (calls + [("__len__",)],)


def stress_long_keys(rng):
    """long_value: keys of two hundred words each."""
    keys = [key_of(rng, 200) for _ in range(200)]
    calls = [("__init__",)] + [("__setitem__", key, place) for place, key in enumerate(keys)]
    calls += [("__getitem__", rng.choice(keys)) for _ in range(400)]
    return (calls + [("__delitem__", keys[0]), ("__len__",)],)
