"""PackingTable: put each item into the open box that it fills best, take items back, seal boxes and ship the heaviest.

A look at all boxes for each item, and at all items to find one again, is quadratic. For each zone a sorted list of the
boxes by the room that is left, dicts of items and a heap of the sealed boxes leave a few steps for each call.
Decided here: a box that becomes empty is put away; its number is not used again.
"""

from bisect import bisect_left, insort
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class PackingTable:
    """Packs items into boxes of equal capacity, where a box takes items for one zone only.

    Boxes are numbered 1, 2, 3 and so on as they are opened. A box is open until it is sealed. An open box that has no
    items left is put away at once: it exists no longer, and its number is not used again.

    A call that raises an exception, or returns False, changes nothing.

    >>> table = PackingTable(100, 3)
    >>> [table.pack("cup", 60, "north"), table.pack("pan", 50, "north"), table.pack("jar", 40, "south")]
    [1, 2, 3]
    >>> table.pack("lid", 40, "north"), table.pack("rug", 50, "north")
    (1, 2)
    >>> table.unpack("cup"), table.where("cup"), table.room("north")
    (1, None, (2, 60))
    >>> table.seal(1), table.seal(2), table.ship(5)
    (40, 100, [2, 1])
    """

    def __init__(self, capacity: int, slots: int) -> None:
        """Begin without boxes. A box holds items of at most `capacity` grams together, and at most `slots` items."""

    def pack(self, item: str, grams: int, zone: str) -> int:
        """Put an item into a box for its zone and return the number of the box.

        It goes into an open box for this zone that can take it and has the least room (in grams) left; of several such
        boxes, into the one with most items; of those, into the one that was opened first. If no open box can take it,
        a new box is opened for it.

        Raise ValueError if the item is in a box already or is heavier than the capacity.
        """

    def unpack(self, item: str) -> int:
        """Take an item out of its box and return the number of the box.

        Raise KeyError if the item is in no box, otherwise RuntimeError if its box is sealed.
        """

    def pour(self, source: int, target: int) -> bool:
        """Move all items from one open box into another, behind its items and in their order; put the first box away.

        Return True, or False if the boxes are for different zones or if the second one cannot take all of them.

        Raise KeyError if one of them is not an open box, otherwise ValueError if both are the same.
        """

    def seal(self, box: int) -> int:
        """Seal an open box and return the weight of its items. Raise KeyError if it is not an open box."""

    def ship(self, count: int) -> list[int]:
        """Ship the `count` heaviest sealed boxes (all, if there are fewer) and return their numbers, heaviest first.

        Of equally heavy boxes, the one that was opened first comes first. Shipped boxes and their items exist no
        longer; an item of the same name can be packed again.
        """

    def contents(self, box: int) -> list[str]:
        """Return the items in an open or sealed box in the order in which they came into it.

        Raise KeyError if there is no such box.
        """

    def where(self, item: str) -> int | None:
        """Return the number of the box that an item is in, None if it is in none."""

    def room(self, zone: str) -> tuple[int, int]:
        """Return how many open boxes there are for a zone and how much room (in grams) they have left together."""
'''

ARGUMENTS = {
    "__init__": 2,
    "pack": 3,
    "unpack": 1,
    "pour": 2,
    "seal": 1,
    "ship": 1,
    "contents": 1,
    "where": 1,
    "room": 1,
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
        if name == "__init__":
            assert type(call[1]) is int and 1 <= call[1] <= 10**6, "capacity must be an int from 1 to 1,000,000"
            assert type(call[2]) is int and 1 <= call[2] <= 100, "slots must be an int from 1 to 100"
        elif name == "pack":
            check_text(call[1])
            assert type(call[2]) is int and 1 <= call[2] <= 10**6, "grams must be an int from 1 to 1,000,000"
            check_text(call[3])
        elif name in ("unpack", "where", "room"):
            check_text(call[1])
        elif name == "ship":
            assert type(call[1]) is int and 1 <= call[1] <= 20, "count must be an int from 1 to 20"
        else:
            for box in call[1:]:
                assert type(box) is int and 1 <= box <= 10**6, "box must be an int from 1 to 1,000,000"


def check_text(text):
    assert type(text) is str and 1 <= len(text) <= 20, "item and zone must be texts of 1 to 20 characters"


START = ("__init__", 10, 3)

INVALID = [
    ("a weight of 0", ([START, ("pack", "cup", 0, "n")],)),
    ("a box numbered 0", ([START, ("seal", 0)],)),
    ("more than twenty boxes shipped", ([START, ("ship", 21)],)),
    ("an item without a name", ([START, ("where", "")],)),
]

COST_VARIES = {
    "all_methods": "how many boxes stand open depends on the grams and boxes drawn",
}

TESTS = {
    "pack: the least room that is enough": (
        [
            START,
            ("pack", "a", 6, "n"),
            ("pack", "b", 5, "n"),
            ("pack", "c", 7, "n"),
            ("pack", "d", 4, "n"),  # 4, 5 and 3 left
            ("pack", "e", 3, "n"),
            ("pack", "f", 2, "n"),  # 5 left, the others are full
            ("pack", "g", 4, "n"),  # 3 left
        ],
        [None, 1, 2, 3, 1, 3, 2, 4],
    ),
    "pack: equal room, then most items, then the box that was opened first": (
        [
            START,
            ("pack", "a", 8, "n"),
            ("pack", "b", 7, "n"),
            ("pack", "c", 8, "n"),
            ("pack", "d", 1, "n"),  # 2 left in each
            ("unpack", "d"),
            ("pack", "e", 3, "n"),
            ("unpack", "b"),  # box 2: e of 3 grams
            ("pack", "f", 5, "n"),  # box 2: two items, 2 left
            ("pack", "g", 1, "n"),
            ("pack", "h", 2, "n"),
            ("pack", "i", 2, "n"),
        ],
        [None, 1, 2, 3, 1, 1, 2, 2, 2, 2, 1, 3],
    ),
    "pack: boxes for other zones and without a free slot are no use": (
        [
            ("__init__", 10, 2),
            ("pack", "a", 1, "n"),
            ("pack", "b", 1, "s"),
            ("pack", "c", 1, "n"),
            ("pack", "d", 1, "n"),
            ("pack", "e", 9, "s"),
            ("pack", "f", 9, "n"),
        ],
        [None, 1, 2, 1, 3, 2, 3],
    ),
    "pack: an item that is packed already or too heavy": (
        [
            START,
            ("pack", "a", 11, "n"),
            ("pack", "a", 10, "n"),
            ("pack", "a", 1, "n"),
            ("pack", "a", 1, "s"),
            ("seal", 1),
            ("pack", "a", 1, "s"),
            ("pack", "b", 11, "n"),
            ("pack", "b", 1, "n"),
        ],
        [None, ValueError, 1, ValueError, ValueError, 10, ValueError, ValueError, 2],
    ),
    "unpack: gives room and slot back": (
        [
            START,
            ("pack", "a", 3, "n"),
            ("pack", "b", 3, "n"),
            ("pack", "c", 3, "n"),
            ("unpack", "b"),
            ("unpack", "b"),
            ("contents", 1),
            ("pack", "d", 4, "n"),
            ("contents", 1),
            ("room", "n"),
        ],
        [None, 1, 1, 1, 1, KeyError, ["a", "c"], 1, ["a", "c", "d"], (1, 0)],
    ),
    "unpack: an empty box is put away, its number is not used again": (
        [
            START,
            ("pack", "a", 3, "n"),
            ("unpack", "a"),
            ("contents", 1),
            ("seal", 1),
            ("room", "n"),
            ("pack", "a", 3, "n"),
            ("where", "a"),
        ],
        [None, 1, 1, KeyError, KeyError, (0, 0), 2, 2],
    ),
    "unpack: not from a sealed or shipped box": (
        [START, ("pack", "a", 3, "n"), ("seal", 1), ("unpack", "a"), ("where", "a"), ("ship", 1), ("unpack", "a")],
        [None, 1, 3, RuntimeError, 1, [1], KeyError],
    ),
    "pour: items go behind those that are there": (
        [
            START,
            ("pack", "a", 6, "n"),
            ("pack", "b", 5, "n"),
            ("pack", "c", 4, "n"),  # into 1, full
            ("pack", "d", 5, "n"),  # into 2, full
            ("unpack", "a"),
            ("unpack", "b"),
            ("pour", 1, 2),
            ("contents", 2),
            ("contents", 1),
            ("where", "c"),
            ("room", "n"),
        ],
        [None, 1, 2, 1, 2, 1, 2, True, ["d", "c"], KeyError, 2, (1, 1)],
    ),
    "pour: exactly the room and the slots that are left": (
        [
            ("__init__", 10, 2),
            ("pack", "a", 7, "n"),
            ("pack", "b", 7, "n"),
            ("pack", "c", 3, "n"),  # into 1
            ("pack", "d", 3, "n"),  # into 2
            ("unpack", "a"),
            ("unpack", "d"),
            ("pour", 1, 2),
            ("contents", 2),
            ("room", "n"),
        ],
        [None, 1, 2, 1, 2, 1, 2, True, ["b", "c"], (1, 0)],
    ),
    "pour: moves all and puts the first box away": (
        [
            START,
            ("pack", "a", 9, "n"),
            ("pack", "b", 8, "n"),
            ("pack", "c", 2, "n"),
            ("unpack", "b"),
            ("pack", "d", 1, "n"),
            ("unpack", "a"),  # 1: d of 1; 2: c of 2
            ("pour", 2, 1),
            ("contents", 1),
            ("contents", 2),
            ("where", "c"),
            ("room", "n"),
            ("pack", "e", 7, "n"),
            ("pack", "f", 1, "n"),
        ],
        [None, 1, 2, 2, 2, 1, 1, True, ["d", "c"], KeyError, 1, (1, 7), 1, 3],
    ),
    "pour: too heavy, too many, another zone, and just enough": (
        [
            ("__init__", 10, 2),
            ("pack", "a", 6, "n"),
            ("pack", "b", 5, "n"),
            ("pour", 1, 2),
            ("pack", "c", 1, "n"),  # 1: a, c would not fit; the least room is box 1
            ("unpack", "a"),
            ("pour", 1, 2),
            ("pack", "d", 6, "n"),
            ("pack", "e", 1, "n"),
            ("unpack", "d"),
            ("pour", 3, 2),
            ("pack", "f", 2, "s"),
            ("pour", 3, 4),
            ("contents", 3),
        ],
        [None, 1, 2, False, 1, 1, True, 3, 3, 3, False, 4, False, ["e"]],
    ),
    "pour: only open boxes, and two of them": (
        [
            START,
            ("pack", "a", 6, "n"),
            ("pack", "b", 5, "n"),
            ("pour", 1, 3),
            ("pour", 3, 1),
            ("pour", 3, 3),
            ("pour", 1, 1),
            ("seal", 1),
            ("pour", 1, 2),
            ("pour", 2, 1),
            ("pour", 1, 1),
        ],
        [None, 1, 2, KeyError, KeyError, KeyError, ValueError, 6, KeyError, KeyError, KeyError],
    ),
    "seal: takes nothing any more, once": (
        [
            START,
            ("seal", 1),
            ("pack", "a", 3, "n"),
            ("pack", "b", 4, "n"),
            ("seal", 1),
            ("seal", 1),
            ("pack", "c", 3, "n"),
            ("contents", 1),
            ("room", "n"),
        ],
        [None, KeyError, 1, 1, 7, KeyError, 2, ["a", "b"], (1, 7)],
    ),
    "seal: a box without a free slot": (
        [
            ("__init__", 10, 1),
            ("pack", "a", 3, "n"),
            ("room", "n"),
            ("seal", 1),
            ("room", "n"),
            ("ship", 2),
            ("ship", 2),
        ],
        [None, 1, (1, 7), 3, (0, 0), [1], []],
    ),
    "ship: heaviest first, then the one that was opened first": (
        [
            START,
            ("pack", "a", 6, "n"),
            ("pack", "b", 7, "n"),
            ("pack", "c", 6, "n"),
            ("pack", "d", 8, "n"),
            ("seal", 3),
            ("seal", 1),
            ("seal", 2),
            ("ship", 1),
            ("seal", 4),
            ("ship", 2),
            ("ship", 2),
        ],
        [None, 1, 2, 3, 4, 6, 6, 7, [2], 8, [4, 1], [3]],
    ),
    "ship: boxes and items are gone, open ones stay": (
        [
            START,
            ("ship", 3),
            ("pack", "a", 6, "n"),
            ("pack", "b", 4, "n"),
            ("pack", "c", 4, "n"),
            ("seal", 1),
            ("ship", 3),
            ("where", "a"),
            ("contents", 1),
            ("where", "c"),
            ("pack", "a", 6, "n"),
        ],
        [None, [], 1, 1, 2, 10, [1], None, KeyError, 2, 2],
    ),
    "contents: in the order of coming": (
        [START, ("contents", 1), ("pack", "z", 1, "n"), ("pack", "a", 1, "n"), ("contents", 1)],
        [None, KeyError, 1, 1, ["z", "a"]],
    ),
    "contents: an item that comes back is the last": (
        [
            START,
            ("pack", "a", 1, "n"),
            ("pack", "b", 1, "n"),
            ("unpack", "a"),
            ("pack", "a", 2, "n"),
            ("contents", 1),
            ("seal", 1),
            ("contents", 1),
        ],
        [None, 1, 1, 1, 1, ["b", "a"], 3, ["b", "a"]],
    ),
    "where: in open and sealed boxes": (
        [
            START,
            ("where", "a"),
            ("pack", "a", 9, "n"),
            ("pack", "b", 9, "n"),
            ("where", "b"),
            ("seal", 2),
            ("where", "b"),
            ("unpack", "a"),
            ("where", "a"),
        ],
        [None, None, 1, 2, 2, 9, 2, 1, None],
    ),
    "where: after pouring": (
        [START, ("pack", "a", 6, "n"), ("pack", "b", 5, "n"), ("pack", "c", 4, "n"), ("unpack", "a")]
        + [("pour", 1, 2), ("where", "c"), ("where", "b"), ("where", "a")],
        [None, 1, 2, 1, 1, True, 2, 2, None],
    ),
    "room: open boxes of one zone, with and without free slots": (
        [
            ("__init__", 10, 2),
            ("room", "n"),
            ("pack", "a", 6, "n"),
            ("pack", "b", 1, "n"),
            ("room", "n"),
            ("pack", "c", 2, "n"),
            ("pack", "d", 3, "s"),
            ("room", "n"),
            ("room", "s"),
        ],
        [None, (0, 0), 1, 1, (1, 3), 2, 3, (2, 11), (1, 7)],
    ),
    "room: a full box counts, a sealed one does not": (
        [
            START,
            ("pack", "a", 10, "n"),
            ("pack", "b", 7, "n"),
            ("room", "n"),
            ("seal", 2),
            ("room", "n"),
            ("unpack", "a"),
            ("room", "n"),
        ],
        [None, 1, 2, (2, 3), 7, (1, 0), 1, (0, 0)],
    ),
    "class: a day at the table": (
        [
            START,
            ("pack", "cup", 5, "n"),
            ("pack", "jar", 6, "n"),
            ("pack", "pan", 4, "n"),  # into 2
            ("pack", "lid", 2, "s"),
            ("pack", "rug", 3, "n"),  # into 1
            ("unpack", "jar"),  # 1: 2 left; 2: 6 left
            ("pack", "mug", 2, "n"),  # into 1, full
            ("unpack", "rug"),
            ("pour", 2, 1),
            ("pour", 1, 2),
            ("pack", "rug", 3, "n"),  # 1: cup, mug; 2: pan
            ("contents", 1),
            ("seal", 2),
            ("seal", 3),
            ("seal", 1),
            ("ship", 2),
            ("room", "n"),
            ("pack", "pan", 4, "s"),
            ("ship", 2),
        ],
        [None, 1, 2, 2, 3, 1, 2, 1, 1, False, False, 1, ["cup", "mug", "rug"], 4, 2, 10, [1, 2], (0, 0), 4, [3]],
    ),
    "class: poured boxes are found by what they hold now": (
        [
            ("__init__", 20, 4),
            ("pack", "a", 15, "n"),
            ("pack", "b", 14, "n"),
            ("pack", "c", 13, "n"),
            ("pack", "d", 5, "n"),  # into 1
            ("pack", "e", 5, "n"),  # into 2
            ("pack", "f", 5, "n"),  # into 3
            ("unpack", "a"),
            ("unpack", "b"),
            ("pour", 1, 3),  # 3 has 2 left only
            ("pour", 1, 2),  # 2: e, d
            ("pack", "g", 2, "n"),
            ("pack", "h", 10, "n"),
            ("contents", 2),
            ("room", "n"),
            ("pack", "i", 1, "n"),
            ("seal", 3),
            ("seal", 2),
            ("ship", 1),
        ],
        [None, 1, 2, 3, 1, 2, 3, 1, 2, False, True, 3, 2, ["e", "d", "h"], (2, 0), 4, 20, 20, [2]],
    ),
    "class: a box that lost a slot is used again when an item is taken back": (
        [
            ("__init__", 10, 2),
            ("pack", "a", 2, "n"),
            ("pack", "b", 2, "n"),
            ("pack", "c", 2, "n"),
            ("unpack", "b"),
            ("pack", "d", 8, "n"),  # both have 8 left and one item
            ("pack", "e", 8, "n"),
            ("unpack", "d"),
            ("seal", 2),
            ("pack", "f", 3, "n"),
            ("where", "f"),
            ("room", "n"),
        ],
        [None, 1, 1, 2, 1, 1, 2, 1, 10, 1, 1, (1, 5)],
    ),
}


class Box:
    def __init__(self, number, zone, capacity):
        self.number = number
        self.zone = zone
        self.room = capacity
        self.items = {}  # item: grams


class Canonical:
    def __init__(self, capacity, slots):
        self.capacity = capacity
        self.slots = slots
        self.open = {}
        self.sealed = {}
        self.boxes = {}  # item: box
        self.opened = 0

    def pack(self, item, grams, zone):
        if item in self.boxes or grams > self.capacity:
            raise ValueError("cannot be packed")
        able = [
            box for box in self.open.values() if box.zone == zone and box.room >= grams and len(box.items) < self.slots
        ]
        best = min(able, key=lambda box: (box.room, -len(box.items), box.number), default=None)
        if best is None:
            self.opened += 1
            best = self.open[self.opened] = Box(self.opened, zone, self.capacity)
        best.items[item] = grams
        best.room -= grams
        self.boxes[item] = best
        return best.number

    def unpack(self, item):
        box = self.boxes[item]
        if box.number in self.sealed:
            raise RuntimeError("sealed")
        del self.boxes[item]
        box.room += box.items.pop(item)
        if not box.items:
            del self.open[box.number]
        return box.number

    def pour(self, source, target):
        source = self.open[source]
        target = self.open[target]
        if source is target:
            raise ValueError("the same box")
        grams = sum(source.items.values())
        if source.zone != target.zone or grams > target.room or len(source.items) + len(target.items) > self.slots:
            return False
        target.items.update(source.items)
        target.room -= grams
        for item in source.items:
            self.boxes[item] = target
        del self.open[source.number]
        return True

    def seal(self, box):
        self.sealed[box] = self.open.pop(box)
        return self.capacity - self.sealed[box].room

    def ship(self, count):
        heaviest = sorted(self.sealed.values(), key=lambda box: (box.room, box.number))[:count]
        for box in heaviest:
            del self.sealed[box.number]
            for item in box.items:
                del self.boxes[item]
        return [box.number for box in heaviest]

    def contents(self, box):
        found = self.open[box] if box in self.open else self.sealed[box]
        return list(found.items)

    def where(self, item):
        return self.boxes[item].number if item in self.boxes else None

    def room(self, zone):
        rooms = [box.room for box in self.open.values() if box.zone == zone]
        return len(rooms), sum(rooms)


# Places in a box's list. The key of a box is room * 2**34 + free slots * 2**24 + number.
NUMBER, ROOM, FREE, ITEMS, ZONE = range(5)
ROOM_BIT = 34


class ReferenceBoxesByRoom:
    """A zone is a list: the sorted keys of its open boxes with a free slot, the number of open boxes, their room."""

    def __init__(self, capacity, slots):
        self.capacity = capacity
        self.slots = slots
        self.zones = {}
        self.open = {}
        self.sealed = {}
        self.heap = []  # room * 2**24 + number of sealed boxes
        self.boxes = {}
        self.opened = 0

    def pack(self, item, grams, zone):
        boxes = self.boxes
        if item in boxes or grams > self.capacity:
            raise ValueError("cannot be packed")
        found = self.zones.get(zone)
        if found is None:
            found = self.zones[zone] = [[], 0, 0]
        keys = found[0]
        place = bisect_left(keys, grams << ROOM_BIT)
        if place < len(keys):
            key = keys.pop(place)
            number = key & 0xFFFFFF
            box = self.open[number]
            box[ITEMS][item] = grams
        else:
            place = None
            self.opened = number = self.opened + 1
            capacity = self.capacity
            box = self.open[number] = [number, capacity, self.slots, {item: grams}, found]
            key = (capacity << ROOM_BIT) + (self.slots << 24) + number
            found[1] += 1
            found[2] += capacity
        box[ROOM] -= grams
        box[FREE] -= 1
        found[2] -= grams
        if box[FREE]:
            insort(keys, key - (grams << ROOM_BIT) - (1 << 24), 0, place)
        boxes[item] = box
        return number

    def unpack(self, item):
        box = self.boxes[item]
        number = box[NUMBER]
        if number not in self.open:
            raise RuntimeError("sealed")
        del self.boxes[item]
        grams = box[ITEMS].pop(item)
        found = box[ZONE]
        room = box[ROOM]
        free = box[FREE]
        keys = found[0]
        key = (room << ROOM_BIT) + (free << 24) + number
        if free:
            place = bisect_left(keys, key)
            del keys[place]
        else:
            place = 0
        if box[ITEMS]:
            box[ROOM] = room + grams
            box[FREE] = free + 1
            found[2] += grams
            insort(keys, key + (grams << ROOM_BIT) + (1 << 24), place)
        else:
            found[1] -= 1
            found[2] -= room
            del self.open[number]
        return number

    def pour(self, source, target):
        source = self.open[source]
        target = self.open[target]
        if source is target:
            raise ValueError("the same box")
        capacity = self.capacity
        grams = capacity - source[ROOM]
        items = source[ITEMS]
        count = len(items)
        found = source[ZONE]
        room = target[ROOM]
        free = target[FREE]
        if found is not target[ZONE] or grams > room or count > free:
            return False
        keys = found[0]
        if source[FREE]:
            del keys[bisect_left(keys, (source[ROOM] << ROOM_BIT) + (source[FREE] << 24) + source[NUMBER])]
        key = (room << ROOM_BIT) + (free << 24) + target[NUMBER]
        place = bisect_left(keys, key)
        del keys[place]
        target[ROOM] = room - grams
        target[FREE] = free - count
        if free > count:
            insort(keys, key - (grams << ROOM_BIT) - (count << 24), 0, place)
        found[1] -= 1
        found[2] -= capacity
        target[ITEMS].update(items)
        boxes = self.boxes
        for item in items:
            boxes[item] = target
        del self.open[source[NUMBER]]
        return True

    def seal(self, box):
        sealed = self.sealed[box] = self.open.pop(box)
        found = sealed[ZONE]
        room = sealed[ROOM]
        if sealed[FREE]:
            keys = found[0]
            del keys[bisect_left(keys, (room << ROOM_BIT) + (sealed[FREE] << 24) + box)]
        found[1] -= 1
        found[2] -= room
        heappush(self.heap, (room << 24) + box)
        return self.capacity - room

    def ship(self, count):
        heap = self.heap
        boxes = self.boxes
        shipped = []
        while heap and count:
            count -= 1
            number = heappop(heap) & 0xFFFFFF
            for item in self.sealed.pop(number)[ITEMS]:
                del boxes[item]
            shipped.append(number)
        return shipped

    def contents(self, box):
        found = self.open.get(box)
        return list(found[ITEMS] if found is not None else self.sealed[box][ITEMS])

    def where(self, item):
        box = self.boxes.get(item)
        return None if box is None else box[NUMBER]

    def room(self, zone):
        found = self.zones.get(zone)
        return (0, 0) if found is None else (found[1], found[2])


class SlowListOfBoxes:
    def __init__(self, capacity, slots):
        self.capacity = capacity
        self.slots = slots
        self.boxes = []  # {"number", "zone", "items": [(item, grams), ...], "sealed"}
        self.opened = 0

    def left(self, box):
        return self.capacity - sum(grams for _, grams in box["items"])

    def find(self, number):
        for box in self.boxes:
            if box["number"] == number:
                return box
        raise KeyError(number)

    def find_open(self, number):
        box = self.find(number)
        if box["sealed"]:
            raise KeyError(number)
        return box

    def holds(self, item):
        for box in self.boxes:
            for entry in box["items"]:
                if entry[0] == item:
                    return box, entry
        return None, None

    def pack(self, item, grams, zone):
        if self.holds(item)[0] is not None or grams > self.capacity:
            raise ValueError("cannot be packed")
        able = []
        for box in self.boxes:
            if not box["sealed"] and box["zone"] == zone and len(box["items"]) < self.slots and self.left(box) >= grams:
                able.append(box)
        if able:
            able.sort(key=lambda box: (self.left(box), -len(box["items"]), box["number"]))
            box = able[0]
        else:
            self.opened += 1
            box = {"number": self.opened, "zone": zone, "items": [], "sealed": False}
            self.boxes.append(box)
        box["items"].append((item, grams))
        return box["number"]

    def unpack(self, item):
        box, entry = self.holds(item)
        if box is None:
            raise KeyError(item)
        if box["sealed"]:
            raise RuntimeError("sealed")
        box["items"].remove(entry)
        if not box["items"]:
            self.boxes.remove(box)
        return box["number"]

    def pour(self, source, target):
        source = self.find_open(source)
        target = self.find_open(target)
        if source is target:
            raise ValueError("the same box")
        items = target["items"] + source["items"]
        grams = sum(grams for _, grams in items)
        if source["zone"] != target["zone"] or grams > self.capacity or len(items) > self.slots:
            return False
        target["items"] = items
        self.boxes.remove(source)
        return True

    def seal(self, box):
        found = self.find_open(box)
        found["sealed"] = True
        return self.capacity - self.left(found)

    def ship(self, count):
        sealed = [box for box in self.boxes if box["sealed"]]
        sealed.sort(key=lambda box: (self.left(box), box["number"]))
        for box in sealed[:count]:
            self.boxes.remove(box)
        return [box["number"] for box in sealed[:count]]

    def contents(self, box):
        return [item for item, _ in self.find(box)["items"]]

    def where(self, item):
        box, _ = self.holds(item)
        return box["number"] if box is not None else None

    def room(self, zone):
        boxes = [box for box in self.boxes if box["zone"] == zone and not box["sealed"]]
        return len(boxes), sum(self.left(box) for box in boxes)


def stress_all_methods(rng):
    """interleaved: items come and go, boxes are poured, sealed and shipped; a list of boxes is searched each time."""
    zones = [f"z{number}" for number in rng.sample(range(100), 3)]
    calls = [("__init__", 1_000, 6)]
    packed = 0
    for step in range(5_000):
        draw = step % 10
        if draw < 5:
            calls.append(("pack", f"i{packed}", rng.randrange(50, 700), rng.choice(zones)))
            packed += 1
        elif draw < 7:
            calls.append((("unpack", "where")[draw - 5], f"i{rng.randrange(max(0, packed - 700), packed)}"))
        elif draw == 7:
            last = packed // 2
            calls.append(("seal", rng.randrange(max(1, last - 300), last + 1)))
        elif draw == 8:
            last = packed // 2 + 1
            source, target = (rng.randrange(max(1, last - 200), last + 1) for _ in range(2))
            calls.append(("pour", source, target) if rng.randrange(3) else ("room", zones[0]))
        elif step % 50 == 9:
            calls.append(("ship", rng.randrange(5, 9)))
        else:
            calls.append(("contents", rng.randrange(1, packed // 2 + 1)))
    return (calls,)


def stress_little_room_everywhere(rng):
    """worst_of_slow: hundreds of boxes with a little room left, and each small item asks for the tightest of them."""
    count = rng.randrange(345, 355)
    calls = [("__init__", 10_000, 100)]
    calls += [("pack", f"big{number}", rng.randrange(5_001, 8_000), "north") for number in range(count)]
    calls += [("pack", f"small{number}", rng.randrange(1, 300), "north") for number in range(2_600)]
    return (calls,)


def stress_pack_then_ask(rng):
    """build_then_query: everything is packed, then only asked where it is, what is in a box and what room is left."""
    calls = [("__init__", 1_000, 10)]
    calls += [("pack", f"i{number}", rng.randrange(100, 900), f"z{number % 7}") for number in range(900)]
    for _ in range(1_900):
        calls.append(("where", f"i{rng.randrange(1_000)}"))
        calls.append(("contents", rng.randrange(1, 400)))
        calls.append(("room", f"z{rng.randrange(7)}"))
    return (calls,)


def stress_pack_then_take_back(rng):
    """growth_then_shrink: many boxes are filled, then all items are taken back and boxes with few items are poured."""
    count = rng.randrange(1_090, 1_110)
    calls = [("__init__", 500, 20)]
    calls += [("pack", f"i{number}", rng.randrange(60, 500), f"z{number % 3}") for number in range(count)]
    order = list(range(count))
    rng.shuffle(order)
    for number in order:
        calls.append(("unpack", f"i{number}"))
        calls.append(("where", f"i{rng.randrange(count)}"))
        if number % 2:
            calls.append(("pour", rng.randrange(1, count // 2), rng.randrange(1, count // 2)))
    return (calls,)


def stress_equal_items(rng):
    """all_equal: items of one weight, so that ties decide: many boxes with equal room, told apart by items and age."""
    grams = rng.randrange(300, 334)
    count = 1_600
    calls = [("__init__", 1_000, 3)]
    calls += [("pack", f"i{number}", grams, "north") for number in range(count)]
    back = rng.sample(range(count), 800)
    calls += [("unpack", f"i{number}") for number in back]
    for number in back:
        calls += [("pack", f"i{number}", grams, "north"), ("unpack", f"i{rng.randrange(count)}")]
        if number % 20 == 0:
            calls.append(("pack", f"i{number}", 1_001, "north"))
    return (calls,)


def stress_seal_and_ship(rng):
    """sorted: boxes are sealed from the lightest to the heaviest and shipped one by one, from a long row of them."""
    count = rng.randrange(880, 900)
    calls = [("__init__", 10**6, 2)]
    calls += [("pack", f"i{number}", 500_001 + number, f"z{number % 5}") for number in range(count)]
    calls += [("pack", f"j{number}", rng.randrange(1, 100), f"z{number % 5}") for number in range(count)]
    calls += [("seal", number + 1) for number in range(count)]
    for _ in range(count // 2):
        calls += [("ship", 1), ("where", f"i{rng.randrange(count)}")]
    return (calls,)


def stress_back_and_forth(rng):
    """repeated_no_ops: single items are packed and taken back at once; boxes are opened and put away in between."""
    count = rng.randrange(295, 305)
    calls = [("__init__", 100, 3)]
    calls += [("pack", f"i{number}", rng.randrange(51, 100), "north") for number in range(count)]
    for step in range(1_600):
        calls += [("pack", f"j{step % 10}", rng.randrange(50, 101), "north"), ("unpack", f"j{step % 10}")]
        calls.append(("pour", rng.randrange(1, count), rng.randrange(1, count)))
    return (calls,)


def growing(rng, size):
    """The number of items that need a box of their own; as many small ones are packed beside them."""
    calls = [("__init__", 100_000, 2)]
    calls += [("pack", f"i{number}", rng.randrange(50_001, 90_000), "north") for number in range(size)]
    calls += [("pack", f"j{number}", rng.randrange(1, 9_000), "north") for number in range(size)]
    return (calls[:50_000],)
