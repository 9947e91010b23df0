"""derivative: the coefficients of a polynomial's derivative.

Each coefficient is multiplied by its place, the first one is dropped: linear. Building the result by concatenation
copies it every time: quadratic. The best known one leaves the loop to built-in functions.
Decided here: the coefficients are integers and floats, which may be mixed; the floats are at most 1e300 in size, so
that products stay finite. The derivative of a constant is the empty list, as in the tests, and so is that of the empty
list.
"""

from operator import mul


def contract(xs):
    assert type(xs) is list, "xs must be a list"
    assert all(type(x) is int or type(x) is float for x in xs), "xs must hold integers and floats only"
    assert all(-1e300 <= x <= 1e300 for x in xs if type(x) is float), "floats in xs must be at most 1e300 in size"
    assert len(xs) <= 10_000_000, "xs must hold at most 10 million coefficients"


INVALID = [
    ("xs is a tuple", ((1, 2, 3),)),
    ("a bool among the coefficients", ([1, True],)),
    ("an infinite coefficient", ([1.0, float("inf")],)),
]


def reference_multiply_by_places(xs):
    products = list(map(mul, xs, range(len(xs))))
    del products[:1]
    return products


def slow_concatenate(xs):
    result = []
    for power in range(1, len(xs)):
        result = result + [power * xs[power]]
    return result


def stress_small_coefficients(rng):
    """large_random: small coefficients of both signs; a result that is copied for each of them is quadratic."""
    return ([rng.randrange(-100, 101) for _ in range(15_000)],)


def stress_few_terms(rng):
    """sparse: nearly all coefficients are zero; whatever is done for a product beyond the product itself is waste."""
    return ([1 if rng.randrange(500) == 0 else 0 for _ in range(20_000)],)


def stress_long_coefficients(rng):
    """long_value: coefficients of 900 digits; repeated addition, or copies of them as text, cost far more."""
    return ([rng.getrandbits(3_000) for _ in range(3_000)],)


def stress_floats(rng):
    """dense: floats of all sizes and both signs, none of them zero; turning them into exact fractions is slow."""
    return ([rng.uniform(0.5, 1.0) * 10.0 ** rng.randrange(-300, 300) * (-1) ** i for i in range(12_000)],)


EXPRESSIONS = {
    "geometric_series": (
        "all_equal: every coefficient is one, so the result counts up; building it by concatenation is quadratic.",
        "[1] * 20_000",
    ),
    "around_a_machine_word": (
        "boundary: coefficients around 2**62, so that nearly every product outgrows a machine word.",
        "[2**62 - 1, -(2**62), 2**61 + 1] * 5_000",
    ),
    "falling_coefficients": (
        "worst_of_slow: no two coefficients are equal; taking them off the front one by one moves all others.",
        "list(range(15_000, 0, -1))",
    ),
}


def growing(rng, size):
    """The number of coefficients."""
    return ([rng.randrange(-100, 101) for _ in range(size)],)
