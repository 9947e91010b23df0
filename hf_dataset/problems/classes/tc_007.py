"""ColdStore: lots of goods with a day until which they are good, taken first expiring first, with reserved amounts.

Sorting or scanning all lots in each call costs the whole stock. A heap of lots for each good, one of all days, and sums
that are kept for each good cost a few steps a call; what has expired is swept away when the day comes.
Decided here: a lot is good on its last day; lots with the same last day are taken in the order in which they arrived.
"""

from collections import deque
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class ColdStore:
    """A store of goods that arrive in lots. A lot has a number, a good, an amount and a last day on which it is good.

    The store has a present day, which is 0 at the start. A lot whose last day is before the present day has expired: it
    is thrown away at once, with all that is left of it, and is not in the store any more.

    A call that raises an exception changes nothing.

    >>> store = ColdStore()
    >>> store.deliver("milk", 10, 5), store.deliver("milk", 4, 3)
    (1, 2)
    >>> store.take("milk", 6)
    [(2, 4), (1, 2)]
    >>> store.advance(6)
    [('milk', 8)]
    >>> store.take("milk", 1)
    []
    """

    def __init__(self) -> None:
        """Start with an empty store on day 0."""

    def deliver(self, good: str, amount: int, last_day: int) -> int:
        """Put a lot in the store and return its number. Lots are numbered 1, 2, 3 and so on.

        Raise ValueError if the last day is before the present day; no number is used up.
        """

    def take(self, good: str, amount: int) -> list[tuple[int, int]]:
        """Take an amount of a good out of the store: all of it or nothing.

        If what is in the store of this good, less the amount that is reserved of it, is smaller than `amount`, return
        an empty list and change nothing. Otherwise take from the lot with the earliest last day as much as is needed
        and there, then from the next, and so on; of lots with the same last day the one with the smaller number comes
        first. Return the pairs (number of the lot, amount taken from it) in this order.
        """

    def reserve(self, good: str, amount: int) -> bool:
        """Reserve an amount of a good. Return whether that was done.

        It is done if the amounts reserved of this good, with the new one, are at most what is in the store of it. An
        amount is reserved of a good, not of certain lots. If lots expire and less is left of a good than is reserved,
        the reserved amount becomes what is left.
        """

    def fetch(self, good: str, amount: int) -> list[tuple[int, int]]:
        """Take an amount that is reserved: as `take` does, but the reserved amount goes down by `amount`.

        Raise ValueError if less than `amount` is reserved of this good.
        """

    def recall(self, number: int) -> int:
        """Remove a lot, with all that is left of it, and return how much that is.

        If less is left of the good than is reserved, the reserved amount becomes what is left.

        Raise KeyError if no lot with this number is in the store: it is empty, expired, recalled or never was.
        """

    def advance(self, day: int) -> list[tuple[str, int]]:
        """Let it be a later day and throw away the lots that have expired by then.

        Return, in alphabetical order of the goods, the pairs (good, amount of it that was thrown away), without goods
        of which nothing was thrown away.

        Raise ValueError if the day is not later than the present day.
        """

    def stock(self, good: str) -> tuple[int, int]:
        """Return how much of a good is in the store, and how much of that is reserved."""

    def next_expiry(self) -> tuple[int, int] | None:
        """Return the earliest last day of all lots in the store, and how many lots have that last day.

        Return None if the store is empty.
        """
'''

ARGUMENTS = {
    "__init__": 0,
    "deliver": 3,
    "take": 2,
    "reserve": 2,
    "fetch": 2,
    "recall": 1,
    "advance": 1,
    "stock": 1,
    "next_expiry": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("deliver", "take", "reserve", "fetch", "stock"):
            good = values.pop(0)
            assert type(good) is str and 1 <= len(good) <= 20, "good must be a text of 1 to 20 characters"
        if name in ("deliver", "take", "reserve", "fetch"):
            assert type(values[0]) is int and 1 <= values[0] <= 10**9, "amount must be an int from 1 to 10**9"
        if values:
            assert type(values[-1]) is int, "days and numbers must be ints"
            assert 0 <= values[-1] <= 10**9, "days and numbers must be from 0 to 10**9"


INVALID = [
    ("an amount of zero", ([("__init__",), ("take", "milk", 0)],)),
    ("a negative day", ([("__init__",), ("advance", -1)],)),
    ("a day that is a text", ([("__init__",), ("deliver", "milk", 5, "3")],)),
    ("a good without a name", ([("__init__",), ("stock", "")],)),
    ("a missing amount", ([("__init__",), ("reserve", "milk")],)),
]

START = ("__init__",)

TESTS = {
    "deliver: numbers go up by one over all goods": (
        [START, ("deliver", "milk", 5, 3), ("deliver", "eggs", 1, 0), ("deliver", "milk", 2, 3), ("stock", "milk")],
        [None, 1, 2, 3, (7, 0)],
    ),
    "deliver: not when expired already, and without using a number": (
        [
            START,
            ("advance", 4),
            ("deliver", "milk", 5, 3),
            ("deliver", "milk", 5, 4),
            ("stock", "milk"),
            ("take", "milk", 5),
        ],
        [None, [], ValueError, 1, (5, 0), [(1, 5)]],
    ),
    "take: the earliest last day first, then the smaller number": (
        [
            START,
            ("deliver", "milk", 3, 9),
            ("deliver", "milk", 3, 5),
            ("deliver", "milk", 3, 9),
            ("deliver", "milk", 3, 2),
            ("deliver", "eggs", 9, 1),
            ("take", "milk", 4),
            ("take", "milk", 6),
            ("take", "milk", 2),
            ("take", "milk", 1),
        ],
        [None, 1, 2, 3, 4, 5, [(4, 3), (2, 1)], [(2, 2), (1, 3), (3, 1)], [(3, 2)], []],
    ),
    "take: all or nothing": (
        [
            START,
            ("take", "milk", 1),
            ("deliver", "milk", 3, 9),
            ("take", "milk", 4),
            ("stock", "milk"),
            ("take", "milk", 3),
            ("stock", "milk"),
        ],
        [None, [], 1, [], (3, 0), [(1, 3)], (0, 0)],
    ),
    "take: leaves what is reserved": (
        [
            START,
            ("deliver", "milk", 9, 9),
            ("reserve", "milk", 4),
            ("take", "milk", 6),
            ("take", "milk", 5),
            ("take", "milk", 1),
            ("stock", "milk"),
        ],
        [None, 1, True, [], [(1, 5)], [], (4, 4)],
    ),
    "reserve: up to what is there": (
        [
            START,
            ("reserve", "milk", 1),
            ("deliver", "milk", 9, 9),
            ("reserve", "milk", 5),
            ("reserve", "milk", 5),
            ("reserve", "milk", 4),
            ("reserve", "milk", 1),
            ("stock", "milk"),
        ],
        [None, False, 1, True, False, True, False, (9, 9)],
    ),
    "reserve: each good by itself, and again after a delivery": (
        [
            START,
            ("deliver", "milk", 2, 9),
            ("deliver", "eggs", 6, 9),
            ("reserve", "eggs", 6),
            ("reserve", "milk", 3),
            ("deliver", "milk", 1, 0),
            ("reserve", "milk", 3),
            ("stock", "eggs"),
            ("stock", "milk"),
        ],
        [None, 1, 2, True, False, 3, True, (6, 6), (3, 3)],
    ),
    "fetch: what is reserved, first expiring first": (
        [
            START,
            ("deliver", "milk", 5, 9),
            ("deliver", "milk", 5, 4),
            ("reserve", "milk", 8),
            ("fetch", "milk", 6),
            ("stock", "milk"),
            ("fetch", "milk", 3),
            ("fetch", "milk", 2),
            ("stock", "milk"),
        ],
        [None, 1, 2, True, [(2, 5), (1, 1)], (4, 2), ValueError, [(1, 2)], (2, 0)],
    ),
    "fetch: nothing is reserved": (
        [START, ("fetch", "milk", 1), ("deliver", "milk", 5, 9), ("fetch", "milk", 1), ("stock", "milk")],
        [None, ValueError, 1, ValueError, (5, 0)],
    ),
    "recall: what is left of a lot, once": (
        [
            START,
            ("recall", 1),
            ("deliver", "milk", 5, 9),
            ("deliver", "milk", 4, 5),
            ("take", "milk", 1),
            ("recall", 2),
            ("recall", 2),
            ("stock", "milk"),
            ("take", "milk", 5),
            ("recall", 1),
            ("recall", 0),
        ],
        [None, KeyError, 1, 2, [(2, 1)], 3, KeyError, (5, 0), [(1, 5)], KeyError, KeyError],
    ),
    "recall: the reserved amount is at most what is left": (
        [
            START,
            ("deliver", "milk", 5, 9),
            ("deliver", "milk", 4, 5),
            ("reserve", "milk", 5),
            ("recall", 2),
            ("stock", "milk"),
            ("deliver", "milk", 2, 9),
            ("recall", 1),
            ("stock", "milk"),
            ("fetch", "milk", 3),
            ("fetch", "milk", 2),
        ],
        [None, 1, 2, True, 4, (5, 5), 3, 5, (2, 2), ValueError, [(3, 2)]],
    ),
    "advance: a lot is good on its last day": (
        [
            START,
            ("deliver", "milk", 5, 3),
            ("advance", 3),
            ("stock", "milk"),
            ("advance", 4),
            ("stock", "milk"),
            ("recall", 1),
        ],
        [None, 1, [], (5, 0), [("milk", 5)], (0, 0), KeyError],
    ),
    "advance: the amounts of each good added, in alphabetical order": (
        [
            START,
            ("deliver", "milk", 5, 3),
            ("deliver", "eggs", 5, 9),
            ("deliver", "cream", 2, 1),
            ("deliver", "milk", 1, 4),
            ("deliver", "butter", 3, 4),
            ("deliver", "milk", 8, 5),
            ("take", "butter", 3),
            ("advance", 5),
            ("advance", 6),
        ],
        [None, 1, 2, 3, 4, 5, 6, [(5, 3)], [("cream", 2), ("milk", 6)], [("milk", 8)]],
    ),
    "advance: only to a later day": (
        [
            START,
            ("advance", 0),
            ("advance", 2),
            ("deliver", "milk", 1, 2),
            ("advance", 2),
            ("advance", 1),
            ("advance", 3),
        ],
        [None, ValueError, [], 1, ValueError, ValueError, [("milk", 1)]],
    ),
    "stock: unknown goods, and reserved amounts that expire": (
        [
            START,
            ("stock", "milk"),
            ("deliver", "milk", 5, 3),
            ("deliver", "milk", 2, 7),
            ("reserve", "milk", 6),
            ("advance", 4),
            ("stock", "milk"),
            ("advance", 8),
            ("stock", "milk"),
        ],
        [None, (0, 0), 1, 2, True, [("milk", 5)], (2, 2), [("milk", 2)], (0, 0)],
    ),
    "stock: a reserved amount that is still covered does not change": (
        [
            START,
            ("deliver", "milk", 5, 3),
            ("deliver", "milk", 7, 7),
            ("reserve", "milk", 6),
            ("advance", 4),
            ("stock", "milk"),
            ("recall", 2),
            ("stock", "milk"),
        ],
        [None, 1, 2, True, [("milk", 5)], (7, 6), 7, (0, 0)],
    ),
    "next_expiry: over all goods, with the number of lots": (
        [
            START,
            ("next_expiry",),
            ("deliver", "milk", 5, 4),
            ("deliver", "eggs", 5, 3),
            ("next_expiry",),
            ("deliver", "milk", 5, 3),
            ("next_expiry",),
            ("take", "eggs", 4),
            ("next_expiry",),
            ("take", "eggs", 1),
            ("next_expiry",),
            ("recall", 3),
            ("next_expiry",),
        ],
        [None, None, 1, 2, (3, 1), 3, (3, 2), [(2, 4)], (3, 2), [(2, 1)], (3, 1), 5, (4, 1)],
    ),
    "next_expiry: follows the day, down to an empty store": (
        [
            START,
            ("deliver", "milk", 1, 2),
            ("deliver", "eggs", 1, 5),
            ("advance", 2),
            ("next_expiry",),
            ("advance", 3),
            ("next_expiry",),
            ("take", "eggs", 1),
            ("next_expiry",),
            ("deliver", "eggs", 1, 5),
            ("next_expiry",),
        ],
        [None, 1, 2, [], (2, 1), [("milk", 1)], (5, 1), [(2, 1)], None, 3, (5, 1)],
    ),
    "class: a week of milk": (
        [
            START,
            ("deliver", "milk", 10, 3),
            ("deliver", "milk", 10, 6),
            ("reserve", "milk", 12),
            ("take", "milk", 8),
            ("advance", 4),
            ("stock", "milk"),
            ("deliver", "milk", 5, 5),
            ("fetch", "milk", 7),
            ("recall", 2),
            ("stock", "milk"),
            ("reserve", "milk", 1),
            ("next_expiry",),
            ("advance", 7),
        ],
        [None, 1, 2, True, [(1, 8)], [("milk", 2)], (10, 10), 3, [(3, 5), (2, 2)], 8, (0, 0), False, None, []],
    ),
    "class: lots between others come and go": (
        [
            START,
            ("deliver", "eggs", 4, 8),
            ("deliver", "eggs", 4, 6),
            ("deliver", "eggs", 4, 7),
            ("recall", 3),
            ("take", "eggs", 5),
            ("next_expiry",),
            ("deliver", "eggs", 2, 6),
            ("take", "eggs", 3),
            ("recall", 4),
            ("recall", 1),
            ("stock", "eggs"),
        ],
        [None, 1, 2, 3, 4, [(2, 4), (1, 1)], (8, 1), 4, [(4, 2), (1, 1)], KeyError, 2, (0, 0)],
    ),
    "class: what is refused changes nothing": (
        [
            START,
            ("deliver", "milk", 4, 2),
            ("reserve", "milk", 2),
            ("take", "milk", 3),
            ("fetch", "milk", 3),
            ("reserve", "milk", 3),
            ("advance", 0),
            ("recall", 2),
            ("stock", "milk"),
            ("take", "milk", 2),
            ("fetch", "milk", 2),
            ("advance", 9),
            ("deliver", "milk", 1, 8),
            ("deliver", "milk", 1, 9),
        ],
        [None, 1, True, [], ValueError, False, ValueError, KeyError, (4, 2), [(1, 2)], [(1, 2)], [], ValueError, 2],
    ),
}


class Canonical:
    def __init__(self):
        self.day = 0
        self.delivered = 0
        self.lots = {}
        self.queues = {}
        self.totals = {}
        self.reserved = {}

    def deliver(self, good, amount, last_day):
        if last_day < self.day:
            raise ValueError("expired already")
        self.delivered += 1
        self.lots[self.delivered] = [good, amount, last_day]
        heappush(self.queues.setdefault(good, []), (last_day, self.delivered))
        self.totals[good] = self.totals.get(good, 0) + amount
        return self.delivered

    def _hand_out(self, good, amount):
        self.totals[good] -= amount
        queue = self.queues[good]
        taken = []
        while amount:
            number = queue[0][1]
            if number in self.lots:
                lot = self.lots[number]
                part = min(amount, lot[1])
                taken.append((number, part))
                amount -= part
                lot[1] -= part
                if lot[1] == 0:
                    del self.lots[number]
            else:
                heappop(queue)
        return taken

    def take(self, good, amount):
        total, reserved = self.stock(good)
        if total - reserved < amount:
            return []
        return self._hand_out(good, amount)

    def reserve(self, good, amount):
        total, reserved = self.stock(good)
        if reserved + amount > total:
            return False
        self.reserved[good] = reserved + amount
        return True

    def fetch(self, good, amount):
        if self.reserved.get(good, 0) < amount:
            raise ValueError("not reserved")
        self.reserved[good] -= amount
        return self._hand_out(good, amount)

    def _remove(self, number):
        good, amount, _ = self.lots.pop(number)
        self.totals[good] -= amount
        self.reserved[good] = min(self.reserved.get(good, 0), self.totals[good])
        return good, amount

    def recall(self, number):
        return self._remove(number)[1]

    def advance(self, day):
        if day <= self.day:
            raise ValueError("not a later day")
        self.day = day
        thrown = {}
        for number in [number for number, (_, _, last_day) in self.lots.items() if last_day < day]:
            good, amount = self._remove(number)
            thrown[good] = thrown.get(good, 0) + amount
        return sorted(thrown.items())

    def stock(self, good):
        return self.totals.get(good, 0), self.reserved.get(good, 0)

    def next_expiry(self):
        days = [last_day for _, _, last_day in self.lots.values()]
        if not days:
            return None
        return min(days), days.count(min(days))


class Good:
    # `days` is a heap of last days; `lots` has the lots of each of them, in the order of their numbers.
    __slots__ = ("days", "lots", "name", "reserved", "total")

    def __init__(self, name):
        self.name = name
        self.total = self.reserved = 0
        self.days = []
        self.lots = {}


class ReferenceQueuesByDay:
    # A lot is [amount, good, last day, number]; an amount of 0 marks one that is gone. `days` is a heap of last days,
    # and `by_day` has for each of them the goods and the number of lots that are left.
    def __init__(self):
        self.day = 0
        self.lots = [[0]]
        self.goods = {}
        self.days = []
        self.by_day = {}

    def deliver(self, good, amount, last_day):
        if last_day < self.day:
            raise ValueError("expired already")
        found = self.goods.get(good)
        if found is None:
            found = self.goods[good] = Good(good)
        number = len(self.lots)
        lot = [amount, found, last_day, number]
        self.lots.append(lot)
        found.total += amount
        queue = found.lots.get(last_day)
        if queue is None:
            found.lots[last_day] = deque((lot,))
            heappush(found.days, last_day)
            day = self.by_day.get(last_day)
            if day is None:
                self.by_day[last_day] = [1, [found]]
                heappush(self.days, last_day)
            else:
                day[0] += 1
                day[1].append(found)
        else:
            queue.append(lot)
            self.by_day[last_day][0] += 1
        return number

    def _hand_out(self, good, amount):
        good.total -= amount
        days = good.days
        taken = []
        while True:
            last_day = days[0]
            queue = good.lots[last_day]
            while queue:
                lot = queue[0]
                there = lot[0]
                if there > amount:
                    lot[0] = there - amount
                    taken.append((lot[3], amount))
                    return taken
                queue.popleft()
                if there:
                    lot[0] = 0
                    self.by_day[last_day][0] -= 1
                    taken.append((lot[3], there))
                    amount -= there
                    if not amount:
                        return taken
            # The entry of this day stays in `by_day`, so that goods stand there once only while lots of the day exist.
            del good.lots[heappop(days)]

    def take(self, good, amount):
        good = self.goods.get(good)
        if good is None or good.total - good.reserved < amount:
            return []
        return self._hand_out(good, amount)

    def reserve(self, good, amount):
        good = self.goods.get(good)
        if good is None or good.reserved + amount > good.total:
            return False
        good.reserved += amount
        return True

    def fetch(self, good, amount):
        good = self.goods.get(good)
        if good is None or good.reserved < amount:
            raise ValueError("not reserved")
        good.reserved -= amount
        return self._hand_out(good, amount)

    def recall(self, number):
        lot = self.lots[number] if number < len(self.lots) else None
        if lot is None or not lot[0]:
            raise KeyError(number)
        amount, good, last_day, _ = lot
        lot[0] = 0
        self.by_day[last_day][0] -= 1
        good.total -= amount
        if good.reserved > good.total:
            good.reserved = good.total
        return amount

    def advance(self, day):
        if day <= self.day:
            raise ValueError("not a later day")
        self.day = day
        days = self.days
        thrown = {}
        while days and days[0] < day:
            last_day = heappop(days)
            for good in self.by_day.pop(last_day)[1]:
                queue = good.lots.pop(last_day, None)
                if queue is None:
                    continue
                good_days = good.days
                while good_days and good_days[0] <= last_day:
                    heappop(good_days)
                amount = 0
                for lot in queue:
                    amount += lot[0]
                    lot[0] = 0
                if amount:
                    good.total -= amount
                    if good.reserved > good.total:
                        good.reserved = good.total
                    thrown[good.name] = thrown.get(good.name, 0) + amount
        return sorted(thrown.items())

    def stock(self, good):
        good = self.goods.get(good)
        return (0, 0) if good is None else (good.total, good.reserved)

    def next_expiry(self):
        days = self.days
        while days:
            day = self.by_day[days[0]]
            if day[0]:
                return days[0], day[0]
            # Nothing is left of this day: all lots of it, in whatever queue, are empty.
            for good in day[1]:
                good.lots.pop(days[0], None)
                good_days = good.days
                while good_days and good_days[0] not in good.lots:
                    heappop(good_days)
            del self.by_day[heappop(days)]
        return None


class SlowSortedLots:
    def __init__(self):
        self.day = 0
        self.delivered = 0
        self.lots = []
        self.reserved = {}

    def deliver(self, good, amount, last_day):
        if last_day < self.day:
            raise ValueError("expired already")
        self.delivered += 1
        self.lots.append([last_day, self.delivered, good, amount])
        self.lots.sort()
        return self.delivered

    def _total(self, good):
        return sum(lot[3] for lot in self.lots if lot[2] == good)

    def _hand_out(self, good, amount):
        taken = []
        for lot in self.lots:
            if lot[2] == good and amount > 0:
                part = min(lot[3], amount)
                taken.append((lot[1], part))
                lot[3] -= part
                amount -= part
        self.lots = [lot for lot in self.lots if lot[3] > 0]
        return taken

    def take(self, good, amount):
        if self._total(good) - self.reserved.get(good, 0) < amount:
            return []
        return self._hand_out(good, amount)

    def reserve(self, good, amount):
        if self.reserved.get(good, 0) + amount > self._total(good):
            return False
        self.reserved[good] = self.reserved.get(good, 0) + amount
        return True

    def fetch(self, good, amount):
        if self.reserved.get(good, 0) < amount:
            raise ValueError("not reserved")
        self.reserved[good] -= amount
        return self._hand_out(good, amount)

    def _limit_reserved(self):
        for good in self.reserved:
            self.reserved[good] = min(self.reserved[good], self._total(good))

    def recall(self, number):
        for lot in self.lots:
            if lot[1] == number:
                self.lots.remove(lot)
                self._limit_reserved()
                return lot[3]
        raise KeyError(number)

    def advance(self, day):
        if day <= self.day:
            raise ValueError("not a later day")
        self.day = day
        thrown = {}
        for last_day, _, good, amount in self.lots:
            if last_day < day:
                thrown[good] = thrown.get(good, 0) + amount
        self.lots = [lot for lot in self.lots if lot[0] >= day]
        self._limit_reserved()
        return sorted(thrown.items())

    def stock(self, good):
        return self._total(good), self.reserved.get(good, 0)

    def next_expiry(self):
        if not self.lots:
            return None
        first = self.lots[0][0]
        return first, sum(lot[0] == first for lot in self.lots)


GOODS = [f"good{number}" for number in range(30)]


def stress_busy_store(rng):
    """large_random: deliveries, sales, reservations and recalls of thirty goods, with a new day now and then."""
    calls = [("__init__",)]
    day = given = 0
    for step in range(4_500):
        kind = step % 9
        good = rng.choice(GOODS)
        if kind < 4:
            calls.append(("deliver", good, rng.randrange(1, 40), day + rng.randrange(10, 60)))
            given += 1
        elif kind == 4:
            calls.append(("take", good, rng.randrange(1, 50)))
        elif kind == 5:
            calls.append(("reserve", good, rng.randrange(1, 30)))
        elif kind == 6:
            calls.append(("fetch", good, rng.randrange(1, 15)))
        elif kind == 7:
            calls.append(("recall", max(1, given - rng.randrange(200))))
        else:
            calls.append((("stock", good), ("next_expiry",))[step % 2])
        if step % 30 == 29:
            day += 1
            calls.append(("advance", day))
            if step % 300 == 29:
                calls += [("deliver", good, 5, day - 1), ("advance", day)]
    return (calls,)


def stress_many_lots_of_one_good(rng):
    """worst_of_slow: a thousand lots of one good are sold little by little while new ones keep the number up."""
    calls = [("__init__",)]
    for _ in range(1_000):
        calls.append(("deliver", "milk", rng.randrange(5, 15), rng.randrange(1_000)))
    for step in range(1_600):
        calls.append(("deliver", "milk", rng.randrange(5, 15), rng.randrange(1_000)))
        calls.append(("take", "milk", rng.randrange(6, 14)))
        calls.append(("stock", "milk") if step % 2 else ("next_expiry",))
    return (calls,)


def stress_filled_and_sold_out(rng):
    """growth_then_shrink: twelve hundred lots come in with ever earlier last days, then all is reserved and fetched."""
    calls = [("__init__",)]
    for step in range(1_200):
        calls.append(("deliver", GOODS[step % 12], 10, 2_000 - step - rng.randrange(3)))
        calls.append(("reserve", GOODS[step % 12], 10))
    for step in range(1_200):
        calls.append(("fetch", GOODS[step % 12], 10 if rng.random() < 0.5 else 9))
        calls.append(("next_expiry",))
    return (calls,)


def stress_refused_sales(rng):
    """repeated_no_ops: a full store in which everything is reserved, so that sales and reservations are refused."""
    calls = [("__init__",)]
    for step in range(800):
        calls.append(("deliver", GOODS[step % 30], rng.randrange(1, 30), rng.randrange(500)))
        calls.append(("reserve", GOODS[step % 30], rng.randrange(1, 30)))
    for good in GOODS:
        calls += [("reserve", good, amount) for amount in (256, 128, 64, 32, 16, 8, 4, 2, 1)]
    for step in range(4_000):
        good = rng.choice(GOODS)
        calls.append((("take", good, 50), ("reserve", good, 20), ("stock", good), ("recall", 5_000))[step % 4])
    return (calls,)


def stress_days_that_expire(rng):
    """interleaved: lots that are good for some days only; often it is a later day and many are thrown away."""
    calls = [("__init__",)]
    day = 0
    for step in range(3_600):
        calls.append(("deliver", rng.choice(GOODS), rng.randrange(1, 40), day + rng.randrange(40, 120)))
        if step % 5 == 0:
            calls.append(("reserve", rng.choice(GOODS), rng.randrange(1, 40)))
        if step % 8 == 0:
            day += 1
            calls.append(("advance", day))
            calls.append(("next_expiry",))
    return (calls,)


def stress_one_last_day(rng):
    """all_equal: all lots have the same last day, so that only their numbers tell which is first; many are recalled."""
    day = rng.randrange(100, 1_000)
    calls = [("__init__",)]
    numbers = list(range(1, 1_301))
    calls += [("deliver", rng.choice(GOODS[:4]), rng.randrange(2, 20), day) for _ in numbers]
    rng.shuffle(numbers)
    for number in numbers:
        calls.append(("recall", number))
        calls.append(("next_expiry",))
        if number % 3 == 0:
            calls.append(("take", rng.choice(GOODS[:4]), rng.randrange(1, 9)))
    return (calls,)


def stress_few_lots_of_many_goods(rng):
    """sparse: six hundred goods with one or two lots each; whoever looks at all lots sees those of other goods."""
    goods = [f"rare{number}" for number in range(600)]
    calls = [("__init__",)]
    calls += [("deliver", good, rng.randrange(50, 90), rng.randrange(100, 5_000)) for good in goods]
    for step in range(2_400):
        good = rng.choice(goods)
        calls.append((("take", good, 1), ("stock", good), ("reserve", good, 2), ("next_expiry",))[step % 4])
        if step % 6 == 0:
            calls.append(("deliver", good, rng.randrange(1, 30), rng.randrange(100, 5_000)))
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them deliver lots of one good, the others sell a little of it."""
    calls = [("__init__",)]
    calls += [("deliver", "milk", 5, rng.randrange(10**6)) for _ in range(size // 2)]
    calls += [("take", "milk", 1)] * (size // 2)
    return (calls,)
