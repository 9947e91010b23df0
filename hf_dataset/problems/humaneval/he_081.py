"""numerical_letter_grade: the letter grade of each grade point average.

Each average is looked up in a table of thirteen letters. Up to twelve comparisons one after another, a binary search
with four, or a dictionary of the averages met before: all are linear, with different factors. The best known one makes
three or four comparisons, but keeps a dictionary where the first averages are few different ones. Building the list by
adding a list of one letter to it copies all letters each time: quadratic.
Decided here: an average is an int or a float from 0 to 4, as in the table.
"""

from bisect import bisect_left


def contract(grades):
    assert type(grades) is list, "grades must be a list"
    assert all(type(gpa) in (int, float) for gpa in grades), "grades must hold ints and floats only"
    assert all(gpa >= 0 for gpa in grades), "grades must not be below 0"
    assert all(gpa <= 4 for gpa in grades), "grades must not be above 4"


INVALID = [
    ("a tuple", ((4.0, 3),)),
    ("a bool", ([True, 2.5],)),
    ("below 0", ([1.0, -0.1],)),
    ("above 4", ([4.0, 4.3],)),
]

# A grade gets the letter whose place is the number of bounds below it; 4.0 is alone above the largest smaller float.
BOUNDS = [0.0, 0.7, 1.0, 1.3, 1.7, 2.0, 2.3, 2.7, 3.0, 3.3, 3.7, 3.9999999999999996]
LETTERS = ["E", "D-", "D", "D+", "C-", "C", "C+", "B-", "B", "B+", "A-", "A", "A+"]


class Known(dict):
    def __missing__(self, gpa):
        letter = self[gpa] = LETTERS[bisect_left(BOUNDS, gpa)]
        return letter


def reference_few_comparisons_or_known(grades):
    if len(set(grades[:40])) < 10:
        return list(map(Known().__getitem__, grades))
    return [
        (("A+" if gpa == 4.0 else "A") if gpa > 3.7 else "A-" if gpa > 3.3 else "B+")
        if gpa > 3.0
        else ("B" if gpa > 2.7 else "B-" if gpa > 2.3 else "C+")
        if gpa > 2.0
        else ("C" if gpa > 1.7 else "C-" if gpa > 1.3 else "D+")
        if gpa > 1.0
        else ("D" if gpa > 0.7 else "D-" if gpa > 0.0 else "E")
        for gpa in grades
    ]


def slow_add_one_letter_lists(grades):
    letters = []
    for gpa in grades:
        for place in range(len(BOUNDS), -1, -1):
            if place == 0 or gpa > BOUNDS[place - 1]:
                letters = letters + [LETTERS[place]]
                break
    return letters


def growing(rng, size):
    """The number of grades."""
    return ([rng.randrange(401) / 100 for _ in range(size)],)


def stress_random_averages(rng):
    """large_random: nearly all averages differ, so that remembering those met before is of no use."""
    return ([rng.random() * 4 for _ in range(12_000)],)


def stress_tenths(rng):
    """boundary: multiples of a tenth, many of them on a bound of the table; few are different."""
    return ([rng.randrange(41) / 10 for _ in range(12_000)],)


def stress_failing_class(rng):
    """worst_of_slow: all are close to zero, at the end of the table; a chain of comparisons goes through all of it."""
    return ([rng.random() * 0.7 * (rng.random() < 0.7) for _ in range(12_000)],)


def stress_excellent_class(rng):
    """worst_of_fast: nearly all are above 3.7, where a chain of comparisons ends sooner than a binary search."""
    return ([4.0 - rng.random() * 0.3 * (rng.random() < 0.7) for _ in range(12_000)],)


def stress_ascending(rng):
    """sorted: hundredths in order with long runs of one letter; the list of letters grows by one at a time."""
    return (sorted(rng.randrange(401) / 100 for _ in range(12_000)),)


def stress_whole_numbers(rng):
    """all_equal: ints only, five different ones; each comparison of an int with a float converts it anew."""
    return (rng.choices(range(5), k=12_000),)
