"""Prints a gigabyte and is otherwise right."""

import sys


def string_sequence(n):
    for _ in range(1_000):
        sys.stdout.write("x" * 1_000_000)
    return " ".join(map(str, range(n + 1)))
