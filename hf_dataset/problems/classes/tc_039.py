"""MemoStore: values by key, snapshots that are kept, dropped and returned to, and what changed between two of them.

Copying the whole store for each snapshot and comparing whole copies costs as much as the store is large, however little
has changed. A list of versions for each key and a list of changed keys for each snapshot cost what has changed.
Decided here: returning to a snapshot is a change like any other, so that later snapshots stay and can be returned to.
"""

from bisect import bisect_left, bisect_right, insort

WRITTEN = "2026-11-24"

PROMPT = '''class MemoStore:
    """Values by key, with snapshots.

    A snapshot holds the whole store as it was when it was taken, and never changes. Snapshots are numbered 1, 2, 3 and
    so on in the order in which they are taken; numbers are never used again. Wherever a number is asked for, 0 stands
    for the empty store before everything, and a number that was never given or whose snapshot was dropped raises
    KeyError.

    A call that raises an exception changes nothing.

    >>> store = MemoStore()
    >>> store.put("a", 5)
    >>> store.put("b", 7)
    >>> store.snapshot()
    1
    >>> store.put("a", 6)
    >>> store.delete("b")
    True
    >>> store.snapshot()
    2
    >>> store.read(1, "a")
    5
    >>> store.changes(1, 2)
    (0, 1, 1)
    >>> store.restore(1)
    2
    >>> store.get("a")
    5
    """

    def __init__(self) -> None:
        """Open an empty store without snapshots."""

    def put(self, key: str, value: int) -> None:
        """Set the value of a key."""

    def delete(self, key: str) -> bool:
        """Take a key out of the store, and return whether it was there."""

    def get(self, key: str) -> int | None:
        """Return the value of a key in the store, or None if it is not there."""

    def snapshot(self) -> int:
        """Take a snapshot, and return its number."""

    def drop(self, number: int) -> None:
        """Drop a snapshot; others are as before. Raise KeyError if there is none of this number, and for 0."""

    def restore(self, number: int) -> int:
        """Make the store what it was in a snapshot, and return how many keys had to be set, changed or taken out.

        All snapshots stay, the later ones too.
        """

    def read(self, number: int, key: str) -> int | None:
        """Return the value of a key in a snapshot, or None if it was not there."""

    def changes(self, first: int, second: int) -> tuple[int, int, int]:
        """Return how many keys were (only in the second, only in the first, in both with different values).

        The two may be the same, and the second may be the older one.
        """

    def keys_of(self, number: int, start: str, count: int) -> tuple[int, list[str]]:
        """Return (number of keys in a snapshot, the first `count` of its keys that are not before `start`).

        Keys are in alphabetical order.

        >>> store = MemoStore()
        >>> store.put("b", 1)
        >>> store.put("a", 1)
        >>> store.snapshot()
        1
        >>> store.keys_of(1, "aa", 5)
        (2, ['b'])
        """
'''

TYPES = {
    "__init__": (),
    "put": (str, int),
    "delete": (str,),
    "get": (str,),
    "snapshot": (),
    "drop": (int,),
    "restore": (int,),
    "read": (int, str),
    "changes": (int, int),
    "keys_of": (int, str, int),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for value in args:
            if type(value) is str:
                assert 1 <= len(value) <= 20 and value.isascii(), "keys have 1 to 20 ASCII characters"
            else:
                assert 0 <= value <= 10**9, "numbers and values must be from 0 to 10**9"
        if name == "keys_of":
            assert 1 <= args[2] <= 10, "count must be from 1 to 10"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("snapshot",)],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("a negative value", ([("__init__",), ("put", "a", -1)],)),
    ("an empty key", ([("__init__",), ("get", "")],)),
    ("no keys asked for", ([("__init__",), ("keys_of", 0, "a", 0)],)),
    ("an unknown method", ([("__init__",), ("clear",)],)),
]

START = [("__init__",), ("put", "a", 1), ("put", "b", 2), ("snapshot",)]
DONE = [None, None, None, 1]

COST_VARIES = {
    "all_methods": "how many keys there are to copy depends on the restored snapshots",
}

TESTS = {
    "put: sets and replaces": (
        [("__init__",), ("put", "a", 1), ("get", "a"), ("put", "a", 0), ("get", "a"), ("get", "b")],
        [None, None, 1, None, 0, None],
    ),
    "put: leaves snapshots alone": (
        [*START, ("put", "a", 9), ("put", "c", 3), ("read", 1, "a"), ("read", 1, "c"), ("get", "c"), ("changes", 1, 1)],
        [*DONE, None, None, 1, None, 3, (0, 0, 0)],
    ),
    "delete: returns whether the key was there": (
        [
            *START,
            ("delete", "a"),
            ("delete", "a"),
            ("delete", "z"),
            ("get", "a"),
            ("read", 1, "a"),
            ("put", "a", 4),
            ("get", "a"),
        ],
        [*DONE, True, False, False, None, 1, None, 4],
    ),
    "delete: a value of 0 is there": (
        [
            ("__init__",),
            ("put", "a", 0),
            ("snapshot",),
            ("delete", "a"),
            ("snapshot",),
            ("changes", 1, 2),
            ("read", 1, "a"),
        ],
        [None, None, 1, True, 2, (0, 1, 0), 0],
    ),
    "get: keys that are not there": (
        [("__init__",), ("get", "a"), ("delete", "a"), ("get", "a")],
        [None, None, False, None],
    ),
    "get: after returning to a snapshot": (
        [
            *START,
            ("delete", "a"),
            ("put", "b", 5),
            ("put", "c", 5),
            ("restore", 1),
            ("get", "a"),
            ("get", "b"),
            ("get", "c"),
        ],
        [*DONE, True, None, None, 3, 1, 2, None],
    ),
    "snapshot: numbers are never used again": (
        [
            ("__init__",),
            ("snapshot",),
            ("snapshot",),
            ("drop", 2),
            ("snapshot",),
            ("keys_of", 3, "a", 1),
            ("drop", 3),
            ("snapshot",),
        ],
        [None, 1, 2, None, 3, (0, []), None, 4],
    ),
    "snapshot: unchanged stores": (
        [
            *START,
            ("snapshot",),
            ("snapshot",),
            ("changes", 1, 3),
            ("read", 3, "b"),
            ("put", "b", 2),
            ("snapshot",),
            ("changes", 3, 4),
        ],
        [*DONE, 2, 3, (0, 0, 0), 2, None, 4, (0, 0, 0)],
    ),
    "drop: others are as before": (
        [
            *START,
            ("put", "a", 5),
            ("snapshot",),
            ("put", "a", 7),
            ("put", "b", 7),
            ("snapshot",),
            ("drop", 2),
            ("read", 1, "a"),
            ("read", 3, "a"),
            ("changes", 1, 3),
            ("drop", 1),
            ("read", 3, "b"),
            ("get", "b"),
        ],
        [*DONE, None, 2, None, None, 3, None, 1, 7, (0, 0, 2), None, 7, 7],
    ),
    "drop: unknown numbers, twice, and 0": (
        [*START, ("drop", 0), ("drop", 2), ("drop", 1), ("drop", 1), ("read", 1, "a"), ("get", "a")],
        [*DONE, KeyError, KeyError, None, KeyError, KeyError, 1],
    ),
    "restore: counts the keys that had to change": (
        [
            *START,
            ("restore", 1),
            ("put", "a", 8),
            ("put", "a", 1),
            ("restore", 1),
            ("delete", "b"),
            ("put", "b", 2),
            ("restore", 1),
            ("put", "c", 1),
            ("put", "a", 2),
            ("restore", 1),
            ("restore", 0),
            ("get", "a"),
            ("restore", 1),
        ],
        [*DONE, 0, None, None, 0, True, None, 0, None, None, 2, 2, None, 2],
    ),
    "restore: later snapshots stay": (
        [
            *START,
            ("put", "a", 5),
            ("delete", "b"),
            ("snapshot",),
            ("restore", 1),
            ("snapshot",),
            ("read", 2, "a"),
            ("changes", 1, 3),
            ("changes", 2, 3),
            ("restore", 2),
            ("get", "a"),
            ("get", "b"),
        ],
        [*DONE, None, True, 2, 2, 3, 5, (0, 0, 0), (1, 0, 1), 2, 5, None],
    ),
    "restore: unknown and dropped": (
        [*START, ("restore", 2), ("drop", 1), ("restore", 1), ("get", "a"), ("restore", 0), ("get", "a")],
        [*DONE, KeyError, None, KeyError, 1, 2, None],
    ),
    "read: every snapshot its own value": (
        [
            ("__init__",),
            ("read", 0, "a"),
            ("snapshot",),
            ("put", "a", 3),
            ("snapshot",),
            ("delete", "a"),
            ("snapshot",),
            ("read", 0, "a"),
            ("read", 1, "a"),
            ("read", 2, "a"),
            ("read", 3, "a"),
            ("read", 4, "a"),
        ],
        [None, None, 1, None, 2, True, 3, None, None, 3, None, KeyError],
    ),
    "read: what was set after the last snapshot is in none": (
        [*START, ("put", "a", 3), ("put", "a", 4), ("read", 1, "a"), ("snapshot",), ("read", 2, "a"), ("read", 1, "z")],
        [*DONE, None, None, 1, 2, 4, None],
    ),
    "changes: in both directions": (
        [
            *START,
            ("delete", "a"),
            ("put", "b", 7),
            ("put", "c", 1),
            ("put", "d", 1),
            ("snapshot",),
            ("changes", 1, 2),
            ("changes", 2, 1),
            ("changes", 0, 2),
            ("changes", 2, 0),
            ("changes", 2, 2),
        ],
        [*DONE, True, None, None, None, 2, (2, 1, 1), (1, 2, 1), (3, 0, 0), (0, 3, 0), (0, 0, 0)],
    ),
    "changes: what was changed and changed back does not count": (
        [
            *START,
            ("put", "a", 7),
            ("snapshot",),
            ("put", "a", 1),
            ("put", "c", 1),
            ("delete", "c"),
            ("snapshot",),
            ("changes", 1, 3),
            ("changes", 1, 2),
            ("changes", 2, 3),
            ("changes", 1, 4),
            ("changes", 4, 1),
            ("changes", 0, 0),
        ],
        [*DONE, None, 2, None, None, True, 3, (0, 0, 0), (0, 0, 1), (0, 0, 1), KeyError, KeyError, (0, 0, 0)],
    ),
    "keys_of: in alphabetical order, from a start on": (
        [
            ("__init__",),
            ("put", "c", 1),
            ("put", "a", 1),
            ("put", "b", 1),
            ("snapshot",),
            ("delete", "b"),
            ("put", "d", 1),
            ("snapshot",),
            ("keys_of", 1, "a", 2),
            ("keys_of", 1, "b", 5),
            ("keys_of", 2, "b", 1),
            ("keys_of", 2, "a", 5),
            ("keys_of", 2, "da", 5),
        ],
        [
            None,
            None,
            None,
            None,
            1,
            True,
            None,
            2,
            (3, ["a", "b"]),
            (3, ["b", "c"]),
            (3, ["c"]),
            (3, ["a", "c", "d"]),
            (3, []),
        ],
    ),
    "keys_of: the empty store and unknown snapshots": (
        [*START, ("keys_of", 0, "a", 5), ("keys_of", 2, "a", 5), ("drop", 1), ("keys_of", 1, "a", 5)],
        [*DONE, (0, []), KeyError, None, KeyError],
    ),
    "changes: from the empty store, over several snapshots": (
        [("__init__",), ("put", "a", 1), ("snapshot",), ("put", "b", 2), ("snapshot",), ("changes", 0, 2)],
        [None, None, 1, None, 2, (2, 0, 0)],
    ),
    "class: drafts of a letter": (
        [
            ("__init__",),
            ("put", "greeting", 1),
            ("snapshot",),
            ("put", "body", 10),
            ("put", "greeting", 2),
            ("snapshot",),
            ("restore", 1),
            ("put", "body", 11),
            ("snapshot",),
            ("changes", 2, 3),
            ("drop", 1),
            ("restore", 2),
            ("keys_of", 3, "a", 9),
            ("get", "body"),
            ("delete", "greeting"),
            ("restore", 3),
            ("get", "greeting"),
        ],
        [None, None, 1, None, None, 2, 2, None, 3, (0, 0, 2), None, 2, (2, ["body", "greeting"]), 10, True, 2, 1],
    ),
    "class: emptied and filled again": (
        [
            *START,
            ("restore", 0),
            ("snapshot",),
            ("put", "b", 2),
            ("snapshot",),
            ("changes", 1, 2),
            ("changes", 1, 3),
            ("keys_of", 2, "a", 3),
            ("keys_of", 3, "a", 3),
            ("restore", 1),
            ("restore", 3),
        ],
        [*DONE, 2, 2, None, 3, (0, 2, 0), (0, 1, 0), (0, []), (1, ["b"]), 1, 1],
    ),
    "class: dropped in the middle and returned to the ends": (
        [
            *START,
            ("put", "a", 3),
            ("snapshot",),
            ("put", "b", 4),
            ("snapshot",),
            ("drop", 2),
            ("restore", 1),
            ("changes", 3, 1),
            ("snapshot",),
            ("changes", 1, 4),
            ("restore", 3),
            ("get", "a"),
            ("drop", 3),
            ("get", "b"),
            ("restore", 4),
        ],
        [*DONE, None, 2, None, 3, None, 2, (0, 0, 2), 4, (0, 0, 0), 2, 3, None, 4, 2],
    ),
}


class Canonical:
    def __init__(self):
        self.values = {}
        self.changed = set()  # the keys that were written since the last snapshot
        self.versions = {}  # key: (numbers of snapshots, values from there on, None where it is not there)
        self.last = 0
        self.sizes = {0: 0}  # the number of keys of each snapshot that was not dropped
        self.logs = [set()]  # the keys that were written before each snapshot and after the one before
        self.keys = []  # all keys that ever were in a snapshot, in order

    def _check(self, number):
        if number not in self.sizes:
            raise KeyError("there is no such snapshot")

    def _version(self, number, key):
        numbers, values = self.versions.get(key, ((), ()))
        place = bisect_right(numbers, number)
        return values[place - 1] if place else None

    def _touched(self, first, second):
        return set().union(*self.logs[min(first, second) + 1 : max(first, second) + 1])

    def put(self, key, value):
        self.values[key] = value
        self.changed.add(key)

    def delete(self, key):
        if key not in self.values:
            return False
        del self.values[key]
        self.changed.add(key)
        return True

    def get(self, key):
        return self.values.get(key)

    def snapshot(self):
        self.last += 1
        log = set()
        for key in self.changed:
            value = self.values.get(key)
            if value != self._version(self.last, key):
                if key not in self.versions:
                    self.versions[key] = ([], [])
                    insort(self.keys, key)
                self.versions[key][0].append(self.last)
                self.versions[key][1].append(value)
                log.add(key)
        self.logs.append(log)
        self.sizes[self.last] = len(self.values)
        self.changed = set()
        return self.last

    def drop(self, number):
        if number == 0:
            raise KeyError("the empty store cannot be dropped")
        self._check(number)
        del self.sizes[number]

    def restore(self, number):
        self._check(number)
        count = 0
        for key in self._touched(number, self.last) | self.changed:
            value = self._version(number, key)
            if value != self.values.get(key):
                count += 1
                if value is None:
                    self.delete(key)
                else:
                    self.put(key, value)
        return count

    def read(self, number, key):
        self._check(number)
        return self._version(number, key)

    def changes(self, first, second):
        self._check(first)
        self._check(second)
        added = removed = different = 0
        for key in self._touched(first, second):
            before = self._version(first, key)
            after = self._version(second, key)
            if before != after:
                if before is None:
                    added += 1
                elif after is None:
                    removed += 1
                else:
                    different += 1
        return (added, removed, different)

    def keys_of(self, number, start, count):
        self._check(number)
        found = []
        place = bisect_left(self.keys, start)
        while place < len(self.keys) and len(found) < count:
            if self._version(number, self.keys[place]) is not None:
                found.append(self.keys[place])
            place += 1
        return (self.sizes[number], found)


class ReferenceVersionsFromTheEnd:
    """Versions as one list for each key; where little was changed since the snapshot asked for, they are at its end."""

    def __init__(self):
        self.values = {}
        self.changed = {}  # key: its value in the last snapshot
        self.numbers = {}
        self.versions = {}
        self.sizes = {0: 0}
        self.logs = [()]
        self.last = 0
        self.keys = []
        self.fresh = []  # keys that were not yet sorted in

    def put(self, key, value):
        values = self.values
        if key not in self.changed:
            self.changed[key] = values.get(key)
        values[key] = value

    def delete(self, key):
        value = self.values.pop(key, None)
        if value is None:
            return False
        if key not in self.changed:
            self.changed[key] = value
        return True

    def get(self, key):
        return self.values.get(key)

    def snapshot(self):
        self.last = last = self.last + 1
        changed = self.changed
        log = []
        if changed:
            values = self.values
            for key, before in changed.items():
                value = values.get(key)
                if value != before:
                    numbers = self.numbers.get(key)
                    if numbers is None:
                        self.numbers[key] = [last]
                        self.versions[key] = [value]
                        self.fresh.append(key)
                    else:
                        numbers.append(last)
                        self.versions[key].append(value)
                    log.append(key)
            self.changed = {}
        self.logs.append(log)
        self.sizes[last] = len(self.values)
        return last

    def drop(self, number):
        if not number:
            raise KeyError
        del self.sizes[number]

    def restore(self, number):
        if number not in self.sizes:
            raise KeyError
        values = self.values
        changed = self.changed
        keys = set(changed)
        keys.update(*self.logs[number + 1 :])
        count = 0
        for key in keys:
            numbers = self.numbers.get(key)
            if numbers is None:
                value = None
            else:
                place = bisect_right(numbers, number)
                value = self.versions[key][place - 1] if place else None
            now = values.get(key)
            if value != now:
                count += 1
                if key not in changed:
                    changed[key] = now
                if value is None:
                    del values[key]
                else:
                    values[key] = value
        return count

    def read(self, number, key):
        if number not in self.sizes:
            raise KeyError
        numbers = self.numbers.get(key)
        if numbers is None:
            return None
        place = bisect_right(numbers, number)
        return self.versions[key][place - 1] if place else None

    def changes(self, first, second):
        sizes = self.sizes
        growth = sizes[second] - sizes[first]
        if first > second:
            added, removed, different = self.changes(second, first)
            return (removed, added, different)
        keys = self.logs[second] if second - first == 1 else set().union(*self.logs[first + 1 : second + 1])
        all_numbers = self.numbers
        all_versions = self.versions
        added = different = 0
        for key in keys:
            numbers = all_numbers[key]
            versions = all_versions[key]
            after = versions[-1] if numbers[-1] <= second else versions[bisect_right(numbers, second) - 1]
            place = bisect_right(numbers, first)
            before = versions[place - 1] if place else None
            if before != after:
                if before is None:
                    added += 1
                elif after is not None:
                    different += 1
        return (added, added - growth, different)

    def keys_of(self, number, start, count):
        size = self.sizes[number]
        keys = self.keys
        if self.fresh:
            if len(self.fresh) < 8:
                for key in self.fresh:
                    insort(keys, key)
            else:
                keys += self.fresh
                keys.sort()
            self.fresh = []
        found = []
        for place in range(bisect_left(keys, start), len(keys)):
            key = keys[place]
            numbers = self.numbers[key]
            if numbers[0] <= number:
                versions = self.versions[key]
                value = versions[-1] if numbers[-1] <= number else versions[bisect_right(numbers, number) - 1]
                if value is not None:
                    found.append(key)
                    if len(found) == count:
                        break
        return (size, found)


class SlowCopyForEachSnapshot:
    def __init__(self):
        self.values = {}
        self.copies = {0: {}}
        self.last = 0

    def put(self, key, value):
        self.values[key] = value

    def delete(self, key):
        return self.values.pop(key, None) is not None

    def get(self, key):
        return self.values.get(key)

    def snapshot(self):
        self.last += 1
        self.copies[self.last] = {key: value for key, value in self.values.items()}
        return self.last

    def drop(self, number):
        if number == 0:
            raise KeyError
        del self.copies[number]

    def restore(self, number):
        copy = self.copies[number]
        count = 0
        for key in set(copy) | set(self.values):
            if copy.get(key) != self.values.get(key):
                count += 1
        self.values = dict(copy)
        return count

    def read(self, number, key):
        return self.copies[number].get(key)

    def changes(self, first, second):
        before = self.copies[first]
        after = self.copies[second]
        added = sum(1 for key in after if key not in before)
        removed = sum(1 for key in before if key not in after)
        different = sum(1 for key in before if key in after and before[key] != after[key])
        return (added, removed, different)

    def keys_of(self, number, start, count):
        keys = sorted(self.copies[number])
        return (len(keys), [key for key in keys if key >= start][:count])


def filled(rng, count):
    """Calls that open a store and set `count` keys."""
    calls = [("__init__",)]
    for number in rng.sample(range(count), count):
        calls.append(("put", f"k{number:05d}", rng.randrange(10**6)))
    return calls


def stress_many_snapshots(rng):
    """worst_of_slow: a snapshot after each few changes of a store of many keys; copying it each time is slow."""
    calls = filled(rng, 1_200)
    for number in range(1, 1_001):
        for _ in range(3):
            calls.append(("put", f"k{rng.randrange(1_200):05d}", rng.randrange(10**6)))
        calls.append(("snapshot",))
        if number > 20:
            calls.append(("changes", number - rng.randrange(1, 4), number))
            calls.append(("drop", number - 20))
    return (calls,)


def stress_all_methods(rng):
    """large_random: every method in any order, and numbers of snapshots that were dropped."""
    calls = filled(rng, 300)
    last = 0
    for _ in range(6_000):
        key = f"k{rng.randrange(400):05d}"
        number = max(0, last - rng.randrange(12))
        draw = rng.random()
        if draw < 0.35:
            calls.append(("put", key, rng.randrange(1_000)))
        elif draw < 0.45:
            calls.append(("delete", key))
        elif draw < 0.6:
            calls.append(("read", number, key))
        elif draw < 0.72:
            calls.append(("snapshot",))
            last += 1
        elif draw < 0.74:
            calls.append(("restore", number))
        elif draw < 0.78:
            calls.append(("drop", number))
        elif draw < 0.88:
            calls.append(("changes", number, max(0, last - rng.randrange(12))))
        elif draw < 0.93:
            calls.append(("get", key))
        else:
            calls.append(("keys_of", number, key, rng.randrange(1, 4)))
    return (calls,)


def stress_back_and_forth(rng):
    """adversarial_order: returns to the snapshots just taken, with a handful of changes after each."""
    calls = filled(rng, 1_000)
    calls.append(("snapshot",))
    last = 1
    for _ in range(700):
        for _ in range(4):
            calls.append(("put", f"k{rng.randrange(1_000):05d}", rng.randrange(10**6)))
        calls.append(("snapshot",))
        last += 1
        calls.append(("restore", last - rng.randrange(2)))
        calls.append(("delete", f"k{rng.randrange(1_000):05d}"))
        calls.append(("restore", last))
        if last > 4:
            calls.append(("drop", last - 4))
    return (calls,)


def stress_reading_the_past(rng):
    """build_then_query: forty snapshots, of which values and keys are read; sorting the keys for each look is slow."""
    calls = filled(rng, 800)
    for _ in range(40):
        for _ in range(30):
            calls.append(("put", f"k{rng.randrange(800):05d}", rng.randrange(10**6)))
        calls.append(("snapshot",))
    for _ in range(2_000):
        calls.append(("keys_of", rng.randrange(1, 41), f"k{rng.randrange(800):05d}", rng.randrange(1, 4)))
        calls.append(("read", rng.randrange(1, 41), f"k{rng.randrange(800):05d}"))
    return (calls,)


def stress_written_as_before(rng):
    """repeated_no_ops: keys are set to what they are, or taken out and put back, between equal snapshots."""
    calls = filled(rng, 900)
    values = {call[1]: call[2] for call in calls[1:]}
    calls.append(("snapshot",))
    keys = sorted(values)
    for number in range(2, 702):
        for _ in range(3):
            key = rng.choice(keys)
            if rng.random() < 0.3:
                calls.append(("delete", key))
            calls.append(("put", key, values[key]))
        calls.append(("snapshot",))
        calls.append(("changes", rng.randrange(1, number) if number < 30 else number - rng.randrange(30), number))
        if number > 32:
            calls.append(("drop", number - 32))
    return (calls,)


def stress_filled_and_emptied(rng):
    """growth_then_shrink: a store grows key by key and is emptied again, with a snapshot every other step."""
    numbers = rng.sample(range(100_000), 900)
    calls = [("__init__",)]
    last = 0
    for step, number in enumerate([*numbers, *rng.sample(numbers, 900)]):
        if step < 900:
            calls.append(("put", f"k{number:05d}", rng.randrange(10**6)))
        else:
            calls.append(("delete", f"k{number:05d}"))
        if step % 2:
            calls.append(("snapshot",))
            last += 1
            calls.append(("changes", max(0, last - 3), last))
            calls.append(("read", max(0, last - rng.randrange(3)), f"k{rng.choice(numbers):05d}"))
            if last > 6:
                calls.append(("drop", last - 6))
    return (calls,)


def growing(rng, size):
    """The number of calls: a third of them fill the store, the others change it and take snapshots."""
    count = max(1, size // 3)
    calls = filled(rng, count)
    for number in range(1, count + 1):
        calls.append(("put", f"k{rng.randrange(count):05d}", rng.randrange(10**6)))
        calls.append(("snapshot",))
        if number > 5:
            calls.append(("drop", number - 5))
    return (calls,)
