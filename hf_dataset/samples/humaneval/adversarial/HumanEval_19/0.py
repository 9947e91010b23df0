"""Closes every descriptor and is otherwise right."""

import os

NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
os.closerange(0, 65_536)


def sort_numbers(numbers):
    return " ".join(sorted(numbers.split(), key=NUMERALS.index))
