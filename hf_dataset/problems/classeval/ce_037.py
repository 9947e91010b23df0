"""EncryptionUtils: call scripts for the class of ClassEval with this number, whose texts are not ours."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def stress_long_texts(rng):
    """long_value: texts of thousands of letters, shifted and keyed."""
    calls = [("__init__", "".join(rng.choices(LETTERS, k=12)))]
    for _ in range(4):
        text = "".join(rng.choices(LETTERS, k=2_500))
        calls += [("caesar_cipher", text, rng.randrange(1, 26)), ("vigenere_cipher", text)]
    return (calls,)


def stress_rails(rng):
    """worst_of_slow: a fence of many rails, most of whose places are empty."""
    calls = [("__init__", "key")]
    for _ in range(6):
        calls.append(("rail_fence_cipher", "".join(rng.choices(LETTERS, k=600)), rng.randrange(15, 30)))
    return (calls,)
