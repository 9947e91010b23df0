"""VisitGate: admit weighted requests of clients under several sliding windows, with lock-outs and refunds.

One list of all admissions that is filtered for every question costs the whole past in each call. Running sums of each
client's admissions answer a window, and how long to wait for it, by two searches; a queue of admissions tells which
clients have become idle, and a heap of what changed since the last question who has used most.
Decided here: an admission at time s counts in a window of a span until just before s + span.
"""

from bisect import bisect_left, bisect_right
from collections import deque
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class VisitGate:
    """Admits or refuses requests of clients so that no client exceeds any of several limits.

    Each window is a pair (span, limit). A request of a certain weight at time t may be admitted if, for every window,
    the weights of the client's admitted requests at times later than t - span, plus the weight of this request, are at
    most the limit. A client that is refused several times in a row is locked out for a while.

    Times are integers and never go back from one call to the next; several calls may have the same time.

    >>> gate = VisitGate([(10, 3), (60, 5)], 100, 30)
    >>> gate.ask("ada", 0, 3)
    0
    >>> gate.ask("ada", 4, 1)
    6
    >>> gate.ask("ada", 10, 2)
    0
    >>> gate.used("ada", 10)
    [2, 5]
    """

    def __init__(self, windows: list[tuple[int, int]], patience: int, penalty: int) -> None:
        """Start without clients. The windows are not empty; spans, limits, patience and penalty are 1 or more."""

    def ask(self, client: str, time: int, weight: int) -> int:
        """Ask for admission of a request. Return 0 if it is admitted.

        If the weight alone exceeds the limit of any window, return -1; this changes nothing and is no refusal. A
        request is also refused if the client is locked out. A refused request does not count in any window.

        For a refusal, return the shortest time to wait, 1 or more, after which the same request would be admitted if
        the client did nothing until then. A refusal of a client that is not locked out is a strike. At the strike that
        makes `patience` strikes, the strikes go back to none, and the client is locked out from now until just before
        time + penalty; the answer to this request takes that into account already. An admission, too, sets the strikes
        back to none.

        >>> gate = VisitGate([(10, 1)], 2, 25)
        >>> [gate.ask("ada", time, 1) for time in (0, 1, 2, 12, 27)]
        [0, 9, 25, 15, 0]
        """

    def used(self, client: str, time: int) -> list[int]:
        """Return, for each window in the order given at the start, the weights that count in it at this time, added up.

        These are the weights of the client's admitted requests at times later than time - span.
        """

    def refund(self, client: str, time: int, weight: int) -> int:
        """Take back up to `weight` of what the client was admitted for, and return how much was taken back.

        Only admissions that count at this time in the window of the longest span are taken back, the latest first; the
        last one that is reached may be taken back in part: then it counts with the rest of its weight, at its own time.
        """

    def pardon(self, client: str, time: int) -> bool:
        """End the lock-out of a client, and set its strikes to none. Return whether the client was locked out."""

    def clients(self, time: int) -> int:
        """Return how many clients use more than 0 in the window of the longest span at this time."""

    def busiest(self, time: int) -> tuple[str, int] | None:
        """Return the client that uses most in the window of the longest span at this time, and how much it uses.

        Of several such clients it is the one whose name comes first in alphabetical order. Return None if no client
        uses anything.
        """
'''

ARGUMENTS = {"__init__": 3, "ask": 3, "used": 2, "refund": 3, "pardon": 2, "clients": 1, "busiest": 1}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    last = 0
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name == "__init__":
            check_start(*values)
            continue
        if len(values) > 1:
            client = values.pop(0)
            assert type(client) is str and 1 <= len(client) <= 20, "client must be a text of 1 to 20 characters"
        assert type(values[0]) is int and 0 <= values[0] <= 10**9, "time must be an int from 0 to 10**9"
        assert values[0] >= last, "times must not go back"
        last = values[0]
        if len(values) > 1:
            assert type(values[1]) is int and 1 <= values[1] <= 10**6, "weight must be an int from 1 to 1,000,000"


def check_start(windows, patience, penalty):
    assert type(windows) is list and 1 <= len(windows) <= 6, "windows must be a list of 1 to 6 windows"
    for window in windows:
        assert type(window) is tuple and len(window) == 2, "a window must be a tuple of span and limit"
        assert all(type(x) is int and 1 <= x <= 10**6 for x in window), "span and limit must be ints from 1 to 10**6"
    assert all(type(x) is int and 1 <= x <= 10**6 for x in (patience, penalty)), "patience and penalty: 1 to 10**6"


INVALID = [
    ("no window", ([("__init__", [], 3, 3)],)),
    ("a span of zero", ([("__init__", [(0, 5)], 3, 3)],)),
    ("a window that is a list", ([("__init__", [[5, 5]], 3, 3)],)),
    ("a time that goes back", ([("__init__", [(5, 5)], 3, 3), ("clients", 8), ("ask", "ada", 7, 1)],)),
    ("a weight of zero", ([("__init__", [(5, 5)], 3, 3), ("ask", "ada", 7, 0)],)),
    ("a penalty of zero", ([("__init__", [(5, 5)], 3, 0)],)),
]

START = ("__init__", [(10, 5)], 100, 100)

COST_VARIES = {
    "filled_and_refunded": "how many refunds exceed what a client has left depends on the draw",
}

TESTS = {
    "ask: up to the limit, and again when the first one no longer counts": (
        [
            START,
            ("ask", "ada", 3, 2),
            ("ask", "ada", 3, 3),
            ("ask", "ada", 12, 2),
            ("ask", "ada", 13, 2),
            ("ask", "ada", 13, 4),
        ],
        [None, 0, 0, 1, 0, 10],
    ),
    "ask: the wait is as long as enough admissions take to stop counting": (
        [
            START,
            ("ask", "ada", 0, 1),
            ("ask", "ada", 2, 1),
            ("ask", "ada", 5, 3),
            ("ask", "ada", 6, 1),
            ("ask", "ada", 6, 2),
            ("ask", "ada", 6, 3),
            ("ask", "ada", 6, 5),
        ],
        [None, 0, 0, 0, 4, 6, 9, 9],
    ),
    "ask: every window has to agree, the longest wait counts": (
        [
            ("__init__", [(100, 10), (10, 4)], 100, 100),
            ("ask", "ada", 0, 4),
            ("ask", "ada", 1, 1),
            ("ask", "ada", 10, 4),
            ("ask", "ada", 20, 2),
            ("ask", "ada", 21, 3),
            ("ask", "ada", 21, 1),
            ("ask", "ada", 100, 4),
        ],
        [None, 0, 9, 0, 0, 79, 79, 0],
    ),
    "ask: a weight above a limit can never be admitted and is no strike": (
        [
            ("__init__", [(10, 5), (20, 3)], 1, 50),
            ("ask", "ada", 0, 4),
            ("ask", "ada", 0, 6),
            ("ask", "ada", 0, 3),
            ("used", "ada", 0),
        ],
        [None, -1, -1, 0, [3, 3]],
    ),
    "ask: clients do not disturb each other": (
        [START, ("ask", "ada", 0, 5), ("ask", "bob", 0, 5), ("ask", "bob", 1, 1), ("ask", "ada", 9, 1)],
        [None, 0, 0, 9, 1],
    ),
    "ask: strikes in a row lock out, and the wait tells": (
        [
            ("__init__", [(10, 1)], 3, 30),
            ("ask", "ada", 0, 1),
            ("ask", "ada", 1, 1),
            ("ask", "ada", 2, 1),
            ("ask", "ada", 3, 1),
            ("ask", "ada", 32, 1),
            ("ask", "ada", 33, 1),
        ],
        [None, 0, 9, 8, 30, 1, 0],
    ),
    "ask: a wait can be longer than the lock-out": (
        [
            ("__init__", [(50, 1)], 1, 5),
            ("ask", "ada", 0, 1),
            ("ask", "ada", 1, 1),
            ("ask", "ada", 5, 1),
            ("ask", "ada", 6, 1),
            ("ask", "ada", 49, 1),
            ("ask", "ada", 50, 1),
            ("ask", "ada", 54, 1),
        ],
        [None, 0, 49, 45, 44, 5, 4, 0],
    ),
    "ask: an admission sets the strikes back, a weight that is never admitted does not": (
        [
            ("__init__", [(10, 2)], 2, 40),
            ("ask", "ada", 0, 2),
            ("ask", "ada", 4, 1),
            ("ask", "ada", 10, 1),
            ("ask", "ada", 11, 2),
            ("ask", "ada", 11, 3),
            ("ask", "ada", 11, 2),
            ("ask", "ada", 11, 3),
            ("ask", "ada", 50, 1),
        ],
        [None, 0, 6, 0, 9, -1, 40, -1, 1],
    ),
    "ask: refusals during a lock-out are no strikes, and the count starts anew after it": (
        [
            ("__init__", [(100, 1)], 2, 10),
            ("ask", "ada", 0, 1),
            ("ask", "ada", 91, 1),
            ("ask", "ada", 92, 1),
            ("ask", "ada", 93, 1),
            ("ask", "ada", 94, 1),
            ("ask", "ada", 101, 1),
            ("ask", "ada", 102, 1),
        ],
        [None, 0, 9, 10, 9, 8, 1, 0],
    ),
    "used: a client that never asked, and each window by itself": (
        [
            ("__init__", [(5, 9), (20, 9), (10, 9)], 100, 100),
            ("used", "ada", 0),
            ("ask", "ada", 0, 1),
            ("ask", "ada", 6, 2),
            ("ask", "ada", 10, 4),
            ("used", "ada", 10),
            ("used", "ada", 11),
            ("used", "bob", 11),
            ("used", "ada", 20),
            ("used", "ada", 30),
        ],
        [None, [0, 0, 0], 0, 0, 0, [6, 7, 6], [4, 7, 6], [0, 0, 0], [0, 6, 0], [0, 0, 0]],
    ),
    "used: refused requests do not count": (
        [START, ("ask", "ada", 0, 3), ("ask", "ada", 1, 3), ("used", "ada", 1)],
        [None, 0, 9, [3]],
    ),
    "refund: the latest admissions first, the last one in part": (
        [
            ("__init__", [(10, 9), (5, 9)], 100, 100),
            ("ask", "ada", 0, 3),
            ("ask", "ada", 4, 3),
            ("ask", "ada", 6, 2),
            ("refund", "ada", 6, 3),
            ("used", "ada", 6),
            ("refund", "ada", 7, 1),
            ("used", "ada", 8),
            ("used", "ada", 9),
            ("used", "ada", 10),
        ],
        [None, 0, 0, 0, 3, [5, 2], 1, [4, 1], [4, 0], [1, 0]],
    ),
    "refund: no more than what counts in the longest window": (
        [
            ("__init__", [(5, 9), (10, 9)], 100, 100),
            ("refund", "ada", 0, 5),
            ("ask", "ada", 0, 3),
            ("ask", "ada", 2, 4),
            ("refund", "ada", 10, 9),
            ("refund", "ada", 10, 9),
            ("used", "ada", 10),
            ("ask", "ada", 11, 9),
            ("refund", "ada", 20, 9),
            ("refund", "ada", 21, 9),
        ],
        [None, 0, 0, 0, 4, 0, [0, 0], 0, 9, 0],
    ),
    "refund: makes room at once but does not end a lock-out": (
        [
            ("__init__", [(10, 4)], 1, 20),
            ("ask", "ada", 0, 4),
            ("refund", "ada", 1, 2),
            ("ask", "ada", 1, 3),
            ("refund", "ada", 2, 1),
            ("ask", "ada", 2, 3),
            ("ask", "ada", 21, 3),
        ],
        [None, 0, 2, 20, 1, 19, 0],
    ),
    "pardon: tells whether there was a lock-out, and ends it": (
        [
            ("__init__", [(10, 1)], 1, 20),
            ("pardon", "ada", 0),
            ("ask", "ada", 0, 1),
            ("pardon", "ada", 1),
            ("ask", "ada", 1, 1),
            ("pardon", "ada", 2),
            ("pardon", "ada", 2),
            ("ask", "ada", 10, 1),
            ("ask", "ada", 11, 1),
            ("pardon", "ada", 31),
        ],
        [None, False, 0, False, 20, True, False, 0, 20, False],
    ),
    "pardon: the strikes are forgotten too": (
        [
            ("__init__", [(10, 1)], 2, 20),
            ("ask", "ada", 0, 1),
            ("ask", "ada", 1, 1),
            ("pardon", "ada", 1),
            ("ask", "ada", 2, 1),
            ("ask", "ada", 3, 1),
            ("ask", "ada", 22, 1),
            ("pardon", "ada", 22),
            ("ask", "ada", 22, 1),
        ],
        [None, 0, 9, False, 8, 20, 1, True, 0],
    ),
    "clients: those with an admission in the longest window": (
        [
            ("__init__", [(5, 5), (10, 5)], 100, 100),
            ("clients", 0),
            ("ask", "ada", 0, 1),
            ("ask", "bob", 3, 1),
            ("ask", "bob", 3, 1),
            ("ask", "cyd", 3, 6),
            ("clients", 9),
            ("clients", 10),
            ("clients", 13),
        ],
        [None, 0, 0, 0, 0, -1, 2, 1, 0],
    ),
    "clients: a client that was refunded all is not one of them": (
        [
            START,
            ("ask", "ada", 0, 1),
            ("ask", "bob", 1, 3),
            ("refund", "ada", 2, 1),
            ("refund", "bob", 2, 2),
            ("clients", 2),
            ("ask", "ada", 3, 1),
            ("clients", 3),
            ("clients", 11),
        ],
        [None, 0, 0, 1, 2, 1, 0, 2, 1],
    ),
    "busiest: the first name among equals, and nobody at all": (
        [
            START,
            ("busiest", 0),
            ("ask", "cyd", 0, 2),
            ("ask", "bob", 1, 1),
            ("busiest", 1),
            ("ask", "bob", 2, 1),
            ("busiest", 2),
            ("busiest", 10),
            ("busiest", 12),
        ],
        [None, None, 0, 0, ("cyd", 2), 0, ("bob", 2), ("bob", 2), None],
    ),
    "busiest: follows refunds, and goes by the longest window only": (
        [
            ("__init__", [(20, 50), (5, 50)], 100, 100),
            ("ask", "ada", 0, 9),
            ("ask", "bob", 8, 8),
            ("busiest", 8),
            ("refund", "ada", 9, 2),
            ("busiest", 9),
            ("ask", "ada", 9, 1),
            ("busiest", 9),
            ("busiest", 20),
            ("busiest", 28),
        ],
        [None, 0, 0, ("ada", 9), 2, ("bob", 8), 0, ("ada", 8), ("bob", 8), ("ada", 1)],
    ),
    "ask: what a shorter window has left behind counts no more": (
        [("__init__", [(10, 2), (50, 9)], 9, 5)]
        + [("ask", "ada", time, weight) for time, weight in ((0, 1), (5, 1), (10, 2), (10, 1))],
        [None, 0, 0, 5, 0],
    ),
    "ask: a refusal at the very end of a lock-out is a strike": (
        [
            ("__init__", [(100, 1)], 1, 5),
            ("ask", "ada", 1, 1),
            ("ask", "ada", 1, 1),
            ("ask", "ada", 6, 1),
            ("pardon", "ada", 8),
        ],
        [None, 0, 100, 95, True],
    ),
    "class: a burst, a lock-out, a pardon and a refund": (
        [
            ("__init__", [(10, 4), (30, 6)], 2, 15),
            ("ask", "ada", 0, 4),
            ("ask", "ada", 10, 2),
            ("ask", "ada", 11, 1),
            ("refund", "ada", 12, 1),
            ("ask", "ada", 12, 1),
            ("ask", "ada", 13, 1),
            ("ask", "ada", 14, 1),
            ("pardon", "ada", 15),
            ("ask", "ada", 15, 1),
            ("ask", "ada", 16, 1),
            ("used", "ada", 29),
            ("used", "ada", 30),
            ("ask", "ada", 30, 4),
            ("ask", "ada", 31, 4),
            ("busiest", 31),
        ],
        [None, 0, 0, 19, 1, 0, 17, 16, True, 15, 15, [0, 6], [0, 2], 1, 0, ("ada", 6)],
    ),
    "class: two clients take turns at being busiest": (
        [
            ("__init__", [(10, 6)], 3, 5),
            ("ask", "zoe", 0, 3),
            ("ask", "ada", 5, 2),
            ("busiest", 5),
            ("clients", 5),
            ("busiest", 10),
            ("ask", "zoe", 11, 6),
            ("busiest", 11),
            ("refund", "zoe", 11, 5),
            ("busiest", 11),
            ("clients", 14),
            ("clients", 15),
            ("busiest", 15),
            ("ask", "ada", 15, 1),
            ("busiest", 15),
        ],
        [None, 0, 0, ("zoe", 3), 2, ("ada", 2), 0, ("zoe", 6), 5, ("ada", 2), 2, 1, ("zoe", 1), 0, ("ada", 1)],
    ),
    "class: the same time many times": (
        [
            ("__init__", [(1, 3), (2, 4)], 2, 1),
            ("ask", "ada", 7, 1),
            ("ask", "ada", 7, 1),
            ("ask", "ada", 7, 1),
            ("ask", "ada", 7, 1),
            ("used", "ada", 7),
            ("refund", "ada", 7, 2),
            ("ask", "ada", 7, 1),
            ("clients", 7),
            ("ask", "ada", 8, 2),
            ("ask", "ada", 8, 1),
            ("used", "ada", 8),
            ("ask", "ada", 8, 3),
            ("pardon", "ada", 8),
            ("ask", "ada", 9, 1),
        ],
        [None, 0, 0, 0, 1, [3, 3], 2, 0, 1, 0, 1, [2, 4], 2, True, 0],
    ),
}


class Canonical:
    def __init__(self, windows, patience, penalty):
        self.windows = list(windows)
        self.longest = max(span for span, _ in windows)
        self.patience = patience
        self.penalty = penalty
        self.admitted = {}
        self.strikes = {}
        self.locked_until = {}

    def _counting(self, client, time):
        admissions = self.admitted.setdefault(client, deque())
        while admissions and admissions[0][0] <= time - self.longest:
            admissions.popleft()
        return admissions

    def ask(self, client, time, weight):
        if any(weight > limit for _, limit in self.windows):
            return -1
        admissions = self._counting(client, time)
        possible = self.locked_until.get(client, 0)
        locked = time < possible
        for span, limit in self.windows:
            room = limit - sum(size for moment, size in admissions if moment > time - span)
            for moment, size in admissions:
                if room >= weight:
                    break
                if moment > time - span:
                    room += size
                    possible = max(possible, moment + span)
        if possible <= time:
            admissions.append([time, weight])
            self.strikes[client] = 0
            return 0
        if not locked:
            self.strikes[client] = self.strikes.get(client, 0) + 1
            if self.strikes[client] == self.patience:
                self.strikes[client] = 0
                self.locked_until[client] = time + self.penalty
                possible = max(possible, time + self.penalty)
        return possible - time

    def used(self, client, time):
        admissions = self._counting(client, time)
        return [sum(size for moment, size in admissions if moment > time - span) for span, _ in self.windows]

    def refund(self, client, time, weight):
        admissions = self._counting(client, time)
        rest = weight
        while rest and admissions:
            taken = min(rest, admissions[-1][1])
            rest -= taken
            admissions[-1][1] -= taken
            if admissions[-1][1] == 0:
                admissions.pop()
        return weight - rest

    def pardon(self, client, time):
        self.strikes[client] = 0
        return self.locked_until.pop(client, 0) > time

    def clients(self, time):
        return sum(1 for client in self.admitted if self._counting(client, time))

    def busiest(self, time):
        best = None
        for client in self.admitted:
            total = sum(size for _, size in self._counting(client, time))
            if total and (best is None or (-total, client) < (-best[1], best[0])):
                best = client, total
        return best


class Visitor:
    # `sums` has one number more than `times`: the weights of the admissions before each, and of all of them.
    __slots__ = ("active", "changed", "locked", "name", "strikes", "sums", "times", "total")

    def __init__(self, name):
        self.name = name
        self.times = []
        self.sums = [0]
        self.strikes = self.locked = self.total = 0
        self.active = self.changed = False


class ReferenceRunningSums:
    def __init__(self, windows, patience, penalty):
        self.windows = windows
        self.largest = min([limit for _, limit in windows])
        self.longest = max([span for span, _ in windows])
        self.patience = patience
        self.penalty = penalty
        self.visitors = {}
        self.admissions = deque()
        self.active = 0
        self.changed = []
        self.heap = []

    def ask(self, client, time, weight):
        if weight > self.largest:
            return -1
        visitor = self.visitors.get(client)
        if visitor is None:
            visitor = self.visitors[client] = Visitor(client)
        times = visitor.times
        sums = visitor.sums
        possible = visitor.locked
        locked = time < possible
        if times:
            total = sums[-1] + weight
            for span, limit in self.windows:
                # The sum before the first admission that may still count has to be this large.
                least = total - limit
                if least > 0 and sums[place := bisect_right(times, time - span)] < least:
                    moment = times[bisect_left(sums, least, place) - 1] + span
                    if moment > possible:
                        possible = moment
        if possible <= time:
            if times and times[-1] == time:
                sums[-1] += weight
            else:
                times.append(time)
                sums.append(sums[-1] + weight)
                self.admissions.append((time, visitor))
            visitor.strikes = 0
            if not visitor.active:
                visitor.active = True
                self.active += 1
            if not visitor.changed:
                visitor.changed = True
                self.changed.append(visitor)
            return 0
        if not locked:
            visitor.strikes += 1
            if visitor.strikes == self.patience:
                visitor.strikes = 0
                visitor.locked = time + self.penalty
                if possible < visitor.locked:
                    possible = visitor.locked
        return possible - time

    def used(self, client, time):
        visitor = self.visitors.get(client)
        if visitor is None:
            return [0] * len(self.windows)
        times = visitor.times
        sums = visitor.sums
        total = sums[-1]
        return [total - sums[bisect_right(times, time - span)] for span, _ in self.windows]

    def refund(self, client, time, weight):
        visitor = self.visitors.get(client)
        if visitor is None:
            return 0
        times = visitor.times
        sums = visitor.sums
        first = bisect_right(times, time - self.longest)
        total = sums[-1]
        rest = max(sums[first], total - weight)
        if rest == total:
            return 0
        place = bisect_left(sums, rest, first)
        sums[place] = rest
        del sums[place + 1 :], times[place:]
        if place == first and visitor.active:
            visitor.active = False
            self.active -= 1
        if not visitor.changed:
            visitor.changed = True
            self.changed.append(visitor)
        return total - rest

    def pardon(self, client, time):
        visitor = self.visitors.get(client)
        if visitor is None:
            return False
        visitor.strikes = 0
        locked = visitor.locked > time
        visitor.locked = 0
        return locked

    def clients(self, time):
        admissions = self.admissions
        cut = time - self.longest
        while admissions and admissions[0][0] <= cut:
            visitor = admissions.popleft()[1]
            if not visitor.changed:
                visitor.changed = True
                self.changed.append(visitor)
            if visitor.active and (not visitor.times or visitor.times[-1] <= cut):
                visitor.active = False
                self.active -= 1
        return self.active

    def busiest(self, time):
        self.clients(time)
        cut = time - self.longest
        heap = self.heap
        for visitor in self.changed:
            visitor.changed = False
            visitor.total = visitor.sums[-1] - visitor.sums[bisect_right(visitor.times, cut)]
            if visitor.total:
                heappush(heap, (-visitor.total, visitor.name))
        self.changed.clear()
        while heap:
            total, name = heap[0]
            if self.visitors[name].total == -total:
                return name, -total
            heappop(heap)
        return None


class SlowFilterAllAdmissions:
    def __init__(self, windows, patience, penalty):
        self.windows = windows
        self.patience = patience
        self.penalty = penalty
        self.log = []
        self.strikes = {}
        self.locked = {}

    def _use(self, client, time, span):
        return sum(entry[2] for entry in self.log if entry[0] == client and entry[1] > time - span)

    def _longest(self):
        return max(span for span, limit in self.windows)

    def ask(self, client, time, weight):
        for _, limit in self.windows:
            if weight > limit:
                return -1
        possible = max(time, self.locked.get(client, 0))
        for span, limit in self.windows:
            mine = [entry for entry in self.log if entry[0] == client and entry[1] > time - span]
            total = sum(entry[2] for entry in mine)
            for entry in mine:
                if total + weight <= limit:
                    break
                total -= entry[2]
                possible = max(possible, entry[1] + span)
        if possible == time:
            self.log.append([client, time, weight])
            self.strikes[client] = 0
            return 0
        if time >= self.locked.get(client, 0):
            self.strikes[client] = self.strikes.get(client, 0) + 1
            if self.strikes[client] == self.patience:
                self.strikes[client] = 0
                self.locked[client] = time + self.penalty
                possible = max(possible, time + self.penalty)
        return possible - time

    def used(self, client, time):
        return [self._use(client, time, span) for span, limit in self.windows]

    def refund(self, client, time, weight):
        taken = 0
        mine = [entry for entry in self.log if entry[0] == client and entry[1] > time - self._longest()]
        for entry in reversed(mine):
            part = min(entry[2], weight - taken)
            entry[2] -= part
            taken += part
        self.log = [entry for entry in self.log if entry[2] > 0]
        return taken

    def pardon(self, client, time):
        was_locked = time < self.locked.get(client, 0)
        self.locked[client] = 0
        self.strikes[client] = 0
        return was_locked

    def _totals(self, time):
        totals = {}
        for client, moment, weight in self.log:
            if moment > time - self._longest():
                totals[client] = totals.get(client, 0) + weight
        return totals

    def clients(self, time):
        return len(self._totals(time))

    def busiest(self, time):
        totals = self._totals(time)
        if not totals:
            return None
        return min(totals.items(), key=lambda item: (-item[1], item[0]))


def clients_of(rng, count):
    prefix = "".join(rng.choice("abcdefgh") for _ in range(4))
    return [f"{prefix}{number:04}" for number in range(count)]


def stress_mixed_traffic(rng):
    """large_random: two hundred clients under three windows, with questions, refunds and pardons mixed in."""
    clients = clients_of(rng, 200)
    calls = [("__init__", [(20, 12), (100, 30), (400, 60)], 2, 60), ("busiest", 0)]
    time = 0
    for step in range(3_000):
        time += rng.randrange(2)
        calls.append(("ask", rng.choice(clients), time, rng.randrange(1, 12)))
        if step % 4 == 0:
            calls.append(("used", rng.choice(clients), time))
        if step % 15 == 0:
            calls.append(("refund", rng.choice(clients), time, rng.randrange(1, 20)))
            calls.append(("pardon", rng.choice(clients), time))
        if step % 25 == 0:
            calls.append(("busiest", time))
            calls.append(("clients", time))
    return (calls,)


def stress_one_client_at_its_limit(rng):
    """worst_of_slow: one client fills a window with 1,100 requests; each wait after that is a search in all of them."""
    client = clients_of(rng, 1)[0]
    calls = [("__init__", [(100_000, 2_200), (50_000, 2_100)], 10**6, 1)]
    time = rng.randrange(1_000)
    for _ in range(1_100):
        time += rng.randrange(1, 4)
        calls.append(("ask", client, time, 2))
    for step in range(2_700):
        time += rng.randrange(2)
        calls.append(("ask", client, time, rng.randrange(800, 1_600)))
        if step % 3 == 0:
            calls.append(("used", client, time))
    return (calls,)


def stress_many_rare_clients(rng):
    """sparse: a thousand clients that ask now and then, and a question for all of them after each request."""
    clients = clients_of(rng, 1_000)
    calls = [("__init__", [(1_500, 50)], 5, 10)]
    time = 0
    for step in range(2_200):
        time += rng.randrange(3)
        calls.append(("ask", rng.choice(clients), time, rng.randrange(1, 30)))
        calls.append((("busiest", time), ("clients", time))[step % 2])
    return (calls,)


def stress_refused_again_and_again(rng):
    """repeated_no_ops: thirty clients at their limits that keep asking, for too much or during their lock-outs."""
    clients = clients_of(rng, 30)
    calls = [("__init__", [(5_000, 60), (30_000, 61), (1_000, 59)], 3, 200)]
    calls += [("ask", client, 0, 1) for client in clients for _ in range(59)]
    time = 0
    for step in range(6_000):
        time += step % 2
        calls.append(("ask", rng.choice(clients), time, rng.choice((3, 30, 59, 60, 70))))
        if step % 10 == 0:
            calls.append(("pardon", rng.choice(clients), time))
    return (calls,)


def stress_filled_and_refunded(rng):
    """growth_then_shrink: admissions pile up, then are taken back bit by bit, three times over."""
    clients = clients_of(rng, 20)
    calls = [("__init__", [(10**6, 10**6), (500, 10**5)], 5, 10)]
    time = 0
    for _ in range(3):
        for _ in range(1_000):
            time += 1
            calls.append(("ask", rng.choice(clients), time, rng.randrange(5, 15)))
        for step in range(1_000):
            time += step % 2
            calls.append(("refund", rng.choice(clients), time, rng.randrange(8, 14)))
            if step % 3 == 0:
                calls.append((("clients", time), ("busiest", time), ("used", rng.choice(clients), time))[step // 3 % 3])
    return (calls,)


def stress_bursts_at_one_time(rng):
    """all_equal: bursts of hundreds of requests at one time, each burst just when the one before stops counting."""
    clients = clients_of(rng, 8)
    calls = [("__init__", [(100, 900), (300, 5_000)], 50, 20)]
    for burst in range(12):
        time = 100 * burst
        for step in range(450):
            calls.append(("ask", rng.choice(clients), time, rng.randrange(8, 20)))
            if step % 5 == 0:
                calls.append(("used", rng.choice(clients), time))
        calls += [("busiest", time + 99), ("clients", time + 99)]
    return (calls,)


def stress_long_windows_full(rng):
    """dense: ten clients whose windows hold some hundreds of admissions each, with a window for every scale."""
    clients = clients_of(rng, 10)
    calls = [("__init__", [(10, 80), (100, 700), (1_000, 6_000), (10_000, 50_000)], 20, 5)]
    time = 0
    for step in range(3_600):
        time += rng.randrange(2)
        calls.append(("ask", rng.choice(clients), time, rng.randrange(1, 40)))
        if step % 3 == 0:
            calls.append(("used", rng.choice(clients), time))
    return (calls,)


def growing(rng, size):
    """The number of calls: one client asks, nothing stops counting, and half of the calls ask how much it uses."""
    calls = [("__init__", [(10**6, 10**6)], 5, 10)]
    for time in range(size // 2):
        calls += [("ask", "ada", time, 1), ("used", "ada", time)]
    return (calls,)
