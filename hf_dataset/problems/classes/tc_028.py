"""DialPlan: ranges of telephone numbers inside each other, and who owns a number by the narrowest of them.

A flat list of ranges is gone through as a whole by every call. A tree in which each range keeps the ranges directly
inside it in order is searched by halves on each level, and the numbers that each owner holds are counted along.
Decided here: ranges never cross and are never equal; what is inside a released range belongs to the one around it.
"""

from bisect import bisect_left, bisect_right

WRITTEN = "2026-11-24"

PROMPT = '''class DialPlan:
    """Keeps which ranges of telephone numbers are assigned to whom, where ranges may lie inside others.

    A range (start, end) holds the numbers from `start` to `end` - 1. Of two ranges, one lies inside the other or they
    have no number in common; no two are equal. A number belongs to the owner of the narrowest range that holds it. A
    range lies directly inside another if it lies inside of it, and inside no third one that lies inside of it. An owner
    may have any number of ranges, also ranges inside his own.

    A call that raises an exception, or returns False, changes nothing.

    >>> plan = DialPlan()
    >>> plan.assign(100, 200, "post"), plan.assign(120, 140, "bank"), plan.assign(150, 160, "mill")
    (0, 0, 0)
    >>> plan.assign(110, 170, "town"), plan.owner_of(125), plan.owner_of(145), plan.owner_of(200)
    (2, 'bank', 'town', None)
    >>> plan.path(155), plan.held("town"), plan.release(110, 170), plan.held("post")
    (['post', 'town', 'mill'], 30, 'town', 70)
    """

    def __init__(self) -> None:
        """Make a plan without ranges."""

    def assign(self, start: int, end: int, owner: str) -> int:
        """Assign a range to an owner and return how many ranges lie directly inside of it then.

        Raise ValueError if this range is assigned already, or if it shares some but not all of its numbers with a range
        that does not lie inside of it.
        """

    def release(self, start: int, end: int) -> str:
        """Remove a range and return its owner. The ranges inside of it stay.

        Raise KeyError if exactly this range is not assigned.
        """

    def split(self, start: int, end: int, at: int) -> None:
        """Put two ranges of the same owner in the place of one: from `start` to `at` and from `at` to `end`.

        What lies inside of it lies inside the parts then.

        Raise KeyError if exactly this range is not assigned, otherwise ValueError if a part would have no numbers, if
        `at` would cut through a range inside of it (numbers of which lie on both sides), or if a part would be equal to
        a range inside of it.
        """

    def join(self, start: int, end: int) -> bool:
        """Put one range in the place of this one and its next neighbour; return False if that is not possible.

        The neighbour is the range that begins at `end` and lies directly inside the same range (or, like this one,
        inside none). It must have the same owner, and the joined range must not be equal to the range around.

        Raise KeyError if exactly this range is not assigned.
        """

    def transfer(self, start: int, end: int, owner: str) -> str:
        """Give a range, but not the ranges inside of it, to another (or the same) owner and return the old one.

        Raise KeyError if exactly this range is not assigned.
        """

    def owner_of(self, number: int) -> str | None:
        """Return to whom a number belongs, None if it is in no range."""

    def path(self, number: int) -> list[str]:
        """Return the owners of all ranges that hold a number, from the widest range to the narrowest."""

    def held(self, owner: str) -> int:
        """Return how many numbers belong to an owner, 0 for an unknown one."""
'''

ARGUMENTS = {
    "__init__": 0,
    "assign": 3,
    "release": 2,
    "split": 3,
    "join": 2,
    "transfer": 3,
    "owner_of": 1,
    "path": 1,
    "held": 1,
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
        if name in ("assign", "transfer", "held"):
            assert type(call[-1]) is str and 1 <= len(call[-1]) <= 20, "owner must be a text of 1 to 20 characters"
        for number in call[1:-1] if name in ("assign", "transfer", "held") else call[1:]:
            assert type(number) is int, "start, end, at and number must be ints"
            assert 0 <= number <= 10**12, "start, end, at and number must be from 0 to 10**12"
        if len(call) > 2:
            assert call[1] < call[2], "start must be less than end"


START = ("__init__",)

INVALID = [
    ("a range without numbers", ([START, ("assign", 5, 5, "post")],)),
    ("a negative number", ([START, ("owner_of", -1)],)),
    ("an owner without a name", ([START, ("held", "")],)),
    ("a float", ([START, ("release", 1, 2.0)],)),
]


def assigned(*ranges):
    """Calls that assign ranges (start, end, owner)."""
    return [START, *(("assign", *entry) for entry in ranges)]


TESTS = {
    "assign: inside, beside and around": (
        [*assigned((10, 20, "a"), (12, 14, "b"), (20, 30, "c"), (0, 40, "d"), (14, 16, "e"), (11, 17, "f"))],
        [None, 0, 0, 0, 2, 0, 2],
    ),
    "assign: only those directly inside are counted": (
        [*assigned((1, 2, "a"), (1, 5, "b"), (6, 8, "c"), (0, 9, "d")), ("path", 1), ("path", 6), ("path", 5)],
        [None, 0, 1, 0, 2, ["d", "b", "a"], ["d", "c"], ["d"]],
    ),
    "assign: equal and crossing ranges are refused": (
        [
            *assigned((10, 20, "a"), (10, 20, "b"), (15, 21, "b"), (9, 11, "b"), (9, 19, "b"), (11, 25, "b")),
            ("held", "b"),
            ("owner_of", 10),
            ("assign", 12, 15, "c"),
            ("assign", 12, 15, "a"),
            ("assign", 11, 13, "d"),
            ("assign", 14, 20, "d"),
            ("held", "a"),
        ],
        [None, 0, *[ValueError] * 5, 0, "a", 0, ValueError, ValueError, ValueError, 7],
    ),
    "assign: ranges that share one end": (
        [*assigned((10, 20, "a"), (10, 15, "b"), (15, 20, "c"), (10, 12, "d"), (8, 20, "e"), (8, 22, "f"))]
        + [("path", 11), ("path", 19), ("path", 20), ("held", "a"), ("held", "b"), ("held", "e"), ("held", "f")],
        [None, 0, 0, 0, 0, 1, 1, ["f", "e", "a", "b", "d"], ["f", "e", "a", "c"], ["f"], 0, 3, 2, 2],
    ),
    "assign: across several, the last or the first of them crosses": (
        [
            *assigned(
                (0, 3, "a"), (4, 6, "b"), (7, 9, "c"), (1, 9, "d"), (0, 8, "d"), (2, 5, "d"), (4, 9, "d"), (3, 7, "e")
            )
        ],
        [None, 0, 0, 0, ValueError, ValueError, ValueError, 2, ValueError],
    ),
    "release: what is inside stays": (
        [
            *assigned((0, 10, "a"), (2, 8, "b"), (3, 5, "c"), (6, 7, "d")),
            ("release", 2, 8),
            ("path", 3),
            ("path", 6),
            ("held", "a"),
            ("held", "b"),
            ("release", 0, 10),
            ("owner_of", 0),
            ("owner_of", 4),
            ("held", "a"),
            ("held", "c"),
        ],
        [None, 0, 0, 0, 0, "b", ["a", "c"], ["a", "d"], 7, 0, "a", None, "c", 0, 2],
    ),
    "release: exactly this range, once": (
        [
            *assigned((0, 10, "a"), (2, 8, "b")),
            ("release", 2, 9),
            ("release", 0, 8),
            ("release", 2, 8),
            ("release", 2, 8),
        ]
        + [("assign", 2, 8, "c"), ("assign", 1, 8, "d")],
        [None, 0, 0, KeyError, KeyError, "b", KeyError, 0, 1],
    ),
    "split: two ranges, each with what was inside": (
        [
            *assigned((0, 10, "a"), (1, 3, "b"), (5, 7, "c"), (7, 9, "d")),
            ("split", 0, 10, 5),
            ("path", 1),
            ("path", 5),
            ("held", "a"),
            ("release", 0, 5),
            ("owner_of", 4),
            ("owner_of", 1),
            ("owner_of", 9),
            ("held", "a"),
            ("release", 0, 10),
            ("release", 5, 10),
            ("path", 7),
        ],
        [None, 0, 0, 0, 0, None, ["a", "b"], ["a", "c"], 4, "a", None, "b", "a", 1, KeyError, "a", ["d"]],
    ),
    "split: not at the ends, outside, through another or off one that fills a part": (
        [
            *assigned((10, 20, "a"), (12, 15, "b"), (16, 20, "c")),
            ("split", 10, 21, 15),
            ("split", 10, 20, 10),
            ("split", 10, 20, 20),
            ("split", 10, 20, 25),
            ("split", 10, 20, 5),
            ("split", 10, 20, 13),
            ("split", 10, 20, 14),
            ("split", 10, 20, 16),
            ("split", 10, 20, 17),
            ("split", 12, 15, 13),
            ("split", 10, 20, 13),
            ("split", 10, 20, 15),
            ("path", 14),
        ],
        [None, 0, 0, 0, KeyError, *[ValueError] * 8, None, None, KeyError, ["a", "b"]],
    ),
    "split: the first part would be equal to a range inside": (
        [*assigned((0, 9, "a"), (0, 4, "b"), (4, 6, "c")), ("split", 0, 9, 4), ("split", 0, 9, 6), ("path", 3)]
        + [("path", 5), ("path", 6)],
        [None, 0, 0, 0, ValueError, None, ["a", "b"], ["a", "c"], ["a"]],
    ),
    "join: neighbours of the same owner, with what is inside": (
        [
            *assigned((0, 5, "a"), (5, 9, "a"), (1, 2, "b"), (6, 7, "c")),
            ("join", 5, 9),
            ("join", 0, 5),
            ("join", 0, 5),
            ("path", 1),
            ("path", 6),
            ("held", "a"),
            ("release", 0, 9),
            ("held", "a"),
        ],
        [None, 0, 0, 0, 0, False, True, KeyError, ["a", "b"], ["a", "c"], 7, "a", 0],
    ),
    "join: another owner, a gap, another level": (
        [
            *assigned((0, 3, "a"), (3, 5, "b"), (6, 8, "b"), (8, 12, "b"), (8, 10, "a"), (10, 11, "b")),
            ("join", 0, 3),
            ("join", 3, 5),
            ("join", 8, 10),
            ("join", 10, 11),
            ("join", 6, 8),
            ("join", 5, 6),
            ("path", 8),
        ],
        [None, 0, 0, 0, 0, 0, 0, False, False, False, False, True, KeyError, ["b", "a"]],
    ),
    "join: not as wide as the range around": (
        [
            *assigned((0, 9, "a"), (0, 4, "b"), (4, 9, "b"), (4, 6, "b"), (6, 8, "b")),
            ("join", 0, 4),
            ("join", 4, 6),
            ("split", 4, 9, 8),
            ("join", 0, 4),
            ("path", 5),
            ("join", 0, 8),
            ("held", "b"),
        ],
        [None, 0, 0, 0, 0, 0, False, True, ValueError, False, ["a", "b", "b"], KeyError, 9],
    ),
    "join: within a range that begins or ends elsewhere": (
        [*assigned((0, 9, "a"), (1, 4, "b"), (4, 9, "b"), (10, 19, "a"), (10, 14, "b"), (14, 18, "b"))]
        + [("join", 1, 4), ("join", 10, 14), ("path", 8), ("path", 17), ("held", "a")],
        [None, 0, 0, 0, 0, 0, 0, True, True, ["a", "b"], ["a", "b"], 2],
    ),
    "transfer: without the ranges inside": (
        [
            *assigned((0, 10, "a"), (2, 4, "b"), (5, 6, "a")),
            ("transfer", 0, 10, "c"),
            ("path", 3),
            ("path", 5),
            ("held", "a"),
            ("held", "c"),
            ("transfer", 0, 10, "c"),
            ("held", "c"),
            ("transfer", 0, 9, "c"),
        ],
        [None, 0, 0, 0, "a", ["c", "b"], ["c", "a"], 1, 7, "c", 7, KeyError],
    ),
    "transfer: makes joining possible": (
        [*assigned((0, 5, "a"), (5, 9, "b")), ("join", 0, 5), ("transfer", 5, 9, "a"), ("join", 0, 5), ("owner_of", 8)]
        + [("held", "b")],
        [None, 0, 0, False, "b", True, "a", 0],
    ),
    "owner_of: both ends of ranges": (
        [
            *assigned((10, 20, "a"), (14, 16, "b")),
            *(("owner_of", number) for number in (9, 10, 13, 14, 15, 16, 19, 20)),
        ],
        [None, 0, 0, None, "a", "a", "b", "b", "a", "a", None],
    ),
    "owner_of: no ranges, and the last possible number": (
        [START, ("owner_of", 0), ("assign", 10**12 - 1, 10**12, "a"), ("owner_of", 10**12 - 1), ("owner_of", 10**12)],
        [None, None, 0, "a", None],
    ),
    "path: widest first": (
        [
            *assigned((4, 5, "a"), (3, 6, "b"), (2, 7, "a"), (8, 9, "c")),
            ("path", 4),
            ("path", 5),
            ("path", 2),
            ("path", 7),
        ],
        [None, 0, 1, 1, 0, ["a", "b", "a"], ["a", "b"], ["a"], []],
    ),
    "path: after releasing in the middle": (
        [
            *assigned((0, 9, "a"), (1, 8, "b"), (2, 7, "c")),
            ("release", 1, 8),
            ("path", 2),
            ("release", 2, 7),
            ("path", 2),
        ],
        [None, 0, 0, 0, "b", ["a", "c"], "c", ["a"]],
    ),
    "held: the narrowest range decides": (
        [
            *assigned((0, 100, "a"), (10, 20, "b"), (12, 15, "a"), (50, 60, "c")),
            ("held", "a"),
            ("held", "b"),
            ("held", "c"),
            ("held", "d"),
        ],
        [None, 0, 0, 0, 0, 83, 7, 10, 0],
    ),
    "held: a range around others takes only what is left": (
        [*assigned((10, 20, "b"), (30, 40, "b")), ("assign", 5, 40, "a"), ("held", "a"), ("held", "b")]
        + [("release", 10, 20), ("held", "a"), ("held", "b")],
        [None, 0, 0, 2, 15, 20, "b", 25, 10],
    ),
    "assign: just before a range that is there": (
        [("__init__",), ("assign", 10, 20, "ada"), ("assign", 0, 10, "bob"), ("owner_of", 9), ("owner_of", 10)],
        [None, 0, 0, "bob", "ada"],
    ),
    "class: a plan is changed for a new town": (
        [
            *assigned((1000, 2000, "post"), (1200, 1300, "bank"), (1300, 1400, "bank"), (1600, 1700, "mill")),
            ("join", 1200, 1300),
            ("assign", 1100, 1500, "town"),
            ("split", 1000, 2000, 1500),
            ("held", "post"),
            ("path", 1350),
            ("transfer", 1500, 2000, "port"),
            ("held", "post"),
            ("path", 1650),
            ("release", 1200, 1400),
            ("held", "town"),
            ("release", 1000, 1500),
            ("assign", 1400, 1600, "x"),
            ("path", 1350),
            ("owner_of", 1000),
        ],
        [None, 0, 0, 0, 0, True, 1, None, 500, ["post", "town", "bank"], "post", 100, ["port", "mill"], "bank", 400]
        + ["post", ValueError, ["town"], None],
    ),
    "class: splitting and joining goes back to where it began": (
        [
            *assigned((0, 8, "a"), (2, 4, "b"), (6, 7, "b")),
            ("split", 0, 8, 4),
            ("split", 0, 4, 1),
            ("join", 0, 1),
            ("join", 0, 4),
            ("held", "a"),
            ("held", "b"),
            ("split", 2, 4, 3),
            ("release", 0, 8),
            ("join", 2, 3),
            ("release", 2, 4),
            ("held", "b"),
        ],
        [None, 0, 0, 0, None, None, True, True, 5, 3, None, "a", True, "b", 1],
    ),
    "class: one owner inside his own ranges": (
        [
            *assigned((0, 20, "a"), (0, 10, "a"), (0, 5, "a")),
            ("held", "a"),
            ("assign", 5, 10, "a"),
            ("join", 0, 5),
            ("release", 0, 10),
            ("held", "a"),
            ("join", 0, 5),
            ("path", 7),
            ("held", "a"),
            ("release", 0, 20),
            ("held", "a"),
        ],
        [None, 0, 0, 0, 20, 0, False, "a", 20, True, ["a", "a"], 20, "a", 10],
    ),
}


class Range:
    def __init__(self, start, end, owner, around):
        self.start = start
        self.end = end
        self.owner = owner
        self.around = around
        self.inside = []  # the ranges directly inside

    def contains(self, other_start, other_end):
        return self.start <= other_start and other_end <= self.end

    def own(self):
        return self.end - self.start - sum(child.end - child.start for child in self.inside)


class Canonical:
    def __init__(self):
        self.root = Range(None, None, None, None)  # around all
        self.ranges = {}
        self.owned = {}  # owner: {(start, end): range}

    def _narrowest(self, start, end):
        found = self.root
        while True:
            for child in found.inside:
                if child.contains(start, end):
                    found = child
                    break
            else:
                return found

    def _add(self, start, end, owner, around, inside):
        new = Range(start, end, owner, around)
        new.inside = inside
        for child in inside:
            child.around = new
        around.inside.append(new)
        self.ranges[start, end] = new
        self.owned.setdefault(owner, {})[start, end] = new

    def _remove(self, old):
        old.around.inside.remove(old)
        del self.ranges[old.start, old.end]
        del self.owned[old.owner][old.start, old.end]

    def assign(self, start, end, owner):
        if (start, end) in self.ranges:
            raise ValueError("assigned already")
        around = self._narrowest(start, end)
        inside = [child for child in around.inside if child.start < end and start < child.end]
        for child in inside:
            if child.start < start or end < child.end:
                raise ValueError("crosses a range")
        around.inside = [child for child in around.inside if child not in inside]
        self._add(start, end, owner, around, inside)
        return len(inside)

    def release(self, start, end):
        old = self.ranges[start, end]
        self._remove(old)
        old.around.inside += old.inside
        for child in old.inside:
            child.around = old.around
        return old.owner

    def split(self, start, end, at):
        old = self.ranges[start, end]
        parts = ((start, at), (at, end))
        if not start < at < end or any(part in self.ranges for part in parts):
            raise ValueError("cannot be split here")
        if any(child.start < at < child.end for child in old.inside):
            raise ValueError("cuts through a range")
        self._remove(old)
        after = [child for child in old.inside if child.start >= at]
        before = [child for child in old.inside if child.start < at]
        self._add(at, end, old.owner, old.around, after)
        self._add(start, at, old.owner, old.around, before)

    def join(self, start, end):
        old = self.ranges[start, end]
        around = old.around
        for other in around.inside:
            if other.start == end and other.owner == old.owner:
                break
        else:
            return False
        if around.start == start and around.end == other.end:
            return False
        self._remove(old)
        self._remove(other)
        self._add(start, other.end, old.owner, around, old.inside + other.inside)
        return True

    def transfer(self, start, end, owner):
        found = self.ranges[start, end]
        old = found.owner
        del self.owned[old][start, end]
        found.owner = owner
        self.owned.setdefault(owner, {})[start, end] = found
        return old

    def owner_of(self, number):
        return self._narrowest(number, number + 1).owner

    def path(self, number):
        owners = []
        found = self._narrowest(number, number + 1)
        while found is not self.root:
            owners.append(found.owner)
            found = found.around
        return owners[::-1]

    def held(self, owner):
        return sum(found.own() for found in self.owned.get(owner, {}).values())


# Places in a range's list. STARTS and INSIDE are the ranges directly inside, in order.
FIRST, END, OWNER, OWN, STARTS, INSIDE = range(6)


class ReferenceTreeSearchedByHalves:
    def __init__(self):
        self.root = [-1, 10**12 + 1, None, 10**12 + 2, [], []]
        self.ranges = {}
        self.numbers = {None: 0}  # owner: how many numbers belong to him

    def assign(self, start, end, owner):
        around = self.root
        while True:
            starts = around[STARTS]
            inside = around[INSIDE]
            first = bisect_right(starts, start)
            if not first:
                break
            child = inside[first - 1]
            child_end = child[END]
            if child_end <= start:
                break
            if child_end < end:
                if child[FIRST] < start:
                    raise ValueError("crosses a range")
                first -= 1
                break
            if child_end == end and child[FIRST] == start:
                raise ValueError("assigned already")
            around = child
        last = bisect_left(starts, end, first)
        own = end - start
        if last > first:
            if inside[last - 1][END] > end:
                raise ValueError("crosses a range")
            children = inside[first:last]
            own -= sum([child[END] - child[FIRST] for child in children])
            new = [start, end, owner, own, starts[first:last], children]
            starts[first:last] = [start]
            inside[first:last] = [new]
        else:
            new = [start, end, owner, own, [], []]
            starts.insert(first, start)
            inside.insert(first, new)
        self.ranges[start, end] = new
        around[OWN] -= own
        numbers = self.numbers
        numbers[around[OWNER]] -= own
        numbers[owner] = numbers.get(owner, 0) + own
        return last - first

    def _around(self, found):
        """The range around and the place of `found` in it."""
        start = found[FIRST]
        around = self.root
        while True:
            place = bisect_right(around[STARTS], start) - 1
            child = around[INSIDE][place]
            if child is found:
                return around, place
            around = child

    def release(self, start, end):
        old = self.ranges.pop((start, end))
        around, place = self._around(old)
        around[STARTS][place : place + 1] = old[STARTS]
        around[INSIDE][place : place + 1] = old[INSIDE]
        own = old[OWN]
        around[OWN] += own
        owner = old[OWNER]
        self.numbers[owner] -= own
        self.numbers[around[OWNER]] += own
        return owner

    def split(self, start, end, at):
        ranges = self.ranges
        old = ranges[start, end]
        if not start < at < end or (start, at) in ranges or (at, end) in ranges:
            raise ValueError("cannot be split here")
        starts = old[STARTS]
        inside = old[INSIDE]
        cut = bisect_left(starts, at)
        if cut and inside[cut - 1][END] > at:
            raise ValueError("cuts through a range")
        around, place = self._around(old)
        del ranges[start, end]
        before = inside[:cut]
        own = at - start - sum([child[END] - child[FIRST] for child in before])
        left = [start, at, old[OWNER], own, starts[:cut], before]
        right = [at, end, old[OWNER], old[OWN] - own, starts[cut:], inside[cut:]]
        ranges[start, at] = left
        ranges[at, end] = right
        around[INSIDE][place : place + 1] = [left, right]
        around[STARTS].insert(place + 1, at)

    def join(self, start, end):
        old = self.ranges[start, end]
        around, place = self._around(old)
        inside = around[INSIDE]
        place += 1
        if place == len(inside):
            return False
        other = inside[place]
        if other[FIRST] != end or other[OWNER] != old[OWNER]:
            return False
        other_end = other[END]
        if around[FIRST] == start and around[END] == other_end:
            return False
        ranges = self.ranges
        del ranges[start, end], ranges[end, other_end]
        ranges[start, other_end] = old
        old[END] = other_end
        old[OWN] += other[OWN]
        old[STARTS] += other[STARTS]
        old[INSIDE] += other[INSIDE]
        del inside[place], around[STARTS][place]
        return True

    def transfer(self, start, end, owner):
        found = self.ranges[start, end]
        old = found[OWNER]
        found[OWNER] = owner
        own = found[OWN]
        numbers = self.numbers
        numbers[old] -= own
        numbers[owner] = numbers.get(owner, 0) + own
        return old

    def owner_of(self, number):
        found = self.root
        while True:
            place = bisect_right(found[STARTS], number)
            if not place:
                return found[OWNER]
            child = found[INSIDE][place - 1]
            if child[END] <= number:
                return found[OWNER]
            found = child

    def path(self, number):
        owners = []
        found = self.root
        while True:
            place = bisect_right(found[STARTS], number)
            if not place:
                return owners
            found = found[INSIDE][place - 1]
            if found[END] <= number:
                return owners
            owners.append(found[OWNER])

    def held(self, owner):
        return self.numbers.get(owner, 0)


class SlowFlatList:
    def __init__(self):
        self.ranges = []  # [start, end, owner]

    def find(self, start, end):
        for entry in self.ranges:
            if entry[0] == start and entry[1] == end:
                return entry
        raise KeyError((start, end))

    def exists(self, start, end):
        return any(entry[0] == start and entry[1] == end for entry in self.ranges)

    def inside(self, start, end):
        """The ranges inside of this one, without itself."""
        return [e for e in self.ranges if start <= e[0] and e[1] <= end and (e[0], e[1]) != (start, end)]

    def outermost(self, ranges):
        found = []
        for entry in sorted(ranges, key=lambda entry: (entry[0], -entry[1])):
            if not found or entry[0] >= found[-1][1]:
                found.append(entry)
        return found

    def around(self, start, end):
        holding = [e for e in self.ranges if e[0] <= start and end <= e[1] and (e[0], e[1]) != (start, end)]
        return min(holding, key=lambda entry: entry[1] - entry[0]) if holding else None

    def assign(self, start, end, owner):
        if self.exists(start, end):
            raise ValueError("assigned already")
        for other_start, other_end, _ in self.ranges:
            if other_start < start < other_end < end or start < other_start < end < other_end:
                raise ValueError("crosses a range")
        self.ranges.append([start, end, owner])
        return len(self.outermost(self.inside(start, end)))

    def release(self, start, end):
        entry = self.find(start, end)
        self.ranges.remove(entry)
        return entry[2]

    def split(self, start, end, at):
        entry = self.find(start, end)
        if at <= start or at >= end or self.exists(start, at) or self.exists(at, end):
            raise ValueError("cannot be split here")
        if any(other[0] < at < other[1] for other in self.inside(start, end)):
            raise ValueError("cuts through a range")
        self.ranges.remove(entry)
        self.ranges.append([start, at, entry[2]])
        self.ranges.append([at, end, entry[2]])

    def join(self, start, end):
        entry = self.find(start, end)
        around = self.around(start, end)
        for other in self.ranges:
            if other[0] == end and other[2] == entry[2] and self.around(other[0], other[1]) == around:
                if around is not None and around[0] == start and around[1] == other[1]:
                    return False
                self.ranges.remove(other)
                entry[1] = other[1]
                return True
        return False

    def transfer(self, start, end, owner):
        entry = self.find(start, end)
        old = entry[2]
        entry[2] = owner
        return old

    def owner_of(self, number):
        found = self.around(number, number + 1)
        one = [entry for entry in self.ranges if entry[0] == number and entry[1] == number + 1]
        if one:
            return one[0][2]
        return found[2] if found else None

    def path(self, number):
        holding = [entry for entry in self.ranges if entry[0] <= number < entry[1]]
        return [entry[2] for entry in sorted(holding, key=lambda entry: entry[0] - entry[1])]

    def held(self, owner):
        total = 0
        for start, end, other in self.ranges:
            if other == owner:
                total += end - start
                total -= sum(child[1] - child[0] for child in self.outermost(self.inside(start, end)))
        return total


def owners_of(rng, count):
    return [f"o{number}" for number in rng.sample(range(10_000), count)]


def stress_all_methods(rng):
    """interleaved: three levels of ranges under every method; a flat list of them is gone through again and again."""
    owners = owners_of(rng, 60)
    calls = [START]
    calls += [("assign", area * 1_000, area * 1_000 + 1_000, rng.choice(owners)) for area in range(40)]
    for step in range(4_500):
        area = rng.randrange(40) * 1_000
        block = area + rng.randrange(10) * 100
        line = block + rng.randrange(10) * 10
        draw = step % 10
        wide = rng.randrange(2)
        start, end = (block, block + 100) if wide else (line, line + 10)
        if draw < 3 or step < 600:
            calls.append(("assign", start, end, rng.choice(owners)))
        elif draw == 3:
            calls.append(("release", start, end))
        elif draw == 4:
            calls.append(("transfer", start, end, rng.choice(owners)))
        elif draw == 5:
            cut = area + rng.randrange(1, 10) * 100
            calls += [("split", area, area + 1_000, cut), ("join", area, cut)]
        elif draw < 8:
            calls.append(("owner_of", line + 5))
        else:
            calls.append(("path", line) if wide else ("held", rng.choice(owners)))
    return (calls,)


def stress_side_by_side(rng):
    """worst_of_slow: a thousand ranges side by side, assigned in a random order, with numbers looked up between."""
    count = rng.randrange(1_280, 1_320)
    owners = owners_of(rng, 40)
    places = list(range(count))
    rng.shuffle(places)
    calls = [START]
    for place in places:
        calls.append(("assign", place * 10, place * 10 + 9, rng.choice(owners)))
        calls.append(("owner_of", rng.randrange(count * 10)))
        if place % 8 == 0:
            calls.append(("held", rng.choice(owners)))
    return (calls,)


def stress_plan_then_calls(rng):
    """build_then_query: a plan of four levels stands, then numbers are looked up and owners are asked about."""
    owners = owners_of(rng, 100)
    calls = [START]
    for area in range(8):
        calls.append(("assign", area * 10_000, area * 10_000 + 10_000, rng.choice(owners)))
        for block in range(7):
            start = area * 10_000 + block * 1_000
            calls.append(("assign", start, start + 900, rng.choice(owners)))
            calls += [("assign", start + k * 90, start + k * 90 + 60, rng.choice(owners)) for k in range(8)]
    for _ in range(1_500):
        calls.append(("owner_of", rng.randrange(80_000)))
        calls.append(("path", rng.randrange(80_000)))
        if rng.randrange(3) == 0:
            calls.append(("held", rng.choice(owners)))
    return (calls,)


def stress_nested_like_shells(rng):
    """worst_of_fast: ranges one inside the other, fifteen deep; a tree has to be gone down level by level."""
    owners = owners_of(rng, 30)
    calls = [START]
    width = 1_000
    for tower in range(31):
        shells = list(range(15))
        rng.shuffle(shells)
        for shell in shells:
            calls.append(("assign", tower * width + shell, (tower + 1) * width - shell, rng.choice(owners)))
    for _ in range(900):
        tower = rng.randrange(31) * width
        shell = rng.randrange(15)
        calls += [("owner_of", tower + width // 2), ("release", tower + shell, tower + width - shell)]
        calls.append(("assign", tower + shell, tower + width - shell, rng.choice(owners)))
    return (calls,)


def stress_split_then_join(rng):
    """growth_then_shrink: one range is split until there are eight hundred, then they are joined from both ends."""
    count = rng.randrange(790, 810)
    owner = owners_of(rng, 1)[0]
    calls = [START, ("assign", 0, count * 5, owner)]
    cuts = list(range(5, count * 5, 5))
    rng.shuffle(cuts)
    bounds = [0, count * 5]
    for cut in cuts:
        low = max(bound for bound in bounds if bound < cut)
        high = min(bound for bound in bounds if bound > cut)
        bounds.append(cut)
        calls += [("split", low, high, cut), ("owner_of", rng.randrange(count * 5))]
    end = 5
    while end < count * 5:
        calls += [("join", 0, end), ("held", owner) if end % 20 == 0 else ("owner_of", rng.randrange(count * 5))]
        end += 5
    return (calls,)


def stress_refused(rng):
    """repeated_no_ops: ranges that cross others or exist already, and releases of ranges that are not assigned."""
    count = rng.randrange(590, 610)
    owners = owners_of(rng, 20)
    calls = [START, *(("assign", place * 10, place * 10 + 8, rng.choice(owners)) for place in range(count))]
    for step in range(3_900):
        start = rng.randrange(count - 2) * 10
        if step % 3 == 0:
            calls.append(("assign", start + rng.randrange(1, 8), start + 10 + rng.randrange(1, 8), owners[0]))
        elif step % 3 == 1:
            calls.append(("join", start, start + 8))
        else:
            calls.append(("release", start, start + 9) if step % 2 else ("split", start, start + 8, start + 8))
        if step % 100 == 0:
            # A range that begins with another one, but ends in the middle of a third.
            calls.append(("assign", start, start + 14, owners[0]))
            calls.append(("owner_of", start + rng.randrange(8)))
    last = (count - 1) * 10
    calls += [
        ("join", last, last + 8),
        ("assign", last, last + 4, owners[1]),
        ("assign", last + 4, last + 8, owners[1]),
    ]
    calls += [("join", last, last + 4), ("split", last, last + 8, last + 2)]
    return (calls,)


def growing(rng, size):
    """The number of ranges side by side; as many numbers are looked up."""
    places = list(range(size))
    rng.shuffle(places)
    calls = [START, *(("assign", place * 10, place * 10 + 9, f"o{place % 7}") for place in places)]
    calls += [("owner_of", rng.randrange(size * 10)) for _ in range(size)]
    return (calls[:50_000],)
