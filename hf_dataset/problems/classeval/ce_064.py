"""NumberConverter: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_numbers(rng):
    """large_random: five thousand numbers, each to a base and back."""
    calls = [("__init__",)]
    for step in range(5_000):
        number = rng.randrange(10**6, 10**9)
        base, text = (("binary", f"{number:b}"), ("octal", f"{number:o}"), ("hex", f"{number:x}"))[step % 3]
        calls += [(f"decimal_to_{base}", number), (f"{base}_to_decimal", text)]
    return (calls,)


def stress_long_numbers(rng):
    """long_value: numbers of a thousand bits."""
    calls = [("__init__",)]
    for _ in range(1_500):
        number = rng.randrange(1 << 999, 1 << 1000)
        calls += [
            ("decimal_to_binary", number),
            ("binary_to_decimal", f"{number:b}"),
            ("hex_to_decimal", f"{number:x}"),
        ]
    return (calls,)
