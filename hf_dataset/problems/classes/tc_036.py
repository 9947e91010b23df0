"""VisitLog: visits that end by themselves, users at once, the peak of a span of time and the longest stay in it.

Going through all visits for each question, or looking at all users for visits that have run out, costs more with each
visit. Users in order of their last sign of life show at once who has run out; starts and ends are in order of time
anyway, and the maximum over a span comes from maxima over longer and longer stretches.
Decided here: a visit lasts until a fixed time after its last sign of life; one that is ended where it began never was.
"""

from bisect import bisect_left, bisect_right

WRITTEN = "2026-11-24"

PROMPT = '''class VisitLog:
    """The visits of users to a service. Times are whole seconds.

    A visit of a user begins with a sign of life and goes on as long as the next one comes less than `patience` seconds
    after the last one. It has run out `patience` seconds after its last sign of life: this is its end, and a sign of
    life at this second or later begins a new visit. A user may also sign out, which ends the visit at that second. A
    visit counts for the seconds from its start until before its end.

    The log's clock stands at 0 first, and is set to the time of each call of `touch`, `sign_out` and `advance`. It
    never goes back: ValueError is raised, before anything else, where such a call has an earlier time. Visits that
    have run out by the clock are finished; where several run out in one second, they finish in alphabetical order of
    their users. A call that raises an exception changes nothing.

    >>> log = VisitLog(10)
    >>> log.touch("ann", 5)
    True
    >>> log.touch("bob", 9)
    True
    >>> log.touch("ann", 14)
    False
    >>> log.advance(30)
    2
    >>> log.peak(0, 30)
    2
    >>> log.longest(0, 30)
    ('ann', 5, 24)
    """

    def __init__(self, patience: int) -> None:
        """Open an empty log."""

    def touch(self, user: str, time: int) -> bool:
        """Note a sign of life of a user, and return whether a visit begins with it."""

    def sign_out(self, user: str, time: int) -> int:
        """End the user's visit, and return how many seconds it lasted.

        If it began in this very second, it is taken out of the log as if it had never been, and 0 is returned.

        Raise KeyError if the user has no visit at this time (the clock stays then).
        """

    def advance(self, time: int) -> int:
        """Set the clock, and return how many visits are finished since the log was opened."""

    def online(self, time: int) -> int:
        """Return how many visits count for this second. Raise ValueError if it is later than the clock."""

    def peak(self, first: int, last: int) -> int:
        """Return the largest number of visits that count for one second, over the seconds from `first` to `last`.

        Both ends are included. Raise ValueError if `last` is later than the clock.
        """

    def longest(self, first: int, last: int) -> tuple[str, int, int] | None:
        """Return the longest of the finished visits that ended from `first` to `last`, as (user, start, end).

        Both ends are included. Among equally long visits it is the one that finished first; None if there is none.
        Visits that run out in a second finish before users sign out in it, and these in the order of their calls.
        """

    def total(self, user: str) -> tuple[int, int]:
        """Return (number, sum of the lengths) of the finished visits of a user.

        >>> log = VisitLog(10)
        >>> log.touch("ann", 5)
        True
        >>> log.sign_out("ann", 8)
        3
        >>> log.total("ann")
        (1, 3)
        """
'''

TYPES = {
    "__init__": (int,),
    "touch": (str, int),
    "sign_out": (str, int),
    "advance": (int,),
    "online": (int,),
    "peak": (int, int),
    "longest": (int, int),
    "total": (str,),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for value in args:
            if type(value) is str:
                assert 1 <= len(value) <= 20 and value.isascii(), "user must have 1 to 20 ASCII characters"
            else:
                assert 0 <= value <= 10**9, "times must be from 0 to 10**9"
        if name == "__init__":
            assert args[0] > 0, "patience must be at least 1"
        elif name in ("peak", "longest"):
            assert args[0] <= args[1], "first must not be after last"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("advance", 5)],)),
    ("no patience", ([("__init__", 0)],)),
    ("a negative time", ([("__init__", 5), ("touch", "a", -1)],)),
    ("first after last", ([("__init__", 5), ("peak", 2, 1)],)),
    ("a time with a fraction", ([("__init__", 5), ("advance", 1.5)],)),
    ("a user without a name", ([("__init__", 5), ("total", "")],)),
]

COST_VARIES = {
    "all_methods": "how many are signed in, and how far back is asked, depends on the draw",
}

TESTS = {
    "touch: less than patience later goes on, patience later begins anew": (
        [
            ("__init__", 10),
            ("touch", "a", 3),
            ("touch", "a", 3),
            ("touch", "a", 12),
            ("touch", "a", 22),
            ("total", "a"),
            ("touch", "b", 22),
            ("touch", "a", 40),
            ("total", "a"),
        ],
        [None, True, False, False, True, (1, 19), True, True, (2, 29)],
    ),
    "touch: the clock never goes back": (
        [
            ("__init__", 5),
            ("touch", "a", 4),
            ("touch", "b", 3),
            ("touch", "b", 4),
            ("online", 4),
            ("advance", 6),
            ("touch", "a", 5),
        ],
        [None, True, ValueError, True, 2, 0, ValueError],
    ),
    "sign_out: ends at this second": (
        [
            ("__init__", 10),
            ("touch", "a", 3),
            ("touch", "a", 6),
            ("sign_out", "a", 8),
            ("online", 7),
            ("online", 8),
            ("sign_out", "a", 8),
            ("touch", "a", 8),
            ("online", 8),
            ("total", "a"),
        ],
        [None, True, False, 5, 1, 0, KeyError, True, 1, (1, 5)],
    ),
    "sign_out: too late, and the clock stays": (
        [
            ("__init__", 10),
            ("touch", "a", 3),
            ("sign_out", "b", 50),
            ("sign_out", "a", 13),
            ("touch", "a", 12),
            ("sign_out", "a", 11),
            ("sign_out", "a", 21),
            ("sign_out", "a", 21),
        ],
        [None, True, KeyError, KeyError, False, ValueError, 18, KeyError],
    ),
    "sign_out: a visit of no length never was": (
        [
            ("__init__", 10),
            ("touch", "b", 1),
            ("touch", "a", 3),
            ("online", 3),
            ("sign_out", "a", 3),
            ("online", 3),
            ("peak", 0, 3),
            ("total", "a"),
            ("advance", 20),
            ("longest", 0, 20),
            ("touch", "a", 20),
        ],
        [None, True, True, 2, 0, 1, 1, (0, 0), 1, ("b", 1, 11), True],
    ),
    "advance: counts finished visits": (
        [
            ("__init__", 10),
            ("advance", 0),
            ("touch", "a", 3),
            ("touch", "b", 5),
            ("advance", 12),
            ("advance", 13),
            ("sign_out", "b", 14),
            ("advance", 14),
            ("advance", 13),
            ("advance", 99),
        ],
        [None, 0, True, True, 0, 1, 9, 2, ValueError, 2],
    ),
    "advance: a visit of no length is not counted": (
        [("__init__", 10), ("touch", "a", 3), ("sign_out", "a", 3), ("advance", 50), ("peak", 0, 50)],
        [None, True, 0, 0, 0],
    ),
    "online: from the start until before the end": (
        [
            ("__init__", 10),
            ("touch", "a", 3),
            ("advance", 20),
            ("online", 2),
            ("online", 3),
            ("online", 12),
            ("online", 13),
            ("online", 20),
            ("online", 21),
        ],
        [None, True, 1, 0, 1, 1, 0, 0, ValueError],
    ),
    "online: while visits go on": (
        [
            ("__init__", 10),
            ("online", 0),
            ("touch", "a", 0),
            ("touch", "b", 5),
            ("online", 5),
            ("touch", "a", 8),
            ("advance", 16),
            ("online", 14),
            ("online", 15),
            ("online", 16),
        ],
        [None, 0, True, True, 2, False, 1, 2, 1, 1],
    ),
    "peak: both ends included": (
        [
            ("__init__", 5),
            ("touch", "a", 10),
            ("touch", "b", 12),
            ("advance", 30),
            ("peak", 0, 9),
            ("peak", 0, 10),
            ("peak", 0, 11),
            ("peak", 0, 12),
            ("peak", 14, 30),
            ("peak", 15, 30),
            ("peak", 17, 30),
            ("peak", 16, 16),
            ("peak", 10, 31),
        ],
        [None, True, True, 2, 0, 1, 1, 2, 2, 1, 0, 1, ValueError],
    ),
    "peak: one leaves and one comes in the same second": (
        [
            ("__init__", 5),
            ("touch", "a", 10),
            ("touch", "b", 15),
            ("peak", 0, 15),
            ("touch", "c", 16),
            ("sign_out", "b", 16),
            ("peak", 0, 16),
            ("touch", "d", 17),
            ("peak", 16, 17),
            ("peak", 0, 16),
        ],
        [None, True, True, 1, True, 1, 1, True, 2, 1],
    ),
    "longest: ended in the span, the first one of equal length": (
        [
            ("__init__", 5),
            ("touch", "b", 1),
            ("touch", "a", 1),
            ("touch", "c", 2),
            ("touch", "c", 4),
            ("advance", 8),
            ("longest", 0, 8),
            ("advance", 20),
            ("longest", 0, 20),
            ("longest", 0, 6),
            ("longest", 7, 8),
            ("longest", 6, 6),
            ("longest", 9, 9),
            ("longest", 10, 20),
        ],
        [
            None,
            True,
            True,
            True,
            False,
            2,
            ("a", 1, 6),
            3,
            ("c", 2, 9),
            ("a", 1, 6),
            None,
            ("a", 1, 6),
            ("c", 2, 9),
            None,
        ],
    ),
    "longest: signing out in the second in which others run out": (
        [
            ("__init__", 5),
            ("touch", "z", 10),
            ("touch", "a", 10),
            ("touch", "m", 10),
            ("touch", "a", 12),
            ("touch", "m", 12),
            ("sign_out", "m", 15),
            ("sign_out", "a", 15),
            ("longest", 15, 15),
            ("longest", 16, 99),
        ],
        [None, True, True, True, False, False, 5, 5, ("z", 10, 15), None],
    ),
    "longest: visits that go on do not count": (
        [
            ("__init__", 5),
            ("touch", "a", 1),
            ("touch", "a", 5),
            ("longest", 0, 9),
            ("sign_out", "a", 9),
            ("longest", 0, 9),
        ],
        [None, True, False, None, 8, ("a", 1, 9)],
    ),
    "total: only finished visits": (
        [
            ("__init__", 5),
            ("total", "a"),
            ("touch", "a", 1),
            ("total", "a"),
            ("touch", "b", 6),
            ("total", "a"),
            ("touch", "a", 7),
            ("sign_out", "a", 9),
            ("total", "a"),
        ],
        [None, (0, 0), True, (0, 0), True, (1, 5), True, 2, (2, 7)],
    ),
    "total: others are not counted": (
        [("__init__", 2), ("touch", "a", 1), ("touch", "b", 3), ("advance", 9), ("total", "b"), ("total", "c")],
        [None, True, True, 2, (1, 2), (0, 0)],
    ),
    "class: a day of three users": (
        [
            ("__init__", 60),
            ("touch", "ann", 100),
            ("touch", "bob", 120),
            ("touch", "cyd", 130),
            ("touch", "ann", 150),
            ("sign_out", "bob", 160),
            ("online", 160),
            ("touch", "bob", 200),
            ("advance", 300),
            ("peak", 131, 299),
            ("peak", 190, 220),
            ("longest", 0, 300),
            ("total", "bob"),
            ("online", 209),
            ("online", 210),
        ],
        [None, True, True, True, False, 40, 2, True, 4, 3, 2, ("ann", 100, 210), (2, 100), 2, 1],
    ),
    "class: questions in between do not disturb": (
        [
            ("__init__", 4),
            ("touch", "a", 1),
            ("peak", 0, 1),
            ("touch", "b", 1),
            ("peak", 0, 1),
            ("touch", "a", 4),
            ("online", 4),
            ("touch", "c", 5),
            ("online", 5),
            ("peak", 1, 5),
            ("longest", 0, 5),
            ("sign_out", "c", 5),
            ("peak", 5, 5),
            ("peak", 2, 5),
        ],
        [None, True, 1, True, 2, False, 2, True, 2, 2, ("b", 1, 5), 0, 1, 2],
    ),
    "class: the same user over and over": (
        [
            ("__init__", 1),
            ("touch", "a", 0),
            ("touch", "a", 1),
            ("touch", "a", 2),
            ("sign_out", "a", 2),
            ("touch", "a", 2),
            ("advance", 3),
            ("total", "a"),
            ("peak", 0, 3),
            ("online", 2),
            ("longest", 1, 3),
        ],
        [None, True, True, True, 0, True, 3, (3, 3), 1, 1, ("a", 0, 1)],
    ),
}


class Canonical:
    def __init__(self, patience):
        self.patience = patience
        self.clock = 0
        self.open = {}  # user: [start, last sign of life], in the order of the last signs of life
        self.times = [0]  # the seconds in which the number of visits changed
        self.levels = [0]  # how many visits count from then on
        self.ends = []  # the ends of the finished visits
        self.visits = []  # these visits as (user, start, end)
        self.totals = {}

    def _change(self, time, amount):
        if self.times[-1] < time:
            self.times.append(time)
            self.levels.append(self.levels[-1])
        self.levels[-1] += amount

    def _finish(self, user, end):
        start, _ = self.open.pop(user)
        self._change(end, -1)
        if start < end:
            self.ends.append(end)
            self.visits.append((user, start, end))
            count, length = self.totals.get(user, (0, 0))
            self.totals[user] = (count + 1, length + end - start)
        return end - start

    def _set_clock(self, time):
        self.clock = time
        over = []
        for user, (_, last) in self.open.items():
            if last + self.patience > time:
                break
            over.append((last + self.patience, user))
        for end, user in sorted(over):
            self._finish(user, end)

    def touch(self, user, time):
        if time < self.clock:
            raise ValueError("the clock never goes back")
        self._set_clock(time)
        if user in self.open:
            start, _ = self.open.pop(user)
            self.open[user] = [start, time]
            return False
        self.open[user] = [time, time]
        self._change(time, 1)
        return True

    def sign_out(self, user, time):
        if time < self.clock:
            raise ValueError("the clock never goes back")
        if user not in self.open or self.open[user][1] + self.patience <= time:
            raise KeyError("the user has no visit")
        self._set_clock(time)
        return self._finish(user, time)

    def advance(self, time):
        if time < self.clock:
            raise ValueError("the clock never goes back")
        self._set_clock(time)
        return len(self.visits)

    def online(self, time):
        return self.peak(time, time)

    def peak(self, first, last):
        if last > self.clock:
            raise ValueError("the clock has not come there yet")
        start = bisect_right(self.times, first) - 1
        end = bisect_right(self.times, last)
        return max(self.levels[start:end])

    def longest(self, first, last):
        start = bisect_left(self.ends, first)
        end = bisect_right(self.ends, last)
        return max(self.visits[start:end], key=lambda visit: visit[2] - visit[1], default=None)

    def total(self, user):
        return self.totals.get(user, (0, 0))


class ReferenceMaximaOverBlocks:
    """Maxima over blocks of 16 places, and from these, as far as questions go, over 2, 4, 8 and so on blocks."""

    def __init__(self, patience):
        self.patience = patience
        self.clock = 0
        self.start = {}  # user: start of the visit
        self.last = {}  # user: last sign of life, in its order
        self.next_out = 1 << 60  # no visit runs out before
        self.times = [0]
        self.levels = [0]
        self.level_rows = [[]]  # in row k, the maxima over 2**k full blocks from each block on
        self.ends = []
        self.keys = []  # length * 2**40 - number of the visit
        self.visits = []
        self.key_rows = [[]]
        self.counts = {}
        self.lengths = {}

    def _change(self, time, amount):
        levels = self.levels
        if self.times[-1] < time:
            if not len(levels) & 15:
                self.level_rows[0].append(max(levels[-16:]))
            self.times.append(time)
            levels.append(levels[-1] + amount)
        else:
            levels[-1] += amount

    def _finish(self, user, start, end):
        self._change(end, -1)
        keys = self.keys
        keys.append((end - start << 40) - len(keys))
        if not len(keys) & 15:
            self.key_rows[0].append(max(keys[-16:]))
        self.ends.append(end)
        self.visits.append((user, start, end))
        self.counts[user] = self.counts.get(user, 0) + 1
        self.lengths[user] = self.lengths.get(user, 0) + end - start

    def _run_out(self, time):
        limit = time - self.patience
        over = []
        for user, last in self.last.items():
            if last > limit:
                self.next_out = last + self.patience
                break
            over.append((last, user))
        else:
            self.next_out = 1 << 60
        if over:
            over.sort()
            patience = self.patience
            for last, user in over:
                del self.last[user]
                self._finish(user, self.start.pop(user), last + patience)

    def touch(self, user, time):
        if time < self.clock:
            raise ValueError
        self.clock = time
        if time >= self.next_out:
            self._run_out(time)
        lasts = self.last
        if user in lasts:
            if lasts[user] < time:
                del lasts[user]
                lasts[user] = time
            return False
        if not lasts:
            self.next_out = time + self.patience
        lasts[user] = time
        self.start[user] = time
        self._change(time, 1)
        return True

    def sign_out(self, user, time):
        if time < self.clock:
            raise ValueError
        if self.last[user] + self.patience <= time:
            raise KeyError
        self.clock = time
        if time >= self.next_out:
            self._run_out(time)
        del self.last[user]
        start = self.start.pop(user)
        if start == time:
            self.levels[-1] -= 1
            return 0
        self._finish(user, start, time)
        return time - start

    def advance(self, time):
        if time < self.clock:
            raise ValueError
        self.clock = time
        if time >= self.next_out:
            self._run_out(time)
        return len(self.ends)

    def online(self, time):
        if time > self.clock:
            raise ValueError
        return self.levels[bisect_right(self.times, time) - 1]

    def peak(self, first, last):
        if last > self.clock:
            raise ValueError
        times = self.times
        start = bisect_right(times, first) - 1
        end = bisect_right(times, last, start)
        return self._most(self.levels, self.level_rows, start, end)

    def _most(self, values, rows, start, end):
        left = (start + 15) >> 4
        right = min(end >> 4, len(rows[0]))  # the last block may still change
        count = right - left
        if count < 4:
            return max(values[start:end])
        number = count.bit_length() - 1
        for k in range(1, number + 1):
            if k == len(rows):
                rows.append([])
            row = rows[k]
            half = 1 << k - 1
            have = len(row)
            if have + 2 * half <= right:
                below = rows[k - 1]
                row += map(max, below[have : right - 2 * half + 1], below[have + half : right - half + 1])
        row = rows[number]
        most = max(row[left], row[right - (1 << number)])
        left <<= 4
        right <<= 4
        if start < left:
            most = max(most, max(values[start:left]))
        if right < end:
            most = max(most, max(values[right:end]))
        return most

    def longest(self, first, last):
        ends = self.ends
        start = bisect_left(ends, first)
        end = bisect_right(ends, last, start)
        if start == end:
            return None
        key = self._most(self.keys, self.key_rows, start, end)
        return self.visits[-key & (1 << 40) - 1]

    def total(self, user):
        count = self.counts.get(user)
        return (0, 0) if count is None else (count, self.lengths[user])


class SlowListOfAllVisits:
    def __init__(self, patience):
        self.patience = patience
        self.clock = 0
        self.visits = []  # dictionaries; those that are finished also have a number

    def _end(self, visit):
        return visit["last"] + self.patience if visit["end"] is None else visit["end"]

    def _set_clock(self, time):
        if time < self.clock:
            raise ValueError
        self.clock = time
        over = [v for v in self.visits if v["end"] is None and self._end(v) <= time]
        for visit in sorted(over, key=lambda v: (self._end(v), v["user"])):
            visit["end"] = self._end(visit)
            visit["number"] = self._finished()

    def _finished(self):
        return sum(1 for visit in self.visits if visit["number"] is not None)

    def _current(self, user, time):
        for visit in self.visits:
            if visit["user"] == user and visit["end"] is None and self._end(visit) > time:
                return visit
        return None

    def touch(self, user, time):
        self._set_clock(time)
        visit = self._current(user, time)
        if visit is not None:
            visit["last"] = time
            return False
        self.visits.append({"user": user, "start": time, "last": time, "end": None, "number": None})
        return True

    def sign_out(self, user, time):
        if time < self.clock:
            raise ValueError
        visit = self._current(user, time)
        if visit is None:
            raise KeyError
        self._set_clock(time)
        if visit["start"] == time:
            self.visits.remove(visit)
            return 0
        visit["end"] = time
        visit["number"] = self._finished()
        return time - visit["start"]

    def advance(self, time):
        self._set_clock(time)
        return self._finished()

    def online(self, time):
        if time > self.clock:
            raise ValueError
        return sum(1 for visit in self.visits if visit["start"] <= time < self._end(visit))

    def peak(self, first, last):
        if last > self.clock:
            raise ValueError
        changes = []
        for visit in self.visits:
            if visit["start"] <= last and self._end(visit) > first:
                changes.append((max(visit["start"], first), 1))
                changes.append((self._end(visit), -1))
        most = level = 0
        for time, change in sorted(changes):
            if time > last:
                break
            level += change
            most = max(most, level)
        return most

    def longest(self, first, last):
        found = [v for v in self.visits if v["number"] is not None and first <= v["end"] <= last]
        if not found:
            return None
        best = min(found, key=lambda v: (v["start"] - v["end"], v["number"]))
        return (best["user"], best["start"], best["end"])

    def total(self, user):
        visits = [v for v in self.visits if v["user"] == user and v["number"] is not None]
        return (len(visits), sum(v["end"] - v["start"] for v in visits))


def stress_stream(rng):
    """worst_of_slow: thousands of short visits by as many users; each touch goes through all visits."""
    calls = [("__init__", 40)]
    time = 0
    for number in range(2_600):
        time += rng.randrange(1, 4)
        calls.append(("touch", f"u{number}", time))
        if number % 2:
            calls.append(("touch", f"u{rng.randrange(max(0, number - 30), number)}", time))
        if number % 5 == 0:
            calls.append(("online", rng.randrange(time)))
    calls.append(("advance", time + 100))
    return (calls,)


def stress_all_methods(rng):
    """large_random: two hundred users, all methods in any order, and users who sign out without a visit."""
    calls = [("__init__", 60)]
    time = 0
    for _ in range(6_500):
        time += rng.randrange(3)
        user = f"u{rng.randrange(200)}"
        draw = rng.random()
        if draw < 0.04:
            earlier = rng.randrange(time + 1) // 2
            calls += [
                ("touch", user, earlier),
                ("sign_out", user, earlier),
                ("advance", earlier),
                ("online", time + 99),
            ]
        elif draw < 0.5:
            calls.append(("touch", user, time))
        elif draw < 0.65:
            calls.append(("sign_out", user, time))
        elif draw < 0.7:
            calls.append(("advance", time))
        elif draw < 0.8:
            calls.append(("online", rng.randrange(time + 1)))
        elif draw < 0.95:
            calls.append(("total", user))
        else:
            first = rng.randrange(time + 1)
            calls.append((rng.choice(("peak", "longest")), first, rng.randrange(first, time + 1)))
    return (calls,)


def stress_history_of_peaks(rng):
    """build_then_query: a long log, then peaks and longest visits over long spans; scanning each is slow."""
    calls = [("__init__", 30)]
    time = 0
    for number in range(1_500):
        time += rng.randrange(1, 5)
        calls.append(("touch", f"u{number * 7 % 400}", time))
    calls.append(("advance", time))
    for _ in range(650):
        calls.append(("peak", rng.randrange(time // 4), rng.randrange(time * 3 // 4, time)))
        calls.append(("longest", rng.randrange(time // 4), rng.randrange(time * 3 // 4, time)))
    return (calls,)


def stress_everybody_stays(rng):
    """dense: users who never leave; looking for somebody who has run out goes through all of them in vain."""
    calls = [("__init__", 10**6)]
    time = 0
    users = [f"u{number}" for number in rng.sample(range(10_000), 700)]
    calls += [("touch", user, number) for number, user in enumerate(users)]
    for _ in range(3_500):
        time += rng.randrange(3)
        calls.append(("touch", rng.choice(users), 700 + time))
        calls.append(("advance", 700 + time))
        if not rng.randrange(4):
            calls.append(("online", rng.randrange(700)))
    return (calls,)


def stress_waves(rng):
    """growth_then_shrink: all users come, and run out in the same second, again and again."""
    calls = [("__init__", 50)]
    time = 0
    for _ in range(12):
        for number in rng.sample(range(200), 190):
            calls.append(("touch", f"u{number}", time))
        calls.append(("peak", 0, time))
        time += rng.randrange(50, 60)
        calls.append(("advance", time))
        calls.append(("longest", rng.randrange(time), time))
        for _ in range(100):
            calls.append(("total", f"u{rng.randrange(200)}"))
            calls.append(("online", rng.randrange(time)))
    return (calls,)


def stress_in_and_out(rng):
    """repeated_no_ops: visits that are ended in the second in which they began, and users who are not there."""
    calls = [("__init__", 20)]
    time = 0
    for number in range(1_700):
        time += rng.randrange(2)
        user = f"u{rng.randrange(500)}"
        calls.append(("touch", user, time))
        if number % 3:
            calls.append(("sign_out", user, time))
        calls.append(("sign_out", "nobody", time))
        calls.append(("total", user))
    calls.append(("peak", 0, time))
    return (calls,)


def growing(rng, size):
    """The number of calls: as many signs of life of new users as looks at how many were there at once."""
    calls = [("__init__", 40)]
    time = 0
    for number in range(size // 2):
        time += rng.randrange(1, 4)
        calls.append(("touch", f"u{number}", time))
        calls.append(("online", rng.randrange(time)))
    return (calls,)
