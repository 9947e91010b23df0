"""RadioLog: messages in channels, what each member has not read, who is mentioned, and search by words.

Going through all messages for each question is linear in the log. One mark for each member of a channel is enough,
since who posts has read everything: sorted lists of numbers (of a channel, of a word in it, of a member's mentions) and
a search by halves answer the rest.
Decided here: words are split at blanks and compared without regard to case; punctuation belongs to the word.
"""

from bisect import bisect_left, bisect_right

WRITTEN = "2026-11-24"

PROMPT = '''class RadioLog:
    """Keeps the messages of channels and what their members have read.

    Messages are numbered 1, 2, 3 and so on over all channels. The words of a message are the pieces of its text between
    blanks; upper and lower case make no difference anywhere. A message mentions those who are members of its channel
    when it is posted, other than its author, and of whom a word of it is "@" and then the whole name ("@bob," mentions
    nobody of the name bob). The word "@all" mentions all members other than the author.

    A message is unread for a member of its channel if it was posted by another, after the member joined (last), and the
    member has not read it (see `post` and `read`). Deleted messages exist no longer and count for nothing.

    A call that raises an exception changes nothing.

    >>> log = RadioLog()
    >>> log.join("ann", "hill"), log.join("bob", "hill"), log.join("bob", "hill")
    (True, True, False)
    >>> log.post("ann", "hill", "Fox seen @bob"), log.post("ann", "hill", "two fox cubs"), log.unread("bob", "hill")
    (1, 2, (2, 1))
    >>> log.mentions("bob"), log.find("hill", "FOX", 5), log.read("bob", "hill", 1)
    (1, [2, 1], 1)
    >>> log.mentions("bob"), log.unread("bob", "hill"), log.unread("ann", "hill")
    (0, (1, 2), (0, None))
    """

    def __init__(self) -> None:
        """Make a log without channels, members and messages. Channels need not be made."""

    def join(self, user: str, channel: str) -> bool:
        """Make a user a member of a channel; return whether he was none before. Nothing changes for who was one."""

    def leave(self, user: str, channel: str) -> int:
        """End a membership, and return how many messages were unread for it. A user may join again later.

        Raise KeyError if the user is not a member of the channel.
        """

    def post(self, user: str, channel: str, text: str) -> int:
        """Post a message and return its number. The author has then read all messages of the channel.

        Raise PermissionError if the user is not a member of the channel; no number is used up.
        """

    def delete(self, user: str, number: int) -> str:
        """Delete a message and return its text.

        Raise KeyError if there is no such message, otherwise PermissionError if the user is not its author. The author
        need not be a member any more.
        """

    def read(self, user: str, channel: str, number: int) -> int:
        """Note that a member has read all messages of the channel with numbers up to `number`.

        Return how many messages are unread no longer by this. What was read stays read: a lower number changes nothing.
        A number beyond the last message holds for messages to come as well, until the membership ends.

        Raise KeyError if the user is not a member of the channel.
        """

    def unread(self, user: str, channel: str) -> tuple[int, int | None]:
        """Return how many messages of a channel are unread for a member, and the lowest number of these (or None).

        Raise KeyError if the user is not a member of the channel.
        """

    def mentions(self, user: str) -> int:
        """Return how many messages mention a user and are unread for him, over all channels that he is a member of.

        What mentioned him before he left a channel counts no longer, even if he joins again.
        """

    def last(self, channel: str, count: int) -> list[int]:
        """Return the numbers of the last `count` messages of a channel (all, if there are fewer), newest first."""

    def find(self, channel: str, word: str, count: int) -> list[int]:
        """Return as `last` does, but only of the messages one of whose words is `word`."""
'''

ARGUMENTS = {
    "__init__": 0,
    "join": 2,
    "leave": 2,
    "post": 3,
    "delete": 2,
    "read": 3,
    "unread": 2,
    "mentions": 1,
    "last": 2,
    "find": 3,
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
        if name in ("last", "find"):
            check_name(call[1], "channel")
            assert type(call[-1]) is int and 1 <= call[-1] <= 20, "count must be an int from 1 to 20"
        elif name != "__init__":
            check_name(call[1], "user")
            assert call[1] != "all", 'user must not be "all"'
        if name in ("join", "leave", "post", "read", "unread"):
            check_name(call[2], "channel")
        if name in ("delete", "read"):
            assert type(call[-1]) is int and 1 <= call[-1] <= 10**6, "number must be an int from 1 to 1,000,000"
        elif name in ("post", "find"):
            text = call[3] if name == "post" else call[2]
            assert type(text) is str and 1 <= len(text) <= 300, "text and word must be texts of 1 to 300 characters"
            assert text.isascii() and text.isprintable(), "text and word must hold printable ASCII characters only"
            assert name == "post" or " " not in text, "word must not hold blanks"


def check_name(name, what):
    assert type(name) is str and 1 <= len(name) <= 20, f"{what} must be a text of 1 to 20 characters"
    assert name.isascii() and name.isalnum() and name == name.lower(), f"{what} must hold a-z and 0-9 only"


START = ("__init__",)

INVALID = [
    ("a name in upper case", ([START, ("join", "Ann", "hill")],)),
    ("a user named all", ([START, ("join", "all", "hill")],)),
    ("a word of two words", ([START, ("find", "hill", "red fox", 3)],)),
    ("an empty text", ([START, ("post", "ann", "hill", "")],)),
    ("a line break", ([START, ("post", "ann", "hill", "a\nb")],)),
]

BOTH = [START, ("join", "ann", "hill"), ("join", "bob", "hill")]
BOTH_RESULTS = [None, True, True]

TESTS = {
    "join: once, and again after leaving": (
        [START, ("join", "ann", "hill"), ("join", "ann", "hill"), ("join", "ann", "lake"), ("leave", "ann", "hill")]
        + [("join", "ann", "hill")],
        [None, True, False, True, 0, True],
    ),
    "join: what was posted before is not unread, and joining twice reads nothing": (
        [
            *BOTH,
            ("post", "ann", "hill", "one"),
            ("join", "cyd", "hill"),
            ("unread", "cyd", "hill"),
            ("post", "ann", "hill", "two"),
            ("join", "cyd", "hill"),
            ("unread", "cyd", "hill"),
            ("unread", "bob", "hill"),
        ],
        [*BOTH_RESULTS, 1, True, (0, None), 2, False, (1, 2), (2, 1)],
    ),
    "leave: how many were unread": (
        [
            *BOTH,
            ("post", "ann", "hill", "one"),
            ("post", "ann", "hill", "two @bob"),
            ("leave", "bob", "hill"),
            ("leave", "bob", "hill"),
            ("mentions", "bob"),
            ("join", "bob", "hill"),
            ("mentions", "bob"),
            ("unread", "bob", "hill"),
        ],
        [*BOTH_RESULTS, 1, 2, 2, KeyError, 0, True, 0, (0, None)],
    ),
    "leave: another channel is not touched": (
        [
            *BOTH,
            ("leave", "ann", "lake"),
            ("leave", "cyd", "hill"),
            ("join", "bob", "lake"),
            ("leave", "bob", "lake"),
            ("post", "bob", "lake", "x"),
            ("post", "bob", "hill", "x"),
        ],
        [*BOTH_RESULTS, KeyError, KeyError, True, 0, PermissionError, 1],
    ),
    "post: members only, and failed ones use no number": (
        [START, ("post", "ann", "hill", "a"), ("join", "ann", "hill"), ("post", "ann", "lake", "a")]
        + [("post", "ann", "hill", "a"), ("last", "hill", 3), ("last", "lake", 3)],
        [None, PermissionError, True, PermissionError, 1, [1], []],
    ),
    "post: the author has read all of the channel": (
        [
            *BOTH,
            ("post", "ann", "hill", "@bob"),
            ("post", "ann", "hill", "two"),
            ("post", "bob", "hill", "three"),
            ("unread", "bob", "hill"),
            ("mentions", "bob"),
            ("unread", "ann", "hill"),
        ],
        [*BOTH_RESULTS, 1, 2, 3, (0, None), 0, (1, 3)],
    ),
    "leave: ends what was read beforehand": (
        [
            *BOTH,
            ("read", "bob", "hill", 9),
            ("leave", "bob", "hill"),
            ("join", "bob", "hill"),
            ("post", "ann", "hill", "a"),
        ]
        + [("unread", "bob", "hill")],
        [*BOTH_RESULTS, 0, 0, True, 1, (1, 1)],
    ),
    "delete: by the author, once": (
        [
            *BOTH,
            ("post", "ann", "hill", "One fox"),
            ("delete", "bob", 1),
            ("delete", "ann", 2),
            ("delete", "ann", 1),
            ("delete", "ann", 1),
            ("delete", "bob", 1),
            ("unread", "bob", "hill"),
            ("last", "hill", 5),
            ("find", "hill", "fox", 5),
        ],
        [*BOTH_RESULTS, 1, PermissionError, KeyError, "One fox", KeyError, KeyError, (0, None), [], []],
    ),
    "delete: mentions go, of single members and of all, also after leaving": (
        [
            *BOTH,
            ("post", "ann", "hill", "a @bob"),
            ("post", "ann", "hill", "b @all"),
            ("post", "ann", "hill", "c @all @bob"),
            ("mentions", "bob"),
            ("delete", "ann", 1),
            ("mentions", "bob"),
            ("leave", "ann", "hill"),
            ("delete", "ann", 2),
            ("mentions", "bob"),
            ("unread", "bob", "hill"),
        ],
        [*BOTH_RESULTS, 1, 2, 3, 3, "a @bob", 2, 0, "b @all", 1, (1, 3)],
    ),
    "delete: a message whose mentioned member has left or has read it": (
        [
            *BOTH,
            ("join", "cyd", "hill"),
            ("post", "ann", "hill", "@bob @cyd"),
            ("leave", "bob", "hill"),
            ("read", "cyd", "hill", 1),
            ("delete", "ann", 1),
            ("join", "bob", "hill"),
            ("mentions", "bob"),
            ("mentions", "cyd"),
            ("post", "ann", "hill", "@bob"),
            ("mentions", "bob"),
        ],
        [*BOTH_RESULTS, True, 1, 1, 1, "@bob @cyd", True, 0, 0, 2, 1],
    ),
    "read: up to a number, of one channel": (
        [
            *BOTH,
            ("join", "ann", "lake"),
            ("join", "bob", "lake"),
            ("post", "ann", "hill", "1"),
            ("post", "ann", "lake", "2"),
            ("post", "ann", "hill", "3"),
            ("post", "ann", "hill", "4"),
            ("read", "bob", "hill", 3),
            ("unread", "bob", "hill"),
            ("unread", "bob", "lake"),
            ("read", "bob", "hill", 2),
            ("unread", "bob", "hill"),
            ("read", "bob", "lake", 1),
            ("read", "bob", "lake", 9),
        ],
        [*BOTH_RESULTS, True, True, 1, 2, 3, 4, 2, (1, 4), (1, 2), 0, (1, 4), 0, 1],
    ),
    "read: messages that do not exist yet are read beforehand": (
        [
            *BOTH,
            ("read", "bob", "hill", 2),
            ("post", "ann", "hill", "@bob"),
            ("post", "ann", "hill", "2"),
            ("unread", "bob", "hill"),
            ("post", "ann", "hill", "3"),
            ("unread", "bob", "hill"),
            ("mentions", "bob"),
            ("read", "cyd", "hill", 3),
        ],
        [*BOTH_RESULTS, 0, 1, 2, (0, None), 3, (1, 3), 0, KeyError],
    ),
    "read: posting does not take back what was read beforehand": (
        [
            *BOTH,
            ("read", "bob", "hill", 3),
            ("post", "bob", "hill", "1"),
            ("post", "ann", "hill", "2"),
            ("post", "ann", "hill", "3"),
            ("post", "ann", "hill", "4"),
            ("unread", "bob", "hill"),
            ("read", "bob", "hill", 4),
        ],
        [*BOTH_RESULTS, 0, 1, 2, 3, 4, (1, 4), 1],
    ),
    "unread: number and lowest": (
        [
            *BOTH,
            ("unread", "bob", "hill"),
            ("post", "ann", "hill", "1"),
            ("post", "ann", "hill", "2"),
            ("unread", "bob", "hill"),
            ("delete", "ann", 1),
            ("unread", "bob", "hill"),
            ("unread", "ann", "hill"),
            ("unread", "ann", "lake"),
            ("unread", "cyd", "hill"),
        ],
        [*BOTH_RESULTS, (0, None), 1, 2, (2, 1), "1", (1, 2), (0, None), KeyError, KeyError],
    ),
    "unread: channels are apart": (
        [
            *BOTH,
            ("join", "bob", "lake"),
            ("join", "ann", "lake"),
            ("post", "ann", "lake", "1"),
            ("post", "ann", "hill", "2"),
            ("post", "bob", "hill", "3"),
            ("unread", "bob", "lake"),
            ("unread", "bob", "hill"),
        ],
        [*BOTH_RESULTS, True, True, 1, 2, 3, (1, 1), (0, None)],
    ),
    "mentions: whole words, any case, members only, not oneself": (
        [
            *BOTH,
            ("post", "ann", "hill", "@bob, hello"),
            ("post", "ann", "hill", "bob"),
            ("post", "ann", "hill", "x@bob @bobby"),
            ("mentions", "bob"),
            ("post", "ann", "hill", "@BOB @bob and @ann @cyd"),
            ("mentions", "bob"),
            ("mentions", "ann"),
            ("join", "cyd", "hill"),
            ("mentions", "cyd"),
            ("mentions", "dan"),
        ],
        [*BOTH_RESULTS, 1, 2, 3, 0, 4, 1, 0, True, 0, 0],
    ),
    "mentions: all members but the author, those of the moment": (
        [
            *BOTH,
            ("post", "ann", "hill", "@All look"),
            ("join", "cyd", "hill"),
            ("mentions", "ann"),
            ("mentions", "bob"),
            ("mentions", "cyd"),
            ("post", "cyd", "hill", "@bob @all"),
            ("mentions", "ann"),
            ("mentions", "bob"),
            ("read", "bob", "hill", 1),
            ("mentions", "bob"),
        ],
        [*BOTH_RESULTS, 1, True, 0, 1, 0, 2, 1, 2, 1, 1],
    ),
    "mentions: over channels, without those that were left": (
        [
            *BOTH,
            ("join", "ann", "lake"),
            ("join", "bob", "lake"),
            ("post", "ann", "hill", "@bob"),
            ("post", "ann", "lake", "@bob"),
            ("post", "ann", "lake", "@all"),
            ("mentions", "bob"),
            ("leave", "bob", "lake"),
            ("mentions", "bob"),
            ("join", "bob", "lake"),
            ("mentions", "bob"),
        ],
        [*BOTH_RESULTS, True, True, 1, 2, 3, 3, 2, 1, True, 1],
    ),
    "last: newest first, no more than asked for": (
        [
            *BOTH,
            ("join", "ann", "lake"),
            ("last", "hill", 1),
            ("post", "ann", "hill", "1"),
            ("post", "ann", "lake", "2"),
            ("post", "ann", "hill", "3"),
            ("post", "bob", "hill", "4"),
            ("last", "hill", 1),
            ("last", "hill", 2),
            ("last", "hill", 4),
        ],
        [*BOTH_RESULTS, True, [], 1, 2, 3, 4, [4], [4, 3], [4, 3, 1]],
    ),
    "last: without the deleted ones": (
        [*BOTH, ("post", "ann", "hill", "1"), ("post", "ann", "hill", "2"), ("post", "ann", "hill", "3")]
        + [("delete", "ann", 2), ("last", "hill", 2), ("delete", "ann", 3), ("last", "hill", 2), ("last", "sea", 2)],
        [*BOTH_RESULTS, 1, 2, 3, "2", [3, 1], "3", [1], []],
    ),
    "find: whole words, any case, newest first": (
        [
            *BOTH,
            ("post", "ann", "hill", "Red fox and red FOX"),
            ("post", "bob", "hill", "foxes"),
            ("post", "bob", "hill", "a  fox"),
            ("post", "bob", "hill", "fox!"),
            ("find", "hill", "fox", 5),
            ("find", "hill", "Fox", 1),
            ("find", "hill", "RED", 5),
            ("find", "hill", "fo", 5),
            ("find", "lake", "fox", 5),
        ],
        [*BOTH_RESULTS, 1, 2, 3, 4, [3, 1], [3], [1], [], []],
    ),
    "find: not in another channel and not what is deleted": (
        [
            *BOTH,
            ("join", "ann", "lake"),
            ("post", "ann", "hill", "fox fox"),
            ("post", "ann", "lake", "fox"),
            ("post", "ann", "hill", "the fox"),
            ("delete", "ann", 1),
            ("find", "hill", "fox", 5),
            ("find", "lake", "fox", 5),
            ("find", "hill", "the", 5),
            ("post", "ann", "hill", "FOX @Bob"),
            ("find", "hill", "fox", 5),
            ("find", "hill", "@bob", 5),
        ],
        [*BOTH_RESULTS, True, 1, 2, 3, "fox fox", [3], [2], [3], 4, [4, 3], [4]],
    ),
    "class: an evening on the hill": (
        [
            *BOTH,
            ("join", "cyd", "hill"),
            ("post", "ann", "hill", "Fox at the gate @all"),
            ("post", "bob", "hill", "@ann which gate"),
            ("post", "ann", "hill", "North gate"),
            ("unread", "cyd", "hill"),
            ("unread", "bob", "hill"),
            ("mentions", "ann"),
            ("read", "cyd", "hill", 2),
            ("unread", "cyd", "hill"),
            ("delete", "ann", 3),
            ("unread", "cyd", "hill"),
            ("find", "hill", "gate", 2),
            ("leave", "cyd", "hill"),
            ("last", "hill", 9),
        ],
        [*BOTH_RESULTS, True, 1, 2, 3, (3, 1), (1, 3), 0, 2, (1, 3), "North gate", (0, None), [2, 1], 0, [2, 1]],
    ),
    "class: leaving and coming back": (
        [
            *BOTH,
            ("post", "ann", "hill", "@bob 1"),
            ("leave", "bob", "hill"),
            ("post", "ann", "hill", "@bob 2"),
            ("join", "bob", "hill"),
            ("post", "ann", "hill", "@bob 3"),
            ("mentions", "bob"),
            ("unread", "bob", "hill"),
            ("delete", "ann", 2),
            ("delete", "ann", 1),
            ("mentions", "bob"),
            ("delete", "ann", 3),
            ("mentions", "bob"),
            ("post", "bob", "hill", "@ann"),
            ("leave", "ann", "hill"),
        ],
        [*BOTH_RESULTS, 1, 1, 2, True, 3, 1, (1, 3), "@bob 2", "@bob 1", 1, "@bob 3", 0, 4, 1],
    ),
    "class: numbers are shared by the channels": (
        [
            *BOTH,
            ("join", "ann", "lake"),
            ("post", "ann", "lake", "a swan"),
            ("post", "ann", "hill", "no swan"),
            ("join", "bob", "lake"),
            ("post", "ann", "lake", "@all two swan"),
            ("read", "bob", "hill", 3),
            ("unread", "bob", "lake"),
            ("mentions", "bob"),
            ("find", "lake", "swan", 9),
            ("delete", "ann", 3),
            ("unread", "bob", "lake"),
            ("mentions", "bob"),
            ("last", "lake", 2),
        ],
        [*BOTH_RESULTS, True, 1, 2, True, 3, 1, (1, 3), 1, [3, 1], "@all two swan", (0, None), 0, [1]],
    ),
}


class Message:
    def __init__(self, number, author, channel, text, members):
        self.number = number
        self.author = author
        self.channel = channel
        self.text = text
        self.words = set(text.lower().split())
        self.mentioned = {
            user for user in members if user != author and ("@all" in self.words or "@" + user in self.words)
        }


class Canonical:
    def __init__(self):
        self.messages = {}  # number: message
        self.channels = {}  # channel: {number: message}, the oldest first
        self.marks = {}  # channel: {user: the number up to which he has read}
        self.posted = 0

    def _unread(self, user, channel):
        mark = self.marks[channel][user]
        unread = []
        for message in reversed(self.channels[channel].values()):
            if message.number <= mark:
                break
            unread.append(message)
        return unread

    def join(self, user, channel):
        self.channels.setdefault(channel, {})
        marks = self.marks.setdefault(channel, {})
        if user in marks:
            return False
        marks[user] = self.posted
        return True

    def leave(self, user, channel):
        count = len(self._unread(user, channel))
        del self.marks[channel][user]
        return count

    def post(self, user, channel, text):
        marks = self.marks.get(channel, {})
        if user not in marks:
            raise PermissionError("not a member")
        self.posted += 1
        message = Message(self.posted, user, channel, text, marks)
        self.messages[self.posted] = self.channels[channel][self.posted] = message
        marks[user] = max(marks[user], self.posted)
        return self.posted

    def delete(self, user, number):
        message = self.messages[number]
        if message.author != user:
            raise PermissionError("not the author")
        del self.messages[number]
        del self.channels[message.channel][number]
        return message.text

    def read(self, user, channel, number):
        before = self.unread(user, channel)[0]
        marks = self.marks[channel]
        marks[user] = max(marks[user], number)
        return before - self.unread(user, channel)[0]

    def unread(self, user, channel):
        unread = self._unread(user, channel)
        return len(unread), unread[-1].number if unread else None

    def mentions(self, user):
        count = 0
        for channel, marks in self.marks.items():
            if user in marks:
                count += sum(user in message.mentioned for message in self._unread(user, channel))
        return count

    def last(self, channel, count):
        return list(reversed(self.channels.get(channel, {})))[:count]

    def find(self, channel, word, count):
        word = word.lower()
        found = []
        for message in reversed(self.channels.get(channel, {}).values()):
            if word in message.words:
                found.append(message.number)
                if len(found) == count:
                    break
        return found


class ReferenceListsOfNumbers:
    """A channel: [numbers, {member: mark}, {word: numbers}, {member: numbers of messages that mention him alone}]."""

    def __init__(self):
        self.messages = {}  # number: (author, channel, text, words)
        self.channels = {}
        self.member_of = {}  # user: {channel's name: channel}
        self.posted = 0

    def join(self, user, channel):
        found = self.channels.get(channel)
        if found is None:
            found = self.channels[channel] = [[], {}, {"@all": []}, {}]
        elif user in found[1]:
            return False
        found[1][user] = self.posted
        self.member_of.setdefault(user, {})[channel] = found
        return True

    def leave(self, user, channel):
        found = self.channels[channel]
        mark = found[1].pop(user)
        del self.member_of[user][channel]
        found[3].pop(user, None)
        numbers = found[0]
        return len(numbers) - bisect_right(numbers, mark)

    def post(self, user, channel, text):
        found = self.channels.get(channel)
        if found is None or user not in found[1]:
            raise PermissionError("not a member")
        self.posted = number = self.posted + 1
        words = set(text.lower().split())
        numbers, marks, index, mentions = found
        numbers.append(number)
        if marks[user] < number:
            marks[user] = number
        everybody = "@all" in words
        for word in words:
            if word in index:
                index[word].append(number)
            else:
                index[word] = [number]
            if word[0] == "@" and not everybody and word[1:] in marks:
                name = word[1:]
                if name in mentions:
                    mentions[name].append(number)
                else:
                    mentions[name] = [number]
        self.messages[number] = (user, found, text, words)
        return number

    def delete(self, user, number):
        author, found, text, words = self.messages[number]
        if author != user:
            raise PermissionError("not the author")
        del self.messages[number]
        numbers, _, index, mentions = found
        del numbers[bisect_left(numbers, number)]
        for word in words:
            with_word = index[word]
            del with_word[bisect_left(with_word, number)]
            if word[0] == "@" and word[1:] in mentions:
                mentioning = mentions[word[1:]]
                place = bisect_left(mentioning, number)
                if place < len(mentioning) and mentioning[place] == number:
                    del mentioning[place]
        return text

    def read(self, user, channel, number):
        numbers, marks, _, _ = self.channels[channel]
        mark = marks[user]
        if number <= mark:
            return 0
        marks[user] = number
        return bisect_right(numbers, number) - bisect_right(numbers, mark)

    def unread(self, user, channel):
        numbers, marks, _, _ = self.channels[channel]
        place = bisect_right(numbers, marks[user])
        count = len(numbers) - place
        return count, numbers[place] if count else None

    def mentions(self, user):
        count = 0
        for numbers, marks, index, mentions in self.member_of.get(user, {}).values():
            mark = marks[user]
            if numbers and numbers[-1] > mark:
                everybody = index["@all"]
                if everybody and everybody[-1] > mark:
                    count += len(everybody) - bisect_right(everybody, mark)
                mine = mentions.get(user)
                if mine and mine[-1] > mark:
                    count += len(mine) - bisect_right(mine, mark)
        return count

    def last(self, channel, count):
        found = self.channels.get(channel)
        return [] if found is None else found[0][: -count - 1 : -1]

    def find(self, channel, word, count):
        found = self.channels.get(channel)
        if found is None:
            return []
        numbers = found[2].get(word.lower())
        return [] if numbers is None else numbers[: -count - 1 : -1]


class SlowAllMessages:
    def __init__(self):
        self.messages = []  # (number, author, channel, text, words, members)
        self.members = []  # [user, channel, mark]
        self.posted = 0

    def membership(self, user, channel):
        for member in self.members:
            if member[0] == user and member[1] == channel:
                return member
        return None

    def unread_messages(self, user, channel):
        member = self.membership(user, channel)
        if member is None:
            raise KeyError(user)
        return [message for message in self.messages if message[2] == channel and message[0] > member[2]]

    def join(self, user, channel):
        if self.membership(user, channel) is not None:
            return False
        self.members.append([user, channel, self.posted])
        return True

    def leave(self, user, channel):
        unread = self.unread_messages(user, channel)
        self.members.remove(self.membership(user, channel))
        return len(unread)

    def post(self, user, channel, text):
        member = self.membership(user, channel)
        if member is None:
            raise PermissionError("not a member")
        self.posted += 1
        words = text.lower().split()
        others = [other[0] for other in self.members if other[1] == channel and other[0] != user]
        self.messages.append((self.posted, user, channel, text, words, others))
        member[2] = max(member[2], self.posted)
        return self.posted

    def delete(self, user, number):
        for message in self.messages:
            if message[0] == number:
                if message[1] != user:
                    raise PermissionError("not the author")
                self.messages.remove(message)
                return message[3]
        raise KeyError(number)

    def read(self, user, channel, number):
        unread = self.unread_messages(user, channel)
        member = self.membership(user, channel)
        member[2] = max(member[2], number)
        return len([message for message in unread if message[0] <= number])

    def unread(self, user, channel):
        unread = self.unread_messages(user, channel)
        return len(unread), unread[0][0] if unread else None

    def mentions(self, user):
        count = 0
        for other, channel, _ in self.members:
            if other == user:
                for message in self.unread_messages(user, channel):
                    if user in message[5] and ("@" + user in message[4] or "@all" in message[4]):
                        count += 1
        return count

    def last(self, channel, count):
        return [message[0] for message in self.messages if message[2] == channel][::-1][:count]

    def find(self, channel, word, count):
        word = word.lower()
        return [message[0] for message in self.messages if message[2] == channel and word in message[4]][::-1][:count]


WORDS = [
    "fox",
    "hen",
    "owl",
    "hare",
    "gate",
    "north",
    "south",
    "snow",
    "rain",
    "dusk",
    "dawn",
    "track",
    "den",
    "field",
    "barn",
    "road",
    "two",
    "three",
    "seen",
    "lost",
]


def text_of(rng, users):
    words = rng.choices(WORDS, k=5)
    draw = rng.randrange(8)
    if draw == 0:
        words.append("@all")
    elif draw < 3:
        words.append("@" + rng.choice(users))
    rng.shuffle(words)
    return " ".join(words)


def crowd(rng, count):
    return [f"u{number}" for number in rng.sample(range(10_000), count)]


def stress_all_methods(rng):
    """interleaved: members of ten channels post, read, ask, delete, come and go; the whole log is gone through."""
    users = crowd(rng, 30)
    channels = [f"c{number}" for number in range(10)]
    members = {channel: rng.sample(users, 20) for channel in channels}
    calls = [START, *(("join", user, channel) for channel in channels for user in members[channel])]
    posts = []
    for step in range(4_000):
        channel = rng.choice(channels)
        user = rng.choice(members[channel])
        draw = step % 10
        if draw < 4:
            calls.append(("post", user, channel, text_of(rng, users)))
            posts.append((user, len(posts) + 1))
        elif draw == 4:
            calls.append(("unread", user, channel))
        elif draw == 5:
            calls.append(("read", user, channel, len(posts)))
        elif draw == 6:
            calls.append(("mentions", user))
        elif draw == 7:
            calls.append(("delete", *rng.choice(posts)))
        elif draw == 8:
            calls += [("leave", user, channel), ("join", user, channel)]
        else:
            calls.append(("last", channel, 3) if rng.randrange(2) else ("find", channel, rng.choice(WORDS), 3))
    return (calls,)


def stress_silent_readers(rng):
    """worst_of_slow: two post, a hundred read nothing and ask again and again how much there is for them."""
    users = crowd(rng, 100)
    calls = [START, *(("join", user, "hill") for user in users)]
    for step in range(1_100):
        calls.append(("post", users[step % 2], "hill", text_of(rng, users)))
        calls.append(("unread", rng.choice(users), "hill"))
        if step % 4 == 0:
            calls.append(("mentions", rng.choice(users)))
    return (calls,)


def stress_log_then_search(rng):
    """build_then_query: a long log is written, then searched for words that are frequent, rare or not there at all."""
    users = crowd(rng, 10)
    calls = [START, *(("join", user, f"c{number}") for user in users for number in range(3))]
    for number in range(1_000):
        calls.append(("post", rng.choice(users), f"c{number % 3}", text_of(rng, users)))
    for step in range(1_300):
        word = ("lynx", rng.choice(WORDS), "@" + rng.choice(users))[step % 3]
        calls.append(("find", f"c{rng.randrange(3)}", word, 5))
        calls.append(("last", f"c{rng.randrange(3)}", 2))
        calls.append(("unread", rng.choice(users), f"c{rng.randrange(3)}"))
    return (calls,)


def stress_write_then_delete(rng):
    """growth_then_shrink: one author writes a long log and deletes it in a random order; readers look in between."""
    users = crowd(rng, 10)
    count = rng.randrange(1_080, 1_120)
    calls = [START, *(("join", user, "hill") for user in users)]
    calls += [("post", users[0], "hill", text_of(rng, users)) for _ in range(count)]
    order = list(range(1, count + 1))
    rng.shuffle(order)
    for number in order:
        calls.append(("delete", users[0], number))
        calls.append(("unread", rng.choice(users), "hill") if number % 2 else ("find", "hill", rng.choice(WORDS), 2))
    return (calls,)


def stress_mention_everybody(rng):
    """dense: every message mentions all of three hundred members, and mentions are counted after each one."""
    users = crowd(rng, 300)
    calls = [START, *(("join", user, "hill") for user in users)]
    for _ in range(900):
        calls.append(("post", users[rng.randrange(20)], "hill", "@all " + " ".join(rng.choices(WORDS, k=3))))
        calls.append(("mentions", rng.choice(users)))
        calls.append(("read", rng.choice(users), "hill", rng.randrange(1, 900)))
    return (calls,)


def stress_nothing_new(rng):
    """repeated_no_ops: all is read already, and everybody joins, reads and asks again without any new message."""
    users = crowd(rng, 60)
    calls = [START, *(("join", user, f"c{number}") for user in users for number in range(8))]
    calls += [("post", users[0], f"c{number % 8}", text_of(rng, users)) for number in range(500)]
    calls += [("read", user, f"c{number}", 10_000) for user in users for number in range(8)]
    for _ in range(1_000):
        user = rng.choice(users)
        channel = f"c{rng.randrange(8)}"
        calls += [("join", user, channel), ("read", user, channel, rng.randrange(1, 500)), ("unread", user, channel)]
        calls.append(("mentions", user) if rng.randrange(2) else ("delete", user, rng.randrange(501, 900)))
        if user == users[1]:
            calls += [("post", user, "c9", "no"), ("find", "c9", "no", 2), ("delete", user, rng.randrange(1, 500))]
    return (calls,)


def growing(rng, size):
    """The number of messages, after each of which a member who reads nothing asks what is unread and mentioned."""
    calls = [START, ("join", "ann", "hill"), ("join", "bob", "hill")]
    for _ in range(min(size, 12_000)):
        calls += [("post", "ann", "hill", text_of(rng, ["bob"])), ("unread", "bob", "hill"), ("mentions", "bob")]
    return (calls,)
