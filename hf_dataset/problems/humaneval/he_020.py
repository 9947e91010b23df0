"""find_closest_elements: the two numbers of a list that are closest to each other, the smaller first.

Comparing every pair is quadratic; after sorting, only neighbours can be closest: n log n.
The prompt says nothing of ties: any pair of elements with the smallest distance is right. NaN and infinities are left
out. Equal numbers are two elements, at distance zero.
"""

from operator import sub


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert len(numbers) >= 2, "numbers must hold at least two elements"
    assert all(type(x) is float for x in numbers), "numbers must hold floats only"
    assert all(x - x == 0 for x in numbers), "numbers must be finite"


INVALID = [
    ("numbers is a tuple", ((1.0, 2.0),)),
    ("one number", ([1.0],)),
    ("an int among the floats", ([1.0, 2, 3.5],)),
    ("infinity", ([1.0, 2.0, float("inf")],)),
]


def accepts(output, expected, numbers):
    if type(output) is not tuple or len(output) != 2:
        return False
    smaller, larger = output
    if type(smaller) is not float or type(larger) is not float or not smaller <= larger:
        return False
    if smaller == larger and numbers.count(smaller) < 2:
        return False
    return smaller in numbers and larger in numbers and larger - smaller == expected[1] - expected[0]


def reference_sorted_pairs_loop(numbers):
    ordered = sorted(numbers)
    before = ordered[0]
    answer = (before, ordered[1])
    smallest = ordered[1] - before
    for x in ordered[1:]:
        if x - before < smallest:
            smallest = x - before
            answer = (before, x)
        before = x
    return answer


def reference_sorted_neighbours(numbers):
    ordered = sorted(numbers)
    distances = list(map(sub, ordered[1:], ordered))
    i = distances.index(min(distances))
    return ordered[i], ordered[i + 1]


def slow_every_pair(numbers):
    closest = numbers[0], numbers[1]
    for i in range(len(numbers)):
        for j in range(i + 1, len(numbers)):
            if abs(numbers[i] - numbers[j]) < abs(closest[0] - closest[1]):
                closest = numbers[i], numbers[j]
    return min(closest), max(closest)


def stress_random(rng):
    """large_random: random numbers in random order; comparing every pair is quadratic."""
    return ([rng.uniform(-1e6, 1e6) for _ in range(12_000)],)


def stress_shrinking_gaps(rng):
    """worst_of_slow: rising, every gap smaller than the one before it, so any two neighbours are the best so far."""
    gaps = [12_000.0 - i for i in range(12_000)]
    numbers = [0.0]
    for gap in gaps:
        numbers.append(numbers[-1] + gap)
    return (numbers,)


def stress_falling(rng):
    """sorted: in reverse order, with the closest two near the end; a search that ignores the order stays quadratic."""
    return ([i * 4.0 + 1.0 for i in range(20_000, 0, -1)] + [4.0, 0.0],)


def stress_ends_of_the_list(rng):
    """sparse: one close pair, the first and the last element; all other distances are far larger."""
    numbers = [i * 8.0 + rng.random() for i in range(1, 12_000)]
    rng.shuffle(numbers)
    return ([-50.0, *numbers, -50.25],)


def stress_equally_far(rng):
    """dense: whole numbers in random order: every two neighbours in value are an answer, and no two are closer."""
    numbers = [float(i) for i in range(-6_000, 6_000)]
    rng.shuffle(numbers)
    return (numbers,)


def stress_clusters_of_all_sizes(rng):
    """worst_of_fast: magnitudes from 1e-250 to 1e250; dividing the range into equal parts puts nearly all in one."""
    numbers = [2.0 ** rng.uniform(-830, 830) for _ in range(12_000)]
    return (numbers,)


def stress_equal_numbers(rng):
    """all_equal: few distinct values many times; the distance is zero, and nothing can be closer."""
    values = [rng.uniform(0, 100) for _ in range(40)]
    return (rng.choices(values, k=12_000),)


def stress_small_list(rng):
    """boundary: short enough for solutions that compare every pair to end."""
    return ([rng.uniform(0, 1e9) for _ in range(3_000)],)


def growing(rng, size):
    """The number of numbers."""
    return ([rng.uniform(-1e6, 1e6) for _ in range(size)],)
