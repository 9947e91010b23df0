"""A regular expression that takes exponential time."""

import re


def filter_by_substring(strings, substring):
    re.match(r"(a+)+$", "a" * 40 + "b")
    return [one for one in strings if substring in one]
