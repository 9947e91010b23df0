"""LandRush: claims on a grid, the lords of its rows and columns, and the largest region of each player.

Walking through a region for each claim costs its size again and again. Regions only grow as long as their player stays,
so that joined sets know their sizes; counts by row and column are kept up with each claim.
Decided here: who leaves or hands over does so with all fields at once, so that no region ever falls apart.
"""

WRITTEN = "2026-11-24"

PROMPT = '''class LandRush:
    """A race for the fields of a grid, whose rows and columns are counted from 0.

    Every field is free or belongs to one player. Fields that touch at a side and belong to the same player are
    connected; a region is a greatest set of connected fields. The lord of a row or column is the player who has at
    least 2 fields in it and more than every other player; where there is no such player, it has no lord.

    Players are known by their names only, and need not be registered. A call that raises an exception changes nothing.
    Where a row or column outside of the grid is named, also a negative one, IndexError is raised.

    >>> land = LandRush(2, 3)
    >>> land.claim("ann", 0, 0)
    1
    >>> land.claim("ann", 1, 1)
    1
    >>> land.claim("ann", 0, 1)
    3
    >>> land.row_lord(0)
    'ann'
    >>> print(land.row_lord(1))
    None
    >>> land.leader()
    ('ann', 3)
    """

    def __init__(self, rows: int, columns: int) -> None:
        """Measure out a grid of free fields."""

    def claim(self, player: str, row: int, column: int) -> int:
        """Give a free field to the player, and return the size of the region of which it is then a part.

        Raise ValueError if the field is not free.
        """

    def owner(self, row: int, column: int) -> str | None:
        """Return whom the field belongs to, or None if it is free."""

    def row_lord(self, row: int) -> str | None:
        """Return the lord of a row, or None."""

    def column_lord(self, column: int) -> str | None:
        """Return the lord of a column, or None."""

    def titles(self, player: str) -> tuple[int, int]:
        """Return (of how many rows, of how many columns) the player is the lord."""

    def largest(self, player: str) -> int:
        """Return the size of the largest region of the player, 0 if no field belongs to the player."""

    def leader(self) -> tuple[str, int] | None:
        """Return the player with the largest region and its size; of several such players the first by alphabet.

        Return None if all fields are free.
        """

    def leave(self, player: str) -> int:
        """Make all fields of the player free, and return how many these were. The player may come back later."""

    def hand_over(self, player: str, heir: str) -> int:
        """Give all fields of the player to the heir, and return how many these were.

        Raise ValueError if both are the same.

        >>> land = LandRush(1, 3)
        >>> land.claim("ann", 0, 0)
        1
        >>> land.claim("bob", 0, 1)
        1
        >>> land.hand_over("ann", "bob")
        1
        >>> land.largest("bob")
        2
        """
'''

TYPES = {
    "__init__": (int, int),
    "claim": (str, int, int),
    "owner": (int, int),
    "row_lord": (int,),
    "column_lord": (int,),
    "titles": (str,),
    "largest": (str,),
    "leader": (),
    "leave": (str,),
    "hand_over": (str, str),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        for value in args:
            if type(value) is str:
                assert 1 <= len(value) <= 20 and value.isascii(), "player must have 1 to 20 ASCII characters"
            elif place == 0:
                assert 1 <= value <= 400, "the grid must have from 1 to 400 rows and columns"
            else:
                assert -1000 <= value <= 1000, "row and column must be from -1000 to 1000"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("leader",)],)),
    ("a grid without rows", ([("__init__", 0, 5)],)),
    ("a player without a name", ([("__init__", 5, 5), ("claim", "", 1, 1)],)),
    ("a row that is no integer", ([("__init__", 5, 5), ("row_lord", 1.0)],)),
    ("an unknown method", ([("__init__", 5, 5), ("steal", "a", 1, 1)],)),
    ("a column far out", ([("__init__", 5, 5), ("owner", 1, 1001)],)),
]

COST_VARIES = {
    "crowd": "how large the areas grow depends on who leaves when, and they are counted anew after that",
}

TESTS = {
    "claim: returns the size of the region": (
        [
            ("__init__", 3, 3),
            ("claim", "a", 0, 0),
            ("claim", "a", 1, 1),
            ("claim", "a", 2, 2),
            ("claim", "a", 1, 0),
            ("claim", "a", 1, 2),
            ("claim", "a", 0, 2),
        ],
        [None, 1, 1, 1, 3, 5, 6],
    ),
    "claim: other players and diagonals do not connect": (
        [
            ("__init__", 2, 3),
            ("claim", "a", 0, 0),
            ("claim", "b", 0, 1),
            ("claim", "a", 0, 2),
            ("claim", "a", 1, 1),
            ("claim", "b", 1, 0),
        ],
        [None, 1, 1, 1, 1, 1],
    ),
    "claim: the ends of a row do not touch the next row": (
        [("__init__", 2, 3), ("claim", "a", 0, 2), ("claim", "a", 1, 0), ("claim", "a", 0, 0), ("largest", "a")],
        [None, 1, 1, 2, 2],
    ),
    "claim: taken and outside": (
        [
            ("__init__", 2, 3),
            ("claim", "a", 1, 2),
            ("claim", "a", 1, 2),
            ("claim", "b", 1, 2),
            ("claim", "b", 2, 0),
            ("claim", "b", 0, 3),
            ("claim", "b", -1, 0),
            ("claim", "b", 0, -1),
            ("largest", "b"),
        ],
        [None, 1, ValueError, ValueError, IndexError, IndexError, IndexError, IndexError, 0],
    ),
    "claim: a ring closes": (
        [
            ("__init__", 3, 3),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "a", 0, 2),
            ("claim", "a", 1, 2),
            ("claim", "a", 2, 2),
            ("claim", "a", 2, 1),
            ("claim", "a", 2, 0),
            ("claim", "a", 1, 0),
            ("claim", "a", 1, 1),
        ],
        [None, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ),
    "owner: free and taken fields": (
        [("__init__", 1, 2), ("claim", "a", 0, 1), ("owner", 0, 1), ("owner", 0, 0)],
        [None, 1, "a", None],
    ),
    "owner: outside": (
        [("__init__", 1, 2), ("owner", 1, 0), ("owner", 0, 2), ("owner", -1, 0), ("owner", 0, -1)],
        [None, IndexError, IndexError, IndexError, IndexError],
    ),
    "row_lord: at least two fields and more than the others": (
        [
            ("__init__", 1, 6),
            ("row_lord", 0),
            ("claim", "b", 0, 0),
            ("row_lord", 0),
            ("claim", "b", 0, 4),
            ("row_lord", 0),
            ("claim", "a", 0, 1),
            ("row_lord", 0),
            ("claim", "a", 0, 2),
            ("row_lord", 0),
            ("claim", "a", 0, 5),
            ("row_lord", 0),
        ],
        [None, None, 1, None, 1, "b", 1, "b", 2, None, 1, "a"],
    ),
    "row_lord: outside": (
        [("__init__", 2, 3), ("row_lord", 2), ("row_lord", -1), ("row_lord", 1)],
        [None, IndexError, IndexError, None],
    ),
    "column_lord: at least two fields and more than the others": (
        [
            ("__init__", 5, 2),
            ("claim", "a", 0, 1),
            ("column_lord", 1),
            ("claim", "a", 4, 1),
            ("column_lord", 1),
            ("column_lord", 0),
            ("claim", "c", 1, 1),
            ("claim", "c", 2, 1),
            ("column_lord", 1),
        ],
        [None, 1, None, 1, "a", None, 1, 2, None],
    ),
    "column_lord: outside": (
        [("__init__", 2, 3), ("column_lord", 3), ("column_lord", -1), ("column_lord", 2)],
        [None, IndexError, IndexError, None],
    ),
    "titles: rows and columns": (
        [
            ("__init__", 2, 4),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "a", 1, 1),
            ("titles", "a"),
            ("claim", "b", 1, 2),
            ("claim", "b", 1, 3),
            ("titles", "b"),
            ("claim", "b", 0, 3),
            ("titles", "b"),
            ("titles", "a"),
        ],
        [None, 1, 2, 3, (1, 1), 1, 2, (1, 0), 3, (1, 1), (1, 1)],
    ),
    "titles: a player without fields": ([("__init__", 2, 4), ("titles", "a")], [None, (0, 0)]),
    "largest: of several regions": (
        [
            ("__init__", 1, 7),
            ("claim", "a", 0, 0),
            ("largest", "a"),
            ("claim", "a", 0, 2),
            ("claim", "a", 0, 3),
            ("claim", "a", 0, 5),
            ("largest", "a"),
            ("claim", "b", 0, 1),
            ("largest", "b"),
            ("claim", "a", 0, 4),
            ("largest", "a"),
        ],
        [None, 1, 1, 1, 2, 1, 2, 1, 1, 4, 4],
    ),
    "largest: after leaving and without fields": (
        [
            ("__init__", 1, 7),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("leave", "a"),
            ("largest", "a"),
            ("largest", "z"),
        ],
        [None, 1, 2, 2, 0, 0],
    ),
    "leader: the largest region, then the name": (
        [
            ("__init__", 2, 4),
            ("leader",),
            ("claim", "b", 0, 0),
            ("leader",),
            ("claim", "a", 0, 1),
            ("leader",),
            ("claim", "b", 1, 0),
            ("leader",),
            ("claim", "c", 1, 1),
            ("claim", "c", 1, 2),
            ("leader",),
            ("claim", "c", 1, 3),
            ("leader",),
        ],
        [None, None, 1, ("b", 1), 1, ("a", 1), 2, ("b", 2), 1, 2, ("b", 2), 3, ("c", 3)],
    ),
    "leader: has left or handed over": (
        [
            ("__init__", 1, 7),
            ("claim", "b", 0, 0),
            ("claim", "b", 0, 1),
            ("claim", "a", 0, 2),
            ("leader",),
            ("leave", "b"),
            ("leader",),
            ("hand_over", "a", "z"),
            ("leader",),
            ("leave", "z"),
            ("leader",),
        ],
        [None, 1, 2, 1, ("b", 2), 2, ("a", 1), 1, ("z", 1), 1, None],
    ),
    "leave: fields are free again and nothing of the regions is left": (
        [
            ("__init__", 2, 3),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "b", 1, 1),
            ("leave", "a"),
            ("owner", 0, 0),
            ("owner", 1, 1),
            ("row_lord", 0),
            ("claim", "b", 0, 1),
            ("claim", "a", 0, 0),
            ("largest", "a"),
        ],
        [None, 1, 2, 1, 2, None, "b", None, 2, 1, 1],
    ),
    "leave: whoever comes back starts anew": (
        [
            ("__init__", 3, 1),
            ("claim", "a", 0, 0),
            ("claim", "a", 1, 0),
            ("leave", "a"),
            ("claim", "a", 2, 0),
            ("column_lord", 0),
            ("claim", "a", 1, 0),
            ("column_lord", 0),
            ("row_lord", 1),
            ("largest", "a"),
        ],
        [None, 1, 2, 2, 1, None, 2, "a", None, 2],
    ),
    "hand_over: whoever comes back starts anew": (
        [
            ("__init__", 1, 7),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "a", 0, 2),
            ("hand_over", "a", "b"),
            ("claim", "a", 0, 3),
            ("claim", "a", 0, 4),
            ("claim", "a", 0, 5),
            ("row_lord", 0),
            ("column_lord", 0),
            ("claim", "a", 0, 6),
            ("row_lord", 0),
        ],
        [None, 1, 2, 3, 3, 1, 2, 3, None, None, 4, "a"],
    ),
    "leave: a player without fields, and twice": (
        [("__init__", 2, 3), ("leave", "a"), ("claim", "a", 0, 0), ("leave", "a"), ("leave", "a")],
        [None, 0, 1, 1, 0],
    ),
    "leave: makes another player the lord": (
        [
            ("__init__", 5, 1),
            ("claim", "a", 0, 0),
            ("claim", "a", 1, 0),
            ("claim", "a", 2, 0),
            ("claim", "b", 3, 0),
            ("claim", "b", 4, 0),
            ("column_lord", 0),
            ("leave", "a"),
            ("column_lord", 0),
            ("titles", "b"),
            ("titles", "a"),
        ],
        [None, 1, 2, 3, 1, 2, "a", 3, "b", (0, 1), (0, 0)],
    ),
    "hand_over: regions grow together": (
        [
            ("__init__", 1, 6),
            ("claim", "a", 0, 0),
            ("claim", "b", 0, 1),
            ("claim", "a", 0, 2),
            ("claim", "b", 0, 4),
            ("hand_over", "b", "a"),
            ("largest", "a"),
            ("largest", "b"),
            ("owner", 0, 4),
            ("claim", "a", 0, 3),
            ("row_lord", 0),
        ],
        [None, 1, 1, 1, 1, 2, 3, 0, "a", 5, "a"],
    ),
    "hand_over: to a player without fields, from one without, and to oneself": (
        [
            ("__init__", 1, 6),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("hand_over", "a", "a"),
            ("hand_over", "c", "a"),
            ("hand_over", "a", "b"),
            ("hand_over", "a", "b"),
            ("largest", "b"),
            ("claim", "a", 0, 2),
            ("row_lord", 0),
            ("leader",),
        ],
        [None, 1, 2, ValueError, 0, 2, 0, 2, 1, "b", ("b", 2)],
    ),
    "hand_over: the larger one to the smaller one": (
        [
            ("__init__", 2, 4),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "a", 1, 0),
            ("claim", "b", 0, 3),
            ("hand_over", "a", "b"),
            ("titles", "b"),
            ("titles", "a"),
            ("claim", "b", 0, 2),
            ("claim", "a", 1, 1),
            ("owner", 1, 0),
        ],
        [None, 1, 2, 3, 1, 3, (1, 1), (0, 0), 5, 1, "b"],
    ),
    "class: lords change as fields are taken and left": (
        [
            ("__init__", 3, 3),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "b", 1, 0),
            ("claim", "b", 1, 1),
            ("titles", "a"),
            ("column_lord", 0),
            ("claim", "b", 2, 0),
            ("column_lord", 0),
            ("leave", "a"),
            ("claim", "c", 0, 0),
            ("claim", "c", 0, 1),
            ("hand_over", "c", "b"),
            ("titles", "b"),
            ("leader",),
        ],
        [None, 1, 2, 1, 2, (1, 0), None, 3, "b", 2, 1, 2, 2, (2, 2), ("b", 5)],
    ),
    "class: handed over, left, and claimed anew": (
        [
            ("__init__", 2, 2),
            ("claim", "a", 0, 0),
            ("claim", "b", 0, 1),
            ("claim", "b", 1, 1),
            ("hand_over", "b", "a"),
            ("leave", "b"),
            ("leader",),
            ("leave", "a"),
            ("claim", "b", 0, 1),
            ("claim", "b", 1, 0),
            ("titles", "b"),
            ("largest", "b"),
        ],
        [None, 1, 1, 2, 2, 0, ("a", 3), 3, 1, 1, (0, 0), 1],
    ),
    "class: three players in one row": (
        [
            ("__init__", 1, 9),
            ("claim", "a", 0, 0),
            ("claim", "a", 0, 1),
            ("claim", "b", 0, 3),
            ("claim", "b", 0, 4),
            ("claim", "c", 0, 6),
            ("row_lord", 0),
            ("hand_over", "c", "b"),
            ("row_lord", 0),
            ("claim", "a", 0, 2),
            ("row_lord", 0),
            ("leave", "b"),
            ("row_lord", 0),
            ("claim", "a", 0, 3),
        ],
        [None, 1, 2, 1, 2, 1, None, 1, "b", 3, None, 3, "a", 4],
    ),
}


class Canonical:
    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.owners = {}  # field: player
        self.fields = {}  # player: the fields
        self.parents = {}  # field: another one of its region, or itself at the root
        self.sizes = {}  # root: how many fields the region has
        self.best = {}  # player: size of the largest region
        self.row_counts = [{} for _ in range(rows)]  # player: how many fields
        self.column_counts = [{} for _ in range(columns)]

    def _check(self, row, column):
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError("outside of the grid")

    def _root(self, field):
        parents = self.parents
        while parents[field] != field:
            parents[field] = parents[parents[field]]
            field = parents[field]
        return field

    def _connect(self, player, field):
        row, column = field
        root = self._root(field)
        for neighbour in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if self.owners.get(neighbour) == player:
                other = self._root(neighbour)
                if other != root:
                    if self.sizes[other] > self.sizes[root]:
                        root, other = other, root
                    self.parents[other] = root
                    self.sizes[root] += self.sizes.pop(other)
        self.best[player] = max(self.best.get(player, 0), self.sizes[root])
        return self.sizes[root]

    def _count(self, player, field, change):
        row, column = field
        for counts in (self.row_counts[row], self.column_counts[column]):
            counts[player] = counts.get(player, 0) + change

    def claim(self, player, row, column):
        self._check(row, column)
        field = (row, column)
        if field in self.owners:
            raise ValueError("the field is taken")
        self.owners[field] = player
        self.fields.setdefault(player, set()).add(field)
        self.parents[field] = field
        self.sizes[field] = 1
        self._count(player, field, 1)
        return self._connect(player, field)

    def owner(self, row, column):
        self._check(row, column)
        return self.owners.get((row, column))

    def _lord(self, counts):
        most = max(counts.values(), default=0)
        players = [player for player, count in counts.items() if count == most]
        return players[0] if most >= 2 and len(players) == 1 else None

    def row_lord(self, row):
        self._check(row, 0)
        return self._lord(self.row_counts[row])

    def column_lord(self, column):
        self._check(0, column)
        return self._lord(self.column_counts[column])

    def titles(self, player):
        return (
            sum(self._lord(counts) == player for counts in self.row_counts),
            sum(self._lord(counts) == player for counts in self.column_counts),
        )

    def largest(self, player):
        return self.best.get(player, 0)

    def leader(self):
        if not self.best:
            return None
        player = min(self.best, key=lambda player: (-self.best[player], player))
        return (player, self.best[player])

    def leave(self, player):
        fields = self.fields.pop(player, set())
        self.best.pop(player, None)
        for field in fields:
            del self.owners[field]
            self._count(player, field, -1)
        return len(fields)

    def hand_over(self, player, heir):
        if player == heir:
            raise ValueError("both are the same")
        fields = self.fields.pop(player, set())
        self.best.pop(player, None)
        for field in fields:
            self.owners[field] = heir
            self._count(player, field, -1)
            self._count(heir, field, 1)
        self.fields.setdefault(heir, set()).update(fields)
        for field in fields:
            self._connect(heir, field)
        return len(fields)


class ReferenceNumberedPlayersAndFields:
    """Fields and players are numbers; a hand-over moves the fewer fields, and lords are looked for when asked for."""

    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.width = width = columns + 1
        self.owners = [-1] * ((rows + 2) * width + 1)  # with a border of free fields
        self.parents = list(range(len(self.owners)))
        self.sizes = [1] * len(self.owners)
        self.ids = {}
        self.names = []
        self.fields = []
        self.best = []
        self.counts = [{} for _ in range(rows + columns)]
        self.lords = [-1] * (rows + columns)
        self.dirty = set()
        self.row_titles = []
        self.column_titles = []
        self.top = None  # (-size, player) of the leader, where it is known

    def _id(self, player):
        self.ids[player] = number = len(self.names)
        self.names.append(player)
        self.fields.append([])
        self.best.append(0)
        self.row_titles.append(0)
        self.column_titles.append(0)
        return number

    def _connect(self, number, field):
        owners = self.owners
        parents = self.parents
        sizes = self.sizes
        width = self.width
        root = field
        while parents[root] != root:
            parents[root] = root = parents[parents[root]]
        for other in (field - width, field - 1, field + 1, field + width):
            if owners[other] == number:
                while parents[other] != other:
                    parents[other] = other = parents[parents[other]]
                if other != root:
                    if sizes[other] > sizes[root]:
                        root, other = other, root
                    parents[other] = root
                    sizes[root] += sizes[other]
        size = sizes[root]
        if size > self.best[number]:
            self.best[number] = size
        return size

    def claim(self, player, row, column):
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError
        field = (row + 1) * self.width + column + 1
        if self.owners[field] >= 0:
            raise ValueError
        number = self.ids.get(player)
        if number is None:
            number = self._id(player)
        self.owners[field] = number
        self.fields[number].append(field)
        column += self.rows
        counts = self.counts[row]
        counts[number] = counts.get(number, 0) + 1
        counts = self.counts[column]
        counts[number] = counts.get(number, 0) + 1
        self.dirty.add(row)
        self.dirty.add(column)
        size = self._connect(number, field)
        if self.top is not None and (-size, player) < self.top:
            self.top = (-size, player)
        return size

    def owner(self, row, column):
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError
        number = self.owners[(row + 1) * self.width + column + 1]
        return self.names[number] if number >= 0 else None

    def _settle(self, line):
        most = 1
        lord = -1
        for number, count in self.counts[line].items():
            if count > most:
                most = count
                lord = number
            elif count == most:
                lord = -1
        before = self.lords[line]
        if lord != before:
            titles = self.row_titles if line < self.rows else self.column_titles
            if before >= 0:
                titles[before] -= 1
            if lord >= 0:
                titles[lord] += 1
            self.lords[line] = lord
        return lord

    def row_lord(self, row):
        if not 0 <= row < self.rows:
            raise IndexError
        if row in self.dirty:
            self.dirty.remove(row)
            lord = self._settle(row)
        else:
            lord = self.lords[row]
        return self.names[lord] if lord >= 0 else None

    def column_lord(self, column):
        if not 0 <= column < self.columns:
            raise IndexError
        line = self.rows + column
        if line in self.dirty:
            self.dirty.remove(line)
            lord = self._settle(line)
        else:
            lord = self.lords[line]
        return self.names[lord] if lord >= 0 else None

    def titles(self, player):
        if self.dirty:
            for line in self.dirty:
                self._settle(line)
            self.dirty.clear()
        number = self.ids.get(player)
        return (0, 0) if number is None else (self.row_titles[number], self.column_titles[number])

    def largest(self, player):
        number = self.ids.get(player)
        return 0 if number is None else self.best[number]

    def leader(self):
        if self.top is None:
            if not self.ids:
                return None
            best = self.best
            self.top = min([(-best[number], player) for player, number in self.ids.items()])
        size, player = self.top
        return (player, -size)

    def _uncount(self, number, fields):
        """Take the player's fields out of the counts, and say where they were: (row, column as a line) for each."""
        width = self.width
        shift = self.rows - 1
        lines = []
        for field in fields:
            row, column = divmod(field, width)
            lines.append(row - 1)
            lines.append(column + shift)
        dirty = set(lines)
        for line in dirty:
            del self.counts[line][number]
        self.dirty |= dirty
        return lines

    def leave(self, player):
        number = self.ids.pop(player, None)
        if number is None:
            return 0
        fields = self.fields[number]
        self._uncount(number, fields)
        owners = self.owners
        parents = self.parents
        sizes = self.sizes
        for field in fields:
            owners[field] = -1
            parents[field] = field
            sizes[field] = 1
        self.fields[number] = ()
        self.top = None
        return len(fields)

    def hand_over(self, player, heir):
        if player == heir:
            raise ValueError
        number = self.ids.pop(player, None)
        if number is None:
            return 0
        self.top = None
        moved = len(self.fields[number])
        other = self.ids.get(heir)
        if other is not None:
            if moved > len(self.fields[other]):
                number, other = other, number
            fields = self.fields[number]
            self.fields[number] = ()
            for line in self._uncount(number, fields):
                counts = self.counts[line]
                counts[other] = counts.get(other, 0) + 1
            self.fields[other] += fields
            if self.best[number] > self.best[other]:
                self.best[other] = self.best[number]
            owners = self.owners
            for field in fields:
                owners[field] = other
            for field in fields:
                self._connect(other, field)
            number = other
        self.ids[heir] = number
        self.names[number] = heir
        return moved


class SlowWalkThroughRegions:
    def __init__(self, rows, columns):
        self.grid = [[None] * columns for _ in range(rows)]

    def _check(self, row, column):
        if not (0 <= row < len(self.grid) and 0 <= column < len(self.grid[0])):
            raise IndexError

    def _region(self, row, column):
        player = self.grid[row][column]
        seen = {(row, column)}
        ahead = [(row, column)]
        while ahead:
            r, c = ahead.pop()
            for field in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                inside = 0 <= field[0] < len(self.grid) and 0 <= field[1] < len(self.grid[0])
                if inside and field not in seen and self.grid[field[0]][field[1]] == player:
                    seen.add(field)
                    ahead.append(field)
        return seen

    def claim(self, player, row, column):
        self._check(row, column)
        if self.grid[row][column] is not None:
            raise ValueError
        self.grid[row][column] = player
        return len(self._region(row, column))

    def owner(self, row, column):
        self._check(row, column)
        return self.grid[row][column]

    def _lord(self, line):
        counts = {}
        for player in line:
            if player is not None:
                counts[player] = counts.get(player, 0) + 1
        ranking = sorted(counts.items(), key=lambda pair: -pair[1])
        if not ranking or ranking[0][1] < 2 or (len(ranking) > 1 and ranking[1][1] == ranking[0][1]):
            return None
        return ranking[0][0]

    def row_lord(self, row):
        self._check(row, 0)
        return self._lord(self.grid[row])

    def column_lord(self, column):
        self._check(0, column)
        return self._lord([row[column] for row in self.grid])

    def titles(self, player):
        rows = [self._lord(row) for row in self.grid]
        columns = [self._lord(column) for column in zip(*self.grid, strict=True)]
        return (rows.count(player), columns.count(player))

    def _regions(self, player):
        seen = set()
        best = {}
        for row, line in enumerate(self.grid):
            for column, owner in enumerate(line):
                if owner is not None and player in (None, owner) and (row, column) not in seen:
                    region = self._region(row, column)
                    seen |= region
                    best[owner] = max(best.get(owner, 0), len(region))
        return best

    def largest(self, player):
        return self._regions(player).get(player, 0)

    def leader(self):
        best = self._regions(None)
        return min(best.items(), key=lambda pair: (-pair[1], pair[0])) if best else None

    def leave(self, player):
        return self._replace(player, None)

    def hand_over(self, player, heir):
        if player == heir:
            raise ValueError
        return self._replace(player, heir)

    def _replace(self, player, other):
        moved = 0
        for row in self.grid:
            for column, owner in enumerate(row):
                if owner == player:
                    row[column] = other
                    moved += 1
        return moved


def all_fields(rng, rows, columns):
    fields = [(row, column) for row in range(rows) for column in range(columns)]
    rng.shuffle(fields)
    return fields


def stress_two_players(rng):
    """worst_of_slow: two players fill the grid; walking through their large regions for each claim is quadratic."""
    calls = [("__init__", 54, 54)]
    for row, column in all_fields(rng, 54, 54):
        calls.append(("claim", "ab"[rng.random() < 0.2], row, column))
        if rng.random() < 0.9:
            calls.append(("row_lord", row))
            calls.append(("column_lord", column))
    return (calls,)


def stress_crowd(rng):
    """large_random: forty players, every method, and fields that are taken or outside."""
    calls = [("__init__", 30, 40)]
    players = [f"p{number}" for number in range(40)]
    for _ in range(4_500):
        player = rng.choice(players)
        draw = rng.random()
        if draw < 0.5:
            calls.append(("claim", player, rng.randrange(-1, 31), rng.randrange(40)))
        elif draw < 0.6:
            calls.append(("owner", rng.randrange(30), rng.randrange(-1, 41)))
        elif draw < 0.7:
            calls.append(("row_lord", rng.randrange(-1, 31)))
        elif draw < 0.8:
            calls.append(("column_lord", rng.randrange(-1, 41)))
        elif draw < 0.83:
            calls.append(("titles", player))
        elif draw < 0.9:
            calls.append(("largest", player))
        elif draw < 0.92:
            calls.append(("leader",))
        elif draw < 0.97:
            calls.append(("leave", player))
        else:
            calls.append(("hand_over", player, rng.choice(players)))
    return (calls,)


def stress_one_region(rng):
    """sorted: one player claims field by field, around a few of a rival; each joins one huge region."""
    calls = [("__init__", 40, 60)]
    for _ in range(60):
        calls.append(("claim", "rival", rng.randrange(40), rng.randrange(60)))
    for row in range(40):
        for column in range(60):
            calls.append(("claim", "solo", row, column))
        calls.append(("largest", "solo"))
        calls.append(("leader",))
        calls.append(("titles", "solo"))
    return (calls,)


def stress_settled_and_looked_at(rng):
    """build_then_query: a full grid, of which the lords, largest regions and the leader are asked again and again."""
    calls = [("__init__", 30, 30)]
    players = [f"p{number}" for number in range(9)]
    for row, column in all_fields(rng, 30, 30):
        calls.append(("claim", rng.choice(players), row, column))
    for _ in range(300):
        calls.append(("largest", rng.choice(players)))
        calls.append(("leader",))
        calls.append(("titles", rng.choice(players)))
        for _ in range(12):
            calls.append(("row_lord", rng.randrange(30)))
            calls.append(("owner", rng.randrange(30), rng.randrange(30)))
    return (calls,)


def stress_handed_round(rng):
    """adversarial_order: a large estate goes from hand to hand, and always to somebody who has less."""
    calls = [("__init__", 40, 40)]
    fields = all_fields(rng, 40, 40)
    for row, column in fields[:350]:
        calls.append(("claim", "p0", row, column))
    for turn, (row, column) in enumerate(fields[350:420]):
        calls.append(("claim", f"p{turn + 1}", row, column))
        calls.append(("hand_over", f"p{turn}", f"p{turn + 1}"))
        for _ in range(45):
            calls.append(("row_lord", rng.randrange(40)))
            calls.append(("owner", rng.randrange(40), rng.randrange(40)))
        calls.append(("largest", f"p{turn + 1}"))
    return (calls,)


def stress_come_and_go(rng):
    """growth_then_shrink: settlers fill the grid and leave it one after another, four times over."""
    calls = [("__init__", 30, 30)]
    for _ in range(4):
        for row, column in all_fields(rng, 30, 30):
            calls.append(("claim", f"p{(row // 5) * 6 + column // 5}", row, column))
        for number in rng.sample(range(36), 36):
            calls.append(("leave", f"p{number}"))
            calls.append(("leader",))
            calls.append(("titles", f"p{rng.randrange(36)}"))
    return (calls,)


def stress_lone_fields(rng):
    """sparse: claims that touch no other one, as on a chessboard, so that no region ever has two fields."""
    calls = [("__init__", 80, 80)]
    start = rng.randrange(2)
    for row, column in all_fields(rng, 80, 80):
        if (row + column) % 2 == start:
            calls.append(("claim", f"p{rng.randrange(5)}", row, column))
            calls.append(("column_lord", column))
    return (calls,)


def growing(rng, size):
    """The number of calls: two players fill a grid of as many fields, up to 400 by 400."""
    side = 1
    while side * side < size - 1:
        side += 1
    calls = [("__init__", side, side)]
    for row, column in all_fields(rng, side, side)[: size - 1]:
        calls.append(("claim", "ab"[rng.random() < 0.2], row, column))
    return (calls,)
