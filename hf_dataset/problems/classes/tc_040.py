"""PowerLedger: meter readings that may come late, stepped prices that change, and bills that are settled afterwards.

Sorting the readings for each look and pricing every bill anew for each settlement cost the whole history. Readings in
order of day are found by a binary search, and a late reading or tariff concerns only the bills near its days.
Decided here: between readings the counter rises evenly, rounded down; steps count on where the tariff changes.
"""

from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise

WRITTEN = "2026-11-24"

PROMPT = '''class PowerLedger:
    """Readings, tariffs and bills of electricity meters. Days and counters are whole numbers.

    A meter's counter on a day is known from its readings. On a day with a reading it is what was read. Between two
    readings it rises evenly: `days` after the earlier one it is low + (high - low) * days // span, where low and high
    are the two readings and span is the number of days between them. Before the first reading it is the first one,
    after the last reading the last one. A period from day `first` to day `last` uses the difference of the counters on
    these days.

    A tariff has steps (limit, price) and a price for the rest. A unit costs the price of the first step whose limit
    is at least the unit's number within the period (1, 2, 3 and so on), or the price for the rest where there is
    none. Each tariff is in force from its day until the day of the next tariff. Where tariffs begin within a period,
    the period is cut on these days, each part costs what its tariff says, and the units are numbered on from part to
    part.

    Wherever a meter without readings is named, other than in `read`, KeyError is raised, before anything else. A call
    that raises an exception changes nothing.

    >>> ledger = PowerLedger()
    >>> ledger.tariff(0, [(10, 2), (30, 3)], 5)
    True
    >>> ledger.read("m", 0, 100)
    True
    >>> ledger.read("m", 10, 140)
    True
    >>> ledger.counter("m", 3)
    112
    >>> ledger.issue("m", 0, 3)
    26
    >>> ledger.read("m", 3, 120)
    True
    >>> ledger.settle("m")
    (1, 24)
    """

    def __init__(self) -> None:
        """Open a ledger without readings, tariffs and bills."""

    def read(self, meter: str, day: int, counter: int) -> bool:
        """Note a reading, in any order of days; a reading of the same day is replaced.

        Return whether there was no reading of this day. Raise ValueError if the counter is lower than an earlier day's
        reading or higher than a later day's.
        """

    def strike(self, meter: str, day: int) -> int:
        """Take a reading out, and return it.

        Raise KeyError if there is no reading of this day, ValueError if it is the only reading of the meter.
        """

    def counter(self, meter: str, day: int) -> int:
        """Return the counter on a day."""

    def tariff(self, day: int, steps: list[tuple[int, int]], rest: int) -> bool:
        """Set the tariff that begins on a day, also in the past; limits rise from step to step.

        Return whether no tariff began on this day; the new one replaces it.
        """

    def cost(self, meter: str, first: int, last: int) -> int:
        """Return what the period costs. Raise ValueError if no tariff is in force on its first day."""

    def issue(self, meter: str, first: int, last: int) -> int:
        """Issue a bill for a period, over what the period costs now, and return this amount.

        Raise ValueError if no tariff is in force on the first day, or if another bill of the meter has a part of the
        period. Periods may touch: one may begin on the last day of another.
        """

    def settle(self, meter: str) -> tuple[int, int]:
        """Price all bills of a meter anew, and replace their amounts by what their periods cost now.

        Return (number of bills whose amount changed, sum of the changes, negative where bills became cheaper).
        """

    def billed(self, meter: str, first: int, last: int) -> int:
        """Return the sum of the amounts of the meter's bills whose periods lie within `first` to `last`.

        >>> ledger = PowerLedger()
        >>> ledger.tariff(0, [], 5)
        True
        >>> ledger.read("m", 0, 0)
        True
        >>> ledger.read("m", 4, 8)
        True
        >>> ledger.issue("m", 0, 4)
        40
        >>> ledger.billed("m", 0, 4)
        40
        """
'''

TYPES = {
    "__init__": (),
    "read": (str, int, int),
    "strike": (str, int),
    "counter": (str, int),
    "tariff": (int, list, int),
    "cost": (str, int, int),
    "issue": (str, int, int),
    "settle": (str,),
    "billed": (str, int, int),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        if name == "tariff":
            day, steps, rest = args
            assert 0 <= day <= 10**6, "day must be from 0 to 10**6"
            assert len(steps) <= 20, "a tariff must have at most 20 steps"
            before = 0
            for step in steps:
                assert type(step) is tuple and len(step) == 2, "a step must be a pair"
                assert all(type(x) is int for x in step), "limit and price must be integers"
                assert before < step[0] <= 10**9, "limits must rise, from 1 to 10**9"
                assert 0 <= step[1] <= 10**4, "prices must be from 0 to 10**4"
                before = step[0]
            assert 0 <= rest <= 10**4, "prices must be from 0 to 10**4"
        elif place:
            assert 1 <= len(args[0]) <= 20 and args[0].isascii(), "meter must have 1 to 20 ASCII characters"
            assert all(0 <= day <= 10**6 for day in args[1:2]), "days must be from 0 to 10**6"
        if name == "read":
            assert 0 <= args[2] <= 10**9, "counter must be from 0 to 10**9"
        elif name in ("cost", "issue", "billed"):
            assert args[1] < args[2] <= 10**6, "last must be after first, up to 10**6"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("settle", "m")],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("a negative counter", ([("__init__",), ("read", "m", 1, -1)],)),
    ("a period of no days", ([("__init__",), ("cost", "m", 1, 1)],)),
    ("limits that fall", ([("__init__",), ("tariff", 1, [(5, 1), (4, 1)], 1)],)),
    ("a step as a list", ([("__init__",), ("tariff", 1, [[5, 1]], 1)],)),
    ("a meter without a name", ([("__init__",), ("settle", "")],)),
]

# The first n units cost: 10 units 20, 16 units 38, 20 units 50, 30 units 80, 40 units 130, 60 units 230, 80 units 330.
START = [
    ("__init__",),
    ("tariff", 0, [(10, 2), (30, 3)], 5),
    ("read", "m", 0, 0),
    ("read", "m", 10, 20),
    ("read", "m", 20, 100),
]
DONE = [None, True, True, True, True]

COST_VARIES = {
    "all_methods": "how many readings stand and bills are issued depends on the days drawn",
    "nothing_to_settle": "how many bills are accepted depends on which periods drawn overlap",
}

TESTS = {
    "read: in any order, and replaced": (
        [
            ("__init__",),
            ("read", "m", 10, 50),
            ("read", "m", 0, 20),
            ("read", "m", 5, 20),
            ("counter", "m", 5),
            ("read", "m", 5, 50),
            ("counter", "m", 5),
            ("read", "m", 5, 30),
            ("counter", "m", 7),
        ],
        [None, True, True, True, 20, False, 50, False, 38],
    ),
    "read: never lower than before or higher than after": (
        [
            *START,
            ("read", "m", 5, 21),
            ("read", "m", 12, 19),
            ("read", "m", 10, 101),
            ("read", "m", 25, 99),
            ("counter", "m", 25),
            ("read", "m", 10, 100),
            ("read", "m", 0, 101),
            ("read", "m", 20, 99),
            ("read", "m", 20, 100),
            ("counter", "m", 5),
        ],
        [*DONE, *[ValueError] * 4, 100, False, ValueError, ValueError, False, 50],
    ),
    "read: meters have nothing to do with each other": (
        [*START, ("read", "n", 5, 900), ("read", "m", 30, 300), ("counter", "n", 30), ("counter", "m", 25)],
        [*DONE, True, True, 900, 200],
    ),
    "strike: returns the reading and forgets it": (
        [
            *START,
            ("strike", "m", 10),
            ("counter", "m", 10),
            ("strike", "m", 0),
            ("counter", "m", 10),
            ("read", "m", 30, 200),
        ],
        [*DONE, 20, 50, 0, 100, True],
    ),
    "strike: unknown days and meters, and the only reading": (
        [
            *START,
            ("strike", "m", 9),
            ("strike", "n", 10),
            ("strike", "m", 10),
            ("strike", "m", 10),
            ("strike", "m", 20),
            ("strike", "m", 5),
            ("strike", "m", 25),
            ("strike", "m", 0),
            ("counter", "m", 20),
        ],
        [*DONE, KeyError, KeyError, 20, KeyError, 100, KeyError, KeyError, ValueError, 0],
    ),
    "counter: even between readings, rounded down": (
        [
            *START,
            ("counter", "m", 5),
            ("counter", "m", 13),
            ("counter", "m", 10),
            ("read", "m", 27, 105),
            ("counter", "m", 26),
        ],
        [*DONE, 10, 44, 20, True, 104],
    ),
    "counter: before the first and after the last reading": (
        [
            ("__init__",),
            ("counter", "m", 5),
            ("read", "m", 10, 7),
            ("counter", "m", 0),
            ("counter", "m", 99),
            ("counter", "n", 1),
        ],
        [None, KeyError, True, 7, 7, KeyError],
    ),
    "tariff: from its day until the next one": (
        [
            *START,
            ("tariff", 10, [], 7),
            ("cost", "m", 0, 10),
            ("cost", "m", 10, 20),
            ("cost", "m", 0, 20),
            ("tariff", 10, [], 1),
            ("cost", "m", 0, 20),
            ("tariff", 5, [], 0),
            ("cost", "m", 0, 20),
        ],
        [*DONE, True, 50, 560, 610, False, 130, True, 100],
    ),
    "tariff: units are numbered on from part to part": (
        [
            *START,
            ("tariff", 15, [(70, 1)], 4),
            ("cost", "m", 10, 20),
            ("cost", "m", 15, 20),
            ("tariff", 10, [(50, 2)], 7),
            ("cost", "m", 0, 15),
            ("cost", "m", 0, 20),
        ],
        [*DONE, True, 200, 40, True, 50 + 60 + 70, 180 + 10 + 120],
    ),
    "cost: steps and the rest": (
        [
            *START,
            ("cost", "m", 0, 5),
            ("cost", "m", 0, 10),
            ("cost", "m", 0, 15),
            ("cost", "m", 10, 20),
            ("cost", "m", 5, 10),
            ("cost", "m", 13, 15),
            ("cost", "m", 20, 99),
        ],
        [*DONE, 20, 50, 230, 330, 20, 38, 0],
    ),
    "cost: no tariff, no readings": (
        [
            ("__init__",),
            ("cost", "m", 0, 5),
            ("read", "m", 0, 0),
            ("cost", "m", 0, 5),
            ("tariff", 1, [], 3),
            ("read", "m", 5, 5),
            ("cost", "m", 0, 5),
            ("cost", "m", 1, 5),
            ("cost", "n", 1, 5),
        ],
        [None, KeyError, True, ValueError, True, True, ValueError, 12, KeyError],
    ),
    "issue: periods may touch but not overlap": (
        [
            *START,
            ("issue", "m", 5, 10),
            ("issue", "m", 13, 15),
            ("issue", "m", 9, 11),
            ("issue", "m", 0, 6),
            ("issue", "m", 0, 20),
            ("issue", "m", 6, 9),
            ("issue", "m", 14, 20),
            ("issue", "m", 5, 10),
            ("issue", "m", 0, 5),
            ("issue", "m", 15, 20),
            ("issue", "m", 10, 13),
            ("billed", "m", 0, 20),
        ],
        [*DONE, 20, 38, *[ValueError] * 6, 20, 130, 62, 270],
    ),
    "issue: no tariff, no readings, and another meter": (
        [
            ("__init__",),
            ("issue", "m", 2, 5),
            ("read", "m", 0, 0),
            ("tariff", 3, [], 1),
            ("issue", "m", 2, 5),
            ("issue", "m", 3, 5),
            ("read", "n", 0, 0),
            ("read", "n", 10, 10),
            ("issue", "n", 4, 6),
            ("billed", "m", 0, 9),
            ("billed", "n", 0, 9),
        ],
        [None, KeyError, True, True, ValueError, 0, True, True, 2, 0, 2],
    ),
    "settle: late readings": (
        [
            *START,
            ("issue", "m", 0, 10),
            ("issue", "m", 10, 20),
            ("settle", "m"),
            ("read", "m", 15, 90),
            ("settle", "m"),
            ("read", "m", 10, 40),
            ("billed", "m", 0, 20),
            ("settle", "m"),
            ("settle", "m"),
            ("billed", "m", 0, 20),
        ],
        [*DONE, 50, 330, (0, 0), True, (0, 0), False, 380, (2, -20), (0, 0), 360],
    ),
    "settle: late tariffs": (
        [
            *START,
            ("issue", "m", 0, 10),
            ("issue", "m", 10, 20),
            ("tariff", 10, [], 1),
            ("settle", "m"),
            ("tariff", 0, [], 1),
            ("settle", "m"),
            ("tariff", 15, [], 2),
            ("settle", "m"),
            ("tariff", 20, [], 9),
            ("settle", "m"),
            ("settle", "n"),
        ],
        [*DONE, 50, 330, True, (1, -250), False, (1, -30), True, (1, 40), True, (0, 0), KeyError],
    ),
    "settle: readings that are struck or come after the last one": (
        [
            *START,
            ("issue", "m", 15, 30),
            ("issue", "m", 0, 10),
            ("read", "m", 30, 200),
            ("settle", "m"),
            ("strike", "m", 20),
            ("settle", "m"),
            ("strike", "m", 0),
            ("settle", "m"),
        ],
        [*DONE, 130, 50, True, (1, 500), 100, (1, -25), 0, (1, -50)],
    ),
    "billed: only bills that lie within": (
        [
            *START,
            ("issue", "m", 0, 10),
            ("issue", "m", 13, 15),
            ("billed", "m", 0, 15),
            ("billed", "m", 1, 15),
            ("billed", "m", 0, 14),
            ("billed", "m", 0, 10),
            ("billed", "m", 13, 99),
            ("billed", "m", 2, 9),
            ("billed", "m", 14, 99),
        ],
        [*DONE, 50, 38, 88, 38, 50, 50, 38, 0, 0],
    ),
    "billed: unknown meters, and amounts before they are settled": (
        [
            ("__init__",),
            ("billed", "m", 0, 9),
            *START[1:],
            ("billed", "m", 0, 9),
            ("issue", "m", 0, 10),
            ("tariff", 0, [], 3),
            ("billed", "m", 0, 10),
            ("settle", "m"),
            ("billed", "m", 0, 10),
        ],
        [None, KeyError, *DONE[1:], 0, 50, False, 50, (1, 10), 60],
    ),
    "read: the second reading is lower than the first": (
        [("__init__",), ("read", "m", 1, 10), ("read", "m", 5, 9), ("counter", "m", 5)],
        [None, True, ValueError, 10],
    ),
    "settle: without bills": ([("__init__",), ("read", "m", 1, 10), ("settle", "m")], [None, True, (0, 0)]),
    "class: a year of bills with a late correction": (
        [
            ("__init__",),
            ("tariff", 0, [(100, 10)], 20),
            ("read", "flat", 0, 1000),
            ("read", "flat", 90, 1180),
            ("issue", "flat", 0, 30),
            ("issue", "flat", 30, 90),
            ("tariff", 60, [(80, 5)], 30),
            ("read", "flat", 30, 1030),
            ("cost", "flat", 30, 90),
            ("settle", "flat"),
            ("billed", "flat", 0, 90),
        ],
        [None, True, True, True, 600, 1400, True, True, 2875, (2, 1175), 3175],
    ),
    "class: two meters under one tariff": (
        [
            *START,
            ("read", "n", 0, 5),
            ("read", "n", 20, 25),
            ("issue", "m", 0, 10),
            ("issue", "n", 0, 10),
            ("tariff", 5, [], 0),
            ("settle", "n"),
            ("read", "n", 10, 25),
            ("settle", "n"),
            ("settle", "m"),
            ("billed", "n", 0, 10),
        ],
        [*DONE, True, True, 50, 20, True, (1, -10), True, (1, 10), (1, -30), 20],
    ),
    "class: refused calls change nothing": (
        [
            *START,
            ("issue", "m", 0, 10),
            ("read", "m", 5, 99),
            ("strike", "m", 5),
            ("issue", "m", 5, 15),
            ("settle", "m"),
            ("strike", "m", 10),
            ("strike", "m", 20),
            ("strike", "m", 0),
            ("settle", "m"),
            ("billed", "m", 0, 10),
        ],
        [*DONE, 50, ValueError, KeyError, ValueError, (0, 0), 20, 100, ValueError, (1, -50), 0],
    ),
}


def price_of(steps, rest, units):
    """Return what the first `units` units of a period cost."""
    total = before = 0
    for limit, price in steps:
        if units <= limit:
            return total + (units - before) * price
        total += (limit - before) * price
        before = limit
    return total + (units - before) * rest


class Canonical:
    def __init__(self):
        self.readings = {}  # meter: (days in order, counters)
        self.tariff_days = []
        self.tariffs = []  # (steps, rest)
        self.bills = {}  # meter: [[first, last, amount]] in order

    def read(self, meter, day, counter):
        days, counters = self.readings.get(meter, ([], []))
        place = bisect_left(days, day)
        new = place == len(days) or days[place] != day
        after = place if new else place + 1
        if (place > 0 and counters[place - 1] > counter) or (after < len(days) and counters[after] < counter):
            raise ValueError("the counter does not fit to the other readings")
        self.readings[meter] = (days, counters)
        if new:
            days.insert(place, day)
            counters.insert(place, counter)
        else:
            counters[place] = counter
        return new

    def strike(self, meter, day):
        days, counters = self.readings[meter]
        if day not in days:
            raise KeyError("there is no such reading")
        if len(days) == 1:
            raise ValueError("it is the only reading")
        place = days.index(day)
        del days[place]
        return counters.pop(place)

    def counter(self, meter, day):
        days, counters = self.readings[meter]
        place = bisect_right(days, day)
        if place == 0:
            return counters[0]
        if place == len(days):
            return counters[-1]
        low, high = counters[place - 1 : place + 1]
        start, end = days[place - 1 : place + 1]
        return low + (high - low) * (day - start) // (end - start)

    def tariff(self, day, steps, rest):
        place = bisect_left(self.tariff_days, day)
        new = place == len(self.tariff_days) or self.tariff_days[place] != day
        if new:
            self.tariff_days.insert(place, day)
            self.tariffs.insert(place, (list(steps), rest))
        else:
            self.tariffs[place] = (list(steps), rest)
        return new

    def cost(self, meter, first, last):
        begin = self.counter(meter, first)
        place = bisect_right(self.tariff_days, first)
        if place == 0:
            raise ValueError("no tariff is in force")
        total = units = 0
        day = first
        while day < last:
            end = last if place == len(self.tariff_days) else min(last, self.tariff_days[place])
            used = self.counter(meter, end) - begin
            steps, rest = self.tariffs[place - 1]
            total += price_of(steps, rest, used) - price_of(steps, rest, units)
            units = used
            day = end
            place += 1
        return total

    def issue(self, meter, first, last):
        amount = self.cost(meter, first, last)
        bills = self.bills.setdefault(meter, [])
        place = bisect_right(bills, first, key=lambda bill: bill[0])
        if (place > 0 and bills[place - 1][1] > first) or (place < len(bills) and bills[place][0] < last):
            raise ValueError("another bill has a part of the period")
        bills.insert(place, [first, last, amount])
        return amount

    def settle(self, meter):
        if meter not in self.readings:
            raise KeyError("the meter has no readings")
        count = total = 0
        for bill in self.bills.get(meter, ()):
            change = self.cost(meter, bill[0], bill[1]) - bill[2]
            if change:
                count += 1
                total += change
                bill[2] += change
        return (count, total)

    def billed(self, meter, first, last):
        if meter not in self.readings:
            raise KeyError("the meter has no readings")
        return sum(amount for start, end, amount in self.bills.get(meter, ()) if first <= start and end <= last)


class ReferenceOnlyBillsConcerned:
    """Each change leaves the span of days in which it counts; a settlement prices the bills in these spans alone."""

    def __init__(self):
        self.meters = {}  # meter: [days, counters, firsts, lasts, amounts, spans, tariffs seen, sums of amounts]
        self.tariff_days = []
        self.tariffs = []  # (limits, prices, sums up to the limits) with the rest at their ends
        self.tariff_spans = []

    def read(self, meter, day, counter):
        state = self.meters.get(meter)
        if state is None:
            self.meters[meter] = [[day], [counter], [], [], [], [], len(self.tariff_spans), None]
            return True
        days = state[0]
        counters = state[1]
        if day > days[-1]:
            if counter < counters[-1]:
                raise ValueError
            if counter > counters[-1] and state[3] and state[3][-1] > days[-1]:
                state[5].append((days[-1], FAR))
            days.append(day)
            counters.append(counter)
            return True
        place = bisect_left(days, day)
        new = days[place] != day
        after = place if new else place + 1
        if place and counters[place - 1] > counter:
            raise ValueError
        if after < len(days) and counters[after] < counter:
            raise ValueError
        if new:
            days.insert(place, day)
            counters.insert(place, counter)
            after += 1
        elif counters[place] == counter:
            return False
        else:
            counters[place] = counter
        if state[2]:
            state[5].append((days[place - 1] if place else -1, days[after] if after < len(days) else FAR))
        return new

    def strike(self, meter, day):
        state = self.meters[meter]
        days = state[0]
        place = bisect_left(days, day)
        if place == len(days) or days[place] != day:
            raise KeyError
        if len(days) == 1:
            raise ValueError
        if state[2]:
            state[5].append((days[place - 1] if place else -1, days[place + 1] if place + 1 < len(days) else FAR))
        del days[place]
        return state[1].pop(place)

    def counter(self, meter, day):
        days, counters, *_ = self.meters[meter]
        place = bisect_right(days, day)
        if place == len(days):
            return counters[-1]
        if not place:
            return counters[0]
        low = counters[place - 1]
        start = days[place - 1]
        return low + (counters[place] - low) * (day - start) // (days[place] - start)

    def tariff(self, day, steps, rest):
        limits = [limit for limit, _ in steps]
        prices = [price for _, price in steps]
        prices.append(rest)
        sums = []
        total = before = 0
        for limit, price in steps:
            # The price of n units is this sum plus n times the price of their step.
            sums.append(total - before * price)
            total += (limit - before) * price
            before = limit
        sums.append(total - before * rest)
        days = self.tariff_days
        place = bisect_left(days, day)
        new = place == len(days) or days[place] != day
        if new:
            days.insert(place, day)
            self.tariffs.insert(place, (limits, prices, sums))
        else:
            self.tariffs[place] = (limits, prices, sums)
        self.tariff_spans.append((day, days[place + 1] if place + 1 < len(days) else FAR))
        return new

    def _cost(self, days, counters, first, last):
        tariff_days = self.tariff_days
        tariffs = self.tariffs
        number = bisect_right(tariff_days, first)
        if not number:
            raise ValueError
        count = len(days)
        many = len(tariff_days)
        units = -1
        begin = total = 0
        day = first
        place = 0
        while True:
            place = bisect_right(days, day, place)
            if place == count:
                now = counters[-1]
            elif place:
                now = counters[place - 1]
                start = days[place - 1]
                if day > start:
                    now += (counters[place] - now) * (day - start) // (days[place] - start)
            else:
                now = counters[0]
            if units < 0:
                begin = now
                units = 0
            else:
                now -= begin
                if now > units:
                    limits, prices, sums = tariffs[number - 1]
                    step = bisect_left(limits, now)
                    total += sums[step] + now * prices[step]
                    if units:
                        step = bisect_left(limits, units)
                        total -= sums[step] + units * prices[step]
                    units = now
                if day == last:
                    return total
                number += 1
            day = tariff_days[number] if number < many else last
            if day > last:
                day = last

    def cost(self, meter, first, last):
        state = self.meters[meter]
        return self._cost(state[0], state[1], first, last)

    def issue(self, meter, first, last):
        state = self.meters[meter]
        days, counters, firsts, lasts, amounts, _, _, _ = state
        place = bisect_right(firsts, first)
        if (place and lasts[place - 1] > first) or (place < len(firsts) and firsts[place] < last):
            raise ValueError
        amount = self._cost(days, counters, first, last)
        firsts.insert(place, first)
        lasts.insert(place, last)
        amounts.insert(place, amount)
        state[7] = None
        return amount

    def settle(self, meter):
        state = self.meters[meter]
        days, counters, firsts, lasts, amounts, spans, seen, _ = state
        if seen < len(self.tariff_spans):
            spans += self.tariff_spans[seen:]
            state[6] = len(self.tariff_spans)
        if not spans:
            return (0, 0)
        state[5] = []
        count = total = done = 0
        if len(spans) > 1:
            spans.sort()
        for start, end in spans:
            place = bisect_right(lasts, start, done)
            while place < len(firsts) and firsts[place] < end:
                change = self._cost(days, counters, firsts[place], lasts[place]) - amounts[place]
                if change:
                    count += 1
                    total += change
                    amounts[place] += change
                place += 1
            if place > done:
                done = place
        if count:
            state[7] = None
        return (count, total)

    def billed(self, meter, first, last):
        state = self.meters[meter]
        start = bisect_left(state[2], first)
        end = bisect_right(state[3], last)
        if start >= end:
            return 0
        sums = state[7]
        if sums is None:
            sums = state[7] = [0, *accumulate(state[4])]
        return sums[end] - sums[start]


FAR = 1 << 60  # after all days


class SlowEverythingAnew:
    def __init__(self):
        self.readings = []
        self.tariffs = {}
        self.bills = []

    def _of(self, meter):
        found = sorted((day, counter) for name, day, counter in self.readings if name == meter)
        if not found:
            raise KeyError
        return found

    def read(self, meter, day, counter):
        new = True
        for name, other, value in self.readings:
            if name == meter:
                if other == day:
                    new = False
                elif (other < day and value > counter) or (other > day and value < counter):
                    raise ValueError
        self.readings = [entry for entry in self.readings if entry[:2] != (meter, day)]
        self.readings.append((meter, day, counter))
        return new

    def strike(self, meter, day):
        found = self._of(meter)
        counter = dict(found)[day]
        if len(found) == 1:
            raise ValueError
        self.readings.remove((meter, day, counter))
        return counter

    def counter(self, meter, day):
        found = self._of(meter)
        before = [entry for entry in found if entry[0] <= day]
        after = [entry for entry in found if entry[0] > day]
        if not before:
            return after[0][1]
        if not after:
            return before[-1][1]
        (start, low), (end, high) = before[-1], after[0]
        return low + (high - low) * (day - start) // (end - start)

    def tariff(self, day, steps, rest):
        new = day not in self.tariffs
        self.tariffs[day] = (steps, rest)
        return new

    def cost(self, meter, first, last):
        begin = self.counter(meter, first)
        days = sorted(self.tariffs)
        if not days or days[0] > first:
            raise ValueError
        cuts = [first, *[day for day in days if first < day < last], last]
        total = 0
        for start, end in pairwise(cuts):
            steps, rest = self.tariffs[max(day for day in days if day <= start)]
            old = self.counter(meter, start) - begin
            new = self.counter(meter, end) - begin
            total += price_of(steps, rest, new) - price_of(steps, rest, old)
        return total

    def issue(self, meter, first, last):
        amount = self.cost(meter, first, last)
        for bill in self.bills:
            if bill["meter"] == meter and bill["first"] < last and first < bill["last"]:
                raise ValueError
        self.bills.append({"meter": meter, "first": first, "last": last, "amount": amount})
        return amount

    def settle(self, meter):
        self._of(meter)
        count = total = 0
        for bill in self.bills:
            if bill["meter"] == meter:
                amount = self.cost(meter, bill["first"], bill["last"])
                if amount != bill["amount"]:
                    count += 1
                    total += amount - bill["amount"]
                    bill["amount"] = amount
        return (count, total)

    def billed(self, meter, first, last):
        self._of(meter)
        bills = [bill for bill in self.bills if bill["meter"] == meter]
        return sum(bill["amount"] for bill in bills if first <= bill["first"] and bill["last"] <= last)


def steps_of(rng):
    """A tariff's steps and the price for the rest."""
    limits = sorted(rng.sample(range(10, 400), 3))
    return [(limit, rng.randrange(10, 60)) for limit in limits], rng.randrange(10, 60)


def readings(rng, meter, count, gap, most):
    """Calls that read a meter `count` times, every `gap` days, in order of day; it uses up to `most` in between."""
    counter = 0
    calls = []
    for number in range(count):
        calls.append(("read", meter, number * gap, counter))
        counter += rng.randrange(most)
    return calls


def stress_costs_of_periods(rng):
    """build_then_query: a long series of readings, and what periods of it cost; sorting it for each look is slow."""
    calls = [("__init__",), ("tariff", 0, *steps_of(rng)), ("tariff", 900, *steps_of(rng))]
    calls += readings(rng, "m", 400, 5, 90)
    for _ in range(1_600):
        first = rng.randrange(1_900)
        calls.append(("cost", "m", first, first + rng.randrange(10, 60)))
        calls.append(("counter", "m", rng.randrange(2_000)))
    return (calls,)


def stress_late_corrections(rng):
    """worst_of_slow: each correction of a reading is settled at once; pricing all bills for it is slow."""
    calls = [("__init__",), ("tariff", 0, *steps_of(rng))]
    calls += readings(rng, "m", 60, 30, 900)
    counters = [call[3] for call in calls[2:]]
    calls += [("issue", "m", 30 * month, 30 * month + 30) for month in range(59)]
    for _ in range(900):
        month = rng.randrange(1, 59)
        counter = rng.randint(counters[month - 1], counters[month + 1])
        counters[month] = counter
        calls.append(("read", "m", 30 * month, counter))
        calls.append(("settle", "m"))
        calls.append(("billed", "m", 30 * rng.randrange(20), 30 * rng.randrange(30, 60)))
    return (calls,)


def stress_all_methods(rng):
    """large_random: ten meters and every method in any order, some readings and periods refused."""
    calls = [("__init__",)]
    calls += [("tariff", 100 * number + 20, *steps_of(rng)) for number in range(6)]
    calls += [("read", "lone", 5, 5), ("strike", "lone", 5), ("settle", "none"), ("billed", "none", 0, 9)]
    meters = [f"m{number}" for number in range(10)]
    for meter in meters:
        calls += readings(rng, meter, 20, 30, 300)
    for _ in range(4_000):
        meter = rng.choice(meters)
        day = rng.randrange(600)
        draw = rng.random()
        if draw < 0.25:
            calls.append(("read", meter, day, day * 5 + rng.randrange(-200, 200) if day > 50 else day))
        elif draw < 0.32:
            calls.append(("strike", meter, day // 30 * 30))
        elif draw < 0.5:
            calls.append(("counter", meter, day))
        elif draw < 0.51:
            calls.append(("tariff", day // 50 * 50 + 20, *steps_of(rng)))
        elif draw < 0.7:
            calls.append(("cost", meter, day, day + rng.randrange(1, 100)))
        elif draw < 0.85:
            calls.append(("issue", meter, day, day + rng.randrange(1, 40)))
        elif draw < 0.9:
            calls.append(("settle", meter))
        else:
            calls.append(("billed", meter, day, day + 100))
    return (calls,)


def stress_newest_first(rng):
    """adversarial_order: readings come in from the newest to the oldest, and each asks for the counters around it."""
    calls = [("__init__",), ("tariff", 0, *steps_of(rng))]
    for call in reversed(readings(rng, "m", 1_100, 3, 40)):
        calls.append(call)
        for _ in range(3):
            calls.append(("counter", "m", min(3_300, call[2] + rng.randrange(40))))
    return (calls,)


def stress_nothing_to_settle(rng):
    """repeated_no_ops: readings and tariffs as they are already, and settlements in which no bill changes."""
    tariffs = [("tariff", 200 * number, *steps_of(rng)) for number in range(4)]
    known = readings(rng, "m", 80, 10, 100)
    calls = [("__init__",), *tariffs, *known]
    calls += [("issue", "m", 20 * number, 20 * number + 20) for number in range(38)]
    for _ in range(1_000):
        calls.append(rng.choice(known))
        calls.append(("issue", "m", *sorted(rng.sample(range(20, 700), 2))))
        if rng.random() < 0.04:
            calls.append(rng.choice(tariffs))
        calls.append(("settle", "m"))
    return (calls,)


def stress_prices_by_the_day(rng):
    """worst_of_fast: a tariff for every other day, so that periods fall into many parts with their own steps."""
    calls = [("__init__",)]
    calls += [("tariff", 2 * number, *steps_of(rng)) for number in range(150)]
    calls += readings(rng, "m", 50, 6, 300)
    for _ in range(320):
        first = rng.randrange(250)
        calls.append(("cost", "m", first, first + rng.randrange(20, 40)))
        calls.append(("counter", "m", first))
        calls.append(("tariff", 2 * rng.randrange(150), *steps_of(rng)))
        for _ in range(3):
            first = rng.randrange(290)
            calls.append(("cost", "m", first, first + 1))
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them read the meter, the others ask what periods cost."""
    calls = [("__init__",), ("tariff", 0, *steps_of(rng))]
    calls += readings(rng, "m", size // 2, 5, 90)
    for _ in range(size // 2):
        first = rng.randrange(max(1, size // 2) * 5)
        calls.append(("cost", "m", first, first + rng.randrange(10, 60)))
    return (calls,)
