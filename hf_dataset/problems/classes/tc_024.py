"""SecondBidHall: auctions that end by time, in which the winner pays what the second bid asks for.

Searching all bids of a lot, or all lots, in every call is slow. Each lot's bids in a sorted list, the open lots in a
sorted list by their end, and sums kept for each bidder leave a search by halves and a short shift for each call.
Decided here: what has ended counts at once, whoever calls next; bids below the reserve stand, but do not win.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class SecondBidHall:
    """Holds auctions of lots, each of which ends at a time of its own; the winner pays by the second bid.

    Nearly all calls say the time at which they happen; times never go back. A lot is open as long as the time is less
    than its end, and is closed from its end on, before anything else happens at that time.

    A bidder has at most one bid standing for a lot. The bidder of the highest standing bid leads; of equal bids, the
    one that was made first is the higher one. The price of a lot is the amount of the second highest standing bid plus
    the hall's step, or the lot's reserve if this is more or if there is no second bid; but never more than the highest
    bid. When a lot is closed, its leader wins it for its price, provided that the highest bid is at least the reserve;
    from then on none of its bids stands any longer.

    A call that raises an exception, or returns False, changes nothing (but lots that have ended are closed).

    >>> hall = SecondBidHall(5, 10)
    >>> hall.offer(0, "clock", 50, 100)
    >>> hall.bid(10, "clock", "ada", 40), hall.leader(11, "clock")
    (True, None)
    >>> hall.bid(20, "clock", "bob", 80), hall.leader(21, "clock")
    (True, ('bob', 50))
    >>> hall.bid(30, "clock", "ada", 60), hall.leader(31, "clock")
    (True, ('bob', 65))
    >>> hall.bid(95, "clock", "ada", 90), hall.ending(100, 9), hall.leader(104, "clock")
    (True, ['clock'], ('ada', 85))
    >>> hall.settle(105), hall.won(105, "ada")
    ([('clock', 'ada', 85)], (1, 85))
    """

    def __init__(self, step: int, grace: int) -> None:
        """Open the hall without lots. `step` is what is added to the second bid, `grace` a span of time (see `bid`)."""

    def offer(self, time: int, lot: str, reserve: int, end: int) -> None:
        """Offer a lot, which is open until `end`.

        Raise ValueError if the end is not later than the time, or if a lot of this name was ever offered before.
        """

    def bid(self, time: int, lot: str, bidder: str, amount: int) -> bool:
        """Bid for a lot and return True. The bid takes the place of a lower one of the same bidder.

        If the bidder has a standing bid for this lot that is at least as high, return False. The amount may be lower
        than the bids of others. If the bidder leads by this bid, did not lead before, and less than `grace` is left
        until the lot's end, then the end is moved to the time of the bid plus `grace`.

        Raise KeyError if the lot is not open, otherwise PermissionError if this bidder ever withdrew a bid for it.
        """

    def withdraw(self, time: int, lot: str, bidder: str) -> int:
        """Withdraw a bidder's standing bid for a lot and return its amount.

        Raise KeyError if the lot is not open or the bidder has no bid standing for it, otherwise RuntimeError if the
        bidder leads and less than `grace` is left until the lot's end.
        """

    def leader(self, time: int, lot: str) -> tuple[str, int] | None:
        """Return who leads for an open lot and the lot's price.

        Return None if there is no bid or if the highest one is less than the reserve.

        Raise KeyError if the lot is not open.
        """

    def settle(self, time: int) -> list[tuple[str, str | None, int]]:
        """Return the lots that were closed since the last call of `settle` (or ever), as (lot, winner, price).

        They are ordered by their ends; of equal ends, the lot that was offered first comes first. A lot without a
        winner has None and 0.
        """

    def ending(self, time: int, count: int) -> list[str]:
        """Return the `count` open lots that end first (all, if there are fewer), in the order of `settle`."""

    def committed(self, time: int, bidder: str) -> int:
        """Return the sum of the amounts of a bidder's standing bids, 0 for an unknown bidder."""

    def leading(self, time: int, bidder: str) -> int:
        """Return for how many open lots a bidder leads, whether or not his bid reaches the reserve."""

    def won(self, time: int, bidder: str) -> tuple[int, int]:
        """Return how many lots a bidder has won so far and the sum of their prices."""
'''

ARGUMENTS = {
    "__init__": 2,
    "offer": 4,
    "bid": 4,
    "withdraw": 3,
    "leader": 2,
    "settle": 1,
    "ending": 2,
    "committed": 2,
    "leading": 2,
    "won": 2,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    now = 0
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, (
            "each call must be a tuple that starts with a method"
        )
        name = call[0]
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(call) == 1 + ARGUMENTS[name], f"{name} must have {ARGUMENTS[name]} arguments"
        if name == "__init__":
            assert type(call[1]) is int and 1 <= call[1] <= 10**6, "step must be an int from 1 to 1,000,000"
            assert type(call[2]) is int and 0 <= call[2] <= 10**6, "grace must be an int from 0 to 1,000,000"
            continue
        assert type(call[1]) is int and 0 <= call[1] <= 10**9, "time must be an int from 0 to 10**9"
        assert call[1] >= now, "times must not go back"
        now = call[1]
        if name == "ending":
            assert type(call[2]) is int and 1 <= call[2] <= 20, "count must be an int from 1 to 20"
        elif name != "settle":
            assert type(call[2]) is str and 1 <= len(call[2]) <= 20, (
                "lot and bidder must be texts of 1 to 20 characters"
            )
        if name in ("bid", "withdraw"):
            assert type(call[3]) is str and 1 <= len(call[3]) <= 20, "bidder must be a text of 1 to 20 characters"
        if name == "offer":
            assert type(call[4]) is int and 0 <= call[4] <= 10**9, "end must be an int from 0 to 10**9"
        if name in ("offer", "bid"):
            amount = call[3] if name == "offer" else call[4]
            assert type(amount) is int and 1 <= amount <= 10**9, "reserve and amount must be ints from 1 to 10**9"


START = ("__init__", 5, 10)

INVALID = [
    ("time goes back", ([START, ("settle", 5), ("settle", 4)],)),
    ("an amount of 0", ([START, ("bid", 0, "clock", "ada", 0)],)),
    ("a negative grace", ([("__init__", 5, -1)],)),
    ("a bidder without a name", ([START, ("withdraw", 0, "clock", "")],)),
]

CLOCK = ("offer", 0, "clock", 50, 100)
VASE = ("offer", 0, "vase", 1, 200)

TESTS = {
    "offer: a name is used once, also after the end, and the end is later": (
        [
            START,
            ("offer", 5, "clock", 50, 5),
            ("offer", 5, "clock", 50, 6),
            ("offer", 5, "clock", 50, 9),
            ("offer", 6, "clock", 50, 9),
            ("offer", 6, "vase", 50, 5),
            ("settle", 6),
            ("ending", 6, 9),
        ],
        [None, ValueError, None, ValueError, ValueError, ValueError, [("clock", None, 0)], []],
    ),
    "offer: lots are open until their ends": (
        [START, CLOCK, VASE, ("leader", 99, "clock"), ("leader", 100, "clock"), ("leader", 100, "vase")]
        + [("leader", 101, "lamp")],
        [None, None, None, None, KeyError, None, KeyError],
    ),
    "bid: only a higher one of the same bidder": (
        [
            START,
            VASE,
            ("bid", 1, "vase", "ada", 40),
            ("bid", 1, "vase", "ada", 40),
            ("bid", 1, "vase", "ada", 39),
            ("committed", 1, "ada"),
            ("bid", 1, "vase", "ada", 41),
            ("committed", 1, "ada"),
            ("leader", 1, "vase"),
            ("withdraw", 1, "vase", "ada"),
            ("leader", 1, "vase"),
        ],
        [None, None, True, False, False, 40, True, 41, ("ada", 1), 41, None],
    ),
    "bid: of equal bids the first is higher": (
        [
            START,
            VASE,
            ("bid", 1, "vase", "bob", 30),
            ("bid", 2, "vase", "ada", 40),
            ("bid", 3, "vase", "bob", 40),
            ("bid", 4, "vase", "cyd", 40),
            ("leader", 5, "vase"),
            ("withdraw", 6, "vase", "ada"),
            ("leader", 7, "vase"),
        ],
        [None, None, True, True, True, True, ("ada", 40), 40, ("bob", 40)],
    ),
    "bid: not before, after or without the lot": (
        [START, ("bid", 0, "clock", "ada", 60), CLOCK, ("bid", 100, "clock", "ada", 60), ("bid", 100, "x", "ada", 1)],
        [None, KeyError, None, KeyError, KeyError],
    ),
    "bid: a new leader in the last moments moves the end": (
        [
            START,
            CLOCK,
            ("bid", 90, "clock", "ada", 60),  # 10 left: not less than the grace
            ("bid", 91, "clock", "bob", 55),  # does not lead
            ("bid", 92, "clock", "ada", 65),  # led before
            ("ending", 99, 1),
            ("bid", 99, "clock", "bob", 66),  # until 109
            ("leader", 108, "clock"),
            ("bid", 108, "clock", "ada", 67),  # until 118
            ("bid", 108, "clock", "bob", 70),
            ("leader", 117, "clock"),
            ("settle", 118),
            ("leader", 118, "clock"),
        ],
        [None, None, True, True, True, ["clock"], True, ("bob", 66), True, True, ("bob", 70)]
        + [[("clock", "bob", 70)], KeyError],
    ),
    "bid: the first bid and one below the reserve move the end too": (
        [START, CLOCK, ("bid", 95, "clock", "ada", 20), ("leader", 104, "clock"), ("settle", 104), ("settle", 105)],
        [None, None, True, None, [], [("clock", None, 0)]],
    ),
    "withdraw: the next one leads, and the bidder is out": (
        [
            START,
            VASE,
            ("bid", 1, "vase", "ada", 40),
            ("bid", 2, "vase", "bob", 50),
            ("bid", 3, "vase", "cyd", 20),
            ("withdraw", 4, "vase", "bob"),
            ("leader", 4, "vase"),
            ("bid", 5, "vase", "bob", 60),
            ("withdraw", 5, "vase", "bob"),
            ("withdraw", 5, "vase", "cyd"),
            ("leader", 6, "vase"),
        ],
        [None, None, True, True, True, 50, ("ada", 25), PermissionError, KeyError, 20, ("ada", 1)],
    ),
    "withdraw: the leader not in the last moments, others may": (
        [
            START,
            CLOCK,
            ("bid", 1, "clock", "ada", 60),
            ("bid", 2, "clock", "bob", 55),
            ("withdraw", 91, "clock", "ada"),
            ("withdraw", 91, "clock", "bob"),
            ("bid", 91, "clock", "cyd", 61),  # until 101
            ("withdraw", 92, "clock", "ada"),
            ("withdraw", 101, "clock", "cyd"),
        ],
        [None, None, True, True, RuntimeError, 55, True, 60, KeyError],
    ),
    "withdraw: with exactly the grace left, and without a lot or a bid": (
        [
            START,
            CLOCK,
            ("withdraw", 1, "vase", "ada"),
            ("withdraw", 1, "clock", "ada"),
            ("bid", 1, "clock", "ada", 60),
            ("withdraw", 90, "clock", "ada"),
            ("committed", 90, "ada"),
            ("settle", 100),
        ],
        [None, None, KeyError, KeyError, True, 60, 0, [("clock", None, 0)]],
    ),
    "withdraw: a failed one does not shut out the bidder": (
        [
            START,
            CLOCK,
            ("bid", 1, "clock", "ada", 60),
            ("withdraw", 95, "clock", "ada"),
            ("withdraw", 95, "clock", "bob"),
            ("bid", 96, "clock", "ada", 70),
            ("bid", 96, "clock", "bob", 70),
            ("settle", 100),
        ],
        [None, None, True, RuntimeError, KeyError, True, True, [("clock", "ada", 70)]],
    ),
    "leader: the price follows the second bid, the reserve and the highest bid": (
        [
            START,
            CLOCK,
            ("leader", 0, "clock"),
            ("bid", 1, "clock", "ada", 49),
            ("leader", 1, "clock"),
            ("bid", 2, "clock", "bob", 50),
            ("leader", 2, "clock"),
            ("bid", 3, "clock", "cyd", 100),
            ("leader", 3, "clock"),
            ("bid", 4, "clock", "bob", 96),
            ("leader", 4, "clock"),
        ],
        [None, None, None, True, None, True, ("bob", 50), True, ("cyd", 55), True, ("cyd", 100)],
    ),
    "leader: a second bid just below the reserve": (
        [START, CLOCK, ("bid", 1, "clock", "ada", 44), ("bid", 1, "clock", "bob", 90), ("leader", 1, "clock")]
        + [("bid", 2, "clock", "ada", 46), ("leader", 2, "clock")],
        [None, None, True, True, ("bob", 50), True, ("bob", 51)],
    ),
    "settle: by end, then by the order of offering, each once": (
        [
            START,
            ("offer", 0, "c", 1, 30),
            ("offer", 0, "b", 1, 20),
            ("offer", 0, "a", 1, 30),
            ("offer", 0, "d", 1, 40),
            ("settle", 19),
            ("settle", 20),
            ("settle", 39),
            ("settle", 40),
            ("settle", 40),
        ],
        [None, None, None, None, None, [], [("b", None, 0)], [("c", None, 0), ("a", None, 0)], [("d", None, 0)], []],
    ),
    "settle: lots that were closed by other calls, with and without winners": (
        [
            START,
            ("offer", 0, "a", 10, 30),
            ("offer", 0, "b", 10, 20),
            ("bid", 1, "a", "ada", 10),
            ("bid", 1, "b", "ada", 9),
            ("ending", 20, 5),
            ("won", 30, "ada"),
            ("settle", 50),
        ],
        [None, None, None, True, True, ["a"], (1, 10), [("b", None, 0), ("a", "ada", 10)]],
    ),
    "ending: the first ones, ties by the order of offering": (
        [
            START,
            ("offer", 0, "c", 1, 30),
            ("offer", 0, "b", 1, 20),
            ("offer", 0, "a", 1, 30),
            ("ending", 1, 1),
            ("ending", 1, 3),
            ("ending", 20, 3),
            ("ending", 30, 3),
        ],
        [None, None, None, None, ["b"], ["b", "c", "a"], ["c", "a"], []],
    ),
    "ending: an end that was moved, and one that meets another": (
        [
            START,
            ("offer", 0, "a", 1, 20),
            ("offer", 0, "b", 1, 25),
            ("offer", 0, "c", 1, 28),
            ("bid", 18, "b", "ada", 5),  # until 28
            ("bid", 19, "a", "ada", 5),  # until 29
            ("ending", 19, 5),
            ("settle", 28),
        ],
        [None, None, None, None, True, True, ["b", "c", "a"], [("b", "ada", 1), ("c", None, 0)]],
    ),
    "committed: standing bids of all open lots": (
        [
            START,
            CLOCK,
            VASE,
            ("committed", 0, "ada"),
            ("bid", 1, "clock", "ada", 10),
            ("bid", 1, "vase", "ada", 20),
            ("bid", 1, "vase", "bob", 90),
            ("committed", 2, "ada"),
            ("bid", 3, "vase", "ada", 25),
            ("committed", 4, "ada"),
            ("committed", 99, "ada"),
            ("committed", 100, "ada"),
        ],
        [None, None, None, 0, True, True, True, 30, True, 35, 35, 25],
    ),
    "committed: nothing stands after the end, won or not": (
        [START, VASE, ("bid", 1, "vase", "ada", 10), ("bid", 2, "vase", "bob", 8), ("committed", 199, "bob")]
        + [("committed", 200, "ada"), ("committed", 200, "bob")],
        [None, None, True, True, 8, 0, 0],
    ),
    "leading: below the reserve too, and not for closed lots": (
        [
            START,
            CLOCK,
            VASE,
            ("leading", 0, "ada"),
            ("bid", 1, "clock", "ada", 10),
            ("bid", 1, "vase", "ada", 10),
            ("leading", 1, "ada"),
            ("bid", 2, "vase", "bob", 10),
            ("leading", 2, "bob"),
            ("bid", 3, "vase", "bob", 11),
            ("leading", 3, "ada"),
            ("leading", 3, "bob"),
            ("leading", 100, "ada"),
            ("leading", 200, "bob"),
        ],
        [None, None, None, 0, True, True, 2, True, 0, True, 1, 1, 0, 0],
    ),
    "leading: goes over when the leader withdraws": (
        [
            START,
            VASE,
            ("bid", 1, "vase", "ada", 10),
            ("bid", 2, "vase", "bob", 12),
            ("withdraw", 3, "vase", "bob"),
            ("leading", 3, "ada"),
            ("leading", 3, "bob"),
            ("withdraw", 3, "vase", "ada"),
            ("leading", 3, "ada"),
        ],
        [None, None, True, True, 12, 1, 0, 10, 0],
    ),
    "won: number and sum of prices": (
        [
            START,
            CLOCK,
            VASE,
            ("bid", 1, "clock", "ada", 80),
            ("bid", 1, "vase", "ada", 70),
            ("bid", 1, "vase", "bob", 30),
            ("won", 99, "ada"),
            ("won", 100, "ada"),
            ("won", 200, "ada"),
            ("won", 200, "bob"),
            ("won", 200, "cyd"),
        ],
        [None, None, None, True, True, True, (0, 0), (1, 50), (2, 85), (0, 0), (0, 0)],
    ),
    "won: not without the reserve": (
        [START, CLOCK, ("bid", 1, "clock", "ada", 49), ("won", 100, "ada"), ("settle", 101), ("won", 101, "ada")],
        [None, None, True, (0, 0), [("clock", None, 0)], (0, 0)],
    ),
    "class: a fight in the last moments": (
        [
            ("__init__", 1, 4),
            ("offer", 0, "clock", 10, 20),
            ("offer", 0, "vase", 10, 21),
            ("bid", 5, "clock", "ada", 12),
            ("bid", 17, "clock", "bob", 12),
            ("bid", 18, "clock", "bob", 15),  # until 22
            ("ending", 18, 2),
            ("bid", 21, "vase", "ada", 30),
            ("bid", 21, "clock", "ada", 15),
            ("withdraw", 21, "clock", "bob"),
            ("leading", 21, "bob"),
            ("committed", 21, "ada"),
            ("settle", 22),
            ("won", 22, "bob"),
            ("committed", 22, "ada"),
        ],
        [None, None, None, True, True, True, ["vase", "clock"], KeyError, True, RuntimeError, 1, 15]
        + [[("vase", None, 0), ("clock", "bob", 15)], (1, 15), 0],
    ),
    "class: withdrawing leaves a bid below the reserve in front": (
        [
            START,
            CLOCK,
            ("bid", 1, "clock", "ada", 30),
            ("bid", 2, "clock", "bob", 70),
            ("bid", 3, "clock", "cyd", 70),
            ("leader", 3, "clock"),
            ("withdraw", 4, "clock", "bob"),
            ("leader", 4, "clock"),
            ("withdraw", 5, "clock", "cyd"),
            ("leader", 5, "clock"),
            ("leading", 5, "ada"),
            ("bid", 5, "clock", "cyd", 90),
            ("committed", 5, "cyd"),
            ("settle", 300),
            ("won", 300, "ada"),
        ],
        [None, None, True, True, True, ("bob", 70), 70, ("cyd", 50), 70, None, 1, PermissionError, 0]
        + [[("clock", None, 0)], (0, 0)],
    ),
    "class: without grace no end is moved and a leader may always withdraw": (
        [
            ("__init__", 3, 0),
            ("offer", 0, "a", 5, 10),
            ("offer", 0, "b", 5, 10),
            ("bid", 9, "a", "ada", 9),
            ("bid", 9, "b", "ada", 9),
            ("bid", 9, "b", "bob", 8),
            ("withdraw", 9, "a", "ada"),
            ("leading", 9, "ada"),
            ("settle", 10),
            ("won", 10, "ada"),
            ("offer", 10, "a", 5, 20),
        ],
        [None, None, None, True, True, True, 9, 1, [("a", None, 0), ("b", "ada", 9)], (1, 9), ValueError],
    ),
}


class Lot:
    def __init__(self, name, reserve, end):
        self.name = name
        self.reserve = reserve
        self.end = end
        self.bids = {}  # bidder: (amount, -number of the bid)
        self.out = set()

    def leader(self):
        return max(self.bids, key=self.bids.get) if self.bids else None


class Canonical:
    def __init__(self, step, grace):
        self.step = step
        self.grace = grace
        self.names = set()
        self.open = {}
        self.unsettled = []
        self.bids = 0
        self.sums = {}  # bidder: amounts of standing bids
        self.wins = {}  # bidder: (number, sum)

    def _close_until(self, time):
        ended = [lot for lot in self.open.values() if lot.end <= time]
        for lot in sorted(ended, key=lambda lot: lot.end):
            del self.open[lot.name]
            winner, price = self._result(lot) or (None, 0)
            if winner is not None:
                count, total = self.wins.get(winner, (0, 0))
                self.wins[winner] = (count + 1, total + price)
            for bidder, (amount, _) in lot.bids.items():
                self.sums[bidder] -= amount
            self.unsettled.append((lot.name, winner, price))

    def _result(self, lot):
        bids = sorted(lot.bids.values())[-2:]
        if not bids or bids[-1][0] < lot.reserve:
            return None
        price = max(lot.reserve, bids[0][0] + self.step) if len(bids) == 2 else lot.reserve
        return lot.leader(), min(price, bids[-1][0])

    def offer(self, time, lot, reserve, end):
        self._close_until(time)
        if end <= time or lot in self.names:
            raise ValueError("no such lot can be offered")
        self.names.add(lot)
        self.open[lot] = Lot(lot, reserve, end)

    def bid(self, time, lot, bidder, amount):
        self._close_until(time)
        lot = self.open[lot]
        if bidder in lot.out:
            raise PermissionError("withdrew a bid")
        old = lot.bids[bidder][0] if bidder in lot.bids else 0
        if amount <= old:
            return False
        leader = lot.leader()
        self.bids += 1
        lot.bids[bidder] = (amount, -self.bids)
        self.sums[bidder] = self.sums.get(bidder, 0) + amount - old
        if leader != bidder and lot.leader() == bidder:
            lot.end = max(lot.end, time + self.grace)
        return True

    def withdraw(self, time, lot, bidder):
        self._close_until(time)
        lot = self.open[lot]
        amount, _ = lot.bids[bidder]
        if lot.end - time < self.grace and lot.leader() == bidder:
            raise RuntimeError("leads")
        del lot.bids[bidder]
        lot.out.add(bidder)
        self.sums[bidder] -= amount
        return amount

    def leader(self, time, lot):
        self._close_until(time)
        return self._result(self.open[lot])

    def settle(self, time):
        self._close_until(time)
        settled, self.unsettled = self.unsettled, []
        return settled

    def ending(self, time, count):
        self._close_until(time)
        return [lot.name for lot in sorted(self.open.values(), key=lambda lot: lot.end)[:count]]

    def committed(self, time, bidder):
        self._close_until(time)
        return self.sums.get(bidder, 0)

    def leading(self, time, bidder):
        self._close_until(time)
        return sum(bidder in lot.bids and lot.leader() == bidder for lot in self.open.values())

    def won(self, time, bidder):
        self._close_until(time)
        return self.wins.get(bidder, (0, 0))


MANY = (1 << 20) - 1

# Places in a lot's list. A bid is a number: amount * 2**20 + MANY - number of the bid.
NAME, RESERVE, END, NUMBER, BIDS, STANDING, OUT, LEADER = range(8)


class ReferenceAllInOrder:
    """Open lots in a sorted list of numbers, the next to end last: -(end * 2**20 + number of the lot)."""

    def __init__(self, step, grace):
        self.step = step
        self.grace = grace
        self.next_end = 1 << 60
        self.ends = []
        self.lots = []  # by number
        self.open = {}
        self.names = set()
        self.bidders = []  # by number of the bid
        self.sums = {}
        self.leads = {}
        self.wins = {}
        self.unsettled = []

    def _close_until(self, time):
        ends = self.ends
        sums = self.sums
        while ends and -ends[-1] >> 20 <= time:
            lot = self.lots[-ends.pop() & MANY]
            name = lot[NAME]
            del self.open[name]
            bids = lot[BIDS]
            winner = None
            price = 0
            if bids:
                self.leads[lot[LEADER]] -= 1
                if bids[-1] >> 20 >= lot[RESERVE]:
                    winner = lot[LEADER]
                    price = self._price(lot)
                    count, total = self.wins.get(winner, (0, 0))
                    self.wins[winner] = (count + 1, total + price)
                for bidder, bid in lot[STANDING].items():
                    sums[bidder] -= bid >> 20
            self.unsettled.append((name, winner, price))
        self.next_end = -ends[-1] >> 20 if ends else 1 << 60

    def _price(self, lot):
        bids = lot[BIDS]
        price = lot[RESERVE]
        if len(bids) > 1:
            second = (bids[-2] >> 20) + self.step
            if second > price:
                price = second
                highest = bids[-1] >> 20
                if price > highest:
                    return highest
        return price

    def offer(self, time, lot, reserve, end):
        if time >= self.next_end:
            self._close_until(time)
        if end <= time or lot in self.names:
            raise ValueError("no such lot can be offered")
        self.names.add(lot)
        number = len(self.lots)
        self.open[lot] = new = [lot, reserve, end, number, [], {}, None, None]
        self.lots.append(new)
        insort(self.ends, -(end << 20) - number)
        if end < self.next_end:
            self.next_end = end

    def bid(self, time, lot, bidder, amount):
        if time >= self.next_end:
            self._close_until(time)
        lot = self.open[lot]
        out = lot[OUT]
        if out is not None and bidder in out:
            raise PermissionError("withdrew a bid")
        standing = lot[STANDING]
        old = standing.get(bidder)
        bids = lot[BIDS]
        if old is not None:
            before = old >> 20
            if amount <= before:
                return False
            del bids[bisect_left(bids, old)]
            self.sums[bidder] += amount - before
        else:
            sums = self.sums
            sums[bidder] = sums.get(bidder, 0) + amount
        bidders = self.bidders
        bid = (amount << 20) + MANY - len(bidders)
        bidders.append(bidder)
        standing[bidder] = bid
        if bids and bid < bids[-1]:
            insort(bids, bid)
            return True
        bids.append(bid)
        leader = lot[LEADER]
        if leader != bidder:
            lot[LEADER] = bidder
            leads = self.leads
            if leader is not None:
                leads[leader] -= 1
            leads[bidder] = leads.get(bidder, 0) + 1
            end = lot[END]
            if end - time < self.grace:
                ends = self.ends
                number = lot[NUMBER]
                del ends[bisect_left(ends, -(end << 20) - number)]
                lot[END] = end = time + self.grace
                insort(ends, -(end << 20) - number)
                self.next_end = -ends[-1] >> 20
        return True

    def withdraw(self, time, lot, bidder):
        if time >= self.next_end:
            self._close_until(time)
        lot = self.open[lot]
        standing = lot[STANDING]
        bid = standing[bidder]
        bids = lot[BIDS]
        if lot[LEADER] == bidder:
            if lot[END] - time < self.grace:
                raise RuntimeError("leads")
            bids.pop()
            leads = self.leads
            leads[bidder] -= 1
            if bids:
                leader = lot[LEADER] = self.bidders[MANY - (bids[-1] & MANY)]
                leads[leader] = leads.get(leader, 0) + 1
            else:
                lot[LEADER] = None
        else:
            del bids[bisect_left(bids, bid)]
        del standing[bidder]
        if lot[OUT] is None:
            lot[OUT] = {bidder}
        else:
            lot[OUT].add(bidder)
        amount = bid >> 20
        self.sums[bidder] -= amount
        return amount

    def leader(self, time, lot):
        if time >= self.next_end:
            self._close_until(time)
        lot = self.open[lot]
        bids = lot[BIDS]
        if not bids or bids[-1] >> 20 < lot[RESERVE]:
            return None
        return lot[LEADER], self._price(lot)

    def settle(self, time):
        if time >= self.next_end:
            self._close_until(time)
        settled, self.unsettled = self.unsettled, []
        return settled

    def ending(self, time, count):
        if time >= self.next_end:
            self._close_until(time)
        lots = self.lots
        return [lots[-end & MANY][NAME] for end in self.ends[: -count - 1 : -1]]

    def committed(self, time, bidder):
        if time >= self.next_end:
            self._close_until(time)
        return self.sums.get(bidder, 0)

    def leading(self, time, bidder):
        if time >= self.next_end:
            self._close_until(time)
        return self.leads.get(bidder, 0)

    def won(self, time, bidder):
        if time >= self.next_end:
            self._close_until(time)
        return self.wins.get(bidder, (0, 0))


class SlowListOfBids:
    def __init__(self, step, grace):
        self.step = step
        self.grace = grace
        self.lots = []  # [name, reserve, end, closed]
        self.bids = []  # (lot, bidder, amount), the first first
        self.withdrawn = []
        self.unsettled = []
        self.sales = []  # (bidder, price)

    def update(self, time):
        for lot in sorted(self.lots, key=lambda lot: lot[2]):
            if not lot[3] and lot[2] <= time:
                lot[3] = True
                winner, price = self.result(lot) or (None, 0)
                if winner is not None:
                    self.sales.append((winner, price))
                self.unsettled.append((lot[0], winner, price))
                self.bids = [bid for bid in self.bids if bid[0] != lot[0]]

    def find(self, name):
        for lot in self.lots:
            if lot[0] == name and not lot[3]:
                return lot
        raise KeyError(name)

    def ranked(self, name):
        return sorted([bid for bid in self.bids if bid[0] == name], key=lambda bid: -bid[2])

    def result(self, lot):
        bids = self.ranked(lot[0])
        if not bids or bids[0][2] < lot[1]:
            return None
        price = lot[1]
        if len(bids) > 1:
            price = max(price, bids[1][2] + self.step)
        return bids[0][1], min(price, bids[0][2])

    def leads(self, name):
        bids = self.ranked(name)
        return bids[0][1] if bids else None

    def offer(self, time, lot, reserve, end):
        self.update(time)
        if end <= time or lot in [other[0] for other in self.lots]:
            raise ValueError("no such lot can be offered")
        self.lots.append([lot, reserve, end, False])

    def bid(self, time, lot, bidder, amount):
        self.update(time)
        found = self.find(lot)
        if (lot, bidder) in self.withdrawn:
            raise PermissionError("withdrew a bid")
        before = self.leads(lot)
        for bid in self.bids:
            if bid[0] == lot and bid[1] == bidder:
                if amount <= bid[2]:
                    return False
                self.bids.remove(bid)
                break
        self.bids.append((lot, bidder, amount))
        if before != bidder and self.leads(lot) == bidder and found[2] - time < self.grace:
            found[2] = time + self.grace
        return True

    def withdraw(self, time, lot, bidder):
        self.update(time)
        found = self.find(lot)
        for bid in self.bids:
            if bid[0] == lot and bid[1] == bidder:
                break
        else:
            raise KeyError(bidder)
        if self.leads(lot) == bidder and found[2] - time < self.grace:
            raise RuntimeError("leads")
        self.bids.remove(bid)
        self.withdrawn.append((lot, bidder))
        return bid[2]

    def leader(self, time, lot):
        self.update(time)
        return self.result(self.find(lot))

    def settle(self, time):
        self.update(time)
        settled = self.unsettled
        self.unsettled = []
        return settled

    def ending(self, time, count):
        self.update(time)
        lots = sorted([lot for lot in self.lots if not lot[3]], key=lambda lot: lot[2])
        return [lot[0] for lot in lots[:count]]

    def committed(self, time, bidder):
        self.update(time)
        return sum(bid[2] for bid in self.bids if bid[1] == bidder)

    def leading(self, time, bidder):
        self.update(time)
        best = {}
        for lot, other, amount in self.bids:
            if lot not in best or amount > best[lot][1]:
                best[lot] = (other, amount)
        return sum(other == bidder for other, _ in best.values())

    def won(self, time, bidder):
        self.update(time)
        prices = [price for winner, price in self.sales if winner == bidder]
        return len(prices), sum(prices)


def stress_all_methods(rng):
    """interleaved: lots come and go while every method is used; all lots and bids are looked through each time."""
    bidders = [f"b{number}" for number in rng.sample(range(10_000), 50)]
    calls = [("__init__", rng.randrange(1, 9), 20)]
    time = 0
    lots = 0
    for step in range(5_000):
        time += rng.randrange(3)
        if step < 150 or step % 20 == 0:
            calls.append(("offer", time, f"lot{lots}", rng.randrange(1, 300), time + rng.randrange(300, 1_500)))
            lots += 1
            continue
        lot = f"lot{rng.randrange(max(0, lots - 60), lots)}"
        bidder = rng.choice(bidders)
        draw = step % 10
        if draw < 5:
            calls.append(("bid", time, lot, bidder, rng.randrange(1, 1_000)))
        elif draw == 5:
            calls.append(("withdraw", time, lot, bidder))
        elif draw == 6:
            calls.append(("leader", time, lot))
        elif draw == 7:
            calls.append(("ending", time, 3) if step % 20 == 7 else ("settle", time))
        else:
            calls.append((rng.choice(("committed", "leading", "won")), time, bidder))
    return (calls,)


def stress_one_lot_many_bidders(rng):
    """worst_of_slow: hundreds of bidders fight for one lot, and after each bid somebody asks who leads."""
    count = rng.randrange(690, 710)
    calls = [("__init__", 1, 5), ("offer", 0, "crown", 1_000, 10**8)]
    for step in range(count * 3):
        calls.append(("bid", step, "crown", f"b{rng.randrange(count)}", 1_000 + step + rng.randrange(count)))
        calls.append(("leader", step, "crown"))
    return (calls,)


def stress_bids_then_questions(rng):
    """build_then_query: lots and bids stand still, and only questions come: who leads, how often, with how much."""
    calls = [("__init__", 10, 5)]
    calls += [
        ("offer", 0, f"lot{number}", rng.randrange(1, 100), 10**6 + rng.randrange(10**6)) for number in range(200)
    ]
    for number in range(1_400):
        calls.append(("bid", 1, f"lot{number % 200}", f"b{rng.randrange(150)}", rng.randrange(1, 10_000)))
    for step in range(1_500):
        calls.append(("leader", 2 + step, f"lot{rng.randrange(200)}"))
        calls.append(("leading", 2 + step, f"b{rng.randrange(150)}"))
        calls.append(("committed", 2 + step, f"b{rng.randrange(150)}"))
        if step % 4 == 0:
            calls.append(("ending", 2 + step, 5))
    return (calls,)


def stress_ends_that_move(rng):
    """adversarial_order: every bid comes in the last moments and moves an end, so that the order of ends changes."""
    count = rng.randrange(295, 305)
    calls = [("__init__", 1, 10_000)]
    calls += [("offer", 0, f"lot{number}", 1, 9_000 + rng.randrange(500)) for number in range(count)]
    amount = 1
    for step in range(2_600):
        amount += 1
        lot = f"lot{rng.randrange(count)}"
        calls.append(("bid", step * 3, lot, f"b{rng.randrange(40)}", amount))
        if step % 2:
            calls.append(("ending", step * 3 + 1, 2))
        if step % 10 == 0:
            calls.append(("withdraw", step * 3 + 1, lot, f"b{rng.randrange(40)}"))
    # The last one leads and would like to be rid of it; one who leads alone is still in time.
    now = step * 3 + 1
    calls += [("bid", now, lot, "late", 10**6), ("withdraw", now, lot, "late"), ("offer", now, "extra", 1, 10**8)]
    for bidder in ("first", "second"):
        calls += [("bid", now, "extra", bidder, 10), ("withdraw", now, "extra", bidder)]
    calls.append(("settle", 10**6))
    return (calls,)


def stress_offer_then_close(rng):
    """growth_then_shrink: many lots with few bids are offered, then close one after another while time goes by."""
    count = rng.randrange(790, 810)
    calls = [("__init__", 5, 1)]
    calls += [
        ("offer", 0, f"lot{number}", rng.randrange(1, 50), 1_000 + rng.randrange(10_000)) for number in range(count)
    ]
    for number in range(count):
        for _ in range(2):
            calls.append(("bid", number, f"lot{number}", f"b{rng.randrange(60)}", rng.randrange(1, 200)))
    for time in range(1_000, 11_000, 10):
        calls.append(("settle", time))
        calls.append(("won", time + 5, f"b{rng.randrange(60)}"))
    return (calls,)


def stress_bids_that_are_too_low(rng):
    """repeated_no_ops: bids that do not top the bidder's own, withdrawals of nothing, lots that are unknown."""
    calls = [("__init__", 5, 50)]
    calls += [("offer", 0, f"lot{number}", 10, 40_000) for number in range(60)]
    for number in range(1_200):
        calls.append(("bid", 1, f"lot{number % 60}", f"b{number % 31}", 500))
    for step in range(4_500):
        number = rng.randrange(60)
        if step % 9 == 0:
            calls.append(("withdraw", 2 + step, f"lot{number}", f"c{rng.randrange(9)}"))
        elif step % 90 == 2:
            calls.append(("offer", 2 + step, f"lot{number}", 10, 50_000))
        elif step % 9 == 1:
            calls.append(("bid", 2 + step, f"lot{60 + number}", "b1", 500))
        else:
            calls.append(("bid", 2 + step, f"lot{number}", f"b{rng.randrange(31)}", rng.randrange(1, 501)))
    return (calls,)


def growing(rng, size):
    """The number of bids for one lot by as many bidders, each followed by the question who leads."""
    calls = [("__init__", 1, 5), ("offer", 0, "crown", 1, 10**8)]
    for step in range(min(size, 24_000)):
        calls.append(("bid", step, "crown", f"b{step}", rng.randrange(1, 10**6)))
        calls.append(("leader", step, "crown"))
    return (calls,)
