"""fib4: the n-th term of a sequence in which every term is the sum of the four terms before it.

Adding term by term makes n additions of numbers whose length grows with n: quadratic. The best known solution squares:
modulo x**4 - x**3 - x**2 - x - 1, the power x**n is a polynomial of degree 3, and the term is twice its coefficient of
x**2, so that about log n squarings with long multiplication do, the last of which yields this one coefficient only.
Decided here: n is at most 40,000, where the terms have 11,400 digits and the list of all terms fills 100 MB.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 40_000, "n must be at most 40,000"


INVALID = [
    ("a float", (5.0,)),
    ("a negative index", (-1,)),
    ("an index beyond the limit", (40_001,)),
]


def reference_square_a_power_of_x(n):
    """a + b*x + c*x**2 + d*x**3 is the power whose exponent is made of the leading bits of n // 2."""
    a, b, c, d = 1, 0, 0, 0
    for bit in format(n >> 1, "b"):
        e, f = a + c, b + d
        aa, bb, cc, dd, ee, ff = a * a, b * b, c * c, d * d, e * e, f * f
        x1 = (a + b) ** 2 - aa - bb
        x2 = bb + ee - aa - cc
        x5 = (c + d) ** 2 - cc - dd
        x3 = (e + f) ** 2 - ee - ff - x1 - x5
        x4 = cc + ff - bb - dd
        carry = x4 + 2 * x5 + 4 * dd
        a, b, c, d = aa + x4 + x5 + 2 * dd, x1 + carry - dd, x2 + carry, x3 + carry
        if bit == "1":
            a, b, c, d = d, a + d, b + d, c + d
    tail = c + 2 * d
    if n % 2:
        return 4 * (tail * tail + b * (a + tail)) + 2 * d * (2 * a - d)
    return 2 * (tail * tail + b * (b + 2 * d)) + 4 * a * c


def slow_add_one_term_lists(n):
    terms = [0, 0, 2, 0]
    while len(terms) <= n:
        terms = terms + [sum(terms[-4:])]
    return terms[n]


def growing(rng, size):
    """The index of the term."""
    return (size,)


def stress_random_index(rng):
    """large_random: an index in the tens of thousands; each step of a loop adds numbers of thousands of digits."""
    return (rng.randrange(31_000, 31_200),)


def stress_odd_and_large(rng):
    """long_value: a list of all terms up to this odd index fills 90 MB, although four of them are needed."""
    return (rng.randrange(38_801, 39_001, 2),)


def stress_short_terms(rng):
    """dense: the terms are short, so that steps count more than digits; a product of two full matrices has 64
    multiplications, more than it saves.
    """
    return (rng.randrange(990, 1_010),)


EXPRESSIONS = {
    "last_allowed": (
        "boundary: the longest result; with floats it overflows, and a closed form needs thousands of exact digits.",
        "40_000",
    ),
    "all_bits_set": (
        "worst_of_fast: every bit of the index is set, so that square and multiply does both at each of them.",
        "32_767",
    ),
    "power_of_two": (
        "sparse: one bit of the index is set; only squarings remain, where a loop over the terms takes 512 steps.",
        "512",
    ),
}
