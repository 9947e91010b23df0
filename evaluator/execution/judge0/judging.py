"""What a worker does of a run on Judge0: it records the calls that tests make, and judges what came back.

Outputs are untrusted wherever they were made, so they are decoded and compared in a worker's process, as those of our
own sandbox are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.execution.conversation import Channel, serve_solution
from evaluator.execution.correctness import CheckOutcome, Tests, converse
from evaluator.execution.judge0.answer import Judged, Limits, Ran, Undecided
from evaluator.execution.judge0.driver import Recorder, Replay, Unforeseen
from evaluator.execution.messages import Lost
from evaluator.execution.programs import compare_text
from evaluator.execution.worker import Worker
from evaluator.results.verdicts import Verdict
from evaluator.values.shorten import shorten
from evaluator.values.wire import encode


@dataclass(frozen=True)
class MoreCalls:
    """The tests make calls that follow from what a solution returned: it is to be run on these, too.

    Attributes:
        calls: all of them, encoded.
    """

    calls: tuple[bytes, ...]


@dataclass(frozen=True)
class RecordTask:
    """Find out which calls the tests of a function make of the problem's own solution.

    Attributes:
        tests: of the problem.
        solution: its own.
    """

    tests: Tests
    solution: str

    def run(self, worker: Worker) -> tuple[bytes, ...] | CheckOutcome:
        """The calls, encoded; where the solution does not pass the tests, what they found."""
        if self.tests.cases:
            return tuple(encode((case.arguments, {})) for case in self.tests.cases)
        calls: list[bytes] = []
        checked: list[CheckOutcome] = []

        def talk(channel: Channel) -> None:
            recorder = Recorder(channel)
            checked.append(converse(recorder, self.tests))
            calls.extend(recorder.calls)

        serve_solution(worker.native, self.solution, self.tests.entry_point, self.tests.seconds, talk)
        return tuple(calls) if checked[0].verdict is Verdict.PASSED else checked[0]


@dataclass(frozen=True)
class CallsTask:
    """Judge what a function answered to the calls of its tests.

    Attributes:
        tests: of the problem.
        calls: that it was sent, encoded.
        ran: what came back.
        limits: that it ran under.
    """

    tests: Tests
    calls: Sequence[bytes]
    ran: Ran
    limits: Limits

    def run(self, worker: Worker) -> Judged | MoreCalls:
        try:
            checked = converse(Replay(self.calls, self.ran.stdout), self.tests)
        except Unforeseen as unforeseen:
            return MoreCalls(unforeseen.calls)
        if checked.broke_off:
            failure = self.ran.failure(self.limits)
            verdict = Verdict.EXCEPTION if failure is None else failure.verdict
            ended = f"the process ended (exit code {self.ran.exit_code}) before it returned"
            reason = ended if failure is None else failure.reason
            checked = CheckOutcome(verdict, reason, checked.call)
        return judged(checked, self.ran)


@dataclass(frozen=True)
class TextTask:
    """Judge what a program printed in one test.

    Attributes:
        tests: of the problem, with this one alone.
        where: which test it is, in words.
        ran: what came back.
        limits: that it ran under.
    """

    tests: Tests
    where: str
    ran: Ran
    limits: Limits

    def run(self, worker: Worker) -> Judged:
        (case,) = self.tests.cases
        (stdin,) = case.arguments
        call = f"standard input {shorten(stdin)}"
        if (failure := self.ran.failure(self.limits)) is not None:
            return judged(CheckOutcome(failure.verdict, f"{self.where}: {failure.reason}", call), self.ran)
        wrong = compare_text(self.tests, stdin, case.expected, self.ran.stdout, self.where, call)
        return judged(wrong or CheckOutcome(Verdict.PASSED), self.ran)


def judged(checked: CheckOutcome, ran: Ran) -> Judged:
    """What was found of one run, with Judge0's figures of it."""
    return Judged(
        checked.verdict, checked.reason, checked.call, checked.expected, checked.got, ran.seconds, ran.kilobytes
    )


def judged_lost(lost: Lost, ran: Ran) -> Judged:
    """What is recorded of an output under which whoever judged it broke down."""
    return judged(CheckOutcome.lost(lost), ran)


JudgeTask = CallsTask | TextTask
Outcome = Judged | Undecided
