"""LedgerSheet: cells that hold numbers or weighted sums of other cells, kept up to date, with cycles refused.

Computing every sum anew from its parts whenever a cell is read costs whatever lies below it, again and again. Values
that are kept and marked as out of date only where a change reaches them cost what was changed and asked for; what
depends on a cell is found along links that lead from parts to sums. Decided here: a cell that was never set, or was
cleared, counts as 0 and may be a part of sums.
"""

from itertools import pairwise

WRITTEN = "2026-11-24"

PROMPT = '''class LedgerSheet:
    """A sheet of named cells. A cell is empty, holds a number, or holds a sum of other cells with factors.

    All cells are empty at first. An empty cell has the value 0. The value of a sum always follows from the present
    values of its parts: it is the total of factor times value over all parts. A sum may not depend on itself, neither
    directly nor by way of other sums.

    A call that raises an exception changes nothing.

    >>> sheet = LedgerSheet()
    >>> sheet.put_sum("total", [(1, "tea"), (2, "milk")])
    >>> sheet.put_number("milk", 10)
    >>> sheet.value("total")
    20
    >>> sheet.put_number("tea", 5)
    >>> sheet.value("total")
    25
    """

    def __init__(self) -> None:
        """Start with all cells empty."""

    def put_number(self, cell: str, number: int) -> None:
        """Let a cell hold a number, in place of what it held before."""

    def put_sum(self, cell: str, parts: list[tuple[int, str]]) -> None:
        """Let a cell hold a sum, in place of what it held before. Each part is a pair (factor, cell).

        A cell may stand in several parts: each of them counts. Factors may be 0 or negative; the sum depends on all of
        the cells that it names, also on those with factor 0. A sum without parts has the value 0.

        Raise ValueError if the cell would depend on itself.

        >>> sheet = LedgerSheet()
        >>> sheet.put_sum("a", [(1, "b"), (1, "b"), (-1, "c")])
        >>> sheet.put_sum("c", [(0, "a")])
        Traceback (most recent call last):
        ...
        ValueError: c depends on itself
        """

    def clear(self, cell: str) -> bool:
        """Make a cell empty. Return whether it held something before."""

    def value(self, cell: str) -> int:
        """Return the value of a cell."""

    def affected(self, cell: str) -> int:
        """Return how many cells hold a sum that depends on this cell, directly or by way of other sums."""

    def inputs(self, cell: str) -> list[str]:
        """Return the cells that hold no sum and on which this cell depends, directly or not, in alphabetical order.

        Empty cells are among them. Each is listed once. For a cell that holds no sum the list is empty.
        """

    def changed(self) -> list[tuple[str, int]]:
        """Return the cells whose value differs from what it was at the last call of this method, with the value now.

        The pairs (cell, value) are in alphabetical order of the cells. The first call compares with the start, when all
        values were 0. A cell whose value changed and changed back is not listed; whether a cell is empty or holds a
        number or a sum does not matter.

        >>> sheet = LedgerSheet()
        >>> sheet.put_sum("double", [(2, "x")])
        >>> sheet.put_number("x", 4)
        >>> sheet.changed()
        [('double', 8), ('x', 4)]
        >>> sheet.changed()
        []
        """
'''

ARGUMENTS = {
    "__init__": 0,
    "put_number": 2,
    "put_sum": 2,
    "clear": 1,
    "value": 1,
    "affected": 1,
    "inputs": 1,
    "changed": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if values:
            check_cell(values[0])
        if name == "put_number":
            check_number("number", values[1], 10**9)
        elif name == "put_sum":
            assert type(values[1]) is list and len(values[1]) <= 1000, "parts must be a list of at most 1000 parts"
            for part in values[1]:
                assert type(part) is tuple and len(part) == 2, "a part must be a tuple of factor and cell"
                check_number("factor", part[0], 1000)
                check_cell(part[1])


def check_cell(cell):
    assert type(cell) is str and 1 <= len(cell) <= 20, "a cell's name must be a text of 1 to 20 characters"


def check_number(what, number, limit):
    assert type(number) is int and abs(number) <= limit, f"a {what} must be an int from -{limit} to {limit}"


INVALID = [
    ("a number that is a bool", ([("__init__",), ("put_number", "a", True)],)),
    ("a factor that is too large", ([("__init__",), ("put_sum", "a", [(1001, "b")])],)),
    ("a part without a factor", ([("__init__",), ("put_sum", "a", ["b"])],)),
    ("parts in a tuple", ([("__init__",), ("put_sum", "a", ((1, "b"),))],)),
    ("a cell without a name", ([("__init__",), ("value", "")],)),
    ("a call that is a list", ([("__init__",), ["value", "a"]],)),
]

START = ("__init__",)

COST_VARIES = {
    "refused_and_unchanged": "how far the search for a cycle goes depends on the sums drawn",
}

TESTS = {
    "put_number: in place of a number, and of a sum": (
        [
            START,
            ("put_number", "a", 5),
            ("value", "a"),
            ("put_number", "a", -7),
            ("value", "a"),
            ("put_sum", "s", [(1, "a")]),
            ("put_number", "s", 3),
            ("put_number", "a", 1),
            ("value", "s"),
            ("affected", "a"),
        ],
        [None, None, 5, None, -7, None, None, None, 3, 0],
    ),
    "put_number: is seen by sums of sums": (
        [
            START,
            ("put_sum", "t", [(1, "s"), (10, "b")]),
            ("put_sum", "s", [(2, "a"), (3, "b")]),
            ("value", "t"),
            ("put_number", "a", 1),
            ("value", "t"),
            ("put_number", "b", 1),
            ("value", "t"),
            ("value", "s"),
            ("put_number", "a", 2),
            ("value", "s"),
            ("value", "t"),
        ],
        [None, None, None, 0, None, 2, None, 15, 5, None, 7, 17],
    ),
    "put_sum: repeated parts, no parts, factors that are 0 and negative": (
        [
            START,
            ("put_number", "a", 4),
            ("put_number", "b", 5),
            ("put_sum", "s", [(1, "a"), (2, "a"), (-1, "b"), (0, "b")]),
            ("value", "s"),
            ("put_sum", "n", []),
            ("value", "n"),
            ("put_sum", "s", [(-2, "s2")]),
            ("put_sum", "s2", [(3, "a")]),
            ("value", "s"),
            ("put_number", "b", 0),
            ("value", "s"),
        ],
        [None, None, None, None, 7, None, 0, None, None, -24, None, -24],
    ),
    "put_sum: a cell may not depend on itself": (
        [
            START,
            ("put_sum", "a", [(1, "a")]),
            ("put_sum", "a", [(1, "b")]),
            ("put_sum", "b", [(1, "c"), (1, "x")]),
            ("put_sum", "c", [(1, "x"), (0, "a")]),
            ("value", "c"),
            ("put_number", "x", 6),
            ("value", "a"),
            ("affected", "x"),
            ("put_sum", "c", [(1, "x")]),
            ("value", "a"),
            ("put_sum", "x", [(1, "y"), (1, "b")]),
            ("inputs", "a"),
        ],
        [None, ValueError, None, None, ValueError, 0, None, 6, 2, None, 12, ValueError, ["x"]],
    ),
    "put_sum: a refused sum leaves what the cell held": (
        [
            START,
            ("put_sum", "a", [(1, "b")]),
            ("put_sum", "b", [(2, "c")]),
            ("put_number", "c", 4),
            ("put_sum", "b", [(1, "d"), (1, "a")]),
            ("value", "a"),
            ("affected", "d"),
            ("affected", "c"),
            ("put_sum", "c", [(5, "d")]),
            ("put_number", "d", 1),
            ("value", "a"),
        ],
        [None, None, None, None, ValueError, 8, 0, 2, None, None, 10],
    ),
    "put_sum: a cycle that a new sum would end is none": (
        [
            START,
            ("put_sum", "a", [(1, "b")]),
            ("put_sum", "a", [(1, "c")]),
            ("put_sum", "b", [(1, "a")]),
            ("put_number", "c", 9),
            ("value", "b"),
            ("put_number", "a", 2),
            ("put_sum", "c", [(3, "b")]),
            ("value", "c"),
        ],
        [None, None, None, None, None, 9, None, None, 6],
    ),
    "clear: tells whether the cell held something": (
        [
            START,
            ("clear", "a"),
            ("put_number", "a", 0),
            ("clear", "a"),
            ("clear", "a"),
            ("put_sum", "a", []),
            ("clear", "a"),
            ("clear", "a"),
        ],
        [None, False, None, True, False, None, True, False],
    ),
    "clear: sums count the cell as 0, and it no longer depends on anything": (
        [
            START,
            ("put_sum", "t", [(1, "s"), (1, "a")]),
            ("put_sum", "s", [(2, "a")]),
            ("put_number", "a", 5),
            ("value", "t"),
            ("clear", "s"),
            ("value", "t"),
            ("affected", "a"),
            ("inputs", "t"),
            ("clear", "a"),
            ("value", "t"),
            ("put_sum", "a", [(1, "s")]),
            ("put_number", "s", 3),
            ("value", "t"),
            ("clear", "t"),
            ("affected", "s"),
            ("value", "t"),
        ],
        [None, None, None, None, 15, True, 5, 1, ["a", "s"], True, 0, None, None, 6, True, 1, 0],
    ),
    "value: of an unknown cell": ([START, ("value", "a"), ("value", "a")], [None, 0, 0]),
    "value: many paths to one cell": (
        [
            START,
            ("put_sum", "b", [(1, "a"), (1, "a")]),
            ("put_sum", "c", [(1, "b"), (1, "a")]),
            ("put_sum", "d", [(1, "c"), (1, "b"), (-1, "a")]),
            ("put_number", "a", 3),
            ("value", "d"),
            ("value", "c"),
            ("put_number", "a", 4),
            ("value", "d"),
            ("put_sum", "b", [(1, "a")]),
            ("value", "d"),
            ("value", "b"),
        ],
        [None, None, None, None, None, 12, 9, None, 16, None, 8, 4],
    ),
    "affected: sums are counted once each, by whatever path": (
        [
            START,
            ("affected", "a"),
            ("put_sum", "b", [(1, "a"), (2, "a")]),
            ("put_sum", "c", [(0, "b")]),
            ("put_sum", "d", [(1, "c"), (1, "b"), (1, "a")]),
            ("affected", "a"),
            ("affected", "b"),
            ("affected", "c"),
            ("affected", "d"),
            ("put_number", "a", 1),
            ("affected", "a"),
        ],
        [None, 0, None, None, None, 3, 2, 1, 0, None, 3],
    ),
    "affected: follows what sums are replaced by": (
        [
            START,
            ("put_sum", "b", [(1, "a"), (1, "x"), (1, "a")]),
            ("put_sum", "c", [(1, "b")]),
            ("put_sum", "b", [(1, "x"), (1, "y")]),
            ("affected", "a"),
            ("affected", "x"),
            ("affected", "y"),
            ("put_number", "c", 1),
            ("affected", "x"),
        ],
        [None, None, None, None, 0, 2, 2, None, 1],
    ),
    "inputs: numbers and empty cells, each once, in order": (
        [
            START,
            ("put_sum", "t", [(1, "s"), (1, "z"), (1, "c")]),
            ("put_sum", "s", [(0, "z"), (1, "b"), (1, "b")]),
            ("put_number", "z", 1),
            ("inputs", "t"),
            ("inputs", "s"),
            ("inputs", "z"),
            ("inputs", "never"),
            ("put_sum", "c", []),
            ("inputs", "t"),
            ("inputs", "c"),
            ("put_sum", "u", [(1, "s"), (1, "t")]),
            ("inputs", "u"),
        ],
        [None, None, None, None, ["b", "c", "z"], ["b", "z"], [], [], None, ["b", "z"], [], None, ["b", "z"]],
    ),
    "inputs: a cell that became a sum is replaced by its own inputs": (
        [
            START,
            ("put_sum", "t", [(1, "b")]),
            ("inputs", "t"),
            ("put_sum", "b", [(1, "q"), (1, "p")]),
            ("inputs", "t"),
            ("put_number", "b", 0),
            ("inputs", "t"),
        ],
        [None, None, ["b"], None, ["p", "q"], None, ["b"]],
    ),
    "changed: only what differs since the last call": (
        [
            START,
            ("changed",),
            ("put_sum", "s", [(1, "b"), (1, "a")]),
            ("changed",),
            ("put_number", "b", 2),
            ("changed",),
            ("put_number", "b", 2),
            ("changed",),
            ("put_number", "a", -2),
            ("put_number", "a", 0),
            ("changed",),
            ("put_number", "a", -2),
            ("changed",),
        ],
        [None, [], None, [], None, [("b", 2), ("s", 2)], None, [], None, None, [], None, [("a", -2), ("s", 0)]],
    ),
    "changed: what is read in between does not matter": (
        [
            START,
            ("put_sum", "s", [(2, "a")]),
            ("put_number", "a", 1),
            ("value", "s"),
            ("put_number", "a", 3),
            ("value", "s"),
            ("changed",),
            ("put_number", "a", 9),
            ("value", "s"),
            ("put_number", "a", 3),
            ("changed",),
            ("clear", "a"),
            ("changed",),
            ("put_sum", "a", []),
            ("put_number", "s", 0),
            ("changed",),
        ],
        [
            None,
            None,
            None,
            2,
            None,
            6,
            [("a", 3), ("s", 6)],
            None,
            18,
            None,
            [],
            True,
            [("a", 0), ("s", 0)],
            None,
            None,
            [],
        ],
    ),
    "class: a sheet that is built from the top down": (
        [
            START,
            ("put_sum", "year", [(1, "spring"), (1, "autumn")]),
            ("put_sum", "spring", [(1, "march"), (1, "april")]),
            ("put_sum", "autumn", [(1, "october"), (-1, "refund")]),
            ("put_number", "march", 10),
            ("put_number", "october", 7),
            ("value", "year"),
            ("changed",),
            ("inputs", "year"),
            ("put_sum", "refund", [(2, "spring")]),
            ("value", "year"),
            ("affected", "march"),
            ("put_sum", "march", [(1, "year")]),
            ("clear", "refund"),
            ("changed",),
        ],
        [
            None,
            None,
            None,
            None,
            None,
            None,
            17,
            [("autumn", 7), ("march", 10), ("october", 7), ("spring", 10), ("year", 17)],
            ["april", "march", "october", "refund"],
            None,
            -3,
            4,
            ValueError,
            True,
            [],
        ],
    ),
    "class: a chain is turned around": (
        [
            START,
            ("put_sum", "c", [(1, "b")]),
            ("put_sum", "b", [(1, "a")]),
            ("put_number", "a", 1),
            ("changed",),
            ("put_sum", "a", [(2, "c")]),
            ("clear", "b"),
            ("put_sum", "a", [(2, "b")]),
            ("put_sum", "b", [(2, "c")]),
            ("put_sum", "c", [(1, "a"), (1, "b")]),
            ("put_number", "c", 5),
            ("value", "a"),
            ("affected", "c"),
            ("inputs", "a"),
            ("changed",),
        ],
        [
            None,
            None,
            None,
            None,
            [("a", 1), ("b", 1), ("c", 1)],
            ValueError,
            True,
            None,
            ValueError,
            None,
            None,
            0,
            0,
            ["b"],
            [("a", 0), ("b", 0), ("c", 5)],
        ],
    ),
    "class: changes below a sum that nobody reads are seen later": (
        [
            START,
            ("put_number", "a", 1),
            ("put_sum", "b", [(1, "a")]),
            ("put_sum", "c", [(1, "b")]),
            ("put_number", "a", 2),
            ("put_number", "a", 3),
            ("value", "b"),
            ("put_number", "a", 4),
            ("value", "c"),
            ("put_sum", "b", [(5, "a")]),
            ("value", "c"),
            ("clear", "b"),
            ("put_number", "b", 100),
            ("value", "c"),
            ("changed",),
        ],
        [None, None, None, None, None, None, 3, None, 4, None, 20, True, None, 100, [("a", 4), ("b", 100), ("c", 100)]],
    ),
}


class Canonical:
    def __init__(self):
        self.numbers = {}
        self.sums = {}
        self.users = {}
        self.values = {}
        self.reported = {}

    def _above(self, cell):
        """All cells with sums that depend on this one."""
        found = set()
        waiting = [cell]
        while waiting:
            for user in self.users.get(waiting.pop(), ()):
                if user not in found:
                    found.add(user)
                    waiting.append(user)
        return found

    def _empty(self, cell):
        self.numbers.pop(cell, None)
        for _, part in self.sums.pop(cell, ()):
            self.users[part].discard(cell)

    def _forget_values(self, cell):
        # Above a sum without a kept value there are no kept values either.
        waiting = [cell]
        while waiting:
            found = waiting.pop()
            if self.values.pop(found, None) is not None:
                waiting += self.users.get(found, ())

    def put_number(self, cell, number):
        self._forget_values(cell)
        self._empty(cell)
        self.numbers[cell] = number
        self.reported.setdefault(cell, 0)

    def put_sum(self, cell, parts):
        above = self._above(cell)
        if any(part == cell or part in above for _, part in parts):
            raise ValueError(f"{cell} depends on itself")
        self._forget_values(cell)
        self._empty(cell)
        self.sums[cell] = list(parts)
        self.reported.setdefault(cell, 0)
        for _, part in parts:
            self.users.setdefault(part, set()).add(cell)

    def clear(self, cell):
        if cell not in self.numbers and cell not in self.sums:
            return False
        self._forget_values(cell)
        self._empty(cell)
        return True

    def value(self, cell):
        waiting = [cell]
        while waiting:
            found = waiting[-1]
            if found in self.values:
                waiting.pop()
                continue
            parts = self.sums.get(found, ())
            missing = [part for _, part in parts if part not in self.values]
            if missing:
                waiting += missing
            else:
                total = sum(factor * self.values[part] for factor, part in parts)
                self.values[found] = self.numbers.get(found, total)
        return self.values[cell]

    def affected(self, cell):
        return len(self._above(cell))

    def inputs(self, cell):
        seen = set()
        found = set()
        waiting = [cell] if cell in self.sums else []
        while waiting:
            for _, part in self.sums[waiting.pop()]:
                if part not in self.sums:
                    found.add(part)
                elif part not in seen:
                    seen.add(part)
                    waiting.append(part)
        return sorted(found)

    def changed(self):
        found = []
        for cell, before in self.reported.items():
            after = self.value(cell)
            if after != before:
                found.append((cell, after))
        self.reported.update(found)
        return sorted(found)


class Cell:
    # `parts` is None unless the cell holds a sum: then {cell: [factor, value of that cell when it was last added up]}.
    # `stale` holds the parts that may have another value since then; whoever has some stands in `stale` of its own
    # users.
    __slots__ = ("held", "name", "parts", "reported", "stale", "users", "value")

    def __init__(self, name):
        self.name = name
        self.value = self.reported = 0
        self.held = False
        self.parts = None
        self.stale = {}
        self.users = {}


class ReferenceStaleParts:
    def __init__(self):
        self.cells = {}
        self.touched = {}

    def _cell(self, name):
        cell = self.cells.get(name)
        if cell is None:
            cell = self.cells[name] = Cell(name)
        return cell

    def _release(self, cell):
        for part in cell.parts:
            del part.users[cell]
        cell.parts = None
        cell.stale = {}

    def _mark(self, cell):
        touched = self.touched
        touched[cell] = None
        waiting = [cell]
        while waiting:
            found = waiting.pop()
            for user in found.users:
                stale = user.stale
                if not stale:
                    touched[user] = None
                    waiting.append(user)
                stale[found] = None

    def _add_up(self, cell):
        waiting = [cell]
        while waiting:
            found = waiting[-1]
            stale = found.stale
            if below := [part for part in stale if part.stale]:
                waiting += below
                continue
            parts = found.parts
            value = found.value
            for part in stale:
                edge = parts[part]
                if part.value != edge[1]:
                    value += edge[0] * (part.value - edge[1])
                    edge[1] = part.value
            found.value = value
            stale.clear()
            waiting.pop()

    def _above(self, cell):
        found = set(cell.users)
        waiting = list(found)
        while waiting:
            new = waiting.pop().users.keys() - found
            if new:
                found |= new
                waiting += new
        return found

    def put_number(self, cell, number):
        cell = self._cell(cell)
        if cell.parts is not None:
            self._release(cell)
        elif cell.value == number:
            cell.held = True
            return
        cell.held = True
        cell.value = number
        self._mark(cell)

    def put_sum(self, cell, parts):
        name = cell
        cell = self._cell(name)
        new = {}
        for factor, part in parts:
            part = self._cell(part)
            if part in new:
                new[part][0] += factor
            else:
                new[part] = [factor, 0]
        if cell in new or (cell.users and any(part.parts for part in new) and not self._above(cell).isdisjoint(new)):
            raise ValueError(f"{name} depends on itself")
        if cell.parts is not None:
            self._release(cell)
        cell.held = True
        cell.value = 0
        cell.parts = new
        cell.stale = dict.fromkeys(new)
        for part in new:
            part.users[cell] = None
        self._mark(cell)

    def clear(self, cell):
        cell = self.cells.get(cell)
        if cell is None or not cell.held:
            return False
        cell.held = False
        if cell.parts is not None:
            self._release(cell)
        cell.value = 0
        self._mark(cell)
        return True

    def value(self, cell):
        cell = self.cells.get(cell)
        if cell is None:
            return 0
        if cell.stale:
            self._add_up(cell)
        return cell.value

    def affected(self, cell):
        cell = self.cells.get(cell)
        return len(self._above(cell)) if cell is not None and cell.users else 0

    def inputs(self, cell):
        cell = self.cells.get(cell)
        if cell is None or cell.parts is None:
            return []
        found = set(cell.parts)
        waiting = [part for part in found if part.parts is not None]
        while waiting:
            new = waiting.pop().parts.keys() - found
            if new:
                found |= new
                waiting += [part for part in new if part.parts is not None]
        return sorted([part.name for part in found if part.parts is None])

    def changed(self):
        found = []
        for cell in self.touched:
            if cell.stale:
                self._add_up(cell)
            if cell.value != cell.reported:
                cell.reported = cell.value
                found.append((cell.name, cell.value))
        self.touched.clear()
        found.sort()
        return found


class SlowAddUpEverythingBelow:
    def __init__(self):
        self.numbers = {}
        self.sums = {}
        self.before = {}

    def _compute(self, cell, known):
        waiting = [cell]
        while waiting:
            found = waiting[-1]
            if found in self.sums:
                missing = [part for factor, part in self.sums[found] if part not in known]
                if missing:
                    waiting.extend(missing)
                    continue
                known[found] = sum(factor * known[part] for factor, part in self.sums[found])
            else:
                known[found] = self.numbers.get(found, 0)
            waiting.pop()
        return known[cell]

    def _below(self, parts):
        seen = {part for factor, part in parts}
        waiting = list(seen)
        while waiting:
            for _, part in self.sums.get(waiting.pop(), []):
                if part not in seen:
                    seen.add(part)
                    waiting.append(part)
        return seen

    def put_number(self, cell, number):
        self.sums.pop(cell, None)
        self.numbers[cell] = number

    def put_sum(self, cell, parts):
        if cell in self._below(parts):
            raise ValueError(f"{cell} depends on itself")
        self.numbers.pop(cell, None)
        self.sums[cell] = parts

    def clear(self, cell):
        held = cell in self.numbers or cell in self.sums
        self.numbers.pop(cell, None)
        self.sums.pop(cell, None)
        return held

    def value(self, cell):
        return self._compute(cell, {})

    def affected(self, cell):
        found = {cell}
        before = 0
        while len(found) != before:
            before = len(found)
            for other, parts in self.sums.items():
                if other not in found and any(part in found for _, part in parts):
                    found.add(other)
        return len(found) - 1

    def inputs(self, cell):
        return sorted(part for part in self._below(self.sums.get(cell, [])) if part not in self.sums)

    def changed(self):
        known = {}
        for cell in list(self.numbers) + list(self.sums) + list(self.before):
            self._compute(cell, known)
        found = sorted((cell, value) for cell, value in known.items() if value != self.before.get(cell, 0))
        self.before = known
        return found


def layers_of(rng, sizes, width):
    """Names of cells in layers, and calls that make each cell a sum of some of the layer below."""
    prefix = "".join(rng.choice("abcdefgh") for _ in range(4))
    layers = [[f"{prefix}{depth}_{place}" for place in range(size)] for depth, size in enumerate(sizes)]
    calls = []
    for below, layer in pairwise(layers):
        for cell in layer:
            calls.append(("put_sum", cell, [(rng.randrange(-2, 4), part) for part in rng.sample(below, width)]))
    return layers, calls


def stress_sheet_in_layers(rng):
    """large_random: four layers of sums above a hundred numbers, with changes, reads and questions mixed."""
    layers, calls = layers_of(rng, (100, 50, 25, 12, 5), 3)
    calls.insert(0, ("__init__",))
    cells = [cell for layer in layers for cell in layer]
    for step in range(900):
        calls.append(("put_number", rng.choice(layers[0]), rng.randrange(1_000)))
        calls.append(("value", rng.choice(layers[1 + step % 4])))
        if step % 12 == 0:
            calls.append(("affected", rng.choice(cells)))
            calls.append(("inputs", rng.choice(layers[2])))
        if step % 90 == 0:
            cell = rng.choice(layers[1])
            calls += [("put_number", cell, step), ("put_sum", cell, [(1, rng.choice(layers[0]))])]
            calls += [("clear", "never"), ("value", "never"), ("inputs", rng.choice(layers[0]))]
        if step % 15 == 0:
            parts = [(rng.randrange(1, 4), part) for part in rng.sample(layers[1], 3)]
            calls.append(("put_sum", rng.choice(layers[2]), parts))
        if step % 60 == 0:
            calls.append(("changed",))
    return (calls,)


def stress_tower_that_is_read(rng):
    """worst_of_slow: the top of a tower of two hundred sums is read again and again, while others are changed."""
    calls = [("__init__",)]
    calls += [("put_sum", f"t{step}", [(1, f"t{step - 1}"), (-1, f"n{step}")]) for step in range(1, 201)]
    calls.append(("put_number", "t0", rng.randrange(1_000)))
    for step in range(1_700):
        calls.append(("value", f"t{rng.randrange(150, 201)}"))
        if step % 2:
            calls.append(("put_number", f"n{rng.randrange(1, 11) + 200}", rng.randrange(1_000)))
        if step % 80 == 0:
            calls.append(("put_number", f"n{rng.randrange(1, 20)}", rng.randrange(1_000)))
    return (calls,)


def stress_wide_sums(rng):
    """dense: sums of three hundred parts of which one changes between two reads; adding up all of them is waste."""
    names = [f"c{rng.randrange(10)}{place:03}" for place in range(600)]
    calls = [("__init__",)]
    for place in range(8):
        parts = [(rng.choice((1, 2, -1)), name) for name in rng.sample(names, 300)]
        calls.append(("put_sum", f"sum{place}", parts))
    calls.append(("put_sum", "all", [(1, f"sum{place}") for place in range(8)]))
    for step in range(1_650):
        calls.append(("put_number", rng.choice(names), rng.randrange(10_000)))
        calls.append(("value", "all" if step % 9 == 0 else f"sum{step % 8}"))
    return (calls,)


def stress_ladder_of_pairs(rng):
    """interleaved: each rung adds the two below it, so that paths double; changes come in near the top."""
    calls = [("__init__",)]
    rungs = 40
    for rung in range(1, rungs + 1):
        for side in "lr":
            below = [(1, f"l{rung - 1}"), (1, f"r{rung - 1}"), (1, f"{side}n{rung}")]
            calls.append(("put_sum", f"{side}{rung}", below))
    for step in range(1_200):
        rung = rng.randrange(rungs - 4, rungs + 1)
        calls.append(("put_number", f"{rng.choice('lr')}n{rung}", rng.randrange(100)))
        calls.append(("value", f"{rng.choice('lr')}{rungs - step % 3}"))
        if step % 25 == 0:
            calls.append(("affected", f"l{rng.randrange(rungs - 10, rungs)}"))
    return (calls,)


def stress_refused_and_unchanged(rng):
    """repeated_no_ops: sums that would depend on themselves, numbers that stand there already, and empty lists."""
    layers, calls = layers_of(rng, (60, 12, 6, 4, 3), 2)
    calls.insert(0, ("__init__",))
    calls += [("put_number", cell, place) for place, cell in enumerate(layers[0])]
    calls.append(("changed",))
    for step in range(890):
        place = rng.randrange(60)
        calls.append(("put_number", layers[0][place], place))
        parts = [(1, layers[0][place]), (1, layers[4][step % 3]), (2, layers[3][step % 4])]
        calls.append(("put_sum", rng.choice(layers[1]), parts))
        if step % 4 == 0:
            calls.append(("changed",))
    return (calls,)


def stress_built_and_cleared(rng):
    """growth_then_shrink: sums are put on top of each other, then cleared from the top, with changes listed."""
    calls = [("__init__",)]
    names = [f"s{step}" for step in range(400)]
    for step, name in enumerate(names):
        calls.append(("put_number", f"n{step}", rng.randrange(1, 1_000)))
        parts = [(1, f"n{rng.randrange(step + 1)}") for _ in range(3)]
        parts += [(1, below) for below in rng.sample(names[max(0, step - 30) : step], min(step, 2))]
        calls.append(("put_sum", name, parts))
        calls.append(("changed",))
    for name in reversed(names):
        calls.append(("clear", name))
        calls.append(("value", names[rng.randrange(20)]))
        calls.append(("changed",))
    return (calls,)


def stress_many_small_sums(rng):
    """sparse: three hundred sums of two numbers each; one number changes, then all changes are listed."""
    calls = [("__init__",)]
    calls += [("put_sum", f"s{place}", [(1, f"a{place}"), (3, f"b{place}")]) for place in range(300)]
    for _ in range(1_200):
        calls.append(("put_number", f"{rng.choice('ab')}{rng.randrange(300)}", rng.randrange(1, 10**6)))
        calls.append(("changed",))
        calls.append(("value", f"s{rng.randrange(300)}"))
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them build a tower of sums, the others read its top."""
    calls = [("__init__",), ("put_number", "t0", rng.randrange(1, 100))]
    half = size // 2
    calls += [("put_sum", f"t{step}", [(1, f"t{step - 1}")]) for step in range(1, half)]
    calls += [("value", f"t{half - 1}")] * half
    return (calls,)
