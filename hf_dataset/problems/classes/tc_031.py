"""DownloadShelf: keep downloads within a size limit, and evict by a rank that rises with the waterline.

Looking for the lowest rank among all files costs a pass over the shelf for each eviction; a heap or a sorted list of
the files that are not pinned costs a logarithm. Sums are carried along instead of being added up.
Decided here: a save that cannot succeed changes nothing, and the file that is being saved is never evicted by its own
save. The waterline never falls, though a file that was pinned for long may be evicted with a rank below it.
"""

from bisect import bisect_left, insort
from heapq import heapify, heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class DownloadShelf:
    """Keeps downloaded files within a size limit.

    Every file has a name, a size, a worth and a rank, and is pinned or not. The shelf has a waterline, which is 0 at
    first. Whenever a file is saved or opened, its rank becomes the waterline plus its worth. Nothing else changes it.

    Where room is needed, the shelf evicts files that are not pinned, one after another: the file with the lowest rank
    first, among equal ranks the one with the largest size, among equal sizes the one whose name comes first in
    alphabetical order. With each evicted file the waterline rises to the rank of that file, unless it is higher
    already; the waterline never falls.

    All files together never have more than `limit`, and the pinned ones never more than half of it. A call that raises
    an exception changes nothing.

    >>> shelf = DownloadShelf(10)
    >>> shelf.save("a", 4, 3)
    []
    >>> shelf.save("b", 5, 2)
    []
    >>> shelf.save("c", 8, 1)
    ['b', 'a']
    >>> shelf.open("c")
    4
    """

    def __init__(self, limit: int) -> None:
        """Open an empty shelf for files of `limit` in total."""

    def save(self, name: str, size: int, worth: int) -> list[str]:
        """Store a file, evict what has to go for it, and return the names of the evicted files in that order.

        If a file of this name is there, the new one replaces it: the old size no longer counts when room is made, and
        the new file is pinned if the old one was. The file itself is never evicted by its own save, and no more files
        are evicted than needed. Its rank is set after the evictions, from the waterline as it is then.

        Raise ValueError if the file is pinned and the pinned files would have more than half of the limit, or if it is
        not pinned and would not fit even after every other file that is not pinned has been evicted.
        """

    def open(self, name: str) -> int:
        """Open a file, and return its new rank. Raise KeyError if there is no such file."""

    def pin(self, name: str) -> bool:
        """Pin a file. Return False if it was pinned already, else True.

        Raise KeyError if there is no such file, ValueError if the pinned files would then have more than half of the
        limit.
        """

    def unpin(self, name: str) -> bool:
        """Let a pinned file be evicted again; it keeps its rank. Return whether it was pinned.

        Raise KeyError if there is no such file.
        """

    def remove(self, name: str) -> int:
        """Remove a file, pinned or not, and return its size. The waterline stays. Raise KeyError if there is none.

        >>> shelf = DownloadShelf(10)
        >>> shelf.save("a", 4, 3)
        []
        >>> shelf.remove("a")
        4
        """

    def resize(self, limit: int) -> list[str]:
        """Set the limit, evict what no longer fits, and return the names of the evicted files in that order.

        Raise ValueError if the pinned files have more than half of the new limit.
        """

    def next_out(self, count: int) -> list[str]:
        """Return the names of the `count` files that would be evicted first, in that order; nothing changes.

        Where fewer files can be evicted, return those.
        """

    def usage(self) -> tuple[int, int, int]:
        """Return (size of all files, size of the pinned files, the waterline).

        >>> shelf = DownloadShelf(10)
        >>> shelf.save("a", 4, 3)
        []
        >>> shelf.pin("a")
        True
        >>> shelf.usage()
        (4, 4, 0)
        """
'''

TYPES = {
    "__init__": (int,),
    "save": (str, int, int),
    "open": (str,),
    "pin": (str,),
    "unpin": (str,),
    "remove": (str,),
    "resize": (int,),
    "next_out": (int,),
    "usage": (),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        if name in ("__init__", "resize"):
            assert 1 <= args[0] <= 10**12, "limit must be from 1 to 10**12"
        elif name == "next_out":
            assert 1 <= args[0] <= 10, "count must be from 1 to 10"
        elif name != "usage":
            assert 1 <= len(args[0]) <= 20 and args[0].isascii(), "name must have 1 to 20 ASCII characters"
        if name == "save":
            assert 1 <= args[1] <= 10**12, "size must be from 1 to 10**12"
            assert 0 <= args[2] <= 10**6, "worth must be from 0 to 10**6"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("usage",)],)),
    ("limit 0", ([("__init__", 0)],)),
    ("size 0", ([("__init__", 5), ("save", "a", 0, 1)],)),
    ("a negative worth", ([("__init__", 5), ("save", "a", 1, -1)],)),
    ("an empty name", ([("__init__", 5), ("open", "")],)),
    ("eleven at once", ([("__init__", 5), ("next_out", 11)],)),
    ("an argument is missing", ([("__init__", 5), ("save", "a", 1)],)),
]

COST_VARIES = {
    "opened_again_and_again": "which files are let go, and how often one is opened that stays, depends on the draw",
}

TESTS = {
    "save: the lowest rank goes first, and no more than needed": (
        [
            ("__init__", 10),
            ("save", "a", 4, 3),
            ("save", "b", 3, 2),
            ("save", "c", 3, 9),
            ("save", "d", 3, 1),
            ("usage",),
        ],
        [None, [], [], [], ["b"], (10, 0, 2)],
    ),
    "save: ties by size, then by name": (
        [
            ("__init__", 10),
            ("save", "c", 2, 5),
            ("save", "b", 2, 5),
            ("save", "a", 1, 5),
            ("save", "d", 5, 5),
            ("save", "e", 8, 0),
        ],
        [None, [], [], [], [], ["d", "b", "c"]],
    ),
    "save: a replaced file frees its own room and is not evicted": (
        [
            ("__init__", 10),
            ("save", "a", 6, 0),
            ("save", "b", 4, 5),
            ("save", "a", 5, 0),
            ("save", "a", 7, 0),
            ("usage",),
            ("open", "a"),
        ],
        [None, [], [], [], ["b"], (7, 0, 5), 5],
    ),
    "save: too large changes nothing, even for a name that is there": (
        [
            ("__init__", 10),
            ("save", "a", 4, 1),
            ("save", "b", 2, 2),
            ("pin", "a"),
            ("save", "b", 7, 9),
            ("save", "c", 7, 9),
            ("next_out", 3),
            ("usage",),
            ("save", "b", 6, 9),
            ("open", "b"),
        ],
        [None, [], [], True, ValueError, ValueError, ["b"], (6, 4, 0), [], 9],
    ),
    "save: a pinned file stays pinned and is held to half of the limit": (
        [
            ("__init__", 10),
            ("save", "a", 3, 1),
            ("save", "z", 2, 1),
            ("pin", "a"),
            ("pin", "z"),
            ("save", "a", 4, 1),
            ("unpin", "z"),
            ("save", "b", 5, 3),
            ("save", "a", 5, 2),
            ("usage",),
            ("unpin", "a"),
        ],
        [None, [], [], True, True, ValueError, True, [], ["z"], (10, 5, 1), True],
    ),
    "open: the rank follows the waterline": (
        [("__init__", 4), ("save", "a", 2, 7), ("save", "b", 2, 5), ("save", "c", 2, 1), ("open", "a"), ("open", "c")],
        [None, [], [], ["b"], 12, 6],
    ),
    "open: a file that is not there or was evicted": (
        [("__init__", 4), ("open", "a"), ("save", "a", 3, 1), ("save", "b", 3, 1), ("open", "a"), ("open", "b")],
        [None, KeyError, [], ["a"], KeyError, 2],
    ),
    "open: a pinned file gets its rank too": (
        [
            ("__init__", 8),
            ("save", "a", 4, 1),
            ("pin", "a"),
            ("save", "b", 4, 3),
            ("save", "c", 4, 0),
            ("open", "a"),
            ("unpin", "a"),
            ("next_out", 2),
            ("unpin", "a"),
        ],
        [None, [], True, [], ["b"], 4, True, ["c", "a"], False],
    ),
    "pin: half of the limit is allowed, more is not": (
        [
            ("__init__", 9),
            ("save", "a", 4, 1),
            ("save", "b", 1, 1),
            ("pin", "a"),
            ("pin", "b"),
            ("resize", 10),
            ("pin", "b"),
            ("usage",),
        ],
        [None, [], [], True, ValueError, [], True, (5, 5, 0)],
    ),
    "pin: twice, and a file that is not there": (
        [("__init__", 9), ("pin", "a"), ("save", "a", 4, 1), ("pin", "a"), ("pin", "a"), ("usage",)],
        [None, KeyError, [], True, False, (4, 4, 0)],
    ),
    "unpin: returns whether it was pinned": (
        [
            ("__init__", 9),
            ("save", "a", 4, 1),
            ("unpin", "a"),
            ("pin", "a"),
            ("unpin", "a"),
            ("usage",),
            ("unpin", "b"),
        ],
        [None, [], False, True, True, (4, 0, 0), KeyError],
    ),
    "unpin: the old rank is kept and the waterline does not fall": (
        [
            ("__init__", 8),
            ("save", "old", 4, 1),
            ("pin", "old"),
            ("save", "b", 4, 6),
            ("save", "c", 4, 2),
            ("unpin", "old"),
            ("next_out", 9),
            ("save", "d", 4, 0),
            ("usage",),
            ("open", "d"),
        ],
        [None, [], True, [], ["b"], True, ["old", "c"], ["old"], (8, 0, 6), 6],
    ),
    "remove: frees the room and leaves the waterline": (
        [
            ("__init__", 6),
            ("save", "a", 4, 9),
            ("save", "b", 2, 8),
            ("remove", "b"),
            ("usage",),
            ("next_out", 2),
            ("save", "b", 2, 1),
            ("remove", "b"),
            ("remove", "b"),
        ],
        [None, [], [], 2, (4, 0, 0), ["a"], [], 2, KeyError],
    ),
    "remove: a pinned file": (
        [
            ("__init__", 6),
            ("save", "a", 3, 9),
            ("pin", "a"),
            ("remove", "a"),
            ("usage",),
            ("save", "a", 2, 1),
            ("unpin", "a"),
        ],
        [None, [], True, 3, (0, 0, 0), [], False],
    ),
    "resize: evicts in order until the rest fits": (
        [("__init__", 9), ("save", "a", 3, 2), ("save", "b", 3, 1), ("save", "c", 3, 3), ("resize", 4), ("usage",)],
        [None, [], [], [], ["b", "a"], (3, 0, 2)],
    ),
    "resize: never below twice the pinned files": (
        [
            ("__init__", 9),
            ("save", "a", 3, 0),
            ("save", "b", 3, 1),
            ("pin", "a"),
            ("resize", 5),
            ("usage",),
            ("resize", 6),
            ("resize", 7),
            ("save", "c", 4, 1),
            ("save", "d", 1, 1),
        ],
        [None, [], [], True, ValueError, (6, 3, 0), [], [], ["b"], ["c"]],
    ),
    "next_out: only files that are not pinned, in order": (
        [
            ("__init__", 20),
            ("next_out", 3),
            ("save", "a", 3, 4),
            ("save", "b", 3, 4),
            ("save", "c", 4, 4),
            ("save", "d", 1, 0),
            ("pin", "d"),
            ("next_out", 2),
            ("next_out", 4),
        ],
        [None, [], [], [], [], [], True, ["c", "a"], ["c", "a", "b"]],
    ),
    "next_out: changes nothing": (
        [
            ("__init__", 6),
            ("save", "a", 3, 2),
            ("save", "b", 3, 1),
            ("next_out", 2),
            ("next_out", 1),
            ("save", "c", 3, 1),
        ],
        [None, [], [], ["b", "a"], ["b"], ["b"]],
    ),
    "usage: an empty shelf": ([("__init__", 6), ("usage",)], [None, (0, 0, 0)]),
    "usage: pinned files and evictions": (
        [("__init__", 6), ("save", "a", 2, 7), ("save", "b", 3, 4), ("pin", "a"), ("save", "c", 2, 0), ("usage",)],
        [None, [], [], True, ["b"], (4, 2, 4)],
    ),
    "class: ranks climb with each eviction": (
        [
            ("__init__", 3),
            ("save", "a", 1, 1),
            ("save", "b", 1, 2),
            ("save", "c", 1, 3),
            ("save", "d", 1, 1),
            ("save", "e", 1, 1),
            ("open", "c"),
            ("save", "f", 2, 0),
            ("usage",),
            ("next_out", 3),
        ],
        [None, [], [], [], ["a"], ["b"], 5, ["d", "e"], (3, 0, 3), ["f", "c"]],
    ),
    "class: removed and saved again under the same name": (
        [
            ("__init__", 6),
            ("save", "a", 2, 1),
            ("save", "b", 2, 2),
            ("remove", "a"),
            ("save", "a", 1, 5),
            ("open", "b"),
            ("next_out", 2),
            ("save", "c", 4, 0),
            ("open", "a"),
        ],
        [None, [], [], 2, [], 2, ["b", "a"], ["b"], 7],
    ),
    "class: pinned files survive everything but removal": (
        [
            ("__init__", 10),
            ("save", "a", 5, 0),
            ("pin", "a"),
            ("save", "b", 5, 9),
            ("save", "c", 5, 9),
            ("resize", 10),
            ("save", "d", 6, 1),
            ("remove", "a"),
            ("save", "d", 6, 1),
            ("usage",),
        ],
        [None, [], True, [], ["b"], [], ValueError, 5, ["c"], (6, 0, 18)],
    ),
}


class Canonical:
    def __init__(self, limit):
        self.limit = limit
        self.files = {}  # name: [size, worth, rank, pinned]
        self.order = []  # (rank, -size, name) of the files that are not pinned
        self.used = 0
        self.pinned = 0
        self.waterline = 0

    def _key(self, name):
        size, _, rank, _ = self.files[name]
        return (rank, -size, name)

    def _leave(self, name):
        del self.order[bisect_left(self.order, self._key(name))]

    def _make_room(self, room):
        evicted = []
        while self.used > room:
            rank, size, name = self.order.pop(0)
            del self.files[name]
            self.used += size
            self.waterline = max(self.waterline, rank)
            evicted.append(name)
        return evicted

    def save(self, name, size, worth):
        old_size, _, _, pinned = self.files.get(name, (0, 0, 0, False))
        if pinned:
            if 2 * (self.pinned - old_size + size) > self.limit:
                raise ValueError("more than half would be pinned")
            self.pinned += size - old_size
        else:
            if self.pinned + size > self.limit:
                raise ValueError("the file does not fit")
            if name in self.files:
                self._leave(name)
        self.used -= old_size
        evicted = self._make_room(self.limit - size)
        self.used += size
        self.files[name] = [size, worth, self.waterline + worth, pinned]
        if not pinned:
            insort(self.order, self._key(name))
        return evicted

    def open(self, name):
        file = self.files[name]
        rank = self.waterline + file[1]
        if file[3]:
            file[2] = rank
        else:
            self._leave(name)
            file[2] = rank
            insort(self.order, self._key(name))
        return rank

    def pin(self, name):
        file = self.files[name]
        if file[3]:
            return False
        if 2 * (self.pinned + file[0]) > self.limit:
            raise ValueError("more than half would be pinned")
        self._leave(name)
        file[3] = True
        self.pinned += file[0]
        return True

    def unpin(self, name):
        file = self.files[name]
        if not file[3]:
            return False
        file[3] = False
        self.pinned -= file[0]
        insort(self.order, self._key(name))
        return True

    def remove(self, name):
        size, _, _, pinned = self.files[name]
        if pinned:
            self.pinned -= size
        else:
            self._leave(name)
        del self.files[name]
        self.used -= size
        return size

    def resize(self, limit):
        if 2 * self.pinned > limit:
            raise ValueError("more than half would be pinned")
        self.limit = limit
        return self._make_room(limit)

    def next_out(self, count):
        return [name for _, _, name in self.order[:count]]

    def usage(self):
        return (self.used, self.pinned, self.waterline)


class ReferenceSortedFromTheBack:
    def __init__(self, limit):
        self.limit = limit
        self.worth = {}
        self.entry = {}
        self.fixed = set()
        self.order = []  # entries of the files that are not pinned, from `start` on; what stands before it is gone
        self.start = 0
        self.used = self.pinned = self.waterline = 0

    def _leave(self, entry):
        order = self.order
        place = bisect_left(order, entry, self.start)
        if place == self.start:
            self.start += 1
        else:
            del order[place]

    def _enter(self, entry):
        order = self.order
        if self.start > 1000 and 2 * self.start > len(order):
            del order[: self.start]
            self.start = 0
        insort(order, entry, self.start)

    def _make_room(self, room):
        used = self.used
        if used <= room:
            return []
        evicted = []
        order = self.order
        place = self.start
        while used > room:
            rank, size, name = order[place]
            place += 1
            used += size
            del self.entry[name]
            evicted.append(name)
            if rank > self.waterline:
                self.waterline = rank
        self.start = place
        self.used = used
        return evicted

    def save(self, name, size, worth):
        old = self.entry.get(name)
        old_size = -old[1] if old else 0
        if name in self.fixed:
            pinned = self.pinned - old_size + size
            if 2 * pinned > self.limit:
                raise ValueError
            self.pinned = pinned
            self.used -= old_size
            evicted = self._make_room(self.limit - size)
            self.entry[name] = (self.waterline + worth, -size, name)
        else:
            if self.pinned + size > self.limit:
                raise ValueError
            if old:
                self._leave(old)
                self.used -= old_size
            evicted = self._make_room(self.limit - size)
            self.entry[name] = entry = (self.waterline + worth, -size, name)
            self._enter(entry)
        self.used += size
        self.worth[name] = worth
        return evicted

    def open(self, name):
        old = self.entry[name]
        rank = self.waterline + self.worth[name]
        if rank != old[0]:
            self.entry[name] = entry = (rank, old[1], name)
            if name not in self.fixed:
                self._leave(old)
                self._enter(entry)
        return rank

    def pin(self, name):
        entry = self.entry[name]
        if name in self.fixed:
            return False
        pinned = self.pinned - entry[1]
        if 2 * pinned > self.limit:
            raise ValueError
        self.pinned = pinned
        self.fixed.add(name)
        self._leave(entry)
        return True

    def unpin(self, name):
        entry = self.entry[name]
        if name not in self.fixed:
            return False
        self.fixed.remove(name)
        self.pinned += entry[1]
        self._enter(entry)
        return True

    def remove(self, name):
        entry = self.entry.pop(name)
        if name in self.fixed:
            self.fixed.remove(name)
            self.pinned += entry[1]
        else:
            self._leave(entry)
        self.used += entry[1]
        return -entry[1]

    def resize(self, limit):
        if 2 * self.pinned > limit:
            raise ValueError
        self.limit = limit
        return self._make_room(limit)

    def next_out(self, count):
        return [entry[2] for entry in self.order[self.start : self.start + count]]

    def usage(self):
        return (self.used, self.pinned, self.waterline)


class ReferenceHeapOfLatestEntries:
    def __init__(self, limit):
        self.limit = limit
        self.worth = {}
        self.entry = {}  # name: (rank, -size, name); an entry of the heap that is not this very tuple is out of date
        self.fixed = set()
        self.heap = []
        self.used = self.pinned = self.waterline = 0

    def _push(self, entry):
        heap = self.heap
        heappush(heap, entry)
        if len(heap) > 3 * len(self.entry) + 50:
            current = self.entry
            fixed = self.fixed
            self.heap = [e for e in heap if current.get(e[2]) is e and e[2] not in fixed]
            heapify(self.heap)

    def _make_room(self, room):
        evicted = []
        used = self.used
        heap = self.heap
        current = self.entry
        while used > room:
            entry = heappop(heap)
            rank, size, name = entry
            if current.get(name) is entry and name not in self.fixed:
                del current[name]
                used += size
                if rank > self.waterline:
                    self.waterline = rank
                evicted.append(name)
        self.used = used
        return evicted

    def save(self, name, size, worth):
        old = self.entry.get(name)
        old_size = -old[1] if old else 0
        if name in self.fixed:
            pinned = self.pinned - old_size + size
            if 2 * pinned > self.limit:
                raise ValueError
            self.pinned = pinned
            self.used -= old_size
            evicted = self._make_room(self.limit - size) if self.used + size > self.limit else []
            self.entry[name] = (self.waterline + worth, -size, name)
        else:
            if self.pinned + size > self.limit:
                raise ValueError
            if old:
                del self.entry[name]
                self.used -= old_size
            evicted = self._make_room(self.limit - size) if self.used + size > self.limit else []
            self.entry[name] = entry = (self.waterline + worth, -size, name)
            self._push(entry)
        self.used += size
        self.worth[name] = worth
        return evicted

    def open(self, name):
        old = self.entry[name]
        rank = self.waterline + self.worth[name]
        if rank != old[0]:
            self.entry[name] = entry = (rank, old[1], name)
            if name not in self.fixed:
                self._push(entry)
        return rank

    def pin(self, name):
        entry = self.entry[name]
        if name in self.fixed:
            return False
        pinned = self.pinned - entry[1]
        if 2 * pinned > self.limit:
            raise ValueError
        self.pinned = pinned
        self.fixed.add(name)
        return True

    def unpin(self, name):
        rank, size, _ = self.entry[name]
        if name not in self.fixed:
            return False
        self.fixed.remove(name)
        self.pinned += size
        self.entry[name] = entry = (rank, size, name)
        self._push(entry)
        return True

    def remove(self, name):
        size = -self.entry.pop(name)[1]
        if name in self.fixed:
            self.fixed.remove(name)
            self.pinned -= size
        self.used -= size
        return size

    def resize(self, limit):
        if 2 * self.pinned > limit:
            raise ValueError
        self.limit = limit
        return self._make_room(limit) if self.used > limit else []

    def next_out(self, count):
        heap = self.heap
        current = self.entry
        first = []
        while heap and len(first) < count:
            entry = heap[0]
            if current.get(entry[2]) is entry and entry[2] not in self.fixed:
                first.append(entry)
                if len(first) == count:
                    break
            heappop(heap)
        for entry in first[: count - 1]:
            heappush(heap, entry)
        return [entry[2] for entry in first]

    def usage(self):
        return (self.used, self.pinned, self.waterline)


class SlowSearchOfAllFiles:
    def __init__(self, limit):
        self.limit = limit
        self.files = {}
        self.waterline = 0

    def _size(self, only_pinned):
        return sum(file["size"] for file in self.files.values() if file["pinned"] or not only_pinned)

    def _candidates(self):
        return [(f["rank"], -f["size"], name) for name, f in self.files.items() if not f["pinned"]]

    def _make_room(self, room):
        evicted = []
        while self._size(False) > room:
            rank, _, name = min(self._candidates())
            del self.files[name]
            self.waterline = max(self.waterline, rank)
            evicted.append(name)
        return evicted

    def save(self, name, size, worth):
        old = self.files.get(name)
        pinned = old is not None and old["pinned"]
        taken = self._size(True)
        if pinned:
            if 2 * (taken - old["size"] + size) > self.limit:
                raise ValueError
        elif taken + size > self.limit:
            raise ValueError
        self.files.pop(name, None)
        evicted = self._make_room(self.limit - size)
        self.files[name] = {"size": size, "worth": worth, "rank": self.waterline + worth, "pinned": pinned}
        return evicted

    def open(self, name):
        file = self.files[name]
        file["rank"] = self.waterline + file["worth"]
        return file["rank"]

    def pin(self, name):
        file = self.files[name]
        if file["pinned"]:
            return False
        if 2 * (self._size(True) + file["size"]) > self.limit:
            raise ValueError
        file["pinned"] = True
        return True

    def unpin(self, name):
        was = self.files[name]["pinned"]
        self.files[name]["pinned"] = False
        return was

    def remove(self, name):
        return self.files.pop(name)["size"]

    def resize(self, limit):
        if 2 * self._size(True) > limit:
            raise ValueError
        self.limit = limit
        return self._make_room(limit)

    def next_out(self, count):
        return [name for _, _, name in sorted(self._candidates())[:count]]

    def usage(self):
        return (self._size(False), self._size(True), self.waterline)


def name_of(number):
    return f"file{number * 7919 % 100_003:06d}"


def stress_full_shelf(rng):
    """worst_of_slow: each save evicts about one of a thousand files; a search of all files for each is quadratic."""
    calls = [("__init__", 100 * 1_000)]
    for number in range(1_000):
        calls.append(("save", name_of(number), 100, rng.randrange(1_000)))
    for number in range(1_000, 4_600):
        calls.append(("save", name_of(number), rng.randrange(60, 141), rng.randrange(1_000)))
    calls.append(("usage",))
    return (calls,)


def stress_mixed_use(rng):
    """large_random: all methods on some hundreds of files, many of them gone when they are asked for."""
    limit = 60_000
    calls = [("__init__", limit)]
    for _ in range(7_000):
        name = name_of(rng.randrange(1_200))
        draw = rng.random()
        if draw < 0.4:
            calls.append(("save", name, rng.randrange(1, 200), rng.randrange(500)))
        elif draw < 0.65:
            calls.append(("open", name))
        elif draw < 0.75:
            calls.append(("pin", name))
        elif draw < 0.83:
            calls.append(("unpin", name))
        elif draw < 0.87:
            calls.append(("remove", name))
        elif draw < 0.95:
            calls.append(("next_out", rng.randrange(1, 6)))
        elif draw < 0.99:
            calls.append(("usage",))
        else:
            calls.append(("resize", limit + rng.randrange(-2_000, 2_000)))
    return (calls,)


def stress_filled_then_shrunk(rng):
    """growth_then_shrink: two thousand files, of which each cut of the limit evicts a few."""
    count = 2_000
    sizes = [rng.randrange(50, 150) for _ in range(count)]
    limit = sum(sizes)
    calls = [("__init__", limit)]
    for number, size in enumerate(sizes):
        calls.append(("save", name_of(number), size, rng.randrange(100_000)))
    for number in rng.sample(range(count), 1_500):
        calls.append(("open", name_of(number)))
    while limit > 3_000:
        limit -= rng.randrange(50, 150)
        calls.append(("resize", limit))
        calls.append(("usage",))
    return (calls,)


def stress_opened_again_and_again(rng):
    """worst_of_fast: each eviction lifts the waterline, so every open moves a file and leaves a stale heap entry."""
    count = 600
    calls = [("__init__", 10 * count)]
    for number in range(count):
        calls.append(("save", name_of(number), 10, 500))
    favourites = [name_of(number) for number in rng.sample(range(count), 300)]
    for step in range(950):
        calls.append(("save", name_of(count + step), 10, rng.randrange(1, 40)))
        for _ in range(4):
            calls.append(("open", rng.choice(favourites)))
        calls.append(("next_out", 3))
    return (calls,)


def stress_one_size_one_worth(rng):
    """all_equal: size and worth are the same for all, so that only names decide until the waterline has risen."""
    worth = rng.randrange(100)
    calls = [("__init__", 7 * 900)]
    numbers = rng.sample(range(100_000), 3_800)
    for place, number in enumerate(numbers):
        calls.append(("save", name_of(number), 7, worth))
        if place % 3 == 0:
            calls.append(("next_out", 2))
    return (calls,)


def stress_refused(rng):
    """repeated_no_ops: saves, pins and limits that are refused, with the sums over a thousand files asked each time."""
    calls = [("__init__", 100_000)]
    for number in range(1_000):
        calls.append(("save", name_of(number), 50, rng.randrange(1_000)))
        calls.append(("pin", name_of(number)))
    calls.append(("save", name_of(5_000), 10, 1))
    for _ in range(1_900):
        number = rng.randrange(1_000)
        calls.append(("save", name_of(number), rng.randrange(51, 100), 1))
        calls.append(("pin", name_of(rng.choice((number, 5_000)))))
        calls.append(("resize", rng.randrange(1, 100_000)))
        calls.append(("save", name_of(rng.randrange(1_000, 2_000)), rng.randrange(50_001, 90_000), 1))
    return (calls,)


def growing(rng, size):
    """The number of calls; half of them fill the shelf, the others evict one file each."""
    half = size // 2
    calls = [("__init__", max(1, half))]
    for number in range(size - 1):
        calls.append(("save", name_of(number), 1, rng.randrange(1_000)))
    return (calls,)
