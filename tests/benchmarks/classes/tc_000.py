"""ShelfLabels: numbered labels on the shelf places of a shop, each with the day until which it holds.

The slow solution looks at every label to say which is due first, and once more for every group. The best known one
keeps a heap of days, from which labels that were taken off or moved are dropped when they come up, and counts the
groups as they change.

Decided: a label holds on its last day; of labels that are due on one day the one with the smaller place comes first.
"""

WRITTEN = "2026-11-24"

PROMPT = '''from typing import Dict, List, Optional


class ShelfLabels:
    """The labels on the shelf places of a shop.

    Places are numbered from 0. A place holds one label or none. A label has a group (a text) and a last day (an int).

    >>> labels = ShelfLabels(4)
    >>> labels.put(2, "tea", 30)
    >>> labels.put(0, "tea", 10)
    >>> labels.group_sizes()
    {'tea': 2}
    >>> labels.remove_due(10)
    [0]
    """

    def __init__(self, places: int) -> None:
        """Make a shelf with this number of places, all of them without a label.

        Raises ValueError where places is less than 1.
        """

    def put(self, place: int, group: str, last_day: int) -> None:
        """Put a label on a place; a label that was there is replaced.

        Raises IndexError where the shelf has no such place.
        """

    def take_off(self, place: int) -> str:
        """Take the label off a place, and return its group.

        Raises IndexError where the shelf has no such place, and KeyError where the place has no label.
        """

    def first_due(self) -> Optional[int]:
        """Return the place of the label with the earliest last day, None where there is no label.

        Of several with the same last day it is the smallest place.

        >>> labels = ShelfLabels(3)
        >>> labels.put(2, "tea", 5)
        >>> labels.put(1, "jam", 5)
        >>> labels.first_due()
        1
        """

    def remove_due(self, day: int) -> List[int]:
        """Take off all labels whose last day is not after this day.

        Return their places by rising last day, and by rising place where the last day is the same.
        """

    def group_sizes(self) -> Dict[str, int]:
        """Return how many labels each group has; groups without a label are left out."""
'''


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of at most 50,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple"
    assert calls[0][0] == "__init__", "the first call must be the constructor"
    assert len(calls[0]) == 2 and type(calls[0][1]) is int, "the constructor takes an int"
    assert calls[0][1] <= 1_000_000, "there are at most 1,000,000 places"
    for name, *arguments in calls[1:]:
        assert name in ("put", "take_off", "first_due", "remove_due", "group_sizes"), "a method must be known"
        if name == "put":
            assert len(arguments) == 3, "put takes three arguments"
            place, group, last_day = arguments
            assert type(place) is int and type(last_day) is int, "place and last day must be ints"
            assert type(group) is str and 1 <= len(group) <= 20, "a group must be a text of 1 to 20 characters"
            assert -(10**9) <= last_day <= 10**9, "a day must be within a billion"
        elif name in ("take_off", "remove_due"):
            assert len(arguments) == 1 and type(arguments[0]) is int, "take_off and remove_due take an int"
        else:
            assert not arguments, "first_due and group_sizes take nothing"


INVALID = [
    ("no constructor", ([("put", 0, "a", 1)],)),
    ("an unknown method", ([("__init__", 3), ("paint", 1)],)),
    ("a day that is a text", ([("__init__", 3), ("put", 0, "a", "monday")],)),
    ("an argument too many", ([("__init__", 3), ("first_due", 1)],)),
]

TESTS = {
    "__init__: no places": ([("__init__", 0)], [ValueError]),
    "__init__: one place is enough": ([("__init__", 1), ("put", 0, "tea", 1), ("first_due",)], [None, None, 0]),
    "put: a label is replaced": (
        [("__init__", 2), ("put", 0, "tea", 5), ("put", 0, "jam", 9), ("group_sizes",), ("remove_due", 8)],
        [None, None, None, {"jam": 1}, []],
    ),
    "put: a place that is not there": (
        [("__init__", 2), ("put", 2, "tea", 5), ("put", -1, "tea", 5), ("put", 1, "tea", 5), ("group_sizes",)],
        [None, IndexError, IndexError, None, {"tea": 1}],
    ),
    "take_off: returns the group": (
        [("__init__", 2), ("put", 1, "tea", 5), ("take_off", 1), ("first_due",), ("group_sizes",)],
        [None, None, "tea", None, {}],
    ),
    "take_off: nothing there": (
        [("__init__", 2), ("take_off", 0), ("take_off", 2), ("take_off", -1)],
        [None, KeyError, IndexError, IndexError],
    ),
    "take_off: the last place": (
        [("__init__", 2), ("put", 0, "tea", 1), ("put", 1, "jam", 2), ("take_off", 0), ("take_off", 1)],
        [None, None, None, "tea", "jam"],
    ),
    "first_due: the smaller place of one day": (
        [
            ("__init__", 3),
            ("put", 2, "tea", 5),
            ("put", 1, "jam", 5),
            ("first_due",),
            ("put", 0, "oil", 6),
            ("first_due",),
        ],
        [None, None, None, 1, None, 1],
    ),
    "first_due: none": ([("__init__", 3), ("first_due",)], [None, None]),
    "remove_due: order and the day itself": (
        [
            ("__init__", 4),
            ("put", 3, "tea", 1),
            ("put", 2, "tea", 2),
            ("put", 1, "jam", 2),
            ("put", 0, "jam", 3),
            ("remove_due", 2),
            ("first_due",),
        ],
        [None, None, None, None, None, [3, 1, 2], 0],
    ),
    "remove_due: nothing is due": (
        [("__init__", 4), ("remove_due", 9), ("put", 0, "tea", 10), ("remove_due", 9)],
        [None, [], None, []],
    ),
    "group_sizes: groups without a label are left out": (
        [
            ("__init__", 3),
            ("put", 0, "tea", 1),
            ("put", 1, "tea", 2),
            ("remove_due", 1),
            ("group_sizes",),
            ("remove_due", 2),
            ("group_sizes",),
        ],
        [None, None, None, [0], {"tea": 1}, [1], {}],
    ),
    "group_sizes: several": (
        [("__init__", 3), ("put", 0, "tea", 1), ("put", 1, "jam", 2), ("put", 2, "tea", 2), ("group_sizes",)],
        [None, None, None, None, {"tea": 2, "jam": 1}],
    ),
    "class: a label that moves on is not due on its old day": (
        [
            ("__init__", 3),
            ("put", 0, "tea", 1),
            ("put", 0, "tea", 9),
            ("put", 1, "jam", 4),
            ("first_due",),
            ("remove_due", 5),
            ("first_due",),
        ],
        [None, None, None, None, 1, [1], 0],
    ),
    "class: put again as it was": (
        [
            ("__init__", 3),
            ("put", 0, "tea", 1),
            ("take_off", 0),
            ("put", 0, "tea", 1),
            ("remove_due", 1),
            ("remove_due", 1),
        ],
        [None, None, "tea", None, [0], []],
    ),
    "class: a replaced group is gone": (
        [
            ("__init__", 3),
            ("put", 0, "tea", 1),
            ("put", 0, "jam", 1),
            ("take_off", 0),
            ("group_sizes",),
            ("first_due",),
        ],
        [None, None, None, "jam", {}, None],
    ),
}


class Canonical:
    def __init__(self, places):
        if places < 1:
            raise ValueError("a shelf has at least one place")
        self.places = places
        self.labels = {}

    def _check(self, place):
        if not 0 <= place < self.places:
            raise IndexError("the shelf has no such place")

    def put(self, place, group, last_day):
        self._check(place)
        self.labels[place] = (group, last_day)

    def take_off(self, place):
        self._check(place)
        group, _ = self.labels.pop(place)
        return group

    def first_due(self):
        if not self.labels:
            return None
        return min(self.labels, key=lambda place: (self.labels[place][1], place))

    def remove_due(self, day):
        due = sorted((last_day, place) for place, (_, last_day) in self.labels.items() if last_day <= day)
        for _, place in due:
            del self.labels[place]
        return [place for _, place in due]

    def group_sizes(self):
        sizes = {}
        for group, _ in self.labels.values():
            sizes[group] = sizes.get(group, 0) + 1
        return sizes


from heapq import heappop, heappush  # noqa: E402


class ReferenceHeap:
    def __init__(self, places):
        if places < 1:
            raise ValueError
        self.places = places
        self.labels = {}
        self.days = []
        self.sizes = {}

    def put(self, place, group, last_day):
        if place < 0 or place >= self.places:
            raise IndexError
        label = (last_day, place, group)
        old = self.labels.get(place)
        if old is not None:
            self._leave(old[2])
        self.labels[place] = label
        self.sizes[group] = self.sizes.get(group, 0) + 1
        heappush(self.days, label)

    def _leave(self, group):
        left = self.sizes[group] - 1
        if left:
            self.sizes[group] = left
        else:
            del self.sizes[group]

    def take_off(self, place):
        if place < 0 or place >= self.places:
            raise IndexError
        label = self.labels.pop(place)
        self._leave(label[2])
        return label[2]

    def first_due(self):
        days, labels = self.days, self.labels
        while days:
            label = days[0]
            if labels.get(label[1]) is label:
                return label[1]
            heappop(days)
        return None

    def remove_due(self, day):
        days, labels = self.days, self.labels
        due = []
        while days and days[0][0] <= day:
            label = heappop(days)
            if labels.get(label[1]) is label:
                del labels[label[1]]
                self._leave(label[2])
                due.append(label[1])
        return due

    def group_sizes(self):
        return dict(self.sizes)


class SlowScan:
    def __init__(self, places):
        if places < 1:
            raise ValueError
        self.labels = [None] * places

    def put(self, place, group, last_day):
        if place < 0:
            raise IndexError
        self.labels[place] = (group, last_day)

    def take_off(self, place):
        if place < 0:
            raise IndexError
        if self.labels[place] is None:
            raise KeyError
        group = self.labels[place][0]
        self.labels[place] = None
        return group

    def first_due(self):
        best = None
        for place, label in enumerate(self.labels):
            if label is not None and (best is None or label[1] < self.labels[best][1]):
                best = place
        return best

    def remove_due(self, day):
        removed = []
        while True:
            place = self.first_due()
            if place is None or self.labels[place][1] > day:
                return removed
            self.labels[place] = None
            removed.append(place)

    def group_sizes(self):
        groups = [label[0] for label in self.labels if label is not None]
        return {group: groups.count(group) for group in set(groups)}


def _groups(rng, count):
    return ["".join(rng.choice("abcdefghij") for _ in range(6)) for _ in range(count)]


def stress_fill_then_ask(rng):
    """build_then_query: looking at every label for the first one that is due."""
    places, groups = rng.randint(580, 600), _groups(rng, 5)
    calls = [("__init__", places)]
    calls += [("put", place, rng.choice(groups), rng.randint(1, 10**6)) for place in rng.sample(range(places), places)]
    for _ in range(4_000):
        calls.append(("first_due",))
        calls.append(("put", rng.randrange(places), rng.choice(groups), rng.randint(1, 10**6)))
    return (calls,)


def stress_mixed(rng):
    """interleaved: every method in turn, so that no order of calls helps."""
    places, groups = rng.randint(390, 400), _groups(rng, 4)
    calls = [("__init__", places)]
    for step in range(1_500):
        for _ in range(4):
            calls.append(("put", rng.randrange(places), rng.choice(groups), step + rng.randint(20, 200)))
        calls += [("first_due",), ("remove_due", step), ("group_sizes",)]
        if step % 10 == 0:
            calls += [("put", places, groups[0], step), ("take_off", -1), ("take_off", rng.randrange(places))]
    return (calls,)


def stress_up_and_down(rng):
    """growth_then_shrink: labels that are taken off one by one, the one that is due first asked for each time."""
    places, groups = rng.randint(780, 800), _groups(rng, 3)
    calls = [("__init__", places)]
    for _ in range(3):
        day = rng.randint(1, 1000)
        order = rng.sample(range(places), places)
        calls += [("first_due",), ("group_sizes",)]
        calls += [("put", place, rng.choice(groups), day + 3 * place) for place in order]
        for place in rng.sample(range(places), places):
            calls += [("take_off", place), ("first_due",)]
    return (calls,)


def stress_put_again(rng):
    """repeated_no_ops: labels that are put again as they are, and days on which nothing is due."""
    places, groups = rng.randint(195, 200), _groups(rng, 8)
    labels = [("put", place, rng.choice(groups), rng.randint(500, 900)) for place in range(places)]
    calls = [("__init__", places), *labels]
    for step in range(5_000):
        label = rng.choice(labels)
        calls += [("take_off", label[1])] if step % 50 == 0 else []
        calls += [label, ("remove_due", rng.randint(1, 499))]
    return (calls,)


def stress_one_day(rng):
    """adversarial_order: all labels due on one day, from the last place to the first."""
    places, groups = rng.randint(590, 600), _groups(rng, 2)
    calls = [("__init__", places)]
    for _ in range(5):
        day = rng.randint(1, 10**6)
        calls += [("put", place, rng.choice(groups), day) for place in reversed(range(places))]
        calls += [("first_due",), ("group_sizes",), ("remove_due", day)]
    return (calls,)


def growing(rng, size):
    """calls, half of them asking which label is due first"""
    places = max(size // 4, 1)
    calls = [("__init__", places)]
    calls += [("put", place, "tea", rng.randint(1, 10**6)) for place in rng.sample(range(places), places)]
    for _ in range(size // 4):
        calls += [("first_due",), ("put", rng.randrange(places), "jam", rng.randint(1, 10**6))]
    return (calls,)
