"""choose_num: the largest even number from x to y, both included, or -1.

Going through the range takes time in proportion to its width, and on long numbers each step costs their length again.
The answer is y, or y - 1 if y is odd. On long numbers the costs are what counts then: the parity is in the last bit,
clearing it needs no subtraction, and one comparison with x settles the rest.
The prompt says no more than that both are positive integers; they have at most 16 million bits.
"""

BITS = 16_000_000


def contract(x, y):
    assert type(x) is int, "x must be an int"
    assert type(y) is int, "y must be an int"
    assert x > 0, "x must be positive"
    assert y > 0, "y must be positive"
    assert x.bit_length() <= BITS, "x must have at most 16 million bits"
    assert y.bit_length() <= BITS, "y must have at most 16 million bits"


INVALID = [
    ("x is a float", (1.0, 2)),
    ("y is a bool", (1, True)),
    ("x is zero", (0, 2)),
    ("y is negative", (1, -2)),
    ("x is too long", (1 << BITS, 2)),
    ("y is too long", (2, 1 << BITS)),
]


def reference_clear_the_last_bit(x, y):
    largest_even = y ^ 1 if y & 1 else y
    return largest_even if x <= largest_even else -1


def slow_through_the_range(x, y):
    found = -1
    number = x
    while number <= y:
        if number % 2 == 0:
            found = number
        number += 1
    return found


def growing(rng, size):
    """The width of the range."""
    return 1, size


def stress_common_beginning(rng):
    """large_random: long odd y and an x with the same first bits; every number between them costs their length."""
    y = rng.getrandbits(BITS) | 1 << BITS - 1 | 1
    return y - 40, y


def stress_even_at_the_end(rng):
    """early_exit: y is even and the answer as it stands; going up from x meets it last."""
    y = (rng.getrandbits(BITS - 1) | 1 << BITS - 2) << 1
    return y - 25, y


def stress_one_odd_number(rng):
    """sparse: the range is a single odd number, met as two equal integers; the answer is -1."""
    number = rng.getrandbits(BITS) | 1 << BITS - 1 | 1
    return number, number


def stress_nothing_between(rng):
    """boundary: x exceeds an odd y by a little; only a comparison to the last bits tells that the range is empty."""
    y = rng.getrandbits(BITS) | 1 << BITS - 1 | 1
    return y + 3 & ~1, y


EXPRESSIONS = {
    "nothing_but_ones": (
        "all_equal: y is the greatest number allowed, nothing but ones, x its first half; nobody can try all between.",
        "(1 << 16_000_000) - (1 << 8_000_000)",
        "(1 << 16_000_000) - 1",
    ),
    "even_neighbour_below": (
        "worst_of_fast: x is the only even number of the range, one below y; near equals are compared in full.",
        "1 << 15_999_999",
        "(1 << 15_999_999) + 1",
    ),
}
