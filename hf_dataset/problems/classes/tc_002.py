"""PlanHistory: named entries whose changes are undone and redone in steps, with groups and marked states.

Building the entries anew from all steps at every undo costs the whole history each time; steps that know what stood
before and after cost what they changed. How often an entry was touched is counted along, and a mark remembers which
step led to its state, so that nobody has to look for marks when steps are dropped. Decided here: a change of nothing is
no step, and neither is a group that ends where it began; only a step that was made drops the steps that were undone.
"""

from collections import deque

WRITTEN = "2026-11-24"

PROMPT = '''class PlanHistory:
    """Holds named entries with integer values, and the history of their changes in steps.

    A state is what all entries are between two steps. Steps that were made can be undone and, until another step is
    made, redone. Several changes are one step if they are made in a group. States can be marked, and gone to by their
    mark.

    A call that raises an exception changes nothing.

    >>> plan = PlanHistory(100)
    >>> plan.write("hours", 5)
    >>> plan.write("hours", 8)
    5
    >>> plan.undo(1)
    1
    >>> plan.read("hours")
    5
    """

    def __init__(self, limit: int) -> None:
        """Start without entries and without steps. At most `limit` steps (1 or more) can be undone.

        When a step is made and more than `limit` steps could be undone, the oldest of them is forgotten: it stays done
        for good.
        """

    def write(self, name: str, value: int | None) -> int | None:
        """Give the entry `name` a value, or remove the entry if the value is None. Return its value before.

        A missing entry has the value None. If the new value is the same as before, nothing happens. Otherwise the
        change is a step by itself, or belongs to the innermost open group if there is one.
        """

    def open(self) -> int:
        """Open a group, inside of the innermost open one if there is one. Return how many groups are open now."""

    def close(self) -> int:
        """Close the innermost open group. Return how many entries have another value than when it was opened.

        The changes of a group inside of another belong to the outer group from then on. When the outermost group is
        closed, all of its changes become one step; but if every entry has the value that it had when this group was
        opened, no step is made. A step consists of the entries whose values differ between its start and its end.

        Raise RuntimeError if no group is open.
        """

    def undo(self, count: int) -> int:
        """Undo the `count` last steps, or all that can be undone if there are fewer. Return how many were undone.

        Raise RuntimeError if a group is open.
        """

    def redo(self, count: int) -> int:
        """Redo up to `count` undone steps, the one that was undone last first. Return how many were redone.

        Whenever a step is made, by a change outside of groups or by closing the outermost group, all steps that are
        undone at that time are dropped. A change in a group drops nothing yet, and a group that made no step never
        does.

        Raise RuntimeError if a group is open.
        """

    def read(self, name: str) -> int | None:
        """Return the value of an entry, with the changes of open groups; None if the entry is missing."""

    def mark(self, label: str) -> None:
        """Mark the present state with a label. A label that is in use moves here; a state may have several labels.

        Raise RuntimeError if a group is open.
        """

    def goto(self, label: str) -> int:
        """Undo or redo as many steps as lead to the state marked with the label.

        Return the number of steps that were redone, or the negative number of those that were undone; 0 if this is the
        present state.

        Raise RuntimeError if a group is open, and otherwise KeyError if no state has this label. A label is gone when
        its state can no longer be reached, because the steps to it were dropped or the step after it was forgotten.

        >>> plan = PlanHistory(100)
        >>> plan.mark("empty")
        >>> plan.write("a", 1)
        >>> plan.write("b", 2)
        >>> plan.mark("full")
        >>> plan.goto("empty"), plan.goto("full")
        (-2, 2)
        """

    def touched(self, name: str) -> int:
        """Return how many of the steps that could be undone now change the entry `name`; open groups do not count."""
'''

ARGUMENTS = {
    "__init__": 1,
    "write": 2,
    "open": 0,
    "close": 0,
    "undo": 1,
    "redo": 1,
    "read": 1,
    "mark": 1,
    "goto": 1,
    "touched": 1,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("__init__", "undo", "redo"):
            assert type(values[0]) is int and 1 <= values[0] <= 50_000, "limit and count must be ints from 1 to 50,000"
        elif values:
            assert type(values[0]) is str and 1 <= len(values[0]) <= 20, "names and labels must have 1 to 20 characters"
        if name == "write" and values[1] is not None:
            assert type(values[1]) is int and abs(values[1]) <= 10**9, "a value must be None or an int up to 10**9"


INVALID = [
    ("no calls", ([],)),
    ("a limit of zero", ([("__init__", 0)],)),
    ("a second constructor", ([("__init__", 5), ("__init__", 5)],)),
    ("a text as a value", ([("__init__", 5), ("write", "a", "1")],)),
    ("an empty name", ([("__init__", 5), ("read", "")],)),
    ("a closing with an argument", ([("__init__", 5), ("open",), ("close", 1)],)),
]

START = ("__init__", 100)

COST_VARIES = {
    "large_groups": "how many groups an undo takes back at once is drawn",
}

TESTS = {
    "write: returns what stood before": (
        [START, ("write", "a", 5), ("write", "a", 0), ("write", "a", None), ("write", "a", 7), ("read", "a")],
        [None, None, 5, 0, None, 7],
    ),
    "write: a change of nothing is no step and drops nothing": (
        [
            START,
            ("write", "a", 5),
            ("write", "a", 5),
            ("write", "b", None),
            ("touched", "a"),
            ("undo", 9),
            ("write", "a", None),
            ("redo", 9),
            ("read", "a"),
        ],
        [None, None, 5, None, 1, 1, None, 1, 5],
    ),
    "open: counts the open groups": (
        [START, ("open",), ("open",), ("close",), ("open",), ("close",), ("close",), ("open",)],
        [None, 1, 2, 0, 2, 0, 0, 1],
    ),
    "open: changes are seen at once but are no step yet": (
        [
            START,
            ("write", "a", 1),
            ("open",),
            ("write", "a", 2),
            ("read", "a"),
            ("touched", "a"),
            ("open",),
            ("write", "a", 3),
            ("write", "a", 4),
            ("read", "a"),
            ("close",),
            ("touched", "a"),
            ("close",),
            ("touched", "a"),
            ("undo", 1),
            ("read", "a"),
        ],
        [None, None, 1, 1, 2, 1, 2, 2, 3, 4, 1, 1, 1, 2, 1, 1],
    ),
    "close: without an open group": (
        [START, ("close",), ("open",), ("close",), ("close",), ("open",)],
        [None, RuntimeError, 1, 0, RuntimeError, 1],
    ),
    "close: counts the entries that differ, inner and outer group for themselves": (
        [
            START,
            ("write", "a", 1),
            ("open",),
            ("write", "a", 2),
            ("write", "b", 1),
            ("write", "d", 1),
            ("open",),
            ("write", "a", 1),
            ("write", "c", 1),
            ("write", "c", 2),
            ("write", "b", 9),
            ("write", "b", 1),
            ("close",),
            ("close",),
            ("touched", "a"),
            ("touched", "b"),
            ("touched", "c"),
            ("undo", 1),
            ("read", "b"),
            ("read", "c"),
            ("read", "a"),
        ],
        [None, None, 1, 1, None, None, 2, 2, None, 1, 1, 9, 2, 3, 1, 1, 1, 1, None, None, 1],
    ),
    "close: a group that ends where it began makes no step and drops nothing": (
        [
            START,
            ("write", "a", 1),
            ("write", "b", 1),
            ("undo", 1),
            ("open",),
            ("write", "a", 7),
            ("write", "b", 3),
            ("write", "a", 1),
            ("write", "b", None),
            ("close",),
            ("touched", "a"),
            ("redo", 1),
            ("read", "b"),
        ],
        [None, None, None, 1, 1, 1, None, 7, 3, 0, 1, 1, 1],
    ),
    "undo: as many as there are": (
        [
            START,
            ("undo", 1),
            ("write", "a", 1),
            ("write", "a", 2),
            ("write", "a", 3),
            ("undo", 2),
            ("read", "a"),
            ("undo", 2),
            ("read", "a"),
            ("undo", 1),
        ],
        [None, 0, None, 1, 2, 2, 1, 1, None, 0],
    ),
    "undo: not in a group": (
        [START, ("write", "a", 1), ("open",), ("undo", 1), ("read", "a"), ("close",), ("undo", 1), ("read", "a")],
        [None, None, 1, RuntimeError, 1, 0, 1, None],
    ),
    "undo: the oldest step is forgotten at the limit": (
        [
            ("__init__", 2),
            ("write", "a", 1),
            ("write", "a", 2),
            ("write", "a", 3),
            ("touched", "a"),
            ("undo", 5),
            ("read", "a"),
            ("touched", "a"),
            ("redo", 5),
            ("read", "a"),
        ],
        [None, None, 1, 2, 2, 2, 1, 0, 2, 3],
    ),
    "undo: a new step in place of an undone one does not forget": (
        [
            ("__init__", 2),
            ("write", "a", 1),
            ("write", "a", 2),
            ("undo", 1),
            ("write", "a", 3),
            ("undo", 5),
            ("read", "a"),
        ],
        [None, None, 1, 1, 1, 2, None],
    ),
    "redo: in the order in which the steps were made, with entries that are removed": (
        [
            START,
            ("redo", 1),
            ("write", "a", 1),
            ("write", "a", None),
            ("write", "b", 2),
            ("undo", 3),
            ("redo", 1),
            ("read", "a"),
            ("redo", 1),
            ("read", "a"),
            ("redo", 9),
            ("read", "b"),
            ("redo", 1),
        ],
        [None, 0, None, 1, None, 3, 1, 1, 1, None, 1, 2, 0],
    ),
    "redo: not in a group, and not after a new step": (
        [
            START,
            ("write", "a", 1),
            ("undo", 1),
            ("open",),
            ("redo", 1),
            ("write", "b", 1),
            ("close",),
            ("redo", 1),
            ("read", "a"),
            ("undo", 9),
            ("redo", 9),
            ("read", "b"),
        ],
        [None, None, 1, 1, RuntimeError, None, 1, 0, None, 1, 1, 1],
    ),
    "read: missing, present, zero and removed": (
        [START, ("read", "a"), ("write", "a", 0), ("read", "a"), ("write", "a", None), ("read", "a"), ("read", "b")],
        [None, None, None, 0, 0, None, None],
    ),
    "read: an entry that was removed comes back": (
        [START, ("write", "a", 4), ("write", "a", None), ("undo", 1), ("read", "a"), ("undo", 1), ("read", "a")],
        [None, None, 4, 1, 4, 1, None],
    ),
    "mark: a label moves, and a state has several": (
        [
            START,
            ("mark", "x"),
            ("write", "a", 1),
            ("mark", "x"),
            ("mark", "y"),
            ("write", "a", 2),
            ("goto", "x"),
            ("goto", "y"),
            ("undo", 1),
            ("goto", "y"),
            ("read", "a"),
        ],
        [None, None, None, None, None, 1, -1, 0, 1, 1, 1],
    ),
    "mark: not in a group": (
        [START, ("open",), ("mark", "x"), ("close",), ("goto", "x"), ("mark", "x"), ("goto", "x")],
        [None, 1, RuntimeError, 0, KeyError, None, 0],
    ),
    "goto: back and forth over several steps": (
        [
            START,
            ("mark", "zero"),
            ("write", "a", 1),
            ("write", "b", 1),
            ("mark", "two"),
            ("write", "a", 3),
            ("goto", "zero"),
            ("read", "a"),
            ("goto", "two"),
            ("read", "a"),
            ("touched", "a"),
            ("redo", 1),
            ("goto", "two"),
            ("read", "b"),
        ],
        [None, None, None, None, None, 1, -3, None, 2, 1, 1, 1, -1, 1],
    ),
    "goto: a group is told before an unknown label": (
        [START, ("goto", "x"), ("open",), ("goto", "x"), ("close",), ("goto", "x")],
        [None, KeyError, 1, RuntimeError, 0, KeyError],
    ),
    "goto: the label of a dropped state is gone, also at the same distance": (
        [
            START,
            ("write", "a", 1),
            ("mark", "one"),
            ("write", "a", 2),
            ("mark", "two"),
            ("undo", 1),
            ("write", "a", 3),
            ("goto", "two"),
            ("goto", "one"),
            ("read", "a"),
        ],
        [None, None, None, 1, None, 1, 1, KeyError, -1, 1],
    ),
    "goto: the label before a forgotten step is gone, the one after it is not": (
        [
            ("__init__", 2),
            ("mark", "zero"),
            ("write", "a", 1),
            ("mark", "one"),
            ("write", "a", 2),
            ("goto", "zero"),
            ("redo", 2),
            ("write", "a", 3),
            ("goto", "zero"),
            ("goto", "one"),
            ("read", "a"),
            ("undo", 1),
            ("goto", "one"),
        ],
        [None, None, None, None, 1, -2, 2, 2, KeyError, -2, 1, 0, 0],
    ),
    "touched: goes down by undo and up by redo": (
        [
            START,
            ("touched", "a"),
            ("write", "a", 1),
            ("write", "b", 1),
            ("write", "a", 2),
            ("touched", "a"),
            ("undo", 1),
            ("touched", "a"),
            ("undo", 2),
            ("touched", "b"),
            ("redo", 2),
            ("touched", "b"),
            ("touched", "a"),
        ],
        [None, 0, None, None, 1, 2, 1, 1, 2, 0, 2, 1, 1],
    ),
    "touched: a group counts once, and only for entries that differ": (
        [
            START,
            ("write", "a", 1),
            ("open",),
            ("write", "a", 2),
            ("write", "a", 3),
            ("write", "b", 3),
            ("write", "b", None),
            ("close",),
            ("touched", "a"),
            ("touched", "b"),
        ],
        [None, None, 1, 1, 2, None, 3, 1, 2, 0],
    ),
    "close: an inner group keeps the value from before": (
        [
            ("__init__", 9),
            ("write", "a", 5),
            ("open",),
            ("open",),
            ("write", "a", 7),
            ("close",),
            ("close",),
            ("undo", 1),
            ("read", "a"),
        ],
        [None, None, 1, 2, 5, 1, 1, 1, 5],
    ),
    "class: a new branch from a marked state": (
        [
            START,
            ("write", "a", 1),
            ("mark", "base"),
            ("open",),
            ("write", "a", 2),
            ("write", "b", 2),
            ("close",),
            ("mark", "first"),
            ("goto", "base"),
            ("open",),
            ("open",),
            ("write", "c", 3),
            ("close",),
            ("write", "a", 9),
            ("close",),
            ("mark", "second"),
            ("goto", "first"),
            ("goto", "base"),
            ("read", "c"),
            ("goto", "second"),
            ("read", "c"),
            ("touched", "a"),
            ("touched", "b"),
        ],
        [None, None, None, 1, 1, None, 2, None, -1, 1, 2, None, 1, 1, 2, None, KeyError, -1, None, 1, 3, 2, 0],
    ),
    "class: the limit counts a group once and touches follow what is forgotten": (
        [
            ("__init__", 1),
            ("open",),
            ("write", "a", 1),
            ("write", "b", 1),
            ("close",),
            ("mark", "m"),
            ("touched", "b"),
            ("write", "a", 2),
            ("touched", "b"),
            ("touched", "a"),
            ("goto", "m"),
            ("write", "a", 5),
            ("goto", "m"),
            ("write", "c", 1),
            ("undo", 3),
            ("read", "a"),
            ("write", "d", 1),
            ("goto", "m"),
            ("write", "d", 2),
            ("write", "d", 3),
            ("goto", "m"),
        ],
        [None, 1, None, None, 2, None, 1, 1, 0, 1, -1, 1, -1, None, 1, 1, None, -1, None, 2, KeyError],
    ),
    "class: a group without effect between undo and redo keeps marks ahead": (
        [
            START,
            ("write", "a", 1),
            ("write", "a", 2),
            ("mark", "end"),
            ("undo", 2),
            ("open",),
            ("write", "a", 1),
            ("undo", 1),
            ("write", "a", None),
            ("close",),
            ("goto", "end"),
            ("touched", "a"),
            ("undo", 1),
            ("write", "b", 1),
            ("goto", "end"),
        ],
        [None, None, 1, None, 2, 1, None, RuntimeError, 1, 0, 2, 2, 1, None, KeyError],
    ),
}


class Canonical:
    # A step is {name: (value before, value after)}. States are numbered from the very first one on, and the present one
    # has the number of steps that were forgotten plus those that are done.
    def __init__(self, limit):
        self.limit = limit
        self.entries = {}
        self.done = deque()
        self.undone = []
        self.forgotten = 0
        self.groups = []
        self.marks = {}
        self.counts = {}

    def _put(self, name, value):
        if value is None:
            self.entries.pop(name, None)
        else:
            self.entries[name] = value

    def _count(self, step, by):
        for name in step:
            self.counts[name] = self.counts.get(name, 0) + by

    def _make_step(self, step):
        self.undone.clear()
        present = self.forgotten + len(self.done)
        self.done.append(step)
        self._count(step, 1)
        if len(self.done) > self.limit:
            self._count(self.done.popleft(), -1)
            self.forgotten += 1
        self.marks = {label: state for label, state in self.marks.items() if self.forgotten <= state <= present}

    def _refuse_group(self):
        if self.groups:
            raise RuntimeError("a group is open")

    def write(self, name, value):
        before = self.entries.get(name)
        if value != before:
            self._put(name, value)
            if self.groups:
                self.groups[-1].setdefault(name, before)
            else:
                self._make_step({name: (before, value)})
        return before

    def open(self):
        self.groups.append({})
        return len(self.groups)

    def close(self):
        if not self.groups:
            raise RuntimeError("no group is open")
        group = self.groups.pop()
        step = {}
        for name, before in group.items():
            after = self.entries.get(name)
            if after != before:
                step[name] = (before, after)
        if self.groups:
            for name, before in group.items():
                self.groups[-1].setdefault(name, before)
        elif step:
            self._make_step(step)
        return len(step)

    def undo(self, count):
        self._refuse_group()
        count = min(count, len(self.done))
        for _ in range(count):
            step = self.done.pop()
            for name, (before, _) in step.items():
                self._put(name, before)
            self._count(step, -1)
            self.undone.append(step)
        return count

    def redo(self, count):
        self._refuse_group()
        count = min(count, len(self.undone))
        for _ in range(count):
            step = self.undone.pop()
            for name, (_, after) in step.items():
                self._put(name, after)
            self._count(step, 1)
            self.done.append(step)
        return count

    def read(self, name):
        return self.entries.get(name)

    def mark(self, label):
        self._refuse_group()
        self.marks[label] = self.forgotten + len(self.done)

    def goto(self, label):
        self._refuse_group()
        distance = self.marks[label] - self.forgotten - len(self.done)
        if distance < 0:
            self.undo(-distance)
        else:
            self.redo(distance)
        return distance

    def touched(self, name):
        return self.counts.get(name, 0)


class ReferenceMarksThatKnowTheirStep:
    # A mark is (state, serial number of the step that led there); it holds if that step still leads to the state.
    # A step is [serial number, changes], a change (name, value before, value after); None is a missing entry.
    def __init__(self, limit):
        self.limit = limit
        self.entries = {}
        self.steps = [[0, ()]]
        self.first = 0
        self.present = 0
        self.serial = 0
        self.groups = []
        self.marks = {}
        self.counts = {}

    def _make_step(self, changes):
        counts = self.counts
        for name, _, _ in changes:
            counts[name] = counts.get(name, 0) + 1
        steps = self.steps
        self.present = present = self.present + 1
        self.serial += 1
        if present == len(steps):
            steps.append([self.serial, changes])
        else:
            steps[present] = [self.serial, changes]
            del steps[present + 1 :]
        if present - self.first > self.limit:
            self.first += 1
            oldest = steps[self.first]
            for name, _, _ in oldest[1]:
                counts[name] -= 1
            oldest[1] = ()

    def write(self, name, value):
        entries = self.entries
        before = entries.get(name)
        if value != before:
            entries[name] = value
            if self.groups:
                self.groups[-1].setdefault(name, before)
            else:
                self._make_step(((name, before, value),))
        return before

    def open(self):
        self.groups.append({})
        return len(self.groups)

    def close(self):
        groups = self.groups
        if not groups:
            raise RuntimeError("no group is open")
        group = groups.pop()
        entries = self.entries
        if groups:
            changed = sum([entries[name] != before for name, before in group.items()])
            outer = groups[-1]
            if len(outer) < len(group):
                group.update(outer)
                groups[-1] = group
            else:
                for name, before in group.items():
                    outer.setdefault(name, before)
            return changed
        changes = [(name, before, after) for name, before in group.items() if (after := entries[name]) != before]
        if changes:
            self._make_step(changes)
        return len(changes)

    def undo(self, count):
        if self.groups:
            raise RuntimeError("a group is open")
        present = self.present
        if count > present - self.first:
            count = present - self.first
        counts = self.counts
        entries = self.entries
        steps = self.steps
        for state in range(present, present - count, -1):
            for name, value, _ in steps[state][1]:
                entries[name] = value
                counts[name] -= 1
        self.present = present - count
        return count

    def redo(self, count):
        if self.groups:
            raise RuntimeError("a group is open")
        present = self.present
        steps = self.steps
        if count > len(steps) - 1 - present:
            count = len(steps) - 1 - present
        counts = self.counts
        entries = self.entries
        for state in range(present + 1, present + count + 1):
            for name, _, value in steps[state][1]:
                entries[name] = value
                counts[name] += 1
        self.present = present + count
        return count

    def read(self, name):
        return self.entries.get(name)

    def mark(self, label):
        if self.groups:
            raise RuntimeError("a group is open")
        self.marks[label] = (self.present, self.steps[self.present][0])

    def goto(self, label):
        if self.groups:
            raise RuntimeError("a group is open")
        state, serial = self.marks[label]
        if state < self.first or state >= len(self.steps) or self.steps[state][0] != serial:
            raise KeyError(label)
        distance = state - self.present
        if distance < 0:
            self.undo(-distance)
        elif distance:
            self.redo(distance)
        return distance

    def touched(self, name):
        return self.counts.get(name, 0)


class SlowBuildFromAllSteps:
    def __init__(self, limit):
        self.limit = limit
        self.base = {}
        self.steps = []
        self.position = 0
        self.entries = {}
        self.starts = []
        self.marks = []

    def _rebuild(self):
        self.entries = dict(self.base)
        for step in self.steps[: self.position]:
            self._apply(self.entries, step)

    def _apply(self, entries, step):
        for name, value in step.items():
            if value is None:
                entries.pop(name, None)
            else:
                entries[name] = value

    def _make_step(self, step):
        self.steps = self.steps[: self.position]
        self.marks = [(label, state) for label, state in self.marks if state <= self.position]
        self.steps.append(step)
        self.position += 1
        if self.position > self.limit:
            self._apply(self.base, self.steps.pop(0))
            self.position -= 1
            self.marks = [(label, state - 1) for label, state in self.marks if state > 0]

    def write(self, name, value):
        before = self.entries.get(name)
        if before == value:
            return before
        self._apply(self.entries, {name: value})
        if not self.starts:
            self._make_step({name: value})
        return before

    def open(self):
        self.starts.append(dict(self.entries))
        return len(self.starts)

    def close(self):
        if not self.starts:
            raise RuntimeError("no group is open")
        start = self.starts.pop()
        step = {}
        for name in set(start) | set(self.entries):
            if start.get(name) != self.entries.get(name):
                step[name] = self.entries.get(name)
        if step and not self.starts:
            self._make_step(step)
        return len(step)

    def _move(self, position):
        if self.starts:
            raise RuntimeError("a group is open")
        moved = position - self.position
        self.position = position
        self._rebuild()
        return moved

    def undo(self, count):
        return -self._move(max(0, self.position - count))

    def redo(self, count):
        return self._move(min(len(self.steps), self.position + count))

    def read(self, name):
        return self.entries.get(name)

    def mark(self, label):
        if self.starts:
            raise RuntimeError("a group is open")
        self.marks = [mark for mark in self.marks if mark[0] != label]
        self.marks.append((label, self.position))

    def goto(self, label):
        if self.starts:
            raise RuntimeError("a group is open")
        for marked, state in self.marks:
            if marked == label:
                return self._move(state)
        raise KeyError(label)

    def touched(self, name):
        return sum(name in step for step in self.steps[: self.position])


def names_of(rng, count):
    prefix = "".join(rng.choice("abcdefgh") for _ in range(4))
    return [f"{prefix}{number}" for number in range(count)]


def stress_mixed_session(rng):
    """large_random: single changes, small groups, undo, redo, marks and reads mixed, with a history of 400 steps."""
    names = names_of(rng, 300)
    calls = [("__init__", 400)]
    for step in range(1_400):
        for _ in range(2):
            calls.append(("write", rng.choice(names), rng.randrange(1_000_000)))
        if step % 4 == 0:
            calls.append(("open",))
            calls += [("write", rng.choice(names), rng.choice((None, rng.randrange(100)))) for _ in range(3)]
            if step % 40 == 0:
                calls += [("undo", 1), ("redo", 1), ("mark", "no"), ("goto", "no")]
            calls.append(("close",))
        if step % 40 == 1:
            calls += [("close",), ("mark", "here"), ("undo", rng.randrange(1, 4)), ("goto", "here")]
        if step % 7 == 0:
            calls += [("mark", f"m{step // 7 % 40}"), ("goto", f"m{(step // 7 - rng.randrange(3)) % 40}")]
        calls.append(("undo", rng.randrange(1, 5)))
        if step % 3:
            calls.append(("redo", rng.randrange(1, 5)))
        calls.append(("touched", rng.choice(names)))
    return (calls,)


def stress_back_and_forth_at_the_end(rng):
    """worst_of_slow: after 1,200 steps the last ones are undone and redone again and again; building anew reads all."""
    names = names_of(rng, 500)
    calls = [("__init__", 5_000)]
    calls += [("write", rng.choice(names), number) for number in range(1, 1_201)]
    for _ in range(1_700):
        count = rng.randrange(1, 4)
        calls += [("undo", count), ("read", rng.choice(names)), ("redo", count), ("touched", rng.choice(names))]
    return (calls,)


def stress_undo_everything_and_redo_it(rng):
    """growth_then_shrink: a history that is built step by step, taken back one by one, and done again, with reads."""
    names = names_of(rng, 200)
    calls = [("__init__", 2_000)]
    for number in range(1, 1_401):
        calls += [("write", rng.choice(names), number), ("touched", rng.choice(names))]
    for method in ("undo", "redo", "undo"):
        for _ in range(1_400):
            calls += [(method, 1), ("read", rng.choice(names))]
    return (calls,)


def stress_branches_under_many_marks(rng):
    """interleaved: a thousand marks stand while branches are dropped; a look at all marks at each step is quadratic."""
    names = names_of(rng, 100)
    calls = [("__init__", 5_000)]
    for number in range(1_000):
        calls += [("write", rng.choice(names), number), ("mark", f"early{number}")]
    for number in range(1_000):
        calls += [("write", rng.choice(names), -number - 1), ("mark", "here"), ("write", "x", number), ("goto", "here")]
        if number % 5 == 0:
            calls.append(("undo", 1))
        if number % 20 == 0:
            place = 990 - number // 20
            calls += [("goto", f"early{place}"), ("read", rng.choice(names)), ("redo", rng.randrange(40, 60))]
    return (calls,)


def stress_groups_without_effect(rng):
    """repeated_no_ops: above many entries, groups that end where they began and writes of what stands there."""
    names = names_of(rng, 600)
    calls = [("__init__", 5_000), ("open",)]
    calls += [("write", name, place) for place, name in enumerate(names)]
    calls += [("close",), ("write", "last", 1), ("undo", 1)]
    for _ in range(1_100):
        place = rng.randrange(600)
        other = rng.randrange(600)
        calls += [("open",), ("write", names[place], -1), ("open",), ("write", names[other], other), ("close",)]
        calls += [("write", names[place], place), ("close",), ("redo", 1), ("undo", 1)]
    return (calls,)


def stress_short_history(rng):
    """boundary: at most 250 steps are kept, so that each new one forgets the oldest, with its marks and its counts."""
    names = names_of(rng, 400)
    calls = [("__init__", 250)]
    for step in range(2_600):
        calls.append(("write", rng.choice(names), step + 1))
        if step % 2:
            calls.append(("mark", f"m{step % 500}"))
        calls.append(("touched", rng.choice(names)))
        if step % 25 == 0:
            calls += [("goto", f"m{(step - rng.randrange(100)) // 2 * 2 % 500 + 1}"), ("redo", 250)]
    return (calls,)


def stress_large_groups(rng):
    """dense: groups within groups that change hundreds of entries several times, undone and redone as a whole."""
    names = names_of(rng, 400)
    calls = [("__init__", 50)]
    for step in range(8):
        calls.append(("open",))
        for inner in range(4):
            calls += [("open",)] + [("write", rng.choice(names), 4 * step + inner) for _ in range(250)] + [("close",)]
        calls.append(("close",))
        for _ in range(2):
            calls += [("undo", rng.randrange(1, 3)), ("touched", rng.choice(names)), ("redo", 5)]
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them changes, then undo and redo of the last one."""
    calls = [("__init__", 50_000)]
    calls += [("write", f"n{rng.randrange(1000)}", number) for number in range(1, size // 2 + 1)]
    calls += [("undo", 1), ("redo", 1)] * (size // 4)
    return (calls,)
