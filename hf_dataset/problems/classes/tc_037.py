"""ArchiveTags: documents by tags, with groups in which a document has one tag only, and tags that are renamed.

Going through all documents for each search and each renaming costs the whole archive. Documents are numbered as they
come and each tag holds its documents as the bits of one integer, so that searches and renamings are a few operations on
whole integers.
Decided here: a new tag drives out the other tag of its group, in a renaming too; no document keeps a tag twice.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class ArchiveTags:
    """The documents of an archive and their tags.

    A tag is a word such as "urgent", or a group and a word with one colon between them, such as "colour:red". Of each
    group a document has one tag at most: where it gets a tag of a group, it loses the other tag of this group. Tags
    without a colon belong to no group.

    Documents are named, and are always listed in the order in which they came to the archive. A call that raises an
    exception changes nothing.

    >>> archive = ArchiveTags()
    >>> archive.add("deed", ["colour:red", "old"])
    >>> archive.add("bill", ["old"])
    >>> archive.label("deed", "colour:blue")
    'colour:red'
    >>> archive.rename("old", "colour:brown")
    2
    >>> archive.tags_of("deed")
    ['colour:brown']
    >>> archive.find(["colour:brown"], [], [], 5)
    ['deed', 'bill']
    """

    def __init__(self) -> None:
        """Open an empty archive."""

    def add(self, document: str, tags: list[str]) -> None:
        """Take in a document, which gets these tags one after another, as by `label`.

        Raise ValueError if the document is in the archive.
        """

    def remove(self, document: str) -> list[str]:
        """Take a document out, and return its tags in alphabetical order. If it is added again, it comes last.

        Raise KeyError if it is not in the archive.
        """

    def label(self, document: str, tag: str) -> str | None:
        """Give a tag to a document, and return the other tag of its group that it loses, None if it loses none.

        If the document has the tag, nothing changes. Raise KeyError if it is not in the archive.
        """

    def strip(self, document: str, tag: str) -> bool:
        """Take a tag from a document, and return whether it had it. Raise KeyError if it is not in the archive."""

    def rename(self, old: str, new: str) -> int:
        """Take the tag `old` from all documents that have it and give them `new`, and return how many these are.

        The rule of groups holds for each of them. Documents that had both tags have `new` afterwards. If `old` and
        `new` are the same, nothing changes; return how many documents have it.
        """

    def tags_of(self, document: str) -> list[str]:
        """Return the tags of a document in alphabetical order. Raise KeyError if it is not in the archive."""

    def find(self, every: list[str], some: list[str], none: list[str], count: int) -> list[str]:
        """Return the first `count` documents that have all of `every`, at least one of `some`, and none of `none`.

        An empty list asks for nothing: with three empty lists, all documents are found.
        """

    def count(self, every: list[str], some: list[str], none: list[str]) -> int:
        """Return how many documents `find` would find if its `count` were large enough.

        >>> archive = ArchiveTags()
        >>> archive.add("deed", ["colour:red", "old"])
        >>> archive.count(["old"], [], ["colour:red"])
        0
        """

    def frequent(self, count: int) -> list[tuple[str, int]]:
        """Return the `count` most frequent tags, as (tag, number of documents that have it).

        The most frequent one comes first; equally frequent ones are in alphabetical order. Tags that no document has
        are left out.
        """
'''

TYPES = {
    "__init__": (),
    "add": (str, list),
    "remove": (str,),
    "label": (str, str),
    "strip": (str, str),
    "rename": (str, str),
    "tags_of": (str,),
    "find": (list, list, list, int),
    "count": (list, list, list),
    "frequent": (int,),
}


def contract(calls):
    assert type(calls) is list and calls, "calls must be a list that is not empty"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call, "every call must be a tuple"
        name, *args = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert name in TYPES, "unknown method"
        assert tuple(map(type, args)) == TYPES[name], "wrong number or types of arguments"
        tags = []
        for value in args:
            if type(value) is int:
                assert 1 <= value <= 10, "count must be from 1 to 10"
            elif type(value) is list:
                assert len(value) <= 10, "at most 10 tags may be listed"
                tags += value
        if name in ("add", "remove", "label", "strip", "tags_of"):
            assert 1 <= len(args[0]) <= 20 and args[0].isascii(), "document must have 1 to 20 ASCII characters"
        if name in ("label", "strip"):
            tags.append(args[1])
        elif name == "rename":
            tags += args
        for tag in tags:
            assert type(tag) is str and len(tag) <= 30 and tag.isascii(), "tags have at most 30 ASCII characters"
            assert tag.count(":") <= 1, "a tag has one colon at most"
            assert all(tag.split(":")), "neither a tag nor a part of it may be empty"


INVALID = [
    ("no calls", ([],)),
    ("no constructor", ([("frequent", 5)],)),
    ("an argument of the constructor", ([("__init__", 5)],)),
    ("an empty tag", ([("__init__",), ("label", "a", "")],)),
    ("two colons", ([("__init__",), ("rename", "a", "b:c:d")],)),
    ("no documents asked for", ([("__init__",), ("find", [], [], [], 0)],)),
    ("a tag that is no text", ([("__init__",), ("count", [5], [], [])],)),
]

START = [("__init__",), ("add", "x", ["p", "q"]), ("add", "y", ["q", "g:1"]), ("add", "z", ["p", "g:2"])]

COST_VARIES = {
    "all_methods": "how many documents have a tag depends on the tags renamed into one",
    "renamed_over_and_over": "how many documents have the renamed tags depends on the twelve drawn",
}

TESTS = {
    "add: tags one after another, the last one of a group stays": (
        [
            ("__init__",),
            ("add", "x", ["g:1", "b", "g:2", "a", "b"]),
            ("tags_of", "x"),
            ("add", "y", []),
            ("tags_of", "y"),
        ],
        [None, None, ["a", "b", "g:2"], None, []],
    ),
    "add: a document only once": (
        [*START, ("add", "x", ["r"]), ("tags_of", "x"), ("count", ["r"], [], [])],
        [None, None, None, None, ValueError, ["p", "q"], 0],
    ),
    "remove: returns the tags, and the document comes last when it is back": (
        [
            *START,
            ("remove", "x"),
            ("find", [], [], [], 9),
            ("count", ["p"], [], []),
            ("add", "x", ["p"]),
            ("find", ["p"], [], [], 9),
            ("frequent", 9),
        ],
        [
            *[None] * 4,
            ["p", "q"],
            ["y", "z"],
            1,
            None,
            ["z", "x"],
            [("p", 2), ("g:1", 1), ("g:2", 1), ("q", 1)],
        ],
    ),
    "remove: unknown documents": (
        [*START, ("remove", "w"), ("remove", "x"), ("remove", "x"), ("tags_of", "x")],
        [*[None] * 4, KeyError, ["p", "q"], KeyError, KeyError],
    ),
    "label: drives out the other tag of the group": (
        [
            *START,
            ("label", "y", "g:2"),
            ("tags_of", "y"),
            ("label", "y", "h:2"),
            ("label", "y", "g"),
            ("label", "y", "1"),
            ("tags_of", "y"),
            ("find", ["g:1"], [], [], 3),
            ("find", ["g:2"], [], [], 3),
        ],
        [*[None] * 4, "g:1", ["g:2", "q"], None, None, None, ["1", "g", "g:2", "h:2", "q"], [], ["y", "z"]],
    ),
    "label: a tag that the document has, and unknown documents": (
        [
            *START,
            ("label", "y", "g:1"),
            ("label", "w", "p"),
            ("label", "x", "p"),
            ("frequent", 1),
            ("count", ["g:1"], [], []),
        ],
        [*[None] * 4, None, KeyError, None, [("p", 2)], 1],
    ),
    "strip: returns whether the tag was there": (
        [
            *START,
            ("strip", "x", "p"),
            ("strip", "x", "p"),
            ("strip", "w", "p"),
            ("strip", "y", "nothing"),
            ("tags_of", "x"),
            ("find", ["p"], [], [], 9),
        ],
        [*[None] * 4, True, False, KeyError, False, ["q"], ["z"]],
    ),
    "strip: the group is free afterwards": (
        [*START, ("strip", "y", "g:1"), ("label", "y", "g:2"), ("label", "y", "g:1"), ("tags_of", "y")],
        [*[None] * 4, True, None, "g:2", ["g:1", "q"]],
    ),
    "rename: to a new tag and to one that is there": (
        [
            *START,
            ("rename", "p", "r"),
            ("tags_of", "x"),
            ("rename", "q", "r"),
            ("tags_of", "x"),
            ("tags_of", "y"),
            ("frequent", 5),
            ("rename", "q", "s"),
            ("count", ["s"], [], []),
        ],
        [*[None] * 4, 2, ["q", "r"], 2, ["r"], ["g:1", "r"], [("r", 3), ("g:1", 1), ("g:2", 1)], 0, 0],
    ),
    "rename: into a group drives out its other tags": (
        [
            *START,
            ("label", "z", "g:3"),
            ("rename", "p", "g:1"),
            ("tags_of", "x"),
            ("tags_of", "y"),
            ("tags_of", "z"),
            ("find", ["g:1"], [], [], 9),
            ("count", [], ["g:2", "g:3"], []),
        ],
        [*[None] * 4, "g:2", 2, ["g:1", "q"], ["g:1", "q"], ["g:1"], ["x", "y", "z"], 0],
    ),
    "rename: within a group, out of it, and to itself": (
        [
            *START,
            ("rename", "g:1", "g:2"),
            ("find", ["g:2"], [], [], 9),
            ("rename", "g:2", "g:2"),
            ("tags_of", "z"),
            ("rename", "g:2", "p"),
            ("tags_of", "z"),
            ("label", "y", "g:5"),
            ("label", "z", "g:2"),
            ("rename", "nothing", "g:2"),
            ("tags_of", "y"),
        ],
        [*[None] * 4, 1, ["y", "z"], 2, ["g:2", "p"], 2, ["p"], None, None, 0, ["g:5", "p", "q"]],
    ),
    "tags_of: alphabetical order, unknown documents": (
        [*START, ("tags_of", "y"), ("tags_of", "w"), ("label", "y", "a"), ("tags_of", "y")],
        [*[None] * 4, ["g:1", "q"], KeyError, None, ["a", "g:1", "q"]],
    ),
    "tags_of: after a renaming": (
        [*START, ("rename", "q", "a"), ("tags_of", "x"), ("tags_of", "y"), ("tags_of", "z")],
        [*[None] * 4, 2, ["a", "p"], ["a", "g:1"], ["g:2", "p"]],
    ),
    "find: every, some and none": (
        [
            *START,
            ("find", ["p", "q"], [], [], 9),
            ("find", [], ["q", "g:2"], [], 9),
            ("find", [], [], ["p"], 9),
            ("find", ["p"], ["q", "g:2"], ["g:2"], 9),
            ("find", ["p"], ["r"], [], 9),
            ("find", ["r"], [], [], 9),
            ("find", [], [], ["r"], 2),
            ("find", ["p"], [], ["p"], 9),
        ],
        [*[None] * 4, ["x"], ["x", "y", "z"], ["y"], ["x"], [], [], ["x", "y"], []],
    ),
    "find: no more than asked for, and nothing in an empty archive": (
        [("__init__",), ("find", [], [], [], 1), *START[1:], ("find", [], ["p"], [], 1), ("find", [], [], [], 2)],
        [None, [], None, None, None, ["x"], ["x", "y"]],
    ),
    "count: like find, without a limit": (
        [
            *START,
            ("count", [], [], []),
            ("count", ["q"], [], []),
            ("count", ["q"], [], ["g:1"]),
            ("count", [], ["q", "p"], []),
            ("count", [], ["r"], []),
            ("count", ["q", "q"], ["p", "p"], []),
        ],
        [*[None] * 4, 3, 2, 1, 3, 0, 1],
    ),
    "count: an empty archive": (
        [("__init__",), ("count", [], [], []), ("count", ["a"], [], []), ("count", [], [], ["a"])],
        [None, 0, 0, 0],
    ),
    "frequent: by number, then by name": (
        [*START, ("frequent", 3), ("label", "z", "q"), ("frequent", 2), ("label", "w2", "q"), ("frequent", 9)],
        [
            *[None] * 4,
            [("p", 2), ("q", 2), ("g:1", 1)],
            None,
            [("q", 3), ("p", 2)],
            KeyError,
            [("q", 3), ("p", 2), ("g:1", 1), ("g:2", 1)],
        ],
    ),
    "frequent: tags that nobody has are left out": (
        [
            ("__init__",),
            ("frequent", 2),
            ("add", "x", ["a", "b"]),
            ("strip", "x", "a"),
            ("frequent", 2),
            ("remove", "x"),
            ("frequent", 2),
        ],
        [None, [], None, True, [("b", 1)], ["b"], []],
    ),
    "class: a document goes through the years": (
        [
            ("__init__",),
            ("add", "deed", ["state:draft"]),
            ("add", "note", ["state:draft", "mine"]),
            ("label", "deed", "state:final"),
            ("rename", "state:draft", "draft"),
            ("label", "note", "state:final"),
            ("rename", "draft", "state:draft"),
            ("tags_of", "note"),
            ("find", ["state:final"], [], [], 5),
            ("count", [], ["state:final", "state:draft"], ["mine"]),
        ],
        [None, None, None, "state:draft", 1, None, 1, ["mine", "state:draft"], ["deed"], 1],
    ),
    "class: renamed tags are used again": (
        [
            *START,
            ("rename", "p", "q"),
            ("label", "z", "p"),
            ("strip", "z", "q"),
            ("rename", "q", "p"),
            ("find", ["p"], [], [], 9),
            ("frequent", 2),
            ("label", "x", "q"),
            ("tags_of", "x"),
        ],
        [*[None] * 4, 2, None, True, 2, ["x", "y", "z"], [("p", 3), ("g:1", 1)], None, ["p", "q"]],
    ),
    "class: documents that come and go keep no old tags": (
        [
            *START,
            ("remove", "y"),
            ("rename", "q", "g:1"),
            ("add", "y", ["p"]),
            ("tags_of", "y"),
            ("label", "y", "g:2"),
            ("find", [], ["g:1", "g:2"], [], 9),
            ("count", [], [], ["p"]),
            ("frequent", 3),
        ],
        [*[None] * 4, ["g:1", "q"], 1, None, ["p"], None, ["x", "z", "y"], 0, [("p", 3), ("g:2", 2), ("g:1", 1)]],
    ),
}


def group_of(tag):
    group, colon, _ = tag.partition(":")
    return group if colon else None


class Canonical:
    def __init__(self):
        self.documents = {}  # document: its tags, in the order in which they came
        self.numbers = {}  # document: its place in this order
        self.last = 0
        self.tagged = {}  # tag: the documents that have it; none without documents

    def _take(self, document, tag):
        self.documents[document].remove(tag)
        self.tagged[tag].remove(document)
        if not self.tagged[tag]:
            del self.tagged[tag]

    def add(self, document, tags):
        if document in self.documents:
            raise ValueError("the document is in the archive")
        self.documents[document] = set()
        self.last += 1
        self.numbers[document] = self.last
        for tag in tags:
            self.label(document, tag)

    def remove(self, document):
        tags = self.tags_of(document)
        for tag in tags:
            self._take(document, tag)
        del self.documents[document]
        return tags

    def label(self, document, tag):
        tags = self.documents[document]
        if tag in tags:
            return None
        lost = None
        group = group_of(tag)
        if group is not None:
            for other in tags:
                if group_of(other) == group:
                    lost = other
        if lost is not None:
            self._take(document, lost)
        tags.add(tag)
        self.tagged.setdefault(tag, set()).add(document)
        return lost

    def strip(self, document, tag):
        if tag not in self.documents[document]:
            return False
        self._take(document, tag)
        return True

    def rename(self, old, new):
        documents = list(self.tagged.get(old, ()))
        if old != new:
            for document in documents:
                self._take(document, old)
                self.label(document, new)
        return len(documents)

    def tags_of(self, document):
        return sorted(self.documents[document])

    def _matching(self, every, some, none):
        sets = [self.tagged.get(tag, set()) for tag in every]
        if some:
            sets.append(set().union(*(self.tagged.get(tag, set()) for tag in some)))
        found = set.intersection(*sorted(sets, key=len)) if sets else set(self.documents)
        return found.difference(*(self.tagged.get(tag, set()) for tag in none))

    def find(self, every, some, none, count):
        found = self._matching(every, some, none)
        return sorted(found, key=self.numbers.__getitem__)[:count]

    def count(self, every, some, none):
        return len(self._matching(every, some, none))

    def frequent(self, count):
        tags = sorted(self.tagged, key=lambda tag: (-len(self.tagged[tag]), tag))
        return [(tag, len(self.tagged[tag])) for tag in tags[:count]]


class ReferenceBitsOfOneInteger:
    """The documents of a tag are the bits of one integer; the tags of a document are those whose bit is set."""

    def __init__(self):
        self.numbers = {}  # document: its bit
        self.names = []
        self.all = 0
        self.bits = {}  # tag: its documents
        self.groups = {}  # group: its tags
        self.order = []  # (-number of documents, tag) in order, up to the tags in `dirty`
        self.ranks = {}  # tag: its number in `order`
        self.dirty = set()

    def _tag(self, tag):
        group, colon, _ = tag.partition(":")
        if colon:
            tags = self.groups.get(group)
            if tags is None:
                self.groups[group] = [tag]
            else:
                tags.append(tag)
        return 0

    def _label(self, bit, tag):
        bits = self.bits
        old = bits.get(tag)
        if old is None:
            old = self._tag(tag)
        elif old & bit:
            return None
        bits[tag] = old | bit
        self.dirty.add(tag)
        group, colon, _ = tag.partition(":")
        if colon:
            for other in self.groups[group]:
                if other != tag and bits[other] & bit:
                    bits[other] ^= bit
                    self.dirty.add(other)
                    return other
        return None

    def add(self, document, tags):
        if document in self.numbers:
            raise ValueError
        number = len(self.names)
        self.numbers[document] = number
        self.names.append(document)
        bit = 1 << number
        self.all |= bit
        for tag in tags:
            self._label(bit, tag)

    def remove(self, document):
        bit = 1 << self.numbers.pop(document)
        self.all ^= bit
        bits = self.bits
        tags = [tag for tag, documents in bits.items() if documents & bit]
        for tag in tags:
            bits[tag] ^= bit
        self.dirty.update(tags)
        tags.sort()
        return tags

    def label(self, document, tag):
        return self._label(1 << self.numbers[document], tag)

    def strip(self, document, tag):
        bit = 1 << self.numbers[document]
        documents = self.bits.get(tag, 0)
        if not documents & bit:
            return False
        self.bits[tag] = documents ^ bit
        self.dirty.add(tag)
        return True

    def rename(self, old, new):
        bits = self.bits
        moved = bits.get(old, 0)
        if not moved:
            return 0
        if old != new:
            before = bits.get(new)
            if before is None:
                before = self._tag(new)
            bits[new] = before | moved
            bits[old] = 0
            dirty = self.dirty
            dirty.add(old)
            dirty.add(new)
            group, colon, _ = new.partition(":")
            if colon:
                for other in self.groups[group]:
                    if other != new and bits[other] & moved:
                        bits[other] &= ~moved
                        dirty.add(other)
        return moved.bit_count()

    def tags_of(self, document):
        number = self.numbers[document]
        return sorted([tag for tag, documents in self.bits.items() if documents >> number & 1])

    def _matching(self, every, some, none):
        bits = self.bits
        found = self.all
        for tag in every:
            found &= bits.get(tag, 0)
        if some:
            union = 0
            for tag in some:
                union |= bits.get(tag, 0)
            found &= union
        for tag in none:
            found &= ~bits.get(tag, 0)
        return found

    def find(self, every, some, none, count):
        found = self._matching(every, some, none)
        names = self.names
        first = []
        while found and count:
            bit = found & -found
            first.append(names[bit.bit_length() - 1])
            found ^= bit
            count -= 1
        return first

    def count(self, every, some, none):
        return self._matching(every, some, none).bit_count()

    def frequent(self, count):
        if self.dirty:
            order = self.order
            ranks = self.ranks
            for tag in self.dirty:
                rank = -self.bits[tag].bit_count()
                before = ranks.get(tag, 0)
                if rank != before:
                    if before:
                        del order[bisect_left(order, (before, tag))]
                    if rank:
                        insort(order, (rank, tag))
                    ranks[tag] = rank
            self.dirty.clear()
        return [(tag, -rank) for rank, tag in self.order[:count]]


class SlowAllDocumentsForEachSearch:
    def __init__(self):
        self.documents = {}

    def add(self, document, tags):
        if document in self.documents:
            raise ValueError
        self.documents[document] = []
        for tag in tags:
            self.label(document, tag)

    def remove(self, document):
        return sorted(self.documents.pop(document))

    def label(self, document, tag):
        tags = self.documents[document]
        if tag in tags:
            return None
        lost = None
        if ":" in tag:
            for other in tags:
                if ":" in other and other.split(":")[0] == tag.split(":")[0]:
                    lost = other
        self.documents[document] = [other for other in tags if other != lost] + [tag]
        return lost

    def strip(self, document, tag):
        if tag not in self.documents[document]:
            return False
        self.documents[document].remove(tag)
        return True

    def rename(self, old, new):
        moved = 0
        for document, tags in self.documents.items():
            if old in tags:
                moved += 1
                if old != new:
                    tags.remove(old)
                    self.label(document, new)
        return moved

    def tags_of(self, document):
        return sorted(self.documents[document])

    def _matching(self, every, some, none):
        found = []
        for document, tags in self.documents.items():
            wanted = all(tag in tags for tag in every) and (not some or any(tag in tags for tag in some))
            if wanted and not any(tag in tags for tag in none):
                found.append(document)
        return found

    def find(self, every, some, none, count):
        return self._matching(every, some, none)[:count]

    def count(self, every, some, none):
        return len(self._matching(every, some, none))

    def frequent(self, count):
        numbers = {}
        for tags in self.documents.values():
            for tag in tags:
                numbers[tag] = numbers.get(tag, 0) + 1
        return sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))[:count]


WORDS = [f"word{number}" for number in range(30)]
GROUPED = [f"group{number % 6}:{number}" for number in range(48)]


def filled(rng, count, most):
    """Calls that open an archive and add `count` documents with up to `most` tags each."""
    calls = [("__init__",)]
    for number in range(count):
        calls.append(("add", f"d{number}", rng.sample(WORDS + GROUPED, rng.randint(2, most))))
    return calls


def search(rng):
    """Lists of tags for a search."""
    words = rng.sample(WORDS, 4)
    return (words[: rng.randrange(2)], rng.sample(GROUPED, rng.randrange(1, 5)), words[2 : rng.randrange(2, 5)])


def stress_searches(rng):
    """build_then_query: an archive that no longer changes, and searches in it; going through all documents is slow."""
    calls = filled(rng, 800, 8)
    for _ in range(650):
        calls.append(("count", *search(rng)))
        calls.append(("find", *search(rng), rng.randrange(1, 4)))
    return (calls,)


def stress_all_methods(rng):
    """large_random: every method in any order, and documents that are not there."""
    calls = filled(rng, 500, 6)
    for _ in range(2_300):
        document = f"d{rng.randrange(650)}"
        tag = rng.choice(WORDS + GROUPED)
        draw = rng.random()
        if draw < 0.1:
            calls.append(("add", document, rng.sample(WORDS + GROUPED, rng.randrange(1, 6))))
        elif draw < 0.15:
            calls.append(("remove", document))
        elif draw < 0.45:
            calls.append(("label", document, tag))
        elif draw < 0.55:
            calls.append(("strip", document, tag))
        elif draw < 0.58:
            calls.append(("rename", tag, rng.choice(WORDS + GROUPED)))
        elif draw < 0.7:
            calls.append(("tags_of", document))
        elif draw < 0.8:
            calls.append(("find", *search(rng), rng.randrange(1, 4)))
        elif draw < 0.9:
            calls.append(("count", *search(rng)))
        else:
            calls.append(("frequent", rng.randrange(1, 4)))
    return (calls,)


def stress_renamed_over_and_over(rng):
    """worst_of_slow: tags of many documents that get one new name after another, with a count after each renaming."""
    calls = filled(rng, 700, 8)
    names = rng.sample(WORDS + GROUPED, 12)
    for turn in range(950):
        place = rng.randrange(12)
        new = f"new{turn}" if place % 2 else f"fresh{place}:{turn}"
        calls.append(("rename", names[place], new))
        calls.append(("count", [new], [], [names[place]]))
        names[place] = new
    return (calls,)


def stress_frequent_tags(rng):
    """interleaved: one tag more or less, then the most frequent ones; counting all tags anew each time is slow."""
    calls = filled(rng, 500, 6)
    for _ in range(2_000):
        document = f"d{rng.randrange(500)}"
        calls.append((rng.choice(("label", "strip")), document, rng.choice(WORDS + GROUPED)))
        calls.append(("frequent", rng.randrange(1, 4)))
    return (calls,)


def stress_nothing_found(rng):
    """sparse: searches, nearly all for pairs of tags that no document has though each tag is on many documents."""
    calls = [("__init__",)]
    for number in range(1_300):
        half = number % 2 * 15
        calls.append(("add", f"d{number}", rng.sample(WORDS[half : half + 15], 6)))
    for _ in range(2_500):
        other = WORDS[15:] if rng.randrange(8) else WORDS[:15]
        calls.append(("find", [rng.choice(WORDS[:15]), rng.choice(other)], [], [], 3))
    return (calls,)


def stress_one_group(rng):
    """repeated_no_ops: documents get the tag of a group that they have, or one in place of another, again and again."""
    calls = [("__init__",)]
    for number in range(400):
        calls.append(("add", f"d{number}", [*rng.sample(WORDS, 4), f"state:{number % 10}"]))
    for _ in range(3_000):
        number = rng.randrange(400)
        calls.append(("label", f"d{number}", f"state:{number % 10 if rng.random() < 0.7 else rng.randrange(10)}"))
        calls.append(("rename", f"state:{number % 10}", f"state:{number % 10}"))
    return (calls,)


def stress_taken_in_and_out(rng):
    """growth_then_shrink: documents come, and go again in another order, with a count and a search in between."""
    calls = filled(rng, 500, 6)
    for number in rng.sample(range(500), 500):
        calls.append(("remove", f"d{number}"))
        calls.append(("count", [], [], [rng.choice(WORDS)]))
        calls.append(("find", [], rng.sample(WORDS, 2), [], 2))
    return (calls,)


def growing(rng, size):
    """The number of calls: as many documents as searches."""
    calls = filled(rng, size // 2, 5)
    for _ in range(size // 2):
        calls.append(("count", *search(rng)))
    return (calls,)
