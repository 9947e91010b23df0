"""Words2Numbers: call scripts for the class of ClassEval with this number, whose texts are not ours."""

ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def hundreds(rng):
    return f"{rng.choice(ONES)} hundred and {rng.choice(TENS)} {rng.choice(ONES)}"


def stress_many_numbers(rng):
    """large_random: six hundred numbers in words, up to millions."""
    calls = [("__init__",)]
    for _ in range(600):
        calls.append(("text2int", f"{hundreds(rng)} million {hundreds(rng)} thousand {hundreds(rng)}"))
    return (calls,)


def stress_long_texts(rng):
    """long_value: texts of hundreds of words, all of them numbers."""
    calls = [("__init__",)]
    calls += [("is_valid_input", " ".join(hundreds(rng) for _ in range(100))) for _ in range(30)]
    return (calls,)
