"""triangle_area: the area of a triangle of three sides, rounded to two places, or -1 if there is no such triangle.

A fixed number of operations answers it, so there is next to nothing to gain or to lose. At most one of three positive
sides is as long as half the perimeter or longer; so in Heron's formula the product under the root is positive
exactly if there is a triangle.
Decided here: the sides are positive integers of at most 10**15, as in the examples and the tests; then all their sums
are exact as floats too, and rounding cannot turn a triangle into none.
"""

HEADROOM = "none: the answer is a fixed number of operations on three numbers"

TOLERANCE = 1e-6


def contract(a, b, c):
    assert type(a) is int and type(b) is int and type(c) is int, "the sides must be integers"
    assert a > 0 and b > 0 and c > 0, "the sides must be positive"
    assert a <= 10**15 and b <= 10**15 and c <= 10**15, "the sides must be at most 10**15"


INVALID = [
    ("a float", (3, 4.0, 5)),
    ("a side of length zero", (3, 0, 3)),
    ("a side beyond the limit", (3, 10**15, 10**15 + 1)),
]


def reference_sign_of_the_product(a, b, c):
    half = (a + b + c) / 2
    squared_area = half * (half - a) * (half - b) * (half - c)
    return round(squared_area**0.5, 2) if squared_area > 0 else -1


EXPRESSIONS = {
    "largest_sides": (
        "all_equal: the largest equilateral triangle; products of its sides are far beyond 64 bits.",
        "10**15",
        "10**15",
        "10**15",
    ),
    "needle": (
        "worst_of_slow: two of the longest sides and the shortest; counting in steps of one length would never end.",
        "10**15",
        "1",
        "10**15",
    ),
    "just_no_triangle": (
        "boundary: the longest side is exactly the sum of the others; nothing may be left over by rounding.",
        "3 * 10**14 + 1",
        "10**15",
        "7 * 10**14 - 1",
    ),
    "just_a_triangle": (
        "worst_of_fast: one more than no triangle at all; three conditions are tested and the area is needed as well.",
        "5 * 10**14",
        "5 * 10**14 + 1",
        "10**15",
    ),
}


def stress_random_triangle(rng):
    """large_random: sides of fifteen random digits that form a triangle; the area takes the whole formula."""
    return tuple(rng.randrange(5 * 10**14, 10**15) for _ in range(3))


def stress_hopeless_sides(rng):
    """early_exit: the first two sides are far too short for the third; no area need be computed."""
    return rng.randrange(1, 1000), rng.randrange(1, 1000), rng.randrange(10**14, 10**15)
