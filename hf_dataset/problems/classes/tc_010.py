"""FolderKeys: who may open which folder of a tree, by allowing and denying rules that folders inherit.

Testing every folder, and every folder above it, to say how many someone may open costs folders times depth. Folders
that know how many they hold let it be added up from the rules alone, since an answer changes only where a rule stands;
and which rule decides is remembered until a rule of the same person, or the tree, changes. Decided here: a rule for the
person counts before all rules for everybody, even if it stands higher up.
"""

WRITTEN = "2026-11-24"

PROMPT = '''class FolderKeys:
    """Tells who may open which folder of a tree.

    A folder is known by its path: the names from below the root down to it, joined by "/". The root has the path "" and
    always exists. A folder can have a rule for a person, which allows or denies, and a rule for everybody, which is
    known by the name "*".

    Whether a person may open a folder: of the folder itself and those above it up to the root, the nearest one that has
    a rule for this person decides. If none of them has one, the nearest one that has a rule for everybody decides. If
    there is none either, the person may not open the folder.

    A call that raises an exception changes nothing.

    >>> keys = FolderKeys()
    >>> keys.add("work")
    >>> keys.add("work/plans")
    >>> keys.allow("work", "ada")
    >>> keys.deny("work/plans", "*")
    >>> keys.may("work/plans", "ada"), keys.may("work", "bob"), keys.reach("ada")
    (True, False, 2)
    """

    def __init__(self) -> None:
        """Start with the root alone, without rules."""

    def add(self, path: str) -> None:
        """Add a folder without rules.

        Raise KeyError if the folder above it does not exist, and ValueError if a folder with this path exists.
        """

    def remove(self, path: str) -> int:
        """Remove a folder with all folders below it and with all of their rules. Return how many folders were removed.

        Raise KeyError if the folder does not exist, and ValueError if it is the root.
        """

    def move(self, path: str, target: str) -> str:
        """Move a folder, with all folders below it and all of their rules, into another. Return its new path.

        The folder keeps its name. Raise KeyError if one of the two folders does not exist. Otherwise raise ValueError
        if the folder is the root, if the target is the folder itself or below it, or if the target holds a folder of
        this name already (which is also so if the folder is there already).
        """

    def allow(self, path: str, who: str) -> None:
        """Let the folder have a rule that allows, for a person or for everybody, in place of the one it has for them.

        Raise KeyError if the folder does not exist.
        """

    def deny(self, path: str, who: str) -> None:
        """Let the folder have a rule that denies, for a person or for everybody, in place of the one it has for them.

        Raise KeyError if the folder does not exist.
        """

    def reset(self, path: str, who: str) -> bool:
        """Take away the rule that the folder itself has for a person or for everybody. Return whether it had one.

        Raise KeyError if the folder does not exist.
        """

    def may(self, path: str, who: str) -> bool:
        """Return whether a person may open a folder. Raise KeyError if the folder does not exist."""

    def source(self, path: str, who: str) -> str | None:
        """Return the path of the folder whose rule decides whether a person may open a folder; None if there is none.

        Raise KeyError if the folder does not exist.
        """

    def reach(self, who: str) -> int:
        """Return how many folders a person may open, the root included if that is one of them."""
'''

ARGUMENTS = {
    "__init__": 0,
    "add": 1,
    "remove": 1,
    "move": 2,
    "allow": 2,
    "deny": 2,
    "reset": 2,
    "may": 2,
    "source": 2,
    "reach": 1,
}
LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789")


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name not in ("__init__", "add", "remove", "move"):
            who = values.pop()
            assert type(who) is str and 1 <= len(who) <= 20, "who must be a text of 1 to 20 characters"
            assert who != "*" or name in ("allow", "deny", "reset"), "questions must be for a person"
        for path in values:
            assert type(path) is str, "a path must be a text"
            assert len(path) <= 300, "a path must have at most 300 characters"
            assert not path or all(part and LETTERS.issuperset(part) for part in path.split("/")), (
                "a path must be empty or names of lowercase letters and digits, joined by slashes"
            )


INVALID = [
    ("a path that starts with a slash", ([("__init__",), ("add", "/work")],)),
    ("a question for everybody", ([("__init__",), ("may", "", "*")],)),
    ("a person without a name", ([("__init__",), ("allow", "", "")],)),
    ("no path", ([("__init__",), ("remove", None)],)),
    ("a path that is too long", ([("__init__",), ("add", "a" * 301)],)),
    ("a missing person", ([("__init__",), ("deny", "")],)),
]

START = ("__init__",)

COST_VARIES = {
    "how_much_for_everyone": "how many rules are left after the resets depends on the folders drawn",
}

TESTS = {
    "add: only below a folder, and once": (
        [
            START,
            ("add", "a/b"),
            ("add", "a"),
            ("add", "a/b"),
            ("add", "a/b"),
            ("add", "a"),
            ("add", ""),
            ("add", "a/b/c/d"),
            ("remove", "a"),
        ],
        [None, KeyError, None, None, ValueError, ValueError, ValueError, KeyError, 2],
    ),
    "add: a new folder inherits, and has no rules of one that was there before": (
        [
            START,
            ("add", "a"),
            ("deny", "a", "ada"),
            ("allow", "", "ada"),
            ("remove", "a"),
            ("reach", "ada"),
            ("add", "a"),
            ("may", "a", "ada"),
            ("add", "a/b"),
            ("may", "a/b", "ada"),
            ("reach", "ada"),
        ],
        [None, None, None, None, 1, 1, None, True, None, True, 3],
    ),
    "remove: with all that is below, but not beside": (
        [
            START,
            *[("add", path) for path in ("a", "ab", "a/b", "a/b/c", "a/d", "ab/c")],
            ("allow", "", "ada"),
            ("remove", "a/b"),
            ("may", "a/b/c", "ada"),
            ("reach", "ada"),
            ("remove", "a"),
            ("remove", "a"),
            ("may", "ab/c", "ada"),
            ("reach", "ada"),
        ],
        [None, *[None] * 6, None, 2, KeyError, 5, 2, KeyError, True, 3],
    ),
    "remove: not the root": (
        [START, ("remove", ""), ("remove", "x"), ("add", "x"), ("remove", ""), ("remove", "x")],
        [None, ValueError, KeyError, None, ValueError, 1],
    ),
    "move: with rules and folders below, under new inherited rules": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c", "z", "z/y")],
            ("allow", "a", "ada"),
            ("deny", "a/b/c", "ada"),
            ("allow", "z", "bob"),
            ("move", "a/b", "z/y"),
            ("may", "z/y/b", "ada"),
            ("may", "z/y/b/c", "bob"),
            ("source", "z/y/b/c", "ada"),
            ("source", "z/y/b", "bob"),
            ("may", "a/b", "ada"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("add", "a/b"),
            ("may", "a/b", "ada"),
        ],
        [None, *[None] * 5, None, None, None, "z/y/b", False, True, "z/y/b/c", "z", KeyError, 1, 4, None, True],
    ),
    "move: to the root and back": (
        [
            START,
            ("add", "a"),
            ("add", "a/b"),
            ("move", "a/b", ""),
            ("move", "b", ""),
            ("move", "a", "b"),
            ("move", "b/a", ""),
            ("remove", "b"),
            ("remove", "a"),
        ],
        [None, None, None, "b", ValueError, "b/a", "a", 1, 1],
    ),
    "move: what is refused": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c", "b", "ab")],
            ("move", "x", "a"),
            ("move", "a", "x"),
            ("move", "", "x"),
            ("move", "", "a"),
            ("move", "a", "a"),
            ("move", "a", "a/b/c"),
            ("move", "b", "a"),
            ("move", "a/b", "a"),
            ("move", "a", "ab"),
            ("remove", "ab"),
        ],
        [
            None,
            *[None] * 5,
            KeyError,
            KeyError,
            KeyError,
            ValueError,
            ValueError,
            ValueError,
            ValueError,
            ValueError,
            "ab/a",
            4,
        ],
    ),
    "allow: in place of a denial, for this folder and below": (
        [
            START,
            ("add", "a"),
            ("add", "a/b"),
            ("add", "c"),
            ("deny", "a", "ada"),
            ("allow", "a", "ada"),
            ("may", "a/b", "ada"),
            ("may", "a", "ada"),
            ("may", "", "ada"),
            ("may", "c", "ada"),
            ("may", "a", "bob"),
        ],
        [None, None, None, None, None, None, True, True, False, False, False],
    ),
    "allow: only folders that exist": (
        [START, ("allow", "a", "ada"), ("allow", "", "ada"), ("allow", "a", "*"), ("reach", "ada"), ("reach", "bob")],
        [None, KeyError, None, KeyError, 1, 0],
    ),
    "deny: below an allowance, for a person and for everybody": (
        [
            START,
            ("add", "a"),
            ("add", "a/b"),
            ("allow", "", "*"),
            ("deny", "a", "ada"),
            ("may", "", "ada"),
            ("may", "a/b", "ada"),
            ("may", "a/b", "bob"),
            ("deny", "a/b", "*"),
            ("may", "a/b", "bob"),
            ("allow", "a/b", "ada"),
            ("may", "a/b", "ada"),
            ("deny", "x", "ada"),
        ],
        [None, None, None, None, None, True, False, True, None, False, None, True, KeyError],
    ),
    "deny: a rule for the person counts before nearer ones for everybody": (
        [
            START,
            ("add", "a"),
            ("add", "a/b"),
            ("deny", "", "ada"),
            ("allow", "a", "*"),
            ("allow", "a/b", "*"),
            ("may", "a/b", "ada"),
            ("may", "a/b", "bob"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("source", "a/b", "ada"),
            ("source", "a/b", "bob"),
        ],
        [None, None, None, None, None, None, False, True, 0, 2, "", "a/b"],
    ),
    "reset: the folder inherits again": (
        [
            START,
            ("add", "a"),
            ("allow", "", "ada"),
            ("deny", "a", "ada"),
            ("reset", "a", "ada"),
            ("reset", "a", "ada"),
            ("may", "a", "ada"),
            ("reset", "", "*"),
            ("reset", "", "ada"),
            ("may", "a", "ada"),
            ("reset", "b", "ada"),
        ],
        [None, None, None, None, True, False, True, False, True, False, KeyError],
    ),
    "reset: everybody and a person are two rules": (
        [
            START,
            ("allow", "", "*"),
            ("deny", "", "ada"),
            ("reset", "", "*"),
            ("may", "", "bob"),
            ("may", "", "ada"),
            ("allow", "", "*"),
            ("reset", "", "ada"),
            ("may", "", "ada"),
        ],
        [None, None, None, True, False, False, None, True, True],
    ),
    "may: the nearest rule decides": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c", "a/b/c/d")],
            ("allow", "a", "ada"),
            ("deny", "a/b/c", "ada"),
            ("may", "", "ada"),
            ("may", "a", "ada"),
            ("may", "a/b", "ada"),
            ("may", "a/b/c", "ada"),
            ("may", "a/b/c/d", "ada"),
            ("may", "a/b/c/d/e", "ada"),
        ],
        [None, *[None] * 4, None, None, False, True, True, False, False, KeyError],
    ),
    "may: answers follow changes above": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "c")],
            ("may", "a/b", "ada"),
            ("allow", "a", "*"),
            ("may", "a/b", "ada"),
            ("deny", "", "ada"),
            ("may", "a/b", "ada"),
            ("allow", "c", "ada"),
            ("move", "a", "c"),
            ("may", "c/a/b", "ada"),
            ("may", "a/b", "ada"),
        ],
        [None, None, None, None, False, None, True, None, False, None, "c/a", True, KeyError],
    ),
    "source: of the person before that of everybody": (
        [
            START,
            ("add", "a"),
            ("source", "a", "ada"),
            ("deny", "a", "*"),
            ("source", "a", "ada"),
            ("source", "", "ada"),
            ("allow", "", "ada"),
            ("source", "a", "ada"),
            ("source", "a", "bob"),
            ("source", "b", "bob"),
        ],
        [None, None, None, None, "a", None, None, "", "a", KeyError],
    ),
    "source: with the path of today": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c", "d")],
            ("deny", "a/b", "ada"),
            ("source", "a/b/c", "ada"),
            ("move", "a", "d"),
            ("source", "d/a/b/c", "ada"),
            ("source", "d/a", "ada"),
        ],
        [None, None, None, None, None, None, "a/b", "d/a", "d/a/b", None],
    ),
    "reach: nobody without rules": (
        [
            START,
            ("add", "a"),
            ("reach", "ada"),
            ("deny", "", "*"),
            ("reach", "ada"),
            ("allow", "", "*"),
            ("reach", "ada"),
        ],
        [None, None, 0, None, 0, None, 2],
    ),
    "reach: allowances and denials within each other": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c", "a/b/c/d", "a/e", "f")],
            ("allow", "a", "ada"),
            ("reach", "ada"),
            ("deny", "a/b", "ada"),
            ("reach", "ada"),
            ("allow", "a/b/c/d", "ada"),
            ("reach", "ada"),
            ("allow", "f", "*"),
            ("deny", "a/e", "*"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("allow", "", "*"),
            ("reach", "ada"),
            ("reach", "bob"),
        ],
        [None, *[None] * 6, None, 5, None, 2, None, 3, None, None, 4, 1, None, 5, 6],
    ),
    "class: a share is given, moved and taken back": (
        [
            START,
            ("add", "home"),
            ("add", "home/ada"),
            ("add", "share"),
            ("allow", "home/ada", "ada"),
            ("allow", "share", "*"),
            ("add", "home/ada/songs"),
            ("may", "home/ada/songs", "bob"),
            ("move", "home/ada/songs", "share"),
            ("may", "share/songs", "bob"),
            ("reach", "ada"),
            ("deny", "share/songs", "bob"),
            ("reach", "bob"),
            ("source", "share/songs", "bob"),
            ("remove", "share"),
            ("reach", "bob"),
            ("reach", "ada"),
            ("add", "share"),
            ("may", "share", "ada"),
        ],
        [None, *[None] * 6, False, "share/songs", True, 3, None, 1, "share/songs", 2, 0, 1, None, False],
    ),
    "class: rules go with a removed folder": (
        [
            START,
            *[("add", path) for path in ("a", "a/b", "a/b/c")],
            ("allow", "a/b", "ada"),
            ("allow", "a/b/c", "*"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("remove", "a/b"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("add", "a/b"),
            ("reset", "a/b", "ada"),
            ("may", "a/b", "ada"),
            ("allow", "", "*"),
            ("reach", "bob"),
        ],
        [None, None, None, None, None, None, 2, 1, 2, 0, 0, None, False, False, None, 3],
    ),
    "class: a folder is moved deeper and out again": (
        [
            START,
            *[("add", path) for path in ("x", "x/y", "x/y/z", "q", "q/r")],
            ("deny", "x", "*"),
            ("allow", "", "*"),
            ("allow", "x/y/z", "ada"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("move", "q", "x/y/z"),
            ("reach", "ada"),
            ("reach", "bob"),
            ("move", "x/y/z/q/r", ""),
            ("reach", "ada"),
            ("reach", "bob"),
            ("move", "x/y", "r"),
            ("reach", "bob"),
            ("remove", "r/y/z"),
            ("reach", "ada"),
            ("source", "r/y", "bob"),
        ],
        [None, *[None] * 5, None, None, None, 4, 3, "x/y/z/q", 4, 1, "r", 4, 2, "r/y", 5, 2, 3, ""],
    ),
}


class Canonical:
    # A folder is {"above": folder or None, "name": str, "below": {name: folder}, "rules": {who: allowed}}.
    def __init__(self):
        self.root = {"above": None, "name": "", "below": {}, "rules": {}}

    def _find(self, path):
        folder = self.root
        for name in path.split("/") if path else []:
            folder = folder["below"][name]
        return folder

    def _path(self, folder):
        names = []
        while folder["above"] is not None:
            names.append(folder["name"])
            folder = folder["above"]
        return "/".join(reversed(names))

    def add(self, path):
        above, _, name = path.rpartition("/")
        folder = self._find(above)
        if not name or name in folder["below"]:
            raise ValueError("exists already")
        folder["below"][name] = {"above": folder, "name": name, "below": {}, "rules": {}}

    def remove(self, path):
        folder = self._find(path)
        if folder["above"] is None:
            raise ValueError("the root stays")
        del folder["above"]["below"][folder["name"]]
        count = 0
        waiting = [folder]
        while waiting:
            count += 1
            waiting += waiting.pop()["below"].values()
        return count

    def move(self, path, target):
        folder = self._find(path)
        into = self._find(target)
        # The root is above every target, so it is refused here too.
        above = into
        while above is not None:
            if above is folder:
                raise ValueError("into itself")
            above = above["above"]
        name = folder["name"]
        if name in into["below"]:
            raise ValueError("the name is taken")
        del folder["above"]["below"][name]
        into["below"][name] = folder
        folder["above"] = into
        return self._path(folder)

    def allow(self, path, who):
        self._find(path)["rules"][who] = True

    def deny(self, path, who):
        self._find(path)["rules"][who] = False

    def reset(self, path, who):
        return self._find(path)["rules"].pop(who, None) is not None

    def _deciding(self, path, who):
        """The rule that decides and its folder, or None."""
        start = self._find(path)
        for name in (who, "*"):
            folder = start
            while folder is not None:
                if name in folder["rules"]:
                    return folder["rules"][name], folder
                folder = folder["above"]
        return None

    def may(self, path, who):
        found = self._deciding(path, who)
        return found is not None and found[0]

    def source(self, path, who):
        found = self._deciding(path, who)
        return None if found is None else self._path(found[1])

    def reach(self, who):
        count = 0
        waiting = [(self.root, None, False)]
        while waiting:
            folder, own, everybody = waiting.pop()
            own = folder["rules"].get(who, own)
            everybody = folder["rules"].get("*", everybody)
            count += everybody if own is None else own
            waiting += [(below, own, everybody) for below in folder["below"].values()]
        return count


class Folder:
    # `size` counts the folder and all below it; `rules` has the names for which it has a rule.
    __slots__ = ("above", "below", "name", "path", "rules", "size")

    def __init__(self, above, name, path):
        self.above = above
        self.name = name
        self.path = path
        self.below = {}
        self.rules = set()
        self.size = 1


class ReferenceSumOverRules:
    # `rules` has for each name {folder: allowed}, and `decides` for each name {folder: nearest folder with a rule of
    # this name, or None}, as far as that was found out since the last change.
    def __init__(self):
        root = Folder(None, "", "")
        self.folders = {"": root}
        self.rules = {}
        self.decides = {}
        self.counts = {}

    def _resize(self, folder, by):
        while folder is not None:
            folder.size += by
            folder = folder.above

    def _all_below(self, folder):
        found = [folder]
        for folder in found:
            found += folder.below.values()
        return found

    def add(self, path):
        folders = self.folders
        above, _, name = path.rpartition("/")
        above = folders[above]
        if path in folders:
            raise ValueError("exists already")
        folders[path] = above.below[name] = Folder(above, name, path)
        while above is not None:
            above.size += 1
            above = above.above
        self.counts.clear()

    def remove(self, path):
        folder = self.folders[path]
        above = folder.above
        if above is None:
            raise ValueError("the root stays")
        del above.below[folder.name]
        self._resize(above, -folder.size)
        self.counts.clear()
        for gone in self._all_below(folder):
            del self.folders[gone.path]
            for name in gone.rules:
                del self.rules[name][gone]
        return folder.size

    def move(self, path, target):
        folders = self.folders
        folder = folders[path]
        into = folders[target]
        above = folder.above
        if above is None or path == target or target.startswith(path + "/") or folder.name in into.below:
            raise ValueError("cannot be moved there")
        del above.below[folder.name]
        into.below[folder.name] = folder
        self._resize(above, -folder.size)
        self._resize(into, folder.size)
        folder.above = into
        moved = self._all_below(folder)
        for one in moved:
            del folders[one.path]
        for one in moved:
            one.path = f"{one.above.path}/{one.name}" if one.above.path else one.name
            folders[one.path] = one
        self.decides.clear()
        self.counts.clear()
        return folder.path

    def _set(self, path, who, allowed):
        folder = self.folders[path]
        rules = self.rules.get(who)
        if rules is None:
            rules = self.rules[who] = {}
        if folder not in rules:
            self.decides.pop(who, None)
            folder.rules.add(who)
        elif rules[folder] is allowed:
            return
        rules[folder] = allowed
        if who == "*":
            self.counts.clear()
        else:
            self.counts.pop(who, None)

    def allow(self, path, who):
        self._set(path, who, True)

    def deny(self, path, who):
        self._set(path, who, False)

    def reset(self, path, who):
        folder = self.folders[path]
        if who not in folder.rules:
            return False
        folder.rules.remove(who)
        del self.rules[who][folder]
        self.decides.pop(who, None)
        if who == "*":
            self.counts.clear()
        else:
            self.counts.pop(who, None)
        return True

    def _nearest(self, folder, who):
        rules = self.rules.get(who)
        if not rules:
            return None
        if folder in rules:
            return folder
        known = self.decides.get(who)
        if known is None:
            known = self.decides[who] = {}
        passed = []
        while folder is not None:
            if folder in known:
                folder = known[folder]
                break
            if folder in rules:
                break
            passed.append(folder)
            folder = folder.above
        for one in passed:
            known[one] = folder
        return folder

    def _allowed(self, folder, who):
        found = self._nearest(folder, who)
        if found is not None:
            return self.rules[who][found]
        found = self._nearest(folder, "*")
        return found is not None and self.rules["*"][found]

    def may(self, path, who):
        return self._allowed(self.folders[path], who)

    def source(self, path, who):
        folder = self.folders[path]
        found = self._nearest(folder, who) or self._nearest(folder, "*")
        return None if found is None else found.path

    def reach(self, who):
        count = self.counts.get(who)
        if count is None:
            # Along a way down the answer changes only where a rule stands, for all that is below it.
            count = 0
            allowed = self._allowed
            own = self.rules.get(who, {})
            for folder, rule in own.items():
                before = folder.above is not None and allowed(folder.above, who)
                if rule is not before:
                    count += folder.size if rule else -folder.size
            for folder, rule in self.rules.get("*", {}).items():
                if folder not in own and self._nearest(folder, who) is None:
                    before = folder.above is not None and allowed(folder.above, who)
                    if rule is not before:
                        count += folder.size if rule else -folder.size
            self.counts[who] = count
        return count


class SlowTestsEveryPath:
    def __init__(self):
        self.folders = {"": {}}

    def add(self, path):
        if path in self.folders:
            raise ValueError(path)
        if path.rpartition("/")[0] not in self.folders:
            raise KeyError(path)
        self.folders[path] = {}

    def _below(self, path):
        return [other for other in self.folders if other == path or other.startswith(path + "/")]

    def remove(self, path):
        if path not in self.folders:
            raise KeyError(path)
        if path == "":
            raise ValueError(path)
        below = self._below(path)
        self.folders = {other: rules for other, rules in self.folders.items() if other not in below}
        return len(below)

    def move(self, path, target):
        if path not in self.folders or target not in self.folders:
            raise KeyError(path)
        name = path.split("/")[-1]
        new = target + "/" + name if target else name
        if path == "" or new in self.folders or target in self._below(path):
            raise ValueError(path)
        below = self._below(path)
        moved = {}
        for other, rules in self.folders.items():
            moved[new + other[len(path) :] if other in below else other] = rules
        self.folders = moved
        return new

    def allow(self, path, who):
        self.folders[path][who] = True

    def deny(self, path, who):
        self.folders[path][who] = False

    def reset(self, path, who):
        if who in self.folders[path]:
            del self.folders[path][who]
            return True
        return False

    def source(self, path, who):
        if path not in self.folders:
            raise KeyError(path)
        names = path.split("/") if path else []
        for wanted in (who, "*"):
            for depth in range(len(names), -1, -1):
                above = "/".join(names[:depth])
                if wanted in self.folders[above]:
                    return above
        return None

    def may(self, path, who):
        source = self.source(path, who)
        if source is None:
            return False
        rules = self.folders[source]
        return rules[who] if who in rules else rules["*"]

    def reach(self, who):
        return sum(self.may(path, who) for path in self.folders)


def grown(rng, count, name, deepest=300):
    """Paths of a tree in which each folder stands below one of those before it, in the order of adding."""
    paths = [""]
    while len(paths) <= count:
        # Not any of those before: the depth shall be about the same whatever is drawn.
        above = paths[max(0, len(paths) * 2 // 5 - rng.randrange(3))]
        path = f"{above}/{name}{len(paths)}" if above else f"{name}{len(paths)}"
        if len(path) <= deepest:
            paths.append(path)
    return paths[1:]


PEOPLE = [f"person{number}" for number in range(15)]


def stress_office_of_folders(rng):
    """large_random: four hundred folders with rules that change, folders that move, and questions of all kinds."""
    paths = grown(rng, 400, "f")
    calls = [("__init__",)]
    calls += [("add", path) for path in paths]
    leaves = [path for path in paths if not any(other.startswith(path + "/") for other in paths)]
    fixed = [path for path in paths if path not in set(leaves)]
    for step in range(2_200):
        path = rng.choice(paths)
        who = rng.choice(PEOPLE)
        if step % 11 == 0:
            calls.append((rng.choice(("allow", "deny")), path, who))
        elif step % 50 == 1:
            leaf = rng.choice(leaves)
            target = rng.choice(fixed)
            calls.append(("move", leaf, target))
            calls.append(("move", f"{target}/{leaf.rpartition('/')[2]}", leaf.rpartition("/")[0]))
        elif step % 25 == 2:
            calls.append(("reach", who))
        elif step % 120 == 3:
            calls.append((rng.choice(("allow", "deny")), path, "*"))
            calls += [("reset", rng.choice(paths), "*"), ("reset", path, "*")] if step % 240 == 3 else []
            calls += [("add", fixed[0]), ("remove", "")]
        else:
            calls.append((("may", path, who), ("source", path, who))[step % 2])
    return (calls,)


def stress_how_much_for_everyone(rng):
    """worst_of_slow: after each change of a rule the question how many folders its owner may open."""
    paths = grown(rng, 300, "f", 40)
    calls = [("__init__",)]
    calls += [("add", path) for path in paths]
    calls += [("allow", rng.choice(paths[:30]), "*") for _ in range(5)]
    for step in range(900):
        who = PEOPLE[step % 15]
        if step % 90 < 45:
            calls.append((("allow", "deny")[step % 2], rng.choice(paths), who))
        else:
            calls.append(("reset", rng.choice(paths), who))
        calls.append(("reach", who) if step % 3 == 0 else ("may", rng.choice(paths), who))
    return (calls,)


def stress_deep_tree(rng):
    """dense: chains of 120 folders, asked at their ends, with rules near the root that have to be found from there."""
    calls = [("__init__",)]
    tips = []
    for chain in "abcd":
        path = chain
        calls.append(("add", path))
        for _ in range(119):
            path += "/" + rng.choice("xyz")
            calls.append(("add", path))
        calls.append(("allow", chain, "*"))
        calls.append(("deny", chain + path[1:7], rng.choice(PEOPLE)))
        tips.append(path)
    for step in range(1_800):
        path = tips[step % 4][: 201 + 2 * rng.randrange(19)]
        calls.append((("may", path, rng.choice(PEOPLE)), ("source", path, rng.choice(PEOPLE)))[step % 2])
        if step % 60 == 0:
            calls.append((("allow", "deny")[step % 120 == 0], path, PEOPLE[step // 60 % 15]))
    return (calls,)


def stress_built_and_torn_down(rng):
    """growth_then_shrink: folders with rules are added, then removed one by one, with questions what is left, twice."""
    calls = [("__init__",), ("allow", "", "*")]
    for turn in range(2):
        paths = grown(rng, 450, f"t{turn}n", 120)
        for step, path in enumerate(paths):
            calls.append(("add", path))
            if step % 4 == 0:
                calls.append((rng.choice(("allow", "deny")), path, rng.choice(PEOPLE)))
            if step % 12 == 0:
                calls.append(("reach", rng.choice(PEOPLE)))
        for step, path in enumerate(sorted(paths, key=len, reverse=True)):
            calls.append(("remove", path))
            if step % 6 == 0:
                calls.append(("reach", rng.choice(PEOPLE)))
    return (calls,)


def stress_questions_without_changes(rng):
    """build_then_query: a tree with rules that stays as it is, and for each person the same questions many times."""
    paths = grown(rng, 500, "f", 60)
    calls = [("__init__",), ("deny", "", "*")]
    calls += [("add", path) for path in paths]
    for step in range(150):
        calls.append(
            (("allow", "deny")[step % 3 == 0], rng.choice(paths), "*" if step % 10 == 0 else rng.choice(PEOPLE))
        )
    for step in range(2_500):
        calls.append(("may", rng.choice(paths), rng.choice(PEOPLE)))
        if step % 12 == 0:
            calls.append(("reach", rng.choice(PEOPLE)))
    return (calls,)


def stress_branches_that_move(rng):
    """worst_of_fast: a branch goes from one place to another again and again, and with it what its folders inherit."""
    calls = [("__init__",)]
    places = [f"place{number}" for number in range(40)]
    calls += [("add", place) for place in places]
    calls += [(("allow", "deny")[number % 2], place, rng.choice(PEOPLE)) for number, place in enumerate(places)]
    below = grown(rng, 24, "b", 60)
    at = rng.choice(places)
    calls.append(("add", f"{at}/branch"))
    calls += [("add", f"{at}/branch/{path}") for path in below]
    for step in range(380):
        target = rng.choice(places)
        calls.append(("move", f"{at}/branch", target))
        at = target
        for _ in range(4):
            calls.append(("may", f"{at}/branch/{rng.choice(below)}", rng.choice(PEOPLE)))
        calls.append(("reach", PEOPLE[step % 15]))
    return (calls,)


def stress_rules_that_stand_already(rng):
    """repeated_no_ops: rules that stand there already, resets of none, and questions for people without rules."""
    paths = grown(rng, 350, "f", 50)
    calls = [("__init__",)]
    calls += [("add", path) for path in paths]
    calls += [("allow", path, PEOPLE[place % 15]) for place, path in enumerate(paths)]
    for step in range(1_800):
        place = rng.randrange(350)
        if step % 3 == 0:
            calls.append(("allow", paths[place], PEOPLE[place % 15]))
        elif step % 3 == 1:
            calls.append(("reset", paths[place], PEOPLE[(place + 1) % 15]))
        else:
            calls.append(("may", paths[place], f"guest{step % 7}"))
        if step % 15 == 0:
            calls.append(("reach", PEOPLE[step // 15 % 15]))
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them add folders, the others set a rule or ask how many folders someone may open."""
    calls = [("__init__",), ("allow", "", "ada")]
    paths = grown(rng, max(1, size // 2), "f", 60)
    calls += [("add", path) for path in paths]
    for step in range(size // 4):
        calls += [(("allow", "deny")[step % 2], paths[step % 20 % len(paths)], "bob"), ("reach", "bob")]
    return (calls,)
