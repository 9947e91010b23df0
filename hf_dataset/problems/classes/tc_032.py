"""DepartureBoard: the next trains after a minute, with delays, cancellations and platforms that are taken.

Sorting or scanning all trains for each question costs more the more trains there are. Lists in order of departure, one
for all and one for each line and platform, answer with a binary search; minutes of delay are summed in a Fenwick tree.
Decided here: a delay may shrink but never below zero, and what is cancelled comes back on time.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class DepartureBoard:
    """The departure board of a station, for one day of 1440 minutes (0 to 1439) and the night after it.

    A train has a name, a line, a platform, a planned minute, a delay of 0 or more minutes, and runs or is cancelled. It
    departs at its expected minute: the planned minute plus the delay. Trains are always listed by expected minute,
    among equal ones by planned minute, then by name in alphabetical order.

    A call that raises an exception changes nothing.

    >>> board = DepartureBoard()
    >>> board.announce("RE 1", "north", 3, 600)
    >>> board.announce("IC 9", "north", 4, 590)
    >>> board.upcoming(580, 2)
    [('IC 9', 590), ('RE 1', 600)]
    >>> board.delay("IC 9", 15)
    605
    >>> board.upcoming(580, 2)
    [('RE 1', 600), ('IC 9', 605)]
    """

    def __init__(self) -> None:
        """Set up a board without trains."""

    def announce(self, train: str, line: str, platform: int, planned: int) -> None:
        """Put a train on the board, running and without delay.

        Raise ValueError if a train of this name is on the board, cancelled or not.
        """

    def delay(self, train: str, minutes: int) -> int:
        """Add minutes to the delay of a running train, and return its expected minute.

        Negative minutes make up for a delay, but the delay never gets below 0: what is too much is lost. Nor does it
        get above 720; what is too much is lost here too.

        Raise KeyError if there is no such train, ValueError if it is cancelled.
        """

    def cancel(self, train: str) -> int:
        """Cancel a running train, whose delay is forgotten, and return the delay that it had.

        Raise KeyError if there is no such train, ValueError if it is cancelled already.
        """

    def restore(self, train: str, platform: int) -> bool:
        """Let a cancelled train run again, without delay, from this platform, and return True.

        If the train runs, it only changes its platform; return False. Raise KeyError if there is no such train.
        """

    def upcoming(self, minute: int, count: int) -> list[tuple[str, int]]:
        """Return the first `count` running trains that are expected at `minute` or later, as (name, expected minute).

        Where there are fewer, return those.
        """

    def connection(self, line: str, minute: int) -> str | None:
        """Return the train of this line that one catches when one arrives at `minute`.

        It takes 4 minutes to change: it is the first running train of the line that is expected 4 minutes after
        `minute` or later. Return None if there is none, or if no such line is known.
        """

    def platform_free(self, platform: int, minute: int) -> bool:
        """Return whether no train stands at the platform in this minute.

        A running train stands at its platform for 6 minutes: from 5 minutes before its expected minute until that
        minute, both included.
        """

    def lateness(self, first: int, last: int) -> tuple[int, int]:
        """Return (number of running trains, sum of their delays) over those planned from `first` to `last` inclusive.

        >>> board = DepartureBoard()
        >>> board.announce("RE 1", "north", 3, 600)
        >>> board.announce("RE 3", "north", 3, 610)
        >>> board.delay("RE 3", 8)
        618
        >>> board.lateness(600, 610)
        (2, 8)
        """
'''

TYPES = {
    "__init__": (),
    "announce": (str, str, int, int),
    "delay": (str, int),
    "cancel": (str,),
    "restore": (str, int),
    "upcoming": (int, int),
    "connection": (str, int),
    "platform_free": (int, int),
    "lateness": (int, int),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for text in args:
            assert type(text) is int or (1 <= len(text) <= 20 and text.isascii()), "names have 1 to 20 ASCII characters"
        if name == "announce":
            assert 1 <= args[2] <= 99, "platform must be from 1 to 99"
            assert 0 <= args[3] <= 1439, "planned must be from 0 to 1439"
        elif name == "delay":
            assert -1440 <= args[1] <= 1440, "minutes must be from -1440 to 1440"
        elif name == "restore":
            assert 1 <= args[1] <= 99, "platform must be from 1 to 99"
        elif name == "upcoming":
            assert 0 <= args[0] <= 2880 and 1 <= args[1] <= 10, "minute must be from 0 to 2880, count from 1 to 10"
        elif name == "connection":
            assert 0 <= args[1] <= 2880, "minute must be from 0 to 2880"
        elif name == "platform_free":
            assert 1 <= args[0] <= 99, "platform must be from 1 to 99"
            assert 0 <= args[1] <= 2880, "minute must be from 0 to 2880"
        elif name == "lateness":
            assert 0 <= args[0] <= args[1] <= 1439, "first and last must be from 0 to 1439 and in order"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("lateness", 0, 1)],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("platform 0", ([("__init__",), ("announce", "a", "b", 0, 5)],)),
    ("planned after the day", ([("__init__",), ("announce", "a", "b", 1, 1440)],)),
    ("first after last", ([("__init__",), ("lateness", 2, 1)],)),
    ("no trains asked for", ([("__init__",), ("upcoming", 5, 0)],)),
    ("a name of the line that is empty", ([("__init__",), ("connection", "", 7)],)),
]

TWO = [("__init__",), ("announce", "A", "north", 1, 100), ("announce", "B", "south", 2, 105)]

TESTS = {
    "announce: a name only once, even when cancelled": (
        [*TWO, ("announce", "A", "west", 3, 7), ("cancel", "B"), ("announce", "B", "west", 3, 7), ("upcoming", 0, 9)],
        [None, None, None, ValueError, 0, ValueError, [("A", 100)]],
    ),
    "announce: first and last minute of the day": (
        [
            ("__init__",),
            ("announce", "late", "x", 1, 1439),
            ("announce", "early", "x", 1, 0),
            ("upcoming", 0, 3),
            ("lateness", 0, 1439),
            ("lateness", 1, 1438),
        ],
        [None, None, None, [("early", 0), ("late", 1439)], (2, 0), (0, 0)],
    ),
    "delay: adds up, and is made up for down to zero": (
        [*TWO, ("delay", "A", 5), ("delay", "A", 3), ("delay", "A", -2), ("delay", "A", -50), ("delay", "A", 1)],
        [None, None, None, 105, 108, 106, 100, 101],
    ),
    "delay: no more than 720 minutes": (
        [
            *TWO,
            ("delay", "A", 719),
            ("delay", "A", 2),
            ("delay", "A", -1),
            ("lateness", 100, 100),
            ("delay", "B", 1440),
        ],
        [None, None, None, 819, 820, 819, (1, 719), 825],
    ),
    "delay: unknown and cancelled trains": (
        [*TWO, ("delay", "C", 5), ("cancel", "A"), ("delay", "A", 5), ("lateness", 0, 1439)],
        [None, None, None, KeyError, 0, ValueError, (1, 0)],
    ),
    "cancel: returns the delay and forgets it": (
        [
            *TWO,
            ("delay", "A", 7),
            ("cancel", "A"),
            ("upcoming", 0, 5),
            ("lateness", 0, 1439),
            ("restore", "A", 1),
            ("upcoming", 0, 5),
        ],
        [None, None, None, 107, 7, [("B", 105)], (1, 0), True, [("A", 100), ("B", 105)]],
    ),
    "cancel: unknown and cancelled trains": (
        [*TWO, ("cancel", "C"), ("cancel", "A"), ("cancel", "A")],
        [None, None, None, KeyError, 0, ValueError],
    ),
    "restore: a running train keeps its delay and changes its platform": (
        [
            *TWO,
            ("delay", "A", 2),
            ("restore", "A", 9),
            ("platform_free", 1, 102),
            ("platform_free", 9, 102),
            ("upcoming", 101, 1),
        ],
        [None, None, None, 102, False, True, False, [("A", 102)]],
    ),
    "restore: a cancelled train on another platform": (
        [
            *TWO,
            ("cancel", "A"),
            ("platform_free", 1, 100),
            ("restore", "A", 2),
            ("platform_free", 1, 100),
            ("platform_free", 2, 99),
            ("connection", "north", 0),
            ("restore", "C", 2),
            ("restore", "A", 1),
            ("platform_free", 2, 99),
        ],
        [None, None, None, 0, True, True, True, False, "A", KeyError, False, True],
    ),
    "upcoming: by expected, then planned minute, then name": (
        [
            ("__init__",),
            ("announce", "d", "x", 1, 50),
            ("announce", "b", "x", 2, 50),
            ("announce", "c", "x", 3, 40),
            ("announce", "a", "x", 4, 45),
            ("delay", "c", 10),
            ("delay", "a", 5),
            ("upcoming", 50, 4),
            ("upcoming", 50, 2),
            ("upcoming", 51, 2),
        ],
        [
            None,
            None,
            None,
            None,
            None,
            50,
            50,
            [("c", 50), ("a", 50), ("b", 50), ("d", 50)],
            [("c", 50), ("a", 50)],
            [],
        ],
    ),
    "upcoming: an empty board": ([("__init__",), ("upcoming", 0, 1)], [None, []]),
    "connection: four minutes to change": (
        [
            *TWO,
            ("connection", "north", 96),
            ("connection", "north", 97),
            ("delay", "A", 1),
            ("connection", "north", 97),
        ],
        [None, None, None, "A", None, 101, "A"],
    ),
    "connection: only this line, and ties like everywhere": (
        [
            *TWO,
            ("announce", "0", "north", 3, 101),
            ("delay", "A", 1),
            ("connection", "north", 50),
            ("connection", "south", 50),
            ("connection", "west", 50),
            ("cancel", "A"),
            ("connection", "north", 50),
            ("cancel", "0"),
            ("connection", "north", 50),
        ],
        [None, None, None, None, 101, "A", "B", None, 1, "0", 0, None],
    ),
    "platform_free: five minutes before until the departure": (
        [
            *TWO,
            ("platform_free", 1, 94),
            ("platform_free", 1, 95),
            ("platform_free", 1, 100),
            ("platform_free", 1, 101),
            ("platform_free", 7, 100),
        ],
        [None, None, None, True, False, False, True, True],
    ),
    "platform_free: moves with the delay": (
        [
            *TWO,
            ("delay", "A", 6),
            ("platform_free", 1, 100),
            ("platform_free", 1, 101),
            ("platform_free", 1, 106),
            ("delay", "A", -9),
            ("platform_free", 1, 106),
            ("platform_free", 1, 97),
        ],
        [None, None, None, 106, True, False, False, 100, True, False],
    ),
    "lateness: by planned minute, both ends included": (
        [
            *TWO,
            ("delay", "A", 20),
            ("delay", "B", 3),
            ("lateness", 100, 105),
            ("lateness", 101, 105),
            ("lateness", 100, 104),
        ],
        [None, None, None, 120, 108, (2, 23), (1, 3), (1, 20)],
    ),
    "lateness: several trains in one minute": (
        [
            *TWO,
            ("announce", "C", "x", 3, 105),
            ("delay", "C", 4),
            ("delay", "B", 2),
            ("lateness", 105, 105),
            ("cancel", "C"),
            ("lateness", 105, 105),
            ("lateness", 106, 1439),
        ],
        [None, None, None, None, 109, 107, (2, 6), 4, (1, 2), (0, 0)],
    ),
    "restore: beside another train of the same minute": (
        [
            ("__init__",),
            ("announce", "a", "north", 1, 600),
            ("announce", "b", "north", 2, 600),
            ("cancel", "a"),
            ("restore", "a", 3),
            ("lateness", 600, 600),
        ],
        [None, None, None, 0, True, (2, 0)],
    ),
    "class: delays change the order everywhere": (
        [
            ("__init__",),
            ("announce", "A", "n", 1, 10),
            ("announce", "B", "n", 1, 20),
            ("connection", "n", 6),
            ("delay", "A", 30),
            ("connection", "n", 6),
            ("upcoming", 0, 2),
            ("platform_free", 1, 10),
            ("delay", "A", -20),
            ("upcoming", 0, 2),
            ("connection", "n", 16),
        ],
        [None, None, None, "A", 40, "B", [("B", 20), ("A", 40)], True, 20, [("A", 20), ("B", 20)], "A"],
    ),
    "class: cancelled and restored with other trains around": (
        [
            *TWO,
            ("announce", "C", "north", 1, 103),
            ("delay", "C", 9),
            ("cancel", "C"),
            ("connection", "north", 97),
            ("platform_free", 1, 103),
            ("restore", "C", 2),
            ("connection", "north", 97),
            ("platform_free", 2, 99),
            ("delay", "C", 1),
            ("lateness", 103, 103),
            ("cancel", "C"),
            ("lateness", 0, 1439),
        ],
        [None, None, None, None, 112, 9, None, True, True, "C", False, 104, (1, 1), 1, (2, 0)],
    ),
    "class: two trains on one platform": (
        [
            ("__init__",),
            ("announce", "A", "n", 1, 10),
            ("announce", "B", "n", 1, 14),
            ("cancel", "B"),
            ("platform_free", 1, 11),
            ("restore", "B", 1),
            ("platform_free", 1, 11),
            ("platform_free", 1, 9),
            ("cancel", "A"),
            ("platform_free", 1, 8),
            ("platform_free", 1, 9),
        ],
        [None, None, None, 0, True, True, False, False, 0, True, False],
    ),
}


class Canonical:
    def __init__(self):
        self.trains = {}  # name: [line, platform, planned, delay, running]
        self.departures = []  # (expected, planned, name) of all running trains
        self.lines = {}  # the same by line
        self.platforms = {}  # the same by platform
        self.running = [0] * 1440  # how many trains run, by planned minute
        self.delays = [0] * 1440  # the sum of their delays

    def _lists(self, train):
        line, platform, planned, delay, _ = self.trains[train]
        key = (planned + delay, planned, train)
        return key, (self.departures, self.lines.setdefault(line, []), self.platforms.setdefault(platform, []))

    def _enter(self, train):
        key, lists = self._lists(train)
        for departures in lists:
            insort(departures, key)

    def _leave(self, train):
        key, lists = self._lists(train)
        for departures in lists:
            del departures[bisect_left(departures, key)]

    def announce(self, train, line, platform, planned):
        if train in self.trains:
            raise ValueError("the train is on the board")
        self.trains[train] = [line, platform, planned, 0, True]
        self._enter(train)
        self.running[planned] += 1

    def delay(self, train, minutes):
        state = self.trains[train]
        if not state[4]:
            raise ValueError("the train is cancelled")
        planned, before = state[2], state[3]
        self._leave(train)
        state[3] = min(max(before + minutes, 0), 720)
        self._enter(train)
        self.delays[planned] += state[3] - before
        return planned + state[3]

    def cancel(self, train):
        state = self.trains[train]
        if not state[4]:
            raise ValueError("the train is cancelled already")
        self._leave(train)
        planned, delay = state[2], state[3]
        self.running[planned] -= 1
        self.delays[planned] -= delay
        state[3] = 0
        state[4] = False
        return delay

    def restore(self, train, platform):
        state = self.trains[train]
        running = state[4]
        if running:
            self._leave(train)
        else:
            self.running[state[2]] += 1
        state[1] = platform
        state[4] = True
        self._enter(train)
        return not running

    def upcoming(self, minute, count):
        start = bisect_left(self.departures, (minute,))
        return [(train, expected) for expected, _, train in self.departures[start : start + count]]

    def connection(self, line, minute):
        departures = self.lines.get(line, [])
        place = bisect_left(departures, (minute + 4,))
        return departures[place][2] if place < len(departures) else None

    def platform_free(self, platform, minute):
        departures = self.platforms.get(platform, [])
        place = bisect_left(departures, (minute,))
        return place == len(departures) or departures[place][0] > minute + 5

    def lateness(self, first, last):
        return (sum(self.running[first : last + 1]), sum(self.delays[first : last + 1]))


class ReferenceListsAndSumsByMinute:
    def __init__(self):
        self.trains = {}
        self.departures = []
        self.lines = {}
        self.platforms = [[] for _ in range(100)]
        self.minutes = [0] * 1440  # a running train counts 2**40, a minute of delay 1
        self.hours = [0] * 45  # the same over 32 minutes

    def announce(self, train, line, platform, planned):
        if train in self.trains:
            raise ValueError
        key = (planned, planned, train)
        own = self.lines.get(line)
        if own is None:
            own = self.lines[line] = []
        self.trains[train] = [key, own, platform, planned]
        insort(self.departures, key)
        insort(own, key)
        insort(self.platforms[platform], key)
        self.minutes[planned] += 1 << 40
        self.hours[planned >> 5] += 1 << 40

    def delay(self, train, minutes):
        state = self.trains[train]
        key, own, platform, planned = state
        if key is None:
            raise ValueError
        before = key[0]
        expected = before + minutes
        if expected < planned:
            expected = planned
        elif expected > planned + 720:
            expected = planned + 720
        if expected != before:
            state[0] = new = (expected, planned, train)
            departures = self.departures
            del departures[bisect_left(departures, key)]
            insort(departures, new)
            del own[bisect_left(own, key)]
            insort(own, new)
            departures = self.platforms[platform]
            del departures[bisect_left(departures, key)]
            insort(departures, new)
            self.minutes[planned] += expected - before
            self.hours[planned >> 5] += expected - before
        return expected

    def cancel(self, train):
        state = self.trains[train]
        key, own, platform, planned = state
        if key is None:
            raise ValueError
        state[0] = None
        departures = self.departures
        del departures[bisect_left(departures, key)]
        del own[bisect_left(own, key)]
        departures = self.platforms[platform]
        del departures[bisect_left(departures, key)]
        delay = key[0] - planned
        self.minutes[planned] -= delay + (1 << 40)
        self.hours[planned >> 5] -= delay + (1 << 40)
        return delay

    def restore(self, train, platform):
        state = self.trains[train]
        key, own, before, planned = state
        state[2] = platform
        if key is None:
            state[0] = key = (planned, planned, train)
            insort(self.departures, key)
            insort(own, key)
            insort(self.platforms[platform], key)
            self.minutes[planned] += 1 << 40
            self.hours[planned >> 5] += 1 << 40
            return True
        if platform != before:
            departures = self.platforms[before]
            del departures[bisect_left(departures, key)]
            insort(self.platforms[platform], key)
        return False

    def upcoming(self, minute, count):
        departures = self.departures
        start = bisect_left(departures, (minute,))
        return [(key[2], key[0]) for key in departures[start : start + count]]

    def connection(self, line, minute):
        departures = self.lines.get(line)
        if departures:
            place = bisect_left(departures, (minute + 4,))
            if place < len(departures):
                return departures[place][2]
        return None

    def platform_free(self, platform, minute):
        departures = self.platforms[platform]
        place = bisect_left(departures, (minute,))
        return place == len(departures) or departures[place][0] > minute + 5

    def lateness(self, first, last):
        last += 1
        left = (first + 31) >> 5
        right = last >> 5
        if left < right:
            minutes = self.minutes
            total = sum(minutes[first : left << 5]) + sum(self.hours[left:right]) + sum(minutes[right << 5 : last])
        else:
            total = sum(self.minutes[first:last])
        return (total >> 40, total & (1 << 40) - 1)


class ReferenceListsAndFenwickTree:
    def __init__(self):
        self.trains = {}  # name: [key, list of the line, platform, planned, expected]; key is None when cancelled
        self.departures = []
        self.lines = {}
        self.platforms = [[] for _ in range(100)]
        self.tree = [0] * 1441  # sums by planned minute: a running train counts 2**40, a minute of delay 1

    def _add(self, planned, amount):
        tree = self.tree
        place = planned + 1
        while place < 1441:
            tree[place] += amount
            place += place & -place

    def announce(self, train, line, platform, planned):
        if train in self.trains:
            raise ValueError
        key = (planned, planned, train)
        own = self.lines.get(line)
        if own is None:
            own = self.lines[line] = []
        self.trains[train] = [key, own, platform, planned]
        insort(self.departures, key)
        insort(own, key)
        insort(self.platforms[platform], key)
        self._add(planned, 1 << 40)

    def delay(self, train, minutes):
        state = self.trains[train]
        key, own, platform, planned = state
        if key is None:
            raise ValueError
        before = key[0]
        expected = before + minutes
        if expected < planned:
            expected = planned
        elif expected > planned + 720:
            expected = planned + 720
        if expected != before:
            state[0] = new = (expected, planned, train)
            for departures in (self.departures, own, self.platforms[platform]):
                del departures[bisect_left(departures, key)]
                insort(departures, new)
            tree = self.tree
            place = planned + 1
            change = expected - before
            while place < 1441:
                tree[place] += change
                place += place & -place
        return expected

    def cancel(self, train):
        state = self.trains[train]
        key, own, platform, planned = state
        if key is None:
            raise ValueError
        state[0] = None
        for departures in (self.departures, own, self.platforms[platform]):
            del departures[bisect_left(departures, key)]
        delay = key[0] - planned
        self._add(planned, -delay - (1 << 40))
        return delay

    def restore(self, train, platform):
        state = self.trains[train]
        key, own, before, planned = state
        state[2] = platform
        if key is None:
            state[0] = key = (planned, planned, train)
            insort(self.departures, key)
            insort(own, key)
            insort(self.platforms[platform], key)
            self._add(planned, 1 << 40)
            return True
        if platform != before:
            departures = self.platforms[before]
            del departures[bisect_left(departures, key)]
            insort(self.platforms[platform], key)
        return False

    def upcoming(self, minute, count):
        departures = self.departures
        start = bisect_left(departures, (minute,))
        return [(key[2], key[0]) for key in departures[start : start + count]]

    def connection(self, line, minute):
        departures = self.lines.get(line)
        if departures:
            place = bisect_left(departures, (minute + 4,))
            if place < len(departures):
                return departures[place][2]
        return None

    def platform_free(self, platform, minute):
        departures = self.platforms[platform]
        place = bisect_left(departures, (minute,))
        return place == len(departures) or departures[place][0] > minute + 5

    def lateness(self, first, last):
        tree = self.tree
        total = 0
        last += 1
        while last > first:
            total += tree[last]
            last &= last - 1
        while first > last:
            total -= tree[first]
            first &= first - 1
        return (total >> 40, total & (1 << 40) - 1)


class SlowSortForEachQuestion:
    def __init__(self):
        self.trains = {}

    def announce(self, train, line, platform, planned):
        if train in self.trains:
            raise ValueError
        self.trains[train] = {"line": line, "platform": platform, "planned": planned, "delay": 0, "running": True}

    def delay(self, train, minutes):
        state = self.trains[train]
        if not state["running"]:
            raise ValueError
        state["delay"] = min(max(state["delay"] + minutes, 0), 720)
        return state["planned"] + state["delay"]

    def cancel(self, train):
        state = self.trains[train]
        if not state["running"]:
            raise ValueError
        delay = state["delay"]
        state["delay"] = 0
        state["running"] = False
        return delay

    def restore(self, train, platform):
        state = self.trains[train]
        running = state["running"]
        state["platform"] = platform
        state["running"] = True
        return not running

    def _board(self, minute, line=None):
        found = []
        for train, state in self.trains.items():
            expected = state["planned"] + state["delay"]
            if state["running"] and expected >= minute and line in (None, state["line"]):
                found.append((expected, state["planned"], train))
        return sorted(found)

    def upcoming(self, minute, count):
        return [(train, expected) for expected, _, train in self._board(minute)[:count]]

    def connection(self, line, minute):
        board = self._board(minute + 4, line)
        return board[0][2] if board else None

    def platform_free(self, platform, minute):
        for state in self.trains.values():
            if state["running"] and state["platform"] == platform:
                expected = state["planned"] + state["delay"]
                if expected - 5 <= minute <= expected:
                    return False
        return True

    def lateness(self, first, last):
        delays = [s["delay"] for s in self.trains.values() if s["running"] and first <= s["planned"] <= last]
        return (len(delays), sum(delays))


LINES = [f"line {number}" for number in range(40)]


def timetable(rng, count):
    """Calls that announce `count` trains in no order."""
    calls = [("__init__",)]
    for number in range(count):
        calls.append(("announce", f"T{number}", rng.choice(LINES), rng.randrange(1, 60), rng.randrange(1440)))
    return calls


def stress_day_of_delays(rng):
    """interleaved: delays come in while travellers look; sorting all trains for each look is slow."""
    calls = timetable(rng, 1_200)
    for _ in range(1_400):
        calls.append(("delay", f"T{rng.randrange(1_200)}", rng.randrange(-10, 25)))
        calls.append(("upcoming", rng.randrange(1_500), rng.randrange(1, 4)))
        calls.append(("connection", rng.choice(LINES), rng.randrange(1_500)))
    return (calls,)


def stress_all_methods(rng):
    """large_random: every method in any order, unknown and cancelled trains among them."""
    calls = timetable(rng, 700)
    for _ in range(6_000):
        train = f"T{rng.randrange(800)}"
        draw = rng.random()
        if draw < 0.1:
            calls.append(("announce", train, rng.choice(LINES), rng.randrange(1, 60), rng.randrange(1440)))
        elif draw < 0.35:
            calls.append(("delay", train, rng.randrange(-60, 90) if rng.random() < 0.97 else 1_000))
        elif draw < 0.45:
            calls.append(("cancel", train))
        elif draw < 0.55:
            calls.append(("restore", train, rng.randrange(1, 60)))
        elif draw < 0.65:
            calls.append(("upcoming", rng.randrange(2_000), rng.randrange(1, 6)))
        elif draw < 0.75:
            calls.append(("connection", rng.choice(LINES), rng.randrange(2_000)))
        elif draw < 0.9:
            calls.append(("platform_free", rng.randrange(1, 60), rng.randrange(2_000)))
        else:
            first, last = sorted((rng.randrange(1440), rng.randrange(1440)))
            calls.append(("lateness", first, last))
    return (calls,)


def stress_reports_of_lateness(rng):
    """build_then_query: sums over long spans of the day, asked after a few delays each; adding up trains is slow."""
    calls = timetable(rng, 1_500)
    for _ in range(1_000):
        calls.append(("delay", f"T{rng.randrange(1_500)}", rng.randrange(1, 40)))
        calls.append(("lateness", rng.randrange(200), rng.randrange(1_200, 1_440)))
    return (calls,)


def stress_free_platforms(rng):
    """sparse: mostly free platforms, which a scan of all trains only knows at its end."""
    calls = timetable(rng, 900)
    for _ in range(6_000):
        calls.append(("platform_free", rng.randrange(1, 90), rng.randrange(1_440)))
    return (calls,)


def stress_one_minute(rng):
    """all_equal: all trains are planned in one minute, on one line and one platform, so that names decide."""
    planned = rng.randrange(300, 900)
    calls = [("__init__",)]
    numbers = rng.sample(range(100_000), 800)
    for number in numbers:
        calls.append(("announce", f"T{number}", "ring", 7, planned))
    for _ in range(1_000):
        calls.append(("delay", f"T{rng.choice(numbers)}", rng.randrange(0, 3)))
        calls.append(("upcoming", planned, 2))
        calls.append(("connection", "ring", planned - 4))
        calls.append(("lateness", planned, planned))
    return (calls,)


def stress_made_up_for(rng):
    """repeated_no_ops: trains on time that make up minutes, move to where they stand, or are cancelled twice."""
    calls = timetable(rng, 700)
    platform = {call[1]: call[3] for call in calls[1:]}
    gone = rng.sample(sorted(platform), 300)
    calls += [("cancel", train) for train in gone]
    there = sorted(set(platform) - set(gone))
    for _ in range(2_000):
        train = rng.choice(there)
        calls.append(("delay", train, -rng.randrange(1, 100)))
        calls.append(("restore", train, platform[train]))
        calls.append(("cancel", rng.choice(gone)))
        calls.append(("upcoming", rng.randrange(1_300), 1))
    return (calls,)


def growing(rng, size):
    """The number of calls: as many trains as looks at the board and delays."""
    calls = timetable(rng, max(1, size // 3))
    for _ in range(size // 3):
        calls.append(("delay", f"T{rng.randrange(max(1, size // 3))}", rng.randrange(1, 20)))
        calls.append(("upcoming", rng.randrange(1_400), 2))
    return (calls,)
