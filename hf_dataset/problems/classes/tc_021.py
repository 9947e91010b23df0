"""PrintRoom: decide which waiting document is printed next, with urgency, a ration of pages a day and paused users.

One list that is sorted and searched in every call costs as many steps as documents wait. A heap for each user, a heap
of the users' first documents and one sorted list of tickets for each urgency leave a few steps for each call.
Decided here: a document that is too long for what its user has left today is passed over and keeps its place.
"""

from bisect import bisect_left
from heapq import heappop, heappush

WRITTEN = "2026-11-24"

PROMPT = '''class PrintRoom:
    """Keeps the documents that wait for one printer and says which one is printed next.

    Documents stand in one queue, ordered by urgency (4 is the most urgent, 0 the least); those of equal urgency stand
    in the order in which they came to this urgency. Each user has a ration of pages for the day. A user is known from
    the first document that was accepted from him on, and has the full ration of `quota` pages on that day.

    A call that raises an exception changes nothing.

    >>> room = PrintRoom(10, 5)
    >>> room.submit("ada", 6, 1)
    1
    >>> room.submit("ada", 5, 1)
    2
    >>> room.submit("bob", 9, 0)
    3
    >>> [room.print_next() for _ in range(3)]
    [(1, 'ada', 6), (3, 'bob', 9), None]
    >>> room.new_day()
    15
    >>> room.print_next()
    (2, 'ada', 5)
    """

    def __init__(self, quota: int, limit: int) -> None:
        """Open the room with an empty queue.

        `quota` is the number of pages that a user may print a day, `limit` the number of documents that a user may
        have waiting at one time.
        """

    def submit(self, user: str, pages: int, urgency: int) -> int:
        """Put a document at the end of those of its urgency and return its number.

        Accepted documents are numbered 1, 2, 3 and so on.

        Raise ValueError if it has more than `quota` pages. Otherwise raise RuntimeError if the user already has
        `limit` documents waiting. Neither uses up a number.
        """

    def print_next(self) -> tuple[int, str, int] | None:
        """Print a document, which takes it out of the queue, and return its number, its user and its pages.

        It is the first one in the queue whose user is not paused and has at least that many pages left today; they are
        taken from what he has left. Documents that are passed over keep their place. Return None if there is none.
        """

    def cancel(self, number: int) -> int:
        """Take a waiting document out of the queue and return its number of pages.

        Raise KeyError if no document of this number is waiting.
        """

    def hasten(self, number: int) -> int:
        """Raise the urgency of a waiting document by one, and return the new urgency.

        It goes to the end of the documents of its new urgency.

        Raise KeyError if no document of this number is waiting, otherwise ValueError if its urgency is already 4.
        """

    def pause(self, user: str) -> bool:
        """Pause a user: none of his documents is printed until he is resumed. New ones are accepted all the same.

        Users who have not submitted anything yet can be paused too. Return whether he was not paused before.
        """

    def resume(self, user: str) -> bool:
        """End a user's pause. Return whether he was paused."""

    def ahead(self, number: int) -> int:
        """Return how many documents stand before a waiting one in the queue, whether or not they can be printed.

        Raise KeyError if no document of this number is waiting.

        >>> room = PrintRoom(10, 5)
        >>> [room.submit("ada", 1, urgency) for urgency in (2, 0, 2, 3)]
        [1, 2, 3, 4]
        >>> [room.ahead(number) for number in (1, 2, 3, 4)]
        [1, 3, 2, 0]
        """

    def waiting(self, user: str) -> tuple[int, int]:
        """Return the number of documents that a user has waiting and the sum of their pages: (0, 0) if none."""

    def new_day(self) -> int:
        """Begin the next day and return how many pages were printed on the day that ends.

        Each known user, paused or not, may now print `quota` pages and, on top, half (rounded down) of the pages that
        he had left at the end of the day. What he was given on top counts as left too, if he did not use it.

        >>> room = PrintRoom(9, 5)
        >>> [room.submit("ada", 9, 0), room.new_day(), room.submit("ada", 4, 0)]
        [1, 0, 2]
        >>> [room.print_next(), room.print_next()]
        [(1, 'ada', 9), (2, 'ada', 4)]
        """
'''

ARGUMENTS = {
    "__init__": 2,
    "submit": 3,
    "print_next": 0,
    "cancel": 1,
    "hasten": 1,
    "pause": 1,
    "resume": 1,
    "ahead": 1,
    "waiting": 1,
    "new_day": 0,
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
        if name == "__init__":
            assert type(call[1]) is int and 1 <= call[1] <= 10**6, "quota must be an int from 1 to 1,000,000"
            assert type(call[2]) is int and 1 <= call[2] <= 10**5, "limit must be an int from 1 to 100,000"
        elif name in ("cancel", "hasten", "ahead"):
            assert type(call[1]) is int and 1 <= call[1] <= 10**6, "number must be an int from 1 to 1,000,000"
        elif name in ("submit", "pause", "resume", "waiting"):
            assert type(call[1]) is str and 1 <= len(call[1]) <= 20, "user must be a text of 1 to 20 characters"
        if name == "submit":
            assert type(call[2]) is int and 1 <= call[2] <= 10**6, "pages must be an int from 1 to 1,000,000"
            assert type(call[3]) is int and 0 <= call[3] <= 4, "urgency must be an int from 0 to 4"


START = ("__init__", 10, 3)

INVALID = [
    ("an urgency of 5", ([START, ("submit", "ada", 1, 5)],)),
    ("a document without pages", ([START, ("submit", "ada", 0, 1)],)),
    ("a user without a name", ([START, ("pause", "")],)),
    ("a number as a text", ([START, ("cancel", "1")],)),
    ("two constructors", ([START, START],)),
]

COST_VARIES = {
    "all_methods": "how many documents wait depends on which methods are drawn",
    "rations_used_up": "how often a document is set aside depends on the pages drawn",
}

TESTS = {
    "submit: numbers go up by one, and a document as long as the ration is accepted": (
        [START, ("submit", "ada", 10, 0), ("submit", "bob", 11, 0), ("submit", "bob", 1, 4), ("print_next",)],
        [None, 1, ValueError, 2, (2, "bob", 1)],
    ),
    "submit: a user may have so many waiting and no more, too long is told first": (
        [
            ("__init__", 10, 2),
            ("submit", "ada", 1, 0),
            ("submit", "ada", 2, 0),
            ("submit", "ada", 3, 0),
            ("submit", "ada", 11, 0),
            ("submit", "bob", 1, 0),
            ("print_next",),
            ("submit", "ada", 4, 0),
            ("waiting", "ada"),
        ],
        [None, 1, 2, RuntimeError, ValueError, 3, (1, "ada", 1), 4, (2, 6)],
    ),
    "print_next: urgency first, then the order of coming": (
        [
            START,
            ("print_next",),
            ("submit", "ada", 1, 0),
            ("submit", "bob", 1, 4),
            ("submit", "cyd", 1, 2),
            ("submit", "ada", 2, 4),
            ("print_next",),
            ("print_next",),
            ("print_next",),
            ("print_next",),
            ("print_next",),
        ],
        [None, None, 1, 2, 3, 4, (2, "bob", 1), (4, "ada", 2), (3, "cyd", 1), (1, "ada", 1), None],
    ),
    "print_next: a document that is too long for today is passed over, a shorter one behind it is not": (
        [
            START,
            ("submit", "ada", 7, 3),
            ("submit", "ada", 4, 3),
            ("submit", "ada", 3, 1),
            ("print_next",),
            ("print_next",),
            ("print_next",),
            ("ahead", 2),
            ("new_day",),
            ("print_next",),
        ],
        [None, 1, 2, 3, (1, "ada", 7), (3, "ada", 3), None, 0, 10, (2, "ada", 4)],
    ),
    "cancel: once, and only what is waiting": (
        [
            START,
            ("submit", "ada", 7, 3),
            ("submit", "ada", 2, 3),
            ("cancel", 1),
            ("cancel", 1),
            ("cancel", 3),
            ("print_next",),
            ("cancel", 2),
            ("print_next",),
            ("waiting", "ada"),
        ],
        [None, 1, 2, 7, KeyError, KeyError, (2, "ada", 2), KeyError, None, (0, 0)],
    ),
    "cancel: gives no pages back, makes room for another and moves the others up": (
        [
            ("__init__", 10, 1),
            ("submit", "ada", 6, 1),
            ("print_next",),
            ("submit", "ada", 3, 1),
            ("submit", "bob", 3, 1),
            ("ahead", 3),
            ("cancel", 2),
            ("ahead", 3),
            ("submit", "ada", 5, 1),
            ("print_next",),
            ("print_next",),
        ],
        [None, 1, (1, "ada", 6), 2, 3, 1, 3, 0, 4, (3, "bob", 3), None],
    ),
    "hasten: to the end of the next urgency, up to the fourth": (
        [
            START,
            ("submit", "ada", 1, 2),
            ("submit", "bob", 1, 3),
            ("submit", "cyd", 1, 2),
            ("hasten", 1),
            ("ahead", 1),
            ("ahead", 3),
            ("hasten", 1),
            ("hasten", 1),
            ("ahead", 1),
            ("hasten", 4),
            ("print_next",),
            ("hasten", 1),
            ("print_next",),
        ],
        [None, 1, 2, 3, 3, 1, 2, 4, ValueError, 0, KeyError, (1, "ada", 1), KeyError, (2, "bob", 1)],
    ),
    "hasten: an older document comes behind a younger one that was there before": (
        [
            START,
            ("submit", "ada", 1, 0),
            ("submit", "bob", 1, 1),
            ("submit", "cyd", 1, 0),
            ("hasten", 3),
            ("hasten", 1),
            ("ahead", 1),
            ("print_next",),
            ("print_next",),
            ("print_next",),
        ],
        [None, 1, 2, 3, 1, 1, 2, (2, "bob", 1), (3, "cyd", 1), (1, "ada", 1)],
    ),
    "pause: the documents stay and others are printed": (
        [
            START,
            ("submit", "ada", 1, 4),
            ("submit", "bob", 1, 0),
            ("pause", "ada"),
            ("pause", "ada"),
            ("print_next",),
            ("print_next",),
            ("waiting", "ada"),
            ("submit", "ada", 1, 4),
            ("print_next",),
        ],
        [None, 1, 2, True, False, (2, "bob", 1), None, (1, 1), 3, None],
    ),
    "pause: before the first document, which has a full ration": (
        [
            START,
            ("pause", "ada"),
            ("new_day",),
            ("submit", "ada", 10, 4),
            ("submit", "ada", 1, 4),
            ("print_next",),
            ("resume", "ada"),
            ("print_next",),
            ("print_next",),
        ],
        [None, True, 0, 1, 2, None, True, (1, "ada", 10), None],
    ),
    "resume: only who was paused": (
        [START, ("resume", "ada"), ("pause", "bob"), ("resume", "ada"), ("resume", "bob"), ("resume", "bob")],
        [None, False, True, False, True, False],
    ),
    "resume: documents stand where they stood": (
        [
            START,
            ("submit", "ada", 1, 2),
            ("submit", "bob", 1, 2),
            ("submit", "ada", 2, 2),
            ("submit", "bob", 2, 2),
            ("pause", "ada"),
            ("print_next",),
            ("resume", "ada"),
            ("print_next",),
            ("print_next",),
            ("print_next",),
        ],
        [None, 1, 2, 3, 4, True, (2, "bob", 1), True, (1, "ada", 1), (3, "ada", 2), (4, "bob", 2)],
    ),
    "ahead: all that stand before it, also of paused users": (
        [
            START,
            ("submit", "ada", 1, 0),
            ("submit", "ada", 1, 4),
            ("submit", "bob", 1, 0),
            ("submit", "bob", 1, 1),
            ("pause", "ada"),
            ("ahead", 1),
            ("ahead", 2),
            ("ahead", 3),
            ("ahead", 4),
            ("ahead", 5),
        ],
        [None, 1, 2, 3, 4, True, 2, 0, 3, 1, KeyError],
    ),
    "ahead: goes down when others are printed": (
        [
            START,
            ("submit", "ada", 1, 3),
            ("submit", "bob", 1, 1),
            ("submit", "cyd", 1, 1),
            ("ahead", 3),
            ("print_next",),
            ("ahead", 3),
            ("print_next",),
            ("ahead", 3),
            ("ahead", 2),
        ],
        [None, 1, 2, 3, 2, (1, "ada", 1), 1, (2, "bob", 1), 0, KeyError],
    ),
    "waiting: documents and pages of one user": (
        [START, ("submit", "ada", 3, 0), ("submit", "ada", 4, 1), ("submit", "bob", 9, 1), ("waiting", "ada")],
        [None, 1, 2, 3, (2, 7)],
    ),
    "waiting: unknown users, after printing, after hastening": (
        [
            START,
            ("waiting", "ada"),
            ("submit", "ada", 3, 0),
            ("submit", "ada", 5, 0),
            ("hasten", 2),
            ("waiting", "ada"),
            ("print_next",),
            ("waiting", "ada"),
        ],
        [None, (0, 0), 1, 2, 1, (2, 8), (2, "ada", 5), (1, 3)],
    ),
    "new_day: the pages of the day that ends, of all users": (
        [
            START,
            ("new_day",),
            ("submit", "ada", 3, 0),
            ("submit", "bob", 5, 0),
            ("print_next",),
            ("print_next",),
            ("new_day",),
            ("new_day",),
        ],
        [None, 0, 1, 2, (1, "ada", 3), (2, "bob", 5), 8, 0],
    ),
    "new_day: half of what is left comes on top, rounded down, and counts again": (
        [
            ("__init__", 5, 9),
            ("submit", "ada", 5, 0),  # 5 left
            ("new_day",),  # 5 + 2 = 7 left
            ("new_day",),  # 5 + 3 = 8 left
            ("submit", "ada", 3, 0),
            ("submit", "ada", 1, 0),
            ("print_next",),
            ("print_next",),
            ("print_next",),
            ("new_day",),  # 5 + 0
            ("submit", "ada", 4, 4),
            ("print_next",),
            ("print_next",),
            ("new_day",),
            ("submit", "ada", 5, 4),
            ("submit", "ada", 1, 4),
            ("print_next",),
            ("print_next",),
        ],
        [None, 1, 0, 0, 2, 3, (1, "ada", 5), (2, "ada", 3), None, 8, 4, (4, "ada", 4), (3, "ada", 1), 5, 5, 6]
        + [(5, "ada", 5), None],
    ),
    "new_day: half is rounded down on each of many days": (
        [("__init__", 1, 5), ("submit", "ada", 1, 0), ("print_next",)]
        + [("new_day",)] * 60
        + [("submit", "ada", 1, 0), ("submit", "ada", 1, 0), ("print_next",), ("print_next",)],
        [None, 1, (1, "ada", 1), 1] + [0] * 59 + [2, 3, (2, "ada", 1), None],
    ),
    "class: documents that were passed over are hastened, cancelled and printed the next day": (
        [
            ("__init__", 6, 9),
            ("submit", "ada", 6, 2),
            ("submit", "ada", 5, 2),
            ("submit", "ada", 4, 2),
            ("submit", "ada", 3, 1),
            ("print_next",),
            ("print_next",),
            ("hasten", 4),
            ("cancel", 2),
            ("print_next",),
            ("ahead", 4),
            ("new_day",),
            ("print_next",),
            ("print_next",),
            ("new_day",),
            ("print_next",),
            ("waiting", "ada"),
        ],
        [None, 1, 2, 3, 4, (1, "ada", 6), None, 2, 5, None, 1, 6, (3, "ada", 4), None, 4, (4, "ada", 3), (0, 0)],
    ),
    "class: paused over days, the ration grows meanwhile": (
        [
            ("__init__", 8, 9),
            ("submit", "ada", 8, 4),
            ("submit", "bob", 8, 0),
            ("pause", "ada"),
            ("print_next",),
            ("print_next",),
            ("new_day",),
            ("submit", "bob", 2, 1),
            ("print_next",),
            ("resume", "ada"),
            ("submit", "ada", 4, 0),
            ("submit", "ada", 1, 0),
            ("print_next",),
            ("print_next",),
            ("print_next",),
            ("new_day",),
        ],
        [
            None,
            1,
            2,
            True,
            (2, "bob", 8),
            None,
            8,
            3,
            (3, "bob", 2),
            True,
            4,
            5,
            (1, "ada", 8),
            (4, "ada", 4),
            None,
            14,
        ],
    ),
    "class: hastening while paused, then resumed": (
        [
            START,
            ("submit", "ada", 2, 0),
            ("submit", "ada", 3, 1),
            ("submit", "bob", 4, 1),
            ("pause", "ada"),
            ("hasten", 1),
            ("print_next",),
            ("cancel", 2),
            ("resume", "ada"),
            ("ahead", 1),
            ("print_next",),
            ("print_next",),
            ("new_day",),
        ],
        [None, 1, 2, 3, True, 1, (3, "bob", 4), 3, True, 0, (1, "ada", 2), None, 6],
    ),
}


class Document:
    def __init__(self, number, user, pages, urgency):
        self.number = number
        self.user = user
        self.pages = pages
        self.urgency = urgency


class Account:
    def __init__(self, left):
        self.left = left
        self.count = 0
        self.pages = 0


class Canonical:
    def __init__(self, quota, limit):
        self.quota = quota
        self.limit = limit
        self.queues = [{} for _ in range(5)]  # by urgency: {number: document}, in the order of coming
        self.documents = {}
        self.accounts = {}
        self.paused = set()
        self.last = 0
        self.printed = 0

    def submit(self, user, pages, urgency):
        if pages > self.quota:
            raise ValueError("too many pages")
        if user not in self.accounts:
            self.accounts[user] = Account(self.quota)
        account = self.accounts[user]
        if account.count == self.limit:
            raise RuntimeError("too many documents")
        self.last += 1
        document = Document(self.last, user, pages, urgency)
        self.documents[self.last] = self.queues[urgency][self.last] = document
        account.count += 1
        account.pages += pages
        return self.last

    def print_next(self):
        for queue in reversed(self.queues):
            for document in queue.values():
                user, pages = document.user, document.pages
                account = self.accounts[user]
                if user not in self.paused and pages <= account.left:
                    account.left -= pages
                    self.printed += pages
                    self._remove(document)
                    return document.number, user, pages
        return None

    def _remove(self, document):
        del self.documents[document.number]
        del self.queues[document.urgency][document.number]
        account = self.accounts[document.user]
        account.count -= 1
        account.pages -= document.pages

    def cancel(self, number):
        document = self.documents[number]
        self._remove(document)
        return document.pages

    def hasten(self, number):
        document = self.documents[number]
        if document.urgency == 4:
            raise ValueError("most urgent already")
        del self.queues[document.urgency][number]
        document.urgency += 1
        self.queues[document.urgency][number] = document
        return document.urgency

    def pause(self, user):
        new = user not in self.paused
        self.paused.add(user)
        return new

    def resume(self, user):
        if user not in self.paused:
            return False
        self.paused.remove(user)
        return True

    def ahead(self, number):
        document = self.documents[number]
        more_urgent = sum(len(queue) for queue in self.queues[document.urgency + 1 :])
        return more_urgent + list(self.queues[document.urgency]).index(number)

    def waiting(self, user):
        if user not in self.accounts:
            return 0, 0
        account = self.accounts[user]
        return account.count, account.pages

    def new_day(self):
        for account in self.accounts.values():
            account.left = self.quota + account.left // 2
        printed, self.printed = self.printed, 0
        return printed


class ReferenceHeapOfUsers:
    """Keys grow with the place in the queue: (4 - urgency) * 2**40 + ticket. A user's account is a list."""

    def __init__(self, quota, limit):
        self.quota = quota
        self.limit = limit
        self.tickets = [[], [], [], [], []]  # by 4 - urgency: the keys of waiting documents, ascending
        self.documents = {}  # number: [key, pages, account]
        self.accounts = {}  # user: [left, day of it, count, pages, heap of (key, number), key in firsts, late, user]
        self.late = []  # accounts with documents that are too long for today
        self.firsts = []  # heap of (key, number, account); some are out of date
        self.paused = set()
        self.last = 0
        self.ticket = 0
        self.printed = 0
        self.day = 0

    def submit(self, user, pages, urgency):
        if pages > self.quota:
            raise ValueError("too many pages")
        account = self.accounts.get(user)
        if account is None:
            account = self.accounts[user] = [self.quota, self.day, 0, 0, [], 0, [], user]
        elif account[2] == self.limit:
            raise RuntimeError("too many documents")
        self.last = number = self.last + 1
        self.ticket = ticket = self.ticket + 1
        key = ((4 - urgency) << 40) + ticket
        self.documents[number] = [key, pages, account]
        self.tickets[4 - urgency].append(key)
        account[2] += 1
        account[3] += pages
        self._stand(account, key, number)
        return number

    def _stand(self, account, key, number):
        own = account[4]
        heappush(own, (key, number))
        if own[0][0] == key and account[7] not in self.paused:
            account[5] = key
            heappush(self.firsts, (key, number, account))

    def _step(self, account):
        """Let the first document of a user's heap that is still waiting stand for the user."""
        own = account[4]
        documents = self.documents
        while own:
            key, number = own[0]
            document = documents.get(number)
            if document is not None and document[0] == key:
                account[5] = key
                heappush(self.firsts, (key, number, account))
                return
            heappop(own)
        account[5] = 0

    def print_next(self):
        firsts = self.firsts
        documents = self.documents
        while firsts:
            key, number, account = heappop(firsts)
            if account[5] != key:
                continue
            document = documents.get(number)
            if document is None or document[0] != key:
                self._step(account)
                continue
            heappop(account[4])
            pages = document[1]
            if account[1] != self.day:
                self._renew(account)
            if pages > account[0]:
                late = account[6]
                if not late:
                    self.late.append(account)
                late.append((key, number))
                self._step(account)
                continue
            account[0] -= pages
            account[2] -= 1
            account[3] -= pages
            self.printed += pages
            del documents[number]
            tickets = self.tickets[key >> 40]
            if tickets[0] == key:
                del tickets[0]
            else:
                del tickets[bisect_left(tickets, key)]
            self._step(account)
            return number, account[7], pages
        return None

    def _renew(self, account):
        left = account[0]
        quota = self.quota
        for _ in range(self.day - account[1]):
            grown = quota + (left >> 1)
            if grown == left:
                break
            left = grown
        account[0] = left
        account[1] = self.day

    def cancel(self, number):
        key, pages, account = self.documents.pop(number)
        tickets = self.tickets[key >> 40]
        del tickets[bisect_left(tickets, key)]
        account[2] -= 1
        account[3] -= pages
        return pages

    def hasten(self, number):
        document = self.documents[number]
        key = document[0]
        level = key >> 40
        if level == 0:
            raise ValueError("most urgent already")
        tickets = self.tickets[level]
        del tickets[bisect_left(tickets, key)]
        self.ticket = ticket = self.ticket + 1
        document[0] = key = ((level - 1) << 40) + ticket
        self.tickets[level - 1].append(key)
        self._stand(document[2], key, number)
        return 5 - level

    def pause(self, user):
        if user in self.paused:
            return False
        self.paused.add(user)
        account = self.accounts.get(user)
        if account is not None:
            account[5] = 0
        return True

    def resume(self, user):
        if user not in self.paused:
            return False
        self.paused.remove(user)
        account = self.accounts.get(user)
        if account is not None:
            self._step(account)
        return True

    def ahead(self, number):
        key = self.documents[number][0]
        level = key >> 40
        tickets = self.tickets
        place = bisect_left(tickets[level], key)
        for before in tickets[:level]:
            place += len(before)
        return place

    def waiting(self, user):
        account = self.accounts.get(user)
        return (account[2], account[3]) if account is not None else (0, 0)

    def new_day(self):
        self.day += 1
        documents = self.documents
        for account in self.late:
            own = account[4]
            for entry in account[6]:
                document = documents.get(entry[1])
                if document is not None and document[0] == entry[0]:
                    heappush(own, entry)
            account[6] = []
            if account[7] not in self.paused:
                self._step(account)
        self.late = []
        printed, self.printed = self.printed, 0
        return printed


class SlowOneSortedList:
    def __init__(self, quota, limit):
        self.quota = quota
        self.limit = limit
        self.queue = []  # [number, user, pages, urgency, ticket]
        self.left = {}
        self.paused = []
        self.last = 0
        self.ticket = 0
        self.printed = 0

    def sort(self):
        self.queue.sort(key=lambda document: (-document[3], document[4]))

    def find(self, number):
        for document in self.queue:
            if document[0] == number:
                return document
        raise KeyError(number)

    def submit(self, user, pages, urgency):
        if pages > self.quota:
            raise ValueError("too many pages")
        if self.waiting(user)[0] >= self.limit:
            raise RuntimeError("too many documents")
        self.left.setdefault(user, self.quota)
        self.last += 1
        self.ticket += 1
        self.queue.append([self.last, user, pages, urgency, self.ticket])
        self.sort()
        return self.last

    def print_next(self):
        for document in self.queue:
            number, user, pages = document[:3]
            if user not in self.paused and pages <= self.left[user]:
                self.left[user] -= pages
                self.printed += pages
                self.queue.remove(document)
                return number, user, pages
        return None

    def cancel(self, number):
        document = self.find(number)
        self.queue.remove(document)
        return document[2]

    def hasten(self, number):
        document = self.find(number)
        if document[3] == 4:
            raise ValueError("most urgent already")
        self.ticket += 1
        document[3] += 1
        document[4] = self.ticket
        self.sort()
        return document[3]

    def pause(self, user):
        if user in self.paused:
            return False
        self.paused.append(user)
        return True

    def resume(self, user):
        if user not in self.paused:
            return False
        self.paused.remove(user)
        return True

    def ahead(self, number):
        return self.queue.index(self.find(number))

    def waiting(self, user):
        pages = [document[2] for document in self.queue if document[1] == user]
        return len(pages), sum(pages)

    def new_day(self):
        for user in self.left:
            self.left[user] = self.quota + self.left[user] // 2
        printed, self.printed = self.printed, 0
        return printed


def users_of(rng, count):
    return [f"user{number}" for number in rng.sample(range(10_000), count)]


def stress_all_methods(rng):
    """interleaved: every method in turn over a queue of some hundred documents; scans and sorts add up."""
    users = users_of(rng, 60)
    calls = [("__init__", 400, 60)]
    calls += [("submit", rng.choice(users), rng.randrange(1, 80), rng.randrange(5)) for _ in range(600)]
    accepted = 600
    for step in range(6_000):
        draw = rng.randrange(20)
        if draw < 6:
            accepted += 1
            calls.append(("submit", rng.choice(users), rng.randrange(1, 80), rng.randrange(5)))
        elif draw < 10:
            calls.append(("print_next",))
        elif draw < 19:
            name = ("cancel", "hasten", "ahead", "ahead", "pause", "resume", "waiting", "resume", "hasten")[draw - 10]
            by_number = name in ("cancel", "hasten", "ahead")
            calls.append(
                (name, rng.randrange(max(1, accepted - 700), accepted + 1) if by_number else rng.choice(users))
            )
        if step % 100 == 99:
            calls.append(("new_day",))
    return (calls,)


def stress_submit_then_ask(rng):
    """build_then_query: a long queue is built, then only asked about; counting what stands ahead scans it each time."""
    users = users_of(rng, 100)
    calls = [("__init__", 1_000, 1_000)]
    calls += [("submit", rng.choice(users), rng.randrange(1, 100), rng.randrange(5)) for _ in range(1_200)]
    for _ in range(4_500):
        calls.append(("ahead", rng.randrange(1, 1_201)))
        if rng.randrange(3) == 0:
            calls.append(("waiting", rng.choice(users)))
    return (calls,)


def stress_paused_in_front(rng):
    """worst_of_slow: those in front are paused for good, so that each search for what is next passes all of them."""
    users = users_of(rng, 50)
    calls = [("__init__", 100_000, 2_000)]
    calls += [("submit", rng.choice(users[:40]), rng.randrange(1, 50), 4) for _ in range(1_000)]
    calls += [("pause", user) for user in users[:40]]
    for _ in range(1_600):
        calls.append(("submit", rng.choice(users[40:]), rng.randrange(1, 50), rng.randrange(4)))
        calls.append(("print_next",))
    calls += [("resume", user) for user in users[:20]]
    calls += [("print_next",)] * 400
    return (calls,)


def stress_rations_used_up(rng):
    """worst_of_fast: long documents that do not fit today are set aside and taken up again day after day."""
    users = users_of(rng, 40)
    calls = [("__init__", 100, 15)]
    calls += [("submit", users[place % 40], rng.randrange(51, 101), rng.randrange(5)) for place in range(600)]
    for _ in range(9):
        # Each user has as many waiting as he may, or prints one a day; some come with too much.
        calls += [("submit", users[0], 101, 4), ("submit", users[0], 60, 4), ("submit", users[0], 60, 4)]
        calls += [("print_next",)] * 56
        calls += [("waiting", rng.choice(users)) for _ in range(100)]
        calls.append(("new_day",))
    return (calls,)


def stress_fill_then_cancel(rng):
    """growth_then_shrink: a queue grows and is emptied in a random order, by cancelling; finding by number costs."""
    users = users_of(rng, 300)
    count = rng.randrange(2_250, 2_300)
    calls = [("__init__", 50, 5_000)]
    calls += [("submit", rng.choice(users), rng.randrange(1, 51), rng.randrange(5)) for _ in range(count)]
    numbers = list(range(1, count + 1))
    rng.shuffle(numbers)
    for number in numbers:
        calls.append(("cancel", number))
        if number % 4 == 0:
            calls.append(("waiting", rng.choice(users)))
    return (calls,)


def stress_days_without_print(rng):
    """repeated_no_ops: days pass, users are paused and resumed, nothing can be printed; only rations change."""
    users = users_of(rng, 400)
    calls = [("__init__", 1_000_000, 5)]
    calls += [("submit", user, rng.randrange(1, 1_000_000), rng.randrange(5)) for user in users]
    calls += [("pause", user) for user in users]
    for _ in range(2_200):
        user = rng.choice(users)
        calls += [("new_day",), ("resume", user), ("pause", user), ("print_next",)]
        if not rng.randrange(4):
            calls.append(("waiting", rng.choice(users)))
    return (calls,)


def growing(rng, size):
    """The number of documents submitted, then asked about and printed."""
    calls = [("__init__", 1_000_000, 100_000)]
    calls += [("submit", rng.choice(("ada", "bob", "cyd")), rng.randrange(1, 9), rng.randrange(5)) for _ in range(size)]
    calls += [("ahead", rng.randrange(1, size + 1)) for _ in range(size)]
    calls += [("print_next",) for _ in range(size)]
    return (calls[:50_000],)
