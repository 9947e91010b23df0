"""solve: the sum of the decimal digits of a number, written in binary.

The prompt bounds the number by 10000, so every solution does a handful of steps; only constant costs differ.
The digit sum needs no digits: each of the floored quotients N // 10, N // 100 and so on takes 9 times itself off N.
Decided here: the number 0 is allowed, as the stated range says, although the first sentence speaks of positive ones.
"""

HEADROOM = "none: the number has at most five digits"


def contract(N):
    assert type(N) is int, "N must be an integer"
    assert N >= 0, "N must not be negative"
    assert N <= 10_000, "N must be at most 10000"


INVALID = [
    ("a negative number", (-1,)),
    ("above the stated range", (10_001,)),
    ("a truth value", (True,)),
]


def reference_quotients(N):
    return f"{N - 9 * (N // 10 + N // 100 + N // 1000 + N // 10_000):b}"


EXPRESSIONS = {
    "largest_digit_sum": (
        "dense: 9999 has the largest digit sum of all, which adding in unit steps or counting up reaches last.",
        "9_999",
    ),
    "most_digits": (
        "boundary: 10000 is the only number of five digits; formulas made for four digits do not fit it.",
        "10_000",
    ),
    "equal_digits": (
        "all_equal: four equal digits; a sum over distinct digits leaves three of them out.",
        "8_888",
    ),
    "zero": (
        "early_exit: zero has nothing to add; a loop that stops at zero yields no digit at all.",
        "0",
    ),
    "long_binary_zero_tail": (
        "sparse: the digit sum 32 is a one followed by zeros; a conversion that drops zero bits shortens it.",
        "9_995",
    ),
}


def stress_random_four_digits(rng):
    """large_random: four different digits that are not zero, each of which has to be cut off and added."""
    digits = rng.sample("123456789", 4)
    return (int("".join(digits)),)
