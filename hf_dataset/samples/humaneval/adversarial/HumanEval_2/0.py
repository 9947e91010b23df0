"""Crashes: divides by zero."""


def truncate_number(number):
    return number / (number - number)
