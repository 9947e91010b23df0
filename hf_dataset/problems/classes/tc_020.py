"""LendingDesk: copies of titles are lent, returned late, and set aside for those who wait.

Going through all loans to find one, to see whether a member is late or to list the overdue ones is linear each time. A
table of each member's loans, a line for each title and one list of loans sorted by due day answer at once. What is set
aside lapses in the order in which it was set aside, so that it is enough to look at the first one of a title when the
title is asked for; no calendar of all lapses is needed.
Decided here: days never go back; a hold that lapses passes the copy on as of the day after; who waits or has a copy set
aside cannot hold the title again.
"""

from bisect import bisect_left, insort
from collections import deque

WRITTEN = "2026-11-24"

PROMPT = '''class LendingDesk:
    """The desk of a library: loans, and lines of members who wait for a title.

    A title has copies. Each copy is on the shelf, lent to a member, or set aside for a member. Every method but the
    constructor has the day of the call as its last argument; a call never names an earlier day than the calls before.

    A copy that comes back, or is new, is set aside for the first in the title's line, who then leaves the line; if no
    one is in the line, it goes to the shelf. It stays set aside for the day on which that happens and `grace` days
    more. If the member has not borrowed it by the end of the last of these days, the member's hold lapses, and on the
    next day the copy is treated like one that comes back on that day. Copies of a title whose holds lapse on the same
    day are treated in the order in which they were set aside.

    A loan is *overdue* on days later than its due day.

    >>> desk = LendingDesk(14, 2, 5)
    >>> desk.stock("Emma", 1, 1), desk.borrow("ann", "Emma", 1), desk.borrow("bob", "Emma", 3)
    (None, 15, None)
    >>> desk.hold("bob", "Emma", 3), desk.hold("cid", "Emma", 4), desk.overdue(16), desk.latest(5, 16)
    (1, 2, 1, [('ann', 'Emma', 15)])
    >>> desk.give_back("ann", "Emma", 20), desk.waiting("Emma", 22), desk.borrow("cid", "Emma", 22)
    (5, 1, None)
    >>> desk.waiting("Emma", 23), desk.borrow("bob", "Emma", 23), desk.borrow("cid", "Emma", 25)
    (0, None, 39)
    """

    def __init__(self, period: int, grace: int, most: int) -> None:
        """A loan is due `period` days after it was made; a member has at most `most` loans at a time.

        Raise ValueError if `period` or `most` is less than 1, or if `grace` is negative.
        """

    def stock(self, title: str, copies: int, day: int) -> None:
        """Add copies of a title, which may be new. Raise ValueError if `copies` is less than 1."""

    def borrow(self, member: str, title: str, day: int) -> "int | None":
        """Lend a copy to a member: the one that is set aside for the member, otherwise one from the shelf.

        Return the day on which it is due, or None if there is no such copy; then nothing changes.
        Raise KeyError if the title is unknown. Otherwise raise ValueError if the member has a loan of the title.
        Otherwise raise PermissionError if the member has `most` loans, or one that is overdue on `day`.
        """

    def give_back(self, member: str, title: str, day: int) -> int:
        """Take a copy back. Return by how many days it is late, 0 if it is not.

        Raise KeyError if the member has no loan of the title.
        """

    def renew(self, member: str, title: str, day: int) -> "int | None":
        """Make a loan due `period` days later than it is. Return the new due day.

        If the loan is overdue on `day`, or if someone is in the title's line, nothing changes; return None.
        Raise KeyError if the member has no loan of the title.
        """

    def hold(self, member: str, title: str, day: int) -> int:
        """Put a member at the end of a title's line. Return the member's place in it, 1 for the first.

        Raise KeyError if the title is unknown. Otherwise raise ValueError if a copy is on the shelf, or if the member
        has a loan of the title, is in its line or has a copy of it set aside.
        """

    def waiting(self, title: str, day: int) -> int:
        """Return how many members are in a title's line; those for whom a copy is set aside are not.

        Raise KeyError if the title is unknown.
        """

    def overdue(self, day: int) -> int:
        """Return how many loans are overdue on `day`."""

    def latest(self, count: int, day: int) -> list[tuple[str, str, int]]:
        """Return member, title and due day of the `count` loans that have been overdue for longest on `day`.

        The earliest due day comes first; loans with the same due day are in the order of the members' names, then of
        the titles. Only overdue loans are listed, so that there may be fewer.
        """
'''

ARGUMENTS = {
    "__init__": (int, int, int),
    "stock": (str, int, int),
    "borrow": (str, str, int),
    "give_back": (str, str, int),
    "renew": (str, str, int),
    "hold": (str, str, int),
    "waiting": (str, int),
    "overdue": (int,),
    "latest": (int, int),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 40_000, "there must be at most 40,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple that is not empty"
    assert calls[0][0] == "__init__", "the first call must be __init__"
    today = 1
    for place, (name, *arguments) in enumerate(calls):
        assert type(name) is str and name in ARGUMENTS, "each call must name a method of the class"
        assert (name == "__init__") == (place == 0), "only the first call may be __init__"
        types = tuple(type(argument) for argument in arguments)
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        for argument in arguments:
            if type(argument) is str:
                assert 1 <= len(argument) <= 30, "names must have 1 to 30 characters"
            else:
                assert abs(argument) <= 10**6, "numbers must lie within -10**6 and 10**6"
        if place:
            assert arguments[-1] >= today, "days must be at least 1 and never go back"
            today = arguments[-1]
        if name == "latest":
            assert 0 <= arguments[0] <= 20, "latest must be asked for 0 to 20 loans"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__", 9, 1, 1), ("__init__", 9, 1, 1)],)),
    ("a day that goes back", ([("__init__", 9, 1, 1), ("overdue", 5), ("overdue", 4)],)),
    ("a title without a name", ([("__init__", 9, 1, 1), ("waiting", "", 1)],)),
    ("a grace of half a day", ([("__init__", 9, 0.5, 1)],)),
    ("too long a list", ([("__init__", 9, 1, 1), ("latest", 21, 1)],)),
]

# Periods of 10 days, 2 days of grace, 3 loans at most; one copy of X and two of Y, on day 1.
DESK = [("__init__", 10, 2, 3), ("stock", "X", 1, 1), ("stock", "Y", 2, 1)]
DESK_DONE = [None, None, None]

TESTS = {
    "stock: more copies of a title": (
        [*DESK, ("borrow", "a", "X", 1), ("borrow", "b", "X", 1), ("stock", "X", 1, 2), ("borrow", "b", "X", 2)],
        [*DESK_DONE, 11, None, None, 12],
    ),
    "stock: new copies go to those who wait": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 1),
            ("hold", "c", "X", 1),
            ("stock", "X", 3, 4),
            ("waiting", "X", 4),
            ("borrow", "d", "X", 4),
            ("borrow", "e", "X", 4),
            ("borrow", "c", "X", 6),
            ("borrow", "b", "X", 6),
        ],
        [*DESK_DONE, 11, 1, 2, None, 0, 14, None, 16, 16],
    ),
    "stock: at least one copy": (
        [*DESK, ("stock", "X", 0, 1), ("stock", "Z", 0, 1), ("stock", "Z", -1, 1), ("waiting", "Z", 1)],
        [*DESK_DONE, ValueError, ValueError, ValueError, KeyError],
    ),
    "borrow: a loan of each title, of titles that there are": (
        [*DESK, ("borrow", "a", "Z", 1), ("borrow", "a", "Y", 1), ("borrow", "a", "Y", 2), ("borrow", "b", "Y", 3)],
        [*DESK_DONE, KeyError, 11, ValueError, 13],
    ),
    "borrow: no more loans than allowed": (
        [
            *DESK,
            ("stock", "Z", 9, 1),
            ("stock", "V", 9, 1),
            ("borrow", "a", "X", 1),
            ("borrow", "a", "Y", 1),
            ("borrow", "a", "Z", 1),
            ("borrow", "a", "V", 1),
            ("borrow", "a", "Z", 1),
            ("give_back", "a", "X", 1),
            ("borrow", "a", "V", 1),
        ],
        [*DESK_DONE, None, None, 11, 11, 11, PermissionError, ValueError, 0, 11],
    ),
    "borrow: not with an overdue loan": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("borrow", "a", "Y", 11),
            ("borrow", "b", "Y", 1 + 10),
            ("give_back", "a", "Y", 12),
            ("borrow", "a", "Y", 12),
            ("borrow", "a", "X", 12),
            ("give_back", "a", "X", 12),
            ("borrow", "a", "Y", 12),
        ],
        [*DESK_DONE, 11, 21, 21, 0, PermissionError, ValueError, 1, 22],
    ),
    "borrow: an overdue loan among others": (
        [*DESK, ("borrow", "a", "X", 1), ("borrow", "a", "Y", 5), ("stock", "Z", 1, 12), ("borrow", "a", "Z", 12)],
        [*DESK_DONE, 11, 15, None, PermissionError],
    ),
    "borrow: what is set aside is for one member alone": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 2),
            ("hold", "c", "X", 2),
            ("give_back", "a", "X", 5),
            ("borrow", "c", "X", 5),
            ("borrow", "a", "X", 5),
            ("borrow", "b", "X", 7),
            ("give_back", "b", "X", 8),
            ("borrow", "b", "X", 8),
            ("borrow", "c", "X", 10),
        ],
        [*DESK_DONE, 11, 1, 2, 0, None, None, 17, 0, None, 20],
    ),
    "borrow: from the day after the grace the next one may": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 2),
            ("hold", "c", "X", 2),
            ("give_back", "a", "X", 5),
            ("borrow", "b", "X", 8),
            ("borrow", "c", "X", 8),
            ("waiting", "X", 8),
        ],
        [*DESK_DONE, 11, 1, 2, 0, None, 18, 0],
    ),
    "borrow: a copy that lapsed for all is on the shelf": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 2),
            ("hold", "c", "X", 2),
            ("give_back", "a", "X", 5),
            ("borrow", "d", "X", 10),
            ("borrow", "d", "X", 11),
        ],
        [*DESK_DONE, 11, 1, 2, 0, None, 21],
    ),
    "give_back: days late": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("borrow", "a", "Y", 1),
            ("borrow", "b", "Y", 2),
            ("give_back", "a", "X", 11),
            ("give_back", "a", "Y", 12),
            ("give_back", "b", "Y", 30),
            ("give_back", "b", "Y", 30),
            ("give_back", "b", "Z", 30),
            ("give_back", "q", "X", 30),
        ],
        [*DESK_DONE, 11, 11, 12, 0, 1, 18, KeyError, KeyError, KeyError],
    ),
    "give_back: the copy is on the shelf if no one waits": (
        [*DESK, ("borrow", "a", "X", 1), ("give_back", "a", "X", 1), ("hold", "b", "X", 1), ("borrow", "b", "X", 1)],
        [*DESK_DONE, 11, 0, ValueError, 11],
    ),
    "renew: from the due day on": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("renew", "a", "X", 3),
            ("renew", "a", "X", 21),
            ("renew", "a", "X", 32),
            ("give_back", "a", "X", 33),
            ("renew", "a", "X", 33),
            ("renew", "a", "Z", 33),
        ],
        [*DESK_DONE, 11, 21, 31, None, 2, KeyError, KeyError],
    ),
    "renew: not while someone is in the line": (
        [
            *DESK,
            ("borrow", "a", "Y", 1),
            ("borrow", "b", "Y", 1),
            ("hold", "c", "Y", 2),
            ("renew", "a", "Y", 3),
            ("give_back", "b", "Y", 4),
            ("renew", "a", "Y", 5),
            ("overdue", 12),
        ],
        [*DESK_DONE, 11, 11, 1, None, 0, 21, 0],
    ),
    "renew: a line ends when its holds lapse": (
        [
            *DESK,
            ("borrow", "a", "Y", 1),
            ("borrow", "b", "Y", 1),
            ("hold", "c", "Y", 1),
            ("hold", "d", "Y", 1),
            ("give_back", "b", "Y", 2),
            ("renew", "a", "Y", 4),
            ("renew", "a", "Y", 5),
        ],
        [*DESK_DONE, 11, 11, 1, 2, 0, None, 21],
    ),
    "hold: only where it is of use": (
        [
            *DESK,
            ("hold", "a", "Z", 1),
            ("hold", "a", "X", 1),
            ("borrow", "a", "X", 1),
            ("hold", "a", "X", 1),
            ("hold", "b", "X", 1),
            ("hold", "b", "X", 2),
            ("hold", "c", "X", 2),
            ("give_back", "a", "X", 3),
            ("hold", "b", "X", 3),
            ("hold", "a", "X", 3),
        ],
        [*DESK_DONE, KeyError, ValueError, 11, ValueError, 1, ValueError, 2, 0, ValueError, 2],
    ),
    "hold: again after a hold has lapsed": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 1),
            ("hold", "c", "X", 1),
            ("give_back", "a", "X", 1),
            ("hold", "b", "X", 3),
            ("hold", "b", "X", 4),
            ("borrow", "b", "X", 7),
            ("waiting", "X", 7),
        ],
        [*DESK_DONE, 11, 1, 2, 0, ValueError, 1, 17, 0],
    ),
    "waiting: without those for whom a copy is set aside": (
        [
            *DESK,
            ("waiting", "Z", 1),
            ("waiting", "Y", 1),
            ("borrow", "a", "X", 1),
            ("hold", "b", "X", 1),
            ("hold", "c", "X", 1),
            ("waiting", "X", 1),
            ("give_back", "a", "X", 2),
            ("waiting", "X", 4),
            ("waiting", "X", 5),
        ],
        [*DESK_DONE, KeyError, 0, 11, 1, 2, 2, 0, 1, 0],
    ),
    "waiting: several holds lapse one after the other": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            *[("hold", member, "X", 1) for member in "bcde"],
            ("give_back", "a", "X", 1),
            ("waiting", "X", 6),
            ("waiting", "X", 9),
            ("borrow", "d", "X", 9),
            ("borrow", "e", "X", 12),
        ],
        [*DESK_DONE, 11, 1, 2, 3, 4, 0, 2, 1, 19, None],
    ),
    "overdue: later than the due day": (
        [
            *DESK,
            ("overdue", 1),
            ("borrow", "a", "X", 1),
            ("borrow", "b", "Y", 2),
            ("overdue", 11),
            ("overdue", 12),
            ("overdue", 13),
            ("give_back", "a", "X", 13),
            ("overdue", 13),
        ],
        [*DESK_DONE, 0, 11, 12, 0, 1, 2, 2, 1],
    ),
    "overdue: renewed loans have another due day": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("borrow", "b", "Y", 1),
            ("renew", "a", "X", 1),
            ("overdue", 15),
            ("overdue", 22),
        ],
        [*DESK_DONE, 11, 11, 21, 1, 2],
    ),
    "latest: by due day, member and title": (
        [
            *DESK,
            ("stock", "W", 3, 1),
            ("borrow", "b", "Y", 1),
            ("borrow", "b", "X", 1),
            ("borrow", "a", "Y", 1),
            ("borrow", "a", "W", 2),
            ("borrow", "c", "W", 3),
            ("renew", "b", "Y", 3),
            ("latest", 9, 11),
            ("latest", 9, 12),
            ("latest", 1, 13),
            ("latest", 3, 14),
            ("latest", 0, 14),
            ("latest", 20, 30),
        ],
        [
            *DESK_DONE,
            None,
            *[11, 11, 11, 12, 13, 21],
            [],
            [("a", "Y", 11), ("b", "X", 11)],
            [("a", "Y", 11)],
            [("a", "Y", 11), ("b", "X", 11), ("a", "W", 12)],
            [],
            [("a", "Y", 11), ("b", "X", 11), ("a", "W", 12), ("c", "W", 13), ("b", "Y", 21)],
        ],
    ),
    "latest: without what is back": (
        [*DESK, ("borrow", "a", "X", 1), ("borrow", "b", "Y", 1), ("give_back", "a", "X", 12), ("latest", 5, 12)],
        [*DESK_DONE, 11, 11, 1, [("b", "Y", 11)]],
    ),
    "stock: while a copy is set aside": (
        [
            ("__init__", 14, 2, 5),
            ("stock", "emma", 1, 1),
            ("borrow", "ann", "emma", 1),
            ("hold", "bob", "emma", 1),
            ("give_back", "ann", "emma", 2),
            ("stock", "emma", 1, 3),
            ("borrow", "cid", "emma", 3),
            ("borrow", "dan", "emma", 4),
            ("stock", "emma", 1, 5),
            ("borrow", "dan", "emma", 5),
            ("borrow", "eve", "emma", 5),
            ("borrow", "fay", "emma", 5),
        ],
        [None, None, 15, 1, 0, None, 17, None, None, 19, 19, None],
    ),
    "class: no period": ([("__init__", 0, 2, 3)], [ValueError]),
    "class: a negative grace": ([("__init__", 1, -1, 3)], [ValueError]),
    "class: no loans": ([("__init__", 1, 0, 0)], [ValueError]),
    "class: no grace, shortest period, one loan": (
        [
            ("__init__", 1, 0, 1),
            ("stock", "X", 1, 1),
            ("stock", "Y", 1, 1),
            ("borrow", "a", "X", 1),
            ("borrow", "a", "Y", 1),
            ("hold", "b", "X", 2),
            ("hold", "c", "X", 2),
            ("give_back", "a", "X", 2),
            ("borrow", "c", "X", 2),
            ("borrow", "c", "X", 3),
            ("borrow", "b", "X", 3),
        ],
        [None, None, None, 2, PermissionError, 1, 2, 0, None, 4, None],
    ),
    "class: two copies lapse on one day": (
        [
            *DESK,
            ("borrow", "a", "Y", 1),
            ("borrow", "b", "Y", 1),
            *[("hold", member, "Y", 2) for member in "cdef"],
            ("hold", "g", "Y", 2),
            ("give_back", "b", "Y", 3),
            ("give_back", "a", "Y", 3),
            ("waiting", "Y", 5),
            ("borrow", "d", "Y", 5),
            ("waiting", "Y", 6),
            ("borrow", "f", "Y", 6),
            ("borrow", "e", "Y", 8),
            ("give_back", "d", "Y", 8),
            ("waiting", "Y", 8),
            ("borrow", "f", "Y", 8),
        ],
        [*DESK_DONE, 11, 11, 1, 2, 3, 4, 5, 0, 0, 3, 15, 2, None, 18, 0, 1, 18],
    ),
    "class: a member who is late keeps the copy that is set aside": (
        [
            *DESK,
            ("borrow", "a", "X", 1),
            ("borrow", "b", "Y", 1),
            ("hold", "b", "X", 5),
            ("give_back", "a", "X", 12),
            ("borrow", "b", "X", 12),
            ("give_back", "b", "Y", 14),
            ("borrow", "b", "X", 14),
            ("latest", 3, 99),
        ],
        [*DESK_DONE, 11, 11, 1, 1, PermissionError, 3, 24, [("b", "X", 24)]],
    ),
}


class Title:
    """Of the canonical solution: the copies on the shelf, the line, and what is set aside: (member, last day)."""

    def __init__(self):
        self.shelf = 0
        self.line = deque()
        self.aside = deque()


class Canonical:
    def __init__(self, period, grace, most):
        if period < 1 or grace < 0 or most < 1:
            raise ValueError("the period and the number of loans must be at least 1, the grace not negative")
        self._period = period
        self._grace = grace
        self._most = most
        self._titles = {}
        self._loans = {}  # member -> title -> due day
        self._due = []  # (due day, member, title), sorted

    def _come_in(self, title, day):
        if title.line:
            title.aside.append((title.line.popleft(), day + self._grace))
        else:
            title.shelf += 1

    def _title(self, name, day):
        """The title as it is on this day: holds that have lapsed since are passed on."""
        title = self._titles[name]
        while title.aside and title.aside[0][1] < day:
            _, last_day = title.aside.popleft()
            self._come_in(title, last_day + 1)
        return title

    def stock(self, title, copies, day):
        if copies < 1:
            raise ValueError("there must be at least one copy")
        self._titles.setdefault(title, Title())
        found = self._title(title, day)
        for _ in range(copies):
            self._come_in(found, day)

    def borrow(self, member, title, day):
        found = self._title(title, day)
        loans = self._loans.setdefault(member, {})
        if title in loans:
            raise ValueError(f"{member} has a loan of {title}")
        if len(loans) == self._most or any(due < day for due in loans.values()):
            raise PermissionError(f"{member} has too many loans, or an overdue one")
        mine = [entry for entry in found.aside if entry[0] == member]
        if mine:
            found.aside.remove(mine[0])
        elif found.shelf:
            found.shelf -= 1
        else:
            return None
        return self._lend(member, title, day + self._period)

    def _lend(self, member, title, due):
        self._loans[member][title] = due
        insort(self._due, (due, member, title))
        return due

    def _end(self, member, title):
        due = self._loans[member].pop(title)
        del self._due[bisect_left(self._due, (due, member, title))]
        return due

    def give_back(self, member, title, day):
        due = self._end(member, title)
        self._come_in(self._title(title, day), day)
        return max(0, day - due)

    def renew(self, member, title, day):
        due = self._loans[member][title]
        if due < day or self._title(title, day).line:
            return None
        self._end(member, title)
        return self._lend(member, title, due + self._period)

    def hold(self, member, title, day):
        found = self._title(title, day)
        has_loan = title in self._loans.get(member, {})
        if found.shelf or has_loan or member in found.line or any(member == other for other, _ in found.aside):
            raise ValueError("the hold is of no use")
        found.line.append(member)
        return len(found.line)

    def waiting(self, title, day):
        return len(self._title(title, day).line)

    def overdue(self, day):
        return bisect_left(self._due, (day,))

    def latest(self, count, day):
        return [(member, title, due) for due, member, title in self._due[: min(count, self.overdue(day))]]


class ReferenceTablesOfMembers:
    """Lines and what is set aside have tables of their members; all loans are kept sorted by due day."""

    def __init__(self, period, grace, most):
        if period < 1 or grace < 0 or most < 1:
            raise ValueError
        self._period = period
        self._grace = grace
        self._most = most
        self._titles = {}  # title -> [copies on the shelf, line, members in the line, member -> last day]
        self._loans = {}
        self._due = []  # (due day, member, title), sorted

    def _settle(self, found, day):
        aside = found[3]
        while aside:
            member = next(iter(aside))
            last_day = aside[member]
            if last_day >= day:
                return
            del aside[member]
            if found[1]:
                member = found[1].popleft()
                found[2].remove(member)
                aside[member] = last_day + 1 + self._grace
            else:
                found[0] += 1

    def stock(self, title, copies, day):
        if copies < 1:
            raise ValueError
        found = self._titles.get(title)
        if found is None:
            self._titles[title] = [copies, deque(), set(), {}]
            return
        if found[3]:
            self._settle(found, day)
        line = found[1]
        while copies and line:
            member = line.popleft()
            found[2].remove(member)
            found[3][member] = day + self._grace
            copies -= 1
        found[0] += copies

    def borrow(self, member, title, day):
        found = self._titles[title]
        loans = self._loans.get(member)
        if loans is None:
            loans = self._loans[member] = {}
        elif loans:
            if title in loans:
                raise ValueError
            if len(loans) >= self._most or min(loans.values()) < day:
                raise PermissionError
        aside = found[3]
        if aside:
            self._settle(found, day)
        if member in aside:
            del aside[member]
        elif found[0]:
            found[0] -= 1
        else:
            return None
        due = day + self._period
        loans[title] = due
        insort(self._due, (due, member, title))
        return due

    def give_back(self, member, title, day):
        due = self._loans[member].pop(title)
        del self._due[bisect_left(self._due, (due, member, title))]
        found = self._titles[title]
        if found[3]:
            self._settle(found, day)
        if found[1]:
            member = found[1].popleft()
            found[2].remove(member)
            found[3][member] = day + self._grace
        else:
            found[0] += 1
        return day - due if day > due else 0

    def renew(self, member, title, day):
        due = self._loans[member][title]
        if due < day:
            return None
        found = self._titles[title]
        if found[3]:
            self._settle(found, day)
        if found[1]:
            return None
        del self._due[bisect_left(self._due, (due, member, title))]
        due += self._period
        self._loans[member][title] = due
        insort(self._due, (due, member, title))
        return due

    def hold(self, member, title, day):
        found = self._titles[title]
        if found[3]:
            self._settle(found, day)
        if found[0] or member in found[2] or member in found[3] or title in self._loans.get(member, ()):
            raise ValueError
        found[1].append(member)
        found[2].add(member)
        return len(found[1])

    def waiting(self, title, day):
        found = self._titles[title]
        if found[3]:
            self._settle(found, day)
        return len(found[1])

    def overdue(self, day):
        return bisect_left(self._due, (day,))

    def latest(self, count, day):
        late = []
        for due, member, title in self._due[:count]:
            if due >= day:
                break
            late.append((member, title, due))
        return late


class SlowGoThroughAllLoans:
    def __init__(self, period, grace, most):
        if period < 1 or grace < 0 or most < 1:
            raise ValueError
        self.period = period
        self.grace = grace
        self.most = most
        self.shelf = {}
        self.loans = []
        self.holds = []

    def _settle(self, title, day):
        while True:
            lapsed = [hold for hold in self.holds if hold[1] == title and hold[2] is not None and hold[2][0] < day]
            if not lapsed:
                return
            first = min(lapsed, key=lambda hold: hold[2])
            self.holds.remove(first)
            self._come_in(title, first[2][0] + 1)

    def _come_in(self, title, day):
        set_aside = [hold[2][1] for hold in self.holds if hold[2] is not None]
        for hold in self.holds:
            if hold[1] == title and hold[2] is None:
                hold[2] = (day + self.grace, max(set_aside, default=0) + 1)
                return
        self.shelf[title] += 1

    def stock(self, title, copies, day):
        if copies < 1:
            raise ValueError
        self.shelf.setdefault(title, 0)
        self._settle(title, day)
        for _ in range(copies):
            self._come_in(title, day)

    def _loan(self, member, title):
        for loan in self.loans:
            if loan[0] == member and loan[1] == title:
                return loan
        return None

    def borrow(self, member, title, day):
        self.shelf[title]
        self._settle(title, day)
        if self._loan(member, title):
            raise ValueError
        mine = [loan for loan in self.loans if loan[0] == member]
        if len(mine) == self.most or any(loan[2] < day for loan in mine):
            raise PermissionError
        for hold in self.holds:
            if hold[0] == member and hold[1] == title and hold[2] is not None:
                self.holds.remove(hold)
                break
        else:
            if not self.shelf[title]:
                return None
            self.shelf[title] -= 1
        self.loans.append([member, title, day + self.period])
        return day + self.period

    def give_back(self, member, title, day):
        loan = self._loan(member, title)
        if loan is None:
            raise KeyError(title)
        self.loans.remove(loan)
        self._settle(title, day)
        self._come_in(title, day)
        return max(0, day - loan[2])

    def renew(self, member, title, day):
        loan = self._loan(member, title)
        if loan is None:
            raise KeyError(title)
        if loan[2] < day or self.waiting(title, day):
            return None
        loan[2] += self.period
        return loan[2]

    def hold(self, member, title, day):
        self.shelf[title]
        self._settle(title, day)
        if self.shelf[title] or self._loan(member, title):
            raise ValueError
        if any(hold[0] == member and hold[1] == title for hold in self.holds):
            raise ValueError
        self.holds.append([member, title, None])
        return self.waiting(title, day)

    def waiting(self, title, day):
        self.shelf[title]
        self._settle(title, day)
        return len([hold for hold in self.holds if hold[1] == title and hold[2] is None])

    def overdue(self, day):
        return len([loan for loan in self.loans if loan[2] < day])

    def latest(self, count, day):
        late = sorted((loan[2], loan[0], loan[1]) for loan in self.loans if loan[2] < day)
        return [(member, title, due) for due, member, title in late[:count]]


def opened(rng, period, grace, titles, copies):
    """Calls that open a desk with titles, and the titles' names."""
    names = [f"{rng.choice(['On', 'The', 'My'])} {number}" for number in rng.sample(range(10**4), titles)]
    return [("__init__", period, grace, 6)] + [("stock", name, copies, 1) for name in names], names


def drawn_members(rng, count):
    return [f"{rng.choice('abdegklmnrst')}{rng.choice('aeiou')}{number}" for number in rng.sample(range(10**4), count)]


def stress_lend_then_ask(rng):
    """build_then_query: many loans of many days, then questions about what is overdue, day after day."""
    calls, titles = opened(rng, 20, 3, 400, 2)
    members = drawn_members(rng, 300)
    for step in range(1_200):
        calls.append(("borrow", rng.choice(members), rng.choice(titles), 1 + step // 80))
    for step in range(500):
        day = 16 + step // 25
        calls += [("overdue", day), ("latest", 4, day), ("waiting", rng.choice(titles), day)]
    return (calls,)


def stress_a_busy_desk(rng):
    """interleaved: members borrow, return, hold and renew in turn, and now and then someone asks who is late."""
    calls, titles = opened(rng, 12, 2, 500, 1)
    desk = ReferenceTablesOfMembers(12, 2, 6)
    for title in titles:
        desk.stock(title, 1, 1)
    members = drawn_members(rng, 400)
    lent = []
    for step in range(2_600):
        day = 1 + step // 130
        kind = rng.randrange(10)
        member, title = rng.choice(members), rng.choice(titles)
        if kind < 5:
            calls.append(("borrow", member, title, day))
            try:
                if desk.borrow(member, title, day):
                    lent.append((member, title))
            except (ValueError, PermissionError):
                pass
        elif kind < 7 and lent:
            place = rng.randrange(len(lent))
            lent[place], lent[-1] = lent[-1], lent[place]
            calls.append(("give_back", *lent[-1], day))
            desk.give_back(*lent.pop(), day)
        elif kind == 7 and lent:
            calls.append(("renew", *rng.choice(lent), day))
            desk.renew(*calls[-1][1:])
        elif kind == 8:
            calls.append(("hold", member, title, day))
            try:
                desk.hold(member, title, day)
            except ValueError:
                pass
        else:
            calls.append(rng.choice([("overdue", day), ("latest", 3, day), ("waiting", title, day)]))
    calls += [("stock", "Q", 0, 20), ("stock", "Q", 1, 20), ("borrow", "zed", "Q", 20), ("hold", "yan", "Q", 20)]
    calls += [
        ("hold", "xu", "Q", 20),
        ("stock", "Q", 3, 20),
        ("stock", "Q", rng.randrange(1, 4), 20),
        ("renew", "zed", "Q", 20),
    ]
    calls += [("give_back", "zed", "Q", 20), ("overdue", 20)]
    return (calls,)


def stress_one_popular_title(rng):
    """worst_of_slow: hundreds of members wait for one title whose copies go from one to the next."""
    calls, titles = opened(rng, 9, 1, 2, 2)
    members = drawn_members(rng, 900)
    calls += [("borrow", member, titles[0], 1) for member in members[:2]]
    calls += [("hold", member, titles[0], 1) for member in members[2:]]
    day = 2
    for step in range(800):
        day += rng.randrange(2)
        calls.append(("give_back", members[step], titles[0], day))
        calls.append(("borrow", members[step + 2], titles[0], day))
        calls.append(("hold", rng.choice(members[step + 10 :]), titles[0], day))
    return (calls,)


def stress_nobody_fetches(rng):
    """worst_of_fast: long lines of which no one comes for the copy; holds lapse one after the other, seen late."""
    calls, titles = opened(rng, 9, 0, 12, 1)
    members = drawn_members(rng, 140)
    calls += [("borrow", member, title, 1) for member, title in zip(members, titles, strict=False)]
    for title in titles:
        calls += [("hold", member, title, 1) for member in rng.sample(members[12:], 100)]
    calls += [("give_back", member, title, 2) for member, title in zip(members, titles, strict=False)]
    for day in range(6, 100, 2):
        calls += [("waiting", title, day) for title in rng.sample(titles, 10)]
        calls += [("hold", rng.choice(members[12:]), rng.choice(titles), day) for _ in range(12)]
    return (calls,)


def stress_lend_and_return_all(rng):
    """growth_then_shrink: the whole stock is lent, then comes back in another order, some of it late."""
    calls, titles = opened(rng, 15, 2, 300, 5)
    members = drawn_members(rng, 300)
    loans = []
    for start in range(5):
        loans += [(member, titles[(place + 7 * start) % 300]) for place, member in enumerate(members)]
    rng.shuffle(loans)
    calls += [("borrow", *loan, 1 + place // 150) for place, loan in enumerate(loans)]
    rng.shuffle(loans)
    for place, loan in enumerate(loans):
        calls.append(("give_back", *loan, 12 + place // 150))
        if place % 10 == 0:
            calls.append(("overdue", 12 + place // 150))
    return (calls,)


def stress_turned_away(rng):
    """repeated_no_ops: members who are late or have all they may have ask for more, and for renewals in vain."""
    calls, titles = opened(rng, 5, 1, 320, 3)
    members = drawn_members(rng, 160)
    loans = [(member, titles[(2 * place + step) % 320]) for place, member in enumerate(members) for step in range(6)]
    calls += [("borrow", *loan, 1 + place // 500) for place, loan in enumerate(loans)]
    for step in range(1_300):
        calls.append(("borrow", rng.choice(members), rng.choice(titles), 3 + step // 200))
        calls.append(("renew", *rng.choice(loans), 8 + step // 200) if step > 1_000 else ("overdue", 3 + step // 200))
    calls.sort(key=lambda call: call[-1] if call[0] != "__init__" else 0)
    return (calls,)


def growing(rng, size):
    """The number of members, who borrow a copy each, with a question after each one for the loan that is latest."""
    calls, titles = opened(rng, 7, 1, min(size, 10_000), 4)
    for step in range(size):
        calls.append(("borrow", f"m{step}", titles[step % len(titles)], 1 + step // 50))
        calls.append(("latest", 1, 1 + step // 50))
    return (calls,)
