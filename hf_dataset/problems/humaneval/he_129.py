"""minPath: the least list of k values along a walk in a square grid of numbers.

The least walk starts at 1, and goes to and fro between 1 and the smallest of its neighbours.
Keeping the best walk from every cell, one value longer each time, takes the size of the grid times the square of k;
finding 1 once and repeating two values takes the size of the grid plus k.
Decided here: the prompt wants each value once, but one test repeats a value other than 1. The least list of values
stays unique as long as 1 occurs once, so that this is what the contract asks for. k is at most 10**7, so that the
answer can be stored.
"""

from itertools import chain


def contract(grid, k):
    assert type(grid) is list and all(type(row) is list for row in grid), "grid must be a list of lists"
    assert len(grid) >= 2, "grid must have at least two rows"
    assert all(len(row) == len(grid) for row in grid), "grid must have as many columns as rows"
    assert all(type(x) is int for x in chain(*grid)), "grid must hold integers only"
    assert all(1 <= x <= len(grid) ** 2 for x in chain(*grid)), "grid must hold values from 1 to N * N only"
    assert sum(row.count(1) for row in grid) == 1, "grid must hold the value 1 exactly once"
    assert type(k) is int, "k must be an integer"
    assert 1 <= k <= 10**7, "k must lie between 1 and 10**7"


INVALID = [
    ("the rows are tuples", ([(1, 2), (3, 4)], 3)),
    ("a single cell", ([[1]], 3)),
    ("a row is too short", ([[1, 2, 3], [4, 5], [6, 7, 8]], 3)),
    ("a float in the grid", ([[1, 2], [3, 4.0]], 3)),
    ("a value above N * N", ([[1, 2], [3, 5]], 3)),
    ("the value 1 occurs twice", ([[1, 2], [3, 1]], 3)),
    ("k is a float", ([[1, 2], [3, 4]], 3.0)),
    ("k is zero", ([[1, 2], [3, 4]], 0)),
]


def reference_find_one_and_repeat(grid, k):
    i = next(i for i, row in enumerate(grid) if 1 in row)
    j = grid[i].index(1)
    beside = grid[i][max(j - 1, 0) : j + 2]
    beside.remove(1)
    above_and_below = grid[max(i - 1, 0) : i] + grid[i + 1 : i + 2]
    second = min(beside + [row[j] for row in above_and_below])
    path = [1, second] * 256 * (k // 512 + 1)
    del path[k:]
    return path


def slow_best_walk_from_every_cell(grid, k):
    size = len(grid)
    walks = [[[value] for value in row] for row in grid]
    for _ in range(k - 1):
        longer = []
        for i in range(size):
            longer.append([])
            for j in range(size):
                around = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
                rest = min(walks[x][y] for x, y in around if 0 <= x < size and 0 <= y < size)
                longer[i].append([grid[i][j]] + rest)
        walks = longer
    return min(walk for row in walks for walk in row)


def square(values, size):
    return [values[start : start + size] for start in range(0, size * size, size)]


def growing(rng, size):
    """The number of cells, about, and the length of the walk."""
    side = max(2, round(size**0.5))
    return square(list(range(side * side, 0, -1)), side), size


def stress_shuffled_grid(rng):
    """large_random: a shuffled grid and a walk of as many values; keeping walks from all cells multiplies the two."""
    values = list(range(2, 250 * 250 + 1))
    rng.shuffle(values)
    values.insert(rng.randrange(122 * 250, 128 * 250), 1)
    return square(values, 250), 250 * 250


def stress_descending_grid(rng):
    """sorted: 1 stands in the last corner, the last cell that a search by rows comes to; the walk is short."""
    return square(list(range(280 * 280, 0, -1)), 280), 3


def stress_ascending_grid(rng):
    """early_exit: 1 stands in the first cell; reading the rest of a large grid is wasted work."""
    return square(list(range(1, 350 * 350 + 1)), 350), 250_001


def stress_smallest_grid(rng):
    """boundary: the smallest grid and a long walk of odd length; adding values one by one takes most of the time."""
    a, b, c = rng.sample((2, 3, 4), 3)
    return [[a, b], [c, 1]], rng.randrange(495_001, 505_001, 2)


def stress_first_of_the_last_row(rng):
    """worst_of_slow: 1 begins the last row, so that every row before it is read in vain, and the walk is long too."""
    values = list(range(2, 220 * 220 + 1))
    rng.shuffle(values)
    values.insert(219 * 220, 1)
    return square(values, 220), 200_000


def stress_one_in_the_middle(rng):
    """worst_of_fast: 1 in the middle of a shuffled grid of odd side; neither end of the grid is a shortcut to it."""
    side = 301
    values = list(range(2, side * side + 1))
    rng.shuffle(values)
    grid = square(values[: side * (side // 2)] + [1] + values[side * (side // 2) :], side)
    middle = side // 2
    grid[middle].insert(middle, grid[middle].pop(0))
    return grid, 150_000
