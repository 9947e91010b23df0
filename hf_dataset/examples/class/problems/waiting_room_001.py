"""WaitingRoom: who is called next, by urgency and then by arrival.

The obvious class looks at all who wait at each call. There are ten urgencies only, so that a queue for each of them is
enough; who leaves is crossed out and passed over later.
"""

# A problem is one file, NAME_NUMBER.py. The number makes its task id, Mine/1. Only definitions may stand here: reading
# the file runs it, but for what is below `def` and `class`.

from bisect import bisect_left, insort
from collections import deque

# PROMPT (needed): what a model is given. A class without bodies: type hints, and a docstring for each method that says
# what it returns, when it raises, and what decides between equals. Examples in the form of the Python prompt.
PROMPT = '''class WaitingRoom:
    """People who wait to be called: the most urgent first, among equals who came first.

    >>> room = WaitingRoom(2)
    >>> room.arrive("Ada", 1), room.arrive("Bob", 7), room.arrive("Cy", 9)
    (True, True, False)
    >>> room.call_next()
    'Bob'
    """

    def __init__(self, seats: int) -> None:
        """Makes an empty room. Raises ValueError for fewer than one seat."""

    def arrive(self, name: str, urgency: int) -> bool:
        """Seats somebody, with an urgency of 0 to 9. Returns False, and does nothing, where all seats are taken.

        Raises ValueError where somebody of this name waits already, whether seats are free or not.
        """

    def leave(self, name: str) -> bool:
        """Lets somebody go uncalled. Returns whether somebody of this name has waited."""

    def call_next(self) -> str:
        """Calls the most urgent one, among equals who came first: takes them out and returns the name.

        Raises LookupError where nobody waits.
        """

    def waiting(self) -> int:
        """Returns how many people wait."""
'''

# TESTS (needed): by "METHOD: what is tested", or "class: what", the calls and what each of them comes to: its value,
# None for __init__, or the exception that it raises. At least two for each method and three for the class.
TESTS = {
    "__init__: without a seat": ([("__init__", 0)], [ValueError]),
    "arrive: until the room is full": (
        [("__init__", 1), ("arrive", "Ada", 3), ("arrive", "Bob", 9), ("waiting",)],
        [None, True, False, 1],
    ),
    "arrive: a name that waits already": (
        [("__init__", 3), ("arrive", "Ada", 3), ("arrive", "Ada", 4), ("waiting",), ("call_next",), ("waiting",)],
        [None, True, ValueError, 1, "Ada", 0],
    ),
    "arrive: a name that waits already, and no seat": (
        [("__init__", 1), ("arrive", "Ada", 3), ("arrive", "Ada", 3)],
        [None, True, ValueError],
    ),
    "leave: nobody of this name": ([("__init__", 2), ("leave", "Ada"), ("waiting",)], [None, False, 0]),
    "leave: frees the seat": (
        [("__init__", 1), ("arrive", "Ada", 3), ("leave", "Ada"), ("leave", "Ada"), ("arrive", "Bob", 1), ("waiting",)],
        [None, True, True, False, True, 1],
    ),
    "leave: of several the right one": (
        [
            ("__init__", 3),
            ("arrive", "Ada", 3),
            ("arrive", "Bob", 3),
            ("arrive", "Cy", 3),
            ("leave", "Bob"),
            ("call_next",),
            ("call_next",),
        ],
        [None, True, True, True, True, "Ada", "Cy"],
    ),
    "call_next: the most urgent": (
        [("__init__", 3), ("arrive", "Ada", 0), ("arrive", "Bob", 9), ("arrive", "Cy", 4), ("call_next",)]
        + [("call_next",)] * 2,
        [None, True, True, True, "Bob", "Cy", "Ada"],
    ),
    "call_next: among equals who came first": (
        [("__init__", 3), ("arrive", "Zoe", 5), ("arrive", "Ada", 5), ("call_next",), ("call_next",)],
        [None, True, True, "Zoe", "Ada"],
    ),
    "call_next: nobody": ([("__init__", 2), ("call_next",), ("waiting",)], [None, LookupError, 0]),
    "waiting: counts": (
        [("__init__", 5), ("waiting",), ("arrive", "Ada", 1), ("arrive", "Bob", 1), ("waiting",)],
        [None, 0, True, True, 2],
    ),
    "waiting: after a call": (
        [("__init__", 5), ("arrive", "Ada", 1), ("call_next",), ("waiting",)],
        [None, True, "Ada", 0],
    ),
    "class: who comes back stands behind": (
        [
            ("__init__", 2),
            ("arrive", "Ada", 5),
            ("arrive", "Bob", 5),
            ("leave", "Ada"),
            ("arrive", "Ada", 5),
            ("call_next",),
            ("call_next",),
        ],
        [None, True, True, True, True, "Bob", "Ada"],
    ),
    "class: who was called may come back": (
        [("__init__", 1), ("arrive", "Ada", 5), ("call_next",), ("arrive", "Ada", 2), ("call_next",), ("waiting",)],
        [None, True, "Ada", True, "Ada", 0],
    ),
    "class: who comes back with another urgency": (
        [
            ("__init__", 3),
            ("arrive", "Ada", 9),
            ("arrive", "Bob", 5),
            ("leave", "Ada"),
            ("arrive", "Ada", 1),
            ("call_next",),
            ("waiting",),
        ],
        [None, True, True, True, True, "Bob", 1],
    ),
}


# Canonical (needed): as a careful person writes it, not tuned.
class Canonical:
    def __init__(self, seats):
        if seats < 1:
            raise ValueError("a room has at least one seat")
        self._seats = seats
        self._queue = []
        self._places = {}
        self._arrivals = 0

    def arrive(self, name, urgency):
        if name in self._places:
            raise ValueError("somebody of this name waits already")
        if len(self._queue) == self._seats:
            return False
        self._arrivals += 1
        self._places[name] = (-urgency, self._arrivals, name)
        insort(self._queue, self._places[name])
        return True

    def leave(self, name):
        if name not in self._places:
            return False
        del self._queue[bisect_left(self._queue, self._places.pop(name))]
        return True

    def call_next(self):
        if not self._queue:
            raise LookupError("nobody waits")
        name = self._queue.pop(0)[2]
        del self._places[name]
        return name

    def waiting(self):
        return len(self._queue)


# From here on: what efficiency is measured with. Leave it out at first, and the problem counts for correctness only.

_METHODS = {"arrive": (str, int), "leave": (str,), "call_next": (), "waiting": ()}


# contract: which call scripts are valid. All tests and stressful scripts are held to it.
def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    assert len(calls) <= 100_000, "there are at most 100,000 calls"
    (first, *arguments), *rest = calls
    assert first == "__init__", "the first call must be __init__"
    assert len(arguments) == 1 and type(arguments[0]) is int, "__init__ takes one int"
    for method, *given in rest:
        assert method in _METHODS, "a method must be one of the class"
        assert [type(value) for value in given] == list(_METHODS[method]), "arguments must be those of the method"
        assert method != "arrive" or 0 <= given[1] <= 9, "an urgency must be 0 to 9"


# INVALID: scripts that the contract must reject, each for a reason of its own. At least three.
INVALID = [
    ("no call", ([],)),
    ("no constructor", ([("waiting",)],)),
    ("a method that there is not", ([("__init__", 1), ("close",)],)),
    ("a name that is a number", ([("__init__", 1), ("leave", 7)],)),
    ("an urgency that is too high", ([("__init__", 1), ("arrive", "Ada", 10)],)),
]


# ReferenceNAME: the fastest class that you know, the best one first.
class ReferenceQueueByUrgency:
    def __init__(self, seats):
        if seats < 1:
            raise ValueError
        self._seats = seats
        self._queues = [deque() for _ in range(10)]
        self._tickets = {}
        self._arrivals = 0

    def arrive(self, name, urgency):
        if name in self._tickets:
            raise ValueError
        if len(self._tickets) == self._seats:
            return False
        self._arrivals += 1
        self._tickets[name] = self._arrivals
        self._queues[9 - urgency].append((self._arrivals, name))
        return True

    def leave(self, name):
        return self._tickets.pop(name, None) is not None

    def call_next(self):
        tickets = self._tickets
        if not tickets:
            raise LookupError
        while True:
            ticket, name = next(filter(None, self._queues)).popleft()
            if tickets.get(name) == ticket:
                del tickets[name]
                return name

    def waiting(self):
        return len(self._tickets)


# SlowNAME: what a hurried person writes: correct, and of a higher order.
class SlowLookAtAll:
    def __init__(self, seats):
        if seats < 1:
            raise ValueError
        self._seats = seats
        self._people = []

    def arrive(self, name, urgency):
        for other, _ in self._people:
            if other == name:
                raise ValueError
        if len(self._people) == self._seats:
            return False
        self._people.append((name, urgency))
        return True

    def leave(self, name):
        for person in self._people:
            if person[0] == name:
                self._people.remove(person)
                return True
        return False

    def call_next(self):
        if not self._people:
            raise LookupError
        first = max(self._people, key=lambda person: person[1])
        self._people.remove(first)
        return first[0]

    def waiting(self):
        return len(self._people)


# growing: a valid script of about `size` calls. By it the audit tells the order of each class. The docstring says what
# grows.
def growing(rng, size):
    """The number of calls."""
    return ([("__init__", size), *_arrivals(rng, size // 2), *[("call_next",)] * (size // 2)],)


# stress_NAME: a script of 2,000 to 20,000 calls; it returns a tuple of it alone. The docstring: "KIND: the defect that
# it exposes." It draws from `rng`, so that another seed gives another script of the same kind and cost. At least five.
def stress_all_come_then_all_are_called(rng):
    """build_then_query: the room fills, then empties; whoever looks at all who wait is slow at each call."""
    calls = _arrivals(rng, 2_000)
    calls[rng.randrange(1_000, 2_000)] = ("call_next",)
    return ([("__init__", 3_000), *calls, *[("call_next",)] * 2_000, ("waiting",)],)


def stress_come_and_go(rng):
    """interleaved: a full room, in which one is called for each that comes; some come twice, or find no seat."""
    calls = [("__init__", 1_000), *_arrivals(rng, 1_010)]
    for number in range(1_500):
        calls += [("call_next",), ("arrive", f"later {number}", rng.randrange(10))]
        if number % 30 == rng.randrange(30):
            calls.append(("arrive", f"later {number}", 5))
    return (calls,)


def stress_many_leave(rng):
    """growth_then_shrink: nearly all leave again, in any order; the others are called, and one too many."""
    names = [f"guest {number}" for number in range(2_000)]
    calls = [("arrive", name, rng.randrange(10)) for name in names]
    rng.shuffle(names)
    return ([("__init__", 2_000), *calls, *[("leave", name) for name in names[:1_700]], *[("call_next",)] * 301],)


def stress_all_alike(rng):
    """all_equal: one urgency, so that arrival alone decides; who leaves in between is passed over."""
    calls = [("arrive", f"guest {number}", 9) for number in range(2_000)]
    leaving = [("leave", f"guest {number}") for number in rng.sample(range(2_000), 300)]
    return ([("__init__", 2_000), *calls, *leaving, *[("call_next",)] * 1_600, ("waiting",)],)


def stress_asked_in_vain(rng):
    """repeated_no_ops: a full room at which people knock, or ask to leave who are not there; nothing changes."""
    calls = [("__init__", 1_500), *_arrivals(rng, 1_500)]
    for number in range(6_000):
        calls.append(("leave", f"nobody {number}") if rng.random() < 0.5 else ("arrive", f"guest {number}", 9))
    return ([*calls, *[("call_next",)] * 1_400],)


def _arrivals(rng, number):
    return [("arrive", f"guest {place}", rng.randrange(10)) for place in range(number)]
