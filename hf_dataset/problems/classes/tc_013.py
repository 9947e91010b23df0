"""FolderTree: folders and files, what they hold, and limits on what they may hold.

A table of full paths must be read whole for every total, and every path below a folder that moves must be written anew.
A tree of folders that keep their totals spends as much as a path is deep: on the change, on a question about a limit,
and on a move, which takes the subtree from one folder and hangs it into another. The fullest entry of a folder can be
remembered: it must be looked for again only after it has shrunk or gone.
Decided here: the root is the empty path; a limit that is broken already cannot be set; a move is held against the
limits above its target only where these are not above its source as well.
"""

WRITTEN = "2026-11-24"

PROMPT = '''class FolderTree:
    """Folders and files with sizes.

    A path is the names from the root down, joined by "/", such as "music/live/one"; the root is the folder "". A folder
    holds entries, which are files and folders, each with a name of its own. The *total* of a file is its size; that of
    a folder is the sum of the sizes of all files in it and in the folders below it. A folder may have a *limit*: its
    total is never larger than that.

    If a call could raise several exceptions, the one that its method names first counts. A call that raises changes
    nothing.

    >>> tree = FolderTree()
    >>> tree.make("a"); tree.make("a/b"); tree.make("c")
    >>> tree.write("a/b/x", 5), tree.write("a/y", 7), tree.write("a/y", 4)
    (5, 7, -3)
    >>> tree.total("a"), tree.files("a"), tree.fullest("a")
    (9, 2, 'b')
    >>> tree.limit("c", 6); tree.move("a/b", "c/d"); tree.total("c"), tree.total("a"), tree.total("c/d/x")
    (5, 4, 5)
    >>> tree.drop("c/d"), tree.files("")
    (5, 1)
    """

    def __init__(self) -> None:
        """Start with the root alone, empty and without a limit."""

    def make(self, path: str) -> None:
        """Make a new, empty folder without a limit.

        Raise ValueError if there is a file or a folder of this path; KeyError if the path without its last name is not
        a folder.
        """

    def write(self, path: str, size: int) -> int:
        """Write a file of this size, or give the file that is there this size. Return by how much its size changed.

        A new file had the size 0 before.
        Raise ValueError if `path` is a folder; KeyError if the path without its last name is not a folder;
        OverflowError if a folder would exceed its limit.
        """

    def limit(self, path: str, most: "int | None") -> None:
        """Set the limit of a folder in place of the one it has; None: it has no limit any more.

        Raise KeyError if `path` is not a folder; ValueError if its total is larger than `most`.
        """

    def total(self, path: str) -> int:
        """Return the total of a file or folder. Raise KeyError if there is none of this path."""

    def files(self, path: str) -> int:
        """Return how many files are in a folder and in the folders below it; of a file: 1.

        Raise KeyError if there is no file or folder of this path.
        """

    def fullest(self, path: str) -> "str | None":
        """Return the name of the entry of a folder that has the largest total, and None if the folder has no entry.

        Of entries with the same total it is the one whose name comes first in alphabetical order (that of `<` on str).
        Raise KeyError if `path` is not a folder.
        """

    def move(self, source: str, target: str) -> None:
        """Move a file, or a folder with all that is in it and with its limits, so that its path is `target`.

        Raise KeyError if there is no file or folder `source`; ValueError if `source` is the root, or if `target` is the
        same path as `source` or begins with `source` and "/"; KeyError if `target` without its last name is not a
        folder; ValueError if there is a file or folder `target`; OverflowError if a folder would exceed its limit.
        """

    def drop(self, path: str) -> int:
        """Remove a file, or a folder with all that is in it. Return its total.

        Raise ValueError if `path` is the root; KeyError if there is no file or folder of this path.
        """
'''

ARGUMENTS = {
    "__init__": (),
    "make": (str,),
    "write": (str, int),
    "limit": (str, int),
    "total": (str,),
    "files": (str,),
    "fullest": (str,),
    "move": (str, str),
    "drop": (str,),
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
        if name == "limit" and len(types) == 2 and arguments[1] is None:
            types = (types[0], int)
        assert types == ARGUMENTS[name], "the arguments must have the types of the method's parameters"
        for argument in arguments:
            if type(argument) is str:
                assert len(argument) <= 2_000, "a path must have at most 2,000 characters"
                assert argument == "" or all(argument.split("/")), "no name in a path may be empty"
            elif argument is not None:
                assert 0 <= argument <= 10**12, "sizes and limits must lie between 0 and 10**12"


INVALID = [
    ("no calls", ([],)),
    ("a second constructor", ([("__init__",), ("__init__",)],)),
    ("an empty name", ([("__init__",), ("make", "a//b")],)),
    ("a negative size", ([("__init__",), ("write", "a", -1)],)),
    ("an argument too many", ([("__init__",), ("total", "a", "b")],)),
    ("a path of 2,001 characters", ([("__init__",), ("make", "a" * 2_001)],)),
]

SMALL = [("__init__",), ("make", "a"), ("make", "a/b"), ("make", "c"), ("write", "a/b/x", 5), ("write", "a/y", 7)]
SMALL_DONE = [None, None, None, None, 5, 7]

TESTS = {
    "make: folders in folders": (
        [("__init__",), ("make", "a"), ("make", "a/a"), ("make", "a/a/a"), ("fullest", "a/a"), ("files", "")],
        [None, None, None, None, "a", 0],
    ),
    "make: what is there already, and what has no folder above": (
        [
            *SMALL,
            ("make", "a"),
            ("make", ""),
            ("make", "a/y"),
            ("make", "a/b/x"),
            ("make", "q/r"),
            ("make", "a/y/z"),
            ("make", "a/q/r"),
            ("fullest", ""),
        ],
        [*SMALL_DONE, ValueError, ValueError, ValueError, ValueError, KeyError, KeyError, KeyError, "a"],
    ),
    "write: new, larger, smaller, the same": (
        [
            *SMALL,
            ("write", "top", 3),
            ("write", "top", 8),
            ("write", "top", 1),
            ("write", "top", 1),
            ("write", "zero", 0),
            ("files", ""),
            ("total", ""),
        ],
        [*SMALL_DONE, 3, 5, -7, 0, 0, 4, 13],
    ),
    "write: a folder is no file": (
        [*SMALL, ("write", "a", 1), ("write", "", 1), ("write", "q/x", 1), ("write", "a/y/z", 1), ("total", "")],
        [*SMALL_DONE, ValueError, ValueError, KeyError, KeyError, 12],
    ),
    "write: up to the limit of each folder above, and not beyond": (
        [
            *SMALL,
            ("limit", "a", 20),
            ("limit", "a/b", 9),
            ("write", "a/b/x", 9),
            ("write", "a/b/x", 10),
            ("write", "a/b/z", 1),
            ("write", "a/y", 12),
            ("write", "a/y", 11),
            ("write", "a/n", 1),
            ("write", "a/n", 0),
            ("write", "c/n", 99),
            ("total", "a"),
            ("files", "a"),
        ],
        [*SMALL_DONE, None, None, 4, OverflowError, OverflowError, OverflowError, 4, OverflowError, 0, 99, 20, 3],
    ),
    "limit: it must not be broken already": (
        [
            *SMALL,
            ("limit", "a", 11),
            ("limit", "a", 12),
            ("write", "a/y", 8),
            ("limit", "a", None),
            ("write", "a/y", 8),
            ("limit", "", 12),
            ("limit", "", 13),
            ("write", "c/n", 1),
        ],
        [*SMALL_DONE, ValueError, None, OverflowError, None, 1, ValueError, None, OverflowError],
    ),
    "limit: only folders have one": (
        [*SMALL, ("limit", "a/y", 50), ("limit", "q", 1), ("limit", "q", None), ("limit", "c", 0), ("write", "c/n", 0)],
        [*SMALL_DONE, KeyError, KeyError, KeyError, None, 0],
    ),
    "limit: a lower one in place of a higher one": (
        [*SMALL, ("limit", "c", 9), ("limit", "c", 2), ("write", "c/n", 3), ("limit", "c", 4), ("write", "c/n", 3)],
        [*SMALL_DONE, None, None, OverflowError, None, 3],
    ),
    "total: of files, folders and the root": (
        [*SMALL, ("total", "a/b/x"), ("total", "a/b"), ("total", "a"), ("total", "c"), ("total", ""), ("total", "x")],
        [*SMALL_DONE, 5, 5, 12, 0, 12, KeyError],
    ),
    "total: nothing lies below a file": (
        [*SMALL, ("total", "a/y/y"), ("total", "a/bb"), ("total", "b"), ("total", "a/b/x/q/r")],
        [*SMALL_DONE, KeyError, KeyError, KeyError, KeyError],
    ),
    "files: of files, folders and the root": (
        [*SMALL, ("files", "a/y"), ("files", "a/b"), ("files", "a"), ("files", "c"), ("files", ""), ("files", "y")],
        [*SMALL_DONE, 1, 1, 2, 0, 2, KeyError],
    ),
    "files: names that begin alike": (
        [
            ("__init__",),
            ("make", "ab"),
            ("make", "a"),
            ("write", "ab/c", 1),
            ("write", "a/bc", 2),
            ("write", "a-", 4),
            ("files", "a"),
            ("total", "a"),
            ("drop", "a"),
            ("files", ""),
            ("total", ""),
        ],
        [None, None, None, 1, 2, 4, 1, 2, 2, 2, 5],
    ),
    "fullest: the largest, then the first name": (
        [
            *SMALL,
            ("fullest", ""),
            ("fullest", "a"),
            ("fullest", "c"),
            ("write", "a/a", 7),
            ("fullest", "a"),
            ("write", "a/z", 7),
            ("fullest", "a"),
            ("write", "a/b/w", 2),
            ("fullest", "a"),
            ("write", "a/b/w", 3),
            ("fullest", "a"),
            ("write", "a/b/w", 1),
            ("fullest", "a"),
        ],
        [*SMALL_DONE, "a", "y", None, 7, "a", 7, "a", 2, "a", 1, "b", -2, "a"],
    ),
    "fullest: entries without content count": (
        [
            ("__init__",),
            ("fullest", ""),
            ("make", "k"),
            ("fullest", ""),
            ("write", "j", 0),
            ("fullest", ""),
            ("make", "Z"),
            ("fullest", ""),
            ("fullest", "j"),
            ("fullest", "q"),
            ("drop", "Z"),
            ("fullest", ""),
        ],
        [None, None, None, "k", 0, "j", None, "Z", KeyError, KeyError, 0, "j"],
    ),
    "fullest: after the fullest has gone": (
        [
            *SMALL,
            ("fullest", "a"),
            ("drop", "a/y"),
            ("fullest", "a"),
            ("move", "a/b", "c/b"),
            ("fullest", "a"),
            ("fullest", ""),
            ("fullest", "c"),
            ("move", "c/b", "b"),
            ("fullest", ""),
        ],
        [*SMALL_DONE, "y", 7, "b", None, None, "c", "b", None, "b"],
    ),
    "move: a folder with all that is in it": (
        [
            *SMALL,
            ("move", "a", "c/n"),
            ("total", "c/n/b/x"),
            ("total", "a"),
            ("files", "c"),
            ("total", "c"),
            ("total", ""),
            ("make", "a"),
            ("move", "c/n/b", "a/k"),
            ("files", "c"),
            ("total", "a/k/x"),
            ("total", "c"),
        ],
        [*SMALL_DONE, None, 5, KeyError, 2, 12, 12, None, None, 1, 5, 7],
    ),
    "move: within a folder it is a new name": (
        [*SMALL, ("move", "a/y", "a/z"), ("move", "a/b", "a/bb"), ("total", "a"), ("fullest", "a"), ("files", "a/bb")],
        [*SMALL_DONE, None, None, 12, "z", 1],
    ),
    "move: what cannot be": (
        [
            *SMALL,
            ("move", "q", "q/r"),
            ("move", "", "c/n"),
            ("move", "a", "a"),
            ("move", "a", "a/b/n"),
            ("move", "a", "a/q/r"),
            ("move", "a/y", "a/y/y"),
            ("move", "a", "q/r"),
            ("move", "a/b", "a/y/r"),
            ("move", "a/b", "c"),
            ("move", "a/b", "a/y"),
            ("move", "a/b", ""),
            ("move", "a/b", "ab"),
            ("files", "ab"),
            ("move", "ab", "abc"),
        ],
        [
            *SMALL_DONE,
            KeyError,
            ValueError,
            ValueError,
            ValueError,
            ValueError,
            ValueError,
            KeyError,
            KeyError,
            ValueError,
            ValueError,
            ValueError,
            None,
            1,
            None,
        ],
    ),
    "move: limits above the target alone count": (
        [
            *SMALL,
            ("limit", "", 12),
            ("limit", "c", 4),
            ("move", "a/b", "c/b"),
            ("limit", "c", 5),
            ("limit", "a", 12),
            ("move", "a/b/x", "a/x"),
            ("move", "a/x", "c/x"),
            ("write", "c/x", 6),
            ("move", "c/x", "a/b/x"),
            ("limit", "a/b", 5),
            ("move", "a/y", "a/b/y"),
            ("total", "a/b"),
            ("files", "c"),
        ],
        [
            *SMALL_DONE,
            None,
            None,
            OverflowError,
            None,
            None,
            None,
            None,
            OverflowError,
            None,
            None,
            OverflowError,
            5,
            0,
        ],
    ),
    "move: a folder keeps its limit": (
        [
            *SMALL,
            ("limit", "a/b", 6),
            ("move", "a/b", "c/b"),
            ("write", "c/b/n", 2),
            ("write", "c/b/n", 1),
            ("make", "a/b"),
            ("write", "a/b/n", 50),
        ],
        [*SMALL_DONE, None, None, OverflowError, 1, None, 50],
    ),
    "drop: files and folders": (
        [
            *SMALL,
            ("drop", "a/b"),
            ("total", "a/b/x"),
            ("total", "a"),
            ("files", "a"),
            ("drop", "a/y"),
            ("drop", "c"),
            ("fullest", ""),
            ("drop", "a"),
            ("fullest", ""),
        ],
        [*SMALL_DONE, 5, KeyError, 7, 1, 7, 0, "a", 0, None],
    ),
    "drop: the root and what is not there": (
        [*SMALL, ("drop", ""), ("drop", "q"), ("drop", "a/q"), ("drop", "a/y/q"), ("drop", "q/r"), ("total", "")],
        [*SMALL_DONE, ValueError, KeyError, KeyError, KeyError, KeyError, 12],
    ),
    "drop: makes room below a limit, and a new folder has none": (
        [
            *SMALL,
            ("limit", "", 12),
            ("limit", "a/b", 5),
            ("write", "c/n", 5),
            ("drop", "a/b"),
            ("write", "c/n", 5),
            ("make", "a/b"),
            ("limit", "", None),
            ("write", "a/b/n", 60),
        ],
        [*SMALL_DONE, None, None, OverflowError, 5, 5, None, None, 60],
    ),
    "class: a file is replaced by a folder of its name": (
        [
            *SMALL,
            ("make", "a/y"),
            ("drop", "a/y"),
            ("make", "a/y"),
            ("write", "a/y", 2),
            ("write", "a/y/y", 2),
            ("total", "a/y"),
            ("files", "a"),
        ],
        [*SMALL_DONE, ValueError, 7, None, ValueError, 2, 2, 2],
    ),
    "class: two folders change places": (
        [
            *SMALL,
            ("write", "c/n", 3),
            ("move", "c", "t"),
            ("move", "a", "c"),
            ("move", "t", "a"),
            ("total", "a"),
            ("total", "c"),
            ("fullest", ""),
            ("total", "c/b/x"),
            ("files", "t"),
        ],
        [*SMALL_DONE, 3, None, None, None, 3, 12, "c", 5, KeyError],
    ),
    "class: a move out of a full folder and back": (
        [
            *SMALL,
            ("limit", "a", 12),
            ("move", "a/b", "b"),
            ("write", "a/m", 1),
            ("write", "b/x", 6),
            ("move", "b", "a/b"),
            ("drop", "a/m"),
            ("write", "b/x", 5),
            ("move", "b", "a/b"),
            ("total", "a"),
            ("fullest", "a"),
            ("total", ""),
        ],
        [*SMALL_DONE, None, None, 1, 1, OverflowError, 1, -1, None, 12, "y", 12],
    ),
}


class Folder:
    """A folder of the canonical solution's tree, or a file: then it has no table of entries."""

    def __init__(self, is_file):
        self.parent = None
        self.entries = None if is_file else {}
        self.total = 0
        self.files = 1 if is_file else 0
        self.limit = None

    def ancestors(self):
        folder = self.parent
        while folder is not None:
            yield folder
            folder = folder.parent


class Canonical:
    def __init__(self):
        self._root = Folder(is_file=False)

    def _find(self, path):
        found = self._root
        for name in path.split("/") if path else []:
            if found.entries is None or name not in found.entries:
                return None
            found = found.entries[name]
        return found

    def _existing(self, path):
        found = self._find(path)
        if found is None:
            raise KeyError(path)
        return found

    def _folder(self, path):
        found = self._existing(path)
        if found.entries is None:
            raise KeyError(path)
        return found

    def _attach(self, entry, parent, name):
        parent.entries[name] = entry
        entry.parent = parent
        for folder in entry.ancestors():
            folder.total += entry.total
            folder.files += entry.files

    def _detach(self, entry, name):
        for folder in entry.ancestors():
            folder.total -= entry.total
            folder.files -= entry.files
        del entry.parent.entries[name]

    def _check_limits(self, folders, more):
        for folder in folders:
            if folder.limit is not None and folder.total + more > folder.limit:
                raise OverflowError("a folder would exceed its limit")

    def make(self, path):
        if self._find(path) is not None:
            raise ValueError(f"{path} exists")
        above, _, name = path.rpartition("/")
        self._attach(Folder(is_file=False), self._folder(above), name)

    def write(self, path, size):
        file = self._find(path)
        if file is not None and file.entries is not None:
            raise ValueError(f"{path} is a folder")
        above, _, name = path.rpartition("/")
        parent = self._folder(above)
        change = size - (file.total if file else 0)
        self._check_limits([parent, *parent.ancestors()], change)
        if file is None:
            file = Folder(is_file=True)
            self._attach(file, parent, name)
        file.total = size
        for folder in file.ancestors():
            folder.total += change
        return change

    def limit(self, path, most):
        folder = self._folder(path)
        if most is not None and folder.total > most:
            raise ValueError("the folder is larger than that")
        folder.limit = most

    def total(self, path):
        return self._existing(path).total

    def files(self, path):
        return self._existing(path).files

    def fullest(self, path):
        entries = self._folder(path).entries
        return min(entries, key=lambda name: (-entries[name].total, name), default=None)

    def move(self, source, target):
        entry = self._existing(source)
        if source == "" or target == source or target.startswith(source + "/"):
            raise ValueError("the source cannot be moved there")
        above, _, name = target.rpartition("/")
        parent = self._folder(above)
        if self._find(target) is not None:
            raise ValueError(f"{target} exists")
        before = set(entry.ancestors())
        self._check_limits([folder for folder in [parent, *parent.ancestors()] if folder not in before], entry.total)
        self._detach(entry, source.rpartition("/")[2])
        self._attach(entry, parent, name)

    def drop(self, path):
        if path == "":
            raise ValueError("the root stays")
        entry = self._existing(path)
        self._detach(entry, path.rpartition("/")[2])
        return entry.total


class Node:
    """An entry of the tree: `best` is the name of the fullest entry, or None where it must be looked for."""

    __slots__ = ("best", "entries", "files", "limit", "name", "parent", "total")

    def __init__(self, name, parent, entries, files):
        self.name = name
        self.parent = parent
        self.entries = entries
        self.files = files
        self.total = 0
        self.limit = None
        self.best = None


def spread(node, more, files):
    """Adds to the totals of the folders above an entry whose own total has changed by `more` already."""
    folder = node.parent
    if more > 0:
        while folder is not None:
            folder.total += more
            folder.files += files
            best = folder.best
            if best is not None and best is not node:
                total, other = node.total, best.total
                if total > other or (total == other and node.name < best.name):
                    folder.best = node
            node = folder
            folder = folder.parent
    else:
        while folder is not None:
            folder.total += more
            folder.files += files
            if more and folder.best is node:
                folder.best = None
            node = folder
            folder = folder.parent


class ReferenceTreeThatRemembersTheFullest:
    def __init__(self):
        self._root = Node("", None, {}, 0)
        self._limits = 0

    def _find(self, path):
        node = self._root
        if path:
            for name in path.split("/"):
                node = node.entries[name]
        return node

    def _place(self, path):
        above, _, name = path.rpartition("/")
        node = self._root
        try:
            if above:
                for part in above.split("/"):
                    node = node.entries[part]
            return node, name, node.entries.get(name)
        except (TypeError, AttributeError):
            raise KeyError from None

    def _hang(self, node, parent):
        parent.entries[node.name] = node
        node.parent = parent
        best = parent.best
        if best is not None and node.total == best.total and node.name < best.name:
            parent.best = node
        spread(node, node.total, node.files)

    def _take_off(self, node):
        parent = node.parent
        if parent.best is node:
            parent.best = None
        del parent.entries[node.name]
        spread(node, -node.total, -node.files)

    def make(self, path):
        if not path:
            raise ValueError
        parent, name, there = self._place(path)
        if there is not None:
            raise ValueError
        parent.entries[name] = node = Node(name, parent, {}, 0)
        best = parent.best
        if best is not None and not best.total and name < best.name:
            parent.best = node

    def write(self, path, size):
        if not path:
            raise ValueError
        parent, name, node = self._place(path)
        if node is None:
            more = size
        elif node.entries is None:
            more = size - node.total
        else:
            raise ValueError
        if self._limits and more > 0:
            folder = parent
            while folder is not None:
                if folder.limit is not None and folder.total + more > folder.limit:
                    raise OverflowError
                folder = folder.parent
        if node is None:
            node = Node(name, parent, None, 1)
            node.total = size
            self._hang(node, parent)
        elif more:
            node.total = size
            spread(node, more, 0)
        return more

    def limit(self, path, most):
        try:
            folder = self._find(path)
        except TypeError:
            raise KeyError from None
        if folder.entries is None:
            raise KeyError
        if most is not None and folder.total > most:
            raise ValueError
        self._limits += (most is not None) - (folder.limit is not None)
        folder.limit = most

    def total(self, path):
        try:
            node = self._root
            if path:
                for name in path.split("/"):
                    node = node.entries[name]
        except TypeError:
            raise KeyError from None
        return node.total

    def files(self, path):
        try:
            return self._find(path).files
        except TypeError:
            raise KeyError from None

    def fullest(self, path):
        try:
            folder = self._find(path)
            entries = folder.entries
            if not entries:
                if entries is None:
                    raise KeyError
                return None
        except TypeError:
            raise KeyError from None
        best = folder.best
        if best is None:
            most = -1
            for node in entries.values():
                total = node.total
                if total > most or (total == most and node.name < best.name):
                    most = total
                    best = node
            folder.best = best
        return best.name

    def move(self, source, target):
        try:
            node = self._find(source)
        except TypeError:
            raise KeyError from None
        if not source or (target.startswith(source) and (len(target) == len(source) or target[len(source)] == "/")):
            raise ValueError
        if not target:
            raise ValueError
        parent, name, there = self._place(target)
        if there is not None:
            raise ValueError
        if self._limits:
            before = set()
            folder = node.parent
            while folder is not None:
                before.add(folder)
                folder = folder.parent
            folder = parent
            while folder is not None and folder not in before:
                if folder.limit is not None and folder.total + node.total > folder.limit:
                    raise OverflowError
                folder = folder.parent
        self._take_off(node)
        node.name = name
        self._hang(node, parent)

    def drop(self, path):
        if not path:
            raise ValueError
        try:
            node = self._find(path)
        except TypeError:
            raise KeyError from None
        self._take_off(node)
        if self._limits:
            below = [node]
            while below:
                gone = below.pop()
                if gone.limit is not None:
                    self._limits -= 1
                if gone.entries:
                    below += gone.entries.values()
        return node.total


class SlowTableOfPaths:
    def __init__(self):
        self.sizes = {}
        self.folders = {"": None}

    def _check_above(self, path):
        if path.rpartition("/")[0] not in self.folders:
            raise KeyError(path)

    def make(self, path):
        if path in self.folders or path in self.sizes:
            raise ValueError
        self._check_above(path)
        self.folders[path] = None

    def _check_limits(self, path, more, passed_over):
        while path:
            path = path.rpartition("/")[0]
            most = self.folders[path]
            if most is not None and path not in passed_over and self.total(path) + more > most:
                raise OverflowError

    def write(self, path, size):
        if path in self.folders:
            raise ValueError
        self._check_above(path)
        change = size - self.sizes.get(path, 0)
        self._check_limits(path, change, [])
        self.sizes[path] = size
        return change

    def limit(self, path, most):
        if path not in self.folders:
            raise KeyError(path)
        if most is not None and self.total(path) > most:
            raise ValueError
        self.folders[path] = most

    def _below(self, path):
        if path in self.sizes:
            return [path]
        if path not in self.folders:
            raise KeyError(path)
        return [file for file in self.sizes if not path or file.startswith(path + "/")]

    def total(self, path):
        return sum([self.sizes[file] for file in self._below(path)])

    def files(self, path):
        return len(self._below(path))

    def fullest(self, path):
        if path not in self.folders:
            raise KeyError(path)
        start = path + "/" if path else ""
        totals = {}
        for folder in self.folders:
            if folder and folder.startswith(start) and "/" not in folder[len(start) :]:
                totals[folder[len(start) :]] = 0
        for file in self._below(path):
            name = file[len(start) :].split("/")[0]
            totals[name] = totals.get(name, 0) + self.sizes[file]
        return min(totals, key=lambda name: (-totals[name], name)) if totals else None

    def move(self, source, target):
        total = self.total(source)
        if source == "" or (target + "/").startswith(source + "/"):
            raise ValueError
        self._check_above(target)
        if target in self.folders or target in self.sizes:
            raise ValueError
        passed_over = []
        path = source
        while path:
            path = path.rpartition("/")[0]
            passed_over.append(path)
        self._check_limits(target, total, passed_over)
        for table in (self.folders, self.sizes):
            for path in list(table):
                if (path + "/").startswith(source + "/"):
                    table[target + path[len(source) :]] = table.pop(path)

    def drop(self, path):
        if path == "":
            raise ValueError
        total = self.total(path)
        for table in (self.folders, self.sizes):
            for other in list(table):
                if (other + "/").startswith(path + "/"):
                    del table[other]
        return total


def shelves(rng, outer, inner):
    """Calls that make `outer` folders with `inner` folders each, and the paths of the inner ones."""
    mark = rng.randrange(10**4, 10**5)
    calls = [("__init__",)]
    paths = []
    for first in range(outer):
        calls.append(("make", f"f{mark + first}"))
        for second in range(inner):
            paths.append(f"f{mark + first}/g{second}")
            calls.append(("make", paths[-1]))
    return calls, paths


def stress_write_then_ask(rng):
    """build_then_query: files are written once, then totals of all folders asked for; each one reads a whole table."""
    calls, paths = shelves(rng, 12, 10)
    calls += [("write", f"{rng.choice(paths)}/x{number}", rng.randrange(10**6)) for number in range(1_300)]
    for _ in range(2_000):
        path = rng.choice(paths)
        calls.append((rng.choice(["total", "files", "fullest"]), rng.choice([path, path, path.split("/")[0], ""])))
    return (calls,)


def stress_folders_wander(rng):
    """interleaved: inner folders move between outer ones while files are written; paths of whole subtrees change."""
    calls, paths = shelves(rng, 12, 10)
    homes = [path.split("/")[0] for path in paths]
    calls += [("write", f"{rng.choice(paths)}/x{number}", rng.randrange(10**6)) for number in range(800)]
    for step in range(700):
        place = rng.randrange(len(paths))
        target = f"{rng.choice(homes)}/m{step}"
        calls.append(("move", paths[place], target))
        paths[place] = target
        calls.append(("write", f"{rng.choice(paths)}/y{step}", rng.randrange(10**6)))
        calls.append(("total", rng.choice(homes)))
        calls.append(("files", rng.choice(paths)))
    size = rng.randrange(5, 50)
    calls += [("make", "p"), ("make", "p/q"), ("make", "r"), ("make", "r/m"), ("make", "s"), ("write", "a", size)]
    calls += [("write", "p/q/a", size), ("write", "p/b", size), ("fullest", "p"), ("fullest", "r"), ("fullest", "s")]
    calls += [("move", "a", "p/a"), ("drop", "p/a"), ("make", "r/k"), ("limit", "p", 1_000), ("limit", "s", 1)]
    calls += [("write", "p/q/a", size + 1), ("write", "p", 1), ("write", "", 1), ("write", "p/b/x/y", 1)]
    calls += [("make", ""), ("make", "p"), ("limit", "p/b/x", 9), ("limit", "p/b", 9), ("limit", "p", 1)]
    calls += [("total", "p/b/x"), ("files", "p/b/x"), ("fullest", "p/b"), ("fullest", "p/b/x"), ("move", "p/b/x", "z")]
    calls += [("move", "p", "p/q/z"), ("move", "p", ""), ("move", "p/b", "p/q"), ("move", "p/q", "s/q")]
    calls += [("move", "p/b", "p/q/b"), ("drop", ""), ("drop", "p/q/b/x"), ("drop", "p")]
    return (calls,)


def stress_deep_folders(rng):
    """long_value: folders twenty-one deep with long names; a file at the bottom changes the totals of all of them."""
    calls = [("__init__",)]
    path = ""
    folders = []
    for depth in range(21):
        path += "/" * (depth > 0) + "".join(rng.choices("abcdef", k=30))
        folders.append(path)
        calls.append(("make", path))
    for number in range(1_000):
        calls.append(("write", f"{rng.choice(folders[-4:])}/{number % 500}", rng.randrange(10**6)))
        calls.append(("total", rng.choice(folders[:4])))
    return (calls,)


def stress_refused_by_limits(rng):
    """repeated_no_ops: nearly all writes are refused by a limit, for which a total is needed each time."""
    calls, paths = shelves(rng, 10, 10)
    full = {}
    for number in range(1_000):
        path = rng.choice(paths)
        calls.append(("write", f"{path}/x{number}", 100))
        full[path] = full.get(path, 0) + 100
    calls += [("limit", path, total) for path, total in full.items()]
    for number in range(2_500):
        path = rng.choice(list(full))
        if rng.randrange(8):
            calls.append(("write", f"{path}/z{number}", rng.randrange(1, 100)))
        else:
            calls.append(("total", path))
    return (calls,)


def stress_fill_and_clear(rng):
    """growth_then_shrink: folders are filled, then cleared file by file and at last dropped."""
    calls, paths = shelves(rng, 20, 8)
    files = [f"{rng.choice(paths)}/x{number}" for number in range(1_600)]
    calls += [("write", file, rng.randrange(10**6)) for file in files]
    rng.shuffle(files)
    for number, file in enumerate(files):
        calls.append(("drop", file))
        if number % 3 == 0:
            calls.append(("total", file.split("/")[0]))
    calls += [("drop", path) for path in paths]
    return (calls,)


def stress_one_wide_folder(rng):
    """dense: one folder with hundreds of files, most of which grow; its fullest one is asked for after each change."""
    calls = [("__init__",), ("make", "w")]
    sizes = [rng.randrange(10**6) for _ in range(700)]
    calls += [("write", f"w/n{place}", size) for place, size in enumerate(sizes)]
    for step in range(1_800):
        place = rng.randrange(700)
        if step % 50 == 0:
            place = max(range(700), key=sizes.__getitem__)
            sizes[place] = 0
        sizes[place] += rng.randrange(10**5)
        calls.append(("write", f"w/n{place}", sizes[place]))
        calls.append(("fullest", "w"))
    return (calls,)


def growing(rng, size):
    """The number of files that are written, each followed by a question for a total."""
    calls = [("__init__",), ("make", "a"), ("make", "b")]
    for number in range(size):
        calls += [("write", f"{rng.choice('ab')}/{number}", rng.randrange(1_000)), ("total", rng.choice("ab"))]
    return (calls,)
