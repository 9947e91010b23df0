"""BarleyExchange: match offers to buy and to sell by price, then by age, and keep what is left standing.

One list of all offers costs a scan of the whole list in every call. Queues by price, with the prices in order and sums
kept for each price and each trader, cost a few steps a call and a shift of the list of prices.
Decided here: offers of one trader never trade with each other; the standing one is withdrawn when the other meets it.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class BarleyExchange:
    """Matches offers to buy and to sell sacks of barley.

    An offer has a side ("buy" or "sell"), a price, an amount of sacks and a trader. The best standing offer to buy is
    the one with the highest price, the best one to sell the one with the lowest; offers of one price stand in a queue.

    A call that raises an exception changes nothing.

    >>> exchange = BarleyExchange(5)
    >>> exchange.offer("sell", 100, 8, "ada")
    (1, [])
    >>> exchange.offer("sell", 95, 4, "bob")
    (2, [])
    >>> exchange.offer("buy", 100, 6, "cyd")
    (3, [(2, 95, 4), (1, 100, 2)])
    >>> exchange.best("sell")
    (100, 6, 1)
    """

    def __init__(self, tick: int) -> None:
        """Open an exchange without offers, on which every price is a multiple of `tick`."""

    def offer(self, side: str, price: int, amount: int, trader: str) -> tuple[int, list[tuple[int, int, int]]]:
        """Make an offer, trade what can be traded, and let the rest of it stand.

        Accepted offers are numbered 1, 2, 3 and so on, whether or not anything of them stands afterwards. The new offer
        meets the standing offers of the other side one after another, the best price first and those of equal price in
        the order of their queue, as long as something is left of it and the price is good enough: a buyer pays at most
        his price, a seller takes at least his. What happens when they meet:

        - If the standing offer belongs to another trader, the smaller of the two amounts is traded at the price of the
          standing offer. What is left of the standing offer keeps its place; if nothing is left, it is gone.
        - If the standing offer belongs to the same trader, nothing is traded: the standing offer is withdrawn as a
          whole, and the new one goes on to the next.

        What is left of the new offer stands at the end of the queue of its price.

        Return the number of the new offer and its trades in the order in which they happened, each as (number of the
        standing offer, price, amount).

        Raise ValueError if the price is not positive or not a multiple of the tick; no number is used up.
        """

    def withdraw(self, number: int) -> int:
        """Withdraw a standing offer and return the amount that was left of it.

        Raise KeyError if no offer of this number is standing.
        """

    def resize(self, number: int, amount: int) -> int:
        """Change what is left of a standing offer to `amount`, and return what was left before.

        The offer keeps its place in the queue unless its amount grows: then it goes to the end of the queue of its
        price. Nothing is traded.

        Raise KeyError if no offer of this number is standing, and otherwise ValueError if the amount is 0.
        """

    def best(self, side: str) -> tuple[int, int, int] | None:
        """Return the best price of a side, the total amount that stands at this price and the number of offers there.

        Return None if no offer of this side is standing.
        """

    def depth(self, side: str, count: int) -> list[tuple[int, int]]:
        """Return the `count` best prices of a side (all, if there are fewer) as (price, total amount), best first.

        >>> exchange = BarleyExchange(1)
        >>> for price in (7, 9, 8, 9):
        ...     _ = exchange.offer("buy", price, 10, "ada")
        >>> exchange.depth("buy", 2)
        [(9, 20), (8, 10)]
        """

    def holdings(self, trader: str) -> tuple[int, int]:
        """Return the total amounts that a trader has standing to buy and to sell, (0, 0) for an unknown trader."""
'''

ARGUMENTS = {"__init__": 1, "offer": 4, "withdraw": 1, "resize": 2, "best": 1, "depth": 2, "holdings": 1}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        assert (call[0] == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(call) == 1 + ARGUMENTS[call[0]], f"{call[0]} must be called with {ARGUMENTS[call[0]]} values"
        name, first = call[:2]
        if name == "__init__":
            assert type(first) is int and 1 <= first <= 1000, "tick must be an int from 1 to 1000"
        elif name in ("offer", "best", "depth"):
            assert type(first) is str and first in ("buy", "sell"), 'side must be "buy" or "sell"'
        elif name == "holdings":
            check_trader(first)
        else:
            assert type(first) is int and 1 <= first <= 10**6, "number must be an int from 1 to 1,000,000"
        if name == "offer":
            assert type(call[2]) is int and abs(call[2]) <= 10**9, "price must be an int of at most 1,000,000,000"
            assert type(call[3]) is int and 1 <= call[3] <= 10**9, "amount must be an int from 1 to 1,000,000,000"
            check_trader(call[4])
        elif name == "resize":
            assert type(call[2]) is int and 0 <= call[2] <= 10**9, "a new amount must be an int from 0 to 1,000,000,000"
        elif name == "depth":
            assert type(call[2]) is int and 1 <= call[2] <= 20, "count must be an int from 1 to 20"


def check_trader(trader):
    assert type(trader) is str and 1 <= len(trader) <= 20, "trader must be a text of 1 to 20 characters"


INVALID = [
    ("a call before the constructor", ([("best", "buy"), ("__init__", 1)],)),
    ("a tick of zero", ([("__init__", 0)],)),
    ("an unknown side", ([("__init__", 1), ("best", "bid")],)),
    ("an offer of no amount", ([("__init__", 1), ("offer", "buy", 5, 0, "ada")],)),
    ("a price that is a float", ([("__init__", 1), ("offer", "buy", 5.0, 1, "ada")],)),
    ("an argument too many", ([("__init__", 1), ("withdraw", 1, 2)],)),
]

START = ("__init__", 1)

TESTS = {
    "offer: numbers go up by one and nothing trades while prices do not cross": (
        [START, ("offer", "buy", 9, 5, "ada"), ("offer", "sell", 10, 5, "bob"), ("offer", "buy", 8, 1, "cyd")],
        [None, (1, []), (2, []), (3, [])],
    ),
    "offer: a buyer pays the price of the standing offer, and equal prices cross": (
        [
            START,
            ("offer", "sell", 10, 5, "bob"),
            ("offer", "buy", 12, 2, "ada"),
            ("offer", "buy", 10, 2, "ada"),
            ("offer", "buy", 9, 2, "ada"),
            ("best", "sell"),
            ("best", "buy"),
        ],
        [None, (1, []), (2, [(1, 10, 2)]), (3, [(1, 10, 2)]), (4, []), (10, 1, 1), (9, 2, 1)],
    ),
    "offer: a seller meets the highest price first and stops below his own": (
        [
            START,
            ("offer", "buy", 20, 3, "ada"),
            ("offer", "buy", 22, 3, "bob"),
            ("offer", "buy", 21, 3, "cyd"),
            ("offer", "sell", 21, 10, "dan"),
            ("best", "buy"),
            ("best", "sell"),
        ],
        [None, (1, []), (2, []), (3, []), (4, [(2, 22, 3), (3, 21, 3)]), (20, 3, 1), (21, 4, 1)],
    ),
    "offer: equal prices trade in the order of the queue, and what is left keeps its place": (
        [
            START,
            ("offer", "sell", 10, 5, "ada"),
            ("offer", "sell", 10, 5, "bob"),
            ("offer", "buy", 10, 3, "cyd"),
            ("offer", "buy", 10, 3, "dan"),
            ("best", "sell"),
        ],
        [None, (1, []), (2, []), (3, [(1, 10, 3)]), (4, [(1, 10, 2), (2, 10, 1)]), (10, 4, 1)],
    ),
    "offer: an own standing offer is withdrawn and the next one is met": (
        [
            START,
            ("offer", "sell", 10, 5, "ada"),
            ("offer", "sell", 10, 4, "bob"),
            ("offer", "sell", 11, 3, "ada"),
            ("offer", "buy", 11, 6, "ada"),
            ("holdings", "ada"),
            ("withdraw", 1),
            ("best", "sell"),
            ("best", "buy"),
        ],
        [None, (1, []), (2, []), (3, []), (4, [(2, 10, 4)]), (2, 0), KeyError, None, (11, 2, 1)],
    ),
    "offer: own offers behind the last trade are left alone": (
        [
            START,
            ("offer", "buy", 10, 5, "bob"),
            ("offer", "buy", 10, 4, "ada"),
            ("offer", "sell", 9, 5, "ada"),
            ("holdings", "ada"),
            ("best", "buy"),
            ("best", "sell"),
        ],
        [None, (1, []), (2, []), (3, [(1, 10, 5)]), (4, 0), (10, 4, 1), None],
    ),
    "offer: a price that is not positive or no multiple of the tick uses no number": (
        [
            ("__init__", 5),
            ("offer", "buy", 0, 5, "bob"),
            ("offer", "buy", -5, 5, "bob"),
            ("offer", "sell", 7, 5, "bob"),
            ("offer", "sell", 5, 5, "bob"),
            ("holdings", "bob"),
        ],
        [None, ValueError, ValueError, ValueError, (1, []), (0, 5)],
    ),
    "withdraw: returns what is left, once": (
        [
            START,
            ("offer", "sell", 10, 5, "ada"),
            ("offer", "buy", 10, 2, "bob"),
            ("withdraw", 1),
            ("withdraw", 1),
            ("withdraw", 2),
            ("best", "sell"),
            ("depth", "sell", 3),
        ],
        [None, (1, []), (2, [(1, 10, 2)]), 3, KeyError, KeyError, None, []],
    ),
    "withdraw: the others of the same price move up": (
        [
            START,
            ("offer", "buy", 10, 1, "ada"),
            ("offer", "buy", 10, 2, "bob"),
            ("offer", "buy", 10, 3, "cyd"),
            ("withdraw", 1),
            ("best", "buy"),
            ("offer", "sell", 10, 3, "dan"),
            ("holdings", "ada"),
        ],
        [None, (1, []), (2, []), (3, []), 1, (10, 5, 2), (4, [(2, 10, 2), (3, 10, 1)]), (0, 0)],
    ),
    "resize: a smaller or equal amount keeps the place": (
        [
            START,
            ("offer", "sell", 10, 5, "ada"),
            ("offer", "sell", 10, 5, "bob"),
            ("resize", 1, 2),
            ("resize", 1, 2),
            ("best", "sell"),
            ("holdings", "ada"),
            ("offer", "buy", 10, 3, "cyd"),
        ],
        [None, (1, []), (2, []), 5, 2, (10, 7, 2), (0, 2), (3, [(1, 10, 2), (2, 10, 1)])],
    ),
    "resize: a larger amount goes to the end of the queue": (
        [
            START,
            ("offer", "sell", 10, 5, "ada"),
            ("offer", "sell", 10, 5, "bob"),
            ("resize", 1, 6),
            ("depth", "sell", 1),
            ("holdings", "ada"),
            ("offer", "buy", 10, 6, "cyd"),
        ],
        [None, (1, []), (2, []), 5, [(10, 11)], (0, 6), (3, [(2, 10, 5), (1, 10, 1)])],
    ),
    "resize: an unknown number is told before an amount of zero": (
        [
            START,
            ("resize", 1, 0),
            ("offer", "buy", 3, 5, "ada"),
            ("resize", 1, 0),
            ("resize", 1, 1),
            ("resize", 2, 1),
            ("best", "buy"),
            ("withdraw", 1),
            ("resize", 1, 0),
        ],
        [None, KeyError, (1, []), ValueError, 5, KeyError, (3, 1, 1), 1, KeyError],
    ),
    "best: nothing stands on a side that was bought empty": (
        [
            START,
            ("best", "buy"),
            ("best", "sell"),
            ("offer", "sell", 4, 1, "ada"),
            ("best", "buy"),
            ("best", "sell"),
            ("offer", "buy", 4, 1, "bob"),
            ("best", "buy"),
            ("best", "sell"),
        ],
        [None, None, None, (1, []), None, (4, 1, 1), (2, [(1, 4, 1)]), None, None],
    ),
    "best: highest to buy, lowest to sell, amounts of one price added": (
        [
            START,
            ("offer", "buy", 4, 1, "ada"),
            ("offer", "buy", 6, 2, "ada"),
            ("offer", "buy", 6, 3, "bob"),
            ("offer", "sell", 9, 4, "ada"),
            ("offer", "sell", 8, 5, "ada"),
            ("offer", "sell", 8, 6, "ada"),
            ("best", "buy"),
            ("best", "sell"),
        ],
        [None, (1, []), (2, []), (3, []), (4, []), (5, []), (6, []), (6, 5, 2), (8, 11, 2)],
    ),
    "depth: best prices first on both sides": (
        [
            START,
            ("offer", "buy", 4, 1, "ada"),
            ("offer", "buy", 6, 2, "ada"),
            ("offer", "buy", 5, 3, "bob"),
            ("offer", "sell", 9, 4, "ada"),
            ("offer", "sell", 7, 5, "ada"),
            ("offer", "sell", 8, 6, "ada"),
            ("depth", "buy", 2),
            ("depth", "sell", 2),
            ("depth", "sell", 1),
        ],
        [
            None,
            *[(number, []) for number in range(1, 7)],
            [(6, 2), (5, 3)],
            [(7, 5), (8, 6)],
            [(7, 5)],
        ],
    ),
    "depth: fewer prices than asked for, and a price that came back": (
        [
            START,
            ("depth", "buy", 5),
            ("offer", "buy", 4, 1, "ada"),
            ("withdraw", 1),
            ("depth", "buy", 5),
            ("offer", "buy", 4, 2, "ada"),
            ("offer", "buy", 4, 2, "bob"),
            ("depth", "buy", 5),
        ],
        [None, [], (1, []), 1, [], (2, []), (3, []), [(4, 4)]],
    ),
    "holdings: both sides of a trader are told apart": (
        [
            START,
            ("holdings", "ada"),
            ("offer", "buy", 4, 1, "ada"),
            ("offer", "buy", 3, 2, "ada"),
            ("offer", "sell", 9, 5, "ada"),
            ("offer", "sell", 9, 7, "bob"),
            ("holdings", "ada"),
            ("holdings", "bob"),
        ],
        [None, (0, 0), (1, []), (2, []), (3, []), (4, []), (3, 5), (0, 7)],
    ),
    "holdings: go down by trades and withdrawals": (
        [
            START,
            ("offer", "buy", 4, 10, "ada"),
            ("offer", "buy", 3, 2, "ada"),
            ("offer", "sell", 4, 6, "bob"),
            ("holdings", "ada"),
            ("holdings", "bob"),
            ("withdraw", 2),
            ("holdings", "ada"),
            ("resize", 1, 9),
            ("holdings", "ada"),
        ],
        [None, (1, []), (2, []), (3, [(1, 4, 6)]), (6, 0), (0, 0), 2, (4, 0), 4, (9, 0)],
    ),
    "offer: the smallest price there is": (
        [("__init__", 1), ("offer", "buy", 1, 4, "ada"), ("best", "buy")],
        [None, (1, []), (1, 4, 1)],
    ),
    "class: a large offer clears several prices and stands itself": (
        [
            ("__init__", 10),
            ("offer", "sell", 110, 5, "ada"),
            ("offer", "sell", 100, 5, "bob"),
            ("offer", "sell", 120, 5, "cyd"),
            ("offer", "sell", 100, 5, "cyd"),
            ("offer", "buy", 115, 1, "dan"),
            ("offer", "buy", 110, 30, "dan"),
            ("depth", "sell", 9),
            ("depth", "buy", 9),
            ("offer", "sell", 110, 15, "bob"),
            ("best", "buy"),
            ("withdraw", 5),
        ],
        [
            None,
            (1, []),
            (2, []),
            (3, []),
            (4, []),
            ValueError,
            (5, [(2, 100, 5), (4, 100, 5), (1, 110, 5)]),
            [(120, 5)],
            [(110, 15)],
            (6, [(5, 110, 15)]),
            None,
            KeyError,
        ],
    ),
    "class: own offers fall between trades at several prices": (
        [
            START,
            ("offer", "buy", 30, 2, "ada"),
            ("offer", "buy", 31, 2, "bob"),
            ("offer", "buy", 30, 2, "bob"),
            ("offer", "buy", 29, 2, "bob"),
            ("offer", "buy", 28, 2, "ada"),
            ("offer", "sell", 29, 3, "bob"),
            ("holdings", "bob"),
            ("depth", "buy", 5),
            ("best", "sell"),
            ("resize", 6, 4),
            ("offer", "buy", 29, 1, "cyd"),
        ],
        [
            None,
            (1, []),
            (2, []),
            (3, []),
            (4, []),
            (5, []),
            (6, [(1, 30, 2)]),
            (0, 1),
            [(28, 2)],
            (29, 1, 1),
            1,
            (7, [(6, 29, 1)]),
        ],
    ),
    "class: a grown offer that went to the end of the queue can be withdrawn there": (
        [
            START,
            ("offer", "buy", 7, 1, "ada"),
            ("offer", "buy", 7, 2, "bob"),
            ("offer", "buy", 7, 3, "cyd"),
            ("resize", 2, 8),
            ("resize", 1, 4),
            ("offer", "sell", 7, 4, "dan"),
            ("best", "buy"),
            ("withdraw", 2),
            ("best", "buy"),
            ("offer", "sell", 6, 9, "bob"),
            ("best", "sell"),
            ("depth", "buy", 1),
            ("holdings", "bob"),
        ],
        [
            None,
            (1, []),
            (2, []),
            (3, []),
            2,
            1,
            (4, [(3, 7, 3), (2, 7, 1)]),
            (7, 11, 2),
            7,
            (7, 4, 1),
            (5, [(1, 7, 4)]),
            (6, 5, 1),
            [],
            (0, 5),
        ],
    ),
}


class Canonical:
    # A side's prices are kept as keys, of which a larger one is better: the price itself to buy, its negative to sell.
    def __init__(self, tick):
        self.tick = tick
        self.given = 0
        self.keys = {"buy": [], "sell": []}
        self.queues = {"buy": {}, "sell": {}}
        self.totals = {"buy": {}, "sell": {}}
        self.held = {"buy": {}, "sell": {}}
        self.standing = {}

    def _add(self, number, side, key, amount, trader):
        if key not in self.queues[side]:
            insort(self.keys[side], key)
            self.queues[side][key] = {}
            self.totals[side][key] = 0
        self.queues[side][key][number] = amount
        self.standing[number] = (side, key, trader)
        self.totals[side][key] += amount
        self.held[side][trader] = self.held[side].get(trader, 0) + amount

    def _lower(self, number, amount):
        side, key, trader = self.standing[number]
        queue = self.queues[side][key]
        queue[number] -= amount
        self.totals[side][key] -= amount
        self.held[side][trader] -= amount
        if queue[number] == 0:
            del queue[number]
            del self.standing[number]
            if not queue:
                del self.queues[side][key]
                del self.totals[side][key]
                self.keys[side].pop(bisect_left(self.keys[side], key))

    def offer(self, side, price, amount, trader):
        if price <= 0 or price % self.tick != 0:
            raise ValueError("no valid price")
        self.given += 1
        other, key = ("sell", price) if side == "buy" else ("buy", -price)
        keys = self.keys[other]
        trades = []
        while amount and keys and keys[-1] >= -key:
            found = keys[-1]
            number, there = next(iter(self.queues[other][found].items()))
            if self.standing[number][2] == trader:
                self._lower(number, there)
            else:
                traded = min(amount, there)
                self._lower(number, traded)
                amount -= traded
                trades.append((number, abs(found), traded))
        if amount:
            self._add(self.given, side, key, amount, trader)
        return self.given, trades

    def withdraw(self, number):
        side, key, _ = self.standing[number]
        amount = self.queues[side][key][number]
        self._lower(number, amount)
        return amount

    def resize(self, number, amount):
        side, key, trader = self.standing[number]
        if amount == 0:
            raise ValueError("no amount")
        before = self.queues[side][key][number]
        if amount > before:
            self._lower(number, before)
            self._add(number, side, key, amount, trader)
        else:
            self._lower(number, before - amount)
        return before

    def best(self, side):
        if not self.keys[side]:
            return None
        key = self.keys[side][-1]
        return abs(key), self.totals[side][key], len(self.queues[side][key])

    def depth(self, side, count):
        return [(abs(key), self.totals[side][key]) for key in reversed(self.keys[side][-count:])]

    def holdings(self, trader):
        return self.held["buy"].get(trader, 0), self.held["sell"].get(trader, 0)


class ReferenceSumsOfEachPrice:
    # A price is [total, {number: offer}], an offer [amount, its price, key, side, trader's totals, trader].
    def __init__(self, tick):
        self.tick = tick
        self.given = 0
        self.keys = ([], [])
        self.prices = ({}, {})
        self.held = {}
        self.standing = {}

    def offer(self, side, price, amount, trader):
        if price <= 0 or price % self.tick:
            raise ValueError("no valid price")
        self.given = number = self.given + 1
        trades = []
        if side == "buy":
            side, key = 0, price
        else:
            side, key = 1, -price
        keys = self.keys[1 - side]
        if keys and keys[-1] >= -key:
            prices = self.prices[1 - side]
            standing = self.standing
            least = -key
            while amount and keys and keys[-1] >= least:
                found = keys[-1]
                level = prices[found]
                queue = level[1]
                at = abs(found)
                gone = []
                for other, offer in queue.items():
                    there = offer[0]
                    if offer[5] == trader:
                        taken = there
                    elif there <= amount:
                        taken = there
                        amount -= there
                        trades.append((other, at, there))
                    else:
                        offer[0] = there - amount
                        offer[4][1 - side] -= amount
                        level[0] -= amount
                        trades.append((other, at, amount))
                        amount = 0
                        break
                    offer[4][1 - side] -= taken
                    level[0] -= taken
                    gone.append(other)
                    if not amount:
                        break
                if len(gone) == len(queue):
                    keys.pop()
                    del prices[found]
                    for other in gone:
                        del standing[other]
                else:
                    for other in gone:
                        del queue[other]
                        del standing[other]
            if not amount:
                return number, trades
        level = self.prices[side].get(key)
        if level is None:
            level = self.prices[side][key] = [0, {}]
            insort(self.keys[side], key)
        totals = self.held.get(trader)
        if totals is None:
            totals = self.held[trader] = [0, 0]
        totals[side] += amount
        level[0] += amount
        level[1][number] = self.standing[number] = [amount, level, key, side, totals, trader]
        return number, trades

    def withdraw(self, number):
        amount, level, key, side, totals, _ = self.standing.pop(number)
        totals[side] -= amount
        queue = level[1]
        if len(queue) == 1:
            del self.prices[side][key]
            keys = self.keys[side]
            del keys[bisect_left(keys, key)]
        else:
            level[0] -= amount
            del queue[number]
        return amount

    def resize(self, number, amount):
        offer = self.standing[number]
        if not amount:
            raise ValueError("no amount")
        before, level, _, side, totals, _ = offer
        offer[0] = amount
        if amount > before:
            queue = level[1]
            del queue[number]
            queue[number] = offer
        level[0] += amount - before
        totals[side] += amount - before
        return before

    def best(self, side):
        side = 0 if side == "buy" else 1
        keys = self.keys[side]
        if not keys:
            return None
        level = self.prices[side][keys[-1]]
        return abs(keys[-1]), level[0], len(level[1])

    def depth(self, side, count):
        side = 0 if side == "buy" else 1
        prices = self.prices[side]
        return [(abs(key), prices[key][0]) for key in self.keys[side][: -count - 1 : -1]]

    def holdings(self, trader):
        totals = self.held.get(trader)
        return (totals[0], totals[1]) if totals else (0, 0)


class SlowOneListOfOffers:
    def __init__(self, tick):
        self.tick = tick
        self.given = 0
        self.offers = []

    def offer(self, side, price, amount, trader):
        if price <= 0 or price % self.tick != 0:
            raise ValueError("no valid price")
        self.given += 1
        other = "sell" if side == "buy" else "buy"
        trades = []
        while amount > 0:
            best = None
            for standing in self.offers:
                if standing["side"] != other:
                    continue
                if best is None or (
                    standing["price"] < best["price"] if other == "sell" else standing["price"] > best["price"]
                ):
                    best = standing
            if best is None or (best["price"] > price if side == "buy" else best["price"] < price):
                break
            if best["trader"] == trader:
                self.offers.remove(best)
                continue
            traded = min(amount, best["amount"])
            trades.append((best["number"], best["price"], traded))
            amount -= traded
            best["amount"] -= traded
            if best["amount"] == 0:
                self.offers.remove(best)
        if amount > 0:
            self.offers.append({"number": self.given, "side": side, "price": price, "amount": amount, "trader": trader})
        return self.given, trades

    def _find(self, number):
        for offer in self.offers:
            if offer["number"] == number:
                return offer
        raise KeyError(number)

    def withdraw(self, number):
        offer = self._find(number)
        self.offers.remove(offer)
        return offer["amount"]

    def resize(self, number, amount):
        offer = self._find(number)
        if amount == 0:
            raise ValueError("no amount")
        before = offer["amount"]
        offer["amount"] = amount
        if amount > before:
            self.offers.remove(offer)
            self.offers.append(offer)
        return before

    def best(self, side):
        prices = [offer["price"] for offer in self.offers if offer["side"] == side]
        if not prices:
            return None
        price = max(prices) if side == "buy" else min(prices)
        amounts = [offer["amount"] for offer in self.offers if offer["side"] == side and offer["price"] == price]
        return price, sum(amounts), len(amounts)

    def depth(self, side, count):
        totals = {}
        for offer in self.offers:
            if offer["side"] == side:
                totals[offer["price"]] = totals.get(offer["price"], 0) + offer["amount"]
        return sorted(totals.items(), reverse=side == "buy")[:count]

    def holdings(self, trader):
        return (
            sum(offer["amount"] for offer in self.offers if offer["trader"] == trader and offer["side"] == "buy"),
            sum(offer["amount"] for offer in self.offers if offer["trader"] == trader and offer["side"] == "sell"),
        )


TRADERS = [f"trader{number}" for number in range(40)]


def stress_busy_market(rng):
    """large_random: offers around a middle price, changes, withdrawals and questions mixed; many offers trade."""
    calls = [("__init__", 5)]
    given = 0
    for step in range(9_000):
        kind = step % 6
        if step % 900 == 0:
            calls.append(("offer", "buy", 5_003, 1, rng.choice(TRADERS)))
            calls.append(("offer", "buy", 5, rng.randrange(1, 9), rng.choice(TRADERS)))
            given += 1
            calls.append(("resize", given, 0))
        if kind < 3:
            side = rng.choice(("buy", "sell"))
            price = 5 * (1000 + rng.randrange(-60, 30) * (1 if side == "buy" else -1))
            calls.append(("offer", side, price, rng.randrange(1, 60), rng.choice(TRADERS)))
            given += 1
        elif kind == 3:
            recent = max(1, given - rng.randrange(400))
            calls.append(("withdraw", recent) if rng.random() < 0.6 else ("resize", recent, rng.randrange(1, 60)))
        elif kind == 4:
            calls.append(("best", rng.choice(("buy", "sell"))))
        else:
            calls.append(("depth", rng.choice(("buy", "sell")), 5))
    return (calls,)


def stress_questions_to_a_full_book(rng):
    """build_then_query: two thousand offers that never trade, then questions only; each scan sees all of them."""
    calls = [("__init__", 1)]
    for step in range(2_000):
        side = ("buy", "sell")[step % 2]
        price = 10_000 + rng.randrange(1, 900) * (-1 if side == "buy" else 1)
        calls.append(("offer", side, price, rng.randrange(1, 100), rng.choice(TRADERS)))
    for step in range(7_500):
        side = rng.choice(("buy", "sell"))
        calls.append((("best", side), ("depth", side, 8), ("holdings", rng.choice(TRADERS)))[step % 3])
    return (calls,)


def stress_ever_better_prices(rng):
    """sorted: each offer to sell is lower than all before, so that a list with the lowest in front shifts."""
    low = rng.randrange(10_000, 20_000)
    calls = [("__init__", 1)]
    for step in range(2_500):
        calls.append(("offer", "sell", low + 2_500 - step, rng.randrange(1, 9), rng.choice(TRADERS)))
        calls.append(("best", "sell"))
    for _ in range(2_500):
        calls.append(("offer", "buy", low + 3_000, rng.randrange(1, 9), "buyer"))
        calls.append(("holdings", rng.choice(TRADERS)))
    return (calls,)


def stress_one_long_queue(rng):
    """all_equal: every offer has one price; withdrawals and growth hit the middle of a queue of thousands."""
    price = rng.randrange(1, 1000)
    calls = [("__init__", 1)]
    calls += [("offer", "buy", price, rng.randrange(5, 50), rng.choice(TRADERS)) for _ in range(2_500)]
    numbers = list(range(1, 2_501))
    rng.shuffle(numbers)
    for place, number in enumerate(numbers):
        calls.append(("resize", number, rng.choice((rng.randrange(1, 5), rng.randrange(50, 90)))))
        if place >= 1000:
            calls.append(("withdraw", numbers[place - 1000]))
        calls.append(("best", "buy"))
    return (calls,)


def stress_fill_and_sweep(rng):
    """growth_then_shrink: the book fills with small offers, then large ones take them away fifty at a time, twice."""
    calls = [("__init__", 2)]
    for _ in range(2):
        for step in range(3_000):
            price = 2 * rng.randrange(500, 560)
            calls.append(("offer", "sell", price, 4, rng.choice(TRADERS)))
            if step % 4 == 0:
                calls.append(("depth", "sell", 4))
        for _ in range(60):
            calls.append(("offer", "buy", 2_000, 200 - rng.randrange(2), "buyer"))
            calls.append(("best", "sell"))
    return (calls,)


def stress_own_offers_in_the_way(rng):
    """worst_of_fast: a trader meets hundreds of offers of his own before the first trade, again and again."""
    calls = [("__init__", 1)]
    number = 0
    for _ in range(20):
        middle = rng.randrange(500, 600)
        for _ in range(300):
            calls.append(("offer", "buy", middle + rng.randrange(20), rng.randrange(1, 30), "ada"))
        calls.append(("offer", "buy", middle, 7, "bob"))
        calls.append(("holdings", "ada"))
        calls.append(("offer", "sell", middle, 9, "ada"))
        number += 302
        calls.append(("withdraw", number))
        calls.append(("best", "buy"))
    return (calls,)


def stress_price_that_comes_and_goes(rng):
    """interleaved: above a thousand standing prices one best price appears and is withdrawn, over and over."""
    calls = [("__init__", 1)]
    calls += [("offer", "buy", 3 * price, rng.randrange(1, 9), rng.choice(TRADERS)) for price in range(1, 1_001)]
    number = 1_000
    for _ in range(2_500):
        calls.append(("offer", "buy", 4_000 + rng.randrange(50), rng.randrange(1, 9), rng.choice(TRADERS)))
        number += 1
        calls.append(("best", "buy"))
        calls.append(("withdraw", number))
    return (calls,)


def growing(rng, size):
    """The number of calls: offers to buy at different prices that all stay, each followed by two questions."""
    calls = [("__init__", 1)]
    for _ in range(max(1, size // 3)):
        calls.append(("offer", "buy", rng.randrange(1, 10**6), rng.randrange(1, 100), rng.choice(TRADERS)))
        calls.append(("best", "buy"))
        calls.append(("holdings", rng.choice(TRADERS)))
    return (calls,)
