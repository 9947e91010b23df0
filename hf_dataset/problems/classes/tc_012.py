"""RoadMap: towns that roads join into groups, each with a chief town, and what was when.

Walking the roads anew for every question costs as much as there are roads, and giving all towns of a group a new chief
costs as much as there are towns. The rule for the chief is that of union by size: so a forest in which each chief that
lost its rank points to its successor, with the day of that, has paths of logarithmic length, and these hold everything:
the chief at the end, the days at which towns came together, and as many changes of the chief as there are steps.
Decided here: a town counts as a group of its own before its first road, whatever the day; roads are opened in the order
of their days; a road within a group changes nothing.
"""

from bisect import bisect_left, bisect_right, insort
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class RoadMap:
    """Towns, and the roads that join them into groups.

    Towns that can be reached from each other by roads are one group. Each group has a chief town. A town without roads
    is the chief of its own group, of size 1. When a road joins two groups, the chief of the larger group becomes the
    chief of the new one; of two groups of the same size, it is that one of the two chiefs that was settled earlier.

    Roads are opened on days, which are positive whole numbers and never go back. Whoever asks about a day asks for
    what was at its end, when all roads of that day were open. A town counts as a group of its own on all days before
    its first road, no matter when it was settled.

    >>> roads = RoadMap()
    >>> for town in ["ulm", "kiel", "bonn"]:
    ...     roads.settle(town)
    >>> roads.open_road("kiel", "ulm", 4), roads.chief("kiel")
    (True, 'ulm')
    >>> roads.open_road("bonn", "kiel", 7), roads.since("ulm", "bonn"), roads.since("ulm", "kiel")
    (True, 7, 4)
    >>> roads.size_on("kiel", 6), roads.size_on("bonn", 6)
    (2, 1)
    """

    def __init__(self) -> None:
        """Start without towns."""

    def settle(self, town: str) -> None:
        """Add a town. Raise ValueError if there is one of this name."""

    def open_road(self, first: str, second: str, day: int) -> bool:
        """Open a road between two towns, which may be the same.

        Return True if it joins two groups, False if the towns were in one group already.
        Raise KeyError if one of the towns is unknown. Otherwise raise ValueError if a road was opened on a later day
        than `day` before. A call that raises changes nothing; a road that joins nothing still counts as opened.
        """

    def chief(self, town: str) -> str:
        """Return the chief of the town's group. Raise KeyError if the town is unknown."""

    def changes(self, town: str) -> int:
        """Return how often the town got another chief than before, since it was settled.

        Raise KeyError if the town is unknown.
        """

    def since(self, first: str, second: str) -> "int | None":
        """Return the day since which the two towns are in one group.

        Return 0 if they are the same town, and None if they are not in one group.
        Raise KeyError if one of the towns is unknown.
        """

    def size_on(self, town: str, day: int) -> int:
        """Return how many towns the group of `town` had at the end of `day`. Raise KeyError if the town is unknown."""

    def groups(self) -> int:
        """Return how many groups there are."""

    def largest(self, count: int) -> list[tuple[str, int]]:
        """Return chief and size of the `count` largest groups, or of all if there are fewer.

        The largest comes first; groups of one size are in the order of their chiefs' names.
        """
'''

ARGUMENTS = {
    "__init__": (),
    "settle": (str,),
    "open_road": (str, str, int),
    "chief": (str,),
    "changes": (str,),
    "since": (str, str),
    "size_on": (str, int),
    "groups": (),
    "largest": (int,),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 40_000, "there must be at most 40,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple that is not empty"
    assert calls[0][0] == "__init__", "the first call must be __init__"
    for place, (name, *arguments) in enumerate(calls):
        assert type(name) is str and name in ARGUMENTS, "each call must name a method of the class"
        assert (name == "__init__") == (place == 0), "only the first call may be __init__"
        types = tuple(type(argument) for argument in arguments)
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        for argument in arguments:
            if type(argument) is str:
                assert 1 <= len(argument) <= 30, "names of towns must have 1 to 30 characters"
        if name == "largest":
            assert 0 <= arguments[0] <= 20, "largest must be asked for 0 to 20 groups"
        elif name in ("open_road", "size_on"):
            assert (name == "open_road") <= arguments[-1] <= 10**9, "days must lie between 1 (0 to ask) and 10**9"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("a town without a name", ([("__init__",), ("settle", "")],)),
    ("a road on day 0", ([("__init__",), ("settle", "a"), ("open_road", "a", "a", 0)],)),
    ("too many groups asked for", ([("__init__",), ("largest", 21)],)),
    ("a day as text", ([("__init__",), ("size_on", "a", "1")],)),
]


def towns(names):
    return [("settle", name) for name in names]


TESTS = {
    "settle: a new town is a group of its own": (
        [("__init__",), ("groups",), ("settle", "a"), ("chief", "a"), ("groups",), ("settle", "b"), ("groups",)],
        [None, 0, None, "a", 1, None, 2],
    ),
    "settle: a name can be taken once": (
        [("__init__",), *towns("ab"), ("open_road", "b", "a", 1), ("settle", "b"), ("chief", "b"), ("groups",)],
        [None, None, None, True, ValueError, "a", 1],
    ),
    "settle: also after roads": (
        [
            ("__init__",),
            *towns("ab"),
            ("open_road", "a", "b", 9),
            ("settle", "c"),
            ("open_road", "c", "b", 9),
            ("size_on", "c", 8),
        ],
        [None, None, None, True, None, True, 1],
    ),
    "open_road: a road within a group joins nothing": (
        [
            ("__init__",),
            *towns("abc"),
            ("open_road", "a", "b", 1),
            ("open_road", "b", "a", 2),
            ("open_road", "c", "c", 3),
            ("groups",),
            ("changes", "b"),
            ("since", "a", "b"),
        ],
        [None, None, None, None, True, False, False, 2, 1, 1],
    ),
    "open_road: days never go back, not even for roads that join nothing": (
        [
            ("__init__",),
            *towns("abc"),
            ("open_road", "a", "b", 5),
            ("open_road", "a", "c", 4),
            ("groups",),
            ("open_road", "a", "b", 8),
            ("open_road", "a", "c", 7),
            ("open_road", "a", "c", 8),
        ],
        [None, None, None, None, True, ValueError, 2, False, ValueError, True],
    ),
    "open_road: an unknown town comes before a wrong day": (
        [
            ("__init__",),
            *towns("ab"),
            ("open_road", "a", "x", 9),
            ("open_road", "x", "a", 9),
            ("open_road", "a", "b", 5),
            ("open_road", "a", "x", 4),
            ("open_road", "a", "b", 4),
            ("open_road", "a", "a", 5),
        ],
        [None, None, None, KeyError, KeyError, True, KeyError, ValueError, False],
    ),
    "chief: of two equal groups the earlier settled chief stays": (
        [
            ("__init__",),
            *towns("zyxw"),
            ("open_road", "y", "z", 1),
            ("chief", "y"),
            ("open_road", "x", "w", 1),
            ("chief", "w"),
            ("open_road", "w", "y", 2),
            ("chief", "w"),
            ("chief", "x"),
            ("chief", "z"),
        ],
        [None, *[None] * 4, True, "z", True, "x", True, "z", "z", "z"],
    ),
    "chief: the larger group's chief stays, though settled later": (
        [
            ("__init__",),
            *towns("abc"),
            ("open_road", "b", "c", 1),
            ("open_road", "a", "c", 2),
            ("chief", "a"),
            ("chief", "c"),
            ("chief", "q"),
        ],
        [None, None, None, None, True, True, "b", "b", KeyError],
    ),
    "changes: only towns of the group that gives way get another chief": (
        [
            ("__init__",),
            *towns("abcd"),
            ("open_road", "c", "d", 1),
            ("open_road", "b", "a", 1),
            ("open_road", "d", "b", 1),
            ("changes", "a"),
            ("changes", "b"),
            ("changes", "c"),
            ("changes", "d"),
        ],
        [None, *[None] * 4, True, True, True, 0, 1, 1, 2],
    ),
    "changes: none at first, unknown towns": (
        [("__init__",), *towns("a"), ("changes", "a"), ("changes", "b")],
        [None, None, 0, KeyError],
    ),
    "since: the day on which the groups met, not that of the last road": (
        [
            ("__init__",),
            *towns("abcde"),
            ("open_road", "a", "b", 2),
            ("open_road", "c", "d", 3),
            ("open_road", "d", "e", 4),
            ("since", "a", "c"),
            ("open_road", "b", "e", 6),
            ("open_road", "a", "c", 9),
            ("since", "a", "c"),
            ("since", "c", "a"),
            ("since", "c", "e"),
            ("since", "e", "d"),
            ("since", "b", "a"),
        ],
        [None, *[None] * 5, True, True, True, None, True, False, 6, 6, 4, 4, 2],
    ),
    "since: the same town, strangers and unknown towns": (
        [
            ("__init__",),
            *towns("ab"),
            ("since", "a", "a"),
            ("since", "a", "b"),
            ("since", "a", "c"),
            ("since", "c", "a"),
            ("since", "c", "c"),
        ],
        [None, None, None, 0, None, KeyError, KeyError, KeyError],
    ),
    "since: a town that stays chief throughout": (
        [
            ("__init__",),
            *towns("abcd"),
            ("open_road", "a", "b", 1),
            ("open_road", "a", "c", 5),
            ("open_road", "d", "b", 8),
            ("since", "a", "b"),
            ("since", "b", "c"),
            ("since", "d", "c"),
            ("since", "a", "d"),
        ],
        [None, *[None] * 4, True, True, True, 1, 5, 8, 8],
    ),
    "size_on: before, on and after days with roads": (
        [
            ("__init__",),
            *towns("abcd"),
            ("open_road", "a", "b", 3),
            ("open_road", "c", "d", 3),
            ("open_road", "a", "d", 6),
            ("size_on", "d", 0),
            ("size_on", "d", 2),
            ("size_on", "d", 3),
            ("size_on", "d", 5),
            ("size_on", "d", 6),
            ("size_on", "a", 2),
            ("size_on", "a", 3),
            ("size_on", "a", 5),
            ("size_on", "a", 6),
            ("size_on", "a", 99),
        ],
        [None, *[None] * 4, True, True, True, 1, 1, 2, 2, 4, 1, 2, 2, 4, 4],
    ),
    "size_on: all roads of the day count": (
        [
            ("__init__",),
            *towns("abcd"),
            ("open_road", "a", "b", 3),
            ("open_road", "a", "c", 3),
            ("open_road", "d", "a", 3),
            ("size_on", "c", 3),
            ("size_on", "a", 3),
            ("size_on", "a", 2),
            ("size_on", "e", 3),
        ],
        [None, *[None] * 4, True, True, True, 4, 4, 1, KeyError],
    ),
    "size_on: a town whose chief gave way in between": (
        [
            ("__init__",),
            *towns("abcdefg"),
            ("open_road", "a", "b", 1),
            ("open_road", "c", "d", 2),
            ("open_road", "c", "e", 4),
            ("open_road", "b", "e", 5),
            ("open_road", "f", "b", 7),
            ("size_on", "b", 3),
            ("size_on", "b", 4),
            ("size_on", "b", 5),
            ("size_on", "b", 6),
            ("size_on", "b", 7),
            ("size_on", "f", 6),
            ("size_on", "g", 7),
        ],
        [None, *[None] * 7, True, True, True, True, True, 2, 2, 5, 5, 6, 1, 1],
    ),
    "groups: fewer by one with each road that joins": (
        [
            ("__init__",),
            *towns("abc"),
            ("groups",),
            ("open_road", "a", "b", 1),
            ("groups",),
            ("open_road", "c", "b", 1),
            ("groups",),
        ],
        [None, None, None, None, 3, True, 2, True, 1],
    ),
    "groups: a refused road changes nothing": (
        [("__init__",), *towns("ab"), ("open_road", "a", "q", 1), ("groups",), ("settle", "a"), ("groups",)],
        [None, None, None, KeyError, 2, ValueError, 2],
    ),
    "largest: by size, then by the chief's name": (
        [
            ("__init__",),
            *towns(["nil", "po", "elbe", "don", "aare", "main"]),
            ("open_road", "main", "aare", 1),
            ("open_road", "po", "elbe", 1),
            ("largest", 3),
            ("largest", 2),
            ("largest", 9),
            ("open_road", "don", "nil", 1),
            ("largest", 2),
            ("open_road", "don", "main", 1),
            ("largest", 3),
        ],
        [
            None,
            *[None] * 6,
            True,
            True,
            [("aare", 2), ("po", 2), ("don", 1)],
            [("aare", 2), ("po", 2)],
            [("aare", 2), ("po", 2), ("don", 1), ("nil", 1)],
            True,
            [("aare", 2), ("nil", 2)],
            True,
            [("nil", 4), ("po", 2)],
        ],
    ),
    "largest: none asked for, none there": (
        [("__init__",), ("largest", 5), *towns("a"), ("largest", 0), ("largest", 1)],
        [None, [], None, [], [("a", 1)]],
    ),
    "size_on: before all days, each town is alone": (
        [("__init__",), ("settle", "a"), ("settle", "b"), ("open_road", "a", "b", 4), ("size_on", "a", 0)],
        [None, None, None, True, 1],
    ),
    "class: a chain that grows at its end keeps its chief": (
        [
            ("__init__",),
            *towns("edcba"),
            ("open_road", "d", "c", 1),
            ("open_road", "c", "b", 2),
            ("open_road", "b", "a", 3),
            ("open_road", "a", "e", 4),
            ("chief", "e"),
            ("changes", "a"),
            ("changes", "e"),
            ("since", "e", "c"),
            ("since", "b", "c"),
            ("size_on", "c", 2),
            ("largest", 1),
        ],
        [None, *[None] * 5, True, True, True, True, "d", 1, 1, 4, 2, 3, [("d", 5)]],
    ),
    "class: equal groups met pair by pair": (
        [
            ("__init__",),
            *towns("abcdefgh"),
            ("open_road", "h", "g", 1),
            ("open_road", "f", "e", 1),
            ("open_road", "d", "c", 2),
            ("open_road", "b", "a", 2),
            ("open_road", "h", "f", 3),
            ("open_road", "d", "b", 4),
            ("changes", "h"),
            ("open_road", "h", "d", 5),
            ("changes", "h"),
            ("changes", "d"),
            ("changes", "b"),
            ("chief", "h"),
            ("since", "h", "e"),
            ("since", "c", "g"),
            ("since", "g", "h"),
            ("size_on", "g", 2),
            ("size_on", "g", 4),
            ("size_on", "g", 5),
            ("groups",),
        ],
        [None, *[None] * 8, *[True] * 6, 2, True, 3, 2, 1, "a", 3, 5, 1, 2, 4, 8, 1],
    ),
    "class: two groups that never meet": (
        [
            ("__init__",),
            *towns("abcd"),
            ("open_road", "b", "a", 10),
            ("open_road", "d", "c", 20),
            ("since", "a", "d"),
            ("size_on", "b", 20),
            ("size_on", "d", 19),
            ("size_on", "d", 20),
            ("largest", 2),
            ("settle", "a"),
            ("open_road", "c", "d", 19),
            ("open_road", "c", "d", 21),
            ("groups",),
        ],
        [None, *[None] * 4, True, True, None, 2, 1, 2, [("a", 2), ("c", 2)], ValueError, ValueError, False, 2],
    ),
}


class Canonical:
    def __init__(self):
        self._number = {}  # town -> its number in the order of settling
        self._above = {}  # town that is no chief any more -> (the chief it gave way to, day)
        self._sizes = {}  # town -> list of (day, size of its group), as long as it was a chief
        self._last_day = 0
        self._chiefs = {}  # chief -> size of its group

    def settle(self, town):
        if town in self._number:
            raise ValueError(f"{town} is settled already")
        self._number[town] = len(self._number)
        self._sizes[town] = [(0, 1)]
        self._chiefs[town] = 1

    def _way_up(self, town):
        """The town, and all chiefs it had one after the other, each with the day at which it got it."""
        if town not in self._number:
            raise KeyError(town)
        way = [(town, 0)]
        while town in self._above:
            town, day = self._above[town]
            way.append((town, day))
        return way

    def open_road(self, first, second, day):
        winner, loser = self.chief(first), self.chief(second)
        if day < self._last_day:
            raise ValueError("a road was opened on a later day")
        self._last_day = day
        if winner == loser:
            return False
        winner, loser = sorted((winner, loser), key=lambda town: (-self._chiefs[town], self._number[town]))
        self._above[loser] = winner, day
        self._chiefs[winner] += self._chiefs.pop(loser)
        self._sizes[winner].append((day, self._chiefs[winner]))
        return True

    def chief(self, town):
        return self._way_up(town)[-1][0]

    def changes(self, town):
        return len(self._way_up(town)) - 1

    def since(self, first, second):
        met = dict(self._way_up(first))
        for town, day in self._way_up(second):
            if town in met:
                return max(day, met[town])
        return None

    def size_on(self, town, day):
        chief = [passed for passed, reached in self._way_up(town) if reached <= day][-1]
        sizes = self._sizes[chief]
        return sizes[bisect_right(sizes, day, key=lambda entry: entry[0]) - 1][1]

    def groups(self):
        return len(self._chiefs)

    def largest(self, count):
        return sorted(self._chiefs.items(), key=lambda entry: (-entry[1], entry[0]))[:count]


class ReferenceForestWithDays:
    """Union by size without shortening of paths; groups are kept in the order in which they are asked for."""

    def __init__(self):
        self._above = {}
        self._day = {}
        self._number = {}
        self._days = {}
        self._sizes = {}
        self._order = []
        self._fresh = []
        self._last_day = 0

    def settle(self, town):
        if town in self._above:
            raise ValueError
        self._number[town] = len(self._above)
        self._above[town] = None
        self._fresh.append(town)

    def open_road(self, first, second, day):
        above = self._above
        winner, up = first, above[first]
        while up is not None:
            winner, up = up, above[up]
        loser, up = second, above[second]
        while up is not None:
            loser, up = up, above[up]
        if day < self._last_day:
            raise ValueError
        self._last_day = day
        if winner == loser:
            return False
        sizes = self._sizes
        size = sizes[winner][-1] if winner in sizes else 1
        other = sizes[loser][-1] if loser in sizes else 1
        if size < other or (size == other and self._number[loser] < self._number[winner]):
            winner, loser = loser, winner
            size, other = other, size
        if self._fresh:
            self._sort_in()
        order = self._order
        del order[bisect_left(order, (-other, loser))]
        del order[bisect_left(order, (-size, winner))]
        size += other
        insort(order, (-size, winner))
        above[loser] = winner
        self._day[loser] = day
        if winner in sizes:
            sizes[winner].append(size)
            self._days[winner].append(day)
        else:
            sizes[winner] = [size]
            self._days[winner] = [day]
        return True

    def _sort_in(self):
        if len(self._fresh) < 8:
            for town in self._fresh:
                insort(self._order, (-1, town))
        else:
            self._order += [(-1, town) for town in self._fresh]
            self._order.sort()
        self._fresh = []

    def chief(self, town):
        above = self._above
        up = above[town]
        while up is not None:
            town, up = up, above[up]
        return town

    def changes(self, town):
        above = self._above
        up = above[town]
        steps = 0
        while up is not None:
            steps += 1
            up = above[up]
        return steps

    def since(self, first, second):
        above = self._above
        up, other_up = above[first], above[second]
        days = self._day
        latest = 0
        while first != second:
            if other_up is None or (up is not None and days[first] <= days[second]):
                if up is None:
                    return None
                latest = days[first]
                first, up = up, above[up]
            else:
                latest = days[second]
                second, other_up = other_up, above[other_up]
        return latest

    def size_on(self, town, day):
        above = self._above
        up = above[town]
        days = self._day
        while up is not None and days[town] <= day:
            town, up = up, above[up]
        if town not in self._days:
            return 1
        place = bisect_right(self._days[town], day)
        return self._sizes[town][place - 1] if place else 1

    def groups(self):
        return len(self._order) + len(self._fresh)

    def largest(self, count):
        if self._fresh:
            self._sort_in()
        return [(chief, -size) for size, chief in self._order[:count]]


class SlowWalkTheRoads:
    def __init__(self):
        self.roads = {}
        self.chiefs = {}
        self.changed = {}
        self.last_day = 0

    def settle(self, town):
        if town in self.roads:
            raise ValueError
        self.roads[town] = []
        self.chiefs[town] = town
        self.changed[town] = 0

    def open_road(self, first, second, day):
        winner, loser = self.chiefs[first], self.chiefs[second]
        if day < self.last_day:
            raise ValueError
        self.last_day = day
        if winner == loser:
            return False
        everyone = list(self.chiefs.values())
        settled = list(self.roads)
        size, other = everyone.count(winner), everyone.count(loser)
        if other > size or (other == size and settled.index(loser) < settled.index(winner)):
            winner, loser = loser, winner
        for town, chief in self.chiefs.items():
            if chief == loser:
                self.chiefs[town] = winner
                self.changed[town] += 1
        self.roads[first].append((day, second))
        self.roads[second].append((day, first))
        return True

    def chief(self, town):
        return self.chiefs[town]

    def changes(self, town):
        return self.changed[town]

    def since(self, first, second):
        self.roads[second]
        waiting = [(day, other) for day, other in self.roads[first]]
        waiting.append((0, first))
        waiting.sort()
        latest = 0
        seen = set()
        while waiting:
            day, town = heappop(waiting)
            latest = max(latest, day)
            if town == second:
                return latest
            if town not in seen:
                seen.add(town)
                for road in self.roads[town]:
                    heappush(waiting, road)
        return None

    def size_on(self, town, day):
        self.roads[town]
        seen = {town}
        waiting = [town]
        while waiting:
            for opened, other in self.roads[waiting.pop()]:
                if opened <= day and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return len(seen)

    def groups(self):
        return len(set(self.chiefs.values()))

    def largest(self, count):
        sizes = {}
        for chief in self.chiefs.values():
            sizes[chief] = sizes.get(chief, 0) + 1
        return sorted(sizes.items(), key=lambda entry: (-entry[1], entry[0]))[:count]


def names(rng, count):
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(rng.choices(letters, k=3)) + str(number) for number in rng.sample(range(10**5), count)]


def question(rng, settled, last_day):
    kind = rng.randrange(4)
    if kind == 0:
        return ("since", rng.choice(settled), rng.choice(settled))
    if kind == 1:
        return ("size_on", rng.choice(settled), rng.randrange(last_day + 2))
    return ("chief" if kind == 2 else "changes", rng.choice(settled))


def stress_roads_then_questions(rng):
    """build_then_query: a random map is built, then asked; each walk over its roads touches nearly all of them."""
    settled = names(rng, 700)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    calls += [("open_road", rng.choice(settled), rng.choice(settled), 1 + step // 3) for step in range(1_200)]
    calls += [question(rng, settled, 410) for _ in range(1_800)]
    return (calls,)


def stress_towns_roads_and_questions_mixed(rng):
    """interleaved: towns are settled, roads opened and questions asked in turn; nothing can be prepared."""
    settled = names(rng, 700)
    calls = [("__init__",)] + [("settle", town) for town in settled[:50]]
    for step in range(50, 700):
        calls.append(("settle", settled[step]))
        calls.append(("open_road", settled[rng.randrange(step)], settled[rng.randrange(step)], step))
        calls.append(question(rng, settled[:step], step))
        calls.append(("largest", 3))
        calls.append(("groups",))
    calls += [("settle", settled[0]), ("open_road", settled[0], settled[1], 1)]
    return (calls,)


def stress_equal_groups_meet(rng):
    """worst_of_fast: groups of equal size meet, so that the ways up to the chief are at their longest."""
    settled = names(rng, 1_024)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    width = 1
    day = 0
    while width < 1_024:
        day += 1
        for start in range(0, 1_024, 2 * width):
            calls.append(("open_road", settled[start + width - 1], settled[start + 2 * width - 1], day))
        width *= 2
    deep = [town for place, town in enumerate(settled) if place.bit_count() >= 7]
    for _ in range(2_000):
        town = rng.choice(deep)
        calls.append(rng.choice([("chief", town), ("changes", town), ("since", rng.choice(deep), town)]))
    return (calls,)


def stress_one_long_chain(rng):
    """adversarial_order: a chain grows at one end, so that walks are long and each joint gives one town a new chief."""
    settled = names(rng, 700)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    for step in range(1, 700):
        calls.append(("open_road", settled[step - 1], settled[step], step))
        calls.append(("size_on", settled[rng.randrange(step)], rng.randrange(step + 1)))
        calls.append(("since", settled[rng.randrange(step)], settled[rng.randrange(step)]))
        calls.append(("changes", settled[rng.randrange(step)]))
    for _ in range(1_500):
        calls.append(("size_on", rng.choice(settled), rng.randrange(40)))
    return (calls,)


def stress_roads_within_groups(rng):
    """repeated_no_ops: most roads lie within one group; whoever looks at all towns at each road does so in vain."""
    settled = names(rng, 900)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    for place, town in enumerate(settled[1:]):
        calls.append(("open_road", town, settled[rng.randrange(place + 1)], place + 1))
    calls += [("open_road", rng.choice(settled), rng.choice(settled), 900 + step) for step in range(2_500)]
    calls += [("since", rng.choice(settled), rng.choice(settled)) for _ in range(500)]
    return (calls,)


def stress_many_small_groups(rng):
    """sparse: thousands of groups of a few towns; the largest are asked for after each road."""
    settled = names(rng, 800)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    for step in range(1_300):
        start = 8 * rng.randrange(100)
        calls.append(("open_road", settled[start + rng.randrange(8)], settled[start + rng.randrange(8)], step + 1))
        calls.append(("largest", 2))
        calls.append(("groups",))
    return (calls,)


def growing(rng, size):
    """The number of towns, which are joined one after the other, each time with a question about a day."""
    settled = names(rng, size)
    calls = [("__init__",)] + [("settle", town) for town in settled]
    for step in range(1, size):
        calls.append(("open_road", settled[rng.randrange(step)], settled[step], step))
        calls.append(("size_on", settled[rng.randrange(step)], step))
    return (calls,)
