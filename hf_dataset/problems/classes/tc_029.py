"""WordWindow: the most frequent of the last words of a stream, where of equally frequent words the latest comes first.

Counting the whole window for each question is linear in it. Counts that go along with the words, and one sorted list of
(count, last place) that is brought up to date only when somebody asks, leave a few steps for each word that changed.
Decided here: muted words keep their places in the window, but count for nothing until they are unmuted.
"""

from bisect import bisect_left, insort
from collections import Counter, deque

WRITTEN = "2026-11-24"

PROMPT = '''class WordWindow:
    """Counts the words among the last ones of a stream.

    The window holds the last `size` words of the stream; each new word beyond that pushes the oldest one out. Words are
    compared without regard to case and are given back in lower case. Words can be muted: they take their places in the
    window all the same, but are left out of all counts and rankings.

    Of two words that are not muted and stand in the window, the one with more occurrences in the window ranks before
    the other; if they have equally many, the one whose last occurrence came later ranks first.

    >>> window = WordWindow(6)
    >>> window.feed("the cat the Dog"), window.top(3)
    (0, [('the', 2), ('dog', 1), ('cat', 1)])
    >>> window.feed("a cat a bird"), window.top(3), window.rank("the"), window.exactly(1)
    (2, [('a', 2), ('bird', 1), ('cat', 1)], 5, 4)
    >>> window.mute("A"), window.top(1), window.count("a"), window.rank("the")
    (2, [('bird', 1)], 0, 4)
    """

    def __init__(self, size: int) -> None:
        """Begin with an empty window that can hold `size` words, and without muted words."""

    def feed(self, text: str) -> int:
        """Append the words of a text (its pieces between blanks) to the stream, and return how many words fell out.

        If the text has more words than the window can hold, the first of them fall out again and count too.
        """

    def count(self, word: str) -> int:
        """Return how often a word occurs in the window, 0 if it is muted."""

    def top(self, count: int) -> list[tuple[str, int]]:
        """Return the first `count` words (all, if there are fewer) in their ranks, each with its occurrences."""

    def rank(self, word: str) -> int:
        """Return a word's place in the ranking, 1 for the first. Raise KeyError if it is muted or not in the window."""

    def exactly(self, times: int) -> int:
        """Return how many different words that are not muted occur exactly so many times in the window."""

    def mute(self, word: str) -> int:
        """Mute a word, whether or not it ever occurred, and return how often it occurs in the window.

        Raise ValueError if it is muted already.
        """

    def unmute(self, word: str) -> int:
        """Let a muted word count again, from its occurrences in the window on, and return how many these are.

        Raise ValueError if it is not muted.
        """

    def resize(self, size: int) -> int:
        """Let the window hold `size` words from now on, and return how many (the oldest) fell out by this."""
'''

ARGUMENTS = {
    "__init__": 1,
    "feed": 1,
    "count": 1,
    "top": 1,
    "rank": 1,
    "exactly": 1,
    "mute": 1,
    "unmute": 1,
    "resize": 1,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, (
            "each call must be a tuple that starts with a method"
        )
        name = call[0]
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(call) == 2, f"{name} must have one argument"
        value = call[1]
        if name in ("__init__", "resize", "exactly"):
            assert type(value) is int and 1 <= value <= 10**6, "size and times must be ints from 1 to 1,000,000"
        elif name == "top":
            assert type(value) is int and 1 <= value <= 20, "count must be an int from 1 to 20"
        else:
            assert type(value) is str, "text and word must be texts"
            assert value.isascii() and value.isprintable(), "text and word must hold printable ASCII characters only"
            assert len(value) <= 3_000, "text and word must have at most 3,000 characters"
            if name != "feed":
                assert value and " " not in value, "word must have at least one character and no blanks"


INVALID = [
    ("a window of no size", ([("__init__", 0)],)),
    ("a word with a blank", ([("__init__", 5), ("mute", "a b")],)),
    ("more than twenty words", ([("__init__", 5), ("top", 21)],)),
    ("a text with a line break", ([("__init__", 5), ("feed", "a\nb")],)),
]

START = ("__init__", 4)

TESTS = {
    "feed: words fall out when the window is full": (
        [START, ("feed", "a b"), ("feed", "c d"), ("feed", "e"), ("count", "a"), ("count", "b"), ("feed", "f g")]
        + [("count", "b"), ("count", "c"), ("count", "d")],
        [None, 0, 0, 1, 0, 1, 2, 0, 0, 1],
    ),
    "feed: no words, several blanks, upper case": (
        [START, ("feed", ""), ("feed", "  "), ("feed", " B  b "), ("count", "b"), ("count", "B"), ("top", 1)],
        [None, 0, 0, 0, 2, 2, [("b", 2)]],
    ),
    "feed: more words than the window holds": (
        [("__init__", 2), ("feed", "x"), ("feed", "a b c d"), ("top", 9), ("count", "b"), ("count", "x")],
        [None, 0, 3, [("d", 1), ("c", 1)], 0, 0],
    ),
    "count: while words go out one by one": (
        [START, ("count", "a"), ("feed", "a a b a"), ("count", "a"), ("feed", "b"), ("count", "a"), ("feed", "b b")]
        + [("count", "a"), ("count", "b"), ("feed", "b"), ("count", "a")],
        [None, 0, 0, 3, 1, 2, 2, 1, 3, 1, 0],
    ),
    "count: muted words": (
        [START, ("feed", "a a b"), ("mute", "a"), ("count", "a"), ("count", "b"), ("feed", "a"), ("unmute", "a")]
        + [("count", "a")],
        [None, 0, 2, 0, 1, 0, 3, 3],
    ),
    "top: more occurrences first, then the latest": (
        [("__init__", 9), ("top", 1), ("feed", "a b b a c"), ("top", 1), ("top", 2), ("top", 3), ("top", 4)],
        [None, [], 0, [("a", 2)], [("a", 2), ("b", 2)], *[[("a", 2), ("b", 2), ("c", 1)]] * 2],
    ),
    "top: an occurrence that falls out leaves the last one": (
        [START, ("feed", "a b c a"), ("top", 3), ("feed", "d"), ("top", 4), ("feed", "c"), ("top", 4)],
        [
            None,
            0,
            [("a", 2), ("c", 1), ("b", 1)],
            1,
            [("d", 1), ("a", 1), ("c", 1), ("b", 1)],
            1,
            [("c", 2), ("d", 1), ("a", 1)],
        ],
    ),
    "rank: places of all words": (
        [("__init__", 9), ("feed", "a b b c a d"), *(("rank", word) for word in ("A", "b", "c", "d", "e"))],
        [None, 0, 1, 2, 4, 3, KeyError],
    ),
    "rank: not for words that fell out or are muted": (
        [START, ("feed", "a b c d e"), ("rank", "a"), ("rank", "b"), ("mute", "c"), ("rank", "c"), ("rank", "b")],
        [None, 1, KeyError, 4, 1, KeyError, 3],
    ),
    "exactly: different words": (
        [("__init__", 9), ("exactly", 1), ("feed", "a b b c c d"), ("exactly", 1), ("exactly", 2), ("exactly", 3)],
        [None, 0, 0, 2, 2, 0],
    ),
    "exactly: without muted words and after changes": (
        [START, ("feed", "a a b c"), ("mute", "b"), ("exactly", 1), ("feed", "c"), ("exactly", 1), ("exactly", 2)]
        + [("mute", "z"), ("exactly", 2)],
        [None, 0, 1, 1, 1, 1, 1, 0, 1],
    ),
    "mute: once, in any case": (
        [START, ("feed", "a B b"), ("mute", "b"), ("mute", "B"), ("mute", "x"), ("top", 5), ("feed", "x b a")]
        + [("top", 5)],
        [None, 0, 2, ValueError, 0, [("a", 1)], 2, [("a", 1)]],
    ),
    "mute: a muted word pushes others out and falls out itself": (
        [("__init__", 2), ("mute", "z"), ("feed", "a z"), ("feed", "z"), ("top", 2), ("feed", "b c"), ("unmute", "z")]
        + [("rank", "z"), ("top", 2)],
        [None, 0, 0, 1, [], 2, 0, KeyError, [("c", 1), ("b", 1)]],
    ),
    "unmute: only what is muted, with its places": (
        [START, ("unmute", "a"), ("feed", "a b a c"), ("mute", "a"), ("unmute", "A"), ("unmute", "a"), ("top", 3)],
        [None, ValueError, 0, 2, 2, ValueError, [("a", 2), ("c", 1), ("b", 1)]],
    ),
    "unmute: the last occurrence counts, muted or not": (
        [
            ("__init__", 9),
            ("feed", "a b c"),
            ("mute", "a"),
            ("feed", "a d"),
            ("unmute", "a"),
            ("feed", "b"),
            ("top", 4),
        ],
        [None, 0, 1, 0, 2, 0, [("b", 2), ("a", 2), ("d", 1), ("c", 1)]],
    ),
    "resize: the oldest fall out": (
        [
            START,
            ("feed", "a b c d"),
            ("resize", 2),
            ("top", 4),
            ("resize", 1),
            ("top", 4),
            ("resize", 3),
            ("feed", "e f g"),
        ]
        + [("top", 4)],
        [None, 0, 2, [("d", 1), ("c", 1)], 1, [("d", 1)], 0, 1, [("g", 1), ("f", 1), ("e", 1)]],
    ),
    "resize: a window that is not full": (
        [START, ("resize", 9), ("feed", "a b"), ("resize", 2), ("feed", "c"), ("count", "a"), ("count", "b")],
        [None, 0, 0, 0, 1, 0, 1],
    ),
    "class: a stream with muted words and another size": (
        [
            ("__init__", 6),
            ("feed", "the fox and the hen"),
            ("mute", "the"),
            ("top", 2),
            ("rank", "fox"),
            ("feed", "and the fox"),
            ("top", 5),
            ("exactly", 2),
            ("resize", 3),
            ("top", 5),
            ("unmute", "the"),
            ("top", 5),
            ("rank", "and"),
        ],
        [None, 0, 2, [("hen", 1), ("and", 1)], 3, 2, [("and", 2), ("fox", 1), ("hen", 1)], 1, 3]
        + [[("fox", 1), ("and", 1)], 1, [("fox", 1), ("the", 1), ("and", 1)], 3],
    ),
    "class: asking in between does not change the order": (
        [
            ("__init__", 5),
            ("feed", "a b"),
            ("rank", "a"),
            ("feed", "a"),
            ("rank", "a"),
            ("exactly", 1),
            ("feed", "b c"),
            ("rank", "b"),
            ("feed", "d"),
            ("top", 4),
            ("feed", "e"),
            ("top", 5),
            ("rank", "a"),
        ],
        [None, 0, 2, 0, 1, 1, 0, 1, 1, [("b", 2), ("d", 1), ("c", 1), ("a", 1)], 1]
        + [[("e", 1), ("d", 1), ("c", 1), ("b", 1), ("a", 1)], 5],
    ),
    "class: all is muted, all falls out": (
        [
            ("__init__", 3),
            ("feed", "a b a"),
            ("mute", "a"),
            ("mute", "b"),
            ("top", 3),
            ("exactly", 1),
            ("feed", "c c c"),
            ("unmute", "a"),
            ("unmute", "b"),
            ("top", 3),
            ("feed", "b"),
            ("count", "b"),
            ("exactly", 2),
        ],
        [None, 0, 2, 1, [], 0, 3, 0, 0, [("c", 3)], 1, 1, 1],
    ),
}


class Canonical:
    def __init__(self, size):
        self.size = size
        self.window = deque()
        self.counts = Counter()
        self.last = {}  # word: the number of its last occurrence in the stream
        self.fed = 0
        self.muted = set()

    def _shrink(self):
        fallen = 0
        while len(self.window) > self.size:
            word = self.window.popleft()
            self.counts[word] -= 1
            if self.counts[word] == 0:
                del self.counts[word], self.last[word]
            fallen += 1
        return fallen

    def _ranking(self):
        words = [word for word in self.counts if word not in self.muted]
        return sorted(words, key=lambda word: (-self.counts[word], -self.last[word]))

    def feed(self, text):
        fallen = 0
        for word in text.lower().split():
            self.fed += 1
            self.window.append(word)
            self.counts[word] += 1
            self.last[word] = self.fed
            fallen += self._shrink()
        return fallen

    def count(self, word):
        word = word.lower()
        return 0 if word in self.muted else self.counts[word]

    def top(self, count):
        return [(word, self.counts[word]) for word in self._ranking()[:count]]

    def rank(self, word):
        ranking = self._ranking()
        if word.lower() not in ranking:
            raise KeyError(word)
        return ranking.index(word.lower()) + 1

    def exactly(self, times):
        return sum(count == times and word not in self.muted for word, count in self.counts.items())

    def mute(self, word):
        word = word.lower()
        if word in self.muted:
            raise ValueError("muted already")
        self.muted.add(word)
        return self.counts[word]

    def unmute(self, word):
        word = word.lower()
        if word not in self.muted:
            raise ValueError("not muted")
        self.muted.remove(word)
        return self.counts[word]

    def resize(self, size):
        self.size = size
        return self._shrink()


PLACES = 1 << 40


class ReferenceOrderMendedWhenAsked:
    """A word's key is occurrences * 2**40 + the number of its last one; `order` holds the keys, ascending."""

    def __init__(self, size):
        self.size = size
        self.window = []  # words from `start` on are in the window
        self.start = 0
        self.keys = {}  # word in the window: key
        self.listed = {}  # word that is not muted: key under which it stands in `order`
        self.order = []
        self.names = {}  # number of a word in the stream: word, for the keys in `order`
        self.changed = set()
        self.muted = set()
        self.fed = 0

    def _drop(self, fallen):
        keys = self.keys
        window = self.window
        start = self.start
        gone = window[start : start + fallen]
        for word in gone:
            key = keys[word]
            if key < 2 * PLACES:
                del keys[word]
            else:
                keys[word] = key - PLACES
        self.changed.update(gone)
        self.start = start = start + fallen
        if start > 1_024 and start * 2 > len(window):
            del window[:start]
            self.start = 0

    def feed(self, text):
        words = text.lower().split()
        if not words:
            return 0
        keys = self.keys
        number = self.fed
        for word in words:
            number += 1
            key = keys.get(word)
            keys[word] = PLACES + number if key is None else (key // PLACES + 1) * PLACES + number
        self.fed = number
        self.changed.update(words)
        self.window += words
        fallen = len(self.window) - self.start - self.size
        if fallen <= 0:
            return 0
        self._drop(fallen)
        return fallen

    def _mend(self):
        changed = self.changed
        keys = self.keys
        muted = self.muted
        if len(changed) * 6 > len(keys):
            words = {word: key for word, key in keys.items() if word not in muted} if muted else keys
            self.listed = dict(words)
            self.order = sorted(words.values())
            self.names = {key % PLACES: word for word, key in words.items()}
        else:
            order = self.order
            listed = self.listed
            names = self.names
            for word in changed:
                old = listed.get(word)
                key = None if word in muted else keys.get(word)
                if old == key:
                    continue
                if old is not None:
                    del order[bisect_left(order, old)]
                    del names[old % PLACES]
                if key is None:
                    del listed[word]
                else:
                    insort(order, key)
                    listed[word] = key
                    names[key % PLACES] = word
        changed.clear()

    def count(self, word):
        word = word.lower()
        return 0 if word in self.muted else self.keys.get(word, 0) // PLACES

    def top(self, count):
        if self.changed:
            self._mend()
        names = self.names
        return [(names[key % PLACES], key // PLACES) for key in self.order[: -count - 1 : -1]]

    def rank(self, word):
        if self.changed:
            self._mend()
        return len(self.order) - bisect_left(self.order, self.listed[word.lower()])

    def exactly(self, times):
        if self.changed:
            self._mend()
        order = self.order
        return bisect_left(order, (times + 1) * PLACES) - bisect_left(order, times * PLACES)

    def mute(self, word):
        word = word.lower()
        if word in self.muted:
            raise ValueError("muted already")
        self.muted.add(word)
        if word not in self.keys:
            return 0
        self.changed.add(word)
        return self.keys[word] // PLACES

    def unmute(self, word):
        word = word.lower()
        if word not in self.muted:
            raise ValueError("not muted")
        self.muted.remove(word)
        if word not in self.keys:
            return 0
        self.changed.add(word)
        return self.keys[word] // PLACES

    def resize(self, size):
        self.size = size
        fallen = len(self.window) - self.start - size
        if fallen <= 0:
            return 0
        self._drop(fallen)
        return fallen


class SlowCountTheWindow:
    def __init__(self, size):
        self.size = size
        self.words = []
        self.muted = []

    def feed(self, text):
        fallen = 0
        for word in text.lower().split():
            self.words.append(word)
            if len(self.words) > self.size:
                self.words.pop(0)
                fallen += 1
        return fallen

    def count(self, word):
        word = word.lower()
        return 0 if word in self.muted else self.words.count(word)

    def ranking(self):
        counts = {}
        last = {}
        for place, word in enumerate(self.words):
            if word not in self.muted:
                counts[word] = counts.get(word, 0) + 1
                last[word] = place
        return sorted(counts.items(), key=lambda entry: (entry[1], last[entry[0]]), reverse=True)

    def top(self, count):
        return self.ranking()[:count]

    def rank(self, word):
        for place, entry in enumerate(self.ranking()):
            if entry[0] == word.lower():
                return place + 1
        raise KeyError(word)

    def exactly(self, times):
        return len([word for word, count in self.ranking() if count == times])

    def mute(self, word):
        word = word.lower()
        if word in self.muted:
            raise ValueError("muted already")
        self.muted.append(word)
        return self.words.count(word)

    def unmute(self, word):
        word = word.lower()
        if word not in self.muted:
            raise ValueError("not muted")
        self.muted.remove(word)
        return self.words.count(word)

    def resize(self, size):
        fallen = max(0, len(self.words) - size)
        self.words = self.words[fallen:]
        self.size = size
        return fallen


def words_of(rng, count):
    return [f"w{number}" for number in rng.sample(range(10_000), count)]


def stress_all_methods(rng):
    """interleaved: short texts come in and every question is asked between them; the window is counted each time."""
    words = words_of(rng, 60)
    calls = [("__init__", 1_000), ("feed", " ".join(rng.choices(words, k=300)))]
    for step in range(1_350):
        calls.append(("feed", " ".join(rng.choices(words, k=2))))
        word = rng.choice(words)
        draw = step % 8
        if draw < 4:
            calls.append([("top", 5), ("rank", word), ("count", word), ("exactly", rng.randrange(1, 5))][draw])
        elif step % 40 == 4:
            calls.append(("mute", word))
        elif step % 40 == 12:
            calls.append(("unmute", word))
        elif step % 200 == 6:
            calls.append(("resize", rng.randrange(900, 1_100)))
        elif step % 200 == 14:
            calls += [("feed", " "), ("mute", f"x{step}"), ("unmute", f"x{step}")]
    return (calls,)


def stress_one_word_then_top(rng):
    """worst_of_slow: one word at a time, each followed by the question for the top of a window of two thousand."""
    words = words_of(rng, 300)
    calls = [("__init__", 2_000), ("feed", " ".join(rng.choices(words, k=380)))]
    calls += [("feed", " ".join(rng.choices(words, k=380))) for _ in range(5)]
    for _ in range(1_200):
        calls += [("feed", rng.choice(words)), ("top", 3)]
    return (calls,)


def stress_fill_then_ask(rng):
    """build_then_query: the window is filled once and stays; ranks and counts of single words are asked for."""
    words = words_of(rng, 600)
    calls = [("__init__", 3_000)]
    calls += [("feed", " ".join(rng.choices(words, k=30))) for _ in range(110)]
    for _ in range(1_100):
        calls += [("rank", rng.choice(words)), ("count", rng.choice(words)), ("count", "unknown")]
        calls.append(("exactly", rng.randrange(1, 9)))
    return (calls,)


def stress_long_texts(rng):
    """long_value: texts of two dozen words, each of which changes much of the window, and few questions."""
    words = words_of(rng, 900)
    calls = [("__init__", 2_000)]
    for _ in range(120):
        calls += [("feed", " ".join(rng.choices(words, k=24))), ("top", 10), ("count", rng.choice(words))]
    calls += [("rank", word) for word in rng.sample(calls[-3][1].split(), 20)]
    calls += [("exactly", 2), ("count", "none")] * 900
    return (calls,)


def stress_all_different(rng):
    """sparse: hardly a word comes twice, so that all have one occurrence and only the last places order them."""
    first = rng.randrange(10_000, 90_000)
    calls = [("__init__", 1_000), *(("feed", f"x{first + 7 * step}") for step in range(1_000))]
    for step in range(1_000, 2_500):
        calls.append(("feed", f"x{first + 7 * step}"))
        calls.append(("rank", f"x{first + 7 * (step - rng.randrange(1_000))}") if step % 2 else ("exactly", 1))
    return (calls,)


def stress_wide_then_narrow(rng):
    """growth_then_shrink: a wide window is filled, then made narrower little by little, with a look each time."""
    words = words_of(rng, 500)
    calls = [("__init__", 4_000)]
    calls += [("feed", " ".join(rng.choices(words, k=40))) for _ in range(100)]
    for size in range(3_998, 1_000, -3):
        calls += [("resize", size), (("top", 2) if size % 2 else ("exactly", rng.randrange(1, 9)))]
    return (calls,)


def growing(rng, size):
    """The size of the window, and the number of words, each followed by the question for the top."""
    words = words_of(rng, 50)
    calls = [("__init__", size)]
    for _ in range(min(size, 20_000)):
        calls += [("feed", rng.choice(words)), ("top", 3)]
    return (calls,)
