"""What is under way on a Judge0 server: submissions are sent in batches, and asked for until they have ended."""

import time
from collections import Counter, deque

from evaluator.errors import MachineError
from evaluator.execution.judge0.answer import Ran, Undecided
from evaluator.execution.judge0.server import Judge0, Submission

TRIES = 3  # of a submission of which the server says that it is the server's own fault
_BATCHES = 2  # that are under way: one is run while the other is judged
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0  # seconds between two questions
_LONGER = 1.5

Ended = tuple[Submission, Ran | Undecided]


class Queue:
    """The submissions that are under way.

    Args:
        judge0: the server.
    """

    def __init__(self, judge0: Judge0) -> None:
        self._judge0 = judge0
        self._most = max(min(_BATCHES * judge0.server.batch, judge0.server.queue), 1)
        self._unsent: deque[Submission] = deque()
        self._sent: dict[str, Submission] = {}
        self._tries: Counter[tuple[str, ...]] = Counter()
        self._ended: list[Ended] = []

    @property
    def room(self) -> int:
        """How many submissions can be added: a whole batch or none, so that requests are few."""
        free = self._most - len(self._unsent) - len(self._sent)
        return free if free >= min(self._judge0.server.batch, self._most) else 0

    def __bool__(self) -> bool:
        """Whether anything is under way."""
        return bool(self._unsent or self._sent or self._ended)

    def add(self, submission: Submission) -> None:
        """Adds one, which is sent when the queue is next asked."""
        self._unsent.append(submission)

    def ended(self) -> list[Ended]:
        """Sends what is to be sent, and waits until at least one submission has ended.

        Returns:
            Those that have ended. Where the fault was the server's, each was tried so often as is sensible.

        Raises:
            MachineError: nothing ends for too long.
            TallyBenchError: as the server's.
        """
        pause, since = _FIRST_PAUSE, time.monotonic()
        while True:
            self._send()
            self._poll()
            if self._ended or not self:
                found, self._ended = self._ended, []
                return found
            if time.monotonic() - since > self._judge0.patience:
                host, seconds = self._judge0.server.host, self._judge0.patience
                raise MachineError(f"{host}: has ended none of {len(self._sent)} submissions within {seconds:.0f} s")
            time.sleep(pause)
            pause = min(pause * _LONGER, _LONGEST_PAUSE)

    def _send(self) -> None:
        if not self._unsent:
            return
        submissions = list(self._unsent)
        for submission, token in zip(submissions, self._judge0.send(submissions), strict=True):
            self._unsent.popleft()
            if isinstance(token, str):
                self._sent[token] = submission
            else:
                self._ended.append((submission, token))

    def _poll(self) -> None:
        tokens = list(self._sent)
        for start in range(0, len(tokens), self._judge0.server.batch):
            for token, outcome in self._judge0.fetch(tokens[start : start + self._judge0.server.batch]).items():
                self._end(self._sent.pop(token), outcome)

    def _end(self, submission: Submission, outcome: Ran | Undecided) -> None:
        if isinstance(outcome, Undecided):
            self._tries[submission.key] += 1
            if self._tries[submission.key] < TRIES:
                self._unsent.append(submission)
                return
        self._ended.append((submission, outcome))
