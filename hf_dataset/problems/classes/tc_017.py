"""RankBoard: players in the order of their points, with shared ranks, neighbours and rounds that halve all points.

Sorting the board after each change, or counting all players for a rank, is linear or worse. A board that is kept sorted
finds a player's place by bisection, and its rank as the place of the first player with the same points. Halving keeps
the order, so that no sorting is needed, but it can make points equal: then all must be numbered anew in their order.
Decided here: of equal points those that were reached first stand first; what leaves the points as they are leaves the
place as it is; points never fall below zero.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class RankBoard:
    """Players and their points, in an order.

    Players with more points stand before those with fewer. Of players with the same points, the one who has had them
    for longer stands first. A player's *rank* is 1 plus the number of players who have more points, so that players
    with the same points share a rank; a player's *place* is the one in the order, 1 for the first, and never shared.

    >>> board = RankBoard()
    >>> for name in ["ida", "max", "eve", "tom"]:
    ...     board.enter(name)
    >>> board.score("eve", 7), board.score("max", 7), board.score("tom", 3)
    (1, 1, 3)
    >>> board.at(2), board.neighbours("max", 2), board.rise("tom"), board.rise("max")
    (('max', 7), (['eve'], ['tom', 'ida']), 4, None)
    >>> board.fade(), board.at(1), board.rank("tom")
    (1, ('eve', 3), 3)
    """

    def __init__(self) -> None:
        """Start with an empty board."""

    def enter(self, player: str) -> None:
        """Put a player on the board, with 0 points from now on. Raise ValueError if the player is on it already."""

    def score(self, player: str, points: int) -> int:
        """Add points to a player's, or take some away if `points` is negative. Return the player's rank after that.

        Less than 0 points are not possible: who would have less has 0. A player whose points stay the same, be it that
        `points` is 0 or that there were none to take away, keeps the place too.
        Raise KeyError if the player is not on the board.
        """

    def rank(self, player: str) -> int:
        """Return the player's rank. Raise KeyError if the player is not on the board."""

    def rise(self, player: str) -> "int | None":
        """Return how many points the player lacks to have as many as the next player with more points.

        That is the smallest positive difference to another player's points. Return None if no one has more points.
        Raise KeyError if the player is not on the board.
        """

    def neighbours(self, player: str, reach: int) -> tuple[list[str], list[str]]:
        """Return who stands on the `reach` places before the player, and who on the `reach` places after.

        Both lists are in the order of the board, and shorter where the board ends.
        Raise KeyError if the player is not on the board; then ValueError if `reach` is negative.
        """

    def at(self, place: int) -> tuple[str, int]:
        """Return the player at a place, and the player's points. Raise IndexError if there is no such place."""

    def between(self, low: int, high: int) -> int:
        """Return how many players have at least `low` and at most `high` points; 0 if `low` is larger than `high`."""

    def fade(self) -> int:
        """Halve the points of all players, rounded down; the order of the board stays as it is.

        For later ties, players who have the same points then have had them for longer the further in front they stand.
        Return how many players have 0 points then.
        """

    def leave(self, player: str) -> int:
        """Take a player off the board. Return the points. Raise KeyError if the player is not on the board."""
'''

ARGUMENTS = {
    "__init__": (),
    "enter": (str,),
    "score": (str, int),
    "rank": (str,),
    "rise": (str,),
    "neighbours": (str, int),
    "at": (int,),
    "between": (int, int),
    "fade": (),
    "leave": (str,),
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
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        for argument in arguments:
            if type(argument) is str:
                assert 1 <= len(argument) <= 30, "names of players must have 1 to 30 characters"
            else:
                assert abs(argument) <= 10**9, "numbers must lie within -10**9 and 10**9"
        assert name != "neighbours" or arguments[1] <= 20, "neighbours must be asked for within a reach of 20"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("a player without a name", ([("__init__",), ("enter", "")],)),
    ("points as float", ([("__init__",), ("score", "a", 0.5)],)),
    ("too far a reach", ([("__init__",), ("neighbours", "a", 21)],)),
    ("too many points", ([("__init__",), ("score", "a", 10**9 + 1)],)),
]

FOUR = [
    ("__init__",),
    *[("enter", player) for player in "abcd"],
    ("score", "b", 5),
    ("score", "d", 9),
    ("score", "a", 5),
]
FOUR_DONE = [None, None, None, None, None, 1, 1, 2]  # the order is d 9, b 5, a 5, c 0


def standing(count):
    return [("at", place) for place in range(1, count + 1)]


TESTS = {
    "enter: behind all others, with a name of one's own": (
        [*FOUR, ("enter", "e"), ("enter", "b"), *standing(5), ("at", 6)],
        [*FOUR_DONE, None, ValueError, ("d", 9), ("b", 5), ("a", 5), ("c", 0), ("e", 0), IndexError],
    ),
    "enter: again after leaving, without the points": (
        [*FOUR, ("leave", "d"), ("enter", "d"), ("at", 4), ("rank", "d"), ("rank", "b")],
        [*FOUR_DONE, 9, None, ("d", 0), 3, 1],
    ),
    "score: the later one stands behind those with the same points": (
        [*FOUR, ("score", "d", -4), ("score", "c", 5), *standing(4)],
        [*FOUR_DONE, 1, 1, ("b", 5), ("a", 5), ("d", 5), ("c", 5)],
    ),
    "score: points that stay the same keep the place": (
        [
            *FOUR,
            ("score", "b", 0),
            ("enter", "e"),
            ("score", "c", -3),
            ("score", "c", 0),
            ("score", "q", 1),
            *standing(5),
        ],
        [*FOUR_DONE, 2, None, 4, 4, KeyError, ("d", 9), ("b", 5), ("a", 5), ("c", 0), ("e", 0)],
    ),
    "score: down to zero and no lower": (
        [*FOUR, ("score", "b", -6), ("at", 4), ("score", "a", -5), ("at", 4), ("at", 2), ("score", "b", 1)],
        [*FOUR_DONE, 3, ("b", 0), 2, ("a", 0), ("c", 0), 2],
    ),
    "score: away and back to the same points is behind": (
        [*FOUR, ("score", "b", 1), ("score", "b", -1), ("at", 2), ("at", 3)],
        [*FOUR_DONE, 2, 2, ("a", 5), ("b", 5)],
    ),
    "rank: shared, and the next one counts all before": (
        [*FOUR, ("rank", "d"), ("rank", "b"), ("rank", "a"), ("rank", "c"), ("rank", "q")],
        [*FOUR_DONE, 1, 2, 2, 4, KeyError],
    ),
    "rank: follows those who leave": (
        [*FOUR, ("leave", "b"), ("rank", "c"), ("rank", "b")],
        [*FOUR_DONE, 5, 3, KeyError],
    ),
    "rise: to the next who has more, not to an equal one": (
        [*FOUR, ("rise", "c"), ("rise", "a"), ("rise", "b"), ("rise", "d"), ("rise", "q")],
        [*FOUR_DONE, 5, 4, 4, None, KeyError],
    ),
    "rise: all have the same": (
        [("__init__",), ("enter", "a"), ("rise", "a"), ("enter", "b"), ("rise", "b"), ("score", "a", 3), ("rise", "b")],
        [None, None, None, None, None, 1, 3],
    ),
    "neighbours: in the order of the board, cut at its ends": (
        [
            *FOUR,
            ("neighbours", "b", 1),
            ("neighbours", "a", 2),
            ("neighbours", "d", 2),
            ("neighbours", "c", 9),
            ("neighbours", "a", 0),
        ],
        [
            *FOUR_DONE,
            (["d"], ["a"]),
            (["d", "b"], ["c"]),
            ([], ["b", "a"]),
            (["d", "b", "a"], []),
            ([], []),
        ],
    ),
    "neighbours: what is refused": (
        [*FOUR, ("neighbours", "q", -1), ("neighbours", "a", -1)],
        [*FOUR_DONE, KeyError, ValueError],
    ),
    "at: first, last and none": (
        [*FOUR, ("at", 1), ("at", 4), ("at", 0), ("at", 5), ("at", -1)],
        [*FOUR_DONE, ("d", 9), ("c", 0), IndexError, IndexError, IndexError],
    ),
    "at: an empty board": ([("__init__",), ("at", 1), ("at", 0)], [None, IndexError, IndexError]),
    "between: both ends count": (
        [
            *FOUR,
            ("between", 5, 9),
            ("between", 6, 8),
            ("between", 5, 5),
            ("between", 0, 4),
            ("between", -9, 99),
            ("between", 10, 99),
            ("between", 9, 5),
            ("between", 6, 5),
        ],
        [*FOUR_DONE, 3, 0, 2, 1, 4, 0, 0, 0],
    ),
    "between: zero and below": (
        [*FOUR, ("between", 0, 0), ("between", -5, -1), ("between", -5, 0), ("score", "c", 1), ("between", 0, 0)],
        [*FOUR_DONE, 1, 0, 1, 4, 0],
    ),
    "fade: halves are rounded down and the order stays": (
        [
            *FOUR,
            ("score", "c", 4),
            ("fade",),
            *standing(4),
            ("rank", "c"),
            ("fade",),
            ("fade",),
            *standing(4),
            ("rank", "c"),
        ],
        [
            *FOUR_DONE,
            4,
            0,
            *[("d", 4), ("b", 2), ("a", 2), ("c", 2)],
            2,
            0,
            3,
            *[("d", 1), ("b", 0), ("a", 0), ("c", 0)],
            2,
        ],
    ),
    "fade: who came to the points earlier counts no more, the order does": (
        [
            ("__init__",),
            ("enter", "a"),
            ("enter", "b"),
            ("score", "a", 2),
            ("score", "b", 3),
            ("fade",),
            ("at", 1),
            ("enter", "c"),
            ("score", "c", 1),
            ("score", "a", 1),
            ("fade",),
            *standing(3),
        ],
        [None, None, None, 1, 1, 0, ("b", 1), None, 1, 1, 2, ("a", 1), ("b", 0), ("c", 0)],
    ),
    "fade: an empty board": ([("__init__",), ("fade",), ("enter", "a"), ("fade",)], [None, 0, None, 1]),
    "leave: the points, once": (
        [*FOUR, ("leave", "b"), ("leave", "b"), ("leave", "c"), *standing(2), ("at", 3), ("between", 0, 9)],
        [*FOUR_DONE, 5, KeyError, 0, ("d", 9), ("a", 5), IndexError, 2],
    ),
    "leave: one of those with the same points": (
        [*FOUR, ("score", "c", 5), ("leave", "a"), ("neighbours", "c", 3), ("rise", "c")],
        [*FOUR_DONE, 2, 5, (["d", "b"], []), 4],
    ),
    "class: a newcomer stands behind those who have lost all": (
        [
            ("__init__",),
            ("enter", "a"),
            ("score", "a", 8),
            ("enter", "b"),
            ("score", "a", -8),
            ("enter", "c"),
            *standing(3),
            ("rank", "c"),
            ("rise", "b"),
        ],
        [None, None, 1, None, 1, None, ("b", 0), ("a", 0), ("c", 0), 1, None],
    ),
    "class: ties after a round of halving": (
        [
            *FOUR,
            ("fade",),
            ("score", "c", 2),
            ("score", "d", -2),
            *standing(4),
            ("neighbours", "c", 1),
            ("between", 2, 2),
            ("fade",),
            ("score", "c", 0),
            ("score", "b", 1),
            *standing(4),
        ],
        [
            *FOUR_DONE,
            1,
            2,
            1,
            *[("b", 2), ("a", 2), ("c", 2), ("d", 2)],
            (["a"], ["d"]),
            4,
            0,
            1,
            1,
            *[("b", 2), ("a", 1), ("c", 1), ("d", 1)],
        ],
    ),
    "class: large points": (
        [
            ("__init__",),
            ("enter", "a"),
            ("enter", "b"),
            ("score", "a", 10**9),
            ("score", "a", 10**9),
            ("score", "b", 10**9),
            ("rise", "b"),
            ("fade",),
            ("at", 1),
            ("between", 10**9, 10**9),
            ("rise", "b"),
        ],
        [None, None, None, 1, 1, 2, 10**9, 0, ("a", 10**9), 1, 500_000_000],
    ),
}


class Canonical:
    def __init__(self):
        self._keys = {}  # player -> (-points, number of the change that led to them, player)
        self._order = []  # the same keys, sorted
        self._changes = 0

    def _put(self, player, points):
        self._changes += 1
        key = -points, self._changes, player
        self._keys[player] = key
        insort(self._order, key)

    def _take(self, player):
        key = self._keys.pop(player)
        del self._order[bisect_left(self._order, key)]

    def _points(self, player):
        return -self._keys[player][0]

    def enter(self, player):
        if player in self._keys:
            raise ValueError(f"{player} is on the board already")
        self._put(player, 0)

    def score(self, player, points):
        before = self._points(player)
        after = max(0, before + points)
        if after != before:
            self._take(player)
            self._put(player, after)
        return self.rank(player)

    def _ahead(self, player):
        """How many players have more points."""
        return bisect_left(self._order, (-self._points(player),))

    def rank(self, player):
        return self._ahead(player) + 1

    def rise(self, player):
        ahead = self._ahead(player)
        if ahead == 0:
            return None
        return -self._order[ahead - 1][0] - self._points(player)

    def neighbours(self, player, reach):
        place = bisect_left(self._order, self._keys[player])
        if reach < 0:
            raise ValueError("the reach must not be negative")
        before = self._order[max(0, place - reach) : place]
        after = self._order[place + 1 : place + 1 + reach]
        return [key[2] for key in before], [key[2] for key in after]

    def at(self, place):
        if not 1 <= place <= len(self._order):
            raise IndexError(f"there is no place {place}")
        points, _, player = self._order[place - 1]
        return player, -points

    def between(self, low, high):
        if low > high:
            return 0
        return bisect_left(self._order, (-low + 1,)) - bisect_left(self._order, (-high,))

    def fade(self):
        faded = [(key[2], -key[0] // 2) for key in self._order]
        self._keys.clear()
        self._order.clear()
        for player, points in faded:
            self._put(player, points)
        return len(self._order) - bisect_left(self._order, (0,))

    def leave(self, player):
        points = self._points(player)
        self._take(player)
        return points


SHIFT = 24  # a key is a player's points, negative, and below them the number of the change


class ReferenceKeysAsNumbers:
    """A key is one number; whose it is stands in a table by the key."""

    def __init__(self):
        self._keys = {}
        self._players = {}
        self._order = []
        self._changes = 0

    def enter(self, player):
        if player in self._keys:
            raise ValueError
        self._changes = key = self._changes + 1
        self._keys[player] = key
        self._players[key] = player
        self._order.append(key)

    def score(self, player, points):
        key = self._keys[player]
        before = -(key >> SHIFT)
        after = before + points
        if after < 0:
            after = 0
        order = self._order
        if after != before:
            del order[bisect_left(order, key)]
            del self._players[key]
            self._changes += 1
            key = self._changes - (after << SHIFT)
            self._keys[player] = key
            self._players[key] = player
            place = bisect_left(order, key)
            order.insert(place, key)
            if not place or order[place - 1] >> SHIFT != -after:
                return place + 1
        return bisect_left(order, -after << SHIFT) + 1

    def rank(self, player):
        return bisect_left(self._order, self._keys[player] >> SHIFT << SHIFT) + 1

    def rise(self, player):
        points = self._keys[player] >> SHIFT
        ahead = bisect_left(self._order, points << SHIFT)
        return points - (self._order[ahead - 1] >> SHIFT) if ahead else None

    def neighbours(self, player, reach):
        order = self._order
        place = bisect_left(order, self._keys[player])
        if reach < 0:
            raise ValueError
        players = self._players
        start = place - reach
        before = order[start if start > 0 else 0 : place]
        return [players[key] for key in before], [players[key] for key in order[place + 1 : place + 1 + reach]]

    def at(self, place):
        if place < 1:
            raise IndexError
        key = self._order[place - 1]
        return self._players[key], -(key >> SHIFT)

    def between(self, low, high):
        if low > high:
            return 0
        start = bisect_left(self._order, -high << SHIFT)
        return bisect_left(self._order, (1 - low) << SHIFT, start) - start

    def fade(self):
        players = self._players
        names = [players[key] for key in self._order]
        self._order = order = [number - (-(key >> SHIFT) >> 1 << SHIFT) for number, key in enumerate(self._order, 1)]
        self._changes = len(order)
        self._keys = dict(zip(names, order, strict=True))
        self._players = dict(zip(order, names, strict=True))
        return len(order) - bisect_left(order, 0)

    def leave(self, player):
        key = self._keys.pop(player)
        del self._players[key]
        del self._order[bisect_left(self._order, key)]
        return -(key >> SHIFT)


class SlowSortTheBoard:
    def __init__(self):
        self.board = []

    def _find(self, player):
        for entry in self.board:
            if entry[0] == player:
                return entry
        raise KeyError(player)

    def enter(self, player):
        if player in [entry[0] for entry in self.board]:
            raise ValueError
        self.board.append([player, 0])

    def score(self, player, points):
        entry = self._find(player)
        after = max(0, entry[1] + points)
        if after != entry[1]:
            self.board.remove(entry)
            entry[1] = after
            self.board.append(entry)
            self.board.sort(key=lambda entry: entry[1], reverse=True)
        return self.rank(player)

    def rank(self, player):
        points = self._find(player)[1]
        return len([entry for entry in self.board if entry[1] > points]) + 1

    def rise(self, player):
        points = self._find(player)[1]
        return min([entry[1] - points for entry in self.board if entry[1] > points], default=None)

    def neighbours(self, player, reach):
        place = self.board.index(self._find(player))
        if reach < 0:
            raise ValueError
        names = [entry[0] for entry in self.board]
        return names[max(0, place - reach) : place], names[place + 1 : place + reach + 1]

    def at(self, place):
        if place < 1:
            raise IndexError
        return tuple(self.board[place - 1])

    def between(self, low, high):
        return len([entry for entry in self.board if low <= entry[1] <= high])

    def fade(self):
        for entry in self.board:
            entry[1] //= 2
        return self.between(0, 0)

    def leave(self, player):
        entry = self._find(player)
        self.board.remove(entry)
        return entry[1]


def entered(rng, count):
    names = [f"{rng.choice('bdfgklmnpr')}{rng.choice('aeiou')}{number}" for number in rng.sample(range(10**5), count)]
    return [("__init__",)] + [("enter", name) for name in names], names


def question(rng, names, most):
    kind = rng.randrange(5)
    if kind < 2:
        return ("rank" if kind else "rise", rng.choice(names))
    if kind == 2:
        return ("neighbours", rng.choice(names), rng.randrange(1, 4))
    if kind == 3:
        return ("at", rng.randrange(1, len(names)))
    low = rng.randrange(most)
    return ("between", low, low + rng.randrange(most))


def stress_score_then_ask(rng):
    """build_then_query: all players score once, then only questions are asked; counting all for each is linear."""
    calls, names = entered(rng, 700)
    calls += [("score", name, rng.randrange(1, 10**4)) for name in names]
    calls += [question(rng, names, 10**4) for _ in range(3_000)]
    return (calls,)


def stress_score_and_ask(rng):
    """interleaved: points change all the time, and the board must be in order after each change."""
    calls, names = entered(rng, 600)
    for _ in range(1_700):
        calls.append(("score", rng.choice(names), rng.randrange(-300, 1_000)))
        calls.append(question(rng, names, 3_000))
    calls += [("enter", names[0]), ("neighbours", names[0], -1), ("at", 0), ("between", rng.randrange(5, 9), 4)]
    return (calls,)


def stress_few_points(rng):
    """all_equal: points from zero to nine only, so that each rank is shared by many."""
    calls, names = entered(rng, 600)
    for _ in range(1_800):
        calls.append(("score", rng.choice(names), rng.randrange(-3, 4)))
        calls.append(
            rng.choice([("rank", rng.choice(names)), ("rise", rng.choice(names)), ("at", rng.randrange(1, 500))])
        )
    return (calls,)


def stress_nothing_to_take_away(rng):
    """repeated_no_ops: points are taken from players who have none, or none are added: the places stay as they are."""
    calls, names = entered(rng, 900)
    calls += [("score", name, rng.randrange(1, 10**4)) for name in names[:100]]
    for _ in range(1_600):
        calls.append(("score", rng.choice(names[100:]), -rng.randrange(1, 10)))
        calls.append(("score", rng.choice(names), 0))
    return (calls,)


def stress_enter_and_leave(rng):
    """growth_then_shrink: a long board empties from anywhere, with a look at the neighbours of those who stay."""
    calls, names = entered(rng, 1_300)
    calls += [("score", name, rng.randrange(1, 500)) for name in names]
    rng.shuffle(names)
    for place, name in enumerate(names[:-1]):
        calls.append(("leave", name))
        calls.append(("neighbours", names[rng.randrange(place + 1, len(names))], 2))
    return (calls,)


def stress_rounds(rng):
    """worst_of_fast: rounds of few changes, after each of which all points are halved and all keys are new."""
    calls, names = entered(rng, 250)
    for _ in range(52):
        calls += [("score", rng.choice(names), rng.randrange(1, 10**5)) for _ in range(35)]
        calls += [("rank", rng.choice(names)) for _ in range(6)]
        calls.append(("fade",))
    return (calls,)


def stress_overtaking(rng):
    """adversarial_order: the last player goes to the top again and again; all others move down by one place."""
    calls, names = entered(rng, 900)
    calls += [("score", name, 10 + place) for place, name in enumerate(names)]
    top = 2_000
    for step in range(1_700):
        top += rng.randrange(1, 20)
        calls.append(("score", names[step % 900], top))
        calls.append(("rise", names[rng.randrange(900)]))
    return (calls,)


def growing(rng, size):
    """The number of players, who enter, score and ask for their rank."""
    calls, names = entered(rng, size)
    for name in names:
        calls += [("score", name, rng.randrange(1, 10**6)), ("rank", rng.choice(names))]
    return (calls,)
