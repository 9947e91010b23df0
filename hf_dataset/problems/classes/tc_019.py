"""HeatLog: temperatures over time, which are corrected, shifted over ranges and asked for by ranges.

Going through all readings for each range is linear, and so is a shift that changes each reading of a range. Readings in
blocks, each with its extremes, its sum and a shift that holds for all of it, spend on a range no more than there are
blocks and readings in two of them.
Decided here: times of readings rise strictly, also past readings that have been struck; ranges include both ends and
may be empty; a mean is a sum and a count, not a quotient.
"""

from bisect import bisect_left, bisect_right
from itertools import pairwise
from operator import sub

WRITTEN = "2026-11-24"

PROMPT = '''class HeatLog:
    """Temperatures that a station has read, one at a time, in tenths of a degree.

    Each reading has a time, a whole number. Readings are noted in the order of their times, but they may be corrected,
    struck and shifted at any later time. A range of times from `first` to `last` includes both; where `first` is later
    than `last`, it has no readings.

    >>> log = HeatLog()
    >>> for time, value in [(10, 215), (12, 198), (17, 220), (30, 231)]:
    ...     log.note(time, value)
    >>> log.extremes(11, 30), log.total(10, 17), log.at(16), log.next_warm(11, 220)
    ((198, 231), (633, 3), 198, 17)
    >>> log.shift(12, 20, -5), log.correct(10, 200), log.at(10), log.at(17), log.strike(12), log.jump(0, 99)
    (2, 215, 200, 215, 193, 16)
    """

    def __init__(self) -> None:
        """Start with an empty log."""

    def note(self, time: int, value: int) -> None:
        """Add a reading. Raise ValueError if `time` is not later than that of every reading that was ever added."""

    def correct(self, time: int, value: int) -> int:
        """Replace the value of the reading at `time`. Return the value before.

        Raise KeyError if there is no reading at this time.
        """

    def strike(self, time: int) -> int:
        """Remove the reading at `time`. Return its value. Raise KeyError if there is no reading at this time."""

    def shift(self, first: int, last: int, by: int) -> int:
        """Add `by` to the values of all readings of a range. Return how many these are."""

    def at(self, time: int) -> "int | None":
        """Return the value of the last reading that is not later than `time`, None if there is none."""

    def extremes(self, first: int, last: int) -> "tuple[int, int] | None":
        """Return the lowest and the highest value of a range, None if it has no readings."""

    def total(self, first: int, last: int) -> tuple[int, int]:
        """Return the sum of the values of a range, and how many there are."""

    def next_warm(self, time: int, value: int) -> "int | None":
        """Return the time of the first reading not earlier than `time` whose value is at least `value`.

        Return None if there is none.
        """

    def jump(self, first: int, last: int) -> "int | None":
        """Return the largest rise from one reading of a range to the next one.

        It is negative where all values fall. Return None if the range has fewer than two readings.
        """
'''

ARGUMENTS = {
    "__init__": 0,
    "note": 2,
    "correct": 2,
    "strike": 1,
    "shift": 3,
    "at": 1,
    "extremes": 2,
    "total": 2,
    "next_warm": 2,
    "jump": 2,
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 40_000, "there must be at most 40,000 calls"
    assert all(type(call) is tuple and call for call in calls), "each call must be a tuple that is not empty"
    assert calls[0][0] == "__init__", "the first call must be __init__"
    for place, (name, *arguments) in enumerate(calls):
        assert type(name) is str and name in ARGUMENTS, "each call must name a method of the class"
        assert (name == "__init__") == (place == 0), "only the first call may be __init__"
        assert len(arguments) == ARGUMENTS[name], "there must be as many arguments as the method has parameters"
        assert all(type(argument) is int for argument in arguments), "times and values must be ints"
        assert all(abs(argument) <= 10**9 for argument in arguments), "numbers must lie within -10**9 and 10**9"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("a value as float", ([("__init__",), ("note", 1, 21.5)],)),
    ("an argument too few", ([("__init__",), ("shift", 1, 2)],)),
    ("a time that is too late", ([("__init__",), ("strike", 10**9 + 1)],)),
]


def noted(*readings):
    return [("__init__",)] + [("note", time, value) for time, value in readings]


FIVE = noted((10, 50), (20, 30), (30, 30), (40, 80), (50, -5))
FIVE_DONE = [None] * 6

TESTS = {
    "note: times rise strictly": (
        [*FIVE, ("note", 50, 1), ("note", 49, 1), ("note", 51, 1), ("at", 99), ("total", -99, 99)],
        [*FIVE_DONE, ValueError, ValueError, None, 1, (186, 6)],
    ),
    "note: struck readings count for the order": (
        [*FIVE, ("strike", 50), ("note", 50, 1), ("note", 45, 1), ("note", 51, 1), ("total", 40, 60)],
        [*FIVE_DONE, -5, ValueError, ValueError, None, (81, 2)],
    ),
    "note: times and values below zero": (
        [*noted((-7, -3)), ("note", -7, 0), ("note", -6, -9), ("extremes", -9, 0), ("at", -7), ("at", -8)],
        [None, None, ValueError, None, (-9, -3), -3, None],
    ),
    "correct: the value before": (
        [*FIVE, ("correct", 30, 90), ("correct", 30, 91), ("extremes", 10, 50), ("total", 30, 30), ("jump", 20, 30)],
        [*FIVE_DONE, 30, 90, (-5, 91), (91, 1), 61],
    ),
    "correct: only what is there": (
        [*FIVE, ("correct", 25, 1), ("correct", 60, 1), ("correct", 0, 1), ("strike", 20), ("correct", 20, 1)],
        [*FIVE_DONE, KeyError, KeyError, KeyError, 30, KeyError],
    ),
    "strike: once": (
        [
            *FIVE,
            ("strike", 40),
            ("strike", 40),
            ("extremes", 10, 50),
            ("total", 10, 50),
            ("at", 45),
            ("next_warm", 1, 51),
        ],
        [*FIVE_DONE, 80, KeyError, (-5, 50), (105, 4), 30, None],
    ),
    "strike: all of them": (
        [
            *noted((1, 5), (2, 6)),
            ("strike", 1),
            ("at", 1),
            ("strike", 2),
            ("extremes", 0, 9),
            ("total", 0, 9),
            ("at", 9),
        ],
        [None, None, None, 5, None, 6, None, (0, 0), None],
    ),
    "strike: what is not there": (
        [*FIVE, ("strike", 11), ("strike", 9), ("strike", 51)],
        [*FIVE_DONE, *[KeyError] * 3],
    ),
    "shift: both ends are included": (
        [*FIVE, ("shift", 20, 40, 7), ("at", 10), ("at", 20), ("at", 40), ("at", 50), ("total", 10, 50)],
        [*FIVE_DONE, 3, 50, 37, 87, -5, (206, 5)],
    ),
    "shift: between readings, empty and turned ranges": (
        [
            *FIVE,
            ("shift", 21, 29, 7),
            ("shift", 40, 20, 7),
            ("shift", 51, 99, 7),
            ("shift", 15, 35, -10),
            ("shift", 20, 20, 1),
            ("extremes", 20, 30),
        ],
        [*FIVE_DONE, 0, 0, 0, 2, 1, (20, 21)],
    ),
    "shift: later readings are not shifted, and corrections are exact": (
        [*FIVE, ("shift", 0, 99, 5), ("note", 60, 1), ("at", 60), ("correct", 10, 3), ("at", 10), ("strike", 20)],
        [*FIVE_DONE, 5, None, 1, 55, 3, 35],
    ),
    "at: on, between and before readings": (
        [*FIVE, ("at", 9), ("at", 10), ("at", 39), ("at", 40), ("at", 41), ("at", 999)],
        [*FIVE_DONE, None, 50, 30, 80, 80, -5],
    ),
    "at: an empty log": ([("__init__",), ("at", 5), ("jump", 0, 9), ("next_warm", 0, -9)], [None, None, None, None]),
    "extremes: of one, some and none": (
        [
            *FIVE,
            ("extremes", 20, 40),
            ("extremes", 10, 10),
            ("extremes", 11, 19),
            ("extremes", 30, 20),
            ("extremes", 45, 99),
        ],
        [*FIVE_DONE, (30, 80), (50, 50), None, None, (-5, -5)],
    ),
    "extremes: follow corrections": (
        [*FIVE, ("correct", 50, 40), ("extremes", 0, 99), ("correct", 40, 41), ("extremes", 0, 99)],
        [*FIVE_DONE, -5, (30, 80), 80, (30, 50)],
    ),
    "total: of some and none": (
        [*FIVE, ("total", 20, 40), ("total", 11, 19), ("total", 40, 20), ("total", 10, 10), ("total", 50, 60)],
        [*FIVE_DONE, (140, 3), (0, 0), (0, 0), (50, 1), (-5, 1)],
    ),
    "total: follows shifts": (
        [*FIVE, ("shift", 10, 30, 1), ("total", 20, 40), ("total", 40, 50), ("shift", 40, 40, -80), ("total", 30, 40)],
        [*FIVE_DONE, 3, (142, 3), (75, 2), 1, (31, 2)],
    ),
    "next_warm: from the time on, at least the value": (
        [
            *FIVE,
            ("next_warm", 10, 50),
            ("next_warm", 11, 50),
            ("next_warm", 0, 80),
            ("next_warm", 0, 81),
            ("next_warm", 41, -5),
            ("next_warm", 41, -4),
            ("next_warm", 51, -99),
            ("next_warm", 20, 30),
        ],
        [*FIVE_DONE, 10, 40, 40, None, 50, None, None, 20],
    ),
    "next_warm: after shifts and strikes": (
        [
            *FIVE,
            ("shift", 30, 30, 60),
            ("next_warm", 0, 90),
            ("strike", 30),
            ("next_warm", 0, 60),
            ("next_warm", 30, 30),
        ],
        [*FIVE_DONE, 1, 30, 90, 40, 40],
    ),
    "jump: the largest rise within the range": (
        [
            *FIVE,
            ("jump", 10, 50),
            ("jump", 10, 30),
            ("jump", 10, 20),
            ("jump", 40, 50),
            ("jump", 40, 40),
            ("jump", 31, 39),
        ],
        [*FIVE_DONE, 50, 0, -20, -85, None, None],
    ),
    "jump: between readings that have become neighbours": (
        [*FIVE, ("strike", 40), ("jump", 10, 50), ("strike", 20), ("strike", 30), ("jump", 10, 50), ("jump", 50, 10)],
        [*FIVE_DONE, 80, 0, 30, 30, -55, None],
    ),
    "jump: a shift changes it at the ends of its range": (
        [
            *FIVE,
            ("shift", 20, 30, 30),
            ("jump", 10, 30),
            ("jump", 20, 30),
            ("jump", 30, 50),
            ("shift", 50, 50, 99),
            ("jump", 0, 99),
        ],
        [*FIVE_DONE, 2, 10, 0, 20, 1, 20],
    ),
    "class: one reading through everything": (
        [
            *noted((5, 100)),
            ("shift", 5, 5, -30),
            ("at", 5),
            ("extremes", 5, 5),
            ("correct", 5, 7),
            ("shift", 0, 9, 3),
            ("next_warm", 5, 10),
            ("next_warm", 5, 11),
            ("strike", 5),
            ("shift", 0, 9, 1),
            ("at", 5),
        ],
        [None, None, 1, 70, (70, 70), 70, 1, 5, None, 10, 0, None],
    ),
    "class: a sensor that stood in the sun is set right": (
        [
            *noted((1, 200), (2, 260), (3, 270), (4, 205)),
            ("jump", 1, 4),
            ("shift", 2, 3, -60),
            ("jump", 1, 4),
            ("extremes", 1, 4),
            ("correct", 3, 204),
            ("total", 1, 4),
            ("next_warm", 1, 205),
            ("strike", 1),
            ("note", 5, 206),
            ("jump", 1, 5),
            ("total", 1, 5),
        ],
        [None, *[None] * 4, 60, 2, 10, (200, 210), 210, (809, 4), 4, 200, None, 4, (815, 4)],
    ),
    "class: overlapping shifts": (
        [
            *FIVE,
            ("shift", 10, 30, 10),
            ("shift", 30, 50, 100),
            ("shift", 20, 40, -1),
            ("extremes", 10, 50),
            ("total", 10, 50),
            ("at", 30),
            ("next_warm", 10, 139),
            ("jump", 10, 50),
        ],
        [*FIVE_DONE, 3, 3, 3, (39, 179), (512, 5), 139, 30, 100],
    ),
}


class Canonical:
    def __init__(self):
        self._times = []
        self._values = []
        self._latest = None

    def note(self, time, value):
        if self._latest is not None and time <= self._latest:
            raise ValueError("readings are noted in the order of their times")
        self._latest = time
        self._times.append(time)
        self._values.append(value)

    def _place(self, time):
        place = bisect_left(self._times, time)
        if place == len(self._times) or self._times[place] != time:
            raise KeyError(time)
        return place

    def _range(self, first, last):
        return bisect_left(self._times, first), bisect_right(self._times, last)

    def correct(self, time, value):
        place = self._place(time)
        before = self._values[place]
        self._values[place] = value
        return before

    def strike(self, time):
        place = self._place(time)
        del self._times[place]
        return self._values.pop(place)

    def shift(self, first, last, by):
        start, end = self._range(first, last)
        for place in range(start, end):
            self._values[place] += by
        return max(0, end - start)

    def at(self, time):
        place = bisect_right(self._times, time)
        return self._values[place - 1] if place else None

    def extremes(self, first, last):
        start, end = self._range(first, last)
        values = self._values[start:end]
        return (min(values), max(values)) if values else None

    def total(self, first, last):
        start, end = self._range(first, last)
        values = self._values[start:end]
        return sum(values), len(values)

    def next_warm(self, time, value):
        for place in range(bisect_left(self._times, time), len(self._times)):
            if self._values[place] >= value:
                return self._times[place]
        return None

    def jump(self, first, last):
        start, end = self._range(first, last)
        values = self._values[start:end]
        return max((after - before for before, after in pairwise(values)), default=None)


FULL = 48


class Block:
    """Some readings in a row; `shift` is to be added to each value. What is known of its values is without it."""

    __slots__ = ("high", "is_known", "low", "rise", "shift", "sum", "times", "values")

    def __init__(self):
        self.times = []
        self.values = []
        self.shift = 0
        self.is_known = False

    def look(self):
        values = self.values
        self.low = min(values)
        self.high = max(values)
        self.sum = sum(values)
        self.rise = None
        self.is_known = True


def largest_rise(values):
    return max(map(sub, values[1:], values))


class ReferenceBlocksWithShifts:
    def __init__(self):
        self._blocks = []
        self._starts = []  # the first time of each block
        self._latest = -(10**10)

    def note(self, time, value):
        if time <= self._latest:
            raise ValueError
        self._latest = time
        blocks = self._blocks
        if not blocks or len(blocks[-1].times) >= FULL:
            blocks.append(Block())
            self._starts.append(time)
        block = blocks[-1]
        block.times.append(time)
        block.values.append(value - block.shift)
        block.is_known = False

    def _find(self, time):
        number = bisect_right(self._starts, time) - 1
        if number < 0:
            raise KeyError
        block = self._blocks[number]
        place = bisect_left(block.times, time)
        if place == len(block.times) or block.times[place] != time:
            raise KeyError
        return number, block, place

    def correct(self, time, value):
        _, block, place = self._find(time)
        before = block.values[place]
        value -= block.shift
        block.values[place] = value
        if block.is_known:
            block.is_known = False
        return before + block.shift

    def strike(self, time):
        number, block, place = self._find(time)
        del block.times[place]
        value = block.values.pop(place) + block.shift
        block.is_known = False
        if not block.times:
            del self._blocks[number]
            del self._starts[number]
        return value

    def _range(self, first, last):
        """The numbers of the blocks in which a range begins and ends, and the places there."""
        if first > last:
            return None
        blocks = self._blocks
        begin = bisect_right(self._starts, first) - 1
        if begin < 0:
            begin = start = 0
        else:
            start = bisect_left(blocks[begin].times, first)
            if start == len(blocks[begin].times):
                begin += 1
                start = 0
        finish = bisect_right(self._starts, last) - 1
        if finish < begin:
            return None
        end = bisect_right(blocks[finish].times, last)
        if not end:
            finish -= 1
            if finish < begin:
                return None
            end = len(blocks[finish].times)
        if begin == finish and start >= end:
            return None
        return begin, start, finish, end

    def _pieces(self, first, last):
        """The parts of a range: for each, its block, and from where to where if it is not the whole block."""
        found = self._range(first, last)
        if found is None:
            return []
        begin, start, finish, end = found
        blocks = self._blocks
        if begin == finish:
            block = blocks[begin]
            if not start and end == len(block.times):
                return [(block, 0, 0)]
            return [(block, start, end)]
        pieces = [(block, 0, 0) for block in blocks[begin : finish + 1]]
        if start:
            pieces[0] = blocks[begin], start, len(blocks[begin].times)
        if end < len(blocks[finish].times):
            pieces[-1] = blocks[finish], 0, end
        return pieces

    def shift(self, first, last, by):
        count = 0
        for block, start, end in self._pieces(first, last):
            if end:
                values = block.values
                values[start:end] = [value + by for value in values[start:end]]
                block.is_known = False
                count += end - start
            else:
                block.shift += by
                count += len(block.times)
        return count

    def at(self, time):
        number = bisect_right(self._starts, time) - 1
        if number < 0:
            return None
        block = self._blocks[number]
        place = bisect_right(block.times, time)
        if place:
            return block.values[place - 1] + block.shift
        if number:
            block = self._blocks[number - 1]
            return block.values[-1] + block.shift
        return None

    def extremes(self, first, last):
        low, high = 10**20, -(10**20)
        for block, start, end in self._pieces(first, last):
            if end:
                values = block.values[start:end]
                lowest = min(values) + block.shift
                highest = max(values) + block.shift
            else:
                if not block.is_known:
                    block.look()
                lowest = block.low + block.shift
                highest = block.high + block.shift
            if lowest < low:
                low = lowest
            if highest > high:
                high = highest
        return (low, high) if low <= high else None

    def total(self, first, last):
        total = count = 0
        for block, start, end in self._pieces(first, last):
            if end:
                length = end - start
                total += sum(block.values[start:end]) + block.shift * length
            else:
                if not block.is_known:
                    block.look()
                length = len(block.times)
                total += block.sum + block.shift * length
            count += length
        return total, count

    def next_warm(self, time, value):
        number = bisect_right(self._starts, time) - 1
        blocks = self._blocks
        if number < 0:
            number = 0
        elif number < len(blocks):
            block = blocks[number]
            wanted = value - block.shift
            if not block.is_known:
                block.look()
            if block.high >= wanted:
                for place in range(bisect_left(block.times, time), len(block.times)):
                    if block.values[place] >= wanted:
                        return block.times[place]
            number += 1
        for block in blocks[number:]:
            wanted = value - block.shift
            if not block.is_known:
                block.look()
            if block.high >= wanted:
                for place, other in enumerate(block.values):
                    if other >= wanted:
                        return block.times[place]
        return None

    def jump(self, first, last):
        best = None
        before = None
        for block, start, end in self._pieces(first, last):
            values = block.values[start:end] if end else block.values
            if before is not None:
                rise = values[0] + block.shift - before
                if best is None or rise > best:
                    best = rise
            before = values[-1] + block.shift
            if len(values) > 1:
                if end:
                    rise = largest_rise(values)
                else:
                    if not block.is_known:
                        block.look()
                    rise = block.rise
                    if rise is None:
                        rise = block.rise = largest_rise(values)
                if best is None or rise > best:
                    best = rise
        return best


class SlowGoThroughAllReadings:
    def __init__(self):
        self.readings = []
        self.latest = None

    def note(self, time, value):
        if self.latest is not None and time <= self.latest:
            raise ValueError
        self.latest = time
        self.readings.append([time, value])

    def _find(self, time):
        for reading in self.readings:
            if reading[0] == time:
                return reading
        raise KeyError(time)

    def _values(self, first, last):
        return [value for time, value in self.readings if first <= time <= last]

    def correct(self, time, value):
        reading = self._find(time)
        before = reading[1]
        reading[1] = value
        return before

    def strike(self, time):
        reading = self._find(time)
        self.readings.remove(reading)
        return reading[1]

    def shift(self, first, last, by):
        count = 0
        for reading in self.readings:
            if first <= reading[0] <= last:
                reading[1] += by
                count += 1
        return count

    def at(self, time):
        value = None
        for reading in self.readings:
            if reading[0] <= time:
                value = reading[1]
        return value

    def extremes(self, first, last):
        values = self._values(first, last)
        return (min(values), max(values)) if values else None

    def total(self, first, last):
        values = self._values(first, last)
        return sum(values), len(values)

    def next_warm(self, time, value):
        for noted_at, other in self.readings:
            if noted_at >= time and other >= value:
                return noted_at
        return None

    def jump(self, first, last):
        values = self._values(first, last)
        return max([values[place + 1] - values[place] for place in range(len(values) - 1)], default=None)


def drawn_readings(rng, count):
    """Calls that note readings, and their times."""
    time = rng.randrange(100)
    times = []
    calls = [("__init__",)]
    for _ in range(count):
        time += rng.randrange(1, 10)
        times.append(time)
        calls.append(("note", time, rng.randrange(-200, 300)))
    return calls, times


def drawn_range(rng, times):
    return tuple(sorted((rng.choice(times), rng.choice(times))))


def stress_note_then_ask(rng):
    """build_then_query: a log that changes no more is asked about ranges of all lengths."""
    calls, times = drawn_readings(rng, 1_500)
    for _ in range(900):
        calls.append((rng.choice(["extremes", "total", "jump"]), *drawn_range(rng, times)))
    calls += [("at", rng.choice(times) + 1) for _ in range(200)]
    return (calls,)


def stress_corrections_and_questions(rng):
    """interleaved: a reading is corrected before each question, so that nothing that was added up holds for long."""
    calls, times = drawn_readings(rng, 1_300)
    for step in range(600):
        calls.append(("correct", rng.choice(times), rng.randrange(-200, 300)))
        place = rng.randrange(600)
        calls.append((("extremes", "total", "jump")[step % 3], times[place], times[place + rng.randrange(480, 520)]))
    start = times[0]
    calls += [("note", times[-1], 0), ("correct", start - 1, 0), ("at", start - 1), ("next_warm", start - 1, 0)]
    calls += [("strike", start), ("at", start), ("strike", times[48]), ("at", times[48]), ("correct", times[48], 0)]
    calls += [("total", times[49], times[95]), ("total", times[48], times[48]), ("total", times[-1] + 1, times[-1] + 9)]
    calls += [("next_warm", times[6], -400), ("next_warm", times[7], -400)]
    calls += [("extremes", start - 9, times[9]), ("extremes", start - 9, start - 1), ("next_warm", start, 10**6)]
    calls += [("strike", times[60]), ("jump", times[60], times[60]), ("total", times[60], times[48]), ("at", times[60])]
    return (calls,)


def stress_long_shifts(rng):
    """worst_of_slow: ranges of most of the log are shifted up and down; each reading is changed hundreds of times."""
    calls, times = drawn_readings(rng, 1_800)
    for step in range(500):
        by = rng.randrange(1, 9)
        calls.append(("shift", rng.choice(times[:300]), rng.choice(times[-300:]), by if step % 2 else -by))
        calls.append(("at", rng.choice(times)))
        calls.append(("next_warm", rng.choice(times[-300:]), 5_000))
    return (calls,)


def stress_strike_nearly_all(rng):
    """growth_then_shrink: readings are struck in another order until few are left, with totals of what is left."""
    calls, times = drawn_readings(rng, 1_500)
    gone = rng.sample(times, 1_440)
    for place, time in enumerate(gone):
        calls.append(("strike", time))
        if place % 4 == 0:
            calls.append(("total", *drawn_range(rng, times)))
    return (calls,)


def stress_never_so_warm(rng):
    """repeated_no_ops: a look for a warmth that was hardly ever reached, and shifts of ranges without a reading."""
    calls, times = drawn_readings(rng, 2_000)
    calls += [("correct", times[-5], 10_000), ("correct", times[1_040], 9_000)]
    for step in range(600):
        warmth = rng.randrange(300, 9_000) if step % 4 else rng.randrange(9_001, 10_000)
        calls.append(("next_warm", rng.choice(times[300:900]), warmth))
        time = rng.choice(times)
        calls.append(("shift", time + 1, time, 7))
    return (calls,)


def stress_short_ranges(rng):
    """worst_of_fast: ranges of some thirty readings across the ends of blocks, shifted and asked for at once."""
    calls, times = drawn_readings(rng, 900)
    for _ in range(700):
        place = rng.randrange(860)
        first, last = times[place], times[place + rng.randrange(25, 40)]
        calls.append(("shift", first, last, rng.randrange(-9, 10)))
        calls.append((rng.choice(["extremes", "jump"]), first - 5, last + 5))
    return (calls,)


def growing(rng, size):
    """The number of readings, each followed by a question about a range of those that there are."""
    calls, times = drawn_readings(rng, size)
    mixed = [calls[0]]
    for place, call in enumerate(calls[1:], 1):
        mixed += [call, ("extremes", *drawn_range(rng, times[:place]))]
    return (mixed,)
