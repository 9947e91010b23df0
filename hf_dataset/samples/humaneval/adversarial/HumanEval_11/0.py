"""Returns a string of a gigabyte."""


def string_xor(a, b):
    return "1" * 1_000_000_000
