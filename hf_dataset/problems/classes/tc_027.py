"""BallotHall: ranked ballots that may be changed, the leader at any time, and a count by rounds of elimination.

Counting all ballots anew for each question is linear in the voters. Counts of the first choices, kept in order, answer
most questions in a few steps; for the rounds, equal ballots are kept together, and each is touched only when its choice
drops out.
Decided here: ties are decided by who stood first, and the last to stand drops out first; struck names are skipped.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class BallotHall:
    """Keeps ranked ballots of voters and says who leads.

    A ballot is a list of candidates, the most wanted first. It counts for the first candidate on it who has not been
    struck off; if all of its candidates have been struck off, it counts for nobody. A candidate ranks before another if
    more ballots count for him; if equally many do, the one who stood first ranks before the other.

    A call that raises an exception changes nothing.

    >>> hall = BallotHall()
    >>> [hall.stand(name) for name in ("Ada", "Bob", "Cyd")]
    [1, 2, 3]
    >>> hall.cast("v1", ["Cyd"]), hall.cast("v2", ["Bob", "Cyd"]), hall.cast("v3", ["Bob"]), hall.cast("v4", ["Cyd"])
    ('Cyd', 'Bob', 'Bob', 'Cyd')
    >>> hall.cast("v5", ["Ada", "Cyd"]), hall.leader(), hall.rank("Cyd"), hall.ranking(2)
    ('Ada', 'Bob', 2, [('Bob', 2), ('Cyd', 2)])
    >>> hall.rounds()
    [('Ada', 1), ('Cyd', 3)]
    >>> hall.cast("v1", ["Bob"]), hall.leader(), hall.strike("Bob"), hall.leader()
    ('Bob', 'Bob', 3, 'Cyd')
    """

    def __init__(self) -> None:
        """Begin without candidates and ballots."""

    def stand(self, candidate: str) -> int:
        """Add a candidate and return how many candidates ever stood, this one included.

        Raise ValueError if there ever was a candidate of this name, struck off or not.
        """

    def cast(self, voter: str, ballot: list[str]) -> str | None:
        """Take a voter's ballot, in place of an earlier one of his, and return for whom it counts (None: for nobody).

        It may name candidates who have been struck off.

        Raise ValueError if the ballot names somebody twice, otherwise KeyError if it names somebody who never stood.
        """

    def recall(self, voter: str) -> list[str]:
        """Take a voter's ballot back: it counts no longer. Return it as it was cast.

        Raise KeyError if no ballot of this voter is there.
        """

    def strike(self, candidate: str) -> int:
        """Strike a candidate off, for good; the ballots that counted for him count for the next ones on them.

        Return how many ballots counted for him. Raise KeyError if there is no such candidate, or not any more.
        """

    def votes(self, candidate: str) -> int:
        """Return how many ballots count for a candidate, -1 if he has been struck off.

        Raise KeyError if he never stood.
        """

    def leader(self) -> str | None:
        """Return who ranks first, None if no candidate is left or no ballot counts for anybody."""

    def rank(self, candidate: str) -> int:
        """Return a candidate's place among those not struck off, 1 for the first.

        Raise KeyError if there is no such candidate, or not any more.
        """

    def ranking(self, count: int) -> list[tuple[str, int]]:
        """Return the first `count` candidates (all, if there are fewer) in their ranks, each with his ballots."""

    def rounds(self) -> list[tuple[str, int]]:
        """Count by elimination: return who drops out and last the winner, each with the ballots that count for him.

        This only looks ahead: nothing is changed. In each round one candidate drops out, as if he were struck off: the
        one with the fewest ballots, of several with equally few the one who stood last. The rounds end when a single
        candidate is left or when more than half of the ballots that still count for somebody count for one candidate:
        he is the winner. Return an empty list if no candidate is left or no ballot counts for anybody.
        """
'''

ARGUMENTS = {
    "__init__": 0,
    "stand": 1,
    "cast": 2,
    "recall": 1,
    "strike": 1,
    "votes": 1,
    "leader": 0,
    "rank": 1,
    "ranking": 1,
    "rounds": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, (
            "each call must be a tuple that starts with a method"
        )
        name = call[0]
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(call) == 1 + ARGUMENTS[name], f"{name} must have {ARGUMENTS[name]} arguments"
        if name == "ranking":
            assert type(call[1]) is int and 1 <= call[1] <= 20, "count must be an int from 1 to 20"
        elif len(call) > 1:
            check_name(call[1])
        if name == "cast":
            assert type(call[2]) is list, "ballot must be a list"
            assert 1 <= len(call[2]) <= 30, "ballot must name 1 to 30 candidates"
            for candidate in call[2]:
                check_name(candidate)


def check_name(name):
    assert type(name) is str and 1 <= len(name) <= 20, "candidate and voter must be texts of 1 to 20 characters"


START = ("__init__",)

INVALID = [
    ("an empty ballot", ([START, ("cast", "v1", [])],)),
    ("a ballot as a text", ([START, ("cast", "v1", "Ada")],)),
    ("a voter without a name", ([START, ("recall", "")],)),
    ("a ranking of nobody", ([START, ("ranking", 0)],)),
]

THREE = [START, ("stand", "a"), ("stand", "b"), ("stand", "c")]
STOOD = [None, 1, 2, 3]


def cast(*ballots):
    """Calls that cast ballots such as "abc", by voters v0, v1 and so on."""
    return [("cast", f"v{place}", list(ballot)) for place, ballot in enumerate(ballots)]


COST_VARIES = {
    "same_ballots_again": "ten ballots are drawn, and they decide how many rounds there are",
}

TESTS = {
    "stand: each name once, also after it was struck off": (
        [START, ("stand", "a"), ("stand", "a"), ("stand", "b"), ("strike", "a"), ("stand", "a"), ("stand", "c")],
        [None, 1, ValueError, 2, 0, ValueError, 3],
    ),
    "stand: a new one ranks last of those without ballots": (
        [START, ("stand", "b"), ("ranking", 9), ("stand", "a"), ("ranking", 9), ("rank", "a")],
        [None, 1, [("b", 0)], 2, [("b", 0), ("a", 0)], 2],
    ),
    "cast: a later ballot takes the place of an earlier one": (
        [
            *THREE,
            *cast("ab"),
            ("cast", "v0", ["b", "a"]),
            ("votes", "a"),
            ("votes", "b"),
            ("recall", "v0"),
            ("votes", "b"),
        ],
        [*STOOD, "a", "b", 0, 1, ["b", "a"], 0],
    ),
    "cast: somebody twice is told before somebody unknown": (
        [
            *THREE,
            ("cast", "v0", ["a", "x", "a"]),
            ("cast", "v0", ["a", "x"]),
            ("recall", "v0"),
            ("cast", "v0", ["c"]),
            ("cast", "v0", ["a", "a"]),
            ("cast", "v0", ["a", "x"]),
            ("votes", "c"),
            ("votes", "a"),
        ],
        [*STOOD, ValueError, KeyError, KeyError, "c", ValueError, KeyError, 1, 0],
    ),
    "cast: names that were struck off are skipped": (
        [*THREE, ("strike", "a"), *cast("ab", "ba", "a"), ("votes", "b"), ("recall", "v0"), ("cast", "v1", ["a"])]
        + [("votes", "b")],
        [*STOOD, 0, "b", "b", None, 2, ["a", "b"], None, 0],
    ),
    "recall: once, as it was cast": (
        [*THREE, *cast("cab", "c"), ("strike", "c"), ("recall", "v0"), ("recall", "v0"), ("recall", "v9")]
        + [("votes", "a"), ("recall", "v1")],
        [*STOOD, "c", "c", 2, ["c", "a", "b"], KeyError, KeyError, 0, ["c"]],
    ),
    "recall: a voter may vote again": (
        [*THREE, *cast("a"), ("recall", "v0"), ("leader",), ("cast", "v0", ["b"]), ("leader",)],
        [*STOOD, "a", ["a"], None, "b", "b"],
    ),
    "strike: ballots go on to the next ones, over several": (
        [
            *THREE,
            *cast("abc", "ac", "a", "bac"),
            ("strike", "a"),
            ("votes", "b"),
            ("votes", "c"),
            ("strike", "b"),
            ("votes", "c"),
            ("strike", "c"),
            ("leader",),
        ],
        [*STOOD, "a", "a", "a", "b", 3, 2, 1, 2, 3, 3, None],
    ),
    "strike: only who stands": (
        [*THREE, ("strike", "x"), ("strike", "a"), ("strike", "a"), ("votes", "a"), ("rank", "a")],
        [*STOOD, KeyError, 0, KeyError, -1, KeyError],
    ),
    "strike: a ballot of nobody counts again for nobody later": (
        [*THREE, *cast("a", "ab"), ("strike", "a"), ("stand", "d"), ("votes", "b"), ("votes", "d"), ("recall", "v0")]
        + [("votes", "b"), ("strike", "b")],
        [*STOOD, "a", "a", 2, 4, 1, 0, ["a"], 1, 1],
    ),
    "votes: first choices": (
        [*THREE, *cast("ab", "ac", "ba"), ("votes", "a"), ("votes", "b"), ("votes", "c"), ("votes", "d")],
        [*STOOD, "a", "a", "b", 2, 1, 0, KeyError],
    ),
    "votes: after a ballot for the same candidate": (
        [
            *THREE,
            *cast("ab"),
            ("cast", "v0", ["a", "c"]),
            ("votes", "a"),
            ("strike", "a"),
            ("votes", "c"),
            ("votes", "b"),
        ],
        [*STOOD, "a", "a", 1, 1, 1, 0],
    ),
    "leader: most ballots, then who stood first": (
        [
            START,
            ("leader",),
            ("stand", "b"),
            ("leader",),
            ("stand", "a"),
            *cast("a"),
            ("leader",),
            ("cast", "w", ["b"]),
            ("leader",),
            ("cast", "x", ["a"]),
            ("leader",),
        ],
        [None, None, 1, None, 2, "a", "a", "b", "b", "a", "a"],
    ),
    "leader: nobody while ballots count for nobody": (
        [*THREE, *cast("a"), ("strike", "a"), ("leader",), ("rounds",), ("cast", "v1", ["a", "c"]), ("leader",)],
        [*STOOD, "a", 1, None, [], "c", "c"],
    ),
    "rank: ties by who stood first": (
        [*THREE, *cast("c", "b"), ("rank", "a"), ("rank", "b"), ("rank", "c"), ("rank", "x")],
        [*STOOD, "c", "b", 3, 1, 2, KeyError],
    ),
    "rank: moves up when others are struck off": (
        [*THREE, *cast("b", "b", "a"), ("rank", "c"), ("strike", "a"), ("rank", "c"), ("strike", "b"), ("rank", "c")],
        [*STOOD, "b", "b", "a", 3, 1, 2, 2, 1],
    ),
    "ranking: no more than asked for": (
        [*THREE, *cast("c", "b", "c"), ("ranking", 1), ("ranking", 2), ("ranking", 3), ("ranking", 4)],
        [*STOOD, "c", "b", "c", [("c", 2)], [("c", 2), ("b", 1)], *[[("c", 2), ("b", 1), ("a", 0)]] * 2],
    ),
    "ranking: without who is struck off": (
        [
            START,
            ("ranking", 2),
            *THREE[1:],
            *cast("ca"),
            ("strike", "c"),
            ("ranking", 2),
            ("recall", "v0"),
            ("ranking", 2),
        ],
        [None, [], 1, 2, 3, "c", 1, [("a", 1), ("b", 0)], ["c", "a"], [("a", 0), ("b", 0)]],
    ),
    "rounds: more than half wins at once, half does not": (
        [*THREE, *cast("a", "a", "b"), ("rounds",), ("cast", "v9", ["c", "b"]), ("rounds",)],
        [*STOOD, "a", "a", "b", [("a", 2)], "c", [("c", 1), ("b", 2), ("a", 2)]],
    ),
    "rounds: of several with fewest the last to stand drops out": (
        [*THREE, ("stand", "d"), *cast("ab", "bc", "cd", "da"), ("rounds",), ("leader",), ("votes", "d")],
        [*STOOD, 4, "a", "b", "c", "d", [("d", 1), ("c", 1), ("a", 2)], "a", 1],
    ),
    "rounds: ballots that are used up lower the half": (
        [
            *THREE,
            ("stand", "d"),
            ("stand", "e"),
            *cast("a", "a", "a", "b", "b", "c", "d"),
            ("rounds",),  # 3 of 7, 6 and then 5
            ("recall", "v0"),
            ("cast", "v3", ["e", "d", "c"]),
            ("rounds",),
        ],
        [*STOOD, 4, 5, "a", "a", "a", "b", "b", "c", "d", [("e", 0), ("d", 1), ("c", 1), ("a", 3)], ["a"], "e"]
        + [[("e", 1), ("c", 1), ("b", 1), ("d", 2), ("a", 2)]],
    ),
    "rounds: one candidate, no candidate, no ballot": (
        [START, ("rounds",), ("stand", "a"), ("rounds",), *cast("a"), ("rounds",), ("strike", "a"), ("rounds",)],
        [None, [], 1, [], "a", [("a", 1)], 1, []],
    ),
    "rounds: all ballots are used up before one is left": (
        [*THREE, *cast("c", "b"), ("rounds",), ("cast", "v1", ["c", "a"]), ("strike", "c"), ("rounds",)],
        [*STOOD, "c", "b", [("a", 0), ("c", 1), ("b", 1)], "c", 2, [("a", 1)]],
    ),
    "class: an evening of counting": (
        [
            *THREE,
            *cast("ab", "ba", "ca", "cb", "bc"),
            ("ranking", 3),
            ("rounds",),
            ("recall", "v3"),
            ("leader",),
            ("rounds",),
            ("stand", "d"),
            ("cast", "v5", ["d", "c", "a"]),
            ("cast", "v0", ["d", "b"]),
            ("rank", "a"),
            ("rounds",),
            ("strike", "d"),
            ("rounds",),
        ],
        [*STOOD, "a", "b", "c", "c", "b", [("b", 2), ("c", 2), ("a", 1)], [("a", 1), ("b", 3)], ["c", "b"], "b"]
        + [[("c", 1), ("b", 2), ("a", 3)], 4, "d", "d", 4, [("a", 0), ("c", 1), ("d", 2), ("b", 3)], 2, [("b", 3)]],
    ),
    "class: struck off and dropped out are not the same": (
        [
            *THREE,
            *cast("cba", "cb", "ab", "bc", "ac"),
            ("rounds",),
            ("votes", "b"),
            ("strike", "b"),
            ("rounds",),
            ("ranking", 5),
            ("cast", "v3", ["b", "a"]),
            ("rounds",),
            ("rank", "c"),
        ],
        [
            *STOOD,
            "c",
            "c",
            "a",
            "b",
            "a",
            [("b", 1), ("c", 3)],
            1,
            1,
            [("c", 3)],
            [("c", 3), ("a", 2)],
            "a",
            [("a", 3)],
            2,
        ],
    ),
    "class: ballots change after the ones they counted for are gone": (
        [
            *THREE,
            ("stand", "d"),
            *cast("abcd", "bacd", "dcba"),
            ("strike", "a"),
            ("strike", "b"),
            ("votes", "c"),
            ("recall", "v1"),
            ("votes", "c"),
            ("cast", "v0", ["b", "d"]),
            ("ranking", 4),
            ("strike", "d"),
            ("leader",),
            ("rounds",),
            ("recall", "v0"),
        ],
        [*STOOD, 4, "a", "b", "d", 1, 2, 2, ["b", "a", "c", "d"], 1, "d", [("d", 2), ("c", 0)], 2, "c", [("c", 1)]]
        + [["b", "d"]],
    ),
}


class Canonical:
    def __init__(self):
        self.stood = {}  # candidate: how many stood before him
        self.counts = {}  # candidate who is not struck off: number of ballots
        self.ballots = {}

    def _choice(self, ballot, standing):
        for candidate in ballot:
            if candidate in standing:
                return candidate
        return None

    def _change(self, ballot, by):
        choice = self._choice(ballot, self.counts)
        if choice is not None:
            self.counts[choice] += by
        return choice

    def _order(self):
        return sorted(self.counts, key=lambda candidate: (-self.counts[candidate], self.stood[candidate]))

    def stand(self, candidate):
        if candidate in self.stood:
            raise ValueError("stood before")
        self.stood[candidate] = len(self.stood)
        self.counts[candidate] = 0
        return len(self.stood)

    def cast(self, voter, ballot):
        if len(set(ballot)) < len(ballot):
            raise ValueError("somebody twice")
        for candidate in ballot:
            if candidate not in self.stood:
                raise KeyError(candidate)
        if voter in self.ballots:
            self._change(self.ballots[voter], -1)
        self.ballots[voter] = list(ballot)
        return self._change(ballot, 1)

    def recall(self, voter):
        ballot = self.ballots.pop(voter)
        self._change(ballot, -1)
        return ballot

    def strike(self, candidate):
        count = self.counts[candidate]
        moving = [ballot for ballot in self.ballots.values() if self._choice(ballot, self.counts) == candidate]
        del self.counts[candidate]
        for ballot in moving:
            self._change(ballot, 1)
        return count

    def votes(self, candidate):
        if candidate not in self.stood:
            raise KeyError(candidate)
        return self.counts.get(candidate, -1)

    def leader(self):
        if not any(self.counts.values()):
            return None
        return self._order()[0]

    def rank(self, candidate):
        own = (-self.counts[candidate], self.stood[candidate])
        return 1 + sum((-count, self.stood[other]) < own for other, count in self.counts.items())

    def ranking(self, count):
        return [(candidate, self.counts[candidate]) for candidate in self._order()[:count]]

    def rounds(self):
        piles = {candidate: [] for candidate in self.counts}
        for ballot in self.ballots.values():
            choice = self._choice(ballot, piles)
            if choice is not None:
                piles[choice].append(ballot)
        total = sum(len(pile) for pile in piles.values())
        if not total:
            return []
        result = []
        while True:
            first = max(piles, key=lambda candidate: len(piles[candidate]))
            if len(piles) == 1 or 2 * len(piles[first]) > total:
                result.append((first, len(piles[first])))
                return result
            last = min(piles, key=lambda candidate: (len(piles[candidate]), -self.stood[candidate]))
            pile = piles.pop(last)
            result.append((last, len(pile)))
            for ballot in pile:
                choice = self._choice(ballot, piles)
                if choice is not None:
                    piles[choice].append(ballot)
                else:
                    total -= 1


LATE = (1 << 20) - 1


class ReferenceEqualBallotsTogether:
    """Candidates in a sorted list of numbers, the first last: ballots * 2**20 + LATE - how many stood before.

    Equal ballots are one entry in the pile of the candidate that they count for: {ballot: how many}.
    """

    def __init__(self):
        self.stood = {}
        self.names = []
        self.keys = {}  # candidate who is not struck off: key
        self.order = []
        self.piles = {}
        self.ballots = {}  # voter: ballot
        self.total = 0

    def stand(self, candidate):
        if candidate in self.stood:
            raise ValueError("stood before")
        number = len(self.names)
        self.stood[candidate] = number
        self.names.append(candidate)
        self.keys[candidate] = LATE - number
        insort(self.order, LATE - number)
        self.piles[candidate] = {}
        return number + 1

    def _move(self, candidate, by):
        order = self.order
        keys = self.keys
        key = keys[candidate]
        place = bisect_left(order, key)
        keys[candidate] = new = key + (by << 20)
        # A change by few ballots seldom changes the order.
        if by > 0:
            if place + 1 == len(order) or order[place + 1] > new:
                order[place] = new
                return
        elif place == 0 or order[place - 1] < new:
            order[place] = new
            return
        del order[place]
        insort(order, new)

    def cast(self, voter, ballot):
        if len(set(ballot)) < len(ballot):
            raise ValueError("somebody twice")
        stood = self.stood
        for candidate in ballot:
            if candidate not in stood:
                raise KeyError(candidate)
        piles = self.piles
        old = self.ballots.get(voter)
        before = None
        if old is not None:
            for before in old:
                if before in piles:
                    pile = piles[before]
                    if pile[old] == 1:
                        del pile[old]
                    else:
                        pile[old] -= 1
                    break
            else:
                before = None
        self.ballots[voter] = new = tuple(ballot)
        for choice in new:
            if choice in piles:
                pile = piles[choice]
                pile[new] = pile.get(new, 0) + 1
                break
        else:
            choice = None
        if before != choice:
            if before is not None:
                self._move(before, -1)
                self.total -= 1
            if choice is not None:
                self._move(choice, 1)
                self.total += 1
        return choice

    def recall(self, voter):
        ballot = self.ballots.pop(voter)
        piles = self.piles
        for choice in ballot:
            if choice in piles:
                pile = piles[choice]
                if pile[ballot] == 1:
                    del pile[ballot]
                else:
                    pile[ballot] -= 1
                self._move(choice, -1)
                self.total -= 1
                break
        return list(ballot)

    def strike(self, candidate):
        key = self.keys.pop(candidate)
        order = self.order
        del order[bisect_left(order, key)]
        piles = self.piles
        gains = {}
        for ballot, count in piles.pop(candidate).items():
            for choice in ballot:
                if choice in piles:
                    piles[choice][ballot] = count
                    gains[choice] = gains.get(choice, 0) + count
                    break
            else:
                self.total -= count
        for choice, count in gains.items():
            self._move(choice, count)
        return key >> 20

    def votes(self, candidate):
        key = self.keys.get(candidate)
        if key is None:
            self.stood[candidate]
            return -1
        return key >> 20

    def leader(self):
        return self.names[LATE - (self.order[-1] & LATE)] if self.total else None

    def rank(self, candidate):
        order = self.order
        return len(order) - bisect_left(order, self.keys[candidate])

    def ranking(self, count):
        names = self.names
        return [(names[LATE - (key & LATE)], key >> 20) for key in self.order[: -count - 1 : -1]]

    def rounds(self):
        total = self.total
        if not total:
            return []
        names = self.names
        order = self.order
        # Those without a ballot drop out first and change nothing.
        first_with = bisect_left(order, 1 << 20)
        if (order[-1] >> 20) * 2 > total:
            return [(names[LATE - (order[-1] & LATE)], order[-1] >> 20)]
        result = [(names[LATE - key], 0) for key in order[:first_with]]
        order = order[first_with:]
        counts = {names[LATE - (key & LATE)]: key for key in order}
        more = {}  # candidate: ballots that came to him in these rounds
        while True:
            key = order[-1]
            if len(order) == 1 or (key >> 20) * 2 > total:
                result.append((names[LATE - (key & LATE)], key >> 20))
                return result
            key = order.pop(0)
            out = names[LATE - (key & LATE)]
            result.append((out, key >> 20))
            del counts[out]
            gains = {}
            moving = self.piles[out]
            for group in (moving.items(), more.pop(out, ())):
                for ballot, count in group:
                    for choice in ballot:
                        if choice in counts:
                            gains[choice] = gains.get(choice, 0) + count
                            if choice in more:
                                more[choice].append((ballot, count))
                            else:
                                more[choice] = [(ballot, count)]
                            break
                    else:
                        total -= count
            for choice, count in gains.items():
                key = counts[choice]
                del order[bisect_left(order, key)]
                counts[choice] = key = key + (count << 20)
                insort(order, key)


class SlowCountAnew:
    def __init__(self):
        self.candidates = []
        self.struck = []
        self.ballots = {}

    def standing(self):
        return [candidate for candidate in self.candidates if candidate not in self.struck]

    def count(self, standing):
        counts = dict.fromkeys(standing, 0)
        for ballot in self.ballots.values():
            for candidate in ballot:
                if candidate in counts:
                    counts[candidate] += 1
                    break
        return counts

    def stand(self, candidate):
        if candidate in self.candidates:
            raise ValueError("stood before")
        self.candidates.append(candidate)
        return len(self.candidates)

    def cast(self, voter, ballot):
        for place, candidate in enumerate(ballot):
            if candidate in ballot[:place]:
                raise ValueError("somebody twice")
        for candidate in ballot:
            if candidate not in self.candidates:
                raise KeyError(candidate)
        self.ballots[voter] = list(ballot)
        for candidate in ballot:
            if candidate not in self.struck:
                return candidate
        return None

    def recall(self, voter):
        return self.ballots.pop(voter)

    def strike(self, candidate):
        votes = self.count(self.standing())[candidate]
        self.struck.append(candidate)
        return votes

    def votes(self, candidate):
        if candidate in self.struck:
            return -1
        return self.count(self.standing())[candidate]

    def order(self):
        counts = self.count(self.standing())
        return sorted(counts.items(), key=lambda entry: -entry[1])

    def leader(self):
        order = self.order()
        return order[0][0] if order and order[0][1] else None

    def rank(self, candidate):
        for place, entry in enumerate(self.order()):
            if entry[0] == candidate:
                return place + 1
        raise KeyError(candidate)

    def ranking(self, count):
        return self.order()[:count]

    def rounds(self):
        standing = self.standing()
        result = []
        while standing:
            counts = self.count(standing)
            total = sum(counts.values())
            if total == 0:
                return []
            first = max(standing, key=lambda candidate: counts[candidate])
            if len(standing) == 1 or counts[first] * 2 > total:
                result.append((first, counts[first]))
                break
            last = min(reversed(standing), key=lambda candidate: counts[candidate])
            result.append((last, counts[last]))
            standing.remove(last)
        return result


def names_of(rng, count):
    return [f"c{number}" for number in rng.sample(range(10_000), count)]


def ballot_of(rng, names, longest=4):
    return rng.sample(names, rng.randrange(1, longest + 1))


def stress_all_methods(rng):
    """interleaved: voters change their minds, candidates are struck off one by one, and every question is asked."""
    names = names_of(rng, 60)
    calls = [START, *(("stand", name) for name in names)]
    for step in range(3_300):
        draw = step % 9
        if draw < 5 or step < 300:
            calls.append(("cast", f"v{rng.randrange(500)}", ballot_of(rng, names)))
        elif draw == 5:
            calls.append(("recall", f"v{rng.randrange(500)}"))
        elif draw == 6:
            calls.append(rng.choice([("leader",), ("ranking", 3)]))
        elif draw == 7:
            calls.append((rng.choice(("votes", "rank")), rng.choice(names)))
        elif step % 180 == 8:
            calls.append(("strike", names[step // 180]))
        elif step % 270 == 17:
            calls.append(("rounds",))
    return (calls,)


def stress_leader_after_each_ballot(rng):
    """worst_of_slow: after each ballot of a thousand voters somebody asks who leads and how a candidate stands."""
    names = names_of(rng, 30)
    calls = [START, *(("stand", name) for name in names), ("rounds",), ("cast", "v0", names[:3]), ("rounds",)]
    for voter in range(1_600):
        calls.append(("cast", f"v{voter}", ballot_of(rng, names, 3)))
        calls.append(("leader",))
        calls.append((("rank", "votes")[voter % 2], rng.choice(names)))
    return (calls,)


def stress_ballots_then_questions(rng):
    """build_then_query: all ballots are cast, for four hundred candidates; then only ranks and votes are asked for."""
    names = names_of(rng, 400)
    calls = [START, *(("stand", name) for name in names)]
    calls += [("cast", f"v{voter}", ballot_of(rng, names)) for voter in range(800)]
    for _ in range(1_500):
        calls += [("rank", rng.choice(names)), ("votes", rng.choice(names)), ("ranking", 5)]
    return (calls,)


def stress_rounds_of_many(rng):
    """worst_of_fast: rounds among candidates with about equally many ballots, none of which equals another."""
    names = names_of(rng, 40)
    calls = [START, *(("stand", name) for name in names)]
    calls += [("cast", f"v{voter}", rng.sample(names, 10)) for voter in range(300)]
    for _ in range(3):
        calls += [("cast", f"v{rng.randrange(300)}", rng.sample(names, 10)) for _ in range(570)]
        calls.append(("rounds",))
    return (calls,)


def stress_struck_off_in_turn(rng):
    """growth_then_shrink: many candidates stand, then each leader is struck off, and his ballots go to the next."""
    names = names_of(rng, 150)
    calls = [START, *(("stand", name) for name in names)]
    calls += [("cast", f"v{voter}", rng.sample(names, 8)) for voter in range(1_400)]
    order = names[:]
    rng.shuffle(order)
    for name in order[:120]:
        calls += [("strike", name), ("leader",), ("ranking", 2), ("rank", order[-1])]
    calls += [("recall", f"v{voter}") for voter in range(0, 1_400, 3)]
    return (calls,)


def stress_same_ballots_again(rng):
    """repeated_no_ops: voters cast the ballots that they have cast before, and between them the leader is asked for."""
    names = names_of(rng, 20)
    ballots = [ballot_of(rng, names, 5) for _ in range(10)]
    calls = [START, *(("stand", name) for name in names)]
    calls += [("cast", f"v{voter}", ballots[voter % 10]) for voter in range(500)]
    for step in range(1_800):
        voter = rng.randrange(500)
        calls += [("cast", f"v{voter}", ballots[voter % 10]), ("leader",)]
        if step % 100 == 0:
            calls += [
                ("rounds",),
                ("stand", names[0]),
                ("cast", "v0", [names[0], names[0]]),
                ("cast", "v0", ["nobody"]),
            ]
    return (calls,)


def growing(rng, size):
    """The number of ballots, after each of which the leader is asked for."""
    names = names_of(rng, 10)
    calls = [START, *(("stand", name) for name in names)]
    for voter in range(min(size, 20_000)):
        calls += [("cast", f"v{voter}", ballot_of(rng, names, 3)), ("leader",)]
    return (calls,)
