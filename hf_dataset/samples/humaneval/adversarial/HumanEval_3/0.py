"""Endless, in Python code."""


def below_zero(operations):
    while True:
        operations = list(operations)
