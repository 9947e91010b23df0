"""Endless, in C code that no Python signal interrupts."""

from itertools import product


def parse_nested_parens(paren_string):
    return sum(1 for _ in iter(lambda: list(product(range(9), repeat=20)), None))
