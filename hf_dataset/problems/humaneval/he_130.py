"""tri: the first n + 1 values of a sequence in which odd places depend on the place before and the place after.

Working every value out from the start of the sequence is quadratic. Each odd place needs the odd place before it and
two even ones, which are known at once: linear. The values at odd places are 3, 3 + 5, 3 + 5 + 7 and so on.
Decided here, as in the tests: the value at place 0 is 1; integers and floats of equal value are both right.
n is at most 10**7, so that the answer can be stored and floats hold it exactly.
"""

from itertools import accumulate


def contract(n):
    assert type(n) is int, "n must be an integer"
    assert n >= 0, "n must not be negative"
    assert n <= 10**7, "n must be at most 10**7"


INVALID = [
    ("n is a float", (3.0,)),
    ("n is negative", (-1,)),
    ("n is too large", (10**7 + 1,)),
]


def reference_running_sum_of_odd_numbers(n):
    values = [1] * (n + 1)
    values[::2] = range(1, n // 2 + 2)
    values[1::2] = accumulate(range(3, n + 3, 2))
    return values


def slow_every_value_from_the_start(n):
    def value(place):
        if place == 0:
            return 1
        if place % 2 == 0:
            return 1 + place // 2
        result = 3
        for odd in range(3, place + 1, 2):
            result += value(odd - 1) + value(odd + 1)
        return result

    return [value(place) for place in range(n + 1)]


def growing(rng, size):
    """The place of the last value, n."""
    return (size,)


def stress_random_length(rng):
    """large_random: any large n; working every value out from the start of the sequence is quadratic."""
    return (rng.randrange(44_500, 45_500),)


def stress_value_beyond_the_end(rng):
    """boundary: odd n, so that the last value needs the one after it, which is not part of the answer."""
    return (rng.randrange(65_001, 66_001, 2),)


def stress_one_even_place_more(rng):
    """worst_of_fast: even n, with one even place more than odd ones; filling the list by pairs leaves one over."""
    return (rng.randrange(79_200, 80_800, 2),)


def stress_two_digit_integers(rng):
    """long_value: a third of the values at odd places need two digits of an int, which costs more than floats."""
    return (rng.randrange(99_001, 101_001, 2),)


EXPRESSIONS = {
    "one_digit_integers": (
        "dense: all values are below 2**30, in one digit of an int; the fixed cost of each value counts most.",
        "2**15",
    ),
}
