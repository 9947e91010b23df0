"""rescale_to_unit: shift and scale a list of numbers so that the smallest becomes 0 and the largest 1.

Looking for the extremes again for every element is quadratic; finding them once is linear.
Where all numbers are equal no such transform exists, so at least two of them must differ. NaN, infinities and ranges
above 1e300 or below 1e-300, where a float overflows or loses precision, are left out. Rounding may differ a little
between solutions: outputs are compared with a tolerance.
"""

TOLERANCE = 1e-6


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert all(type(x) is float for x in numbers), "numbers must hold floats only"
    assert len(numbers) >= 2, "numbers must hold at least two elements"
    assert all(x - x == 0 for x in numbers), "numbers must be finite"
    assert max(numbers) - min(numbers) >= 1e-300, "the smallest and the largest number must differ by at least 1e-300"
    assert max(numbers) - min(numbers) <= 1e300, "the smallest and the largest number must differ by at most 1e300"


INVALID = [
    ("numbers is a tuple", ((1.0, 2.0),)),
    ("an int among the floats", ([1.0, 2],)),
    ("one number only", ([1.0],)),
    ("an infinity", ([1.0, float("inf")],)),
    ("all numbers equal", ([3.5, 3.5, 3.5],)),
    ("the range overflows", ([-1.7e308, 1.7e308],)),
]


def reference_multiply_by_the_scale(numbers):
    low = min(numbers)
    scale = 1.0 / (max(numbers) - low)
    return [(x - low) * scale for x in numbers]


def reference_extremes_once(numbers):
    low = min(numbers)
    span = max(numbers) - low
    return [(x - low) / span for x in numbers]


def reference_ends_of_the_sorted_list(numbers):
    ordered = sorted(numbers)
    low = ordered[0]
    span = ordered[-1] - low
    return [(x - low) / span for x in numbers]


def slow_extremes_for_every_element(numbers):
    return [(x - min(numbers)) / (max(numbers) - min(numbers)) for x in numbers]


def stress_measurements(rng):
    """large_random: many numbers; looking for the smallest and the largest again for each of them is quadratic."""
    return ([rng.uniform(-1000.0, 1000.0) for _ in range(20_000)],)


def stress_descending(rng):
    """sorted: a falling line, on which a running minimum is replaced at every step."""
    return ([1e6 - 0.25 * i for i in range(20_000)],)


def stress_few_levels(rng):
    """all_equal: eight distinct values only; a table of results with a linear search pays for every repetition."""
    return ([rng.randrange(8) * 0.125 for _ in range(20_000)],)


def stress_extremes_at_the_end(rng):
    """worst_of_slow: both extremes stand last, so a search that restarts for each element runs over the whole list."""
    numbers = [rng.gauss(0.0, 1.0) for _ in range(20_000)]
    return ([*numbers, -100.0, 100.0],)


def stress_all_magnitudes(rng):
    """boundary: exponents from -250 to 250, on which exact arithmetic with fractions carries over a thousand bits."""
    return ([rng.choice((-1.0, 1.0)) * 10.0 ** rng.randint(-250, 250) for _ in range(20_000)],)


def stress_single_spike(rng):
    """sparse: one number alone differs, late in the list; a search for the first difference runs for long."""
    numbers = [5.0] * 25_000
    numbers[17_000] = -7.5
    return (numbers,)


def growing(rng, size):
    """The number of numbers."""
    return ([rng.uniform(-1000.0, 1000.0) for _ in range(size)],)
