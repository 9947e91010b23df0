"""SeatPlan: parties sit side by side in the rows of a hall, in the gap that is left in the best shape.

Whoever looks through all seats for a gap, or for the seats of a ticket, spends as much as the hall is large on each
call. Gaps that are kept in the order of the rule, by length, row and place, are found by bisection; a gap is known by
its first and by its last seat, so that what is released joins its neighbours at once.
Decided here: a row of even number is filled from the right; closed rows take no party, but seats in them may be
released and parties in them extended; tickets are never given twice.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class SeatPlan:
    """The seats of a hall, and who sits on them.

    The hall has rows 1, 2, ... from the front to the back, and in each row the seats 1, 2, ..., `width` from the left
    to the right. A *gap* is a run of free seats in one row that is as long as possible: beside it, left and right, is a
    taken seat or the end of the row. Rows can be closed: then no party is seated in them.

    >>> plan = SeatPlan(2, 7)
    >>> plan.seat(3), plan.seat(3)
    ((1, 1, 1), (2, 2, 5))
    >>> plan.seat(2), plan.seat(4)
    ((3, 1, 4), (4, 2, 1))
    >>> plan.release(1), plan.longest()
    (3, 3)
    """

    def __init__(self, rows: int, width: int) -> None:
        """Start with all seats free and all rows open. Raise ValueError if `rows` or `width` is less than 1."""

    def seat(self, party: int) -> "tuple[int, int, int] | None":
        """Seat a party of so many people on adjacent seats of a gap in an open row.

        The gap is chosen like this: one as long as the party is best. If there is none, the shortest of those that are
        longer than the party by at least 2 is taken. If there is none either, one that is longer by 1 is taken. Of
        several gaps of the same length it is the one in the row with the smallest number, and in that row the leftmost.
        In a row with an odd number the party sits at the left end of the gap, in a row with an even number at the right
        end.

        Return the number of the party's ticket, the row, and the leftmost of its seats; or None if there is no gap that
        is long enough. Tickets are 1, 2, 3 and so on, in the order in which parties are seated.
        Raise ValueError if `party` is less than 1.
        """

    def release(self, ticket: int) -> int:
        """Free the seats of a ticket, which is not valid any more. Return how many seats these are.

        Raise KeyError if the ticket is not valid.
        """

    def extend(self, ticket: int) -> bool:
        """Give the party one seat more: the one to the right of its seats if there is one that is free, otherwise the
        one to the left if there is one that is free. Whether the row is closed makes no difference.

        Return whether the party got a seat. Raise KeyError if the ticket is not valid.
        """

    def close(self, row: int) -> bool:
        """Close a row. Return False if it is closed already, else True. Raise IndexError if there is no such row."""

    def reopen(self, row: int) -> bool:
        """Open a closed row again. Return False if it is not closed, else True.

        Raise IndexError if there is no such row.
        """

    def holder(self, row: int, seat: int) -> "int | None":
        """Return the ticket of a taken seat, and None for a free one.

        Raise IndexError if there is no such row or seat.
        """

    def free(self, row: int) -> int:
        """Return how many seats of a row are free, be it open or closed. Raise IndexError if there is no such row."""

    def longest(self) -> int:
        """Return the length of the longest gap in the open rows, 0 if there is none."""
'''

ARGUMENTS = {
    "__init__": (int, int),
    "seat": (int,),
    "release": (int,),
    "extend": (int,),
    "close": (int,),
    "reopen": (int,),
    "holder": (int, int),
    "free": (int,),
    "longest": (),
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
        assert types == ARGUMENTS[name], "the arguments must be as many ints as the method has parameters"
        assert all(-10 <= argument <= 10**5 for argument in arguments), "numbers must lie between -10 and 10**5"
    rows, width = calls[0][1:]
    assert rows <= 1_000 and width <= 200, "there must be at most 1,000 rows of 200 seats"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("longest",)],)),
    ("a second constructor", ([("__init__", 2, 5), ("__init__", 2, 5)],)),
    ("rows that are too wide", ([("__init__", 2, 201)],)),
    ("True as a party", ([("__init__", 2, 5), ("seat", True)],)),
    ("a row that is far too large", ([("__init__", 2, 5), ("free", 10**6)],)),
]

TESTS = {
    "seat: odd rows from the left, even rows from the right": (
        [("__init__", 2, 5), ("seat", 3), ("seat", 2), ("seat", 2), ("seat", 3), ("seat", 1)],
        [None, (1, 1, 1), (2, 1, 4), (3, 2, 4), (4, 2, 1), None],
    ),
    "seat: a gap of the party's length is best, though farther back": (
        [("__init__", 3, 6), ("seat", 3), ("seat", 4), ("seat", 2), ("seat", 3), ("seat", 6)],
        [None, (1, 1, 1), (2, 2, 3), (3, 2, 1), (4, 1, 4), (5, 3, 1)],
    ),
    "seat: rather a far longer gap than one that leaves a single seat": (
        [("__init__", 3, 6), ("seat", 3), ("seat", 2), ("seat", 1), ("seat", 2), ("seat", 4), ("seat", 2), ("seat", 2)],
        [None, (1, 1, 1), (2, 2, 5), (3, 1, 4), (4, 1, 5), (5, 2, 1), (6, 3, 1), (7, 3, 3)],
    ),
    "seat: of the longer ones the shortest, and the one that is longer by 1 last": (
        [
            ("__init__", 3, 9),
            ("seat", 6),
            ("seat", 5),
            ("seat", 2),
            ("seat", 2),
            ("seat", 8),
            ("seat", 1),
            ("seat", 2),
            ("seat", 1),
            ("seat", 1),
        ],
        [None, (1, 1, 1), (2, 2, 5), (3, 2, 3), (4, 2, 1), (5, 3, 1), (6, 3, 9), (7, 1, 7), (8, 1, 9), None],
    ),
    "seat: a gap longer by 2 before one longer by 3": (
        [
            ("__init__", 2, 12),
            ("seat", 3),
            ("seat", 5),
            ("seat", 4),
            ("seat", 12),
            ("release", 1),
            ("release", 3),
            ("seat", 1),
            ("seat", 2),
            ("seat", 2),
        ],
        [None, (1, 1, 1), (2, 1, 4), (3, 1, 9), (4, 2, 1), 3, 4, (5, 1, 1), (6, 1, 2), (7, 1, 9)],
    ),
    "seat: ties go to the front row, then to the left": (
        [
            ("__init__", 2, 8),
            ("seat", 2),
            ("seat", 1),
            ("seat", 2),
            ("seat", 1),
            ("seat", 2),
            ("seat", 8),
            ("release", 3),
            ("release", 1),
            ("seat", 2),
            ("release", 6),
            ("seat", 2),
            ("seat", 2),
        ],
        [
            None,
            (1, 1, 1),
            (2, 1, 3),
            (3, 1, 4),
            (4, 1, 6),
            (5, 1, 7),
            (6, 2, 1),
            2,
            2,
            (7, 1, 1),
            8,
            (8, 1, 4),
            (9, 2, 7),
        ],
    ),
    "seat: nobody, too many, and as many as fit": (
        [("__init__", 1, 4), ("seat", 0), ("seat", -1), ("seat", 5), ("seat", 4), ("seat", 1)],
        [None, ValueError, ValueError, None, (1, 1, 1), None],
    ),
    "release: seats join the gaps left and right": (
        [
            ("__init__", 1, 7),
            ("seat", 2),
            ("seat", 3),
            ("seat", 2),
            ("longest",),
            ("release", 1),
            ("longest",),
            ("release", 3),
            ("longest",),
            ("release", 2),
            ("longest",),
            ("free", 1),
        ],
        [None, (1, 1, 1), (2, 1, 3), (3, 1, 6), 0, 2, 2, 2, 2, 3, 7, 7],
    ),
    "release: only valid tickets, each once": (
        [("__init__", 1, 4), ("release", 1), ("seat", 2), ("release", 1), ("release", 1), ("release", 0), ("seat", 4)],
        [None, KeyError, (1, 1, 1), 2, KeyError, KeyError, (2, 1, 1)],
    ),
    "release: gaps of two rows do not join": (
        [("__init__", 2, 3), ("seat", 3), ("seat", 3), ("release", 1), ("release", 2), ("longest",), ("seat", 4)],
        [None, (1, 1, 1), (2, 2, 1), 3, 3, 3, None],
    ),
    "extend: to the right, then to the left, then not": (
        [
            ("__init__", 2, 5),
            ("seat", 5),
            ("seat", 3),
            ("extend", 2),
            ("holder", 2, 2),
            ("extend", 2),
            ("holder", 2, 1),
            ("extend", 2),
            ("release", 2),
            ("longest",),
        ],
        [None, (1, 1, 1), (2, 2, 3), True, 2, True, 2, False, 5, 5],
    ),
    "extend: the gap beside is shorter then": (
        [
            ("__init__", 1, 6),
            ("seat", 2),
            ("extend", 1),
            ("longest",),
            ("seat", 3),
            ("extend", 1),
            ("extend", 2),
            ("release", 1),
            ("extend", 2),
            ("free", 1),
            ("longest",),
            ("release", 2),
        ],
        [None, (1, 1, 1), True, 3, (2, 1, 4), False, False, 3, True, 2, 2, 4],
    ),
    "extend: right before left, also in the middle of a closed row": (
        [
            ("__init__", 1, 6),
            ("seat", 2),
            ("seat", 2),
            ("release", 1),
            ("close", 1),
            ("extend", 2),
            ("extend", 2),
            ("extend", 2),
            ("holder", 1, 1),
            ("holder", 1, 2),
            ("free", 1),
            ("longest",),
            ("reopen", 1),
            ("longest",),
            ("extend", 3),
            ("extend", 1),
        ],
        [None, (1, 1, 1), (2, 1, 3), 2, True, True, True, True, None, 2, 1, 0, True, 1, KeyError, KeyError],
    ),
    "close: closed rows take no party": (
        [
            ("__init__", 2, 4),
            ("close", 1),
            ("close", 1),
            ("seat", 2),
            ("seat", 3),
            ("longest",),
            ("close", 2),
            ("longest",),
            ("seat", 1),
            ("close", 0),
            ("close", 3),
        ],
        [None, True, False, (1, 2, 3), None, 2, True, 0, None, IndexError, IndexError],
    ),
    "close: seats may be released in a closed row": (
        [
            ("__init__", 2, 4),
            ("seat", 3),
            ("close", 1),
            ("free", 1),
            ("release", 1),
            ("free", 1),
            ("seat", 4),
            ("seat", 1),
            ("reopen", 1),
            ("seat", 4),
        ],
        [None, (1, 1, 1), True, 1, 3, 4, (2, 2, 1), None, True, (3, 1, 1)],
    ),
    "reopen: only what is closed": (
        [("__init__", 2, 4), ("reopen", 1), ("close", 2), ("reopen", 2), ("reopen", 2), ("reopen", 0), ("reopen", 3)],
        [None, False, True, True, False, IndexError, IndexError],
    ),
    "reopen: all gaps of the row are back": (
        [
            ("__init__", 2, 6),
            ("close", 2),
            ("seat", 1),
            ("seat", 2),
            ("seat", 3),
            ("release", 2),
            ("close", 1),
            ("release", 1),
            ("seat", 1),
            ("reopen", 1),
            ("seat", 3),
            ("release", 3),
            ("seat", 3),
        ],
        [None, True, (1, 1, 1), (2, 1, 2), (3, 1, 4), 2, True, 1, None, True, (4, 1, 1), 3, (5, 1, 4)],
    ),
    "holder: taken and free seats": (
        [
            ("__init__", 2, 4),
            ("seat", 2),
            ("seat", 1),
            ("holder", 1, 1),
            ("holder", 1, 2),
            ("holder", 1, 3),
            ("holder", 2, 3),
            ("holder", 2, 4),
            ("release", 1),
            ("holder", 1, 1),
        ],
        [None, (1, 1, 1), (2, 2, 4), 1, 1, None, None, 2, 2, None],
    ),
    "holder: outside of the hall": (
        [
            ("__init__", 2, 4),
            ("holder", 0, 1),
            ("holder", 3, 1),
            ("holder", 1, 0),
            ("holder", 1, 5),
            ("holder", 2, 4),
            ("holder", -1, -1),
        ],
        [None, IndexError, IndexError, IndexError, IndexError, None, IndexError],
    ),
    "free: row by row": (
        [
            ("__init__", 2, 4),
            ("seat", 3),
            ("free", 1),
            ("free", 2),
            ("close", 1),
            ("free", 1),
            ("free", 0),
            ("free", 3),
        ],
        [None, (1, 1, 1), 1, 4, True, 1, IndexError, IndexError],
    ),
    "free: follows extensions and releases": (
        [
            ("__init__", 1, 4),
            ("seat", 1),
            ("extend", 1),
            ("free", 1),
            ("seat", 2),
            ("free", 1),
            ("release", 1),
            ("free", 1),
        ],
        [None, (1, 1, 1), True, 2, (2, 1, 3), 0, 2, 2],
    ),
    "longest: an empty hall and a full one": (
        [("__init__", 1, 3), ("longest",), ("seat", 3), ("longest",), ("release", 1), ("longest",)],
        [None, 3, (1, 1, 1), 0, 3, 3],
    ),
    "longest: the longest of several gaps": (
        [("__init__", 2, 9), ("seat", 2), ("longest",), ("seat", 4), ("longest",), ("seat", 7), ("longest",)],
        [None, (1, 1, 1), 9, (2, 1, 3), 9, (3, 2, 3), 3],
    ),
    "class: no hall without rows": ([("__init__", 0, 4)], [ValueError]),
    "class: no hall without seats": ([("__init__", 4, 0)], [ValueError]),
    "class: a hall of one seat": (
        [("__init__", 1, 1), ("seat", 1), ("extend", 1), ("close", 1), ("release", 1), ("reopen", 1), ("seat", 1)],
        [None, (1, 1, 1), False, True, 1, True, (2, 1, 1)],
    ),
    "class: single seats between parties": (
        [
            ("__init__", 1, 5),
            ("seat", 1),
            ("seat", 1),
            ("seat", 1),
            ("seat", 1),
            ("seat", 1),
            ("release", 2),
            ("release", 4),
            ("seat", 2),
            ("longest",),
            ("extend", 3),
            ("seat", 1),
            ("seat", 1),
            ("release", 3),
            ("seat", 2),
        ],
        [
            None,
            (1, 1, 1),
            (2, 1, 2),
            (3, 1, 3),
            (4, 1, 4),
            (5, 1, 5),
            1,
            1,
            None,
            1,
            True,
            (6, 1, 2),
            None,
            2,
            (7, 1, 3),
        ],
    ),
    "class: an evening": (
        [
            ("__init__", 3, 6),
            ("seat", 4),
            ("seat", 4),
            ("seat", 5),
            ("seat", 2),
            ("extend", 3),
            ("release", 2),
            ("seat", 3),
            ("close", 2),
            ("release", 1),
            ("seat", 3),
            ("free", 2),
            ("reopen", 2),
            ("seat", 2),
            ("holder", 2, 2),
            ("longest",),
        ],
        [
            None,
            (1, 1, 1),
            (2, 2, 3),
            (3, 3, 1),
            (4, 1, 5),
            True,
            4,
            (5, 2, 4),
            True,
            4,
            (6, 1, 1),
            3,
            True,
            (7, 2, 2),
            7,
            1,
        ],
    ),
}


class Canonical:
    def __init__(self, rows, width):
        if rows < 1 or width < 1:
            raise ValueError("there must be at least one row and one seat")
        self._width = width
        self._taken = [[None] * (width + 2) for _ in range(rows + 1)]  # by row and seat: a ticket
        self._given = 0
        self._places = {}  # ticket -> (row, first seat, last seat)
        self._closed = set()
        self._ends = {}  # (row, first seat of a gap) -> its last seat
        self._starts = {}  # (row, last seat of a gap) -> its first seat
        self._index = []  # (length, row, first seat) of the gaps in open rows
        for row in range(1, rows + 1):
            self._add_gap(row, 1, width)

    def _add_gap(self, row, first, last):
        if first <= last:
            self._ends[row, first] = last
            self._starts[row, last] = first
            if row not in self._closed:
                insort(self._index, (last - first + 1, row, first))

    def _remove_gap(self, row, first):
        last = self._ends.pop((row, first))
        del self._starts[row, last]
        if row not in self._closed:
            del self._index[bisect_left(self._index, (last - first + 1, row, first))]
        return last

    def _choose(self, party):
        for length in (party, party + 2, party + 1):
            place = bisect_left(self._index, (length,))
            if place < len(self._index) and (length > party or self._index[place][0] == party):
                return self._index[place]
        return None

    def seat(self, party):
        if party < 1:
            raise ValueError("a party has at least one member")
        gap = self._choose(party)
        if gap is None:
            return None
        _, row, start = gap
        end = self._remove_gap(row, start)
        first = start if row % 2 else end - party + 1
        last = first + party - 1
        self._add_gap(row, start, first - 1)
        self._add_gap(row, last + 1, end)
        self._given += 1
        ticket = self._given
        self._places[ticket] = row, first, last
        self._mark(row, first, last, ticket)
        return ticket, row, first

    def _mark(self, row, first, last, ticket):
        for seat in range(first, last + 1):
            self._taken[row][seat] = ticket

    def release(self, ticket):
        row, first, last = self._places.pop(ticket)
        self._mark(row, first, last, None)
        start = self._starts.get((row, first - 1), first)
        if start < first:
            self._remove_gap(row, start)
        end = last
        if (row, last + 1) in self._ends:
            end = self._remove_gap(row, last + 1)
        self._add_gap(row, start, end)
        return last - first + 1

    def extend(self, ticket):
        row, first, last = self._places[ticket]
        if (row, last + 1) in self._ends:
            end = self._remove_gap(row, last + 1)
            self._add_gap(row, last + 2, end)
            last += 1
            self._taken[row][last] = ticket
        elif (row, first - 1) in self._starts:
            start = self._starts[row, first - 1]
            self._remove_gap(row, start)
            self._add_gap(row, start, first - 2)
            first -= 1
            self._taken[row][first] = ticket
        else:
            return False
        self._places[ticket] = row, first, last
        return True

    def _check_row(self, row):
        if not 0 < row < len(self._taken):
            raise IndexError(f"there is no row {row}")

    def _gaps_of(self, row):
        seats = range(1, self._width + 1)
        return [(self._ends[row, seat] - seat + 1, row, seat) for seat in seats if (row, seat) in self._ends]

    def close(self, row):
        self._check_row(row)
        if row in self._closed:
            return False
        for gap in self._gaps_of(row):
            del self._index[bisect_left(self._index, gap)]
        self._closed.add(row)
        return True

    def reopen(self, row):
        self._check_row(row)
        if row not in self._closed:
            return False
        self._closed.remove(row)
        for gap in self._gaps_of(row):
            insort(self._index, gap)
        return True

    def holder(self, row, seat):
        self._check_row(row)
        if not 1 <= seat <= self._width:
            raise IndexError(f"there is no seat {seat}")
        return self._taken[row][seat]

    def free(self, row):
        self._check_row(row)
        return self._taken[row][1:-1].count(None)

    def longest(self):
        return self._index[-1][0] if self._index else 0


SPAN = 256  # more than a row is wide, with room for an end on either side
FLOOR = SPAN * 1_024  # more than all seats of the hall


class ReferenceGapsAsNumbers:
    """A seat is one number, row and place, and so is a gap, its length in front; the rule is their order."""

    def __init__(self, rows, width):
        if rows < 1 or width < 1:
            raise ValueError
        self._rows = rows
        self._width = width
        self._next = 1
        self._tickets = {}
        self._owner = [None] * (SPAN * (rows + 1))
        starts = range(SPAN + 1, SPAN * (rows + 1) + 1, SPAN)
        self._last = {start: start + width - 1 for start in starts}
        self._first = {start + width - 1: start for start in starts}
        self._index = [width * FLOOR + start for start in starts]
        self._closed = set()
        self._free = [width] * (rows + 1)

    def seat(self, party):
        if party < 1:
            raise ValueError
        index = self._index
        place = bisect_left(index, party * FLOOR)
        if place == len(index):
            return None
        gap = index[place]
        if gap >= (party + 1) * FLOOR:
            better = bisect_left(index, (party + 2) * FLOOR, place)
            if better < len(index):
                place = better
                gap = index[place]
        del index[place]
        length, start = divmod(gap, FLOOR)
        row = start // SPAN
        end = start + length - 1
        left = length - party
        if row & 1:
            first = start
            del self._last[start]
            if left:
                start += party
                self._last[start] = end
                self._first[end] = start
                insort(index, left * FLOOR + start)
            else:
                del self._first[end]
        else:
            first = start + left
            del self._first[end]
            if left:
                self._last[start] = first - 1
                self._first[first - 1] = start
                insort(index, left * FLOOR + start)
            else:
                del self._last[start]
        ticket = self._next
        self._next = ticket + 1
        self._tickets[ticket] = first, party
        self._owner[first : first + party] = [ticket] * party
        self._free[row] -= party
        return ticket, row, first % SPAN

    def release(self, ticket):
        first, party = self._tickets.pop(ticket)
        self._owner[first : first + party] = [None] * party
        row = first // SPAN
        self._free[row] += party
        end = first + party
        start = first
        is_open = row not in self._closed
        index = self._index
        if first - 1 in self._first:
            start = self._first.pop(first - 1)
            if is_open:
                del index[bisect_left(index, (first - start) * FLOOR + start)]
        if end in self._last:
            last = self._last.pop(end)
            if is_open:
                del index[bisect_left(index, (last - end + 1) * FLOOR + end)]
        else:
            last = end - 1
        self._last[start] = last
        self._first[last] = start
        if is_open:
            insort(index, (last - start + 1) * FLOOR + start)
        return party

    def extend(self, ticket):
        first, party = self._tickets[ticket]
        after = first + party
        if after in self._last:
            start, seat = after, after
            last = self._last.pop(start)
            rest = after + 1
        elif first - 1 in self._first:
            last = seat = first - 1
            start = rest = self._first.pop(last)
            first = seat
        else:
            return False
        length = last - start
        if length:
            if seat == start and rest != start:
                self._last[rest] = last
                self._first[last] = rest
            else:
                self._last[start] = last - 1
                self._first[last - 1] = start
        elif seat == after:
            del self._first[last]
        else:
            del self._last[start]
        row = seat // SPAN
        if row not in self._closed:
            index = self._index
            del index[bisect_left(index, (length + 1) * FLOOR + start)]
            if length:
                insort(index, length * FLOOR + rest)
        self._owner[seat] = ticket
        self._free[row] -= 1
        self._tickets[ticket] = first, party + 1
        return True

    def _gaps_of(self, row):
        gaps = []
        seat = row * SPAN + 1
        end = seat + self._width
        last = self._last
        owner = self._owner
        while seat < end:
            if seat in last:
                gaps.append((last[seat] - seat + 1) * FLOOR + seat)
                seat = last[seat] + 1
            else:
                seat += self._tickets[owner[seat]][1]
        return gaps

    def close(self, row):
        if not 1 <= row <= self._rows:
            raise IndexError
        if row in self._closed:
            return False
        self._closed.add(row)
        index = self._index
        for gap in self._gaps_of(row):
            del index[bisect_left(index, gap)]
        return True

    def reopen(self, row):
        if not 1 <= row <= self._rows:
            raise IndexError
        if row not in self._closed:
            return False
        self._closed.remove(row)
        for gap in self._gaps_of(row):
            insort(self._index, gap)
        return True

    def holder(self, row, seat):
        if not (1 <= row <= self._rows and 1 <= seat <= self._width):
            raise IndexError
        return self._owner[row * SPAN + seat]

    def free(self, row):
        if not 1 <= row <= self._rows:
            raise IndexError
        return self._free[row]

    def longest(self):
        return self._index[-1] // FLOOR if self._index else 0


class SlowLookAtEverySeat:
    def __init__(self, rows, width):
        if rows < 1 or width < 1:
            raise ValueError
        self.seats = [[None] * width for _ in range(rows)]
        self.closed = []
        self.given = 0

    def _gaps(self):
        gaps = []
        for number, row in enumerate(self.seats):
            if number in self.closed:
                continue
            length = 0
            for place, ticket in enumerate(row):
                if ticket is None:
                    length += 1
                elif length:
                    gaps.append((length, number, place - length))
                    length = 0
            if length:
                gaps.append((length, number, len(row) - length))
        return gaps

    def seat(self, party):
        if party < 1:
            raise ValueError
        best = None
        for length, row, start in self._gaps():
            if length >= party:
                order = (length == party + 1, length, row, start)
                if best is None or order < best:
                    best = order
        if best is None:
            return None
        _, length, row, start = best
        if row % 2 == 1:
            start += length - party
        self.given += 1
        for place in range(start, start + party):
            self.seats[row][place] = self.given
        return self.given, row + 1, start + 1

    def release(self, ticket):
        freed = 0
        for row in self.seats:
            for place in range(len(row)):
                if row[place] == ticket:
                    row[place] = None
                    freed += 1
        if not freed:
            raise KeyError(ticket)
        return freed

    def extend(self, ticket):
        for row in self.seats:
            if ticket in row:
                first = row.index(ticket)
                last = first + row.count(ticket)
                if last < len(row) and row[last] is None:
                    row[last] = ticket
                    return True
                if first and row[first - 1] is None:
                    row[first - 1] = ticket
                    return True
                return False
        raise KeyError(ticket)

    def _check(self, row):
        if row < 1 or row > len(self.seats):
            raise IndexError

    def close(self, row):
        self._check(row)
        if row - 1 in self.closed:
            return False
        self.closed.append(row - 1)
        return True

    def reopen(self, row):
        self._check(row)
        if row - 1 in self.closed:
            self.closed.remove(row - 1)
            return True
        return False

    def holder(self, row, seat):
        self._check(row)
        if seat < 1:
            raise IndexError
        return self.seats[row - 1][seat - 1]

    def free(self, row):
        self._check(row)
        return self.seats[row - 1].count(None)

    def longest(self):
        return max([gap[0] for gap in self._gaps()], default=0)


def hall(rows, width):
    """The first call, and a plan on which the tickets that the later calls need are found out."""
    return [("__init__", rows, width)], ReferenceGapsAsNumbers(rows, width)


def stress_a_busy_hall(rng):
    """interleaved: parties come and go in a hall that is nearly full; each search looks at thousands of seats."""
    calls, plan = hall(48 + rng.randrange(2), 40)
    tickets = []
    for _ in range(1_800):
        party = rng.randrange(1, 7)
        calls.append(("seat", party))
        given = plan.seat(party)
        if given:
            tickets.append(given[0])
        if given is None or len(tickets) > 470:
            place = rng.randrange(len(tickets))
            tickets[place], tickets[-1] = tickets[-1], tickets[place]
            calls.append(("release", tickets[-1]))
            plan.release(tickets.pop())
    calls += [("seat", 0), ("close", 0), ("close", 1), ("close", 1), ("reopen", 0), ("reopen", 1), ("reopen", 1)]
    calls += [("holder", 0, 1), ("free", 0)]
    return (calls,)


def stress_fill_then_ask(rng):
    """build_then_query: a hall is filled and opened here and there, then asked about; counting it all is in vain."""
    calls, plan = hall(60, 40)
    for _ in range(700):
        party = rng.randrange(1, 5)
        calls.append(("seat", party))
        plan.seat(party)
    calls += [("release", ticket) for ticket in rng.sample(range(1, 701), 100)]
    for _ in range(1_600):
        calls += [("holder", rng.randrange(1, 61), rng.randrange(1, 41)), ("free", rng.randrange(1, 61)), ("longest",)]
    return (calls,)


def stress_fill_and_empty(rng):
    """growth_then_shrink: single people fill the whole hall and leave in another order; gaps grow together."""
    width = 50
    rows = 30 + rng.randrange(2)
    calls = [("__init__", rows, width)] + [("seat", 1)] * (rows * width)
    tickets = list(range(1, rows * width + 1))
    rng.shuffle(tickets)
    for number, ticket in enumerate(tickets):
        calls.append(("release", ticket))
        if number % 4 == 0:
            calls.append(("free", rng.randrange(1, rows)))
    return (calls,)


def stress_no_two_seats_side_by_side(rng):
    """repeated_no_ops: half of the seats are free, no two of them adjacent; parties of two or more are turned away."""
    rows, width = 40, 40
    calls = [("__init__", rows, width)] + [("seat", 1)] * (rows * width)
    calls += [("release", row * width + seat) for row in range(rows) for seat in range(1 + row % 2, width + 1, 2)]
    calls += [("seat", rng.randrange(2, 9)) for _ in range(1_600)]
    calls += [("extend", 2 * rng.randrange(rows * width // 2) + 1) for _ in range(300)]
    return (calls,)


def stress_rows_close_and_open(rng):
    """worst_of_fast: rows with many gaps close and open again; an index of gaps changes in many places each time."""
    rows, width = 30, 30
    calls = [("__init__", rows, width)] + [("seat", 1)] * (rows * width)
    calls += [("release", ticket) for ticket in range(1, rows * width + 1, 2)]
    for _ in range(240):
        row = rng.randrange(1, rows + 1)
        calls += [("close", row), ("seat", rng.choice((1, 3, 3, 3))), ("reopen", row), ("longest",)]
    return (calls,)


def stress_parties_grow(rng):
    """sparse: couples sit in an empty hall and get one seat more again and again; gaps become shorter by one."""
    calls, plan = hall(120, 60)
    tickets = []
    for _ in range(700):
        calls.append(("seat", 2))
        given = plan.seat(2)
        tickets.append(given[0])
    gone = rng.sample(tickets, 250)
    calls += [("release", ticket) for ticket in gone]
    left = sorted(set(tickets) - set(gone))
    calls += [("extend", rng.choice(left)) for _ in range(7_000)]
    return (calls,)


def stress_parties_of_one_size(rng):
    """all_equal: parties of four in rows that they fill to the last seat; all gaps are alike and rows break the tie."""
    rows = 60
    calls = [("__init__", rows, 40)] + [("seat", 4)] * 600
    tickets = list(range(1, 601))
    given = 600
    for _ in range(1_500):
        place = rng.randrange(600)
        calls += [("release", tickets[place]), ("seat", 4)]
        given += 1
        tickets[place] = given
    return (calls,)


def growing(rng, size):
    """The number of parties that are seated, in a hall with as many rows of eight seats as they need."""
    calls = [("__init__", size // 3 + 1, 8)]
    for _ in range(size):
        calls += [("seat", rng.randrange(1, 4)), ("longest",)]
    return (calls,)
