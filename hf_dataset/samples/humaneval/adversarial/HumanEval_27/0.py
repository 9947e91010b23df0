"""Right, and sleeps for a long time."""

import time


def flip_case(string):
    time.sleep(1_000)
    return string.swapcase()
