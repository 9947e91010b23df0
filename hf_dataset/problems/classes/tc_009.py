"""BellTower: plan ringings with priorities, of which at most one can ring at a time, with repeats and changes.

Looking at every plan for every moment costs plans times moments. One heap by due time and one by priority for those
that are due cost a few steps for each ringing; entries that no longer hold are dropped when they come up. Decided here:
a repeated plan counts on from the time at which it was due, not from the time at which it rang.
"""

from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class BellTower:
    """A tower with one bell, which rings for plans at whole numbers of time, for at most one plan at a time.

    A plan has a name, a due time and a priority. From its due time on it is due until it rings. At each time the bell
    rings for one of the plans that are due, if there are any: for the one with the highest priority; among those with
    equal priority for the one that was due first; and among those with equal due times, for the one that was planned
    first (by `plan` or `repeat`, whatever was changed later).

    The present time is 0 at the start. What was to ring up to the present time has rung.

    A call that raises an exception changes nothing.

    >>> tower = BellTower()
    >>> tower.plan("noon", 12, 1)
    >>> tower.plan("alarm", 12, 5)
    >>> tower.repeat("hour", 11, 1, 3, 0)
    >>> tower.advance(14)
    [(11, 'hour'), (12, 'alarm'), (13, 'noon'), (14, 'hour')]
    >>> tower.waiting()
    1
    """

    def __init__(self) -> None:
        """Start without plans at time 0."""

    def plan(self, name: str, time: int, priority: int) -> None:
        """Plan one ringing, due at a time.

        Raise ValueError if the time is not later than the present time, or if there is a plan with this name. A plan
        that has rung for the last time or was cancelled is gone; its name can be used again.
        """

    def repeat(self, name: str, time: int, every: int, times: int, priority: int) -> None:
        """Plan several ringings under one name: `times` of them, the first due at `time`.

        When one of them rings, the next is due `every` after the time at which that one was due, even if it rang later.
        Only one of them is due at a time.

        Raise ValueError as `plan` does.
        """

    def cancel(self, name: str) -> int:
        """Remove a plan. Return how many times it would still have rung.

        Raise KeyError if there is no plan with this name.
        """

    def postpone(self, name: str, delay: int) -> int:
        """Let the next ringing of a plan, and with it those that follow, be due later by `delay`. Return the due time.

        The new due time can be before or after the present time; if it is after it, the plan is not due until then.

        Raise KeyError if there is no plan with this name.
        """

    def promote(self, name: str, priority: int) -> int:
        """Give a plan another priority, higher or lower, for all ringings from now on. Return the one it had before.

        Raise KeyError if there is no plan with this name.
        """

    def advance(self, time: int) -> list[tuple[int, str]]:
        """Let time pass until `time`. Return what rang after the present time and up to `time`, that one included.

        The ringings are pairs (time, name of the plan) in the order of time.

        Raise ValueError if the time is not later than the present time.
        """

    def next_ringing(self) -> tuple[int, str] | None:
        """Return when the bell will ring next, and for which plan, if nothing is changed. Return None without plans."""

    def waiting(self) -> int:
        """Return how many plans are due at the present time or before and have not rung yet."""
'''

ARGUMENTS = {
    "__init__": 0,
    "plan": 3,
    "repeat": 5,
    "cancel": 1,
    "postpone": 2,
    "promote": 2,
    "advance": 1,
    "next_ringing": 0,
    "waiting": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("plan", "repeat", "cancel", "postpone", "promote"):
            plan = values.pop(0)
            assert type(plan) is str and 1 <= len(plan) <= 20, "name must be a text of 1 to 20 characters"
        assert all(type(value) is int for value in values), "times, delays and priorities must be ints"
        if name in ("plan", "repeat", "promote"):
            assert abs(values.pop()) <= 1000, "priority must be from -1000 to 1000"
        assert all(0 <= value <= 10**6 for value in values), "times and delays must be from 0 to 1,000,000"
        if name == "repeat":
            assert values[1] >= 1 and 1 <= values[2] <= 1000, "every must be 1 or more, times from 1 to 1000"
        elif name == "postpone":
            assert values[0] >= 1, "delay must be 1 or more"


INVALID = [
    ("a priority out of range", ([("__init__",), ("plan", "a", 5, 1001)],)),
    ("a negative time", ([("__init__",), ("advance", -1)],)),
    ("a repeat after no time", ([("__init__",), ("repeat", "a", 5, 0, 3, 1)],)),
    ("a delay of zero", ([("__init__",), ("postpone", "a", 0)],)),
    ("a plan without a name", ([("__init__",), ("cancel", "")],)),
    ("a time that is a float", ([("__init__",), ("advance", 2.0)],)),
]

START = ("__init__",)

COST_VARIES = {
    "postponed_forever": "how many outdated entries lie above the next ringing depends on the delays drawn",
    "repeats_in_turn": "how many plans are due at a time depends on the first times and distances drawn",
}

TESTS = {
    "plan: rings at its time, once": (
        [START, ("plan", "a", 3, 0), ("advance", 2), ("advance", 3), ("advance", 9), ("cancel", "a")],
        [None, None, [], [(3, "a")], [], KeyError],
    ),
    "plan: only later than now, and each name once": (
        [
            START,
            ("plan", "a", 0, 0),
            ("plan", "a", 4, 0),
            ("plan", "a", 5, 0),
            ("repeat", "a", 5, 1, 2, 0),
            ("advance", 4),
            ("plan", "b", 4, 0),
            ("plan", "a", 5, 0),
            ("advance", 6),
        ],
        [None, ValueError, None, ValueError, ValueError, [(4, "a")], ValueError, None, [(5, "a")]],
    ),
    "plan: higher priority, then due first, then planned first": (
        [
            START,
            ("plan", "d", 5, 0),
            ("plan", "c", 5, 0),
            ("plan", "b", 5, 3),
            ("plan", "a", 5, -1),
            ("plan", "e", 4, -1),
            ("plan", "f", 4, -1),
            ("advance", 8),
            ("advance", 20),
        ],
        [
            None,
            *[None] * 6,
            [(4, "e"), (5, "b"), (6, "d"), (7, "c"), (8, "f")],
            [(9, "a")],
        ],
    ),
    "repeat: counts on from the time it was due": (
        [
            START,
            ("repeat", "r", 2, 3, 3, 0),
            ("plan", "a", 2, 1),
            ("plan", "b", 3, 1),
            ("advance", 5),
            ("advance", 20),
            ("cancel", "r"),
        ],
        [None, None, None, None, [(2, "a"), (3, "b"), (4, "r"), (5, "r")], [(8, "r")], KeyError],
    ),
    "repeat: falls behind and catches up": (
        [
            START,
            ("repeat", "often", 1, 1, 4, 0),
            ("repeat", "rare", 1, 2, 3, 5),
            ("advance", 4),
            ("waiting",),
            ("advance", 5),
            ("waiting",),
            ("advance", 6),
            ("next_ringing",),
            ("advance", 8),
        ],
        [
            None,
            None,
            None,
            [(1, "rare"), (2, "often"), (3, "rare"), (4, "often")],
            1,
            [(5, "rare")],
            1,
            [(6, "often")],
            (7, "often"),
            [(7, "often")],
        ],
    ),
    "repeat: only later than now": (
        [
            START,
            ("repeat", "r", 0, 1, 1, 0),
            ("advance", 1),
            ("repeat", "r", 1, 1, 1, 0),
            ("repeat", "r", 2, 1, 1, 0),
            ("advance", 9),
        ],
        [None, ValueError, [], ValueError, None, [(2, "r")]],
    ),
    "cancel: tells what is left, and does not ring": (
        [
            START,
            ("cancel", "a"),
            ("plan", "a", 3, 0),
            ("repeat", "r", 1, 1, 5, 0),
            ("advance", 2),
            ("cancel", "r"),
            ("cancel", "r"),
            ("cancel", "a"),
            ("advance", 9),
        ],
        [None, KeyError, None, None, [(1, "r"), (2, "r")], 3, KeyError, 1, []],
    ),
    "cancel: a plan that waits, and its name used again": (
        [
            START,
            ("plan", "a", 1, 1),
            ("plan", "b", 1, 0),
            ("plan", "c", 1, 0),
            ("advance", 1),
            ("waiting",),
            ("cancel", "b"),
            ("waiting",),
            ("plan", "b", 2, 0),
            ("next_ringing",),
            ("advance", 9),
        ],
        [None, None, None, None, [(1, "a")], 2, 1, 1, None, (2, "c"), [(2, "c"), (3, "b")]],
    ),
    "postpone: from the due time, with all that follow": (
        [
            START,
            ("repeat", "r", 2, 5, 3, 0),
            ("postpone", "r", 1),
            ("advance", 4),
            ("postpone", "r", 10),
            ("postpone", "x", 1),
            ("advance", 17),
            ("advance", 40),
        ],
        [None, None, 3, [(3, "r")], 18, KeyError, [], [(18, "r"), (23, "r")]],
    ),
    "postpone: a plan that waits may wait on or be due later": (
        [
            START,
            ("plan", "a", 1, 9),
            ("plan", "b", 2, 8),
            ("plan", "c", 1, 0),
            ("plan", "d", 1, 0),
            ("plan", "e", 2, 0),
            ("advance", 3),
            ("waiting",),
            ("postpone", "d", 1),
            ("waiting",),
            ("postpone", "e", 2),
            ("waiting",),
            ("next_ringing",),
            ("advance", 4),
            ("advance", 9),
        ],
        [None, *[None] * 5, [(1, "a"), (2, "b"), (3, "c")], 2, 2, 2, 4, 1, (4, "d"), [(4, "d")], [(5, "e")]],
    ),
    "promote: returns the priority before, for later ringings too": (
        [
            START,
            ("promote", "a", 1),
            ("plan", "a", 5, 1),
            ("repeat", "r", 5, 2, 2, 0),
            ("plan", "b", 7, 1),
            ("promote", "r", 2),
            ("promote", "r", 3),
            ("advance", 7),
            ("promote", "a", -5),
            ("advance", 9),
        ],
        [None, KeyError, None, None, None, 0, 2, [(5, "r"), (6, "a"), (7, "r")], KeyError, [(8, "b")]],
    ),
    "promote: a plan that waits goes ahead or falls back": (
        [
            START,
            ("plan", "a", 1, 3),
            ("plan", "b", 1, 2),
            ("plan", "c", 1, 1),
            ("plan", "d", 1, 1),
            ("advance", 1),
            ("promote", "d", 7),
            ("next_ringing",),
            ("promote", "d", 0),
            ("next_ringing",),
            ("promote", "b", 1),
            ("waiting",),
            ("advance", 4),
        ],
        [None, *[None] * 4, [(1, "a")], 1, (2, "d"), 7, (2, "b"), 2, 3, [(2, "b"), (3, "c"), (4, "d")]],
    ),
    "advance: only forwards": (
        [START, ("advance", 0), ("advance", 3), ("advance", 3), ("advance", 2), ("advance", 4)],
        [None, ValueError, [], ValueError, ValueError, []],
    ),
    "advance: over long times without a ringing": (
        [START, ("plan", "a", 500_000, 0), ("plan", "b", 500_000, 0), ("advance", 499_999), ("advance", 1_000_000)],
        [None, None, None, [], [(500_000, "a"), (500_001, "b")]],
    ),
    "next_ringing: what is due later does not overtake before its time": (
        [
            START,
            ("next_ringing",),
            ("plan", "a", 8, 0),
            ("plan", "b", 9, 5),
            ("next_ringing",),
            ("plan", "c", 8, 1),
            ("next_ringing",),
            ("advance", 8),
            ("next_ringing",),
            ("advance", 9),
            ("next_ringing",),
            ("advance", 10),
            ("next_ringing",),
        ],
        [
            None,
            None,
            None,
            None,
            (8, "a"),
            None,
            (8, "c"),
            [(8, "c")],
            (9, "b"),
            [(9, "b")],
            (10, "a"),
            [(10, "a")],
            None,
        ],
    ),
    "next_ringing: after changes of the one that was next": (
        [
            START,
            ("plan", "a", 5, 2),
            ("plan", "b", 5, 1),
            ("plan", "c", 7, 1),
            ("next_ringing",),
            ("postpone", "a", 2),
            ("next_ringing",),
            ("cancel", "b"),
            ("next_ringing",),
            ("promote", "a", 0),
            ("next_ringing",),
            ("cancel", "c"),
            ("cancel", "a"),
            ("next_ringing",),
        ],
        [None, None, None, None, (5, "a"), 7, (5, "b"), 1, (7, "a"), 2, (7, "c"), 1, 1, None],
    ),
    "waiting: those that are due and could not ring": (
        [
            START,
            ("waiting",),
            ("plan", "a", 2, 0),
            ("plan", "b", 2, 0),
            ("plan", "c", 3, 0),
            ("plan", "d", 4, 0),
            ("waiting",),
            ("advance", 1),
            ("waiting",),
            ("advance", 2),
            ("waiting",),
            ("advance", 3),
            ("waiting",),
            ("advance", 5),
            ("waiting",),
        ],
        [None, 0, None, None, None, None, 0, [], 0, [(2, "a")], 1, [(3, "b")], 1, [(4, "c"), (5, "d")], 0],
    ),
    "waiting: a repeated plan waits once": (
        [
            START,
            ("repeat", "r", 1, 1, 9, 0),
            ("plan", "a", 1, 1),
            ("plan", "b", 2, 1),
            ("plan", "c", 3, 1),
            ("advance", 3),
            ("waiting",),
            ("advance", 4),
            ("waiting",),
            ("cancel", "r"),
        ],
        [None, None, None, None, None, [(1, "a"), (2, "b"), (3, "c")], 1, [(4, "r")], 1, 8],
    ),
    "next_ringing: of equal priority, the one that was due first": (
        [
            ("__init__",),
            ("plan", "late", 4, 1),
            ("plan", "early", 3, 1),
            ("plan", "top", 3, 5),
            ("plan", "peak", 4, 9),
            ("advance", 4),
            ("next_ringing",),
        ],
        [None, None, None, None, None, [(3, "top"), (4, "peak")], (5, "early")],
    ),
    "next_ringing: of equal due times, the one that was planned first": (
        [("__init__",), ("plan", "z", 3, 1), ("plan", "a", 3, 1), ("next_ringing",)],
        [None, None, None, (3, "z")],
    ),
    "class: a crowded morning": (
        [
            START,
            ("repeat", "quarter", 15, 15, 4, 0),
            ("plan", "school", 30, 2),
            ("plan", "market", 30, 1),
            ("advance", 30),
            ("waiting",),
            ("promote", "quarter", 3),
            ("postpone", "market", 15),
            ("next_ringing",),
            ("advance", 46),
            ("cancel", "quarter"),
            ("plan", "quarter", 60, 0),
            ("advance", 60),
            ("next_ringing",),
        ],
        [
            None,
            None,
            None,
            None,
            [(15, "quarter"), (30, "school")],
            2,
            0,
            45,
            (31, "quarter"),
            [(31, "quarter"), (45, "quarter"), (46, "market")],
            1,
            None,
            [(60, "quarter")],
            None,
        ],
    ),
    "class: priorities change while many wait": (
        [
            START,
            *[("plan", name, 1, 0) for name in "abcde"],
            ("advance", 1),
            ("promote", "d", 2),
            ("promote", "e", 2),
            ("promote", "b", -1),
            ("advance", 2),
            ("promote", "d", 5),
            ("cancel", "e"),
            ("waiting",),
            ("advance", 3),
            ("repeat", "e", 4, 1, 2, 0),
            ("advance", 9),
        ],
        [
            None,
            *[None] * 5,
            [(1, "a")],
            0,
            0,
            0,
            [(2, "d")],
            KeyError,
            1,
            2,
            [(3, "c")],
            None,
            [(4, "e"), (5, "e"), (6, "b")],
        ],
    ),
    "class: planned first stays first after changes": (
        [
            START,
            ("plan", "a", 5, 1),
            ("plan", "b", 6, 1),
            ("plan", "c", 7, 1),
            ("promote", "a", 3),
            ("promote", "a", 1),
            ("postpone", "a", 2),
            ("postpone", "b", 1),
            ("advance", 7),
            ("next_ringing",),
            ("plan", "a", 9, 1),
            ("advance", 8),
            ("postpone", "c", 1),
            ("advance", 10),
        ],
        [None, None, None, None, 1, 3, 7, 7, [(7, "a")], (8, "b"), None, [(8, "b")], 8, [(9, "c"), (10, "a")]],
    ),
}


class Canonical:
    # A plan is [due, priority, number, every, times]. Entries of the heaps hold as long as they agree with the plan.
    def __init__(self):
        self.now = 0
        self.planned = 0
        self.plans = {}
        self.later = []
        self.due = []

    def plan(self, name, time, priority):
        self.repeat(name, time, 1, 1, priority)

    def repeat(self, name, time, every, times, priority):
        if time <= self.now or name in self.plans:
            raise ValueError("too late, or planned already")
        self.planned += 1
        self.plans[name] = [time, priority, self.planned, every, times]
        self._enter(name)

    def _enter(self, name):
        due, priority, number, _, _ = self.plans[name]
        heappush(self.later, (due, -priority, number, name))

    def _holds(self, name, *entry):
        return name in self.plans and self.plans[name][:3] == list(entry)

    def cancel(self, name):
        return self.plans.pop(name)[4]

    def postpone(self, name, delay):
        self.plans[name][0] += delay
        self._enter(name)
        return self.plans[name][0]

    def promote(self, name, priority):
        before = self.plans[name][1]
        self.plans[name][1] = priority
        self._enter(name)
        return before

    def _make_due(self, time):
        while self.later and self.later[0][0] <= time:
            due, priority, number, name = heappop(self.later)
            heappush(self.due, (priority, due, number, name))

    def advance(self, time):
        if time <= self.now:
            raise ValueError("not later")
        rung = []
        moment = self.now + 1
        while moment <= time:
            self._make_due(moment)
            if self.due:
                priority, due, number, name = heappop(self.due)
                if self._holds(name, due, -priority, number):
                    rung.append((moment, name))
                    self._ring(name)
                    moment += 1
            elif self.later:
                moment = self.later[0][0]
            else:
                break
        self.now = time
        return rung

    def _ring(self, name):
        plan = self.plans[name]
        plan[0] += plan[3]
        plan[4] -= 1
        if plan[4]:
            self._enter(name)
        else:
            del self.plans[name]

    def next_ringing(self):
        if not self.plans:
            return None
        moment = max(self.now + 1, min(plan[0] for plan in self.plans.values()))
        due = [(-plan[1], plan[0], plan[2], name) for name, plan in self.plans.items() if plan[0] <= moment]
        return moment, min(due)[3]

    def waiting(self):
        return sum(plan[0] <= self.now for plan in self.plans.values())


class ReferenceTwoHeaps:
    # A plan is [due, negative priority, number, every, times, name, entry that holds, whether it is due]. An entry is
    # the plan's place in one of the heaps: (due, negative priority, number, plan), or (negative priority, due, number,
    # plan).
    def __init__(self):
        self.now = 0
        self.planned = 0
        self.plans = {}
        self.later = []
        self.due = []
        self.late = 0

    def plan(self, name, time, priority):
        if time <= self.now or name in self.plans:
            raise ValueError("too late, or planned already")
        self.planned += 1
        plan = [time, -priority, self.planned, 1, 1, name, None, False]
        self.plans[name] = plan
        plan[6] = entry = (time, -priority, self.planned, plan)
        heappush(self.later, entry)

    def repeat(self, name, time, every, times, priority):
        self.plan(name, time, priority)
        plan = self.plans[name]
        plan[3] = every
        plan[4] = times

    def cancel(self, name):
        plan = self.plans.pop(name)
        plan[6] = None
        if plan[7]:
            self.late -= 1
        return plan[4]

    def postpone(self, name, delay):
        plan = self.plans[name]
        plan[0] += delay
        self._enter(plan)
        return plan[0]

    def promote(self, name, priority):
        plan = self.plans[name]
        before = -plan[1]
        if before != priority:
            plan[1] = -priority
            self._enter(plan)
        return before

    def _enter(self, plan):
        due, priority, number = plan[:3]
        if due <= self.now:
            plan[6] = entry = (priority, due, number, plan)
            heappush(self.due, entry)
        else:
            if plan[7]:
                plan[7] = False
                self.late -= 1
            plan[6] = entry = (due, priority, number, plan)
            heappush(self.later, entry)

    def advance(self, time):
        if time <= self.now:
            raise ValueError("not later")
        rung = []
        later = self.later
        due = self.due
        moment = self.now
        late = self.late
        while True:
            # Those that wait are due at the next moment; without any the next one that is due later tells the moment.
            if late:
                moment += 1
            else:
                while later and later[0][3][6] is not later[0]:
                    heappop(later)
                if not later:
                    break
                moment = later[0][0]
            if moment > time:
                break
            while later and later[0][0] <= moment:
                entry = heappop(later)
                plan = entry[3]
                if plan[6] is entry:
                    plan[6] = entry = (entry[1], entry[0], entry[2], plan)
                    plan[7] = True
                    late += 1
                    heappush(due, entry)
            while True:
                entry = heappop(due)
                plan = entry[3]
                if plan[6] is entry:
                    break
            rung.append((moment, plan[5]))
            plan[4] -= 1
            if not plan[4]:
                plan[6] = None
                late -= 1
                del self.plans[plan[5]]
                continue
            plan[0] = next_due = plan[0] + plan[3]
            if next_due <= moment:
                plan[6] = entry = (plan[1], next_due, plan[2], plan)
                heappush(due, entry)
            else:
                plan[7] = False
                late -= 1
                plan[6] = entry = (next_due, plan[1], plan[2], plan)
                heappush(later, entry)
        self.now = time
        self.late = late
        return rung

    def next_ringing(self):
        due = self.due
        later = self.later
        while due and due[0][3][6] is not due[0]:
            heappop(due)
        while later and later[0][3][6] is not later[0]:
            heappop(later)
        if due:
            # What becomes due just then may have a higher priority than those that wait.
            moment = self.now + 1
            if later and later[0][0] == moment and (later[0][1], moment, later[0][2]) < due[0][:3]:
                return moment, later[0][3][5]
            return moment, due[0][3][5]
        if later:
            return later[0][0], later[0][3][5]
        return None

    def waiting(self):
        return self.late


class SlowLooksAtAllPlans:
    def __init__(self):
        self.now = 0
        self.plans = []

    def plan(self, name, time, priority):
        self.repeat(name, time, 1, 1, priority)

    def repeat(self, name, time, every, times, priority):
        if time <= self.now or any(plan["name"] == name for plan in self.plans):
            raise ValueError(name)
        self.plans.append({"name": name, "due": time, "every": every, "times": times, "priority": priority})

    def _find(self, name):
        for plan in self.plans:
            if plan["name"] == name:
                return plan
        raise KeyError(name)

    def cancel(self, name):
        plan = self._find(name)
        self.plans.remove(plan)
        return plan["times"]

    def postpone(self, name, delay):
        plan = self._find(name)
        plan["due"] += delay
        return plan["due"]

    def promote(self, name, priority):
        plan = self._find(name)
        before = plan["priority"]
        plan["priority"] = priority
        return before

    def _best(self, time):
        due = [plan for plan in self.plans if plan["due"] <= time]
        return sorted(due, key=lambda plan: (-plan["priority"], plan["due"]))[0] if due else None

    def advance(self, time):
        if time <= self.now:
            raise ValueError(time)
        rung = []
        for moment in range(self.now + 1, time + 1):
            plan = self._best(moment)
            if plan is None:
                continue
            rung.append((moment, plan["name"]))
            plan["times"] -= 1
            plan["due"] += plan["every"]
            if plan["times"] == 0:
                self.plans.remove(plan)
        self.now = time
        return rung

    def next_ringing(self):
        if not self.plans:
            return None
        moment = max(self.now + 1, min(plan["due"] for plan in self.plans))
        return moment, self._best(moment)["name"]

    def waiting(self):
        return len([plan for plan in self.plans if plan["due"] <= self.now])


def stress_day_of_a_tower(rng):
    """large_random: plans, repeats, changes and questions mixed, while time goes on."""
    calls = [("__init__",), ("next_ringing",), ("advance", 1)]
    now = 1
    count = 0
    for step in range(700):
        for _ in range(2):
            calls.append(("plan", f"p{count}", now + rng.randrange(1, 300), rng.randrange(5)))
            count += 1
        if step % 5 == 0:
            calls.append(("repeat", f"r{step}", now + rng.randrange(1, 200), rng.randrange(2, 30), 6, rng.randrange(5)))
        name = f"p{max(0, count - rng.randrange(1, 160))}"
        calls.append((("cancel", name), ("postpone", name, rng.randrange(1, 90)), ("promote", name, 6))[step % 3])
        now += rng.randrange(3, 6)
        calls.append(("advance", now))
        calls.append((("next_ringing",), ("waiting",))[step % 2])
        if step % 70 == 0:
            calls.append(("advance", now))
    return (calls,)


def stress_all_due_at_once(rng):
    """all_equal: twelve hundred plans for one time and two priorities ring one after another in order."""
    start = rng.randrange(5, 50)
    calls = [("__init__",)]
    calls += [("plan", f"p{number}", start, rng.randrange(2)) for number in range(1_100)]
    for step in range(550):
        calls.append(("advance", start + 2 * step))
        calls.append(("waiting",) if step % 2 else ("next_ringing",))
    return (calls,)


def stress_built_up_and_run_down(rng):
    """growth_then_shrink: plans pile up faster than the bell can ring, then the tower catches up until it is silent."""
    calls = [("__init__",)]
    now = 0
    for step in range(1_000):
        calls.append(("plan", f"p{step}", now + rng.randrange(1, 6), rng.randrange(100)))
        if step % 2:
            now += 1
            calls.append(("advance", now))
    for _ in range(250):
        now += 2
        calls.append(("advance", now))
        calls.append(("waiting",))
    return (calls,)


def stress_changes_while_they_wait(rng):
    """worst_of_fast: plans that wait change their priority over and over and leave old entries behind."""
    calls = [("__init__",)]
    calls += [("plan", f"p{number}", 1 + number % 7, 0) for number in range(500)]
    now = 10
    calls.append(("advance", now))
    for step in range(1_800):
        calls.append(("promote", f"p{rng.randrange(500)}", rng.randrange(1, 1000)))
        if step % 6 == 0:
            now += 1
            calls.append(("advance", now))
            calls.append(("next_ringing",))
    return (calls,)


def stress_repeats_in_turn(rng):
    """interleaved: two hundred repeated plans of which several are due at most times, with questions in between."""
    calls = [("__init__",)]
    for number in range(200):
        calls.append(("repeat", f"r{number}", rng.randrange(1, 150), rng.randrange(100, 150), 900, rng.randrange(3)))
    for step in range(1, 951):
        calls.append(("advance", 2 * step))
        calls.append(("next_ringing",) if step % 2 else ("waiting",))
    return (calls,)


def stress_postponed_forever(rng):
    """repeated_no_ops: plans that are postponed again before they are due, and names that are not planned."""
    calls = [("__init__",)]
    calls += [("plan", f"p{number}", 500_000, rng.randrange(10)) for number in range(400)]
    for step in range(5_400):
        name = f"p{rng.randrange(400)}"
        refused = ("cancel", f"x{step}") if step % 4 == 1 else ("plan", name, 9, 1)
        calls.append(refused if step % 2 else ("postpone", name, rng.randrange(1, 50)))
        if step % 6 == 0:
            calls += [("advance", step // 6 + 1), ("next_ringing",)]
    return (calls,)


def stress_questions_for_the_next(rng):
    """worst_of_slow: seven hundred plans for far times, and after each change the question which one is next."""
    calls = [("__init__",)]
    calls += [("plan", f"p{number}", rng.randrange(10_000, 900_000), 0) for number in range(700)]
    for step in range(900):
        calls.append(("next_ringing",))
        calls.append(
            (("plan", f"q{step}", rng.randrange(5_000, 900_000), 1), ("promote", f"p{step % 700}", 2))[step % 2]
        )
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them plan ringings, the others let one of them ring."""
    calls = [("__init__",)]
    calls += [("plan", f"p{number}", 1, rng.randrange(100)) for number in range(size // 2)]
    calls += [("advance", time) for time in range(1, size // 2 + 1)]
    return (calls,)
