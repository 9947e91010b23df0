"""HallDiary: bookings of one hall with a pause between different guests, conflicts, free slots and hours booked.

Looking at every booking in each call is linear, and sorting them for a free slot more than that. Bookings in order are
found by a search; blocks of them that know their largest gap and their total length are passed over as a whole.
Decided here: bookings of one guest may touch, those of different guests need the pause between them, also when a short
booking of the guest stands in between.
"""

from bisect import bisect_left, bisect_right
from itertools import islice
from operator import sub

WRITTEN = "2026-11-24"

PROMPT = '''class HallDiary:
    """The diary of a hall that guests book from a start until just before an end; both are integers.

    Two bookings are in conflict if they overlap or are too close to each other: between the end of the earlier and the
    start of the later one must lie at least a pause of a fixed length, but no pause at all if both are of the same
    guest. The bookings in the diary are never in conflict with each other. A booking is known by its start.

    A call that raises an exception changes nothing.

    >>> diary = HallDiary(2)
    >>> diary.book(10, 20, "ada")
    []
    >>> diary.book(21, 30, "bob")
    [10]
    >>> diary.book(20, 25, "ada")
    []
    >>> diary.free(0, 9, "bob"), diary.free(5, 5, "ada"), diary.free(6, 5, "ada")
    (27, 5, 25)
    """

    def __init__(self, pause: int) -> None:
        """Start with an empty diary; the pause is 0 or more."""

    def book(self, start: int, end: int, guest: str) -> list[int]:
        """Enter a booking unless it is in conflict with others.

        Return the starts of all bookings with which it is in conflict, in ascending order. If there are none, the
        booking is entered; otherwise nothing changes.

        Raise ValueError if the end is not later than the start.
        """

    def cancel(self, start: int) -> str:
        """Remove the booking with this start and return its guest.

        Raise KeyError if no booking has this start.
        """

    def change_end(self, start: int, end: int) -> bool:
        """Give the booking with this start another end, earlier or later. Return whether that was done.

        If the booking with its new end would be in conflict with another one, nothing changes.

        Raise KeyError if no booking has this start, and otherwise ValueError if the end is not later than the start.
        """

    def guest_at(self, time: int) -> str | None:
        """Return the guest who has booked this time: it is the start of a booking or later, and before its end.

        Return None if nobody has.
        """

    def free(self, earliest: int, length: int, guest: str) -> int:
        """Return the first start, not before `earliest`, at which a booking of this length and guest fits."""

    def booked(self, start: int, end: int) -> int:
        """Return how much of the time from `start` until just before `end` is booked; 0 if the end is not later.

        >>> diary = HallDiary(0)
        >>> diary.book(10, 20, "ada"), diary.book(25, 30, "bob")
        ([], [])
        >>> diary.booked(15, 26)
        6
        """
'''

ARGUMENTS = {"__init__": 1, "book": 3, "cancel": 1, "change_end": 2, "guest_at": 1, "free": 3, "booked": 2}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("book", "free"):
            guest = values.pop()
            assert type(guest) is str and 1 <= len(guest) <= 20, "guest must be a text of 1 to 20 characters"
        assert all(type(value) is int for value in values), "pause, times and length must be ints"
        assert all(0 <= value <= 10**9 for value in values), "pause, times and length must be from 0 to 10**9"
        assert name != "free" or values[1] >= 1, "length must be 1 or more"


INVALID = [
    ("a negative pause", ([("__init__", -1)],)),
    ("a time that is a float", ([("__init__", 1), ("guest_at", 3.0)],)),
    ("a slot of no length", ([("__init__", 1), ("free", 3, 0, "ada")],)),
    ("no guest", ([("__init__", 1), ("book", 3, 5, None)],)),
    ("an unknown method", ([("__init__", 1), ("remove", 3)],)),
    ("the constructor last", ([("__init__", 1), ("__init__", 1)],)),
]

START = ("__init__", 3)

COST_VARIES = {
    "requests_of_all_kinds": "how many bookings find room depends on the draw, and questions look through them",
    "sums_over_long_ranges": "how the bookings share out among blocks depends on the order in which they come",
    "slots_in_a_full_diary": "how far behind a gap that is long enough lies depends on the lengths drawn",
}

TESTS = {
    "book: touching is fine for one guest only": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 20, 30, "ada"),
            ("book", 5, 10, "ada"),
            ("book", 30, 40, "bob"),
            ("book", 0, 5, "bob"),
            ("guest_at", 30),
        ],
        [None, [], [], [], [20], [5], None],
    ),
    "book: the pause has to be kept on both sides": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 22, 30, "bob"),
            ("book", 23, 30, "bob"),
            ("book", 1, 8, "bob"),
            ("book", 1, 7, "bob"),
        ],
        [None, [], [10], [], [10], []],
    ),
    "book: overlaps of one guest, from inside, outside and with the same times": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 12, 13, "ada"),
            ("book", 5, 25, "ada"),
            ("book", 10, 20, "ada"),
            ("book", 19, 25, "ada"),
            ("book", 5, 11, "ada"),
            ("booked", 0, 99),
        ],
        [None, [], [10], [10], [10], [10], [10], 10],
    ),
    "book: all conflicts in order, but no booking of the same guest that only is near": (
        [
            START,
            ("book", 30, 31, "ada"),
            ("book", 10, 11, "ada"),
            ("book", 20, 21, "ada"),
            ("book", 11, 12, "ada"),
            ("book", 15, 16, "bob"),
            ("book", 12, 21, "ada"),
            ("book", 13, 28, "bob"),
            ("book", 14, 27, "bob"),
            ("book", 14, 27, "cyd"),
            ("book", 15, 28, "cyd"),
        ],
        [None, [], [], [], [], [], [15, 20], [10, 11, 15, 20, 30], [11, 15, 20], [11, 15, 20], [15, 20, 30]],
    ),
    "book: the end has to be later": (
        [START, ("book", 5, 5, "ada"), ("book", 5, 4, "ada"), ("book", 5, 6, "ada"), ("book", 5, 5, "ada")],
        [None, ValueError, ValueError, [], ValueError],
    ),
    "book: a short booking between does not shorten the pause to others": (
        [
            ("__init__", 10),
            ("book", 0, 5, "bob"),
            ("book", 15, 16, "ada"),
            ("cancel", 0),
            ("book", 0, 3, "bob"),
            ("change_end", 0, 5),
            ("book", 16, 17, "ada"),
            ("book", 20, 21, "bob"),
            ("book", 27, 28, "bob"),
            ("book", 17, 18, "ada"),
            ("book", 14, 15, "ada"),
        ],
        [None, [], [], "bob", [], True, [], [15, 16], [], [27], [0]],
    ),
    "cancel: gives the time back": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("cancel", 10),
            ("cancel", 10),
            ("guest_at", 10),
            ("book", 11, 20, "bob"),
            ("cancel", 12),
            ("booked", 0, 50),
        ],
        [None, [], "ada", KeyError, None, [], KeyError, 9],
    ),
    "cancel: of several only the one with this start": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 20, 30, "ada"),
            ("book", 33, 40, "bob"),
            ("cancel", 20),
            ("guest_at", 19),
            ("guest_at", 20),
            ("guest_at", 33),
            ("free", 0, 14, "cyd"),
        ],
        [None, [], [], [], "ada", "ada", None, "bob", 43],
    ),
    "change_end: shorter always, longer up to the next with its pause": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 30, 40, "bob"),
            ("book", 50, 60, "bob"),
            ("change_end", 10, 28),
            ("change_end", 10, 27),
            ("booked", 0, 30),
            ("change_end", 10, 11),
            ("booked", 0, 30),
            ("change_end", 30, 51),
            ("change_end", 30, 50),
            ("change_end", 50, 500),
            ("booked", 0, 1000),
        ],
        [None, [], [], [], False, True, 17, True, 1, False, True, True, 471],
    ),
    "change_end: an unknown start is told before a bad end": (
        [
            START,
            ("change_end", 5, 5),
            ("book", 5, 6, "ada"),
            ("change_end", 5, 5),
            ("change_end", 5, 7),
            ("booked", 0, 9),
        ],
        [None, KeyError, [], ValueError, True, 2],
    ),
    "change_end: beyond a short booking of the same guest it overlaps": (
        [
            START,
            ("book", 5, 6, "ada"),
            ("book", 8, 9, "ada"),
            ("book", 12, 13, "bob"),
            ("change_end", 5, 9),
            ("change_end", 5, 8),
            ("change_end", 8, 10),
            ("change_end", 8, 9),
            ("guest_at", 7),
        ],
        [None, [], [], [], False, True, False, True, "ada"],
    ),
    "guest_at: from the start until just before the end": (
        [
            START,
            ("guest_at", 0),
            ("book", 10, 20, "ada"),
            ("book", 20, 25, "ada"),
            ("book", 28, 30, "bob"),
            ("guest_at", 9),
            ("guest_at", 10),
            ("guest_at", 20),
            ("guest_at", 25),
            ("guest_at", 29),
            ("guest_at", 30),
        ],
        [None, None, [], [], [], None, "ada", "ada", None, "bob", None],
    ),
    "guest_at: bookings entered in falling order": (
        [
            START,
            ("book", 30, 31, "ada"),
            ("book", 20, 21, "bob"),
            ("book", 10, 11, "cyd"),
            ("guest_at", 30),
            ("guest_at", 20),
            ("guest_at", 10),
            ("guest_at", 15),
        ],
        [None, [], [], [], "ada", "bob", "cyd", None],
    ),
    "free: an empty diary, and exactly fitting gaps": (
        [
            START,
            ("free", 7, 100, "ada"),
            ("book", 10, 20, "ada"),
            ("book", 31, 40, "bob"),
            ("free", 0, 10, "ada"),
            ("free", 0, 7, "bob"),
            ("free", 0, 8, "bob"),
            ("free", 0, 11, "ada"),
            ("free", 11, 8, "ada"),
            ("free", 11, 9, "ada"),
            ("free", 21, 6, "cyd"),
            ("free", 23, 6, "cyd"),
            ("free", 100, 6, "cyd"),
        ],
        [None, 7, [], [], 0, 0, 23, 43, 20, 43, 43, 43, 100],
    ),
    "free: the pause to a guest behind a short booking counts": (
        [
            ("__init__", 10),
            ("book", 0, 5, "bob"),
            ("book", 15, 16, "bob"),
            ("book", 26, 27, "ada"),
            ("free", 16, 2, "bob"),
            ("free", 16, 1, "bob"),
            ("free", 5, 10, "bob"),
            ("free", 5, 11, "bob"),
            ("free", 17, 5, "ada"),
            ("free", 17, 1, "cyd"),
        ],
        [None, [], [], [], 37, 37, 5, 37, 27, 37],
    ),
    "booked: parts at both edges, and nothing for an empty range": (
        [
            START,
            ("book", 10, 20, "ada"),
            ("book", 20, 22, "ada"),
            ("book", 30, 40, "bob"),
            ("booked", 0, 10),
            ("booked", 0, 11),
            ("booked", 19, 31),
            ("booked", 12, 15),
            ("booked", 39, 100),
            ("booked", 40, 100),
            ("booked", 30, 12),
            ("booked", 15, 15),
            ("booked", 0, 100),
            ("booked", 15, 12),
        ],
        [None, [], [], [], 0, 1, 4, 3, 1, 0, 0, 0, 22, 0],
    ),
    "booked: a booking longer than the range": (
        [START, ("book", 0, 1000, "ada"), ("booked", 10, 20), ("booked", 0, 1), ("booked", 999, 2000)],
        [None, [], 10, 1, 1],
    ),
    "class: a day of requests": (
        [
            ("__init__", 15),
            ("book", 540, 600, "choir"),
            ("free", 540, 60, "choir"),
            ("book", 600, 660, "choir"),
            ("free", 540, 60, "chess"),
            ("book", 675, 735, "chess"),
            ("change_end", 600, 670),
            ("cancel", 540),
            ("free", 500, 90, "chess"),
            ("book", 500, 585, "chess"),
            ("booked", 0, 1440),
            ("change_end", 500, 586),
            ("guest_at", 584),
            ("free", 0, 501, "chess"),
            ("free", 0, 500, "chess"),
        ],
        [None, [], 600, [], 675, [], False, "choir", 735, [], 205, False, "chess", 735, 0],
    ),
    "class: without a pause bookings of all guests touch": (
        [
            ("__init__", 0),
            ("book", 0, 1, "ada"),
            ("book", 1, 2, "bob"),
            ("book", 3, 4, "cyd"),
            ("free", 0, 1, "dan"),
            ("free", 0, 2, "dan"),
            ("book", 2, 3, "dan"),
            ("free", 0, 1, "dan"),
            ("cancel", 1),
            ("cancel", 2),
            ("free", 0, 2, "dan"),
            ("booked", 0, 4),
        ],
        [None, [], [], [], 2, 4, [], 4, "bob", "dan", 1, 2],
    ),
    "class: a conflict names the same bookings before and after a change": (
        [
            START,
            ("book", 10, 12, "ada"),
            ("book", 20, 22, "ada"),
            ("book", 5, 30, "ada"),
            ("change_end", 20, 40),
            ("book", 39, 45, "ada"),
            ("book", 42, 45, "bob"),
            ("book", 43, 45, "bob"),
            ("cancel", 20),
            ("book", 39, 45, "ada"),
            ("book", 14, 40, "bob"),
            ("free", 12, 28, "ada"),
            ("free", 12, 29, "ada"),
            ("booked", 0, 50),
        ],
        [None, [], [], [10, 20], True, [20], [20], [], "ada", [43], [10], 12, 48, 4],
    ),
}


class Canonical:
    def __init__(self, pause):
        self.pause = pause
        self.starts = []
        self.bookings = {}

    def _conflicts(self, start, end, guest):
        last = bisect_left(self.starts, end + self.pause)
        found = []
        for place in range(last - 1, -1, -1):
            other = self.starts[place]
            other_end, other_guest = self.bookings[other]
            if other_end + self.pause <= start:
                break
            pause = 0 if other_guest == guest else self.pause
            if start < other_end + pause and other < end + pause:
                found.append(other)
        found.reverse()
        return found

    def book(self, start, end, guest):
        if end <= start:
            raise ValueError("ends before it starts")
        found = self._conflicts(start, end, guest)
        if not found:
            self.starts.insert(bisect_left(self.starts, start), start)
            self.bookings[start] = (end, guest)
        return found

    def cancel(self, start):
        _, guest = self.bookings.pop(start)
        self.starts.pop(bisect_left(self.starts, start))
        return guest

    def change_end(self, start, end):
        _, guest = self.bookings[start]
        if end <= start:
            raise ValueError("ends before it starts")
        if self._conflicts(start, end, guest) != [start]:
            return False
        self.bookings[start] = (end, guest)
        return True

    def guest_at(self, time):
        place = bisect_right(self.starts, time)
        if place:
            end, guest = self.bookings[self.starts[place - 1]]
            if time < end:
                return guest
        return None

    def free(self, earliest, length, guest):
        place = bisect_right(self.starts, earliest)
        while place and self.bookings[self.starts[place - 1]][0] + self.pause > earliest:
            place -= 1
        start = earliest
        for other in islice(self.starts, place, None):
            other_end, other_guest = self.bookings[other]
            pause = 0 if other_guest == guest else self.pause
            if other >= start + length + self.pause:
                break
            if start < other_end + pause and other < start + length + pause:
                start = other_end + pause
        return start

    def booked(self, start, end):
        total = 0
        place = max(0, bisect_right(self.starts, start) - 1)
        while place < len(self.starts) and self.starts[place] < end:
            first = self.starts[place]
            total += max(0, min(end, self.bookings[first][0]) - max(start, first))
            place += 1
        return total


class ReferenceBlocksWithGaps:
    # Starts stand in order in blocks of at most 96. A block's sums are (total length, largest gap behind one of its
    # bookings), or None where a change made them void; nobody asks for those of the last block.
    def __init__(self, pause):
        self.pause = pause
        self.blocks = [[]]
        self.firsts = [0]
        self.sums = [None]
        self.bookings = {}

    def _block_of(self, start):
        return bisect_right(self.firsts, start) - 1

    def _conflicts(self, start, end, guest):
        pause = self.pause
        bookings = self.bookings
        found = []
        limit = end + pause
        block = bisect_left(self.firsts, limit) - 1
        starts = self.blocks[block]
        place = bisect_left(starts, limit) - 1
        while True:
            while place < 0:
                block -= 1
                if block < 0:
                    found.reverse()
                    return found
                starts = self.blocks[block]
                place = len(starts) - 1
            other = starts[place]
            other_end, other_guest = bookings[other]
            if other_end + pause <= start:
                found.reverse()
                return found
            if other_guest != guest or (start < other_end and other < end):
                found.append(other)
            place -= 1

    def book(self, start, end, guest):
        if end <= start:
            raise ValueError("ends before it starts")
        found = self._conflicts(start, end, guest)
        if not found:
            block = self._block_of(start)
            starts = self.blocks[block]
            place = bisect_left(starts, start)
            starts.insert(place, start)
            self.bookings[start] = (end, guest)
            self.sums[block] = None
            if place == 0 and block:
                self.sums[block - 1] = None
            if len(starts) > 96:
                self.blocks.insert(block + 1, starts[48:])
                self.firsts.insert(block + 1, starts[48])
                self.sums.insert(block + 1, None)
                del starts[48:]
        return found

    def cancel(self, start):
        guest = self.bookings.pop(start)[1]
        block = self._block_of(start)
        starts = self.blocks[block]
        place = bisect_left(starts, start)
        del starts[place]
        self.sums[block] = None
        if place == 0 and block:
            self.sums[block - 1] = None
        if not starts and len(self.blocks) > 1:
            del self.blocks[block], self.firsts[block], self.sums[block]
            self.firsts[0] = 0
        return guest

    def change_end(self, start, end):
        guest = self.bookings[start][1]
        if end <= start:
            raise ValueError("ends before it starts")
        if self._conflicts(start, end, guest) != [start]:
            return False
        self.bookings[start] = (end, guest)
        self.sums[self._block_of(start)] = None
        return True

    def guest_at(self, time):
        block = self._block_of(time)
        place = bisect_right(self.blocks[block], time)
        if place:
            start = self.blocks[block][place - 1]
        elif block:
            start = self.blocks[block - 1][-1]
        else:
            return None
        end, guest = self.bookings[start]
        return guest if time < end else None

    def _sum_up(self, block):
        bookings = self.bookings
        starts = self.blocks[block]
        ends = [bookings[start][0] for start in starts]
        total = sum(ends) - sum(starts)
        following = starts[1:]
        following.append(self.blocks[block + 1][0])
        gap = max(map(sub, following, ends))
        self.sums[block] = (total, gap)
        return total, gap

    def free(self, earliest, length, guest):
        pause = self.pause
        bookings = self.bookings
        blocks = self.blocks
        start = earliest
        while found := self._conflicts(start, start + length, guest):
            for other in found:
                end, other_guest = bookings[other]
                if other_guest != guest:
                    end += pause
                if end > start:
                    start = end
            # No shorter gap than the length will do: go to the first one behind the last booking that was in the way.
            other = found[-1]
            block = self._block_of(other)
            starts = blocks[block]
            last = len(blocks) - 1
            place = bisect_left(starts, other)
            end = bookings[other][0]
            while True:
                place += 1
                if place == len(starts):
                    if block == last:
                        break
                    block += 1
                    if starts and blocks[block][0] - end >= length:
                        break
                    while block < last and (self.sums[block] or self._sum_up(block))[1] < length:
                        block += 1
                    starts = blocks[block]
                    place = 0
                elif starts[place] - end >= length:
                    break
                end = bookings[starts[place]][0]
            if end > start:
                start = end
        return start

    def booked(self, start, end):
        if end <= start:
            return 0
        bookings = self.bookings
        blocks = self.blocks
        first = bisect_right(self.firsts, start) - 1
        last = bisect_left(self.firsts, end) - 1
        total = 0
        if first:
            # The last booking before this block may reach into the range.
            total = max(0, min(end, bookings[blocks[first - 1][-1]][0]) - start)
        for block in {first, last}:
            starts = blocks[block]
            before = max(0, bisect_left(starts, start) - 1) if block == first else 0
            after = bisect_left(starts, end) if block == last else len(starts)
            for other in starts[before:after]:
                other_end = bookings[other][0]
                if other_end > start:
                    total += (other_end if other_end < end else end) - (other if other > start else start)
        for block in range(first + 1, last):
            total += (self.sums[block] or self._sum_up(block))[0]
        return total


class SlowListOfBookings:
    def __init__(self, pause):
        self.pause = pause
        self.bookings = []

    def _conflicts(self, start, end, guest):
        found = []
        for other_start, other_end, other_guest in self.bookings:
            pause = 0 if other_guest == guest else self.pause
            if start < other_end + pause and other_start < end + pause:
                found.append(other_start)
        return sorted(found)

    def book(self, start, end, guest):
        if end <= start:
            raise ValueError("ends before it starts")
        found = self._conflicts(start, end, guest)
        if not found:
            self.bookings.append((start, end, guest))
        return found

    def _find(self, start):
        for booking in self.bookings:
            if booking[0] == start:
                return booking
        raise KeyError(start)

    def cancel(self, start):
        booking = self._find(start)
        self.bookings.remove(booking)
        return booking[2]

    def change_end(self, start, end):
        booking = self._find(start)
        if end <= start:
            raise ValueError("ends before it starts")
        self.bookings.remove(booking)
        if self._conflicts(start, end, booking[2]):
            self.bookings.append(booking)
            return False
        self.bookings.append((start, end, booking[2]))
        return True

    def guest_at(self, time):
        for start, end, guest in self.bookings:
            if start <= time < end:
                return guest
        return None

    def free(self, earliest, length, guest):
        candidate = earliest
        for start, end, other in sorted(self.bookings):
            pause = 0 if other == guest else self.pause
            if candidate < end + pause and start < candidate + length + pause:
                # What came before was passed already, so this one is in the way until its end.
                candidate = end + pause
        if self._conflicts(candidate, candidate + length, guest):
            return self.free(candidate + 1, length, guest)
        return candidate

    def booked(self, start, end):
        return sum(max(0, min(end, other_end) - max(start, other_start)) for other_start, other_end, _ in self.bookings)


GUESTS = [f"guest{number}" for number in range(12)]


def stress_requests_of_all_kinds(rng):
    """large_random: bookings at random times, half of them refused, with changes, slots and sums mixed in."""
    calls = [("__init__", 5), ("book", 0, 5, rng.choice(GUESTS)), ("change_end", 0, 0), ("booked", 9, 9)]
    for step in range(1_300):
        start = rng.randrange(22_000)
        calls.append(("book", start, start + rng.randrange(5, 25), rng.choice(GUESTS)))
        if step % 3 == 0:
            calls.append(("guest_at", rng.randrange(22_000)))
        if step % 4 == 0:
            calls.append(("free", rng.randrange(22_000), rng.randrange(10, 60), rng.choice(GUESTS)))
        if step % 5 == 0:
            calls.append(("booked", rng.randrange(11_000), rng.randrange(11_000, 22_000)))
        if step % 6 == 0:
            calls.append(("change_end", start, start + rng.randrange(1, 40)))
        if step % 200 == 0:
            calls.append(("book", start, start, "nobody"))
    return (calls,)


def stress_slots_in_a_full_diary(rng):
    """dense: gaps too short for what is asked all along the diary; each slot is found far behind, or at the end."""
    calls = [("__init__", 2)]
    time = 0
    for step in range(1_470):
        time += rng.randrange(4, 8) if step % 200 else 30
        length = rng.randrange(3, 9)
        calls.append(("book", time, time + length, rng.choice(GUESTS)))
        time += length
    for _ in range(215):
        calls.append(("free", rng.randrange(200), rng.randrange(12, 50), rng.choice(GUESTS)))
        calls += [("guest_at", rng.randrange(time)), ("guest_at", rng.randrange(time))]
    return (calls,)


def stress_sums_over_long_ranges(rng):
    """build_then_query: a diary of fifteen hundred bookings, then how much of long ranges is booked, and by whom."""
    calls = [("__init__", 0)]
    starts = list(range(0, 45_000, 30))
    rng.shuffle(starts)
    calls += [("book", start, start + rng.randrange(1, 31), rng.choice(GUESTS)) for start in starts]
    for _ in range(360):
        calls.append(("booked", rng.randrange(5_000), rng.randrange(40_000, 45_000)))
        calls.append(("guest_at", rng.randrange(45_000)))
    return (calls,)


def stress_booked_from_the_end(rng):
    """adversarial_order: each booking stands before all others, then the earliest are cancelled and booked anew."""
    calls = [("__init__", 3)]
    starts = list(range(30_000, 0, -20))
    calls += [("book", start, start + rng.randrange(1, 17), rng.choice(GUESTS)) for start in starts]
    for _ in range(2_000):
        start = starts[-1 - rng.randrange(100)]
        calls.append(("cancel", start))
        calls.append(("book", start, start + rng.randrange(1, 17), rng.choice(GUESTS)))
    return (calls,)


def stress_filled_and_emptied(rng):
    """growth_then_shrink: the diary fills by the first free slots, then is emptied in random order with questions."""
    calls = [("__init__", 4)]
    starts = []
    time = 0
    for step in range(600):
        length = rng.randrange(2, 12)
        if step % 3 == 0:
            calls.append(("free", rng.randrange(50), 12, "choir"))
        calls.append(("book", time, time + length, "chess"))
        starts.append(time)
        time += length + rng.randrange(4, 10)
    rng.shuffle(starts)
    for start in starts:
        calls.append(("cancel", start))
        calls.append(("guest_at", rng.randrange(time)))
    return (calls,)


def stress_refused_bookings(rng):
    """repeated_no_ops: requests that are in conflict with a few bookings each, and changes that are not possible."""
    calls = [("__init__", 10)]
    calls += [("book", start, start + 30, rng.choice(GUESTS)) for start in range(0, 40_000, 40)]
    for step in range(4_000):
        start = 40 * rng.randrange(990)
        if step % 2:
            calls.append(("book", start + rng.randrange(-5, 20) + 20, start + rng.randrange(60, 200), "late"))
        else:
            calls.append(("change_end", start, start + rng.randrange(70, 200)))
    return (calls,)


def stress_one_guest_in_a_row(rng):
    """worst_of_fast: hundreds of touching bookings of one guest within the pause, so that many are near but fine."""
    calls = [("__init__", 24)]
    base = rng.randrange(1_000, 2_000)
    guest = f"ada {rng.randrange(1_000, 10_000)}"
    calls += [("book", base + 2 * step, base + 2 * step + 2, guest) for step in range(990)]
    for step in range(340):
        place = rng.randrange(10, 980)
        start = base + 2 * place
        calls.append(("cancel", start))
        calls.append(("book", start, start + 1 + step % 2, guest))
        calls.append(("change_end", start, start + rng.choice((2, 2, 3))))
    return (calls,)


def growing(rng, size):
    """The number of calls: bookings in random order, each followed by a question for the guest at a time."""
    calls = [("__init__", 1)]
    for place in rng.sample(range(size), size // 2):
        calls += [("book", 10 * place, 10 * place + 8, "ada"), ("guest_at", 10 * rng.randrange(size))]
    return (calls,)
