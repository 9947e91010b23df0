"""ParkHouse: the nearest free place for each kind of car, and a line of those who wait for one.

Going through all places for each car that comes, and through all who wait for each one that leaves, is linear in both.
A heap of free places for each level and kind gives the nearest one after a look at few levels; the line is kept in one
queue for each kind of car, in which only the first ones matter, and is known as a whole by its sorted numbers.
Decided here: a small car takes a wide place only where no compact one is free on any open level; a place that becomes
free goes to the first in the line that may stand on it; cars on a closed level may stay there and leave.
"""

from bisect import bisect_left
from collections import deque
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class ParkHouse:
    """A car park of several levels, and the line of cars that wait for a place.

    Levels are numbered 1, 2, ... from the bottom, and the places of a level 1, 2, ... along the way. A place is compact
    ("c"), wide ("w") or has a charger ("e"). Cars are "small", "large" or "electric". A large car may stand on wide
    places; a small one on compact and on wide places; an electric one on all places.

    Which place a car gets is chosen in this order: an electric car gets a place with a charger if one is free; it, or a
    small car, gets a compact place if one is free, and a wide one otherwise; a large car gets a wide one. Of the free
    places of that sort, the nearest to the gate through which the car came is taken. The way from the gate at level g
    to place p of level l is 10 times the difference between g and l, plus p; of places equally far, the one on the
    lowest level is nearest.

    Levels may be closed; then no place on them counts as free.

    >>> house = ParkHouse(["cwe", "cw"])
    >>> house.arrive("A", "small", 2), house.arrive("B", "large", 2), house.arrive("C", "small", 2)
    ((2, 1), (2, 2), (1, 1))
    >>> house.arrive("D", "small", 2), house.arrive("E", "large", 1), house.arrive("F", "small", 1)
    ((1, 2), None, None)
    >>> house.ahead("F"), house.leave("A"), house.find("F"), house.leave("B"), house.find("E")
    (1, 'F', (2, 1), 'E', (2, 2))
    """

    def __init__(self, levels: list[str]) -> None:
        """Start with an empty house and all levels open. A str lists a level's places, one letter for each."""

    def arrive(self, plate: str, kind: str, gate: int) -> "tuple[int, int] | None":
        """A car comes in through the gate at level `gate`. Return the level and the place that it gets.

        If no place on which it may stand is free, the car goes to the end of the line; return None.
        Raise ValueError if the car is in the house or in the line already.
        """

    def leave(self, plate: str) -> "str | None":
        """A car leaves the house or the line.

        If it had a place, and the place is on an open level, then the first car in the line that may stand on it gets
        it, be it the best one for that car or not. Return the plate of the car that gets it, None if there is none.
        Raise KeyError if the car is neither in the house nor in the line.
        """

    def find(self, plate: str) -> "tuple[int, int] | None":
        """Return the level and the place of a car, None if it is in the line.

        Raise KeyError if it is neither in the house nor in the line.
        """

    def ahead(self, plate: str) -> int:
        """Return how many cars in the line came before this one. Raise KeyError if the car is not in the line."""

    def close(self, level: int) -> bool:
        """Close a level. Return False if it is closed already, else True.

        Raise IndexError if there is no such level.
        """

    def reopen(self, level: int) -> list[str]:
        """Open a closed level again.

        Then the cars in the line are gone through from the first to the last, and each that may stand on a free place
        gets one, chosen as when it came. Return their plates in this order; [] also if the level was open.
        Raise IndexError if there is no such level.
        """

    def vacant(self, sort: str) -> int:
        """Return how many places of a sort ("c", "w" or "e") are free on open levels."""
'''

ARGUMENTS = {
    "__init__": (list,),
    "arrive": (str, str, int),
    "leave": (str,),
    "find": (str,),
    "ahead": (str,),
    "close": (int,),
    "reopen": (int,),
    "vacant": (str,),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 40_000, "there must be at most 40,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple that is not empty"
    assert calls[0][0] == "__init__", "the first call must be __init__"
    levels = []
    for place, (name, *arguments) in enumerate(calls):
        assert type(name) is str and name in ARGUMENTS, "each call must name a method of the class"
        assert (name == "__init__") == (place == 0), "only the first call may be __init__"
        types = tuple(type(argument) for argument in arguments)
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        if name == "__init__":
            levels = arguments[0]
            assert 1 <= len(levels) <= 100, "there must be 1 to 100 levels"
            assert all(type(level) is str and len(level) <= 1_000 for level in levels), "levels must be short texts"
            assert all(set(level) <= set("cwe") for level in levels), "places must be c, w or e"
        elif name in ("close", "reopen"):
            assert abs(arguments[0]) <= 1_000, "levels must lie within -1,000 and 1,000"
        elif name == "vacant":
            assert arguments[0] in ("c", "w", "e"), "a sort of places must be c, w or e"
        else:
            assert 1 <= len(arguments[0]) <= 12, "plates must have 1 to 12 characters"
        if name == "arrive":
            assert arguments[1] in ("small", "large", "electric"), "cars must be small, large or electric"
            assert 1 <= arguments[2] <= len(levels), "the gate must be at a level of the house"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__", ["c"]), ("__init__", ["c"])],)),
    ("an unknown sort of place", ([("__init__", ["cx"])],)),
    ("a house without levels", ([("__init__", [])],)),
    ("an unknown kind of car", ([("__init__", ["c"]), ("arrive", "A", "huge", 1)],)),
    ("a gate above the house", ([("__init__", ["c"]), ("arrive", "A", "small", 2)],)),
]

TESTS = {
    "arrive: the nearest on the gate's level first": (
        [
            ("__init__", ["ccc", "ccc"]),
            ("arrive", "A", "small", 2),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "small", 2),
            ("arrive", "D", "small", 2),
            ("arrive", "E", "small", 2),
            ("arrive", "F", "small", 2),
            ("arrive", "G", "small", 2),
        ],
        [None, (2, 1), (1, 1), (2, 2), (2, 3), (1, 2), (1, 3), None],
    ),
    "arrive: a level is as far as ten places, and ties go to the lowest level": (
        [
            ("__init__", ["cw", "wwwwwwwwwwwc", "c"]),
            ("arrive", "A", "small", 2),
            ("arrive", "B", "small", 2),
            ("arrive", "C", "small", 2),
        ],
        [None, (1, 1), (3, 1), (2, 12)],
    ),
    "arrive: eleven places are as far as one level up": (
        [
            ("__init__", ["wwwwwwwwwwc", "c"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "large", 2),
            ("leave", "A"),
            ("leave", "B"),
            ("arrive", "D", "small", 2),
        ],
        [None, (1, 11), (2, 1), (1, 1), None, None, (2, 1)],
    ),
    "arrive: a level below ties with one above": (
        [
            ("__init__", ["ww", "", "ww"]),
            ("arrive", "A", "large", 2),
            ("arrive", "B", "large", 2),
            ("arrive", "C", "large", 2),
            ("arrive", "D", "large", 3),
        ],
        [None, (1, 1), (3, 1), (1, 2), (3, 2)],
    ),
    "arrive: sorts of places in the order of each kind": (
        [
            ("__init__", ["wce", "wc"]),
            ("arrive", "A", "electric", 2),
            ("arrive", "B", "electric", 2),
            ("arrive", "C", "small", 2),
            ("arrive", "D", "small", 2),
            ("arrive", "E", "electric", 2),
            ("arrive", "F", "electric", 2),
        ],
        [None, (1, 3), (2, 2), (1, 2), (2, 1), (1, 1), None],
    ),
    "arrive: small and large cars do not charge": (
        [
            ("__init__", ["ece"]),
            ("arrive", "A", "large", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "small", 1),
            ("arrive", "D", "electric", 1),
            ("ahead", "C"),
        ],
        [None, None, (1, 2), None, (1, 1), 1],
    ),
    "arrive: a car comes once, be it in the house or in the line": (
        [
            ("__init__", ["c"]),
            ("arrive", "A", "small", 1),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "B", "large", 1),
            ("leave", "A"),
            ("arrive", "A", "large", 1),
            ("find", "B"),
        ],
        [None, (1, 1), ValueError, None, ValueError, "B", None, (1, 1)],
    ),
    "leave: the first in the line that may stand there": (
        [
            ("__init__", ["cwe"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "large", 1),
            ("arrive", "C", "electric", 1),
            ("arrive", "D", "large", 1),
            ("arrive", "E", "small", 1),
            ("arrive", "F", "electric", 1),
            ("arrive", "G", "small", 1),
            ("leave", "C"),
            ("leave", "A"),
            ("leave", "F"),
            ("leave", "B"),
            ("leave", "E"),
            ("leave", "D"),
            ("find", "G"),
            ("vacant", "w"),
            ("vacant", "e"),
        ],
        [None, (1, 1), (1, 2), (1, 3), None, None, None, None, "F", "E", None, "D", "G", None, (1, 1), 1, 1],
    ),
    "leave: an electric car takes what becomes free, though not a charger": (
        [
            ("__init__", ["we"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "electric", 1),
            ("arrive", "C", "electric", 1),
            ("arrive", "D", "large", 1),
            ("leave", "A"),
            ("find", "C"),
            ("leave", "C"),
            ("find", "D"),
            ("leave", "B"),
        ],
        [None, (1, 1), (1, 2), None, None, "C", (1, 1), "D", (1, 1), None],
    ),
    "leave: out of the line": (
        [
            ("__init__", ["c"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "small", 1),
            ("leave", "B"),
            ("ahead", "C"),
            ("find", "A"),
            ("leave", "B"),
            ("leave", "A"),
            ("leave", "A"),
            ("vacant", "c"),
        ],
        [None, (1, 1), None, None, None, 0, (1, 1), KeyError, "C", KeyError, 0],
    ),
    "leave: a place on a closed level stays empty": (
        [
            ("__init__", ["c"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("close", 1),
            ("leave", "A"),
            ("vacant", "c"),
            ("ahead", "B"),
        ],
        [None, (1, 1), None, True, None, 0, 0],
    ),
    "find: in the house, in the line, nowhere": (
        [
            ("__init__", ["w"]),
            ("arrive", "A", "large", 1),
            ("arrive", "B", "large", 1),
            ("find", "A"),
            ("find", "B"),
            ("find", "C"),
        ],
        [None, (1, 1), None, (1, 1), None, KeyError],
    ),
    "find: after the level was closed": (
        [
            ("__init__", ["c", "c"]),
            ("arrive", "A", "small", 2),
            ("close", 2),
            ("find", "A"),
            ("leave", "A"),
            ("find", "A"),
        ],
        [None, (2, 1), True, (2, 1), None, KeyError],
    ),
    "ahead: of all kinds": (
        [
            ("__init__", ["c"]),
            ("arrive", "A", "large", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "electric", 1),
            ("arrive", "D", "large", 1),
            ("ahead", "A"),
            ("ahead", "C"),
            ("ahead", "D"),
            ("leave", "B"),
            ("ahead", "D"),
            ("ahead", "C"),
        ],
        [None, None, (1, 1), None, None, 0, 1, 2, "C", 1, KeyError],
    ),
    "ahead: only those in the line have others ahead": (
        [("__init__", ["c"]), ("arrive", "A", "small", 1), ("ahead", "A"), ("ahead", "B")],
        [None, (1, 1), KeyError, KeyError],
    ),
    "close: no car is sent there": (
        [
            ("__init__", ["cw", "c"]),
            ("close", 1),
            ("close", 1),
            ("vacant", "c"),
            ("vacant", "w"),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("close", 2),
        ],
        [None, True, False, 1, 0, (2, 1), None, True],
    ),
    "close: levels that there are": (
        [("__init__", ["c", "c"]), ("close", 0), ("close", 3), ("close", -1), ("close", 2), ("reopen", 2)],
        [None, IndexError, IndexError, IndexError, True, []],
    ),
    "reopen: the line is gone through from the front": (
        [
            ("__init__", ["e", "cwcw"]),
            ("close", 2),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "electric", 1),
            ("arrive", "C", "electric", 1),
            ("arrive", "D", "small", 1),
            ("arrive", "E", "small", 2),
            ("arrive", "F", "large", 1),
            ("arrive", "G", "electric", 1),
            ("reopen", 2),
            ("find", "A"),
            ("find", "C"),
            ("find", "D"),
            ("find", "E"),
            ("ahead", "G"),
            ("vacant", "w"),
        ],
        [
            None,
            True,
            None,
            (1, 1),
            None,
            None,
            None,
            None,
            None,
            ["A", "C", "D", "E"],
            (2, 1),
            (2, 3),
            (2, 2),
            (2, 4),
            1,
            0,
        ],
    ),
    "reopen: what was free and what became free": (
        [
            ("__init__", ["ccw", "c"]),
            ("arrive", "A", "small", 1),
            ("close", 1),
            ("arrive", "B", "large", 1),
            ("leave", "A"),
            ("reopen", 1),
            ("vacant", "c"),
            ("reopen", 1),
            ("arrive", "D", "small", 1),
            ("arrive", "E", "small", 1),
            ("reopen", 0),
            ("reopen", 3),
        ],
        [None, (1, 1), True, None, None, ["B"], 3, [], (1, 1), (1, 2), IndexError, IndexError],
    ),
    "vacant: each sort": (
        [
            ("__init__", ["cce", "wwwc", ""]),
            ("vacant", "c"),
            ("vacant", "w"),
            ("vacant", "e"),
            ("arrive", "A", "electric", 3),
            ("arrive", "B", "large", 3),
            ("vacant", "w"),
            ("vacant", "e"),
            ("leave", "B"),
            ("vacant", "w"),
        ],
        [None, 3, 3, 1, (1, 3), (2, 1), 2, 0, None, 3],
    ),
    "vacant: closed levels do not count": (
        [("__init__", ["cc", "c"]), ("close", 1), ("vacant", "c"), ("reopen", 1), ("vacant", "c"), ("vacant", "e")],
        [None, True, 1, [], 3, 0],
    ),
    "class: a place is given on from car to car": (
        [
            ("__init__", ["w"]),
            ("arrive", "A", "large", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "electric", 1),
            ("arrive", "D", "large", 1),
            ("leave", "A"),
            ("leave", "B"),
            ("ahead", "D"),
            ("leave", "C"),
            ("leave", "D"),
            ("vacant", "w"),
            ("arrive", "A", "small", 1),
        ],
        [None, (1, 1), None, None, None, "B", "C", 0, "D", None, 1, (1, 1)],
    ),
    "class: a car that left the line is passed over": (
        [
            ("__init__", ["c", "w"]),
            ("arrive", "A", "small", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "small", 1),
            ("arrive", "D", "large", 1),
            ("arrive", "E", "small", 1),
            ("leave", "C"),
            ("arrive", "C", "large", 1),
            ("ahead", "C"),
            ("leave", "A"),
            ("leave", "B"),
            ("find", "C"),
            ("ahead", "C"),
        ],
        [None, (1, 1), (2, 1), None, None, None, None, None, 2, "E", "D", None, 0],
    ),
    "class: closed for a day": (
        [
            ("__init__", ["cw", "cw"]),
            ("arrive", "A", "small", 1),
            ("close", 1),
            ("arrive", "B", "small", 1),
            ("arrive", "C", "large", 1),
            ("arrive", "D", "large", 1),
            ("arrive", "E", "small", 1),
            ("leave", "A"),
            ("leave", "B"),
            ("reopen", 1),
            ("find", "D"),
            ("find", "E"),
            ("vacant", "c"),
        ],
        [None, (1, 1), True, (2, 1), (2, 2), None, None, None, "E", ["D"], (1, 2), (2, 1), 1],
    ),
    "class: an empty house without places": (
        [("__init__", [""]), ("vacant", "c"), ("arrive", "A", "electric", 1), ("leave", "A"), ("find", "A")],
        [None, 0, None, None, KeyError],
    ),
}

CHOICES = {"small": "cw", "large": "w", "electric": "ecw"}


class Canonical:
    def __init__(self, levels):
        self._sorts = levels
        self._free = [{"c": [], "w": [], "e": []} for _ in levels]  # by level and sort: a heap of places
        for level, sorts in enumerate(levels):
            for place, sort in enumerate(sorts, 1):
                self._free[level][sort].append(place)
        self._closed = set()
        self._parked = {}  # plate -> (level, place)
        self._line = {}  # plate -> (kind, gate), in the order of the line

    def _nearest(self, kind, gate):
        for sort in CHOICES[kind]:
            places = [
                (10 * abs(level + 1 - gate) + free[sort][0], level, sort)
                for level, free in enumerate(self._free)
                if free[sort] and level not in self._closed
            ]
            if places:
                return min(places)[1:]
        return None

    def _park(self, plate, kind, gate):
        nearest = self._nearest(kind, gate)
        if nearest is None:
            return None
        level, sort = nearest
        self._parked[plate] = level + 1, heappop(self._free[level][sort])
        return self._parked[plate]

    def arrive(self, plate, kind, gate):
        if plate in self._parked or plate in self._line:
            raise ValueError(f"{plate} has come already")
        place = self._park(plate, kind, gate)
        if place is None:
            self._line[plate] = kind, gate
        return place

    def leave(self, plate):
        if plate in self._line:
            del self._line[plate]
            return None
        level, place = self._parked.pop(plate)
        sort = self._sorts[level - 1][place - 1]
        if level - 1 not in self._closed:
            for waiting, (kind, _) in self._line.items():
                if sort in CHOICES[kind]:
                    del self._line[waiting]
                    self._parked[waiting] = level, place
                    return waiting
        heappush(self._free[level - 1][sort], place)
        return None

    def find(self, plate):
        return None if plate in self._line else self._parked[plate]

    def ahead(self, plate):
        if plate not in self._line:
            raise KeyError(plate)
        return list(self._line).index(plate)

    def _check_level(self, level):
        if not 1 <= level <= len(self._sorts):
            raise IndexError(f"there is no level {level}")

    def close(self, level):
        self._check_level(level)
        if level - 1 in self._closed:
            return False
        self._closed.add(level - 1)
        return True

    def reopen(self, level):
        self._check_level(level)
        if level - 1 not in self._closed:
            return []
        self._closed.remove(level - 1)
        parked = [plate for plate, (kind, gate) in self._line.items() if self._park(plate, kind, gate)]
        for plate in parked:
            del self._line[plate]
        return parked

    def vacant(self, sort):
        return sum(len(free[sort]) for level, free in enumerate(self._free) if level not in self._closed)


TAKERS = {"c": ("small", "electric"), "w": ("small", "large", "electric"), "e": ("electric",)}


class ReferenceQueuesAndCounts:
    """A heap of free places for each sort and level, a count of them, and a queue for each kind of car."""

    def __init__(self, levels):
        self._sorts = levels
        self._heaps = {
            sort: [[place for place, other in enumerate(places, 1) if other == sort] for places in levels]
            for sort in "cwe"
        }
        self._vacant = {sort: sum(map(len, heaps)) for sort, heaps in self._heaps.items()}
        self._open = [True] * len(levels)
        self._parked = {}
        self._waiting = {}  # plate -> number
        self._queues = {"small": deque(), "large": deque(), "electric": deque()}
        self._numbers = []
        self._came = 0

    def _choose(self, kind, gate):
        vacant = self._vacant
        for sort in CHOICES[kind]:
            if vacant[sort]:
                break
        else:
            return None
        heaps = self._heaps[sort]
        is_open = self._open
        gate -= 1
        best = 10**9
        if is_open[gate] and heaps[gate]:
            best = heaps[gate][0]
            chosen = gate
        away = 1
        way = 10
        count = len(heaps)
        while way < best:
            level = gate - away
            is_inside = False
            if level >= 0:
                is_inside = True
                if is_open[level] and heaps[level]:
                    nearest = way + heaps[level][0]
                    if nearest < best or (nearest == best and level < chosen):
                        best = nearest
                        chosen = level
            level = gate + away
            if level < count:
                is_inside = True
                if is_open[level] and heaps[level]:
                    nearest = way + heaps[level][0]
                    if nearest < best:
                        best = nearest
                        chosen = level
            if not is_inside:
                break
            away += 1
            way += 10
        vacant[sort] -= 1
        return chosen + 1, heappop(heaps[chosen])

    def arrive(self, plate, kind, gate):
        if plate in self._parked or plate in self._waiting:
            raise ValueError
        place = self._choose(kind, gate)
        if place is None:
            self._came += 1
            self._waiting[plate] = self._came
            self._numbers.append(self._came)
            self._queues[kind].append((self._came, plate, gate))
        else:
            self._parked[plate] = place
        return place

    def _unqueue(self, number):
        numbers = self._numbers
        del numbers[bisect_left(numbers, number)]

    def leave(self, plate):
        waiting = self._waiting
        if plate in waiting:
            self._unqueue(waiting.pop(plate))
            return None
        where = self._parked.pop(plate)
        level, place = where
        sort = self._sorts[level - 1][place - 1]
        is_open = self._open[level - 1]
        if is_open and waiting:
            first = None
            queues = self._queues
            for kind in TAKERS[sort]:
                queue = queues[kind]
                while queue and waiting.get(queue[0][1]) != queue[0][0]:
                    queue.popleft()
                if queue and (first is None or queue[0][0] < first[0][0]):
                    first = queue
            if first is not None:
                number, plate, _ = first.popleft()
                del waiting[plate]
                self._unqueue(number)
                self._parked[plate] = where
                return plate
        heappush(self._heaps[sort][level - 1], place)
        if is_open:
            self._vacant[sort] += 1
        return None

    def find(self, plate):
        return None if plate in self._waiting else self._parked[plate]

    def ahead(self, plate):
        return bisect_left(self._numbers, self._waiting[plate])

    def close(self, level):
        if not 1 <= level <= len(self._open):
            raise IndexError
        if not self._open[level - 1]:
            return False
        self._open[level - 1] = False
        for sort, heaps in self._heaps.items():
            self._vacant[sort] -= len(heaps[level - 1])
        return True

    def reopen(self, level):
        if not 1 <= level <= len(self._open):
            raise IndexError
        if self._open[level - 1]:
            return []
        self._open[level - 1] = True
        vacant = self._vacant
        for sort, heaps in self._heaps.items():
            vacant[sort] += len(heaps[level - 1])
        moved = []
        waiting = self._waiting
        queues = self._queues
        while waiting:
            first = None
            for kind, queue in queues.items():
                if any(vacant[sort] for sort in CHOICES[kind]):
                    while queue and waiting.get(queue[0][1]) != queue[0][0]:
                        queue.popleft()
                    if queue and (first is None or queue[0][0] < first[1][0][0]):
                        first = kind, queue
            if first is None:
                break
            kind, queue = first
            number, plate, gate = queue.popleft()
            del waiting[plate]
            self._unqueue(number)
            self._parked[plate] = self._choose(kind, gate)
            moved.append(plate)
        return moved

    def vacant(self, sort):
        return self._vacant[sort]


class SlowLookAtAllPlaces:
    def __init__(self, levels):
        self.levels = [[[sort, None] for sort in level] for level in levels]
        self.closed = set()
        self.line = []

    def _is_here(self, plate):
        if any(plate == other[0] for other in self.line):
            return True
        return self._place_of(plate) is not None

    def _place_of(self, plate):
        for number, level in enumerate(self.levels, 1):
            for place, (_, car) in enumerate(level, 1):
                if car == plate:
                    return number, place
        return None

    def _park(self, plate, kind, gate):
        for sort in CHOICES[kind]:
            found = []
            for number, level in enumerate(self.levels, 1):
                if number not in self.closed:
                    for place, (other, car) in enumerate(level, 1):
                        if other == sort and car is None:
                            found.append((10 * abs(number - gate) + place, number, place))
            if found:
                _, number, place = min(found)
                self.levels[number - 1][place - 1][1] = plate
                return number, place
        return None

    def arrive(self, plate, kind, gate):
        if self._is_here(plate):
            raise ValueError
        where = self._park(plate, kind, gate)
        if where is None:
            self.line.append((plate, kind, gate))
        return where

    def leave(self, plate):
        for car in self.line:
            if car[0] == plate:
                self.line.remove(car)
                return None
        where = self._place_of(plate)
        if where is None:
            raise KeyError(plate)
        spot = self.levels[where[0] - 1][where[1] - 1]
        spot[1] = None
        if where[0] not in self.closed:
            for car in self.line:
                if spot[0] in CHOICES[car[1]]:
                    self.line.remove(car)
                    spot[1] = car[0]
                    return car[0]
        return None

    def find(self, plate):
        if not self._is_here(plate):
            raise KeyError(plate)
        return self._place_of(plate)

    def ahead(self, plate):
        plates = [car[0] for car in self.line]
        if plate not in plates:
            raise KeyError(plate)
        return plates.index(plate)

    def close(self, level):
        if level < 1 or level > len(self.levels):
            raise IndexError
        if level in self.closed:
            return False
        self.closed.add(level)
        return True

    def reopen(self, level):
        if level < 1 or level > len(self.levels):
            raise IndexError
        if level not in self.closed:
            return []
        self.closed.remove(level)
        moved = []
        for car in list(self.line):
            if self._park(*car):
                self.line.remove(car)
                moved.append(car[0])
        return moved

    def vacant(self, sort):
        count = 0
        for number, level in enumerate(self.levels, 1):
            if number not in self.closed:
                count += sum(1 for other, car in level if other == sort and car is None)
        return count


def drawn_levels(rng, count, width):
    places = list("c" * (width * 5 // 10) + "w" * (width * 3 // 10))
    places += "e" * (width - len(places))
    levels = []
    for _ in range(count):
        rng.shuffle(places)
        levels.append("".join(places))
    return levels


def plates(rng, count):
    return [f"{rng.choice('ABCDEFGHK')}-{number}" for number in rng.sample(range(10**5), count)]


def drawn_kind(rng):
    return rng.choice(["small", "small", "small", "large", "electric"])


def stress_come_and_go(rng):
    """interleaved: cars come and go in a house that is half full; each look for a place goes through all of them."""
    calls = [("__init__", drawn_levels(rng, 10, 60))]
    inside = []
    for plate in plates(rng, 1_700):
        calls.append(("arrive", plate, drawn_kind(rng), rng.randrange(1, 11)))
        inside.append(plate)
        if len(inside) > 300:
            place = rng.randrange(len(inside))
            inside[place], inside[-1] = inside[-1], inside[place]
            calls.append(("leave", inside.pop()))
    return (calls,)


def stress_fill_then_find(rng):
    """build_then_query: the house is filled, with a line before it, then cars are looked for and places counted."""
    calls = [("__init__", drawn_levels(rng, 8, 60))]
    cars = plates(rng, 900)
    calls += [("arrive", plate, drawn_kind(rng), rng.randrange(1, 9)) for plate in cars]
    for _ in range(1_300):
        calls.append(("find", rng.choice(cars)))
        calls.append(("ahead", rng.choice(cars)))
        calls.append(("vacant", rng.choice("cwe")))
    return (calls,)


def stress_a_long_line(rng):
    """worst_of_slow: a line many times as long as the house; the small cars that go first stand far behind."""
    calls = [("__init__", drawn_levels(rng, 4, 20))]
    cars = plates(rng, 1_900)
    calls += [("arrive", plate, "small", rng.randrange(1, 5)) for plate in cars[:64]]
    calls += [("arrive", plate, "large", rng.randrange(1, 5)) for plate in cars[64:900]]
    calls += [("arrive", plate, "small", rng.randrange(1, 5)) for plate in cars[900:]]
    places = cars[:40]
    behind = iter(cars[900:])
    for _ in range(900):
        calls.append(("leave", places.pop(0)))
        places.append(next(behind))
        calls.append(("ahead", rng.choice(cars[100:800])))
    return (calls,)


def stress_a_line_that_gives_up(rng):
    """growth_then_shrink: a long line before a full house shrinks from anywhere, with a look at who is ahead."""
    calls = [("__init__", drawn_levels(rng, 5, 30))]
    calls += [("arrive", f"X{number}", "electric", rng.randrange(1, 6)) for number in range(150)]
    cars = plates(rng, 1_400)
    calls += [("arrive", plate, drawn_kind(rng), rng.randrange(1, 6)) for plate in cars]
    rng.shuffle(cars)
    for place, plate in enumerate(cars[:-1]):
        calls.append(("leave", plate))
        calls.append(("ahead", cars[rng.randrange(place + 1, len(cars))]))
    calls += [("close", 0), ("close", 1), ("close", 1), ("reopen", 0), ("reopen", 2)]
    calls += [("arrive", f"S{number}", drawn_kind(rng), rng.randrange(1, 6)) for number in range(120)]
    calls += [("leave", f"S{number}") for number in range(0, 120, 3)]
    calls += [("leave", f"X{number}") for number in rng.sample(range(150), 50)]
    calls += [("leave", f"S{number}") for number in range(1, 120, 3)] + [("reopen", 1)]
    calls += [("arrive", f"T{number}", "large", 3) for number in range(70)] + [("close", 2), ("reopen", 2)]
    return (calls,)


def stress_levels_close_and_open(rng):
    """worst_of_fast: many levels, most of them closed or full, so that the nearest place is many levels away."""
    calls = [("__init__", drawn_levels(rng, 40, 20))]
    calls += [("close", level) for level in range(3, 39)]
    cars = plates(rng, 1_300)
    inside = []
    for step, plate in enumerate(cars):
        calls.append(("arrive", plate, "small", rng.randrange(15, 26)))
        inside.append(plate)
        if len(inside) > 40:
            calls.append(("leave", inside.pop(rng.randrange(len(inside)))))
        if step % 20 == 0:
            level = rng.randrange(3, 39)
            calls += [("reopen", level), ("close", level)]
    return (calls,)


def stress_come_again(rng):
    """repeated_no_ops: cars that are there come again, others leave that are not there, or come in and go."""
    calls = [("__init__", drawn_levels(rng, 8, 80))]
    cars = plates(rng, 1_100)
    kinds = ["small", "large", "small", "electric", "small"]
    calls += [("arrive", plate, kinds[place % 5], rng.randrange(1, 9)) for place, plate in enumerate(cars[:300])]
    for step in range(1_100):
        calls.append(("arrive", rng.choice(cars[:300]), "small", rng.randrange(1, 9)))
        plate, other = rng.sample(cars[300:], 2)
        calls += [("leave", other), ("arrive", plate, kinds[step % 5], rng.randrange(1, 9)), ("leave", plate)]
    return (calls,)


def growing(rng, size):
    """The number of cars that come to two levels with as many places, each followed by a search for one."""
    cars = plates(rng, size)
    calls = [("__init__", drawn_levels(rng, 2, min(size // 2 + 2, 1_000)))]
    for place, plate in enumerate(cars):
        calls.append(("arrive", plate, drawn_kind(rng), rng.randrange(1, 3)))
        calls.append(("find", cars[rng.randrange(place + 1)]))
    return (calls,)
