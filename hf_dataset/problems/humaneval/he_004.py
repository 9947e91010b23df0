"""mean_absolute_deviation: the average distance of the numbers from their mean.

Computing the mean anew for every number is quadratic; computing it once is linear.
The distances above the mean add up to as much as those below it, so only the numbers above it need be summed.
Sorting first is no faster in general, but beats the plain filter on numbers that are already in order.
Decided here: there is at least one number, magnitudes stay below 10,000 and the length at 200,000 or below, so that
plain additions in any order agree within the tolerance.
"""

from bisect import bisect_right

TOLERANCE = 1e-6


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert numbers, "numbers must not be empty"
    assert all(type(x) is float for x in numbers), "numbers must hold floats only"
    assert all(-1e4 < x < 1e4 for x in numbers), "numbers must be finite and of a magnitude below 10,000"
    assert len(numbers) <= 200_000, "numbers must have at most 200,000 elements"


INVALID = [
    ("numbers is a tuple", ((1.0, 2.0),)),
    ("no numbers", ([],)),
    ("an int among the floats", ([1.0, 2],)),
    ("not a number", ([1.0, float("nan")],)),
]


def reference_twice_the_part_above(numbers):
    mean = sum(numbers) / len(numbers)
    above = [x for x in numbers if x > mean]
    return 2 * (sum(above) - len(above) * mean) / len(numbers)


def reference_upper_part_after_sorting(numbers):
    mean = sum(numbers) / len(numbers)
    ordered = sorted(numbers)
    above = ordered[bisect_right(ordered, mean) :]
    return 2 * (sum(above) - len(above) * mean) / len(numbers)


def slow_mean_for_every_number(numbers):
    return sum(abs(x - sum(numbers) / len(numbers)) for x in numbers) / len(numbers)


def stress_uniform(rng):
    """large_random: numbers spread around zero; computing the mean again for every number is quadratic."""
    return ([rng.uniform(-1e3, 1e3) for _ in range(30_000)],)


def stress_descending(rng):
    """sorted: evenly falling numbers; taking each off the front of the list moves all the others."""
    return ([i * 0.0625 for i in range(30_000, 0, -1)],)


def stress_one_outlier(rng):
    """sparse: a single number lies above the mean; handling every distance alike does work that cancels out."""
    numbers = [rng.random() for _ in range(30_000)]
    numbers[-1] = 9_999.5
    return (numbers,)


def stress_few_low_outliers(rng):
    """dense: nearly all numbers lie above the mean; summing the part above saves next to nothing."""
    return ([-9_000.0 if i % 1000 == 500 else 5.0 + rng.random() for i in range(30_000)],)


def stress_both_extremes(rng):
    """boundary: extremes of the range in turn; a search for elements or positions by value meets duplicates only."""
    return ([9_999.5, -9_999.5] * 15_000,)


def growing(rng, size):
    """The number of numbers."""
    return ([rng.uniform(-1e3, 1e3) for _ in range(size)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: all distances vanish but for rounding; exact fractions or decimals pay for digits that cancel.",
        "[0.1] * 35_000",
    ),
}
