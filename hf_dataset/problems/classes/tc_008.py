"""NameRoll: names that may stand on a roll several times, counted and listed by prefix, shorter names first.

Testing every name for the prefix is linear in the roll in each call, and sorting what is found more than that. Names of
each length in order of the alphabet give the first ones by a search for each length; counts kept for each prefix of
each name answer how many there are at once. Decided here: shorter names come first, and among names of one length the
order is that of the alphabet.
"""

from bisect import bisect_left, insort

WRITTEN = "2026-11-24"

PROMPT = '''class NameRoll:
    """A roll of names, on which a name may stand several times.

    Names consist of lowercase letters. The order of the roll: shorter names come first, and names of equal length stand
    in alphabetical order. A name begins with a prefix also if it is the prefix; every name begins with the empty
    prefix.

    A call that raises an exception changes nothing.

    >>> roll = NameRoll()
    >>> roll.add("otto", 1), roll.add("ole", 2), roll.add("ole", 1)
    (1, 2, 3)
    >>> roll.first("o", 5)
    ['ole', 'otto']
    >>> roll.count("o"), roll.names("o")
    (4, 2)
    """

    def __init__(self) -> None:
        """Start with an empty roll."""

    def add(self, name: str, times: int) -> int:
        """Put a name on the roll `times` more times. Return how many times it stands there now."""

    def remove(self, name: str, times: int) -> int:
        """Take a name off the roll `times` times. Return how many times it still stands there.

        Raise KeyError if the name is not on the roll, and ValueError if it stands there less than `times` times.
        """

    def rename(self, old: str, new: str) -> int:
        """Replace a name by another, as often as it is on the roll. Return how many times `new` stands there now.

        If `new` is on the roll already, the numbers are added. If both names are the same, nothing changes.

        Raise KeyError if `old` is not on the roll.
        """

    def strike(self, prefix: str) -> int:
        """Take all names that begin with the prefix off the roll. Return how many entries were removed.

        A name that stands there several times counts as often.
        """

    def count(self, prefix: str) -> int:
        """Return how many entries begin with the prefix; a name that stands there several times counts as often."""

    def names(self, prefix: str) -> int:
        """Return how many different names begin with the prefix."""

    def first(self, prefix: str, limit: int) -> list[str]:
        """Return the first `limit` different names that begin with the prefix, in the order of the roll.

        If there are fewer, return all of them.
        """

    def after(self, name: str) -> str | None:
        """Return the first name on the roll that comes after this one in the order of the roll, or None.

        The given name need not be on the roll.

        >>> roll = NameRoll()
        >>> roll.add("eva", 1), roll.add("zoe", 1), roll.add("anna", 1)
        (1, 1, 1)
        >>> roll.after("eva"), roll.after("zz"), roll.after("zoe"), roll.after("anna")
        ('zoe', 'eva', 'anna', None)
        """
'''

ARGUMENTS = {
    "__init__": 0,
    "add": 2,
    "remove": 2,
    "rename": 2,
    "strike": 1,
    "count": 1,
    "names": 1,
    "first": 2,
    "after": 1,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("add", "remove", "first"):
            number = values.pop()
            assert type(number) is int and 1 <= number <= 10**6, "times and limit must be ints from 1 to 1,000,000"
        for text in values:
            assert type(text) is str and len(text) <= 16, "names and prefixes must be texts of at most 16 letters"
            assert all("a" <= letter <= "z" for letter in text), "names and prefixes must consist of lowercase letters"
            assert text or name in ("strike", "count", "names", "first"), "a name must not be empty"


INVALID = [
    ("an empty name", ([("__init__",), ("add", "", 1)],)),
    ("a capital letter", ([("__init__",), ("count", "Ada")],)),
    ("a limit of zero", ([("__init__",), ("first", "a", 0)],)),
    ("a name of 17 letters", ([("__init__",), ("after", "a" * 17)],)),
    ("a missing number", ([("__init__",), ("add", "ada")],)),
]

START = ("__init__",)

TESTS = {
    "add: the number of times grows": (
        [START, ("add", "ada", 1), ("add", "ada", 4), ("add", "ad", 2), ("count", "ad"), ("names", "ad")],
        [None, 1, 5, 2, 7, 2],
    ),
    "add: in the order of the roll, whatever comes first": (
        [
            START,
            ("add", "bb", 1),
            ("add", "c", 1),
            ("add", "aaa", 1),
            ("add", "ba", 1),
            ("add", "a", 1),
            ("first", "", 9),
        ],
        [None, 1, 1, 1, 1, 1, ["a", "c", "ba", "bb", "aaa"]],
    ),
    "remove: down to nothing": (
        [
            START,
            ("add", "ada", 3),
            ("remove", "ada", 2),
            ("count", "ada"),
            ("names", "a"),
            ("remove", "ada", 1),
            ("count", ""),
            ("names", ""),
            ("first", "", 3),
            ("remove", "ada", 1),
        ],
        [None, 3, 1, 1, 1, 0, 0, 0, [], KeyError],
    ),
    "remove: an unknown name, and more than there are": (
        [
            START,
            ("remove", "ada", 1),
            ("add", "ada", 2),
            ("remove", "ad", 1),
            ("remove", "adam", 1),
            ("remove", "ada", 3),
            ("count", "a"),
            ("remove", "ada", 2),
        ],
        [None, KeyError, 2, KeyError, KeyError, ValueError, 2, 0],
    ),
    "remove: others of the same prefix stay": (
        [
            START,
            ("add", "abc", 1),
            ("add", "ab", 1),
            ("add", "abd", 1),
            ("remove", "abc", 1),
            ("first", "ab", 9),
            ("count", "abc"),
            ("count", "ab"),
            ("after", "ab"),
        ],
        [None, 1, 1, 1, 0, ["ab", "abd"], 0, 2, "abd"],
    ),
    "rename: to a new name": (
        [
            START,
            ("add", "eva", 3),
            ("rename", "eva", "evelyn"),
            ("count", "eva"),
            ("names", "ev"),
            ("count", "evel"),
            ("rename", "eva", "zoe"),
            ("first", "", 2),
        ],
        [None, 3, 3, 0, 1, 3, KeyError, ["evelyn"]],
    ),
    "rename: to one that is there, and to itself": (
        [
            START,
            ("add", "eva", 3),
            ("add", "ava", 2),
            ("rename", "eva", "ava"),
            ("count", ""),
            ("names", ""),
            ("rename", "ava", "ava"),
            ("count", "a"),
            ("rename", "eva", "eva"),
        ],
        [None, 3, 2, 5, 5, 1, 5, 5, KeyError],
    ),
    "strike: what begins with the prefix, with all entries": (
        [
            START,
            ("add", "ab", 2),
            ("add", "abc", 3),
            ("add", "aba", 1),
            ("add", "b", 1),
            ("add", "a", 1),
            ("add", "acab", 1),
            ("strike", "ab"),
            ("first", "", 9),
            ("count", ""),
            ("names", "a"),
            ("strike", "ab"),
            ("remove", "abc", 1),
            ("add", "abc", 1),
            ("count", "ab"),
        ],
        [None, 2, 3, 1, 1, 1, 1, 6, ["a", "b", "acab"], 3, 2, 0, KeyError, 1, 1],
    ),
    "strike: everything": (
        [
            START,
            ("strike", ""),
            ("add", "b", 2),
            ("add", "aa", 1),
            ("strike", ""),
            ("names", ""),
            ("after", "a"),
            ("count", "b"),
        ],
        [None, 0, 2, 1, 3, 0, None, 0],
    ),
    "count: the name itself is one of them": (
        [
            START,
            ("add", "anna", 2),
            ("add", "an", 1),
            ("add", "annabel", 1),
            ("add", "ann", 5),
            ("count", "anna"),
            ("count", "ann"),
            ("count", "annab"),
            ("count", "annabelle"),
            ("count", "n"),
            ("count", ""),
        ],
        [None, 2, 1, 1, 5, 3, 8, 1, 0, 0, 9],
    ),
    "count: the letters next to the prefix do not count": (
        [START, ("add", "az", 1), ("add", "b", 1), ("add", "bz", 1), ("add", "c", 1), ("count", "b"), ("count", "bz")],
        [None, 1, 1, 1, 1, 2, 1],
    ),
    "names: each name once": (
        [
            START,
            ("names", ""),
            ("add", "anna", 2),
            ("add", "anna", 2),
            ("add", "anne", 1),
            ("names", "ann"),
            ("names", "anna"),
        ],
        [None, 0, 2, 4, 1, 2, 1],
    ),
    "names: of a prefix that is longer than all names": (
        [START, ("add", "z", 1), ("names", "zz"), ("names", "z"), ("add", "zzz", 1), ("names", "zz"), ("names", "y")],
        [None, 1, 0, 1, 1, 1, 0],
    ),
    "first: shorter names first, then the alphabet, up to the limit": (
        [
            START,
            ("add", "mark", 1),
            ("add", "maria", 1),
            ("add", "mara", 1),
            ("add", "max", 1),
            ("add", "moritz", 1),
            ("add", "m", 7),
            ("first", "ma", 1),
            ("first", "ma", 3),
            ("first", "ma", 4),
            ("first", "ma", 9),
            ("first", "m", 2),
            ("first", "mari", 2),
        ],
        [
            None,
            *[1, 1, 1, 1, 1, 7],
            ["max"],
            ["max", "mara", "mark"],
            ["max", "mara", "mark", "maria"],
            ["max", "mara", "mark", "maria"],
            ["m", "max"],
            ["maria"],
        ],
    ),
    "first: of nothing": (
        [
            START,
            ("first", "", 1),
            ("add", "b", 1),
            ("first", "a", 1),
            ("first", "c", 1),
            ("first", "ba", 1),
            ("first", "b", 1),
        ],
        [None, [], 1, [], [], [], ["b"]],
    ),
    "first: names with the last letter of the alphabet": (
        [START, ("add", "azz", 1), ("add", "baa", 1), ("add", "azy", 1), ("first", "az", 9), ("first", "a", 1)],
        [None, 1, 1, 1, ["azy", "azz"], ["azy"]],
    ),
    "after: within a length and on to the next": (
        [
            START,
            ("add", "bb", 1),
            ("add", "dd", 1),
            ("add", "aaaa", 1),
            ("after", "bb"),
            ("after", "aa"),
            ("after", "c"),
            ("after", "cc"),
            ("after", "dd"),
            ("after", "zz"),
            ("after", "zzz"),
            ("after", "aaaa"),
            ("after", "aaab"),
            ("after", "a"),
        ],
        [None, 1, 1, 1, "dd", "bb", "bb", "dd", "aaaa", "aaaa", "aaaa", None, None, "bb"],
    ),
    "after: of an empty roll, and after removals": (
        [
            START,
            ("after", "a"),
            ("add", "b", 1),
            ("add", "c", 1),
            ("after", "a"),
            ("remove", "b", 1),
            ("after", "a"),
            ("after", "c"),
        ],
        [None, None, 1, 1, "b", 0, "c", None],
    ),
    "class: a roll is walked from name to name while it changes": (
        [
            START,
            ("add", "ida", 1),
            ("add", "bo", 2),
            ("add", "ines", 1),
            ("add", "ib", 1),
            ("first", "i", 2),
            ("after", "bo"),
            ("rename", "ib", "igor"),
            ("after", "bo"),
            ("after", "ida"),
            ("after", "igor"),
            ("strike", "ig"),
            ("after", "ida"),
            ("count", "i"),
            ("first", "", 2),
        ],
        [None, 1, 2, 1, 1, ["ib", "ida"], "ib", 1, "ida", "igor", "ines", 1, "ines", 2, ["bo", "ida"]],
    ),
    "class: counts follow renamed and removed names": (
        [
            START,
            ("add", "tom", 5),
            ("add", "tim", 1),
            ("rename", "tom", "tim"),
            ("remove", "tim", 4),
            ("count", "t"),
            ("names", "t"),
            ("rename", "tim", "to"),
            ("count", "ti"),
            ("remove", "to", 3),
            ("remove", "to", 2),
            ("after", "a"),
            ("add", "tim", 1),
            ("after", "a"),
        ],
        [None, 5, 1, 6, 2, 2, 1, 2, 0, ValueError, 0, None, 1, "tim"],
    ),
    "class: names of the greatest length": (
        [
            START,
            ("add", "a" * 16, 1),
            ("add", "a" * 15, 1),
            ("add", "z" * 16, 2),
            ("first", "a" * 15, 5),
            ("after", "a" * 15),
            ("after", "a" * 16),
            ("after", "z" * 16),
            ("count", "z" * 16),
            ("strike", "a" * 16),
            ("first", "", 5),
        ],
        [None, 1, 1, 2, ["a" * 15, "a" * 16], "a" * 16, "z" * 16, None, 2, 1, ["a" * 15, "z" * 16]],
    ),
}


class Canonical:
    def __init__(self):
        self.times = {}
        self.by_length = [[] for _ in range(17)]

    def _found(self, prefix):
        """For each length, the names that begin with the prefix."""
        for names in self.by_length[len(prefix) :]:
            # No letter comes after the brace.
            yield names[bisect_left(names, prefix) : bisect_left(names, prefix + "{")]

    def add(self, name, times):
        if name not in self.times:
            insort(self.by_length[len(name)], name)
        self.times[name] = self.times.get(name, 0) + times
        return self.times[name]

    def remove(self, name, times):
        left = self.times[name] - times
        if left < 0:
            raise ValueError("not that often on the roll")
        self.times[name] = left
        if left == 0:
            del self.times[name]
            names = self.by_length[len(name)]
            names.pop(bisect_left(names, name))
        return left

    def rename(self, old, new):
        times = self.times[old]
        self.remove(old, times)
        return self.add(new, times)

    def strike(self, prefix):
        removed = 0
        for names in list(self._found(prefix)):
            for name in names:
                removed += self.times[name]
                self.remove(name, self.times[name])
        return removed

    def count(self, prefix):
        return sum(self.times[name] for names in self._found(prefix) for name in names)

    def names(self, prefix):
        return sum(len(names) for names in self._found(prefix))

    def first(self, prefix, limit):
        found = []
        for names in self._found(prefix):
            found += names
            if len(found) >= limit:
                break
        return found[:limit]

    def after(self, name):
        names = self.by_length[len(name)]
        place = bisect_left(names, name + "a")
        if place < len(names):
            return names[place]
        for names in self.by_length[len(name) + 1 :]:
            if names:
                return names[0]
        return None


class ReferenceCountsOfPrefixes:
    # Entries and names are counted for every prefix that was asked for, from then on; others cost nothing.
    def __init__(self):
        self.times = {}
        self.by_length = [[] for _ in range(18)]
        self.counts = {"": 0}
        self.different = {"": 0}
        self.lengths = (1,)

    def _learn(self, prefix):
        found = self._names_with(prefix)
        times = self.times
        self.counts[prefix] = sum([times[name] for name in found])
        self.different[prefix] = len(found)
        if len(prefix) not in self.lengths:
            self.lengths = (*self.lengths, len(prefix))

    def _names_with(self, prefix):
        end = prefix + "{"
        found = []
        for names in self.by_length[len(prefix) :]:
            if names:
                place = bisect_left(names, prefix)
                if place < len(names) and names[place] < end:
                    found += names[place : bisect_left(names, end, place)]
        return found

    def _change(self, name, times, names):
        counts = self.counts
        counts[""] += times
        if names:
            different = self.different
            different[""] += names
            for length in self.lengths:
                prefix = name[:length]
                if prefix in counts and length <= len(name):
                    counts[prefix] += times
                    different[prefix] += names
        else:
            for length in self.lengths:
                prefix = name[:length]
                if prefix in counts and length <= len(name):
                    counts[prefix] += times

    def add(self, name, times):
        before = self.times.get(name)
        if before is None:
            insort(self.by_length[len(name)], name)
            self.times[name] = times
            self._change(name, times, 1)
            return times
        self.times[name] = times + before
        self._change(name, times, 0)
        return times + before

    def remove(self, name, times):
        left = self.times[name] - times
        if left > 0:
            self.times[name] = left
            self._change(name, -times, 0)
        elif left:
            raise ValueError("not that often on the roll")
        else:
            del self.times[name]
            names = self.by_length[len(name)]
            del names[bisect_left(names, name)]
            self._change(name, -times, -1)
        return left

    def rename(self, old, new):
        times = self.times[old]
        if old == new:
            return times
        self.remove(old, times)
        return self.add(new, times)

    def strike(self, prefix):
        end = prefix + "{"
        removed = 0
        for names in self.by_length[len(prefix) :]:
            place = bisect_left(names, prefix)
            if place < len(names) and names[place] < end:
                last = bisect_left(names, end, place)
                for name in names[place:last]:
                    times = self.times.pop(name)
                    removed += times
                    self._change(name, -times, -1)
                del names[place:last]
        return removed

    def count(self, prefix):
        found = self.counts.get(prefix)
        if found is None:
            self._learn(prefix)
            found = self.counts[prefix]
        return found

    def names(self, prefix):
        found = self.different.get(prefix)
        if found is None:
            self._learn(prefix)
            found = self.different[prefix]
        return found

    def first(self, prefix, limit):
        end = prefix + "{"
        found = []
        rest = limit
        for names in self.by_length[len(prefix) :]:
            if names:
                place = bisect_left(names, prefix)
                some = names[place : place + rest]
                if some and some[-1] >= end:
                    del some[bisect_left(some, end) :]
                if some:
                    found += some
                    rest -= len(some)
                    if not rest:
                        break
        return found

    def after(self, name):
        length = len(name)
        names = self.by_length[length]
        place = bisect_left(names, name + "a")
        while place == len(names):
            length += 1
            if length == 18:
                return None
            names = self.by_length[length]
            place = 0
        return names[place]


class SlowTestsEveryName:
    def __init__(self):
        self.roll = {}

    def add(self, name, times):
        self.roll[name] = self.roll.get(name, 0) + times
        return self.roll[name]

    def remove(self, name, times):
        if name not in self.roll:
            raise KeyError(name)
        if self.roll[name] < times:
            raise ValueError(name)
        self.roll[name] -= times
        left = self.roll[name]
        if left == 0:
            del self.roll[name]
        return left

    def rename(self, old, new):
        times = self.roll.pop(old)
        return self.add(new, times)

    def strike(self, prefix):
        removed = self.count(prefix)
        self.roll = {name: times for name, times in self.roll.items() if not name.startswith(prefix)}
        return removed

    def count(self, prefix):
        return sum(times for name, times in self.roll.items() if name.startswith(prefix))

    def names(self, prefix):
        return len([name for name in self.roll if name.startswith(prefix)])

    def first(self, prefix, limit):
        found = [name for name in self.roll if name.startswith(prefix)]
        return sorted(found, key=lambda name: (len(name), name))[:limit]

    def after(self, name):
        later = [(len(other), other) for other in self.roll if (len(other), other) > (len(name), name)]
        return min(later)[1] if later else None


LETTERS = "aaaabcdeeefghiiklmnnooprrssttuvz"


def names_of(rng, count, shortest=3, longest=12):
    found = set()
    while len(found) < count:
        found.add("".join(rng.choices(LETTERS, k=rng.randrange(shortest, longest + 1))))
    return sorted(found)


def stress_roll_of_a_school(rng):
    """large_random: a thousand names that come, go and are renamed, with questions by short prefixes."""
    names = names_of(rng, 1_600)
    rng.shuffle(names)
    calls = [("__init__",)]
    calls += [("add", name, rng.randrange(1, 5)) for name in names[:800]]
    for step in range(2_700):
        name = rng.choice(names)
        kind = step % 7
        if kind == 0:
            calls.append(("add", name, rng.randrange(1, 5)))
        elif kind == 1:
            calls.append(("remove", name, 1 if step % 5 else 99))
        elif kind == 2:
            calls.append(("rename", name, rng.choice(names)))
        elif kind == 3:
            calls.append(("first", name[: 1 + step % 3], 5))
        elif kind == 4:
            calls.append(("after", name))
        else:
            calls.append((("count", "names")[step % 2], name[: 1 + step % 3]))
    return (calls,)


def stress_questions_to_a_long_roll(rng):
    """build_then_query: fourteen hundred names, then how many begin with short prefixes and which are the first."""
    names = names_of(rng, 1_400)
    rng.shuffle(names)
    calls = [("__init__",)]
    calls += [("add", name, rng.randrange(1, 9)) for name in names]
    for step in range(2_400):
        prefix = rng.choice(names)[: step % 3]
        calls.append((("count", prefix), ("names", prefix), ("first", prefix, 4))[step % 5 % 3])
    return (calls,)


def stress_added_and_struck(rng):
    """growth_then_shrink: names are added in falling order and struck by prefixes of two letters, twice."""
    calls = [("__init__",)]
    for _ in range(2):
        names = names_of(rng, 1_000)
        calls += [("add", name, 2) for name in reversed(names)]
        prefixes = sorted({name[:2] for name in names})
        rng.shuffle(prefixes)
        for prefix in prefixes:
            calls.append(("strike", prefix))
            calls.append(("after", prefix))
    return (calls,)


def stress_walk_along_the_roll(rng):
    """worst_of_slow: from name to name in the order of the roll, looking at all names at each step is waste."""
    names = names_of(rng, 1_300, 3, 8)
    calls = [("__init__",)]
    calls += [("add", name, 1) for name in names]
    ordered = sorted(names, key=lambda name: (len(name), name))
    for name in ordered:
        calls.append(("after", name))
    for _ in range(600):
        calls.append(("after", rng.choice(LETTERS) * rng.randrange(1, 9)))
    return (calls,)


def stress_one_long_prefix(rng):
    """dense: all names begin with the same ten letters, so that prefixes tell nothing apart until their end."""
    stem = "".join(rng.choices(LETTERS, k=10))
    names = [stem + name for name in names_of(rng, 900, 3, 6)]
    rng.shuffle(names)
    calls = [("__init__",)]
    calls += [("add", name, 1) for name in names]
    for step in range(2_000):
        name = rng.choice(names)
        prefix = name[: 8 + step % 4]
        calls.append((("first", prefix, 3), ("count", prefix), ("add", name, 1), ("names", prefix))[step % 4])
    return (calls,)


def stress_changes_between_questions(rng):
    """interleaved: a name is removed and added again between any two questions for how many there are."""
    names = names_of(rng, 1_000)
    calls = [("__init__",)]
    calls += [("add", name, 1) for name in names]
    for step in range(900):
        name = rng.choice(names)
        calls += [("remove", name, 1), ("count", name[:1]), ("add", name, 1), ("names", rng.choice(names)[: step % 3])]
    return (calls,)


def stress_prefixes_without_names(rng):
    """sparse: prefixes with which no name begins, and names that are not on the roll; few are found."""
    names = names_of(rng, 1_200, 4, 10)
    calls = [("__init__",)]
    calls += [("add", name, 1) for name in names]
    for step in range(1_800):
        if not rng.randrange(6):
            calls.append((rng.choice(("count", "names")), rng.choice(names)[:3]))
            continue
        text = "y" + rng.choice(names)[:3] if step % 2 else rng.choice(names)[:2] + "q"
        calls.append(
            (("count", text), ("remove", text, 1), ("first", text, 3), ("strike", text), ("names", text))[step % 5]
        )
    return (calls,)


def growing(rng, size):
    """The number of calls: half of them add names, the others ask how many begin with a letter."""
    calls = [("__init__",)]
    calls += [("add", "".join(rng.choices(LETTERS, k=10)), 1) for _ in range(size // 2)]
    calls += [("count", rng.choice("abcdefg")) for _ in range(size // 2)]
    return (calls,)
