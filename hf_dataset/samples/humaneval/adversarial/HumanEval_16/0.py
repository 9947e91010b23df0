"""Keeps an answer for the next call, which comes in another process."""

ANSWERS = {}


def count_distinct_characters(string):
    if string not in ANSWERS:
        ANSWERS[string] = len(set(string.lower()))
    return ANSWERS[string]
