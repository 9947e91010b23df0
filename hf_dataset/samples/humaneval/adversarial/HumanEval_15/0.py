"""Prints a hundred megabytes and is otherwise right."""

import sys


def string_sequence(n):
    for _ in range(100):
        sys.stdout.write("x" * 1_000_000)
    return " ".join(map(str, range(n + 1)))
