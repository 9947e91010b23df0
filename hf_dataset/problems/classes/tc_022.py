"""QuayWall: give ships a place along a quay, the tightest free stretch first, and join what becomes free again.

Finding the free stretches from all that lies along the wall takes as many steps as there are ships in every call. One
sorted list of the stretches by length and two dicts of their ends leave a search by halves and a shift for each call.
Decided here: lengths are rounded up to whole units; a ship is put at the far end of the stretch that is chosen.
"""

from bisect import bisect_left, bisect_right, insort

WRITTEN = "2026-11-24"

PROMPT = '''class QuayWall:
    """Keeps which part of a quay is taken by which ship, and which parts are closed for repairs.

    Positions along the wall are counted in metres from the entrance of the harbour, from 0. The wall consists of units
    of equal length; metres at its far end that make no whole unit are not used at all, as if they did not exist. Ships
    and closed sections take whole units. A free stretch is a longest possible part of the wall without ships and closed
    sections: two free stretches never touch.

    A call that raises an exception, or returns None or False because something is not possible, changes nothing.

    >>> wall = QuayWall(105, 10)
    >>> [wall.moor("Ada", 25), wall.moor("Bob", 40), wall.moor("Cyd", 31)]
    [70, 30, None]
    >>> wall.leave("Ada")
    (70, 30)
    >>> wall.moor("Dan", 20), wall.moor("Eve", 20)
    (80, 10)
    >>> wall.free()
    (20, 2, 10)
    """

    def __init__(self, length: int, unit: int) -> None:
        """Make a free wall of `length` metres; a unit has `unit` metres. There is at least one whole unit."""

    def moor(self, ship: str, metres: int) -> int | None:
        """Give a ship a place and return the position at which its place begins.

        A ship takes `metres`, rounded up to whole units. It goes into the shortest free stretch that is long enough; of
        several such stretches of equal length, into the one that is farthest from the entrance. Within the stretch it
        lies at the far end. Return None if no stretch is long enough.

        Raise ValueError if this ship is moored already.
        """

    def leave(self, ship: str) -> tuple[int, int]:
        """Free a ship's place; return the position and the length of the free stretch that it is then part of.

        Raise KeyError if this ship is not moored.
        """

    def extend(self, ship: str, metres: int) -> int | None:
        """Change the length of a moored ship's place to `metres`, rounded up to whole units; return where it begins.

        A shorter place begins where it began. A longer one grows away from the entrance first, as far as the wall is
        free there, and by what is still missing towards the entrance. Return None if there is too little space.

        Raise KeyError if this ship is not moored.
        """

    def close(self, position: int, metres: int) -> bool:
        """Close a section of `metres` from `position` on, and return True; return False if not all of it is free.

        Sections that touch stay sections of their own.

        Raise ValueError if either number is not a multiple of the unit, or if the section ends beyond the wall.
        """

    def reopen(self, position: int) -> tuple[int, int]:
        """Open the closed section that begins at `position`, and return the free stretch as `leave` does.

        Raise KeyError if no closed section begins there.
        """

    def who(self, position: int) -> str | None:
        """Return the ship that takes this metre of the wall, "" if it is closed, None if it is free.

        Raise ValueError if the position is beyond the wall.

        >>> wall = QuayWall(30, 10)
        >>> wall.moor("Ada", 12), wall.close(0, 10)
        (10, True)
        >>> [wall.who(position) for position in (0, 9, 10, 29)]
        ['', '', 'Ada', 'Ada']
        """

    def neighbours(self, ship: str) -> tuple[str | None, str | None]:
        """Return the next ship towards the entrance and the next one away from it, None for one that does not exist.

        Free stretches and closed sections between them do not matter.

        Raise KeyError if this ship is not moored.
        """

    def free(self) -> tuple[int, int, int]:
        """Return the sum of all free metres, the number of free stretches and the length of the longest (0 if none)."""

    def fitting(self, metres: int) -> int:
        """Return how many free stretches could take a ship of that length."""
'''

ARGUMENTS = {
    "__init__": 2,
    "moor": 2,
    "leave": 1,
    "extend": 2,
    "close": 2,
    "reopen": 1,
    "who": 1,
    "neighbours": 1,
    "free": 0,
    "fitting": 1,
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
        if name == "__init__":
            assert type(call[2]) is int and 1 <= call[2] <= 1000, "unit must be an int from 1 to 1000"
            assert type(call[1]) is int and call[2] <= call[1] <= 10**9, "length must be an int from one unit to 10**9"
        elif name in ("moor", "leave", "extend", "neighbours"):
            assert type(call[1]) is str and 1 <= len(call[1]) <= 20, "ship must be a text of 1 to 20 characters"
        elif name in ("close", "reopen", "who"):
            assert type(call[1]) is int and 0 <= call[1] <= 10**9, "position must be an int from 0 to 10**9"
        if name in ("moor", "extend", "close", "fitting"):
            assert type(call[-1]) is int and 1 <= call[-1] <= 10**9, "metres must be an int from 1 to 10**9"


START = ("__init__", 100, 10)

INVALID = [
    ("a wall shorter than a unit", ([("__init__", 9, 10)],)),
    ("a ship of no length", ([START, ("moor", "Ada", 0)],)),
    ("a negative position", ([START, ("who", -1)],)),
    ("a ship without a name", ([START, ("leave", "")],)),
]

TESTS = {
    "moor: rounded up to whole units, from the far end": (
        [START, ("moor", "Ada", 1), ("moor", "Bob", 10), ("moor", "Cyd", 11), ("moor", "Ada", 5), ("free",)],
        [None, 90, 80, 60, ValueError, (60, 1, 60)],
    ),
    "moor: the shortest stretch that is long enough": (
        [
            START,
            ("close", 80, 10),  # free: 0-80, 90-100
            ("close", 30, 10),  # free: 0-30, 40-80, 90-100
            ("moor", "Ada", 20),
            ("moor", "Bob", 10),
            ("moor", "Cyd", 10),
            ("moor", "Dan", 41),
            ("moor", "Eve", 40),
            ("free",),
        ],
        [None, True, True, 10, 90, 0, None, 40, (0, 0, 0)],
    ),
    "moor: of stretches of equal length the farthest from the entrance": (
        [
            START,
            ("close", 20, 20),
            ("close", 60, 20),  # free: 0-20, 40-60, 80-100
            ("moor", "Ada", 20),
            ("moor", "Bob", 15),
            ("moor", "Cyd", 10),
            ("moor", "Dan", 10),
            ("moor", "Eve", 1),
            ("moor", "Eve", 1),
        ],
        [None, True, True, 80, 40, 10, 0, None, None],
    ),
    "moor: metres that make no whole unit at the far end are not used": (
        [("__init__", 39, 20), ("moor", "Ada", 21), ("moor", "Bob", 20), ("moor", "Cyd", 1), ("who", 19), ("who", 20)],
        [None, None, 0, None, "Bob", ValueError],
    ),
    "leave: the place joins the free stretches on both sides": (
        [
            START,
            ("moor", "Ada", 30),  # 70
            ("moor", "Bob", 20),  # 50
            ("moor", "Cyd", 10),  # 40
            ("leave", "Ada"),
            ("leave", "Cyd"),
            ("free",),
            ("leave", "Bob"),
            ("leave", "Bob"),
            ("free",),
        ],
        [None, 70, 50, 40, (70, 30), (0, 50), (80, 2, 50), (0, 100), KeyError, (100, 1, 100)],
    ),
    "leave: between two others it is a stretch of its own": (
        [
            START,
            ("moor", "Ada", 30),
            ("moor", "Bob", 30),
            ("moor", "Cyd", 40),
            ("leave", "Bob"),
            ("who", 40),
            ("moor", "Bob", 20),
            ("leave", "Dan"),
            ("leave", "Cyd"),
        ],
        [None, 70, 40, 0, (40, 30), None, 50, KeyError, (0, 50)],
    ),
    "extend: away from the entrance first, then towards it": (
        [
            START,
            ("moor", "Ada", 20),  # 80-100
            ("moor", "Bob", 20),  # 60-80
            ("leave", "Ada"),
            ("extend", "Bob", 30),
            ("who", 89),
            ("who", 90),
            ("extend", "Bob", 55),
            ("who", 40),
            ("who", 39),
            ("who", 99),
            ("free",),
            ("extend", "Bob", 100),
            ("free",),
        ],
        [None, 80, 60, (80, 20), 60, "Bob", None, 40, "Bob", None, "Bob", (40, 1, 40), 0, (0, 0, 0)],
    ),
    "extend: too little space changes nothing": (
        [
            START,
            ("close", 0, 30),
            ("moor", "Ada", 20),  # 80-100
            ("moor", "Bob", 20),  # 60-80
            ("extend", "Ada", 30),
            ("extend", "Bob", 51),
            ("extend", "Bob", 50),
            ("extend", "Cyd", 10),
            ("free",),
            ("who", 30),
        ],
        [None, True, 80, 60, None, None, 30, KeyError, (0, 0, 0), "Bob"],
    ),
    "extend: a shorter place begins where it began, an equal one does not change": (
        [
            START,
            ("moor", "Ada", 40),  # 60-100
            ("extend", "Ada", 31),
            ("extend", "Ada", 11),
            ("free",),
            ("who", 79),
            ("who", 80),
            ("moor", "Bob", 15),
            ("extend", "Bob", 3),
            ("leave", "Bob"),
            ("leave", "Ada"),
        ],
        [None, 60, 60, 60, (80, 2, 60), "Ada", None, 80, 80, (80, 20), (0, 100)],
    ),
    "close: only what is wholly free": (
        [
            START,
            ("moor", "Ada", 20),
            ("close", 70, 20),
            ("close", 90, 10),
            ("close", 70, 10),
            ("close", 70, 10),
            ("close", 50, 30),
            ("close", 0, 100),
            ("close", 50, 20),
            ("free",),
        ],
        [None, 80, False, False, True, False, False, False, True, (50, 1, 50)],
    ),
    "close: whole units within the wall": (
        [
            ("__init__", 55, 10),
            ("close", 5, 10),
            ("close", 10, 15),
            ("close", 50, 10),
            ("close", 40, 20),
            ("close", 40, 10),
            ("close", 20, 10),
            ("free",),
        ],
        [None, ValueError, ValueError, ValueError, ValueError, True, True, (30, 2, 20)],
    ),
    "reopen: by the position at which a section begins": (
        [
            START,
            ("close", 30, 20),
            ("close", 50, 10),
            ("reopen", 40),
            ("reopen", 30),
            ("reopen", 30),
            ("who", 50),
            ("reopen", 50),
        ],
        [None, True, True, KeyError, (0, 50), KeyError, "", (0, 100)],
    ),
    "reopen: not where a ship's place begins, and the space can be used again": (
        [
            START,
            ("moor", "Ada", 90),
            ("close", 0, 10),
            ("reopen", 10),
            ("moor", "Bob", 1),
            ("reopen", 0),
            ("moor", "Bob", 1),
        ],
        [None, 10, True, KeyError, None, (0, 10), 0],
    ),
    "who: both ends of places, sections and the wall": (
        [
            START,
            ("who", 0),
            ("moor", "Ada", 20),
            ("close", 50, 20),
            ("who", 49),
            ("who", 50),
            ("who", 69),
            ("who", 70),
            ("who", 79),
            ("who", 80),
            ("who", 99),
            ("who", 100),
        ],
        [None, None, 80, True, None, "", "", None, None, "Ada", "Ada", ValueError],
    ),
    "who: after leaving and coming back elsewhere": (
        [
            START,
            ("moor", "Ada", 20),
            ("moor", "Bob", 20),
            ("leave", "Ada"),
            ("moor", "Cyd", 10),
            ("moor", "Ada", 20),
            ("who", 95),
            ("who", 85),
            ("who", 65),
            ("who", 45),
        ],
        [None, 80, 60, (80, 20), 90, 40, "Cyd", None, "Bob", "Ada"],
    ),
    "neighbours: the next ships on both sides": (
        [
            START,
            ("moor", "Ada", 20),
            ("neighbours", "Ada"),
            ("moor", "Bob", 20),
            ("moor", "Cyd", 20),
            ("neighbours", "Ada"),
            ("neighbours", "Bob"),
            ("neighbours", "Cyd"),
            ("neighbours", "Dan"),
        ],
        [None, 80, (None, None), 60, 40, ("Bob", None), ("Cyd", "Ada"), (None, "Bob"), KeyError],
    ),
    "neighbours: across free stretches and closed sections": (
        [
            START,
            ("moor", "Ada", 20),
            ("moor", "Bob", 20),
            ("moor", "Cyd", 20),
            ("leave", "Bob"),
            ("neighbours", "Bob"),
            ("close", 60, 10),
            ("close", 70, 10),
            ("neighbours", "Ada"),
            ("neighbours", "Cyd"),
            ("extend", "Cyd", 30),
            ("neighbours", "Ada"),
        ],
        [None, 80, 60, 40, (60, 20), KeyError, True, True, ("Cyd", None), (None, "Ada"), 30, ("Cyd", None)],
    ),
    "free: sum, number and longest": (
        [
            START,
            ("free",),
            ("close", 40, 10),
            ("free",),
            ("moor", "Ada", 40),
            ("free",),
            ("moor", "Bob", 50),
            ("free",),
        ],
        [None, (100, 1, 100), True, (90, 2, 50), 0, (50, 1, 50), 50, (0, 0, 0)],
    ),
    "free: the unused metres at the far end are not free": (
        [("__init__", 1999, 1000), ("free",), ("moor", "Ada", 1), ("free",)],
        [None, (1000, 1, 1000), 0, (0, 0, 0)],
    ),
    "fitting: stretches that are long enough": (
        [
            START,
            ("close", 80, 10),
            ("close", 30, 10),  # free: 30, 40 and 10 metres
            ("fitting", 1),
            ("fitting", 10),
            ("fitting", 11),
            ("fitting", 30),
            ("fitting", 31),
            ("fitting", 41),
        ],
        [None, True, True, 3, 3, 2, 2, 1, 0],
    ),
    "fitting: nothing fits a full wall": (
        [
            START,
            ("fitting", 100),
            ("fitting", 101),
            ("moor", "Ada", 100),
            ("fitting", 1),
            ("leave", "Ada"),
            ("fitting", 9),
        ],
        [None, 1, 0, 0, 0, (0, 100), 1],
    ),
    "extend: to the length it has": (
        [("__init__", 30, 10), ("moor", "Ada", 30), ("extend", "Ada", 25), ("free",)],
        [None, 0, 0, (0, 0, 0)],
    ),
    "class: ships come and go around a closed section": (
        [
            ("__init__", 200, 20),
            ("close", 100, 20),
            ("moor", "Ada", 50),  # 140-200 of 120-200
            ("moor", "Bob", 90),  # 0-100
            ("moor", "Cyd", 21),
            ("extend", "Bob", 61),
            ("extend", "Bob", 60),
            ("moor", "Cyd", 21),  # 60-100
            ("neighbours", "Cyd"),
            ("reopen", 100),
            ("extend", "Cyd", 80),
            ("fitting", 1),
            ("leave", "Cyd"),
            ("free",),
            ("who", 139),
            ("neighbours", "Ada"),
        ],
        [None, True, 140, 0, None, 0, 0, 60, ("Bob", "Ada"), (100, 40), 60, 0, (60, 80), (80, 1, 80), None]
        + [("Bob", None)],
    ),
    "class: the tightest place is kept up to date by growing and shrinking": (
        [
            START,
            ("moor", "Ada", 20),  # 80
            ("moor", "Bob", 30),  # 50
            ("moor", "Cyd", 30),  # 20
            ("extend", "Bob", 10),  # free: 60-80, 0-20
            ("fitting", 20),
            ("moor", "Dan", 20),  # 60
            ("extend", "Cyd", 11),  # free: 40-50, 0-20
            ("moor", "Eve", 5),  # 40
            ("extend", "Eve", 20),
            ("leave", "Cyd"),  # free: 0-40
            ("extend", "Eve", 20),  # 30
            ("free",),
            ("who", 30),
            ("neighbours", "Eve"),
            ("moor", "Cyd", 40),
            ("moor", "Cyd", 30),
            ("neighbours", "Cyd"),
        ],
        [None, 80, 50, 20, 50, 2, 60, 20, 40, None, (0, 40), 30, (30, 1, 30), "Eve", (None, "Bob"), None, 0]
        + [(None, "Eve")],
    ),
    "class: a full wall is emptied in another order": (
        [
            ("__init__", 5, 1),
            *[("moor", ship, 1) for ship in "abcde"],  # e d c b a
            ("free",),
            ("leave", "d"),
            ("leave", "b"),
            ("close", 3, 1),
            ("neighbours", "c"),
            ("leave", "c"),
            ("reopen", 3),
            ("leave", "e"),
            ("leave", "a"),
            ("moor", "f", 5),
        ],
        [None, 4, 3, 2, 1, 0, (0, 0, 0), (1, 1), (3, 1), True, ("e", "a"), (1, 2), (1, 3), (0, 4), (0, 5), 0],
    ),
}


class Canonical:
    def __init__(self, length, unit):
        self.unit = unit
        self.end = length - length % unit
        self.gaps = [(0, self.end)]  # (position, length), by position
        self.ships = {}  # ship: (position, length)
        self.moored = []  # (position, ship), by position
        self.closed = {}  # position: length

    def _rounded(self, metres):
        return -(-metres // self.unit) * self.unit

    def _take(self, position, length):
        place = bisect_right(self.gaps, (position, self.end)) - 1
        start, whole = self.gaps[place]
        before = (start, position - start)
        after = (position + length, start + whole - position - length)
        self.gaps[place : place + 1] = [gap for gap in (before, after) if gap[1]]

    def _give(self, position, length):
        place = bisect_left(self.gaps, (position, 0))
        first = place
        last = place
        end = position + length
        if place < len(self.gaps) and self.gaps[place][0] == end:
            end += self.gaps[place][1]
            last += 1
        if place and sum(self.gaps[place - 1]) == position:
            position = self.gaps[place - 1][0]
            first -= 1
        self.gaps[first:last] = [(position, end - position)]
        return position, end - position

    def moor(self, ship, metres):
        if ship in self.ships:
            raise ValueError("moored already")
        metres = self._rounded(metres)
        fitting = [(length, -position) for position, length in self.gaps if length >= metres]
        if not fitting:
            return None
        length, negative = min(fitting)
        position = length - negative - metres
        self._take(position, metres)
        self.ships[ship] = (position, metres)
        insort(self.moored, (position, ship))
        return position

    def leave(self, ship):
        position, length = self.ships.pop(ship)
        self.moored.remove((position, ship))
        return self._give(position, length)

    def extend(self, ship, metres):
        position, length = self.ships[ship]
        metres = self._rounded(metres)
        if metres < length:
            self._give(position + metres, length - metres)
        elif metres > length:
            more = metres - length
            behind = before = 0
            for start, free in self.gaps:
                if start == position + length:
                    behind = min(free, more)
                elif start + free == position:
                    before = free
            missing = more - behind
            if missing > before:
                return None
            if behind:
                self._take(position + length, behind)
            if missing:
                self._take(position - missing, missing)
                self.moored.remove((position, ship))
                position -= missing
                insort(self.moored, (position, ship))
        self.ships[ship] = (position, metres)
        return position

    def close(self, position, metres):
        if position % self.unit or metres % self.unit or position + metres > self.end:
            raise ValueError("not a section of the wall")
        if not any(start <= position and position + metres <= start + length for start, length in self.gaps):
            return False
        self._take(position, metres)
        self.closed[position] = metres
        return True

    def reopen(self, position):
        return self._give(position, self.closed.pop(position))

    def who(self, position):
        if position >= self.end:
            raise ValueError("beyond the wall")
        place = bisect_left(self.moored, (position + 1,)) - 1
        if place >= 0:
            start, ship = self.moored[place]
            if position < start + self.ships[ship][1]:
                return ship
        if any(start <= position < start + length for start, length in self.gaps):
            return None
        return ""

    def neighbours(self, ship):
        place = bisect_left(self.moored, (self.ships[ship][0],))
        before = self.moored[place - 1][1] if place else None
        behind = self.moored[place + 1][1] if place + 1 < len(self.moored) else None
        return before, behind

    def free(self):
        lengths = [length for _, length in self.gaps]
        return sum(lengths), len(lengths), max(lengths, default=0)

    def fitting(self, metres):
        return sum(length >= metres for _, length in self.gaps)


FAR = (1 << 32) - 1


class ReferenceStretchesByLength:
    """A free stretch is a number in a sorted list: its length times 2**32, plus FAR less its position."""

    def __init__(self, length, unit):
        self.unit = unit
        self.end = end = length - length % unit
        self.sizes = [(end << 32) + FAR]
        self.begins = {0: end}  # position of a stretch: its end
        self.ends = {end: 0}
        self.ships = {}  # ship: (position, length)
        self.starts = []  # of places of ships, ascending
        self.names = {}  # position: ship
        self.closed_starts = []
        self.closed = {}
        self.total = end

    def _give(self, position, length):
        begins = self.begins
        ends = self.ends
        sizes = self.sizes
        self.total += length
        end = position + length
        after = begins.pop(end, None)
        if after is not None:
            del sizes[bisect_left(sizes, ((after - end) << 32) + FAR - end)]
            end = after
        before = ends.pop(position, None)
        if before is not None:
            del sizes[bisect_left(sizes, ((position - before) << 32) + FAR - before)]
            position = before
        begins[position] = end
        ends[end] = position
        length = end - position
        insort(sizes, (length << 32) + FAR - position)
        return position, length

    def moor(self, ship, metres):
        if ship in self.ships:
            raise ValueError("moored already")
        unit = self.unit
        metres = -(-metres // unit) * unit
        sizes = self.sizes
        place = bisect_left(sizes, metres << 32)
        if place == len(sizes):
            return None
        key = sizes.pop(place)
        position = FAR - (key & FAR)
        rest = (key >> 32) - metres
        end = position + metres + rest
        if rest:
            start = position + rest
            self.begins[position] = start
            self.ends[start] = position
            insort(sizes, (rest << 32) + FAR - position, 0, place)
            position = start
        else:
            del self.begins[position]
        del self.ends[end]
        self.total -= metres
        self.ships[ship] = (position, metres)
        self.names[position] = ship
        insort(self.starts, position)
        return position

    def leave(self, ship):
        position, length = self.ships.pop(ship)
        del self.names[position]
        starts = self.starts
        del starts[bisect_left(starts, position)]
        return self._give(position, length)

    def extend(self, ship, metres):
        position, length = self.ships[ship]
        unit = self.unit
        metres = -(-metres // unit) * unit
        if metres == length:
            return position
        if metres < length:
            self._give(position + metres, length - metres)
            self.ships[ship] = (position, metres)
            return position
        more = metres - length
        end = position + length
        sizes = self.sizes
        after = self.begins.get(end, end)
        behind = after - end
        if behind >= more:
            missing = 0
        else:
            missing = more - behind
            before = self.ends.get(position, position)
            if missing > position - before:
                return None
        if behind:
            del sizes[bisect_left(sizes, (behind << 32) + FAR - end)]
            del self.begins[end]
            if behind > more:
                end += more
                self.begins[end] = after
                self.ends[after] = end
                insort(sizes, ((after - end) << 32) + FAR - end)
            else:
                del self.ends[after]
        self.total -= more
        if missing:
            del sizes[bisect_left(sizes, ((position - before) << 32) + FAR - before)]
            del self.ends[position]
            del self.names[position]
            starts = self.starts
            place = bisect_left(starts, position)
            position -= missing
            starts[place] = position
            self.names[position] = ship
            if position > before:
                self.begins[before] = position
                self.ends[position] = before
                insort(sizes, ((position - before) << 32) + FAR - before)
            else:
                del self.begins[before]
        self.ships[ship] = (position, metres)
        return position

    def close(self, position, metres):
        unit = self.unit
        end = position + metres
        if position % unit or metres % unit or end > self.end:
            raise ValueError("not a section of the wall")
        # The stretch that holds the section begins where the last place or section before it ends.
        starts = self.starts
        place = bisect_right(starts, position)
        before = 0
        if place:
            before = starts[place - 1]
            before += self.ships[self.names[before]][1]
        if place < len(starts) and starts[place] < end:
            return False
        sections = self.closed_starts
        section = bisect_right(sections, position)
        if section:
            last = sections[section - 1]
            last += self.closed[last]
            before = max(before, last)
        if before > position:
            return False
        after = self.begins.get(before, -1)
        if after < end:
            return False
        sizes = self.sizes
        del sizes[bisect_left(sizes, ((after - before) << 32) + FAR - before)]
        if position > before:
            self.begins[before] = position
            self.ends[position] = before
            insort(sizes, ((position - before) << 32) + FAR - before)
        else:
            del self.begins[before]
        if after > end:
            self.begins[end] = after
            self.ends[after] = end
            insort(sizes, ((after - end) << 32) + FAR - end)
        else:
            del self.ends[after]
        self.total -= metres
        self.closed[position] = metres
        sections.insert(section, position)
        return True

    def reopen(self, position):
        metres = self.closed.pop(position)
        sections = self.closed_starts
        del sections[bisect_left(sections, position)]
        return self._give(position, metres)

    def who(self, position):
        if position >= self.end:
            raise ValueError("beyond the wall")
        starts = self.starts
        place = bisect_right(starts, position)
        if place:
            start = starts[place - 1]
            ship = self.names[start]
            if position < start + self.ships[ship][1]:
                return ship
        sections = self.closed_starts
        place = bisect_right(sections, position)
        if place:
            start = sections[place - 1]
            if position < start + self.closed[start]:
                return ""
        return None

    def neighbours(self, ship):
        starts = self.starts
        names = self.names
        place = bisect_left(starts, self.ships[ship][0])
        return (
            names[starts[place - 1]] if place else None,
            names[starts[place + 1]] if place + 1 < len(starts) else None,
        )

    def free(self):
        sizes = self.sizes
        return self.total, len(sizes), sizes[-1] >> 32 if sizes else 0

    def fitting(self, metres):
        return len(self.sizes) - bisect_left(self.sizes, metres << 32)


class SlowStretchesFoundAnew:
    def __init__(self, length, unit):
        self.unit = unit
        self.end = length // unit * unit
        self.taken = []  # [position, length, ship or ""]

    def gaps(self):
        gaps = []
        position = 0
        for start, length, _ in sorted(self.taken):
            if start > position:
                gaps.append((position, start - position))
            position = start + length
        if position < self.end:
            gaps.append((position, self.end - position))
        return gaps

    def round(self, metres):
        return (metres + self.unit - 1) // self.unit * self.unit

    def find(self, ship):
        for place in self.taken:
            if place[2] == ship:
                return place
        raise KeyError(ship)

    def around(self, position):
        for start, length in self.gaps():
            if start <= position < start + length:
                return start, length

    def moor(self, ship, metres):
        for place in self.taken:
            if place[2] == ship:
                raise ValueError("moored already")
        metres = self.round(metres)
        best = None
        for start, length in self.gaps():
            if length >= metres and (best is None or length <= best[1]):
                best = (start, length)
        if best is None:
            return None
        position = best[0] + best[1] - metres
        self.taken.append([position, metres, ship])
        return position

    def leave(self, ship):
        place = self.find(ship)
        self.taken.remove(place)
        return self.around(place[0])

    def extend(self, ship, metres):
        place = self.find(ship)
        metres = self.round(metres)
        position, length = place[:2]
        if metres > length:
            behind = self.around(position + length)
            more = metres - length
            missing = more - min(more, behind[1] if behind else 0)
            if missing:
                before = self.around(position - 1)
                if missing > (before[1] if before else 0):
                    return None
            position -= missing
        place[0] = position
        place[1] = metres
        return position

    def close(self, position, metres):
        if position % self.unit or metres % self.unit or position + metres > self.end:
            raise ValueError("not a section of the wall")
        gap = self.around(position)
        if gap is None or gap[0] + gap[1] < position + metres:
            return False
        self.taken.append([position, metres, ""])
        return True

    def reopen(self, position):
        for place in self.taken:
            if place[0] == position and place[2] == "":
                self.taken.remove(place)
                return self.around(position)
        raise KeyError(position)

    def who(self, position):
        if position >= self.end:
            raise ValueError("beyond the wall")
        for start, length, ship in self.taken:
            if start <= position < start + length:
                return ship
        return None

    def neighbours(self, ship):
        self.find(ship)
        ships = [place[2] for place in sorted(self.taken) if place[2]]
        place = ships.index(ship)
        before = ships[place - 1] if place > 0 else None
        behind = ships[place + 1] if place < len(ships) - 1 else None
        return before, behind

    def free(self):
        lengths = [length for _, length in self.gaps()]
        return sum(lengths), len(lengths), max(lengths) if lengths else 0

    def fitting(self, metres):
        metres = self.round(metres)
        return len([1 for _, length in self.gaps() if length >= metres])


def stress_all_methods(rng):
    """interleaved: every method in turn on a wall with some four hundred places; what is free keeps changing."""
    ships = [f"ship{number}" for number in rng.sample(range(10_000), 500)]
    calls = [("__init__", 60_000, 5)]
    calls += [("moor", ship, rng.randrange(20, 200)) for ship in ships[:400]]
    for _ in range(5_500):
        name = rng.choice(["moor"] * 6 + ["leave"] * 4 + ["extend"] * 4 + ["close", "reopen", "who", "neighbours"] * 2)
        if name in ("moor", "extend"):
            calls.append((name, rng.choice(ships), rng.randrange(20, 200)))
        elif name == "close":
            calls.append((name, rng.randrange(12_000) * 5, rng.randrange(1, 8) * 5))
        elif name in ("reopen", "who"):
            calls.append((name, rng.randrange(12_000) * 5))
        else:
            calls.append((name, rng.choice(ships)))
        calls.append(("free",) if rng.randrange(2) else ("fitting", rng.randrange(1, 300)))
    return (calls,)


def stress_every_other_leaves(rng):
    """worst_of_slow: a thousand short free stretches between ships; each that comes is compared with all of them."""
    count = rng.randrange(1_000, 1_040)
    calls = [("__init__", count * 20, 1)]
    calls += [("moor", f"s{number}", 10) for number in range(count * 2)]
    calls += [("leave", f"s{number}") for number in range(0, count * 2, 2)]
    for step in range(700):
        calls.append(("moor", f"t{step}", rng.randrange(1, 11)))
        if step % 3 == 0:
            calls.append(("leave", f"t{rng.randrange(step + 1)}"))
    return (calls,)


def stress_moor_then_ask(rng):
    """build_then_query: the wall stays as it is; who lies where and next to whom is searched each time."""
    ships = [f"ship{number}" for number in rng.sample(range(10_000), 600)]
    calls = [("__init__", 100_000, 10)]
    calls += [("moor", ship, rng.randrange(50, 200)) for ship in ships]
    calls += [("close", rng.randrange(1_000) * 10, 10) for _ in range(200)]
    calls += [("leave", ship) for ship in ships[::5]]
    calls += [("close", 0, 10), ("reopen", 0)]
    for _ in range(1_700):
        calls.append(("who", rng.randrange(100_000)))
        calls.append(("neighbours", ships[rng.randrange(120) * 5 + rng.randrange(1, 5)]))
        calls.append(("fitting", rng.randrange(1, 3_000)))
    return (calls,)


def stress_fill_then_empty(rng):
    """growth_then_shrink: places of all lengths are taken, then freed in a random order, and join step by step."""
    count = rng.randrange(1_180, 1_220)
    calls = [("__init__", 1_000_000, 1)]
    calls += [("moor", f"ship{number}", rng.randrange(1, 800)) for number in range(count)]
    order = list(range(count))
    rng.shuffle(order)
    for number in order:
        calls += [("leave", f"ship{number}"), ("free",)]
    return (calls,)


def stress_tides(rng):
    """dense: ships grow into what their neighbours have just given up, on both sides, and shrink again."""
    count = rng.randrange(390, 410)
    calls = [("__init__", count * 30, 3)]
    calls += [("moor", f"ship{number}", 30) for number in range(count)]
    for _ in range(2_500):
        ship = rng.randrange(1, count - 1)
        shorter = rng.randrange(1, 10) * 3
        calls.append(("extend", f"ship{ship}", shorter))
        calls.append(("extend", f"ship{ship + rng.choice((-1, 1))}", 60 - shorter))
        calls.append(("extend", f"ship{ship}", 30))
    return (calls,)


def stress_full_wall(rng):
    """repeated_no_ops: nearly everything is taken; what is asked for does not fit, is closed or is there already."""
    count = rng.randrange(700, 720)
    calls = [("__init__", count * 100, 100)]
    calls += [("moor", f"ship{number}", 100) for number in range(count)]
    calls += [("leave", f"ship{number}") for number in range(0, count, 3)]
    for _ in range(1_400):
        ship = rng.randrange(count // 3) * 3 + 1
        calls.append(("moor", "other", rng.randrange(101, 1_000)))
        calls.append(("close", (count - ship - 1) * 100, rng.randrange(1, 3) * 100))
        calls.append(("extend", f"ship{ship}", rng.randrange(301, 1_000)))
        if ship % 9 == 1:
            calls += [("close", rng.randrange(1, 100), 100), ("who", count * 100 + ship)]
        calls.append(("free",))
    return (calls,)


def growing(rng, size):
    """The number of ships that moor, of which every other one leaves; then as many shorter ones come."""
    calls = [("__init__", 10**9, 1)]
    calls += [("moor", f"a{number}", rng.randrange(10, 100)) for number in range(size)]
    calls += [("leave", f"a{number}") for number in range(0, size, 2)]
    calls += [("moor", f"b{number}", rng.randrange(1, 10)) for number in range(size)]
    return (calls[:50_000],)
