"""HelpDesk: tickets whose urgency grows at the pace of their level, and agents who take the most urgent one.

Comparing all waiting tickets for each agent is slow. Within a level the older ticket is never less urgent, so that a
list for each level, in order of age, leaves a handful of tickets to compare; how many are urgent by now follows from a
binary search for the age at which urgency is reached.
Decided here: urgency has a ceiling, and above it age decides alone; who hands a ticket back keeps its age.
"""

from bisect import bisect_left, bisect_right, insort
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class HelpDesk:
    """Tickets of a help desk that wait for agents. Times are whole minutes.

    The desk has levels of service. A level has a start, which is the urgency of a new ticket, and a pace: after every
    `pace` minutes of age a ticket's urgency grows by one. The age is counted from the minute in which the ticket was
    reported, whatever happened to it since. No urgency exceeds 9. So a ticket of age a has the urgency
    min(9, start + a // pace).

    The most urgent ticket is the one with the highest urgency, among these the oldest, among these the one whose name
    comes first in alphabetical order.

    A ticket waits, or is held by an agent, or is gone. Each agent holds at most `most` tickets. Calls have times that
    never go back. A call that raises an exception changes nothing.

    >>> desk = HelpDesk({"gold": (3, 10), "basic": (0, 5)}, 2)
    >>> desk.report("t1", "basic", 0)
    >>> desk.report("t2", "gold", 12)
    >>> desk.take("eve", 12)
    't2'
    >>> desk.urgent(15, 3)
    1
    >>> desk.take("eve", 15)
    't1'
    >>> print(desk.take("eve", 16))
    None
    >>> desk.close("t2", 20)
    8
    """

    def __init__(self, levels: dict[str, tuple[int, int]], most: int) -> None:
        """Open a desk without tickets; `levels` has (start, pace) for the name of each level."""

    def report(self, ticket: str, level: str, time: int) -> None:
        """Let a new ticket wait.

        Raise KeyError if there is no such level, otherwise ValueError if a ticket of this name was ever reported.
        """

    def take(self, agent: str, time: int) -> str | None:
        """Give the most urgent waiting ticket to the agent, and return its name.

        Return None if no ticket waits or the agent holds as many as allowed.
        """

    def hand_back(self, ticket: str, time: int) -> str:
        """Let a ticket that is held wait again, and return the agent who held it. Raise KeyError if it is not held."""

    def close(self, ticket: str, time: int) -> int:
        """Close a ticket that waits or is held, and return its age. Raise KeyError if it does neither."""

    def move(self, ticket: str, level: str, time: int) -> int:
        """Put a waiting ticket on another level (or the same), and return the urgency that it has then.

        Raise KeyError if the ticket does not wait or there is no such level.
        """

    def urgent(self, time: int, least: int) -> int:
        """Return how many waiting tickets have an urgency of at least `least`."""

    def next_up(self, time: int, count: int) -> list[str]:
        """Return the `count` most urgent waiting tickets, the most urgent one first; fewer where fewer wait.

        >>> desk = HelpDesk({"basic": (0, 5)}, 2)
        >>> desk.report("t1", "basic", 0)
        >>> desk.next_up(3, 2)
        ['t1']
        """

    def load(self, agent: str) -> list[str]:
        """Return the tickets that the agent holds, in the order in which they were taken.

        >>> desk = HelpDesk({"basic": (0, 5)}, 2)
        >>> desk.report("t1", "basic", 0)
        >>> desk.take("eve", 12)
        't1'
        >>> desk.load("eve")
        ['t1']
        """
'''

TYPES = {
    "__init__": (dict, int),
    "report": (str, str, int),
    "take": (str, int),
    "hand_back": (str, int),
    "close": (str, int),
    "move": (str, str, int),
    "urgent": (int, int),
    "next_up": (int, int),
    "load": (str,),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    clock = 0
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for text in args:
            assert type(text) is not str or (1 <= len(text) <= 20 and text.isascii()), (
                "names have 1 to 20 ASCII characters"
            )
        if name == "__init__":
            levels, most = args
            assert 1 <= len(levels) <= 8, "there must be from 1 to 8 levels"
            for level, rule in levels.items():
                assert type(level) is str and 1 <= len(level) <= 20, "levels have names of 1 to 20 characters"
                assert type(rule) is tuple and len(rule) == 2, "a level must have a pair of numbers"
                assert all(type(x) is int for x in rule), "start and pace must be integers"
                assert 0 <= rule[0] <= 9 and 1 <= rule[1] <= 10**6, "start from 0 to 9, pace from 1 to 10**6"
            assert 1 <= most <= 100, "most must be from 1 to 100"
        elif name != "load":
            time = args[0] if name in ("urgent", "next_up") else args[-1]
            assert clock <= time <= 10**9, "times must never go back, from 0 to 10**9"
            clock = time
        if name == "urgent":
            assert 0 <= args[1] <= 10, "least must be from 0 to 10"
        elif name == "next_up":
            assert 1 <= args[1] <= 10, "count must be from 1 to 10"


LEVELS = {"gold": (4, 10), "blue": (2, 5), "dust": (0, 100)}

INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("urgent", 5, 5)],)),
    ("no levels", ([("__init__", {}, 1)],)),
    ("a pace of 0", ([("__init__", {"a": (1, 0)}, 1)],)),
    ("a start of 10", ([("__init__", {"a": (10, 1)}, 1)],)),
    ("a level as a list", ([("__init__", {"a": [1, 1]}, 1)],)),
    ("time goes back", ([("__init__", LEVELS, 1), ("take", "a", 5), ("take", "a", 4)],)),
    ("an agent without a name", ([("__init__", LEVELS, 1), ("load", "")],)),
    ("none held", ([("__init__", LEVELS, 0)],)),
]

OPEN = ("__init__", LEVELS, 2)

TESTS = {
    "report: unknown levels come before names that were used": (
        [
            OPEN,
            ("report", "a", "gold", 0),
            ("report", "a", "blue", 1),
            ("report", "a", "lead", 1),
            ("report", "b", "lead", 1),
            ("report", "b", "blue", 1),
            ("urgent", 1, 0),
        ],
        [None, None, ValueError, KeyError, KeyError, None, 2],
    ),
    "report: a name is never used again": (
        [OPEN, ("report", "a", "gold", 0), ("close", "a", 0), ("report", "a", "gold", 0), ("urgent", 0, 0)],
        [None, None, 0, ValueError, 0],
    ),
    "take: by urgency, then by age, then by name": (
        [
            OPEN,
            ("report", "d", "blue", 0),
            ("report", "c", "gold", 0),
            ("report", "z", "blue", 10),
            ("report", "b", "gold", 10),
            ("report", "a", "gold", 10),
            ("take", "eve", 10),
            ("take", "eve", 10),
            ("take", "tom", 10),
            ("take", "tom", 10),
            ("take", "ada", 10),
            ("take", "ada", 10),
        ],
        [None, None, None, None, None, None, "c", "d", "a", "b", "z", None],
    ),
    "take: no more than allowed": (
        [
            OPEN,
            ("take", "eve", 0),
            ("report", "a", "dust", 0),
            ("report", "b", "dust", 0),
            ("report", "c", "dust", 0),
            ("take", "eve", 0),
            ("take", "eve", 0),
            ("take", "eve", 0),
            ("close", "a", 5),
            ("take", "eve", 5),
            ("load", "eve"),
        ],
        [None, None, None, None, None, "a", "b", None, 5, "c", ["b", "c"]],
    ),
    "take: nothing above the ceiling": (
        [
            ("__init__", {"quick": (9, 1), "slow": (0, 2)}, 3),
            ("report", "s", "slow", 0),
            ("report", "q", "quick", 1),
            ("next_up", 17, 2),
            ("next_up", 18, 2),
            ("take", "eve", 100),
            ("take", "eve", 100),
        ],
        [None, None, None, ["q", "s"], ["s", "q"], "s", "q"],
    ),
    "hand_back: keeps its age": (
        [
            OPEN,
            ("report", "a", "gold", 0),
            ("take", "eve", 0),
            ("report", "b", "gold", 5),
            ("hand_back", "a", 6),
            ("next_up", 6, 2),
            ("load", "eve"),
            ("urgent", 10, 5),
            ("take", "tom", 10),
        ],
        [None, None, "a", None, "eve", ["a", "b"], [], 1, "a"],
    ),
    "hand_back: only what is held": (
        [
            OPEN,
            ("hand_back", "a", 0),
            ("report", "a", "gold", 0),
            ("hand_back", "a", 0),
            ("take", "eve", 0),
            ("hand_back", "a", 0),
            ("hand_back", "a", 0),
            ("close", "a", 0),
            ("hand_back", "a", 0),
        ],
        [None, KeyError, None, KeyError, "a", "eve", KeyError, 0, KeyError],
    ),
    "close: waiting and held tickets": (
        [
            OPEN,
            ("report", "a", "gold", 2),
            ("report", "b", "gold", 3),
            ("take", "eve", 5),
            ("close", "b", 7),
            ("close", "a", 9),
            ("load", "eve"),
            ("next_up", 9, 3),
        ],
        [None, None, None, "a", 4, 7, [], []],
    ),
    "close: only once, and unknown tickets": (
        [OPEN, ("close", "a", 0), ("report", "a", "gold", 0), ("close", "a", 3), ("close", "a", 3), ("take", "eve", 3)],
        [None, KeyError, None, 3, KeyError, None],
    ),
    "move: the age counts at the new pace": (
        [
            OPEN,
            ("report", "a", "dust", 0),
            ("report", "b", "gold", 0),
            ("move", "a", "blue", 9),
            ("move", "a", "blue", 10),
            ("next_up", 14, 2),
            ("next_up", 15, 2),
            ("move", "a", "gold", 70),
            ("move", "b", "dust", 70),
            ("next_up", 70, 2),
        ],
        [None, None, None, 3, 4, ["b", "a"], ["a", "b"], 9, 0, ["a", "b"]],
    ),
    "move: only waiting tickets and known levels": (
        [
            OPEN,
            ("move", "a", "gold", 0),
            ("report", "a", "dust", 0),
            ("move", "a", "lead", 0),
            ("take", "eve", 0),
            ("move", "a", "gold", 0),
            ("hand_back", "a", 0),
            ("urgent", 0, 1),
            ("move", "a", "gold", 0),
            ("urgent", 0, 4),
            ("urgent", 0, 5),
        ],
        [None, KeyError, None, KeyError, "a", KeyError, "eve", 0, 4, 1, 0],
    ),
    "urgent: counts from the minute in which it is reached": (
        [
            OPEN,
            ("report", "a", "gold", 5),
            ("report", "b", "blue", 5),
            ("urgent", 5, 4),
            ("urgent", 9, 3),
            ("urgent", 10, 3),
            ("urgent", 14, 4),
            ("urgent", 15, 4),
            ("urgent", 15, 5),
            ("urgent", 54, 9),
            ("urgent", 55, 9),
            ("urgent", 99, 10),
            ("urgent", 10**8, 10),
        ],
        [None, None, None, 1, 1, 2, 1, 2, 1, 1, 2, 0, 0],
    ),
    "urgent: held and closed tickets do not wait": (
        [
            OPEN,
            ("urgent", 0, 0),
            ("report", "a", "gold", 0),
            ("report", "b", "gold", 0),
            ("take", "eve", 0),
            ("urgent", 0, 0),
            ("close", "b", 0),
            ("urgent", 0, 0),
        ],
        [None, 0, None, None, "a", 1, 0, 0],
    ),
    "next_up: over all levels": (
        [
            OPEN,
            ("next_up", 0, 1),
            ("report", "a", "dust", 0),
            ("report", "b", "blue", 4),
            ("report", "c", "gold", 8),
            ("report", "d", "blue", 8),
            ("next_up", 8, 4),
            ("next_up", 8, 2),
            ("next_up", 14, 3),
            ("next_up", 39, 3),
        ],
        [None, [], None, None, None, None, ["c", "b", "d", "a"], ["c", "b"], ["b", "c", "d"], ["b", "d", "c"]],
    ),
    "next_up: changes nothing": (
        [OPEN, ("report", "a", "dust", 0), ("next_up", 3, 2), ("next_up", 3, 2), ("take", "eve", 3), ("next_up", 3, 2)],
        [None, None, ["a"], ["a"], "a", []],
    ),
    "load: in the order of taking": (
        [
            OPEN,
            ("report", "a", "dust", 0),
            ("report", "b", "dust", 1),
            ("take", "eve", 1),
            ("take", "eve", 1),
            ("hand_back", "a", 1),
            ("take", "eve", 1),
            ("load", "eve"),
            ("load", "tom"),
        ],
        [None, None, None, "a", "b", "eve", "a", ["b", "a"], []],
    ),
    "load: does not hand out its own list": (
        [
            OPEN,
            ("load", "eve"),
            ("report", "a", "dust", 0),
            ("take", "eve", 0),
            ("load", "eve"),
            ("close", "a", 0),
            ("load", "eve"),
        ],
        [None, [], None, "a", ["a"], 0, []],
    ),
    "class: a shift with two agents": (
        [
            ("__init__", {"vip": (5, 30), "std": (1, 10)}, 1),
            ("report", "t1", "std", 0),
            ("report", "t2", "vip", 20),
            ("take", "eve", 25),
            ("take", "eve", 26),
            ("report", "t3", "std", 30),
            ("take", "tom", 40),
            ("hand_back", "t2", 45),
            ("take", "eve", 50),
            ("urgent", 50, 3),
            ("move", "t3", "vip", 60),
            ("close", "t2", 61),
            ("next_up", 61, 5),
            ("close", "t1", 61),
            ("take", "tom", 61),
        ],
        [None, None, None, "t2", None, None, "t1", "eve", "t2", 1, 6, 41, ["t3"], 61, "t3"],
    ),
    "class: the older ticket overtakes and is overtaken": (
        [
            OPEN,
            ("report", "old", "blue", 0),
            ("report", "new", "gold", 3),
            ("next_up", 9, 1),
            ("next_up", 10, 1),
            ("take", "eve", 12),
            ("take", "eve", 12),
            ("hand_back", "new", 14),
            ("hand_back", "old", 14),
            ("move", "old", "dust", 14),
            ("next_up", 14, 1),
        ],
        [None, None, None, ["new"], ["old"], "old", "new", "eve", "eve", 0, ["new"]],
    ),
    "class: tickets of one minute": (
        [
            OPEN,
            ("report", "b", "gold", 0),
            ("report", "c", "gold", 0),
            ("report", "a", "gold", 0),
            ("take", "eve", 0),
            ("take", "tom", 0),
            ("hand_back", "b", 0),
            ("hand_back", "a", 0),
            ("close", "b", 0),
            ("next_up", 0, 3),
            ("load", "tom"),
            ("urgent", 0, 4),
        ],
        [None, None, None, None, "a", "b", "tom", "eve", 0, ["a", "c"], [], 2],
    ),
}


class Canonical:
    def __init__(self, levels, most):
        self.levels = dict(levels)
        self.most = most
        self.waiting = {level: [] for level in levels}  # (minute of the report, ticket) in order
        self.reported = {}  # ticket: minute of the report
        self.level = {}  # ticket: level, of the tickets that are not gone
        self.agent = {}  # ticket: agent, of those that are held
        self.loads = {}  # agent: tickets

    def _urgency(self, level, reported, time):
        start, pace = self.levels[level]
        return min(9, start + (time - reported) // pace)

    def _wait(self, ticket):
        insort(self.waiting[self.level[ticket]], (self.reported[ticket], ticket))

    def _stop_waiting(self, ticket):
        waiting = self.waiting[self.level[ticket]]
        del waiting[bisect_left(waiting, (self.reported[ticket], ticket))]

    def _let_go(self, ticket):
        agent = self.agent.pop(ticket)
        self.loads[agent].remove(ticket)
        return agent

    def report(self, ticket, level, time):
        if level not in self.levels:
            raise KeyError("there is no such level")
        if ticket in self.reported:
            raise ValueError("the name was used")
        self.reported[ticket] = time
        self.level[ticket] = level
        self._wait(ticket)

    def take(self, agent, time):
        held = self.loads.setdefault(agent, [])
        if len(held) >= self.most:
            return None
        first = self.next_up(time, 1)
        if not first:
            return None
        ticket = first[0]
        self._stop_waiting(ticket)
        self.agent[ticket] = agent
        held.append(ticket)
        return ticket

    def hand_back(self, ticket, time):
        agent = self._let_go(ticket)
        self._wait(ticket)
        return agent

    def close(self, ticket, time):
        if ticket not in self.level:
            raise KeyError("the ticket is gone or unknown")
        if ticket in self.agent:
            self._let_go(ticket)
        else:
            self._stop_waiting(ticket)
        del self.level[ticket]
        return time - self.reported[ticket]

    def move(self, ticket, level, time):
        if ticket not in self.level or ticket in self.agent or level not in self.levels:
            raise KeyError("the ticket does not wait or there is no such level")
        self._stop_waiting(ticket)
        self.level[ticket] = level
        self._wait(ticket)
        return self._urgency(level, self.reported[ticket], time)

    def urgent(self, time, least):
        if least > 9:
            return 0
        count = 0
        for level, (start, pace) in self.levels.items():
            age = max(0, least - start) * pace
            count += bisect_right(self.waiting[level], time - age, key=lambda entry: entry[0])
        return count

    def next_up(self, time, count):
        found = []
        for level, waiting in self.waiting.items():
            for reported, ticket in waiting[:count]:
                found.append((-self._urgency(level, reported, time), reported, ticket))
        return [ticket for _, _, ticket in sorted(found)[:count]]

    def load(self, agent):
        return list(self.loads.get(agent, ()))


class ReferenceHeadsOfLevels:
    def __init__(self, levels, most):
        self.most = most
        self.names = list(levels)
        self.lists = [[] for _ in levels]
        self.rules = [(self.lists[place], *levels[level]) for place, level in enumerate(levels)]
        self.place = {level: place for place, level in enumerate(levels)}
        self.entries = {}  # ticket: (minute of the report, ticket)
        self.where = {}  # ticket: its level's place while it waits, (agent, place) while it is held
        self.loads = {}

    def report(self, ticket, level, time):
        place = self.place[level]
        if ticket in self.entries:
            raise ValueError
        self.entries[ticket] = entry = (time, ticket)
        self.where[ticket] = place
        waiting = self.lists[place]
        if waiting and entry < waiting[-1]:
            insort(waiting, entry)
        else:
            waiting.append(entry)

    def take(self, agent, time):
        held = self.loads.get(agent)
        if held is None:
            held = self.loads[agent] = {}
        elif len(held) >= self.most:
            return None
        best = None
        most = -1
        place = 0
        for number, (waiting, start, pace) in enumerate(self.rules):
            if waiting:
                entry = waiting[0]
                urgency = start + (time - entry[0]) // pace
                if urgency > 9:
                    urgency = 9
                if urgency > most or (urgency == most and entry < best):
                    most = urgency
                    best = entry
                    place = number
        if best is None:
            return None
        del self.lists[place][0]
        ticket = best[1]
        self.where[ticket] = (agent, place)
        held[ticket] = None
        return ticket

    def hand_back(self, ticket, time):
        where = self.where[ticket]
        if type(where) is int:
            raise KeyError
        agent, place = where
        del self.loads[agent][ticket]
        self.where[ticket] = place
        insort(self.lists[place], self.entries[ticket])
        return agent

    def close(self, ticket, time):
        where = self.where.pop(ticket)
        entry = self.entries[ticket]
        if type(where) is int:
            waiting = self.lists[where]
            del waiting[bisect_left(waiting, entry)]
        else:
            del self.loads[where[0]][ticket]
        return time - entry[0]

    def move(self, ticket, level, time):
        new = self.place[level]
        old = self.where[ticket]
        if type(old) is not int:
            raise KeyError
        entry = self.entries[ticket]
        if old != new:
            waiting = self.lists[old]
            del waiting[bisect_left(waiting, entry)]
            insort(self.lists[new], entry)
            self.where[ticket] = new
        _, start, pace = self.rules[new]
        urgency = start + (time - entry[0]) // pace
        return urgency if urgency < 9 else 9

    def urgent(self, time, least):
        if least > 9:
            return 0
        count = 0
        for waiting, start, pace in self.rules:
            if least <= start:
                count += len(waiting)
            else:
                count += bisect_left(waiting, (time - (least - start) * pace + 1,))
        return count

    def next_up(self, time, count):
        found = []
        for waiting, start, pace in self.rules:
            for entry in waiting[:count]:
                urgency = start + (time - entry[0]) // pace
                found.append((-urgency if urgency < 9 else -9, entry))
        found.sort()
        return [entry[1] for _, entry in found[:count]]

    def load(self, agent):
        return list(self.loads.get(agent, ()))


class ReferenceHeapOfHeads(ReferenceHeadsOfLevels):
    def next_up(self, time, count):
        heap = []
        for place, (waiting, start, pace) in enumerate(self.rules):
            if waiting:
                entry = waiting[0]
                urgency = start + (time - entry[0]) // pace
                heappush(heap, (-urgency if urgency < 9 else -9, entry, place, 0))
        found = []
        while heap and len(found) < count:
            _, entry, place, number = heappop(heap)
            found.append(entry[1])
            waiting, start, pace = self.rules[place]
            number += 1
            if number < len(waiting):
                entry = waiting[number]
                urgency = start + (time - entry[0]) // pace
                heappush(heap, (-urgency if urgency < 9 else -9, entry, place, number))
        return found


class SlowAllTicketsForEachAgent:
    def __init__(self, levels, most):
        self.levels = levels
        self.most = most
        self.tickets = {}
        self.taken = 0

    def _urgency(self, ticket, time):
        start, pace = self.levels[ticket["level"]]
        return min(9, start + (time - ticket["reported"]) // pace)

    def _waiting(self):
        return [name for name, ticket in self.tickets.items() if ticket["open"] and ticket["agent"] is None]

    def report(self, ticket, level, time):
        if level not in self.levels:
            raise KeyError
        if ticket in self.tickets:
            raise ValueError
        self.tickets[ticket] = {"level": level, "reported": time, "open": True, "agent": None, "number": 0}

    def take(self, agent, time):
        first = self.next_up(time, 1)
        if not first or len(self.load(agent)) >= self.most:
            return None
        self.taken += 1
        self.tickets[first[0]]["agent"] = agent
        self.tickets[first[0]]["number"] = self.taken
        return first[0]

    def hand_back(self, ticket, time):
        agent = self.tickets[ticket]["agent"]
        if agent is None:
            raise KeyError
        self.tickets[ticket]["agent"] = None
        return agent

    def close(self, ticket, time):
        state = self.tickets[ticket]
        if not state["open"]:
            raise KeyError
        state["open"] = False
        state["agent"] = None
        return time - state["reported"]

    def move(self, ticket, level, time):
        if ticket not in self._waiting() or level not in self.levels:
            raise KeyError
        self.tickets[ticket]["level"] = level
        return self._urgency(self.tickets[ticket], time)

    def urgent(self, time, least):
        return sum(1 for name in self._waiting() if self._urgency(self.tickets[name], time) >= least)

    def next_up(self, time, count):
        tickets = self.tickets
        names = self._waiting()
        names.sort(key=lambda name: (-self._urgency(tickets[name], time), tickets[name]["reported"], name))
        return names[:count]

    def load(self, agent):
        held = [(state["number"], name) for name, state in self.tickets.items() if state["agent"] == agent]
        return [name for _, name in sorted(held)]


FIVE = {"red": (5, 45), "amber": (3, 60), "green": (2, 90), "blue": (1, 30), "grey": (0, 240)}
NAMES = sorted(FIVE)


def backlog(rng, count, most, step):
    """Calls that open a desk and report `count` tickets, one every `step` minutes or so, and the time then."""
    calls = [("__init__", FIVE, most)]
    time = 0
    for number in range(count):
        time += rng.randrange(step + 1)
        calls.append(("report", f"t{number * 7919 % 10_007}", rng.choice(NAMES), time))
    return calls, time


def stress_worked_off(rng):
    """worst_of_slow: a large backlog that agents work off one by one; each of them has all tickets compared."""
    calls, time = backlog(rng, 1_000, 3, 2)
    for number in range(1_000):
        time += rng.randrange(2)
        calls.append(("take", f"agent{number % 400}", time))
        calls.append(("load", f"agent{rng.randrange(400)}"))
    return (calls,)


def stress_all_methods(rng):
    """large_random: every method in any order, and tickets that are gone or were never reported."""
    calls, time = backlog(rng, 300, 4, 2)
    for number in range(6_000):
        time += rng.randrange(2)
        ticket = f"t{rng.randrange(700) * 7919 % 10_007}"
        draw = rng.random()
        if draw < 0.1:
            calls.append(("report", f"t{(300 + number) * 7919 % 10_007}", rng.choice(NAMES), time))
        elif draw < 0.25:
            calls.append(("take", f"agent{rng.randrange(30)}", time))
        elif draw < 0.4:
            calls.append(("hand_back", ticket, time))
        elif draw < 0.45:
            calls.append(("close", ticket, time))
        elif draw < 0.6:
            calls.append(("move", ticket, rng.choice(NAMES), time))
        elif draw < 0.75:
            calls.append(("urgent", time, rng.randrange(2, 10)))
        elif draw < 0.85:
            calls.append(("next_up", time, rng.randrange(1, 4)))
        else:
            calls.append(("load", f"agent{rng.randrange(30)}"))
    return (calls,)


def stress_watched(rng):
    """build_then_query: a backlog that nobody works on, and how many are urgent by now; adding them up is slow."""
    calls, time = backlog(rng, 1_200, 1, 2)
    for _ in range(3_500):
        time += rng.randrange(2)
        calls.append(("urgent", time, rng.randrange(3, 10)))
    return (calls,)


def stress_taken_and_handed_back(rng):
    """adversarial_order: agents take the most urgent ticket and hand it back at once, so that nothing gets done."""
    calls, time = backlog(rng, 600, 1, 1)
    oldest = [call[1] for call in calls[1:31]]
    for _ in range(1_500):
        time += rng.randrange(2)
        calls.append(("take", f"agent{len(calls)}", time))
        # The oldest ticket of a level is the one that an agent most likely got; the others are not held.
        calls += [("hand_back", ticket, time) for ticket in rng.sample(oldest, 3)]
    return (calls,)


def stress_one_minute(rng):
    """all_equal: all tickets have one level and were reported in one minute, so that names decide."""
    time = rng.randrange(1_000)
    calls = [("__init__", FIVE, 2)]
    level = rng.choice(NAMES)
    numbers = rng.sample(range(100_000), 800)
    calls += [("report", f"t{number}", level, time) for number in numbers]
    for number in rng.sample(numbers, 800):
        calls.append(("next_up", time, 2))
        calls.append(("urgent", time, rng.randrange(10)))
        calls.append(("close", f"t{number}", time))
    return (calls,)


def stress_moved_to_and_fro(rng):
    """interleaved: waiting tickets change their levels all the time, which changes who is next."""
    calls, time = backlog(rng, 500, 1, 2)
    for _ in range(1_700):
        time += rng.randrange(2)
        calls.append(("move", f"t{rng.randrange(500) * 7919 % 10_007}", rng.choice(NAMES), time))
        calls.append(("move", f"t{rng.randrange(500) * 7919 % 10_007}", rng.choice(NAMES), time))
        calls.append(("next_up", time, rng.randrange(1, 3)))
    return (calls,)


def stress_rush_and_calm(rng):
    """growth_then_shrink: tickets come, are taken and closed until none waits, in several waves."""
    calls = [("__init__", FIVE, 1)]
    time = number = 0
    for _ in range(5):
        first = number
        for _ in range(300):
            time += rng.randrange(2)
            calls.append(("report", f"t{number:05d}", rng.choice(NAMES), time))
            number += 1
        for ticket in rng.sample(range(first, number), 300):
            time += rng.randrange(2)
            calls.append(("take", f"agent{rng.randrange(40)}", time))
            calls.append(("close", f"t{ticket:05d}", time))
            calls.append(("urgent", time, rng.randrange(2, 8)))
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them report a ticket, the others take the most urgent one."""
    calls, time = backlog(rng, size // 2, 100, 2)
    for number in range(size // 2):
        time += rng.randrange(2)
        calls.append(("take", f"agent{number % 100}", time))
    return (calls,)
