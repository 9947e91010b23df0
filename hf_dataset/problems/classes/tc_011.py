"""SteadyWindow: statistics of a sensor's last readings, with a guard against jumps.

Sorting the window at every question, and at every reading for the guard, costs n log n each; a window that is kept
sorted beside the order of arrival finds the median at once, and a reading's place by bisection. Struck readings need
not be looked for in the order of arrival: the oldest of equal readings is also the first that would leave, so that it
is enough to note that one of them is to be passed over.
Decided here: the guard compares with the median before the oldest reading leaves; only `push` changes how many readings
in a row were doubted; readings are whole numbers, results are fractions in lowest terms.
"""

from bisect import bisect_left, insort
from collections import deque
from math import gcd

WRITTEN = "2026-11-24"

PROMPT = '''class SteadyWindow:
    """The last readings of a sensor, and statistics of them as exact fractions.

    The window holds at most `size` readings, in the order in which they came. A guard keeps out single jumps: while the
    window holds at least 5 readings, a new reading that differs from their median by more than `guard` is doubted. Of
    readings that are doubted the first two in a row are thrown away; the third one in a row is believed, and the
    window starts again with it alone.

    The median of an odd number of readings is the one in the middle when they are sorted, that of an even number is
    half the sum of the two in the middle. A fraction is a tuple `(numerator, denominator)` in lowest terms with a
    denominator of at least 1; zero is `(0, 1)`.

    >>> window = SteadyWindow(6, 10)
    >>> [window.push(value) for value in [4, 7, 5, 90, 6]]
    ['kept', 'kept', 'kept', 'kept', 'kept']
    >>> window.median()
    (6, 1)
    >>> [window.push(value) for value in [16, 17, 3, 2]]
    ['kept', 'doubted', 'kept', 'kept']
    >>> window.median(), window.mean(), window.extremes()
    ((11, 2), (61, 3), (2, 90))
    >>> window.middle(1)
    (15, 2)
    """

    def __init__(self, size: int, guard: int) -> None:
        """Start with an empty window.

        Raise ValueError if `size` is less than 1 or `guard` is negative.
        """

    def push(self, value: int) -> str:
        """Take a new reading.

        If the window holds fewer than 5 readings, or if `value` differs from their median by at most `guard`, the
        reading is kept: if the window is full, its oldest reading leaves, and `value` is the newest. Return 'kept'.

        Otherwise the reading is doubted. If the last two calls of `push` returned 'doubted' both, the window is
        emptied and `value` becomes its only reading; return 'restarted'. If not, nothing is kept; return 'doubted'.
        Calls of other methods in between make no difference.
        """

    def strike(self, value: int) -> bool:
        """Take the oldest reading that equals `value` out of the window.

        Return True, or False if there is no such reading.
        """

    def resize(self, size: int) -> int:
        """From now on let the window hold at most `size` readings.

        The oldest readings leave until no more than `size` are left. Return how many left.
        Raise ValueError if `size` is less than 1; then nothing changes.
        """

    def median(self) -> tuple[int, int]:
        """Return the median of the window as a fraction. Raise ValueError if the window is empty."""

    def mean(self) -> tuple[int, int]:
        """Return the mean of the window as a fraction. Raise ValueError if the window is empty."""

    def extremes(self) -> tuple[int, int]:
        """Return the smallest and the largest reading. Raise ValueError if the window is empty."""

    def middle(self, cut: int) -> tuple[int, int]:
        """Return the mean of what is left of the window without its `cut` smallest and its `cut` largest readings.

        Of equal readings only as many are left out as `cut` says. The result is a fraction.
        Raise ValueError if `cut` is negative or if no reading would be left.
        """

    def below(self, value: int) -> int:
        """Return how many readings of the window are smaller than `value`."""
'''

ARGUMENTS = {
    "__init__": (int, int),
    "push": (int,),
    "strike": (int,),
    "resize": (int,),
    "median": (),
    "mean": (),
    "extremes": (),
    "middle": (int,),
    "below": (int,),
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
        assert types == ARGUMENTS[name], "the arguments must be as many ints as the method has parameters"
        assert all(abs(argument) <= 10**9 for argument in arguments), "numbers must lie within -10**9 and 10**9"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("push", 1)],)),
    ("a second constructor", ([("__init__", 5, 1), ("__init__", 5, 1)],)),
    ("an unknown method", ([("__init__", 5, 1), ("pop",)],)),
    ("a float as reading", ([("__init__", 5, 1), ("push", 1.0)],)),
    ("a reading that is too large", ([("__init__", 5, 1), ("push", 10**9 + 1)],)),
]


def pushes(*values):
    return [("push", value) for value in values]


TESTS = {
    "push: the first five readings are kept however far they lie apart": (
        [("__init__", 10, 0), *pushes(1, 100, -100, 7, 50), ("extremes",)],
        [None, "kept", "kept", "kept", "kept", "kept", (-100, 100)],
    ),
    "push: a difference of the guard is kept, one more is doubted, above and below": (
        [("__init__", 10, 3), *pushes(0, 0, 0, 0, 0, 4, 3, -3, -4), ("extremes",), ("mean",)],
        [None, *["kept"] * 5, "doubted", "kept", "kept", "doubted", (-3, 3), (0, 1)],
    ),
    "push: the guard compares with a median that is a half": (
        [("__init__", 10, 3), *pushes(1, 1, 1, 2, 2, 2), ("median",), *pushes(5, 4, -2, -1), ("below", 2)],
        [None, *["kept"] * 5, "kept", (3, 2), "doubted", "kept", "doubted", "kept", 4],
    ),
    "push: a full window loses its oldest reading": (
        [("__init__", 3, 0), *pushes(9, 1, 5, 7), ("extremes",), ("mean",), *pushes(2), ("extremes",)],
        [None, "kept", "kept", "kept", "kept", (1, 7), (13, 3), "kept", (2, 7)],
    ),
    "push: the median includes the reading that is about to leave": (
        [("__init__", 5, 1), *pushes(0, 0, 0, 9, 9, 2), *pushes(1), ("below", 1), *pushes(9, 3, 2), ("extremes",)],
        [None, *["kept"] * 5, "doubted", "kept", 2, "doubted", "doubted", "kept", (0, 9)],
    ),
    "push: the third doubted reading in a row starts the window again": (
        [("__init__", 8, 1), *pushes(5, 5, 5, 5, 5, 50, 60, 70), ("mean",), ("below", 70), ("below", 71), *pushes(1)],
        [None, *["kept"] * 5, "doubted", "doubted", "restarted", (70, 1), 0, 1, "kept"],
    ),
    "push: a kept reading ends the row of doubted ones": (
        [("__init__", 8, 1), *pushes(5, 5, 5, 5, 5, 50, 60, 5, 50, 60, 70, 70), ("extremes",)],
        [None, *["kept"] * 5, "doubted", "doubted", "kept", "doubted", "doubted", "restarted", "kept", (70, 70)],
    ),
    "push: after a new start doubts are counted anew": (
        [
            ("__init__", 8, 1),
            *pushes(5, 5, 5, 5, 5, 50, 60, 70),
            *pushes(70, 70, 70, 70),
            *pushes(1, 2, 70, 1, 2, 3),
            ("mean",),
        ],
        [
            None,
            *["kept"] * 5,
            *["doubted", "doubted", "restarted"],
            *["kept"] * 4,
            *["doubted", "doubted", "kept", "doubted", "doubted", "restarted"],
            (3, 1),
        ],
    ),
    "push: calls of other methods do not end the row": (
        [
            ("__init__", 8, 1),
            *pushes(5, 5, 5, 5, 5, 50),
            ("strike", 5),
            ("resize", 9),
            *pushes(5, 50),
            ("strike", 99),
            *pushes(51),
            ("resize", 6),
            ("median",),
            *pushes(52),
            ("mean",),
        ],
        [None, *["kept"] * 5, "doubted", True, 0, "kept", "doubted", False, "doubted", 0, (5, 1), "restarted", (52, 1)],
    ),
    "push: with fewer than five readings a reading is kept after two doubted ones": (
        [("__init__", 8, 1), *pushes(5, 5, 5, 5, 5, 50, 60), ("strike", 5), *pushes(70, 90, 90, 90), ("mean",)],
        [None, *["kept"] * 5, "doubted", "doubted", True, "kept", "doubted", "doubted", "restarted", (90, 1)],
    ),
    "strike: the oldest of equal readings goes": (
        [("__init__", 4, 0), *pushes(1, 2, 1, 3), ("strike", 1), *pushes(8, 9), ("strike", 1), ("mean",), ("median",)],
        [None, "kept", "kept", "kept", "kept", True, "kept", "kept", True, (20, 3), (8, 1)],
    ),
    "strike: what is not there is not struck": (
        [("__init__", 4, 0), ("strike", 0), *pushes(1), ("strike", 2), ("strike", 1), ("strike", 1), ("mean",)],
        [None, False, "kept", False, True, False, ValueError],
    ),
    "strike: a struck reading makes room for a new one": (
        [("__init__", 3, 0), *pushes(1, 2, 3), ("strike", 2), *pushes(4), ("extremes",), *pushes(5, 6), ("extremes",)],
        [None, "kept", "kept", "kept", True, "kept", (1, 4), "kept", "kept", (4, 6)],
    ),
    "strike: struck readings do not come back after a new start": (
        [
            ("__init__", 6, 0),
            *pushes(1, 1, 1, 1, 1, 1),
            ("strike", 1),
            *pushes(7, 8, 9),
            *pushes(1, 1, 1),
            ("below", 9),
            ("resize", 2),
            ("below", 9),
        ],
        [None, *["kept"] * 6, True, "doubted", "doubted", "restarted", "kept", "kept", "kept", 3, 2, 2],
    ),
    "resize: the oldest leave": (
        [("__init__", 5, 0), *pushes(9, 1, 4, 2), ("resize", 4), ("resize", 2), ("extremes",), *pushes(7), ("mean",)],
        [None, "kept", "kept", "kept", "kept", 0, 2, (2, 4), "kept", (9, 2)],
    ),
    "resize: a larger window holds more": (
        [("__init__", 1, 0), *pushes(9, 1), ("resize", 3), *pushes(4, 5), ("below", 9), *pushes(6), ("below", 9)],
        [None, "kept", "kept", 0, "kept", "kept", 3, "kept", 3],
    ),
    "resize: a size of zero is refused and changes nothing": (
        [("__init__", 2, 0), *pushes(9, 1), ("resize", 0), ("resize", -3), *pushes(5), ("extremes",), ("resize", 1)],
        [None, "kept", "kept", ValueError, ValueError, "kept", (1, 5), 1],
    ),
    "resize: struck readings are not counted among those that leave": (
        [("__init__", 9, 0), *pushes(3, 5, 3, 8), ("strike", 3), ("strike", 5), ("resize", 1), ("extremes",)],
        [None, "kept", "kept", "kept", "kept", True, True, 1, (8, 8)],
    ),
    "median: odd, even and empty": (
        [("__init__", 9, 0), ("median",), *pushes(7), ("median",), *pushes(4), ("median",), *pushes(4), ("median",)],
        [None, ValueError, "kept", (7, 1), "kept", (11, 2), "kept", (4, 1)],
    ),
    "median: halves are in lowest terms, also below zero": (
        [("__init__", 9, 0), *pushes(-3, -4), ("median",), *pushes(3, 4), ("median",), ("strike", 4), ("median",)],
        [None, "kept", "kept", (-7, 2), "kept", "kept", (0, 1), True, (-3, 1)],
    ),
    "mean: in lowest terms": (
        [("__init__", 9, 0), *pushes(1, 2, 3, 4), ("mean",), *pushes(-40), ("mean",), ("resize", 4), ("mean",)],
        [None, "kept", "kept", "kept", "kept", (5, 2), "kept", (-6, 1), 1, (-31, 4)],
    ),
    "mean: of nothing, and zero": (
        [("__init__", 9, 0), ("mean",), *pushes(-2, 2), ("mean",), ("strike", 2), ("strike", -2), ("mean",)],
        [None, ValueError, "kept", "kept", (0, 1), True, True, ValueError],
    ),
    "extremes: one reading and none": (
        [("__init__", 9, 0), ("extremes",), *pushes(5), ("extremes",), ("strike", 5), ("extremes",)],
        [None, ValueError, "kept", (5, 5), True, ValueError],
    ),
    "extremes: they change when the extreme reading leaves": (
        [("__init__", 3, 0), *pushes(-9, 0, 9), ("extremes",), *pushes(1), ("extremes",), ("strike", 9), ("extremes",)],
        [None, "kept", "kept", "kept", (-9, 9), "kept", (0, 9), True, (0, 1)],
    ),
    "middle: nothing, some and too much cut": (
        [
            ("__init__", 9, 0),
            *pushes(10, 1, 4, 90),
            ("middle", 0),
            ("middle", 1),
            ("middle", 2),
            ("middle", -1),
            ("strike", 1),
            ("middle", 1),
            ("middle", 2),
        ],
        [None, *["kept"] * 4, (105, 4), (7, 1), ValueError, ValueError, True, (10, 1), ValueError],
    ),
    "middle: of equal readings as many are cut as asked": (
        [("__init__", 9, 9), *pushes(1, 1, 1, 5, 5), ("middle", 1), ("middle", 2), *pushes(6), ("middle", 2)],
        [None, *["kept"] * 5, (7, 3), (1, 1), "kept", (3, 1)],
    ),
    "middle: of an empty window": ([("__init__", 9, 0), ("middle", 0)], [None, ValueError]),
    "below: ties are not below": (
        [("__init__", 9, 0), ("below", 5), *pushes(5, 5, 4, 6), ("below", 5), ("below", 6), ("below", 7), ("below", 4)],
        [None, 0, "kept", "kept", "kept", "kept", 1, 3, 4, 0],
    ),
    "below: follows what leaves": (
        [("__init__", 2, 0), *pushes(1, 2, 3), ("below", 3), ("strike", 2), ("below", 3), ("below", 4)],
        [None, "kept", "kept", "kept", 1, True, 0, 1],
    ),
    "class: the size must be at least one": ([("__init__", 0, 5)], [ValueError]),
    "class: the guard must not be negative": ([("__init__", 1, -1)], [ValueError]),
    "class: the smallest window and the smallest guard": (
        [("__init__", 1, 0), *pushes(3, 9), ("median",), ("mean",), ("middle", 0), ("middle", 1), ("below", 9)],
        [None, "kept", "kept", (9, 1), (9, 1), (9, 1), ValueError, 0],
    ),
    "class: five readings in a window of five, then a shift to another level": (
        [
            ("__init__", 5, 2),
            *pushes(10, 11, 12, 11, 10),
            ("middle", 1),
            *pushes(13, 14),
            ("median",),
            *pushes(14, 14, 15),
            ("median",),
            *pushes(20, 21),
            ("resize", 4),
            *pushes(22, 23),
            ("extremes",),
            ("mean",),
        ],
        [
            None,
            *["kept"] * 5,
            (32, 3),
            *["kept", "doubted"],
            (11, 1),
            *["doubted", "restarted", "kept"],
            (29, 2),
            *["kept", "kept"],
            0,
            *["kept", "kept"],
            (20, 23),
            (43, 2),
        ],
    ),
    "class: striking below five readings switches the guard off": (
        [
            ("__init__", 6, 0),
            *pushes(4, 4, 4, 4, 4),
            *pushes(5),
            ("strike", 4),
            *pushes(5),
            ("middle", 2),
            *pushes(4),
            ("below", 5),
            ("mean",),
            ("resize", 3),
            ("mean",),
        ],
        [None, *["kept"] * 5, "doubted", True, "kept", (4, 1), "kept", 5, (25, 6), 3, (13, 3)],
    ),
}


def lowest_terms(numerator, denominator):
    divisor = gcd(numerator, denominator)
    return numerator // divisor, denominator // divisor


class Canonical:
    def __init__(self, size, guard):
        if size < 1 or guard < 0:
            raise ValueError("the size must be at least 1 and the guard not negative")
        self._size = size
        self._guard = guard
        self._arrived = deque()
        self._ordered = []
        self._total = 0
        self._doubted = 0

    def push(self, value):
        if len(self._ordered) >= 5:
            numerator, denominator = self.median()
            if abs(value * denominator - numerator) > self._guard * denominator:
                self._doubted += 1
                if self._doubted < 3:
                    return "doubted"
                self._arrived.clear()
                self._ordered.clear()
                self._total = 0
                self._keep(value)
                return "restarted"
        if len(self._arrived) == self._size:
            self._drop_oldest()
        self._keep(value)
        return "kept"

    def _keep(self, value):
        self._doubted = 0
        self._arrived.append(value)
        insort(self._ordered, value)
        self._total += value

    def _drop_oldest(self):
        self._forget(self._arrived.popleft())

    def _forget(self, value):
        del self._ordered[bisect_left(self._ordered, value)]
        self._total -= value

    def strike(self, value):
        if value not in self._arrived:
            return False
        self._arrived.remove(value)
        self._forget(value)
        return True

    def resize(self, size):
        if size < 1:
            raise ValueError("the size must be at least 1")
        self._size = size
        leaving = max(0, len(self._arrived) - size)
        for _ in range(leaving):
            self._drop_oldest()
        return leaving

    def _check_not_empty(self):
        if not self._ordered:
            raise ValueError("the window is empty")

    def median(self):
        self._check_not_empty()
        count = len(self._ordered)
        return lowest_terms(self._ordered[count // 2] + self._ordered[(count - 1) // 2], 2)

    def mean(self):
        self._check_not_empty()
        return lowest_terms(self._total, len(self._ordered))

    def extremes(self):
        self._check_not_empty()
        return self._ordered[0], self._ordered[-1]

    def middle(self, cut):
        left = len(self._ordered) - 2 * cut
        if cut < 0 or left < 1:
            raise ValueError("nothing is left, or the cut is negative")
        return lowest_terms(sum(self._ordered[cut : cut + left]), left)

    def below(self, value):
        return bisect_left(self._ordered, value)


class ReferencePassOverStruck:
    """A reading that is struck stays in the queue, and is passed over when it comes out of it."""

    def __init__(self, size, guard):
        if size < 1 or guard < 0:
            raise ValueError
        self._size = size
        self._twice_guard = 2 * guard
        self._queue = deque()
        self._struck = {}
        self._ordered = []
        self._total = 0
        self._doubted = 0

    def push(self, value):
        ordered = self._ordered
        count = len(ordered)
        if count >= 5:
            away = 2 * value - ordered[count >> 1] - ordered[(count - 1) >> 1]
            if away > self._twice_guard or -away > self._twice_guard:
                if self._doubted < 2:
                    self._doubted += 1
                    return "doubted"
                self._doubted = 0
                self._queue = deque((value,))
                self._struck = {}
                self._ordered = [value]
                self._total = value
                return "restarted"
        self._doubted = 0
        if count == self._size:
            self._drop(1)
        self._queue.append(value)
        insort(ordered, value)
        self._total += value
        return "kept"

    def _drop(self, number):
        queue = self._queue
        struck = self._struck
        ordered = self._ordered
        while number:
            value = queue.popleft()
            if struck and value in struck:
                if struck[value] == 1:
                    del struck[value]
                else:
                    struck[value] -= 1
            else:
                del ordered[bisect_left(ordered, value)]
                self._total -= value
                number -= 1

    def strike(self, value):
        ordered = self._ordered
        place = bisect_left(ordered, value)
        if place == len(ordered) or ordered[place] != value:
            return False
        del ordered[place]
        self._total -= value
        self._struck[value] = self._struck.get(value, 0) + 1
        return True

    def resize(self, size):
        if size < 1:
            raise ValueError
        self._size = size
        leaving = len(self._ordered) - size
        if leaving <= 0:
            return 0
        self._drop(leaving)
        return leaving

    def median(self):
        ordered = self._ordered
        if not ordered:
            raise ValueError
        count = len(ordered)
        if count & 1:
            return ordered[count >> 1], 1
        twice = ordered[count >> 1] + ordered[(count >> 1) - 1]
        return (twice, 2) if twice & 1 else (twice >> 1, 1)

    def mean(self):
        count = len(self._ordered)
        if not count:
            raise ValueError
        divisor = gcd(self._total, count)
        return self._total // divisor, count // divisor

    def extremes(self):
        if not self._ordered:
            raise ValueError
        return self._ordered[0], self._ordered[-1]

    def middle(self, cut):
        ordered = self._ordered
        left = len(ordered) - 2 * cut
        if cut < 0 or left < 1:
            raise ValueError
        if left < 2 * cut:
            total = sum(ordered[cut : cut + left])
        else:
            total = self._total
            if cut:
                total -= sum(ordered[:cut]) + sum(ordered[-cut:])
        divisor = gcd(total, left)
        return total // divisor, left // divisor

    def below(self, value):
        return bisect_left(self._ordered, value)


class SlowSortAtEachQuestion:
    def __init__(self, size, guard):
        if size < 1 or guard < 0:
            raise ValueError
        self.size = size
        self.guard = guard
        self.readings = []
        self.doubted = 0

    def push(self, value):
        if len(self.readings) >= 5:
            top, bottom = self.median()
            if abs(value * bottom - top) > self.guard * bottom:
                self.doubted += 1
                if self.doubted == 3:
                    self.doubted = 0
                    self.readings = [value]
                    return "restarted"
                return "doubted"
        self.doubted = 0
        self.readings.append(value)
        if len(self.readings) > self.size:
            self.readings.pop(0)
        return "kept"

    def strike(self, value):
        if value in self.readings:
            self.readings.remove(value)
            return True
        return False

    def resize(self, size):
        if size < 1:
            raise ValueError
        before = len(self.readings)
        self.size = size
        self.readings = self.readings[-size:]
        return before - len(self.readings)

    def median(self):
        return self.middle((len(self.readings) - 1) // 2)

    def mean(self):
        return self.middle(0)

    def extremes(self):
        return min(self.readings), max(self.readings)

    def middle(self, cut):
        left = sorted(self.readings)[cut : len(self.readings) - cut]
        if cut < 0 or not left:
            raise ValueError
        return lowest_terms(sum(left), len(left))

    def below(self, value):
        return sum(1 for reading in self.readings if reading < value)


def stress_a_stream_with_its_median(rng):
    """interleaved: readings about one level, every third followed by a question; sorting each time is n log n."""
    calls = [("__init__", 900 + rng.randrange(20), 10**6)]
    for _ in range(1_300):
        calls += [("push", rng.randrange(10**6)) for _ in range(3)]
        calls.append(rng.choice([("median",), ("mean",), ("extremes",), ("below", rng.randrange(10**6))]))
    return (calls,)


def stress_questions_about_a_full_window(rng):
    """build_then_query: the window is filled once; what is kept sorted answers at once."""
    calls = [("__init__", 2_000, 10**6)] + [("push", rng.randrange(10**6)) for _ in range(1_000)]
    for _ in range(1_500):
        calls.append(("below", rng.randrange(10**6)))
        calls.append(("middle", rng.randrange(30)))
        calls.append(rng.choice([("median",), ("mean",)]))
    return (calls,)


def stress_fill_and_strike(rng):
    """growth_then_shrink: all readings are struck in another order; looking for each one from the oldest is linear."""
    values = rng.sample(range(10**6), 1_800)
    calls = [("__init__", 7_000, 10**6)] + [("push", value) for value in values]
    rng.shuffle(values)
    for place, value in enumerate(values):
        calls.append(("strike", value))
        if place % 4 == 0:
            calls.append(("mean",))
    return (calls,)


def stress_doubted_again_and_again(rng):
    """repeated_no_ops: of three readings two are doubted and change nothing, but each asks for the median."""
    calls = [("__init__", 1_200, 50)] + [("push", rng.randrange(1_000, 1_050)) for _ in range(1_200)]
    for _ in range(1_300):
        calls += [("push", rng.randrange(10**4, 10**6)), ("push", -rng.randrange(10**4, 10**6))]
        calls.append(("push", rng.randrange(1_000, 1_050)))
        calls.append(("strike", 7) if rng.randrange(4) else ("below", rng.randrange(1_000, 1_050)))
    return (calls,)


def stress_few_values(rng):
    """all_equal: a handful of values; the oldest of many equal readings is struck, and comes again as the newest."""
    calls = [("__init__", 1_200, 9)] + [("push", rng.randrange(8)) for _ in range(1_200)]
    for _ in range(190):
        for value in rng.sample(range(8), 8):
            calls += [
                ("strike", value),
                ("push", value),
                ("middle", rng.randrange(40)) if value % 2 else ("below", value),
            ]
    calls += [("push", 99 + rng.randrange(9)) for _ in range(3)] + [("push", 5)] * 5 + [("strike", 5)] * 2
    calls += [("resize", 0), ("resize", 9), ("resize", 1), ("strike", 5)]
    calls += [("median",), ("mean",), ("extremes",), ("middle", 0)]
    return (calls,)


def stress_rising_readings(rng):
    """sorted: each reading is the largest so far and each one that leaves the smallest."""
    value = rng.randrange(10**6)
    calls = [("__init__", 1_200, 10**8)]
    for place in range(3_500):
        value += rng.randrange(1, 100)
        calls.append(("push", value))
        if place % 7 == 0:
            calls.append(("extremes",))
    return (calls,)


def stress_broad_cuts(rng):
    """worst_of_fast: the middle with about a quarter cut from each end, after every change, so that sums are long."""
    calls = [("__init__", 1_000, 10**6)] + [("push", rng.randrange(10**6)) for _ in range(1_000)]
    for _ in range(1_000):
        calls += [("push", rng.randrange(10**6)), ("middle", 250 + rng.randrange(-30, 30))]
    return (calls,)


def growing(rng, size):
    """The number of readings that are pushed, each followed by a question for the median, with none leaving."""
    calls = [("__init__", 10**6, 10**9)]
    for _ in range(size):
        calls += [("push", rng.randrange(10**6)), ("median",)]
    return (calls,)
