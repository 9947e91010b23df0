"""BinaryDataProcessor: call scripts for the class of ClassEval with this number, whose texts are not ours."""

TOLERANCE = 1e-9


def stress_long_text(rng):
    """long_value: two thousand letters as bits, decoded several times."""
    bits = "".join(format(ord(rng.choice("abcdefghijklmnopqrstuvwxyz ")), "08b") for _ in range(2_000))
    calls = [("__init__", bits)]
    calls += [("convert_to_ascii",), ("convert_to_utf8",), ("calculate_binary_info",)] * 12
    return (calls,)


def stress_much_to_clean(rng):
    """sparse: bits with two other characters between each two of them."""
    bits = "".join(format(ord(rng.choice("abcdefgh")), "08b") for _ in range(4_000))
    text = "".join(bit + "".join(rng.choices("xyz-", k=2)) for bit in bits)
    return ([("__init__", text), ("convert_to_ascii",), ("calculate_binary_info",)],)
