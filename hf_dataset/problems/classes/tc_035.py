"""LotBook: shares in lots, sold first in first out, with splits, mergers, and gains by how long a lot was held.

Taking the oldest lot off the front of a list, multiplying every lot at each split and adding up all sales for a report
cost the whole book each time. A queue of lots with a factor that splits only multiply, and running sums of the gains,
cost a few steps; the cost of the oldest shares is looked up in running sums by a binary search.
Decided here: the cost of a part of a lot is rounded down, and what was rounded stays with the rest of the lot.
"""

from bisect import bisect_left, bisect_right
from collections import deque

WRITTEN = "2026-11-24"

PROMPT = '''class LotBook:
    """The shares that somebody owns, in lots. Money is counted in whole cents, days are whole numbers.

    A lot is what is left of one purchase: a number of shares, the day of the purchase, and a cost. Shares of one symbol
    are always sold from its lots in order of day, the oldest first, and of one day in the order of their purchase. A
    lot that is sold as a whole takes its cost along. Where only `part` of the `shares` of a lot are sold, the cost of
    this part is cost * part // shares, and the lot keeps the rest of the cost and its place.

    The gain of a sale is made lot by lot, as what is got for the shares of the lot less their cost; it may be
    negative. A gain is long if the lot was held for more than 365 days (day of the sale less day of the purchase),
    otherwise short.

    Days never go back from one purchase or sale to the next. A call that raises an exception changes nothing.

    >>> book = LotBook()
    >>> book.buy("oak", 1, 10, 1000)
    >>> book.buy("oak", 300, 5, 1000)
    >>> book.sell("oak", 400, 12, 150)
    (-100, 500)
    >>> book.position("oak")
    (3, 600, 1)
    """

    def __init__(self) -> None:
        """Open an empty book."""

    def buy(self, symbol: str, day: int, shares: int, cost: int) -> None:
        """Note a purchase of `shares` for `cost` in total.

        Raise ValueError if `day` is before the day of an earlier purchase or sale, of any symbol.
        """

    def sell(self, symbol: str, day: int, shares: int, price: int) -> tuple[int, int]:
        """Sell shares for `price` each, and return (sum of the short gains, sum of the long gains).

        Raise ValueError if `day` is before the day of an earlier purchase or sale, of any symbol, or if there are fewer
        shares of the symbol.
        """

    def split(self, symbol: str, factor: int) -> int:
        """Multiply the shares of every lot of the symbol; costs and days stay. Return the shares there are then."""

    def merge(self, symbol: str, into: str, factor: int) -> int:
        """Turn each share of a symbol into `factor` shares of another symbol, and return how many shares that gives.

        The lots go over with their days and costs, and stand where their days belong: among lots of one day, those
        that were of the other symbol already stand first. Afterwards nothing is left of `symbol`, but it may be bought
        again.

        Raise ValueError if both symbols are the same.
        """

    def position(self, symbol: str) -> tuple[int, int, int]:
        """Return (number of shares, sum of the costs, number of lots) of a symbol, (0, 0, 0) if there are none."""

    def oldest_cost(self, symbol: str, shares: int) -> int:
        """Return the cost that would go along if this many shares were sold now.

        Raise ValueError if there are fewer shares of the symbol.

        >>> book = LotBook()
        >>> book.buy("elm", 1, 3, 100)
        >>> book.oldest_cost("elm", 2)
        66
        """

    def gains(self, first: int, last: int) -> tuple[int, int]:
        """Return (sum of the short gains, sum of the long gains) of the sales from day `first` to `last` inclusive."""

    def best_day(self) -> int | None:
        """Return the day whose sales have the highest sum of gains, short and long together.

        Of several such days it is the earliest. Return None if nothing was sold.
        """
'''

TYPES = {
    "__init__": (),
    "buy": (str, int, int, int),
    "sell": (str, int, int, int),
    "split": (str, int),
    "merge": (str, str, int),
    "position": (str,),
    "oldest_cost": (str, int),
    "gains": (int, int),
    "best_day": (),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    factors = 1
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for text in args:
            assert type(text) is int or (1 <= len(text) <= 20 and text.isascii()), (
                "symbols have 1 to 20 ASCII characters"
            )
        if name in ("buy", "sell"):
            assert 0 <= args[1] <= 10**6, "day must be from 0 to 10**6"
            assert 1 <= args[2] <= 10**9, "shares must be from 1 to 10**9"
            assert 0 <= args[3] <= 10**12, "cost and price must be from 0 to 10**12"
        elif name in ("split", "merge"):
            assert 1 <= args[-1] <= 100, "factor must be from 1 to 100"
            factors *= args[-1]
            assert factors <= 10**60, "all factors together must not exceed 10**60"
        elif name == "oldest_cost":
            assert 1 <= args[1] <= 10**80, "shares must be from 1 to 10**80"
        elif name == "gains":
            assert 0 <= args[0] <= args[1] <= 10**6, "first and last must be from 0 to 10**6 and in order"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("best_day",)],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("no shares", ([("__init__",), ("buy", "a", 1, 0, 5)],)),
    ("a negative price", ([("__init__",), ("sell", "a", 1, 1, -5)],)),
    ("a split by 0", ([("__init__",), ("split", "a", 0)],)),
    ("first after last", ([("__init__",), ("gains", 2, 1)],)),
    ("too many splits", ([("__init__",)] + [("split", "a", 100)] * 31,)),
]

COST_VARIES = {
    "trader": "how many lots a symbol has depends on the shares bought and sold, and on mergers",
}

TESTS = {
    "buy: lots of one day stay apart": (
        [("__init__",), ("buy", "a", 5, 2, 10), ("buy", "a", 5, 3, 20), ("position", "a"), ("sell", "a", 5, 2, 6)],
        [None, None, None, (5, 30, 2), (2, 0)],
    ),
    "buy: days never go back, not even over symbols": (
        [
            ("__init__",),
            ("buy", "a", 5, 2, 10),
            ("buy", "b", 4, 2, 10),
            ("position", "b"),
            ("buy", "b", 5, 2, 10),
            ("sell", "a", 9, 1, 5),
            ("buy", "a", 8, 1, 1),
            ("position", "a"),
        ],
        [None, None, ValueError, (0, 0, 0), None, (0, 0), ValueError, (1, 5, 1)],
    ),
    "sell: rounding stays with the rest of the lot": (
        [
            ("__init__",),
            ("buy", "a", 1, 3, 100),
            ("sell", "a", 2, 1, 50),
            ("position", "a"),
            ("sell", "a", 2, 1, 50),
            ("sell", "a", 2, 1, 50),
            ("position", "a"),
        ],
        [None, None, (17, 0), (2, 67, 1), (17, 0), (16, 0), (0, 0, 0)],
    ),
    "sell: long is more than 365 days": (
        [
            ("__init__",),
            ("buy", "a", 10, 2, 20),
            ("buy", "a", 11, 2, 20),
            ("sell", "a", 375, 1, 15),
            ("sell", "a", 376, 2, 15),
            ("sell", "a", 377, 1, 4),
        ],
        [None, None, None, (5, 0), (5, 5), (0, -6)],
    ),
    "sell: too many shares or a day that is over change nothing": (
        [
            ("__init__",),
            ("sell", "a", 3, 1, 5),
            ("buy", "a", 3, 2, 10),
            ("sell", "a", 9, 3, 5),
            ("sell", "a", 2, 1, 5),
            ("gains", 0, 100),
            ("best_day",),
            ("buy", "a", 4, 1, 7),
            ("sell", "a", 4, 3, 5),
            ("position", "a"),
        ],
        [None, ValueError, None, ValueError, ValueError, (0, 0), None, None, (-2, 0), (0, 0, 0)],
    ),
    "split: multiplies the shares of all lots, but not later ones": (
        [
            ("__init__",),
            ("buy", "a", 1, 3, 100),
            ("buy", "a", 2, 1, 50),
            ("split", "a", 3),
            ("buy", "a", 3, 1, 10),
            ("position", "a"),
            ("sell", "a", 4, 10, 20),
            ("position", "a"),
            ("sell", "a", 4, 3, 20),
        ],
        [None, None, None, 12, None, (13, 160, 3), (84, 0), (3, 44, 2), (16, 0)],
    ),
    "split: rounding after a split of a lot that was sold in part": (
        [
            ("__init__",),
            ("buy", "a", 1, 3, 100),
            ("sell", "a", 1, 1, 0),
            ("split", "a", 2),
            ("oldest_cost", "a", 1),
            ("sell", "a", 1, 3, 0),
            ("position", "a"),
        ],
        [None, None, (-33, 0), 4, 16, (-50, 0), (1, 17, 1)],
    ),
    "split: by one, and of what nobody has": (
        [
            ("__init__",),
            ("split", "a", 5),
            ("buy", "a", 1, 3, 7),
            ("split", "a", 1),
            ("position", "a"),
            ("split", "b", 2),
        ],
        [None, 0, None, 3, (3, 7, 1), 0],
    ),
    "merge: lots stand by day, those that were there first": (
        [
            ("__init__",),
            ("buy", "a", 1, 1, 100),
            ("buy", "b", 1, 1, 200),
            ("buy", "a", 2, 1, 400),
            ("buy", "b", 3, 1, 800),
            ("merge", "a", "b", 1),
            ("oldest_cost", "b", 1),
            ("oldest_cost", "b", 2),
            ("oldest_cost", "b", 3),
            ("oldest_cost", "b", 4),
            ("position", "a"),
        ],
        [None, None, None, None, None, 2, 200, 300, 700, 1500, (0, 0, 0)],
    ),
    "merge: with a factor, into a symbol with splits, and bought again": (
        [
            ("__init__",),
            ("buy", "a", 1, 2, 60),
            ("buy", "b", 2, 1, 50),
            ("split", "b", 4),
            ("split", "a", 3),
            ("merge", "a", "b", 5),
            ("position", "b"),
            ("sell", "b", 3, 31, 10),
            ("buy", "a", 3, 1, 9),
            ("position", "a"),
            ("split", "a", 2),
            ("position", "b"),
        ],
        [None, None, None, 4, 6, 30, (34, 110, 2), (240 + 10 - 12, 0), None, (1, 9, 1), 2, (3, 38, 1)],
    ),
    "merge: with itself, of nothing, and into nothing": (
        [
            ("__init__",),
            ("buy", "a", 1, 2, 60),
            ("merge", "a", "a", 2),
            ("merge", "c", "a", 7),
            ("position", "a"),
            ("merge", "a", "d", 2),
            ("position", "d"),
            ("position", "a"),
            ("sell", "a", 1, 1, 1),
        ],
        [None, None, ValueError, 0, (2, 60, 1), 4, (4, 60, 1), (0, 0, 0), ValueError],
    ),
    "position: costs of parts of lots": (
        [("__init__",), ("buy", "a", 1, 7, 50), ("sell", "a", 1, 2, 7), ("position", "a"), ("position", "b")],
        [None, None, (0, 0), (5, 36, 1), (0, 0, 0)],
    ),
    "position: a lot that costs nothing": (
        [("__init__",), ("buy", "a", 1, 2, 0), ("buy", "a", 1, 2, 5), ("sell", "a", 1, 2, 3), ("position", "a")],
        [None, None, None, (6, 0), (2, 5, 1)],
    ),
    "oldest_cost: whole lots and parts": (
        [
            ("__init__",),
            ("buy", "a", 1, 4, 10),
            ("buy", "a", 1, 3, 20),
            ("oldest_cost", "a", 3),
            ("oldest_cost", "a", 4),
            ("oldest_cost", "a", 5),
            ("oldest_cost", "a", 7),
            ("oldest_cost", "a", 8),
            ("position", "a"),
        ],
        [None, None, None, 7, 10, 16, 30, ValueError, (7, 30, 2)],
    ),
    "oldest_cost: after a sale of a part": (
        [
            ("__init__",),
            ("buy", "a", 1, 4, 11),
            ("buy", "a", 1, 3, 20),
            ("sell", "a", 1, 1, 0),
            ("oldest_cost", "a", 2),
            ("oldest_cost", "a", 3),
            ("oldest_cost", "a", 4),
            ("sell", "a", 1, 3, 3),
            ("oldest_cost", "a", 2),
            ("oldest_cost", "b", 1),
        ],
        [None, None, None, (-2, 0), 6, 9, 15, (0, 0), 13, ValueError],
    ),
    "gains: both ends included": (
        [
            ("__init__",),
            ("buy", "a", 1, 9, 9),
            ("sell", "a", 3, 1, 11),
            ("sell", "a", 5, 1, 21),
            ("sell", "a", 400, 1, 41),
            ("gains", 3, 5),
            ("gains", 4, 5),
            ("gains", 3, 4),
            ("gains", 6, 399),
            ("gains", 0, 1000),
            ("gains", 400, 400),
        ],
        [None, None, (10, 0), (20, 0), (0, 40), (30, 0), (20, 0), (10, 0), (0, 0), (30, 40), (0, 40)],
    ),
    "gains: several sales on one day": (
        [
            ("__init__",),
            ("gains", 0, 9),
            ("buy", "a", 1, 9, 9),
            ("buy", "b", 1, 9, 18),
            ("sell", "a", 3, 1, 3),
            ("sell", "b", 3, 1, 9),
            ("gains", 3, 3),
            ("gains", 2, 2),
            ("gains", 4, 4),
        ],
        [None, (0, 0), None, None, (2, 0), (7, 0), (9, 0), (0, 0), (0, 0)],
    ),
    "best_day: sums of a day, the earliest of equal ones": (
        [
            ("__init__",),
            ("best_day",),
            ("buy", "a", 1, 9, 90),
            ("sell", "a", 2, 1, 4),
            ("best_day",),
            ("sell", "a", 3, 1, 15),
            ("sell", "a", 4, 1, 13),
            ("best_day",),
            ("sell", "a", 4, 1, 12),
            ("best_day",),
            ("sell", "a", 4, 1, 11),
            ("best_day",),
        ],
        [None, None, None, (-6, 0), 2, (5, 0), (3, 0), 3, (2, 0), 3, (1, 0), 4],
    ),
    "best_day: a loss on the same day": (
        [
            ("__init__",),
            ("buy", "a", 1, 9, 90),
            ("sell", "a", 2, 1, 14),
            ("sell", "a", 3, 1, 15),
            ("best_day",),
            ("sell", "a", 3, 1, 8),
            ("best_day",),
            ("sell", "a", 400, 1, 20),
            ("best_day",),
        ],
        [None, None, (4, 0), (5, 0), 3, (-2, 0), 2, (0, 10), 400],
    ),
    "gains: two long sales on one day": (
        [
            ("__init__",),
            ("buy", "a", 1, 10, 10),
            ("sell", "a", 400, 1, 4),
            ("sell", "a", 400, 1, 6),
            ("gains", 400, 400),
        ],
        [None, None, (0, 3), (0, 5), (0, 8)],
    ),
    "class: purchases, splits and sales over two years": (
        [
            ("__init__",),
            ("buy", "oak", 0, 10, 1000),
            ("buy", "oak", 200, 10, 3000),
            ("split", "oak", 2),
            ("sell", "oak", 366, 25, 100),
            ("oldest_cost", "oak", 15),
            ("sell", "oak", 566, 15, 100),
            ("gains", 0, 366),
            ("gains", 0, 566),
            ("best_day",),
        ],
        [None, None, None, 40, (-250, 1000), 2250, (0, -750), (-250, 1000), (-250, 250), 366],
    ),
    "class: a merger mixes lots that were sold in part": (
        [
            ("__init__",),
            ("buy", "a", 1, 3, 10),
            ("buy", "b", 2, 2, 30),
            ("sell", "a", 3, 1, 3),
            ("sell", "b", 3, 1, 14),
            ("merge", "b", "a", 2),
            ("oldest_cost", "a", 3),
            ("position", "a"),
            ("sell", "a", 370, 4, 10),
            ("best_day",),
            ("gains", 3, 370),
        ],
        [None, None, None, (0, 0), (-1, 0), 2, 14, (4, 22, 2), (0, 18), 370, (-1, 18)],
    ),
    "class: everything sold, and bought again after a split": (
        [
            ("__init__",),
            ("buy", "a", 1, 2, 10),
            ("split", "a", 3),
            ("sell", "a", 2, 6, 2),
            ("buy", "a", 3, 2, 10),
            ("position", "a"),
            ("split", "a", 2),
            ("oldest_cost", "a", 1),
            ("sell", "a", 3, 4, 2),
            ("gains", 2, 3),
        ],
        [None, None, 6, (2, 0), None, (2, 10, 1), 4, 2, (-2, 0), (0, 0)],
    ),
}


class Canonical:
    def __init__(self):
        self.lots = {}  # symbol: [[day, shares, cost]] in order
        self.today = 0
        self.sale_days = []  # the days with sales, in order
        self.short = []  # the sums of their short gains
        self.long = []

    def buy(self, symbol, day, shares, cost):
        if day < self.today:
            raise ValueError("the day is over")
        self.today = day
        self.lots.setdefault(symbol, deque()).append([day, shares, cost])

    def sell(self, symbol, day, shares, price):
        lots = self.lots.get(symbol, ())
        if day < self.today:
            raise ValueError("the day is over")
        if sum(lot[1] for lot in lots) < shares:
            raise ValueError("there are fewer shares")
        self.today = day
        short = long = 0
        while shares:
            bought, held, cost = lots[0]
            sold = min(held, shares)
            part = cost * sold // held
            if sold == held:
                lots.popleft()
            else:
                lots[0] = [bought, held - sold, cost - part]
            shares -= sold
            if day - bought > 365:
                long += sold * price - part
            else:
                short += sold * price - part
        if not self.sale_days or self.sale_days[-1] < day:
            self.sale_days.append(day)
            self.short.append(0)
            self.long.append(0)
        self.short[-1] += short
        self.long[-1] += long
        return (short, long)

    def split(self, symbol, factor):
        for lot in self.lots.get(symbol, ()):
            lot[1] *= factor
        return self.position(symbol)[0]

    def merge(self, symbol, into, factor):
        if symbol == into:
            raise ValueError("both are the same")
        moved = self.split(symbol, factor)
        lots = [*self.lots.get(into, ()), *self.lots.pop(symbol, ())]
        self.lots[into] = deque(sorted(lots, key=lambda lot: lot[0]))
        return moved

    def position(self, symbol):
        lots = self.lots.get(symbol, ())
        return (sum(lot[1] for lot in lots), sum(lot[2] for lot in lots), len(lots))

    def oldest_cost(self, symbol, shares):
        total = 0
        for _, held, cost in self.lots.get(symbol, ()):
            if shares <= held:
                return total + cost * shares // held
            total += cost
            shares -= held
        raise ValueError("there are fewer shares")

    def gains(self, first, last):
        start = bisect_left(self.sale_days, first)
        end = bisect_right(self.sale_days, last)
        return (sum(self.short[start:end]), sum(self.long[start:end]))

    def best_day(self):
        sums = [short + long for short, long in zip(self.short, self.long, strict=True)]
        return self.sale_days[sums.index(max(sums))] if sums else None


class _Holding:
    """Lots as lists side by side, of which those from `first` on are left; a split multiplies the running sums."""

    __slots__ = ("costs", "days", "ends", "first", "rest", "rest_cost", "total_cost")

    def __init__(self):
        self.days = []
        self.ends = []  # shares of this and all earlier lots
        self.costs = []  # cost of this and all earlier lots
        self.first = 0  # the first lot that is left
        self.rest = 0  # its shares
        self.rest_cost = 0  # its cost
        self.total_cost = 0


class ReferenceRunningSums:
    def __init__(self):
        self.holdings = {}
        self.today = 0
        self.days = []
        self.short = [0]  # sums up to and including a day of sales
        self.long = [0]
        self.best = None  # (gain, day) of the best day but the last one
        self.last = 0

    def buy(self, symbol, day, shares, cost):
        if day < self.today:
            raise ValueError
        self.today = day
        lots = self.holdings.get(symbol)
        if lots is None:
            lots = self.holdings[symbol] = _Holding()
        days = lots.days
        if lots.first == len(days):
            lots.rest = shares
            lots.rest_cost = cost
        ends = lots.ends
        days.append(day)
        if ends:
            ends.append(ends[-1] + shares)
            lots.costs.append(lots.costs[-1] + cost)
        else:
            ends.append(shares)
            lots.costs.append(cost)
        lots.total_cost += cost

    def sell(self, symbol, day, shares, price):
        if day < self.today:
            raise ValueError
        lots = self.holdings.get(symbol)
        if lots is None or lots.first == len(lots.days):
            raise ValueError
        rest = lots.rest
        first = lots.first
        short = long = 0
        if shares < rest:
            cost = lots.rest_cost
            part = cost * shares // rest
            lots.rest = rest - shares
            lots.rest_cost = cost - part
            lots.total_cost -= part
            if day - lots.days[first] > 365:
                long = shares * price - part
            else:
                short = shares * price - part
        else:
            ends = lots.ends
            target = ends[first] - rest + shares
            if target > ends[-1]:
                raise ValueError
            costs = lots.costs
            place = bisect_left(ends, target, first)  # the last lot that is touched
            before = ends[place - 1] if place > first else ends[first] - rest
            held = ends[place] - before
            sold = target - before
            cost = costs[place] - costs[place - 1] if place > first else lots.rest_cost
            part = cost * sold // held
            whole = costs[place - 1] - costs[first] + lots.rest_cost if place > first else 0
            taken = whole + part
            days = lots.days
            old = bisect_left(days, day - 365, first, place + 1)  # the first lot that is not long
            if old == first:
                short = shares * price - taken
            elif old > place:
                long = shares * price - taken
            else:
                count = ends[old - 1] - ends[first] + rest
                long = count * price - (costs[old - 1] - costs[first] + lots.rest_cost)
                short = shares * price - taken - long
            if sold == held:
                place += 1
                if place < len(ends):
                    lots.rest = ends[place] - ends[place - 1]
                    lots.rest_cost = costs[place] - costs[place - 1]
                else:
                    lots.rest = lots.rest_cost = 0
            else:
                lots.rest = held - sold
                lots.rest_cost = cost - part
            lots.first = place
            lots.total_cost -= taken
        self.today = day
        days = self.days
        if not days:
            days.append(day)
            self.short.append(short)
            self.long.append(long)
            self.last = short + long
        elif days[-1] == day:
            self.short[-1] += short
            self.long[-1] += long
            self.last += short + long
        else:
            if self.best is None or self.last > self.best[0]:
                self.best = (self.last, days[-1])
            days.append(day)
            self.short.append(self.short[-1] + short)
            self.long.append(self.long[-1] + long)
            self.last = short + long
        return (short, long)

    def split(self, symbol, factor):
        lots = self.holdings.get(symbol)
        if lots is None:
            return 0
        if lots.first == len(lots.days):
            del self.holdings[symbol]
            return 0
        first = lots.first
        if first:
            del lots.days[:first]
            del lots.ends[:first]
            del lots.costs[:first]
            lots.first = 0
        if factor > 1:
            lots.ends = [end * factor for end in lots.ends]
            lots.rest *= factor
        return lots.ends[-1] - lots.ends[0] + lots.rest

    def _list(self, lots):
        """Return the lots that are left, of which there is one at least, as [(day, shares, cost)]."""
        first = lots.first + 1
        rows = [(lots.days[first - 1], lots.rest, lots.rest_cost)]
        end = lots.ends[first - 1]
        total = lots.costs[first - 1]
        for place in range(first, len(lots.days)):
            rows.append((lots.days[place], lots.ends[place] - end, lots.costs[place] - total))
            end = lots.ends[place]
            total = lots.costs[place]
        return rows

    def merge(self, symbol, into, factor):
        if symbol == into:
            raise ValueError
        moved = self.split(symbol, factor)
        if not moved:
            return 0
        old = self.holdings.pop(symbol)
        new = self.holdings.get(into)
        if new is None or new.first == len(new.days):
            self.holdings[into] = old
            return moved
        rows = self._list(new) + self._list(old)
        rows.sort(key=lambda row: row[0])
        lots = self.holdings[into] = _Holding()
        end = total = 0
        for day, shares, cost in rows:
            lots.days.append(day)
            end += shares
            lots.ends.append(end)
            total += cost
            lots.costs.append(total)
        lots.rest, lots.rest_cost = rows[0][1:]
        lots.total_cost = total
        return moved

    def position(self, symbol):
        lots = self.holdings.get(symbol)
        if lots is None or lots.first == len(lots.days):
            return (0, 0, 0)
        first = lots.first
        return (lots.ends[-1] - lots.ends[first] + lots.rest, lots.total_cost, len(lots.days) - first)

    def oldest_cost(self, symbol, shares):
        lots = self.holdings.get(symbol)
        if lots is None or lots.first == len(lots.days):
            raise ValueError
        if shares <= lots.rest:
            return lots.rest_cost * shares // lots.rest
        ends = lots.ends
        first = lots.first
        target = ends[first] - lots.rest + shares
        if target > ends[-1]:
            raise ValueError
        costs = lots.costs
        place = bisect_left(ends, target, first)
        before = ends[place - 1]
        total = costs[place - 1]
        part = (costs[place] - total) * (target - before) // (ends[place] - before)
        return total - costs[first] + lots.rest_cost + part

    def gains(self, first, last):
        days = self.days
        start = bisect_left(days, first)
        end = bisect_right(days, last, start)
        return (self.short[end] - self.short[start], self.long[end] - self.long[start])

    def best_day(self):
        if not self.days:
            return None
        best = self.best
        return self.days[-1] if best is None or self.last > best[0] else best[1]


class SlowListsOfAllLotsAndSales:
    def __init__(self):
        self.lots = []
        self.sales = []
        self.today = 0

    def _check(self, day):
        if day < self.today:
            raise ValueError

    def _of(self, symbol):
        return sorted((lot for lot in self.lots if lot["symbol"] == symbol), key=lambda lot: (lot["day"], lot["place"]))

    def buy(self, symbol, day, shares, cost):
        self._check(day)
        self.today = day
        self.lots.append({"symbol": symbol, "day": day, "place": 0, "shares": shares, "cost": cost})

    def sell(self, symbol, day, shares, price):
        self._check(day)
        if self.position(symbol)[0] < shares:
            raise ValueError
        self.today = day
        short = long = 0
        for lot in self._of(symbol):
            sold = min(lot["shares"], shares)
            part = lot["cost"] * sold // lot["shares"]
            gain = sold * price - part
            if sold:
                if day - lot["day"] > 365:
                    long += gain
                else:
                    short += gain
            shares -= sold
            lot["shares"] -= sold
            lot["cost"] -= part
        self.lots = [lot for lot in self.lots if lot["shares"]]
        self.sales.append((day, short, long))
        return (short, long)

    def split(self, symbol, factor):
        for lot in self._of(symbol):
            lot["shares"] *= factor
        return self.position(symbol)[0]

    def merge(self, symbol, into, factor):
        if symbol == into:
            raise ValueError
        moved = self.split(symbol, factor)
        lots = self._of(into) + self._of(symbol)
        lots.sort(key=lambda lot: lot["day"])
        for lot in lots:
            lot["symbol"] = into
        self.lots = [lot for lot in self.lots if lot["symbol"] != into] + lots
        return moved

    def position(self, symbol):
        lots = self._of(symbol)
        return (sum(lot["shares"] for lot in lots), sum(lot["cost"] for lot in lots), len(lots))

    def oldest_cost(self, symbol, shares):
        if self.position(symbol)[0] < shares:
            raise ValueError
        total = 0
        for lot in self._of(symbol):
            sold = min(lot["shares"], shares)
            total += lot["cost"] * sold // lot["shares"]
            shares -= sold
        return total

    def gains(self, first, last):
        sales = [sale for sale in self.sales if first <= sale[0] <= last]
        return (sum(sale[1] for sale in sales), sum(sale[2] for sale in sales))

    def best_day(self):
        days = {}
        for day, short, long in self.sales:
            days[day] = days.get(day, 0) + short + long
        return min(days, key=lambda day: (-days[day], day)) if days else None


def stress_savings_plan(rng):
    """worst_of_slow: many small purchases of one symbol, and looks at it in between; each look adds up all lots."""
    calls = [("__init__",)]
    for day in range(2_200):
        calls.append(("buy", "fund", day, rng.randrange(1, 50), rng.randrange(100, 9_999)))
        calls.append(("oldest_cost", "fund", rng.randrange(1, 12 * (day + 1))))
        if day % 5 == 0:
            calls.append(("position", "fund"))
    return (calls,)


def stress_trader(rng):
    """large_random: every method over twenty symbols, some sales of more shares than there are among them."""
    calls = [("__init__",)]
    symbols = [f"s{number}" for number in range(20)]
    day = 0
    for step in range(6_000):
        symbol = rng.choice(symbols)
        day += rng.random() < 0.4
        if step % 500 == 250:
            calls.append(("split", symbol, 2))
        elif step % 500 == 499:
            calls.append(("merge", symbol, rng.choice(symbols), 1))
            # One symbol is sold out, split, bought again, renamed by mergers, and some of it is refused.
            calls += [("buy", "ash", day, 5, 70), ("sell", "ash", day, 5, 15), ("split", "ash", 2)]
            calls += [("buy", "ash", day, 3, 9), ("merge", "ash", f"ash {step}", 1), ("merge", "ash", symbol, 1)]
            calls += [("merge", symbol, symbol, 1), ("sell", symbol, 0, 1, 1)]
        draw = rng.random()
        if draw < 0.4:
            calls.append(("buy", symbol, day, rng.randrange(1, 100), rng.randrange(1, 9_999)))
        elif draw < 0.6:
            calls.append(("sell", symbol, day, rng.randrange(1, 150), rng.randrange(1, 100)))
        elif draw < 0.75:
            calls.append(("oldest_cost", symbol, rng.randrange(1, 400)))
        elif draw < 0.85:
            calls.append(("position", symbol))
        elif draw < 0.95:
            first = rng.randrange(day + 1)
            calls.append(("gains", first, rng.randrange(first, day + 1)))
        else:
            calls.append(("best_day",))
    return (calls,)


def stress_reports(rng):
    """build_then_query: a thousand days of sales, then sums over spans of days and the best of them."""
    calls = [("__init__",), ("buy", "oak", 0, 10**9, 10**11)]
    for day in range(1_000):
        calls.append(("sell", "oak", day, rng.randrange(1, 100), rng.randrange(1, 200)))
    for _ in range(3_000):
        calls.append(("gains", rng.randrange(300), rng.randrange(700, 1_000)))
        if rng.random() < 0.1:
            calls.append(("best_day",))
    return (calls,)


def stress_bought_then_sold(rng):
    """growth_then_shrink: a thousand lots of one symbol that are sold again in small portions."""
    calls = [("__init__",)]
    total = 0
    for day in range(1_000):
        shares = rng.randrange(5, 15)
        total += shares
        calls.append(("buy", "elm", day, shares, rng.randrange(100, 900)))
    day = 1_000
    while total > 20:
        shares = rng.randrange(1, 12)
        total -= shares
        day += rng.random() < 0.5
        calls.append(("sell", "elm", day, shares, rng.randrange(10, 90)))
        calls.append(("position", "elm"))
    return (calls,)


def stress_refused(rng):
    """repeated_no_ops: sales of more shares than there are and purchases on days that are over, with many lots."""
    calls = [("__init__",)]
    for day in range(1_000):
        calls.append(("buy", f"s{day % 2}", day, rng.randrange(1, 50), rng.randrange(100, 9_999)))
    for _ in range(1_700):
        calls.append(("sell", f"s{rng.randrange(2)}", 1_000, rng.randrange(25_000, 60_000), 5))
        calls.append(("buy", "s0", rng.randrange(999), 1, 1))
        shares = rng.randrange(25_000, 60_000) if rng.randrange(4) else rng.randrange(1, 10_000)
        calls.append(("oldest_cost", f"s{rng.randrange(2)}", shares))
        calls.append(("split", f"t{rng.randrange(2)}", 1))
    return (calls,)


def stress_one_day(rng):
    """all_equal: all purchases and sales fall on one day, and lots of one symbol are merged into those of another."""
    day = rng.randrange(10_000)
    calls = [("__init__",)]
    for number in range(900):
        calls.append(("buy", "ab"[rng.random() < 0.5], day, rng.randrange(5, 15), rng.randrange(100, 999)))
        calls.append(("gains", day, day))
        if number % 60 == 59:
            calls.append(("merge", "b", "a", 2 - number // 60 % 2))
        if number % 3 == 0:
            calls.append(("sell", "a", day, rng.randrange(1, 4), rng.randrange(50)))
            calls.append(("best_day",))
        calls.append(("position", "a"))
    return (calls,)


def growing(rng, size):
    """The number of calls: as many purchases as looks at the cost of the oldest shares."""
    calls = [("__init__",)]
    for day in range(size // 2):
        calls.append(("buy", "fund", day, rng.randrange(1, 50), rng.randrange(100, 9_999)))
        calls.append(("oldest_cost", "fund", rng.randrange(1, 12 * (day + 1))))
    return (calls,)
