"""CashBook: accounts with floors, transfers that can be taken back in parts, and balances of earlier days.

Adding up postings anew for each balance is linear in all of them. Days never go back, so that each account's balances
at the ends of its days form a list that only grows at its end: a day is found in it by bisection, sums between two days
are differences, and the lowest of many days is found from the lowest of whole blocks of them.
Decided here: a reversal takes back what the receiver has above its floor, and the rest may be taken back later; days
before the first posting have a balance of 0; a refused call does not move the day on.
"""

from bisect import bisect_left, bisect_right

WRITTEN = "2026-11-24"

PROMPT = '''class CashBook:
    """Accounts, and the money that moves between them.

    Amounts are whole numbers of cents. Each account has a *floor*, which is zero or negative: its balance never is
    below that. Days are positive whole numbers. The calls that post something, `pay_in`, `transfer` and `reverse`, come
    in the order of their days: none of them may name an earlier day than one that was done before. Balances of any day
    can be asked for at any time; the balance of a day is the one at its end, after all that has been posted on it so
    far. Days after the last posting have the same balance as that day.

    A call that raises changes nothing. If it could raise several exceptions, it raises the one that its method names
    first.

    >>> book = CashBook()
    >>> book.open("ann", 0); book.open("bob", -50)
    >>> book.pay_in("ann", 100, 3), book.transfer("ann", "bob", 80, 4), book.transfer("bob", "ann", 110, 6)
    (100, 1, 2)
    >>> book.balance("bob", 3), book.balance("bob", 5), book.balance("bob", 9)
    (0, 80, -30)
    >>> book.reverse(1, 7), book.rest(1), book.lowest("bob", 4, 20), book.turnover("bob", 4, 6)
    (20, 60, -50, (80, 110))
    """

    def __init__(self) -> None:
        """Start without accounts."""

    def open(self, account: str, floor: int) -> None:
        """Open an account with a balance of 0.

        Raise ValueError if there is one of this name, or if `floor` is larger than 0.
        """

    def pay_in(self, account: str, amount: int, day: int) -> int:
        """Add cash to an account. Return its balance after that.

        Raise KeyError if there is no such account; ValueError if `amount` is less than 1, or if something was posted on
        a later day than `day`.
        """

    def transfer(self, source: str, target: str, amount: int, day: int) -> int:
        """Move an amount from one account to another one. Return the transfer's number.

        Transfers have the numbers 1, 2, 3 and so on.
        Raise KeyError if there is no such account; ValueError if the accounts are the same one, if `amount` is less
        than 1, or if something was posted on a later day than `day`; ArithmeticError if the balance of `source` would
        be below its floor.
        """

    def reverse(self, number: int, day: int) -> int:
        """Take a transfer back, as far as possible: move money back from its target to its source.

        Moved back is what is left of the transfer (see `rest`), but no more than takes the balance of its target down
        to the floor. Return how much that is. It may be 0; that counts as posted on `day` all the same. A transfer may
        be reversed several times, until nothing is left of it.
        Raise KeyError if there is no transfer of this number; ValueError if something was posted on a later day than
        `day`.
        """

    def rest(self, number: int) -> int:
        """Return how much of a transfer has not been moved back.

        Raise KeyError if there is no transfer of this number.
        """

    def balance(self, account: str, day: int) -> int:
        """Return the balance of an account at the end of `day`. Raise KeyError if there is no such account."""

    def lowest(self, account: str, first: int, last: int) -> int:
        """Return the lowest balance that an account had at the end of a day, of all days from `first` to `last`.

        Raise KeyError if there is no such account; ValueError if `first` is later than `last`.
        """

    def turnover(self, account: str, first: int, last: int) -> tuple[int, int]:
        """Return how much came into an account and how much went out of it on the days from `first` to `last`.

        What is paid in, transferred and moved back counts; money that is moved back comes in at the source.
        Raise KeyError if there is no such account; ValueError if `first` is later than `last`.
        """
'''

ARGUMENTS = {
    "__init__": (),
    "open": (str, int),
    "pay_in": (str, int, int),
    "transfer": (str, str, int, int),
    "reverse": (int, int),
    "rest": (int,),
    "balance": (str, int),
    "lowest": (str, int, int),
    "turnover": (str, int, int),
}
DAYS = {"pay_in": 1, "transfer": 1, "reverse": 1, "balance": 1, "lowest": 2, "turnover": 2}


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
                assert 1 <= len(argument) <= 30, "names of accounts must have 1 to 30 characters"
            else:
                assert abs(argument) <= 10**9, "numbers must lie within -10**9 and 10**9"
        if name in DAYS:
            assert all(day >= 1 for day in arguments[-DAYS[name] :]), "days must be at least 1"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("an account without a name", ([("__init__",), ("open", "", 0)],)),
    ("day 0", ([("__init__",), ("balance", "a", 0)],)),
    ("an amount as float", ([("__init__",), ("pay_in", "a", 1.5, 1)],)),
    ("a floor that is far too low", ([("__init__",), ("open", "a", -(10**10))],)),
]

PAIR = [("__init__",), ("open", "a", 0), ("open", "b", -20), ("pay_in", "a", 100, 5)]
PAIR_DONE = [None, None, None, 100]

TESTS = {
    "open: a name once, a floor not above zero": (
        [*PAIR, ("open", "a", -5), ("open", "c", 1), ("open", "c", 0), ("balance", "c", 5), ("open", "c", 0)],
        [*PAIR_DONE, ValueError, ValueError, None, 0, ValueError],
    ),
    "open: the floor of a refused opening does not count": (
        [*PAIR, ("open", "b", -90), ("transfer", "b", "a", 21, 5), ("transfer", "b", "a", 20, 5)],
        [*PAIR_DONE, ValueError, ArithmeticError, 1],
    ),
    "pay_in: adds up": (
        [*PAIR, ("pay_in", "a", 1, 5), ("pay_in", "b", 7, 6), ("pay_in", "a", 9, 6), ("balance", "a", 5)],
        [*PAIR_DONE, 101, 7, 110, 101],
    ),
    "pay_in: what is refused": (
        [
            *PAIR,
            ("pay_in", "q", 0, 4),
            ("pay_in", "a", 0, 6),
            ("pay_in", "a", -1, 6),
            ("pay_in", "a", 5, 4),
            ("balance", "a", 9),
            ("pay_in", "a", 5, 5),
        ],
        [*PAIR_DONE, KeyError, ValueError, ValueError, ValueError, 100, 105],
    ),
    "transfer: down to the floor and no lower": (
        [
            *PAIR,
            ("transfer", "a", "b", 101, 5),
            ("transfer", "a", "b", 100, 5),
            ("balance", "a", 5),
            ("transfer", "b", "a", 121, 6),
            ("transfer", "b", "a", 120, 6),
            ("balance", "b", 6),
            ("balance", "b", 5),
            ("transfer", "b", "a", 1, 6),
        ],
        [*PAIR_DONE, ArithmeticError, 1, 0, ArithmeticError, 2, -20, 100, ArithmeticError],
    ),
    "transfer: what is refused has no number and does not move the day on": (
        [
            *PAIR,
            ("transfer", "a", "q", 0, 4),
            ("transfer", "q", "a", 0, 4),
            ("transfer", "a", "a", 5, 9),
            ("transfer", "a", "b", 0, 9),
            ("transfer", "a", "b", 500, 4),
            ("transfer", "a", "b", 500, 9),
            ("transfer", "a", "b", 1, 5),
            ("transfer", "a", "b", 1, 5),
        ],
        [*PAIR_DONE, KeyError, KeyError, ValueError, ValueError, ValueError, ArithmeticError, 1, 2],
    ),
    "reverse: all of it": (
        [
            *PAIR,
            ("transfer", "a", "b", 30, 6),
            ("reverse", 1, 8),
            ("balance", "a", 8),
            ("balance", "a", 7),
            ("balance", "b", 8),
            ("reverse", 1, 9),
            ("rest", 1),
            ("pay_in", "a", 1, 8),
            ("pay_in", "a", 1, 9),
        ],
        [*PAIR_DONE, 1, 30, 100, 70, 0, 0, 0, ValueError, 101],
    ),
    "reverse: as much as the target has above its floor, and the rest later": (
        [
            *PAIR,
            ("transfer", "a", "b", 90, 6),
            ("transfer", "b", "a", 60, 6),
            ("reverse", 1, 7),
            ("rest", 1),
            ("balance", "b", 7),
            ("reverse", 1, 7),
            ("pay_in", "b", 10, 8),
            ("reverse", 1, 8),
            ("rest", 1),
            ("pay_in", "b", 99, 9),
            ("reverse", 1, 9),
            ("rest", 1),
            ("balance", "b", 9),
        ],
        [*PAIR_DONE, 1, 2, 50, 40, -20, 0, -10, 10, 30, 79, 30, 0, 49],
    ),
    "reverse: unknown numbers and earlier days": (
        [
            *PAIR,
            ("reverse", 1, 6),
            ("transfer", "a", "b", 30, 6),
            ("reverse", 0, 5),
            ("reverse", 2, 5),
            ("reverse", 1, 5),
            ("rest", 1),
            ("reverse", 1, 6),
        ],
        [*PAIR_DONE, KeyError, 1, KeyError, KeyError, ValueError, 30, 30],
    ),
    "rest: of transfers, not of reversals": (
        [*PAIR, ("rest", 1), ("transfer", "a", "b", 30, 6), ("reverse", 1, 6), ("rest", 1), ("rest", 2), ("rest", 0)],
        [*PAIR_DONE, KeyError, 1, 30, 0, KeyError, KeyError],
    ),
    "rest: each transfer has its own": (
        [
            *PAIR,
            ("transfer", "a", "b", 30, 6),
            ("transfer", "a", "b", 12, 6),
            ("reverse", 2, 6),
            ("rest", 1),
            ("rest", 2),
            ("transfer", "b", "a", 5, 6),
            ("rest", 3),
        ],
        [*PAIR_DONE, 1, 2, 12, 30, 0, 3, 5],
    ),
    "balance: before, between and after postings": (
        [
            *PAIR,
            ("pay_in", "a", 10, 8),
            ("pay_in", "a", 5, 8),
            ("transfer", "a", "b", 40, 11),
            ("balance", "a", 1),
            ("balance", "a", 4),
            ("balance", "a", 5),
            ("balance", "a", 7),
            ("balance", "a", 8),
            ("balance", "a", 10),
            ("balance", "a", 11),
            ("balance", "a", 99),
            ("balance", "b", 10),
            ("balance", "b", 11),
            ("balance", "q", 11),
        ],
        [*PAIR_DONE, 110, 115, 1, 0, 0, 100, 100, 115, 115, 75, 75, 0, 40, KeyError],
    ),
    "balance: of the day that is not over": (
        [*PAIR, ("balance", "a", 5), ("pay_in", "a", 1, 5), ("balance", "a", 5), ("balance", "a", 4)],
        [*PAIR_DONE, 100, 101, 101, 0],
    ),
    "lowest: ends of days alone, with the day before the first posting": (
        [
            *PAIR,
            ("transfer", "a", "b", 90, 7),
            ("transfer", "b", "a", 50, 7),
            ("transfer", "a", "b", 20, 9),
            ("pay_in", "a", 100, 12),
            ("lowest", "a", 5, 12),
            ("lowest", "a", 5, 8),
            ("lowest", "a", 5, 6),
            ("lowest", "a", 4, 6),
            ("lowest", "a", 10, 12),
            ("lowest", "a", 12, 12),
            ("lowest", "a", 11, 11),
            ("lowest", "a", 13, 99),
            ("lowest", "b", 1, 99),
            ("lowest", "b", 7, 9),
        ],
        [*PAIR_DONE, 1, 2, 3, 140, 40, 60, 100, 0, 40, 140, 40, 140, 0, 40],
    ),
    "lowest: below zero, and what is refused": (
        [
            *PAIR,
            ("lowest", "b", 1, 9),
            ("transfer", "b", "a", 15, 6),
            ("transfer", "a", "b", 9, 8),
            ("lowest", "b", 1, 9),
            ("lowest", "b", 8, 9),
            ("lowest", "b", 9, 8),
            ("lowest", "q", 9, 8),
        ],
        [*PAIR_DONE, 0, 1, 2, -15, -6, ValueError, KeyError],
    ),
    "turnover: both ways, both days included": (
        [
            *PAIR,
            ("transfer", "a", "b", 30, 6),
            ("pay_in", "a", 8, 6),
            ("reverse", 1, 9),
            ("turnover", "a", 5, 9),
            ("turnover", "a", 6, 8),
            ("turnover", "a", 7, 9),
            ("turnover", "a", 7, 8),
            ("turnover", "b", 1, 6),
            ("turnover", "b", 9, 9),
            ("turnover", "a", 10, 99),
        ],
        [*PAIR_DONE, 1, 78, 30, (138, 30), (8, 30), (30, 0), (0, 0), (30, 0), (0, 30), (0, 0)],
    ),
    "turnover: what is refused, and an account without postings": (
        [*PAIR, ("turnover", "b", 1, 99), ("turnover", "b", 3, 2), ("turnover", "q", 3, 2), ("turnover", "a", 5, 5)],
        [*PAIR_DONE, (0, 0), ValueError, KeyError, (100, 0)],
    ),
    "class: several postings on one day are one end of a day": (
        [
            ("__init__",),
            ("open", "a", -10),
            ("open", "b", 0),
            ("transfer", "a", "b", 10, 1),
            ("reverse", 1, 1),
            ("pay_in", "a", 3, 1),
            ("lowest", "a", 1, 1),
            ("balance", "a", 1),
            ("turnover", "a", 1, 1),
            ("turnover", "b", 1, 1),
            ("lowest", "b", 1, 9),
        ],
        [None, None, None, 1, 10, 3, 3, 3, (13, 10), (10, 10), 0],
    ),
    "class: a reversal of nothing moves the day on": (
        [
            ("__init__",),
            ("open", "a", -10),
            ("open", "b", 0),
            ("open", "c", 0),
            ("transfer", "a", "b", 10, 2),
            ("transfer", "b", "c", 10, 3),
            ("reverse", 1, 7),
            ("pay_in", "c", 1, 6),
            ("reverse", 2, 7),
            ("reverse", 1, 7),
            ("balance", "a", 6),
            ("balance", "a", 7),
            ("balance", "b", 7),
            ("turnover", "b", 7, 7),
        ],
        [None, None, None, None, 1, 2, 0, ValueError, 10, 10, -10, 0, 0, (10, 10)],
    ),
    "class: an empty book": (
        [
            ("__init__",),
            ("balance", "a", 1),
            ("rest", 1),
            ("pay_in", "a", 1, 1),
            ("open", "a", 0),
            ("lowest", "a", 1, 2),
        ],
        [None, KeyError, KeyError, KeyError, None, 0],
    ),
}


class Account:
    """Of the canonical solution: the days with postings; for each, the balance at its end and the sums up to it."""

    def __init__(self, floor):
        self.floor = floor
        self.days = [0]
        self.balances = [0]
        self.came_in = [0]
        self.went_out = [0]

    def post(self, amount, day):
        if self.days[-1] != day:
            self.days.append(day)
            for column in (self.balances, self.came_in, self.went_out):
                column.append(column[-1])
        self.balances[-1] += amount
        self.came_in[-1] += max(amount, 0)
        self.went_out[-1] += max(-amount, 0)

    def place(self, day):
        """The place of the last day with postings that is not later than `day`."""
        return bisect_right(self.days, day) - 1


class Canonical:
    def __init__(self):
        self._accounts = {}
        self._transfers = {}  # number -> [source, target, rest]
        self._last_day = 0

    def open(self, account, floor):
        if account in self._accounts:
            raise ValueError(f"{account} is open already")
        if floor > 0:
            raise ValueError("a floor is not above 0")
        self._accounts[account] = Account(floor)

    def _check_day(self, day):
        if day < self._last_day:
            raise ValueError("something was posted on a later day")

    def _move(self, source, target, amount, day):
        self._last_day = day
        if amount:
            source.post(-amount, day)
            target.post(amount, day)

    def pay_in(self, account, amount, day):
        found = self._accounts[account]
        if amount < 1:
            raise ValueError("the amount must be at least 1")
        self._check_day(day)
        self._last_day = day
        found.post(amount, day)
        return found.balances[-1]

    def transfer(self, source, target, amount, day):
        giver, taker = self._accounts[source], self._accounts[target]
        if source == target or amount < 1:
            raise ValueError("there must be two accounts and an amount of at least 1")
        self._check_day(day)
        if giver.balances[-1] - amount < giver.floor:
            raise ArithmeticError(f"{source} would be below its floor")
        self._move(giver, taker, amount, day)
        number = len(self._transfers) + 1
        self._transfers[number] = [giver, taker, amount]
        return number

    def reverse(self, number, day):
        transfer = self._transfers[number]
        self._check_day(day)
        source, target, rest = transfer
        amount = min(rest, target.balances[-1] - target.floor)
        self._move(target, source, amount, day)
        transfer[2] -= amount
        return amount

    def rest(self, number):
        return self._transfers[number][2]

    def balance(self, account, day):
        found = self._accounts[account]
        return found.balances[found.place(day)]

    def lowest(self, account, first, last):
        found = self._accounts[account]
        if first > last:
            raise ValueError("the first day is later than the last one")
        return min(found.balances[found.place(first) : found.place(last) + 1])

    def turnover(self, account, first, last):
        found = self._accounts[account]
        if first > last:
            raise ValueError("the first day is later than the last one")
        before, end = found.place(first - 1), found.place(last)
        return found.came_in[end] - found.came_in[before], found.went_out[end] - found.went_out[before]


BLOCK = 32


class Columns:
    """An account of the reference: `lows` has the lowest balance of each full block of days but the last ones."""

    __slots__ = ("balances", "came_in", "days", "floor", "lows")

    def __init__(self, floor):
        self.floor = floor
        self.days = [0]
        self.balances = [0]
        self.came_in = [0]
        self.lows = []

    def add(self, amount, day):
        balances = self.balances
        if self.days[-1] == day:
            balances[-1] += amount
            if amount > 0:
                self.came_in[-1] += amount
        else:
            count = len(balances)
            if not count % BLOCK:
                self.lows.append(min(balances[count - BLOCK :]))
            self.days.append(day)
            balances.append(balances[-1] + amount)
            self.came_in.append(self.came_in[-1] + amount if amount > 0 else self.came_in[-1])


class ReferenceLowestOfBlocks:
    def __init__(self):
        self._accounts = {}
        self._transfers = [None]
        self._last_day = 0

    def open(self, account, floor):
        if account in self._accounts or floor > 0:
            raise ValueError
        self._accounts[account] = Columns(floor)

    def pay_in(self, account, amount, day):
        found = self._accounts[account]
        if amount < 1 or day < self._last_day:
            raise ValueError
        self._last_day = day
        found.add(amount, day)
        return found.balances[-1]

    def transfer(self, source, target, amount, day):
        giver = self._accounts[source]
        taker = self._accounts[target]
        if giver is taker or amount < 1 or day < self._last_day:
            raise ValueError
        if giver.balances[-1] - amount < giver.floor:
            raise ArithmeticError
        self._last_day = day
        giver.add(-amount, day)
        taker.add(amount, day)
        transfers = self._transfers
        transfers.append([giver, taker, amount])
        return len(transfers) - 1

    def reverse(self, number, day):
        if not 0 < number < len(self._transfers):
            raise KeyError
        if day < self._last_day:
            raise ValueError
        self._last_day = day
        transfer = self._transfers[number]
        source, target, amount = transfer
        most = target.balances[-1] - target.floor
        if most < amount:
            amount = most
        if amount:
            transfer[2] -= amount
            target.add(-amount, day)
            source.add(amount, day)
        return amount

    def rest(self, number):
        if not 0 < number < len(self._transfers):
            raise KeyError
        return self._transfers[number][2]

    def balance(self, account, day):
        found = self._accounts[account]
        return found.balances[bisect_right(found.days, day) - 1]

    def lowest(self, account, first, last):
        found = self._accounts[account]
        if first > last:
            raise ValueError
        days = found.days
        start = bisect_right(days, first) - 1
        end = bisect_right(days, last, start)
        if end - start <= 3 * BLOCK:
            return min(found.balances[start:end])
        block = -(-start // BLOCK)
        last_block = min(end // BLOCK, len(found.lows))
        lowest = min(found.lows[block:last_block])
        balances = found.balances
        if start < block * BLOCK:
            lowest = min(lowest, min(balances[start : block * BLOCK]))
        if last_block * BLOCK < end:
            lowest = min(lowest, min(balances[last_block * BLOCK : end]))
        return lowest

    def turnover(self, account, first, last):
        found = self._accounts[account]
        if first > last:
            raise ValueError
        days = found.days
        before = bisect_left(days, first) - 1
        end = bisect_right(days, last, before) - 1
        came_in = found.came_in[end] - found.came_in[before]
        return came_in, came_in - found.balances[end] + found.balances[before]


class SlowAddUpPostings:
    def __init__(self):
        self.floors = {}
        self.postings = []
        self.transfers = []
        self.last_day = 0

    def open(self, account, floor):
        if account in self.floors or floor > 0:
            raise ValueError
        self.floors[account] = floor

    def pay_in(self, account, amount, day):
        self.floors[account]
        if amount < 1 or day < self.last_day:
            raise ValueError
        self.last_day = day
        self.postings.append((day, account, amount))
        return self.balance(account, day)

    def transfer(self, source, target, amount, day):
        floor = self.floors[source]
        self.floors[target]
        if source == target or amount < 1 or day < self.last_day:
            raise ValueError
        if self.balance(source, day) - amount < floor:
            raise ArithmeticError
        self.last_day = day
        self.postings.append((day, source, -amount))
        self.postings.append((day, target, amount))
        self.transfers.append([source, target, amount])
        return len(self.transfers)

    def _find(self, number):
        if number < 1 or number > len(self.transfers):
            raise KeyError(number)
        return self.transfers[number - 1]

    def reverse(self, number, day):
        source, target, rest = self._find(number)
        if day < self.last_day:
            raise ValueError
        self.last_day = day
        amount = min(rest, self.balance(target, day) - self.floors[target])
        self.transfers[number - 1][2] -= amount
        self.postings.append((day, target, -amount))
        self.postings.append((day, source, amount))
        return amount

    def rest(self, number):
        return self._find(number)[2]

    def balance(self, account, day):
        self.floors[account]
        return sum(amount for posted, name, amount in self.postings if name == account and posted <= day)

    def lowest(self, account, first, last):
        self.floors[account]
        if first > last:
            raise ValueError
        ends = {first: 0}
        total = 0
        for day, name, amount in self.postings:
            if name == account and day <= last:
                total += amount
                ends[max(first, day)] = total
        return min(ends.values())

    def turnover(self, account, first, last):
        self.floors[account]
        if first > last:
            raise ValueError
        amounts = [amount for day, name, amount in self.postings if name == account and first <= day <= last]
        came_in = sum(amount for amount in amounts if amount > 0)
        return came_in, came_in - sum(amounts)


def opened(rng, count, floor):
    """Calls that open accounts and pay something into each, and the accounts' names."""
    names = [f"{letter}{rng.randrange(1_000)}{letter}" for letter in "abcdefghijklmnopqrst"[:count]]
    calls = [("__init__",)] + [("open", name, floor) for name in names]
    return calls + [("pay_in", name, rng.randrange(10**6, 2 * 10**6), 1) for name in names], names


def between(rng, last):
    first = rng.randrange(1, last)
    return first, rng.randrange(first, last + 1)


def question(rng, names, last):
    kind = rng.choice(["balance", "lowest", "turnover"])
    name = rng.choice(names)
    return (kind, name, rng.randrange(1, last)) if kind == "balance" else (kind, name, *between(rng, last))


def stress_post_then_ask(rng):
    """build_then_query: transfers of hundreds of days, then questions about days and ranges of them."""
    calls, names = opened(rng, 6, 0)
    for step in range(1_500):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step // 3))
    calls += [question(rng, names, 502) for _ in range(2_000)]
    return (calls,)


def stress_post_and_ask(rng):
    """interleaved: each transfer is followed by a question, and checks the balance of its source itself."""
    calls, names = opened(rng, 5, -1_000)
    for step in range(1_400):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step // 2))
        calls.append(question(rng, names, 3 + step // 2))
    name = names[0]
    calls += [("open", "x", 0), ("open", "y", 0), ("open", "x", 0), ("pay_in", "x", 50, 702), ("pay_in", "x", 0, 702)]
    calls += [
        ("transfer", "x", "y", 50, 702),
        ("transfer", "y", name, rng.randrange(20, 40), 702),
        ("reverse", 1_401, 703),
    ]
    calls += [("transfer", "x", "x", 1, 703), ("reverse", 0, 703), ("reverse", 1_402, 1), ("rest", 0)]
    calls += [("lowest", name, 9, 8), ("turnover", name, 9, 8)]
    return (calls,)


def stress_reversals(rng):
    """growth_then_shrink: transfers, then each one is taken back, the last ones first; each asks for a balance."""
    calls, names = opened(rng, 6, 0)
    for step in range(1_300):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step // 4))
    for step in range(1_300):
        calls.append(("reverse", 1_300 - step, 400 + step // 4))
        calls.append(("rest", rng.randrange(1, 1_301)))
    return (calls,)


def stress_poor_accounts(rng):
    """repeated_no_ops: transfers that the source cannot pay and reversals of which nothing is left, one by one."""
    calls, names = opened(rng, 4, -50)
    for step in range(900):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step // 4))
    calls += [("reverse", number, 300) for number in range(700, 901)]
    for _ in range(1_500):
        calls.append(("transfer", *rng.sample(names, 2), 10**8, 300))
        calls.append(("reverse", rng.randrange(750, 901), 300))
    return (calls,)


def stress_long_ranges(rng):
    """worst_of_fast: one pair of accounts with a thousand days, and the lowest of nearly all of them."""
    calls, names = opened(rng, 2, 0)
    calls += [("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step) for step in range(1_200)]
    for _ in range(1_800):
        calls.append(("lowest", rng.choice(names), rng.randrange(1, 100), rng.randrange(1_100, 1_300)))
    return (calls,)


def stress_all_on_few_days(rng):
    """all_equal: thousands of postings on a handful of days; each day has one balance, however much is posted on it."""
    calls, names = opened(rng, 6, -100)
    for step in range(1_200):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 900), 2 + step // 300))
        calls.append(("pay_in", rng.choice(names), rng.randrange(1, 900), 2 + step // 300))
        calls.append(("balance", rng.choice(names), rng.randrange(1, 6)))
    return (calls,)


def growing(rng, size):
    """The number of transfers, one a day, each followed by a question for the lowest balance of some days."""
    calls, names = opened(rng, 3, 0)
    for step in range(size):
        calls.append(("transfer", *rng.sample(names, 2), rng.randrange(1, 90), 2 + step))
        calls.append(("lowest", rng.choice(names), *between(rng, 3 + step)))
    return (calls,)
