"""CabGrid: cabs on a grid of streets, the nearest free one for a passenger, and how many there are in each zone.

Looking at all cabs for each passenger is linear in them. Cabs kept by cells of the grid are searched in rings around
the passenger, until no cab farther out can be nearer; numbers for each zone are counted along.
Decided here: of equally near cabs the one that has been free longest goes; moving does not end its waiting.
"""

WRITTEN = "2026-11-24"

PROMPT = '''class CabGrid:
    """Keeps where the cabs of a town are, and which of them are free.

    The town is a grid with points (x, y), 0 <= x < width and 0 <= y < height. The distance between two points is the
    number of steps along the streets: the difference of their x plus the difference of their y. Zones are squares of
    `side` by `side` points: the point (x, y) lies in the zone (x // side, y // side).

    A cab is free or hired. It has been free since it was added or, if it was hired after that, since it was last freed.

    A call that raises an exception changes nothing.

    >>> grid = CabGrid(100, 100, 10)
    >>> grid.add("k1", 5, 5), grid.add("k2", 20, 5), grid.add("k3", 25, 10)
    (1, 2, 3)
    >>> grid.nearest(14, 5), grid.hire(15, 5), grid.hire(15, 5), grid.near(20, 5, 10)
    (('k2', 6), ('k2', 5), ('k1', 10), 1)
    >>> grid.free("k1", 30, 10), grid.nearest(27, 11), grid.zone(25, 5), grid.fullest()
    (30, ('k3', 3), (0, 1), (2, 1, 1))
    """

    def __init__(self, width: int, height: int, side: int) -> None:
        """Make a town without cabs."""

    def add(self, cab: str, x: int, y: int) -> int:
        """Add a free cab and return how many cabs there are then.

        Raise IndexError if the point is not on the grid, otherwise ValueError if there is a cab of this name.
        """

    def remove(self, cab: str) -> bool:
        """Take a cab away and return whether it was free. Raise KeyError if there is no such cab."""

    def move(self, cab: str, x: int, y: int) -> int:
        """Note that a cab, free or hired, is at another (or the same) point, and return how far that is.

        Raise IndexError if the point is not on the grid, otherwise KeyError if there is no such cab.
        """

    def nearest(self, x: int, y: int) -> tuple[str, int] | None:
        """Return the free cab that is nearest to a point and its distance, None if no cab is free.

        Of equally near cabs it is the one that has been free for the longest time.

        Raise IndexError if the point is not on the grid.
        """

    def hire(self, x: int, y: int) -> tuple[str, int] | None:
        """Return the same as `nearest`; this cab is hired from now on. It stays where it is."""

    def free(self, cab: str, x: int, y: int) -> int:
        """Note that a hired cab is free now, at this point, and return how far it is from where it was before.

        Raise IndexError if the point is not on the grid, otherwise KeyError if there is no such cab, otherwise
        RuntimeError if it is free already.
        """

    def near(self, x: int, y: int, distance: int) -> int:
        """Return how many free cabs are at most so far from a point. Raise IndexError if it is not on the grid."""

    def zone(self, x: int, y: int) -> tuple[int, int]:
        """Return how many cabs are free and how many are hired in the zone of a point.

        Raise IndexError if the point is not on the grid.
        """

    def fullest(self) -> tuple[int, int, int] | None:
        """Return the zone with most free cabs as (zone's x, zone's y, free cabs), None if no cab is free.

        Of several such zones it is the one with the smallest y, and of those the one with the smallest x.
        """
'''

ARGUMENTS = {
    "__init__": 3,
    "add": 3,
    "remove": 1,
    "move": 3,
    "nearest": 2,
    "hire": 2,
    "free": 3,
    "near": 3,
    "zone": 2,
    "fullest": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, (
            "each call must be a tuple that starts with a method"
        )
        name = call[0]
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(call) == 1 + ARGUMENTS[name], f"{name} must have {ARGUMENTS[name]} arguments"
        numbers = call[1:]
        if name in ("add", "remove", "move", "free"):
            assert type(call[1]) is str and 1 <= len(call[1]) <= 20, "cab must be a text of 1 to 20 characters"
            numbers = call[2:]
        assert all(type(number) is int for number in numbers), "coordinates and distances must be ints"
        if name == "__init__":
            assert all(1 <= number <= 10_000 for number in numbers), "width, height and side must be from 1 to 10,000"
        else:
            assert all(-1 <= number <= 20_000 for number in numbers), "coordinates and distances must be -1 to 20,000"
        if name == "near":
            assert call[3] >= 0, "distance must not be negative"


START = ("__init__", 20, 10, 5)

INVALID = [
    ("a town without width", ([("__init__", 0, 10, 5)],)),
    ("a cab without a name", ([START, ("add", "", 1, 1)],)),
    ("a float", ([START, ("nearest", 1.0, 1)],)),
    ("a negative distance", ([START, ("near", 1, 1, -1)],)),
    ("a point far outside", ([START, ("zone", -2, 1)],)),
]

COST_VARIES = {
    "hire_all_then_free_all": "how far the last free cabs stand from the passengers depends on the draw",
}

TESTS = {
    "add: corners of the grid and beyond": (
        [
            START,
            ("add", "a", 0, 0),
            ("add", "b", 19, 9),
            ("add", "c", 20, 9),
            ("add", "c", 19, 10),
            ("add", "c", -1, 0),
            ("add", "c", 0, -1),
            ("add", "a", 20, 0),
            ("add", "a", 1, 1),
            ("add", "c", 1, 1),
        ],
        [None, 1, 2, *[IndexError] * 5, ValueError, 3],
    ),
    "add: free at once, also under the name of one that was removed": (
        [START, ("add", "a", 3, 3), ("hire", 0, 0), ("add", "a", 1, 1), ("remove", "a"), ("add", "a", 1, 1)]
        + [("nearest", 1, 1)],
        [None, 1, ("a", 6), ValueError, False, 1, ("a", 0)],
    ),
    "remove: free or hired, once": (
        [
            START,
            ("add", "a", 3, 3),
            ("add", "b", 4, 4),
            ("hire", 3, 3),
            ("remove", "b"),
            ("remove", "a"),
            ("remove", "a"),
            ("nearest", 3, 3),
            ("zone", 3, 3),
            ("fullest",),
        ],
        [None, 1, 2, ("a", 0), True, False, KeyError, None, (0, 0), None],
    ),
    "remove: numbers of the zones go down": (
        [
            START,
            ("add", "a", 0, 0),
            ("add", "b", 1, 1),
            ("add", "c", 9, 9),
            ("remove", "a"),
            ("zone", 0, 0),
            ("fullest",),
        ]
        + [("remove", "b"), ("fullest",), ("near", 9, 9, 0)],
        [None, 1, 2, 3, True, (1, 0), (0, 0, 1), True, (1, 1, 1), 1],
    ),
    "move: how far, free or hired": (
        [
            START,
            ("add", "a", 3, 4),
            ("move", "a", 10, 2),
            ("nearest", 10, 3),
            ("hire", 10, 2),
            ("move", "a", 9, 2),
            ("move", "a", 9, 2),
            ("nearest", 9, 2),
            ("zone", 9, 2),
            ("zone", 10, 2),
            ("zone", 3, 4),
        ],
        [None, 1, 9, ("a", 1), ("a", 0), 1, 0, None, (0, 1), (0, 0), (0, 0)],
    ),
    "move: a point outside is told before an unknown cab, and waiting goes on": (
        [
            START,
            ("move", "x", 20, 0),
            ("move", "x", 0, 10),
            ("move", "x", 0, 0),
            ("add", "a", 0, 0),
            ("add", "b", 2, 0),
            ("move", "a", 0, 10),
            ("move", "a", 5, 5),
            ("move", "a", 0, 0),
            ("nearest", 1, 0),
        ],
        [None, IndexError, IndexError, KeyError, 1, 2, IndexError, 10, 10, ("a", 1)],
    ),
    "nearest: by steps along the streets": (
        [
            START,
            ("nearest", 3, 3),
            ("add", "a", 3, 3),
            ("add", "b", 5, 0),
            ("nearest", 0, 0),
            ("nearest", 4, 0),
            ("nearest", 19, 9),
            ("nearest", 20, 0),
            ("nearest", 0, -1),
        ],
        [None, None, 1, 2, ("b", 5), ("b", 1), ("a", 22), IndexError, IndexError],
    ),
    "nearest: of equally near ones the one that is free longest": (
        [
            START,
            ("add", "b", 4, 4),
            ("add", "a", 6, 4),
            ("add", "c", 5, 5),
            ("nearest", 5, 4),
            ("hire", 4, 4),
            ("nearest", 5, 4),
            ("free", "b", 4, 4),
            ("nearest", 5, 4),
            ("remove", "a"),
            ("nearest", 5, 4),
        ],
        [None, 1, 2, 3, ("b", 1), ("b", 0), ("a", 1), 0, ("a", 1), True, ("c", 1)],
    ),
    "nearest: far away and around the corners of zones": (
        [
            ("__init__", 1_000, 1_000, 7),
            ("add", "a", 0, 0),
            ("add", "b", 999, 999),
            ("nearest", 499, 500),
            ("nearest", 499, 499),
            ("nearest", 500, 500),
            ("add", "c", 560, 500),
            ("add", "d", 530, 531),
            ("nearest", 500, 500),
            ("nearest", 501, 500),
            ("move", "d", 470, 470),
            ("nearest", 500, 500),
        ],
        [None, 1, 2, ("a", 999), ("a", 998), ("b", 998), 3, 4, ("c", 60), ("c", 59), 121, ("c", 60)],
    ),
    "hire: one after another, until none is free": (
        [
            START,
            ("hire", 0, 0),
            ("add", "a", 9, 9),
            ("add", "b", 1, 2),
            ("hire", 0, 0),
            ("hire", 0, 0),
            ("hire", 0, 0),
            ("hire", 20, 0),
            ("zone", 9, 9),
        ],
        [None, None, 1, 2, ("b", 3), ("a", 18), None, IndexError, (0, 1)],
    ),
    "hire: the cab stays where it is": (
        [START, ("add", "a", 9, 9), ("hire", 0, 0), ("near", 9, 9, 0), ("zone", 0, 0), ("free", "a", 9, 8)],
        [None, 1, ("a", 18), 0, (0, 0), 1],
    ),
    "free: at another point, hired ones only": (
        [
            START,
            ("free", "a", 0, 0),
            ("add", "a", 1, 1),
            ("free", "a", 0, 0),
            ("free", "a", 20, 0),
            ("hire", 0, 0),
            ("free", "a", 0, 10),
            ("free", "b", 0, 10),
            ("free", "a", 12, 7),
            ("free", "a", 12, 7),
            ("nearest", 12, 9),
            ("zone", 1, 1),
            ("zone", 12, 7),
        ],
        [None, KeyError, 1, RuntimeError, IndexError, ("a", 2), IndexError, IndexError, 17, RuntimeError, ("a", 2)]
        + [(0, 0), (1, 0)],
    ),
    "free: waiting begins anew": (
        [START, ("add", "a", 3, 0), ("add", "b", 5, 0), ("hire", 3, 0), ("hire", 5, 0), ("free", "b", 5, 0)]
        + [("free", "a", 3, 0), ("hire", 4, 0), ("hire", 4, 0)],
        [None, 1, 2, ("a", 0), ("b", 0), 0, 0, ("b", 1), ("a", 1)],
    ),
    "near: at most so far, free ones only": (
        [
            START,
            ("add", "a", 5, 5),
            ("add", "b", 7, 6),
            ("add", "c", 5, 5),
            ("near", 5, 5, 0),
            ("near", 5, 5, 2),
            ("near", 5, 5, 3),
            ("hire", 5, 5),
            ("near", 5, 5, 3),
            ("near", 19, 0, 20),
            ("near", 19, 0, 18),
            ("near", 19, 0, 17),
            ("near", 20, 0, 1),
        ],
        [None, 1, 2, 3, 2, 2, 3, ("a", 0), 2, 2, 1, 0, IndexError],
    ),
    "near: wider than the grid": (
        [
            START,
            ("near", 0, 0, 100),
            ("add", "a", 19, 9),
            ("near", 0, 0, 28),
            ("near", 0, 0, 27),
            ("near", 0, 0, 20_000),
        ],
        [None, 0, 1, 1, 0, 1],
    ),
    "zone: both sides of a border": (
        [
            START,
            ("add", "a", 4, 4),
            ("add", "b", 5, 4),
            ("add", "c", 4, 5),
            ("zone", 0, 0),
            ("zone", 9, 0),
            ("zone", 0, 9),
            ("zone", 5, 5),
            ("hire", 5, 4),
            ("zone", 5, 0),
            ("zone", 20, 0),
        ],
        [None, 1, 2, 3, (1, 0), (1, 0), (1, 0), (0, 0), ("b", 0), (0, 1), IndexError],
    ),
    "zone: a zone that is cut off by the edge": (
        [("__init__", 12, 7, 5), ("add", "a", 11, 6), ("zone", 10, 5), ("fullest",), ("move", "a", 9, 6), ("fullest",)],
        [None, 1, (1, 0), (2, 1, 1), 2, (1, 1, 1)],
    ),
    "fullest: smallest y first, then smallest x": (
        [
            START,
            ("fullest",),
            ("add", "a", 0, 9),
            ("fullest",),
            ("add", "b", 19, 0),
            ("fullest",),
            ("add", "c", 10, 0),
            ("fullest",),
            ("add", "d", 1, 9),
            ("fullest",),
        ],
        [None, None, 1, (0, 1, 1), 2, (3, 0, 1), 3, (2, 0, 1), 4, (0, 1, 2)],
    ),
    "fullest: hired cabs do not count": (
        [
            START,
            ("add", "a", 0, 0),
            ("add", "b", 1, 0),
            ("add", "c", 9, 9),
            ("hire", 0, 0),
            ("hire", 0, 0),
            ("fullest",),
        ]
        + [("free", "a", 8, 8), ("fullest",), ("hire", 9, 9), ("hire", 9, 9), ("fullest",)],
        [None, 1, 2, 3, ("a", 0), ("b", 1), (1, 1, 1), 16, (1, 1, 2), ("c", 0), ("a", 2), None],
    ),
    "class: an evening in town": (
        [
            START,
            ("add", "a", 2, 2),
            ("add", "b", 12, 2),
            ("add", "c", 17, 8),
            ("hire", 7, 2),  # a and b are 5 away
            ("move", "a", 6, 2),
            ("hire", 7, 2),
            ("free", "a", 18, 8),
            ("fullest",),
            ("nearest", 18, 7),
            ("hire", 18, 9),
            ("zone", 16, 8),
            ("free", "b", 18, 8),
            ("hire", 18, 8),
            ("remove", "a"),
            ("near", 18, 8, 1),
            ("fullest",),
        ],
        [None, 1, 2, 3, ("a", 5), 4, ("b", 5), 18, (3, 1, 2), ("a", 1), ("a", 1), (1, 1), 12, ("b", 0), False, 1]
        + [(3, 1, 1)],
    ),
    "class: cabs at one point go in the order of their waiting": (
        [
            START,
            *(("add", cab, 10, 5) for cab in "cab"),
            ("hire", 0, 0),
            ("free", "c", 10, 5),
            ("move", "a", 11, 5),
            ("hire", 10, 5),
            ("move", "a", 10, 5),
            ("hire", 10, 5),
            ("hire", 10, 5),
            ("hire", 10, 5),
        ],
        [None, 1, 2, 3, ("c", 15), 0, 1, ("b", 0), 1, ("a", 0), ("c", 0), None],
    ),
    "class: zones follow every change": (
        [
            ("__init__", 4, 4, 2),
            ("add", "a", 0, 0),
            ("add", "b", 3, 3),
            ("add", "c", 2, 3),
            ("fullest",),
            ("move", "c", 1, 3),
            ("fullest",),
            ("move", "b", 0, 2),
            ("fullest",),
            ("hire", 0, 2),
            ("zone", 1, 3),
            ("move", "b", 1, 1),
            ("zone", 0, 0),
            ("free", "b", 0, 1),
            ("fullest",),
            ("remove", "c"),
            ("zone", 0, 3),
        ],
        [None, 1, 2, 3, (1, 1, 2), 1, (0, 0, 1), 4, (0, 1, 2), ("b", 0), (1, 1), 2, (1, 1), 1, (0, 0, 2), True, (0, 0)],
    ),
}


class Cab:
    def __init__(self, name, x, y):
        self.name = name
        self.x = x
        self.y = y

    def distance(self, x, y):
        return abs(self.x - x) + abs(self.y - y)


class Canonical:
    def __init__(self, width, height, side):
        self.width = width
        self.height = height
        self.side = side
        self.cabs = {}
        self.waiting = {}  # name: free cab, the one that has been free longest first

    def _check(self, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")

    def _zone(self, x, y):
        return y // self.side, x // self.side

    def add(self, cab, x, y):
        self._check(x, y)
        if cab in self.cabs:
            raise ValueError("there is such a cab")
        self.cabs[cab] = self.waiting[cab] = Cab(cab, x, y)
        return len(self.cabs)

    def remove(self, cab):
        del self.cabs[cab]
        return self.waiting.pop(cab, None) is not None

    def move(self, cab, x, y):
        self._check(x, y)
        cab = self.cabs[cab]
        distance = cab.distance(x, y)
        cab.x = x
        cab.y = y
        return distance

    def nearest(self, x, y):
        self._check(x, y)
        if not self.waiting:
            return None
        cab = min(self.waiting.values(), key=lambda cab: cab.distance(x, y))
        return cab.name, cab.distance(x, y)

    def hire(self, x, y):
        found = self.nearest(x, y)
        if found is not None:
            del self.waiting[found[0]]
        return found

    def free(self, cab, x, y):
        self._check(x, y)
        found = self.cabs[cab]
        if cab in self.waiting:
            raise RuntimeError("free already")
        self.waiting[cab] = found
        return self.move(cab, x, y)

    def near(self, x, y, distance):
        self._check(x, y)
        return sum(cab.distance(x, y) <= distance for cab in self.waiting.values())

    def zone(self, x, y):
        self._check(x, y)
        there = [cab.name for cab in self.cabs.values() if self._zone(cab.x, cab.y) == self._zone(x, y)]
        free = sum(cab in self.waiting for cab in there)
        return free, len(there) - free

    def fullest(self):
        counts = {}
        for cab in self.waiting.values():
            zone = self._zone(cab.x, cab.y)
            counts[zone] = counts.get(zone, 0) + 1
        if not counts:
            return None
        y, x = min(counts, key=lambda zone: (-counts[zone], zone))
        return x, y, counts[y, x]


# Places in a cab's list.
NAME, X, Y, SINCE, CELL = range(5)


class ReferenceRingsOfCells:
    """Free cabs by cells of the grid, whose size follows from the grid's and the number of cabs that are free.

    `ends` says how many cabs are free in each zone; the zones with equally many are kept together in `levels`.
    """

    def __init__(self, width, height, side):
        self.width = width
        self.height = height
        self.side = side
        self.cabs = {}
        self.events = 0
        self.count = 0  # of free cabs
        self.hired = {}  # zone: hired cabs
        self.ends = {}  # zone: free cabs
        self.levels = {}  # number of free cabs: {zone: None}
        self.top = 0
        self.size = max(width, height)
        self.cells = {}  # column * 2**14 + row: {cab's name: cab}

    def _enter(self, cab):
        x = cab[X]
        y = cab[Y]
        count = self.count = self.count + 1
        size = self.size
        if size > 4 and count * size * size > 6 * self.width * self.height:
            # About one or two cabs a cell.
            self.size = size = max(4, size // 2)
            self.cells = cells = {}
            for other in self.cabs.values():
                if other[SINCE] and other is not cab:
                    cell = other[CELL] = (other[X] // size << 14) + other[Y] // size
                    if cell in cells:
                        cells[cell][other[NAME]] = other
                    else:
                        cells[cell] = {other[NAME]: other}
        cell = cab[CELL] = (x // size << 14) + y // size
        cells = self.cells
        if cell in cells:
            cells[cell][cab[NAME]] = cab
        else:
            cells[cell] = {cab[NAME]: cab}
        zone = (y // self.side << 14) + x // self.side
        free = self.ends.get(zone, 0)
        self.ends[zone] = free + 1
        levels = self.levels
        if free:
            del levels[free][zone]
        free += 1
        if free in levels:
            levels[free][zone] = None
        else:
            levels[free] = {zone: None}
        if free > self.top:
            self.top = free

    def _go(self, cab):
        self.count -= 1
        cell = cab[CELL]
        there = self.cells[cell]
        if len(there) == 1:
            del self.cells[cell]
        else:
            del there[cab[NAME]]
        zone = (cab[Y] // self.side << 14) + cab[X] // self.side
        ends = self.ends
        levels = self.levels
        free = ends[zone]
        del levels[free][zone]
        if free == self.top and not levels[free]:
            self.top = free - 1
        free -= 1
        if free:
            ends[zone] = free
            levels[free][zone] = None
        else:
            del ends[zone]

    def _count_hired(self, x, y, by):
        zone = (y // self.side << 14) + x // self.side
        self.hired[zone] = self.hired.get(zone, 0) + by

    def add(self, cab, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        cabs = self.cabs
        if cab in cabs:
            raise ValueError("there is such a cab")
        self.events += 1
        cabs[cab] = new = [cab, x, y, self.events, 0]
        self._enter(new)
        return len(cabs)

    def remove(self, cab):
        old = self.cabs.pop(cab)
        if old[SINCE]:
            self._go(old)
            return True
        self._count_hired(old[X], old[Y], -1)
        return False

    def move(self, cab, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        cab = self.cabs[cab]
        old_x = cab[X]
        old_y = cab[Y]
        if not cab[SINCE]:
            self._count_hired(old_x, old_y, -1)
            self._count_hired(x, y, 1)
            cab[X] = x
            cab[Y] = y
        else:
            size = self.size
            side = self.side
            same_zone = old_x // side == x // side and old_y // side == y // side
            if same_zone and (x // size << 14) + y // size == cab[CELL]:
                cab[X] = x
                cab[Y] = y
            else:
                self._go(cab)
                cab[X] = x
                cab[Y] = y
                self._enter(cab)
        return abs(old_x - x) + abs(old_y - y)

    def _find(self, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        if not self.count:
            return None, 0
        size = self.size
        cells = self.cells
        column = x // size
        row = y // size
        best = None
        least = 1 << 30
        # How far it is from the point to the nearest point outside of the rings that were searched.
        left = x - column * size + 1
        down = y - row * size + 1
        outside = min(left, size + 1 - left, down, size + 1 - down)
        ring = 0
        tried = 0
        while least >= outside:
            if ring == 0:
                there = ((column << 14) + row,)
            elif tried > len(cells):
                # Looking at all cells that have a cab is less than going on.
                there = list(cells)
                outside = 1 << 31
            else:
                low = row - ring
                high = row + ring
                there = []
                for other in range(max(0, column - ring), column + ring + 1):
                    key = other << 14
                    if low >= 0:
                        there.append(key + low)
                    there.append(key + high)
                if column >= ring:
                    key = column - ring << 14
                    there += range(key + max(0, low + 1), key + high)
                key = column + ring << 14
                there += range(key + max(0, low + 1), key + high)
            for key in there:
                if key in cells:
                    for cab in cells[key].values():
                        distance = abs(cab[X] - x) + abs(cab[Y] - y)
                        if distance < least or (distance == least and cab[SINCE] < best[SINCE]):
                            least = distance
                            best = cab
            tried += len(there)
            if ring:
                outside += size
            ring += 1
        return best, least

    def nearest(self, x, y):
        best, least = self._find(x, y)
        return None if best is None else (best[NAME], least)

    def hire(self, x, y):
        best, least = self._find(x, y)
        if best is None:
            return None
        self._go(best)
        best[SINCE] = 0
        self._count_hired(best[X], best[Y], 1)
        return best[NAME], least

    def free(self, cab, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        cab = self.cabs[cab]
        if cab[SINCE]:
            raise RuntimeError("free already")
        old_x = cab[X]
        old_y = cab[Y]
        self._count_hired(old_x, old_y, -1)
        cab[X] = x
        cab[Y] = y
        self.events += 1
        cab[SINCE] = self.events
        self._enter(cab)
        return abs(old_x - x) + abs(old_y - y)

    def near(self, x, y, distance):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        size = self.size
        cells = self.cells
        columns = range(max(0, x - distance) // size, min(self.width - 1, x + distance) // size + 1)
        rows = range(max(0, y - distance) // size, min(self.height - 1, y + distance) // size + 1)
        if len(columns) * len(rows) > len(cells):
            there = cells.values()
        else:
            keys = [(column << 14) + row for column in columns for row in rows]
            there = [cells[key] for key in keys if key in cells]
        count = 0
        for cabs in there:
            for cab in cabs.values():
                if abs(cab[X] - x) + abs(cab[Y] - y) <= distance:
                    count += 1
        return count

    def zone(self, x, y):
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("not on the grid")
        zone = (y // self.side << 14) + x // self.side
        return self.ends.get(zone, 0), self.hired.get(zone, 0)

    def fullest(self):
        if not self.count:
            return None
        zone = min(self.levels[self.top])
        return zone & 0x3FFF, zone >> 14, self.top


class SlowListOfCabs:
    def __init__(self, width, height, side):
        self.width = width
        self.height = height
        self.side = side
        self.cabs = []  # [name, x, y, since, is it free]
        self.time = 0

    def check(self, x, y):
        if x < 0 or y < 0 or x >= self.width or y >= self.height:
            raise IndexError("not on the grid")

    def find(self, name):
        for cab in self.cabs:
            if cab[0] == name:
                return cab
        raise KeyError(name)

    def add(self, cab, x, y):
        self.check(x, y)
        if cab in [other[0] for other in self.cabs]:
            raise ValueError("there is such a cab")
        self.time += 1
        self.cabs.append([cab, x, y, self.time, True])
        return len(self.cabs)

    def remove(self, cab):
        found = self.find(cab)
        self.cabs.remove(found)
        return found[4]

    def move(self, cab, x, y):
        self.check(x, y)
        found = self.find(cab)
        distance = abs(found[1] - x) + abs(found[2] - y)
        found[1] = x
        found[2] = y
        return distance

    def ranked(self, x, y):
        free = [(abs(cab[1] - x) + abs(cab[2] - y), cab[3], cab[0]) for cab in self.cabs if cab[4]]
        return sorted(free)

    def nearest(self, x, y):
        self.check(x, y)
        ranked = self.ranked(x, y)
        return (ranked[0][2], ranked[0][0]) if ranked else None

    def hire(self, x, y):
        found = self.nearest(x, y)
        if found:
            self.find(found[0])[4] = False
        return found

    def free(self, cab, x, y):
        self.check(x, y)
        found = self.find(cab)
        if found[4]:
            raise RuntimeError("free already")
        distance = self.move(cab, x, y)
        self.time += 1
        found[3] = self.time
        found[4] = True
        return distance

    def near(self, x, y, distance):
        self.check(x, y)
        return len([entry for entry in self.ranked(x, y) if entry[0] <= distance])

    def zone(self, x, y):
        self.check(x, y)
        free = hired = 0
        for cab in self.cabs:
            if cab[1] // self.side == x // self.side and cab[2] // self.side == y // self.side:
                if cab[4]:
                    free += 1
                else:
                    hired += 1
        return free, hired

    def fullest(self):
        zones = [(cab[2] // self.side, cab[1] // self.side) for cab in self.cabs if cab[4]]
        counts = {}
        for zone in zones:
            counts[zone] = counts.get(zone, 0) + 1
        best = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
        return (best[0][0][1], best[0][0][0], best[0][1]) if best else None


def cabs_of(rng, count):
    return [f"k{number}" for number in rng.sample(range(10_000), count)]


def stress_all_methods(rng):
    """interleaved: some hundred cabs drive about, are hired and freed, and every question is asked between."""
    cabs = cabs_of(rng, 400)
    calls = [("__init__", 1_000, 800, 50)]
    calls += [("add", cab, rng.randrange(1_000), rng.randrange(800)) for cab in cabs]
    for step in range(1_800):
        cab = rng.choice(cabs)
        x = rng.randrange(1_000)
        y = rng.randrange(800)
        draw = step % 10
        if draw < 3:
            calls.append(("move", cab, x, y))
        elif draw < 5:
            calls.append(("hire", x, y))
        elif draw < 8:
            calls.append(("free", cab, x, y) if rng.randrange(5) else ("near", x, y, rng.randrange(100)))
        elif draw == 8:
            calls.append(("zone", x, y) if rng.randrange(2) else ("fullest",))
        else:
            calls.append(("nearest", x, y))
        if step % 100 == 0:
            calls += [("nearest", 1_000, y), ("near", x, 800, 5), ("zone", -1, y), ("free", cab, x, -1)]
            calls += [("move", cab, x, 800), ("add", cab, 1_000, y), ("add", cab, x, y), ("near", x, y, 2_000)]
    return (calls,)


def stress_one_passenger_after_another(rng):
    """worst_of_slow: a thousand cabs wait all over the town, and the nearest one is asked for again and again."""
    count = rng.randrange(980, 1_020)
    calls = [("__init__", 2_000, 2_000, 100)]
    calls += [("add", f"k{number}", rng.randrange(2_000), rng.randrange(2_000)) for number in range(count)]
    for _ in range(720):
        calls += [
            ("nearest", rng.randrange(2_000), rng.randrange(2_000)),
            ("zone", rng.randrange(2_000), rng.randrange(2_000)),
        ]
    return (calls,)


def stress_cabs_then_zones(rng):
    """build_then_query: all cabs stand still, only zones are counted and compared, with and without hired cabs."""
    calls = [("__init__", 600, 600, 30)]
    calls += [("add", f"k{number}", rng.randrange(600), rng.randrange(600)) for number in range(800)]
    calls += [("hire", rng.randrange(600), rng.randrange(600)) for _ in range(300)]
    for _ in range(1_700):
        calls += [("zone", rng.randrange(600), rng.randrange(600)), ("fullest",)]
    return (calls,)


def stress_all_in_one_street(rng):
    """worst_of_fast: the cabs stand close together in a corner of a huge town, and the passengers are far from them."""
    calls = [("__init__", 10_000, 10_000, 500)]
    calls += [("add", f"k{number}", rng.randrange(300), rng.randrange(30)) for number in range(300)]
    for step in range(1_700):
        if step % 80 == 0:
            calls.append(("nearest", rng.randrange(5_000, 10_000), rng.randrange(5_000, 10_000)))
        calls.append(("move", f"k{rng.randrange(300)}", rng.randrange(300), rng.randrange(30)))
        if step % 24 == 0:
            calls.append(("near", rng.randrange(300), rng.randrange(30), 10))
    return (calls,)


def stress_hire_all_then_free_all(rng):
    """growth_then_shrink: all cabs are hired one by one until none is free, then freed elsewhere, and removed."""
    count = rng.randrange(555, 565)
    cabs = cabs_of(rng, count)
    calls = [("__init__", 900, 900, 90)]
    calls += [("add", cab, rng.randrange(900), rng.randrange(900)) for cab in cabs]
    calls += [("hire", rng.randrange(900), rng.randrange(900)) for _ in range(count + 5)]
    calls += [("remove", cabs.pop()) for _ in range(10)]
    for cab in cabs:
        calls += [
            ("free", cab, rng.randrange(900), rng.randrange(900)),
            ("zone", rng.randrange(900), rng.randrange(900)),
        ]
    rng.shuffle(cabs)
    for cab in cabs:
        calls += [("remove", cab), ("fullest",)]
    return (calls,)


def stress_equally_near(rng):
    """all_equal: cabs stand on the points of a wide lattice, so that several are equally near, and waiting decides."""
    step = rng.randrange(38, 42)
    places = [(column * step, row * step) for column in range(24) for row in range(24)]
    rng.shuffle(places)
    calls = [("__init__", 1_000, 1_000, 40)]
    calls += [("add", f"k{number}", x, y) for number, (x, y) in enumerate(places)]
    for _ in range(485):
        x = rng.randrange(23) * step + step // 2
        y = rng.randrange(23) * step + step // 2
        calls += [("nearest", x, y), ("near", x, y, step), ("zone", x, y)]
    return (calls,)


def growing(rng, size):
    """The number of cabs all over the town, and of passengers who ask for the nearest one."""
    calls = [("__init__", 5_000, 5_000, 100)]
    calls += [("add", f"k{number}", rng.randrange(5_000), rng.randrange(5_000)) for number in range(size)]
    calls += [("nearest", rng.randrange(5_000), rng.randrange(5_000)) for _ in range(size)]
    return (calls[:50_000],)
