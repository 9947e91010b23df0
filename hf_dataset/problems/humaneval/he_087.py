"""get_row: all coordinates of a number in a ragged table, rows ascending, columns descending within a row.

Sorting every found coordinate into its place by a search from the front is quadratic in the number of finds; reading
the rows in order and each row backwards yields the coordinates sorted, in linear time.
Decided here: numbers are exact integers, coordinates are tuples, rows may be empty.
"""

from itertools import chain


def contract(lst, x):
    assert type(lst) is list, "lst must be a list"
    assert all(type(row) is list for row in lst), "lst must hold lists only"
    assert all(type(value) is int for value in chain.from_iterable(lst)), "rows must hold integers only"
    assert type(x) is int, "x must be an integer"


INVALID = [
    ("a tuple of rows", (([1], [2]), 1)),
    ("a number in place of a row", ([[1], 2], 1)),
    ("a float in a row", ([[1, 2.0]], 1)),
    ("a string is searched", ([[1]], "1")),
]


def reference_rows_backwards(lst, x):
    return [(i, j) for i, row in enumerate(lst) if x in row for j in range(len(row) - 1, -1, -1) if row[j] == x]


def reference_jump_to_each_find(lst, x):
    result = []
    for i, row in enumerate(lst):
        finds = row.count(x)
        if finds:
            found = []
            j = -1
            for _ in range(finds):
                j = row.index(x, j + 1)
                found.append((i, j))
            found.reverse()
            result += found
    return result


def slow_sort_in_each_find(lst, x):
    result = []
    for i, row in enumerate(lst):
        for j, value in enumerate(row):
            if value == x:
                place = 0
                while place < len(result) and (result[place][0], -result[place][1]) < (i, -j):
                    place += 1
                result.insert(place, (i, j))
    return result


def stress_random_table(rng):
    """large_random: a table of four values, a quarter of it found; finds in reading order have to be sorted again."""
    return [[rng.randrange(4) for _ in range(100)] for _ in range(200)], 2


def stress_one_full_row(rng):
    """dense: a single row that holds the number throughout; collected forwards, all of it has to be turned round."""
    return [[rng.randrange(10)], [7] * 12_000, []], 7


def stress_nowhere(rng):
    """sparse: the number does not occur; a look at each element by its two indices is wasted."""
    return [[rng.randrange(1000) for _ in range(200)] for _ in range(200)], 1000


def stress_one_column(rng):
    """worst_of_slow: rows of one element that all match; a place found by a search from the front is always the end."""
    return [[3] for _ in range(5_000)], 3


def stress_ragged_rows(rng):
    """boundary: rows of none to four elements, of which many are empty; the cost of a row counts, not its length."""
    return [[rng.randrange(3) for _ in range(rng.choice((0, 0, 1, 4)))] for _ in range(9_000)], 1


def stress_last_of_each_row(rng):
    """worst_of_fast: one find at the end of each row, so that no row can be skipped and each is searched whole."""
    return [[rng.randrange(10**6) for _ in range(149)] + [-1] for _ in range(200)], -1


def stress_long_numbers(rng):
    """long_value: numbers of 1000 digits that differ in the last ones only; every comparison reads them whole."""
    base = 10**999
    return [[base + rng.randrange(3) for _ in range(80)] for _ in range(60)], base


def growing(rng, size):
    """The number of rows."""
    return [[rng.randrange(2), 1] for _ in range(size)], 1
