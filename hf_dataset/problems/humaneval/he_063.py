"""fibfib: the n-th number of the sequence in which each number is the sum of the three before it.

Following the definition by recursion is exponential in n; adding up from the start takes n steps. The best known one
begins with a few known numbers and doubles the index: from the numbers at m - 1, m and m + 1, those at 2m - 1, 2m and
2m + 1 follow by a few multiplications, so that the steps are as many as n has binary digits.
As the prompt has it, n is at least zero. It is at most 450, so that a recursion that remembers its results, two levels
of the stack for each step, can do all inputs.
"""

FEW_FAMILIES = "only 451 arguments are allowed, so that no input is one that nobody could know"


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 450, "n must be at most 450"


INVALID = [
    ("n is a float", (5.0,)),
    ("n is negative", (-1,)),
    ("n is too large", (451,)),
]

# fmt: off
FIRST = (  # the numbers at -1, 0, 1, ..., 32
    1, 0, 0, 1, 1, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927, 1705, 3136, 5768, 10609, 19513, 35890, 66012,
    121415, 223317, 410744, 755476, 1389537, 2555757, 4700770, 8646064, 15902591, 29249425, 53798080,
)
# fmt: on


def reference_double_the_index(n):
    if n < 33:
        return FIRST[n + 1]
    left = n.bit_length() - 5
    m = n >> left
    a, b, c = FIRST[m : m + 3]
    while left > 1:
        left -= 1
        aa = a * a
        cc = c * c
        a, b, c = aa + cc - (c - b) ** 2, (a + b) ** 2 - aa + cc, (b + c) ** 2 + 2 * a * c
        if n >> left & 1:
            a, b, c = b, c, a + b + c
    if n & 1:
        return (b + c) ** 2 + 2 * a * c
    return c * c + b * (b + 2 * a)


def slow_by_definition(n):
    if n < 3:
        return n // 2
    return sum(slow_by_definition(n - back) for back in (1, 2, 3))


def stress_any_index(rng):
    """large_random: an index far beyond the reach of the plain recursion, with a result of a hundred digits."""
    return (rng.randrange(370, 400),)


EXPRESSIONS = {
    "greatest_index": (
        "boundary: the greatest index allowed; a list of all the numbers before it keeps far more than is needed.",
        "450",
    ),
    "all_bits_set": (
        "worst_of_fast: eight ones in binary; a solution that doubles the index has to correct it in each step.",
        "255",
    ),
    "power_of_two": (
        "sparse: a single one in binary; doubling alone leads there, while a loop takes 256 steps.",
        "256",
    ),
    "one_machine_word": (
        "long_value: the last index whose number fits into 64 bits; from here on all additions work on long numbers.",
        "75",
    ),
    "within_reach": (
        "worst_of_slow: small enough for the plain recursion to end, after some ten thousand calls.",
        "17",
    ),
}


def growing(rng, size):
    """The index n."""
    return (size,)
