"""NumericEntityUnescaper: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_entities(rng):
    """dense: texts that consist of entities alone."""
    calls = [("__init__",)]
    calls += [("replace", "".join(f"&#{rng.randrange(65, 91)};" for _ in range(400))) for _ in range(30)]
    return (calls,)


def stress_plain_text(rng):
    """sparse: long texts with an entity here and there."""
    calls = [("__init__",)]
    for _ in range(30):
        calls.append(("replace", "".join("".join(rng.choices("abcdef ", k=60)) + "&#65;" for _ in range(40))))
    return (calls,)
