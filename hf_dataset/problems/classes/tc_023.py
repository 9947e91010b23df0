"""WorkBoard: hand out tasks that depend on others, and know what is ready when one is finished or taken up again.

Looking through all tasks and what they need for each question is slow; counting for each task what it still lacks, and
keeping the ready ones in order, leaves a few steps for each task whose state changes.
Decided here: a task can only need older ones, so that there are no circles; taking up a finished task again takes up
all finished tasks that rest on it. Hence no finished task rests on an open one.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class WorkBoard:
    """Hands out tasks to workers, each as soon as all tasks that it needs are done.

    A task is in one of four states: "done"; "in hand" (a worker has it); "ready" (neither of these, and all tasks that
    it needs are done); "blocked" (all others). Of two ready tasks, that one comes first which more tasks need directly;
    if they are equally many, the one with less effort; if that is equal too, the one that was added first.

    A call that raises an exception changes nothing.

    >>> board = WorkBoard()
    >>> board.add("walls", 5, []), board.add("roof", 3, ["walls"]), board.add("fence", 4, [])
    (True, False, True)
    >>> board.take("ann"), board.take("bob")
    ('walls', 'fence')
    >>> board.finish("ann")
    ['roof']
    >>> board.take("ann"), board.finish("ann")
    ('roof', [])
    >>> board.reopen("walls")
    ['roof']
    >>> board.ready(5), board.state("roof"), board.summary()
    (['walls'], 'blocked', (1, 1, 1, 0, 12))
    """

    def __init__(self) -> None:
        """Make a board without tasks."""

    def add(self, task: str, effort: int, needs: list[str]) -> bool:
        """Add a task that needs the tasks `needs` (each named once), and return whether it is ready.

        Raise ValueError if there is a task of this name, otherwise KeyError if a needed task does not exist.
        """

    def drop(self, task: str) -> int:
        """Remove a task that is ready or blocked, and return its effort. Its name may be used again for a new task.

        Raise KeyError if there is no such task, ValueError if it is done or in hand or if another task needs it.
        """

    def take(self, worker: str) -> str | None:
        """Give the first of the ready tasks to a worker and return its name, or None if no task is ready.

        Raise RuntimeError if this worker has a task in hand.
        """

    def put_back(self, worker: str) -> str:
        """Take from a worker the task that he has in hand, which is ready then, and return its name.

        Raise KeyError if the worker has no task in hand.
        """

    def finish(self, worker: str) -> list[str]:
        """The task that a worker has in hand is done. Return the tasks that become ready by this, oldest first.

        Raise KeyError if the worker has no task in hand.
        """

    def reopen(self, task: str) -> list[str]:
        """Take up a task again that is done: it is not done any more, and neither are the tasks that rest on it.

        Every task that is done and needs a task that is reopened is reopened too, and so on. Workers lose what they
        have in hand if it needs a reopened task. Return the tasks that were reopened along with this one, the oldest
        first; this one is not among them.

        Raise KeyError if there is no such task, ValueError if it is not done.
        """

    def ready(self, count: int) -> list[str]:
        """Return the first `count` ready tasks (all, if there are fewer), in the order in which they would be taken."""

    def state(self, task: str) -> str:
        """Return the state of a task. Raise KeyError if there is no such task."""

    def summary(self) -> tuple[int, int, int, int, int]:
        """Return how many tasks are blocked, ready, in hand and done, and the sum of the efforts of those not done."""
'''

ARGUMENTS = {
    "__init__": 0,
    "add": 3,
    "drop": 1,
    "take": 1,
    "put_back": 1,
    "finish": 1,
    "reopen": 1,
    "ready": 1,
    "state": 1,
    "summary": 0,
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
        if name == "ready":
            assert type(call[1]) is int and 1 <= call[1] <= 20, "count must be an int from 1 to 20"
        elif name not in ("__init__", "summary"):
            check_name(call[1])
        if name == "add":
            assert type(call[2]) is int and 1 <= call[2] <= 10**6, "effort must be an int from 1 to 1,000,000"
            assert type(call[3]) is list and len(call[3]) <= 100, "needs must be a list of at most 100 tasks"
            for task in call[3]:
                check_name(task)
            assert len(set(call[3])) == len(call[3]), "needs must name each task once"


def check_name(name):
    assert type(name) is str and 1 <= len(name) <= 20, "task and worker must be texts of 1 to 20 characters"


START = ("__init__",)

INVALID = [
    ("an effort of 0", ([START, ("add", "roof", 0, [])],)),
    ("a need named twice", ([START, ("add", "walls", 1, []), ("add", "roof", 1, ["walls", "walls"])],)),
    ("needs as a tuple", ([START, ("add", "roof", 1, ())],)),
    ("none of the ready tasks", ([START, ("ready", 0)],)),
]

TESTS = {
    "add: ready without needs, blocked with an open one": (
        [START, ("add", "a", 1, []), ("add", "b", 1, ["a"]), ("state", "a"), ("state", "b"), ("ready", 9)],
        [None, True, False, "ready", "blocked", ["a"]],
    ),
    "add: a used name is told before an unknown need": (
        [START, ("add", "a", 1, []), ("add", "a", 2, ["z"]), ("add", "b", 2, ["a", "z"]), ("state", "b"), ("summary",)],
        [None, True, ValueError, KeyError, KeyError, (0, 1, 0, 0, 1)],
    ),
    "add: a failed one leaves the order of the ready ones alone": (
        [
            START,
            ("add", "a", 5, []),
            ("add", "b", 1, []),
            ("add", "c", 1, ["a", "z"]),
            ("ready", 2),
            ("add", "a", 1, ["b"]),
            ("drop", "b"),
            ("drop", "a"),
        ],
        [None, True, True, KeyError, ["b", "a"], ValueError, 1, 5],
    ),
    "add: ready at once if all needs are done, blocked if one is in hand": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 2, []),
            ("take", "ann"),
            ("add", "c", 1, ["a"]),
            ("finish", "ann"),
            ("add", "d", 1, ["a"]),
            ("add", "e", 1, ["a", "b"]),
            ("ready", 9),
        ],
        [None, True, True, "a", False, ["c"], True, False, ["b", "c", "d"]],
    ),
    "drop: what nobody needs, ready or blocked, and once": (
        [
            START,
            ("add", "a", 7, []),
            ("add", "b", 8, ["a"]),
            ("add", "c", 9, []),
            ("drop", "a"),
            ("drop", "b"),
            ("drop", "b"),
            ("drop", "a"),
            ("ready", 9),
            ("summary",),
        ],
        [None, True, False, True, ValueError, 8, KeyError, 7, ["c"], (0, 1, 0, 0, 9)],
    ),
    "drop: not what is in hand or done": (
        [
            START,
            ("add", "a", 7, []),
            ("take", "ann"),
            ("drop", "a"),
            ("finish", "ann"),
            ("drop", "a"),
            ("reopen", "a"),
            ("drop", "a"),
            ("summary",),
        ],
        [None, True, "a", ValueError, [], ValueError, [], 7, (0, 0, 0, 0, 0)],
    ),
    "drop: a dropped task is not needed by, and a new one of the same name is the youngest": (
        [
            START,
            ("add", "a", 3, []),
            ("add", "b", 3, []),
            ("add", "c", 3, ["b"]),
            ("ready", 2),
            ("drop", "c"),
            ("ready", 2),
            ("drop", "a"),
            ("add", "a", 3, []),
            ("ready", 2),
        ],
        [None, True, True, False, ["b", "a"], 3, ["a", "b"], 3, True, ["b", "a"]],
    ),
    "take: what most tasks need, then less effort, then the older": (
        [
            START,
            ("add", "a", 4, []),
            ("add", "b", 4, []),
            ("add", "c", 3, []),
            ("add", "d", 9, []),
            ("add", "e", 9, ["d"]),
            ("take", "1"),
            ("take", "2"),
            ("take", "3"),
            ("take", "4"),
            ("take", "5"),
        ],
        [None, True, True, True, True, False, "d", "c", "a", "b", None],
    ),
    "take: one task a worker": (
        [
            START,
            ("take", "ann"),
            ("add", "a", 1, []),
            ("add", "b", 1, []),
            ("take", "ann"),
            ("take", "ann"),
            ("ready", 3),
        ],
        [None, None, True, True, "a", RuntimeError, ["b"]],
    ),
    "put_back: ready again at its place": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 2, []),
            ("put_back", "ann"),
            ("take", "ann"),
            ("state", "a"),
            ("put_back", "ann"),
            ("state", "a"),
            ("put_back", "ann"),
            ("ready", 3),
            ("take", "bob"),
        ],
        [None, True, True, KeyError, "a", "in hand", "a", "ready", KeyError, ["a", "b"], "a"],
    ),
    "put_back: a task that is needed more since comes first": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 5, []),
            ("add", "c", 5, ["b"]),
            ("take", "ann"),
            ("add", "d", 5, ["a"]),
            ("add", "e", 5, ["a", "b"]),
            ("drop", "d"),
            ("put_back", "ann"),
            ("ready", 3),
        ],
        [None, True, True, False, "b", False, False, 5, "b", ["b", "a"]],
    ),
    "finish: what becomes ready, oldest first": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 1, []),
            ("add", "z", 9, ["a"]),
            ("add", "y", 1, ["b", "a"]),
            ("add", "x", 1, ["a"]),
            ("add", "w", 1, ["x"]),
            ("take", "ann"),
            ("finish", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("take", "bob"),
            ("finish", "bob"),
            ("finish", "ann"),
        ],
        [None, True, True, False, False, False, False, "a", ["z", "x"], KeyError, "b", "x", ["w"], ["y"]],
    ),
    "finish: only when all needs are done": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 2, []),
            ("add", "c", 3, ["a", "b"]),
            ("take", "ann"),
            ("take", "bob"),
            ("finish", "bob"),
            ("state", "c"),
            ("finish", "ann"),
            ("state", "c"),
            ("state", "b"),
        ],
        [None, True, True, False, "a", "b", [], "blocked", ["c"], "ready", "done"],
    ),
    "reopen: all that rest on it, oldest first": (
        [
            START,
            ("add", "d", 1, []),
            ("add", "c", 1, ["d"]),
            ("add", "b", 1, ["d", "c"]),
            ("add", "a", 1, ["b"]),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
            ("summary",),
            ("reopen", "d"),
            ("summary",),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
        ],
        [None, True, False, False, False, "d", ["c"], "c", ["b"], "b", ["a"], "a", [], (0, 0, 0, 4, 0)]
        + [["c", "b", "a"], (3, 1, 0, 0, 4), "d", ["c"], "c", ["b"]],
    ),
    "reopen: only what is done, and only what rests on it": (
        [
            START,
            ("reopen", "a"),
            ("add", "a", 1, []),
            ("add", "b", 1, []),
            ("add", "c", 1, ["b"]),
            ("reopen", "a"),
            ("take", "ann"),
            ("reopen", "b"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
            ("reopen", "a"),
            ("state", "b"),
            ("reopen", "b"),
            ("ready", 3),
        ],
        [None, KeyError, True, True, False, ValueError, "b", ValueError, ["c"], "a", [], [], "done", [], ["b", "a"]],
    ),
    "reopen: a worker loses what needs it": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 2, ["a"]),
            ("add", "c", 3, ["a"]),
            ("add", "d", 4, []),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("take", "bob"),
            ("put_back", "bob"),
            ("reopen", "a"),
            ("state", "b"),
            ("state", "c"),
            ("finish", "ann"),
            ("take", "ann"),
            ("summary",),
        ],
        [None, True, False, False, True, "a", ["b", "c"], "b", "c", "c", [], "blocked", "blocked", KeyError, "a"]
        + [(2, 1, 1, 0, 10)],
    ),
    "ready: no more than asked for, in the order of taking": (
        [
            START,
            ("ready", 1),
            ("add", "a", 3, []),
            ("add", "b", 2, []),
            ("add", "c", 1, []),
            ("ready", 1),
            ("ready", 2),
            ("ready", 3),
            ("ready", 4),
        ],
        [None, [], True, True, True, ["c"], ["c", "b"], ["c", "b", "a"], ["c", "b", "a"]],
    ),
    "ready: needed by others weighs more than effort": (
        [
            START,
            ("add", "a", 10, []),
            ("add", "b", 1, []),
            ("add", "c", 1, ["a"]),
            ("ready", 2),
            ("add", "d", 1, ["b"]),
            ("ready", 2),
            ("add", "e", 1, ["a", "b"]),
            ("add", "f", 1, ["a"]),
            ("ready", 2),
        ],
        [None, True, True, False, ["a", "b"], False, ["b", "a"], False, False, ["a", "b"]],
    ),
    "state: all four": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 1, ["a"]),
            ("add", "c", 1, ["b"]),
            ("add", "d", 1, []),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            *[("state", task) for task in "abcde"],
        ],
        [None, True, False, False, True, "a", ["b"], "b", "done", "in hand", "blocked", "ready", KeyError],
    ),
    "state: a task of a dropped name": (
        [START, ("add", "a", 1, []), ("add", "b", 1, ["a"]), ("drop", "b"), ("state", "b"), ("add", "b", 1, [])]
        + [("state", "b")],
        [None, True, False, 1, KeyError, True, "ready"],
    ),
    "summary: an empty board": ([START, ("summary",)], [None, (0, 0, 0, 0, 0)]),
    "summary: effort of all that is not done": (
        [
            START,
            ("add", "a", 10, []),
            ("add", "b", 20, ["a"]),
            ("add", "c", 40, []),
            ("summary",),
            ("take", "ann"),
            ("summary",),
            ("finish", "ann"),
            ("summary",),
            ("reopen", "a"),
            ("summary",),
        ],
        [
            None,
            True,
            False,
            True,
            (1, 2, 0, 0, 70),
            "a",
            (1, 1, 1, 0, 70),
            ["b"],
            (0, 2, 0, 1, 60),
            [],
            (1, 2, 0, 0, 70),
        ],
    ),
    "class: a house is built, and the ground is dug again": (
        [
            START,
            ("add", "ground", 9, []),
            ("add", "walls", 8, ["ground"]),
            ("add", "roof", 5, ["walls"]),
            ("add", "paint", 2, ["walls", "roof"]),
            ("add", "garden", 1, ["ground"]),
            ("take", "ann"),
            ("take", "bob"),
            ("finish", "ann"),
            ("take", "ann"),
            ("take", "bob"),
            ("finish", "ann"),
            ("ready", 5),
            ("take", "ann"),
            ("finish", "bob"),
            ("reopen", "ground"),
            ("put_back", "ann"),
            ("summary",),
            ("drop", "garden"),
            ("take", "bob"),
            ("finish", "bob"),
            ("ready", 5),
        ],
        [None, True, False, False, False, False, "ground", None, ["walls", "garden"], "walls", "garden", ["roof"]]
        + [["roof"], "roof", [], ["walls", "garden"], KeyError, (4, 1, 0, 0, 25), 1, "ground", ["walls"], ["walls"]],
    ),
    "class: reopened along, dropped and added anew": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 1, ["a"]),
            ("add", "c", 1, ["b"]),
            ("take", "ann"),
            ("finish", "ann"),
            ("take", "ann"),
            ("finish", "ann"),
            ("reopen", "b"),
            ("drop", "c"),
            ("add", "c", 5, ["a"]),
            ("reopen", "a"),
            ("ready", 5),
            ("drop", "b"),
            ("summary",),
            ("take", "bob"),
            ("finish", "bob"),
        ],
        [None, True, False, False, "a", ["b"], "b", ["c"], [], 1, True, [], ["a"], 1, (1, 1, 0, 0, 6), "a", ["c"]],
    ),
    "class: workers who lose a task are free for another, the others keep theirs": (
        [
            START,
            ("add", "a", 1, []),
            ("add", "b", 2, []),
            ("add", "c", 3, ["a"]),
            ("add", "d", 4, ["b"]),
            ("take", "ann"),
            ("take", "bob"),
            ("finish", "ann"),
            ("finish", "bob"),
            ("take", "ann"),
            ("take", "bob"),
            ("reopen", "a"),
            ("take", "bob"),
            ("take", "ann"),
            ("finish", "ann"),
            ("finish", "bob"),
            ("reopen", "b"),
            ("summary",),
        ],
        [None, True, True, False, False, "a", "b", ["c"], ["d"], "c", "d", [], RuntimeError, "a", ["c"], [], ["d"]]
        + [(1, 2, 0, 1, 9)],
    ),
}


class Task:
    def __init__(self, name, effort, number, needs):
        self.name = name
        self.effort = effort
        self.number = number
        self.needs = needs
        self.users = {}  # number: task that needs this one
        self.missing = sum(need.state != "done" for need in needs)
        self.state = "blocked" if self.missing else "ready"
        self.worker = None

    def rank(self):
        return -len(self.users), self.effort, self.number


class Canonical:
    def __init__(self):
        self.tasks = {}
        self.ready_tasks = {}  # number: task
        self.hands = {}  # worker: task
        self.added = 0

    def _set(self, task, state):
        task.state = state
        if state == "ready":
            self.ready_tasks[task.number] = task
        else:
            self.ready_tasks.pop(task.number, None)

    def add(self, task, effort, needs):
        if task in self.tasks:
            raise ValueError("there is such a task")
        needed = [self.tasks[need] for need in needs]
        self.added += 1
        new = self.tasks[task] = Task(task, effort, self.added, needed)
        for need in needed:
            need.users[new.number] = new
        self._set(new, new.state)
        return new.state == "ready"

    def drop(self, task):
        old = self.tasks[task]
        if old.users or old.state in ("done", "in hand"):
            raise ValueError("cannot be dropped")
        del self.tasks[task]
        self.ready_tasks.pop(old.number, None)
        for need in old.needs:
            del need.users[old.number]
        return old.effort

    def take(self, worker):
        if worker in self.hands:
            raise RuntimeError("has a task in hand")
        if not self.ready_tasks:
            return None
        task = min(self.ready_tasks.values(), key=Task.rank)
        self._set(task, "in hand")
        task.worker = worker
        self.hands[worker] = task
        return task.name

    def put_back(self, worker):
        task = self.hands.pop(worker)
        self._set(task, "ready")
        return task.name

    def finish(self, worker):
        task = self.hands.pop(worker)
        task.state = "done"
        freed = []
        for user in task.users.values():  # the oldest first
            user.missing -= 1
            if user.missing == 0:
                self._set(user, "ready")
                freed.append(user.name)
        return freed

    def reopen(self, task):
        first = self.tasks[task]
        if first.state != "done":
            raise ValueError("not done")
        self._set(first, "ready")
        reopened = [first]
        for task in reopened:
            for user in task.users.values():
                user.missing += 1
                if user.state == "done":
                    reopened.append(user)
                elif user.state == "in hand":
                    del self.hands[user.worker]
                self._set(user, "blocked")
        return [task.name for task in sorted(reopened[1:], key=lambda task: task.number)]

    def ready(self, count):
        return [task.name for task in sorted(self.ready_tasks.values(), key=Task.rank)[:count]]

    def state(self, task):
        return self.tasks[task].state

    def summary(self):
        states = [task.state for task in self.tasks.values()]
        effort = sum(task.effort for task in self.tasks.values() if task.state != "done")
        return (*(states.count(state) for state in ("blocked", "ready", "in hand", "done")), effort)


# Places in a task's list.
NAME, EFFORT, NUMBER, NEEDS, USERS, MISSING, STATE, WORKER, RANK = range(9)
ONE_USER = 1 << 50


class ReferenceRanksInOrder:
    """Ready tasks in a sorted list of numbers, the best last: users * 2**50 - effort * 2**25 - number of the task."""

    def __init__(self):
        self.tasks = {}
        self.by_number = [None]
        self.ranks = []
        self.hands = {}
        self.done = 0
        self.effort = 0
        self.number = 0

    def add(self, task, effort, needs):
        tasks = self.tasks
        if task in tasks:
            raise ValueError("there is such a task")
        needed = [tasks[need] for need in needs]
        self.number = number = self.number + 1
        rank = -(effort << 25) - number
        new = [task, effort, number, needed, [], 0, "ready", None, rank]
        missing = 0
        ranks = self.ranks
        for need in needed:
            state = need[STATE]
            if state != "done":
                missing += 1
            if state == "ready":
                old = need[RANK]
                del ranks[bisect_left(ranks, old)]
                insort(ranks, old + ONE_USER)
            need[RANK] += ONE_USER
            need[USERS].append(new)
        tasks[task] = new
        self.by_number.append(new)
        self.effort += effort
        if missing:
            new[MISSING] = missing
            new[STATE] = "blocked"
            return False
        insort(ranks, rank)
        return True

    def drop(self, task):
        old = self.tasks[task]
        state = old[STATE]
        if old[USERS] or state == "done" or state == "in hand":
            raise ValueError("cannot be dropped")
        del self.tasks[task]
        ranks = self.ranks
        if state == "ready":
            del ranks[bisect_left(ranks, old[RANK])]
        for need in old[NEEDS]:
            users = need[USERS]
            if users[-1] is old:
                users.pop()
            else:
                number = old[NUMBER]
                del users[bisect_left(users, number, key=lambda user: user[NUMBER])]
            rank = need[RANK]
            if need[STATE] == "ready":
                del ranks[bisect_left(ranks, rank)]
                insort(ranks, rank - ONE_USER)
            need[RANK] = rank - ONE_USER
        self.by_number[old[NUMBER]] = None
        self.effort -= old[EFFORT]
        return old[EFFORT]

    def take(self, worker):
        if worker in self.hands:
            raise RuntimeError("has a task in hand")
        if not self.ranks:
            return None
        task = self.by_number[-self.ranks.pop() & 0x1FFFFFF]
        task[STATE] = "in hand"
        task[WORKER] = worker
        self.hands[worker] = task
        return task[NAME]

    def put_back(self, worker):
        task = self.hands.pop(worker)
        task[STATE] = "ready"
        insort(self.ranks, task[RANK])
        return task[NAME]

    def finish(self, worker):
        task = self.hands.pop(worker)
        task[STATE] = "done"
        self.done += 1
        self.effort -= task[EFFORT]
        freed = []
        for user in task[USERS]:
            user[MISSING] = missing = user[MISSING] - 1
            if not missing:
                user[STATE] = "ready"
                insort(self.ranks, user[RANK])
                freed.append(user[NAME])
        return freed

    def reopen(self, task):
        task = self.tasks[task]
        if task[STATE] != "done":
            raise ValueError("not done")
        task[STATE] = "ready"
        ranks = self.ranks
        insort(ranks, task[RANK])
        reopened = [task]
        effort = task[EFFORT]
        for task in reopened:
            for user in task[USERS]:
                user[MISSING] += 1
                state = user[STATE]
                if state == "blocked":
                    continue
                user[STATE] = "blocked"
                if state == "done":
                    reopened.append(user)
                    effort += user[EFFORT]
                elif state == "ready":
                    del ranks[bisect_left(ranks, user[RANK])]
                else:
                    del self.hands[user[WORKER]]
        self.done -= len(reopened)
        self.effort += effort
        if len(reopened) < 3:
            return [task[NAME] for task in reopened[1:]]
        by_number = self.by_number
        return [by_number[number][NAME] for number in sorted([task[NUMBER] for task in reopened[1:]])]

    def ready(self, count):
        by_number = self.by_number
        return [by_number[-rank & 0x1FFFFFF][NAME] for rank in self.ranks[: -count - 1 : -1]]

    def state(self, task):
        return self.tasks[task][STATE]

    def summary(self):
        ready = len(self.ranks)
        in_hand = len(self.hands)
        done = self.done
        return len(self.tasks) - ready - in_hand - done, ready, in_hand, done, self.effort


class SlowLookThroughAll:
    def __init__(self):
        self.tasks = {}  # task: (effort, needs), the oldest first
        self.done = set()
        self.hands = {}

    def is_ready(self, task):
        if task in self.done or task in self.hands.values():
            return False
        return all(need in self.done for need in self.tasks[task][1])

    def ranked(self):
        users = dict.fromkeys(self.tasks, 0)
        for _, needs in self.tasks.values():
            for need in needs:
                users[need] += 1
        ready = [task for task in self.tasks if self.is_ready(task)]
        return sorted(ready, key=lambda task: (-users[task], self.tasks[task][0]))

    def add(self, task, effort, needs):
        if task in self.tasks:
            raise ValueError("there is such a task")
        for need in needs:
            if need not in self.tasks:
                raise KeyError(need)
        self.tasks[task] = (effort, list(needs))
        return self.is_ready(task)

    def drop(self, task):
        effort, _ = self.tasks[task]
        if task in self.done or task in self.hands.values():
            raise ValueError("done or in hand")
        if any(task in needs for _, needs in self.tasks.values()):
            raise ValueError("needed")
        del self.tasks[task]
        return effort

    def take(self, worker):
        if worker in self.hands:
            raise RuntimeError("has a task in hand")
        ready = self.ranked()
        if not ready:
            return None
        self.hands[worker] = ready[0]
        return ready[0]

    def put_back(self, worker):
        return self.hands.pop(worker)

    def finish(self, worker):
        task = self.hands.pop(worker)
        self.done.add(task)
        return [other for other, (_, needs) in self.tasks.items() if task in needs and self.is_ready(other)]

    def reopen(self, task):
        self.tasks[task]
        if task not in self.done:
            raise ValueError("not done")
        self.done.remove(task)
        reopened = []
        for other, (_, needs) in self.tasks.items():  # a task stands behind all that it needs
            if other in self.done and any(need not in self.done for need in needs):
                self.done.remove(other)
                reopened.append(other)
        for worker, other in list(self.hands.items()):
            if any(need not in self.done for need in self.tasks[other][1]):
                del self.hands[worker]
        return reopened

    def ready(self, count):
        return self.ranked()[:count]

    def state(self, task):
        self.tasks[task]
        if task in self.done:
            return "done"
        if task in self.hands.values():
            return "in hand"
        return "ready" if self.is_ready(task) else "blocked"

    def summary(self):
        states = [self.state(task) for task in self.tasks]
        effort = sum(effort for task, (effort, _) in self.tasks.items() if task not in self.done)
        return states.count("blocked"), states.count("ready"), states.count("in hand"), states.count("done"), effort


def stress_all_methods(rng):
    """interleaved: a board of some three hundred tasks under every method; looking through all of them adds up."""
    calls = [START]
    for number in range(300):
        needs = [f"t{need}" for need in rng.sample(range(max(0, number - 80), number), min(number, rng.randrange(3)))]
        calls.append(("add", f"t{number}", rng.randrange(1, 50), needs))
    for step in range(1_500):
        worker = f"w{rng.randrange(12)}"
        calls.append(("take", worker))
        if rng.randrange(4):
            calls.append(("finish", worker))
        else:
            calls.append(("put_back" if rng.randrange(2) else "finish", f"w{rng.randrange(12)}"))
        task = f"t{rng.randrange(300)}"
        calls.append((("reopen", "state", "drop")[step % 3], task))
        calls.append(("ready", rng.randrange(1, 5)) if step % 2 else ("summary",))
        if step % 3 == 0:
            calls.append(("reopen", f"t{rng.randrange(300)}"))
    return (calls,)


def stress_many_ready(rng):
    """worst_of_slow: a thousand tasks are ready at the same time, and the best one is asked for again and again."""
    count = rng.randrange(980, 1_020)
    calls = [START]
    calls += [("add", f"t{number}", rng.randrange(1, 10**6), []) for number in range(count)]
    for _ in range(count // 2):
        calls += [("ready", 3), ("take", "ann"), ("finish", "ann"), ("summary",)]
    return (calls,)


def stress_chain_from_the_start(rng):
    """adversarial_order: a chain of tasks is finished one by one, and its beginning is taken up again each time."""
    length = rng.randrange(195, 205)
    effort = rng.randrange(1, 100)
    calls = [START, ("add", "t0", effort, [])]
    calls += [("add", f"t{number}", effort + number, [f"t{number - 1}"]) for number in range(1, length)]
    for _ in range(8):
        for _ in range(length):
            calls += [("take", "ann"), ("finish", "ann")]
        calls += [("reopen", f"t{rng.randrange(5)}"), ("summary",)]
        calls += [("reopen", f"t{rng.randrange(5)}"), ("summary",)]
    return (calls,)


def stress_layers(rng):
    """dense: layers of tasks, each of which needs twelve of the layer below; finishing one touches many others."""
    calls = [START]
    for layer in range(12):
        below = [f"t{layer - 1}.{number}" for number in range(40)] if layer else []
        for number in range(40):
            needs = rng.sample(below, 12) if below else []
            calls.append(("add", f"t{layer}.{number}", rng.randrange(1, 100), needs))
    for _ in range(6):
        for _ in range(160):
            calls += [("take", "ann"), ("take", "bob"), ("finish", "bob"), ("finish", "ann")]
        for _ in range(8):
            calls.append(("reopen", f"t0.{rng.randrange(40)}"))
    return (calls,)


def stress_take_and_put_back(rng):
    """repeated_no_ops: tasks are taken and put back, and nothing is ever finished; the order stays."""
    count = rng.randrange(490, 510)
    calls = [START]
    calls += [("add", f"t{number}", rng.randrange(1, 9), []) for number in range(count)]
    calls += [("add", f"u{number}", 5, [f"t{rng.randrange(count)}"]) for number in range(count)]
    for _ in range(850):
        workers = [f"w{number}" for number in rng.sample(range(6), 3)]
        calls += [("take", worker) for worker in workers]
        rng.shuffle(workers)
        calls += [("put_back", worker) for worker in workers]
        calls.append(("take", f"w{rng.randrange(6)}"))
        calls += [("put_back", f"w{number}") for number in range(6)][: rng.randrange(5, 7)]
    return (calls,)


def stress_add_then_drop(rng):
    """growth_then_shrink: a board grows to a thousand tasks, then shrinks from its young end."""
    count = rng.randrange(990, 1_010)
    calls = [START]
    for number in range(count):
        needs = [f"t{need}" for need in rng.sample(range(number), min(number, 3))]
        calls.append(("add", f"t{number}", rng.randrange(1, 1_000), needs))
    for number in reversed(range(count)):
        calls.append(("drop", f"t{rng.randrange(number + 1)}"))
        calls.append(("drop", f"t{number}"))
        if number % 4 == 0:
            calls.append(("ready", 5))
        calls.append(("state", f"t{rng.randrange(count)}"))
        if 0 < number <= 50:
            calls.append(("add", "t0", 1, []))
    return (calls,)


def growing(rng, size):
    """The number of tasks, half of which need another; all of them are taken and finished."""
    calls = [START]
    for number in range(size):
        needs = [f"t{rng.randrange(number)}"] if number % 2 else []
        calls.append(("add", f"t{number}", rng.randrange(1, 1_000), needs))
    for _ in range(size):
        calls += [("take", "ann"), ("finish", "ann")]
    return (calls[:50_000],)
