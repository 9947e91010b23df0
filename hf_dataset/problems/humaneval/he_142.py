"""sum_squares: the sum of a list in which some places are squared and some are cubed first.

The pattern of places repeats every twelve numbers, so slices with a step pick out the numbers to square, those to cube
and those that stay, and no place is tested: linear. Looking each place up in lists of the multiples is quadratic.
Decided here: places count from 0, as the examples show, so the first number is squared; the numbers may be negative and
have at most 1000 digits, their cubes 3000; the sum of an empty list is 0.
"""

LIMIT = 10**1000


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in lst), "the numbers must have at most 1000 digits each"


INVALID = [
    ("a tuple of numbers", ((1, 2, 3),)),
    ("a truth value among the numbers", ([True, 2, 3],)),
    ("a number of 1001 digits", ([1, -(10**1000)],)),
]


def reference_slices_of_period_twelve(lst):
    squares = sum([x * x for x in lst[::3]])
    cubes = sum([x * x * x for x in lst[4::12]]) + sum([x * x * x for x in lst[8::12]])
    return squares + cubes + sum([sum(lst[place::12]) for place in (1, 2, 5, 7, 10, 11)])


def slow_look_up_in_lists_of_multiples(lst):
    multiples_of_three = list(range(0, len(lst), 3))
    multiples_of_four = list(range(0, len(lst), 4))
    total = 0
    for place in range(len(lst)):
        if place in multiples_of_three:
            total += lst[place] ** 2
        elif place in multiples_of_four:
            total += lst[place] ** 3
        else:
            total += lst[place]
    return total


def growing(rng, size):
    """The number of integers in the list."""
    return ([rng.randrange(-100, 101) for _ in range(size)],)


def stress_random_numbers(rng):
    """large_random: numbers of nine digits and both signs; the cubes need more than a machine word."""
    return ([rng.randrange(-(10**9), 10**9) for _ in range(20_000)],)


def stress_few_small_values(rng):
    """all_equal: only -1, 0 and 1; the arithmetic costs next to nothing, so the tests of the places show."""
    return (rng.choices([-1, 0, 1], k=30_000),)


def stress_long_numbers(rng):
    """long_value: numbers of 200 digits; general powers and sums that grow with every step copy long numbers."""
    return ([rng.getrandbits(664) - (1 << 663) for _ in range(2_500)],)


def stress_numbers_at_kept_places_only(rng):
    """sparse: every place to be squared or cubed holds a zero; only the six kept places of twelve add anything."""
    return ([rng.randrange(1, 1000) if i % 3 and i % 4 else 0 for i in range(30_000)],)


EXPRESSIONS = {
    "falling_through_zero": (
        "sorted: a falling sequence through zero, whose length twelve does not divide; cubes of both signs cancel.",
        "list(range(12_000, -12_007, -1))",
    ),
    "last_number_cubed": (
        "worst_of_slow: ones up to a last number that is cubed; its place comes at the very end of the multiples.",
        "[1] * 30_008 + [-99]",
    ),
}
