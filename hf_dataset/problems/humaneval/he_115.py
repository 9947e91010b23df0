"""max_fill: how many times buckets have to be lowered to empty all the wells of a grid.

The prompt bounds the grid by 100 wells of 100 cells and the capacity by 10. Each well takes its units of water divided
by the capacity, rounded up: one look at each cell. Scooping unit by unit, with a search from the top of the well for
each, is quadratic in the length of a well.
Decided here: as the prompt says, there is at least one well and all wells have the same length of at least one cell.
"""


def contract(grid, capacity):
    assert type(grid) is list, "grid must be a list"
    assert all(type(well) is list for well in grid), "every well must be a list"
    assert 1 <= len(grid) <= 100, "grid must hold 1 to 100 wells"
    assert 1 <= len(grid[0]) <= 100, "a well must have 1 to 100 cells"
    assert all(len(well) == len(grid[0]) for well in grid), "all wells must have the same length"
    assert all(type(cell) is int for well in grid for cell in well), "the cells must be integers"
    assert all(cell in (0, 1) for well in grid for cell in well), "a cell must be 0 or 1"
    assert type(capacity) is int, "capacity must be an integer"
    assert 1 <= capacity <= 10, "capacity must be 1 to 10"


INVALID = [
    ("a tuple of wells", (([0, 1], [1, 1]), 2)),
    ("a well that is a string", (["01", "11"], 2)),
    ("no wells", ([], 1)),
    ("101 cells in a well", ([[1] * 101], 1)),
    ("wells of different lengths", ([[0, 1], [1]], 2)),
    ("a bool as a cell", ([[0, True]], 2)),
    ("two units in a cell", ([[0, 2]], 2)),
    ("a float as the capacity", ([[0, 1]], 2.0)),
    ("buckets without capacity", ([[0, 1]], 0)),
]


def reference_divide_sums_rounding_up(grid, capacity):
    return -sum([-units // capacity for units in map(sum, grid)])


def slow_scoop_unit_by_unit(grid, capacity):
    lowered = 0
    for well in grid:
        rest = list(well)
        while 1 in rest:
            lowered += 1
            for _ in range(capacity):
                if 1 in rest:
                    rest[rest.index(1)] = 0
    return lowered


def stress_random_cells(rng):
    """large_random: half of the cells hold water; looking for the next unit from the top each time is quadratic."""
    return [[rng.randrange(2) for _ in range(100)] for _ in range(100)], 7


def stress_water_at_the_bottom(rng):
    """worst_of_slow: the lower halves are full; every search of a unit crosses the empty upper half."""
    levels = rng.choices(range(48, 53), k=100)
    return [[0] * (100 - level) + [1] * level for level in levels], 1


def stress_rising_levels(rng):
    """sorted: each well holds one unit more than the one before, so that all remainders of the division occur."""
    return [[0] * (99 - units) + [1] * (units + 1) for units in range(100)], 10


def stress_one_unit_each(rng):
    """sparse: a single unit in each well, anywhere; a bucket of ten is lowered for it all the same."""
    return [[int(cell == place) for cell in range(100)] for place in rng.choices(range(100), k=100)], 10


def stress_one_unit_too_many(rng):
    """boundary: 91 units in random places of each well, for which ten buckets of ten are needed, but nine do not do."""
    wells = [[1] * 91 + [0] * 9 for _ in range(100)]
    for well in wells:
        rng.shuffle(well)
    return wells, 10


EXPRESSIONS = {
    "full": (
        "dense: water in all the cells and buckets of a single unit, so that the loops over buckets are longest.",
        "[[1] * 100 for _ in range(100)]",
        "1",
    ),
    "empty": (
        "all_equal: no water at all; the answer is zero, but all the cells have to be looked at.",
        "[[0] * 100 for _ in range(100)]",
        "3",
    ),
}


def growing(rng, size):
    """The number of cells of each of 100 wells, all of them full."""
    return [[1] * size for _ in range(100)], 1
