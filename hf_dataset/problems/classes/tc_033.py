"""CampKitchen: what can be cooked from the stock, and which recipe is missing least.

Going through all recipes for each question is slow; an index from items to the recipes that need them says which few
change when a stock changes, and a heap keeps the recipe that is missing least on top.
Decided here: a reserve hides part of a stock from the cooks, but not from the count; it may be larger than the stock.
"""

from bisect import bisect_left, insort
from heapq import heapify, heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class CampKitchen:
    """Stock, reserves and recipes of the kitchen of a camp.

    Every item has a stock and a reserve, whole numbers that are 0 at first. Of an item as much is usable as its stock
    exceeds its reserve, or 0 where it does not. A recipe needs certain amounts of certain items. An item is short for a
    recipe if less is usable than the recipe needs; the gap is the difference. A recipe is ready if no item is short.

    A call that raises an exception changes nothing.

    >>> kitchen = CampKitchen()
    >>> kitchen.learn("soup", {"leek": 2, "salt": 1})
    >>> kitchen.store("leek", 5)
    5
    >>> kitchen.nearest()
    ('soup', 1, 1)
    >>> kitchen.store("salt", 1)
    1
    >>> kitchen.cook("soup")
    ['salt']
    >>> kitchen.portions("soup")
    0
    """

    def __init__(self) -> None:
        """Open a kitchen without stock, reserves and recipes."""

    def store(self, item: str, amount: int) -> int:
        """Add to the stock of an item, and return the new stock."""

    def waste(self, item: str, amount: int) -> int:
        """Throw away this much of an item, or all of it if there is less, and return how much was thrown away.

        Reserves do not protect from this.
        """

    def reserve(self, item: str, amount: int) -> int:
        """Set the reserve of an item, in place of the old one, and return what of the item is usable then.

        >>> kitchen = CampKitchen()
        >>> kitchen.store("rice", 5)
        5
        >>> kitchen.reserve("rice", 2)
        3
        """

    def learn(self, recipe: str, needs: dict[str, int]) -> None:
        """Learn a recipe: `needs` has at least one item, and amounts of 1 or more.

        Raise ValueError if a recipe of this name is known.
        """

    def forget(self, recipe: str) -> None:
        """Forget a recipe; its name can be used again. Raise KeyError if it is not known."""

    def cook(self, recipe: str) -> list[str]:
        """Take what the recipe needs from the stock, and return the items of which nothing is usable any more.

        These are items that the recipe needs, in alphabetical order.

        Raise KeyError if the recipe is not known, ValueError if it is not ready.
        """

    def portions(self, recipe: str) -> int:
        """Return how many times in a row the recipe could be cooked now. Raise KeyError if it is not known."""

    def ready(self, count: int) -> tuple[int, list[str]]:
        """Return (number of recipes that are ready, the names of the first `count` of them in alphabetical order)."""

    def nearest(self) -> tuple[str, int, int] | None:
        """Return the recipe that is not ready and missing least, as (name, number of short items, sum of their gaps).

        Missing least means: fewest short items, among these the smallest sum of gaps, among these the first name in
        alphabetical order. Return None if every recipe is ready or none is known.
        """
'''

TYPES = {
    "__init__": (),
    "store": (str, int),
    "waste": (str, int),
    "reserve": (str, int),
    "learn": (str, dict),
    "forget": (str,),
    "cook": (str,),
    "portions": (str,),
    "ready": (int,),
    "nearest": (),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        names = [x for x in args if type(x) is str]
        if name == "learn":
            names += args[1]
            assert 1 <= len(args[1]) <= 20, "a recipe must need from 1 to 20 items"
            for amount in args[1].values():
                assert type(amount) is int and 1 <= amount <= 10**6, "amounts must be integers from 1 to 10**6"
        for text in names:
            assert type(text) is str and 1 <= len(text) <= 20 and text.isascii(), "names have 1 to 20 ASCII characters"
        if name in ("store", "waste"):
            assert 1 <= args[1] <= 10**6, "amount must be from 1 to 10**6"
        elif name == "reserve":
            assert 0 <= args[1] <= 10**6, "amount must be from 0 to 10**6"
        elif name == "ready":
            assert 0 <= args[0] <= 10, "count must be from 0 to 10"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("nearest",)],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("nothing stored", ([("__init__",), ("store", "a", 0)],)),
    ("a negative reserve", ([("__init__",), ("reserve", "a", -1)],)),
    ("a recipe without needs", ([("__init__",), ("learn", "a", {})],)),
    ("a need of 0", ([("__init__",), ("learn", "a", {"b": 0})],)),
    ("eleven names", ([("__init__",), ("ready", 11)],)),
    ("an empty name", ([("__init__",), ("learn", "a", {"": 1})],)),
]

COST_VARIES = {
    "busy_kitchen": "how many recipes are ready depends on what is stored and cooked",
    "everything_ready": "how many recipes need an item depends on the cookbook drawn",
}

TESTS = {
    "store: adds up": (
        [("__init__",), ("store", "a", 3), ("store", "a", 4), ("store", "b", 1), ("reserve", "a", 0)],
        [None, 3, 7, 1, 7],
    ),
    "store: makes recipes ready, exactly when enough is there": (
        [
            ("__init__",),
            ("learn", "x", {"a": 5}),
            ("store", "a", 4),
            ("ready", 5),
            ("nearest",),
            ("store", "a", 1),
            ("ready", 5),
            ("nearest",),
        ],
        [None, None, 4, (0, []), ("x", 1, 1), 5, (1, ["x"]), None],
    ),
    "waste: no more than there is": (
        [("__init__",), ("waste", "a", 1), ("store", "a", 3), ("waste", "a", 2), ("waste", "a", 2), ("store", "a", 1)],
        [None, 0, 3, 2, 1, 1],
    ),
    "waste: reserves do not protect, and recipes are no longer ready": (
        [
            ("__init__",),
            ("learn", "x", {"a": 2}),
            ("store", "a", 5),
            ("reserve", "a", 3),
            ("ready", 1),
            ("waste", "a", 1),
            ("ready", 1),
            ("nearest",),
            ("waste", "a", 9),
            ("nearest",),
            ("reserve", "a", 0),
        ],
        [None, None, 5, 2, (1, ["x"]), 1, (0, []), ("x", 1, 1), 4, ("x", 1, 2), 0],
    ),
    "reserve: replaces the old one and may exceed the stock": (
        [
            ("__init__",),
            ("reserve", "a", 4),
            ("store", "a", 3),
            ("reserve", "a", 9),
            ("reserve", "a", 2),
            ("learn", "x", {"a": 1}),
            ("portions", "x"),
            ("reserve", "a", 3),
            ("portions", "x"),
        ],
        [None, 0, 3, 0, 1, None, 1, 0, 0],
    ),
    "reserve: is not usable, and the gap counts from what is": (
        [
            ("__init__",),
            ("store", "a", 10),
            ("learn", "x", {"a": 6}),
            ("reserve", "a", 7),
            ("nearest",),
            ("reserve", "a", 15),
            ("nearest",),
            ("store", "a", 5),
            ("nearest",),
            ("store", "a", 1),
            ("nearest",),
        ],
        [None, 10, None, 3, ("x", 1, 3), 0, ("x", 1, 6), 15, ("x", 1, 6), 16, ("x", 1, 5)],
    ),
    "learn: a name only once": (
        [
            ("__init__",),
            ("learn", "x", {"a": 1}),
            ("learn", "x", {"b": 7}),
            ("nearest",),
            ("store", "b", 9),
            ("ready", 2),
            ("nearest",),
        ],
        [None, None, ValueError, ("x", 1, 1), 9, (0, []), ("x", 1, 1)],
    ),
    "learn: what is there already counts": (
        [
            ("__init__",),
            ("store", "a", 4),
            ("learn", "x", {"a": 4}),
            ("learn", "y", {"a": 5, "b": 2}),
            ("ready", 3),
            ("nearest",),
        ],
        [None, 4, None, None, (1, ["x"]), ("y", 2, 3)],
    ),
    "forget: a ready and a missing recipe": (
        [
            ("__init__",),
            ("learn", "x", {"a": 1}),
            ("learn", "y", {"b": 1}),
            ("store", "a", 1),
            ("forget", "x"),
            ("ready", 3),
            ("forget", "y"),
            ("nearest",),
            ("cook", "x"),
        ],
        [None, None, None, 1, None, (0, []), None, None, KeyError],
    ),
    "forget: the name can be used again": (
        [
            ("__init__",),
            ("forget", "x"),
            ("learn", "x", {"a": 5}),
            ("forget", "x"),
            ("forget", "x"),
            ("learn", "x", {"b": 2}),
            ("store", "a", 5),
            ("ready", 1),
            ("nearest",),
            ("store", "b", 2),
            ("ready", 1),
        ],
        [None, KeyError, None, None, KeyError, None, 5, (0, []), ("x", 1, 2), 2, (1, ["x"])],
    ),
    "cook: takes from the stock and names what is used up": (
        [
            ("__init__",),
            ("store", "c", 2),
            ("store", "a", 2),
            ("store", "b", 3),
            ("learn", "x", {"c": 2, "a": 2, "b": 1}),
            ("cook", "x"),
            ("store", "b", 1),
            ("cook", "x"),
            ("store", "a", 1),
        ],
        [None, 2, 2, 3, None, ["a", "c"], 3, ValueError, 1],
    ),
    "cook: a reserve is never touched": (
        [
            ("__init__",),
            ("store", "a", 7),
            ("reserve", "a", 2),
            ("learn", "x", {"a": 2}),
            ("cook", "x"),
            ("cook", "x"),
            ("cook", "x"),
            ("store", "a", 1),
            ("cook", "x"),
            ("waste", "a", 9),
        ],
        [None, 7, 5, None, [], [], ValueError, 4, ["a"], 2],
    ),
    "cook: unknown recipes": ([("__init__",), ("cook", "x"), ("ready", 1)], [None, KeyError, (0, [])]),
    "portions: the scarcest item decides": (
        [
            ("__init__",),
            ("learn", "x", {"a": 2, "b": 3}),
            ("portions", "x"),
            ("store", "a", 9),
            ("portions", "x"),
            ("store", "b", 8),
            ("portions", "x"),
            ("reserve", "b", 6),
            ("portions", "x"),
        ],
        [None, None, 0, 9, 0, 8, 2, 2, 0],
    ),
    "portions: unknown and forgotten recipes": (
        [("__init__",), ("portions", "x"), ("learn", "x", {"a": 1}), ("forget", "x"), ("portions", "x")],
        [None, KeyError, None, None, KeyError],
    ),
    "ready: the first names in alphabetical order": (
        [
            ("__init__",),
            ("store", "a", 1),
            ("learn", "c", {"a": 1}),
            ("learn", "a", {"a": 1}),
            ("learn", "b", {"a": 1}),
            ("learn", "0", {"a": 2}),
            ("ready", 2),
            ("ready", 0),
            ("ready", 9),
        ],
        [None, 1, None, None, None, None, (3, ["a", "b"]), (3, []), (3, ["a", "b", "c"])],
    ),
    "ready: nothing known": ([("__init__",), ("ready", 3)], [None, (0, [])]),
    "nearest: fewest short items, then the sum of gaps, then the name": (
        [
            ("__init__",),
            ("learn", "d", {"a": 1, "b": 1}),
            ("nearest",),
            ("learn", "c", {"a": 9}),
            ("nearest",),
            ("learn", "b", {"b": 8}),
            ("nearest",),
            ("learn", "a", {"b": 8}),
            ("nearest",),
            ("store", "b", 1),
            ("nearest",),
        ],
        [None, None, ("d", 2, 2), None, ("c", 1, 9), None, ("b", 1, 8), None, ("a", 1, 8), 1, ("d", 1, 1)],
    ),
    "nearest: nothing known": ([("__init__",), ("nearest",)], [None, None]),
    "class: cooking one recipe makes others short": (
        [
            ("__init__",),
            ("store", "egg", 6),
            ("store", "milk", 4),
            ("learn", "omelette", {"egg": 3}),
            ("learn", "pancake", {"egg": 2, "milk": 3}),
            ("learn", "custard", {"egg": 4, "milk": 4}),
            ("ready", 3),
            ("cook", "pancake"),
            ("ready", 3),
            ("nearest",),
            ("cook", "omelette"),
            ("nearest",),
            ("portions", "omelette"),
        ],
        [
            None,
            6,
            4,
            None,
            None,
            None,
            (3, ["custard", "omelette", "pancake"]),
            [],
            (1, ["omelette"]),
            ("pancake", 1, 2),
            [],
            ("omelette", 1, 2),
            0,
        ],
    ),
    "class: stock goes up and down again": (
        [
            ("__init__",),
            ("learn", "x", {"a": 2, "b": 2}),
            ("store", "a", 2),
            ("store", "b", 2),
            ("waste", "a", 1),
            ("nearest",),
            ("store", "a", 1),
            ("nearest",),
            ("reserve", "b", 1),
            ("nearest",),
            ("reserve", "b", 0),
            ("ready", 1),
        ],
        [None, None, 2, 2, 1, ("x", 1, 1), 2, None, 1, ("x", 1, 1), 2, (1, ["x"])],
    ),
    "class: a recipe is learnt anew while its items change": (
        [
            ("__init__",),
            ("learn", "x", {"a": 2}),
            ("store", "a", 1),
            ("forget", "x"),
            ("store", "a", 5),
            ("learn", "x", {"a": 7, "b": 1}),
            ("nearest",),
            ("store", "a", 1),
            ("nearest",),
            ("store", "b", 1),
            ("cook", "x"),
            ("nearest",),
        ],
        [None, None, 1, None, 6, None, ("x", 2, 2), 7, ("x", 1, 1), 1, ["a", "b"], ("x", 2, 8)],
    ),
}


class Canonical:
    def __init__(self):
        self.stock = {}
        self.reserves = {}
        self.recipes = {}  # recipe: its needs
        self.users = {}  # item: the recipes that need it
        self.lack = {}  # recipe: (short items, sum of gaps), (0, 0) when it is ready
        self.done = []  # the recipes that are ready, in order
        self.open = []  # (short items, sum of gaps, recipe) of the others, in order

    def _usable(self, item):
        return max(self.stock.get(item, 0) - self.reserves.get(item, 0), 0)

    def _current_lack(self, recipe):
        gaps = [need - self._usable(item) for item, need in self.recipes[recipe].items()]
        short = [gap for gap in gaps if gap > 0]
        return (len(short), sum(short))

    def _enter(self, recipe, lack):
        self.lack[recipe] = lack
        if lack[0]:
            insort(self.open, (*lack, recipe))
        else:
            insort(self.done, recipe)

    def _leave(self, recipe):
        lack = self.lack.pop(recipe)
        if lack[0]:
            del self.open[bisect_left(self.open, (*lack, recipe))]
        else:
            del self.done[bisect_left(self.done, recipe)]

    def _refresh(self, items):
        for recipe in {recipe for item in items for recipe in self.users.get(item, ())}:
            lack = self._current_lack(recipe)
            if lack != self.lack[recipe]:
                self._leave(recipe)
                self._enter(recipe, lack)

    def store(self, item, amount):
        self.stock[item] = self.stock.get(item, 0) + amount
        self._refresh([item])
        return self.stock[item]

    def waste(self, item, amount):
        stock = self.stock.get(item, 0)
        thrown = min(stock, amount)
        self.stock[item] = stock - thrown
        self._refresh([item])
        return thrown

    def reserve(self, item, amount):
        self.reserves[item] = amount
        self._refresh([item])
        return self._usable(item)

    def learn(self, recipe, needs):
        if recipe in self.recipes:
            raise ValueError("the recipe is known")
        self.recipes[recipe] = dict(needs)
        for item in needs:
            self.users.setdefault(item, set()).add(recipe)
        self._enter(recipe, self._current_lack(recipe))

    def forget(self, recipe):
        for item in self.recipes[recipe]:
            self.users[item].remove(recipe)
        self._leave(recipe)
        del self.recipes[recipe]

    def cook(self, recipe):
        needs = self.recipes[recipe]
        if self.lack[recipe][0] > 0:
            raise ValueError("the recipe is not ready")
        for item, need in needs.items():
            self.stock[item] -= need
        self._refresh(needs)
        return sorted(item for item in needs if self._usable(item) == 0)

    def portions(self, recipe):
        return min(self._usable(item) // need for item, need in self.recipes[recipe].items())

    def ready(self, count):
        return (len(self.done), self.done[:count])

    def nearest(self):
        if not self.open:
            return None
        short, gaps, recipe = self.open[0]
        return (recipe, short, gaps)


BASE = 1 << 40  # what one short item adds to a lack; larger than any sum of gaps


class ReferenceChangesOfGaps:
    """Gaps are kept up by their changes, one step for each recipe that needs the item and is or becomes short of it."""

    def __init__(self):
        self.stock = {}
        self.reserves = {}
        self.usable = {}
        self.recipes = {}
        self.users = {}  # item: [(need, recipe)] in order of need
        self.lack = {}  # recipe: short items * BASE + sum of gaps
        self.current = {}  # recipe: the lack by which it stands in `done` or in the heap
        self.done = []
        self.heap = []
        self.dirty = set()  # the recipes whose lack may have changed since

    def _set(self, item, now):
        before = self.usable.get(item, 0)
        if now == before:
            return
        self.usable[item] = now
        users = self.users.get(item)
        if not users:
            return
        lack = self.lack
        dirty = self.dirty
        # Whoever needs no more than both amounts is neither short before nor after.
        for place in range(bisect_left(users, (min(before, now) + 1,)), len(users)):
            need, recipe = users[place]
            change = 0
            if need > now:
                change = BASE + need - now
            if need > before:
                change -= BASE + need - before
            lack[recipe] += change
            dirty.add(recipe)

    def _settle(self):
        lack = self.lack
        done = self.done
        heap = self.heap
        current = self.current
        for recipe in self.dirty:
            now = lack.get(recipe)
            before = current.get(recipe)
            if now == before:
                continue
            if before == 0:
                del done[bisect_left(done, recipe)]
            if now is None:
                del current[recipe]
                continue
            current[recipe] = now
            if now == 0:
                insort(done, recipe)
            else:
                heappush(heap, (now, recipe))
        self.dirty.clear()
        if len(heap) > 4 * len(current) + 100:
            self.heap = [(now, recipe) for recipe, now in current.items() if now]
            heapify(self.heap)

    def store(self, item, amount):
        self.stock[item] = stock = self.stock.get(item, 0) + amount
        self._set(item, max(stock - self.reserves.get(item, 0), 0))
        return stock

    def waste(self, item, amount):
        stock = self.stock.get(item, 0)
        thrown = min(stock, amount)
        if thrown:
            self.stock[item] = stock = stock - thrown
            self._set(item, max(stock - self.reserves.get(item, 0), 0))
        return thrown

    def reserve(self, item, amount):
        self.reserves[item] = amount
        usable = max(self.stock.get(item, 0) - amount, 0)
        self._set(item, usable)
        return usable

    def learn(self, recipe, needs):
        if recipe in self.recipes:
            raise ValueError
        self.recipes[recipe] = needs = dict(needs)
        usable = self.usable
        lack = 0
        for item, need in needs.items():
            users = self.users.get(item)
            if users is None:
                self.users[item] = [(need, recipe)]
            else:
                insort(users, (need, recipe))
            gap = need - usable.get(item, 0)
            if gap > 0:
                lack += BASE + gap
        self.lack[recipe] = lack
        self.dirty.add(recipe)

    def forget(self, recipe):
        for item, need in self.recipes.pop(recipe).items():
            users = self.users[item]
            del users[bisect_left(users, (need, recipe))]
        del self.lack[recipe]
        self.dirty.add(recipe)

    def cook(self, recipe):
        needs = self.recipes[recipe]
        if self.lack[recipe]:
            raise ValueError
        gone = []
        for item, need in needs.items():
            self.stock[item] -= need
            usable = self.usable[item] - need
            self._set(item, usable)
            if not usable:
                gone.append(item)
        gone.sort()
        return gone

    def portions(self, recipe):
        needs = self.recipes[recipe]
        if self.lack[recipe]:
            return 0
        usable = self.usable
        return min([usable[item] // need for item, need in needs.items()])

    def ready(self, count):
        if self.dirty:
            self._settle()
        return (len(self.done), self.done[:count])

    def nearest(self):
        if self.dirty:
            self._settle()
        heap = self.heap
        while heap:
            lack, recipe = heap[0]
            if self.current.get(recipe) == lack:
                return (recipe, *divmod(lack, BASE))
            heappop(heap)
        return None


class SlowAllRecipesForEachQuestion:
    def __init__(self):
        self.stock = {}
        self.reserves = {}
        self.recipes = {}

    def _usable(self, item):
        return max(self.stock.get(item, 0) - self.reserves.get(item, 0), 0)

    def _gaps(self, recipe):
        gaps = [need - self._usable(item) for item, need in self.recipes[recipe].items()]
        return [gap for gap in gaps if gap > 0]

    def store(self, item, amount):
        self.stock[item] = self.stock.get(item, 0) + amount
        return self.stock[item]

    def waste(self, item, amount):
        thrown = min(self.stock.get(item, 0), amount)
        self.stock[item] = self.stock.get(item, 0) - thrown
        return thrown

    def reserve(self, item, amount):
        self.reserves[item] = amount
        return self._usable(item)

    def learn(self, recipe, needs):
        if recipe in self.recipes:
            raise ValueError
        self.recipes[recipe] = dict(needs)

    def forget(self, recipe):
        del self.recipes[recipe]

    def cook(self, recipe):
        needs = self.recipes[recipe]
        if self._gaps(recipe):
            raise ValueError
        for item, need in needs.items():
            self.stock[item] -= need
        return sorted(item for item in needs if self._usable(item) == 0)

    def portions(self, recipe):
        return min(self._usable(item) // need for item, need in self.recipes[recipe].items())

    def ready(self, count):
        names = sorted(recipe for recipe in self.recipes if not self._gaps(recipe))
        return (len(names), names[:count])

    def nearest(self):
        found = []
        for recipe in self.recipes:
            gaps = self._gaps(recipe)
            if gaps:
                found.append((len(gaps), sum(gaps), recipe))
        if not found:
            return None
        short, gaps, recipe = min(found)
        return (recipe, short, gaps)


def cookbook(rng, recipes, items, least, most, largest):
    """Calls that make a kitchen and learn recipes of random needs."""
    calls = [("__init__",)]
    for number in range(recipes):
        needs = {
            f"item {item}": rng.randrange(1, largest) for item in rng.sample(range(items), rng.randint(least, most))
        }
        calls.append(("learn", f"dish {number * 37 % recipes}", needs))
    return calls


def stress_shopping_with_looks(rng):
    """interleaved: after each purchase the cooks ask what is nearest; going through all recipes each time is slow."""
    calls = cookbook(rng, 401, 400, 3, 5, 100)
    for _ in range(1_200):
        calls.append(("store", f"item {rng.randrange(400)}", rng.randrange(1, 40)))
        calls.append(("nearest",))
    return (calls,)


def stress_busy_kitchen(rng):
    """large_random: every method in any order, over three hundred recipes."""
    calls = cookbook(rng, 300, 150, 2, 5, 20)
    for _ in range(3_800):
        item = f"item {rng.randrange(150)}"
        dish = f"dish {rng.randrange(310)}"
        draw = rng.random()
        if draw < 0.3:
            calls.append(("store", item, rng.randrange(1, 40)))
        elif draw < 0.38:
            calls.append(("waste", item, rng.randrange(1, 30)))
        elif draw < 0.43:
            calls.append(("reserve", item, rng.randrange(0, 20)))
        elif draw < 0.63:
            calls.append(("cook", dish))
        elif draw < 0.78:
            calls.append(("portions", dish))
        elif draw < 0.8:
            calls.append(("forget", dish))
        elif draw < 0.84:
            needs = {f"item {x}": rng.randrange(1, 20) for x in rng.sample(range(150), 3)}
            calls.append(("learn", dish, needs))
        elif draw < 0.92:
            calls.append(("ready", rng.randrange(4)))
        else:
            calls.append(("nearest",))
    return (calls,)


def stress_everything_ready(rng):
    """dense: all recipes stay ready while the stock goes up and down, so that nothing changes but the numbers."""
    calls = cookbook(rng, 350, 120, 2, 4, 9)
    calls += [("store", f"item {item}", 10_000) for item in range(120)]
    for _ in range(1_100):
        item = f"item {rng.randrange(120)}"
        calls.append(("store", item, rng.randrange(1, 9)))
        calls.append(("waste", item, rng.randrange(1, 9)))
        calls.append(("cook", f"dish {rng.randrange(350)}"))
        calls.append(("ready", 2))
    return (calls,)


def stress_salt_is_in_everything(rng):
    """worst_of_fast: one item is needed by all recipes, so that each change of it changes them all."""
    count = 60
    calls = [("__init__",)]
    for number in range(count):
        calls.append(("learn", f"dish {number}", {"salt": rng.randrange(50, 100), f"item {number % 40}": 3}))
    for _ in range(62):
        calls.append(("store", "salt", rng.randrange(1, 90)))
        calls.append(("nearest",))
        for _ in range(15):
            calls.append(("store", f"item {rng.randrange(40)}", rng.randrange(1, 3)))
            calls.append(("portions", f"dish {rng.randrange(count)}"))
        calls.append(("ready", 3))
        calls.append(("waste", "salt", 200))
    return (calls,)


def stress_empty_shelves(rng):
    """sparse: hardly anything is in stock; reserves, waste and refused meals change nothing that is usable."""
    calls = cookbook(rng, 500, 500, 3, 6, 50)
    calls += [("reserve", f"item {item}", 5_000) for item in range(500)]
    for _ in range(1_000):
        item = f"item {rng.randrange(500)}"
        calls.append(("store", item, rng.randrange(1, 9)))
        calls.append(("nearest",))
        calls.append(("cook", f"dish {rng.randrange(500)}"))
        calls.append(("waste", item, rng.randrange(1, 9)))
        calls.append(("ready", 1))
    return (calls,)


def stress_one_kind_of_dish(rng):
    """all_equal: all recipes need the same amounts of the same items, so that only the names decide."""
    amount = rng.randrange(60, 63)
    calls = [("__init__",)]
    numbers = rng.sample(range(100_000), 45)
    for number in numbers:
        calls.append(("learn", f"dish {number}", {"rice": amount, "beans": amount}))
    for _ in range(500):
        calls.append(("nearest",))
        calls.append(("ready", 1))
        calls.append(("store", rng.choice(("rice", "beans")), 1))
        calls.append(("portions", f"dish {rng.choice(numbers)}"))
    return (calls,)


def growing(rng, size):
    """The number of calls: a fifth of them learn a recipe, the others buy and ask what is nearest."""
    count = max(1, size // 5)
    calls = cookbook(rng, count, count + 5, 2, 4, 50)
    for _ in range(2 * count):
        calls.append(("store", f"item {rng.randrange(count + 5)}", rng.randrange(1, 20)))
        calls.append(("nearest",))
    return (calls,)
